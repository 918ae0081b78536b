// node in_pyodide.mjs PYODIDE REPOSITORY PACKAGES HYPOTHESIS WORD...: pytest in a Python that is as a browser's, in 32 bits.
// It knows the repository, of PACKAGES, the folder of another Python's, what Pyodide has not, and this wheel of hypothesis.
import path from "node:path";
const [home, repository, packages, hypothesis] = process.argv.slice(2, 6).map((each) => path.resolve(each));
const { loadPyodide } = await import(`${home}/pyodide.mjs`);
const env = { HOME: "/home/pyodide", MPLBACKEND: "agg", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", PYTHONDONTWRITEBYTECODE: "1" };
const python = await loadPyodide({ indexURL: `${home}/`, env });
await python.loadPackage(["numpy", "scipy", "pandas", "matplotlib", "sqlite3"], { messageCallback: () => {} });
for (const [place, folder] of [["/wheels", path.dirname(hypothesis)], ["/repository", repository], ["/packages", packages]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
python.globals.set("wheel", `/wheels/${path.basename(hypothesis)}`);
python.globals.set("words", python.toPy(process.argv.slice(6)));
process.exit(python.runPython(`
import os, sys
os.chdir("/repository")
sys.path[:0], sys.path[len(sys.path):] = ["/repository", wheel], ["/packages"]
import pytest
int(pytest.main(["--capture=sys", "-p", "no:cacheprovider", "-W", "default::DeprecationWarning", *words]))
`));
