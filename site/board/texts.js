/** Everything that the page says. Another language is another table with the same keys. */
"use strict";

/** @type {Record<string, Record<string, string>>} */
const TEXTS = {
	en: {
		title: "Will we win?",
		play: "Play along",
		rules: "Change the rules",

		chooser: "Which game is on your table?",
		chooserHint: "Count the raven’s steps to the orchard, or its puzzle pieces.",
		"first-orchard": "First Orchard",
		"first-orchard-6": "First Orchard",
		orchard: "Orchard",
		"orchard-10": "Orchard",
		own: "Your own rules",
		ownHint: "other trees, another die, or a game that has begun",
		evenFacts: "{trees} × {fruits} fruit, raven {steps}",
		gameNow: "{name}: {facts}",
		unevenFacts: "{fruits} fruit, raven {steps}",
		steps: "{n} steps",
		step: "{n} step",

		chance: "Chance of winning",
		rollsLeft: "about {n} more rolls",
		rollLeft: "about 1 more roll",
		rollsAll: "{n} rolls a game",
		under: "below {p} %",
		over: "above {p} %",
		percent: "{p} %",

		boardNow: "The board. Fruit on the trees: {fruits}. The raven: {steps} away.",
		ravenAway: "The raven is {steps} away",
		inBasket: "{n} of {all} picked",

		whatShows: "Tap what the die shows",
		whichTree: "Pick a fruit: which tree?",
		whichTreeAgain: "And another: which tree?",
		rollForMe: "Roll for me",
		undo: "Undo",
		newGame: "New game",
		lastGame: "Last game",
		best: "best",
		more: "{points} points more",
		less: "{points} points less",
		noChange: "no change",
		timesOnDie: "× {n}",
		notOnDie: "not on the die",

		apple: "apple",
		pear: "pear",
		cherry: "cherry",
		plum: "plum",
		tree5: "orange",
		tree6: "fig",
		green: "green",
		yellow: "yellow",
		red: "red",
		blue: "blue",
		colour5: "orange",
		colour6: "purple",
		basket: "basket",
		raven: "raven",

		began: "A new game.",
		saidColour: "{Colour}: one {fruit} picked.",
		saidEmpty: "{Colour}: no {fruit} is left, nothing happens.",
		saidBasket: "The basket!",
		saidRaven: "The raven comes one step closer.",
		saidBestPick: "One {fruit} picked, a best pick.",
		saidWorsePick: "One {fruit} picked. A better pick was {best}: this one costs {points} points.",
		saidUndo: "Undone.",
		saidChance: "Chance of winning {chance}.",
		saidWon: "All fruit is picked: we win!",
		saidLost: "The raven is in the orchard: we lose.",
		saidRules: "Chance of winning {chance}. {rolls}.",

		won: "We win!",
		lost: "The raven wins.",
		wonSub: "All fruit is in the basket after {n} rolls.",
		lostSub: "It reached the orchard after {n} rolls, with {left} fruit still on the trees.",
		luckHead: "Was it luck, or was it us?",
		atStart: "Chance at the start",
		luck: "The die’s luck",
		choices: "Our picks",
		atEnd: "In the end",
		allBest: "Every pick was a best one. The rest was luck.",
		worstPick: "Our costliest pick was a {fruit} on roll {n}: {points} points.",
		noPicks: "The basket never came up, so it was all luck.",

		story: "The chance so far",
		storyHint: "▲ helped, ▼ hurt",
		storyNow: "From {start} at the start to {now} now.",
		storyList: "Move by move",
		guess: "Guess first: hide the chances at the basket",
		ownPage: "Open on a page of its own",
		about: "Every position is solved exactly, in your browser. Nothing is sent anywhere.",

		strategyHead: "When the die shows the basket, we pick",
		max: "from the fullest tree",
		random: "from any tree, by chance",
		min: "from the emptiest tree",
		ignore: "nothing",
		optimal: "the best pick there is",
		rowsHead: "One fewer, one more",
		trees: "Trees",
		fruits: "Fruit on each tree",
		ravenSteps: "Raven’s steps",
		basketPicks: "Picks from a basket",
		basketFaces: "Baskets on the die",
		ravenFaces: "Ravens on the die",
		colourFaces: "Faces of each colour",
		minus: "one fewer",
		plus: "one more",
		uneven: "Uneven trees, a loaded die",
		fruitOf: "Fruit: {fruit}",
		facesOf: "Faces: {colour}",
		playThese: "Play with these rules",
		tooLarge: "This game has {positions} positions, too many to solve at once here. Take fewer trees, less fruit or fewer picks.",
	},
};

/** @type {Record<string, string>} */
const WORDS = TEXTS[document.documentElement.lang] ?? TEXTS.en;

/** A text with its {places} filled. @param {string} key @param {Record<string, any>} [values] */
function text(key, values = {}) {
	if (!(key in WORDS)) throw new Error(`there is no text ${key}`);
	return WORDS[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** The first letter large. @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

const TREE_WORDS = ["apple", "pear", "cherry", "plum", "tree5", "tree6"];
const COLOUR_WORDS = ["green", "yellow", "red", "blue", "colour5", "colour6"];

/** @param {number} tree */
const fruitName = (tree) => text(TREE_WORDS[tree]);
/** @param {number} tree */
const colourName = (tree) => text(COLOUR_WORDS[tree]);
/** @param {number} n */
const stepsText = (n) => text(n === 1 ? "step" : "steps", { n });

/** A probability in percent, never rounded to certainty. @param {number} p @param {number} [digits] */
function percent(p, digits = 1) {
	const least = 10 ** -digits;
	if (p > 0 && p < 1 && 100 * p < least / 2) return text("under", { p: least });
	if (p > 0 && p < 1 && 100 * p > 100 - least / 2) return text("over", { p: 100 - least });
	return text("percent", { p: p === 0 || p === 1 ? 100 * p : (100 * p).toFixed(digits) });
}

/** A change of a probability in points, without its sign; a small one is not rounded to nothing. @param {number} change */
function inPoints(change) {
	const points = Math.abs(100 * change);
	return points >= 0.05 || !points ? points.toFixed(1) : String(Number(points.toPrecision(1)));
}

/** How many rolls are to come, in words. @param {number} rolls */
function rollsText(rolls) {
	const n = Math.round(rolls);
	return n === 1 ? text("rollLeft") : text("rollsLeft", { n });
}
