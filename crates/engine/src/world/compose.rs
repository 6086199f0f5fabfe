//! From a trial to the [`Layout`] of its world: each changed part from the side it is told to, then the alterations. Pure.

use super::Layout;
use crate::{
    alter::{self, TestName},
    case::{Sources, hollowed},
    change::{
        parts,
        role::{ExtraRule, is_manifest},
    },
    domain::{
        Alteration, BodyEdit, Case, ChangedFile, Code, Content, Probe, RepoPath, Role, Side, Support, TestNo,
        Trial, Turn, World,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// The trial asks for an alteration of what its world does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NothingToAlter;

/// What composing needs to know: the case, both versions, and where the disk differs from the head.
pub struct Composer<'a> {
    /// The case.
    pub case: &'a Case,
    /// Both versions.
    pub sources: &'a dyn Sources,
    /// Paths at which the working tree differs from the head: they are put right in every world.
    pub off_disk: &'a BTreeSet<RepoPath>,
    /// The roles of files that the table of roles does not know.
    pub rules: &'a [ExtraRule],
}

impl Composer<'_> {
    /// The world of a trial.
    ///
    /// # Errors
    /// If it has no such test, or no such source.
    pub fn layout(&self, trial: &Trial) -> Result<Layout, NothingToAlter> {
        let mut layout = self.plain(trial.world);
        for alteration in &trial.alterations {
            if let Alteration::Without(support) = alteration {
                layout.files.extend(self.without(*support));
            }
        }
        for (file, edits) in self.by_file(trial, edited)? {
            self.rewrite(&mut layout, file, |text| alter::edit_bodies(file, text, &edits))?;
        }
        for (file, probes) in self.by_file(trial, probed)? {
            self.rewrite(&mut layout, file, |text| alter::probe(file, text, &probes))?;
        }
        for (file, turns) in self.by_file(trial, watched)? {
            self.rewrite(&mut layout, file, |text| alter::witness(file, text, &turns))?;
        }
        if trial.alterations.contains(&Alteration::BreakSource) {
            break_sources(&mut layout)?;
        }
        Ok(layout)
    }

    /// The world with the bodies of tests switched, whatever their edits are, and the tests of which that is so. Those that
    /// can be put to the probe are put to it, and no others are switched then.
    pub fn switched(
        &self,
        world: World,
        probe: Option<Probe>,
        tests: &[TestNo],
    ) -> (Layout, BTreeSet<TestNo>) {
        let (mut layout, mut switched) = (self.plain(world), BTreeSet::new());
        let tests = self.put_to(&mut layout, (world, probe), tests);
        let mut files: BTreeMap<&RepoPath, Vec<NumberedName<'_>>> = BTreeMap::new();
        for test in &tests {
            if let Some(site) = self.case.tests[test.0].site(world.tests) {
                files.entry(&site.file).or_default().push(((site.name.as_slice(), site.ordinal), *test));
            }
        }
        for (file, names) in files {
            let mut here = Vec::new();
            let made = self.rewrite(&mut layout, file, |text| {
                let (text, numbers) = alter::switch(file, text, &names)?;
                here = numbers;
                Some(text)
            });
            switched.extend(here.into_iter().filter(|_| made.is_ok()));
        }
        (layout, switched)
    }

    /// The files that are other without the support, as they are then.
    fn without(&self, support: Support) -> Vec<(RepoPath, Option<Content>)> {
        let changed = self.case.change.files.iter();
        match support {
            Support::Ignored => self.case.ignored.iter().map(|path| (path.clone(), None)).collect(),
            Support::Harness => changed
                .filter(|file| file.is_harness())
                .map(|file| (file.path.clone(), self.sources.content(Side::Base, &file.path)))
                .collect(),
        }
    }

    /// Puts those of the tests to the probe that can be; all of them, if there is none.
    fn put_to(
        &self,
        layout: &mut Layout,
        (world, probe): (World, Option<Probe>),
        tests: &[TestNo],
    ) -> Vec<TestNo> {
        let Some(probe) = probe else { return tests.to_vec() };
        let mut files: BTreeMap<&RepoPath, Vec<TestNo>> = BTreeMap::new();
        for test in tests {
            let site = self.case.tests[test.0].site(world.tests);
            if let Some(site) = site.filter(|site| site.probes.contains(&probe)) {
                files.entry(&site.file).or_default().push(*test);
            }
        }
        // All of a file at once: tests inside of others share their assertions.
        let mut put = |(file, tests): &(&RepoPath, Vec<TestNo>)| {
            let sites = tests.iter().filter_map(|test| self.case.tests[test.0].site(world.tests));
            let probes: Vec<_> = sites.map(|site| ((site.name.as_slice(), site.ordinal), probe)).collect();
            self.rewrite(layout, file, |text| alter::probe(file, text, &probes)).is_ok()
        };
        files.into_iter().filter(|file| put(file)).flat_map(|(_, tests)| tests).collect()
    }

    /// Every changed file, whichever version it has here, and every file in which the disk differs.
    fn plain(&self, world: World) -> Layout {
        let changed =
            self.case.change.files.iter().flat_map(|file| [Some(&file.path), file.was.as_ref()]).flatten();
        let paths: BTreeSet<&RepoPath> = changed.chain(self.off_disk).collect();
        let files = paths.into_iter().map(|path| (path.clone(), self.content(path, world))).collect();
        let mut layout = Layout { files, watched: Vec::new() };
        layout.watched = self.changed_code(&layout);
        layout
    }

    fn content(&self, path: &RepoPath, world: World) -> Option<Content> {
        let code = self.sources.content(world.code.side(), path);
        if world.code == Code::Hollow {
            return code.map(|code| self.hollow(path, code));
        }
        if world.code.side() == world.tests {
            return code;
        }
        let tests = self.sources.content(world.tests, path);
        let content = parts::graft_with(path, code.as_ref(), tests.as_ref(), self.rules);
        if world.code == Code::Shimmed { self.shimmed(path, content) } else { content }
    }

    /// The file in which what was renamed has its old name too, or, where the path is one that a file was moved from, one
    /// that stands for it.
    fn shimmed(&self, path: &RepoPath, content: Option<Content>) -> Option<Content> {
        let renames: Vec<_> = self.case.renames.iter().filter(|rename| rename.file == *path).collect();
        let moved = self.case.change.files.iter().find(|file| file.was.as_ref() == Some(path));
        match (&content, moved) {
            (None, Some(file)) => {
                let there = self.sources.content(Side::Head, &file.path)?;
                Some(Content::file(alter::stand_in(path, &file.path, there.text()?)?.into_bytes()))
            }
            (Some(Content::File { executable, .. }), _) if !renames.is_empty() => {
                let shimmed = alter::shim(path, content.as_ref()?.text()?, &renames);
                let with =
                    |text: String| Content::File { bytes: text.into_bytes().into(), executable: *executable };
                shimmed.map(with).or(content)
            }
            _ => content,
        }
    }

    /// The head's file with its functions made hollow, if it is one of code that the change touched.
    fn hollow(&self, path: &RepoPath, head: Content) -> Content {
        let touched = self.case.change.files.iter().find(|file| file.path == *path);
        let touched = touched.filter(|file| file.roles.contains(&Role::Code));
        let hollow = touched.and_then(|file| hollowed(self.sources, file));
        match (hollow, head) {
            (Some(hollow), Content::File { executable, .. }) => {
                Content::File { bytes: hollow.text.into_bytes().into(), executable }
            }
            (_, head) => head,
        }
    }

    /// The changed source files that this world has. Manifests are not among them: a broken one stops the runner
    /// itself, which shows nothing about what a test loads.
    fn changed_code(&self, layout: &Layout) -> Vec<RepoPath> {
        let is_source = |file: &&ChangedFile| file.roles.contains(&Role::Code) && !is_manifest(&file.path);
        let sources = self.case.change.files.iter().filter(is_source);
        let paths = sources.flat_map(|file| [Some(&file.path), file.was.as_ref()]).flatten();
        let present = paths.filter(|path| matches!(layout.files.get(path), Some(Some(Content::File { .. }))));
        present.cloned().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// What the trial does to tests, where it does what is looked for, by the file it is done in: a file with many of them
    /// is read once.
    fn by_file<T>(
        &self,
        trial: &Trial,
        looked_for: impl Fn(&Alteration) -> Option<(TestNo, T)>,
    ) -> Result<ByFile<'_, T>, NothingToAlter> {
        let mut files: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (test, what) in trial.alterations.iter().filter_map(looked_for) {
            let site = self.case.tests[test.0].site(trial.world.tests).ok_or(NothingToAlter)?;
            files.entry(&site.file).or_default().push(((site.name.as_slice(), site.ordinal), what));
        }
        Ok(files)
    }

    /// Replaces a file's text by what is made of it.
    fn rewrite(
        &self,
        layout: &mut Layout,
        file: &RepoPath,
        mut made_of: impl FnMut(&str) -> Option<String>,
    ) -> Result<(), NothingToAlter> {
        let content = match layout.files.get(file) {
            Some(content) => content.clone(),
            None => self.sources.content(Side::Head, file),
        };
        let Some(Content::File { bytes, executable }) = content else { return Err(NothingToAlter) };
        let text = std::str::from_utf8(&bytes).map_err(|_| NothingToAlter)?;
        let edited = made_of(text).ok_or(NothingToAlter)?;
        let edited = Content::File { bytes: edited.into_bytes().into(), executable };
        layout.files.insert(file.clone(), Some(edited));
        Ok(())
    }
}

/// By file, what is done to which of its tests.
type ByFile<'a, T> = BTreeMap<&'a RepoPath, Vec<(TestName<'a>, T)>>;
/// A test with this name, by its number.
type NumberedName<'a> = (TestName<'a>, TestNo);

fn edited(alteration: &Alteration) -> Option<(TestNo, BodyEdit)> {
    if let Alteration::Body(test, edit) = alteration { Some((*test, *edit)) } else { None }
}

fn probed(alteration: &Alteration) -> Option<(TestNo, Probe)> {
    if let Alteration::Probe(test, probe) = alteration { Some((*test, *probe)) } else { None }
}

fn watched(alteration: &Alteration) -> Option<(TestNo, (Turn, TestNo))> {
    if let Alteration::Witnessed(test, turn) = alteration { Some((*test, (*turn, *test))) } else { None }
}

fn break_sources(layout: &mut Layout) -> Result<(), NothingToAlter> {
    if layout.watched.is_empty() {
        return Err(NothingToAlter);
    }
    for path in &layout.watched {
        if let Some(Some(Content::File { bytes, .. })) = layout.files.get_mut(path) {
            *bytes = alter::break_source(path, bytes).into();
        }
    }
    Ok(())
}
