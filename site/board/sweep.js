/** The backward sweep: the table of all positions fills from the last fruit to full trees, each number the average of others. */
"use strict";

/*
 * A cell is a position, fullest tree first. `p`: its chance. `best`: that of the fullest tree. `rank`: its place in the sweep, -1 on
 * the edges. `ways`: for each face that leads somewhere the chance there and the cells that it may lead to. `td`: where it is shown.
 */

const LIT = 1; // seconds for which a number is lit while the table fills
let orchards = []; // all fruit that can be on the trees, little first
let cells = new Map(); // by fruit and raven
let sweep = []; // the cells between the edges, each behind all that it needs
let known = 0; // how many of them are filled in
let chosen; // the cell that is lit
let going = false;

// --- the numbers ---

/** Whether the whole table of a game can be shown, and its die has each face once. */
const isSmall = ({ fruits, ravenSteps, colourFaces, basketFaces, ravenFaces }) =>
	new Set(fruits).size === 1 && fruits.length <= 4 && fruits[0] <= 4 && ravenSteps <= 6 &&
	[...colourFaces, basketFaces, ravenFaces].every((faces) => faces === 1);

const fullestFirst = (fruits) => [...fruits].sort((a, b) => b - a);

/** All fruit of trees that hold at most so much, fullest first. */
const filled = (trees, most) => trees
	? listOf(most + 1, (n) => filled(trees - 1, n).map((rest) => [n, ...rest])).flat()
	: [[]];

const cellAt = (fruits, raven) => (cells.get([...fullestFirst(fruits), raven].join()));

/** Where picks by a habit may lead. */
function picked(fruits, picks) {
	if (!picks || !Solver.sum(fruits)) return [fruits];
	return Solver.chosenTrees(shown.strategy, fruits).flatMap((tree) => picked(fruits.with(tree, fruits[tree] - 1), picks - 1));
}

function waysFrom({ fruits, raven }, solution) {
	const way = (cell) => ({ p: cell.p, cells: [cell] });
	const basket = shown.strategy === "ignore" ? null : {
		p: solution.value(fruits, raven, shown.game.basketPicks),
		cells: [...new Set(picked(fruits, shown.game.basketPicks).map((after) => cellAt(after, raven)))],
	};
	const colours = fruits.map((n, tree) => (n ? way(cellAt(fruits.with(tree, n - 1), raven)) : null));
	return [...colours, basket, way(cellAt(fruits, raven - 1))];
}

function solveAll() {
	const { game, strategy } = shown;
	const solution = Solver.solve(game, strategy);
	const best = Solver.solve(game, "max");
	cells = new Map();
	orchards = filled(game.fruits.length, game.fruits[0]);
	orchards.sort((f, g) => Solver.sum(f) - Solver.sum(g));
	sweep = [];
	for (const fruits of orchards) {
		for (let raven = 0; raven <= game.ravenSteps; raven++) {
			const p = solution.value(fruits, raven);
			const cell = { fruits, raven, p, best: best.value(fruits, raven), rank: -1, ways: [], td: null };
			cells.set([...fruits, raven].join(), cell);
			if (!raven) cell.p = cell.best = 0;
			else if (fruits[0]) cell.rank = sweep.push(cell) - 1;
		}
	}
	for (const cell of sweep) cell.ways = waysFrom(cell, solution);
}

/** Games won of 100, as they are printed: neither none nor all where that is not certain. */
function printed(p) {
	const games = Math.round(100 * p + 1e-9); // a half up, as on paper
	if (p > 0 && games === 0) return "<1";
	return p < 1 && games === 100 ? ">99" : String(games);
}

/** The average in numbers, with as few digits as lead to the printed one. */
function averaged({ p, ways }) {
	const chances = ways.flatMap((way) => (way ? [100 * way.p] : []));
	const n = chances.length;
	for (let digits = 1; ; digits++) {
		const terms = chances.map((chance) => Number(chance.toFixed(digits)));
		const sum = Number(Solver.sum(terms).toFixed(digits));
		const isClear = terms.every((term, i) => term % 100 || term === chances[i]);
		if (!isClear || printed(sum / n / 100) !== printed(p)) continue;
		const [plain, more] = [digits, digits + 1].map((most) => new Intl.NumberFormat(spoken, { maximumFractionDigits: most }));
		return text("averaged", { sum: `${terms.map(plain.format).join(" + ")} = ${plain.format(sum)}`, n, mean: more.format(sum / n) });
	}
}

function told(cell) {
	const { ways, p, best } = cell;
	if (!ways.every((way) => way?.cells.every(isKnown) ?? true)) return text("notYet");
	const names = ways.flatMap((way, i) => (way ? [] : [i < ways.length - 2 ? colourName(i) : nameOf("basket")]));
	const list = capital(new Intl.ListFormat(spoken).format(names));
	const wasted = names.length ? text(names.length > 1 ? "nothing" : "nothing1", { list }) : "";
	const less = best - p > Solver.TIE ? text("habitCosts", { points: withPoints(best - p) }) : "";
	return `${wasted} ${averaged(cell)} ${less}`.trim();
}

const isKnown = ({ rank }) => rank < known;

// --- the table ---

/** The rows of all orchards with so much fruit. */
function rowsOf(sum) {
	const rows = orchards.filter((fruits) => Solver.sum(fruits) === sum).reverse();
	return rows.map((fruits, i) => {
		const label = i ? "" : `<th scope="rowgroup" rowspan="${rows.length}">${seenAs(sum, many("fruit", sum))}</th>`;
		const from = shown.strategy === "ignore" ? [] : Solver.chosenTrees(shown.strategy, fruits);
		const name = fruits.map((n, tree) => (n && from.includes(tree) ? `<b>${n}</b>` : `<i>${n}</i>`)).join("");
		const numbers = listOf(shown.game.ravenSteps + 1, (raven) => `<td data-at="${[...fruits, raven]}"></td>`);
		return `<tr>${label}<th scope="row" aria-label="${fruits.join(" ")}">${name}</th>${numbers.join("")}</tr>`;
	}).join("");
}

function tableOf(sums) {
	const heads = listOf(shown.game.ravenSteps, (i) => `<th scope="col">${seenAs(i + 1, many("steps", i + 1))}</th>`);
	return (
		`<table role="grid" aria-label="${text("sweepTitle")}"><thead><tr><td class="sum"></td><td class="names"></td><td class="edge">${icon("raven")}</td>` +
		`${heads.join("")}</tr></thead>${sums.map((sum) => `<tbody>${rowsOf(sum)}</tbody>`).join("")}</table>`
	);
}

/** Both halves of the table, empty but for its edges. */
function drawTables() {
	const most = Solver.sum(shown.game.fruits);
	const sums = listOf(most + 1, (i) => most - i);
	place("tables").innerHTML = tableOf(sums.slice(0, most / 2)) + tableOf(sums.slice(most / 2));
	for (const td of within("tables", "[data-at]")) {
		const cell = cells.get(td.dataset.at);
		cell.td = td;
		td.style = `--p:${100 * cell.p};--cost:${Math.min(100, 1200 * (cell.best - cell.p))}`;
		if (cell.rank < 0) td.className = cell.raven ? "won" : "lost";
		if (cell.rank < 0 && cell.raven) td.textContent = "100";
	}
}

function fill(count) {
	const changed = sweep.slice(Math.min(known, count), Math.max(known, count));
	known = count;
	for (const cell of changed) {
		cell.td.textContent = isKnown(cell) ? printed(cell.p) : "";
		cell.td.classList.toggle("known", isKnown(cell));
		cell.td.classList.toggle("long", cell.td.textContent.length > 2);
	}
	place("known").value = known;
	place("one").disabled = known === sweep.length;
	put("go", going ? "stop" : still.matches ? "oneFruit" : known % sweep.length ? "goOn" : "fill");
}

/** Light a position and those that feed it. */
function choose(cell) {
	if (chosen) chosen.td.tabIndex = -1;
	for (const lit of document.querySelectorAll(".chosen, .feeds")) lit.classList.remove("chosen", "feeds");
	for (const tag of document.querySelectorAll(".tag")) tag.remove();
	chosen = cell;
	cell.td.classList.add("chosen");
	cell.td.tabIndex = 0;
	tagFeeds(cell);
	place("where").textContent = `${cell.fruits.join(" ")}, ${many("steps", cell.raven)}`;
	place("value").textContent = isKnown(cell) ? printed(cell.p) : "?";
	place("faces").innerHTML = cell.ways.map((way, i) => faceOf(cell, way, i)).join("");
	place("words").ariaLive = going ? "off" : "polite";
	place("words").textContent = told(cell);
}

/** Beside each position that feeds this one, the faces that lead there. */
function tagFeeds(cell) {
	for (const feed of new Set(cell.ways.flatMap((way) => way?.cells ?? []))) {
		const faces = cell.ways.flatMap((way, face) => (way?.cells.includes(feed) ? [tile(letterOf(face))] : []));
		const isLeft = feed.raven < cell.raven || feed.raven * 2 > shown.game.ravenSteps; // right of it, it would leave the page
		feed.td.classList.add("feeds");
		feed.td.insertAdjacentHTML("beforeend", `<span class="tag ${isLeft ? "left" : ""}" aria-hidden="true">${faces.join("")}</span>`);
	}
}

const letterOf = (face) => ["b", "r"][face - shown.game.fruits.length] ?? String(face + 1);

/** A face of the die, above it what it finds: a tree, or where the raven is; below, the chance after it. */
function faceOf({ fruits, raven }, way, face) {
	const letter = letterOf(face);
	const isNext = way?.cells.some(({ rank }) => rank >= 0);
	const odds = way ? (way.cells.every(isKnown) ? printed(way.p) : "?") : seenAs("↻", text("rollAgain"));
	const found = face < fruits.length ? treeOf(fruits[face], face) : `<span class="tree">${letter === "r" ? icon("raven") + raven : ""}</span>`;
	return (
		`<div>${found}<button value="${face}" ${isNext ? "" : "disabled"}>${tile(letter)}` +
		`<span class="unseen">${nameOf(pictureOf(letter))}: </span>${odds}</button></div>`
	);
}

// --- the clock, and what can be pressed ---

/** Numbers a second: few while there is something to understand, and at the end. */
const pace = () => Math.min(70, 1.2 + known / 3, 3 + sweep.length - known);

/** Stop with so many numbers known, and look at one. */
function halt(count, cell = sweep[Math.max(0, count - 1)]) {
	const held = document.activeElement;
	going = false;
	fill(count);
	choose(cell);
	goOnFrom(held, place("go"));
}

/** Fill the table, or stop; where nothing should move, with one fruit more at a time. */
function go() {
	if (going) return halt(known);
	if (known === sweep.length) fill(0);
	const fruit = Solver.sum(sweep[known].fruits);
	if (still.matches) return halt(sweep.filter(({ fruits }) => Solver.sum(fruits) <= fruit).length);
	let due = 1;
	let lit = LIT;
	going = true;
	fill(known);
	ticking((seconds) => {
		if (!going) return true;
		due += seconds * pace();
		lit += seconds;
		if (due >= 1) fill(Math.min(known + Math.floor(due), sweep.length));
		if (due >= 1 && lit >= LIT) {
			choose(sweep[known - 1]);
			lit = 0;
		}
		due %= 1;
		if (known === sweep.length) halt(known);
		return !going;
	});
}

/** Show what the address asks for, with as many numbers as there were. */
function show() {
	const at = chosen;
	const count = known;
	writeWords();
	if (!isSmall(shown.game)) shown = { ...shown, game: EDITIONS["first-orchard"], wrong: [...shown.wrong, factsOf(shown.game)] };
	if (!FOUR.includes(shown.strategy)) shown.strategy = "max";
	showWrong();
	keepAddress();
	known = 0;
	solveAll();
	drawTables();
	offer(place("habit"), withNames(FOUR, text), shown.strategy);
	place("tables").classList.toggle("costs", shown.strategy !== "max");
	put("about", shown.strategy === "max" ? "sweepAbout" : "sweepCosts");
	place("known").ariaLabel = text("numbersKnown");
	place("known").max = sweep.length;
	halt(Math.min(count, sweep.length), at && cellAt(at.fruits, at.raven));
}

place("known").oninput = () => halt(Number(place("known").value));
place("go").onclick = go;
place("one").onclick = () => halt(known + 1);
place("habit").onchange = () => turnTo({ strategy: place("habit").value });
onPress("faces", "button", ({ value }) => {
	halt(known, chosen.ways[value]?.cells.find(({ rank }) => rank >= 0));
	(place("faces").querySelector(`[value="${value}"]:enabled`) ?? place("faces").querySelector(":enabled"))?.focus();
});
onPress("tables", "td[data-at]", ({ dataset }) => {
	const cell = cells.get(dataset.at);
	if (cell.ways.length) halt(known, cell);
});
place("tables").onkeydown = (event) => {
	const [more, right] = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] }[event.key] ?? [0, 0];
	const fruits = orchards[orchards.indexOf(chosen.fruits) + more];
	const cell = fruits && cellAt(fruits, chosen.raven + right);
	if (!cell?.ways.length || cell === chosen) return;
	event.preventDefault();
	halt(known, cell);
	cell.td.focus();
};
stopUnseen(place("tables"));
beginPage(place("cell"));
