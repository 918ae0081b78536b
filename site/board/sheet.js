/** The drawings as symbols, once for every page here: a file of them cannot be used from a disk. */
"use strict";

const partOf = ([look, path]) => `<path class="${look}" ${SHAPES.looks[look]} d="${path}"/>`;
const symbolOf = (name) => `<g id="${name}">${SHAPES.parts[name].map(partOf).join("")}</g>`;
const gate = `<g id="gate"><use href="#tree" transform="translate(-12 -12) scale(.26)"/><use href="#berries"/></g>`;
const tints = Object.values(SHAPES.tints).map((tint, tree) => `.tree-${tree} { --tint: ${tint}; }`);

document.head.insertAdjacentHTML("beforeend", `<style>${tints.join("\n")}</style>`);
document.body.insertAdjacentHTML("afterbegin", `<svg hidden><defs>${Object.keys(SHAPES.parts).map(symbolOf).join("")}${gate}</defs></svg>`);
