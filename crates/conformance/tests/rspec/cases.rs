//! What RSpec's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "rspec",
    versions: &[Version::on_path("3.12 on Ruby 3.1")],
    files: &[
        (".rspec", "--require spec_helper\n--dry-run\n--failure-exit-code 0\n"),
        ("spec/spec_helper.rb", "require 'thing'\n"),
        ("lib/thing.rb", "ONE = 1\n"),
    ],
    cases: CASES,
    without: &[],
};

/// The example `works` of a group `Thing` with this text.
macro_rules! it {
    ($text:expr) => {
        Case {
            files: &[("spec/it_spec.rb", $text)],
            test: ("spec/it_spec.rb", &["Thing", "works"]),
            ..Case::NONE
        }
    };
}

const CASES: &[Case] = &[
    Case {
        question: "passes",
        ..it!("RSpec.describe 'Thing' do\n  it('works') { expect(ONE).to eq 1 }\nend\n")
    },
    Case {
        question: "passes",
        note: "one-liner without a name",
        files: &[(
            "spec/it_spec.rb",
            "RSpec.describe ONE do\n  it { is_expected.to eq 2 }\n  it { is_expected.to eq 1 }\nend\n",
        )],
        test: ("spec/it_spec.rb", &["ONE", "is_expected.to eq 1"]),
        ..Case::NONE
    },
    Case {
        question: "passes",
        note: "the call is written in several lines",
        ..it!(
            "RSpec.describe 'Thing' do\n  it 'other' do raise end\n  it 'works',\n     :slow,\n     x: 1 do |example|\n    expect(example.metadata[:x]).to eq 1\n  end\nend\n"
        )
    },
    Case {
        question: "passes",
        note: "it ends in `next`, and rescues",
        ..it!(
            "RSpec.describe 'Thing' do\n  it 'works' do\n    raise 'x'\n  rescue RuntimeError\n    expect(ONE).to eq 1\n  else\n    fail\n  end\nend\n"
        )
    },
    Case {
        question: "fails",
        reads: Fail,
        ..it!("RSpec.describe 'Thing' do\n  it('works') { expect(ONE).to eq 2 }\nend\n")
    },
    Case {
        question: "fails",
        note: "in a hook behind it",
        reads: NotRunnable,
        ..it!("RSpec.describe 'Thing' do\n  after { raise 'x' }\n  it('works') { }\nend\n")
    },
    Case {
        question: "raises",
        reads: Fail,
        ..it!("RSpec.describe 'Thing' do\n  it('works') { raise 'x' }\nend\n")
    },
    Case {
        question: "cannot load",
        reads: NotRunnable,
        ..it!("require 'not_there'\nRSpec.describe 'Thing' do\n  it('works') { }\nend\n")
    },
    Case {
        question: "selects nothing",
        note: "it is not made, and RSpec takes what stands before it",
        reads: NeverEntered,
        ..it!(
            "RSpec.describe 'Thing' do\n  it('other') { }\n  if ENV['NOT_THERE']\n    it('works') { }\n  end\nend\n"
        )
    },
    Case {
        question: "selects nothing",
        note: "there is no such example in the text",
        reads: NotRunnable,
        ..it!("RSpec.describe 'Thing' do\n  it('other') { }\nend\n")
    },
    Case {
        question: "name with every metacharacter",
        files: &[(
            "spec/it_spec.rb",
            "RSpec.describe 'Thing' do\n  it('a (b) [c] {d} ^e$ *f* +? | \\\\ / \" é 🙂 -x') { }\n  it('a') { raise }\nend\n",
        )],
        test: ("spec/it_spec.rb", &["Thing", "a (b) [c] {d} ^e$ *f* +? | \\ / \" é 🙂 -x"]),
        ..Case::NONE
    },
    Case {
        question: "same name twice in a file",
        note: "the first of them",
        ..it!("RSpec.describe 'Thing' do\n  it('works') { }\n  it('works') { raise }\nend\n")
    },
    Case {
        question: "same name twice in a file",
        note: "beside another in one line, which fails: it is taken out",
        ..it!("RSpec.describe 'Thing' do\n  it('works') { }; it('other') { raise }\nend\n")
    },
    Case {
        question: "same name in two files",
        files: &[
            ("spec/it_spec.rb", "RSpec.describe 'Thing' do\n  it('works') { }\nend\n"),
            ("spec/it2_spec.rb", "RSpec.describe 'Thing' do\n  it('works') { raise }\nend\n"),
        ],
        test: ("spec/it_spec.rb", &["Thing", "works"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "by a loop",
        files: &[(
            "spec/it_spec.rb",
            "RSpec.describe 'Thing' do\n  [1, 1].each { |n|\n    it(\"n #{n}\") { expect(n).to eq 1 }\n  }\nend\n",
        )],
        test: ("spec/it_spec.rb", &["Thing", "n #{n}"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "by a loop, and one of the rows fails",
        reads: Fail,
        files: &[(
            "spec/it_spec.rb",
            "RSpec.describe 'Thing' do\n  [1, 2].each { |n|\n    it(\"n #{n}\") { expect(n).to eq 1 }\n  }\nend\n",
        )],
        test: ("spec/it_spec.rb", &["Thing", "n #{n}"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "by shared examples",
        files: &[(
            "spec/it_spec.rb",
            "RSpec.describe 'Thing' do\n  shared_examples('all') do\n    it('works') { expect(x).to eq 1 }\n  end\n  it_behaves_like('all') { let(:x) { 1 } }\nend\n",
        )],
        test: ("spec/it_spec.rb", &["Thing", "all", "works"]),
        ..Case::NONE
    },
    Case {
        question: "nested",
        files: &[(
            "spec/it_spec.rb",
            "module A\n  RSpec.describe Array, '#x' do\n    context 'when y' do\n      it('works') { }\n    end\n    it('works') { raise }\n  end\nend\n",
        )],
        test: ("spec/it_spec.rb", &["Array", "#x", "when y", "works"]),
        ..Case::NONE
    },
    Case {
        question: "skipped",
        reads: NeverEntered,
        ..it!("RSpec.describe 'Thing' do\n  xit('works') { raise }\nend\n")
    },
    Case {
        question: "skipped",
        note: "by a mark",
        reads: NeverEntered,
        ..it!("RSpec.describe 'Thing', :skip do\n  it('works') { raise }\nend\n")
    },
    Case {
        question: "todo",
        note: "an example without a block",
        reads: NeverEntered,
        ..it!("RSpec.describe 'Thing' do\n  it 'works'\nend\n")
    },
    Case {
        question: "expected failure",
        note: "`pending`, and it fails",
        reads: NeverEnds,
        ..it!("RSpec.describe 'Thing' do\n  it('works') { pending; raise }\nend\n")
    },
    Case {
        question: "expected failure",
        note: "`pending`, and it passes",
        reads: NotRunnable,
        ..it!("RSpec.describe 'Thing' do\n  it('works', pending: 'x') { }\nend\n")
    },
    Case {
        question: "skipped at run time",
        reads: NeverEnds,
        ..it!("RSpec.describe 'Thing' do\n  it('works') { skip; raise }\nend\n")
    },
    Case {
        question: "skipped at run time",
        note: "by a hook",
        reads: NeverEntered,
        ..it!("RSpec.describe 'Thing' do\n  before { skip }\n  it('works') { raise }\nend\n")
    },
    Case {
        question: "skipped at run time",
        note: "by what it calls",
        reads: NeverEnds,
        ..it!(
            "def quietly = RSpec.current_example.example_group_instance.skip('x')\nRSpec.describe 'Thing' do\n  it('works') { quietly }\nend\n"
        )
    },
    Case {
        question: "another one is focused",
        ..it!(
            "RSpec.configure { |c| c.filter_run_when_matching :focus }\nRSpec.describe 'Thing' do\n  fit('other') { raise }\n  it('works') { }\nend\n"
        )
    },
    Case {
        question: "exits 0 in the test",
        reads: NeverEnds,
        ..it!("RSpec.describe 'Thing' do\n  it('works') { exit!(0) }\nend\n")
    },
    Case {
        question: "exits 0 in the test",
        note: "by `exit`",
        reads: NeverEnds,
        ..it!("RSpec.describe 'Thing' do\n  it('works') { exit(0) }\nend\n")
    },
    Case {
        question: "exits 0 when loaded",
        reads: NeverEntered,
        ..it!("exit!(0)\nRSpec.describe 'Thing' do\n  it('works') { raise }\nend\n")
    },
    Case {
        question: "exits 0 at exit",
        reads: Swallowed,
        ..it!("at_exit { exit!(0) }\nRSpec.describe 'Thing' do\n  it('works') { }\nend\n")
    },
    Case {
        question: "hook that swallows failures",
        reads: Swallowed,
        ..it!(
            "RSpec.configure { |c| c.around { |e| e.run; e.example.instance_variable_set(:@exception, nil) } }\nRSpec.describe 'Thing' do\n  it('works') { }\nend\n"
        )
    },
    Case {
        question: "hook that swallows failures",
        note: "`failure_exit_code` is ours",
        reads: Fail,
        ..it!(
            "RSpec.configure { |c| c.failure_exit_code = 0; c.dry_run = false }\nRSpec.describe 'Thing' do\n  it('works') { raise }\nend\n"
        )
    },
    Case {
        question: "times out",
        reads: Timeout,
        ..it!("RSpec.describe 'Thing' do\n  it('works') { sleep }\nend\n")
    },
    Case {
        question: "leaves a child behind",
        ..it!("RSpec.describe 'Thing' do\n  it('works') { spawn 'sleep 30' }\nend\n")
    },
    Case {
        question: "variables of another run around it",
        env: &[("SPEC_OPTS", "--dry-run"), ("RUBYOPT", "-rnot_there"), ("PYTEST_ADDOPTS", "x")],
        reads: Fail,
        ..it!("RSpec.describe 'Thing' do\n  it('works') { raise }\nend\n")
    },
];
