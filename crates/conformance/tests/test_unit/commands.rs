//! test-unit's commands: files, suites, odd names.

use counterproof_conformance::{Toy, status_if_all_must_end};

fn class(name: &str, body: &str) -> String {
    format!(
        "require 'test/unit'\nclass {name} < Test::Unit::TestCase\n  def test_a\n    {body}\n  end\nend\n"
    )
}

#[test]
fn a_body_that_does_not_end_ends_the_process() {
    let of = |body: &str| status_if_all_must_end("test-unit", "test/test_a.rb", &class("ATest", body));
    for (body, status) in [
        ("assert true", 0),
        ("omit 'x'", 97),
        ("pend 'x'", 97),
        ("omit('x') { flunk }", 0),
        ("exit(0)", 97),
        ("fork { }; Process.wait; assert $?.success?", 0),
        ("throw :x", 97),
        ("flunk", 97),
    ] {
        assert_eq!(of(body), status, "{body}");
    }
}

#[test]
fn a_file_that_cannot_load_is_red_for_test_file_and_suite() {
    let broken = "require 'not_there'\n".to_owned() + &class("ATest", "");
    let toy = Toy::new(&[("test/test_a.rb", &broken), ("test/test_b.rb", &class("BTest", ""))]);
    assert_eq!(toy.test("test-unit", "test/test_a.rb", &["ATest", "test_a"]), 1);
    assert_eq!(toy.file("test-unit", "test/test_a.rb"), 1);
    assert_eq!(toy.suite("test-unit", "test/test_a.rb"), 1);
    assert_eq!(toy.file("test-unit", "test/test_b.rb"), 0);
}

#[test]
fn odd_file_names_are_asked_exactly_alone_and_together() {
    for path in ["test/[id]/test_a.rb", "test/(g) x/test_it's $x.rb", "-test_x.rb", "test/test_{a,b}*?.rb"] {
        for (body, status) in [("", 0), ("flunk", 1)] {
            let toy = Toy::new(&[(path, &class("ATest", body)), ("test/test_ok.rb", &class("BTest", ""))]);
            assert_eq!(toy.test("test-unit", path, &["ATest", "test_a"]), status, "{path}");
            assert_eq!(toy.file("test-unit", path), status, "{path}");
            assert_eq!(toy.suite("test-unit", path), status, "{path}");
        }
    }
}
