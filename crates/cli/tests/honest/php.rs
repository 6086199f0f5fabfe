//! PHPUnit.

use crate::kit::{judge, prepare};
use counterproof_testkit::RepoBuilder;

/// A class that the head repairs: it shouts.
const OLD: &str = "<?php\nnamespace Voice;\nclass Voice {
    public static function shout(string $s): string { return $s; }
    public static function same(string $s): string { return $s; }
    public static function strict(string $s): string { return $s; }
    public static function skips(): bool { return false; }
}\n";

fn new() -> String {
    let strict = "if ($s === '') { throw new \\InvalidArgumentException('empty'); } return $s;";
    OLD.replacen("return $s;", "return strtoupper($s);", 1).replacen(
        "strict(string $s): string { return $s;",
        &format!("strict(string $s): string {{ {strict}"),
        1,
    )
}

const OLD_TEST: &str = "    public function testOld(): void { $this->assertSame('a', Voice::same('a')); }\n";

/// Loads classes as Composer's loader does, by their names.
const LOADER: &str = "<?php spl_autoload_register(function ($class) {
    $file = __DIR__ . '/src/' . basename(strtr($class, '\\\\', '/')) . '.php';
    if (is_file($file)) { require $file; }
});\n";

const SETTINGS: &str = "<phpunit bootstrap=\"loader.php\"><testsuites><testsuite name=\"all\"><directory>tests</directory></testsuite></testsuites></phpunit>\n";

fn case(members: &str) -> String {
    format!(
        "<?php\nnamespace Voice\\Tests;\nuse PHPUnit\\Framework\\TestCase;\nuse Voice\\Voice;\n\nfinal class VoiceTest extends TestCase\n{{\n{OLD_TEST}{members}}}\n"
    )
}

/// A project whose head repairs the class and has these tests, before and after, beside one that both have.
fn voice(base: &str, head: &str) -> RepoBuilder {
    let repo = RepoBuilder::new().both("phpunit.xml.dist", SETTINGS).both("loader.php", LOADER);
    let repo = repo.base("tests/VoiceTest.php", case(base)).head("tests/VoiceTest.php", case(head));
    repo.base("src/Voice.php", OLD).head("src/Voice.php", new())
}

/// The fixture is judged like this: the tests by their names in the class.
#[track_caller]
fn is(repo: RepoBuilder, verdict: &str, tests: &[(&str, &str)]) {
    let id = |name: &str| format!("tests/VoiceTest.php::Voice\\Tests\\VoiceTest::{name}");
    let tests: Vec<_> = tests.iter().map(|(name, words)| (id(name), *words)).collect();
    let tests: Vec<_> = tests.iter().map(|(id, words)| (id.as_str(), *words)).collect();
    judge(&repo.build()).is(verdict, &tests);
}

#[test]
fn a_test_that_fails_without_the_fix_has_an_alibi_and_one_that_passes_has_none() {
    let head = "    public function testAsks() { $this->assertSame('A', Voice::shout('a')); }
    public function testGuilty() { $this->assertSame('b', Voice::same('b')); }\n";
    is(voice("", head), "EARNED", &[("testAsks", "alibi -"), ("testGuilty", "no_alibi -")]);
}

#[test]
fn a_failing_test_that_goes_or_is_skipped_convicts() {
    let asks = "    public function testAsks() { $this->assertSame('a', Voice::shout('a')); }\n";
    is(voice(asks, ""), "UNEARNED", &[("testAsks", "- removed")]);
    let skipped = asks.replace("{ ", "{ $this->markTestSkipped('later'); ");
    is(voice(asks, &skipped), "UNEARNED", &[("testAsks", "- disabled")]);
    let hidden = asks.replacen("public", "/** @requires PHP >= 99 */ public", 1);
    is(voice(asks, &hidden), "UNEARNED", &[("testAsks", "unanswered disabled")]);
    let private = asks.replace("public", "private");
    is(voice(asks, &private), "UNEARNED", &[("testAsks", "- removed")]);
}

#[test]
fn a_row_that_is_added_to_the_data_sets_is_evidence_if_it_fails_without_the_fix() {
    let with = |rows: &str| {
        format!(
            "    /** @dataProvider rows */\n    public function testRows($want, $got) {{ $this->assertSame($want, Voice::shout($got)); }}
    public static function rows() {{ return ['is \"one\" (1)' => ['1', '1']{rows}]; }}\n"
        )
    };
    is(voice(&with(""), &with(", ['A', 'a']")), "EARNED", &[("testRows", "alibi satisfied")]);
    is(voice(&with(""), &with(", ['2', '2']")), "EARNED", &[("testRows", "no_alibi satisfied")]);
}

#[test]
fn tests_that_expect_an_exception_are_answered() {
    let head = "    public function testAsks() { $this->expectException(\\InvalidArgumentException::class); Voice::strict(''); }
    public function testAny() { $this->expectException(\\Throwable::class); $this->expectExceptionMessage('empty'); Voice::strict(''); }
    public function testGuilty() { $this->expectException(\\Exception::class); if (Voice::same('a')) { throw new \\Exception('x'); } }\n";
    is(
        voice("", head),
        "EARNED",
        &[("testAsks", "alibi -"), ("testAny", "alibi -"), ("testGuilty", "no_alibi -")],
    );
}

#[test]
fn a_test_with_its_company_is_answered_and_not_accused() {
    let base = "    public function testFirst() { $this->assertSame('a', Voice::same('a')); return 'a'; }\n";
    let head = "    /** @depends testFirst */ public function testAsks($a) { $this->assertSame('A', Voice::shout($a)); }
    /**
     * @depends testFirst
     */
    public function testGuilty($a) { $this->assertSame('a', Voice::same($a)); }
    /** @depends testAsks */ public function testLast() { $this->assertSame('b', Voice::same('b')); }\n";
    is(
        voice(base, &format!("{base}{head}")),
        "EARNED",
        &[("testAsks", "alibi -"), ("testGuilty", "no_alibi -"), ("testLast", "provisional -")],
    );
}

#[test]
fn a_skip_that_the_code_raises_is_not_earned() {
    let asks = "    public function testAsks() { if (Voice::skips()) { $this->markTestSkipped('not here'); } $this->assertSame('a', Voice::shout('a')); }\n";
    let repo = voice(asks, asks).head("src/Voice.php", new().replace("return false", "return true"));
    judge(&repo.build()).because("INCONCLUSIVE", "testAsks");
}

#[test]
fn an_exit_of_the_code_is_not_earned() {
    let asks = "    public function testAsks() { $this->assertSame('a', Voice::shout('a')); }\n";
    let repo = voice(asks, asks).head("src/Voice.php", new().replace("return strtoupper($s)", "exit(0)"));
    judge(&repo.build()).accuses_nobody();
}

#[test]
fn a_test_that_skips_or_returns_on_its_way_is_not_accused() {
    let head = "    public function testSkips() { if (Voice::shout('a') === 'a') { $this->markTestSkipped('not supported'); } $this->assertSame('B', Voice::shout('b')); }
    public function testReturns() { if (Voice::same('a') === 'a') { return; } $this->assertSame('a', Voice::same('a')); }
    public function testAsks() { $this->assertSame('A', Voice::shout('a')); }\n";
    is(
        voice("", head),
        "INCONCLUSIVE",
        &[("testSkips", "unanswered -"), ("testReturns", "unanswered -"), ("testAsks", "alibi -")],
    );
}

#[test]
fn many_tests_are_asked_as_a_family_and_answered_as_one_by_one() {
    let test = |number: usize| match number {
        6 => "    public function test6() { $this->assertSame('a', Voice::same('a')); }\n".to_owned(),
        _ => format!(
            "    public function test{number}(): void {{ $this->assertSame('A', Voice::shout('a')); return; }}\n"
        ),
    };
    let expecting = |number: usize| {
        format!(
            "    public function testE{number}() {{ $this->expectException(\\InvalidArgumentException::class); Voice::strict(''); }}\n"
        )
    };
    let head: String = (0..10).map(test).chain((0..6).map(expecting)).collect();
    let judged = judge(&voice("", &head).build());
    let wanted: Vec<_> = (0..10)
        .map(|number| (format!("test{number}"), if number == 6 { "no_alibi -" } else { "alibi -" }))
        .chain((0..6).map(|number| (format!("testE{number}"), "alibi -")))
        .collect();
    for (name, words) in &wanted {
        let id = format!("tests/VoiceTest.php::Voice\\Tests\\VoiceTest::{name}");
        assert_eq!(judged.tests().get(&id).map(String::as_str), Some(*words), "{name}\n{judged}");
    }
    assert!(judged.trials() <= 50, "{} trials\n{judged}", judged.trials());
}

#[test]
fn a_shared_test_is_judged_by_all_classes_that_have_it() {
    let shared = |check: &str| {
        format!(
            "<?php\nnamespace Voice\\Tests;\nabstract class Shared extends \\PHPUnit\\Framework\\TestCase\n{{\n    public function testShared() {{ {check} }}\n}}\n"
        )
    };
    let has = "<?php\nnamespace Voice\\Tests;\nrequire_once __DIR__ . '/Shared.php';\nfinal class HasTest extends Shared { }\n";
    let repo = voice("", "").both("tests/HasTest.php", has);
    let repo = repo
        .base("tests/Shared.php", shared("$this->assertSame('b', \\Voice\\Voice::same('b'));"))
        .head("tests/Shared.php", shared("$this->assertSame('A', \\Voice\\Voice::shout('a'));"));
    judge(&repo.build())
        .is("EARNED", &[("tests/Shared.php::Voice\\Tests\\Shared::testShared", "alibi satisfied")]);
}

#[test]
fn a_shared_test_that_fails_only_in_a_class_without_tests_of_its_own_has_an_alibi() {
    let shared = |members: &str| {
        format!(
            "<?php\nnamespace Voice\\Tests;\nabstract class Shared extends \\PHPUnit\\Framework\\TestCase\n{{\n{members}}}\n"
        )
    };
    let test = "    public function testShared() { $this->assertSame(strtoupper($this->word()), \\Voice\\Voice::shout($this->word())); }\n";
    let heir = |name: &str, members: &str| {
        format!(
            "<?php\nnamespace Voice\\Tests;\nrequire_once __DIR__ . '/Shared.php';\nfinal class {name} extends Shared {{ {members} }}\n"
        )
    };
    let own = "public function word() { return '1'; } public function testOwn() { $this->assertTrue(true); }";
    for settings in [SETTINGS, "<phpunit bootstrap=\"loader.php\"/>"] {
        let repo = voice("", "").both("phpunit.xml.dist", settings);
        let repo = repo.both("tests/OwnTest.php", heir("OwnTest", own));
        let repo =
            repo.both("tests/BareTest.php", heir("BareTest", "public function word() { return 'a'; }"));
        let repo = repo.base("tests/Shared.php", shared("")).head("tests/Shared.php", shared(test));
        judge(&repo.build())
            .is("EARNED", &[("tests/Shared.php::Voice\\Tests\\Shared::testShared", "alibi -")]);
    }
}

#[test]
fn settings_that_the_change_adds_or_edits_are_put_back() {
    let asks = "    public function testAsks() { $this->assertSame('a', Voice::shout('a')); }\n";
    let hiding = SETTINGS.replace(
        "<directory>tests</directory>",
        "<directory>tests</directory><exclude>tests/VoiceTest.php</exclude>",
    );
    let other = "<?php\nclass OtherTest extends PHPUnit\\Framework\\TestCase { function testOther() { $this->assertTrue(true); } }\n";
    let repo = voice(asks, asks).head("phpunit.xml.dist", hiding).both("tests/OtherTest.php", other);
    let judged = judge(&repo.build());
    judged.is(
        "UNEARNED",
        &[
            ("tests/VoiceTest.php::Voice\\Tests\\VoiceTest::testAsks", "- removed"),
            ("tests/VoiceTest.php::Voice\\Tests\\VoiceTest::testOld", "- satisfied"),
        ],
    );
}

const MANIFEST: &str = r#"{"name": "voice/voice", "autoload": {"psr-4": {"Voice\\": "src/"}}, "autoload-dev": {"psr-4": {"Voice\\Tests\\": "tests/"}}}"#;

/// The same loaded by Composer, as the head has its classes.
fn composed(repo: RepoBuilder) -> RepoBuilder {
    let settings = SETTINGS.replace("loader.php", "vendor/autoload.php");
    repo.both("phpunit.xml.dist", settings).both("composer.json", MANIFEST).both(".gitignore", "vendor/\n")
}

#[test]
fn classes_that_only_one_side_has_are_found_by_composers_loader_in_its_worlds() {
    let old_class = "<?php\nnamespace Voice;\nclass Gone { static function one() { return 1; } }\n";
    let new_class = old_class.replace("Gone", "Fresh");
    let gone = "    public function testGone() { foreach ([1, 2, 3] as $all) { $this->assertTrue($all > 0, 'x' . $all); } $this->assertSame(1, \\Voice\\Gone::one()); }\n";
    let fresh = "    public function testFresh() { $this->assertSame(1, \\Voice\\Fresh::one()); }\n    public function testAsks() { $this->assertSame('A', Voice::shout('a')); }\n";
    for options in [&[][..], &["--optimize"], &["--classmap-authoritative"]] {
        let repo = composed(voice(gone, fresh))
            .base("src/Gone.php", old_class)
            .gone("src/Gone.php")
            .head("src/Fresh.php", new_class.as_str())
            .build();
        prepare(&repo, &[&["composer", "dump-autoload", "--quiet"], options].concat());
        let judged = judge(&repo);
        judged.accuses_nobody();
        let of = |name: &str| {
            judged.tests().remove(&format!("tests/VoiceTest.php::Voice\\Tests\\VoiceTest::{name}"))
        };
        assert_eq!(of("testAsks").as_deref(), Some("alibi -"), "{options:?}\n{judged}");
        assert_eq!(of("testFresh").as_deref(), Some("alibi -"), "{options:?}\n{judged}");
        assert_eq!(of("testGone").as_deref(), Some("- cannot_run"), "{options:?}\n{judged}");
    }
}

#[test]
fn a_class_whose_file_moves_is_found_in_every_world_however_composers_loader_lists_it() {
    let asks = |want: &str| {
        case(&format!(
            "    public function testAsks() {{ $this->assertSame('{want}', Voice::shout('a')); }}\n"
        ))
    };
    let listing = MANIFEST.replace(r#""psr-4": {"Voice\\": "src/"}"#, r#""classmap": ["src/"]"#);
    let moved = MANIFEST.replace("src/", "lib/");
    for (to, manifests, options) in [
        ("lib/Voice.php", [MANIFEST, &moved], &[][..]),
        ("lib/Voice.php", [MANIFEST, &moved], &["--optimize"]),
        ("src/deep/Voice.php", [&listing, &listing], &[]),
    ] {
        let repo =
            composed(RepoBuilder::new()).base("src/Voice.php", OLD).gone("src/Voice.php").head(to, new());
        let repo = repo.base("tests/VoiceTest.php", asks("a")).head("tests/VoiceTest.php", asks("A"));
        let repo = repo.base("composer.json", manifests[0]).head("composer.json", manifests[1]).build();
        prepare(&repo, &[&["composer", "dump-autoload", "--quiet"], options].concat());
        judge(&repo).is(
            "INCONCLUSIVE",
            &[("tests/VoiceTest.php::Voice\\Tests\\VoiceTest::testAsks", "alibi contract_changed")],
        );
    }
}
