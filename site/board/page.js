/** What is shown now: by the address, by taps, by the clock; and how the page begins. */
"use strict";

const STORE = "orchard-board"; // under which the last game is kept
/** What "New game", or other rules, put away. */
let before = null;

function become(change) {
	const held = document.activeElement;
	const putAway = shown.moves.length > 1 && change.moves === "";
	if (putAway) before = shown;
	else if (change.moves) before = null;
	turnTo(change);
	keeping((kept) => kept.setItem(STORE, addressOf(shown)));
	keepAddress(putAway || change.view ? "pushState" : "replaceState");
	goOnFrom(held, (held.closest(".row, .buttons") ?? place("moves")).querySelector(":enabled"));
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
	if ((shown.lang ?? ownLanguage()) !== spoken) write();
	showFrame(isPlayed ? "play" : "rules");
	running++;
	if (isPlayed) showPlay();
	else showChange();
}

function showFrame(view) {
	document.body.classList.toggle("playing", view === "play");
	for (const button of document.querySelectorAll("nav button")) button.ariaCurrent = button.value === view ? "page" : null;
	place("own-page").href = addressOf(shown);
	showWrong();
	put("undo", !shown.moves && before ? "lastGame" : "undo");
	place("undo").disabled = !shown.moves && !before;
	place("new").disabled = !shown.moves;
	place("again").hidden = shown.seed === null;
	place("guess").checked = shown.guess;
	place("mode").value = shown.mode;
	place("busy").hidden = true;
}

/** Whether one has to wait, for something of which a share is done. */
function showBusy(isBusy, share) {
	place("busy").hidden = !isBusy;
	if (isBusy) put("busy", "computing", { percent: formats.whole.format(share) });
}

/** A game in play can be played on while its chances are being worked out. */
function showPlay() {
	if (solved(shown).best) return showGame(inPlay.best);
	begin(inPlay.work, () => showGame(inPlay.best), showBusy);
	if (!inPlay.best) showGame(null);
}

function showChange() {
	const isLarge = Solver.sizeOf(shown.game, shown.strategy) > Solver.MOST;
	showRules();
	begin(fillingRules(isLarge), () => {}, showBusy);
}

// --- what is kept ---

/** Do this with what the browser keeps; in a frame, or if it is not allowed to, the address alone holds the game. */
function keeping(act) {
	try {
		return framed ? null : act(localStorage);
	} catch {
		return null;
	}
}

/** The address of the last game. */
const remembered = () => keeping((kept) => kept.getItem(STORE)) ?? "";

// --- the start ---

/** What never changes on the page, in the words of its language. */
function write() {
	writeWords();
	const own = `<button data-key="own"><b>${text("own")}</b></button>`;
	place("editions").innerHTML = Object.entries(EDITIONS).map(editionCard).join("") + own;
	offer(place("mode"), withNames(["", "bowl", ...PARTNERS], modeName), shown.mode);
	place("rows").innerHTML = Object.keys(LIMITS).map((rule) => row(rule)).join("");
	place("trees").innerHTML = "";
}

function listen() {
	place("undo").onclick = undo;
	place("mode").onchange = () => become({ mode: place("mode").value, moves: "", seed: null });
	place("roll").onclick = rollForMe;
	place("new").onclick = () => become({ moves: "", seed: null });
	place("again").onclick = () => become({ moves: "" });
	place("guess").onchange = () => become({ guess: place("guess").checked });
	place("play-these").onclick = () => become({ view: "play" });
	onPress("views", "button", ({ value }) => become({ view: value }));
	place("uneven").ontoggle = show;
	listenToRules();
	onPress("editions", "button", ({ dataset }) => choose(dataset.key));
	onPress("moves", "button", ({ dataset }) => makeMove(dataset.move));
	onPress("orchard", ".tree", ({ dataset }) => place("moves").querySelector(`[data-move="${dataset.move}"]`)?.click());
}

/** From a site it can be installed, and opens without a net. */
function offerItself() {
	document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" }));
	navigator.serviceWorker?.register("worker.js").catch(() => {}); // without it the board works, too
}

place("chooser").open = !framed && !location.hash && !remembered();
if (!location.hash && !given) shown = readAddress(remembered() || "#guess=1"); // a first game begins with guessing
if (!framed && location.protocol.startsWith("http")) offerItself();
place("uneven").open = isUneven(shown.game);
listen();
beginPage(place("odds"), become);
