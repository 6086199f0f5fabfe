use super::*;

const PAGE: &str = "\
# Say less

- taxonomy: T05, T06
- runner: pytest
- verdict: UNEARNED
- exit: 2
- decided by: earned world
- test: `tests/test_a.py::test_a` no_alibi edited_to_green

It asks for less.

It is tempting.

```python base/a.py
a = 1
```

```python head/a.py
a = 2
```

````text both/doc/notes
```
````
";

fn error(text: &str) -> String {
    Page::read(text).unwrap_err().to_string()
}

/// The page with one piece replaced is refused with these words.
#[track_caller]
fn refused(from: &str, to: &str, why: &str) {
    assert!(PAGE.contains(from));
    assert_eq!(error(&PAGE.replacen(from, to, 1)), why);
}

#[test]
fn a_page_is_its_title_what_must_be_found_its_words_and_its_files() {
    let page = Page::read(PAGE).unwrap();
    assert_eq!(page.title, "Say less");
    assert_eq!(page.taxonomy, ["T05", "T06"]);
    assert_eq!((page.runner.as_str(), page.verdict, page.exit), ("pytest", Verdict::Unearned, 2));
    let words: Vec<_> = page.tests.iter().map(|(id, words)| (id.as_str(), words.words())).collect();
    assert_eq!(words, [("tests/test_a.py::test_a", "edited_to_green no_alibi".to_owned())]);
    assert_eq!(page.prose, "It asks for less.\n\nIt is tempting.");
    assert_eq!(page.side(Place::Base), BTreeMap::from([("a.py", "a = 1\n"), ("doc/notes", "```\n")]));
    assert_eq!(page.side(Place::Head), BTreeMap::from([("a.py", "a = 2\n"), ("doc/notes", "```\n")]));
}

#[test]
fn a_page_begins_with_its_title() {
    refused("# Say less", "Say less", "1: a page begins with its title, `# …`");
    assert_eq!(error(""), "1: a page begins with its title, `# …`");
}

#[test]
fn a_key_is_one_of_ours_and_stands_once() {
    refused("- runner:", "- tool:", "4: `tool` is no key of a page");
    refused("- exit: 2", "- exit: 2\n- exit: 2", "7: `exit` stands twice");
    refused("- exit: 2", "- exit 2", "6: write `- key: value`");
    refused("- exit: 2\n", "", "7: `exit` is missing");
}

#[test]
fn a_value_is_one_of_ours() {
    refused("T05, T06", "T5", "3: `T5` is no list of numbers as T05 or H01");
    refused("pytest", "doctest", "4: `doctest` is no runner");
    refused("UNEARNED", "GUILTY", "5: `GUILTY` is no verdict");
    refused("exit: 2", "exit: 0", "6: `0` is no exit status of this verdict");
    refused("earned world", "a look", "7: `a look` is no experiment");
    let form = "8: write `- test: ``id`` words`, with the words of the public JSON";
    refused("no_alibi", "guilty", form);
    refused("`tests/test_a.py::test_a` ", "tests/test_a.py::test_a ", form);
}

#[test]
fn what_nothing_decides_has_an_argument_and_nothing_else_has() {
    let line = "- decided by: earned world";
    let undecided = "- decided by: nothing: see limits";
    refused(line, undecided, "7: say under `limit` why nothing decides it");
    refused(line, &format!("{line}\n- limit: x"), "8: a limit is for what nothing decides");
    let page = Page::read(&PAGE.replace(line, &format!("{undecided}\n- limit: it is\n  hidden"))).unwrap();
    assert_eq!(page.limit.as_deref(), Some("it is hidden"));
}

#[test]
fn a_block_names_its_language_and_its_place() {
    let form = "a block names its language and place: ```python head/calc.py";
    refused("```python base/a.py", "```python", &format!("14: {form}"));
    refused("```python base/a.py", "```base/a.py", &format!("14: {form}"));
    refused("```python base/a.py", "```python a.py", &format!("14: {form}"));
    refused("python base/a.py", "python old/a.py", "14: `old` is no side: both, base or head");
    refused("base/a.py", "base/../a.py", "14: `../a.py` is no path of a repository");
    refused("base/a.py", "base//a.py", "14: `/a.py` is no path of a repository");
    refused("base/a.py", "base/.git/config", "14: `.git/config` is no path of a repository");
}

#[test]
fn a_side_has_a_path_once() {
    refused("python base/a.py", "python both/a.py", "18: head has `a.py` twice");
    refused("python head/a.py", "python base/a.py", "18: base has `a.py` twice");
}

#[test]
fn nothing_stands_open_and_no_word_is_lost() {
    refused("````\n", "", "22: the block is not closed");
    refused("a = 2\n```", "a = 2\n```\nlost", "21: words stand before the files");
    refused("It asks for less.\n\nIt is tempting.\n", "", "21: a page tells in words what was done");
    refused("a = 2", "a = 1", "24: the two sides are the same");
}
