/** "Change the rules": what one fewer and one more of each rule does, and what each way of picking is worth. */
"use strict";

const Rules = (() => {
  let turn = 0; // whose numbers are being worked out; a change of the rules ends it

  /** A list made n long, its last number again at its end. @param {number[]} list @param {number} n */
  const resized = (list, n) => Array.from({ length: n }, (_, i) => list[i] ?? list[list.length - 1]);

  /** What a rule is now: a number, or one for each tree. @param {Game} game @param {string} rule */
  const ruleNow = (game, rule) => (rule === "trees" ? game.fruits.length : game[rule]);

  /** The game with another number, for all trees if it is about trees. @param {Game} game @param {string} rule @param {number} n @returns {Game} */
  function changed(game, rule, n) {
    const { fruits, colourFaces } = game;
    if (rule === "trees") return { ...game, fruits: resized(fruits, n), colourFaces: resized(colourFaces, n) };
    return { ...game, [rule]: Array.isArray(game[rule]) ? game[rule].map(() => n) : n };
  }

  /** The game with one fewer or one more, on each tree if it is about trees. @param {Game} game @param {string} rule @param {number} by */
  function stepped(game, rule, by) {
    const now = ruleNow(game, rule);
    return Array.isArray(now) ? { ...game, [rule]: now.map((n) => n + by) } : changed(game, rule, now + by);
  }

  /** The game with one fewer or one more on one tree. @param {Game} game @param {string} rule @param {number} tree @param {number} by */
  const steppedAt = (game, rule, tree, by) => ({ ...game, [rule]: game[rule].map((n, i) => (i === tree ? n + by : n)) });

  /** @param {Game} game @param {string} strategy */
  const chanceOf = (game, strategy) => Page.solution(game, strategy)?.value(game.fruits, game.ravenSteps) ?? null;

  /** @param {Shown} shown */
  function show({ game, strategy }) {
    fillRows(game);
    fillTrees(game);
    const found = Page.solution(game, strategy);
    const p = chanceOf(game, strategy);
    const rolls = found ? text("rollsAll", { n: found.rolls(game.fruits, game.ravenSteps).toFixed(1) }) : "";
    const positions = Solver.positions(game).toLocaleString("en");
    Page.showOdds(p, rolls);
    if (found) Page.say(text("saidRules", { chance: percent(p), rolls }), false);
    else Page.say(text("tooLarge", { positions }));
    place("play-these").disabled = Page.solution(game, "optimal") === null;
    inTurn(turn, [...waysToFill(game, strategy), ...rowsToFill(game, strategy, p)]);
  }

  /** Do one job after the other, giving way to taps, until something else is shown. @param {number} mine @param {(() => void)[]} jobs */
  function inTurn(mine, jobs) {
    const began = performance.now();
    while (jobs.length && mine === turn && performance.now() - began < 25) jobs.shift()();
    if (jobs.length && mine === turn) setTimeout(() => inTurn(mine, jobs));
  }

  /** The chance of each way of picking, beside its name. @param {Game} game @param {string} strategy */
  function waysToFill(game, strategy) {
    return [...place("ways").querySelectorAll("input")].map((input) => () => {
      const p = chanceOf(game, input.value);
      input.checked = input.value === strategy;
      input.parentElement.querySelector("b").textContent = p === null ? "–" : percent(p);
    });
  }

  /** The chance with one fewer and one more of each rule, on its buttons. @param {Game} game @param {string} strategy @param {number|null} here */
  function rowsToFill(game, strategy, here) {
    return [...place("rows").querySelectorAll("button")].map((button) => () => {
      const other = stepped(game, button.dataset.rule, Number(button.dataset.by));
      const p = Play.isPossible(other) ? chanceOf(other, strategy) : null;
      const change = p === null || here === null ? "" : arrow(p - here);
      button.querySelector(".odds").innerHTML = p === null ? "" : `<span>${percent(p)}</span> ${change}`;
    });
  }

  /** @param {Game} game */
  function fillRows(game) {
    for (const row of place("rows").children) {
      const { rule } = row.dataset;
      const numbers = [ruleNow(game, rule)].flat();
      const isEven = numbers.every((n) => n === numbers[0]);
      row.querySelector("input").value = Math.max(...numbers);
      row.querySelector("output").textContent = isEven ? numbers[0] : numbers.join(", ");
      for (const button of row.querySelectorAll("button")) {
        button.disabled = !Play.isPossible(stepped(game, rule, Number(button.dataset.by)));
      }
    }
  }

  /** @param {Game} game */
  function fillTrees(game) {
    if (place("trees").children.length !== 2 * game.fruits.length) {
      place("trees").innerHTML = game.fruits.map((_, tree) => stepper("fruits", tree) + stepper("colourFaces", tree)).join("");
    }
    for (const one of place("trees").children) {
      const { rule, tree } = one.dataset;
      one.querySelector("output").textContent = game[rule][tree];
      for (const button of one.querySelectorAll("button")) {
        button.disabled = !Play.isPossible(steppedAt(game, rule, Number(tree), Number(button.dataset.by)));
      }
    }
  }

  /** @param {string} rule @param {number} tree */
  function stepper(rule, tree) {
    const label = rule === "fruits" ? text("fruitOf", { fruit: fruitName(tree) }) : text("facesOf", { colour: colourName(tree) });
    const button = (/** @type {number} */ by, /** @type {string} */ sign) =>
      `<button type="button" data-by="${by}" aria-label="${label}: ${text(by < 0 ? "minus" : "plus")}">${sign}</button>`;
    return (
      `<div data-rule="${rule}" data-tree="${tree}">${Draw.icon(Draw.SYMBOLS[tree])}<span>${label}</span>` +
      `${button(-1, "−")}<output></output>${button(1, "+")}</div>`
    );
  }

  function makeRows() {
    const row = (/** @type {string} */ rule) => {
      const [least, most] = Play.LIMITS[rule];
      const button = (/** @type {number} */ by, /** @type {string} */ sign) =>
        `<button type="button" data-rule="${rule}" data-by="${by}"><span aria-hidden="true">${sign}</span>` +
        `<span class="unseen">${text(rule)}: ${text(by < 0 ? "minus" : "plus")}</span><span class="odds"></span></button>`;
      return (
        `<div data-rule="${rule}"><label for="row-${rule}">${text(rule)}</label><output for="row-${rule}"></output>` +
        `${button(-1, "−")}<input type="range" id="row-${rule}" min="${rule === "fruits" ? 1 : least}" max="${most}">${button(1, "+")}</div>`
      );
    };
    place("rows").innerHTML = Object.keys(Play.LIMITS).map(row).join("");
  }

  function makeWays() {
    const way = (/** @type {string} */ key) =>
      `<label><input type="radio" name="way" value="${key}"><span>${text(key)}</span><b></b></label>`;
    place("ways").innerHTML = Solver.STRATEGIES.map(way).join("");
  }

  /** @param {Game} game */
  const become = (game) => Play.isPossible(game) && Page.become({ game, moves: "", chosen: true });

  function start() {
    makeRows();
    makeWays();
    place("ways").onchange = ({ target }) => Page.become({ strategy: target.value });
    place("rows").oninput = ({ target }) => {
      const { rule } = target.parentElement.dataset;
      become(changed(Page.now().game, rule, Number(target.value)));
    };
    place("sliders").onclick = ({ target }) => {
      const button = target.closest("[data-by]");
      if (!button) return;
      const { rule, tree } = button.parentElement.dataset;
      const by = Number(button.dataset.by);
      const { game } = Page.now();
      become(tree === undefined ? stepped(game, rule, by) : steppedAt(game, rule, Number(tree), by));
    };
  }

  return { show, start, stop: () => turn++ };
})();
