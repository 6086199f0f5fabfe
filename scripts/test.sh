#!/bin/bash
# Tests everything, from a clean checkout on a bare machine: `bash scripts/test.sh`.
# Installs what the tests need (nothing where it is there already), then checks format, lints, tests and documentation.
# Ends at the first failure with its exit status; the last line says how it went.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Where the runners are installed that the tests ask, each in a folder of its own; kept from run to run.
TOOLS=${COUNTERPROOF_TOOLS:-$PWD/target/test-tools}
export COUNTERPROOF_TOOLS=$TOOLS
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

# `PROGRAM=PACKAGE …`: installs the Debian packages of those programs that are not there.
need_packages() {
    local pair missing=()
    for pair in "$@"; do
        command -v "${pair%%=*}" >/dev/null || missing+=("${pair#*=}")
    done
    [ "${#missing[@]}" -eq 0 ] || install_packages "${missing[@]}"
}

need_programs() {
    need_packages git=git node=nodejs npm=npm cc=gcc setpriv=util-linux
    python3 -c 'import ensurepip, venv' 2>/dev/null || install_packages python3 python3-venv
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

# Every runner's own script, pinned versions and all.
need_runners() {
    local script
    mkdir -p "$TOOLS"
    for script in scripts/runners/*.sh; do
        # shellcheck source=/dev/null
        source "$script"
    done
}

versions() {
    git --version
    rustc --version
    cargo --version
    python3 --version
    echo "node $(node --version)"
}

need_programs
need_rust
step need_runners
step versions
step cargo fmt --all --check
step python3 -m pytest -q -p no:cacheprovider validation
step cargo clippy --quiet --workspace --all-targets -- -D warnings
step cargo test --quiet --workspace --no-fail-fast
RUSTDOCFLAGS=-Dwarnings step cargo doc --quiet --no-deps --workspace
