use super::*;
use crate::runner::testing::Files;

fn of(files: &[(&str, &str)], path: &str, source: &str) -> Option<(Framework, String)> {
    let files = Files::of(files);
    let file = RepoPath::new(path);
    framework(&files, &package(&files, &file), (&file, source))
}

fn kind(files: &[(&str, &str)], path: &str, source: &str) -> Option<Framework> {
    of(files, path, source).map(|(framework, _)| framework)
}

#[test]
fn a_file_says_itself_whose_it_is() {
    for (source, framework) in [
        ("RSpec.describe X do\n", Framework::Rspec),
        ("  ::RSpec.feature 'x' do\n", Framework::Rspec),
        ("require 'spec_helper'\nclass A < Minitest::Test\n", Framework::Minitest),
        ("class A < ::MiniTest::Unit::TestCase\n", Framework::Minitest),
        ("class A < ActiveSupport::TestCase\n", Framework::Minitest),
        ("class A < ActionDispatch::IntegrationTest\n", Framework::Minitest),
        ("class A < Test::Unit::TestCase\n", Framework::TestUnit),
        ("require \"minitest/autorun\"\ndescribe 'x' do\n", Framework::Minitest),
        ("require 'test/unit'\nclass A < Base\n", Framework::TestUnit),
        ("require('rspec')\ndescribe 'x' do\n", Framework::Rspec),
        ("require 'rails/test_help'\n", Framework::Minitest),
    ] {
        assert_eq!(kind(&[], "test/a.rb", source), Some(framework), "{source}");
    }
    assert_eq!(kind(&[], "test/a.rb", "# RSpec.describe\nx = 'RSpec.describe'\n"), None);
    assert_eq!(of(&[], "a.rb", "require 'test-unit'").unwrap().1, "`a.rb` requires `test-unit`");
}

#[test]
fn a_helper_says_it_for_the_files_that_require_it() {
    let deep = [
        ("Rakefile", ""),
        ("test/test_helper.rb", "require_relative 'support/base'\n"),
        ("test/support/base.rb", "require 'test/unit'\n"),
    ];
    assert_eq!(
        of(&deep, "test/x/a_test.rb", "require 'test_helper'\nclass A < Base\n"),
        Some((Framework::TestUnit, "`test/support/base.rb` requires `test/unit`".to_owned()))
    );
    let spec = [("spec/spec_helper.rb", "RSpec.configure { |c| c.expect_with Minitest::Assertions }\n")];
    assert_eq!(
        of(&spec, "spec/a_spec.rb", "require 'spec_helper'\ndescribe 'x' do\n"),
        Some((Framework::Rspec, "`spec/spec_helper.rb` says `RSpec.`".to_owned()))
    );
    let minispec = [("spec/spec_helper.rb", "require 'minitest/spec'\n"), ("Gemfile", "gem 'rspec'\n")];
    assert_eq!(kind(&minispec, "spec/a_spec.rb", "require 'spec_helper'\n"), Some(Framework::Minitest));
    let circle = [("test/a.rb", "require_relative 'b'\n"), ("test/b.rb", "require_relative 'a'\n")];
    assert_eq!(kind(&circle, "test/a.rb", "require_relative 'b'\n"), None);
}

#[test]
fn the_package_says_it_where_no_file_does() {
    let source = "describe 'x' do\n";
    assert_eq!(
        kind(&[(".rspec", "--require spec_helper\n")], "spec/a_spec.rb", source),
        Some(Framework::Rspec)
    );
    assert_eq!(
        kind(&[("Gemfile", "gem \"rspec-rails\", '~> 6'\n")], "spec/a_spec.rb", source),
        Some(Framework::Rspec)
    );
    assert_eq!(
        kind(
            &[("Gemfile.lock", "    minitest (5.17.0)\n"), ("Gemfile", "gemspec\n")],
            "spec/a_spec.rb",
            source
        ),
        Some(Framework::Minitest)
    );
    assert_eq!(
        kind(&[("Gemfile", "gem 'test-unit'\n")], "test/test_a.rb", source),
        Some(Framework::TestUnit)
    );
    assert_eq!(
        kind(&[("Gemfile", "gem('rails', '7')\n")], "test/a_test.rb", source),
        Some(Framework::Minitest)
    );
    assert_eq!(
        kind(&[("Rakefile", "Rake::TestTask.new\n")], "test/a_test.rb", source),
        Some(Framework::Minitest)
    );
    assert_eq!(kind(&[("Gemfile", "gem 'minitestlike'\n")], "test/a_test.rb", source), None);
}

#[test]
fn a_package_is_the_nearest_folder_with_a_manifest() {
    let files = Files::of(&[("Gemfile", ""), ("gems/x/Rakefile", ""), ("spec/.rspec", "")]);
    let of = |path: &str| package(&files, &RepoPath::new(path)).to_string();
    assert_eq!(of("gems/x/test/a_test.rb"), "gems/x");
    assert_eq!(of("test/a_test.rb"), "");
    assert_eq!(of("spec/a_spec.rb"), "spec");
}

#[test]
fn a_bundle_counts_where_it_is_locked_and_bundler_is_there() {
    let bundled = |files: &[(&str, &str)], programs: &[&str], package: &str| {
        is_bundled(&Files::of(files).with_programs(programs), &RepoPath::new(package))
    };
    let locked = [("Gemfile", ""), ("Gemfile.lock", "")];
    assert!(bundled(&locked, &["bundle"], "") && bundled(&locked, &["bundle"], "gems/x"));
    assert!(!bundled(&locked, &[], ""));
    assert!(!bundled(&[("Gemfile", "")], &["bundle"], ""));
    let inner = [("Gemfile", ""), ("Gemfile.lock", ""), ("gems/x/Gemfile", "")];
    assert!(!bundled(&inner, &["bundle"], "gems/x"));
    assert!(bundled(&[("gems.rb", ""), ("gems.locked", "")], &["bundle"], ""));
}

#[test]
fn a_pattern_has_nothing_that_means_something_else() {
    assert_eq!(pattern("test_a::B"), "test_a::B");
    assert_eq!(pattern("a (b) é🙂\n/.*/"), r"a\x20\x28b\x29\x20\u{e9}\u{1f642}\x0a\x2f\x2e\x2a\x2f");
    assert_eq!(pattern("n #{i + {a: 1}[:a]} of #{n}"), r"n\x20.*\x20of\x20.*");
    assert_eq!(pattern("#{name}"), ".*");
    assert_eq!(pattern("a #{b"), r"a\x20.*");
}

#[test]
fn a_package_is_gated_where_a_helper_says_how_much_must_be_covered() {
    let gated = |files: &[(&str, &str)]| is_gated(&Files::of(files), &RepoPath::new("p"));
    assert!(gated(&[("p/spec/spec_helper.rb", "SimpleCov.start do\n  minimum_coverage 90\nend\n")]));
    assert!(gated(&[("p/.simplecov", "SimpleCov.refuse_coverage_drop\n")]));
    assert!(!gated(&[("p/test/test_helper.rb", "SimpleCov.start\n# minimum_coverage 90\n")]));
}
