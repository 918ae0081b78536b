/** What the pages say, in each language, and how it writes its numbers. */
"use strict";

/** Under each key a line a language. If it ends in 1: of one. Of a fruit: its name, what is picked, its tree, and what would be picked if that is said otherwise. */
const SAID = `
title
	Will we win?
	Gewinnen wir?
	Gagnerons-nous ?
play
	Play along
	Mitspielen
	Jouer
rules
	Change the rules
	Regeln ändern
	Changer les règles
itself
	English
	Deutsch
	Français
language
	Language
	Sprache
	Langue
wrong
	Not understood in this address: {parts}
	Nicht verstanden in dieser Adresse: {parts}
	Non compris dans cette adresse : {parts}

chooser
	Which game is on your table?
	Welches Spiel liegt auf eurem Tisch?
	Quel jeu avez-vous sur la table ?
first-orchard
	First Orchard
	Erster Obstgarten
	Mon premier Verger
first-orchardHint
	lost when the raven passes the fifth card, as in the rules
	verloren, wenn der Rabe über die fünfte Karte hinauskommt, wie in der Spielanleitung
	perdu quand le corbeau dépasse la cinquième carte, comme dans la règle du jeu
first-orchard-5Hint
	lost when the raven stands on the fifth card
	verloren, wenn der Rabe auf der fünften Karte steht
	perdu dès que le corbeau est sur la cinquième carte
orchard
	Orchard
	Obstgarten
	Le Verger
orchardHint
	a raven puzzle of nine pieces
	ein Rabenpuzzle aus neun Teilen
	un corbeau en puzzle de neuf pièces
own
	Your own rules
	Eigene Regeln
	Vos propres règles
gameNow
	{name}: {facts}
	{name}: {facts}
	{name} : {facts}
facts
	{fruits} fruits, {steps}
	{fruits} Früchte, {steps}
	{fruits} fruits, {steps}
steps
	{n} raven rolls
	{n}‑mal Rabe
	{n} corbeaux
steps1
	1 raven roll
	1‑mal Rabe
	1 corbeau

chance
	Chance of winning
	Gewinnchance
	Chances de gagner
rollsLeft
	about {n} more rolls
	noch etwa {n} Würfe
	encore {n} lancers environ
rollsLeft1
	about 1 more roll
	noch etwa 1 Wurf
	encore 1 lancer environ
rollsAll
	{n} rolls on average
	im Schnitt {n} Würfe
	{n} lancers en moyenne
points
	{n} points
	{n} Prozentpunkte
	{n} points
points1
	{n} point
	{n} Prozentpunkt
	{n} point
up
	{points} more
	{points} mehr
	{points} de plus
down
	{points} less
	{points} weniger
	{points} de moins
noChange
	no change
	gleich
	inchangé
computing
	Working out the chances: {percent}
	Die Chancen werden berechnet: {percent}
	Calcul des chances : {percent}
stop
	Stop
	Anhalten
	Arrêter
goOn
	Go on
	Weiter
	Continuer

boardNow
	The board. Fruit on the trees: {fruits}. {raven}.
	Das Brett. Früchte an den Bäumen: {fruits}. {raven}.
	Le plateau. Fruits sur les arbres : {fruits}. {raven}.
ravenRolls
	{n} more raven rolls lose the game
	Noch {n}‑mal Rabe, dann verlieren wir
	Encore {n} corbeaux et c’est perdu
ravenRolls1
	1 more raven roll loses the game
	Noch 1‑mal Rabe, dann verlieren wir
	Encore un corbeau et c’est perdu
ravenSpare
	{n} more raven rolls and we would have lost
	Noch {n}‑mal Rabe, und wir hätten verloren
	Encore {n} corbeaux et c’était perdu
ravenSpare1
	1 more raven roll and we would have lost
	Noch 1‑mal Rabe, und wir hätten verloren
	Encore un corbeau et c’était perdu
ravenThere
	The raven is in the orchard
	Der Rabe ist im Obstgarten
	Le corbeau est dans le verger
inBasket
	{n} of {all} picked
	{n} von {all} gepflückt
	Cueillis : {n} sur {all}

whatShows
	Tap what the die shows
	Tippt an, was der Würfel zeigt
	Touchez ce que montre le dé
whichTree
	Pick a fruit: which tree?
	Pflückt eine Frucht: von welchem Baum?
	Cueillez un fruit : sur quel arbre ?
whichTreeAgain
	And another: which tree?
	Und noch eine: von welchem Baum?
	Et encore un : sur quel arbre ?
rollForMe
	Roll for me
	Würfeln
	Lancer le dé
undo
	Undo
	Zug zurück
	Annuler
newGame
	New game
	Neues Spiel
	Nouvelle partie
lastGame
	Previous game
	Voriges Spiel
	Partie précédente
again
	The same rolls again
	Noch einmal mit denselben Würfen
	Rejouer avec les mêmes lancers
best
	best
	am besten
	le mieux

apple
	apple|an apple|the apple tree
	Apfel|einen Apfel|der Apfelbaum|ein Apfel
	pomme|une pomme|le pommier
pear
	pear|a pear|the pear tree
	Birne|eine Birne|der Birnbaum
	poire|une poire|le poirier
cherry
	cherry|a cherry|the cherry tree
	Kirsche|eine Kirsche|der Kirschbaum
	cerise|une cerise|le cerisier
plum
	plum|a plum|the plum tree
	Pflaume|eine Pflaume|der Pflaumenbaum
	prune|une prune|le prunier
orange
	orange|an orange|the orange tree
	Orange|eine Orange|der Orangenbaum
	orange|une orange|l’oranger
fig
	fig|a fig|the fig tree
	Feige|eine Feige|der Feigenbaum
	figue|une figue|le figuier
green
	green
	Grün
	vert
yellow
	yellow
	Gelb
	jaune
red
	red
	Rot
	rouge
blue
	blue
	Blau
	bleu
colour5
	orange
	Orange
	orange
colour6
	purple
	Lila
	violet
basket
	basket
	Korb
	panier
raven
	raven
	Rabe
	corbeau

began
	A new game.
	Ein neues Spiel.
	Une nouvelle partie.
saidColour
	{Colour}: we pick {picked}.
	{Colour}: Wir pflücken {picked}.
	{Colour} : nous cueillons {picked}.
saidEmpty
	{Colour}: {tree} is empty, a wasted roll.
	{Colour}: {Tree} ist leer, der Wurf ist verschenkt.
	{Colour} : {tree} est vide, un lancer pour rien.
saidBasket
	The basket!
	Der Obstkorb!
	Le panier !
saidRaven
	The raven comes one step closer.
	Der Rabe kommt einen Schritt näher.
	Le corbeau avance d’un pas.
saidPick
	We pick {picked}.
	Wir pflücken {picked}.
	Nous cueillons {picked}.
noBetter
	No pick was better.
	Besser ging es nicht.
	Il n’y avait pas mieux.
better
	{Better} would have been better by {points}.
	{Better} wäre um {points} besser gewesen.
	Avec {better}, nous aurions {points} de plus.
whyEmpty
	Now {tree} is empty, and {colour} is a wasted roll.
	Jetzt ist {tree} leer, und {Colour} zu würfeln bringt nichts mehr.
	Maintenant {tree} est vide, et un lancer « {colour} » ne sert plus à rien.
whyFuller
	{Tree} is fuller. A tree that is empty early wastes the rolls of its colour.
	{Tree} ist voller. Ist ein Baum früh leer, bringt seine Farbe auf dem Würfel nichts mehr.
	{Tree} est plus chargé. Un arbre vidé trop tôt fait perdre les lancers de sa couleur.
whyRarer
	{Colour} comes up too seldom for the fruit on its tree.
	{Colour} fällt zu selten für die Früchte an diesem Baum.
	Le dé montre trop rarement « {colour} » pour les fruits de cet arbre.
saidChance
	Chance of winning: {chance}.
	Gewinnchance: {chance}.
	Chances de gagner : {chance}.

won
	We win!
	Gewonnen!
	Gagné !
lost
	The raven wins.
	Der Rabe gewinnt.
	Le corbeau gagne.
wonSub
	All fruit is in the basket after {rolls}.
	Nach {rolls} sind alle Früchte im Korb.
	Tous les fruits sont dans le panier après {rolls}.
lostSub
	It reached the orchard after {rolls}, with {fruit} still on the trees.
	Nach {rolls} ist er im Obstgarten. Übrig geblieben: {fruit}.
	Il est entré dans le verger après {rolls}. Sur les arbres, il reste {fruit}.
rolls
	{n} rolls
	{n} Würfen
	{n} lancers
rolls1
	1 roll
	1 Wurf
	1 lancer
fruit
	{n} fruits
	{n} Früchte
	{n} fruits
fruit1
	1 fruit
	1 Frucht
	1 fruit
luckHead
	Was it luck, or was it us?
	Lag es am Würfel oder an uns?
	Le hasard ou nos choix ?
atStart
	Chance at the start
	Chance am Anfang
	Chances au départ
luck
	The die’s luck
	Würfelglück
	Hasard du dé
choices
	Our picks
	Unsere Wahl
	Nos choix
atEnd
	In the end
	Am Ende
	À la fin
rightPicks
	Right picks: {n} of {all}.
	Richtig gewählt: {n} von {all}.
	Bons choix : {n} sur {all}.
allBest
	No pick could have been better. The rest was luck.
	Besser wählen konnten wir nicht. Der Rest war Zufall.
	Aucun choix n’aurait été meilleur. Le reste était du hasard.
worstPick
	The costliest was {better}, move {n}: {instead} was better by {points}.
	Am meisten gekostet hat {better}, Zug {n}: {instead} wäre um {points} besser gewesen.
	Le plus coûteux : {better}, coup {n}. Avec {instead}, nous aurions eu {points} de plus.
noPicks
	The basket never came up, so it was all luck.
	Der Obstkorb wurde nie gewürfelt: Alles war Zufall.
	Le panier n’est jamais sorti : ce n’était que du hasard.

story
	The chance so far
	Die Chance bisher
	Les chances jusqu’ici
storyList
	Move by move
	Zug um Zug
	Coup par coup
guess
	Guess first: hide what each pick is worth
	Erst raten: verbergen, was jede Frucht wert ist
	Deviner d’abord : cacher ce que vaut chaque fruit
ownPage
	Open on a page of its own
	Auf einer eigenen Seite öffnen
	Ouvrir sur une page à part
about
	Every position is solved exactly, in your browser. Nothing is sent anywhere.
	Jede Stellung wird genau berechnet, in eurem Browser. Nichts wird gesendet.
	Chaque position est calculée exactement, dans votre navigateur. Rien n’est envoyé.

strategyHead
	When the die shows the basket, we pick
	Zeigt der Würfel den Obstkorb, pflücken wir
	Quand le dé montre le panier, nous cueillons
max
	from the fullest tree
	vom vollsten Baum
	sur l’arbre le plus chargé
random
	from a tree at random
	von irgendeinem Baum
	sur un arbre au hasard
min
	from the emptiest tree
	vom leersten Baum
	sur l’arbre le moins chargé
ignore
	nothing (forgotten)
	nichts (vergessen)
	rien (oublié)
optimal
	the best pick there is
	immer die beste Frucht
	le meilleur fruit possible
rowsHead
	One fewer, one more
	Eins weniger, eins mehr
	Un de moins, un de plus
trees
	Trees
	Bäume
	Arbres
fruits
	Fruit on each tree
	Früchte an jedem Baum
	Fruits sur chaque arbre
ravenSteps
	Raven rolls to lose
	Rabenschritte bis zum Obstgarten
	Pas du corbeau jusqu’au verger
onPath
	Cards on the path
	Karten auf dem Weg
	Cartes sur le chemin
cards
	{n} cards on the path
	{n} Karten auf dem Weg
	{n} cartes sur le chemin
cards1
	1 card on the path
	1 Karte auf dem Weg
	1 carte sur le chemin
basketPicks
	Picks from a basket
	Früchte je Obstkorb
	Fruits par panier
basketFaces
	Baskets on the die
	Obstkörbe auf dem Würfel
	Paniers sur le dé
ravenFaces
	Ravens on the die
	Raben auf dem Würfel
	Corbeaux sur le dé
colourFaces
	Faces of each colour
	Seiten je Farbe
	Faces de chaque couleur
uneven
	Each tree by itself
	Jeder Baum für sich
	Chaque arbre à part
allRules
	More rules: each tree, the die
	Mehr Regeln: jeder Baum, der Würfel
	Plus de règles : chaque arbre, le dé
likeFirst
	one more is like the first
	ein weiterer ist wie der erste
	un de plus est comme le premier
faces
	{n} on the die
	{n} auf dem Würfel
	{n} sur le dé
undoRule
	Undo
	Rückgängig
	Annuler
reset
	Reset
	Zurücksetzen
	Réinitialiser
keep
	Compare
	Vergleichen
	Comparer
putAway
	Stop comparing
	Nicht mehr vergleichen
	Ne plus comparer
kept
	before
	vorher
	avant
now
	now
	jetzt
	maintenant
copy
	Copy the link
	Link kopieren
	Copier le lien
copied
	The link is copied: it leads back to these rules.
	Der Link ist kopiert: Er führt zu diesen Regeln zurück.
	Le lien est copié : il ramène à ces règles.
fruitOf
	Fruit: {fruit}
	Früchte: {fruit}
	Fruits : {fruit}
facesOf
	Faces: {colour}
	Seiten: {colour}
	Faces : {colour}
playThese
	Play with these rules
	Mit diesen Regeln spielen
	Jouer avec ces règles
raceThese
	A race of habits by these rules
	Ein Rennen nach diesen Regeln
	Une course d’habitudes avec ces règles
tooLarge
	This game has {positions} positions, too many to solve here.
	Dieses Spiel hat {positions} Stellungen, zu viele für diese Seite.
	Ce jeu a {positions} positions, trop pour cette page.

sweepTitle
	Backwards from the last fruit
	Rückwärts von der letzten Frucht
	À rebours depuis le dernier fruit
sweepAbout
	Rows: the fruit on the trees. Columns: the raven rolls that lose. No fruit left: won. The raven in the orchard: lost. Each number between, of 100 games, is an average of numbers already there. Fill the table, or touch a number.
	Zeilen: die Früchte an den Bäumen. Spalten: Raben, bis wir verlieren. Keine Frucht mehr: gewonnen. Der Rabe im Obstgarten: verloren. Jede Zahl dazwischen, von 100 Spielen, ist ein Mittel aus Zahlen, die schon dastehen. Füllt die Tabelle oder berührt eine Zahl.
	Lignes : les fruits sur les arbres. Colonnes : les corbeaux qui font perdre. Plus de fruit : gagné. Le corbeau dans le verger : perdu. Chaque nombre entre les deux, sur 100 parties, est une moyenne de nombres déjà là. Remplissez le tableau ou touchez un nombre.
sweepCosts
	Games of 100 that this habit wins. The darker, the more it loses to the fullest tree: touch a dark one and follow its basket.
	So viele von 100 Spielen gewinnt diese Gewohnheit. Je dunkler, desto mehr verliert sie gegen den vollsten Baum: Folgt von einer dunklen Zahl dem Korb.
	Parties gagnées sur 100 avec cette habitude. Plus c’est foncé, plus elle perd sur l’arbre le plus chargé : suivez le panier d’un nombre foncé.
fill
	Fill the table
	Tabelle füllen
	Remplir le tableau
oneNumber
	One number
	Eine Zahl
	Un nombre
oneFruit
	One fruit more
	Eine Frucht mehr
	Un fruit de plus
numbersKnown
	Numbers filled in
	Zahlen, die dastehen
	Nombres remplis
notYet
	Not yet. The lit numbers come first.
	Noch nicht: Zuerst kommen die markierten Zahlen.
	Pas encore : d’abord les nombres marqués.
nothing
	{list} do nothing: roll again.
	{list} bewirken nichts: noch einmal würfeln.
	Sans effet : {list}. On relance.
nothing1
	{list} does nothing: roll again.
	{list} bewirkt nichts: noch einmal würfeln.
	Sans effet : {list}. On relance.
averaged
	{n} faces count alike: {sum}. Divided by {n}, that is {mean}.
	{n} Seiten zählen gleich: {sum}. Durch {n} geteilt sind das {mean}.
	{n} faces comptent autant : {sum}. Divisé par {n} : {mean}.
habitCosts
	The fullest tree wins {points} more.
	Vom vollsten Baum gewinnen wir {points} mehr.
	L’arbre le plus chargé gagne {points} de plus.
rollAgain
	again
	noch mal
	relancer

first
	apples, then pears, etc.
	Äpfel, dann Birnen usw.
	pommes, puis poires, etc.
bowl
	nothing: a coin goes into a bowl
	nichts: eine Münze in die Schale
	rien : une pièce va dans un bol
raceTitle
	A race of habits
	Ein Rennen der Gewohnheiten
	Une course d’habitudes
raceAbout
	Four families use the basket in four ways. How many games of 100 will each win? Drag every ▲ to your guess, then start.
	Vier Familien nutzen den Obstkorb auf vier Arten. Wie viele von 100 Spielen gewinnt jede? Zieht jedes ▲ dorthin, wo ihr es erwartet, und startet.
	Quatre familles utilisent le panier de quatre façons. Combien de parties sur 100 chacune gagnera-t-elle ? Placez chaque ▲, puis lancez la course.
quizAbout
	Four families, {n} games each, dice of their own. Tap the one that picks from the fullest tree.
	Vier Familien, je {n} Spiele, jede mit eigenen Würfen. Tippt an, wer vom vollsten Baum pflückt.
	Quatre familles, {n} parties chacune, chacune ses lancers. Touchez celle qui cueille sur l’arbre le plus chargé.
start
	Start
	Start
	Départ
oneGame
	Watch a game
	Ein Spiel ansehen
	Voir une partie
fromStart
	Start again
	Von vorn
	Recommencer
quiz
	Quiz: who is who?
	Quiz: Wer ist wer?
	Quiz : qui est qui ?
ownDice
	each with its own dice
	jede mit eigenen Würfen
	chacune ses lancers
exact
	show the exact chances
	die genauen Chancen zeigen
	montrer les chances exactes
raceRules
	The rules
	Die Regeln
	Les règles
gamesOf
	{n} of {all} games
	{n} von {all} Spielen
	{n} parties sur {all}
gamesNow
	{n} games
	{n} Spiele
	{n} parties
gamesNow1
	{n} game
	{n} Spiel
	{n} partie
family
	Family {name}
	Familie {name}
	Famille {name}
yourGuess
	Your guess: {habit}
	Eure Schätzung: {habit}
	Votre estimation : {habit}
youSaid
	your guess: {n}
	eure Schätzung: {n}
	votre estimation : {n}
standing
	{games}. Won of 100: {all}; give or take {error}.
	{games}. Gewonnen von 100: {all}; auf etwa {error} genau.
	{games}. Gagnées sur 100 : {all} ; à {error} près.
quizRight
	Yes, family {name}. But it was mostly luck: {n} games are too few.
	Ja, Familie {name}. Aber das war vor allem Glück: {n} Spiele sind zu wenige.
	Oui, la famille {name}. Mais c’était surtout de la chance : {n} parties, c’est trop peu.
quizWrong
	No, it was family {name}. {n} games are too few to tell.
	Nein, es war Familie {name}. {n} Spiele sind zu wenige.
	Non, c’était la famille {name}. {n} parties, c’est trop peu.
pair
	“{one}” less “{two}”: {gap} ± {error}.
	„{one}“ minus „{two}“: {gap} ± {error}.
	« {one} » moins « {two} » : {gap} ± {error}.
saves
	Dice of their own would take {times} times as many games.
	Mit eigenen Würfen bräuchte es {times}‑mal so viele Spiele.
	Avec des lancers à part, il faudrait {times} fois plus de parties.

modeNone
	whatever we like
	was wir wollen
	ce que nous voulons
partner
	partner: {habit}
	Partnerin: {habit}
	à deux : {habit}
byTurns
	Every second roll is your partner’s.
	Jeder zweite Wurf gehört eurer Partnerin.
	Un lancer sur deux est à votre partenaire.
saidCoin
	The basket: into the bowl.
	Der Obstkorb: ab in die Schale.
	Le panier : dans le bol.
saidHerPick
	She picks {picked}.
	Sie pflückt {picked}.
	Elle cueille {picked}.
saidForgets
	The basket! She forgets it.
	Der Obstkorb! Sie vergisst ihn.
	Le panier ! Elle l’oublie.
herRoll
	Her roll: tap what the die shows
	Ihr Wurf: Tippt an, was der Würfel zeigt
	Son lancer : touchez ce que montre le dé
inBowl
	Coins in the bowl: {n}.
	Münzen in der Schale: {n}.
	Pièces dans le bol : {n}.
modeOdds
	From the start this wins {here}; always from the fullest tree, {alone}.
	Vom Anfang an gewinnt das {here}, immer vom vollsten Baum {alone}.
	Depuis le début, cela gagne {here} ; toujours sur l’arbre le plus chargé, {alone}.

plumTitle
	The last plum
	Die letzte Pflaume
	La dernière prune
plumStart
	One plum is left, and the next raven ends the game.
	Eine Pflaume ist noch da, und beim nächsten Raben ist es verloren.
	Il reste une prune, et au prochain corbeau, c’est perdu.
plumAsk
	Of 100 such endings, how many do we win?
	Wie viele von 100 solchen Enden gewinnen wir?
	Sur 100 fins comme celle-ci, combien en gagnons-nous ?
myGuess
	My guess
	Ich schätze
	Ma réponse
oneMore
	Once more
	Noch einmal
	Encore
tally
	Won so far: {won} of {games}.
	Bisher gewonnen: {won} von {games}.
	Gagné jusqu’ici : {won} sur {games}.
guessRight
	Well guessed.
	Gut geschätzt.
	Bien vu.
guessLow
	More than you think.
	Mehr, als ihr denkt.
	Plus que vous ne pensez.
guessHigh
	Fewer than you think.
	Weniger, als ihr denkt.
	Moins que vous ne pensez.
plumWhy
	Three faces find an empty tree and change nothing: we roll again. Of the other three, blue and the basket win, and the raven ends the game. Two in three: {chance} of 100.
	Drei Seiten treffen einen leeren Baum und ändern nichts: noch einmal würfeln. Von den anderen drei gewinnen Blau und der Korb, der Rabe beendet das Spiel. Zwei von drei: {chance} von 100.
	Trois faces tombent sur un arbre vide et ne changent rien : on relance. Des trois autres, le bleu et le panier gagnent, le corbeau met fin à la partie. Deux sur trois : {chance} sur 100.
hundred
	A hundred endings
	Hundert Enden
	Cent fins
hundredEnds
	{won} won, {lost} lost.
	{won} gewonnen, {lost} verloren.
	{won} gagnées, {lost} perdues.
wholeGame
	Your turn: a game that has begun
	Jetzt ihr: ein Spiel, das schon begonnen hat
	À vous : une partie déjà commencée
`;

const PHRASES = { en: {}, de: {}, fr: {} };
for (const [, key, said] of SAID.matchAll(/^([\w-]+)((?:\n\t.+)+)/gm)) {
	const phrases = said.trim().split("\n\t");
	Object.values(PHRASES).forEach((table, i) => (table[key] = phrases[i]));
}

/** The language of the browser, as far as there are phrases in it. */
const ownLanguage = () => navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in PHRASES) ?? "en";

/** The language in use, its phrases, and its forms of numbers. */
let spoken;
let words;
let formats;

function speak(lang) {
	const tenth = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
	spoken = document.documentElement.lang = lang;
	words = PHRASES[lang];
	formats = {
		percent: new Intl.NumberFormat(lang, { style: "percent", ...tenth }),
		whole: new Intl.NumberFormat(lang, { style: "percent" }),
		tenth: new Intl.NumberFormat(lang, tenth),
		number: new Intl.NumberFormat(lang),
		plural: new Intl.PluralRules(lang, tenth),
	};
}

/** A phrase with its {places} filled. */
function text(key, values = {}) {
	if (!(key in words)) throw new Error(`words.js has no phrase for ${key}`);
	return words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** So many of something; one of it is said by a phrase of its own. */
const many = (key, n) => text(n === 1 ? `${key}1` : key, { n });

/** A list of n, each made of its place in it. */
const listOf = (n, make) => Array.from({ length: n }, (_, i) => make(i));

const capital = (phrase) => phrase.charAt(0).toUpperCase() + phrase.slice(1);

const FRUITS = ["apple", "pear", "cherry", "plum", "orange", "fig"];
const COLOURS = ["green", "yellow", "red", "blue", "colour5", "colour6"];

const nameOf = (key) => text(key).split("|")[0];

const colourName = (tree) => text(COLOURS[tree]);

/** All that can be said of a tree, its fruit and its colour; large where a sentence begins. */
function wordsOf(tree) {
	const [, picked, itself, better = picked] = text(FRUITS[tree]).split("|");
	const colour = colourName(tree);
	return { picked, better, Better: capital(better), tree: itself, Tree: capital(itself), colour, Colour: capital(colour) };
}

/** A probability in percent, if it is known; never rounded to certainty. */
function percent(p) {
	if (Number.isNaN(p)) return "–";
	if (p > 0 && p < 0.0005) return `< ${formats.percent.format(0.001)}`;
	if (p < 1 && p > 0.9995) return `> ${formats.percent.format(0.999)}`;
	return (p % 1 ? formats.percent : formats.whole).format(p);
}

/** A change of a probability in percentage points, without a sign; it is not nothing. */
function inPoints(change) {
	const points = Math.abs(100 * change);
	return points < 0.05 ? `< ${formats.tenth.format(0.1)}` : formats.tenth.format(points);
}

const withPoints = (change) =>
	text(formats.plural.select(Math.abs(100 * change)) === "one" ? "points1" : "points", { n: inPoints(change) });

/** What is seen, and what is heard in its place. */
const seenAs = (seen, heard) => `<span aria-hidden="true">${seen}</span><span class="unseen">${heard}</span>`;

/** Up, down or the same, which is never told by colour alone. */
const kindOf = (change) => (Math.abs(change) <= Solver.TIE ? "same" : change > 0 ? "up" : "down");

/** What leads from one probability to another, in points, as HTML; nothing if one of them is not known. */
function arrow(from, to) {
	if (Number.isNaN(to - from)) return "";
	const kind = kindOf(to - from);
	if (kind === "same") return `<span class="same">${text("noChange")}</span>`;
	const seen = `${kind === "up" ? "▲" : "▼"} ${inPoints(to - from)}`;
	const heard = text(kind, { points: withPoints(to - from) });
	return `<span class="${kind}">${seenAs(seen, heard)}</span>`;
}

/** What an edition is called, which others are called, too. */
const editionName = (key) => text(key.replace(/-\d+$/, ""));

/** A game by its name and what there is on the table. */
const titleOf = (game) => text("gameNow", { name: editionName(editionOf(game) ?? "own"), facts: factsOf(game) });

function factsOf({ fruits, ravenSteps }) {
	const isEven = fruits.every((n) => n === fruits[0]);
	return text("facts", { fruits: isEven ? `${fruits.length} × ${fruits[0]}` : fruits.join(" + "), steps: many("steps", ravenSteps) });
}
