/**
 * The probability of winning and the expected number of rolls, from every state of a game.
 *
 * With c_i faces in the colour of tree i, B baskets, W ravens and d faces that change something, the dead rolls solved for,
 *
 *     d V(f, r) = W V(f, r-1) + sum_i c_i V(f - e_i, r) + B T_b(f, r)
 *     T_0 = V,    T_k(f, r) = the mean over the trees that the strategy picks from, or the best, of T_{k-1}(f - e_i, r)
 *
 * and the same with D, the number of faces, added on the right for the rolls. States are numbered so that every pick leads
 * to a smaller number; where all colours are equally likely, trees are interchangeable and a state is an ascending tuple.
 */
"use strict";

/**
 * @typedef {Object} Game
 * @property {number[]} fruits the fruit on each tree
 * @property {number} ravenSteps the steps to the orchard
 * @property {number} basketPicks how many fruits a basket allows
 * @property {number[]} colourFaces for each tree, the faces of the die in its colour
 * @property {number} basketFaces
 * @property {number} ravenFaces
 */

/**
 * @typedef {Object} Solution
 * @property {(fruits: number[], ravenSteps: number, picks?: number) => number} value the probability of winning
 * @property {(fruits: number[], ravenSteps: number, picks?: number) => number} rolls how many are still to come, on average
 */

/**
 * The fruit states: `fruits[s * trees + i]` is what tree i holds in state s, `after[s * trees + i]` where a pick leads.
 * @typedef {{size: number, fruits: Uint16Array, after: Int32Array, index: (fruits: number[]) => number}} States
 */

const Solver = (() => {
  const STRATEGIES = ["max", "random", "min", "ignore", "optimal"];
  const MOST = 4e6; // entries of a table, of which there are two: 64 MB, and less than a second
  const TIE = 1e-12; // values that differ by rounding alone count as equal

  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);

  /** @param {Game} game */
  const isLumped = (game) => game.colourFaces.every((faces) => faces === game.colourFaces[0]);

  /** How many picks a strategy makes. @param {Game} game @param {string} strategy */
  const picksOf = (game, strategy) => (strategy === "ignore" ? 0 : Math.min(game.basketPicks, sum(game.fruits)));

  /**
   * `ways[i][v]`: in how many ways trees i, i + 1, ... can be filled, the first of them with at least v. Ascending if lumped.
   * @param {number[]} bounds @param {boolean} lumped
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

  /** Fruit states times raven steps. @param {Game} game */
  function positions(game) {
    const bounds = [...game.fruits].sort((a, b) => a - b);
    return waysToFill(bounds, isLumped(game))[0][0] * game.ravenSteps;
  }

  /** Numbers to be held for a game: what time and memory grow as. @param {Game} game @param {string} strategy */
  const sizeOf = (game, strategy) => positions(game) * (1 + picksOf(game, strategy));

  /** @param {number[]} start @param {boolean} lumped @returns {States} */
  function statesOf(start, lumped) {
    const bounds = lumped ? [...start].sort((a, b) => a - b) : start;
    const trees = bounds.length;
    const ways = waysToFill(bounds, lumped);
    const size = ways[0][0];
    const fruits = new Uint16Array(size * trees);
    const after = new Int32Array(size * trees).fill(-1);
    const state = bounds.map(() => 0);

    /** @param {number[]} f */
    const rank = (f) => f.reduce((r, v, i) => r + ways[i][lumped && i ? f[i - 1] : 0] - ways[i][v], 0);

    for (let s = 0; s < size; s++) {
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
    const sorted = (/** @type {number[]} */ f) => (lumped ? [...f].sort((a, b) => a - b) : f);
    return { size, fruits, after, index: (f) => rank(sorted(f)) };
  }

  /**
   * The trees that a strategy picks from, all equally likely.
   * @param {string} strategy @param {number[]} stock
   */
  function chosenTrees(strategy, stock) {
    const full = stock.map((_, i) => i).filter((i) => stock[i]);
    if (strategy === "max") return full.filter((i) => stock[i] === Math.max(...stock));
    if (strategy === "min") return full.filter((i) => stock[i] === Math.min(...full.map((j) => stock[j])));
    return full;
  }

  /**
   * @param {Game} game at most MOST entries large
   * @param {string} strategy
   * @returns {Solution}
   */
  function solve(game, strategy) {
    const states = statesOf(game.fruits, isLumped(game));
    const trees = game.fruits.length;
    const steps = game.ravenSteps;
    const picks = picksOf(game, strategy);
    const faces = sum(game.colourFaces) + game.basketFaces + game.ravenFaces;
    const tables = () => Array.from({ length: picks + 1 }, () => new Float64Array(states.size * steps));
    const values = tables(); // values[k]: with k picks to be made first
    const rolls = tables();
    values.forEach((table) => table.fill(1, 0, steps)); // state 0 has no fruit

    /** The picks of state s, by a mean over the trees. @param {number} s @param {number[]} chosen */
    function pickAny(s, chosen) {
      for (let k = 1; k <= picks; k++) {
        for (const tree of chosen) {
          const from = states.after[s * trees + tree] * steps;
          for (let r = 0; r < steps; r++) {
            values[k][s * steps + r] += values[k - 1][from + r] / chosen.length;
            rolls[k][s * steps + r] += rolls[k - 1][from + r] / chosen.length;
          }
        }
      }
    }

    /** The picks of state s, each the best; of several the fullest tree. @param {number} s @param {number[]} stock */
    function pickBest(s, stock) {
      const full = chosenTrees("random", stock);
      const from = full.map((tree) => states.after[s * trees + tree] * steps);
      for (let k = 1; k <= picks; k++) {
        const before = values[k - 1];
        const later = rolls[k - 1];
        for (let r = 0; r < steps; r++) {
          let best = 0;
          for (const row of from) if (before[row + r] > best) best = before[row + r];
          let fullest = 0;
          let total = 0;
          let ties = 0;
          for (let j = 0; j < full.length; j++) {
            const here = stock[full[j]];
            if (before[from[j] + r] < best - TIE * best || here < fullest) continue;
            if (here > fullest) total = ties = 0;
            fullest = here;
            total += later[from[j] + r];
            ties++;
          }
          values[k][s * steps + r] = best;
          rolls[k][s * steps + r] = total / ties;
        }
      }
    }

    const won = new Float64Array(steps);
    const more = new Float64Array(steps);
    for (let s = 1; s < states.size; s++) {
      const stock = Array.from(states.fruits.subarray(s * trees, (s + 1) * trees));
      const row = s * steps;
      if (strategy === "optimal") pickBest(s, stock);
      else pickAny(s, chosenTrees(strategy, stock));
      const baskets = picks ? game.basketFaces : 0;
      let useful = game.ravenFaces + baskets;
      for (let r = 0; r < steps; r++) {
        won[r] = baskets * values[picks][row + r];
        more[r] = faces + baskets * rolls[picks][row + r];
      }
      for (let i = 0; i < trees; i++) {
        if (!stock[i]) continue;
        const colour = game.colourFaces[i];
        const from = states.after[s * trees + i] * steps;
        useful += colour;
        for (let r = 0; r < steps; r++) {
          won[r] += colour * values[0][from + r];
          more[r] += colour * rolls[0][from + r];
        }
      }
      for (let r = 0; r < steps; r++) {
        const nearer = r ? row + r - 1 : -1; // with no step left all is lost, and over
        values[0][row + r] = (won[r] + (r ? game.ravenFaces * values[0][nearer] : 0)) / useful;
        rolls[0][row + r] = (more[r] + (r ? game.ravenFaces * rolls[0][nearer] : 0)) / useful;
      }
    }

    /** @param {Float64Array[]} table @param {number} atOnce what is true of a game that is won */
    const reader = (table, atOnce) => (/** @type {number[]} */ fruits, /** @type {number} */ ravenSteps, k = 0) => {
      if (!sum(fruits)) return atOnce;
      if (!ravenSteps) return 0;
      return table[Math.min(k, picks)][states.index(fruits) * steps + ravenSteps - 1];
    };
    return { value: reader(values, 1), rolls: reader(rolls, 0) };
  }

  return { MOST, STRATEGIES, TIE, positions, sizeOf, solve, sum };
})();
