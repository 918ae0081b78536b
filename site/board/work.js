/** What takes long: done bit by bit, between the taps, and ended when something else is shown. */
"use strict";

/* Work is a generator that yields the share of it that is done. */

const SLICE = 10; // milliseconds in which a tap can wait
const PATIENCE = 150; // milliseconds after which it is said that something is being worked out

let running = 0; // which work is being done; whatever is shown next ends it
/** Since when the reader has been waiting, and for what. */
let waiting = { work: null, since: 0 };

/** Do this work, or go on with it, instead of any other. */
function begin(work, isDone, isWaiting = () => {}) {
	const mine = ++running;
	if (work !== waiting.work) waiting = { work, since: performance.now() };
	const goOn = () => {
		if (mine !== running) return;
		const resumed = performance.now();
		let step = work.next();
		while (!step.done && performance.now() - resumed < SLICE) step = work.next();
		isWaiting(!step.done && performance.now() - waiting.since > PATIENCE, Number(step.value));
		if (step.done) return isDone();
		setTimeout(goOn);
	};
	goOn();
}

/** The game in play and its mode: what solves it and, once that is done, its solution and its chance from the fullest tree alone. */
let inPlay = { key: "", work: null, best: null, alone: NaN };

/** The same, begun anew only if another game is played, or in another mode. */
function solved({ game, mode }) {
	const key = JSON.stringify([game, mode]);
	if (inPlay.key !== key) inPlay = { key, work: solvingBest(game, mode), best: null, alone: NaN };
	return inPlay;
}

function* solvingBest(game, mode) {
	const best = yield* Solver.solving(game, ...playersIn(mode));
	const alone = (yield* oddsOf(game, "max")).p;
	Object.assign(inPlay, { best, alone });
}

const known = new Map();

/** The odds at the start; none if the game is too large. */
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
