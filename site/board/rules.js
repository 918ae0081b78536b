/** Change the rules: sliders, and what each step of theirs would do to the chance. */
"use strict";

/** A list made n long, its last number again at its end. */
const resized = (list, n) => listOf(n, (i) => list[i] ?? list.at(-1));

function changed(game, { rule, tree }, change) {
	const { fruits, colourFaces } = game;
	if (rule === "trees") {
		const n = change(fruits.length);
		return { ...game, fruits: resized(fruits, n), colourFaces: resized(colourFaces, n) };
	}
	const now = game[rule];
	if (!Array.isArray(now)) return { ...game, [rule]: change(now) };
	return { ...game, [rule]: now.map((n, i) => (tree === undefined || i === Number(tree) ? change(n) : n)) };
}

function showRules() {
	const { game } = shown;
	const isLarge = Solver.sizeOf(game, shown.strategy) > Solver.MOST;
	if (isLarge) say(text("tooLarge", { positions: formats.number.format(Solver.positions(game)) }));
	place("race-these").href = `race.html${addressOf({ ...shown, view: "play", moves: "", mode: "" })}`;
	place("race-these").hidden = inNotebook;
	place("play-these").disabled = Solver.sizeOf(game, ...playersIn(shown.mode)) > Solver.MOST;
	if (place("trees").children.length !== 2 * game.fruits.length) {
		place("trees").innerHTML = game.fruits.map((_, tree) => row("fruits", tree) + row("colourFaces", tree)).join("");
	}
	for (const one of within("sliders", ".row")) fillRow(one, game);
	for (const input of within("ways", "input")) input.checked = input.value === shown.strategy;
}

/** The number that all is about, then those around it. */
function* fillingRules(isLarge) {
	const { game, strategy } = shown;
	const here = yield* oddsOf(game, strategy);
	const rolls = isLarge ? "" : text("rollsAll", { n: formats.tenth.format(here.rolls) });
	showOdds(here.p, rolls);
	if (!isLarge) say(`${text("saidChance", { chance: percent(here.p) })} ${rolls}`, false);
	for (const input of within("ways", "input")) {
		const { p } = yield* oddsOf(game, input.value);
		input.parentElement.querySelector("b").textContent = percent(p);
	}
	for (const button of within("sliders", ".row button")) {
		if (button.offsetParent) yield* fillingButton(button, game, strategy, here.p);
	}
}

/** The chance with one fewer or with one more, on its button. */
function* fillingButton(button, game, strategy, here) {
	const other = changed(game, button.closest(".row").dataset, (n) => n + Number(button.value));
	const { p } = button.disabled || Number.isNaN(here) ? { p: NaN } : yield* oddsOf(other, strategy);
	button.querySelector(".odds").innerHTML = Number.isNaN(p) ? "" : `<span>${percent(p)}</span> ${arrow(here, p)}`;
}

function fillRow(one, game) {
	const { rule, tree } = one.dataset;
	const rules = { ...game, trees: game.fruits.length };
	const numbers = [rules[rule]].flat().filter((_, i) => !tree || i === Number(tree));
	one.querySelector("input").value = Math.max(...numbers);
	one.querySelector("output").textContent = new Set(numbers).size > 1 ? numbers.join(", ") : numbers[0];
	for (const button of one.querySelectorAll("button")) {
		button.disabled = !isPossible(changed(game, one.dataset, (n) => n + Number(button.value)));
	}
}

/** The slider of a rule and its two buttons, for one tree or for all. */
function row(rule, tree) {
	const [least, most] = LIMITS[rule];
	const isOne = tree !== undefined;
	const ofTree = rule === "fruits" ? "fruitOf" : "facesOf";
	const label = isOne ? text(ofTree, { fruit: nameOf(FRUITS[tree]), colour: colourName(tree) }) : text(rule);
	const id = `row-${rule}${isOne ? `-${tree}` : ""}`;
	const button = (by, sign) =>
		`<button value="${by}">${seenAs(sign, `${label} ${sign}1`)}<span class="odds"></span></button>`;
	return (
		`<div class="row" data-rule="${rule}"${isOne ? ` data-tree="${tree}"` : ""}><label for="${id}">${label}</label>` +
		`<output for="${id}"></output>${button(-1, "−")}<input type="range" id="${id}" min="${least}" max="${most}">${button(1, "+")}</div>`
	);
}

/** Change the rule in whose row something was pressed or moved. */
function changeRule(target, change) {
	const one = target.closest(".row");
	const game = changed(shown.game, one.dataset, change);
	if (isPossible(game)) become({ game, moves: "", seed: null });
	else fillRow(one, shown.game);
}
