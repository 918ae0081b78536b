/** Where there is no net, the board as it was when last there was one. */
"use strict";

self.addEventListener("fetch", (event) => {
	if (event.request.method !== "GET") return;
	event.respondWith(fromNetOrKept(event.request));
});

async function fromNetOrKept(request) {
	const kept = await caches.open("board");
	try {
		const answer = await fetch(request);
		if (answer.ok) await kept.put(request, answer.clone());
		return answer;
	} catch {
		return (await kept.match(request, { ignoreSearch: true })) ?? Response.error();
	}
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

/** What the page asked for before this worker was there. */
async function keepAll() {
	const kept = await caches.open("board");
	const page = await (await fetch("index.html")).text();
	const files = [...page.matchAll(/(?:src|href)="([\w.]+)"/g)].map((found) => found[1]);
	await kept.addAll(["./", "index.html", "manifest.webmanifest", ...files]);
}
