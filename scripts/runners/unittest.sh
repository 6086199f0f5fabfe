# unittest, which comes with Python: an environment without anything else. Sourced by scripts/test.sh.

need_unittest() {
    local python=$1
    local version
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    local at=$TOOLS/unittest
    if [ "$(cat "$at/pinned" 2>/dev/null)" != "$version" ]; then
        rm -rf "$at"
        "$python" -m venv --without-pip "$at"
        echo "$version" >"$at/pinned"
    fi
    echo "unittest of $("$at/bin/python" --version)"
}

need_unittest python3
