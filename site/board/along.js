/** "Play along": the board of a game in play, what each face of the die would do, and how it went. */
"use strict";

const Along = (() => {
  /** @type {Game|null} */
  let drawn = null;

  // --- what is told ---

  /** What the last of some steps was. @param {Step[]} steps @param {Solution} best */
  function told(steps, best) {
    const [previous, last] = steps.slice(-2);
    if (!last) return text("began");
    if (last.face === "raven") return text("saidRaven");
    if (last.face === "basket") return text(last.picks ? "saidBasket" : "saidIdleBasket");
    const fruit = fruitName(last.face ?? last.tree);
    if (last.face !== null) {
      return text(last.tree === null ? "saidEmpty" : "saidColour", { Colour: capital(colourName(last.face)), fruit });
    }
    const cost = Play.chance(best, previous) - Play.chance(best, last);
    if (cost <= Solver.TIE) return text("saidBestPick", { fruit });
    const better = fruitName(Play.bestTrees(Page.now().game, best, previous)[0]);
    return text("saidWorsePick", { fruit, best: better, points: inPoints(cost) });
  }

  /** One sentence for one move. @param {Step[]} steps @param {Solution} best */
  function sentence(steps, best) {
    const last = steps[steps.length - 1];
    if (last.raven === 0) return text("saidLost");
    const chance = text("saidChance", { chance: percent(Play.chance(best, last)) });
    return `${told(steps, best)} ${Play.isWon(last) ? text("saidWon") : chance}`;
  }

  // --- what is done ---

  /** @param {string} move */
  function make(move) {
    const { game, moves } = Page.now();
    const steps = Play.replay(game, moves + move);
    const byHand = place("moves").contains(document.activeElement);
    Page.become({ moves: moves + move, chosen: true });
    place("chooser").open = false;
    if (Play.isOver(steps[steps.length - 1])) place("end-head").focus();
    else if (byHand && document.activeElement?.disabled !== false) place("moves").querySelector(":enabled").focus();
  }

  function rollForMe() {
    const { game, moves } = Page.now();
    const at = Play.replay(game, moves).pop();
    const die = Play.movesAt(game, at).flatMap(({ move, faces }) => Array(faces).fill(move));
    make(die[Math.floor(Math.random() * die.length)]);
  }

  // --- what is shown ---

  /** @param {Shown} shown @param {Solution} best */
  function show(shown, best) {
    const { game } = shown;
    if (!drawn || !Play.same(drawn, game)) {
      drawn = game;
      place("orchard").innerHTML = Draw.orchard(game);
      place("path").innerHTML = Draw.path(game.ravenSteps);
    }
    const steps = Play.replay(game, shown.moves);
    const chances = steps.map((one) => Play.chance(best, one));
    const [last, p] = [steps[steps.length - 1], chances[chances.length - 1]];
    const rolls = Play.isOver(last) ? "" : rollsText(best.rolls(last.fruits, last.raven, last.picks));
    const key = Play.editionOf(game) ?? "own";
    place("game-now").textContent = text("gameNow", { name: text(key), facts: factsOf(game) });
    for (const card of place("editions").children) card.ariaPressed = String(card.dataset.key === key);
    Page.showOdds(p, rolls, steps.length > 1 ? p - chances[chances.length - 2] : undefined);
    Page.say(sentence(steps, best));
    showBoard(shown, last, best);
    showMoves(shown, last, best);
    showEnd(steps, chances, best);
    showStory(steps, chances, best);
    place("roll").disabled = last.picks > 0 || Play.isOver(last);
  }

  /** @param {Shown} shown @param {Step} last @param {Solution} best */
  function showBoard({ game, guess }, last, best) {
    Draw.hang(place("orchard"), last.fruits);
    Draw.walk(place("path"), game.ravenSteps, last.raven);
    const all = Solver.sum(game.fruits);
    const fruits = last.fruits.map((n, tree) => `${fruitName(tree)} ${n}`).join(", ");
    const steps = stepsText(last.raven);
    place("board").ariaLabel = text("boardNow", { fruits, steps });
    place("away").textContent = last.raven ? text("ravenAway", { steps }) : text("ravenHere");
    place("picked").textContent = text("inBasket", { n: all - Solver.sum(last.fruits), all });
    const marked = last.picks && !guess ? Play.bestTrees(game, best, last) : [];
    [...place("orchard").children].forEach((tree, i) => {
      tree.classList.toggle("choice", last.picks > 0 && last.fruits[i] > 0);
      tree.classList.toggle("best", marked.includes(i));
    });
  }

  /** @param {Shown} shown @param {Step} last @param {Solution} best */
  function showMoves({ game, guess }, last, best) {
    const options = Play.movesAt(game, last);
    const buttons = place("moves");
    place("die").hidden = Play.isOver(last);
    place("ask").textContent = text(!last.picks ? "whatShows" : last.face === null ? "whichTreeAgain" : "whichTree");
    buttons.dataset.count = String(options.length);
    buttons.classList.toggle("picking", last.picks > 0);
    while (buttons.children.length > options.length) buttons.lastChild.remove();
    while (buttons.children.length < options.length) buttons.append(document.createElement("button"));
    options.forEach((option, i) => fillMove(buttons.children[i], option, last, guess && last.picks > 0, best));
  }

  /**
   * @param {HTMLButtonElement} button @param {{move: string, faces: number, after: Step|null}} option
   * @param {Step} last @param {boolean} hidden @param {Solution} best
   */
  function fillMove(button, { move, faces, after }, last, hidden, best) {
    const face = { b: "basket", r: "raven" }[move] ?? Number(move) - 1;
    const isTree = typeof face === "number";
    const change = after ? Play.chance(best, after) - Play.chance(best, last) : 0;
    const isBest = last.picks > 0 && after !== null && !hidden && change >= -Solver.TIE;
    const effect = isBest ? `<b>★ ${text("best")}</b>` : arrow(change);
    let odds = "";
    if (after && !hidden) odds = `<span class="p">${percent(Play.chance(best, after))}</span>${effect}`;
    else if (!after && !last.picks) odds = `<span class="same">${text("notOnDie")}</span>`;
    const colour = isTree ? ` <span class="unseen">(${colourName(face)})</span>` : "";
    const often = faces > 1 ? ` <small>${text("timesOnDie", { n: faces })}</small>` : "";
    const name = capital(isTree ? fruitName(face) : text(face));
    Object.assign(button, { type: "button", disabled: !after, className: isBest ? "is-best" : "" });
    button.dataset.move = move;
    button.innerHTML = `${Draw.tile(face)}<span class="words"><b>${name}${colour}${often}</b>${odds}</span>`;
  }

  /** @param {Step[]} steps @param {number[]} chances @param {Solution} best */
  function showEnd(steps, chances, best) {
    const last = steps[steps.length - 1];
    place("end").hidden = !Play.isOver(last);
    if (!Play.isOver(last)) return;
    const [won, left] = [Play.isWon(last), Solver.sum(last.fruits)];
    const rolls = (/** @type {number} */ upTo) => steps.slice(1, upTo).filter((one) => one.face !== null).length;
    place("end").classList.toggle("won", won);
    place("end-head").textContent = text(won ? "won" : "lost");
    place("end-sub").textContent = text(won ? "wonSub" : left === 1 ? "lostSubOne" : "lostSub", { n: rolls(Infinity), left });
    const { luck, cost, worst } = Play.luckAndCost(steps, chances);
    const [start, end] = [chances[0], won ? 1 : 0];
    const signed = (/** @type {number} */ change) => (change < 0 ? "−" : "+") + inPoints(change);
    place("bars").innerHTML = Draw.bars([
      { label: text("atStart"), from: 0, to: start, value: percent(start), kind: "total" },
      { label: text("luck"), from: start, to: start + luck, value: signed(luck), kind: luck < 0 ? "down" : "up" },
      { label: text("choices"), from: start + luck, to: end, value: cost > Solver.TIE ? signed(-cost) : "0.0", kind: "down" },
      { label: text("atEnd"), from: 0, to: end, value: percent(end), kind: "total" },
    ]);
    const picks = steps.slice(1).some((one) => one.face === null);
    const fruit = fruitName(steps[worst.step].tree ?? 0);
    const costly = () => text("worstPick", { fruit, n: rolls(worst.step), points: inPoints(worst.cost) });
    place("end-picks").textContent = !picks ? text("noPicks") : cost <= Solver.TIE ? text("allBest") : costly();
  }

  /** @param {Step[]} steps @param {number[]} chances @param {Solution} best */
  function showStory(steps, chances, best) {
    place("story").hidden = steps.length < 2;
    if (steps.length < 2) return;
    const [start, now] = [percent(chances[0]), percent(chances[chances.length - 1])];
    place("curve").ariaLabel = text("storyNow", { start, now });
    place("curve").innerHTML = Draw.curve(chances, Math.max(280, place("curve").clientWidth));
    const lines = steps.slice(1).map((_, i) => `<li>${told(steps.slice(0, i + 2), best)} <b>${percent(chances[i + 1])}</b></li>`);
    place("list").innerHTML = lines.join("");
  }

  // --- the beginning ---

  /** The editions by picture and count. */
  function makeEditions() {
    const dots = (/** @type {number} */ n) => "<i></i>".repeat(n);
    const cards = Object.entries(Play.EDITIONS).map(([key, game]) => {
      const trees = game.fruits.map((n, tree) => `<span class="tree-${tree}">${dots(n)}</span>`).join("");
      const picture = `<span class="minis" aria-hidden="true">${trees}<span class="steps">${dots(game.ravenSteps)}</span></span>`;
      return `<button type="button" data-key="${key}">${picture}<b>${text(key)}</b><small>${factsOf(game)}</small></button>`;
    });
    const own = `<button type="button" data-key="own"><b>${text("own")}</b><small>${text("ownHint")}</small></button>`;
    place("editions").innerHTML = cards.join("") + own;
  }

  /** @param {MouseEvent} event */
  function choose({ target }) {
    const key = target.closest("button")?.dataset.key;
    if (!key) return;
    const game = Play.EDITIONS[key];
    place("chooser").open = false;
    if (game) Page.become({ game, moves: "", chosen: true }, text("began"));
    else Page.become({ view: "rules" });
    place(game ? "choose" : "to-rules").focus();
  }

  function start() {
    makeEditions();
    place("editions").onclick = choose;
    place("roll").onclick = rollForMe;
    place("moves").onclick = ({ target }) => {
      const button = target.closest("button");
      if (button) make(button.dataset.move);
    };
    place("orchard").onclick = ({ target }) => {
      const tree = target.closest(".tree");
      if (tree) place("moves").querySelector(`[data-move="${Number(tree.dataset.tree) + 1}"]`).click();
    };
    addEventListener("resize", () => document.body.classList.contains("playing") && Page.become({}));
  }

  return { show, start };
})();
