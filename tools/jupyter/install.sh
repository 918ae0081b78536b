#!/bin/sh
# How JupyterLab behaves in this repository, put into an environment: sh tools/jupyter/install.sh .venv
# It saves only when it is asked to, so that a notebook that is tried out stays as it is committed, asks for nothing
# outside this machine, saves nothing that a kernel told of itself, tells widgets of changes in one thread, and gives
# pictures their alternative texts. A kernel warns of nothing that everybody knows.
set -eu
mkdir -p "$1/etc/jupyter" "$1/etc/ipython" "$1/share/jupyter"
cp -R "${0%/*}/labconfig" "${0%/*}/jupyter_server_config.py" "$1/etc/jupyter/"
cp -R "${0%/*}/labextensions" "$1/share/jupyter/"
cp "${0%/*}/ipython_kernel_config.py" "$1/etc/ipython/"
