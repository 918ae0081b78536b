/** The drawings, once for every page here: a file of them cannot be used from a disk. */
"use strict";

document.body.insertAdjacentHTML("afterbegin", `<svg hidden><defs>
	<g id="apple">
		<path class="stem" d="M0-5Q0-9 3-11"/><path class="leaf" d="M1-8q4-5 9-3-3 5-9 3Z"/>
		<path class="body" d="M0-5C4-9 11-7 10.5 1 10 8 5 12 0 9.5-5 12-10 8-10.5 1-11-7-4-9 0-5Z"/>
		<path class="gloss" d="M-7-1q0-3 3-4"/>
	</g>
	<g id="pear">
		<path class="stem" d="M0-8Q1-11 3-12"/>
		<path class="body" d="M0-9.5c4 0 4 4 5 7 1 3 4.5 5 4.5 9C9.5 10 5 12 0 12s-9.5-2-9.5-5.5c0-4 3.5-6 4.5-9 1-3 1-7 5-7Z"/>
		<path class="gloss" d="M-6 7q-1-3 2-5"/>
	</g>
	<g id="cherry">
		<path class="stem" d="M-5 2Q-3-6 4-11M6 3Q6-5 4-11"/><path class="leaf" d="M4-11q-6-1-8 3 6 2 8-3Z"/>
		<circle class="body" cx="-5.5" cy="6" r="5.5"/><circle class="body" cx="6" cy="7" r="5.2"/>
		<path class="gloss" d="M-8.5 5q0-2 2-2.5"/>
	</g>
	<g id="plum">
		<path class="stem" d="M0-8Q0-11 2-12"/>
		<path class="body" d="M0-9c6 0 8.5 5 8.5 10.5S5 12 0 12s-8.5-5-8.5-10.5S-6-9 0-9Z"/>
		<path class="crease" d="M0-8.5q4.5 8 0 19"/><path class="gloss" d="M-5.5 2q-1-4 2-6"/>
	</g>
	<g id="orange">
		<path class="leaf" d="M0-9q3-4 8-2-3 4-8 2Z"/><circle class="body" cy="1.5" r="10"/>
		<path class="stem" d="M-2-4h4M0-6v4"/><path class="gloss" d="M-6.5 1q0-3 3-4"/>
	</g>
	<g id="fig">
		<path class="body" d="M0-12c1 5 9 8 9 15 0 6-4 9-9 9s-9-3-9-9C-9-4-1-7 0-12Z"/><path class="crease" d="M0-3v6M4-1l1 5M-4-1l-1 5"/>
	</g>
	<g id="basket">
		<path fill="none" stroke="#8a6238" stroke-width="2" d="M-8-1C-8-13 8-13 8-1"/>
		<path fill="#d9ac6b" stroke="#7c5730" stroke-width="1.2" stroke-linejoin="round" d="M-11-1h22L8 11H-8Z"/>
		<path fill="none" stroke="#7c5730" d="M-10 3h20M-9 7H9M-5-1l1.5 12M5-1 3.5 11M0-1v12"/>
	</g>
	<g id="raven">
		<path fill="none" stroke="#d99a00" stroke-width="1.3" d="M-1 7v4h3M3 7v4h3"/>
		<path class="feathers" d="M-12 6c3-1 4-4 6-7s5-4 7-5c0-4 3-6 6-5 2 .5 3 2 3 4 0 2-1 3-1 5 0 6-4 9-9 9-4 0-7-1-12-1Z"/>
		<path fill="#f0b400" d="m9.5-8.5 3 2.5-3.5.8Z"/><circle fill="#fff" cx="6.5" cy="-7.5" r="1.5"/><circle cx="6.9" cy="-7.4" r=".7"/>
		<path class="wing" d="M-6 3q5 1 9-4"/>
	</g>
	<g id="tree">
		<path class="trunk" d="M40 58h10c0 14 1 24 6 33H34c5-9 6-19 6-33Z"/>
		<path class="crown" d="M45 4c11-3 21 4 23 13 11 0 19 9 17 20 3 12-6 22-17 21-4 9-14 12-23 8-9 4-19 1-23-8C11 59 2 49 5 37 3 26 11 17 22 17 24 8 34 1 45 4Z"/>
		<path class="light" d="M20 24c4-8 12-12 20-12"/>
	</g>
	<g id="gate">
		<use href="#tree" transform="translate(-12 -12) scale(.26)"/>
		<circle fill="#d3202c" cx="-3" cy="-4" r="2"/><circle fill="#f2cf12" cx="4" cy="-2" r="2"/>
	</g>
</defs></svg>`);
