/** The page: what is shown, what a tap does, and the address in which all of it stands. */
"use strict";

(() => {
  /** @param {string} id @returns {any} */
  const at = (id) => document.getElementById(id);
  const framed = window.parent !== window;

  /** @type {Shown} */
  let shown = Play.read(location.hash);
  /** What "New game" or other rules put away, until the next move. @type {Shown|null} */
  let before = null;
  /** The game that is drawn, and solved. @type {{game: Game|null, best: Solution|null}} */
  let table = { game: null, best: null };
  let work = 0; // what is being worked out in "Change the rules"; a later change ends it

  // --- what is solved ---

  /** @type {Map<string, Solution>} */
  const solved = new Map();

  /** @param {Game} game @param {string} strategy @returns {Solution} */
  function solution(game, strategy) {
    const key = JSON.stringify([game, strategy]);
    const known = solved.get(key);
    if (known) return known;
    if (solved.size > 40) solved.clear();
    const found = Solver.solve(game, strategy);
    solved.set(key, found);
    return found;
  }

  /** @param {Game} game @param {string} strategy */
  const isSolvable = (game, strategy) => Solver.sizeOf(game, strategy) <= Solver.MOST;

  // --- changes ---

  /** Show something else, and say so. @param {Partial<Shown>} change @param {string} [sentence] */
  function become(change, sentence) {
    const next = { ...shown, ...change };
    const lostMoves = Boolean(shown.moves) && !next.moves && change.moves === "";
    if (lostMoves) before = shown;
    else if (next.moves) before = null;
    shown = next;
    write(lostMoves);
    show();
    if (sentence !== undefined) at("live").textContent = sentence;
  }

  /** Put into the address what is shown. @param {boolean} keep whether "back" returns to what was shown */
  function write(keep) {
    try {
      history[keep ? "pushState" : "replaceState"](null, "", Play.address(shown));
    } catch {
      // a browser that counts changes of the address refuses when they come too fast: the next one will do
    }
  }

  addEventListener("hashchange", () => {
    shown = Play.read(location.hash);
    show();
  });

  /** @param {string} move */
  function moved(move) {
    const { game } = shown;
    const steps = Play.replay(game, shown.moves + move);
    const fromGrid = at("moves").contains(document.activeElement);
    become({ moves: shown.moves + move, chosen: true }, sentence(steps));
    const now = steps[steps.length - 1];
    if (Play.isOver(now)) at("end-head").focus();
    else if (fromGrid && /** @type {any} */ (document.activeElement)?.disabled !== false) {
      at("moves").querySelector("button:not(:disabled)")?.focus();
    }
  }

  function undo() {
    if (!shown.moves && before) become(before, text("saidUndo"));
    else {
      const moves = shown.moves.slice(0, -1);
      const back = { ...shown, moves };
      shown = back;
      write(false);
      show();
      at("live").textContent = [text("saidUndo"), chanceSentence()].join(" ");
    }
  }

  function rollForMe() {
    const die = Play.movesAt(shown.game, now()).flatMap((one) => Array(one.faces).fill(one.move));
    moved(die[Math.floor(Math.random() * die.length)]);
  }

  // --- sentences ---

  /** @returns {Step} */
  const now = () => Play.replay(shown.game, shown.moves).slice(-1)[0];

  const chanceSentence = () => text("saidChance", { chance: percent(Play.chance(best(), now())) });

  const best = () => solution(shown.game, "optimal");

  /** What the last of some steps was. @param {Step[]} steps */
  function told(steps) {
    const [previous, last] = steps.slice(-2);
    if (!last) return text("began");
    if (last.face === null) {
      const fruit = fruitName(last.tree ?? 0);
      const cost = Play.chance(best(), previous) - Play.chance(best(), last);
      if (cost <= Solver.TIE) return text("saidBestPick", { fruit });
      if (isSame(cost)) return text("saidPick", { fruit });
      const better = fruitName(Play.bestTrees(shown.game, best(), previous)[0]);
      return text("saidWorsePick", { fruit, best: better, points: inPoints(cost) });
    }
    if (last.face === "raven") return text("saidRaven");
    if (last.face === "basket") return text(last.picks ? "saidBasket" : "saidIdleBasket");
    const names = { Colour: capital(colourName(last.face)), fruit: fruitName(last.face) };
    return text(last.tree === null ? "saidEmpty" : "saidColour", names);
  }

  /** One sentence for one move. @param {Step[]} steps */
  function sentence(steps) {
    const last = steps[steps.length - 1];
    if (Play.isWon(last)) return [told(steps), text("saidWon")].join(" ");
    if (Play.isOver(last)) return text("saidLost");
    return [told(steps), last.picks ? text("whichTree") : text("saidChance", { chance: percent(Play.chance(best(), last)) })].join(" ");
  }

  /** A change with its sign, which is no colour. @param {number} change */
  function arrow(change) {
    if (isSame(change)) return `<span class="same">${text("noChange")}</span>`;
    const [kind, sign, words] = change > 0 ? ["up", "▲", "more"] : ["down", "▼", "less"];
    const points = inPoints(change);
    return (
      `<span class="${kind}"><span aria-hidden="true">${sign} ${points}</span>` +
      `<span class="unseen">${text(words, { points })}</span></span>`
    );
  }

  /** @param {Game} game */
  function factsOf(game) {
    const even = game.fruits.every((n) => n === game.fruits[0]);
    const steps = stepsText(game.ravenSteps);
    if (even) return text("editionFacts", { trees: game.fruits.length, fruits: game.fruits[0], steps });
    return text("unevenFacts", { fruits: game.fruits.join(" + "), steps });
  }

  // --- the page ---

  function show() {
    const playing = shown.view === "play";
    document.body.className = `${shown.view}-view${framed ? " framed" : ""}`;
    at("to-play").href = Play.address({ ...shown, view: "play" });
    at("to-rules").href = Play.address({ ...shown, view: "rules" });
    at("to-play").toggleAttribute("aria-current", playing);
    at("to-rules").toggleAttribute("aria-current", !playing);
    at(playing ? "to-play" : "to-rules").setAttribute("aria-current", "page");
    at("own-page").href = location.href.replace(/#.*/, "") + Play.address(shown);
    work++;
    if (playing && isSolvable(shown.game, "optimal")) showPlay();
    else showRules();
  }

  // --- play along ---

  function showPlay() {
    const { game } = shown;
    document.body.classList.replace("rules-view", "play-view");
    if (!table.game || !Play.same(table.game, game)) {
      table = { game, best: best() };
      at("orchard").innerHTML = Draw.orchard(game);
      at("path").innerHTML = Draw.path(game.ravenSteps);
      at("table").classList.toggle("many", game.fruits.length > 4);
    }
    const steps = Play.replay(game, shown.moves);
    const last = steps[steps.length - 1];
    showGame();
    showOdds(steps);
    showBoard(last);
    showMoves(last);
    showEnd(steps);
    showStory(steps);
    at("undo").textContent = text(!shown.moves && before ? "lastGame" : "undo");
    at("undo").disabled = !shown.moves && !before;
    at("new").disabled = !shown.moves;
    at("roll").disabled = Boolean(last.picks) || Play.isOver(last);
    at("guess").checked = shown.guess;
  }

  function showGame() {
    const key = Play.editionOf(shown.game);
    at("game-now").textContent = text("gameNow", { name: text(key ?? "ownName"), facts: factsOf(shown.game) });
    for (const card of at("editions").children) card.setAttribute("aria-pressed", String(card.dataset.key === (key ?? "own")));
  }

  /** @param {Step[]} steps */
  function showOdds(steps) {
    const chances = steps.slice(-2).map((one) => Play.chance(best(), one));
    const last = steps[steps.length - 1];
    const p = chances[chances.length - 1];
    bigNumber(p);
    at("change").innerHTML = chances.length > 1 ? arrow(p - chances[0]) : "";
    at("rolls").textContent = Play.isOver(last) ? "" : rollsText(best().rolls(last.fruits, last.raven, last.picks));
  }

  /** @param {number} p */
  function bigNumber(p) {
    at("chance").textContent = percent(p);
    at("tug").style.width = `${100 * p}%`;
  }

  /** @param {Step} last */
  function showBoard(last) {
    const { game } = shown;
    Draw.hang(at("orchard"), last.fruits);
    Draw.walk(at("path"), game.ravenSteps, last.raven);
    const all = Solver.sum(game.fruits);
    const fruits = last.fruits.map((n, tree) => `${fruitName(tree)} ${n}`).join(", ");
    at("board").setAttribute("aria-label", text("boardNow", { fruits, steps: stepsText(last.raven) }));
    at("away").textContent = last.raven ? text("ravenAway", { steps: stepsText(last.raven) }) : text("ravenHere");
    at("picked").textContent = text("inBasket", { n: all - Solver.sum(last.fruits), all });
    const marked = last.picks && !shown.guess ? Play.bestTrees(game, best(), last) : [];
    for (const tree of at("orchard").children) {
      const number = Number(tree.dataset.tree);
      tree.classList.toggle("choice", Boolean(last.picks && last.fruits[number]));
      tree.classList.toggle("best", marked.includes(number));
    }
  }

  /** @param {Step} last */
  function showMoves(last) {
    const { game } = shown;
    const place = at("moves");
    const options = Play.movesAt(game, last);
    const used = options.filter((one) => one.faces || last.picks || Number(one.move));
    const again = last.face === null && last.picks > 0;
    at("die").hidden = Play.isOver(last);
    at("die").classList.toggle("picking", last.picks > 0);
    at("ask").textContent = text(last.picks ? (again ? "whichTreeAgain" : "whichTree") : "whatShows");
    place.dataset.count = String(used.length);
    while (place.children.length > used.length) place.lastChild.remove();
    while (place.children.length < used.length) place.append(moveButton());
    used.forEach((one, i) => fillMove(place.children[i], one, last));
  }

  function moveButton() {
    const button = document.createElement("button");
    button.type = "button";
    button.onclick = () => moved(button.dataset.move ?? "");
    return button;
  }

  /** @param {HTMLButtonElement} button @param {ReturnType<typeof Play.movesAt>[number]} one @param {Step} last */
  function fillMove(button, one, last) {
    const tree = Number(one.move) - 1;
    const face = one.move === "b" ? "basket" : one.move === "r" ? "raven" : tree;
    const here = Play.chance(best(), last);
    const p = one.after ? Play.chance(best(), one.after) : here;
    const hidden = last.picks > 0 && shown.guess;
    const isBest = last.picks > 0 && one.possible && !hidden && p >= here - Solver.TIE;
    const name = capital(typeof face === "number" ? fruitName(face) : text(face));
    const colour = typeof face === "number" ? ` <span class="unseen">${text("inColour", { colour: colourName(face) })}</span>` : "";
    const often = one.faces > 1 ? ` <small>${text("timesOnDie", { n: one.faces })}</small>` : "";
    let odds = "";
    if (last.picks ? !one.possible : !one.faces) odds = `<span class="same">${last.picks ? "" : text("notOnDie")}</span>`;
    else if (!hidden) {
      const effect = isBest ? `<span class="best">★ ${text("best")}</span>` : arrow(p - here);
      odds = `<span class="p">${percent(p)}</span>${effect}`;
    }
    button.dataset.move = one.move;
    button.disabled = !one.possible;
    button.className = isBest ? "is-best" : "";
    button.innerHTML = `${Draw.tile(face)}<span class="words"><span class="name">${name}${colour}${often}</span>${odds}</span>`;
  }

  /** @param {Step[]} steps */
  function showEnd(steps) {
    const last = steps[steps.length - 1];
    at("end").hidden = !Play.isOver(last);
    document.body.classList.toggle("over", Play.isOver(last));
    if (!Play.isOver(last)) return;
    const won = Play.isWon(last);
    const left = Solver.sum(last.fruits);
    const rolls = (/** @type {Step[]} */ some) => some.filter((one) => one.face !== null).length;
    at("end").classList.toggle("won", won);
    at("end-head").textContent = text(won ? "won" : "lost");
    at("end-sub").textContent = text(won ? "wonSub" : left === 1 ? "lostSubOne" : "lostSub", { n: rolls(steps), left });
    const { luck, cost, worst } = Play.luckAndCost(best(), steps);
    const start = Play.chance(best(), steps[0]);
    const end = won ? 1 : 0;
    const signed = (/** @type {number} */ change) => `${change < 0 && !isSame(change) ? "−" : "+"}${inPoints(change)}`;
    at("bars").innerHTML = Draw.bars([
      { label: text("atStart"), from: 0, to: start, value: percent(start), kind: "total" },
      { label: text("luck"), from: start, to: start + luck, value: signed(luck), kind: luck < 0 ? "down" : "up" },
      { label: text("choices"), from: start + luck, to: end, value: isSame(cost) ? "0.0" : signed(-cost), kind: "down" },
      { label: text("atEnd"), from: 0, to: end, value: percent(end), kind: "total" },
    ]);
    at("end-picks").textContent = pickSentence(steps, worst, rolls);
  }

  /** @param {Step[]} steps @param {{step: number, cost: number}} worst @param {(some: Step[]) => number} rolls */
  function pickSentence(steps, worst, rolls) {
    if (!steps.some((one, i) => i && one.face === null)) return text("noPicks");
    if (isSame(worst.cost)) return text("allBest");
    const fruit = fruitName(steps[worst.step].tree ?? 0);
    return text("worstPick", { fruit, n: rolls(steps.slice(0, worst.step)), points: inPoints(worst.cost) });
  }

  /** @param {Step[]} steps */
  function showStory(steps) {
    const chances = steps.map((one) => Play.chance(best(), one));
    const [start, end] = [percent(chances[0]), percent(chances[chances.length - 1])];
    at("story").hidden = steps.length < 2;
    at("curve").setAttribute("aria-label", text("storyNow", { start, now: end }));
    if (steps.length < 2) return;
    at("curve").innerHTML = Draw.curve(chances, Math.max(280, at("curve").clientWidth));
    const lines = steps.slice(1).map((_, i) => {
      const item = document.createElement("li");
      item.innerHTML = `${told(steps.slice(0, i + 2))} <b>${percent(chances[i + 1])}</b>`;
      return item;
    });
    at("list").replaceChildren(...lines);
  }

  // --- change the rules ---

  /** The rules that have a slider, what each is now, and the game in which it is another. @param {Game} game */
  function rulesOf(game) {
    const { fruits, colourFaces } = game;
    const most = Math.max(...fruits);
    const resized = (/** @type {number[]} */ list, /** @type {number} */ n) =>
      Array.from({ length: n }, (_, i) => list[Math.min(i, list.length - 1)]);
    const plain = ["ravenSteps", "basketPicks", "basketFaces", "ravenFaces"].map((rule) => {
      const field = /** @type {"ravenSteps"} */ (rule);
      return { rule, now: game[field], set: (/** @type {number} */ n) => ({ ...game, [field]: n }), by: null };
    });
    return [
      {
        rule: "trees",
        now: fruits.length,
        set: (/** @type {number} */ n) => ({ ...game, fruits: resized(fruits, n), colourFaces: resized(colourFaces, n) }),
        by: null,
      },
      {
        rule: "fruits",
        now: most,
        set: (/** @type {number} */ n) => ({ ...game, fruits: fruits.map(() => n) }),
        by: (/** @type {number} */ d) => ({ ...game, fruits: fruits.map((n) => n + d) }),
      },
      ...plain,
      {
        rule: "colourFaces",
        now: Math.max(...colourFaces),
        set: (/** @type {number} */ n) => ({ ...game, colourFaces: colourFaces.map(() => n) }),
        by: (/** @type {number} */ d) => ({ ...game, colourFaces: colourFaces.map((n) => n + d) }),
      },
    ];
  }

  /** @param {Game} game */
  function ruled(game) {
    if (!Play.isPossible(game)) at("live").textContent = text("impossible");
    else become({ game, moves: "", chosen: true }, "");
  }

  function showRules() {
    const { game, strategy } = shown;
    document.body.classList.replace("play-view", "rules-view");
    document.body.classList.remove("over");
    const turn = ++work;
    fillRows(game);
    fillEach(game);
    const fits = isSolvable(game, strategy);
    at("play-these").disabled = !isSolvable(game, "optimal");
    at("change").innerHTML = "";
    if (!fits) {
      const positions = Solver.positions(game).toLocaleString("en");
      at("chance").textContent = "–";
      at("rolls").textContent = "";
      at("tug").style.width = "0";
      at("live").textContent = text("tooLarge", { positions });
    } else {
      const found = solution(game, strategy);
      const p = found.value(game.fruits, game.ravenSteps);
      const rolls = text("rollsAll", { n: found.rolls(game.fruits, game.ravenSteps).toFixed(1) });
      bigNumber(p);
      at("rolls").textContent = rolls;
      at("live").textContent = text("saidRules", { chance: percent(p), rolls });
    }
    inTurn(turn, [...ways(game), ...(fits ? neighbours(game, strategy) : [])]);
  }

  /** Do one job after the other, giving way to taps, until something else is shown. @param {number} turn @param {(() => void)[]} jobs */
  function inTurn(turn, jobs) {
    const start = performance.now();
    while (jobs.length && turn === work && performance.now() - start < 25) jobs.shift()?.();
    if (jobs.length && turn === work) setTimeout(() => inTurn(turn, jobs));
  }

  /** @param {Game} game @param {string} strategy */
  const chanceAtStart = (game, strategy) =>
    isSolvable(game, strategy) ? solution(game, strategy).value(game.fruits, game.ravenSteps) : null;

  /** The chance with each strategy, beside its name. @param {Game} game */
  function ways(game) {
    return [...at("ways").children].map((way) => {
      const strategy = way.dataset.key;
      const place = way.querySelector("b");
      way.querySelector("input").checked = strategy === shown.strategy;
      place.textContent = text("thinking");
      return () => {
        const p = chanceAtStart(game, strategy);
        place.textContent = p === null ? "–" : percent(p);
      };
    });
  }

  /** The chance with one fewer and one more of each rule, on its buttons. @param {Game} game @param {string} strategy */
  function neighbours(game, strategy) {
    const here = chanceAtStart(game, strategy) ?? 0;
    return rulesOf(game).flatMap(({ rule, now, set, by }) =>
      [-1, 1].map((d) => () => {
        const other = by ? by(d) : set(now + d);
        const place = at(`row-${rule}-${d < 0 ? "minus" : "plus"}`).querySelector(".odds");
        const p = Play.isPossible(other) ? chanceAtStart(other, strategy) : null;
        place.innerHTML = p === null ? "" : `${percent(p)} ${arrow(p - here)}`;
      }),
    );
  }

  /** @param {Game} game */
  function fillRows(game) {
    for (const { rule, now } of rulesOf(game)) {
      const numbers = rule === "fruits" ? game.fruits : rule === "colourFaces" ? game.colourFaces : [now];
      const even = numbers.every((n) => n === numbers[0]);
      at(`row-${rule}`).value = now;
      at(`row-${rule}`).disabled = false;
      at(`out-${rule}`).textContent = even ? String(now) : numbers.join(", ");
      for (const [end, d] of /** @type {[string, number][]} */ ([["minus", -1], ["plus", 1]])) {
        const { set, by } = /** @type {any} */ (rulesOf(game).find((one) => one.rule === rule));
        const button = at(`row-${rule}-${end}`);
        button.disabled = !Play.isPossible(by ? by(d) : set(now + d));
        button.querySelector(".odds").textContent = button.disabled ? "" : text("thinking");
      }
    }
  }

  function makeRows() {
    const limits = Play.LIMITS;
    at("rows").innerHTML = rulesOf(shown.game)
      .map(({ rule }) => {
        const [least, most] = [Math.max(limits[rule][0], rule === "fruits" ? 1 : 0), limits[rule][1]];
        const end = (/** @type {string} */ name, /** @type {string} */ sign) =>
          `<button type="button" id="row-${rule}-${name}"><span aria-hidden="true">${sign}</span>` +
          `<span class="unseen">${text(rule)}: ${text(name)}</span> <span class="odds"></span></button>`;
        return (
          `<div class="row"><label for="row-${rule}">${text(rule)}</label><output id="out-${rule}" for="row-${rule}"></output>` +
          `${end("minus", "−")}<input type="range" id="row-${rule}" min="${least}" max="${most}">${end("plus", "+")}</div>`
        );
      })
      .join("");
    for (const { rule } of rulesOf(shown.game)) {
      const one = () => /** @type {any} */ (rulesOf(shown.game).find((each) => each.rule === rule));
      const moveBy = (/** @type {number} */ d) => () => ruled(one().by ? one().by(d) : one().set(one().now + d));
      at(`row-${rule}`).oninput = () => ruled(one().set(Number(at(`row-${rule}`).value)));
      at(`row-${rule}-minus`).onclick = moveBy(-1);
      at(`row-${rule}-plus`).onclick = moveBy(1);
    }
  }

  /** Steppers for each tree. @param {Game} game */
  function fillEach(game) {
    const place = at("each");
    const rules = /** @type {["fruits", "colourFaces"]} */ (["fruits", "colourFaces"]);
    const wanted = game.fruits.length * rules.length;
    if (place.children.length !== wanted) {
      const stepper = (/** @type {"fruits"|"colourFaces"} */ rule, /** @type {number} */ tree) => {
        const words = rule === "fruits" ? ["fruitOf", fruitName(tree)] : ["facesOf", colourName(tree)];
        const label = text(words[0], { tree: words[1], colour: words[1] });
        const button = (/** @type {number} */ d, /** @type {string} */ sign, /** @type {string} */ name) =>
          `<button type="button" data-by="${d}" aria-label="${label}: ${text(name)}">${sign}</button>`;
        return (
          `<div class="stepper" data-rule="${rule}" data-tree="${tree}">${Draw.icon(Draw.SYMBOLS[tree])}<span>${label}</span>` +
          `${button(-1, "−", "minus")}<output></output>${button(1, "+", "plus")}</div>`
        );
      };
      place.innerHTML = game.fruits.flatMap((_, tree) => rules.map((rule) => stepper(rule, tree))).join("");
    }
    for (const one of place.children) {
      const { rule, tree } = one.dataset;
      one.querySelector("output").textContent = game[/** @type {"fruits"} */ (rule)][tree];
      for (const button of one.querySelectorAll("button")) {
        const list = [...game[/** @type {"fruits"} */ (rule)]];
        list[tree] += Number(button.dataset.by);
        button.disabled = !Play.isPossible({ ...game, [rule]: list });
        button.onclick = () => ruled({ ...game, [rule]: list });
      }
    }
  }

  // --- the beginning ---

  function makeEditions() {
    const mini = (/** @type {Game} */ game) => {
      const dots = (/** @type {number} */ n) => "<i></i>".repeat(n);
      const trees = game.fruits.map((n, tree) => `<span class="mini tree-${tree}">${dots(n)}</span>`).join("");
      return `<span class="minis" aria-hidden="true">${trees}<span class="mini steps">${dots(game.ravenSteps)}</span></span>`;
    };
    const card = (/** @type {string} */ key, /** @type {string} */ inside) =>
      `<button type="button" data-key="${key}">${inside}</button>`;
    const cards = Object.entries(Play.EDITIONS).map(([key, game]) =>
      card(key, `${mini(game)}<b>${text(key)}</b><small>${factsOf(game)}</small>`),
    );
    at("editions").innerHTML = [...cards, card("own", `<b>${text("ownName")}</b><small>${text("ownHint")}</small>`)].join("");
    for (const each of at("editions").children) {
      each.onclick = () => {
        const game = Play.EDITIONS[each.dataset.key];
        at("chooser").open = false;
        if (!game) become({ view: "rules" });
        else become({ game, moves: "", chosen: true }, text("began"));
        at(game ? "chooser" : "views").querySelector("summary, a[aria-current=page]").focus();
      };
    }
  }

  function makeWays() {
    at("ways").innerHTML = Solver.STRATEGIES.map(
      (key) => `<label data-key="${key}"><input type="radio" name="way" value="${key}"><span>${text(key)}</span><b></b></label>`,
    ).join("");
    at("ways").onchange = (/** @type {any} */ event) => become({ strategy: event.target.value });
  }

  async function send() {
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({ url: location.href });
      await navigator.clipboard.writeText(location.href);
      at("live").textContent = text("saidCopied");
    } catch {
      // whoever closes the sharing sheet, or forbids copying, still has the address bar
    }
  }

  /** The page that embeds this one learns how high it is, and says whether it is dark. */
  function fitFrame() {
    at("own-page").hidden = false;
    new ResizeObserver(() => {
      window.parent.postMessage({ orchardBoard: document.documentElement.offsetHeight }, "*");
    }).observe(document.documentElement);
    addEventListener("message", (event) => {
      const theme = event.data?.orchardTheme;
      if (event.source === window.parent && (theme === "light" || theme === "dark")) document.documentElement.dataset.theme = theme;
    });
  }

  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-text]"))) {
    place.textContent = text(place.dataset.text ?? "");
  }
  at("views").setAttribute("aria-label", text("views"));
  makeEditions();
  makeRows();
  makeWays();
  at("chooser").open = !shown.chosen && !shown.moves;
  at("undo").onclick = undo;
  at("roll").onclick = rollForMe;
  at("new").onclick = () => become({ moves: "" }, text("began"));
  at("guess").onchange = () => become({ guess: at("guess").checked });
  at("play-these").onclick = () => become({ view: "play", chosen: true }, text("began"));
  at("send").onclick = send;
  at("orchard").onclick = (/** @type {MouseEvent} */ event) => {
    const tree = /** @type {HTMLElement} */ (event.target).closest(".tree");
    const button = tree && at("moves").querySelector(`[data-move="${Number(/** @type {any} */ (tree).dataset.tree) + 1}"]`);
    if (button && !at("die").hidden) button.click();
  };
  addEventListener("resize", () => shown.view === "play" && show());
  if (framed) fitFrame();
  show();
})();
