//! What is on record of a change: sign-offs of the base side and from outside of the tree, and the author's claims.

use super::{Request, SessionError, make_case, rules, ssh, versions::Versions};
use crate::{
    change::{self, Blob, Repository},
    claims,
    config::Config,
    domain::{
        Case, Change, ChangedFile, Claim, Content, Record, Recorded, RepoPath, Role, Side, SignOff,
        SignOffKind, Standing, Test,
    },
    signoff::{self, SignOffError},
};
use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// What a sign-off that is found outside of the tree is said to be found in.
const OUTSIDE: &str = "counterproof/signoffs.toml in the git directory";

/// Who signs what off, and why.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The tests, by their ids.
    pub tests: Vec<String>,
    /// What they are signed off as; if nobody says, what the change did to them.
    pub kind: Option<SignOffKind>,
    /// Who signs.
    pub name: String,
    /// Why.
    pub reason: String,
    /// When; today, if nobody says.
    pub date: Option<String>,
    /// The SSH key to sign with.
    pub key: Option<PathBuf>,
    /// The file to add to; the one in the git directory, if nobody says.
    pub file: Option<PathBuf>,
}

/// Signs tests of a change off, and adds that to a file.
///
/// # Errors
/// As [`super::survey`]; if the change has no such test, the key does not sign, or the file cannot be written.
pub fn sign_off(request: &Request, wish: &Wish) -> Result<Vec<SignOff>, SessionError> {
    let repository = Arc::new(Repository::discover(&request.folder)?);
    let selected = change::select(&repository, &request.wanted)?;
    let versions = Versions::open(repository.clone(), &selected)?;
    let config = versions.config()?;
    let rules = rules(&versions, &config);
    let case = make_case(request, &selected, (&versions, &config, &rules))?;
    let signed: Result<Vec<_>, _> = wish.tests.iter().map(|id| made(&case, id, wish)).collect();
    let signed = signed?;
    let file = wish.file.as_ref().map(|file| request.folder.join(file));
    add(&file.unwrap_or_else(|| repository.signoffs_file()), &signed)?;
    Ok(signed)
}

fn made(case: &Case, id: &str, wish: &Wish) -> Result<SignOff, SessionError> {
    let test = find(case, id)?;
    let kind = wish.kind.unwrap_or_else(|| signoff::likely_kind(test));
    let today = || jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    let mut signed = SignOff {
        kind,
        test: test.id.clone(),
        name: wish.name.clone(),
        reason: wish.reason.clone(),
        date: wish.date.clone().unwrap_or_else(today),
        digest: signoff::of_test(kind, test, &case.record.around),
        signature: None,
    };
    if let Some(key) = &wish.key {
        let signature = ssh::sign(key, &signoff::signed_text(&signed));
        signed.signature = Some(signature.map_err(|error| SessionError::NotSigned(error.to_string()))?);
    }
    Ok(signed)
}

fn find<'a>(case: &'a Case, id: &str) -> Result<&'a Test, SessionError> {
    case.tests.iter().find(|test| test.id == id).ok_or_else(|| {
        let last = id.rsplit("::").next().unwrap_or(id);
        let alike = case.tests.iter().filter(|test| test.id.ends_with(last)).map(|test| test.id.clone());
        SessionError::NoSuchTest { id: id.to_owned(), alike: alike.take(3).collect() }
    })
}

/// Adds sign-offs at the end of a file, which must be one of sign-offs if it is there.
fn add(file: &Path, signed: &[SignOff]) -> Result<(), SessionError> {
    let before = read_if_there(file)?.unwrap_or_default();
    let text: String = signed.iter().map(|one| format!("{}\n", signoff::written(one))).collect();
    let name = file.display().to_string();
    signoff::parse(&name, &format!("{before}\n{text}"))?;
    let line_end = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    append(file, &(line_end.to_owned() + &text)).map_err(unusable(file))
}

fn append(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().create(true).append(true).open(file)?.write_all(text.as_bytes())
}

fn unusable(file: &Path) -> impl Fn(io::Error) -> SessionError + '_ {
    |error| SessionError::OnRecord { file: file.to_owned(), why: error.to_string() }
}

/// All that is on record.
pub(super) fn read(
    request: &Request,
    versions: &Versions,
    config: &Config,
    change: &Change,
) -> Result<Record, SessionError> {
    let (signoffs, claims) = (signoffs(versions, config)?, ledger(request, versions, config)?);
    Ok(Record { signoffs, claims, around: around(versions, change) })
}

/// The hash of what the change does to files of tests, to what they read, and to what runs them.
fn around(versions: &Versions, change: &Change) -> String {
    let is_around = |file: &ChangedFile| {
        let roles = [Role::Test, Role::Fixture, Role::Harness];
        file.path != RepoPath::from(signoff::FILE) && file.roles.iter().any(|role| roles.contains(role))
    };
    let files = versions.entries().iter().zip(&change.files).filter(|(_, file)| is_around(file));
    let oid = |blob: &Option<Blob>| blob.as_ref().map(|blob| blob.oid.clone()).unwrap_or_default();
    let named: Vec<_> =
        files.map(|(entry, file)| [file.path.to_string(), oid(&entry.base), oid(&entry.head)]).collect();
    signoff::of_files(named.iter().map(|file| file.each_ref().map(String::as_str)))
}

/// The sign-offs of the base side and from outside of the tree, with those that the change itself brings, which do not
/// count (I12).
fn signoffs(versions: &Versions, config: &Config) -> Result<Vec<Recorded>, SessionError> {
    let outside = read_if_there(&versions.repository().signoffs_file())?.unwrap_or_default();
    let outside = signoff::parse(OUTSIDE, &outside)?;
    let base = in_tree(versions, Side::Base)?;
    // What the change makes of the file is no error of anybody's yet.
    let mut head = in_tree(versions, Side::Head).unwrap_or_default();
    head.retain(|one| !base.contains(one));
    let allowed = config.signoff.allowed_signers.as_deref().map(|path| allowed_signers(versions, path));
    let counting = |found_in: &str, signoff: SignOff| {
        let standing = standing(&signoff, allowed.as_ref());
        Recorded { signoff, found_in: found_in.to_owned(), standing }
    };
    let base = base.into_iter().map(|one| counting(signoff::FILE, one));
    let outside = outside.into_iter().map(|one| counting(OUTSIDE, one));
    let of_the_change = head.into_iter().map(|signoff| Recorded {
        signoff,
        found_in: signoff::FILE.to_owned(),
        standing: Standing::OfTheChange,
    });
    Ok(base.chain(outside).chain(of_the_change).collect())
}

fn in_tree(versions: &Versions, side: Side) -> Result<Vec<SignOff>, SignOffError> {
    let content = versions.read(side, &RepoPath::from(signoff::FILE));
    signoff::parse(signoff::FILE, content.as_ref().and_then(Content::text).unwrap_or_default())
}

/// The base's file of allowed signers; else why nobody is allowed.
fn allowed_signers(versions: &Versions, path: &str) -> Result<String, String> {
    let content = versions.read(Side::Base, &RepoPath::from(path));
    let text = content.as_ref().and_then(Content::text).map(str::to_owned);
    text.ok_or_else(|| format!("the base has no file `{path}` of allowed signers"))
}

/// Whether a sign-off may count where the base asks for signatures, or does not.
fn standing(signed: &SignOff, allowed: Option<&Result<String, String>>) -> Standing {
    let signer = match (allowed, &signed.signature) {
        (None, _) => return Standing::Counts { signer: None },
        (Some(Err(why)), _) => Err(why.clone()),
        (Some(Ok(_)), None) => Err("it is unsigned, and the base has allowed signers".into()),
        (Some(Ok(allowed)), Some(signature)) => {
            ssh::signer(signature, &signoff::signed_text(signed), allowed)
        }
    };
    match signer {
        Ok(signer) => Standing::Counts { signer: Some(signer) },
        Err(why) => Standing::Ignored(why),
    }
}

/// The author's claims: of the file that was named, else of the one that the base's configuration names, as the head
/// has it.
fn ledger(request: &Request, versions: &Versions, config: &Config) -> Result<Vec<Claim>, SessionError> {
    if let Some(file) = &request.claims {
        let text = fs::read_to_string(request.folder.join(file)).map_err(unusable(file))?;
        return Ok(claims::read(&text));
    }
    let content =
        config.claims.file.as_deref().and_then(|path| versions.read(Side::Head, &RepoPath::from(path)));
    Ok(claims::read(content.as_ref().and_then(Content::text).unwrap_or_default()))
}

fn read_if_there(file: &Path) -> Result<Option<String>, SessionError> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unusable(file)(error)),
    }
}
