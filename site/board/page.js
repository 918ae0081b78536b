/** What is shown now: by the address, by taps, by the clock; and how the page begins. */
"use strict";

const STORE = "orchard-board"; // under which the last game is kept
let shown = readAddress(location.hash || given || remembered() || "#v=2&guess=1"); // a first game begins with guessing
/** What "New game", or other rules, put away. */
let before = null;

/** Show something else. */
function become(change) {
	const putAway = shown.moves.length > 1 && change.moves === "";
	if (putAway) before = shown;
	else if (change.moves) before = null;
	shown = { ...shown, wrong: [], ...change };
	const address = addressOf(shown);
	remember(address);
	try {
		history[putAway ? "pushState" : "replaceState"](null, "", address);
	} catch {
		// too many in a short time, or a frame without an address: the page shows it all the same
	}
	show();
}

/** The number that all is about, and what it was before. */
function showOdds(p, rolls, old) {
	place("chance").textContent = percent(p);
	place("tug").parentElement.hidden = Number.isNaN(p);
	place("tug").style.width = `${100 * p}%`;
	place("change").innerHTML = old === undefined ? "" : arrow(old, p);
	place("rolls").textContent = rolls;
}

function show() {
	const isPlayed = shown.view === "play" && Solver.sizeOf(shown.game, ...playersIn(shown.mode)) <= Solver.MOST;
	if ((shown.lang ?? ownLanguage()) !== document.documentElement.lang || !place("rows").children.length) write();
	showFrame(isPlayed ? "play" : "rules");
	running++;
	if (JSON.stringify(stopped) !== JSON.stringify(shown.game)) stopped = null;
	if (isPlayed) showPlay();
	else showChange();
}

/** What is the same for both views. */
function showFrame(view) {
	document.body.classList.toggle("playing", view === "play");
	for (const link of document.querySelectorAll("nav a")) link.ariaCurrent = link.id === `to-${view}` ? "page" : null;
	for (const button of place("ask-guess").children) button.ariaPressed = String(Boolean(button.value) === shown.guess);
	place("to-play").href = addressOf({ ...shown, view: "play" });
	place("to-rules").href = addressOf({ ...shown, view: "rules" });
	place("own-page").href = addressOf(shown);
	showWrong(shown.wrong);
	put("undo", !shown.moves && before ? "lastGame" : "undo");
	place("undo").disabled = !shown.moves && !before;
	place("new").disabled = !shown.moves;
	place("again").hidden = shown.seed === null;
	place("guess").checked = shown.guess;
	place("mode").value = shown.mode;
	place("busy").hidden = !stopped;
	showBusy("stopped", "goOn");
}

/** A game in play can be played on while its chances are being worked out. */
function showPlay() {
	const best = bestOf(shown);
	if (best) return showGame(best);
	let waits = true;
	if (!stopped) {
		begin(workOn(shown), () => {
			waits = false;
			showGame(bestOf(shown));
		});
	}
	if (waits) showGame(null);
}

function showChange() {
	const isLarge = Solver.sizeOf(shown.game, shown.strategy) > Solver.MOST;
	showRules();
	if (stopped) return showOdds(NaN, "");
	begin(fillingRules(isLarge), () => {});
}

// --- what is kept ---

/** The address of the last game, where the browser keeps one. */
function remembered() {
	try {
		return framed ? "" : (localStorage.getItem(STORE) ?? "");
	} catch {
		return ""; // it is not allowed to
	}
}

function remember(address) {
	try {
		if (!framed) localStorage.setItem(STORE, address);
	} catch {
		// it is not allowed to: the address itself holds the game
	}
}

/** What keeps the screen on. */
let awake = null;

/** Keep the screen on while a game is in play, where the browser can. */
async function stayAwake() {
	if (framed || !shown.moves || document.visibilityState !== "visible" || (awake && !awake.released)) return;
	try {
		awake = await navigator.wakeLock.request("screen");
	} catch {
		awake = null; // it cannot, or is not allowed to
	}
}

// --- the start ---

/** What never changes on the page, in the words of its language. */
function write() {
	writeWords(shown.lang);
	const own = `<button data-key="own"><b>${text("own")}</b><small>${text("ownHint")}</small></button>`;
	const way = (key) => `<label><input type="radio" name="way" value="${key}"><span>${text(key)}</span><b></b></label>`;
	place("editions").innerHTML = Object.entries(EDITIONS).map(editionCard).join("") + own;
	const modes = ["", "bowl", ...PARTNERS].map((mode) => `<option value="${mode}">${modeName(mode)}</option>`);
	place("mode").innerHTML = modes.join("");
	place("ways").innerHTML = Solver.STRATEGIES.map(way).join("");
	place("rows").innerHTML = Object.keys(LIMITS).map((rule) => row(rule)).join("");
	place("trees").innerHTML = "";
}

/** What each control does. */
function listen() {
	place("undo").onclick = undo;
	place("mode").onchange = () => become({ mode: place("mode").value, moves: "", seed: null });
	place("roll").onclick = rollForMe;
	place("new").onclick = () => become({ moves: "", seed: null });
	place("again").onclick = () => become({ moves: "" });
	place("stop").onclick = stopOrGoOn;
	place("guess").onchange = () => become({ guess: place("guess").checked });
	place("play-these").onclick = () => become({ view: "play" });
	place("uneven").ontoggle = show;
	place("ways").onchange = ({ target }) => become({ strategy: target.value });
	place("sliders").oninput = ({ target }) => changeRule(target, () => Number(target.value));
	place("language").onchange = () => become({ lang: place("language").value });
	onPress("ask-guess", "button", ({ value }) => become({ guess: Boolean(value) }));
	onPress("sliders", ".row button", (button) => changeRule(button, (n) => n + Number(button.value)));
	onPress("editions", "button", ({ dataset }) => choose(dataset.key));
	onPress("moves", "button", ({ dataset }) => makeMove(dataset.move));
	onPress("orchard", ".tree", ({ dataset }) => place("moves").querySelector(`[data-move="${dataset.move}"]`)?.click());
	addEventListener("hashchange", () => {
		shown = readAddress(location.hash);
		show();
	});
	document.addEventListener("visibilitychange", stayAwake);
}

/** In a frame that has no address, what an address would show. */
function doWithoutAddress() {
	for (const view of ["play", "rules"]) {
		place(`to-${view}`).onclick = (event) => {
			event.preventDefault();
			become({ view });
		};
	}
}

/** From a site it can be installed, and opens without a net. */
function offerItself() {
	document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" }));
	navigator.serviceWorker?.register("worker.js").catch(() => {}); // without it the board works, too
}

place("chooser").open = !framed && !location.hash && !remembered();
if (framed) fitFrame(place("odds"));
if (location.protocol === "about:") doWithoutAddress();
else if (!framed && location.protocol.startsWith("http")) offerItself();
listen();
show();
