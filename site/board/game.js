/** A game in play, the die that is rolled for those who have none, and the address that holds both. */
"use strict";

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
	"first-orchard": edition(4, 6, 1), // the first is what one meets
	"first-orchard-5": edition(4, 5, 1),
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

/** The trees that it is best to pick from. @type {(game: Game, best: Solution|null, at: Step) => number[]} */
function bestTrees(game, best, at) {
	const moves = movesAt(game, at).filter(({ after }) => after && chanceAt(best, after) >= chanceAt(best, at) - Solver.TIE);
	return moves.map(({ move }) => Number(move) - 1);
}

/** The chance of winning after a step, if it is known by now. @type {(best: Solution|null, at: Step) => number} */
const chanceAt = (best, at) => (best ? best.value(at.fruits, at.raven, at.picks) : NaN);

/** How often the die was rolled. @type {(steps: Step[]) => number} */
const rollsIn = (steps) => steps.filter((step) => step.face).length;

/** The k-th of the random numbers of a seed, of 32 bits, mixed as MurmurHash3 ends. @type {(seed: number, k: number) => number} */
function randomBits(seed, k) {
	let bits = seed ^ Math.imul(k + 1, 0x9e3779b1);
	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}

/** One of these, by the k-th random number of a seed. @template T @type {(all: T[], seed: number, k: number) => T} */
const drawn = (all, seed, k) => all[Math.floor((randomBits(seed, k) / 2 ** 32) * all.length)];

/** @type {() => number} */
const newSeed = () => Math.floor(Math.random() * 2 ** 32);

/** The faces of the die, each as often as it is there. @type {(game: Game) => string[]} */
const dieOf = (game) => movesAt(game, replay(game, "")[0]).flatMap(({ move, faces }) => Array(faces).fill(move));

/** What the die shows as its k-th roll, by a seed and k alone: another pick meets the same rolls. @type {(game: Game, seed: number, k: number) => string} */
const rolled = (game, seed, k) => drawn(dieOf(game), seed, k);

// --- the address ---

/**
 * All that the page shows, and its address says. `moves`: their letters. `guess`: the chances at the basket are hidden.
 * `seed`: of the die that is rolled here. `lang`: null for the browser's. `wrong`: the parts of the address that cannot be obeyed.
 * @typedef {{view: "play"|"rules", game: Game, moves: string, guess: boolean, strategy: string, seed: number|null,
 *   lang: string|null, wrong: string[]}} Shown
 */

/** Of what an address means. One that names none was made when First Orchard went by other names, and means what it meant. */
const VERSION = "2";
/** @type {Record<string, string>} */
const FORMER_NAMES = { "first-orchard-6": "first-orchard", "first-orchard": "first-orchard-5" };

/** The names of what an address may say. */
const PARTS = ["v", "view", "game", ...Object.keys(EDITIONS.orchard), "strategy", "guess", "lang", "seed", "moves"];

/** @type {(shown: Shown) => string} */
function addressOf({ view, game, moves, guess, strategy, seed, lang }) {
	const key = editionOf(game);
	const parts = {
		v: VERSION,
		...(view === "rules" && { view }),
		...(key ? { game: key } : game),
		...(strategy !== "max" && { strategy }),
		...(guess && { guess: 1 }),
		...(lang && { lang }),
		...(seed !== null && { seed }),
		...(moves && { moves }),
	};
	return `#${Object.entries(parts).map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/** The moves that can be made, of these, one after the other. @type {(game: Game, moves: string) => string} */
const possible = (game, moves) => replay(game, moves).slice(1).map(({ face, tree }) => face ?? Number(tree) + 1).join("");

/** What an address says; what it leaves out, or says wrongly, is as at the beginning. @type {(hash: string) => Shown} */
function readAddress(hash) {
	const said = new URLSearchParams(hash.slice(1));
	const wrong = [...said].filter(([name]) => !PARTS.includes(name)).map(([name, value]) => (value ? `${name}=${value}` : name));
	/** @type {(name: string, isGood: (value: string) => boolean) => string|null} */
	const part = (name, isGood) => {
		const value = said.get(name);
		if (value === null || isGood(value)) return value;
		wrong.push(`${name}=${value}`);
		return null;
	};
	part("v", (version) => version === VERSION);
	if (!said.has("v") && said.has("game")) said.set("game", FORMER_NAMES[said.get("game") ?? ""] ?? said.get("game"));
	const plain = EDITIONS[part("game", (key) => Object.hasOwn(EDITIONS, key)) ?? Object.keys(EDITIONS)[0]];
	const asked = rulesIn(said, plain);
	const game = isPossible(asked) ? asked : plain;
	if (game !== asked) wrong.push(...[...said].filter(([name]) => name in plain).map((rule) => rule.join("=")));
	part("moves", (moves) => possible(game, moves) === moves);
	const seed = part("seed", (digits) => wholeNumber(digits) < 2 ** 32);
	return {
		view: part("view", (view) => view === "rules" || view === "play") === "rules" ? "rules" : "play",
		game,
		moves: possible(game, said.get("moves") ?? ""),
		guess: part("guess", (guess) => guess === "1") !== null,
		strategy: part("strategy", (key) => Solver.STRATEGIES.includes(key)) ?? "max",
		seed: seed === null ? null : wholeNumber(seed),
		lang: part("lang", (lang) => Object.hasOwn(PHRASES, lang)),
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
