//! Maven with Surefire, for JUnit 5 and 4.

use crate::kit::{judge, prepare};
use counterproof_testkit::RepoBuilder;
use std::{env, path::PathBuf};

const POM: &str = "<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>toy</groupId><artifactId>voice</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.11.4</version><scope>test</scope></dependency>
    <dependency><groupId>org.junit.vintage</groupId><artifactId>junit-vintage-engine</artifactId><version>5.11.4</version><scope>test</scope></dependency>
  </dependencies>
  <build><plugins>
    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version></plugin>
  </plugins></build>
</project>
";
const VOICE: &str = "src/main/java/p/Voice.java";
const TESTS: &str = "src/test/java/p/VoiceTest.java";
const OLD_TEST: &str = "  @Test void old() { assertEquals(\"a\", Voice.same(\"a\")); }\n";

fn voice(shout: &str, more: &str) -> String {
    format!(
        "package p;\npublic class Voice {{\n  public static String shout(String s) {{ {shout} }}\n  \
         public static String same(String s) {{ return s; }}\n{more}}}\n"
    )
}

fn tests(members: &str) -> String {
    format!(
        "package p;\nimport static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.*;\n\
         class VoiceTest {{\n{OLD_TEST}{members}}}\n"
    )
}

/// A project whose head repairs `shout`, with what Maven needs to build it.
fn project(base: &str, head: &str) -> RepoBuilder {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/test-tools"));
    let tools = env::var_os("COUNTERPROOF_TOOLS").map_or_else(default, PathBuf::from);
    let repository =
        tools.join("maven-1/repository").canonicalize().expect("`bash scripts/test.sh` installs it");
    let repository = format!("-Dmaven.repo.local={}", repository.display());
    RepoBuilder::new()
        .both("pom.xml", POM)
        .both(".gitignore", "target/\n")
        .both("counterproof.toml", format!("[runner.maven]\nargs = [{repository:?}]\n"))
        .base(VOICE, voice("return s;", ""))
        .base(TESTS, tests(base))
        .head(TESTS, tests(head))
}

#[test]
fn new_tests_of_every_worth() {
    let head = r#"
  @Test void asks() { assertEquals("A", Voice.shout("a")); }
  @Test void guilty() { assertEquals("b", Voice.same("b")); }
  @Test void asksTheNewOne() { assertEquals("a", Voice.whisper("A")); }
  @Test void findsTheNewClass() throws Exception { assertNotNull(Class.forName("p.Added")); }
  @Disabled @Test void off() { fail(); }
"#;
    let old = "package p;\npublic class OldTest {\n  \
        @org.junit.Test(expected = NullPointerException.class) public void refuses() { Voice.shout(null); }\n}\n";
    let new = "  public static String whisper(String s) { return s.toLowerCase(); }\n";
    let repo = project("", head)
        .head("src/test/java/p/OldTest.java", old)
        .head(VOICE, voice("return s.toUpperCase();", new))
        .head("src/main/java/p/Added.java", "package p;\npublic class Added { }\n")
        .build();
    // As an IDE does: in no world that lacks the new class may it be found.
    prepare(&repo, &["javac", "-d", "target/classes", VOICE, "src/main/java/p/Added.java"]);
    judge(&repo).is(
        "EARNED",
        &[
            ("src/test/java/p/VoiceTest.java::p.VoiceTest::asks", "alibi -"),
            ("src/test/java/p/VoiceTest.java::p.VoiceTest::guilty", "no_alibi -"),
            ("src/test/java/p/VoiceTest.java::p.VoiceTest::asksTheNewOne", "alibi -"),
            ("src/test/java/p/VoiceTest.java::p.VoiceTest::findsTheNewClass", "alibi -"),
            ("src/test/java/p/VoiceTest.java::p.VoiceTest::off", "- -"),
            ("src/test/java/p/OldTest.java::p.OldTest::refuses", "alibi -"),
        ],
    );
}

#[test]
fn a_test_that_the_code_breaks_and_the_change_removes() {
    let calm = "  @Test void calm() { assertEquals(\"b\", Voice.shout(\"b\")); }\n";
    let repo = project(calm, "").head(VOICE, voice("return s.toUpperCase();", "")).build();
    judge(&repo).is("UNEARNED", &[("src/test/java/p/VoiceTest.java::p.VoiceTest::calm", "- removed")]);
}

#[test]
fn a_signature_that_changed_does_not_convict() {
    let old = "  @Test void a() { assertEquals(\"b\", Voice.shout(\"b\")); }\n  \
        @Test void b() { assertEquals(\"c\", Voice.shout(\"c\")); }\n";
    let new = "  @Test void a() { assertEquals(\"B\", Voice.shout(\"b\", true)); }\n";
    let code =
        voice("return s.toUpperCase();", "").replace("shout(String s)", "shout(String s, boolean loud)");
    judge(&project(old, new).head(VOICE, code).build()).is(
        "INCONCLUSIVE",
        &[
            ("src/test/java/p/VoiceTest.java::p.VoiceTest::a", "alibi cannot_run"),
            ("src/test/java/p/VoiceTest.java::p.VoiceTest::b", "- cannot_run"),
        ],
    );
}
