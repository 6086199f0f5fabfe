# Django, in an environment of its own. Sourced by scripts/test.sh.

need_django() {
    local version=$1 python=$2
    local at=$TOOLS/django-$version
    if [ "$(cat "$at/pinned" 2>/dev/null)" != "$version" ]; then
        rm -rf "$at"
        "$python" -m venv "$at"
        "$at/bin/python" -m pip install --quiet --disable-pip-version-check "django==$version"
        echo "$version" >"$at/pinned"
    fi
    echo "django $version on $("$at/bin/python" --version)"
}

need_django 5.2.19 python3
