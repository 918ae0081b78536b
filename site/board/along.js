/** "Play along": the board of a game in play, what each face of the die would do, and how it went. */
"use strict";

/**
 * A game in play: the steps, the chance of winning after each, and the last of both.
 * @typedef {{game: Game, guess: boolean, best: Solution, steps: Step[], chances: number[], last: Step, p: number}} Table
 */

const Along = (() => {
	/** @type {Game|null} */
	let drawn = null;

	function tableOf({ game, guess, moves }, best) {
		const steps = Play.replay(game, moves);
		const chances = steps.map((step) => best.value(step.fruits, step.raven, step.picks));
		return { game, guess, best, steps, chances, last: steps[steps.length - 1], p: chances[chances.length - 1] };
	}

	/** What a step was. @param {number} k */
	function told({ game, best, steps, chances }, k) {
		const { face, tree } = steps[k];
		if (!k) return text("began");
		if (face === "raven") return text("saidRaven");
		if (face === "basket") return text("saidBasket");
		const fruit = fruitName(face ?? tree);
		if (face !== null) return text(tree === null ? "saidEmpty" : "saidColour", { Colour: capital(colourName(face)), fruit });
		const cost = chances[k - 1] - chances[k];
		if (cost <= Solver.TIE) return text("saidBestPick", { fruit });
		const better = fruitName(Play.bestTrees(game, best, steps[k - 1])[0]);
		return text("saidWorsePick", { fruit, best: better, points: inPoints(cost) });
	}

	/** One sentence for the last step. */
	function sentence(table) {
		if (!table.last.raven) return text("saidLost");
		const end = Play.isWon(table.last) ? text("saidWon") : text("saidChance", { chance: percent(table.p) });
		return `${told(table, table.steps.length - 1)} ${end}`;
	}

	// --- what is shown ---

	function show(shown, best) {
		const table = tableOf(shown, best);
		const { game, chances, last, p } = table;
		const key = Play.editionOf(game) ?? "own";
		put("game-now", "gameNow", { name: text(key), facts: factsOf(game) });
		for (const card of place("editions").children) card.ariaPressed = String(card.dataset.key === key);
		const rolls = Play.isOver(last) ? "" : rollsText(best.rolls(last.fruits, last.raven, last.picks));
		Page.showOdds(p, rolls, chances.length > 1 ? p - chances[chances.length - 2] : undefined);
		Page.say(sentence(table));
		showBoard(table);
		showMoves(table);
		showEnd(table);
		showStory(table);
		place("roll").disabled = last.picks > 0 || Play.isOver(last);
	}

	function showBoard({ game, guess, best, last }) {
		if (drawn !== game) {
			place("orchard").innerHTML = Draw.orchard(game);
			place("path").innerHTML = Draw.path(game.ravenSteps);
			drawn = game;
		}
		Draw.hang(place("orchard"), last.fruits);
		Draw.walk(place("path"), game.ravenSteps, last.raven);
		const all = Solver.sum(game.fruits);
		const fruits = last.fruits.map((n, tree) => `${fruitName(tree)} ${n}`).join(", ");
		const steps = stepsText(last.raven);
		place("board").ariaLabel = text("boardNow", { fruits, steps });
		put("away", "ravenAway", { steps });
		put("picked", "inBasket", { n: all - Solver.sum(last.fruits), all });
		const marked = last.picks && !guess ? Play.bestTrees(game, best, last) : [];
		[...place("orchard").children].forEach((tree, i) => {
			tree.classList.toggle("choice", last.picks > 0 && last.fruits[i] > 0);
			tree.classList.toggle("best", marked.includes(i));
		});
	}

	function showMoves(table) {
		const { game, last } = table;
		const moves = Play.movesAt(game, last);
		const buttons = place("moves");
		place("die").hidden = Play.isOver(last);
		put("ask", !last.picks ? "whatShows" : last.face === null ? "whichTreeAgain" : "whichTree");
		buttons.classList.toggle("picking", last.picks > 0);
		while (buttons.children.length > moves.length) buttons.lastChild.remove();
		while (buttons.children.length < moves.length) buttons.append(document.createElement("button"));
		moves.forEach((move, i) => fillMove(buttons.children[i], move, table));
	}

	/** What a face, or a pick, would do. @param {HTMLButtonElement} button @param {Move} move */
	function fillMove(button, { move, faces, after }, { guess, best, last, p }) {
		const face = { b: "basket", r: "raven" }[move] ?? Number(move) - 1;
		const isTree = typeof face === "number";
		const chance = after ? best.value(after.fruits, after.raven, after.picks) : 0;
		const hidden = guess && last.picks > 0;
		const isBest = last.picks > 0 && after && !hidden && chance >= p - Solver.TIE;
		const effect = isBest ? `<b>★ ${text("best")}</b>` : arrow(chance - p);
		const odds = after && !hidden ? `<span class="p">${percent(chance)}</span>${effect}` : "";
		const missing = after || last.picks ? "" : `<span class="same">${text("notOnDie")}</span>`;
		const colour = isTree ? ` <span class="unseen">(${colourName(face)})</span>` : "";
		const often = faces > 1 ? ` <small>${text("timesOnDie", { n: faces })}</small>` : "";
		const name = capital(isTree ? fruitName(face) : text(face));
		Object.assign(button, { type: "button", disabled: !after, className: isBest ? "is-best" : "" });
		button.dataset.move = move;
		button.innerHTML = `${Draw.tile(face)}<span class="words"><b>${name}${colour}${often}</b>${odds}${missing}</span>`;
	}

	/** Luck and choices apart, once it is over. */
	function showEnd({ steps, chances, last }) {
		place("end").hidden = !Play.isOver(last);
		if (!Play.isOver(last)) return;
		const [won, left] = [Play.isWon(last), Solver.sum(last.fruits)];
		const { luck, cost, worst } = Play.luckAndCost(steps, chances);
		const [start, end] = [chances[0], won ? 1 : 0];
		const rolls = (upTo) => steps.slice(1, upTo + 1).filter((step) => step.face !== null).length;
		const signed = (change) => (change < 0 ? "−" : "+") + inPoints(change);
		place("end").classList.toggle("won", won);
		put("end-head", won ? "won" : "lost");
		put("end-sub", won ? "wonSub" : "lostSub", { n: rolls(steps.length), left });
		place("bars").innerHTML = Draw.bars([
			["atStart", 0, start, percent(start), ""],
			["luck", start, start + luck, signed(luck), luck < 0 ? "down" : "up"],
			["choices", start + luck, end, cost > Solver.TIE ? signed(-cost) : "0.0", "down"],
			["atEnd", 0, end, percent(end), ""],
		]);
		const fruit = fruitName(steps[worst.step].tree ?? 0);
		const costly = text("worstPick", { fruit, n: rolls(worst.step), points: inPoints(worst.cost) });
		const none = text(steps.some(({ face }, k) => k && face === null) ? "allBest" : "noPicks");
		place("end-picks").textContent = cost > Solver.TIE ? costly : none;
	}

	function showStory(table) {
		const { chances, p } = table;
		place("story").hidden = chances.length < 2;
		if (chances.length < 2) return;
		place("curve").ariaLabel = text("storyNow", { start: percent(chances[0]), now: percent(p) });
		place("curve").innerHTML = Draw.curve(chances, Math.max(280, place("curve").clientWidth));
		place("list").innerHTML = chances.map((chance, k) => (k ? `<li>${told(table, k)} <b>${percent(chance)}</b></li>` : "")).join("");
	}

	// --- what is done ---

	function make(move) {
		const { game, moves } = Page.now();
		const byHand = place("moves").contains(document.activeElement);
		Page.become({ moves: moves + move, chosen: true });
		place("chooser").open = false;
		if (Play.isOver(Play.replay(game, moves + move).pop())) place("end-head").focus();
		else if (byHand && document.activeElement?.disabled !== false) place("moves").querySelector(":enabled").focus();
	}

	function rollForMe() {
		const { game, moves } = Page.now();
		const at = Play.replay(game, moves).pop();
		const die = Play.movesAt(game, at).flatMap(({ move, faces }) => Array(faces).fill(move));
		make(die[Math.floor(Math.random() * die.length)]);
	}

	function choose(key) {
		const game = Play.EDITIONS[key];
		place("chooser").open = false;
		if (game) Page.become({ game, moves: "", chosen: true });
		else Page.become({ view: "rules" });
		place(game ? "choose" : "to-rules").focus();
	}

	/** The editions by picture and count. */
	function makeEditions() {
		const dots = (n) => "<i></i>".repeat(n);
		const cards = Object.entries(Play.EDITIONS).map(([key, game]) => {
			const trees = game.fruits.map((n, tree) => `<span class="tree-${tree}">${dots(n)}</span>`).join("");
			const picture = `<span class="minis" aria-hidden="true">${trees}<span class="steps">${dots(game.ravenSteps)}</span></span>`;
			return `<button type="button" data-key="${key}">${picture}<b>${text(key)}</b><small>${factsOf(game)}</small></button>`;
		});
		const own = `<button type="button" data-key="own"><b>${text("own")}</b><small>${text("ownHint")}</small></button>`;
		place("editions").innerHTML = cards.join("") + own;
	}

	function start() {
		makeEditions();
		place("roll").onclick = rollForMe;
		onPress("editions", "button", ({ key }) => choose(key));
		onPress("moves", "button", ({ move }) => make(move));
		onPress("orchard", ".tree", ({ tree }) => place("moves").querySelector(`[data-move="${Number(tree) + 1}"]`).click());
		addEventListener("resize", () => document.body.classList.contains("playing") && Page.become({}));
	}

	return { show, start };
})();
