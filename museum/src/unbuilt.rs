//! Entries of the catalogue that have no exhibit, and why.

/// Its number, and the reason.
pub static UNBUILT: &[(&str, &str)] = &[
    (
        "T39",
        "A cached result: every runner is asked with its cache off, or in a world that has none, so nothing cached can answer.",
    ),
    ("T49", "A type check or lint that is silenced: tests are asked here, not type checkers."),
    (
        "T51",
        "A dependency patched in place: folders that git ignores, and what lies outside of the repository, are the same in all worlds. It is on the page of limits.",
    ),
    (
        "T53",
        "A dependency replaced by a stub: the stub is then the code under test, and satisfies it as any code does: `known-input`.",
    ),
    ("T54", "A module that stands in for a package: as T53."),
    ("T55", "Programs on the search path: outside of the repository, and the same in all worlds."),
    ("T56", "State left outside of the tree: an exhibit would have to leave some."),
    ("T70", "Code copied from a later commit: it behaves as it should."),
    (
        "T76",
        "One broken import blamed on all tests: a mistake of whoever judges, not of the change. Tests are judged one by one.",
    ),
    (
        "T87",
        "A race: its reading is a matter of luck, and so would be its exhibit. Readings that differ are named unstable and never held against anyone.",
    ),
    (
        "T89",
        "A poisoned baseline: the base is chosen by whoever asks. `counterproof snapshot` records it before the work begins.",
    ),
    (
        "T92",
        "A change too large to read: what was not asked is never earned, and the report lists it. An exhibit would be as large.",
    ),
    (
        "H03",
        "A wrong test mended and no code touched: the change claims nothing about code. As `tests-only`.",
    ),
    (
        "H19",
        "A test for a fix that was made before: `--base` names the state before the fix, and there it has its alibi.",
    ),
    ("H20", "A flaky test mended: its reading before is a matter of luck, and so would be its exhibit."),
    (
        "H21",
        "A flaky test switched off with a ticket: as H20; such a test is unstable, and unstable is never held against anyone.",
    ),
    ("H23", "A recording made anew from a service: nothing here may need the network."),
    (
        "H24",
        "Another test framework: every test of the old one is gone. As `feature-removed`, a person says that it was meant.",
    ),
    ("H29", "Generated tests: what generates them would have to be run. They are judged as written ones."),
    (
        "H30",
        "Examples in documentation: they change with the interface, as `function-renamed` and `contract-changed`.",
    ),
    (
        "H32",
        "A test that moved to another level: it is another test. As `feature-removed`, a person says that it was meant.",
    ),
];
