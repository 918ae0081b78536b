"""Which pictures of a page its parameters move, read from the code of its cells.

    python site/moves.py

writes a table for each notebook into `site/knobs.md`.
"""

import ast
import json
import re
from pathlib import Path

from orchard.pages.parameters import declared

HERE = Path(__file__).resolve().parent
KNOBS = HERE / "knobs.md"


def knobs() -> str:
    """What `knobs.md` is to hold: how it begins by hand, and the tables."""
    by_hand, _, _ = KNOBS.read_text(encoding="utf-8").partition("\n## ")
    return by_hand + "".join(map(_knobs, sorted((HERE.parent / "notebooks").glob("*.ipynb"), key=_in_order)))


def _in_order(notebook: Path) -> tuple[int, str]:
    """Notebooks by number, then those without one."""
    return int(re.match(r"\d*", notebook.stem)[0] or 99), notebook.stem


def _knobs(notebook: Path) -> str:
    """A heading, and a row for each parameter."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    title = "".join(cells[0]["source"]).partition("\n")[0].removeprefix("# ")
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    cell = next(each for each in code if "parameters" in each["metadata"].get("tags", ()))
    moved = moved_pictures(["".join(each["source"]) for each in code])
    rows = []
    for name, parameter in declared("".join(cell["source"])).items():
        pictures = ", ".join(f"[{picture}](../figures/{picture}.svg)" for picture in moved[name])
        rows.append(f"| `{name}` | {parameter.allowed or 'True or False'} | {pictures} |\n")
    table = "| parameter | allowed | moves |\n|---|---|---|\n" + "".join(rows)
    return f'\n## [{title}](../notebooks/{notebook.name})\n\n<div class="knobs">\n\n{table}\n</div>\n'


def moved_pictures(sources: list[str]) -> dict[str, list[str]]:
    """For each parameter of a page, by the code of its cells, the pictures that it can move.

    A picture depends on all that its cell reads, a name on all that its statement reads, and so on up to a parameter.
    """
    cells = [ast.parse(source).body for source in sources]
    parameters = [node.target.id for body in cells for node in body if isinstance(node, ast.AnnAssign)]
    known = {name: {name} for name in parameters}
    moved: dict[str, list[str]] = {name: [] for name in parameters}
    for body in cells:
        read = set().union(*(_follow(node, known) for node in body if not isinstance(node, ast.AnnAssign)))
        pictures = [name for node in body for name in _pictures(node)]
        for name in read if pictures else ():
            moved[name] += pictures
    return moved


def _pictures(statement: ast.stmt) -> list[str]:
    """The names of the pictures that a statement saves."""
    calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
    saving = [call for call in calls if getattr(call.func, "id", "") in {"save_figure", "save_drawing"}]
    return [call.args[1].value for call in saving]


def _follow(statement: ast.stmt, known: dict[str, set[str]], around: frozenset[str] = frozenset()) -> set[str]:
    """The parameters that a statement, and what it stands in, reads; what it writes depends on them from now on."""
    inner = [] if isinstance(statement, ast.FunctionDef) else getattr(statement, "body", [])
    inner = inner + getattr(statement, "orelse", [])
    nodes = [node for part in ast.iter_child_nodes(statement) if part not in inner for node in ast.walk(part)]
    own = _bound(statement, nodes)
    names = [node for node in nodes if isinstance(node, ast.Name) and node.id not in own]
    loaded = [name.id for name in names if isinstance(name.ctx, ast.Load) or isinstance(statement, ast.AugAssign)]
    read = set(around).union(*(known.get(name, ()) for name in loaded))
    known.update({name.id: read for name in names if isinstance(name.ctx, ast.Store)})
    if isinstance(statement, ast.FunctionDef):
        known[statement.name] = read
        return read
    for name in _changed(statement, nodes) & known.keys():  # not what is imported
        known[name] = known[name] | read
    for each in inner * 2:  # a loop's end is before its beginning
        _follow(each, known, frozenset(read))
    return read.union(*(_follow(each, known, frozenset(read)) for each in inner))


def _bound(statement: ast.stmt, nodes: list[ast.AST]) -> set[str]:
    """The names that comprehensions, lambdas and functions have for themselves."""
    inside = [part for node in nodes if isinstance(node, ast.comprehension) for part in ast.walk(node.target)]
    inside += nodes if isinstance(statement, ast.FunctionDef) else []
    names = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return names | {node.arg for node in nodes if isinstance(node, ast.arg)}


def _changed(statement: ast.stmt, nodes: list[ast.AST]) -> set[str]:
    """What a statement changes in place: `name[...] =`, `name.part =`, and `name.method()` alone."""
    parts = [node for node in nodes if isinstance(node, ast.Subscript | ast.Attribute)]
    owners = [node.value for node in parts if isinstance(node.ctx, ast.Store)]
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        owners.append(call.func.value)
    return {owner.id for owner in owners if isinstance(owner, ast.Name)}


if __name__ == "__main__":
    KNOBS.write_text(knobs(), encoding="utf-8")
