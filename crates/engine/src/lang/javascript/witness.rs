//! Bodies of JavaScript and TypeScript tests that leave marks.

use super::{
    bare,
    call::function_of,
    edit::{Body, Replacements, behaving},
    ended, is_function,
};
use crate::{
    domain::{Mark, Turn},
    lang::{
        WITNESS, Witnessed,
        syntax::{node_at, parts, splice, text_of},
    },
};
use tree_sitter::{Node, Tree};

/// The file with bodies that leave marks. A body that is given by reference, or that says by a callback when it is over,
/// cannot; nor can one whose assertions fail it without a throw.
pub(super) fn witness(tree: &Tree, text: &str, witnessed: &[Witnessed<'_>]) -> Option<String> {
    if ended::are_in(text) {
        return None;
    }
    let replacements = witnessed.iter().map(|one| {
        let call = node_at(tree, &one.test.span)?;
        let function = function_of(&parts(call.child_by_field_name("arguments")?))?;
        let in_place = Some(bare(function)).filter(|function| is_function(*function))?;
        let body = Body::read(call, in_place, text).filter(|body| body.callback.is_none())?;
        match one.turn {
            Turn::AsItIs => Some(marked(&body, one.number)),
            Turn::Inverted => turned(in_place, one.number, text),
        }
    });
    Some(splice(text, replacements.collect::<Option<Vec<_>>>()?.concat()))
}

/// The statement that leaves a mark. Typed loosely, for whoever checks types.
fn mark(number: usize, mark: Mark) -> String {
    let name = mark.name();
    format!(
        "{{ const p = Reflect.get(globalThis, \"process\"); \
         p.getBuiltinModule(\"fs\").writeFileSync(p.env.{WITNESS} + \"/{number}.{name}\", \"\"); }} "
    )
}

fn marked(body: &Body<'_>, number: usize) -> Replacements {
    body.surrounded((&mark(number, Mark::Entered), &mark(number, Mark::Ended)))
}

/// The function behind a proxy that passes if it fails. What skips a test does so by an error of its own kind.
fn turned(function: Node<'_>, number: usize, text: &str) -> Option<Replacements> {
    if function.kind() == "generator_function" {
        return None;
    }
    let [entered, ended, failed] = Mark::ALL.map(|one| mark(number, one));
    let behaviour = format!(
        "async (f, self, a) => {{ {entered} \
         try {{ await Reflect.apply(f, self, a); }} catch (e) {{ \
         if (/pending|skip/i.test([Reflect.get(Object(e), \"name\"), Reflect.get(Object(e), \"code\"), \
         Reflect.get(Object(e), \"message\"), Object(e).constructor?.name].join())) throw e; \
         {failed} return; }} {ended} throw new Error(\"counterproof\"); }}"
    );
    Some(vec![(function.byte_range(), behaving(text_of(function, text), &behaviour))])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::RepoPath,
        lang::{javascript::JAVASCRIPT, syntax},
    };

    fn all(text: &str, turn: Turn) -> Option<String> {
        let tests = (JAVASCRIPT.tests)(&RepoPath::from("a.test.js"), text);
        let witnessed: Vec<_> =
            tests.iter().enumerate().map(|(number, test)| Witnessed { test, turn, number }).collect();
        let new = (JAVASCRIPT.witness)(text, &witnessed)?;
        let tree = syntax::parse(&tree_sitter_javascript::LANGUAGE.into(), &new).unwrap();
        assert!(!tree.root_node().has_error(), "{new}");
        Some(new)
    }

    #[test]
    fn a_body_as_it_is_is_marked_before_its_first_statement_and_behind_its_last() {
        for body in ["{ x(); y(); }", "{ x(); return y(); }"] {
            let text = all(&format!("it('a', async () => {body})"), Turn::AsItIs).unwrap();
            let at = |what: &str| text.find(what).unwrap();
            assert!(at("0.entered") < at("x()") && at("y()") < at("0.ended"), "{text}");
        }
        for expression in ["async () => x()", "() => x()"] {
            let text = all(&format!("it('a', {expression})"), Turn::AsItIs).unwrap();
            let at = |what: &str| text.find(what).unwrap();
            assert!(at("0.entered") < at("x()") && at("x()") < at("0.ended"), "{text}");
        }
    }

    #[test]
    fn an_inverted_test_is_behind_a_proxy() {
        let text = all("it('a', function () { x() }); it('b', t => y(t))", Turn::Inverted).unwrap();
        assert_eq!(text.matches("new Proxy(").count(), 2, "{text}");
        assert!(text.contains("1.failed"), "{text}");
    }

    #[test]
    fn what_ends_by_a_callback_or_is_written_elsewhere_leaves_no_marks() {
        for text in ["it('a', done => { done() })", "it('a', helper)", "it('a', function* () {})"] {
            assert_eq!(all(text, Turn::Inverted), None, "{text}");
        }
    }
}
