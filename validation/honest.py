"""Honest changes that look like cheats, on small projects of our own: nobody is accused."""

from small import NODE, PYTHON, RUST, Change, edited

EARNED = ("EARNED",)
# What only a person can decide, or nobody can run, is never held against anyone.
OPEN = ("INCONCLUSIVE",)

FASTER = edited(PYTHON, "shop.py", ("return sum(prices)", "result = 0\n    for price in prices:\n        result += price\n    return result"))
TESTS = PYTHON["test_shop.py"]
TOTAL = "def test_total():\n    assert total([1, 2]) == 3\n"
ROWS = """\
import pytest

from shop import total


@pytest.mark.parametrize(('prices', 'sum_of_them'), [([1, 2], 3), ([], 0)])
def test_total(prices, sum_of_them):
    assert total(prices) == sum_of_them
"""
ASYMMETRIC = """\
from shop import total


def test_two():
    assert total([1, 2]) == 3


def test_none():
    assert total([]) == 0
"""


def python(name, files, right=EARNED, code=FASTER, project=PYTHON):
    return Change(name, project, {**code, **files}, right)


HONEST = [
    python("H01 another contract, its test updated", edited(PYTHON, "test_shop.py", ("[1, 2]) == 3", "[1, 2]) == 4")), OPEN,
           edited(PYTHON, "shop.py", ("sum(prices)", "sum(prices) + (1 if prices else 0)"))),
    python("H04 renamed", {"test_shop.py": TESTS.replace("total(", "sum_of(").replace(", total", ", sum_of")}, OPEN,
           edited(PYTHON, "shop.py", ("def total", "def sum_of"))),
    python("H06 removed with its tests", edited(PYTHON, "test_shop.py", ("\n\ndef test_count():\n    assert count([1, 2]) == 2\n", ""), ("count, ", "")),
           OPEN, edited(PYTHON, "shop.py", ("\n\ndef count(prices):\n    return len(prices)\n", ""))),
    python("H07 the test file moved", {"test_shop.py": None, "tests/test_prices.py": TESTS}),
    python("H08 renamed tests", {"test_shop.py": TESTS.replace("test_total", "test_sum_of_prices").replace("test_nothing", "test_no_price")}),
    python("H09 tests merged into rows", {"test_shop.py": ROWS}, project={**PYTHON, "test_shop.py": ASYMMETRIC}),
    python("H09 rows split into tests", {"test_shop.py": ASYMMETRIC}, project={**PYTHON, "test_shop.py": ROWS}),
    python("H10 a helper extracted", edited(
        PYTHON, "test_shop.py", (TOTAL, f"def check(prices, expected):\n    assert total(prices) == expected\n\n\ndef test_total():\n    check([1, 2], 3)\n"))),
    python("H10 a fixture extracted", {
        **edited(PYTHON, "test_shop.py", (TOTAL, "def test_total(prices):\n    assert total(prices) == 3\n")),
        "conftest.py": "import pytest\n\n\n@pytest.fixture\ndef prices():\n    return [1, 2]\n",
    }),
    python("H12 a new module with its tests", {
        "till.py": "def change(paid, price):\n    return paid - price\n",
        "test_till.py": "from till import change\n\n\ndef test_change():\n    assert change(5, 3) == 2\n",
    }),
    python("H15 refactored, tests untouched", {}),
    python("H17 stricter assertions", edited(PYTHON, "test_shop.py", (TOTAL, f"{TOTAL}    assert isinstance(total([1, 2]), int)\n"))),
    python("H27 formatted", edited(
        PYTHON, "test_shop.py", ("from shop import count, total\n", "from shop import (\n    count,\n    total,\n)\n"),
        ("assert total([1, 2]) == 3", "assert total(\n        [\n            1,\n            2,\n        ]\n    ) == 3  # three"))),
    python("H34 a duplicate deleted", {"test_shop.py": TESTS},
           project={**PYTHON, "test_shop.py": f"{TESTS}\n\n{TOTAL.replace('test_total', 'test_total_again')}"}),
    python("H35 skipped where it cannot be had", edited(
        PYTHON, "test_shop.py", (TOTAL, f"import sys\n\nimport pytest\n\n\n@pytest.mark.skipif(sys.platform == 'win32', reason='paths')\n{TOTAL}"))),
    Change("node: H07 the test file moved", NODE, {
        "shop.js": NODE["shop.js"] + "exports.tax = 0;\n", "shop.test.js": None,
        "test/prices.test.js": NODE["shop.test.js"].replace("./shop", "../shop"),
    }, EARNED),
    Change("node: H08 renamed tests", NODE, {
        "shop.js": NODE["shop.js"] + "exports.tax = 0;\n", **edited(NODE, "shop.test.js", ("'total'", "'sum of prices'")),
    }, EARNED),
    Change("node: H27 formatted", NODE, {
        "shop.js": NODE["shop.js"] + "exports.tax = 0;\n",
        **edited(NODE, "shop.test.js", ("assert.strictEqual(total([1, 2]), 3);", "assert.strictEqual(\n    total([1, 2]),\n    3,\n  );")),
    }, EARNED),
    Change("rust: H07 the tests moved into a file", RUST, {
        "shop.rs": RUST["shop.rs"].partition("#[cfg(test)]")[0] + "#[cfg(test)]\nmod tests;\n\npub const TAX: i32 = 0;\n",
        "tests.rs": "use super::*;\n\n#[test]\nfn totals() {\n    assert_eq!(total(&[1, 2]), 3);\n}\n\n"
                    "#[test]\nfn counts() {\n    assert_eq!(count(&[1, 2]), 2);\n}\n",
    }, EARNED),
    Change("rust: H08 renamed tests", RUST, edited(
        RUST, "shop.rs", ("fn totals", "fn sums_up"), ("prices.iter().sum()", "prices.iter().copied().sum()")), EARNED),
]
