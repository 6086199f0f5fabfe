//! Commands by template, with the shell as a runner.
#![allow(missing_docs)]

use counterproof_conformance::Toy;

const CONFIG: &str = r#"
[[runner.custom]]
name = "shell"
files = ["checks/**/*.sh"]
folder = "checks"
suite = ["sh", "all.sh"]
file = ["sh", "{file}"]
test = ["sh", "one.sh", "{file}", "{full_name}"]
separator = " > "
env = { EXPECTED = "outer > a \"b\" $(exit 3) 'c' *" }
"#;

#[test]
fn names_reach_the_command_as_they_are() {
    let toy = Toy::new(&[
        ("counterproof.toml", CONFIG),
        ("checks/one.sh", "[ $# = 2 ] && [ \"$1\" = 'a b/x.sh' ] && [ \"$2\" = \"$EXPECTED\" ]"),
        ("checks/all.sh", "exit 5"),
        ("checks/a b/x.sh", "exit 4"),
    ]);
    assert_eq!(toy.test("custom", "checks/a b/x.sh", &["outer", "a \"b\" $(exit 3) 'c' *"]), 0);
    assert_eq!(toy.test("custom", "checks/a b/x.sh", &["outer", "other"]), 1);
    assert_eq!(toy.dynamic_test("custom", "checks/a b/x.sh", &["outer", "other"]), 4);
    assert_eq!(toy.file("custom", "checks/a b/x.sh"), 4);
    assert_eq!(toy.suite("custom", "checks/a b/x.sh"), 5);
}
