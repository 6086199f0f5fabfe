//! RSpec's commands: files, suites, bundles, odd names.

use counterproof_conformance::{Toy, status_if_all_must_end};

#[test]
fn a_body_that_does_not_end_ends_the_process() {
    let of = |body: &str| {
        let text = format!(
            "RSpec.describe 'x' do\n  it('ok') {{ }}\n  it 'a' do\n    {body}\n  end\n  it('b') {{ fork {{ }}; Process.wait; expect($?.exitstatus).to eq 0 }}\nend\n"
        );
        status_if_all_must_end("rspec", "a_spec.rb", &text)
    };
    for (body, status) in [
        ("expect(1).to eq 1", 0),
        ("skip 'x'", 97),
        ("throw :x rescue exit", 97),
        ("exit(0)", 97),
        ("return if true", 97),
        ("raise 'x'", 97),
        ("next if true", 97),
        ("next", 0),
        ("begin\n      1\n    ensure\n      2\n    end", 0),
    ] {
        assert_eq!(of(body), status, "{body}");
    }
}

#[test]
fn a_file_that_cannot_load_is_red_for_test_file_and_suite() {
    let broken = "require 'not_there'\nRSpec.describe('x') { it('a') { } }\n";
    let toy =
        Toy::new(&[("spec/a_spec.rb", broken), ("spec/b_spec.rb", "RSpec.describe('x') { it('b') { } }\n")]);
    assert_eq!(toy.test("rspec", "spec/a_spec.rb", &["x", "a"]), 1);
    assert_eq!(toy.file("rspec", "spec/a_spec.rb"), 1);
    assert_eq!(toy.suite("rspec", "spec/a_spec.rb"), 1);
    assert_eq!(toy.file("rspec", "spec/b_spec.rb"), 0);
}

#[test]
fn the_projects_selection_holds_for_many_tests_and_not_for_one() {
    let spec = "RSpec.describe('x') {\n  it('a') { }\n  it('b', :slow) { raise }\n}\n";
    let toy = Toy::new(&[(".rspec", "--tag ~slow\n"), ("spec/a_spec.rb", spec)]);
    assert_eq!(toy.suite("rspec", "spec/a_spec.rb"), 0);
    assert_eq!(toy.file("rspec", "spec/a_spec.rb"), 0);
    let (cell, told) = toy.cell("rspec", "spec/a_spec.rb", &["x", "b"]);
    assert_eq!(cell, counterproof_engine::domain::Cell::Fail, "{told}");
}

#[test]
fn odd_file_names_are_asked_exactly() {
    let text = |body: &str| format!("RSpec.describe('x') {{ it('a') {{ {body} }} }}\n");
    for path in [
        "spec/[id]/a_spec.rb",
        "spec/(g)/a b_spec.rb",
        "spec/it's $x_spec.rb",
        "-x_spec.rb",
        "spec/{a,b}*?_spec.rb",
        "spec/a:1_spec.rb",
        "spec/é_spec.rb",
    ] {
        for (body, status) in [("", 0), ("raise", 1)] {
            let toy = Toy::new(&[(path, &text(body)), ("spec/ok_spec.rb", &text(""))]);
            assert_eq!(toy.test("rspec", path, &["x", "a"]), status, "{path}");
            assert_eq!(toy.file("rspec", path), status, "{path}");
            assert_eq!(toy.suite("rspec", path), status, "{path}");
        }
    }
}

#[test]
fn a_package_below_the_top_is_asked_in_its_folder_and_its_bundle() {
    let lock = "GEM\n  specs:\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n";
    let files = [
        ("x/Gemfile", "gem 'rspec'\n"),
        ("x/lib/thing.rb", "ONE = 1\n"),
        (
            "x/spec/a_spec.rb",
            "require 'thing'\nRSpec.describe('x') { it('a') { expect([ONE, defined?(Bundler.setup)]).to eq [1, BUNDLED] } }\n",
        ),
    ];
    let spec = |bundled: &str| files[2].1.replace("BUNDLED", bundled);
    let locked = [files[0], files[1], ("x/spec/a_spec.rb", &spec("'method'")), ("x/Gemfile.lock", lock)];
    assert_eq!(Toy::new(&locked).test("rspec", "x/spec/a_spec.rb", &["x", "a"]), 0);
    let bare = [files[0], files[1], ("x/spec/a_spec.rb", &spec("nil"))];
    assert_eq!(Toy::new(&bare).test("rspec", "x/spec/a_spec.rb", &["x", "a"]), 0);
}

#[test]
fn a_coverage_gate_does_not_fail_a_single_test() {
    let helper = "require 'simplecov'\nSimpleCov.start { minimum_coverage 100 }\nrequire 'thing'\n";
    let toy = Toy::new(&[
        (".rspec", "--require spec_helper\n"),
        ("spec/spec_helper.rb", helper),
        ("lib/thing.rb", "def one = 1\n\ndef two\n  2\nend\n"),
        (
            "spec/a_spec.rb",
            "RSpec.describe('x') {\n  it('a') { expect(one).to eq 1 }\n  it('b') { raise }\n}\n",
        ),
    ]);
    assert_eq!(toy.cell("rspec", "spec/a_spec.rb", &["x", "a"]).0, counterproof_engine::domain::Cell::Pass);
    assert_eq!(toy.cell("rspec", "spec/a_spec.rb", &["x", "b"]).0, counterproof_engine::domain::Cell::Fail);
}
