/** The page: what is shown, the address in which all of it stands, and what its buttons do. */
"use strict";

const place = (id) => document.getElementById(id);

/** Put a text in its place. */
const put = (id, key, values) => (place(id).textContent = text(key, values));

/** Do something with the data of what is pressed within a place. */
function onPress(id, what, act) {
	place(id).addEventListener("click", ({ target }) => {
		const pressed = target.closest(what);
		if (pressed) act(pressed.dataset);
	});
}

/** A change of the chance, in points, with a sign that is no colour, as HTML. */
function arrow(change) {
	if (Math.abs(change) <= Solver.TIE) return `<span class="same">${text("noChange")}</span>`;
	const points = inPoints(change);
	const [kind, sign, words] = change > 0 ? ["up", "▲", "more"] : ["down", "▼", "less"];
	return (
		`<span class="${kind}"><span aria-hidden="true">${sign} ${points}</span>` +
		`<span class="unseen">${text(words, { points })}</span></span>`
	);
}

/** What there is on the table, in a few words. */
function factsOf({ fruits, ravenSteps }) {
	const steps = stepsText(ravenSteps);
	if (fruits.some((n) => n !== fruits[0])) return text("unevenFacts", { fruits: fruits.join(" + "), steps });
	return text("evenFacts", { trees: fruits.length, fruits: fruits[0], steps });
}

const Page = (() => {
	const framed = window.parent !== window;
	/** @type {Shown} */
	let shown = Play.read(location.hash);
	/** What "New game", or other rules, put away. @type {Shown|null} */
	let before = null;
	/** @type {Map<string, Solution>} */
	const solved = new Map();

	/** The solution of a game, or null if it would take too long. @param {string} strategy */
	function solution(game, strategy) {
		if (Solver.sizeOf(game, strategy) > Solver.MOST) return null;
		const key = JSON.stringify([game, strategy]);
		if (!solved.has(key)) {
			if (solved.size > 40) solved.clear();
			solved.set(key, Solver.solve(game, strategy));
		}
		return /** @type {Solution} */ (solved.get(key));
	}

	/** Show something else. */
	function become(change) {
		const putAway = shown.moves.length > 1 && change.moves === "";
		if (putAway) before = shown;
		else if (change.moves) before = null;
		shown = { ...shown, ...change };
		try {
			history[putAway ? "pushState" : "replaceState"](null, "", Play.address(shown));
		} catch {
			// too many in a short time: the next one will do
		}
		show();
	}

	function undo() {
		const back = shown.moves ? { moves: shown.moves.slice(0, -1) } : before;
		if (back) become(back);
		say(`${text("saidUndo")} ${place("live").textContent}`);
	}

	function say(sentence, seen = true) {
		place("live").textContent = sentence;
		place("live").classList.toggle("unseen", !seen);
	}

	/** The number that all is about. @param {number|null} p @param {string} rolls @param {number} [change] */
	function showOdds(p, rolls, change) {
		place("chance").textContent = p === null ? "–" : percent(p);
		place("tug").style.width = `${100 * (p ?? 0)}%`;
		place("change").innerHTML = change === undefined ? "" : arrow(change);
		place("rolls").textContent = rolls;
	}

	function show() {
		const best = solution(shown.game, "optimal");
		const view = best ? shown.view : "rules";
		document.body.classList.toggle("playing", view === "play");
		for (const one of ["play", "rules"]) {
			place(`to-${one}`).href = Play.address({ ...shown, view: one });
			place(`to-${one}`).ariaCurrent = one === view ? "page" : null;
		}
		place("own-page").href = location.href.replace(/#.*/, "") + Play.address(shown);
		put("undo", !shown.moves && before ? "lastGame" : "undo");
		place("undo").disabled = !shown.moves && !before;
		place("new").disabled = !shown.moves;
		place("guess").checked = shown.guess;
		Rules.stop();
		if (best && view === "play") Along.show(shown, best);
		else Rules.show(shown);
	}

	/** A page that embeds this one learns how high it is, and may say whether it is dark. */
	function fitFrame() {
		document.body.classList.add("framed");
		place("own-page").hidden = false;
		const tell = () => window.parent.postMessage({ orchardBoard: document.body.offsetHeight }, "*");
		new ResizeObserver(tell).observe(document.body);
		addEventListener("message", ({ source, data }) => {
			if (source === window.parent && data?.orchardTheme) document.documentElement.dataset.theme = data.orchardTheme;
		});
	}

	function start() {
		for (const one of document.querySelectorAll("[data-text]")) one.textContent = text(one.dataset.text);
		place("chooser").open = !framed && !shown.chosen && !shown.moves;
		place("undo").onclick = undo;
		place("new").onclick = () => become({ moves: "" });
		place("guess").onchange = () => become({ guess: place("guess").checked });
		place("play-these").onclick = () => become({ view: "play", chosen: true });
		addEventListener("hashchange", () => {
			shown = Play.read(location.hash);
			show();
		});
		if (framed) fitFrame();
		Along.start();
		Rules.start(shown.game);
		show();
	}

	addEventListener("DOMContentLoaded", start);
	return { become, now: () => shown, say, showOdds, solution };
})();
