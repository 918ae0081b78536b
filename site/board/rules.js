/** Change the rules: sliders, what each step of theirs would do to the chance, and another setting beside this one. */
"use strict";

/** The setting that the page begins with, and those before each change, the last at the end. */
const opened = settingOf(readAddress(location.hash || given));
const past = [];

/** A list of n numbers: the last go, or the first comes again at the end. */
const resized = (list, n) => listOf(n, (i) => list[i] ?? list[0]);

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
	place("race-these").href = `race.html${addressOf({ ...shown, view: "play", moves: "", mode: "", beside: null })}`;
	place("race-these").hidden = place("copy").hidden = inNotebook;
	place("undo-rule").disabled = !past.length;
	place("reset").disabled = isSame(shown, opened);
	put("keep", shown.beside ? "putAway" : "keep");
	place("two").hidden = !shown.beside;
	offerEditions("start-from", game);
	place("play-these").disabled = Solver.sizeOf(game, ...playersIn(shown.mode)) > Solver.MOST;
	if (place("trees").children.length !== 2 * game.fruits.length) {
		place("trees").innerHTML = game.fruits.map((_, tree) => row("fruits", tree) + row("colourFaces", tree)).join("");
	}
	for (const one of within("sliders", ".row")) fillRow(one, game);
	offer(place("way"), withNames(Solver.STRATEGIES, text), shown.strategy);
}

/** The number that all is about, then those around it. */
function* fillingRules(isLarge) {
	const { game, strategy, beside } = shown;
	const here = yield* oddsOf(game, strategy);
	if (beside) showPair(beside, (yield* oddsOf(beside.game, beside.strategy)).p, here.p);
	const rolls = isLarge ? "" : text("rollsAll", { n: formats.tenth.format(here.rolls) });
	showOdds(here.p, [capital(text(strategy)), rolls].filter(Boolean).join(" · "));
	if (!isLarge) say(`${text("saidChance", { chance: percent(here.p) })} ${rolls}`, false);
	for (const button of within("sliders", ".row button")) {
		if (!button.closest("details:not([open])")) yield* fillingButton(button, game, strategy, here.p);
	}
	for (const option of place("way").options) option.text += `: ${percent((yield* oddsOf(game, option.value)).p)}`;
}

/** The chance with one fewer or with one more, on its button. */
function* fillingButton(button, game, strategy, here) {
	const other = changed(game, button.closest(".row").dataset, (n) => n + Number(button.value));
	const { p } = button.disabled || Number.isNaN(here) ? { p: NaN } : yield* oddsOf(other, strategy);
	button.querySelector(".odds").innerHTML = Number.isNaN(p) ? "" : `<span>${percent(p)}</span> ${arrow(here, p)}`;
}

/** Two settings side by side: their chances, and what differs. */
function showPair(beside, before, now) {
	const both = [beside, shown];
	const rules = Object.keys(LIMITS).map((rule) => [text(rule), ...both.map(({ game }) => inWords(numbersOf(game, rule)))]);
	const differing = [...rules, [capital(text("basket")), ...both.map(({ strategy }) => text(strategy))]].filter(([, a, b]) => a !== b);
	const cells = ([name, a, b]) => `<tr><th scope="row">${name}</th><td>${a}</td><td>${b}</td></tr>`;
	const odds = [text("chance"), `<b>${percent(before)}</b>`, `<b>${percent(now)}</b> ${arrow(before, now)}`];
	place("pair").innerHTML = `<tr><td></td><th scope="col">${text("kept")}</th><th scope="col">${text("now")}</th></tr>${[odds, ...differing].map(cells).join("")}`;
}

const isUneven = ({ fruits, colourFaces }) => new Set(fruits).size > 1 || new Set(colourFaces).size > 1;

/** What a row says beside its rule. */
function besides(rule, game) {
	if (rule === "ravenSteps") return many("cards", game.ravenSteps - 1);
	if (rule === "colourFaces") return text("faces", { n: Solver.sum(game.colourFaces) + game.basketFaces + game.ravenFaces });
	if (rule === "trees" && isUneven(game)) return text("likeFirst");
	return "";
}

function fillRow(one, game) {
	const { rule, tree } = one.dataset;
	const numbers = numbersOf(game, rule, tree);
	one.querySelector("input").value = Math.max(...numbers);
	// Families lay cards: the short panel of the front page counts these.
	const inCards = rule === "ravenSteps" && document.body.classList.contains("brief");
	one.querySelector("output").textContent = inWords(inCards ? [game.ravenSteps - 1] : numbers);
	const told = inCards ? many("steps", game.ravenSteps) : besides(rule, game);
	if (tree === undefined) one.querySelector("small").textContent = told && `(${told})`;
	if (rule === "ravenSteps") one.querySelector("label").firstChild.textContent = `${text(inCards ? "onPath" : rule)} `;
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
		`<div class="row" data-rule="${rule}"${isOne ? ` data-tree="${tree}"` : ""}><label for="${id}">${label}${isOne ? "" : " <small></small>"}</label>` +
		`<output for="${id}"></output>${button(-1, "−")}<input type="range" id="${id}" min="${least}" max="${most}">${button(1, "+")}</div>`
	);
}

const isSame = (one, other) => JSON.stringify(settingOf(one)) === JSON.stringify(settingOf(other));

/** Another setting; all that a slider does until it is let go is one change. */
function alter(change, isGoingOn = false) {
	if (!isGoingOn) past.push(settingOf(shown));
	become({ moves: "", seed: null, ...change });
}

/** Change the rule in whose row something was pressed or moved. */
function changeRule(target, change, isGoingOn) {
	const one = target.closest(".row");
	const game = changed(shown.game, one.dataset, change);
	if (isPossible(game)) alter({ game }, isGoingOn);
	else fillRow(one, shown.game);
}

/** The address of what is shown, for whoever wants to send it; where it cannot be copied it is told. */
function copyAddress() {
	const { href } = place("own-page");
	const tell = () => say(href);
	if (navigator.clipboard) navigator.clipboard.writeText(href).then(() => say(text("copied")), tell);
	else tell();
}

let isDragged = false;

function listenToRules() {
	place("sliders").oninput = ({ target }) => {
		if (!target.closest(".row")) return;
		changeRule(target, () => Number(target.value), isDragged);
		isDragged = true;
	};
	place("sliders").onchange = () => (isDragged = false);
	place("start-from").onchange = ({ target }) => alter({ game: EDITIONS[target.value] ?? shown.game });
	place("way").onchange = ({ target }) => alter({ strategy: target.value });
	place("undo-rule").onclick = () => alter(past.pop(), true);
	place("reset").onclick = () => alter(opened);
	place("all-rules").onclick = () => {
		document.body.classList.remove("brief");
		showRules();
	};
	place("keep").onclick = () => become({ beside: shown.beside ? null : settingOf(shown) });
	place("copy").onclick = copyAddress;
	onPress("sliders", ".row button", (button) => changeRule(button, (n) => n + Number(button.value)));
}
