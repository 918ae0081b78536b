/**
 * The drawings, once for the board and for the package, which reads the braces as JSON: colours of fruit, how a part looks by day,
 * and of a shape each part's look and path. Fruit, basket and raven lie around (0, 0) in 24 by 24, a tree in 90 by 96.
 */

const SHAPES = {
	"tints": {
		"apple": "#6aa52b",
		"pear": "#ecc60f",
		"cherry": "#d3202c",
		"plum": "#4364b8",
		"orange": "#ef8a1d",
		"fig": "#8a5bb0"
	},
	"looks": {
		"stem": "fill='none' stroke='#5b4a2a' stroke-width='1.4' stroke-linecap='round'",
		"leaf": "fill='#3f7a1a'",
		"body": "stroke='#000' stroke-opacity='.4'",
		"gloss": "fill='none' stroke='#fff' stroke-opacity='.67' stroke-width='1.4' stroke-linecap='round'",
		"crease": "fill='none' stroke='#000' stroke-opacity='.27' stroke-width='1.4' stroke-linecap='round'",
		"handle": "fill='none' stroke='#8a6238' stroke-width='2'",
		"wicker": "fill='#d9ac6b' stroke='#7c5730' stroke-width='1.2' stroke-linejoin='round'",
		"weave": "fill='none' stroke='#7c5730'",
		"legs": "fill='none' stroke='#d99a00' stroke-width='1.3'",
		"feathers": "fill='#26262b' stroke='#8f949c' stroke-width='.8'",
		"beak": "fill='#f0b400'",
		"eye": "fill='#fff'",
		"pupil": "fill='#000'",
		"trunk": "fill='#9c7a54'",
		"crown": "fill='#a9cf85' stroke='#7fae5c' stroke-width='1.5'",
		"light": "fill='none' stroke='#fff' stroke-opacity='.33' stroke-width='3' stroke-linecap='round'",
		"cherries": "fill='#d3202c'",
		"pears": "fill='#f2cf12'"
	},
	"parts": {
		"apple": ["stem M0-5Q0-9 3-11", "leaf M1-8q4-5 9-3-3 5-9 3Z", "body M0-5C4-9 11-7 10.5 1 10 8 5 12 0 9.5-5 12-10 8-10.5 1-11-7-4-9 0-5Z", "gloss M-7-1q0-3 3-4"],
		"pear": ["stem M0-8Q1-11 3-12", "body M0-9.5c4 0 4 4 5 7 1 3 4.5 5 4.5 9C9.5 10 5 12 0 12s-9.5-2-9.5-5.5c0-4 3.5-6 4.5-9 1-3 1-7 5-7Z", "gloss M-6 7q-1-3 2-5"],
		"cherry": ["stem M-5 2Q-3-6 4-11M6 3Q6-5 4-11", "leaf M4-11q-6-1-8 3 6 2 8-3Z", "body M-11 6a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0 -11 0Z", "body M0.8 7a5.2 5.2 0 1 0 10.4 0 5.2 5.2 0 1 0 -10.4 0Z", "gloss M-8.5 5q0-2 2-2.5"],
		"plum": ["stem M0-8Q0-11 2-12", "body M0-9c6 0 8.5 5 8.5 10.5S5 12 0 12s-8.5-5-8.5-10.5S-6-9 0-9Z", "crease M0-8.5q4.5 8 0 19", "gloss M-5.5 2q-1-4 2-6"],
		"orange": ["leaf M0-9q3-4 8-2-3 4-8 2Z", "body M-10 1.5a10 10 0 1 0 20 0 10 10 0 1 0 -20 0Z", "stem M-2-4h4M0-6v4", "gloss M-6.5 1q0-3 3-4"],
		"fig": ["body M0-12c1 5 9 8 9 15 0 6-4 9-9 9s-9-3-9-9C-9-4-1-7 0-12Z", "crease M0-3v6M4-1l1 5M-4-1l-1 5"],
		"basket": ["handle M-8-1C-8-13 8-13 8-1", "wicker M-11-1h22L8 11H-8Z", "weave M-10 3h20M-9 7H9M-5-1l1.5 12M5-1 3.5 11M0-1v12"],
		"raven": ["legs M-1 7v4h3M3 7v4h3", "feathers M-12 6c3-1 4-4 6-7s5-4 7-5c0-4 3-6 6-5 2 .5 3 2 3 4 0 2-1 3-1 5 0 6-4 9-9 9-4 0-7-1-12-1Z", "beak m9.5-8.5 3 2.5-3.5.8Z", "eye M5 -7.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0 -3 0Z", "pupil M6.2 -7.4a0.7 0.7 0 1 0 1.4 0 0.7 0.7 0 1 0 -1.4 0Z", "feathers M-6 3q5 1 9-4"],
		"tree": ["trunk M40 58h10c0 14 1 24 6 33H34c5-9 6-19 6-33Z", "crown M45 4c11-3 21 4 23 13 11 0 19 9 17 20 3 12-6 22-17 21-4 9-14 12-23 8-9 4-19 1-23-8C11 59 2 49 5 37 3 26 11 17 22 17 24 8 34 1 45 4Z", "light M20 24c4-8 12-12 20-12"],
		"berries": ["cherries M-5 -4a2 2 0 1 0 4 0 2 2 0 1 0 -4 0Z", "pears M2 -2a2 2 0 1 0 4 0 2 2 0 1 0 -4 0Z"]
	}
};
