//! What a file is for, by its path alone.

use crate::{
    domain::{RepoPath, Role},
    lang,
};
use globset::{Candidate, Glob, GlobBuilder, GlobMatcher, GlobSet, GlobSetBuilder};
use std::{collections::BTreeSet, sync::LazyLock};

/// Source code in any language that tests are written in.
const SOURCE: &str = "{py,pyi,js,mjs,cjs,jsx,ts,mts,cts,tsx,rs,go,rb,java,kt,scala,cs,php,swift,c,cc,cpp,h,hpp,ex,exs,sh,bats,lua,pl,t,zig}";

/// JavaScript and TypeScript.
const SCRIPT: &str = "{js,mjs,cjs,jsx,ts,mts,cts,tsx}";

/// The rules, asked in order; the first that matches decides, and what none matches is code. Globs are matched
/// against the whole path; `SOURCE` and `SCRIPT` stand for the extensions above.
const RULES: &[(Role, &[&str])] = &[
    (Role::Fixture, &["**/__snapshots__/**", "**/*.snap", "**/*.snap.new", "**/proptest-regressions/**"]),
    // What lies there is read, and never a part of the project.
    (Role::Fixture, &["**/testdata/**"]),
    // Go knows tests by the names of their files, wherever they are; what it vendors is code of others.
    (Role::Code, &["**/vendor/**/*.go"]),
    (Role::Test, &["**/*_test.go"]),
    (Role::Code, &["**/spec/**/*.go"]),
    (
        Role::Harness,
        &[
            // pytest, unittest and what starts with every Python
            "**/conftest.py",
            "**/{,.}pytest.{ini,toml}",
            "**/tox.ini",
            "**/noxfile.py",
            "**/.coveragerc",
            "**/{sitecustomize,usercustomize}.py",
            // JavaScript
            "**/{jest,vitest,ava,playwright,cypress,karma,wdio}.{config,conf,setup,workspace}.*",
            "**/{jest,vitest}.*.SCRIPT",
            "**/{jest,vitest}-{config,setup}.*",
            "**/tsconfig.{test,tests,spec,jest,vitest}.json",
            "**/{.mocharc,.nycrc,.c8rc,.taprc,.jestrc}{,.*}",
            "**/test/mocha.opts",
            "**/spec/support/jasmine.*",
            "**/{setupTests,setup-tests,setup-jest,setup-vitest,test-setup,global-setup,globalSetup}.SCRIPT",
            // PHP
            "**/phpunit{,.dist}.xml",
            "**/phpunit.xml.dist",
            "**/{test,tests,Tests}/bootstrap.php",
            "**/{phpunit,test,tests}[-_.]bootstrap.php",
            "**/bootstrap[-_.]{phpunit,test,tests}.php",
            // Ruby
            "**/.rspec{,-local}",
            "**/{test,tests,spec}/**/{spec,rails,test,minitest}_helper.rb",
            "**/{,.}test-unit.yml",
            "**/.simplecov",
            // Rust
            "**/.cargo/config{,.toml}",
            "**/.config/nextest.toml",
            // Java
            "**/.mvn/{maven.config,jvm.config,extensions.xml}",
            "**/junit-platform.properties",
            "**/testng*.xml",
            // What installs for tests only
            "**/requirements*[-_.]{test,tests,testing,dev}.txt",
            "**/{test,tests,testing,dev}[-_]requirements.txt",
            "**/requirements/{test,tests,testing,dev}.txt",
            // Continuous integration
            ".github/workflows/**",
            ".github/actions/**",
            ".gitlab-ci.yml",
            ".circleci/**",
            ".travis.yml",
            ".ci/**",
            "{azure-pipelines.yml,appveyor.yml,Jenkinsfile,codecov.yml,.codecov.yml}",
        ],
    ),
    // In the layout of Java's build tools the first folder decides: a package may well be called `test`, and a class
    // `SpeedTest`.
    (Role::Code, &["**/src/main/{java,kotlin,scala,groovy,resources}/**"]),
    (
        Role::Test,
        &[
            "**/src/{it,integrationTest,functionalTest,testFixtures,androidTest}/{java,kotlin,scala,groovy}/**",
            "**/{test,tests,spec,__tests__,__mocks__,e2e}/**/*.SOURCE",
            "**/Tests/**/*.php",
            "**/benches/**/*.rs",
            "**/tests.rs",
            "**/{test_*,*_test,tests}.py",
            "test.py",
            "**/*{.,-,_}{test,spec}.SCRIPT",
            "**/test-*.SCRIPT",
            "**/test.SCRIPT",
            "**/*_test.{exs,cc,cpp}",
            "**/*_spec.{rb,lua}",
            "**/*{Test,Tests,TestCase,Spec,IT}.{java,kt,scala,cs,php,swift}",
            "**/*.bats",
        ],
    ),
    // A model of A/B tests is called like a test.
    (Role::Code, &["{lib,app}/**/{test_*,*_test}.rb"]),
    (Role::Test, &["**/{test_*,*_test}.rb"]),
    // In folders of fixtures everything is read; source that stands there outside of test folders may also run.
    (Role::Code, &["**/fixtures/**/*.SOURCE"]),
    (
        Role::Fixture,
        &[
            "**/{test,tests,spec,__tests__,__mocks__,__fixtures__,e2e,fixtures}/**",
            "**/src/{it,integrationTest,functionalTest,testFixtures,androidTest}/resources/**",
        ],
    ),
    (Role::Code, &["**/{requirements,constraints}*.txt", "**/requirements/*.txt", "**/CMakeLists.txt"]),
    (
        Role::Other,
        &[
            "**/*.{md,markdown,rst,adoc}",
            "{,docs/**/,doc/**/}*.txt",
            "**/{LICENSE,LICENCE,COPYING,NOTICE,AUTHORS,CONTRIBUTORS,CHANGELOG,CHANGES,HISTORY,README,CODEOWNERS}{,.*,-*}",
            "**/*.{png,jpg,jpeg,gif,svg,webp,ico,bmp}",
            "**/.{gitignore,gitattributes,gitkeep,mailmap,editorconfig,prettierignore,git-blame-ignore-revs}",
            "**/.golangci.{yml,yaml,toml,json}",
            "{.vscode,.idea,.zed}/**",
        ],
    ),
];

/// A rule of the user's.
pub type ExtraRule = (GlobMatcher, Role);

/// The role of a file, or for a file that is cut into parts ([`super::parts`]) of what is no part of another role.
pub fn role(path: &RepoPath) -> Role {
    role_with(path, &[])
}

/// The role of a file; the first of the `extra` rules that matches goes before the table.
pub fn role_with(path: &RepoPath, extra: &[ExtraRule]) -> Role {
    let path = path.to_os();
    let candidate = Candidate::new(&path);
    let own = extra.iter().find(|(glob, _)| glob.is_match_candidate(&candidate));
    own.map(|(_, role)| *role).unwrap_or_else(|| {
        let first = TABLE.globs.matches_candidate(&candidate).into_iter().min();
        first.map_or(Role::Code, |at| TABLE.roles[at])
    })
}

/// The rules for the files that a Rust file registers as modules for tests only, and for what lies below them.
pub fn rules_of_registrations(path: &RepoPath, text: &str) -> Vec<ExtraRule> {
    lang::rust::registered_test_modules(path, text).into_iter().flat_map(module_rules).collect()
}

/// The rules that say which of the changed Rust files are test modules, on one side. Only the file that registers a
/// module (`#[cfg(test)] mod walk;`) knows it to be one, and need not have changed itself: `read` gives its text.
/// The rules of both sides hold for both, since a test module is one on the side that has it.
pub fn rules_of_changed<'a>(
    changed: impl IntoIterator<Item = &'a RepoPath>,
    read: impl Fn(&RepoPath) -> Option<String>,
) -> Vec<ExtraRule> {
    let changed: Vec<_> = changed.into_iter().filter(|path| path.extension() == "rs").collect();
    let parents = changed.iter().flat_map(|path| lang::rust::possible_registrars(path));
    let registrars: BTreeSet<RepoPath> = parents.chain(changed.iter().map(|path| (*path).clone())).collect();
    let texts = registrars.iter().filter_map(|path| Some((path, read(path)?)));
    texts.flat_map(|(path, text)| rules_of_registrations(path, &text)).collect()
}

/// A test module's file and what lies below it.
fn module_rules(module: RepoPath) -> Vec<ExtraRule> {
    let Ok(file) = std::str::from_utf8(module.as_bytes()) else { return Vec::new() };
    let folder = file.strip_suffix("/mod.rs").or_else(|| file.strip_suffix(".rs")).unwrap_or(file);
    let globs = [globset::escape(file), format!("{}/**/*.rs", globset::escape(folder))];
    globs.iter().map(|text| (glob(text).compile_matcher(), Role::Test)).collect()
}

/// True for files that say what a package is made of and depends on. Broken, they stop the runner itself.
pub fn is_manifest(path: &RepoPath) -> bool {
    const NAMES: &[&str] = &[
        "setup.py",
        "build.rs",
        "Gemfile",
        "gems.rb",
        "go.mod",
        "go.sum",
        "go.work",
        "go.work.sum",
        "modules.txt",
        "composer.json",
        "pom.xml",
        "gradle.properties",
    ];
    let name = String::from_utf8_lossy(path.name());
    let by_ending =
        [".toml", ".lock", ".cfg", ".ini", ".gemspec"].iter().any(|ending| name.ends_with(ending));
    let package = name.starts_with("package") && name.ends_with(".json");
    let gradle = [".gradle", ".gradle.kts"].iter().any(|ending| name.ends_with(ending));
    by_ending || package || gradle || NAMES.contains(&name.as_ref())
}

struct Table {
    globs: GlobSet,
    /// The role of each glob.
    roles: Vec<Role>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let rows = RULES.iter().flat_map(|(role, globs)| globs.iter().map(|glob| (*role, *glob)));
    let mut builder = GlobSetBuilder::new();
    let mut roles = Vec::new();
    for (role, text) in rows {
        builder.add(glob(&text.replace("SOURCE", SOURCE).replace("SCRIPT", SCRIPT)));
        roles.push(role);
    }
    Table { globs: builder.build().expect("the table's globs are fixed and each is valid"), roles }
});

/// One of our own globs.
fn glob(text: &str) -> Glob {
    let built = GlobBuilder::new(text).literal_separator(true).empty_alternates(true).build();
    built.expect("globs of the table and escaped paths are valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_role_of_the_first_rule_that_fits() {
        let of = |wanted: Role, paths: &str| {
            for path in paths.split_whitespace() {
                assert_eq!(role(&RepoPath::from(path)), wanted, "{path}");
            }
        };
        of(
            Role::Harness,
            "conftest.py a/tests/conftest.py pytest.ini .pytest.ini tox.ini noxfile.py jest.config.js a/vitest.config.mts \
            .mocharc.json .mocharc.yml .taprc karma.conf.js ava.config.mjs playwright.config.ts .github/workflows/ci.yml \
            .gitlab-ci.yml .cargo/config.toml .config/nextest.toml test/mocha.opts jest.setup.ts src/setupTests.ts .coveragerc \
            spec/support/jasmine.json sitecustomize.py requirements-test.txt vitest.workspace.ts .nycrc jest.polyfills.js \
            a/vitest.mocks.ts tsconfig.spec.json \
            phpunit.xml a/phpunit.xml.dist phpunit.dist.xml tests/bootstrap.php test-bootstrap.php \
            .rspec a/.rspec spec/spec_helper.rb spec/rails_helper.rb gems/x/test/test_helper.rb .simplecov \
            .mvn/maven.config a/.mvn/jvm.config src/test/resources/junit-platform.properties testng.xml",
        );
        of(
            Role::Fixture,
            "src/__snapshots__/a.test.js.snap a/b.snap tests/data/in.json tests/golden.txt testdata/x.bin \
            fixtures/a.yml test/README.md tests/data/Cargo.toml spec/a.html tests/fixtures/package.json \
            src/__fixtures__/a.js __mocks__/a.json \
            a/testdata/x_test.go testdata/y.go testdata/fuzz/FuzzX/1 testdata/go.mod \
            src/test/resources/a.xml m/src/it/resources/a.xml",
        );
        of(
            Role::Test,
            "test.py tests.py app/tests.py test_a.py a/test_b.py a/b_test.py tests/helper.py test/x/y.py tests/__init__.py \
            a.test.js a/b.spec.tsx __tests__/x.js test/a.ts spec/a.js tests/a.rs tests/common/mod.rs benches/b.rs \
            src/tests.rs src/tests/mod.rs src/__mocks__/a.ts __mocks__/fs.cjs test.js test-a.mjs a-test.js crates/x/tests/it.rs src/test/java/FooTest.java \
            src/FooTest.php src/Foo/Tests/Base.php tests/Pest.php \
            a_test.go a/b_test.go test/helper.go spec/a_test.go export_test.go \
            spec/a_spec.rb a_spec.rb test_a.rb a_test.rb gems/x/a_test.rb test/helper.rb lib/x/test/a_test.rb \
            src/test/java/p/Helper.java a/src/integrationTest/java/p/Helper.java p/FooTestCase.java",
        );
        of(
            Role::Other,
            "README.md docs/a.rst LICENSE LICENSE-MIT CHANGELOG.md notes.txt docs/x/y.txt a/logo.png .gitignore .vscode/x.json",
        );
        of(
            Role::Code,
            "src/lib.rs a.py src/contest.py package.json Cargo.toml pyproject.toml build.sh config.yml src/data/words.txt \
            requirements.txt CMakeLists.txt src/latest.js src/test_utils.rs index.js fixtures/x.py a/protest.py \
            src/commands/test.rs Makefile composer.json composer.lock src/Test/Kit.php bootstrap.php \
            go.mod go.sum go.work vendor/x/test/a.go vendor/x/a_test.go a/spec/schema.go \
            test.go contest.go \
            src/commands/test.rs Makefile Rakefile Gemfile x.gemspec app/models/ab_test.rb lib/x/test_helper.rb lib/test_x.rb \
            pom.xml build.gradle src/main/java/p/SpeedTest.java \
            src/main/java/p/test/Server.java src/main/resources/test/a.properties src/it/words.js",
        );
    }

    #[test]
    fn a_rule_of_the_users_goes_before_the_table() {
        let extra = [(Glob::new("checks/**").unwrap().compile_matcher(), Role::Test)];
        assert_eq!(role_with(&RepoPath::from("checks/a.py"), &extra), Role::Test);
        assert_eq!(role_with(&RepoPath::from("tests/a.py"), &extra), Role::Test);
        assert_eq!(role_with(&RepoPath::from("a.py"), &extra), Role::Code);
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf8_have_roles_too() {
        assert_eq!(role(&RepoPath::new(*b"tests/\xff\xfe.py")), Role::Test);
        assert_eq!(role(&RepoPath::new(*b"\xff.bin")), Role::Code);
    }
}
