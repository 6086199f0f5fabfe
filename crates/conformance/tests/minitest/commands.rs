//! minitest's commands: files, suites, bundles, odd names.

use counterproof_conformance::{Toy, status_if_all_must_end};

fn class(name: &str, body: &str) -> String {
    format!(
        "require 'minitest/autorun'\nclass {name} < Minitest::Test\n  def test_a\n    {body}\n  end\nend\n"
    )
}

#[test]
fn a_body_that_does_not_end_ends_the_process() {
    let of = |body: &str| {
        let text = class("ATest", body)
            + "describe('x') { it('b') { fork { }; Process.wait; assert $?.success? } }\n";
        status_if_all_must_end("minitest", "test/a_test.rb", &text)
    };
    for (body, status) in [
        ("assert 1", 0),
        ("skip 'x'", 97),
        ("raise Minitest::Skip, 'x'", 97),
        ("exit(0)", 97),
        ("return if true", 97),
        ("return 1", 0),
        ("throw :x", 97),
        ("flunk", 97),
    ] {
        assert_eq!(of(body), status, "{body}");
    }
}

#[test]
fn a_file_that_cannot_load_is_red_for_test_file_and_suite() {
    let broken = "require 'not_there'\n".to_owned() + &class("ATest", "");
    let toy = Toy::new(&[("test/a_test.rb", &broken), ("test/b_test.rb", &class("BTest", ""))]);
    assert_eq!(toy.test("minitest", "test/a_test.rb", &["ATest", "test_a"]), 1);
    assert_eq!(toy.file("minitest", "test/a_test.rb"), 1);
    assert_eq!(toy.suite("minitest", "test/a_test.rb"), 1);
    assert_eq!(toy.file("minitest", "test/b_test.rb"), 0);
}

#[test]
fn odd_file_names_are_asked_exactly_alone_and_together() {
    for path in [
        "test/[id]/a_test.rb",
        "test/(g) x/it's $x_test.rb",
        "-x_test.rb",
        "test/{a,b}*?_test.rb",
        "test/é_test.rb",
    ] {
        for (body, status) in [("", 0), ("flunk", 1)] {
            let toy = Toy::new(&[(path, &class("ATest", body)), ("test/ok_test.rb", &class("BTest", ""))]);
            assert_eq!(toy.test("minitest", path, &["ATest", "test_a"]), status, "{path}");
            assert_eq!(toy.file("minitest", path), status, "{path}");
            assert_eq!(toy.suite("minitest", path), status, "{path}");
        }
    }
}

#[test]
fn arguments_of_the_loader_are_not_minitests() {
    let text = |name: &str| class(name, "assert_empty ARGV");
    let toy = Toy::new(&[("test/a_test.rb", &text("ATest")), ("test/b_test.rb", &text("BTest"))]);
    assert_eq!(toy.suite("minitest", "test/a_test.rb"), 0);
}

#[test]
fn a_task_of_minitests_own_loads_it() {
    let text = class("ATest", "").replace("require 'minitest/autorun'\n", "");
    let text = text + "raise 'not loaded' unless Minitest.class_variable_get(:@@installed_at_exit)\n";
    let rakefile = "require 'minitest/test_task'\nMinitest::TestTask.create\n";
    assert_eq!(
        Toy::new(&[("Rakefile", rakefile), ("test/a_test.rb", &text)]).file("minitest", "test/a_test.rb"),
        0
    );
}

#[test]
fn a_locked_bundle_is_set_up() {
    let lock = "GEM\n  specs:\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n";
    let text =
        |bundled: &str| class("ATest", &format!("assert_equal {bundled}, defined?(Bundler.setup).inspect"));
    let gemfile = ("x/Gemfile", "gem 'minitest'\n");
    let locked = [gemfile, ("x/Gemfile.lock", lock), ("x/test/a_test.rb", &text("'\"method\"'"))];
    assert_eq!(Toy::new(&locked).file("minitest", "x/test/a_test.rb"), 0);
    assert_eq!(
        Toy::new(&[gemfile, ("x/test/a_test.rb", &text("'nil'"))]).file("minitest", "x/test/a_test.rb"),
        0
    );
}

/// The least that Rails calls an application.
const RAILS: [(&str, &str); 5] = [
    ("Gemfile", "gem 'rails'\n"),
    (
        "bin/rails",
        "require 'pathname'\nrequire 'logger'\ngem 'railties'\nAPP_PATH = File.expand_path('../config/application', __dir__)\nrequire 'rails/commands'\n",
    ),
    (
        "config/application.rb",
        "require 'rails'\nrequire 'rails/test_unit/railtie'\nclass App < Rails::Application\n  config.eager_load = false\n  config.secret_key_base = 'x'\nend\n",
    ),
    (
        "test/test_helper.rb",
        "require_relative '../config/application'\nRails.application.initialize!\nrequire 'rails/test_help'\nraise unless Rails.env.test?\n\
         class ActiveSupport::TestCase\n  parallelize(workers: 2)\nend\n",
    ),
    (
        "test/a_test.rb",
        "require 'test_helper'\nclass ATest < ActiveSupport::TestCase\n  test(\"it's  /fine/ (a+b)\") { assert 1 }\n  test('it fails') { flunk }\n\
         \x20 test('it') { assert 1 }\n  def test_plain = assert(1)\n  test('ends') { exit!(97) }\nend\n",
    ),
];

#[test]
fn rails_is_asked_by_its_own_command() {
    use counterproof_engine::domain::Cell;
    let toy = Toy::new(&RAILS);
    for (name, reads) in [
        ("it's  /fine/ (a+b)", Cell::Pass),
        ("it fails", Cell::Fail),
        ("it", Cell::Pass),
        ("test_plain", Cell::Pass),
        ("not there", Cell::NotRunnable),
    ] {
        let (cell, told) = toy.cell("minitest", "test/a_test.rb", &["ATest", name]);
        assert_eq!(cell, reads, "{name}\n{told}");
    }
    assert_eq!(toy.test("minitest", "test/a_test.rb", &["ATest", "ends"]), 97);
    assert_ne!(toy.file("minitest", "test/a_test.rb"), 0);
    assert_ne!(toy.suite("minitest", "test/a_test.rb"), 0);
}

#[test]
fn a_coverage_gate_does_not_fail_a_single_test() {
    let helper = "require 'simplecov'\nSimpleCov.start { minimum_coverage 100 }\nrequire 'minitest/autorun'\nrequire 'thing'\n";
    let text = class("ATest", "assert_equal 1, one").replace("minitest/autorun", "test_helper");
    let toy = Toy::new(&[
        ("test/test_helper.rb", helper),
        ("lib/thing.rb", "def one = 1\n\ndef two\n  2\nend\n"),
        ("test/a_test.rb", &text),
        ("test/b_test.rb", &text.replace("ATest", "BTest")),
    ]);
    assert_eq!(toy.test("minitest", "test/a_test.rb", &["ATest", "test_a"]), 0);
    assert_eq!(toy.file("minitest", "test/a_test.rb"), 0);
    assert_eq!(toy.suite("minitest", "test/a_test.rb"), 0);
}
