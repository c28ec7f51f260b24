#!/usr/bin/env bash
# Mutants of a game's rules: every small fault that cosmic-ray can plant, one at a time, in a copy of the sources, each met
# by the game's own tests, interpreted. Stopped and started again it goes on where it was.
#   .ci/mutants.sh chateau_combo [rules.py board.py …]
set -euo pipefail
cd "$(dirname "$0")/.."
game=$1
shift
files=("$@")
tools=$PWD/.venv/tools.d/bin
python=$PWD/.venv/bin/python
place=build/mutants/$game
if [ ! -e "$place/session.sqlite" ]; then
    mkdir -p "$place"
    cp -r src tests examples docs README.md CONTRIBUTING.md pyproject.toml "$place"
    find "$place" -name '*.so' -delete -o -name _compiled.json -delete
    if [ ${#files[@]} = 0 ]; then
        files=($(cd "src/chateaux/games/$game" && ls *.py | grep -vE '^(__init__|view|judgement|form|schema)\.py$'))
    fi
    {
        echo '[cosmic-ray]'
        printf 'module-path = ['
        printf '"src/chateaux/games/'"$game"'/%s", ' "${files[@]}"
        echo ']'
        echo 'timeout = 600.0'
        echo 'excluded-modules = []'
        echo "test-command = \"env CHATEAUX_PURE=1 PYTHONPATH=src $python -m pytest -x -q -p no:cacheprovider tests/games/$game\""
        echo '[cosmic-ray.distributor]'
        echo 'name = "local"'
    } > "$place/mutants.toml"
    (cd "$place" && "$tools/cosmic-ray" init mutants.toml session.sqlite)
fi
cd "$place"
"$tools/cosmic-ray" exec mutants.toml session.sqlite || true
"$tools/cr-report" session.sqlite | tail -n 3
echo "Survivors: $tools/cr-report $place/session.sqlite | grep -B4 SURVIVED"
