/**
 * The probability of winning, and the rolls still to come on average, from every state of a game.
 *
 * With c_i faces in the colour of tree i, B baskets, W ravens and d faces that change something, the wasted rolls solved for,
 *
 *     d V(f, r) = W V(f, r-1) + sum_i c_i V(f - e_i, r) + B T_b(f, r)
 *     T_0 = V,    T_k(f, r) = mean or best, over the trees picked from, of T_{k-1}(f - e_i, r)
 *
 * and the same for the rolls, with the number of faces added on the right. A pick leads to a state of a smaller number.
 * Where all colours are equally likely a state is ascending. Of players by turns each has a V, and a roll, a wasted one too, leads
 * to the V of the next.
 */
"use strict";

/*
 * A game tells the fruit and the faces of the die tree by tree. A solution has two functions, `value` and `rolls`, of fruit, raven
 * steps, how many picks come first, and the number of the player who makes them, or rolls. With a bowl, how many baskets it holds
 * stands in the place of the picks.
 */

/* The fruit states: `fruits[s * trees + i]` is what tree i holds in state s, `after[s * trees + i]` where a pick leads. */

const Solver = (() => {
	const STRATEGIES = ["max", "random", "min", "ignore", "first", "optimal"];
	const MOST = 4e6; // entries of a table, of which there are two: 64 MB, and less than a second
	const TIE = 1e-12; // values that differ by rounding alone count as equal

	const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

	const isLumped = ({ colourFaces }, players = []) => !players.includes("first") && colourFaces.every((faces) => faces === colourFaces[0]);

	/** How many picks a strategy makes; with a bowl, how many baskets in it suffice for all fruit. */
	function picksOf({ fruits, basketPicks }, strategy) {
		if (strategy === "ignore" || !basketPicks) return 0;
		return strategy === "bowl" ? Math.ceil(sum(fruits) / basketPicks) : Math.min(basketPicks, sum(fruits));
	}

	/** `ways[i][v]`: in how many ways trees i, i + 1, ... can be filled, the first of them with at least v. Ascending if lumped. */
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

	/** Fruit states times raven steps. */
	function positions(game, players) {
		const bounds = [...game.fruits].sort((a, b) => a - b);
		return waysToFill(bounds, isLumped(game, players))[0][0] * game.ravenSteps;
	}

	/** Numbers to be held for a game: what time and memory grow as. */
	const sizeOf = (game, ...players) =>
		positions(game, players) * sum(players.map((player) => 1 + picksOf(game, player)));

	/** Made bit by bit. */
	function* statesOf(start, lumped) {
		const bounds = lumped ? [...start].sort((a, b) => a - b) : start;
		const trees = bounds.length;
		const ways = waysToFill(bounds, lumped);
		const size = ways[0][0];
		const fruits = new Uint16Array(size * trees);
		const after = new Int32Array(size * trees).fill(-1);
		const state = bounds.map(() => 0);

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

	/** The trees that a strategy may pick from, the fullest first. */
	function chosenTrees(strategy, stock) {
		const full = stock.map((_, i) => i).filter((i) => stock[i]).sort((i, j) => stock[j] - stock[i]);
		const only = { max: full[0], min: full[full.length - 1] }[strategy];
		if (strategy === "first") return [Math.min(...full)];
		return only === undefined ? full : full.filter((i) => stock[i] === stock[only]);
	}

	/** A game not larger than MOST, solved bit by bit, for one player or for players by turns: what is yielded is the share that is done. */
	function* solving(game, ...players) {
		const states = yield* statesOf(game.fruits, isLumped(game, players));
		const trees = game.fruits.length;
		const steps = game.ravenSteps;
		const picks = players.map((player) => picksOf(game, player));
		const baskets = picks.map((n) => (n ? game.basketFaces : 0));
		const faces = sum(game.colourFaces) + game.basketFaces + game.ravenFaces;
		const tables = () => picks.map((n) => Array.from({ length: n + 1 }, () => new Float64Array(states.size * steps)));
		const values = tables(); // values[player][k]: with k picks to be made by that player first, or k baskets in the bowl
		const rolls = tables();
		for (const table of values.flat()) table.fill(1, 0, steps); // state 0 has no fruit
		const nextTo = (player) => (player + 1) % players.length;
		const rowAfter = (s, tree) => states.after[s * trees + tree] * steps;

		/** T_1, T_2, ... of state s. */
		function fillPicks(s, stock, player) {
			const strategy = players[player];
			const chosen = chosenTrees(strategy, stock);
			const from = chosen.map((tree) => rowAfter(s, tree));
			for (let k = 1; k <= picks[player]; k++) {
				const [who, then] = k > 1 ? [player, k - 1] : [nextTo(player), 0];
				const after = values[who][then];
				for (let r = 0; r < steps; r++) {
					let best = 0;
					for (const row of from) if (after[row + r] > best) best = after[row + r];
					const least = strategy === "optimal" ? best - TIE * best : -1;
					let won = 0;
					let more = 0;
					let many = 0;
					let fullest = 0;
					for (let j = 0; j < from.length; j++) {
						const value = after[from[j] + r];
						if (value < least || (least >= 0 && stock[chosen[j]] < fullest)) continue; // of several best the fullest
						fullest = stock[chosen[j]];
						won += value;
						more += rolls[who][then][from[j] + r];
						many++;
					}
					values[player][k][s * steps + r] = least < 0 ? won / many : best;
					rolls[player][k][s * steps + r] = more / many;
				}
			}
		}

		/** V and the rolls of state s with each number of baskets in the bowl, those that suffice for all fruit first. */
		function fillBowl(s, stock, full, useful) {
			for (let k = picks[0]; k >= 0; k--) {
				const isEnough = k * game.basketPicks >= sum(stock);
				if (isEnough) values[0][k].fill(1, s * steps, (s + 1) * steps);
				for (let r = 0; r < steps && !isEnough; r++) {
					const here = s * steps + r;
					for (const [table, each] of [[values[0], 0], [rolls[0], faces]]) {
						let all = each + (baskets[0] ? baskets[0] * table[k + 1][here] : 0) + (r ? game.ravenFaces * table[k][here - 1] : 0);
						for (const tree of full) all += game.colourFaces[tree] * table[k][rowAfter(s, tree) + r];
						table[k][here] = all / useful;
					}
				}
			}
		}

		for (let s = 1; s < states.size; s++) {
			if (s % 64 === 0) yield s / states.size;
			const stock = Array.from(states.fruits.subarray(s * trees, (s + 1) * trees));
			const full = chosenTrees("random", stock);
			const from = full.map((tree) => rowAfter(s, tree));
			const useful = game.ravenFaces + sum(full.map((tree) => game.colourFaces[tree]));
			if (players[0] === "bowl") {
				fillBowl(s, stock, full, useful + baskets[0]);
				continue;
			}
			const wasted = baskets.map((n) => 1 - (useful + n) / faces);
			/** What the useful faces add to V, or to the rolls. */
			const led = (table, player, here) => {
				const next = table[nextTo(player)][0];
				const r = here % steps;
				let all = baskets[player] * table[player][picks[player]][here];
				if (r) all += game.ravenFaces * next[here - 1]; // with no step left all is lost, and over
				for (let j = 0; j < full.length; j++) all += game.colourFaces[full[j]] * next[from[j] + r];
				return all / faces;
			};
			players.forEach((_, player) => fillPicks(s, stock, player));
			for (let here = s * steps; here < (s + 1) * steps; here++) {
				goRound(values, here, wasted, (player) => led(values, player, here));
				goRound(rolls, here, wasted, (player) => 1 + led(rolls, player, here));
			}
		}

		const reader = (table, whenWon) => (fruits, ravenSteps, k = 0, player = 0) => {
			if (!sum(fruits)) return whenWon;
			return ravenSteps ? table[player][Math.min(k, picks[player])][states.index(fruits) * steps + ravenSteps - 1] : 0;
		};
		return { value: reader(values, 1), rolls: reader(rolls, 0) };
	}

	/** V_p = a_p + q_p V_(p+1), and after the last player comes the first, solved for all players of one state. */
	function goRound(table, here, q, a) {
		let all = 0;
		let share = 1;
		for (let player = 0; player < q.length; player++) {
			all += share * a(player);
			share *= q[player];
		}
		let value = all / (1 - share);
		for (let player = q.length - 1; player >= 0; player--) {
			value = a(player) + q[player] * value;
			table[player][0][here] = value;
		}
	}

	/** Solved at once. */
	function solve(game, ...players) {
		const work = solving(game, ...players);
		let step = work.next();
		while (!step.done) step = work.next();
		return step.value;
	}

	return { MOST, STRATEGIES, TIE, chosenTrees, positions, sizeOf, solve, solving, sum };
})();
