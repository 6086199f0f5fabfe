//! Closed tables (I9): one more of a kind is one file and one row.

use super::Source;

/// A table of the engine and the folder its rows are written in.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The folder, below `crates/engine/src/`; the table stands in the file of the same name beside it.
    pub folder: &'static str,
    /// The table's name.
    pub name: &'static str,
    /// The type of a row.
    pub row: &'static str,
}

/// All tables.
pub const TABLES: &[Table] = &[
    Table { folder: "lang", name: "LANGUAGES", row: "Language" },
    Table { folder: "runner", name: "RUNNERS", row: "Runner" },
    Table { folder: "report", name: "RENDERERS", row: "Renderer" },
    Table { folder: "evidence", name: "RULES", row: "Rule" },
    Table { folder: "world", name: "BACKENDS", row: "Backend" },
];

/// Files of the table's folder that have no row and that no other file there uses; rows that are written down in such
/// a file but are not in the table.
pub fn unlisted(table: &Table, sources: &[Source]) -> Vec<String> {
    let files = Files::of(table, sources);
    let rows = files.rows(table);
    let idle = files.modules.iter().filter(|module| !rows.contains(&module.prefix()) && !files.uses(module));
    let idle = idle.map(|module| format!("{}/{}.rs has no row in {}", table.folder, module.name, table.name));
    let forgotten = files.modules.iter().flat_map(|module| {
        let constants =
            module.constants(table.row).into_iter().filter(|name| !rows.contains(&(module.prefix() + name)));
        constants
            .map(|name| format!("{}{name} is not in {}", module.prefix(), table.name))
            .collect::<Vec<_>>()
    });
    idle.chain(forgotten).collect()
}

/// The table's file and the modules directly in its folder, as code.
struct Files {
    table: String,
    modules: Vec<Module>,
}

struct Module {
    name: String,
    code: String,
}

impl Files {
    fn of(table: &Table, sources: &[Source]) -> Self {
        let path = format!("crates/engine/src/{}.rs", table.folder);
        let folder = format!("crates/engine/src/{}/", table.folder);
        let mut modules: Vec<Module> = Vec::new();
        for source in sources {
            let Some(name) = source.path.strip_prefix(&folder).and_then(|path| path.strip_suffix(".rs"))
            else {
                continue;
            };
            match name.split_once('/') {
                None => modules.push(Module { name: name.to_owned(), code: source.code() }),
                // A module's own folder is a part of it.
                Some((own, _)) => match modules.iter_mut().find(|module| module.name == own) {
                    Some(module) => module.code.push_str(&source.code()),
                    None => modules.push(Module { name: own.to_owned(), code: source.code() }),
                },
            }
        }
        let table = sources.iter().find(|source| source.path == path).map(Source::code).unwrap_or_default();
        Self { table, modules }
    }

    /// What stands between `NAME: … =` and `;`.
    fn rows(&self, table: &Table) -> String {
        let value =
            self.table.split_once(&format!("{}:", table.name)).and_then(|(_, rest)| rest.split_once('='));
        value.and_then(|(_, rest)| rest.split_once(';')).map(|(rows, _)| rows.to_owned()).unwrap_or_default()
    }

    /// Whether the module is for tests or for others by its declaration, or another one mentions something of it.
    fn uses(&self, module: &Module) -> bool {
        let declared = |way: &str| self.table.contains(&format!("{way} mod {};", module.name));
        let others = self.modules.iter().filter(|other| other.name != module.name).map(|other| &other.code);
        declared("pub")
            || self.table.contains(&format!("#[cfg(test)]\nmod {};", module.name))
            || others.chain([&self.table]).any(|code| code.contains(&module.prefix()))
    }
}

impl Module {
    fn prefix(&self) -> String {
        format!("{}::", self.name)
    }

    /// The constants and statics of the row's type.
    fn constants(&self, row: &str) -> Vec<&str> {
        let of_the_type = format!(": {row} ");
        let ends = self.code.match_indices(&of_the_type).map(|(at, _)| &self.code[..at]);
        let names = ends.filter_map(|before| {
            let (keyword, name) = before.rsplit_once(' ')?;
            (keyword.ends_with("const") || keyword.ends_with("static")).then_some(name)
        });
        names.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Table = Table { folder: "lang", name: "LANGUAGES", row: "Language" };

    fn findings(table: &str, files: &[(&str, &str)]) -> Vec<String> {
        let text = format!("/// A [`LANGUAGES`] row.\npub static LANGUAGES: &[Language] = {table};\nmod c;");
        let mut sources = vec![Source { path: "crates/engine/src/lang.rs".to_owned(), text }];
        sources.extend(files.iter().map(|(name, text)| Source {
            path: format!("crates/engine/src/lang/{name}.rs"),
            text: (*text).to_owned(),
        }));
        unlisted(&TABLE, &sources)
    }

    const ROW: &str = "pub(super) const LANGUAGE: Language = Language {};";

    #[test]
    fn a_file_with_its_row_is_in_order() {
        assert_eq!(findings("&[python::LANGUAGE]", &[("python", ROW)]), [""; 0]);
    }

    #[test]
    fn a_file_without_a_row_is_named() {
        let files = [("python", ROW), ("perl", "fn tests() {}")];
        assert_eq!(
            findings("&[python::LANGUAGE /* perl:: */]", &files),
            ["lang/perl.rs has no row in LANGUAGES"]
        );
    }

    #[test]
    fn a_file_that_others_build_on_needs_no_row() {
        let files = [("python", "use super::syntax::Tree;"), ("syntax", "")];
        assert_eq!(findings("&[python::LANGUAGE]", &files), [""; 0]);
    }

    #[test]
    fn a_row_left_out_is_named_even_if_its_file_is_used() {
        let two = format!("{ROW} pub(super) static OTHER: Language = LANGUAGE;");
        assert_eq!(
            findings("&[python::LANGUAGE]", &[("python", &two)]),
            ["python::OTHER is not in LANGUAGES"]
        );
    }

    #[test]
    fn a_folder_inside_the_folder_belongs_to_its_row() {
        assert_eq!(findings("&[python::X]", &[("python", ""), ("python/queries", "")]), [""; 0]);
    }
}
