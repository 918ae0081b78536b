/** "Change the rules": what one fewer and one more of each rule does, and what each way of picking is worth. */
"use strict";

const Rules = (() => {
	let turn = 0; // whose numbers are being worked out; a change of the rules ends it

	/** A list made n long, its last number again at its end. @param {number[]} list @param {number} n */
	const resized = (list, n) => Array.from({ length: n }, (_, i) => list[i] ?? list[list.length - 1]);

	/**
   * The game with one of its rules changed: that of one tree, or of all if none is named.
   * @param {Game} game @param {{rule: string, tree?: string}} which @param {(n: number) => number} change @returns {Game}
   */
	function changed(game, { rule, tree }, change) {
		const { fruits, colourFaces } = game;
		if (rule === "trees") {
			const n = change(fruits.length);
			return { ...game, fruits: resized(fruits, n), colourFaces: resized(colourFaces, n) };
		}
		const one = (n, i) => (tree === undefined || i === Number(tree) ? change(n) : n);
		return { ...game, [rule]: Array.isArray(game[rule]) ? game[rule].map(one) : change(game[rule]) };
	}

	/** What a rule is now: a number, or several. @param {Game} game @param {{rule: string, tree?: string}} which */
	function numbersOf(game, { rule, tree }) {
		const numbers = rule === "trees" ? [game.fruits.length] : [game[rule]].flat();
		return tree === undefined ? numbers : [numbers[tree]];
	}

	const chanceOf = (game, strategy) => Page.solution(game, strategy)?.value(game.fruits, game.ravenSteps) ?? null;

	function show({ game, strategy }) {
		const found = Page.solution(game, strategy);
		const p = chanceOf(game, strategy);
		const rolls = found ? text("rollsAll", { n: found.rolls(game.fruits, game.ravenSteps).toFixed(1) }) : "";
		Page.showOdds(p, rolls);
		if (found) Page.say(text("saidRules", { chance: percent(p), rolls }), false);
		else Page.say(text("tooLarge", { positions: Solver.positions(game).toLocaleString("en") }));
		place("play-these").disabled = Page.solution(game, "optimal") === null;
		if (place("trees").children.length !== 2 * game.fruits.length) {
			place("trees").innerHTML = game.fruits.map((_, tree) => row("fruits", tree) + row("colourFaces", tree)).join("");
		}
		const rows = [...place("sliders").querySelectorAll(".row")];
		for (const one of rows) fillRow(one, game);
		inTurn(turn, [...waysToFill(game, strategy), ...rows.flatMap((one) => oddsToFill(one, game, strategy, p))]);
	}

	/** Do one job after the other, giving way to taps, until something else is shown. */
	function inTurn(mine, jobs) {
		const began = performance.now();
		while (jobs.length && mine === turn && performance.now() - began < 25) jobs.shift()();
		if (jobs.length && mine === turn) setTimeout(() => inTurn(mine, jobs));
	}

	/** The chance of each way of picking, beside its name. */
	function waysToFill(game, strategy) {
		return [...place("ways").querySelectorAll("input")].map((input) => () => {
			const p = chanceOf(game, input.value);
			input.checked = input.value === strategy;
			input.parentElement.querySelector("b").textContent = p === null ? "–" : percent(p);
		});
	}

	function fillRow(one, game) {
		const numbers = numbersOf(game, one.dataset);
		one.querySelector("input").value = Math.max(...numbers);
		one.querySelector("output").textContent = [...new Set(numbers)].length > 1 ? numbers.join(", ") : numbers[0];
		for (const button of one.querySelectorAll("button")) {
			button.disabled = !Play.isPossible(changed(game, one.dataset, (n) => n + Number(button.value)));
		}
	}

	/**
   * The chance with one fewer and with one more, on the buttons of a row that can be seen.
   * @param {HTMLElement} one @param {Game} game @param {string} strategy @param {number|null} here
   */
	function oddsToFill(one, game, strategy, here) {
		return [...one.querySelectorAll("button")].filter((button) => button.offsetParent).map((button) => () => {
			const other = changed(game, one.dataset, (n) => n + Number(button.value));
			const p = button.disabled || here === null ? null : chanceOf(other, strategy);
			button.querySelector(".odds").innerHTML = p === null ? "" : `<span>${percent(p)}</span> ${arrow(p - here)}`;
		});
	}

	/** The slider of a rule and its two buttons, for one tree or for all. */
	function row(rule, tree) {
		const [least, most] = Play.LIMITS[rule];
		const ofTree = rule === "fruits" ? "fruitOf" : "facesOf";
		const label = tree === undefined ? text(rule) : text(ofTree, { fruit: fruitName(tree), colour: colourName(tree) });
		const id = `row-${rule}${tree === undefined ? "" : `-${tree}`}`;
		const button = (by, sign) =>
			`<button type="button" value="${by}"><span aria-hidden="true">${sign}</span>` +
			`<span class="unseen">${label}: ${text(by < 0 ? "minus" : "plus")}</span><span class="odds"></span></button>`;
		return (
			`<div class="row" data-rule="${rule}"${tree === undefined ? "" : ` data-tree="${tree}"`}><label for="${id}">${label}</label>` +
			`<output for="${id}"></output>${button(-1, "−")}<input type="range" id="${id}" min="${least}" max="${most}">${button(1, "+")}</div>`
		);
	}

	/** The game changed by what was pressed or moved. */
	function become(target, change) {
		const game = changed(Page.now().game, target.closest(".row").dataset, change);
		if (Play.isPossible(game)) Page.become({ game, moves: "", chosen: true });
		else fillRow(target.closest(".row"), Page.now().game);
	}

	function start() {
		const way = (key) => `<label><input type="radio" name="way" value="${key}"><span>${text(key)}</span><b></b></label>`;
		place("ways").innerHTML = Solver.STRATEGIES.map(way).join("");
		place("rows").innerHTML = Object.keys(Play.LIMITS).map((rule) => row(rule)).join("");
		place("ways").onchange = ({ target }) => Page.become({ strategy: target.value });
		place("sliders").oninput = ({ target }) => become(target, () => Number(target.value));
		place("sliders").onclick = ({ target }) => {
			const button = target.closest(".row button");
			if (button) become(button, (n) => n + Number(button.value));
		};
		place("uneven").ontoggle = () => Page.become({});
	}

	return { show, start, stop: () => turn++ };
})();
