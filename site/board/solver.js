/**
 * The probability of winning, and the rolls still to come on average, from every state of a game.
 *
 * With c_i faces in the colour of tree i, B baskets, W ravens and d faces that change something, the wasted rolls solved for,
 *
 *     d V(f, r) = W V(f, r-1) + sum_i c_i V(f - e_i, r) + B T_b(f, r)
 *     T_0 = V,    T_k(f, r) = mean or best, over the trees picked from, of T_{k-1}(f - e_i, r)
 *
 * and the same for the rolls, with the number of faces added on the right. A pick leads to a state of a smaller number.
 * Where all colours are equally likely a state is ascending.
 */
"use strict";

/**
 * The fruit and the faces of the die are told tree by tree.
 * @typedef {{fruits: number[], ravenSteps: number, basketPicks: number,
 *   colourFaces: number[], basketFaces: number, ravenFaces: number}} Game
 */

/** What is asked of a state: fruit, raven steps, and how many picks come first. @typedef {(fruits: number[], ravenSteps: number, picks?: number) => number} Ask */
/** The probability of winning, and the rolls to come. @typedef {{value: Ask, rolls: Ask}} Solution */

/**
 * The fruit states: `fruits[s * trees + i]` is what tree i holds in state s, `after[s * trees + i]` where a pick leads.
 * @typedef {{size: number, fruits: Uint16Array, after: Int32Array, index: (fruits: number[]) => number}} States
 */

const Solver = (() => {
	const STRATEGIES = ["max", "random", "min", "ignore", "optimal"];
	const MOST = 4e6; // entries of a table, of which there are two: 64 MB, and less than a second
	const TIE = 1e-12; // values that differ by rounding alone count as equal

	/** @type {(numbers: number[]) => number} */
	const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

	/** @type {(game: Game) => boolean} */
	const isLumped = (game) => game.colourFaces.every((faces) => faces === game.colourFaces[0]);

	/** How many picks a strategy makes. @type {(game: Game, strategy: string) => number} */
	const picksOf = (game, strategy) => (strategy === "ignore" ? 0 : Math.min(game.basketPicks, sum(game.fruits)));

	/**
	 * `ways[i][v]`: in how many ways trees i, i + 1, ... can be filled, the first of them with at least v. Ascending if lumped.
	 * @type {(bounds: number[], lumped: boolean) => Float64Array[]}
	 */
	function waysToFill(bounds, lumped) {
		const most = Math.max(...bounds);
		const ways = [new Float64Array(most + 2).fill(1)];
		for (const bound of [...bounds].reverse()) {
			const here = new Float64Array(most + 2);
			for (let v = bound; v >= 0; v--) here[v] = here[v + 1] + ways[0][lumped ? v : 0];
			ways.unshift(here);
		}
		return ways;
	}

	/** Fruit states times raven steps. @type {(game: Game) => number} */
	function positions(game) {
		const bounds = [...game.fruits].sort((a, b) => a - b);
		return waysToFill(bounds, isLumped(game))[0][0] * game.ravenSteps;
	}

	/** Numbers to be held for a game: what time and memory grow as. @type {(game: Game, strategy: string) => number} */
	const sizeOf = (game, strategy) => positions(game) * (1 + picksOf(game, strategy));

	/** Made bit by bit. @type {(start: number[], lumped: boolean) => Generator<number, States>} */
	function* statesOf(start, lumped) {
		const bounds = lumped ? [...start].sort((a, b) => a - b) : start;
		const trees = bounds.length;
		const ways = waysToFill(bounds, lumped);
		const size = ways[0][0];
		const fruits = new Uint16Array(size * trees);
		const after = new Int32Array(size * trees).fill(-1);
		const state = bounds.map(() => 0);

		/** @type {(fruits: number[]) => number} */
		const rank = (f) => f.reduce((r, v, i) => r + ways[i][lumped && i ? f[i - 1] : 0] - ways[i][v], 0);

		for (let s = 0; s < size; s++) {
			if (s % 512 === 511) yield 0;
			for (let i = 0; i < trees; i++) {
				fruits[s * trees + i] = state[i];
				const sameAsLast = lumped && i > 0 && state[i] === state[i - 1];
				if (sameAsLast) after[s * trees + i] = after[s * trees + i - 1];
				else if (state[i]) {
					state[i]--;
					after[s * trees + i] = rank(state);
					state[i]++;
				}
			}
			let i = trees - 1;
			while (i > 0 && state[i] === bounds[i]) i--;
			state[i]++;
			state.fill(lumped ? state[i] : 0, i + 1);
		}
		return { size, fruits, after, index: (f) => rank(lumped ? [...f].sort((a, b) => a - b) : f) };
	}

	/** The trees that a strategy may pick from, the fullest first. @type {(strategy: string, stock: number[]) => number[]} */
	function chosenTrees(strategy, stock) {
		const full = stock.map((_, i) => i).filter((i) => stock[i]).sort((i, j) => stock[j] - stock[i]);
		const only = { max: full[0], min: full[full.length - 1] }[strategy];
		return only === undefined ? full : full.filter((i) => stock[i] === stock[only]);
	}

	/**
	 * A game not larger than MOST, solved bit by bit: what is yielded is the share that is done.
	 * @type {(game: Game, strategy: string) => Generator<number, Solution>}
	 */
	function* solving(game, strategy) {
		const states = yield* statesOf(game.fruits, isLumped(game));
		const trees = game.fruits.length;
		const steps = game.ravenSteps;
		const picks = picksOf(game, strategy);
		const baskets = picks ? game.basketFaces : 0;
		const faces = sum(game.colourFaces) + game.basketFaces + game.ravenFaces;
		const tables = () => Array.from({ length: picks + 1 }, () => new Float64Array(states.size * steps));
		const values = tables(); // values[k]: with k picks to be made first
		const rolls = tables();
		for (const table of values) table.fill(1, 0, steps); // state 0 has no fruit
		/** @type {(s: number, tree: number) => number} */
		const rowAfter = (s, tree) => states.after[s * trees + tree] * steps;

		/** T_1, T_2, ... of state s. @type {(s: number, stock: number[]) => void} */
		function fillPicks(s, stock) {
			const chosen = chosenTrees(strategy, stock);
			const from = chosen.map((tree) => rowAfter(s, tree));
			for (let k = 1; k <= picks; k++) {
				for (let r = 0; r < steps; r++) {
					let best = 0;
					for (const row of from) if (values[k - 1][row + r] > best) best = values[k - 1][row + r];
					const least = strategy === "optimal" ? best - TIE * best : -1;
					let won = 0;
					let more = 0;
					let many = 0;
					let fullest = 0;
					for (let j = 0; j < from.length; j++) {
						const value = values[k - 1][from[j] + r];
						if (value < least || (least >= 0 && stock[chosen[j]] < fullest)) continue; // of several best the fullest
						fullest = stock[chosen[j]];
						won += value;
						more += rolls[k - 1][from[j] + r];
						many++;
					}
					values[k][s * steps + r] = least < 0 ? won / many : best;
					rolls[k][s * steps + r] = more / many;
				}
			}
		}

		for (let s = 1; s < states.size; s++) {
			if (s % 64 === 0) yield s / states.size;
			const stock = Array.from(states.fruits.subarray(s * trees, (s + 1) * trees));
			const full = chosenTrees("random", stock);
			const from = full.map((tree) => rowAfter(s, tree));
			const useful = game.ravenFaces + baskets + sum(full.map((tree) => game.colourFaces[tree]));
			fillPicks(s, stock);
			for (let r = 0; r < steps; r++) {
				const here = s * steps + r;
				let won = baskets * values[picks][here];
				let more = faces + baskets * rolls[picks][here];
				if (r) {
					won += game.ravenFaces * values[0][here - 1]; // with no step left all is lost, and over
					more += game.ravenFaces * rolls[0][here - 1];
				}
				for (let j = 0; j < full.length; j++) {
					won += game.colourFaces[full[j]] * values[0][from[j] + r];
					more += game.colourFaces[full[j]] * rolls[0][from[j] + r];
				}
				values[0][here] = won / useful;
				rolls[0][here] = more / useful;
			}
		}

		/** @type {(table: Float64Array[], whenWon: number) => Ask} */
		const reader = (table, whenWon) => (fruits, ravenSteps, k = 0) => {
			if (!sum(fruits)) return whenWon;
			return ravenSteps ? table[Math.min(k, picks)][states.index(fruits) * steps + ravenSteps - 1] : 0;
		};
		return { value: reader(values, 1), rolls: reader(rolls, 0) };
	}

	/** The same at once. @type {(game: Game, strategy: string) => Solution} */
	function solve(game, strategy) {
		const work = solving(game, strategy);
		let step = work.next();
		while (!step.done) step = work.next();
		return step.value;
	}

	return { MOST, STRATEGIES, TIE, positions, sizeOf, solve, solving, sum };
})();
