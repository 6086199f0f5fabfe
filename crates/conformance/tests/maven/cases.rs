//! What Maven's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

/// The newest version of what is tried.
pub(super) const NEWEST: &str = "Surefire 3.5.4 with JUnit 5.11.4 and 4.13.2";

pub(super) const TABLE: Table = Table {
    runner: "maven",
    versions: &[Version {
        links: &[("m2", ("maven-1", "repository"))],
        settings: "[runner.maven]\nargs = [\"-Dmaven.repo.local=m2\"]\n",
        ..Version::on_path(NEWEST)
    }],
    files: &[
        ("pom.xml", POM),
        (
            "src/main/java/p/Lib.java",
            "package p;\npublic class Lib { public static int one() { return 1; } }\n",
        ),
    ],
    cases: CASES,
    without: &[("todo", "JUnit has no such thing"), ("another one is focused", "JUnit has no such thing")],
};

/// A project with JUnit 5, and with JUnit 4 in it. The versions can be set from outside.
pub(super) const POM: &str = "<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>toy</groupId><artifactId>toy</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    <maven.test.failure.ignore>true</maven.test.failure.ignore>
    <group>org.junit.jupiter</group><junit>junit-jupiter</junit><version>5.11.4</version><surefire>3.5.4</surefire>
  </properties>
  <dependencies>
    <dependency><groupId>${group}</groupId><artifactId>${junit}</artifactId><version>${version}</version><scope>test</scope></dependency>
  </dependencies>
  <profiles><profile>
    <id>old</id>
    <activation><property><name>!plain</name></property></activation>
    <dependencies>
      <dependency><groupId>org.junit.vintage</groupId><artifactId>junit-vintage-engine</artifactId><version>5.11.4</version><scope>test</scope></dependency>
    </dependencies>
  </profile></profiles>
  <build><plugins>
    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>${surefire}</version></plugin>
  </plugins></build>
</project>
";

const FILE: &str = "src/test/java/p/ItTest.java";

/// The test `it` of one class with these members; the first argument is what its file imports.
macro_rules! it {
    ($imports:literal, $members:literal) => {
        Case {
            files: &[(
                FILE,
                concat!("package p;\n", $imports, "\npublic class ItTest {\n", $members, "\n}\n"),
            )],
            test: (FILE, &["p.ItTest", "it"]),
            ..Case::NONE
        }
    };
}

/// JUnit 5.
macro_rules! five {
    ($members:literal) => {
        it!(
            "import static org.junit.jupiter.api.Assertions.*; import static org.junit.jupiter.api.Assumptions.*; \
             import org.junit.jupiter.api.*; import org.junit.jupiter.api.extension.*; import java.util.stream.*; \
             import org.junit.jupiter.params.*; import org.junit.jupiter.params.provider.*;",
            $members
        )
    };
}

/// JUnit 4.
macro_rules! four {
    ($members:literal) => {
        it!("import static org.junit.Assert.*; import org.junit.*; import org.junit.rules.*;", $members)
    };
}

const CASES: &[Case] = &[
    Case { question: "passes", ..five!("@Test void it() { assertEquals(1, Lib.one()); }") },
    Case {
        question: "passes",
        note: "`@TestFactory`",
        ..five!(
            "@TestFactory Stream<? extends DynamicNode> it() { return Stream.of(DynamicTest.dynamicTest(\"x\", () -> { })); }"
        )
    },
    Case {
        question: "passes",
        note: "it always ends by throwing",
        ..four!(
            "@Test(expected = java.io.IOException.class) public void it() throws Exception { throw new java.io.IOException(); }"
        )
    },
    Case { question: "fails", reads: Fail, ..five!("@Test void it() { assertEquals(2, Lib.one()); }") },
    Case {
        question: "raises",
        reads: Fail,
        ..five!("@Test void it() throws Exception { throw new java.io.IOException(); }")
    },
    Case { question: "cannot load", reads: NotRunnable, ..five!("not.There there; @Test void it() { }") },
    Case { question: "selects nothing", reads: NotRunnable, ..five!("@Test void other() { }") },
    Case {
        question: "name with every metacharacter",
        note: "that a method can have",
        test: (FILE, &["p.ItTest", "größe_$1"]),
        ..five!("@Test void größe_$1() { } @Test void größe_$11() { fail(); }")
    },
    Case {
        question: "same name twice in a file",
        note: "an overload, which runs with it and fails",
        reads: NotRunnable,
        ..five!("@Test void it() { } @Test void it(TestInfo info) { fail(); }")
    },
    Case {
        question: "same name in two files",
        files: &[
            (FILE, "package p;\nclass ItTest { @org.junit.jupiter.api.Test void it() { } }\n"),
            (
                "src/test/java/q/ItTest.java",
                "package q;\nclass ItTest { @org.junit.jupiter.api.Test void it() { throw null; } }\n",
            ),
        ],
        test: (FILE, &["p.ItTest", "it"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        ..five!(
            "@ParameterizedTest @ValueSource(ints = {1, 2}) void it(int i) { } @Test void itToo() { fail(); }"
        )
    },
    Case {
        question: "parametrized",
        note: "JUnit 4",
        files: &[(
            FILE,
            "package p;\nimport org.junit.*; import org.junit.runner.*; import org.junit.runners.*;\n\
             @RunWith(Parameterized.class) public class ItTest {\n\
             @Parameterized.Parameters public static Object[] all() { return new Object[] {1, 2}; }\n\
             @Parameterized.Parameter public int i;\n\
             @Test public void it() { }\n@Test public void itToo() { Assert.fail(); }\n}\n",
        )],
        test: (FILE, &["p.ItTest", "it"]),
        ..Case::NONE
    },
    Case {
        question: "nested",
        test: (FILE, &["p.ItTest", "In", "it"]),
        ..five!("@Test void it() { fail(); } @Nested class In { @Test void it() { } }")
    },
    Case {
        question: "nested",
        note: "in an abstract class of another file",
        files: &[
            (
                "src/test/java/p/Base.java",
                "package p;\nabstract class Base { @org.junit.jupiter.api.Test void it() { } }\n",
            ),
            (FILE, "package p;\nclass ItTest extends Base { }\n"),
        ],
        test: ("src/test/java/p/Base.java", &["p.Base", "it"]),
        ..Case::NONE
    },
    Case { question: "skipped", reads: NeverEntered, ..five!("@Test @Disabled void it() { fail(); }") },
    Case {
        question: "expected failure",
        note: "of a rule",
        ..four!(
            "@Rule public ExpectedException thrown = ExpectedException.none(); @Test public void it() { thrown.expect(IllegalStateException.class); throw new IllegalStateException(); }"
        )
    },
    Case {
        question: "skipped at run time",
        reads: NeverEnds,
        ..five!("@Test void it() { assumeTrue(Lib.one() == 2); fail(); }")
    },
    Case {
        question: "skipped at run time",
        note: "before each test",
        reads: NeverEntered,
        ..five!("@BeforeEach void no() { assumeTrue(false); } @Test void it() { fail(); }")
    },
    Case {
        question: "skipped at run time",
        note: "where an exception is expected",
        reads: NeverEnds,
        ..four!(
            "@Test(expected = IllegalStateException.class) public void it() { Assume.assumeTrue(Lib.one() == 2); }"
        )
    },
    Case { question: "exits 0 in the test", reads: Fail, ..five!("@Test void it() { System.exit(0); }") },
    Case {
        question: "exits 0 when loaded",
        reads: NotRunnable,
        ..five!("static { Runtime.getRuntime().halt(0); } @Test void it() { }")
    },
    Case {
        question: "exits 0 at exit",
        ..five!(
            "@Test void it() { Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0))); }"
        )
    },
    Case {
        question: "hook that swallows failures",
        reads: Swallowed,
        ..five!(
            "@RegisterExtension TestExecutionExceptionHandler quiet = (context, error) -> { }; @Test void it() { }"
        )
    },
    Case {
        question: "hook that swallows failures",
        note: "a setting of the plugin",
        files: &[
            ("pom.xml", IGNORING),
            (FILE, "package p;\nclass ItTest { @org.junit.jupiter.api.Test void it() { } }\n"),
        ],
        test: (FILE, &["p.ItTest", "it"]),
        reads: Swallowed,
        ..Case::NONE
    },
    Case { question: "times out", reads: Timeout, ..five!("@Test void it() { while (true) { } }") },
    Case {
        question: "leaves a child behind",
        ..five!("@Test void it() throws Exception { new ProcessBuilder(\"sleep\", \"30\").start(); }")
    },
    Case {
        question: "variables of another run around it",
        env: &[
            ("MAVEN_OPTS", "-DskipTests=true"),
            ("MAVEN_ARGS", "-DskipTests=true"),
            ("JAVA_TOOL_OPTIONS", "-javaagent:not_there.jar"),
        ],
        reads: Fail,
        ..five!("@Test void it() { fail(); }")
    },
];

/// What no argument overrules.
const IGNORING: &str = "<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>toy</groupId><artifactId>toy</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.11.4</version></dependency>
  </dependencies>
  <build><plugins>
    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
    <plugin>
      <artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version>
      <configuration><testFailureIgnore>true</testFailureIgnore></configuration>
    </plugin>
  </plugins></build>
</project>
";
