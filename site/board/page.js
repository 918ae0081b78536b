/**
 * The page: a board to play along on, and rules to change.
 *
 * In this order: the texts, a game in play, its address, the pictures, what is shown now, play along, change the rules, the start.
 */
"use strict";

// --- the texts: all that the page says. Another language is another table with the same keys ---

/** @type {Record<string, Record<string, string>>} */
const TEXTS = {
	en: {
		head: "Will we win? The Orchard board",
		title: "Will we win?",
		play: "Play along",
		rules: "Change the rules",

		chooser: "Which game is on your table?",
		chooserHint: "First Orchard is played in two ways. Is it lost as soon as the raven stands on the fifth card, or only when it passes the fifth card into the orchard?",
		"first-orchard-6": "First Orchard",
		"first-orchard-6Hint": "lost when the raven passes the fifth card, as in the rules",
		"first-orchard": "First Orchard",
		"first-orchardHint": "lost when the raven stands on the fifth card",
		orchard: "Orchard",
		orchardHint: "a raven puzzle of nine pieces",
		"orchard-10": "Orchard",
		"orchard-10Hint": "a slower raven",
		own: "Your own rules",
		ownHint: "other trees, another die, or a game that has begun",
		gameNow: "{name}: {facts}",
		evenFacts: "{trees} × {fruits} fruit, {steps}",
		unevenFacts: "{fruits} fruit, {steps}",
		steps: "{n} raven rolls",
		steps1: "1 raven roll",

		chance: "Chance of winning",
		rollsLeft: "about {n} more rolls",
		rollsLeft1: "about 1 more roll",
		rollsNone: "no more rolls",
		rollsAll: "{n} rolls a game",
		under: "< {p} %",
		over: "> {p} %",
		percent: "{p} %",
		underPoints: "< {points}",
		wrong: "This address asks for what the board does not have, and that part of it is left out: {parts}",

		boardNow: "The board. Fruit on the trees: {fruits}. {raven}.",
		ravenRolls: "{n} more raven rolls lose the game",
		ravenRolls1: "1 more raven roll loses the game",
		ravenSpare: "We had {n} raven rolls to spare",
		ravenSpare1: "We had 1 raven roll to spare",
		ravenThere: "The raven is in the orchard",
		inBasket: "{n} of {all} picked",

		whatShows: "Tap what the die shows",
		whichTree: "Pick a fruit: which tree?",
		whichTreeAgain: "And another: which tree?",
		rollForMe: "Roll for me",
		undo: "Undo",
		newGame: "New game",
		lastGame: "Last game",
		best: "best",
		up: "{points} points more",
		down: "{points} points less",
		noChange: "no change",
		timesOnDie: "× {n}",

		apple: "apple",
		pear: "pear",
		cherry: "cherry",
		plum: "plum",
		orange: "orange",
		fig: "fig",
		green: "green",
		yellow: "yellow",
		red: "red",
		blue: "blue",
		colour5: "orange",
		colour6: "purple",
		basket: "basket",
		raven: "raven",

		began: "A new game.",
		saidColour: "{Colour}: one {fruit} picked.",
		saidEmpty: "{Colour}: the {fruit} tree is bare, a wasted roll.",
		saidBasket: "The basket!",
		saidRaven: "The raven comes one step closer.",
		saidBestPick: "One {fruit} picked. No pick was better.",
		saidWorsePick: "One {fruit} picked. A better pick was {best}: this one costs {points} points.",
		saidUndo: "Undone.",
		saidChance: "Chance of winning {chance}.",
		saidWon: "All fruit is picked: we win!",
		saidLost: "The raven is in the orchard: we lose.",

		won: "We win!",
		lost: "The raven wins.",
		wonSub: "All fruit is in the basket after {rolls}.",
		lostSub: "It reached the orchard after {rolls}, with {left} fruit still on the trees.",
		rolls: "{n} rolls",
		rolls1: "1 roll",
		luckHead: "Was it luck, or was it us?",
		atStart: "Chance at the start",
		luck: "The die’s luck",
		choices: "Our picks",
		atEnd: "In the end",
		allBest: "No pick could have been better. The rest was luck.",
		worstPick: "Our costliest pick was a {fruit} on roll {n}: {points} points.",
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
		ravenSteps: "Raven rolls",
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
	},
};

/** @type {Record<string, string>} */
const WORDS = TEXTS[document.documentElement.lang] ?? TEXTS.en;

/** A text with its {places} filled. @type {(key: string, values?: Record<string, any>) => string} */
function text(key, values = {}) {
	return WORDS[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** So many of something; one of it is said by a text of its own. @type {(key: string, n: number) => string} */
const many = (key, n) => text(n === 1 ? `${key}1` : key, { n });

/** The first letter large. @type {(words: string) => string} */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

const FRUITS = ["apple", "pear", "cherry", "plum", "orange", "fig"];
const COLOURS = ["green", "yellow", "red", "blue", "colour5", "colour6"];

/** @type {(tree: number) => string} */
const fruitName = (tree) => text(FRUITS[tree]);

/** The key of what a die's face shows. @type {(move: string) => string} */
const nameOf = (move) => (move === "b" ? "basket" : move === "r" ? "raven" : FRUITS[Number(move) - 1]);

/** @type {(tree: number) => string} */
const colourName = (tree) => text(COLOURS[tree]);

/** A probability in percent, if it is known; never rounded to certainty. @type {(p: number|null) => string} */
function percent(p) {
	if (p === null) return "–";
	if (p > 0 && p < 0.0005) return text("under", { p: 0.1 });
	if (p < 1 && p > 0.9995) return text("over", { p: 99.9 });
	return text("percent", { p: p % 1 ? (100 * p).toFixed(1) : 100 * p });
}

/** A probability as it is shown, in tenths of a percent: what is shown as a difference is that of such numbers. @type {(p: number) => number} */
const tenths = (p) => Math.round(1000 * p);

/** So many tenths of a percentage point, without a sign, of a change that is not nothing. @type {(n: number) => string} */
const inPoints = (n) => (n ? Math.abs(n / 10).toFixed(1) : text("underPoints", { points: 0.1 }));

/** How many points lie between two probabilities as they are shown. @type {(from: number, to: number) => string} */
const pointsBetween = (from, to) => inPoints(tenths(to) - tenths(from));

/** Up, down or the same, which is never told by colour alone. @type {(change: number) => string} */
const kindOf = (change) => (Math.abs(change) <= Solver.TIE ? "same" : change > 0 ? "up" : "down");

/** What leads from one probability to another, in points, as HTML. @type {(from: number, to: number) => string} */
function arrow(from, to) {
	const kind = kindOf(to - from);
	const points = pointsBetween(from, to);
	if (kind === "same") return `<span class="same">${text("noChange")}</span>`;
	const seen = `${kind === "up" ? "▲" : "▼"} ${points}`;
	return `<span class="${kind}"><span aria-hidden="true">${seen}</span><span class="unseen">${text(kind, { points })}</span></span>`;
}

/** What there is on the table. @type {(game: Game) => string} */
function factsOf({ fruits, ravenSteps }) {
	const steps = many("steps", ravenSteps);
	if (fruits.some((n) => n !== fruits[0])) return text("unevenFacts", { fruits: fruits.join(" + "), steps });
	return text("evenFacts", { trees: fruits.length, fruits: fruits[0], steps });
}

// --- a game in play ---

/**
 * What a roll or a pick led to. `face`: what the die showed, by the number of a tree from 1, b for the basket or r for the raven;
 * null for a pick. `tree`: the one that lost a fruit. `picks`: how many come next.
 * @typedef {{face: string|null, tree: number|null, fruits: number[], raven: number, picks: number}} Step
 */

/** A face or a tree to pick from by its letter, its faces, where it leads. @typedef {{move: string, faces: number, after: Step|null}} Move */

/** @type {(fruits: number, ravenSteps: number, basketPicks: number) => Game} */
const edition = (fruits, ravenSteps, basketPicks) => ({
	fruits: Array(4).fill(fruits),
	ravenSteps,
	basketPicks,
	colourFaces: [1, 1, 1, 1],
	basketFaces: 1,
	ravenFaces: 1,
});

/** @type {Record<string, Game>} */
const EDITIONS = {
	"first-orchard-6": edition(4, 6, 1), // the first is what one meets
	"first-orchard": edition(4, 5, 1),
	orchard: edition(10, 9, 2),
	"orchard-10": edition(10, 10, 2),
};

/** What each rule may be, on this page. @type {Record<string, [number, number]>} */
const LIMITS = {
	trees: [1, 6],
	fruits: [0, 20],
	ravenSteps: [1, 20],
	basketPicks: [0, 4],
	colourFaces: [0, 6],
	basketFaces: [0, 6],
	ravenFaces: [1, 6],
};

/** The key of the edition that a game is. @type {(game: Game) => string|undefined} */
const editionOf = (game) => Object.keys(EDITIONS).find((key) => JSON.stringify(EDITIONS[key]) === JSON.stringify(game));

/** Whether there is such a game, within the limits of this page. @type {(game: Game) => boolean} */
function isPossible(game) {
	/** @type {Record<string, number|number[]>} */
	const numbers = { ...game, trees: game.fruits.length };
	const fits = game.colourFaces.length === game.fruits.length && Solver.sum(game.fruits) > 0;
	return fits && Object.entries(LIMITS).every(([rule, [least, most]]) =>
		[numbers[rule]].flat().every((n) => Number.isInteger(n) && n >= least && n <= most));
}

/** @type {(at: Step) => boolean} */
const isWon = (at) => Solver.sum(at.fruits) === 0;

/** @type {(at: Step) => boolean} */
const isOver = (at) => isWon(at) || at.raven === 0;

/** Where a move leads, or null if it cannot be made. @type {(game: Game, at: Step, move: string) => Step|null} */
function stepBy(game, at, move) {
	const tree = Number(move) - 1;
	const hit = at.fruits[tree] ? tree : null;
	const fruits = at.fruits.map((n, i) => (i === hit ? n - 1 : n));
	if (isOver(at)) return null;
	if (at.picks) return hit === null ? null : { ...at, face: null, tree, fruits, picks: Math.min(at.picks - 1, Solver.sum(fruits)) };
	if (move === "r") return { ...at, face: move, tree: null, raven: at.raven - 1 };
	if (move === "b" && game.basketFaces) return { ...at, face: move, tree: null, picks: Math.min(game.basketPicks, Solver.sum(fruits)) };
	return game.colourFaces[tree] ? { ...at, face: move, tree: hit, fruits } : null;
}

/** The steps of the moves, the beginning first, up to the first that cannot be made. @type {(game: Game, moves: string) => Step[]} */
function replay(game, moves) {
	/** @type {Step[]} */
	const steps = [{ face: null, tree: null, fruits: game.fruits, raven: game.ravenSteps, picks: 0 }];
	for (const move of moves) {
		const next = stepBy(game, steps[steps.length - 1], move);
		if (!next) break;
		steps.push(next);
	}
	return steps;
}

/** What the die can show, or the trees to pick from and two faces at rest. @type {(game: Game, at: Step) => Move[]} */
function movesAt(game, at) {
	const faces = [...game.colourFaces, game.basketFaces, game.ravenFaces];
	const letters = [...game.fruits.map((_, i) => String(i + 1)), "b", "r"];
	const moves = letters.map((move, i) => ({ move, faces: faces[i], after: stepBy(game, at, move) }));
	return moves.filter(({ faces }) => faces || at.picks);
}

/** The chance of winning after a step. @type {(best: Solution, at: Step) => number} */
const chanceAt = (best, at) => best.value(at.fruits, at.raven, at.picks);

/** The trees that it is best to pick from. @type {(game: Game, best: Solution, at: Step) => number[]} */
function bestTrees(game, best, at) {
	const moves = movesAt(game, at).filter(({ after }) => after && chanceAt(best, after) >= chanceAt(best, at) - Solver.TIE);
	return moves.map(({ move }) => Number(move) - 1);
}

// --- the address ---

/**
 * All that the page shows, and its address says. `moves`: their letters. `guess`: the chances at the basket are hidden.
 * `wrong`: the parts of the address that cannot be obeyed.
 * @typedef {{view: "play"|"rules", game: Game, moves: string, guess: boolean, strategy: string, wrong: string[]}} Shown
 */

/** The names of what an address may say. */
const PARTS = ["view", "game", ...Object.keys(EDITIONS.orchard), "strategy", "guess", "moves"];

/** @type {(shown: Shown) => string} */
function addressOf({ view, game, moves, guess, strategy }) {
	const key = editionOf(game);
	const parts = {
		...(view === "rules" && { view }),
		...(key ? { game: key } : game),
		...(strategy !== "max" && { strategy }),
		...(guess && { guess: 1 }),
		...(moves && { moves }),
	};
	return `#${Object.entries(parts).map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/** What an address says; what it leaves out, or says wrongly, is as at the beginning. @type {(hash: string) => Shown} */
function readAddress(hash) {
	const said = new URLSearchParams(hash.slice(1));
	/** @type {string[]} */
	const wrong = [];
	/** @type {(name: string, isGood: (value: string) => boolean) => string|null} */
	const part = (name, isGood) => {
		const value = said.get(name);
		if (value === null || isGood(value)) return value;
		wrong.push(`${name}=${value}`);
		return null;
	};
	for (const [name, value] of said) if (!PARTS.includes(name)) wrong.push(value ? `${name}=${value}` : name);
	const plain = EDITIONS[part("game", (key) => key in EDITIONS) ?? Object.keys(EDITIONS)[0]];
	const game = rulesIn(said, plain);
	const rules = [...said].filter(([name]) => name in plain).map((one) => one.join("="));
	if (!isPossible(game)) wrong.push(...rules);
	const played = isPossible(game) ? game : plain;
	const lettersOf = (/** @type {string} */ moves) => replay(played, moves).slice(1).map(({ face, tree }) => face ?? Number(tree) + 1).join("");
	part("moves", (moves) => lettersOf(moves) === moves);
	return {
		view: part("view", (view) => view === "rules" || view === "play") === "rules" ? "rules" : "play",
		game: played,
		moves: lettersOf(said.get("moves") ?? ""),
		guess: part("guess", (guess) => guess === "1") !== null,
		strategy: part("strategy", (key) => Solver.STRATEGIES.includes(key)) ?? "max",
		wrong,
	};
}

/** @type {(digits: string) => number} */
const wholeNumber = (digits) => (/^\d+$/.test(digits) ? Number(digits) : NaN);

/** An edition with the rules that are said to be others, possible or not. @type {(said: URLSearchParams, plain: Game) => Game} */
function rulesIn(said, plain) {
	/** @type {any} */
	const game = { ...plain };
	for (const [rule, value] of Object.entries(plain)) {
		const words = said.get(rule);
		if (words !== null) game[rule] = Array.isArray(value) ? words.split(",").map(wholeNumber) : wholeNumber(words);
	}
	if (!said.has("colourFaces")) game.colourFaces = game.fruits.map(() => 1);
	return game;
}

// --- the pictures ---

/** A symbol of the sheet in index.html. @type {(name: string) => string} */
const icon = (name) => `<svg class="icon" viewBox="-12 -12 24 24" aria-hidden="true"><use href="#${name}"/></svg>`;

/** What a face of the die looks like. @type {(move: string) => string} */
const tile = (move) => `<span class="tile tree-${Number(move) - 1}">${icon(nameOf(move))}</span>`;

/** Where n fruits hang on a tree: spread as a sunflower spreads its seeds. @type {(n: number) => number[][]} */
function spots(n) {
	const seeds = Array.from({ length: n }, (_, i) => {
		const out = Math.sqrt((i + 0.5) / n);
		const angle = 0.8 + i * Math.PI * (3 - Math.sqrt(5));
		return [31 * out * Math.cos(angle), 25 * out * Math.sin(angle)];
	});
	const middle = [0, 1].map((axis) => Solver.sum(seeds.map((seed) => seed[axis])) / n);
	return seeds.map(([x, y]) => [45 + x - middle[0], 38 + y - middle[1]]);
}

/** A tree that holds n fruits. @type {(n: number, tree: number) => string} */
function treeOf(n, tree) {
	const size = Math.min(0.92, 2.2 / Math.sqrt(n));
	const fruit = spots(n).map(
		([x, y]) =>
			`<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle class="stalk" r="1.8"/>` +
			`<g class="fruit"><use href="#${FRUITS[tree]}" transform="scale(${size.toFixed(2)})"/></g></g>`,
	);
	return (
		`<div class="tree tree-${tree}" data-move="${tree + 1}"><svg viewBox="0 0 90 96">` +
		`<use href="#tree"/>${fruit.join("")}</svg>` +
		`<span class="count"></span><span class="star">★</span></div>`
	);
}

/** Where the raven starts, the cards that it walks over, numbered while there is room, and the orchard. @type {(steps: number) => string} */
function pathOf(steps) {
	const cards = Array.from({ length: steps - 1 }, (_, i) => `<span class="stone card">${steps > 12 ? "" : i + 1}</span>`).join("");
	return `<span class="stone"></span>${cards}<span class="stone">${icon("gate")}</span><span class="walker">${icon("raven")}</span>`;
}

/** The chance of winning so far. @type {(chances: number[]) => string} */
function curveOf(chances) {
	const [left, right, top, bottom] = [54, 348, 10, 102];
	const most = Math.max(16, chances.length - 1);
	/** @type {(i: number) => number} */
	const x = (i) => left + ((right - left) * i) / most;
	/** @type {(p: number) => number} */
	const y = (p) => bottom - (bottom - top) * p;
	const at = chances.map((p, i) => `${x(i).toFixed(1)} ${y(p).toFixed(1)}`);
	const lines = [0, 0.5, 1].map(
		(p) =>
			`<path class="grid" d="M${left} ${y(p)}H${right}"/>` +
			`<text x="${left - 6}" y="${y(p) + 4}" text-anchor="end">${text("percent", { p: 100 * p })}</text>`,
	);
	const marks = chances.map((p, i) => {
		const kind = kindOf(p - (chances[i - 1] ?? p));
		const h = kind === "up" ? -5 : 5;
		if (kind === "same") return `<circle class="mark" cx="${x(i)}" cy="${y(p)}" r="2.5"/>`;
		return `<path class="mark ${kind}" d="M${x(i) - 4} ${y(p) - h / 2}h8l-4 ${h * 1.4}z"/>`;
	});
	const line = `<path class="line" d="M${at.join("L")}"/>`;
	return `<svg viewBox="0 0 360 112" aria-hidden="true">${lines.join("")}${line}${marks.join("")}</svg>`;
}

/**
 * How the chance at the start became the end: for each text a bar from here to there, what it says, and its kind.
 * @type {(lines: [string, number, number, string, string][]) => string}
 */
function barsOf(lines) {
	const ends = lines.flatMap(([, from, to]) => [from, to]);
	const low = Math.min(...ends);
	/** @type {(length: number) => number} */
	const share = (length) => (100 * length) / (Math.max(1000, ...ends) - low);
	return lines.map(([key, from, to, value, kind]) => {
		const style = `left:${share(Math.min(from, to) - low)}%;width:${share(Math.abs(from - to))}%`;
		return `<dt>${text(key)}</dt><dd><span class="rail"><span class="bar ${kind}" style="${style}"></span></span><b>${value}</b></dd>`;
	}).join("");
}

// --- what is shown now ---

const framed = window.parent !== window;
let shown = readAddress(location.hash);
/** What "New game", or other rules, put away. @type {Shown|null} */
let before = null;
/** @type {Map<string, Solution>} */
const solved = new Map();

/** An element of index.html, of whatever kind it is there. @type {(id: string) => any} */
const place = (id) => document.getElementById(id);

/** Put a text in its place. @type {(id: string, key: string, values?: Record<string, any>) => void} */
function put(id, key, values) {
	place(id).textContent = text(key, values);
}

/** Do something with what is pressed within a place. @type {(id: string, what: string, act: (pressed: any) => void) => void} */
function onPress(id, what, act) {
	place(id).onclick = (/** @type {any} */ { target }) => {
		const pressed = target.closest(what);
		if (pressed) act(pressed);
	};
}

/** The solution of a game, or null if it would take too long. @type {(game: Game, strategy: string) => Solution|null} */
function solution(game, strategy) {
	if (Solver.sizeOf(game, strategy) > Solver.MOST) return null;
	const key = JSON.stringify([game, strategy]);
	if (solved.size > 40) solved.clear();
	const found = solved.get(key) ?? Solver.solve(game, strategy);
	solved.set(key, found);
	return found;
}

/** Show something else. @type {(change: Partial<Shown>) => void} */
function become(change) {
	const putAway = shown.moves.length > 1 && change.moves === "";
	if (putAway) before = shown;
	else if (change.moves) before = null;
	shown = { ...shown, wrong: [], ...change };
	try {
		history[putAway ? "pushState" : "replaceState"](null, "", addressOf(shown));
	} catch {
		// too many in a short time: the next one will do
	}
	show();
}

/** @type {() => void} */
function undo() {
	const back = shown.moves ? { moves: shown.moves.slice(0, -1) } : before;
	if (back) become(back);
	say(`${text("saidUndo")} ${place("live").textContent}`);
}

/** The one sentence for an action; some are for ears alone. @type {(sentence: string, seen?: boolean) => void} */
function say(sentence, seen = true) {
	place("live").textContent = sentence;
	place("live").classList.toggle("unseen", !seen);
}

/** The number that all is about, and what it was before. @type {(p: number|null, rolls: string, old?: number) => void} */
function showOdds(p, rolls, old) {
	place("chance").textContent = percent(p);
	place("tug").style.width = `${100 * (p ?? 0)}%`;
	place("change").innerHTML = p === null || old === undefined ? "" : arrow(old, p);
	place("rolls").textContent = rolls;
}

/** @type {() => void} */
function show() {
	const best = shown.view === "play" ? solution(shown.game, "optimal") : null;
	const view = best ? "play" : "rules";
	document.body.classList.toggle("playing", best !== null);
	for (const link of document.querySelectorAll("nav a")) link.ariaCurrent = link.id === `to-${view}` ? "page" : null;
	place("to-play").href = addressOf({ ...shown, view: "play" });
	place("to-rules").href = addressOf({ ...shown, view: "rules" });
	place("own-page").href = addressOf(shown);
	put("wrong", "wrong", { parts: shown.wrong.join(", ") });
	place("wrong").hidden = !shown.wrong.length;
	put("undo", !shown.moves && before ? "lastGame" : "undo");
	place("undo").disabled = !shown.moves && !before;
	place("new").disabled = !shown.moves;
	place("guess").checked = shown.guess;
	turn++;
	if (best) showGame(best);
	else showRules();
}

// --- play along ---

/**
 * What is shown of a game in play: its steps, the chance of winning after each, and the last of both.
 * @typedef {Shown & {best: Solution, steps: Step[], chances: number[], last: Step, p: number}} Table
 */

/** The game whose trees and path are drawn. @type {Game|null} */
let drawn = null;

/** What a step was. @type {(table: Table, k: number) => string} */
function told({ game, best, steps, chances }, k) {
	const { face, tree } = steps[k];
	if (!k) return text("began");
	if (face === "r") return text("saidRaven");
	if (face === "b") return text("saidBasket");
	const from = tree ?? Number(face) - 1;
	const fruit = fruitName(from);
	if (face) return text(tree === null ? "saidEmpty" : "saidColour", { Colour: capital(colourName(from)), fruit });
	if (chances[k - 1] - chances[k] <= Solver.TIE) return text("saidBestPick", { fruit });
	const better = fruitName(bestTrees(game, best, steps[k - 1])[0]);
	return text("saidWorsePick", { fruit, best: better, points: pointsBetween(chances[k - 1], chances[k]) });
}

/** One sentence for the last step. @type {(table: Table) => string} */
function sentence(table) {
	if (!table.last.raven) return text("saidLost");
	const end = isWon(table.last) ? text("saidWon") : text("saidChance", { chance: percent(table.p) });
	return `${told(table, table.steps.length - 1)} ${end}`;
}

/** @type {(best: Solution) => void} */
function showGame(best) {
	const { game, moves } = shown;
	const steps = replay(game, moves);
	const chances = steps.map((step) => chanceAt(best, step));
	const last = steps[steps.length - 1];
	const p = chances[chances.length - 1];
	const table = { ...shown, best, steps, chances, last, p };
	const key = editionOf(game) ?? "own";
	put("choose", "gameNow", { name: text(key), facts: factsOf(game) });
	for (const card of place("editions").children) card.ariaPressed = String(card.dataset.key === key);
	const left = Math.round(best.rolls(last.fruits, last.raven, last.picks)); // none if what is picked now is the last fruit
	const rolls = isOver(last) ? "" : left ? many("rollsLeft", left) : text("rollsNone");
	showOdds(p, rolls, moves ? chances[chances.length - 2] : undefined);
	say(sentence(table));
	showBoard(table);
	showMoves(table);
	showEnd(table);
	showStory(table);
	place("roll").disabled = last.picks > 0 || isOver(last);
}

/** The trees, their fruit and the raven. @type {(table: Table) => void} */
function showBoard({ game, guess, best, last }) {
	if (drawn !== game) {
		place("orchard").innerHTML = game.fruits.map(treeOf).join("");
		place("path").innerHTML = pathOf(game.ravenSteps);
		drawn = game;
	}
	const all = Solver.sum(game.fruits);
	const walked = game.ravenSteps - last.raven;
	const raven = last.raven ? many(isWon(last) ? "ravenSpare" : "ravenRolls", last.raven) : text("ravenThere");
	const fruits = last.fruits.map((n, tree) => `${fruitName(tree)} ${n}`).join(", ");
	place("board").ariaLabel = text("boardNow", { fruits, raven });
	place("away").textContent = raven;
	put("picked", "inBasket", { n: all - Solver.sum(last.fruits), all });
	place("path").lastChild.style.left = `${(100 * (walked + 0.5)) / (game.ravenSteps + 1)}%`;
	[...place("path").children].forEach((stone, i) => stone.classList.toggle("behind", i <= walked));
	const marked = last.picks && !guess ? bestTrees(game, best, last) : [];
	last.fruits.forEach((n, i) => {
		const tree = place("orchard").children[i];
		[...tree.querySelectorAll(".fruit")].forEach((fruit, j) => fruit.classList.toggle("gone", j >= n));
		tree.querySelector(".count").textContent = n;
		tree.classList.toggle("choice", last.picks > 0 && n > 0);
		tree.classList.toggle("best", marked.includes(i));
	});
}

/** @type {(table: Table) => void} */
function showMoves(table) {
	const { game, last } = table;
	const moves = movesAt(game, last);
	const buttons = place("moves");
	place("die").hidden = isOver(last);
	put("ask", !last.picks ? "whatShows" : last.face === null ? "whichTreeAgain" : "whichTree");
	buttons.classList.toggle("picking", last.picks > 0);
	while (buttons.children.length > moves.length) buttons.lastChild.remove();
	while (buttons.children.length < moves.length) buttons.append(document.createElement("button"));
	moves.forEach((move, i) => fillMove(buttons.children[i], move, table));
}

/** What a face, or a pick, would do. @type {(button: HTMLButtonElement, move: Move, table: Table) => void} */
function fillMove(button, { move, faces, after }, { guess, best, last, p }) {
	const tree = Number(move) - 1;
	const chance = after ? chanceAt(best, after) : 0;
	const hidden = guess && last.picks > 0;
	const isBest = last.picks > 0 && after && !hidden && chance >= p - Solver.TIE;
	const effect = isBest ? `<b>★ ${text("best")}</b>` : arrow(p, chance);
	const odds = after && !hidden ? `<span>${percent(chance)}</span>${effect}` : "";
	const colour = tree >= 0 ? ` <span class="unseen">(${colourName(tree)})</span>` : "";
	const often = faces > 1 ? ` <small>${text("timesOnDie", { n: faces })}</small>` : "";
	const name = capital(text(nameOf(move)));
	Object.assign(button, { disabled: !after, className: isBest ? "is-best" : "" });
	button.dataset.move = move;
	button.innerHTML = `${tile(move)}<span class="words"><b>${name}${colour}${often}</b>${odds}</span>`;
}

/** Luck and choices apart, once it is over: in tenths of a percent, which add up as they are shown. @type {(table: Table) => void} */
function showEnd({ steps, chances, last }) {
	place("end").hidden = !isOver(last);
	if (!isOver(last)) return;
	const won = isWon(last);
	const points = chances.map(tenths);
	/** @type {(k: number) => number} */
	const loss = (k) => chances[k - 1] - chances[k];
	/** @type {(upTo: number) => number} */
	const rolls = (upTo) => steps.slice(1, upTo + 1).filter((step) => step.face).length;
	const picks = [...steps.keys()].slice(1).filter((k) => !steps[k].face).sort((j, k) => loss(k) - loss(j)); // the costliest first
	const worse = picks.filter((k) => loss(k) > Solver.TIE);
	const cost = Solver.sum(worse.map((k) => points[k - 1] - points[k]));
	const [start, end] = [points[0], 1000 * Number(won)];
	const luck = end - start + cost;
	place("end").classList.toggle("won", won);
	put("end-head", won ? "won" : "lost");
	put("end-sub", won ? "wonSub" : "lostSub", { rolls: many("rolls", rolls(steps.length)), left: Solver.sum(last.fruits) });
	place("bars").innerHTML = barsOf([
		["atStart", 0, start, percent(chances[0]), ""],
		["luck", start, start + luck, (luck < 0 ? "−" : "+") + (luck ? inPoints(luck) : "0.0"), kindOf(luck)],
		["choices", start + luck, end, worse.length ? `−${inPoints(cost)}` : "0.0", "down"],
		["atEnd", 0, end, percent(Number(won)), ""],
	]);
	if (!worse.length) return put("end-picks", picks.length ? "allBest" : "noPicks");
	const [worst] = worse;
	const fruit = fruitName(Number(steps[worst].tree));
	put("end-picks", "worstPick", { fruit, n: rolls(worst), points: pointsBetween(chances[worst - 1], chances[worst]) });
}

/** @type {(table: Table) => void} */
function showStory(table) {
	const { chances, p } = table;
	place("story").hidden = chances.length < 2;
	place("curve").ariaLabel = text("storyNow", { start: percent(chances[0]), now: percent(p) });
	place("curve").innerHTML = curveOf(chances);
	place("list").innerHTML = chances.map((chance, k) => (k ? `<li>${told(table, k)} <b>${percent(chance)}</b></li>` : "")).join("");
}

/** @type {(move: string) => void} */
function makeMove(move) {
	const byHand = place("moves").contains(document.activeElement);
	become({ moves: shown.moves + move });
	place("chooser").open = false;
	if (!place("end").hidden) place("end-head").focus();
	else if (byHand && document.activeElement?.matches(":disabled, body")) place("moves").querySelector(":enabled").focus();
}

/** @type {() => void} */
function rollForMe() {
	const at = replay(shown.game, shown.moves).slice(-1)[0];
	const die = movesAt(shown.game, at).flatMap(({ move, faces }) => Array(faces).fill(move));
	makeMove(die[Math.floor(Math.random() * die.length)]);
}

/** @type {(key: string) => void} */
function choose(key) {
	const game = EDITIONS[key];
	place("chooser").open = false;
	if (game) become({ game, moves: "" });
	else become({ view: "rules" });
	place(game ? "choose" : "to-rules").focus();
}

/** An edition by picture and count. @type {(entry: [string, Game]) => string} */
function editionCard([key, game]) {
	/** @type {(n: number) => string} */
	const dots = (n) => "<i></i>".repeat(n);
	const trees = game.fruits.map((n, tree) => `<span class="tree-${tree}">${dots(n)}</span>`).join("");
	const picture = `<span class="minis" aria-hidden="true">${trees}<span class="steps">${dots(game.ravenSteps)}</span></span>`;
	const words = `<b>${text(key)}</b><small>${factsOf(game)}</small><small>${text(`${key}Hint`)}</small>`;
	return `<button data-key="${key}">${picture}${words}</button>`;
}

// --- change the rules ---

/** A rule, of one tree or of all if none is named. @typedef {{rule: keyof Game|"trees", tree?: string}} Which */
/** What is done to a number. @typedef {(n: number) => number} Change */

let turn = 0; // whose numbers are being worked out; whatever is shown next ends it

/** A list made n long, its last number again at its end. @type {(list: number[], n: number) => number[]} */
const resized = (list, n) => Array.from({ length: n }, (_, i) => list[i] ?? list[list.length - 1]);

/** The game with one of its rules changed. @type {(game: Game, which: Which, change: Change) => Game} */
function changed(game, { rule, tree }, change) {
	const { fruits, colourFaces } = game;
	if (rule === "trees") {
		const n = change(fruits.length);
		return { ...game, fruits: resized(fruits, n), colourFaces: resized(colourFaces, n) };
	}
	const now = game[rule];
	if (!Array.isArray(now)) return { ...game, [rule]: change(now) };
	return { ...game, [rule]: now.map((n, i) => (tree === undefined || i === Number(tree) ? change(n) : n)) };
}

/** @type {(game: Game, strategy: string) => number|null} */
const chanceOf = (game, strategy) => solution(game, strategy)?.value(game.fruits, game.ravenSteps) ?? null;

/** @type {() => void} */
function showRules() {
	const { game, strategy } = shown;
	const found = solution(game, strategy);
	const p = chanceOf(game, strategy);
	const rolls = found ? text("rollsAll", { n: found.rolls(game.fruits, game.ravenSteps).toFixed(1) }) : "";
	showOdds(p, rolls);
	if (p !== null) say(`${text("saidChance", { chance: percent(p) })} ${rolls}`, false);
	else say(text("tooLarge", { positions: Solver.positions(game).toLocaleString(document.documentElement.lang) }));
	place("play-these").disabled = Solver.sizeOf(game, "optimal") > Solver.MOST;
	if (place("trees").children.length !== 2 * game.fruits.length) {
		place("trees").innerHTML = game.fruits.map((_, tree) => row("fruits", tree) + row("colourFaces", tree)).join("");
	}
	const rows = [...place("sliders").querySelectorAll(".row")];
	for (const one of rows) fillRow(one, game);
	inTurn(turn, [...waysToFill(game, strategy), ...rows.flatMap((one) => oddsToFill(one, game, strategy, p))]);
}

/** Do one job after the other, giving way to taps, until something else is shown. @type {(mine: number, jobs: (() => void)[]) => void} */
function inTurn(mine, jobs) {
	const began = performance.now();
	while (jobs.length && mine === turn && performance.now() - began < 25) jobs.shift()?.();
	if (jobs.length && mine === turn) setTimeout(() => inTurn(mine, jobs));
}

/** The chance of each way of picking, beside its name. @type {(game: Game, strategy: string) => (() => void)[]} */
function waysToFill(game, strategy) {
	return [...place("ways").querySelectorAll("input")].map((input) => () => {
		const p = chanceOf(game, input.value);
		input.checked = input.value === strategy;
		input.parentElement.querySelector("b").textContent = percent(p);
	});
}

/** @type {(one: any, game: Game) => void} */
function fillRow(one, game) {
	const { rule, tree } = one.dataset;
	const rules = { ...game, trees: game.fruits.length };
	const numbers = [rules[/** @type {keyof typeof rules} */ (rule)]].flat().filter((_, i) => !tree || i === Number(tree));
	one.querySelector("input").value = Math.max(...numbers);
	one.querySelector("output").textContent = new Set(numbers).size > 1 ? numbers.join(", ") : numbers[0];
	for (const button of one.querySelectorAll("button")) {
		button.disabled = !isPossible(changed(game, one.dataset, (n) => n + Number(button.value)));
	}
}

/**
 * The chance with one fewer and with one more, on the buttons of a row that can be seen.
 * @type {(one: any, game: Game, strategy: string, here: number|null) => (() => void)[]}
 */
function oddsToFill(one, game, strategy, here) {
	return [...one.querySelectorAll("button")].filter((button) => button.offsetParent).map((button) => () => {
		const other = changed(game, one.dataset, (n) => n + Number(button.value));
		const p = button.disabled || here === null ? null : chanceOf(other, strategy);
		button.querySelector(".odds").innerHTML = p === null ? "" : `<span>${percent(p)}</span> ${arrow(Number(here), p)}`;
	});
}

/** The slider of a rule and its two buttons, for one tree or for all. @type {(rule: string, tree?: number) => string} */
function row(rule, tree) {
	const [least, most] = LIMITS[rule];
	const isOne = tree !== undefined;
	const ofTree = rule === "fruits" ? "fruitOf" : "facesOf";
	const label = isOne ? text(ofTree, { fruit: fruitName(tree), colour: colourName(tree) }) : text(rule);
	const id = `row-${rule}${isOne ? `-${tree}` : ""}`;
	/** @type {(by: number, sign: string) => string} */
	const button = (by, sign) =>
		`<button value="${by}"><span aria-hidden="true">${sign}</span>` +
		`<span class="unseen">${label}: ${text(by < 0 ? "minus" : "plus")}</span><span class="odds"></span></button>`;
	return (
		`<div class="row" data-rule="${rule}"${isOne ? ` data-tree="${tree}"` : ""}><label for="${id}">${label}</label>` +
		`<output for="${id}"></output>${button(-1, "−")}<input type="range" id="${id}" min="${least}" max="${most}">${button(1, "+")}</div>`
	);
}

/** Change the rule in whose row something was pressed or moved. @type {(target: any, change: Change) => void} */
function changeRule(target, change) {
	const one = target.closest(".row");
	const game = changed(shown.game, one.dataset, change);
	if (isPossible(game)) become({ game, moves: "" });
	else fillRow(one, shown.game);
}

// --- the start ---

/**
 * In the frame of another page nothing sticks to the edge of the screen: this page tells how high it is, and is told how much of
 * it is out of sight above, which the chance follows, and whether it is dark.
 * @type {() => void}
 */
function fitFrame() {
	const odds = place("odds");
	document.body.classList.add("framed");
	place("own-page").hidden = false;
	new ResizeObserver(() => window.parent.postMessage({ orchardBoard: document.body.offsetHeight }, "*")).observe(document.body);
	addEventListener("message", ({ source, data }) => {
		if (source !== window.parent || !data?.orchardTheme) return;
		document.documentElement.style.colorScheme = data.orchardTheme;
		const lowest = document.body.offsetHeight - odds.offsetHeight;
		odds.style.setProperty("--sunk", `${Math.max(0, Math.min(data.orchardAbove, lowest) - odds.offsetTop)}px`);
	});
}

/** What never changes on the page, in the words of its language. @type {() => void} */
function write() {
	const own = `<button data-key="own"><b>${text("own")}</b><small>${text("ownHint")}</small></button>`;
	/** @type {(key: string) => string} */
	const way = (key) => `<label><input type="radio" name="way" value="${key}"><span>${text(key)}</span><b></b></label>`;
	for (const one of document.querySelectorAll("[data-text]")) one.textContent = text(String(one.getAttribute("data-text")));
	place("editions").innerHTML = Object.entries(EDITIONS).map(editionCard).join("") + own;
	place("ways").innerHTML = Solver.STRATEGIES.map(way).join("");
	place("rows").innerHTML = Object.keys(LIMITS).map((rule) => row(rule)).join("");
}

/** What each control does. @type {() => void} */
function listen() {
	place("undo").onclick = undo;
	place("roll").onclick = rollForMe;
	place("new").onclick = () => become({ moves: "" });
	place("guess").onchange = () => become({ guess: place("guess").checked });
	place("play-these").onclick = () => become({ view: "play" });
	place("uneven").ontoggle = show;
	place("ways").onchange = (/** @type {any} */ { target }) => become({ strategy: target.value });
	place("sliders").oninput = (/** @type {any} */ { target }) => changeRule(target, () => Number(target.value));
	onPress("sliders", ".row button", (button) => changeRule(button, (n) => n + Number(button.value)));
	onPress("editions", "button", ({ dataset }) => choose(dataset.key));
	onPress("moves", "button", ({ dataset }) => makeMove(dataset.move));
	onPress("orchard", ".tree", ({ dataset }) => place("moves").querySelector(`[data-move="${dataset.move}"]`)?.click());
	addEventListener("hashchange", () => {
		shown = readAddress(location.hash);
		show();
	});
}

write();
listen();
place("chooser").open = !framed && !location.hash;
if (framed) fitFrame();
show();
