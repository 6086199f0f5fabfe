//! What PHPUnit's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "phpunit",
    versions: &[
        Version::on_path("9.6.7"),
        Version { path: &[("phpunit-11.5.19", "bin")], ..Version::on_path("11.5.19") },
    ],
    files: &[
        (
            "phpunit.xml",
            "<phpunit bootstrap=\"lib.php\"><testsuites><testsuite name=\"all\"><directory>tests</directory></testsuite></testsuites></phpunit>",
        ),
        ("lib.php", "<?php\nconst ONE = 1;\nfunction raise() { throw new DomainException('x'); }\n"),
    ],
    cases: CASES,
    without: &[
        ("nested", "classes do not lie in each other"),
        ("another one is focused", "PHPUnit has no such thing"),
    ],
};

/// Members of the class of one test file, the first of which is the test.
macro_rules! it {
    ($members:expr) => {
        Case {
            files: &[(
                "tests/ItTest.php",
                concat!(
                    "<?php\nnamespace N;\nclass ItTest extends \\PHPUnit\\Framework\\TestCase\n{\n",
                    $members,
                    "\n}\n"
                ),
            )],
            test: ("tests/ItTest.php", &["N\\ItTest", "testIt"]),
            ..Case::NONE
        }
    };
}

/// The test with this body.
macro_rules! body {
    ($body:expr) => {
        it!(concat!("    public function testIt()\n    {\n        ", $body, "\n    }"))
    };
}

const CASES: &[Case] = &[
    Case { question: "passes", ..body!("$this->assertSame(1, ONE);") },
    Case {
        question: "passes",
        note: "an exception is expected",
        ..body!("$this->expectException(\\DomainException::class); raise();")
    },
    Case {
        question: "passes",
        note: "any exception is expected",
        ..body!("$this->expectException(\\Throwable::class); raise();")
    },
    Case {
        question: "passes",
        note: "a failed assertion is expected",
        ..body!("$this->expectException(\\PHPUnit\\Framework\\AssertionFailedError::class); $this->fail();")
    },
    Case {
        question: "passes",
        note: "an exception of PHPUnit's own is expected",
        ..body!(
            "$this->expectException(\\PHPUnit\\Framework\\Exception::class); throw new \\PHPUnit\\Framework\\Exception('x');"
        )
    },
    Case {
        question: "passes",
        note: "a message is expected",
        ..body!("$this->expectExceptionMessage('x'); raise();")
    },
    Case {
        question: "passes",
        note: "output is expected",
        ..body!("$this->expectOutputString('x'); echo 'x';")
    },
    Case {
        question: "passes",
        note: "what an object is told is expected",
        ..body!(
            "$it = $this->createMock(\\Countable::class); $it->expects($this->once())->method('count')->willReturn(1); $it->count();"
        )
    },
    Case {
        question: "passes",
        note: "without an assertion where settings demand one",
        files: &[
            (
                "phpunit.xml",
                "<phpunit failOnRisky=\"true\" beStrictAboutTestsThatDoNotTestAnything=\"true\"><testsuites><testsuite name=\"all\"><directory>tests</directory></testsuite></testsuites></phpunit>",
            ),
            (
                "tests/ItTest.php",
                "<?php\nclass ItTest extends PHPUnit\\Framework\\TestCase {\n    function testIt() { $this->expectNotToPerformAssertions(); }\n}\n",
            ),
        ],
        test: ("tests/ItTest.php", &["ItTest", "testIt"]),
        ..Case::NONE
    },
    Case {
        question: "passes",
        note: "in a process of its own",
        ..it!(
            "    /** @runInSeparateProcess */\n    #[\\PHPUnit\\Framework\\Attributes\\RunInSeparateProcess]\n    public function testIt() { $this->assertSame(1, ONE); }"
        )
    },
    Case {
        question: "passes",
        note: "and another one depends on what it gives",
        ..it!(
            "    public function testIt(): int { $this->assertTrue(true); return ONE; }\n    /** @depends testIt */\n    public function testNext($one) { $this->fail(); }"
        )
    },
    Case { question: "fails", reads: Fail, ..body!("$this->assertSame(2, ONE);") },
    Case {
        question: "fails",
        note: "no exception is thrown where one is expected",
        reads: Fail,
        ..body!("$this->expectException(\\DomainException::class);")
    },
    Case {
        question: "fails",
        note: "another exception is thrown than is expected",
        reads: Fail,
        ..body!("$this->expectException(\\LogicException::class); throw new \\Error('x');")
    },
    Case {
        question: "fails",
        note: "in a process of its own",
        reads: Fail,
        ..it!(
            "    /** @runInSeparateProcess */\n    #[\\PHPUnit\\Framework\\Attributes\\RunInSeparateProcess]\n    public function testIt() { $this->assertSame(2, ONE); }"
        )
    },
    Case {
        question: "fails",
        note: "without an assertion where settings demand one",
        files: &[
            (
                "phpunit.xml",
                "<phpunit failOnRisky=\"true\" beStrictAboutTestsThatDoNotTestAnything=\"true\"><testsuites><testsuite name=\"all\"><directory>tests</directory></testsuite></testsuites></phpunit>",
            ),
            (
                "tests/ItTest.php",
                "<?php\nclass ItTest extends PHPUnit\\Framework\\TestCase {\n    function testIt() { }\n}\n",
            ),
        ],
        test: ("tests/ItTest.php", &["ItTest", "testIt"]),
        reads: Fail,
        ..Case::NONE
    },
    Case { question: "raises", reads: Fail, ..body!("raise();") },
    Case { question: "raises", note: "a type error", reads: Fail, ..body!("strlen([]);") },
    Case {
        question: "cannot load",
        reads: NotRunnable,
        ..it!("    public function testIt(): int { return 1; }\n    use NotThere;")
    },
    Case {
        question: "cannot load",
        note: "its data sets",
        reads: NotRunnable,
        ..it!(
            "    /** @dataProvider sets */\n    #[\\PHPUnit\\Framework\\Attributes\\DataProvider('sets')]\n    public function testIt($x) { $this->assertTrue($x); }\n    public static function sets() { raise(); }"
        )
    },
    Case {
        question: "cannot load",
        note: "the data sets of another test",
        but: &[("11.5.19", NotRunnable)],
        ..it!(
            "    public function testIt() { $this->assertSame(1, ONE); }\n    /** @dataProvider sets */\n    #[\\PHPUnit\\Framework\\Attributes\\DataProvider('sets')]\n    public function testOther($x) { }\n    public static function sets() { raise(); }"
        )
    },
    Case { question: "selects nothing", reads: NotRunnable, ..it!("    public function testOther() { }") },
    Case {
        question: "name with every metacharacter",
        note: "of a data set",
        ..it!(
            "    /** @dataProvider sets */\n    #[\\PHPUnit\\Framework\\Attributes\\DataProvider('sets')]\n    public function testIt($x) { $this->assertTrue($x); }\n    public static function sets() { return [\"a (b) [c] {d} ^e\\$ *f* +? | \\\\ / ' :: é -x\\n#@\\\"\" => [true]]; }"
        )
    },
    Case {
        question: "name with every metacharacter",
        note: "as far as a method may have them",
        files: &[(
            "tests/ItTest.php",
            "<?php\nnamespace Ä\\B;\nclass ItTest extends \\PHPUnit\\Framework\\TestCase\n{\n    function testÄÖ_1() { $this->assertTrue(true); }\n    function testÄÖ_12() { $this->fail(); }\n}\n",
        )],
        test: ("tests/ItTest.php", &["Ä\\B\\ItTest", "testÄÖ_1"]),
        ..Case::NONE
    },
    Case {
        question: "same name twice in a file",
        note: "in another class, which PHPUnit does not run",
        files: &[(
            "tests/ItTest.php",
            "<?php\nclass OtherTest extends \\PHPUnit\\Framework\\TestCase { function testIt() { $this->fail(); } }\nclass ItTest extends \\PHPUnit\\Framework\\TestCase { function testIt() { $this->assertTrue(true); } }\n",
        )],
        test: ("tests/ItTest.php", &["ItTest", "testIt"]),
        ..Case::NONE
    },
    Case {
        question: "same name in two files",
        files: &[
            (
                "tests/a/ItTest.php",
                "<?php\nnamespace A;\nclass ItTest extends \\PHPUnit\\Framework\\TestCase { function testIt() { $this->assertTrue(true); } }\n",
            ),
            (
                "tests/b/ItTest.php",
                "<?php\nnamespace B;\nclass ItTest extends \\PHPUnit\\Framework\\TestCase { function testIt() { $this->fail(); } }\n",
            ),
        ],
        test: ("tests/a/ItTest.php", &["A\\ItTest", "testIt"]),
        ..Case::NONE
    },
    Case {
        question: "same name in two files",
        note: "both classes have it from an abstract one, and one of them fails",
        files: &[
            (
                "tests/Base.php",
                "<?php\nabstract class Base extends \\PHPUnit\\Framework\\TestCase { abstract function one(); function testIt() { $this->assertSame(1, $this->one()); } }\n",
            ),
            (
                "tests/ATest.php",
                "<?php\nrequire_once __DIR__ . '/Base.php';\nclass ATest extends Base { function one() { return 1; } function testA() { $this->assertTrue(true); } }\n",
            ),
            (
                "tests/BTest.php",
                "<?php\nrequire_once __DIR__ . '/Base.php';\nclass BTest extends Base { function one() { return 2; } }\n",
            ),
        ],
        test: ("tests/Base.php", &["Base", "testIt"]),
        reads: Fail,
        ..Case::NONE
    },
    Case {
        question: "same name in two files",
        note: "both classes have it from a trait",
        files: &[
            (
                "tests/OneTests.php",
                "<?php\ntrait OneTests { function testIt() { $this->assertSame(1, $this->one()); } }\n",
            ),
            (
                "tests/ATest.php",
                "<?php\nrequire_once __DIR__ . '/OneTests.php';\nclass ATest extends \\PHPUnit\\Framework\\TestCase { use OneTests; function one() { return 1; } function testA() { $this->fail(); } }\n",
            ),
            (
                "tests/BTest.php",
                "<?php\nrequire_once __DIR__ . '/OneTests.php';\nclass BTest extends \\PHPUnit\\Framework\\TestCase { use OneTests; function one() { return 1; } }\n",
            ),
        ],
        test: ("tests/OneTests.php", &["OneTests", "testIt"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        ..it!(
            "    /** @dataProvider sets */\n    #[\\PHPUnit\\Framework\\Attributes\\DataProvider('sets')]\n    public function testIt($x) { $this->assertTrue($x); }\n    public static function sets() { yield [true]; yield 'name' => [true]; }"
        )
    },
    Case {
        question: "parametrized",
        note: "one of the data sets fails",
        reads: Fail,
        ..it!(
            "    /** @dataProvider sets */\n    #[\\PHPUnit\\Framework\\Attributes\\DataProvider('sets')]\n    public function testIt($x) { $this->assertTrue($x); }\n    public static function sets() { yield [true]; yield 'name' => [false]; }"
        )
    },
    Case {
        question: "parametrized",
        note: "by `@testWith`",
        reads: Fail,
        ..it!(
            "    /**\n     * @testWith [1]\n     *           [2]\n     */\n    #[\\PHPUnit\\Framework\\Attributes\\TestWith([1])]\n    #[\\PHPUnit\\Framework\\Attributes\\TestWith([2])]\n    public function testIt($x) { $this->assertSame(1, $x); }"
        )
    },
    Case { question: "skipped", reads: NeverEnds, ..body!("$this->markTestSkipped('x');") },
    Case {
        question: "skipped",
        note: "by what it requires",
        reads: NeverEntered,
        ..it!(
            "    /** @requires PHP >= 99.0.0 */\n    #[\\PHPUnit\\Framework\\Attributes\\RequiresPhp('>= 99.0.0')]\n    public function testIt() { $this->fail(); }"
        )
    },
    Case {
        question: "skipped",
        note: "its group is left out by the settings",
        files: &[
            (
                "phpunit.xml",
                "<phpunit><testsuites><testsuite name=\"all\"><directory>tests</directory></testsuite></testsuites><groups><exclude><group>slow</group></exclude></groups></phpunit>",
            ),
            (
                "tests/ItTest.php",
                "<?php\nclass ItTest extends PHPUnit\\Framework\\TestCase {\n    /** @group slow */\n    #[\\PHPUnit\\Framework\\Attributes\\Group('slow')]\n    function testIt() { $this->assertTrue(true); }\n}\n",
            ),
        ],
        test: ("tests/ItTest.php", &["ItTest", "testIt"]),
        ..Case::NONE
    },
    Case { question: "todo", reads: NeverEnds, ..body!("$this->markTestIncomplete('x');") },
    Case {
        question: "expected failure",
        note: "is what an expected exception is",
        ..body!("$this->expectException(\\DomainException::class); raise();")
    },
    Case {
        question: "skipped at run time",
        reads: NeverEnds,
        ..body!("if (ONE) { $this->markTestSkipped('x'); } $this->fail();")
    },
    Case {
        question: "skipped at run time",
        note: "before it, for all of the class",
        reads: NeverEntered,
        ..it!(
            "    public function testIt() { $this->fail(); }\n    protected function setUp(): void { if (ONE) { $this->markTestSkipped('x'); } }"
        )
    },
    Case {
        question: "skipped at run time",
        note: "a test that it depends on is skipped",
        reads: NeverEntered,
        ..it!(
            "    /** @depends testFirst */\n    #[\\PHPUnit\\Framework\\Attributes\\Depends('testFirst')]\n    public function testIt() { $this->fail(); }\n    public function testFirst() { $this->markTestSkipped('x'); }"
        )
    },
    Case {
        question: "skipped at run time",
        note: "a test that it depends on passes",
        ..it!(
            "    /** @depends testFirst */\n    #[\\PHPUnit\\Framework\\Attributes\\Depends('testFirst')]\n    public function testIt($one) { $this->assertSame(1, $one); }\n    public function testFirst() { $this->assertTrue(true); return 1; }\n    public function testOther() { $this->fail(); }"
        )
    },
    Case {
        question: "skipped at run time",
        note: "a test that it depends on fails",
        reads: NotRunnable,
        ..it!(
            "    /** @depends testFirst */\n    #[\\PHPUnit\\Framework\\Attributes\\Depends('testFirst')]\n    public function testIt() { $this->assertTrue(true); }\n    public function testFirst() { $this->fail(); }"
        )
    },
    Case { question: "exits 0 in the test", reads: NeverEnds, ..body!("exit(0);") },
    Case {
        question: "exits 0 when loaded",
        reads: NeverEntered,
        files: &[(
            "tests/ItTest.php",
            "<?php\nexit(0);\nclass ItTest extends PHPUnit\\Framework\\TestCase { function testIt() { $this->fail(); } }\n",
        )],
        test: ("tests/ItTest.php", &["ItTest", "testIt"]),
        ..Case::NONE
    },
    Case {
        question: "exits 0 at exit",
        reads: Swallowed,
        ..body!("register_shutdown_function(function () { exit(0); }); $this->assertTrue(true);")
    },
    Case {
        question: "hook that swallows failures",
        note: "a bootstrap's",
        files: &[
            ("lib.php", "<?php\nregister_shutdown_function(function () { exit(0); });\n"),
            (
                "tests/ItTest.php",
                "<?php\nclass ItTest extends PHPUnit\\Framework\\TestCase { function testIt() { $this->assertTrue(true); } }\n",
            ),
        ],
        test: ("tests/ItTest.php", &["ItTest", "testIt"]),
        reads: Swallowed,
        ..Case::NONE
    },
    Case {
        question: "hook that swallows failures",
        note: "a class's own",
        reads: Swallowed,
        but: &[("11.5.19", Pass)],
        ..it!(
            "    public function testIt() { $this->assertTrue(true); }\n    protected function onNotSuccessfulTest(\\Throwable $t): never { $this->markTestSkipped('x'); }"
        )
    },
    Case { question: "times out", reads: Timeout, ..body!("while (true) { }") },
    Case {
        question: "leaves a child behind",
        ..body!("exec('sleep 30 >/dev/null 2>&1 &'); $this->assertTrue(true);")
    },
    Case {
        question: "variables of another run around it",
        env: &[("PHP_INI_SCAN_DIR", "/nowhere"), ("XDEBUG_MODE", "coverage"), ("NODE_TEST_CONTEXT", "child")],
        reads: Fail,
        ..body!("$this->assertSame(2, ONE);")
    },
];
