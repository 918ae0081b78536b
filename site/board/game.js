/** A game in play, the die that is rolled for those who have none, and the address that holds both. */
"use strict";

/*
 * A step is what a roll or a pick led to. `face`: what the die showed, by the number of a tree from 1, b for the basket or r for the raven;
 * null for a pick. `tree`: the one that lost a fruit. `picks`: how many come next. `saved`: baskets in a bowl, in that mode.
 */

/* A move is a face or a tree to pick from: its letter, its faces, where it leads. */

const edition = (fruits, ravenSteps, basketPicks) => ({
	fruits: Array(4).fill(fruits),
	ravenSteps,
	basketPicks,
	colourFaces: [1, 1, 1, 1],
	basketFaces: 1,
	ravenFaces: 1,
});

const EDITIONS = {
	"first-orchard": edition(4, 6, 1), // the first is what one meets
	"first-orchard-5": edition(4, 5, 1),
	orchard: edition(10, 9, 2),
	"orchard-10": edition(10, 10, 2),
};

/** What a basket can be used for: by a partner, by a habit in a race. */
const PARTNERS = ["random", "min", "first", "ignore"];
const HABITS = ["max", ...PARTNERS, "bowl"];
const FOUR = Solver.STRATEGIES.slice(0, 4); // habits that race at first, or are swept

/** What each rule may be, on this page. */
const LIMITS = {
	trees: [1, 6],
	fruits: [0, 20],
	ravenSteps: [1, 20],
	basketPicks: [0, 4],
	colourFaces: [0, 6],
	basketFaces: [0, 6],
	ravenFaces: [1, 6],
};

const editionOf = (game) => Object.keys(EDITIONS).find((key) => JSON.stringify(EDITIONS[key]) === JSON.stringify(game));

/** What rules are called in the word that says a game, as in `game_of` of the package. */
const NAMES = { raven: "ravenSteps", picks: "basketPicks", colours: "colourFaces", baskets: "basketFaces", ravens: "ravenFaces" };

/** First Orchard with so much fruit on its trees. */
const usual = (fruits) => ({ ...EDITIONS["first-orchard"], fruits, colourFaces: fruits.map(() => 1) });

/** An edition's name, or the fruit and those rules that are not First Orchard's: `5,3,4:raven=4`. */
function wordOf(game) {
	const others = Object.entries(NAMES).filter(([, rule]) => `${game[rule]}` !== `${usual(game.fruits)[rule]}`);
	return editionOf(game) ?? [game.fruits, ...others.map(([name, rule]) => `${name}=${game[rule]}`)].join(":");
}

/** The game that a word says, or null if it says none that is possible on this page. */
function gameIn(word) {
	const [head, ...parts] = word.split(":");
	const rules = parts.map((part) => part.split("="));
	const game = { ...(Object.hasOwn(EDITIONS, head) ? EDITIONS[head] : usual(wholeNumbers(head))) };
	for (const [name, value] of rules) {
		const numbers = wholeNumbers(value ?? "");
		game[NAMES[name]] = name === "colours" ? numbers : numbers.length === 1 ? numbers[0] : NaN;
	}
	const names = rules.map(([name]) => name).filter((name) => Object.hasOwn(NAMES, name));
	return new Set(names).size === rules.length && isPossible(game) ? game : null;
}

const wholeNumber = (digits) => (/^\d+$/.test(digits) ? Number(digits) : NaN);

const wholeNumbers = (list) => list.split(",").map(wholeNumber);

/** What a rule is, for one tree or for all. */
const numbersOf = (game, rule, tree) =>
	[rule === "trees" ? game.fruits.length : game[rule]].flat().filter((_, i) => !tree || i === Number(tree));

const inWords = (numbers) => (new Set(numbers).size > 1 ? numbers.join(", ") : `${numbers[0]}`);

/** Whether there is such a game, within the limits of this page. */
function isPossible(game) {
	const numbers = { ...game, trees: game.fruits.length };
	const fits = game.colourFaces.length === game.fruits.length && Solver.sum(game.fruits) > 0;
	return fits && Object.entries(LIMITS).every(([rule, [least, most]]) =>
		[numbers[rule]].flat().every((n) => Number.isInteger(n) && n >= least && n <= most));
}

const isWon = (at) => Solver.sum(at.fruits) === 0;

const isOver = (at) => isWon(at) || at.raven === 0;

/** Whose roll or pick comes next: 0 for us, 1 for a partner who has every second roll. */
const playerAt = ({ mode, rolls, picks }) => (PARTNERS.includes(mode) ? (rolls + (picks ? 1 : 0)) % 2 : 0);

/** The same, with all fruit picked if the bowl is enough for it. */
const emptied = (game, at) => (at.saved * game.basketPicks >= Solver.sum(at.fruits) ? { ...at, fruits: at.fruits.map(() => 0) } : at);

/** Where a move leads, or null if it cannot be made. */
function stepBy(game, at, move) {
	const tree = Number(move) - 1;
	const hit = at.fruits[tree] ? tree : null;
	const fruits = at.fruits.map((n, i) => (i === hit ? n - 1 : n));
	if (isOver(at)) return null;
	if (at.picks) return hit === null ? null : { ...at, face: null, tree, fruits, picks: Math.min(at.picks - 1, Solver.sum(fruits)) };
	const after = { ...at, face: move, tree: null, rolls: at.rolls + 1 };
	if (move === "r") return { ...after, raven: at.raven - 1 };
	if (move !== "b") return game.colourFaces[tree] ? emptied(game, { ...after, tree: hit, fruits }) : null;
	if (!game.basketFaces) return null;
	if (at.mode === "bowl") return emptied(game, { ...after, saved: at.saved + 1 });
	const forgets = at.mode === "ignore" && playerAt(at);
	return { ...after, picks: forgets ? 0 : Math.min(game.basketPicks, Solver.sum(fruits)) };
}

/** The steps of the moves, the beginning first, up to the first that cannot be made. */
function replay(game, moves, mode = "") {
	const steps = [{ face: null, tree: null, fruits: game.fruits, raven: game.ravenSteps, picks: 0, rolls: 0, saved: 0, mode }];
	for (const move of moves) {
		const next = stepBy(game, steps.at(-1), move);
		if (!next) break;
		steps.push(next);
	}
	return steps;
}

/** What the die can show, or the trees to pick from and two faces at rest. */
function movesAt(game, at) {
	const faces = [...game.colourFaces, game.basketFaces, game.ravenFaces];
	const letters = [...game.fruits.map((_, i) => String(i + 1)), "b", "r"];
	const moves = letters.map((move, i) => ({ move, faces: faces[i], after: stepBy(game, at, move) }));
	return moves.filter(({ faces }) => faces || at.picks);
}

function bestTrees(game, best, at) {
	const moves = movesAt(game, at).filter(({ after }) => after && chanceAt(best, after) >= chanceAt(best, at) - Solver.TIE);
	return moves.map(({ move }) => Number(move) - 1);
}

/** Where a solution has a step. */
const asked = (at) => [at.fruits, at.raven, at.mode === "bowl" ? at.saved : at.picks, playerAt(at)];

/** The chance of winning after a step, if it is known by now. */
const chanceAt = (best, at) => (best ? best.value(...asked(at)) : NaN);

/** Who plays in a mode, as the solver is told. */
const playersIn = (mode) => (mode === "bowl" ? ["bowl"] : mode ? ["optimal", mode] : ["optimal"]);

/** The moves, and behind them what a partner picks if it is her turn. */
function withHerPicks({ game, mode, seed }, moves) {
	const at = replay(game, moves, mode).pop();
	if (!at.picks || !playerAt(at)) return moves;
	const tree = drawn(Solver.chosenTrees(mode, at.fruits), ~(seed ?? newSeed()), 8 * at.rolls + at.picks);
	return withHerPicks({ game, mode, seed }, moves + String(tree + 1));
}

const rollsIn = (steps) => steps.filter((step) => step.face).length;

/** The k-th of the random numbers of a seed, of 32 bits, mixed as MurmurHash3 ends. */
function randomBits(seed, k) {
	let bits = seed ^ Math.imul(k + 1, 0x9e3779b1);
	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}

/** One of these, by a seed's k-th number. */
const drawn = (all, seed, k) => all[Math.floor((randomBits(seed, k) / 2 ** 32) * all.length)];

const newSeed = () => Math.floor(Math.random() * 2 ** 32);

/** The faces of the die, each as often as it is there. */
const dieOf = (game) => movesAt(game, replay(game, "")[0]).flatMap(({ move, faces }) => Array(faces).fill(move));

/** What the die shows as its k-th roll, by a seed and k alone: another pick meets the same rolls. */
const rolled = (game, seed, k) => drawn(dieOf(game), seed, k);

// --- the address ---

/*
 * `shown` is all that a page shows, and its address says. `moves`: their letters. `guess`: the chances at the basket are hidden.
 * `mode`: a bowl, or how a partner picks who has every second roll. `habits`: those in a race. `dice`: "own" if each has others.
 * `seed`: of the die that is rolled here. `lang`: null for the browser's. `wrong`: the parts of the address that cannot be obeyed.
 * A setting is the rules and the habit; `beside` is another one.
 */

/** What each part of an address may be. */
const PARTS = {
	rules: (nothing) => nothing === "", // the view; without it a game is played
	beside: (words) => settingIn(words).wrong.length === 0,
	game: (word) => gameIn(word) !== null,
	moves: () => true, // those that are impossible are found out later
	mode: (mode) => mode === "bowl" || PARTNERS.includes(mode),
	habits: (list) => list.split(",").length === 4 && list.split(",").every((habit) => HABITS.includes(habit)),
	dice: (dice) => dice === "own",
	guess: (guess) => guess === "1",
	strategy: (key) => Solver.STRATEGIES.includes(key),
	seed: (digits) => wholeNumber(digits) < 2 ** 32,
	lang: (lang) => Object.hasOwn(PHRASES, lang),
};

function addressOf({ view, game, moves, guess, strategy, seed, lang, mode, habits, dice, beside }) {
	const parts = {
		rules: view === "rules",
		game: wordOf(game),
		strategy: strategy !== "max" && strategy,
		beside: beside && addressOf(beside).slice(1).replaceAll("&", "%26"),
		mode,
		habits,
		dice,
		guess: guess && 1,
		lang,
		seed,
		moves,
	};
	const said = Object.entries(parts).filter(([, value]) => ![false, null, "", undefined].includes(value));
	return `#${said.map(([name, value]) => (value === true ? name : `${name}=${value}`)).join("&")}`;
}

/** Rules and a habit, as they stand within the address of others. */
const settingIn = (words) => readAddress(`#${words}`);

const settingOf = ({ game, strategy }) => ({ game, strategy });

/** The moves that can be made, of these, one after the other. */
const possible = (game, moves, mode) => replay(game, moves, mode).slice(1).map(({ face, tree }) => face ?? tree + 1).join("");

/** What an address says; what it leaves out, or says wrongly, is as at the beginning. */
function readAddress(hash) {
	const said = new URLSearchParams(hash.slice(1));
	const wrong = [...said].filter(([name, value]) => !PARTS[name]?.(value));
	for (const [name] of wrong) said.delete(name);
	const game = gameIn(said.get("game") ?? Object.keys(EDITIONS)[0]);
	const mode = said.get("mode") ?? "";
	const moves = possible(game, said.get("moves") ?? "", mode);
	if (moves !== (said.get("moves") ?? "")) wrong.push(["moves", said.get("moves")]);
	return {
		view: said.has("rules") ? "rules" : "play",
		game,
		moves,
		mode,
		habits: said.get("habits"),
		dice: said.get("dice"),
		guess: said.has("guess"),
		strategy: said.get("strategy") ?? "max",
		beside: said.has("beside") ? settingOf(settingIn(said.get("beside"))) : null,
		seed: said.has("seed") ? wholeNumber(said.get("seed")) : null,
		lang: said.get("lang"),
		wrong: wrong.map(([name, value]) => (value ? `${name}=${value}` : name)),
	};
}

