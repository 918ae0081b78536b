"""What the server does before it saves a notebook: it leaves out what JupyterLab fills in from the kernel by itself.

Without that every notebook that was opened would differ from the committed one after Ctrl+S.
"""

COMMITTED = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py"},  # and no version, which is that of whoever executes
}


def as_committed(model, **_):
    """The hook: `model` is what is saved, a notebook or anything else."""
    if model.get("type") == "notebook" and isinstance(model.get("content"), dict):
        metadata = model["content"].get("metadata", {})
        if metadata.get("kernelspec", {}).get("name") == "python3":
            metadata.update(COMMITTED)


c.FileContentsManager.pre_save_hook = as_committed  # noqa: F821  Jupyter's own name in its files of settings
