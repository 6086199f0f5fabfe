"""What counterproof costs, against the bare runner, measured in one run: `python3 benches/run.py`.

Prints a Markdown table of medians. Processes are watched in /proc, so Linux only; nothing is asked of the tool but its
public interface. --quick takes smaller trees and fewer repetitions.
"""

import argparse
import contextlib
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
TOY = TOP / "crates" / "testkit" / "src" / "toy"
TRIAL = "toy/run.py"
# The body of a test that takes a tenth of a second of CPU time.
BUSY = """\
from time import process_time
    end = process_time() + 0.1
    while process_time() < end:
        pass
    assert double(2) == 4"""


RUST_TEST = """
#[cfg(test)]
mod tests {
    #[test]
    fn it_is_ten_more() {
        assert_eq!(super::value(), 12);
    }
}
"""


class Watcher:
    """Sees processes start while it is entered: when, and with what arguments. Misses those that live under a millisecond."""

    def __init__(self, pattern):
        self.pattern = pattern.encode()
        self.seen = {}

    def __enter__(self):
        self.known = set(os.listdir("/proc"))
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.started = time.monotonic()
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()

    def watch(self):
        while not self.stop.is_set():
            for pid in os.listdir("/proc"):
                if pid.isdigit() and pid not in self.known and pid not in self.seen:
                    self.look(pid)
            time.sleep(0.001)

    def look(self, pid):
        with contextlib.suppress(OSError):
            line = Path("/proc", pid, "cmdline").read_bytes()
            if self.pattern in line:
                self.seen[pid] = (time.monotonic() - self.started, line.split(b"\0"))

    def first(self):
        """Seconds until the first such process; raises if there was none."""
        return min(at for at, _ in self.seen.values())


class Run:
    """One run of a command to its end: wall and CPU seconds, the tool's own peak memory, its answer."""

    def __init__(self, argv, folder, env=None):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.monotonic()
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        child = subprocess.Popen(argv, cwd=folder, env=env, **quiet)
        reader = threading.Thread(target=lambda: setattr(self, "stdout", child.stdout.read()))
        reader.start()
        self.peak_kib = peak(child)
        reader.join()
        self.code = child.wait()
        self.wall = time.monotonic() - started
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def report(self):
        try:
            return json.loads(self.stdout)
        except ValueError:
            raise SystemExit(f"the tool gave no report (exit {self.code})") from None


def peak(child):
    """The most memory the process itself ever had, in KiB, as far as it was seen."""
    most = 0
    while child.poll() is None:
        with contextlib.suppress(OSError, IndexError):
            status = Path("/proc", str(child.pid), "status").read_text()
            most = max(most, int(status.split("VmHWM:")[1].split()[0]))
        time.sleep(0.005)
    return most


def write(top, files):
    for path, text in files.items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(text)


def commit(top):
    settings = ["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid", "-c", "commit.gpgSign=false"]
    if not (top / ".git").exists():
        subprocess.run(["git", "init", "--quiet"], cwd=top, check=True)
    subprocess.run(["git", "add", "--all"], cwd=top, check=True)
    subprocess.run(["git", *settings, "commit", "--quiet", "-m", "Bench"], cwd=top, check=True)


def toy_project(top, files=0, tests=8, body="assert double(2) == 4"):
    """A project of the toy runner: that many files beside it, and a change that edits the code and adds a test file."""
    start = f"#!/bin/sh\nexec '{Path(sys.base_prefix) / 'bin' / 'python3'}' -S -B toy/run.py \"$@\"\n"
    write(top, {
        "counterproof.toml": (TOY / "counterproof.toml").read_text(),
        "toy/run": start, "toy/run.py": (TOY / "run.py").read_text(),
        "code.py": "def double(x):\n    return x * 3\n", "tests/base.py": "def test_base():\n    assert True\n",
        **{f"data/{number // 200}/{number}.txt": f"{number}\n" for number in range(files)},
    })
    commit(top)
    cases = "".join(f"\n\ndef test_{number}():\n    {body}\n" for number in range(tests))
    write(top, {"code.py": "def double(x):\n    return x * 2\n", "tests/added.py": f"from code import double\n{cases}"})


class Bench:
    """The measurements, one method each; every method returns rows of the table."""

    def __init__(self, binary, quick):
        self.binary, self.repetitions = binary, 3 if quick else 9
        self.large = 2_000 if quick else 20_000

    def verify(self, top, *more, env=None):
        argv = [self.binary, "verify", "--base", "HEAD", "--format", "json", "-C", str(top), *more]
        return Run([str(word) for word in argv], top, env)

    def median(self, measure):
        return statistics.median(measure() for _ in range(self.repetitions))

    def start(self):
        """Until the first test runs, on a large tree and on a small one, against the runner alone."""
        rows = []
        for files in (100, self.large):
            with project(files=files) as top:
                def first(top=top):
                    with Watcher(TRIAL) as watcher:
                        self.verify(top)
                    return watcher.first()
                rows.append((f"first test starts, {files:,} files", f"{self.median(first):.3f} s", "0.5 s"))
        return rows

    def trial(self):
        """CPU that a trial costs beyond the bare runner, and the tool's memory."""
        with project(tests=24) as top:
            bare = self.median(lambda: Run(["sh", "toy/run", "tests/added.py", "test_0"], top).cpu)
            runs = [self.verify(top) for _ in range(self.repetitions)]
        trials = runs[0].report()["trials"]["run"]
        each = statistics.median(run.cpu / run.report()["trials"]["run"] for run in runs)
        return [
            ("CPU of the bare runner", f"{bare * 1000:.1f} ms", ""),
            (f"CPU a trial, all included ({trials} trials)", f"{each * 1000:.1f} ms ({each / bare:.2f} x)", ""),
            ("CPU a trial costs more", f"{(each - bare) * 1000:.1f} ms", "25 ms"),
            ("peak memory of the tool", f"{max(run.peak_kib for run in runs) / 1024:.1f} MB", "100 MB"),
        ]

    def cores(self):
        """Whether two cores are kept busy: CPU over wall with two jobs, and the wall of one job over that of two."""
        with project(tests=12, body=BUSY) as top:
            one, two = self.verify(top, "--jobs", "1"), self.verify(top, "--jobs", "2")
        return [
            ("cores busy with two jobs", f"{two.cpu / two.wall:.2f}", "near 2"),
            ("two jobs against one", f"{one.wall / two.wall:.2f} x", "near 2"),
        ]

    def rebuilds(self):
        """How many crates a warm Rust workspace compiles again in the first world of each kind."""
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            top = Path(folder)
            rust_project(top)
            bare = compiled(lambda: subprocess.run(["touch", "last/src/lib.rs"], cwd=top, check=True) and cargo(top))
            seen = compiled(lambda: self.verify(top))
        wrong = sorted(set(seen) - {"last"})
        return [
            ("crates the bare runner compiles after an edit", f"{len(set(bare))}", ""),
            ("crates compiled in worlds", f"{', '.join(sorted(set(seen)))} ({len(seen)} times)", "last"),
            ("unchanged crates compiled again", ", ".join(wrong) or "none", "none"),
        ]


def compiled(act):
    """The crates that were compiled meanwhile, one name a compilation."""
    with Watcher("--crate-name") as watcher:
        act()
    compilers = [line for _, line in watcher.seen.values() if line[0].endswith(b"rustc")]
    names = [line[line.index(b"--crate-name") + 1].decode() for line in compilers]
    return [name for name in names if name in ("first", "middle", "last")]


def cargo(top):
    return subprocess.run(["cargo", "test", "--quiet", "--workspace", "--offline"], cwd=top, capture_output=True, check=True)


def rust_project(top):
    """A warm workspace of three crates that build on each other, with a change in the last one."""
    crates = (("first", None), ("middle", "first"), ("last", "middle"))
    for name, needs in crates:
        needed = f'{needs} = {{ path = "../{needs}" }}\n' if needs else ""
        write(top / name, {
            "Cargo.toml": f'[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n{needed}',
            "src/lib.rs": f"pub fn value() -> u32 {{ {f'{needs}::value() + 1' if needs else '1'} }}\n",
        })
    write(top, {"Cargo.toml": '[workspace]\nresolver = "2"\nmembers = ["first", "middle", "last"]\n', ".gitignore": "target\n"})
    cargo(top)
    commit(top)
    write(top, {"last/src/lib.rs": f"pub fn value() -> u32 {{ middle::value() + 10 }}\n{RUST_TEST}"})
    cargo(top)


@contextlib.contextmanager
def project(**shape):
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        toy_project(Path(folder), **shape)
        yield Path(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=TOP / "target" / "release" / "counterproof", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=("start", "trial", "cores", "rebuilds"), action="append")
    arguments = parser.parse_args()
    if not shutil.which(arguments.binary):
        raise SystemExit(f"{arguments.binary} is not there: cargo build --release")
    bench = Bench(arguments.binary.resolve(), arguments.quick)
    print("| what | measured | budget |\n|---|---|---|")
    for name in arguments.only or ("start", "trial", "cores", "rebuilds"):
        for row in getattr(bench, name)():
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
