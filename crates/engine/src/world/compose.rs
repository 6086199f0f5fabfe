//! From a trial to the [`Layout`] of its world: each changed part from the side it is told to, then the alterations. Pure.

use super::Layout;
use crate::{
    alter,
    case::Sources,
    change::{
        parts,
        role::{ExtraRule, is_manifest},
    },
    domain::{Alteration, BodyEdit, Case, ChangedFile, Content, RepoPath, Role, Side, TestNo, Trial, World},
};
use std::collections::BTreeSet;

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
            match alteration {
                Alteration::Body(test, edit) => self.edit(&mut layout, trial.world, (*test, *edit))?,
                Alteration::BreakSource => break_sources(&mut layout)?,
            }
        }
        Ok(layout)
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
        let code = self.sources.content(world.code, path);
        if world.code == world.tests {
            return code;
        }
        parts::graft_with(path, code.as_ref(), self.sources.content(world.tests, path).as_ref(), self.rules)
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

    fn edit(
        &self,
        layout: &mut Layout,
        world: World,
        (test, edit): (TestNo, BodyEdit),
    ) -> Result<(), NothingToAlter> {
        let site = self.case.tests[test.0].site(world.tests).ok_or(NothingToAlter)?;
        let content = match layout.files.get(&site.file) {
            Some(content) => content.clone(),
            None => self.sources.content(Side::Head, &site.file),
        };
        let Some(Content::File { bytes, executable }) = content else { return Err(NothingToAlter) };
        let text = std::str::from_utf8(&bytes).map_err(|_| NothingToAlter)?;
        let edited =
            alter::edit_body(&site.file, text, (&site.name, site.ordinal), edit).ok_or(NothingToAlter)?;
        layout
            .files
            .insert(site.file.clone(), Some(Content::File { bytes: edited.into_bytes().into(), executable }));
        Ok(())
    }
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
