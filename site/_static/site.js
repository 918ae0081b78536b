/** What the pages need beside the theme: frames with the board as high as it is, and formulas that the keyboard can scroll. */
"use strict";

/** The boards on this page. @returns {HTMLIFrameElement[]} */
const boards = () => [...document.querySelectorAll("iframe.board")];

/** Whether the reader, or the reader's system, has it dark now. */
const themeNow = () => document.documentElement.dataset.theme ?? "light";

const tellTheme = () => boards().forEach((board) => board.contentWindow.postMessage({ orchardTheme: themeNow() }, "*"));

addEventListener("message", ({ source, data }) => {
  const board = boards().find((one) => one.contentWindow === source);
  if (!board || !data?.orchardBoard) return;
  const border = board.offsetHeight - board.clientHeight;
  board.style.height = `${data.orchardBoard + border}px`;
  tellTheme();
});
new MutationObserver(tellTheme).observe(document.documentElement, { attributeFilter: ["data-theme"] });

/** Whatever scrolls sideways can be reached by the Tab key, and says what it is. */
function reachWide() {
  for (const wide of document.querySelectorAll(".math, mjx-container, .output, .cell_output, pre, .pst-scrollable-table-container")) {
    if (wide.scrollWidth <= wide.clientWidth + 1 || !/auto|scroll/.test(getComputedStyle(wide).overflowX)) continue;
    wide.tabIndex = 0;
  }
}
addEventListener("load", () => (window.MathJax?.startup?.promise ?? Promise.resolve()).then(reachWide));
