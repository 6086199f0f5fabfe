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

# The same with plugins that projects configure.
need_pytest_plugins() {
    local pins=$1 python=$2
    local at=$TOOLS/pytest-plugins
    if [ "$(cat "$at/pinned" 2>/dev/null)" != "$pins" ]; then
        rm -rf "$at"
        "$python" -m venv "$at"
        # shellcheck disable=SC2086
        "$at/bin/python" -m pip install --quiet --disable-pip-version-check $pins
        echo "$pins" >"$at/pinned"
    fi
    echo "pytest with $pins"
}

need_pytest 9.2.0 python3
need_pytest 8.4.2 python3
need_pytest_plugins "pytest==9.2.0 pytest-asyncio==1.5.0 pytest-cov==7.1.0 pytest-django==4.14.0 pytest-randomly==5.1.0 \
pytest-timeout==2.4.0 pytest-xdist==3.8.0 django==5.2.19" python3
# What the tests find first on the search path.
export PATH="$TOOLS/pytest-9.2.0/bin:$PATH"
