// JupyterLab draws pictures without an alternative text: each gets that of its cell, where the notebook keeps it; and
// drawings as wide as they are drawn: they get no wider than the page. In a browser alone, a page stays in the address.
// After Run All Cells the answer is in sight.
// Written as the module federation of JupyterLab wants it, so that nothing has to be built.
let modules;

/** Tell every picture that nobody has told yet; a picture of a cell that has just run is new. */
const describe = ({ content }) => {
    for (const { model, node } of content.widgets) {
        const alt = model.getMetadata("mystnb")?.image?.alt;
        for (const picture of node.querySelectorAll(".jp-RenderedImage img:not([alt])")) {
            if (alt) picture.alt = alt;
        }
    }
};

/** JupyterLite takes the page that it opens out of its address, and loaded again it would show none. */
const keepAddress = ({ shell }) => {
    if (!document.getElementById("jupyter-lite-main")) return; // JupyterLab has its own way
    shell.currentPathChanged?.connect(() => setTimeout(() => { // after the address has lost it
        if (shell.currentPath) history.replaceState(history.state, "", `?path=${encodeURI(shell.currentPath)}`);
    }));
};

/** Run All Cells leaves one at the end of the page; the answer stands below the parameters. */
const goToAnswer = (commands, notebooks) => commands.commandExecuted.connect((_, { id }) => setTimeout(() => {
    const page = notebooks?.currentWidget?.content;
    if (id !== "notebook:run-all-cells" || !page) return;
    const place = page.widgets.findIndex(({ model }) => model.getMetadata("tags")?.includes("parameters"));
    if (place < 0) return;
    page.activeCellIndex = place;
    page.scrollToItem(place, "start");
}));

const plugin = token => ({
    id: "orchard-pictures:plugin",
    autoStart: true,
    optional: [token], // other pages have no notebooks
    activate: (app, notebooks) => {
        const changed = new MutationObserver(() => notebooks?.forEach(describe));
        changed.observe(document.body, { childList: true, subtree: true });
        const fitting = ".jp-RenderedSVG img { max-width: 100%; height: auto; }" // on a phone drawings were cut off
            + " .jp-RenderedText pre { word-break: normal; overflow-wrap: anywhere; }"; // and numbers broken
        document.head.append(Object.assign(document.createElement("style"), { textContent: fitting }));
        keepAddress(app);
        goToAnswer(app.commands, notebooks);
    },
});

window._JUPYTERLAB = Object.assign(window._JUPYTERLAB ?? {}, {
    "orchard-pictures": {
        init: shared => { modules = shared; },
        get: async () => {
            const [notebook] = Object.values(modules["@jupyterlab/notebook"]);
            const { INotebookTracker } = (await notebook.get())();
            return () => plugin(INotebookTracker);
        },
    },
});
