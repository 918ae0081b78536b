/** What every page here has: its elements, its words in a language, and its place in the frame of another page. */
"use strict";

const framed = window.parent !== window;
/** A frame that is given its page whole has no address of its own, but a first game. */
const given = document.body.dataset.address ?? "";

/** An element of the page, of whatever kind it is there. */
const place = (id) => document.getElementById(id);

/** Put a phrase in its place. */
function put(id, key, values) {
	place(id).textContent = text(key, values);
}

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

/** What never changes on the page, in a language, or in the browser's. */
function writeWords(lang) {
	const languages = Object.keys(PHRASES);
	const itself = (one) => capital(new Intl.DisplayNames(one, { type: "language" }).of(one) ?? one);
	speak(lang ?? ownLanguage());
	for (const one of document.querySelectorAll("[data-text]")) one.textContent = text(String(one.getAttribute("data-text")));
	place("language").ariaLabel = text("language");
	place("language").innerHTML = languages.map((one) => `<option value="${one}" lang="${one}">${itself(one)}</option>`).join("");
	place("language").value = document.documentElement.lang;
}

/**
 * In the frame of another page nothing sticks to the edge of the screen: this page tells how high it is, and is told how much of
 * it is out of sight above, which `sinks` follows, and whether it is dark.
 */
function fitFrame(sinks) {
	document.body.classList.add("framed");
	place("own-page").hidden = location.protocol === "about:"; // in a notebook there is none
	new ResizeObserver(() => window.parent.postMessage({ orchardBoard: document.body.offsetHeight }, "*")).observe(document.body);
	addEventListener("message", ({ source, data }) => {
		if (source !== window.parent || !data?.orchardTheme) return;
		document.documentElement.style.colorScheme = data.orchardTheme;
		const lowest = document.body.offsetHeight - sinks.offsetHeight;
		sinks.style.setProperty("--sunk", `${Math.max(0, Math.min(data.orchardAbove, lowest) - sinks.offsetTop)}px`);
	});
}

/** Something else is on the page: what its address asks for in vain is told. */
function showWrong(parts) {
	put("wrong", "wrong", { parts: parts.join(", ") });
	place("wrong").hidden = !parts.length;
}

/** Whether nothing should move that need not. */
const still = matchMedia("(prefers-reduced-motion: reduce)");
let isSeen = true;
/** What goes on when the page comes into sight. */
let goOnWhenSeen = () => {};

/** A page of which this part is out of sight stands still. */
function stopUnseen(part) {
	new IntersectionObserver((entries) => {
		isSeen = entries[entries.length - 1].isIntersecting;
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

/** The beginning of a page that moves. */
function beginPage(sinks, part, show) {
	if (framed) fitFrame(sinks);
	stopUnseen(part);
	addEventListener("hashchange", show);
	show();
}

/** Change what the address says, without a step to go back to. */
function keepAddress(shown) {
	const address = addressOf(shown);
	place("own-page").href = address;
	try {
		history.replaceState(null, "", address);
	} catch {
		// a frame without an address
	}
}
