"""The toy runner: run.py [FILE [NAME]]. Exits 1 if a test fails, 2 if a file does not load, 0 otherwise."""

import os
import sys

SKIPPED, FAILED = "skip", "FAIL"


def files(wanted):
    if wanted:
        return [wanted]
    found = (os.path.join(at, name) for at, _, names in os.walk("tests") for name in names)
    return sorted(path for path in found if path.endswith(".py"))


def load(path):
    module = {"__name__": path, "__file__": path}
    with open(path, encoding="utf-8") as text:
        exec(compile(text.read(), path, "exec"), module)
    return module


def tests(module):
    for name, value in module.items():
        if name.startswith("test_"):
            yield name, value
        elif name.startswith("Test"):
            methods = [method for method in vars(value) if method.startswith("test_")]
            yield from ((f"{name}::{method}", getattr(value(), method)) for method in methods)


def attempt(name, act):
    """Returns what the act returns, SKIPPED or FAILED."""
    try:
        return act()
    except BaseException as error:
        outcome = SKIPPED if type(error).__name__ == "SkipTest" else FAILED
        print(outcome, name, repr(error))
        return outcome


def main(wanted_file=None, wanted_name=None):
    status = 0
    for path in files(wanted_file):
        module = attempt(path, lambda: load(path))
        if module == FAILED:
            status = 2
        for name, test in tests(module) if isinstance(module, dict) else ():
            if wanted_name in (None, name) and attempt(name, test) == FAILED:
                status = status or 1
    return status


sys.path.insert(0, os.getcwd())
sys.exit(main(*sys.argv[1:]))
