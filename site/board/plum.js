/** The last plum: one more raven roll loses. One rolls first, guesses, and is told why it is two in three. */
"use strict";

const WHOLE = EDITIONS["first-orchard"];
const GAME = { ...WHOLE, fruits: [0, 0, 0, 1] };
const DIE = dieOf(GAME);
const START = { ...replay(GAME, "")[0], raven: 1 };
const UNEVEN = 2; // fruits between the fullest and the emptiest tree, from which a pick matters

let at = START;
let games = 0;
let won = 0;

/** Where a face leads; with one fruit left there is nothing to choose from the basket. */
function after(face) {
	const step = stepBy(GAME, at, face);
	return step.picks ? stepBy(GAME, step, "4") : step;
}

/** A whole game that has begun: rolled by a seed up to its first basket, with trees by then that are not alike. */
function begun() {
	const seed = newSeed();
	const moves = listOf(8, (k) => rolled(WHOLE, seed, k)).join("").replace(/b.*/, "b");
	const { picks, fruits } = replay(WHOLE, moves).pop();
	return picks && Math.max(...fruits) - Math.min(...fruits) >= UNEVEN ? { seed, moves } : begun();
}

function draw() {
	showTable(GAME, at);
	put("roll", isOver(at) ? "oneMore" : "rollForMe");
}

function roll() {
	if (isOver(at)) begin();
	const face = drawn(DIE, newSeed(), 0);
	at = after(face);
	place("face").innerHTML = tile(face);
	place("rolls").innerHTML += tile(face);
	if (isOver(at)) games++;
	if (isWon(at)) won++;
	const told = face === "r" ? "" : face === "b" ? text("saidBasket") : text(isWon(at) ? "saidColour" : "saidEmpty", wordsOf(Number(face) - 1));
	const end = isOver(at) ? `${text(isWon(at) ? "won" : "lost")} ${text("tally", { won, games })}` : "";
	say(`${told} ${end}`.trim());
	draw();
}

function begin() {
	at = START;
	place("face").innerHTML = `<span class="tile">?</span>`;
	place("rolls").innerHTML = "";
	draw();
}

function tell() {
	const chance = Math.round(100 * Solver.solve({ ...GAME, ravenSteps: 1 }, "max").value(START.fruits, 1));
	const mine = Number(place("mine").value);
	const verdict = Math.abs(mine - chance) < 4 ? "guessRight" : mine < chance ? "guessLow" : "guessHigh";
	place("asked").hidden = true;
	place("answer").hidden = false;
	place("verdict").textContent = `${text(verdict)} ${text("plumWhy", { chance })}`;
	place("verdict").focus();
}

/** A hundred endings at once, a plum or a raven each. */
function hundred() {
	const ends = listOf(100, () => drawn(["plum", "plum", "raven"], newSeed(), 0)).sort(); // two faces in three pick it
	const wins = ends.lastIndexOf("plum") + 1;
	place("ends").hidden = false;
	place("ends").innerHTML = ends.map((end) => `<span class="tree-3">${icon(end)}</span>`).join("");
	place("ends").ariaLabel = text("hundredEnds", { won: wins, lost: 100 - wins });
	say(place("ends").ariaLabel);
}

function show() {
	writeWords();
	keepAddress();
	drawTable(GAME);
	place("whole").href = `index.html${addressOf({ ...shown, guess: true, ...begun() })}`;
	place("mine-now").textContent = place("mine").value;
	say(text("plumStart"));
	begin();
}

place("roll").onclick = roll;
place("tell").onclick = tell;
place("hundred").onclick = hundred;
place("mine").oninput = () => (place("mine-now").textContent = place("mine").value);
beginPage(place("roll"));
