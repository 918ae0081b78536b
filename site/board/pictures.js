/** Drawings, as HTML. */
"use strict";

/* The shapes as symbols, in every page: those of another file cannot be used from a disk. */
const partOf = (part) => part.replace(/(\w+) (.*)/, (_, look, path) => `<path class="${look}" ${SHAPES.looks[look]} d="${path}"/>`);
const symbolOf = (name) => `<g id="${name}">${SHAPES.parts[name].map(partOf).join("")}</g>`;
const gate = `<g id="gate"><use href="#tree" transform="translate(-12 -12) scale(.26)"/><use href="#berries"/></g>`;
const tints = Object.values(SHAPES.tints).map((tint, tree) => `.tree-${tree} { --tint: ${tint}; }`);
const symbols = Object.keys(SHAPES.parts).map(symbolOf);
document.head.insertAdjacentHTML("beforeend", `<link rel="icon" href="icon.svg"><style>${tints.join("\n")}</style>`);
document.body.insertAdjacentHTML("afterbegin", `<svg hidden><defs>${symbols.join("")}${gate}</defs></svg>`);

/** The key of what a die's face shows. */
const pictureOf = (move) => (move === "b" ? "basket" : move === "r" ? "raven" : FRUITS[Number(move) - 1]);

const icon = (name) => `<svg class="icon" viewBox="-12 -12 24 24" aria-hidden="true"><use href="#${name}"/></svg>`;

const tile = (move) => `<span class="tile tree-${Number(move) - 1}">${icon(pictureOf(move))}</span>`;

/** Where n fruits hang on a tree: spread as a sunflower spreads its seeds. */
function spots(n) {
	const seeds = listOf(n, (i) => {
		const out = Math.sqrt((i + 0.5) / n);
		const angle = 0.8 + i * Math.PI * (3 - Math.sqrt(5));
		return [31 * out * Math.cos(angle), 25 * out * Math.sin(angle)];
	});
	const middle = [0, 1].map((axis) => Solver.sum(seeds.map((seed) => seed[axis])) / n);
	return seeds.map(([x, y]) => [45 + x - middle[0], 38 + y - middle[1]]);
}

function treeOf(n, tree) {
	const size = Math.min(0.92, 2.2 / Math.sqrt(n));
	const fruit = spots(n).map(
		([x, y]) =>
			`<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle class="stalk" r="1.8"/>` +
			`<g class="fruit"><use href="#${FRUITS[tree]}" transform="scale(${size.toFixed(2)})"/></g></g>`,
	);
	return (
		`<div class="tree tree-${tree}" data-move="${tree + 1}"><svg viewBox="0 0 90 96">` +
		`<use href="#tree"/>${fruit.join("")}</svg>` +
		`<span class="count"></span></div>`
	);
}

/** Where the raven starts, the cards that it walks over, numbered while there is room, and the orchard. */
function pathOf(steps) {
	const cards = listOf(steps - 1, (i) => `<span class="stone card">${steps > 12 ? "" : i + 1}</span>`).join("");
	return `<span class="stone"></span>${cards}<span class="stone">${icon("gate")}</span><span class="walker">${icon("raven")}</span>`;
}

function drawTable({ fruits, ravenSteps }) {
	place("orchard").innerHTML = fruits.map(treeOf).join("");
	place("path").innerHTML = pathOf(ravenSteps);
}

const ravenWords = ({ fruits, raven }) => (raven ? many(Solver.sum(fruits) ? "ravenRolls" : "ravenSpare", raven) : text("ravenThere"));

/** Show how much fruit is left on the trees that are drawn, and where the raven is. */
function showTable({ ravenSteps }, at) {
	const walked = ravenSteps - at.raven;
	const fruits = at.fruits.map((n, tree) => `${nameOf(FRUITS[tree])} ${n}`).join(", ");
	place("board").ariaLabel = text("boardNow", { fruits, raven: ravenWords(at) });
	place("path").lastChild.style.left = `${(100 * (walked + 0.5)) / (ravenSteps + 1)}%`;
	[...place("path").children].forEach((stone, i) => stone.classList.toggle("behind", i <= walked));
	at.fruits.forEach((n, i) => {
		const tree = place("orchard").children[i];
		[...tree.querySelectorAll(".fruit")].forEach((fruit, j) => fruit.classList.toggle("gone", j >= n));
		tree.querySelector(".count").textContent = n;
	});
}

/** Lines across a curve for none, half and all, between two edges. */
const levelsOf = (left, right, y, name) => [0, 0.5, 1].map((p) =>
	`<path class="grid" d="M${left} ${y(p)}H${right}"/><text x="${left - 6}" y="${y(p) + 4}" text-anchor="end">${name(p)}</text>`).join("");

/** The chance of winning so far. */
function curveOf(chances) {
	const [left, right, top, bottom] = [54, 348, 10, 102];
	const most = Math.max(16, chances.length - 1);
	const x = (i) => left + ((right - left) * i) / most;
	const y = (p) => bottom - (bottom - top) * p;
	const at = chances.map((p, i) => `${x(i).toFixed(1)} ${y(p).toFixed(1)}`);
	const levels = levelsOf(left, right, y, formats.whole.format);
	const marks = chances.map((p, i) => {
		const kind = kindOf(p - (chances[i - 1] ?? p));
		const h = kind === "up" ? -5 : 5;
		if (kind === "same") return `<circle class="mark" cx="${x(i)}" cy="${y(p)}" r="2.5"/>`;
		return `<path class="mark ${kind}" d="M${x(i) - 4} ${y(p) - h / 2}h8l-4 ${h * 1.4}z"/>`;
	});
	const line = `<path class="line" d="M${at.join("L")}"/>`;
	return `<svg viewBox="0 0 360 112">${levels}${line}${marks.join("")}</svg>`;
}

/** How the chance at the start became the end: for each text a bar from here to there, what it says, and its kind. */
function barsOf(lines) {
	const ends = lines.flatMap(([, from, to]) => [from, to]);
	const low = Math.min(...ends);
	const share = (length) => (100 * length) / (Math.max(1000, ...ends) - low);
	return lines.map(([key, from, to, value, kind]) => {
		const style = `left:${share(Math.min(from, to) - low)}%;width:${share(Math.abs(from - to))}%`;
		return `<dt>${text(key)}</dt><dd><span class="rail"><span class="bar ${kind}" style="${style}"></span></span><b>${value}</b></dd>`;
	}).join("");
}
