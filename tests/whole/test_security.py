"""Nothing that could run what it reads: no unpickling, no evaluation, no shell; a server for this machine only."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text().replace("\\\n", "").splitlines()
NOTEBOOKS = {path.name: json.loads(path.read_text()) for path in (ROOT / "notebooks").glob("*.ipynb")}
UNSAFE = r"""(?mx)
      ^\s*[%!]                          # a magic, or a shell
    | \b(import|from)\ (c?[pP]ickle|dill|cloudpickle|joblib|marshal|shelve|yaml|pty|commands|code)\b
    | (?<![.\w])(eval|exec|compile|__import__|execfile|breakpoint|input)\(
    | \b(system|popen|read_pickle|to_pickle|getoutput|getstatusoutput|run_line_magic|fromfile)\b
    | \b(shell|allow_pickle)\s*=
"""


def code_of(path: Path) -> str:
    """The code of a module or a notebook."""
    if path.suffix == ".py":
        return path.read_text()
    cells = NOTEBOOKS[path.name]["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def test_nothing_runs_what_it_reads():
    modules = [path for folder in ("orchard", "tools") for path in (ROOT / folder).rglob("*.py")]
    for path in [*modules, *(ROOT / "notebooks").glob("*.ipynb")]:
        assert not re.search(UNSAFE, code_of(path)), path


@pytest.mark.parametrize(
    "code",
    [
        "import pickle",
        "    from joblib import load",
        "loaded = eval(text)",
        "exec(text)",
        "!ls",
        "%run x",
        "subprocess.run(text, shell=True)",
        "np.load(file, allow_pickle=True)",
        "pd.read_pickle(file)",
        "from os import system",
        "run = os.popen",
    ],
)
def test_what_could_is_found(code):
    assert re.search(UNSAFE, f"import os\n{code}")


def test_the_server_is_for_this_machine_and_keeps_its_guards():
    (line,) = [line for line in MAKEFILE if re.search(r"-m (jupyter|notebook)", line)]
    assert re.findall(r"--(?:[\w.]+\.)?ip=(\S+)", line) == ["127.0.0.1"]
    assert re.findall(r"(?i)token|password|xsrf|allow.?(root|origin|remote)|0\.0\.0\.0|--ip=\*|disable", line) == []


def test_no_file_here_configures_a_server():
    names = ("jupyter_server_config.py", "jupyter_config.json", "jupyter_lab_config.py")
    found = [path.relative_to(ROOT) for name in names for path in ROOT.rglob(name)]
    assert [path for path in found if not {".venv", "build"} & set(path.parts)] == []


def test_pip_installs_from_locks_with_hashes_or_nothing_but_this_package():
    installs = [line for line in MAKEFILE if "pip install" in line]
    assert len(installs) == 2
    assert all("--require-hashes -r $<" in line or "--no-deps --no-build-isolation -e ." in line for line in installs)


def test_no_notebook_carries_code_for_the_reader_s_browser():
    outputs = [o for n in NOTEBOOKS.values() for c in n["cells"] for o in c.get("outputs", ())]
    kinds = {kind for output in outputs for kind in output.get("data", ())}
    assert kinds <= {"text/plain", "text/html", "image/png", "image/svg+xml"}
    html = ["".join(output.get("data", {}).get("text/html", "")) for output in outputs]
    assert [text for text in html if re.search(r"<script|<iframe|javascript:|\son\w+=", text)] == []
