/** The pictures: trees with their fruit, the raven's path, the curve, and the bars at the end. */
"use strict";

const Draw = (() => {
	const SYMBOLS = ["apple", "pear", "cherry", "plum", "orange", "fig"];
	const CROWN = "M45 4c11-3 21 4 23 13 11 0 19 9 17 20 3 12-6 22-17 21-4 9-14 12-23 8-9 4-19 1-23-8C11 59 2 49 5 37 3 26 11 17 22 17 24 8 34 1 45 4Z";

	/** A symbol of the sheet in index.html. @param {string} name */
	const icon = (name) => `<svg class="icon" viewBox="-12 -12 24 24" aria-hidden="true"><use href="#${name}"/></svg>`;

	/** What a face of the die looks like. @param {number|"basket"|"raven"} face */
	const tile = (face) =>
		typeof face === "number"
			? `<span class="tile tree-${face}">${icon(SYMBOLS[face])}</span>`
			: `<span class="tile ${face}">${icon(face)}</span>`;

	/** Where the fruit of a tree hangs: spread as a sunflower spreads its seeds. */
	function spots(n) {
		const seeds = Array.from({ length: n }, (_, i) => {
			const out = Math.sqrt((i + 0.5) / n);
			const angle = 0.8 + i * Math.PI * (3 - Math.sqrt(5));
			return [31 * out * Math.cos(angle), 25 * out * Math.sin(angle)];
		});
		const middle = [0, 1].map((axis) => Solver.sum(seeds.map((seed) => seed[axis])) / n);
		return seeds.map(([x, y]) => [45 + x - middle[0], 38 + y - middle[1]]);
	}

	/** A tree that can hold n fruits. */
	function treeOf(tree, n) {
		const size = Math.min(0.92, 2.2 / Math.sqrt(Math.max(n, 1)));
		const fruit = spots(n).map(
			([x, y]) =>
				`<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle class="stalk" r="1.8"/>` +
				`<g class="fruit"><use href="#${SYMBOLS[tree]}" transform="scale(${size.toFixed(2)})"/></g></g>`,
		);
		return (
			`<div class="tree" data-tree="${tree}"><svg viewBox="0 0 90 96">` +
			`<path class="trunk" d="M40 58h10c0 14 1 24 6 33H34c5-9 6-19 6-33Z"/><path class="crown" d="${CROWN}"/>` +
			`<path class="light" d="M20 24c4-8 12-12 20-12"/>${fruit.join("")}</svg>` +
			`<span class="count"></span><span class="star">★</span></div>`
		);
	}

	/** All trees of a game, full. */
	const orchard = (game) => game.fruits.map((n, tree) => treeOf(tree, n)).join("");

	/** Hang what is left on the trees. */
	function hang(place, fruits) {
		fruits.forEach((n, tree) => {
			const shown = place.children[tree];
			shown.querySelectorAll(".fruit").forEach((fruit, i) => fruit.classList.toggle("gone", i >= n));
				shown.querySelector(".count").textContent = n;
		});
	}

	/** The stones from the raven to the orchard. */
	function path(steps) {
		const stones = Array.from({ length: steps }, (_, i) => `<span class="stone">${steps - i}</span>`).join("");
		return `${stones}<span class="stone gate">${icon("gate")}</span><span class="walker">${icon("raven")}</span>`;
	}

	/** Put the raven where it is. */
	function walk(place, steps, left) {
		const walker = place.querySelector(".walker");
		walker.style.left = `${(100 * (steps - left + 0.5)) / (steps + 1)}%`;
		place.querySelectorAll(".stone").forEach((stone, i) => stone.classList.toggle("behind", i <= steps - left));
	}

	/**
   * The chance of winning so far.
   * @param {number[]} chances @param {number} width in pixels
   */
	function curve(chances, width) {
		const [left, right, top, bottom] = [44, 12, 10, 102];
		const most = Math.max(16, chances.length - 1);
		const x = (i) => left + ((width - left - right) * i) / most;
		const y = (p) => bottom - (bottom - top) * p;
		const at = chances.map((p, i) => `${x(i).toFixed(1)} ${y(p).toFixed(1)}`);
		const lines = [0, 0.5, 1].map(
			(p) =>
				`<path class="grid" d="M${left} ${y(p)}H${width - right}"/>` +
				`<text x="${left - 6}" y="${y(p) + 4}" text-anchor="end">${100 * p} %</text>`,
		);
		const marks = chances.map((p, i) => {
			const change = i ? p - chances[i - 1] : 0;
			const [cx, cy] = [x(i), y(p)];
			if (Math.abs(change) <= Solver.TIE) return `<circle class="mark" cx="${cx}" cy="${cy}" r="2.5"/>`;
			const [kind, h] = change > 0 ? ["up", -5] : ["down", 5];
			return `<path class="mark ${kind}" d="M${cx - 4} ${cy - h / 2}h8l-4 ${h * 1.4}z"/>`;
		});
		const area = `<path class="area" d="M${at.join("L")}L${x(chances.length - 1)} ${bottom}L${left} ${bottom}Z"/>`;
		return `<svg viewBox="0 0 ${width} 112" aria-hidden="true">${lines.join("")}${area}<path class="line" d="M${at.join("L")}"/>${marks.join("")}</svg>`;
	}

	/**
   * How the chance at the start became the end: for each text a bar from here to there, what it says, and its kind.
   * @param {[string, number, number, string, string][]} lines
   */
	function bars(lines) {
		const ends = lines.flatMap(([, from, to]) => [from, to]);
		const low = Math.min(...ends);
		const share = (length) => (100 * length) / (Math.max(1, ...ends) - low);
		const bar = (a, b, kind) =>
			`<span class="bar ${kind}" style="left:${share(Math.min(a, b) - low)}%;width:${share(Math.abs(a - b))}%"></span>`;
		const line = ([key, from, to, value, kind]) =>
			`<dt>${text(key)}</dt><dd><span class="rail">${bar(from, to, kind)}</span><b>${value}</b></dd>`;
		return lines.map(line).join("");
	}

	return { SYMBOLS, bars, curve, hang, icon, orchard, path, tile, walk };
})();
