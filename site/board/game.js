/** A game in play: editions, the moves so far and what they led to, and how all this is written in an address. */
"use strict";

/**
 * What a move led to. `face` is a tree's number, "basket" or "raven", or null for a pick; `tree` the one that lost a fruit.
 * @typedef {{face: number|"basket"|"raven"|null, tree: number|null, fruits: number[], raven: number, picks: number}} Step
 */

/**
 * All that the page shows, and all that its address says.
 * @typedef {Object} Shown
 * @property {"play"|"rules"} view
 * @property {Game} game
 * @property {string} moves a letter each: the number of a tree from 1, b for the basket, r for the raven
 * @property {boolean} guess whether the chances at the basket are hidden
 * @property {string} strategy what is picked in "Change the rules"
 * @property {boolean} chosen whether somebody said which game it is
 */

const Play = (() => {
  /** @param {number} fruits @param {number} ravenSteps @param {number} basketPicks @returns {Game} */
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

  /** @param {Game} a @param {Game} b */
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  /** The key of the edition that a game is, or undefined. @param {Game} game */
  const editionOf = (game) => Object.keys(EDITIONS).find((key) => same(EDITIONS[key], game));

  /** Whether there is such a game, within the limits of this page. @param {Game} game */
  function isPossible(game) {
    const within = (/** @type {number} */ n, /** @type {string} */ rule) =>
      Number.isInteger(n) && n >= LIMITS[rule][0] && n <= LIMITS[rule][1];
    return (
      within(game.fruits.length, "trees") &&
      game.colourFaces.length === game.fruits.length &&
      game.fruits.every((n) => within(n, "fruits")) &&
      Solver.sum(game.fruits) > 0 &&
      game.colourFaces.every((n) => within(n, "colourFaces")) &&
      within(game.ravenSteps, "ravenSteps") &&
      within(game.basketPicks, "basketPicks") &&
      within(game.basketFaces, "basketFaces") &&
      within(game.ravenFaces, "ravenFaces")
    );
  }

  /** @param {Game} game @returns {Step} */
  const begin = (game) => ({ face: null, tree: null, fruits: game.fruits, raven: game.ravenSteps, picks: 0 });

  /** @param {Step} at */
  const isWon = (at) => Solver.sum(at.fruits) === 0;
  /** @param {Step} at */
  const isOver = (at) => isWon(at) || at.raven === 0;

  /** @param {number[]} fruits @param {number} tree */
  const picked = (fruits, tree) => fruits.map((n, i) => (i === tree ? n - 1 : n));

  /** Where a move leads, or null if it cannot be made. @param {Game} game @param {Step} at @param {string} move @returns {Step|null} */
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
    return at.fruits[tree]
      ? { ...at, face: tree, tree, fruits: picked(at.fruits, tree) }
      : { ...at, face: tree, tree: null };
  }

  /** The steps of the moves, the beginning first, up to the first that cannot be made. @param {Game} game @param {string} moves */
  function replay(game, moves) {
    const steps = [begin(game)];
    for (const move of moves) {
      const next = step(game, steps[steps.length - 1], move);
      if (!next) break;
      steps.push(next);
    }
    return steps;
  }

  /** The moves that can be made, and the faces of the die that show each (0 for a pick). @param {Game} game @param {Step} at */
  function movesAt(game, at) {
    const faces = [...game.colourFaces, game.basketFaces, game.ravenFaces];
    const letters = [...game.fruits.map((_, i) => String(i + 1)), "b", "r"];
    const all = letters.map((move, i) => ({ move, faces: at.picks ? 0 : faces[i], after: step(game, at, move) }));
    return all.map((one) => ({ ...one, possible: one.after !== null }));
  }

  /** @param {Solution} solution that of `optimal` @param {Step} at */
  const chance = (solution, at) => solution.value(at.fruits, at.raven, at.picks);

  /**
   * What the die's luck added to the chance of winning, and what our picks took from it; the costliest pick's step.
   * @param {Solution} solution @param {Step[]} steps
   */
  function luckAndCost(solution, steps) {
    const chances = steps.map((at) => chance(solution, at));
    let luck = 0;
    let cost = 0;
    let worst = { step: 0, cost: 0 };
    for (let k = 1; k < steps.length; k++) {
      const change = chances[k] - chances[k - 1];
      if (steps[k].face !== null) luck += change;
      else {
        cost -= change;
        if (-change > worst.cost) worst = { step: k, cost: -change };
      }
    }
    return { luck, cost, worst };
  }

  /** The best that could have been picked instead of what led to a step. @param {Game} game @param {Solution} solution @param {Step} before */
  function bestTrees(game, solution, before) {
    const best = chance(solution, before);
    const options = movesAt(game, before).filter((one) => one.after);
    return options.filter((one) => one.after && chance(solution, one.after) >= best - Solver.TIE).map((one) => Number(one.move) - 1);
  }

  // --- the address ---

  const SHORT = { ravenSteps: "raven", basketPicks: "picks", basketFaces: "baskets", ravenFaces: "ravens" };
  const PLAIN = edition(4, 5, 1);

  /** @param {Shown} shown */
  function address(shown) {
    const { game } = shown;
    /** @type {string[]} */
    const parts = [];
    const key = editionOf(game);
    if (shown.view === "rules") parts.push("view=rules");
    if (key && shown.chosen) parts.push(`game=${key}`);
    if (!key) {
      parts.push(`fruits=${game.fruits}`);
      for (const [rule, short] of Object.entries(SHORT)) parts.push(`${short}=${game[/** @type {"ravenSteps"} */ (rule)]}`);
      if (game.colourFaces.some((n) => n !== 1)) parts.push(`colours=${game.colourFaces}`);
    }
    if (shown.strategy !== "max") parts.push(`strategy=${shown.strategy}`);
    if (shown.guess) parts.push("guess=1");
    if (shown.moves) parts.push(`moves=${shown.moves}`);
    return parts.length ? `#${parts.join("&")}` : "#";
  }

  /** What an address says; what it leaves out, or says wrongly, is as at the beginning. @param {string} hash @returns {Shown} */
  function read(hash) {
    const said = new URLSearchParams(hash.replace(/^#/, ""));
    const numbers = (/** @type {string} */ name) => (said.get(name) ?? "").split(",").map(Number);
    let game = EDITIONS[said.get("game") ?? ""] ?? PLAIN;
    if (said.has("fruits")) {
      const fruits = numbers("fruits");
      const own = { ...PLAIN, fruits, colourFaces: fruits.map(() => 1) };
      for (const [rule, short] of Object.entries(SHORT)) {
        if (said.has(short)) own[/** @type {"ravenSteps"} */ (rule)] = Number(said.get(short));
      }
      if (said.has("colours")) own.colourFaces = numbers("colours");
      if (isPossible(own)) game = own;
    }
    const strategy = said.get("strategy") ?? "max";
    return {
      view: said.get("view") === "rules" ? "rules" : "play",
      game,
      moves: replay(game, said.get("moves") ?? "").slice(1).map(letter).join(""),
      guess: said.get("guess") === "1",
      strategy: Solver.STRATEGIES.includes(strategy) ? strategy : "max",
      chosen: said.has("game") || said.has("fruits"),
    };
  }

  /** The letter of the move that led to a step. @param {Step} at */
  function letter(at) {
    if (at.face === "raven") return "r";
    if (at.face === "basket") return "b";
    return String((at.face ?? at.tree ?? 0) + 1);
  }

  return {
    EDITIONS, LIMITS, address, bestTrees, chance, editionOf, isOver, isPossible, isWon, luckAndCost, movesAt, read, replay, same,
  };
})();
