/** What every page here has: its elements, its words in a language, and its place in the frame of another page. */
"use strict";

document.querySelector("h1").insertAdjacentHTML("afterend", `
	<a id="own-page" target="_top" hidden data-text="ownPage"></a>
	<select id="language"></select>
	<p id="wrong" hidden></p>`);

const inNotebook = location.protocol === "about:"; // where there is this page alone
const framed = window.parent !== window;
/** On the front page there is less around it. */
document.body.classList.toggle("brief", location.search === "?brief");
/** A frame that is given its page whole has no address of its own, but a first game. */
const given = document.body.dataset.address ?? "";
/** What the page shows, as its address says. */
let shown = readAddress(location.hash || given);

/** An element of the page, of whatever kind it is there. */
const place = (id) => document.getElementById(id);

/** All of these within a place. */
const within = (id, what) => place(id).querySelectorAll(what);

function put(id, key, values) {
	place(id).textContent = text(key, values);
}

/** What can be chosen from a list, by its keys, and what is chosen. */
function offer(list, names, chosen) {
	list.innerHTML = Object.entries(names).map(([key, name]) => `<option value="${key}">${name}</option>`).join("");
	list.value = chosen;
}

/** The games of the boxes, and one of one's own if that is shown. */
function offerEditions(id, game) {
	const key = editionOf(game) ?? "own";
	const games = { ...EDITIONS, [key]: game };
	const nameOfGame = (one) => text("gameNow", { name: editionName(one), facts: many("steps", games[one].ravenSteps) });
	offer(place(id), withNames(Object.keys(games), nameOfGame), key);
	place(id).ariaLabel = text("chooser");
}

/** These keys, each with what is made of it. */
const withNames = (keys, name) => Object.fromEntries(keys.map((key) => [key, name(key)]));

/** Do something with what is pressed within a place. */
function onPress(id, what, act) {
	place(id).addEventListener("click", (event) => {
		const pressed = event.target.closest(what);
		if (pressed) act(pressed);
	});
}

/** The one sentence for an action; some are for ears alone. */
function say(sentence, seen = true) {
	place("live").textContent = sentence;
	place("live").classList.toggle("unseen", !seen);
}

/** What never changes on the page, in its language, or in the browser's. */
function writeWords() {
	speak(shown.lang ?? ownLanguage());
	for (const one of document.querySelectorAll("[data-text]")) one.textContent = text(one.dataset.text);
	place("language").ariaLabel = text("language");
	offer(place("language"), withNames(Object.keys(PHRASES), (one) => PHRASES[one].itself), spoken);
	showWrong();
}

/**
 * In the frame of another page nothing sticks to the edge of the screen: this page tells how high it is, and is told how much of
 * it is out of sight above, which `sinks` follows, and whether it is dark.
 */
function fitFrame(sinks) {
	document.body.classList.add("framed");
	place("own-page").hidden = inNotebook;
	new ResizeObserver(() => window.parent.postMessage({ orchardBoard: document.body.offsetHeight }, "*")).observe(document.body);
	addEventListener("message", ({ source, data }) => {
		if (source !== window.parent || !data?.orchardTheme) return;
		document.documentElement.style.colorScheme = data.orchardTheme;
		const lowest = document.body.offsetHeight - sinks.offsetHeight;
		sinks.style.setProperty("--sunk", `${Math.max(0, Math.min(data.orchardAbove, lowest) - sinks.offsetTop)}px`);
	});
}

/** Whoever pressed what is now out of sight or at rest goes on there. */
function goOnFrom(held, next) {
	if (held.disabled || !held.checkVisibility()) next?.focus({ preventScroll: true });
}

/** What the address asks for in vain is told. */
function showWrong() {
	put("wrong", "wrong", { parts: shown.wrong.join(", ") });
	place("wrong").hidden = !shown.wrong.length;
}

/** Whether nothing should move that need not. */
const still = matchMedia("(prefers-reduced-motion: reduce)");
let isSeen = true;
/** What goes on when the page comes into sight. */
let goOnWhenSeen = () => {};

/** A page of which this part is out of sight stands still. */
function stopUnseen(part) {
	new IntersectionObserver((entries) => {
		isSeen = entries.at(-1).isIntersecting;
		if (!isSeen) return;
		goOnWhenSeen();
		goOnWhenSeen = () => {};
	}).observe(part);
}

/** Do something again and again, told how many seconds have passed, until it says that it is done. */
function ticking(tick) {
	let then = performance.now();
	const frame = (now) => {
		const seconds = Math.max(0, Math.min(100, now - then)) / 1000; // a slow machine does less
		then = now;
		if (tick(seconds)) return;
		if (isSeen) requestAnimationFrame(frame);
		else goOnWhenSeen = () => requestAnimationFrame(frame);
	};
	requestAnimationFrame(frame);
}

/** Change what the address says, with or without a step to go back to. */
function keepAddress(how = "replaceState") {
	const address = addressOf(shown);
	place("own-page").href = location.pathname + address;
	try {
		history[how](null, "", address);
	} catch {
		// too many at once, or a frame without an address
	}
}

function turnTo(change) {
	shown = { ...shown, wrong: [], ...change };
	show();
}

/** The beginning of a page, which has a `show`, for what its address asks for and then for what a reader asks for. */
function beginPage(sinks, become = turnTo) {
	if (framed) fitFrame(sinks);
	addEventListener("hashchange", () => {
		shown = readAddress(location.hash || given);
		show();
	});
	place("language").onchange = () => become({ lang: place("language").value });
	show();
}
