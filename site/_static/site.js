/** What the pages need beside the theme: frames with the board as high as it is, formulas that the keyboard can scroll,
 * sections that open for whoever follows a link into them, one switch for all code that is folded in the text, and minutes for
 * one's own table. */
"use strict";

/** The boards on this page. @returns {HTMLIFrameElement[]} */
const boards = () => [...document.querySelectorAll("iframe.board")];

/** Whether the reader, or the reader's system, has it dark now. */
const themeNow = () => document.documentElement.dataset.theme ?? "light";

/** How far down the part of the window begins that no heading covers. @returns {number} */
const topNow = () => document.querySelector(".bd-header-article")?.getBoundingClientRect().bottom ?? 0;

/** Tell each board whether it is dark, and how much of it is out of sight above: it is too high for anything in it to stick. */
function tellBoards() {
  for (const board of boards()) {
    const orchardAbove = topNow() - board.getBoundingClientRect().top;
    board.contentWindow.postMessage({ orchardTheme: themeNow(), orchardAbove }, "*");
  }
}

addEventListener("message", ({ source, data }) => {
  const board = boards().find((one) => one.contentWindow === source);
  if (!board || !data?.orchardBoard) return;
  const border = board.offsetHeight - board.clientHeight;
  board.style.height = `${data.orchardBoard + border}px`;
  tellBoards();
});
addEventListener("scroll", tellBoards, { capture: true, passive: true });
addEventListener("resize", tellBoards);
new MutationObserver(tellBoards).observe(document.documentElement, { attributeFilter: ["data-theme"] });

/** Whatever scrolls sideways can be reached by the Tab key, and says what it is. */
function reachWide() {
  for (const wide of document.querySelectorAll(".math, mjx-container, .output, .cell_output, pre, .pst-scrollable-table-container")) {
    if (wide.scrollWidth <= wide.clientWidth + 1 || !/auto|scroll/.test(getComputedStyle(wide).overflowX)) continue;
    wide.tabIndex = 0;
  }
}
addEventListener("load", () => (window.MathJax?.startup?.promise ?? Promise.resolve()).then(reachWide));
addEventListener("toggle", reachWide, { capture: true }); // what was folded had no width
addEventListener("resize", reachWide);

/** Minutes are counted from rolls: a slider below their table says how many seconds one takes. */
function offerSeconds() {
  const timed = [...document.querySelectorAll("[data-rolls]")];
  if (!timed.length) return;
  const offer = document.createElement("label");
  const slider = Object.assign(document.createElement("input"), { type: "range", min: 5, max: 60, value: 20, ariaLabel: "seconds a roll" });
  const told = document.createElement("output");
  slider.oninput = () => {
    told.textContent = ` ${slider.value} seconds a roll`;
    for (const minutes of timed) minutes.textContent = Math.ceil((minutes.dataset.rolls * slider.value) / 60);
  };
  slider.oninput();
  offer.className = "seconds";
  offer.append("How long does a roll take you?", slider, told);
  (timed[0].closest(".pst-scrollable-table-container") ?? timed[0].closest("table")).after(offer);
}
addEventListener("DOMContentLoaded", offerSeconds);
