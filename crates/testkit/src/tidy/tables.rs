//! Closed tables: one more of a kind is one file and one row.

use super::Source;

/// A table of the engine and the folder its rows are written in.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The folder of its rows, below `crates/engine/src/`; the table stands in the file of the same name.
    pub folder: &'static str,
    /// The table's name.
    pub name: &'static str,
    /// The files of the folder that hold what several rows share, and have no row.
    pub shared: &'static [&'static str],
}

/// All tables.
pub const TABLES: &[Table] = &[
    Table { folder: "lang", name: "LANGUAGES", shared: &[] },
    Table { folder: "runner", name: "RUNNERS", shared: &[] },
    Table { folder: "report", name: "RENDERERS", shared: &["wire"] },
    Table { folder: "world", name: "BACKENDS", shared: &["compose"] },
];

/// Files of the table's folder without a row, and files named as shared that are not there. An empty folder needs no
/// table.
pub fn unlisted(table: &Table, sources: &[Source]) -> Vec<String> {
    let files = files(table, sources);
    let rows = rows(table, sources);
    let rowless =
        files.iter().filter(|file| !table.shared.contains(file) && !rows.contains(&format!("{file}::")));
    let rowless = rowless.map(|file| format!("{}/{file}.rs has no row in {}", table.folder, table.name));
    let stale = table.shared.iter().filter(|file| !files.is_empty() && !files.contains(file));
    rowless
        .chain(stale.map(|file| format!("{}/{file}.rs is named as shared, but is not there", table.folder)))
        .collect()
}

/// The modules directly in the folder, by name.
fn files<'a>(table: &Table, sources: &'a [Source]) -> Vec<&'a str> {
    let folder = format!("crates/engine/src/{}/", table.folder);
    let inside = sources.iter().filter_map(|source| source.path.strip_prefix(&folder));
    inside.filter_map(|name| name.strip_suffix(".rs")).filter(|name| !name.contains('/')).collect()
}

/// The text of the table: what stands between the brackets of `NAME: … = &[…];`.
fn rows(table: &Table, sources: &[Source]) -> String {
    let path = format!("crates/engine/src/{}.rs", table.folder);
    let code = sources.iter().find(|source| source.path == path).map(Source::code).unwrap_or_default();
    let value = code.split_once(&format!("{}:", table.name)).and_then(|(_, rest)| rest.split_once('='));
    value.and_then(|(_, rest)| rest.split_once(';')).map(|(rows, _)| rows.to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Table = Table { folder: "lang", name: "LANGUAGES", shared: &["tree"] };

    fn findings(files: &[&str], table: &str) -> Vec<String> {
        let text = format!("/// A [`LANGUAGES`] row.\npub static LANGUAGES: &[Language] = {table};\nmod c;");
        let mut sources = vec![Source { path: "crates/engine/src/lang.rs".to_owned(), text }];
        sources.extend(
            files.iter().map(|name| Source {
                path: format!("crates/engine/src/lang/{name}.rs"),
                text: String::new(),
            }),
        );
        unlisted(&TABLE, &sources)
    }

    #[test]
    fn a_file_with_its_row_is_in_order() {
        assert_eq!(findings(&["python", "tree"], "&[python::LANGUAGE]"), [""; 0]);
    }

    #[test]
    fn a_file_without_a_row_is_named() {
        let found = findings(&["python", "rust", "tree"], "&[python::LANGUAGE /* rust:: */]");
        assert_eq!(found, ["lang/rust.rs has no row in LANGUAGES"]);
    }

    #[test]
    fn a_shared_file_that_is_gone_is_named() {
        assert_eq!(
            findings(&["python"], "&[python::X]"),
            ["lang/tree.rs is named as shared, but is not there"]
        );
    }

    #[test]
    fn a_folder_inside_the_folder_belongs_to_its_row() {
        assert_eq!(findings(&["python", "python/queries", "tree"], "&[python::X]"), [""; 0]);
    }
}
