//! XML files. A pattern is `parent/name`, or `name?child=text` for what is known by one of its children; each holds at any
//! depth.

use super::{Patterns, key_matches};
use crate::domain::{Part, Role};
use roxmltree::{Document, Node};
use std::{collections::BTreeMap, ops::Range};

/// Elements that there are many of, and the child that tells them apart.
const KNOWN_BY: &[(&str, &str)] = &[("profile", "id"), ("plugin", "artifactId"), ("execution", "id")];

/// Elements that say nothing when they are empty.
const LISTS: &[&str] = &[
    "build",
    "dependencies",
    "dependencyManagement",
    "pluginManagement",
    "plugins",
    "profiles",
    "properties",
];

fn parse(text: &str) -> Option<Document<'_>> {
    Document::parse(text).ok()
}

fn name<'a>(node: Node<'a, '_>) -> &'a str {
    node.tag_name().name()
}

fn said<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default().trim()
}

fn child<'a, 'i>(node: Node<'a, 'i>, wanted: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.is_element() && name(*child) == wanted)
}

fn matches(pattern: &str, node: Node<'_, '_>) -> bool {
    if let Some((element, (key, value))) =
        pattern.split_once('?').and_then(|(element, is)| Some((element, is.split_once('=')?)))
    {
        return name(node) == element
            && child(node, key).is_some_and(|child| key_matches(value, said(child)));
    }
    let (parent, own) = pattern.split_once('/').unwrap_or(("", pattern));
    key_matches(own, name(node)) && node.parent_element().is_some_and(|above| name(above) == parent)
}

/// The elements that are harness, outermost ones only, in order.
fn harness<'a, 'i>(root: Node<'a, 'i>, patterns: Patterns) -> Vec<Node<'a, 'i>> {
    let mut found = Vec::new();
    for node in root.children().filter(Node::is_element) {
        if patterns.iter().any(|pattern| matches(pattern, node)) {
            found.push(node);
        } else {
            found.extend(harness(node, patterns));
        }
    }
    found
}

/// The way to an element: names from the root, with what tells one of many apart.
fn way(node: Node<'_, '_>) -> Vec<String> {
    let key = |node: Node<'_, '_>| {
        let by = KNOWN_BY.iter().find(|(element, _)| *element == name(node));
        let known = by.and_then(|(_, key)| child(node, key)).map(|key| format!("#{}", said(key)));
        name(node).to_owned() + &known.unwrap_or_default()
    };
    let mut way: Vec<String> = node.ancestors().filter(Node::is_element).map(key).collect();
    way.reverse();
    way
}

/// An element without layout, comments, the elements of `out` and lists that hold nothing.
fn plain(node: Node<'_, '_>, out: &[Node<'_, '_>]) -> Option<String> {
    if out.contains(&node) {
        return None;
    }
    let elements: Vec<_> = node.children().filter(Node::is_element).collect();
    let inner: Vec<String> = elements.iter().filter_map(|child| plain(*child, out)).collect();
    let text = if elements.is_empty() { said(node) } else { "" };
    if text.is_empty() && inner.is_empty() && LISTS.contains(&name(node)) {
        return None;
    }
    let attributes: String =
        node.attributes().map(|one| format!(" {}={:?}", one.name(), one.value())).collect();
    Some(format!("<{}{attributes}>{text}{}</>", name(node), inner.concat()))
}

/// Code and harness, for comparison.
pub(in super::super) fn strands(text: &str, patterns: Patterns) -> Option<(String, String)> {
    if text.trim().is_empty() {
        return Some((String::new(), String::new()));
    }
    let document = parse(text)?;
    let root = document.root_element();
    let found = harness(root, patterns);
    let whole = |node: &Node<'_, '_>| {
        let above = node.parent_element().map(way).unwrap_or_default().join("/");
        format!("{above}{}", plain(*node, &[]).unwrap_or_default())
    };
    let mut all: Vec<String> = found.iter().map(whole).collect();
    all.sort();
    Some((plain(root, &found).unwrap_or_default(), all.join("\n")))
}

/// The parts of a file: each harness element in whole lines where it has them to itself.
pub(in super::super) fn cut(text: &str, patterns: Patterns) -> Vec<Part> {
    let document = parse(text);
    let found = document.as_ref().map(|document| harness(document.root_element(), patterns));
    let ranges: Vec<_> = found.into_iter().flatten().map(|node| lines(text, node.range())).collect();
    Part::around(&ranges, Role::Harness, text.len())
}

/// The range with its indent and line break.
fn lines(text: &str, range: Range<usize>) -> Range<usize> {
    let begin = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at + 1);
    let alone = text[begin..range.start].trim().is_empty() && text[range.end..end].trim().is_empty();
    if alone { begin..end } else { range }
}

/// The code of the first text with the harness of the second. Where the first has no place for it, the first as it is.
pub(in super::super) fn graft(code: &str, tests: &str, patterns: Patterns) -> String {
    let (Some(ours), Some(theirs)) = (strands(code, patterns), strands(tests, patterns)) else {
        return code.to_owned();
    };
    if ours.1 == theirs.1 {
        return code.to_owned();
    }
    if ours.0 == theirs.0 {
        return tests.to_owned();
    }
    let mixed = mix(code, tests, patterns).filter(|mixed| parse(mixed).is_some());
    mixed.unwrap_or_else(|| code.to_owned())
}

fn mix(code: &str, tests: &str, patterns: Patterns) -> Option<String> {
    let ours = parse(code)?;
    let theirs = parse(tests);
    let own = harness(ours.root_element(), patterns);
    let new = theirs.as_ref().map(|theirs| harness(theirs.root_element(), patterns)).unwrap_or_default();
    let mut edits: Vec<(Range<usize>, String)> =
        own.iter().map(|node| (lines(code, node.range()), String::new())).collect();
    // Elements that go to the same place share what is missing around them.
    let mut put: BTreeMap<Place, String> = BTreeMap::new();
    for node in new {
        let place = Place::of(node, ours.root_element(), code)?;
        put.entry(place).or_default().push_str(&tests[lines(tests, node.range())]);
    }
    edits.extend(put.into_iter().map(|(place, elements)| (place.at..place.at, place.around(&elements))));
    // What is taken out ends before what is put in at the same place begins.
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut mixed = String::new();
    let mut end = 0;
    for (range, element) in edits {
        mixed.push_str(code.get(end..range.start)?);
        mixed.push_str(&element);
        end = range.end;
    }
    Some(mixed + &code[end..])
}

/// Where an element of the other file goes in this one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    at: usize,
    /// The elements around it that are missing, outermost first.
    missing: Vec<String>,
}

impl Place {
    fn of(element: Node<'_, '_>, root: Node<'_, '_>, code: &str) -> Option<Self> {
        let above = way(element.parent_element()?);
        let (first, rest) = above.split_first()?;
        let (mut place, mut missing) = (root, rest);
        while let Some((step, deeper)) = missing.split_first() {
            let next = place.children().find(|child| child.is_element() && way(*child).last() == Some(step));
            let Some(next) = next else { break };
            (place, missing) = (next, deeper);
        }
        let can_be_made = missing.iter().all(|step| !step.contains('#'));
        if way(root).first() != Some(first) || !can_be_made {
            return None;
        }
        let range = place.range();
        let at = range.start + code[range.clone()].rfind("</")?;
        Some(Self { at: line_start(code, at), missing: missing.to_vec() })
    }

    fn around(&self, elements: &str) -> String {
        let open: String = self.missing.iter().map(|step| format!("<{step}>\n")).collect();
        let close: String = self.missing.iter().rev().map(|step| format!("</{step}>\n")).collect();
        let end = if elements.ends_with('\n') { "" } else { "\n" };
        format!("{open}{elements}{end}{close}")
    }
}

/// The beginning of the line if only blanks stand before the place in it.
fn line_start(text: &str, at: usize) -> usize {
    let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
    if text[begin..at].trim().is_empty() { begin } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::manifest::POM;
    use proptest::{prelude::*, sample::subsequence};

    fn pom(inner: &str) -> String {
        format!("<project xmlns=\"x\">\n{inner}</project>\n")
    }

    fn dependencies(names: &[&str]) -> String {
        let one = |name: &&str| match name.strip_prefix('*') {
            None => format!("    <dependency><artifactId>{name}</artifactId></dependency>\n"),
            Some(name) => {
                format!("    <dependency><artifactId>{name}</artifactId><scope>test</scope></dependency>\n")
            }
        };
        format!("  <dependencies>\n{}  </dependencies>\n", names.iter().map(one).collect::<String>())
    }

    fn plugin(name: &str, configuration: &str) -> String {
        format!(
            "<plugin><artifactId>{name}</artifactId><configuration>{configuration}</configuration></plugin>"
        )
    }

    fn build(plugins: &str) -> String {
        format!("  <build><plugins>{plugins}</plugins></build>\n")
    }

    fn harness_of(text: &str) -> String {
        cut(text, POM)
            .iter()
            .filter(|part| part.role == Role::Harness)
            .map(|part| &text[part.range.clone()])
            .collect()
    }

    #[test]
    fn what_decides_about_tests_is_harness() {
        let surefire = plugin("maven-surefire-plugin", "<skip>true</skip>");
        let text = pom(&format!(
            "  <properties>\n    <skipTests>true</skipTests>\n    <release>17</release>\n  </properties>\n{}{}",
            dependencies(&["guava", "*junit"]),
            build(&format!("{}{surefire}", plugin("maven-jar-plugin", "<skip>true</skip>")))
        ));
        let found = harness_of(&text);
        assert!(
            found.starts_with("    <skipTests>true</skipTests>\n    <dependency><artifactId>junit"),
            "{found}"
        );
        assert!(
            found.ends_with(&surefire) && !found.contains("release") && !found.contains("jar-plugin"),
            "{found}"
        );
    }

    #[test]
    fn layout_and_comments_make_no_difference() {
        let (one, two) = (
            pom(&dependencies(&["a", "*b"])),
            pom(
                "<!-- c --><dependencies>\n\n<dependency><artifactId> a </artifactId></dependency><dependency><artifactId>b</artifactId><scope>test</scope></dependency></dependencies>",
            ),
        );
        assert_eq!(strands(&one, POM), strands(&two, POM));
        assert_eq!(strands(&pom(""), POM).unwrap().0, strands(&pom(&dependencies(&["*b"])), POM).unwrap().0);
        assert_ne!(strands(&pom(&dependencies(&["a"])), POM), strands(&one, POM));
    }

    #[test]
    fn a_graft_has_the_code_of_one_side_and_the_harness_of_the_other() {
        let ours = pom(&(dependencies(&["guava", "*junit"])
            + &build(&plugin("maven-surefire-plugin", "<skip>true</skip>"))));
        let theirs = pom(&(dependencies(&["*junit", "*mockito"])
            + "<properties><argLine>-Xmx1g</argLine><a>b</a></properties>"));
        for (code, tests) in [(&ours, &theirs), (&theirs, &ours)] {
            let mixed = graft(code, tests, POM);
            let (want_code, want_harness) = (strands(code, POM).unwrap().0, strands(tests, POM).unwrap().1);
            assert_eq!(strands(&mixed, POM), Some((want_code, want_harness)), "{mixed}");
            assert!(
                mixed.matches("<dependencies>").count() == 1 && mixed.matches("<build>").count() <= 1,
                "{mixed}"
            );
        }
    }

    #[test]
    fn elements_that_are_missing_around_what_is_put_in_are_made_once() {
        let theirs = pom(&(dependencies(&["*junit", "*mockito"])
            + "<profiles><profile><id>a</id><properties><argLine>x</argLine></properties></profile></profiles>"));
        let ours = pom(
            "<name>x</name><profiles><profile><id>b</id></profile><profile><id>a</id><x>y</x></profile></profiles>",
        );
        let mixed = graft(&ours, &theirs, POM);
        assert_eq!(mixed.matches("<dependencies>").count(), 1, "{mixed}");
        assert!(mixed.find("<id>a</id>").unwrap() < mixed.find("argLine").unwrap(), "{mixed}");
        assert_eq!(strands(&mixed, POM).unwrap().1, strands(&theirs, POM).unwrap().1);
    }

    #[test]
    fn what_has_no_place_or_cannot_be_read_leaves_the_code_as_it_is() {
        let theirs = pom(
            "<profiles><profile><id>a</id><properties><argLine>x</argLine></properties></profile></profiles>",
        );
        for ours in
            [pom("<name>x</name>"), "no xml".to_owned(), "<project><name>x</name></project".to_owned()]
        {
            assert_eq!(graft(&ours, &theirs, POM), ours);
        }
        assert_eq!(graft(&theirs, "", POM).matches("argLine").count(), 0);
    }

    fn any_pom() -> impl Strategy<Value = String> {
        let (jar, surefire) =
            (plugin("maven-jar-plugin", "<skip/>"), plugin("maven-surefire-plugin", "<skip/>"));
        let properties =
            subsequence(vec!["<argLine>x</argLine>", "<a>b</a>", "<skipTests>true</skipTests>"], 0..=3);
        (
            subsequence(vec!["a", "*b", "c", "*d"], 0..=4),
            subsequence(vec![jar, surefire], 0..=2),
            properties,
            any::<[bool; 2]>(),
        )
            .prop_map(|(names, plugins, properties, [is_tight, has_profile])| {
                let properties = format!("<properties>{}</properties>", properties.concat());
                let profile = format!("<profiles><profile><id>p</id>{properties}</profile></profiles>\n");
                let all =
                    [dependencies(&names), build(&plugins.concat()), format!("  {properties}\n")].concat();
                let text = pom(&(all + if has_profile { &profile } else { "" }));
                if is_tight {
                    text.replace(['\n', ' '], "").replace("projectxmlns", "project xmlns")
                } else {
                    text
                }
            })
    }

    proptest! {
        #[test]
        fn a_graft_of_any_two_has_exactly_the_code_of_one_and_the_harness_of_the_other(
            (code, tests) in (any_pom(), any_pom())
        ) {
            let (ours, theirs) = (strands(&code, POM).unwrap(), strands(&tests, POM).unwrap());
            // A profile that only the tests' side has is no place to put anything in.
            prop_assume!(code.contains("<id>") || !theirs.1.contains("profile#p"));
            let mixed = graft(&code, &tests, POM);
            prop_assert_eq!(strands(&mixed, POM), Some((ours.0, theirs.1)), "{}", mixed);
        }
    }
}
