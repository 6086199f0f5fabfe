#!/bin/bash
# Tests everything, from a clean checkout on a bare machine: `bash scripts/test.sh`.
# Installs what the tests need (nothing where it is there already), then checks format, lints, tests and documentation.
# Ends at the first failure with its exit status; the last line says how it went.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

PYTEST=pytest==9.2.0
VENV=${COUNTERPROOF_TEST_VENV:-$PWD/target/test-venv}
export CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-auto}

outcome() {
    local status=$?
    if [ "$status" -eq 0 ]; then echo "== all passed"; else echo "== FAILED (exit status $status)"; fi
}
trap outcome EXIT

step() {
    echo "== $*"
    "$@"
}

# Installs Debian packages, as root or through sudo; elsewhere says what to install.
install_packages() {
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
    if ! command -v apt-get >/dev/null; then
        echo "please install: $*" >&2
        exit 69
    fi
    "${as_root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -qq --yes --no-install-recommends "$@" >/dev/null
}

# The Debian packages of those programs that are not there.
need_programs() {
    local missing=()
    command -v git >/dev/null || missing+=(git)
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3 python3-venv)
    command -v node >/dev/null || missing+=(nodejs npm)
    command -v cc >/dev/null || missing+=(gcc libc6-dev)
    command -v setpriv >/dev/null || missing+=(util-linux)
    [ "${#missing[@]}" -eq 0 ] || install_packages "${missing[@]}"
}

# Rust by rustup, pinned; one that is there is taken as it is.
need_rust() {
    export PATH="$PATH:$HOME/.cargo/bin"
    command -v cargo >/dev/null && cargo clippy --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1 && return
    if ! command -v rustup >/dev/null; then
        command -v curl >/dev/null || install_packages curl ca-certificates
        curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs |
            sh -s -- -y -q --profile minimal --default-toolchain 1.95.0 --no-modify-path
    fi
    rustup component add --quiet clippy rustfmt
}

# pytest, pinned, in an environment of its own that comes first on the search path.
need_pytest() {
    if [ "$(cat "$VENV/pinned" 2>/dev/null)" != "$PYTEST" ]; then
        rm -rf "$VENV"
        python3 -m venv "$VENV"
        "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check "$PYTEST"
        echo "$PYTEST" >"$VENV/pinned"
    fi
    export PATH="$VENV/bin:$PATH"
}

versions() {
    git --version
    rustc --version
    cargo --version
    python3 --version
    python3 -m pytest --version
    echo "node $(node --version)"
}

need_programs
need_rust
need_pytest
step versions
step cargo fmt --all --check
step python3 -m pytest -q -p no:cacheprovider validation
step cargo clippy --quiet --workspace --all-targets -- -D warnings
step cargo test --quiet --workspace --no-fail-fast
RUSTDOCFLAGS=-Dwarnings step cargo doc --quiet --no-deps --workspace
