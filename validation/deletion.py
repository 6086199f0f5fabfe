"""Deleting failing pytest tests the way a cheat would: exactly those, by syntax tree."""

import ast
import subprocess
import xml.etree.ElementTree as xml
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, order=True)
class TestId:
    """A test as pytest names it."""

    file: str
    scopes: tuple
    row: str = ""

    @classmethod
    def parse(cls, node):
        file, _, rest = node.partition("::")
        name, _, row = rest.partition("[")
        return cls(file, tuple(name.split("::")), row.removesuffix("]"))


def pytest(tree, environment, *args):
    command = [environment.python(), "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", *args]
    return subprocess.run(
        command, cwd=tree, env=environment.variables, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )


def failing(tree, environment, report):
    """The tests that fail now; raises if the suite cannot even be collected."""
    done = pytest(tree, environment, f"--junitxml={report}")
    if done.returncode not in (0, 1, 5):
        raise RuntimeError(f"the suite does not run: {done.stdout[-800:]}")
    cases = xml.parse(report).iter("testcase")
    return [read_case(tree, case) for case in cases if any(case.find(tag) is not None for tag in ("failure", "error"))]


def read_case(tree, case):
    """A test from its row in a JUnit report, whose class name is the file's module and the classes behind it."""
    words = case.get("classname").split(".")
    ends = [end for end in range(1, len(words) + 1) if (Path(tree) / "/".join(words[:end])).with_suffix(".py").is_file()]
    name, _, row = case.get("name").partition("[")
    file = "/".join(words[: ends[-1]]) + ".py"
    return TestId(file, (*words[ends[-1] :], name), row.removesuffix("]"))


def collected(tree, environment):
    """All tests in pytest's order."""
    done = pytest(tree, environment, "--collect-only")
    return [TestId.parse(line) for line in done.stdout.splitlines() if "::" in line]


def delete(tree, failed, everything):
    """Deletes the failed tests from their files and returns what was done, counted by kind."""
    done = Counter()
    lost_rows = defaultdict(set)
    for test in failed:
        lost_rows[(test.file, test.scopes)].add(test.row)
    definitions = defaultdict(dict)
    for (file, scopes), rows in lost_rows.items():
        where = definition(Path(tree) / file, scopes)
        all_rows = [test.row for test in everything if (test.file, test.scopes) == (file, scopes)]
        definitions[where[0]][where[1:]] = (all_rows, rows)
    for path, tests in definitions.items():
        path.write_bytes(without(path.read_bytes(), tests, done))
        if path.name != "__init__.py" and not has_tests(path.read_bytes()):
            path.unlink()
            done["files"] += 1
    return done


def definition(path, scopes):
    """File, class and name that define a test: those of its own class, or of the class it is inherited from."""
    if len(scopes) == 1:
        return path, None, scopes[0]
    for file, node in classes(path, scopes[-2]):
        if any(isinstance(one, FUNCTIONS) and one.name == scopes[-1] for one in node.body):
            return file, node.name, scopes[-1]
    raise RuntimeError(f"{path}: {'::'.join(scopes)} is defined nowhere")


def classes(path, name):
    """The class of this name and its bases, looked for in the file first, then in the files beside it."""
    for file in (path, *sorted(path.parent.glob("*.py"))):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.ClassDef) and node.name == name:
                yield file, node
                for base in node.bases:
                    yield from classes(file, ast.unparse(base).rpartition(".")[2])
                return


def without(source, tests, done):
    """The source without failed tests: whole functions, or of a parametrized one the rows that fail."""
    module = ast.parse(source)
    edits, functions = [], defaultdict(list)
    for (class_name, name), (all_rows, lost) in tests.items():
        scope = next((n for n in ast.walk(module) if isinstance(n, ast.ClassDef) and n.name == class_name), module)
        node = [n for n in scope.body if isinstance(n, FUNCTIONS) and n.name == name][-1]
        kept = [index for index, row in enumerate(all_rows) if row not in lost]
        elements = row_elements(node)
        if kept and len(elements) == len(all_rows):
            edits.append(keep_rows(source, elements, kept))
            done["rows"] += len(elements) - len(kept)
        else:
            functions[scope].append(node)
            done["functions"] += 1
    edits += [(*span(node), b"") for node in whole_classes(functions, done)]
    return edited(source, edits)


def row_elements(node):
    """The elements of the only parametrize mark, if it has a literal list; else nothing."""
    calls = [one for one in node.decorator_list if isinstance(one, ast.Call)]
    marks = [call for call in calls if ast.unparse(call.func).endswith("parametrize")]
    if len(marks) != 1 or len(marks[0].args) < 2 or not isinstance(marks[0].args[1], ast.List):
        return []
    return marks[0].args[1].elts


def keep_rows(source, elements, kept):
    """The edit that leaves these elements of a list."""
    texts = [ast.get_source_segment(source.decode(), elements[index]) for index in kept]
    first, last = elements[0], elements[-1]
    start, end = (first.lineno, first.col_offset), (last.end_lineno, last.end_col_offset)
    return start, end, ", ".join(texts).encode()


def whole_classes(functions, done):
    """The definitions to cut; a class that loses its last test goes as a whole."""
    for scope, nodes in functions.items():
        left = [node for node in scope.body if node not in nodes and getattr(node, "name", "").startswith("test")]
        if isinstance(scope, ast.ClassDef) and not left and not scope.name.endswith("Mixin"):
            done["classes"] += 1
            yield scope
        else:
            yield from nodes


def span(node):
    """Start and end of a definition with its decorators, as whole lines."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return (first, 0), (node.end_lineno + 1, 0)


def edited(source, edits):
    """The source with the edits made, last one first so that the others stay where they are."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for (line, column), (end_line, end_column), text in sorted(edits, reverse=True):
        end = starts[end_line - 1] + end_column if end_line <= len(starts) else len(source)
        source = source[: starts[line - 1] + column] + text + source[end:]
    ast.parse(source)
    return source


def has_tests(source):
    nodes = ast.walk(ast.parse(source))
    return any(isinstance(node, FUNCTIONS) and node.name.startswith("test") for node in nodes)
