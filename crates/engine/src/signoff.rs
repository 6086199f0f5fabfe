//! Sign-offs as text: how they are written, what exactly is signed, and what a signature is over.

use crate::domain::{Case, Disabled, Recorded, SignOff, SignOffKind, Site, Standing, Test};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The name of the file in the tree, at the top level.
pub const FILE: &str = "counterproof.signoffs.toml";

/// The namespace of SSH signatures.
pub const NAMESPACE: &str = "counterproof";

/// What begins every text that is hashed or signed, so that none can be taken for another.
const FORM: &str = "counterproof signoff 1";

/// A file of sign-offs that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file} cannot be used: {message}")]
pub struct SignOffError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub message: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[serde(default)]
    signoff: Vec<SignOff>,
}

/// The sign-offs of a file.
///
/// # Errors
/// If it has anything else in it, or one without a name or a reason.
pub fn parse(file: &str, text: &str) -> Result<Vec<SignOff>, SignOffError> {
    let error = |message: String| SignOffError { file: file.to_owned(), message };
    let page: Page = toml::from_str(text).map_err(|one| error(one.to_string()))?;
    let is_nameless = |one: &&SignOff| one.name.trim().is_empty() || one.reason.trim().is_empty();
    match page.signoff.iter().find(is_nameless) {
        Some(one) => Err(error(format!("the sign-off of `{}` needs a name and a reason", one.test))),
        None => Ok(page.signoff),
    }
}

/// The sign-off as a file has it.
pub fn written(signoff: &SignOff) -> String {
    toml::to_string(&Page { signoff: vec![signoff.clone()] }).unwrap_or_default()
}

/// The hash of a test's definition on one side: what it does and whether it is disabled, layout and comments left out.
pub fn of_definition(tokens: &[String], disabled: Option<&Disabled>) -> String {
    let off = disabled.map_or("active", |disabled| disabled.by.as_str());
    hash(tokens.iter().map(String::as_str).chain([off]))
}

/// The hash of exactly what a sign-off of this kind signs: the test, as the base has it and as the head has it. Where
/// these are the same, what changed is `around` it: a file that it reads, a helper, the harness.
pub fn of_test(kind: SignOffKind, test: &Test, around: &str) -> String {
    let side = |site: &Option<Site>| site.as_ref().map_or("gone".to_owned(), |site| site.digest.clone());
    let (base, head) = (side(&test.base), side(&test.head));
    let around = if base == head { around } else { "" };
    hash([FORM, kind.name(), &test.id, &base, &head, around])
}

/// The hash of what a change does to files: for each its path, and git's names for its content before and after.
pub fn of_files<'a>(files: impl IntoIterator<Item = [&'a str; 3]>) -> String {
    hash(files.into_iter().flatten())
}

/// The text that a signature is over: all of the sign-off but the signature.
pub fn signed_text(signoff: &SignOff) -> String {
    let SignOff { kind, test, name, reason, date, digest, signature: _ } = signoff;
    let lines = [("test", test), ("name", name), ("reason", reason), ("date", date), ("digest", digest)];
    let quoted = lines.map(|(key, value)| format!("{key} {}\n", serde_json::Value::from(value.as_str())));
    format!("{FORM}\nkind {}\n{}", kind.name(), quoted.concat())
}

/// Whether a sign-off is of what a case has, and may count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validity {
    /// It is, and it may.
    Stands,
    /// It was, and the test is not what was signed any more.
    Expired,
    /// The case has no such test.
    Elsewhere,
    /// It may not count, and why.
    Ignored(String),
}

/// Whether a sign-off is of what a case has, and may count.
pub fn validity(case: &Case, recorded: &Recorded) -> Validity {
    let Recorded { signoff, standing, .. } = recorded;
    match standing {
        Standing::Ignored(why) => return Validity::Ignored(why.clone()),
        Standing::OfTheChange => {
            let why = "it is written in the change itself, and counts from the next change on";
            return Validity::Ignored(why.into());
        }
        Standing::Counts { .. } => {}
    }
    match case.tests.iter().find(|test| test.id == signoff.test) {
        None => Validity::Elsewhere,
        Some(test) if of_test(signoff.kind, test, &case.record.around) == signoff.digest => Validity::Stands,
        Some(_) => Validity::Expired,
    }
}

/// What a test can be signed off as, by what the change did to it; the others need an experiment to tell.
pub fn likely_kind(test: &Test) -> SignOffKind {
    let is_off = |site: &Site| site.disabled.is_some();
    match (&test.base, &test.head) {
        (Some(base), head) if !is_off(base) && head.as_ref().is_none_or(is_off) => SignOffKind::Removal,
        (Some(_), Some(_)) => SignOffKind::Contract,
        _ => SignOffKind::Unvalidatable,
    }
}

/// A hash of texts that no other texts have: each with its length before it.
fn hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_be_bytes());
        hasher.update(text);
    }
    let mut hex = String::from("sha256:");
    for byte in hasher.finalize() {
        hex.push_str(&format!("{byte:02x}"));
    }
    hex
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{SuiteNo, Touched},
        runner::testing::site,
    };

    fn test(base: Option<&str>, head: Option<&str>) -> Test {
        let version = |digest: &str| Site { digest: digest.into(), ..site("t.py", &["test_a"]) };
        Test {
            id: "t.py::test_a".into(),
            suite: SuiteNo(0),
            touched: Touched::Edited,
            base: base.map(version),
            head: head.map(version),
        }
    }

    fn signoff() -> SignOff {
        SignOff {
            kind: SignOffKind::Contract,
            test: "t.py::test_a".into(),
            name: "Ada".into(),
            reason: "the \"new\" rule\nof 2026".into(),
            date: "2026-12-01".into(),
            digest: of_test(SignOffKind::Contract, &test(Some("a"), Some("b")), ""),
            signature: None,
        }
    }

    #[test]
    fn what_is_written_is_read_again_one_below_the_other() {
        let other = SignOff { signature: Some("-----BEGIN\nx\n".into()), ..signoff() };
        let text = format!("# by us\n{}\n{}", written(&signoff()), written(&other));
        assert_eq!(parse("f", &text).unwrap(), [signoff(), other]);
        assert_eq!(parse("f", "").unwrap(), []);
    }

    #[test]
    fn what_is_no_sign_off_is_refused() {
        for (text, part) in [
            ("x = 1", "unknown field"),
            (&written(&signoff()).replace("contract", "vacuous"), "unknown variant"),
            (&written(&signoff()).replace("Ada", " "), "needs a name and a reason"),
            (&written(&signoff()).replace("date", "day"), "unknown field"),
        ] {
            let error = parse("the-file", text).unwrap_err().to_string();
            assert!(error.starts_with("the-file cannot be used") && error.contains(part), "{error}");
        }
    }

    #[test]
    fn every_part_of_what_is_signed_is_in_the_hash() {
        let whole = of_test(SignOffKind::Contract, &test(Some("a"), Some("b")), "");
        let other_id = Test { id: "t.py::test_b".into(), ..test(Some("a"), Some("b")) };
        for other in [
            of_test(SignOffKind::Removal, &test(Some("a"), Some("b")), ""),
            of_test(SignOffKind::Contract, &test(Some("x"), Some("b")), ""),
            of_test(SignOffKind::Contract, &test(Some("a"), Some("x")), ""),
            of_test(SignOffKind::Contract, &test(Some("a"), None), ""),
            of_test(SignOffKind::Contract, &test(None, Some("b")), ""),
            of_test(SignOffKind::Contract, &other_id, ""),
        ] {
            assert_ne!(whole, other);
        }
        let same = |around: &str| of_test(SignOffKind::Contract, &test(Some("a"), Some("a")), around);
        assert_ne!(same("x"), same("y"), "what changed is around it");
        let edited = |around: &str| of_test(SignOffKind::Contract, &test(Some("a"), Some("b")), around);
        assert_eq!(edited("x"), edited("y"));
        let tokens = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_ne!(of_definition(&tokens(&["ab", "c"]), None), of_definition(&tokens(&["a", "bc"]), None));
        let disabled = Disabled { by: "@skip".into(), line: 1 };
        assert_ne!(of_definition(&[], None), of_definition(&[], Some(&disabled)));
    }

    #[test]
    fn every_part_of_a_sign_off_is_in_what_is_signed() {
        let whole = signed_text(&signoff());
        for other in [
            SignOff { kind: SignOffKind::Removal, ..signoff() },
            SignOff { test: "x".into(), ..signoff() },
            SignOff { name: "x".into(), ..signoff() },
            SignOff { reason: "x".into(), ..signoff() },
            SignOff { date: "x".into(), ..signoff() },
            SignOff { digest: "x".into(), ..signoff() },
        ] {
            assert_ne!(signed_text(&other), whole);
        }
        assert_eq!(signed_text(&SignOff { signature: Some("x".into()), ..signoff() }), whole);
    }

    #[test]
    fn the_likely_kind_follows_from_what_the_change_did() {
        let off = |test: &mut Test| {
            let head = test.head.as_mut().unwrap();
            head.disabled = Some(Disabled { by: "@skip".into(), line: 1 });
        };
        let mut disabled = test(Some("a"), Some("b"));
        off(&mut disabled);
        assert_eq!(likely_kind(&disabled), SignOffKind::Removal);
        assert_eq!(likely_kind(&test(Some("a"), None)), SignOffKind::Removal);
        assert_eq!(likely_kind(&test(Some("a"), Some("b"))), SignOffKind::Contract);
        assert_eq!(likely_kind(&test(None, Some("b"))), SignOffKind::Unvalidatable);
    }
}
