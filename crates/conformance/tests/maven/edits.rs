//! What is made of a test's body compiles wherever it is put, and comes to what it should: one compilation and one
//! process for all of it, since each of Maven's own runs costs seconds.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "compiles and runs on a real disk; a panic is the report of a test"
)]

use counterproof_conformance::tool;
use counterproof_engine::{
    domain::{BodyEdit, RepoPath, Turn},
    lang::{self, FoundTest, Language, WITNESS, Witnessed},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Tests that pass, in all ways to write and to end one. `T` is a class of this name.
const TESTS: &[&str] = &[
    "@Test void t() { }",
    "@Test void t() throws Exception { if (one() == 1) return; throw new java.io.IOException(); }",
    "@Test void t() { one(); return; }",
    "@Test void t() { one(); // last\n }",
    "@Test void t() { int i = one(); final int j; if (i == 1) { j = 2; } else { j = 3; } Runnable r = () -> take(i + j); r.run(); }",
    "@Test void t() { while (true) { if (one() == 1) return; } }",
    "@Test void t() { for (;;) { if (one() == 1) break; } }",
    "@Test void t() { try { throw new IllegalStateException(); } catch (IllegalStateException e) { return; } finally { one(); } }",
    "@Test void t() { switch (one()) { case 1: return; default: throw new AssertionError(); } }",
    "@Test void t() { class Local { int x = 1; } record Pair(int a, int b) { } take(new Local().x + new Pair(1, 2).a()); }",
    "@Test void t() { var text = \"\"\"\n }\n \"\"\"; take(text.length()); }",
    "@Test <X extends Exception> void t() throws X { one(); }",
    "@RepeatedTest(2) void t(RepetitionInfo info) { take(info.getCurrentRepetition()); }",
    "@ParameterizedTest @ValueSource(ints = {1, 2}) void t(final int i) { take(i); }",
    "@TestFactory Stream<DynamicTest> t() { return Stream.of(1, 2).map(i -> dynamicTest(\"x\" + i, () -> take(i))); }",
    "@TestFactory Collection<? extends DynamicNode> t() { List<DynamicTest> all = new ArrayList<>(); all.add(dynamicTest(\"x\", () -> { })); return all; }",
    "@TestFactory Iterator<DynamicContainer> t() { return List.of(dynamicContainer(\"x\", List.of(dynamicTest(\"y\", () -> { })))).iterator(); }",
    "@TestFactory Set<DynamicTest> t() { return Set.of(dynamicTest(\"x\", () -> { })); }",
    "@TestFactory Iterable<DynamicTest> t() { return List.of(dynamicTest(\"x\", () -> { })); }",
    "@TestFactory DynamicNode[] t() { return new DynamicNode[] { dynamicTest(\"x\", () -> { }) }; }",
    "@TestFactory DynamicTest t() { return dynamicTest(\"x\", () -> { }); }",
    "@TestFactory DynamicContainer t() { return dynamicContainer(\"x\", List.of(dynamicTest(\"y\", () -> { }))); }",
    "@TestFactory List<DynamicTest> t() { if (one() == 1) { return List.of(dynamicTest(\"x\", () -> { })); } else { return null; } }",
];

/// The same for JUnit 4.
const OLD_TESTS: &[&str] = &[
    "@org.junit.Test public void t() { one(); }",
    "@org.junit.Test(timeout = 5000) public void t() throws Exception { one(); }",
    "@org.junit.Test(expected = IllegalStateException.class) public void t() { throw new IllegalStateException(); }",
    "@org.junit.Test(expected = java.io.IOException.class) public void t() throws Exception { take(one()); throw new java.io.IOException(); }",
    "@org.junit.Test(expected = Own.class) public void t() throws Own { throw new Own(1, \"x\"); } static class Own extends Exception { Own(int i, String s) { s.length(); } }",
    "@org.junit.Test(expected = AssertionError.class) public void t() { org.junit.Assert.fail(); }",
    "@org.junit.Test(expected = Throwable.class) public void t() throws Throwable { throw new Throwable(); }",
    "@org.junit.Rule public final org.junit.rules.ExpectedException thrown = org.junit.rules.ExpectedException.none(); \
     @org.junit.Test public void t() { thrown.expect(IllegalStateException.class); thrown.expectMessage(\"x\"); throw new IllegalStateException(\"x\"); }",
];

/// Those whose end is not reached on their way to pass: an edit there changes nothing.
const NEVER_END: &[usize] = &[1, 5, 7, 8, 22];

/// Edits, and whether a test is to pass with them. What ends the process is replaced by what can be seen in one.
const EDITS: &[(BodyEdit, bool)] = &[
    (BodyEdit::FailAtEnd, false),
    (BodyEdit::ExitAtEnd, false),
    (BodyEdit::ExitAtOnce, false),
    (BodyEdit::PassAtOnce, true),
    (BodyEdit::MustEnd, true),
];

const IMPORTS: &str = "import java.util.*; import java.util.stream.*; import org.junit.jupiter.api.*; \
    import org.junit.jupiter.params.*; import org.junit.jupiter.params.provider.*; \
    import static org.junit.jupiter.api.DynamicTest.*; import static org.junit.jupiter.api.DynamicContainer.*;";

/// Runs each class by itself, and names those that come to something else than they should.
const RUN: &str = "import org.junit.platform.engine.discovery.*; import org.junit.platform.launcher.*;
import org.junit.platform.launcher.core.*; import org.junit.platform.launcher.listeners.*;
public class Run {
  static int halts;
  public static void halt(int status) { halts++; throw new Error(); }
  public static void main(String[] words) {
    Launcher launcher = LauncherFactory.create();
    boolean right = true;
    for (String word : words) {
      String[] parts = word.split(\"=\");
      SummaryGeneratingListener seen = new SummaryGeneratingListener();
      LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
          .selectors(DiscoverySelectors.selectClass(parts[0])).build();
      halts = 0;
      launcher.execute(request, seen);
      var summary = seen.getSummary();
      boolean passed = halts == 0 && summary.getTestsFailedCount() == 0 && summary.getContainersFailedCount() == 0
          && summary.getTestsSucceededCount() > 0;
      if (passed != Boolean.parseBoolean(parts[1])) {
        right = false;
        System.out.println(word + \" is \" + passed);
        summary.getFailures().forEach(failure -> System.out.println(\"  \" + failure.getException()));
      }
    }
    System.exit(right ? 0 : 1);
  }
}
";

fn java() -> &'static Language {
    lang::of(&RepoPath::from("A.java")).unwrap()
}

/// The text of a class with one test.
fn class(name: &str, test: &str) -> String {
    format!(
        "{IMPORTS}\npublic class {name} {{\n  static int one() {{ return 1; }}\n  static void take(int i) {{ }}\n  {test}\n}}\n"
    )
}

/// Its only test.
fn only(text: &str) -> FoundTest {
    let mut found = (java().tests)(&RepoPath::from("A.java"), text);
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0)
}

/// All that is made of one test: class names, their texts, and whether they are to pass.
fn made(number: usize) -> Vec<(String, String, bool)> {
    let test = TESTS.iter().chain(OLD_TESTS).nth(number).unwrap();
    let ends_elsewhere = NEVER_END.contains(&number);
    let mut made = Vec::new();
    for (edit, passes) in EDITS {
        let passes = match edit {
            BodyEdit::FailAtEnd | BodyEdit::ExitAtEnd => ends_elsewhere,
            BodyEdit::MustEnd => !ends_elsewhere,
            _ => *passes,
        };
        let name = format!("T{number}{edit:?}");
        let text = class(&name, test);
        let text = java().edit_body(&text, &only(&text), *edit);
        made.push((name, text.replace("java.lang.Runtime.getRuntime().halt(", "Run.halt("), passes));
    }
    for (turn, passes) in [(Turn::AsItIs, true), (Turn::Inverted, ends_elsewhere)] {
        let name = format!("T{number}{turn:?}");
        let text = class(&name, test);
        let witnessed = Witnessed { test: &only(&text), turn, number };
        made.extend((java().witness)(&text, &[witnessed]).map(|text| (name, text, passes)));
    }
    made
}

/// All jars below a folder.
fn jars(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => jars(&path),
            false => Some(path)
                .filter(|path| path.extension().is_some_and(|end| end == "jar"))
                .into_iter()
                .collect(),
        })
        .collect()
}

/// JUnit 5 with 4 in it, and nothing of 6.
fn class_path() -> String {
    let of = |group: &str| jars(&tool("maven-1").join("repository").join(group));
    let found = ["org/junit", "junit", "org/hamcrest", "org/opentest4j", "org/apiguardian"].map(of).concat();
    let names = found.iter().map(|path| path.to_str().unwrap());
    let fitting =
        names.filter(|name| !name.contains("/6.") && (!name.contains("platform") || name.contains("/1.11.")));
    fitting.collect::<Vec<_>>().join(":")
}

#[track_caller]
fn succeeds(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; install a JDK"));
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

#[test]
fn every_edit_of_every_test_compiles_and_comes_to_what_it_should() {
    let folder = tempfile::tempdir().unwrap();
    let mut wanted = Vec::new();
    let mut sources = vec![folder.path().join("Run.java")];
    fs::write(&sources[0], RUN).unwrap();
    for (name, text, passes) in (0..TESTS.len() + OLD_TESTS.len()).flat_map(made) {
        let path = folder.path().join(format!("{name}.java"));
        fs::write(&path, text).unwrap();
        sources.push(path);
        wanted.push(format!("{name}={passes}"));
    }
    let out = folder.path().join("out");
    let path = class_path();
    succeeds(
        Command::new("javac")
            .args(["-Xlint:all,-serial,-deprecation,-processing", "-Werror", "-cp", &path, "-d"])
            .arg(&out)
            .args(&sources),
    );
    let path = format!("{path}:{}", out.display());
    succeeds(Command::new("java").args(["-cp", &path, "Run"]).args(&wanted).env(WITNESS, folder.path()));
}
