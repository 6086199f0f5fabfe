//! Files taken apart into code and tests, and put together from two sides.

use super::{
    manifest::{
        CARGO, COMPOSER, PACKAGE_JSON, POM, PYPROJECT, Patterns, SETUP_CFG, VITE_CONFIG, ini, json, script,
        toml, xml,
    },
    role::{ExtraRule, role_with},
};
use crate::{
    domain::{Content, Part, RepoPath, Role},
    lang,
};
use std::{collections::BTreeMap, sync::Arc};

/// A kind of file, known by its name, that holds code and harness.
struct FileKind {
    /// Its name; `*` at the end stands for any extension.
    name: &'static str,
    patterns: Patterns,
    cut: fn(&str, Patterns) -> Vec<Part>,
    graft: fn(&str, &str, Patterns) -> String,
    /// The file's code and its harness in a form in which layout makes no difference; `None` if it cannot be read.
    strands: fn(&str, Patterns) -> Option<(String, String)>,
}

/// All of them; source files are cut by their language.
static FILE_KINDS: &[FileKind] = &[
    FileKind {
        name: "package.json",
        patterns: PACKAGE_JSON,
        cut: json::cut,
        graft: json::graft,
        strands: json::strands,
    },
    FileKind {
        name: "composer.json",
        patterns: COMPOSER,
        cut: json::cut,
        graft: json::graft,
        strands: json::strands,
    },
    FileKind {
        name: "pyproject.toml",
        patterns: PYPROJECT,
        cut: toml::cut,
        graft: toml::graft,
        strands: toml::strands,
    },
    FileKind {
        name: "Cargo.toml",
        patterns: CARGO,
        cut: toml::cut,
        graft: toml::graft,
        strands: toml::strands,
    },
    FileKind {
        name: "setup.cfg",
        patterns: SETUP_CFG,
        cut: ini::cut,
        graft: ini::graft,
        strands: ini::strands,
    },
    FileKind { name: "pom.xml", patterns: POM, cut: xml::cut, graft: xml::graft, strands: xml::strands },
    FileKind {
        name: "vite.config.*",
        patterns: VITE_CONFIG,
        cut: script::cut,
        graft: script::graft,
        strands: script::strands,
    },
];

impl FileKind {
    fn is_of(&self, path: &RepoPath) -> bool {
        match self.name.strip_suffix('*') {
            Some(stem) => path.name().starts_with(stem.as_bytes()),
            None => path.name() == self.name.as_bytes(),
        }
    }
}

/// How a file is taken apart.
enum Form {
    /// It has one role.
    Whole(Role),
    /// By its name.
    Kind(&'static FileKind),
    /// By its language.
    Source(fn(&str) -> Vec<Part>, fn(&str, &str) -> String),
}

fn form(path: &RepoPath, extra: &[ExtraRule]) -> Form {
    let role = role_with(path, extra);
    let kind = FILE_KINDS.iter().find(|kind| kind.is_of(path));
    match (role, kind, lang::of(path).map(|language| (language.cut, language.graft))) {
        (Role::Code, Some(kind), _) => Form::Kind(kind),
        (Role::Code, None, Some((Some(cut), Some(graft)))) => Form::Source(cut, graft),
        _ => Form::Whole(role),
    }
}

impl Form {
    /// The role of the file as a whole.
    fn main_role(&self) -> Role {
        match self {
            Self::Whole(role) => *role,
            Self::Kind(_) | Self::Source(..) => Role::Code,
        }
    }

    fn cut(&self, text: &str) -> Vec<Part> {
        match self {
            Self::Whole(role) => Vec::from([Part { role: *role, range: 0..text.len() }]),
            Self::Kind(kind) => (kind.cut)(text, kind.patterns),
            Self::Source(cut, _) => cut(text),
        }
    }

    fn graft(&self, code: &str, tests: &str) -> String {
        match self {
            Self::Whole(role) => if role.is_tests_side() { tests } else { code }.to_owned(),
            Self::Kind(kind) => (kind.graft)(code, tests, kind.patterns),
            Self::Source(_, graft) => graft(code, tests),
        }
    }

    /// What a file has of each role, to be compared with another version's.
    fn strands(&self, text: &str) -> BTreeMap<Role, String> {
        let mut strands = BTreeMap::new();
        if let Self::Kind(kind) = self
            && let Some((code, harness)) = (kind.strands)(text, kind.patterns)
        {
            return BTreeMap::from([(Role::Code, code), (Role::Harness, harness)]);
        }
        for part in self.cut(text) {
            strands.entry(part.role).or_insert_with(String::new).push_str(&text[part.range]);
        }
        strands
    }
}

/// The parts of a file: in order, touching, covering it.
pub fn cut(path: &RepoPath, text: &str) -> Vec<Part> {
    cut_with(path, text, &[])
}

/// [`cut`] with rules that go before the table of roles.
pub fn cut_with(path: &RepoPath, text: &str, extra: &[ExtraRule]) -> Vec<Part> {
    form(path, extra).cut(text)
}

/// What lies at a path in a world that takes its code from one side and its tests from another; `None`: nothing.
pub fn graft(path: &RepoPath, code: Option<&Content>, tests: Option<&Content>) -> Option<Content> {
    graft_with(path, code, tests, &[])
}

/// [`graft`] with rules that go before the table of roles.
///
/// A file with parts exists if it exists on the code side, whose kind and executable bit it has, or if there is
/// nothing but tests in it. Where a side is no text, nothing can be put together: the code side has it whole.
pub fn graft_with(
    path: &RepoPath,
    code: Option<&Content>,
    tests: Option<&Content>,
    extra: &[ExtraRule],
) -> Option<Content> {
    if code == tests || [code, tests].into_iter().flatten().any(|side| matches!(side, Content::Submodule(_)))
    {
        return code.cloned();
    }
    let form = form(path, extra);
    if let Form::Whole(role) = form {
        return if role.is_tests_side() { tests } else { code }.cloned();
    }
    match (code, tests) {
        (None, Some(tests)) => tests.text().filter(|text| !has_code(&form, text)).map(|_| tests.clone()),
        (Some(Content::File { bytes, executable }), tests) => {
            let (Ok(ours), Some(theirs)) =
                (std::str::from_utf8(bytes), tests.map_or(Some(""), Content::text))
            else {
                return code.cloned();
            };
            let bytes: Arc<[u8]> = form.graft(ours, theirs).into_bytes().into();
            Some(Content::File { bytes, executable: *executable })
        }
        _ => code.cloned(),
    }
}

fn has_code(form: &Form, text: &str) -> bool {
    let parts = form.cut(text);
    parts.iter().any(|part| !part.role.is_tests_side() && !text[part.range.clone()].trim().is_empty())
}

/// The roles of the parts of a file that differ between two sides, each once, in order; empty if nothing differs.
pub fn differing_roles(path: &RepoPath, base: Option<&Content>, head: Option<&Content>) -> Vec<Role> {
    differing_roles_with(path, base, head, &[])
}

/// [`differing_roles`] with rules that go before the table of roles.
pub fn differing_roles_with(
    path: &RepoPath,
    base: Option<&Content>,
    head: Option<&Content>,
    extra: &[ExtraRule],
) -> Vec<Role> {
    let sides = [base, head];
    if base == head {
        return Vec::new();
    }
    let form = form(path, extra);
    let is_submodule = sides.into_iter().flatten().any(|side| matches!(side, Content::Submodule(_)));
    let texts = sides.map(|side| side.map_or(Some(""), Content::text));
    let (Some(base_text), Some(head_text), false) = (texts[0], texts[1], is_submodule) else {
        return Vec::from([if is_submodule { Role::Code } else { form.main_role() }]);
    };
    let (ours, theirs) = (form.strands(base_text), form.strands(head_text));
    let mut roles: Vec<Role> = ours.keys().chain(theirs.keys()).copied().collect();
    roles.sort_unstable();
    roles.dedup();
    let strand = |of: &BTreeMap<Role, String>, role| of.get(&role).cloned().unwrap_or_default();
    roles.retain(|role| strand(&ours, *role) != strand(&theirs, *role));
    // Only the order of parts, an empty file's being there, or the executable bit.
    if roles.is_empty() { Vec::from([form.main_role()]) } else { roles }
}

#[cfg(test)]
mod tests;
