/** A race: four habits play game after game, with the same dice or with their own, until their bars come to rest. */
"use strict";

const FAMILY = 68; // games on a list that a family keeps
const END = 1e5; // games: one standard error is less than a pixel by then
const BUDGET = 5; // milliseconds of a frame in which games are played
const FASTEST = 1e4; // games a second
const WATCHED = 0.5; // seconds for a roll of a game that is watched

/** What is on the track: `order[lane]` is a habit's place in `habits`; `only[i]`: games that the first won and not i, and the reverse. */
let race;
const guesses = [50, 50, 50, 50];

// --- the games ---

/** A game by a habit, roll by roll; what it returns is whether it is won. `luck`: the seed of picks at random. */
function* playing({ fruits, ravenSteps, basketPicks }, die, habit, seed, luck) {
	const trees = [...fruits];
	let left = Solver.sum(fruits);
	let saved = 0;
	let raven = ravenSteps;
	for (let k = 0; left > saved && raven; k++) {
		const face = drawn(die, seed, k);
		if (face === "r") raven--;
		else if (face !== "b") left -= take(trees, Number(face) - 1);
		else if (habit === "bowl") saved += basketPicks;
		else for (let i = 0; habit !== "ignore" && left && i < basketPicks; i++) left -= take(trees, drawn(Solver.chosenTrees(habit, trees), luck, 8 * k + i));
		yield { face, trees, raven, saved };
	}
	return left <= saved;
}

/** Take a fruit from a tree, if there is one: how many it was. */
function take(trees, tree) {
	if (!trees[tree]) return 0;
	trees[tree]--;
	return 1;
}

const nextGames = () => race.habits.map((habit, i) => {
	const seed = randomBits(race.seed ^ (race.isOwn ? Math.imul(i + 1, 0x2545f491) : 0), race.n);
	return playing(shown.game, race.die, habit, seed, ~randomBits(seed, i));
});

function wins(game) {
	let step = game.next();
	while (!step.done) step = game.next();
	return step.value;
}

/** Each habit has played one game more. */
function count(won) {
	won.forEach((is, i) => {
		race.won[i] += Number(is);
		if (is !== won[0]) race.only[i][Number(is)]++;
	});
	race.n++;
	if (race.n >= 1.03 * (race.past.at(-1)?.n ?? 0)) race.past.push({ n: race.n, ...standing() });
}

const playOne = () => count(nextGames().map(wins));

/** Games won of 100, and one standard error, as if one more were won and one lost: whoever has won all may lose. */
function standing() {
	const n = Math.max(race.n, 1);
	const error = race.won.map((won) => (100 / (n + 2)) * Math.sqrt(((won + 1) * (n - won + 1)) / n));
	return { share: race.won.map((won) => (100 * won) / n), error };
}

/** What is known of the first habit against another: the gap, its standard error, and how many times as many games dice of their own take. */
function pairOf(i) {
	const { n, won, only } = race;
	const gap = (only[i][0] - only[i][1]) / n;
	const variance = (only[i][0] + only[i][1] + 1) / n - gap ** 2;
	const own = [0, i].map((j) => (won[j] / n) * (1 - won[j] / n));
	return { gap: 100 * gap, error: 100 * Math.sqrt((race.isOwn ? Solver.sum(own) : variance) / n), times: Solver.sum(own) / variance };
}

// --- what is seen and said ---

const numberOf = (n) => formats.number.format(n);
const tenth = (n) => formats.tenth.format(n).replace("-", "−");
const nameIn = (lane) => (race.isHidden ? text("family", { name: "ABCD"[lane] }) : text(race.habits[race.order[lane]]));
const gamesNow = () => text(race.n === 1 ? "gamesNow1" : "gamesNow", { n: numberOf(race.n) });
/** The colour of a habit, unless that would tell which it is. */
const colourOf = (i) => (race.isHidden ? "" : `habit-${i}`);
const isExact = () => (race.isQuiz ? !race.isHidden : place("exact").checked);

/** The lanes of a race that begins, or of families whose habits have come out. */
function drawLanes() {
	place("lanes").innerHTML = race.order.map((i, lane) => {
		const family = race.isHidden ? `<button value="${lane}" disabled>${nameIn(lane)}</button>` : `<b>${nameIn(lane)}</b>`;
		const who = race.isQuiz ? family : `<select aria-label="${text("strategyHead")}" data-habit="${i}"></select>`;
		const guess = race.isQuiz ? "" : `<input type="range" max="100" value="${guesses[i]}" aria-label="${text("yourGuess", { habit: nameIn(lane) })}" data-guess="${i}">`;
		return (
			`<li class="${colourOf(i)}"><div class="who">${who}<span class="share"></span></div>` +
			`<div class="track"><i class="bar"></i><i class="band"></i><i class="truth"></i>${guess}</div><div class="game"></div></li>`
		);
	}).join("");
	for (const select of within("lanes", "select")) offer(select, withNames(HABITS, text), race.habits[select.dataset.habit]);
}

function draw() {
	const { n, isQuiz } = race;
	const { share, error } = standing();
	put("games", "gamesOf", { n: numberOf(n), all: numberOf(race.end) });
	place("games").hidden = !n;
	race.order.forEach((i, lane) => {
		const one = place("lanes").children[lane];
		const guess = isQuiz ? "" : `<small>${text("youSaid", { n: guesses[i] })}</small> `;
		const exact = isExact() && !Number.isNaN(race.chances[i]) ? ` <small>→ ${tenth(100 * race.chances[i])}</small>` : "";
		one.style = `--p:${n ? share[i] : 0};--e:${n ? error[i] : 0};--truth:${100 * race.chances[i]}`;
		one.querySelector(".truth").hidden = !exact;
		one.querySelector(".share").innerHTML = guess + (n ? `<b>${tenth(share[i])}</b> <small>± ${tenth(error[i])}</small>` : "") + exact;
	});
	put("go", race.going ? "stop" : n ? "goOn" : "start");
	place("go").disabled = place("one").disabled = n >= race.end;
}

function drawPairs() {
	const pairs = race.n < 30 || race.isQuiz ? [] : [1, 2, 3].map((i) => {
		const { gap, error, times } = pairOf(i);
		const told = text("pair", { one: text(race.habits[0]), two: text(race.habits[i]), gap: tenth(gap), error: tenth(error) });
		return `<li>${told} ${race.isOwn ? "" : text("saves", { times: tenth(times) })}</li>`;
	});
	place("pairs").innerHTML = pairs.join("");
}

/** The curve with its bands, over the games in powers of ten. */
function drawCurve() {
	const { isQuiz, order, past } = race;
	const wide = Math.max(300, place("curve").clientWidth);
	const x = (games) => 34 + ((wide - 64) * Math.log10(games)) / Math.log10(isQuiz ? 100 : END);
	const y = (share) => 8 + 1.6 * (100 - Math.max(0, Math.min(100, share)));
	const levels = levelsOf(34, wide - 30, (p) => y(100 * p), (p) => 100 * p);
	const powers = isQuiz ? [1, 10] : [1, 10, 100, 1000];
	const marks = powers.map((games) => `<text x="${x(games)}" y="186" text-anchor="middle">${numberOf(games)}</text>`);
	const most = `<text x="${wide}" y="186" text-anchor="end">${text("gamesNow", { n: numberOf(isQuiz ? 100 : END) })}</text>`;
	const lines = order.map((i) => {
		const edge = (by) => past.map(({ n, share, error }) => `${x(n).toFixed(1)} ${y(share[i] + by * error[i]).toFixed(1)}`);
		const end = isExact() && race.chances[i] >= 0 ? `<path class="ends" d="M34 ${y(100 * race.chances[i])}H${wide - 30}"/>` : "";
		const band = past.length ? `<path class="funnel" d="M${edge(1).join("L")}L${edge(-1).reverse().join("L")}Z"/><path class="trace" d="M${edge(0).join("L")}"/>` : "";
		return `<g class="${colourOf(i)}">${band}${end}</g>`;
	});
	place("curve").innerHTML = `<svg viewBox="0 0 ${wide} 190">${levels}${marks.join("")}${most}${lines.join("")}</svg>`;
}

function drawAll() {
	draw();
	drawPairs();
	drawCurve();
}

function tell() {
	const { share, error } = standing();
	const all = race.order.map((i, lane) => `${nameIn(lane)} ${tenth(share[i])}`).join(", ");
	say(race.n ? text("standing", { games: gamesNow(), all, error: tenth(Math.max(...error)) }) : "");
}

/** A game that is watched: in each lane its die, its trees, its raven. */
function drawGame(lane, { face, trees, raven, saved }) {
	const fruit = trees.map((n, tree) => `<span class="mini tree-${tree}">${n}</span>`).join("");
	lane.querySelector(".game").innerHTML = `${tile(face)}${fruit}${icon("raven")}${raven}${saved ? ` <i class="coin"></i>${saved}` : ""}`;
}

// --- the clock, and what can be pressed ---

/** Games a second: one by one at first, then ever faster, so that a power of ten takes as long as the one before. */
const rate = () => (race.isQuiz ? 30 : Math.min(FASTEST, 3 + race.n));

/** Where the race stops by itself; without motion at the next power of ten. */
const nextStop = () => (race.isQuiz || !still.matches ? race.end : 10 ** Math.floor(Math.log10(Math.max(race.n, 1)) + 1));

function halt() {
	const held = document.activeElement;
	race.going = false;
	for (const button of within("lanes", "button")) button.disabled = race.n < race.end;
	drawAll();
	tell();
	goOnFrom(held, place("anew"));
}

/** Frame by frame, as long as this race goes on. */
function racing(tick) {
	const mine = race;
	race.going = true;
	draw();
	ticking((seconds) => {
		if (race === mine && race.going) tick(seconds);
		return race !== mine || !race.going;
	});
}

function go() {
	if (race.going) return halt();
	const stop = nextStop();
	let due = 1;
	let sinceCurve = 0;
	for (const game of document.querySelectorAll(".game")) game.innerHTML = "";
	racing((seconds) => {
		const began = performance.now();
		due = still.matches ? Infinity : due + seconds * rate();
		sinceCurve += seconds;
		for (; due >= 1 && race.n < stop && performance.now() - began < BUDGET; due--) playOne();
		due = Math.min(due, 1 + rate() / 60);
		if (race.n >= stop) halt();
		else if (sinceCurve > 0.2) {
			drawPairs();
			drawCurve();
			sinceCurve = 0;
		} else if (!still.matches) draw();
	});
}

/** One game that can be watched; without motion, how it ended. */
function watch() {
	if (race.going) halt();
	const games = nextGames();
	const won = games.map(() => null);
	let since = WATCHED;
	const roll = () => games.forEach((game, i) => {
		if (won[i] !== null) return;
		const { value, done } = game.next();
		const lane = place("lanes").children[i];
		if (!done) return drawGame(lane, value);
		won[i] = value;
		lane.querySelector(".game").innerHTML += ` <b>${text(value ? "won" : "lost")}</b>`;
	});
	racing((seconds) => {
		since += seconds;
		if (since < WATCHED && !still.matches) return;
		since = 0;
		do roll(); while (still.matches && won.includes(null));
		if (won.includes(null)) return;
		count(won);
		halt();
	});
}

/** A race from its start; `isQuiz`: four families whose habits are not told, until somebody points at the fullest tree. */
function startRace(isQuiz) {
	const order = [0, 1, 2, 3];
	const habits = isQuiz ? FOUR : (shown.habits ?? FOUR.join()).split(",");
	const seed = isQuiz ? newSeed() : (shown.seed ??= newSeed());
	if (isQuiz) order.sort((a, b) => randomBits(seed, a) - randomBits(seed, b));
	race = {
		habits, order, seed, isQuiz, isHidden: isQuiz, isOwn: isQuiz || Boolean(shown.dice), die: dieOf(shown.game), going: false,
		end: isQuiz ? FAMILY : END, n: 0, won: [0, 0, 0, 0], only: habits.map(() => [0, 0]), past: [], chances: habits.map(() => NaN),
	};
	document.body.classList.toggle("quiz", isQuiz);
	put("about", isQuiz ? "quizAbout" : "raceAbout", { n: FAMILY });
	drawLanes();
	halt();
	begin(findingChances(race), () => race.going || drawAll());
	if (isQuiz) go();
}

function* findingChances({ habits, chances }) {
	for (const [i, habit] of habits.entries()) chances[i] = (yield* oddsOf(shown.game, habit)).p;
}

function answer(lane) {
	const right = race.order.indexOf(0);
	race.isHidden = false;
	drawLanes();
	drawAll();
	say(text(lane === right ? "quizRight" : "quizWrong", { name: "ABCD"[right], n: FAMILY }));
	place("quiz").focus();
}

function show() {
	writeWords();
	offerEditions("game-of", shown.game);
	const facts = Object.keys(LIMITS).map((rule) => `${text(rule)}: ${inWords(numbersOf(shown.game, rule))}`);
	place("facts").textContent = editionOf(shown.game) ? "" : facts.join(" · ");
	place("own").checked = Boolean(shown.dice);
	startRace(false);
	keepAddress();
}

place("go").onclick = go;
place("one").onclick = watch;
place("anew").onclick = () => turnTo({ seed: null });
place("quiz").onclick = () => startRace(true);
place("own").onchange = () => turnTo({ dice: place("own").checked ? "own" : null });
place("game-of").onchange = () => turnTo({ game: EDITIONS[place("game-of").value] ?? shown.game });
place("exact").onchange = drawAll;
place("lanes").oninput = ({ target }) => {
	if (!target.dataset.guess) return;
	guesses[target.dataset.guess] = Number(target.value);
	draw();
};
place("lanes").onchange = ({ target }) => {
	if (!target.dataset.habit) return;
	turnTo({ habits: race.habits.with(target.dataset.habit, target.value).join() });
	place("lanes").querySelector(`[data-habit="${target.dataset.habit}"]`).focus();
};
onPress("lanes", "button", ({ value }) => answer(Number(value)));
addEventListener("resize", drawCurve);
stopUnseen(place("lanes"));
beginPage(place("go"));
