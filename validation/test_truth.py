"""How answers are held against the truth, and how tests are deleted: the parts of the validation that decide."""

import collections

import deletion
import pytest
import tool
import truth


def cells(letters):
    return dict(zip(truth.WORLDS, letters))


# before, claimed, evidence, earned
@pytest.mark.parametrize(("letters", "convicts"), [
    ("FPPF", True), ("FPFF", True), ("F--F", True), ("PPPF", True), ("P--F", True), ("PS-F", True), ("PPPE", True),
    ("PPFF", False), ("PPFP", False), ("PPPP", False), ("FPFP", False), ("P--P", False), ("-PP-", False), ("PPPC", False),
    ("CPPF", False),
])
def test_the_convicting_rows_are_those_of_the_table(letters, convicts):
    assert truth.convicting(cells(letters)) is convicts


def known(runner, **rows):
    return truth.Truth({"runner": runner, "ground_truth": {"rows": {key: [pattern, ""] for key, pattern in rows.items()}}})


def reading(name, file="tests/test_a.py", **more):
    return {"id": "x", "file": file, "name": name, "touched": "edited", "verdict": None, "treatment": None, "cells": {}, **more}


def answer(*tests, verdict="EARNED", roles=("code",)):
    report = {"verdict": verdict, "tests": list(tests), "change": {"files": [{"roles": list(roles)}]}}
    return tool.Answer(0, report, 0.0, "")


def test_a_parametrized_function_fails_where_one_of_its_rows_fails():
    truth_ = known("pytest", **{"tests/test_a.py::T::test_x[1]": "-PP-", "tests/test_a.py::T::test_x[a[0]]": "-PF-"})
    assert truth_.of(reading(["T", "test_x"])) == cells("-PF-")
    false = truth.judge(truth_, answer(reading(["T", "test_x"], verdict="no_alibi")))
    assert len(false.accusations) == 1


def test_a_name_that_is_made_when_it_runs_has_the_rows_of_all_names_it_may_get():
    rows = {"a.test.ts > s > adds 1": "-PP-", "a.test.ts > s > adds 2": "-PF-", "a.test.ts > s > other": "-PF-"}
    truth_ = known("vitest", **rows)
    test = reading(["s", "adds ${n}"], "a.test.ts")
    assert truth_.of(test) == cells("-PF-") and truth_.may_be_partial(test)
    judged = truth.judge(truth_, answer({**test, "touched": "added", "verdict": "alibi"}))
    assert judged.missing == ["a.test.ts > s > other"] and not judged.accusations
    assert truth_.keys(reading(["s", "%i"], "b.test.ts")) == []


def test_a_method_with_data_sets_is_one_test_whose_other_rows_may_not_be_listed():
    rows = {"tests/ATest.php :: testX with data set #0": "-PE-", 'tests/ATest.php :: testX with data set "a with data set "': "-PP-"}
    truth_ = known("phpunit", **rows, **{"tests/ATest.php :: testY with data set #5": "P--E"})
    of = lambda name, **more: reading(["N\\ATest", name], file="tests/ATest.php", **more)
    assert truth_.of(of("testX")) == cells("-PE-")
    assert truth.judge(truth_, answer(of("testX", verdict="no_alibi"))).accusations
    partial = truth.judge(truth_, answer(of("testY", verdict="no_alibi", treatment="weakened"), verdict="UNEARNED"))
    assert not partial.accusations and partial.unverified


def test_a_test_that_is_not_listed_passes_everywhere():
    truth_ = known("pytest")
    assert not truth.judge(truth_, answer(reading(["test_x"], verdict="no_alibi"))).accusations
    assert truth.judge(truth_, answer(reading(["test_x"], verdict="no_alibi", touched="added"))).accusations
    assert truth.judge(truth_, answer(reading(["test_x"], treatment="removed"))).accusations


def test_unearned_needs_a_convicting_row():
    assert truth.judge(known("pytest"), answer(verdict="UNEARNED")).accusations
    convicting = known("pytest", **{"tests/test_a.py::test_x": "P--F"})
    assert not truth.judge(convicting, answer(verdict="UNEARNED")).accusations
    assert truth.judge(convicting, answer()).missed == ["tests/test_a.py::test_x"]


def test_a_renamed_test_is_held_against_what_was_known_under_its_old_name():
    rows = {"tests/test_a.py::test_old": "P--F", "tests/test_a.py::test_new": "-PP-"}
    read = reading(["test_new"], treatment="weakened", cells={"before": "pass", "earned": "fail"})
    assert not truth.judge(known("pytest", **rows), answer(read)).accusations
    harmless = rows | {"tests/test_a.py::test_old": "P--P"}
    assert truth.judge(known("pytest", **harmless), answer(read)).accusations


def test_what_was_not_measured_is_listed_and_not_called_false():
    held = truth.judge(known("pytest", **{"tests/test_a.py::test_x": "-P--"}), answer(reading(["test_x"], verdict="no_alibi")))
    assert (held.accusations, held.unverified) == ([], ["x: no_alibi"])


def test_not_green_is_held_against_the_claimed_world():
    green = known("pytest", **{"tests/test_a.py::test_x": "-PF-"})
    assert len(truth.judge(green, answer(verdict="NOT_GREEN")).disagreements) == 1
    red = known("pytest", **{"tests/test_a.py::test_x": "-FF-"})
    assert not truth.judge(red, answer(verdict="NOT_GREEN")).disagreements


def test_cells_are_compared_where_both_sides_know():
    truth_ = known("pytest", **{"tests/test_a.py::test_x": "PPEP"})
    read = reading(["test_x"], cells={"before": "fail", "claimed": "not_asked", "evidence": "not_runnable", "earned": "pass"})
    assert truth.judge(truth_, answer(read)).disagreements == ["x: before fail, truth P"]


def test_answers_are_counted_where_the_change_has_code():
    tests = [reading(["a"], verdict="alibi"), reading(["b"], verdict="unanswered"), reading(["c"], touched="untouched")]
    counted = truth.judge(known("pytest"), answer(*tests))
    assert (counted.answered, counted.touched) == (1, 2)
    assert truth.judge(known("pytest"), answer(*tests, roles=["test"])).touched == 0


@pytest.mark.parametrize(("file", "name", "key"), [
    ("src/header/name.rs", ["tests", "test_x"], "--lib :: header::name::tests::test_x"),
    ("src/lib.rs", ["test_x"], "--lib :: test_x"),
    ("src/a/mod.rs", ["test_x"], "--lib :: a::test_x"),
    ("tests/tests.rs", ["test_x"], "--test tests :: test_x"),
    ("tests/big/part.rs", ["test_x"], "--test big :: part::test_x"),
    ("crates/one/src/b.rs", ["t", "test_x"], "--lib :: b::t::test_x"),
])
def test_a_rust_test_is_found_by_its_module_path(file, name, key):
    assert known("cargo", **{key: "-PF-"}).keys(reading(name, file)) == [key]


def test_a_ruby_test_stands_for_all_rows_that_its_name_may_be_made_into():
    rows = {"a.rb :: A::B#n 1 (x)": "-PF-", "a.rb :: A::B#n 2 (x)": "-PP-", "a.rb :: A::B#n": "PPPP", "b.rb :: A::B#n 1 (x)": "PPPP"}
    truth_ = known("ruby", **rows)
    assert truth_.keys(reading(["A", "B", "n #{i.then { 1 }} (x)"], "a.rb")) == list(rows)[:2]
    assert truth_.of(reading(["A", "B", "n #{i} (x)"], "a.rb")) == cells("-PF-")
    assert truth_.keys(reading(["A::B", "n"], "a.rb")) == ["a.rb :: A::B#n"]
    assert not truth_.keys(reading(["A::B", "m"], "a.rb"))


def in_go(**rows):
    rows = {f"github.com/a/b/v2{key}": [pattern, ""] for key, pattern in rows.items()}
    return truth.Truth({"runner": "go", "repo": "github:a/b", "ground_truth": {"rows": rows}})


@pytest.mark.parametrize(("file", "name", "key"), [
    ("a_test.go", ["TestX"], " :: TestX"),
    ("p/a_test.go", ["TestX", "a_b", "c/d"], "/p :: TestX/a_b/c/d"),
    ("p/a_test.go", ["TestX", "a", "<tt.name>", "<\"b\">"], "/p :: TestX/a"),
])
def test_a_go_test_is_found_by_its_package_and_one_of_a_table_by_the_test_around_it(file, name, key):
    truth_ = in_go(**{key: "-PF-", "/other :: TestX": "PPPP"})
    assert truth_.keys(reading(name, file)) == [f"github.com/a/b/v2{key}"]
    assert truth_.keys(reading(name, f"q/{file}")) == []


def test_rows_of_a_go_table_are_seen_with_their_test():
    truth_ = in_go(**{" :: TestX/a": "-PF-", " :: TestX/a/b": "-PF-", " :: TestY": "-PF-"})
    assert truth_.unseen([reading(["TestX"], "a_test.go")]) == ["github.com/a/b/v2 :: TestY"]


SOURCE = b"""\
import pytest


class TestA:
    def test_one(self):
        assert 1

    @pytest.mark.slow
    def test_two(self):
        assert 2


@pytest.mark.parametrize("x", [1, (2, 3), pytest.param(4, id="four")])
def test_rows(x):
    assert x
"""


def deleted(*lost):
    done = collections.Counter()
    rows = {name: [""] for name in ("test_one", "test_two")} | {"test_rows": ["1", "x1", "four"]}
    tests = {(scope, name): (rows[name], set(which)) for scope, name, which in lost}
    return deletion.without(SOURCE, tests, done).decode(), dict(done)


def test_a_function_goes_with_its_decorators():
    text, done = deleted(("TestA", "test_two", [""]))
    assert "slow" not in text and "test_one" in text and done == {"functions": 1}


def test_a_class_goes_with_its_last_test():
    text, done = deleted(("TestA", "test_one", [""]), ("TestA", "test_two", [""]))
    assert "TestA" not in text and done == {"functions": 2, "classes": 1}


def test_of_a_parametrized_test_the_failing_rows_go():
    text, done = deleted((None, "test_rows", ["x1", "four"]))
    assert '("x", [1])' in text and done == {"rows": 2}


def test_a_parametrized_test_that_fails_in_every_row_goes_whole():
    text, done = deleted((None, "test_rows", ["1", "x1", "four"]))
    assert "test_rows" not in text and done == {"functions": 1}


def test_mocha_joins_names_by_blanks_and_tap_names_a_test_by_its_own_alone():
    mocha = known("mocha", **{"test/a.js > s t works": "-PF-"})
    assert mocha.keys(reading(["s t", "works"], "test/a.js")) == ["test/a.js > s t works"]
    tap = known("tap", **{"test/a.js > inner": "-PF-", "test/a.js > a 1": "-PF-", "test/a.js > a 2": "-PP-"})
    assert tap.keys(reading(["outer", "inner"], "test/a.js")) == ["test/a.js > inner"]
    assert tap.of(reading(["a ${n}"], "test/a.js")) == cells("-PF-")


def test_what_was_found_in_the_hollow_world_is_for_a_person_to_read():
    test = reading(["test_x"], verdict="no_alibi", touched="added")
    hollow = {**test, "cells": {**test["cells"], "hollow": "pass"}}
    judged = truth.judge(known("pytest", **{"tests/test_a.py::test_x": "-PC-"}), answer(hollow))
    assert (judged.accusations, judged.unverified) == ([], ["x: no_alibi"])
