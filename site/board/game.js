/** A game in play: editions, the moves so far and what they led to, and how all this is written in an address. */
"use strict";

/**
 * What a move led to. `face` is a tree's number, "basket" or "raven", or null for a pick; `tree` the one that lost a fruit.
 * @typedef {{face: number|"basket"|"raven"|null, tree: number|null, fruits: number[], raven: number, picks: number}} Step
 */

/** A face of the die or a pick: its letter, its faces, where it leads. @typedef {{move: string, faces: number, after: Step|null}} Move */

/**
 * All that the page shows, and its address says. `moves` has a letter each: the number of a tree from 1, b for the basket, r
 * for the raven. `guess`: the chances at the basket are hidden. `chosen`: somebody said which game it is.
 * @typedef {{view: "play"|"rules", game: Game, moves: string, guess: boolean, strategy: string, chosen: boolean}} Shown
 */

const Play = (() => {
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
		"first-orchard": edition(4, 5, 1),
		"first-orchard-6": edition(4, 6, 1),
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

	/** The key of the edition that a game is, or undefined. */
	const editionOf = (game) => Object.keys(EDITIONS).find((key) => JSON.stringify(EDITIONS[key]) === JSON.stringify(game));

	/** Whether there is such a game, within the limits of this page. */
	function isPossible(game) {
		const numbers = { ...game, trees: game.fruits.length };
		const isWithin = ([rule, [least, most]]) =>
			[numbers[rule]].flat().every((n) => Number.isInteger(n) && n >= least && n <= most);
		const fits = game.colourFaces.length === game.fruits.length && Solver.sum(game.fruits) > 0;
		return fits && Object.entries(LIMITS).every(isWithin);
	}

	const isWon = (at) => Solver.sum(at.fruits) === 0;
	const isOver = (at) => isWon(at) || at.raven === 0;

	const picked = (fruits, tree) => fruits.map((n, i) => (i === tree ? n - 1 : n));

	/** Where a move leads, or null if it cannot be made. @returns {Step|null} */
	function step(game, at, move) {
		if (isOver(at)) return null;
		if (at.picks) {
			const tree = Number(move) - 1;
			if (!at.fruits[tree]) return null;
			const fruits = picked(at.fruits, tree);
			return { face: null, tree, fruits, raven: at.raven, picks: Math.min(at.picks - 1, Solver.sum(fruits)) };
		}
		if (move === "r") return { ...at, face: "raven", tree: null, raven: at.raven - 1 };
		if (move === "b") {
			const picks = Math.min(game.basketPicks, Solver.sum(at.fruits));
			return game.basketFaces ? { ...at, face: "basket", tree: null, picks } : null;
		}
		const tree = Number(move) - 1;
		if (!game.colourFaces[tree]) return null;
		const hit = at.fruits[tree] > 0;
		return { ...at, face: tree, tree: hit ? tree : null, fruits: hit ? picked(at.fruits, tree) : at.fruits };
	}

	/** The steps of the moves, the beginning first, up to the first that cannot be made. */
	function replay(game, moves) {
		/** @type {Step[]} */
		const steps = [{ face: null, tree: null, fruits: game.fruits, raven: game.ravenSteps, picks: 0 }];
		for (const move of moves) {
			const next = step(game, steps[steps.length - 1], move);
			if (!next) break;
			steps.push(next);
		}
		return steps;
	}

	/** Every tree, the basket if the die has one, and the raven. @returns {Move[]} */
	function movesAt(game, at) {
		const colours = game.colourFaces.map((faces, i) => [String(i + 1), faces]);
		const moves = [...colours, ["b", game.basketFaces], ["r", game.ravenFaces]];
		return moves.filter(([move, faces]) => faces || move !== "b").map(([move, faces]) => ({ move, faces, after: step(game, at, move) }));
	}

	/** The trees that it is best to pick from. */
	function bestTrees(game, solution, at) {
		const chance = (step) => (step ? solution.value(step.fruits, step.raven, step.picks) : -1);
		const best = movesAt(game, at).filter(({ after }) => chance(after) >= chance(at) - Solver.TIE);
		return best.map(({ move }) => Number(move) - 1);
	}

	/**
   * What the die's luck added to the chance of winning, what our picks took from it, and the costliest pick.
   * @param {Step[]} steps @param {number[]} chances after each of them
   */
	function luckAndCost(steps, chances) {
		let luck = 0;
		let cost = 0;
		let worst = { step: 0, cost: 0 };
		for (let k = 1; k < steps.length; k++) {
			const change = chances[k] - chances[k - 1];
			if (steps[k].face !== null) luck += change;
			else cost -= change;
			if (steps[k].face === null && -change > worst.cost) worst = { step: k, cost: -change };
		}
		return { luck, cost, worst };
	}

	// --- the address ---

	function address({ view, game, moves, guess, strategy, chosen }) {
		const key = editionOf(game);
		const parts = {
			...(view === "rules" && { view }),
			...(key ? chosen && { game: key } : game),
			...(strategy !== "max" && { strategy }),
			...(guess && { guess: 1 }),
			...(moves && { moves }),
		};
		return `#${Object.entries(parts).map(([name, value]) => `${name}=${value}`).join("&")}`;
	}

	/** What an address says; what it leaves out, or says wrongly, is as at the beginning. @returns {Shown} */
	function read(hash) {
		const said = new URLSearchParams(hash.slice(1));
		const game = gameOf(said);
		return {
			view: said.get("view") === "rules" ? "rules" : "play",
			game,
			moves: replay(game, said.get("moves") ?? "").slice(1).map(letter).join(""),
			guess: said.has("guess"),
			strategy: Solver.STRATEGIES.find((key) => key === said.get("strategy")) ?? "max",
			chosen: said.has("game") || said.has("fruits"),
		};
	}

	/** An edition, and the rules of it that are said to be others. */
	function gameOf(said) {
		const plain = EDITIONS[said.get("game") ?? ""] ?? EDITIONS["first-orchard"];
		const game = { ...plain };
		for (const [rule, value] of Object.entries(plain)) {
			const numbers = said.get(rule)?.split(",").map(Number);
			if (numbers) game[rule] = Array.isArray(value) ? numbers : numbers[0];
		}
		if (!said.has("colourFaces")) game.colourFaces = game.fruits.map(() => 1);
		return isPossible(game) ? game : plain;
	}

	/** The letter of the move that led to a step. */
	const letter = ({ face, tree }) => ({ raven: "r", basket: "b" })[face] ?? String((face ?? tree) + 1);

	return { EDITIONS, LIMITS, address, bestTrees, editionOf, isOver, isPossible, isWon, luckAndCost, movesAt, read, replay };
})();
