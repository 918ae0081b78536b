/** What takes long: done bit by bit, between the taps, and ended when something else is shown or the reader has enough. */
"use strict";

/* Work is a generator that yields the share of it that is done. */

const SLICE = 20; // milliseconds in which a tap can wait
const PATIENCE = 150; // milliseconds after which it is said that something is being worked out

let running = 0; // which work is being done; whatever is shown next ends it
/** Since when the reader has been waiting, and for what. */
let waiting = { work: null, since: 0 };

/** Do this work, or go on with it, instead of any other. */
function begin(work, isDone) {
	const mine = ++running;
	if (work !== waiting.work) waiting = { work, since: performance.now() };
	const goOn = () => {
		if (mine !== running) return;
		const resumed = performance.now();
		let step = work.next();
		while (!step.done && performance.now() - resumed < SLICE) step = work.next();
		place("busy").hidden = step.done || performance.now() - waiting.since < PATIENCE;
		if (step.done) return isDone();
		showBusy("computing", "stop", { percent: formats.whole.format(Number(step.value)) });
		setTimeout(goOn);
	};
	goOn();
}

function showBusy(key, button, values) {
	put("busy-text", key, values);
	put("stop", button);
}

/** The game that the reader did not want to wait for. */
let stopped = null;

/** Stop what is being done, or go on with it. */
function stopOrGoOn() {
	running++;
	stopped = stopped ? null : shown.game;
	show();
}

/** The game in play, its mode, its solution, and its chance from the fullest tree without a mode. */
let inPlay = null;

/** The solution of the game in play, as soon as it is known. */
const bestOf = ({ game, mode }) => (inPlay && JSON.stringify([inPlay.game, inPlay.mode]) === JSON.stringify([game, mode]) ? inPlay.best : null);

/** The game that is being solved, so that a move made meanwhile does not begin it anew. */
let begun = null;

function workOn({ game, mode }) {
	const key = JSON.stringify([game, mode]);
	if (begun?.key !== key) begun = { key, work: solvingBest(game, mode) };
	return begun.work;
}

function* solvingBest(game, mode) {
	const best = yield* Solver.solving(game, ...playersIn(mode));
	inPlay = { game, mode, best, alone: (yield* oddsOf(game, "max")).p };
	begun = null;
}

const known = new Map();

/** The odds at the start of a game; none if it is too large. */
function* oddsOf(game, strategy) {
	const key = JSON.stringify([game, strategy]);
	const found = known.get(key);
	if (found) return found;
	if (Solver.sizeOf(game, strategy) > Solver.MOST) return { p: NaN, rolls: NaN };
	const solution = yield* Solver.solving(game, strategy);
	const odds = { p: solution.value(game.fruits, game.ravenSteps), rolls: solution.rolls(game.fruits, game.ravenSteps) };
	known.set(key, odds);
	return odds;
}
