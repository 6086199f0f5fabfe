//! Gradle as Debian has it, which is an old one: few cases, since each of its runs costs seconds.
#![allow(
    missing_docs,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "finds the repository on a real disk; a panic is the report of a test"
)]

use counterproof_conformance::{Toy, assert_exits, tool};

const TEST: &str = "package p;
import org.junit.*;
public class ItTest {
  @Test public void passes() { }
  @Test public void passesLonger() { Assert.fail(); }
  @Test public void exits() { Runtime.getRuntime().halt(97); }
}
";
const ROWS: &str = "package p;
import org.junit.*; import org.junit.runner.*; import org.junit.runners.*;
@RunWith(Parameterized.class) public class RowsTest {
  @Parameterized.Parameters public static Object[] all() { return new Object[] {1, 2}; }
  @Parameterized.Parameter public int i;
  @Test public void passes() { Assert.assertTrue(i > 0); }
  @Test public void fails() { Assert.assertEquals(1, i); }
}
";
const FILE: &str = "src/test/java/p/ItTest.java";
const ROWS_FILE: &str = "src/test/java/p/RowsTest.java";

#[test]
fn one_test_has_the_exit_status_of_its_outcome() {
    let repository = tool("maven-1").join("repository").canonicalize().unwrap();
    let build = format!(
        "apply plugin: 'java'\nrepositories {{ maven {{ url '{}' }} }}\ndependencies {{ testCompile 'junit:junit:4.13.2' }}\n",
        repository.display()
    );
    let toy = Toy::new(&[("build.gradle", &build), (FILE, TEST), (ROWS_FILE, ROWS)]);
    assert_exits(
        &toy,
        "gradle",
        FILE,
        &[
            ("passes", &["p.ItTest", "passes"], 0),
            ("fails", &["p.ItTest", "passesLonger"], 1),
            ("ends the process", &["p.ItTest", "exits"], 1),
            ("is not there", &["p.ItTest", "zzz"], 1),
        ],
    );
    assert_eq!(toy.test("gradle", ROWS_FILE, &["p.RowsTest", "passes"]), 0);
    assert_eq!(toy.file("gradle", ROWS_FILE), 1);
}
