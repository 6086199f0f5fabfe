# What the runners of JavaScript share: packages of npm, pinned, in a folder of their own below TOOLS.

# need_npm FOLDER PACKAGE@VERSION ...: installs them unless they are there at these pins.
need_npm() {
    local folder=$TOOLS/$1
    shift
    [ "$(cat "$folder/pinned" 2>/dev/null)" = "$*" ] && return
    rm -rf "$folder"
    mkdir -p "$folder"
    echo '{"private": true}' >"$folder/package.json"
    npm install --prefix "$folder" --silent --no-audit --no-fund --no-package-lock --save-exact "$@"
    echo "$*" >"$folder/pinned"
}

# npm_version FOLDER PACKAGE: one line for what was installed.
npm_version() {
    echo "$2 $(node -p 'require(process.argv[1]).version' "$TOOLS/$1/node_modules/$2/package.json")"
}
