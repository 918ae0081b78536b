"""Nothing that could run what it reads: no unpickling, no evaluation, no shell; servers for this machine only."""

import ast
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()
CODE = {
    str(path.relative_to(ROOT)): path.read_text()
    for folder in ("orchard", "tools")
    for path in (ROOT / folder).rglob("*.py")
}
NOTEBOOKS = {path.name: json.loads(path.read_text()) for path in (ROOT / "notebooks").glob("*.ipynb")}
CODE |= {
    name: "\n".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")
    for name, notebook in NOTEBOOKS.items()
}
MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "yaml", "pty", "commands", "code"}
CALLS = {"eval", "exec", "compile", "__import__", "execfile", "breakpoint", "input"}
METHODS = {"system", "popen", "read_pickle", "to_pickle", "getoutput", "getstatusoutput", "run_line_magic", "fromfile"}
ARGUMENTS = {"shell", "allow_pickle"}


def unsafe(source: str) -> list[str]:
    """What of a piece of code could run what it is given."""
    found = re.findall(r"^\s*[%!].*$", source, flags=re.M)
    for node in ast.walk(ast.parse(re.sub(r"^\s*[%!].*$", "", source, flags=re.M))):
        match node:
            case ast.Import(names):
                found += [alias.name for alias in names if alias.name.partition(".")[0] in MODULES]
            case ast.ImportFrom(module, names):
                found += [module] if (module or "").partition(".")[0] in MODULES else []
                found += [alias.name for alias in names if alias.name in METHODS]
            case ast.Call(ast.Name(name)) if name in CALLS:
                found.append(name)
            case ast.Attribute(_, name) if name in METHODS:
                found.append(name)
            case ast.keyword(name) if name in ARGUMENTS:
                found.append(name)
    return found


@pytest.mark.parametrize("name", CODE)
def test_nothing_runs_what_it_reads(name: str):
    assert unsafe(CODE[name]) == []


@pytest.mark.parametrize(
    "source",
    [
        *(
            "import pickle",
            "from pickle import loads",
            "import yaml",
            "import joblib",
            "eval(text)",
            "exec(text)",
            "!ls",
        ),
        *(
            "import os\nos.system(text)",
            "subprocess.run(text, shell=True)",
            "np.load(file, allow_pickle=True)",
            "%run x",
        ),
        *("pd.read_pickle(file)", "from os import system", "import os\nrun = os.popen"),
    ],
)
def test_what_could_is_found(source: str):
    assert unsafe(source)


LINES = MAKEFILE.replace("\\\n", "").splitlines()
SERVERS = [line for line in LINES if re.search(r"-m (jupyter|notebook|voila)", line)]


def test_every_server_is_for_this_machine_and_keeps_its_guards():
    assert len(SERVERS) == 2
    for line in SERVERS:
        assert re.findall(r"--(?:[\w.]+\.)?ip=(\S+)", line) == ["127.0.0.1"]
        kept = "--Voila.auto_token=True"  # JupyterLab makes itself a token unasked
        assert ("voila" in line) == (kept in line)
        line = line.replace(kept, "")
        assert re.findall(r"(?i)token|password|xsrf|allow.?(root|origin|remote)|0\.0\.0\.0|--ip=\*|disable", line) == []


@pytest.mark.parametrize(
    "name", ["jupyter_server_config.py", "jupyter_config.json", "jupyter_lab_config.py", "voila.json"]
)
def test_no_file_here_configures_a_server(name: str):
    assert [path for path in ROOT.rglob(name) if not {".venv", "build"} & set(path.relative_to(ROOT).parts)] == []


def test_pip_installs_from_locks_with_hashes_or_nothing_but_this_package():
    installs = [line for line in MAKEFILE.splitlines() if "pip install" in line]
    assert len(installs) == 2
    assert all("--require-hashes -r $<" in line or "--no-deps --no-build-isolation -e ." in line for line in installs)


def test_no_notebook_carries_code_for_the_reader_s_browser():
    outputs = [o for n in NOTEBOOKS.values() for c in n["cells"] for o in c.get("outputs", ())]
    assert {kind for o in outputs for kind in o.get("data", ())} <= {
        "text/plain",
        "text/html",
        "image/png",
        "image/svg+xml",
    }
    html = ["".join(o["data"]["text/html"]) for o in outputs if "text/html" in o.get("data", ())]
    assert [text for text in html if re.search(r"<script|javascript:|\son\w+=", text)] == []
