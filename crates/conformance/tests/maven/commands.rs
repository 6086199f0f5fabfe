//! The commands, asked of other versions than the table's, and what the table's questions leave out.

use super::cases::POM;
use counterproof_conformance::{Toy, assert_exits, tool};

const FOUR: &str = "package p;
import org.junit.*;
public class ItTest {
  @Test public void passes() { }
  @Test public void passesLonger() { Assert.fail(); }
  @Test public void exits() { Runtime.getRuntime().halt(97); }
}
";
const FIVE: &str = "package p;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;
class ItTest {
  @Test void passes() { }
  @Test void passesLonger() { Assertions.fail(); }
  @ParameterizedTest @ValueSource(ints = {1, 2}) void exits(int i) { Runtime.getRuntime().halt(97); }
  @Nested class In { @Test void passes() { Assertions.fail(); } }
}
";
const FILE: &str = "src/test/java/p/ItTest.java";

fn toy(files: &[(&str, &str)], versions: &[&str]) -> Toy {
    let repository = format!("-Dmaven.repo.local={}", tool("maven-1").join("repository").display());
    let args: Vec<&str> = [repository.as_str()].into_iter().chain(versions.iter().copied()).collect();
    Toy::new(files).configured(&format!("[runner.maven]\nargs = {args:?}\n"))
}

#[test]
fn junit_4_alone_is_asked_in_old_and_new_versions_of_surefire() {
    for (surefire, nothing) in [("3.5.4", 0), ("2.22.2", 1)] {
        let surefire = format!("-Dsurefire={surefire}");
        let toy = toy(
            &[("pom.xml", POM), (FILE, FOUR)],
            &["-Dplain", "-Dgroup=junit", "-Djunit=junit", "-Dversion=4.13.2", &surefire],
        );
        assert_exits(
            &toy,
            "maven",
            FILE,
            &[
                ("passes", &["p.ItTest", "passes"], 0),
                ("fails", &["p.ItTest", "passesLonger"], 1),
                ("ends the process", &["p.ItTest", "exits"], 1),
                ("is not there, which calibration must find", &["p.ItTest", "zzz"], nothing),
            ],
        );
    }
}

#[test]
fn junit_6_is_asked_like_5() {
    let toy = toy(&[("pom.xml", POM), (FILE, FIVE)], &["-Dplain", "-Dversion=6.0.1"]);
    assert_exits(
        &toy,
        "maven",
        FILE,
        &[
            ("passes", &["p.ItTest", "passes"], 0),
            ("fails", &["p.ItTest", "passesLonger"], 1),
            ("ends the process", &["p.ItTest", "exits"], 1),
            ("nested", &["p.ItTest", "In", "passes"], 1),
        ],
    );
}

#[test]
fn a_file_has_all_its_classes_and_a_suite_all_its_files() {
    let plain = |body: &str| {
        format!("package p;\nclass XTest {{ @org.junit.jupiter.api.Test void x() {{ {body} }} }}\n")
    };
    let both = plain("") + "class SecondTest { @org.junit.jupiter.api.Test void second() { throw null; } }\n";
    let (x, y) = ("src/test/java/p/XTest.java", "src/test/java/p/YTest.java");
    let toy = toy(&[("pom.xml", POM), (x, &both), (y, &plain("").replace("XTest", "YTest"))], &[]);
    assert_eq!(toy.file("maven", x), 1, "the second class of the file fails");
    assert_eq!(toy.file("maven", y), 0);
    assert_eq!(toy.suite("maven", y), 1);
}

#[test]
fn a_module_is_asked_with_the_modules_it_is_made_from_as_they_lie_here() {
    let root = "<project><modelVersion>4.0.0</modelVersion><groupId>toy</groupId><artifactId>root</artifactId><version>1</version>\
                <packaging>pom</packaging><modules><module>lib</module><module>app</module></modules></project>";
    let module = |name: &str, more: &str| {
        POM.replace("<artifactId>toy</artifactId>", &format!("<artifactId>{name}</artifactId>")).replace(
            "<dependencies>\n    <dependency><groupId>${",
            &format!("<dependencies>{more}\n    <dependency><groupId>${{"),
        )
    };
    let on_lib =
        "<dependency><groupId>toy</groupId><artifactId>lib</artifactId><version>1</version></dependency>";
    let test = |class: &str, body: &str| {
        format!("package p;\nclass {class} {{ @org.junit.jupiter.api.Test void it() {{ {body} }} }}\n")
    };
    let toy = toy(
        &[
            ("pom.xml", root),
            ("lib/pom.xml", &module("lib", "")),
            (
                "lib/src/main/java/p/Lib.java",
                "package p;\npublic class Lib { public static int one() { return 1; } }\n",
            ),
            ("lib/src/test/java/p/LibTest.java", &test("LibTest", "throw null;")),
            ("app/pom.xml", &module("app", on_lib)),
            ("app/src/test/java/p/AppTest.java", &test("AppTest", "if (Lib.one() != 1) throw null;")),
        ],
        &[],
    );
    let app = "app/src/test/java/p/AppTest.java";
    assert_eq!(toy.test("maven", app, &["p.AppTest", "it"]), 0);
    assert_eq!(toy.suite("maven", app), 0, "another module's tests are not asked");
    assert_eq!(toy.suite("maven", "lib/src/test/java/p/LibTest.java"), 1);
}
