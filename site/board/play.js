/** Play along: what is shown of a game in play. */
"use strict";

/* A table is what is shown, its steps, the chance of winning after each, and the last of both. Until it is solved no chance is known. */

/** The game whose trees and path are drawn. */
let onTable = null;

function told(table, k) {
	const { face, tree } = table.steps[k];
	if (!k) return text("began");
	if (face === "r") return text("saidRaven");
	const isHers = playerAt(table.steps[k - 1]);
	if (face === "b") return text(table.mode === "bowl" ? "saidCoin" : isHers && table.mode === "ignore" ? "saidForgets" : "saidBasket");
	const named = wordsOf(tree ?? Number(face) - 1);
	if (face) return text(tree === null ? "saidEmpty" : "saidColour", named);
	if (isHers) return text("saidHerPick", named);
	return toldPick(table, k, tree);
}

/** What a pick was, what it cost and why. */
function toldPick({ game, best, steps, chances }, k, tree) {
	const { picked } = wordsOf(tree);
	const cost = chances[k - 1] - chances[k];
	const said = text("saidPick", { picked });
	if (Number.isNaN(cost)) return said;
	if (cost <= Solver.TIE) return `${said} ${text("noBetter")}`;
	const [instead] = bestTrees(game, best, steps[k - 1]);
	const why = reason(game, steps[k - 1].fruits, tree, instead);
	return `${said} ${text("better", { ...wordsOf(instead), points: withPoints(cost) })} ${why}`.trim();
}

/** Why a pick from one tree was worse than from another, where that can be told in a sentence. */
function reason({ colourFaces: faces }, fruits, tree, instead) {
	if (fruits[tree] === 1 && fruits[instead] > 1 && faces[tree]) return text("whyEmpty", wordsOf(tree));
	if (fruits[instead] > fruits[tree] && faces[instead] <= faces[tree]) return text("whyFuller", wordsOf(instead));
	if (fruits[instead] * faces[tree] > fruits[tree] * faces[instead]) return text("whyRarer", wordsOf(instead));
	return "";
}

function sentence(table) {
	if (!table.last.raven) return text("lost");
	const chance = Number.isNaN(table.p) ? "" : text("saidChance", { chance: percent(table.p) });
	const end = isWon(table.last) ? text("won") : chance;
	return `${told(table, table.steps.length - 1)} ${end}`.trim();
}

/** The game in play, with its chances once they are known. */
function showGame(best) {
	const { game, moves, mode } = shown;
	const steps = replay(game, moves, mode);
	const chances = steps.map((step) => chanceAt(best, step));
	const last = steps.at(-1);
	const p = chances.at(-1);
	const table = { ...shown, best, steps, chances, last, p };
	const key = editionOf(game) ?? "own";
	place("choose").textContent = titleOf(game);
	for (const card of place("editions").children) card.ariaPressed = card.dataset.key === key;
	const here = best && { here: percent(chances[0]), alone: percent(inPlay.alone) };
	place("mode-odds").textContent = mode && best ? [text("modeOdds", here), PARTNERS.includes(mode) ? text("byTurns") : ""].join(" ") : "";
	showOdds(p, rollsLeft(table), moves ? chances.at(-2) : undefined);
	say(sentence(table));
	showBoard(table);
	showMoves(table);
	showEnd(table);
	showStory(table);
	place("roll").disabled = last.picks > 0 || isOver(last);
}

/** How long the game will go on; not at all if what is picked now is the last fruit. */
function rollsLeft({ best, last }) {
	if (!best || isOver(last)) return "";
	return many("rollsLeft", Math.round(best.rolls(...asked(last))));
}

function showBoard({ game, guess, best, last }) {
	if (onTable !== game) drawTable(game);
	onTable = game;
	showTable(game, last);
	const all = Solver.sum(game.fruits);
	const coins = last.saved * game.basketPicks;
	place("away").textContent = ravenWords(last);
	put("picked", "inBasket", { n: all - Solver.sum(last.fruits), all });
	if (last.mode === "bowl") place("picked").innerHTML += ` · ${text("inBowl", { n: coins })} ${`<i class="coin"></i>`.repeat(coins)}`;
	const marked = last.picks && !guess ? bestTrees(game, best, last) : [];
	[...place("orchard").children].forEach((tree, i) => {
		tree.classList.toggle("choice", last.picks > 0 && last.fruits[i] > 0);
		tree.classList.toggle("best", marked.includes(i));
	});
}

function showMoves(table) {
	const { game, last } = table;
	const moves = movesAt(game, last);
	const buttons = place("moves");
	place("die").hidden = isOver(last);
	put("ask", !last.picks ? (playerAt(last) ? "herRoll" : "whatShows") : last.face === null ? "whichTreeAgain" : "whichTree");
	buttons.classList.toggle("picking", last.picks > 0);
	while (buttons.children.length > moves.length) buttons.lastChild.remove();
	while (buttons.children.length < moves.length) buttons.append(document.createElement("button"));
	moves.forEach((move, i) => fillMove(buttons.children[i], move, table));
}

/** What a face, or a pick, would do. */
function fillMove(button, { move, faces, after }, { guess, best, last, p }) {
	const tree = Number(move) - 1;
	const chance = after ? chanceAt(best, after) : NaN;
	const hidden = (guess && last.picks > 0) || !best;
	const isBest = last.picks > 0 && after && !hidden && chance >= p - Solver.TIE;
	const effect = isBest ? `<b>★ ${text("best")}</b>` : arrow(p, chance);
	const odds = after && !hidden ? `<span>${percent(chance)}</span>${effect}` : "";
	const colour = tree >= 0 ? ` <span class="unseen">(${colourName(tree)})</span>` : "";
	const often = faces > 1 ? ` <small>× ${faces}</small>` : "";
	const name = capital(nameOf(pictureOf(move)));
	Object.assign(button, { disabled: !after, className: isBest ? "is-best" : "" });
	button.dataset.move = move;
	button.innerHTML = `${tile(move)}<span class="words"><b>${name}${colour}${often}</b>${odds}</span>`;
}

/** Once it is over: luck and choices apart, and how many picks were right. */
function showEnd(table) {
	const { steps, chances, last, p } = table;
	place("end").hidden = !isOver(last);
	place("account").hidden = Number.isNaN(p);
	if (!isOver(last)) return;
	const won = isWon(last);
	place("end").classList.toggle("won", won);
	put("end-head", won ? "won" : "lost");
	put("end-sub", won ? "wonSub" : "lostSub", {
		rolls: many("rolls", rollsIn(steps)),
		fruit: many("fruit", Solver.sum(last.fruits)),
	});
	const picks = [...steps.keys()].slice(1).filter((k) => !steps[k].face && !playerAt(steps[k - 1]));
	const worse = picks.filter((k) => chances[k - 1] - chances[k] > Solver.TIE);
	showAccount(chances, worse);
	put("right", "rightPicks", { n: picks.length - worse.length, all: picks.length });
	place("right").hidden = !picks.length;
	if (!worse.length) put("end-picks", picks.length ? "allBest" : "noPicks");
	else toldWorst(table, worse);
}

/** The bars: in tenths of a percent, of which luck is the rest, so that they add up as they are shown. */
function showAccount(chances, worse) {
	const lost = Solver.sum(worse.map((k) => chances[k - 1] - chances[k]));
	const [start, end, cost] = [chances[0], chances.at(-1), lost].map((p) => Math.round(1000 * p));
	const luck = end - start + cost;
	const none = formats.tenth.format(0);
	place("bars").innerHTML = barsOf([
		["atStart", 0, start, percent(chances[0]), ""],
		["luck", start, start + luck, luck ? (luck < 0 ? "−" : "+") + inPoints(luck / 1000) : none, kindOf(luck)],
		["choices", start + luck, end, worse.length ? `−${inPoints(lost)}` : none, "down"],
		["atEnd", 0, end, percent(chances.at(-1)), ""],
	]);
}

/** The pick that cost most, of those that cost something. */
function toldWorst({ game, best, steps, chances }, worse) {
	const loss = (k) => chances[k - 1] - chances[k];
	const worst = worse.reduce((j, k) => (loss(k) > loss(j) ? k : j));
	const [instead] = bestTrees(game, best, steps[worst - 1]);
	const [mine, right] = [steps[worst].tree, instead].map((tree) => wordsOf(tree).better);
	put("end-picks", "worstPick", { better: mine, instead: right, n: worst, points: withPoints(loss(worst)) }); // as Move by move counts
}

function showStory(table) {
	const { chances, p } = table;
	place("story").hidden = chances.length < 2;
	place("curve").innerHTML = Number.isNaN(p) ? "" : curveOf(chances);
	place("list").innerHTML = chances.map((chance, k) => (k ? `<li>${told(table, k)} <b>${percent(chance)}</b></li>` : "")).join("");
}

/** Whether the die is rolled here; after a pick the next roll is at hand then. */
let isRolling = false;

function makeMove(move, isRoll = isRolling && place("moves").matches(".picking")) {
	isRolling = isRoll;
	become({ moves: withHerPicks(shown, shown.moves + move) });
	place("chooser").open = false;
	if (!place("end").hidden) place("end-head").focus();
	else if (isRolling) place("roll").focus({ preventScroll: true });
}

/** The die's next roll; a die that has no seed yet gets one, which stays in the address. */
function rollForMe() {
	shown.seed ??= newSeed();
	makeMove(rolled(shown.game, shown.seed, rollsIn(replay(shown.game, shown.moves))), true);
}

function undo() {
	let moves = shown.moves.slice(0, -1);
	while (withHerPicks(shown, moves) !== moves) moves = moves.slice(0, -1); // what she picked was not ours
	const back = shown.moves ? { moves } : before;
	if (back) become(back);
}

function choose(key) {
	const game = EDITIONS[key];
	place("chooser").open = false;
	if (game) become({ game, moves: "", seed: null });
	else become({ view: "rules" });
	place(game ? "choose" : "to-rules").focus();
}

function modeName(mode) {
	if (PARTNERS.includes(mode)) return text("partner", { habit: text(mode) });
	return text(mode || "modeNone");
}

const editionCard = ([key, game]) =>
	`<button data-key="${key}"><b>${editionName(key)}</b><small>${factsOf(game)}</small><small>${words[`${key}Hint`] ?? ""}</small></button>`;
