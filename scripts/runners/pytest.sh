# pytest, in environments of their own. Sourced by scripts/test.sh.

need_pytest() {
    local version=$1 python=$2
    local at=$TOOLS/pytest-$version
    if [ "$(cat "$at/pinned" 2>/dev/null)" != "$version" ]; then
        rm -rf "$at"
        "$python" -m venv "$at"
        "$at/bin/python" -m pip install --quiet --disable-pip-version-check "pytest==$version"
        echo "$version" >"$at/pinned"
    fi
    echo "pytest $version on $("$at/bin/python" --version)"
}

need_pytest 9.2.0 python3
need_pytest 8.4.2 python3
# What the tests find first on the search path.
export PATH="$TOOLS/pytest-9.2.0/bin:$PATH"
