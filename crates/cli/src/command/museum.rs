//! `counterproof museum`: lists the exhibits, or judges them for real and holds what is found against their pages.

mod judge;
mod needs;
mod show;

use crate::{
    args::{GlobalArgs, MuseumArgs},
    error::CliError,
    exit, term,
};
use counterproof_museum::{Exhibit, Kind, exhibits};
use judge::{Judged, Outcome, Studio};

/// The status when an exhibit did not come out as its page says.
const DIFFERS: u8 = 1;

/// Runs the command; 0 if all that was asked came out as told.
pub(super) fn run(args: &MuseumArgs, global: &GlobalArgs) -> Result<u8, CliError> {
    let all = exhibits().map_err(|error| CliError::bug(error.to_string()))?;
    let chosen = chosen(&all, args)?;
    if args.names.is_empty() && !args.all {
        term::out(&show::list(&chosen, args))?;
        return Ok(0);
    }
    let rows = judged(&chosen, args, global)?;
    if rows.iter().any(|row| row.outcome == Outcome::Interrupted) {
        return Ok(exit::INTERRUPTED);
    }
    if !args.json() {
        term::out(&show::count(&rows))?;
    }
    status(&rows)
}

/// Judges the exhibits one after the other, each shown as it comes.
fn judged<'a>(
    chosen: &[&'a Exhibit],
    args: &MuseumArgs,
    global: &GlobalArgs,
) -> Result<Vec<Judged<'a>>, CliError> {
    let studio = Studio::open(args, global)?;
    let width = show::width(chosen);
    let mut rows = Vec::new();
    for exhibit in chosen {
        if !args.all && !args.json() {
            term::out(&show::page(exhibit, global))?;
        }
        let row = studio.judge(exhibit)?;
        term::out(&show::row(&row, args, width))?;
        let stop = row.outcome == Outcome::Interrupted;
        rows.push(row);
        if stop {
            break;
        }
    }
    Ok(rows)
}

/// What was not run is no pass: it is an error of its own, unless something differs.
fn status(rows: &[Judged<'_>]) -> Result<u8, CliError> {
    if rows.iter().any(|row| matches!(row.outcome, Outcome::Differs(_))) {
        return Ok(DIFFERS);
    }
    let missing: Vec<_> = rows.iter().filter(|row| matches!(row.outcome, Outcome::Missing(_))).collect();
    match missing.len() {
        0 => Ok(0),
        some => Err(CliError::usage(format!(
            "{some} of {} exhibits were not judged, since their runners do not run here",
            rows.len()
        ))
        .hint("install what is named above, or leave them out with `--runner`")),
    }
}

/// The exhibits that were asked for.
fn chosen<'a>(all: &'a [Exhibit], args: &MuseumArgs) -> Result<Vec<&'a Exhibit>, CliError> {
    let mut wanted = Vec::new();
    for name in &args.names {
        wanted.push(named(all, name)?);
    }
    if args.names.is_empty() {
        wanted.extend(all);
    }
    let kind = |exhibit: &Exhibit| match exhibit.kind {
        Kind::Fake => !args.honest,
        Kind::Honest => !args.fakes,
    };
    let runner = |exhibit: &Exhibit| args.runner.as_ref().is_none_or(|name| *name == exhibit.page.runner);
    wanted.retain(|exhibit| kind(exhibit) && runner(exhibit));
    match wanted.is_empty() {
        true => Err(CliError::usage("no exhibit is like that").hint("`counterproof museum` lists them all")),
        false => Ok(wanted),
    }
}

/// The one exhibit of this name, or whose name alone begins so.
fn named<'a>(all: &'a [Exhibit], name: &str) -> Result<&'a Exhibit, CliError> {
    if let Some(exact) = all.iter().find(|exhibit| exhibit.name == name) {
        return Ok(exact);
    }
    let found: Vec<_> = all.iter().filter(|exhibit| exhibit.name.starts_with(name)).collect();
    let names: Vec<_> = found.iter().map(|exhibit| exhibit.name).collect();
    match found[..] {
        [one] => Ok(one),
        [] => Err(CliError::usage(format!("no exhibit is called `{name}`"))
            .hint("`counterproof museum` lists them all")),
        _ => Err(CliError::usage(format!("more than one exhibit begins with `{name}`"))
            .hint(format!("one of: {}", names.join(", ")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(args: &MuseumArgs) -> Result<usize, CliError> {
        chosen(&exhibits().unwrap(), args).map(|some| some.len())
    }

    #[test]
    fn an_exhibit_is_found_by_its_name_or_the_beginning_of_it() {
        let all = exhibits().unwrap();
        for exhibit in &all {
            assert_eq!(named(&all, exhibit.name).unwrap(), exhibit);
        }
        assert!(named(&all, "").is_err(), "every name begins so");
        assert!(named(&all, "no-such-exhibit").is_err());
    }

    #[test]
    fn what_is_asked_for_is_narrowed_and_nothing_left_is_an_error() {
        let all = names(&MuseumArgs::default()).unwrap();
        let fakes = names(&MuseumArgs { fakes: true, ..MuseumArgs::default() }).unwrap();
        let honest = names(&MuseumArgs { honest: true, ..MuseumArgs::default() }).unwrap();
        assert_eq!(fakes + honest, all);
        let of = |runner: &str| MuseumArgs { runner: Some(runner.into()), ..MuseumArgs::default() };
        assert!(names(&of("pytest")).unwrap() < all);
        assert!(names(&of("no-such-runner")).is_err());
    }
}
