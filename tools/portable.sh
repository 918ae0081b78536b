#!/bin/sh
# Executes all committed notebooks again, by another Python and as on an old processor, in a clone: git says what differs.
# The clone with its environment stays in build/python3.13 or the like, so that only the first time is long.
set -eu
cd "$(dirname "$0")/.."

# The newest other Python that can make an environment, or else the one that is used here.
own=$(.venv/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')
pyenv=$HOME/.pyenv/versions
newest=$(for minor in 14 13 12 11; do echo "python3.$minor" "$pyenv/3.$minor".*/bin/python; done)
for python in $newest "${PYTHON:-python3}"; do
  version=$("$python" -c 'import sys, venv, ensurepip; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
  [ "$version" = "$own" ] || break
done
clone=build/python$version

# OpenBLAS and NumPy as on a processor of 2004 add up in another order. NumPy warns of features that are not there.
features=$(.venv/bin/python -c '
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__
print(*(name for name in __cpu_dispatch__ if __cpu_features__[name]))')

[ -d $clone/.git ] || { rm -rf $clone; git clone --quiet . $clone; }
git -C $clone fetch --quiet origin HEAD
git -C $clone reset --quiet --hard FETCH_HEAD
rm -rf $clone/build
echo "portable: all notebooks again, by $python, as on an old processor"
env -u MAKEFLAGS -u MAKELEVEL OPENBLAS_CORETYPE=Prescott NPY_DISABLE_CPU_FEATURES="$features" \
  make --no-print-directory -C $clone figures PYTHON="$python"
changes=$(git -C $clone status --porcelain)
[ -z "$changes" ] || { printf 'portable: other bytes, see %s:\n%s\n' $clone "$changes"; exit 1; }
echo "portable: the same bytes under Python $version on an old processor as under $own on this one"
