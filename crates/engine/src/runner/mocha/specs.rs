//! Which files mocha is given, and by which of a package's scripts.

use super::{SIGNS, config::Configured, options::Options, starts};
use crate::{
    domain::RepoPath,
    runner::{
        Project,
        javascript::{
            Home,
            config::globs,
            place::is_named_as_test,
            script::{self, Carried, Invocation},
        },
    },
};

/// Where mocha looks for tests if nobody says otherwise.
const FOLDER: &str = "test";

/// The options are read here, not there.
const NOTHING: Carried = Carried { valued: &[], listed: &[], plain: &[] };

/// How the package's scripts run the file: the first of them that does. `None` if all are known and none does.
pub(super) fn invocation(project: &dyn Project, home: &Home, file: &RepoPath) -> Option<Invocation> {
    let below = file.strip(&home.package)?;
    if below.components().any(|folder| folder == b"node_modules") {
        return None;
    }
    let configured = Configured::of(project, &home.package, &home.manifest);
    let commands = script::commands(&home.manifest, SIGNS.word);
    let calls = commands.iter().filter_map(|words| Some((words, starts(words)?)));
    let mut ways: Vec<Way> =
        calls.map(|(words, at)| Way::of_script(project, home, (words, at), &configured)).collect();
    if ways.is_empty() {
        ways.push(Way::unknown(configured, &below));
    }
    let at = ways.iter().position(|way| way.runs(&below)).or(home.is_certain.then_some(0))?;
    let way = ways.swap_remove(at);
    Some(Invocation { flags: way.configured.words(&home.package, way.own), ..way.given })
}

/// One way in which mocha is called.
struct Way {
    given: Invocation,
    own: Options,
    configured: Configured,
}

impl Way {
    fn of_script(
        project: &dyn Project,
        home: &Home,
        (words, at): (&[String], usize),
        configured: &Configured,
    ) -> Self {
        let own = Options::of_words(&words[at + 1..]);
        let named = own.config.as_deref().map(|path| home.package.join(plain(path)));
        let configured = configured.clone().by(project, named);
        Self { given: script::invocation(words, at, &NOTHING), own, configured }
    }

    /// No script calls it in words that can be read. What has the name of a test, or lies where tests do, is one.
    fn unknown(configured: Configured, file: &RepoPath) -> Self {
        let mut own = Options::default();
        own.specs.extend(is_named_as_test(file).then(|| file.to_string()));
        Self { given: Invocation::default(), own, configured }
    }

    /// Whether a file below the package is among those that are run. What cannot be read may name it.
    fn runs(&self, file: &RepoPath) -> bool {
        let options = self.configured.behind(self.own.clone());
        let specs = match options.specs.is_empty() {
            true => vec![FOLDER.to_owned()],
            false => options.specs,
        };
        let names = |spec: &String| names(spec, file, options.is_recursive).unwrap_or(true);
        let ignores = |spec: &String| names_file(spec, file).unwrap_or(false);
        specs.iter().any(names) && !options.ignored.iter().any(ignores)
    }
}

/// Whether a file, a folder or a glob names the file; `None` if that cannot be read.
fn names(spec: &str, file: &RepoPath, is_recursive: bool) -> Option<bool> {
    let folder = RepoPath::new(plain(spec).trim_end_matches('/'));
    let is_inside = match is_recursive {
        true => file.strip(&folder).is_some(),
        false => file.parent().as_ref() == Some(&folder),
    };
    Some(is_inside || names_file(spec, file)?)
}

/// Whether it is the file's own path, or a glob that matches it. The shell or a helper may make anything of some.
fn names_file(spec: &str, file: &RepoPath) -> Option<bool> {
    if plain(spec).as_bytes() == file.as_bytes() {
        return Some(true);
    }
    let is_made = spec.contains(['$', '`']) || spec.starts_with('(');
    let globs = if is_made { None } else { globs(&[plain(spec)]) };
    Some(globs?.is_match(file.to_os()))
}

fn plain(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}
