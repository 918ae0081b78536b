#!/bin/sh
# Executes the page of widgets again and again beside processes that keep the machine busy. A run has 120 seconds to end;
# beside four such processes on two cores one takes ten.
#     sh tools/busy.sh [runs] [busy processes]
# Another version is measured in a worktree of its own, by the script of this one.
set -eu
runs=${1:-60} busy=${2:-4} begun=0 ended=0 beside=
trap 'kill $beside 2>/dev/null || true' EXIT
while [ "$busy" -gt 0 ]; do
  (while :; do :; done) &
  beside="$beside $!" busy=$((busy - 1))
done
while [ "$begun" -lt "$runs" ]; do
  begun=$((begun + 1))
  if timeout --kill-after=10 120 .venv/bin/python tools/notebooks/execute.py --quick notebooks/explore.ipynb >/dev/null 2>&1; then
    ended=$((ended + 1))
  fi
done
echo "busy: $ended of $runs runs of explore ended by themselves"
[ "$ended" -eq "$runs" ]
