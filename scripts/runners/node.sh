# Node, as npm carries it. Sourced by scripts/test.sh.

need_node() {
    local version=$1
    local at=$TOOLS/node-$version
    if [ "$(cat "$at/pinned" 2>/dev/null)" != "$version" ]; then
        rm -rf "$at"
        mkdir -p "$at"
        npm install --silent --no-audit --no-fund --prefix "$at" "node@$version" >/dev/null
        echo "$version" >"$at/pinned"
    fi
    echo "node $("$at/node_modules/node/bin/node" --version)"
}

need_packages node=nodejs npm=npm
need_node 20.20.2
need_node 22.23.3
need_node 24.21.0
