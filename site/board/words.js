/** What the pages say, in each language, and how each writes its numbers. Another language is another table with the same keys. */
"use strict";

/** A phrase whose key ends in 1 is for one of something. Of a fruit: its name, what is picked, what would be picked, its tree. */
const PHRASES = {
	en: {
		head: "Will we win? The Orchard board",
		title: "Will we win?",
		play: "Play along",
		rules: "Change the rules",
		language: "Language",
		wrong: "This address asks for something that the board does not have. Left out: {parts}",

		chooser: "Which game is on your table?",
		chooserHint:
			"First Orchard is played in two ways. Is it lost as soon as the raven stands on the fifth card, or only when it passes the fifth card into the orchard?",
		"first-orchard": "First Orchard",
		"first-orchardHint": "lost when the raven passes the fifth card, as in the rules",
		"first-orchard-5": "First Orchard",
		"first-orchard-5Hint": "lost when the raven stands on the fifth card",
		orchard: "Orchard",
		orchardHint: "a raven puzzle of nine pieces",
		"orchard-10": "Orchard",
		"orchard-10Hint": "a slower raven",
		own: "Your own rules",
		ownHint: "other trees, another die, or a game that has begun",
		gameNow: "{name}: {facts}",
		evenFacts: "{trees} × {fruits} fruits, {steps}",
		unevenFacts: "{fruits} fruits, {steps}",
		steps: "{n} raven rolls",
		steps1: "1 raven roll",
		askGuess: "When the basket comes up, do you want to guess the best pick, or see it?",
		guessFirst: "Guess first",
		see: "See the chances",

		chance: "Chance of winning",
		rollsLeft: "about {n} more rolls",
		rollsLeft1: "about 1 more roll",
		rollsNone: "no more rolls",
		rollsAll: "{n} rolls on average",
		points: "{n} points",
		points1: "{n} point",
		up: "{points} more",
		down: "{points} less",
		noChange: "no change",
		computing: "Working out the chances: {percent}",
		stop: "Stop",
		stopped: "The chances are not worked out.",
		goOn: "Go on",

		boardNow: "The board. Fruit on the trees: {fruits}. {raven}.",
		ravenRolls: "{n} more raven rolls lose the game",
		ravenRolls1: "1 more raven roll loses the game",
		ravenSpare: "{n} more raven rolls and we would have lost",
		ravenSpare1: "1 more raven roll and we would have lost",
		ravenThere: "The raven is in the orchard",
		inBasket: "{n} of {all} picked",

		whatShows: "Tap what the die shows",
		whichTree: "Pick a fruit: which tree?",
		whichTreeAgain: "And another: which tree?",
		rollForMe: "Roll for me",
		undo: "Undo",
		newGame: "New game",
		lastGame: "Previous game",
		again: "The same rolls again",
		best: "best",
		timesOnDie: "× {n}",

		apple: "apple|an apple|an apple|the apple tree",
		pear: "pear|a pear|a pear|the pear tree",
		cherry: "cherry|a cherry|a cherry|the cherry tree",
		plum: "plum|a plum|a plum|the plum tree",
		orange: "orange|an orange|an orange|the orange tree",
		fig: "fig|a fig|a fig|the fig tree",
		green: "green",
		yellow: "yellow",
		red: "red",
		blue: "blue",
		colour5: "orange",
		colour6: "purple",
		basket: "basket",
		raven: "raven",

		began: "A new game.",
		saidColour: "{Colour}: we pick {picked}.",
		saidEmpty: "{Colour}: {tree} is empty, a wasted roll.",
		saidBasket: "The basket!",
		saidRaven: "The raven comes one step closer.",
		saidPick: "We pick {picked}.",
		saidBestPick: "We pick {picked}. No pick was better.",
		saidWorsePick: "We pick {picked}. {Better} would have been better by {points}. {why}",
		whyEmpty: "Now {tree} is empty, and {colour} is a wasted roll.",
		whyFuller: "{Tree} is fuller. A tree that is empty early wastes the rolls of its colour.",
		whyRarer: "{Colour} comes up too seldom for the fruit on its tree.",
		saidUndo: "Undone.",
		saidChance: "Chance of winning: {chance}.",
		saidWon: "All fruit is picked: we win!",
		saidLost: "The raven is in the orchard: we lose.",

		won: "We win!",
		lost: "The raven wins.",
		wonSub: "All fruit is in the basket after {rolls}.",
		lostSub: "It reached the orchard after {rolls}, with {fruit} still on the trees.",
		rolls: "{n} rolls",
		rolls1: "1 roll",
		fruit: "{n} fruits",
		fruit1: "1 fruit",
		luckHead: "Was it luck, or was it us?",
		atStart: "Chance at the start",
		luck: "The die’s luck",
		choices: "Our picks",
		atEnd: "In the end",
		rightPicks: "Right picks: {n} of {all}.",
		allBest: "No pick could have been better. The rest was luck.",
		worstPick: "The costliest was {better}, move {n}: {instead} was better by {points}.",
		noPicks: "The basket never came up, so it was all luck.",

		story: "The chance so far",
		storyHint: "▲ helped, ▼ hurt",
		storyNow: "From {start} at the start to {now} now.",
		storyList: "Move by move",
		guess: "Guess first: hide the chances at the basket",
		ownPage: "Open on a page of its own",
		about: "Every position is solved exactly, in your browser. Nothing is sent anywhere.",

		strategyHead: "When the die shows the basket, we pick",
		max: "from the fullest tree",
		random: "from a tree at random",
		min: "from the emptiest tree",
		ignore: "nothing",
		optimal: "the best pick there is",
		rowsHead: "One fewer, one more",
		trees: "Trees",
		fruits: "Fruit on each tree",
		ravenSteps: "Raven rolls to lose",
		basketPicks: "Picks from a basket",
		basketFaces: "Baskets on the die",
		ravenFaces: "Ravens on the die",
		colourFaces: "Faces of each colour",
		minus: "one fewer",
		plus: "one more",
		uneven: "Uneven trees, a loaded die",
		fruitOf: "Fruit: {fruit}",
		facesOf: "Faces: {colour}",
		playThese: "Play with these rules",
		tooLarge: "This game has {positions} positions, too many to solve here. Take fewer trees, less fruit or fewer picks.",

		sweepTitle: "Backwards from the last fruit",
		sweepAbout: "Two edges are certain: with no fruit left we have won, with the raven in the orchard we have lost. Every number between them, of 100 games, is an average of numbers that are there already. Fill the table, or touch a number.",
		sweepCosts: "How many games of 100 this habit wins. The darker, the more it loses to the fullest tree.",
		fill: "Fill the table",
		oneNumber: "One number",
		oneFruit: "One fruit more",
		numbersKnown: "Numbers filled in",
		tableName: "{most} to {least} fruits",
		notYet: "Not yet. The lit numbers come first.",
		nothing: "{list} do nothing: roll again.",
		nothing1: "{list} does nothing: roll again.",
		averaged: "{n} faces count alike: {sum}. Divided by {n}, that is {mean}.",
		habitCosts: "The fullest tree wins {points} more.",
		rollAgain: "again",

		order: "apples first, then pears, and so on",
		bowl: "nothing: a coin goes into a bowl",
		raceTitle: "A race of habits",
		raceAbout: "Four ways of using the basket, the same dice. How many games of 100 will each win? Drag every ▲ to your guess, then start.",
		quizAbout: "Four families, {n} games each, dice of their own. Who picks from the fullest tree?",
		start: "Start",
		playTo: "Play to {n}",
		oneGame: "Watch a game",
		fromStart: "From the start",
		quiz: "Stop at 68: who is who?",
		pace: "{n} games a second",
		ownDice: "dice of their own",
		exact: "where they must end",
		gamesNow: "{n} games",
		gamesNow1: "{n} game",
		family: "Family {name}",
		thisOne: "This one",
		yourGuess: "Your guess: {habit}",
		youSaid: "you said {n}",
		standing: "After {n} games, won of 100: {all}; give or take {error}.",
		whoIsWho: "Which family picks from the fullest tree?",
		quizRight: "Yes, family {name}. But it was mostly luck: {n} games are too few.",
		quizWrong: "No, it was family {name}. {n} games are too few to tell.",
		pair: "“{one}” less “{two}”: {gap} ± {error}.",
		saves: "With dice of their own, as sure only after {times} times as many games.",
		curveNow: "The shares so far, and one standard error on either side, over the games played.",

		modeNone: "whatever we like",
		partner: "at our rolls; every second roll is a partner’s, who picks: {habit}",
		saidCoin: "The basket: into the bowl.",
		saidHerPick: "She picks {picked}.",
		saidForgets: "The basket! She forgets it.",
		herRoll: "Her roll: tap what the die shows",
		inBowl: "Coins in the bowl: {n}.",
		modeOdds: "From the start this wins {here}; we alone, always from the fullest tree, {alone}.",
	},
	de: {
		head: "Gewinnen wir? Das Obstgarten-Brett",
		title: "Gewinnen wir?",
		play: "Mitspielen",
		rules: "Regeln ändern",
		language: "Sprache",
		wrong: "Diese Adresse verlangt etwas, das es hier nicht gibt. Weggelassen: {parts}",

		chooser: "Welches Spiel liegt auf eurem Tisch?",
		chooserHint:
			"„Erster Obstgarten“ wird auf zwei Arten gespielt. Ist das Spiel verloren, sobald der Rabe auf der fünften Wegkarte steht, oder erst, wenn er über sie hinaus in den Obstgarten kommt?",
		"first-orchard": "Erster Obstgarten",
		"first-orchardHint": "verloren, wenn der Rabe über die fünfte Karte hinauskommt, wie in der Spielanleitung",
		"first-orchard-5": "Erster Obstgarten",
		"first-orchard-5Hint": "verloren, wenn der Rabe auf der fünften Karte steht",
		orchard: "Obstgarten",
		orchardHint: "ein Rabenpuzzle aus neun Teilen",
		"orchard-10": "Obstgarten",
		"orchard-10Hint": "ein langsamerer Rabe",
		own: "Eigene Regeln",
		ownHint: "andere Bäume, ein anderer Würfel oder ein Spiel, das schon läuft",
		gameNow: "{name}: {facts}",
		evenFacts: "{trees} × {fruits} Früchte, {steps}",
		unevenFacts: "{fruits} Früchte, {steps}",
		steps: "{n}‑mal Rabe",
		steps1: "1‑mal Rabe",
		askGuess: "Zeigt der Würfel den Obstkorb: Wollt ihr raten, was am besten ist, oder es sehen?",
		guessFirst: "Erst raten",
		see: "Chancen sehen",

		chance: "Gewinnchance",
		rollsLeft: "noch etwa {n} Würfe",
		rollsLeft1: "noch etwa 1 Wurf",
		rollsNone: "kein Wurf mehr",
		rollsAll: "im Schnitt {n} Würfe",
		points: "{n} Prozentpunkte",
		points1: "{n} Prozentpunkt",
		up: "{points} mehr",
		down: "{points} weniger",
		noChange: "gleich",
		computing: "Die Chancen werden berechnet: {percent}",
		stop: "Anhalten",
		stopped: "Die Chancen sind nicht berechnet.",
		goOn: "Weiter",

		boardNow: "Das Brett. Früchte an den Bäumen: {fruits}. {raven}.",
		ravenRolls: "Noch {n}‑mal Rabe, dann verlieren wir",
		ravenRolls1: "Noch 1‑mal Rabe, dann verlieren wir",
		ravenSpare: "Noch {n}‑mal Rabe, und wir hätten verloren",
		ravenSpare1: "Noch 1‑mal Rabe, und wir hätten verloren",
		ravenThere: "Der Rabe ist im Obstgarten",
		inBasket: "{n} von {all} gepflückt",

		whatShows: "Tippt an, was der Würfel zeigt",
		whichTree: "Pflückt eine Frucht: von welchem Baum?",
		whichTreeAgain: "Und noch eine: von welchem Baum?",
		rollForMe: "Würfeln",
		undo: "Zug zurück",
		newGame: "Neues Spiel",
		lastGame: "Voriges Spiel",
		again: "Noch einmal mit denselben Würfen",
		best: "am besten",
		timesOnDie: "× {n}",

		apple: "Apfel|einen Apfel|ein Apfel|der Apfelbaum",
		pear: "Birne|eine Birne|eine Birne|der Birnbaum",
		cherry: "Kirsche|eine Kirsche|eine Kirsche|der Kirschbaum",
		plum: "Pflaume|eine Pflaume|eine Pflaume|der Pflaumenbaum",
		orange: "Orange|eine Orange|eine Orange|der Orangenbaum",
		fig: "Feige|eine Feige|eine Feige|der Feigenbaum",
		green: "Grün",
		yellow: "Gelb",
		red: "Rot",
		blue: "Blau",
		colour5: "Orange",
		colour6: "Lila",
		basket: "Korb",
		raven: "Rabe",

		began: "Ein neues Spiel.",
		saidColour: "{Colour}: Wir pflücken {picked}.",
		saidEmpty: "{Colour}: {Tree} ist leer, der Wurf ist verschenkt.",
		saidBasket: "Der Obstkorb!",
		saidRaven: "Der Rabe kommt einen Schritt näher.",
		saidPick: "Wir pflücken {picked}.",
		saidBestPick: "Wir pflücken {picked}. Besser ging es nicht.",
		saidWorsePick: "Wir pflücken {picked}. {Better} wäre um {points} besser gewesen. {why}",
		whyEmpty: "Jetzt ist {tree} leer, und {Colour} zu würfeln bringt nichts mehr.",
		whyFuller: "{Tree} ist voller. Ist ein Baum früh leer, bringt seine Farbe auf dem Würfel nichts mehr.",
		whyRarer: "{Colour} fällt zu selten für die Früchte an diesem Baum.",
		saidUndo: "Zurückgenommen.",
		saidChance: "Gewinnchance: {chance}.",
		saidWon: "Alle Früchte sind gepflückt: Wir gewinnen!",
		saidLost: "Der Rabe ist im Obstgarten: Wir verlieren.",

		won: "Gewonnen!",
		lost: "Der Rabe gewinnt.",
		wonSub: "Nach {rolls} sind alle Früchte im Korb.",
		lostSub: "Nach {rolls} ist er im Obstgarten. Übrig geblieben: {fruit}.",
		rolls: "{n} Würfen",
		rolls1: "1 Wurf",
		fruit: "{n} Früchte",
		fruit1: "1 Frucht",
		luckHead: "Lag es am Würfel oder an uns?",
		atStart: "Chance am Anfang",
		luck: "Würfelglück",
		choices: "Unsere Wahl",
		atEnd: "Am Ende",
		rightPicks: "Richtig gewählt: {n} von {all}.",
		allBest: "Besser wählen konnten wir nicht. Der Rest war Zufall.",
		worstPick: "Am meisten gekostet hat {better}, Zug {n}: {instead} wäre um {points} besser gewesen.",
		noPicks: "Der Obstkorb wurde nie gewürfelt: Alles war Zufall.",

		story: "Die Chance bisher",
		storyHint: "▲ half, ▼ schadete",
		storyNow: "Von {start} am Anfang auf {now} jetzt.",
		storyList: "Zug um Zug",
		guess: "Erst raten: beim Obstkorb die Chancen verbergen",
		ownPage: "Auf einer eigenen Seite öffnen",
		about: "Jede Stellung wird genau berechnet, in eurem Browser. Nichts wird gesendet.",

		strategyHead: "Zeigt der Würfel den Obstkorb, pflücken wir",
		max: "vom vollsten Baum",
		random: "von irgendeinem Baum",
		min: "vom leersten Baum",
		ignore: "nichts",
		optimal: "immer die beste Frucht",
		rowsHead: "Eins weniger, eins mehr",
		trees: "Bäume",
		fruits: "Früchte an jedem Baum",
		ravenSteps: "Rabenschritte bis zum Obstgarten",
		basketPicks: "Früchte je Obstkorb",
		basketFaces: "Obstkörbe auf dem Würfel",
		ravenFaces: "Raben auf dem Würfel",
		colourFaces: "Seiten je Farbe",
		minus: "eins weniger",
		plus: "eins mehr",
		uneven: "Ungleiche Bäume, gezinkter Würfel",
		fruitOf: "Früchte: {fruit}",
		facesOf: "Seiten: {colour}",
		playThese: "Mit diesen Regeln spielen",
		tooLarge: "Dieses Spiel hat {positions} Stellungen, zu viele für diese Seite. Nehmt weniger Bäume, weniger Früchte oder weniger Früchte je Obstkorb.",

		sweepTitle: "Rückwärts von der letzten Frucht",
		sweepAbout: "Zwei Ränder stehen fest: Ist keine Frucht mehr da, haben wir gewonnen, ist der Rabe im Obstgarten, verloren. Jede Zahl dazwischen, von 100 Spielen, ist ein Mittel aus Zahlen, die schon dastehen. Füllt die Tabelle oder berührt eine Zahl.",
		sweepCosts: "So viele von 100 Spielen gewinnt diese Gewohnheit. Je dunkler, desto mehr verliert sie gegen den vollsten Baum.",
		fill: "Tabelle füllen",
		oneNumber: "Eine Zahl",
		oneFruit: "Eine Frucht mehr",
		numbersKnown: "Zahlen, die dastehen",
		tableName: "{most} bis {least} Früchte",
		notYet: "Noch nicht: Zuerst kommen die markierten Zahlen.",
		nothing: "{list} bewirken nichts: noch einmal würfeln.",
		nothing1: "{list} bewirkt nichts: noch einmal würfeln.",
		averaged: "{n} Seiten zählen gleich: {sum}. Durch {n} geteilt sind das {mean}.",
		habitCosts: "Vom vollsten Baum gewinnen wir {points} mehr.",
		rollAgain: "noch mal",

		order: "erst Äpfel, dann Birnen und so fort",
		bowl: "nichts: eine Münze in die Schale",
		raceTitle: "Ein Rennen der Gewohnheiten",
		raceAbout: "Vier Arten, den Obstkorb zu nutzen, dieselben Würfe. Wie viele von 100 Spielen gewinnt jede? Zieht jedes ▲ dorthin, wo ihr es erwartet, und startet.",
		quizAbout: "Vier Familien, je {n} Spiele, jede mit eigenen Würfen. Wer pflückt vom vollsten Baum?",
		start: "Start",
		playTo: "Bis {n} spielen",
		oneGame: "Ein Spiel ansehen",
		fromStart: "Von vorn",
		quiz: "Halt bei 68: Wer ist wer?",
		pace: "{n} Spiele je Sekunde",
		ownDice: "jede mit eigenen Würfen",
		exact: "wo sie enden müssen",
		gamesNow: "{n} Spiele",
		gamesNow1: "{n} Spiel",
		family: "Familie {name}",
		thisOne: "Diese",
		yourGuess: "Eure Schätzung: {habit}",
		youSaid: "ihr sagtet {n}",
		standing: "Nach {n} Spielen, gewonnen von 100: {all}; auf etwa {error} genau.",
		whoIsWho: "Welche Familie pflückt vom vollsten Baum?",
		quizRight: "Ja, Familie {name}. Aber das war vor allem Glück: {n} Spiele sind zu wenige.",
		quizWrong: "Nein, es war Familie {name}. {n} Spiele sind zu wenige.",
		pair: "„{one}“ minus „{two}“: {gap} ± {error}.",
		saves: "Mit eigenen Würfen ebenso sicher erst nach {times}‑mal so vielen Spielen.",
		curveNow: "Die Anteile bisher und ein Standardfehler nach beiden Seiten, über den gespielten Spielen.",

		modeNone: "was wir wollen",
		partner: "bei unseren Würfen; jeder zweite gehört einer Partnerin, sie pflückt: {habit}",
		saidCoin: "Der Obstkorb: ab in die Schale.",
		saidHerPick: "Sie pflückt {picked}.",
		saidForgets: "Der Obstkorb! Sie vergisst ihn.",
		herRoll: "Ihr Wurf: Tippt an, was der Würfel zeigt",
		inBowl: "Münzen in der Schale: {n}.",
		modeOdds: "Vom Anfang an gewinnt das {here}, wir allein, immer vom vollsten Baum, {alone}.",
	},
	fr: {
		head: "Gagnerons-nous ? Le plateau du Verger",
		title: "Gagnerons-nous ?",
		play: "Jouer",
		rules: "Changer les règles",
		language: "Langue",
		wrong: "Cette adresse demande quelque chose que ce plateau n’a pas. Ignoré : {parts}",

		chooser: "Quel jeu avez-vous sur la table ?",
		chooserHint:
			"« Mon premier Verger » se joue de deux façons. La partie est-elle perdue dès que le corbeau se pose sur la cinquième carte, ou seulement quand il la dépasse et entre dans le verger ?",
		"first-orchard": "Mon premier Verger",
		"first-orchardHint": "perdu quand le corbeau dépasse la cinquième carte, comme dans la règle du jeu",
		"first-orchard-5": "Mon premier Verger",
		"first-orchard-5Hint": "perdu dès que le corbeau est sur la cinquième carte",
		orchard: "Le Verger",
		orchardHint: "un corbeau en puzzle de neuf pièces",
		"orchard-10": "Le Verger",
		"orchard-10Hint": "un corbeau plus lent",
		own: "Vos propres règles",
		ownHint: "d’autres arbres, un autre dé ou une partie déjà commencée",
		gameNow: "{name} : {facts}",
		evenFacts: "{trees} × {fruits} fruits, {steps}",
		unevenFacts: "{fruits} fruits, {steps}",
		steps: "{n} fois le corbeau",
		steps1: "1 fois le corbeau",
		askGuess: "Quand le panier sort, voulez-vous deviner le meilleur choix ou le voir ?",
		guessFirst: "Deviner d’abord",
		see: "Voir les chances",

		chance: "Chances de gagner",
		rollsLeft: "encore {n} lancers environ",
		rollsLeft1: "encore 1 lancer environ",
		rollsNone: "plus aucun lancer",
		rollsAll: "{n} lancers en moyenne",
		points: "{n} points",
		points1: "{n} point",
		up: "{points} de plus",
		down: "{points} de moins",
		noChange: "inchangé",
		computing: "Calcul des chances : {percent}",
		stop: "Arrêter",
		stopped: "Les chances ne sont pas calculées.",
		goOn: "Continuer",

		boardNow: "Le plateau. Fruits sur les arbres : {fruits}. {raven}.",
		ravenRolls: "Encore {n} corbeaux et c’est perdu",
		ravenRolls1: "Encore un corbeau et c’est perdu",
		ravenSpare: "Encore {n} corbeaux et c’était perdu",
		ravenSpare1: "Encore un corbeau et c’était perdu",
		ravenThere: "Le corbeau est dans le verger",
		inBasket: "Cueillis : {n} sur {all}",

		whatShows: "Touchez ce que montre le dé",
		whichTree: "Cueillez un fruit : sur quel arbre ?",
		whichTreeAgain: "Et encore un : sur quel arbre ?",
		rollForMe: "Lancer le dé",
		undo: "Annuler",
		newGame: "Nouvelle partie",
		lastGame: "Partie précédente",
		again: "Rejouer avec les mêmes lancers",
		best: "le mieux",
		timesOnDie: "× {n}",

		apple: "pomme|une pomme|une pomme|le pommier",
		pear: "poire|une poire|une poire|le poirier",
		cherry: "cerise|une cerise|une cerise|le cerisier",
		plum: "prune|une prune|une prune|le prunier",
		orange: "orange|une orange|une orange|l’oranger",
		fig: "figue|une figue|une figue|le figuier",
		green: "vert",
		yellow: "jaune",
		red: "rouge",
		blue: "bleu",
		colour5: "orange",
		colour6: "violet",
		basket: "panier",
		raven: "corbeau",

		began: "Une nouvelle partie.",
		saidColour: "{Colour} : nous cueillons {picked}.",
		saidEmpty: "{Colour} : {tree} est vide, un lancer pour rien.",
		saidBasket: "Le panier !",
		saidRaven: "Le corbeau avance d’un pas.",
		saidPick: "Nous cueillons {picked}.",
		saidBestPick: "Nous cueillons {picked}. Il n’y avait pas mieux.",
		saidWorsePick: "Nous cueillons {picked}. Avec {better}, nous aurions {points} de plus. {why}",
		whyEmpty: "Maintenant {tree} est vide, et un lancer « {colour} » ne sert plus à rien.",
		whyFuller: "{Tree} est plus chargé. Un arbre vidé trop tôt fait perdre les lancers de sa couleur.",
		whyRarer: "Le dé montre trop rarement « {colour} » pour les fruits de cet arbre.",
		saidUndo: "Annulé.",
		saidChance: "Chances de gagner : {chance}.",
		saidWon: "Tous les fruits sont cueillis : nous gagnons !",
		saidLost: "Le corbeau est dans le verger : nous perdons.",

		won: "Gagné !",
		lost: "Le corbeau gagne.",
		wonSub: "Tous les fruits sont dans le panier après {rolls}.",
		lostSub: "Il est entré dans le verger après {rolls}. Sur les arbres, il reste {fruit}.",
		rolls: "{n} lancers",
		rolls1: "1 lancer",
		fruit: "{n} fruits",
		fruit1: "1 fruit",
		luckHead: "Le hasard ou nos choix ?",
		atStart: "Chances au départ",
		luck: "Hasard du dé",
		choices: "Nos choix",
		atEnd: "À la fin",
		rightPicks: "Bons choix : {n} sur {all}.",
		allBest: "Aucun choix n’aurait été meilleur. Le reste était du hasard.",
		worstPick: "Le plus coûteux : {better}, coup {n}. Avec {instead}, nous aurions eu {points} de plus.",
		noPicks: "Le panier n’est jamais sorti : ce n’était que du hasard.",

		story: "Les chances jusqu’ici",
		storyHint: "▲ mieux, ▼ pire",
		storyNow: "De {start} au départ à {now} maintenant.",
		storyList: "Coup par coup",
		guess: "Deviner d’abord : cacher les chances quand le panier sort",
		ownPage: "Ouvrir sur une page à part",
		about: "Chaque position est calculée exactement, dans votre navigateur. Rien n’est envoyé.",

		strategyHead: "Quand le dé montre le panier, nous cueillons",
		max: "sur l’arbre le plus chargé",
		random: "sur un arbre au hasard",
		min: "sur l’arbre le moins chargé",
		ignore: "rien",
		optimal: "le meilleur fruit possible",
		rowsHead: "Un de moins, un de plus",
		trees: "Arbres",
		fruits: "Fruits sur chaque arbre",
		ravenSteps: "Pas du corbeau jusqu’au verger",
		basketPicks: "Fruits par panier",
		basketFaces: "Paniers sur le dé",
		ravenFaces: "Corbeaux sur le dé",
		colourFaces: "Faces de chaque couleur",
		minus: "un de moins",
		plus: "un de plus",
		uneven: "Arbres inégaux, dé pipé",
		fruitOf: "Fruits : {fruit}",
		facesOf: "Faces : {colour}",
		playThese: "Jouer avec ces règles",
		tooLarge: "Ce jeu a {positions} positions, trop pour cette page. Prenez moins d’arbres, moins de fruits ou moins de fruits par panier.",

		sweepTitle: "À rebours depuis le dernier fruit",
		sweepAbout: "Deux bords sont certains : sans fruit, c’est gagné ; le corbeau dans le verger, c’est perdu. Chaque nombre entre les deux, sur 100 parties, est une moyenne de nombres déjà là. Remplissez le tableau ou touchez un nombre.",
		sweepCosts: "Parties gagnées sur 100 avec cette habitude. Plus c’est foncé, plus elle perd sur l’arbre le plus chargé.",
		fill: "Remplir le tableau",
		oneNumber: "Un nombre",
		oneFruit: "Un fruit de plus",
		numbersKnown: "Nombres remplis",
		tableName: "De {most} à {least} fruits",
		notYet: "Pas encore : d’abord les nombres marqués.",
		nothing: "Sans effet : {list}. On relance.",
		nothing1: "Sans effet : {list}. On relance.",
		averaged: "{n} faces comptent autant : {sum}. Divisé par {n} : {mean}.",
		habitCosts: "L’arbre le plus chargé gagne {points} de plus.",
		rollAgain: "relancer",

		order: "d’abord les pommes, puis les poires, etc.",
		bowl: "rien : une pièce va dans un bol",
		raceTitle: "Une course d’habitudes",
		raceAbout: "Quatre façons d’utiliser le panier, les mêmes lancers. Combien de parties sur 100 chacune gagnera-t-elle ? Placez chaque ▲, puis lancez la course.",
		quizAbout: "Quatre familles, {n} parties chacune, chacune ses lancers. Qui cueille sur l’arbre le plus chargé ?",
		start: "Départ",
		playTo: "Jouer jusqu’à {n}",
		oneGame: "Voir une partie",
		fromStart: "Depuis le début",
		quiz: "Arrêt à 68 : qui est qui ?",
		pace: "{n} parties par seconde",
		ownDice: "chacune ses lancers",
		exact: "où elles finissent",
		gamesNow: "{n} parties",
		gamesNow1: "{n} partie",
		family: "Famille {name}",
		thisOne: "Celle-ci",
		yourGuess: "Votre estimation : {habit}",
		youSaid: "vous : {n}",
		standing: "Après {n} parties, gagnées sur 100 : {all} ; à {error} près.",
		whoIsWho: "Quelle famille cueille sur l’arbre le plus chargé ?",
		quizRight: "Oui, la famille {name}. Mais c’était surtout de la chance : {n} parties, c’est trop peu.",
		quizWrong: "Non, c’était la famille {name}. {n} parties, c’est trop peu.",
		pair: "« {one} » moins « {two} » : {gap} ± {error}.",
		saves: "Chacune avec ses lancers, aussi sûr après {times} fois plus de parties seulement.",
		curveNow: "Les parts jusqu’ici, à une erreur type près, selon le nombre de parties.",

		modeNone: "ce que nous voulons",
		partner: "à nos lancers ; un lancer sur deux est à une partenaire, qui cueille : {habit}",
		saidCoin: "Le panier : dans le bol.",
		saidHerPick: "Elle cueille {picked}.",
		saidForgets: "Le panier ! Elle l’oublie.",
		herRoll: "Son lancer : touchez ce que montre le dé",
		inBowl: "Pièces dans le bol : {n}.",
		modeOdds: "Depuis le début, cela gagne {here} ; nous seuls, toujours sur l’arbre le plus chargé, {alone}.",
	},
};

/** The language of the browser, as far as there are phrases in it. */
const ownLanguage = () => navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in PHRASES) ?? "en";

/** The phrases, and the forms of numbers, that are in use. */
let words = PHRASES.en;
let formats = formatsOf("en");

function formatsOf(lang) {
	const tenth = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
	return {
		percent: new Intl.NumberFormat(lang, { style: "percent", ...tenth }),
		whole: new Intl.NumberFormat(lang, { style: "percent" }),
		tenth: new Intl.NumberFormat(lang, tenth),
		plural: new Intl.PluralRules(lang, { minimumFractionDigits: 1 }),
	};
}

/** Say everything in this language from now on. */
function speak(lang) {
	document.documentElement.lang = lang;
	words = PHRASES[lang];
	formats = formatsOf(lang);
}

/** A phrase with its {places} filled. */
function text(key, values = {}) {
	return words[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** So many of something; one of it is said by a phrase of its own. */
const many = (key, n) => text(n === 1 ? `${key}1` : key, { n });

/** The first letter large. */
const capital = (phrase) => phrase.charAt(0).toUpperCase() + phrase.slice(1);

const FRUITS = ["apple", "pear", "cherry", "plum", "orange", "fig"];
const COLOURS = ["green", "yellow", "red", "blue", "colour5", "colour6"];

/** A thing's name. */
const nameOf = (key) => text(key).split("|")[0];

const colourName = (tree) => text(COLOURS[tree]);

/** All that can be said of a tree, its fruit and its colour; large where a sentence begins. */
function wordsOf(tree) {
	const [, picked, better, itself] = text(FRUITS[tree]).split("|");
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

/** A probability as it is shown, in tenths of a percent: what is shown as a difference is that of such numbers. */
const tenths = (p) => Math.round(1000 * p);

/** So many tenths of a percentage point, without a sign, of a change that is not nothing. */
const inPoints = (n) => (n ? formats.tenth.format(Math.abs(n / 10)) : `< ${formats.tenth.format(0.1)}`);

/** The same with its unit. */
function withPoints(n) {
	const one = formats.plural.select(Math.max(1, Math.abs(n)) / 10) === "one";
	return text(one ? "points1" : "points", { n: inPoints(n) });
}

/** Up, down or the same, which is never told by colour alone. */
const kindOf = (change) => (Math.abs(change) <= Solver.TIE ? "same" : change > 0 ? "up" : "down");

/** What leads from one probability to another, in points, as HTML; nothing if one of them is not known. */
function arrow(from, to) {
	if (Number.isNaN(to - from)) return "";
	const kind = kindOf(to - from);
	const change = tenths(to) - tenths(from);
	if (kind === "same") return `<span class="same">${text("noChange")}</span>`;
	const seen = `${kind === "up" ? "▲" : "▼"} ${inPoints(change)}`;
	const heard = text(kind, { points: withPoints(change) });
	return `<span class="${kind}"><span aria-hidden="true">${seen}</span><span class="unseen">${heard}</span></span>`;
}

/** What there is on the table. */
function factsOf({ fruits, ravenSteps }) {
	const steps = many("steps", ravenSteps);
	if (fruits.some((n) => n !== fruits[0])) return text("unevenFacts", { fruits: fruits.join(" + "), steps });
	return text("evenFacts", { trees: fruits.length, fruits: fruits[0], steps });
}
