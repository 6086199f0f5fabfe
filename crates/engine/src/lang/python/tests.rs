use super::PYTHON;
use crate::{domain::BodyEdit, domain::RepoPath, lang::FoundTest};

fn found(text: &str) -> Vec<FoundTest> {
    (PYTHON.tests)(&RepoPath::from("test_a.py"), text)
}

fn names(text: &str) -> Vec<String> {
    found(text).iter().map(|test| test.name.join("::")).collect()
}

/// The names of the tests that are not disabled.
fn live(text: &str) -> Vec<String> {
    let tests = found(text);
    tests.iter().filter(|test| test.disabled.is_none()).map(|test| test.name.join("::")).collect()
}

/// What disables the only test of a text.
fn disabled(text: &str) -> Option<String> {
    let tests = found(text);
    assert_eq!(tests.len(), 1, "{text}");
    tests[0].disabled.as_ref().map(|disabled| disabled.by.clone())
}

fn edited(text: &str, edit: BodyEdit) -> String {
    PYTHON.edit_body(text, &found(text)[0], edit)
}

#[test]
fn functions_and_methods_are_found_under_the_names_pytest_gives_them() {
    let text = "\
def test_a(): pass
async def test_b():
    pass
def helper(): pass
class TestC:
    def test_d(self): pass
    class TestE:
        def test_f(self): pass
    class Other:
        def test_no(self): pass
";
    assert_eq!(names(text), ["test_a", "test_b", "TestC::test_d", "TestC::TestE::test_f"]);
}

#[test]
fn unittest_classes_are_found_by_their_bases_and_not_looked_into() {
    let text = "\
class A(unittest.TestCase):
    def test_a(self): pass
    class TestNo:
        def test_no(self): pass
class B(Mixin, A):
    def __init__(self): pass
    def test_b(self): pass
class C(helpers.BaseTests, metaclass=M):
    def test_c(self): pass
class D(Base):
    def test_no(self): pass
";
    assert_eq!(names(text), ["A::test_a", "B::test_a", "B::test_b", "C::test_c"]);
}

#[test]
fn methods_from_classes_of_the_same_file_are_tests_of_each_class_that_has_them() {
    let text = "\
class Mixin:
    def test_a(self): pass
    def test_b(self): pass
    @unittest.skip('x')
    def test_c(self): pass
class A(Mixin, TestCase):
    def test_b(self): pass
class TestB(Mixin):
    test_a = None
class C(A): pass
";
    let want = ["A::test_a", "C::test_a", "TestB::test_b", "A::test_b", "C::test_b"];
    assert_eq!(live(text), want);
    assert_eq!(names(text).len(), 8);
}

#[test]
fn a_class_with_a_constructor_is_not_collected() {
    assert!(names("class TestA:\n    def __init__(self): pass\n    def test_a(self): pass\n").is_empty());
}

#[test]
fn fixtures_and_properties_are_not_tests() {
    let text = "\
@pytest.fixture
def test_a(): pass
@pytest.fixture(scope='module')
def test_b(): pass
class TestC:
    @property
    def test_d(self): pass
";
    assert!(names(text).is_empty());
}

#[test]
fn tests_inside_of_conditions_are_found() {
    let text = "\
if A:
    def test_a(): pass
else:
    def test_b(): pass
try:
    def test_c(): pass
except E:
    def test_d(): pass
with x:
    def test_e(): pass
";
    assert_eq!(live(text), ["test_a", "test_b", "test_c", "test_d", "test_e"]);
}

#[test]
fn a_parametrized_test_is_found_once_and_by_a_static_name() {
    let tests = found(
        "@pytest.mark.parametrize('x', [1, 2])\n@given(st.integers())\ndef test_a(x, y):\n    assert x\n",
    );
    assert_eq!((tests.len(), tests[0].dynamic, tests[0].line), (1, false, 1));
    assert_eq!(tests[0].body_tokens, ["{", "assert", "x", ";", "}"]);
    assert!(tests[0].mentions.contains("given") && tests[0].mentions.contains("integers"));
}

#[test]
fn only_the_last_of_several_definitions_is_live() {
    let tests = found("def test_a(): assert 1\ndef test_a(): assert 2\n");
    let seen: Vec<_> = tests.iter().map(|test| (test.ordinal, test.disabled.is_some())).collect();
    assert_eq!(seen, [(0, true), (1, false)]);
    let by = tests[0].disabled.as_ref().unwrap();
    assert_eq!((by.by.as_str(), by.line), ("shadowed by a later definition of the same name", 2));
}

#[test]
fn a_class_is_shadowed_with_all_its_tests() {
    let text = "class TestA:\n    def test_a(self): pass\nclass TestA:\n    def test_b(self): pass\n";
    assert_eq!(live(text), ["TestA::test_b"]);
}

#[test]
fn definitions_in_other_branches_do_not_shadow() {
    assert_eq!(live("if A:\n    def test_a(): pass\nelse:\n    def test_a(): pass\n").len(), 2);
    assert_eq!(live("def test_a(): pass\nif A:\n    def test_a(): pass\n").len(), 2);
    assert_eq!(live("try:\n    def test_a(): pass\nexcept E: pass\ndef test_a(): pass\n").len(), 1);
}

#[test]
fn marks_in_every_scope_disable() {
    for text in [
        "@pytest.mark.skip\ndef test_a(): pass\n",
        "@pytest.mark.skip(reason='x')\ndef test_a(): pass\n",
        "@pytest.mark.xfail\ndef test_a(): pass\n",
        "@pytest.mark.xfail(strict=True)\ndef test_a(): pass\n",
        "@pytest.mark.skipif(True, reason='x')\ndef test_a(): pass\n",
        "@pytest.mark.skipif(condition=1 and not 0, reason='x')\ndef test_a(): pass\n",
        "@pytest.mark.parametrize('x', [])\ndef test_a(x): pass\n",
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.skip)])\ndef test_a(x): pass\n",
        "off = pytest.mark.skip(reason='x')\n@off\ndef test_a(): pass\n",
        "from unittest import skip as off\n@off('x')\ndef test_a(): pass\n",
        "pytestmark = pytest.mark.skip\ndef test_a(): pass\n",
        "pytestmark = [pytest.mark.slow, pytest.mark.skip(reason='x')]\ndef test_a(): pass\n",
        "pytest.skip('x', allow_module_level=True)\ndef test_a(): pass\n",
        "raise unittest.SkipTest('x')\ndef test_a(): pass\n",
        "__test__ = False\ndef test_a(): pass\n",
        "@unittest.skip('x')\nclass TestA:\n    def test_a(self): pass\n",
        "class TestA:\n    pytestmark = pytest.mark.xfail\n    def test_a(self): pass\n",
        "class TestA:\n    __test__ = False\n    def test_a(self): pass\n",
        "class Mixin:\n    def test_a(self): pass\nclass TestA(Mixin):\n    pytestmark = pytest.mark.skip\n",
        "class A(TestCase):\n    @unittest.expectedFailure\n    def test_a(self): pass\n",
        "class A(TestCase):\n    @unittest.skipUnless(False, 'x')\n    def test_a(self): pass\n",
        "if False:\n    def test_a(): pass\n",
        "if 0:\n    class TestA:\n        def test_a(self): pass\n",
        "if True: pass\nelse:\n    def test_a(): pass\n",
        "def test_a():\n    '''doc'''\n    pytest.skip('x')\n    assert 0\n",
        "class A(TestCase):\n    def test_a(self): self.skipTest('x')\n",
    ] {
        assert!(disabled(text).is_some(), "{text}");
    }
}

#[test]
fn conditions_that_only_a_run_can_decide_do_not_disable() {
    for text in [
        "@pytest.mark.skipif(sys.platform == 'win32', reason='x')\ndef test_a(): pass\n",
        "@pytest.mark.skipif(False, reason='x')\ndef test_a(): pass\n",
        "@pytest.mark.xfail(OLD, reason='x')\ndef test_a(): pass\n",
        "@unittest.skipUnless(HAS, 'x')\ndef test_a(): pass\n",
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.skip), 2])\ndef test_a(x): pass\n",
        "@pytest.mark.parametrize('x', ROWS)\ndef test_a(x): pass\n",
        "pytestmark = pytest.mark.slow\ndef test_a(): pass\n",
        "if A:\n    pytest.skip('x', allow_module_level=True)\ndef test_a(): pass\n",
        "# @pytest.mark.skip\ndef test_a():\n    if x: pytest.skip('x')\n",
    ] {
        assert_eq!(disabled(text), None, "{text}");
    }
}

#[test]
fn what_disables_is_told_as_written() {
    let text = "\n\n@pytest.mark.skip(\n    reason='x')\ndef test_a(): pass\n";
    let by = found(text)[0].disabled.clone().unwrap();
    assert_eq!((by.by.as_str(), by.line), ("pytest.mark.skip( reason='x')", 3));
}

#[test]
fn layout_comments_and_wrapping_are_not_tokens_but_nesting_is() {
    let tokens = |text: &str| found(text)[0].tokens.clone();
    let plain = tokens("def test_a():\n    f(a, b)\n    if c: d\n");
    assert_eq!(plain, tokens("def test_a( ) :  # c\n  f(\n    a,\n    b,\n  ); \n\n  if c:\n     d # e\n"));
    assert_ne!(
        tokens("def test_a():\n    if c:\n        d\n        e\n"),
        tokens("def test_a():\n    if c:\n        d\n    e\n")
    );
    assert_ne!(tokens("def test_a(): assert x == 'a  b'\n"), tokens("def test_a(): assert x == 'a b'\n"));
    assert_ne!(tokens("def test_a(): f((a,))\n"), tokens("def test_a(): f((a))\n"));
    assert_ne!(tokens("def test_a():\n    a\n    -b\n"), tokens("def test_a():\n    a - b\n"));
}

#[test]
fn a_failure_goes_behind_the_last_statement() {
    let fail = |text: &str| edited(text, BodyEdit::FailAtEnd);
    let raise = "raise AssertionError(\"counterproof\")";
    assert_eq!(
        fail("def test_a(): assert 1; assert 2; # c\n"),
        format!("def test_a(): assert 1; assert 2; {raise}; # c\n")
    );
    assert_eq!(
        fail("def test_a():\r\n\tif x:\r\n\t\ty # c\r\n\t# d\r\n"),
        format!("def test_a():\r\n\tif x:\r\n\t\ty # c\r\n\t{raise}\r\n\t# d\r\n")
    );
    assert_eq!(
        fail("def test_a():\n    \"\"\"doc\"\"\""),
        format!("def test_a():\n    \"\"\"doc\"\"\"\n    {raise}")
    );
    assert_eq!(fail("def test_a(): \\\n  assert x\n"), format!("def test_a(): \\\n  assert x; {raise}\n"));
}

#[test]
fn what_a_trailing_return_gives_is_still_evaluated() {
    let fail = |text: &str| edited(text, BodyEdit::ExitAtEnd);
    let exit = "__import__(\"os\")._exit(97)";
    assert_eq!(
        fail("def test_a(): return f(), g()\n"),
        format!("def test_a(): counterproof = f(), g(); {exit}\n")
    );
    assert_eq!(fail("def test_a():\n  return\n"), format!("def test_a():\n  pass\n  {exit}\n"));
    assert_eq!(
        fail("async def test_a():\n  return await f() # c\n"),
        format!("async def test_a():\n  counterproof = await f()\n  {exit} # c\n")
    );
}

#[test]
fn an_exit_goes_before_the_first_statement() {
    let text = "@deco\ndef test_a(x):\n    # c\n    'doc'\n    assert x\n";
    assert_eq!(
        edited(text, BodyEdit::ExitAtOnce),
        "@deco\ndef test_a(x):\n    # c\n    __import__(\"os\")._exit(97)\n    'doc'\n    assert x\n"
    );
}

#[test]
fn a_body_that_must_end_is_entered_first_and_left_last() {
    let enter = "counterproof_end = lambda: __import__(\"os\")._exit(97); __import__(\"atexit\").register(counterproof_end)";
    let leave = "__import__(\"atexit\").unregister(counterproof_end)";
    assert_eq!(
        edited("def test_a(x):\n    assert x\n    return x\n", BodyEdit::MustEnd),
        format!("def test_a(x):\n    {enter}\n    assert x\n    counterproof = x\n    {leave}\n")
    );
    assert_eq!(
        edited("def test_a(): return f()\n", BodyEdit::MustEnd),
        format!("def test_a(): {enter}; counterproof = f(); {leave}\n")
    );
}

#[test]
fn a_passing_body_is_no_generator_and_keeps_the_parameters() {
    assert_eq!(
        edited("def test_a(x):\n    # c\n    yield x\n    assert x\n", BodyEdit::PassAtOnce),
        "def test_a(x):\n    # c\n    pass\n"
    );
    assert_eq!(edited("def test_a(x): assert x; y # c\n", BodyEdit::PassAtOnce), "def test_a(x): pass # c\n");
}

#[test]
fn a_broken_module_has_its_error_before_everything_else() {
    let broken = (PYTHON.break_source)("from __future__ import annotations\nx = 1\n");
    assert!(super::parse(&broken).unwrap().root_node().has_error());
    assert!(broken.starts_with(')') && broken.ends_with("x = 1\n"));
}
