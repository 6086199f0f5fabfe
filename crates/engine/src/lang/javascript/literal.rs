//! What a configuration written in JavaScript or TypeScript says, as far as its text alone tells.

use super::{bare, call::literal, is_function, typed};
use crate::lang::syntax::{descendants, parts, text_of};
use serde_json::{Map, Value};
use std::ops::Range;
use tree_sitter::Node;

/// The key under which an object has what was spread into it and is not known.
pub(crate) const REST: &str = "...";

/// How deep values are followed, names and calls included.
const DEPTH: usize = 24;

/// What a module exports: an object with the values that are written out, `null` for each that only a run can tell. An
/// object into which something unknown is spread has the key [`REST`].
pub(crate) fn exported(text: &str) -> Value {
    let Some(tree) = typed(text) else { return Value::Null };
    let module = Module { root: tree.root_node(), text };
    module.export().map_or(Value::Null, |node| module.value(node, DEPTH))
}

/// Where the exported object has this key: the pair, in bytes; and the object it is or would be in.
pub(crate) fn exported_pair(text: &str, key: &str) -> Option<(Range<usize>, Option<Range<usize>>)> {
    let tree = typed(text)?;
    let module = Module { root: tree.root_node(), text };
    let object = module.object(module.export()?, DEPTH)?;
    let pair = parts(object).into_iter().find(|part| module.key(*part).as_deref() == Some(key));
    Some((object.byte_range(), pair.map(|pair| pair.byte_range())))
}

struct Module<'t> {
    root: Node<'t>,
    text: &'t str,
}

impl<'t> Module<'t> {
    /// The value of `export default` or of `module.exports =`.
    fn export(&self) -> Option<Node<'t>> {
        parts(self.root).into_iter().find_map(|statement| match statement.kind() {
            "export_statement" => {
                let is_default = statement.children(&mut statement.walk()).any(|one| one.kind() == "default");
                let value = || parts(statement).into_iter().find(|one| one.kind() != "decorator");
                statement.child_by_field_name("value").or_else(value).filter(|_| is_default)
            }
            "expression_statement" => {
                let assignment =
                    statement.named_child(0).filter(|one| one.kind() == "assignment_expression")?;
                let to = text_of(assignment.child_by_field_name("left")?, self.text);
                let is_export = matches!(to, "module.exports" | "exports.default" | "exports");
                assignment.child_by_field_name("right").filter(|_| is_export)
            }
            _ => None,
        })
    }

    fn value(&self, node: Node<'t>, depth: usize) -> Value {
        let node = bare(node);
        if depth == 0 {
            return Value::Null;
        }
        match node.kind() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "number" => serde_json::from_str(text_of(node, self.text)).unwrap_or_default(),
            "array" => parts(node).into_iter().map(|part| self.value(part, depth - 1)).collect(),
            "object" => self.members(node, depth),
            _ => match (literal(node, self.text), self.meant(node, depth)) {
                (Some(text), _) => Value::String(text),
                (None, Some(inner)) => self.value(inner, depth - 1),
                (None, None) => self.merged(node, depth),
            },
        }
    }

    fn members(&self, object: Node<'t>, depth: usize) -> Value {
        let mut members = Map::new();
        for part in parts(object) {
            match part.kind() {
                "spread_element" => match part.named_child(0).map(|one| self.value(one, depth - 1)) {
                    Some(Value::Object(inner)) => members.extend(inner),
                    _ => drop(members.insert(REST.into(), Value::Null)),
                },
                "shorthand_property_identifier" => {
                    let value = self.declared(text_of(part, self.text));
                    let value = value.map_or(Value::Null, |value| self.value(value, depth - 1));
                    members.insert(text_of(part, self.text).into(), value);
                }
                _ => {
                    let value = part.child_by_field_name("value").filter(|_| part.kind() == "pair");
                    let value = value.map_or(Value::Null, |value| self.value(value, depth - 1));
                    match self.key(part) {
                        Some(key) => members.insert(key, value),
                        None => members.insert(REST.into(), Value::Null),
                    };
                }
            }
        }
        Value::Object(members)
    }

    /// The key of an object's member, where it is written out.
    fn key(&self, member: Node<'t>) -> Option<String> {
        if member.kind() == "shorthand_property_identifier" {
            return Some(text_of(member, self.text).into());
        }
        let key = member.child_by_field_name("key").or(member.child_by_field_name("name"))?;
        match key.kind() {
            "property_identifier" => Some(text_of(key, self.text).into()),
            _ => literal(key, self.text),
        }
    }

    /// What an expression stands for: a name for what it is declared as, a call of `define…` for what is given to it, a
    /// function for what it returns.
    fn meant(&self, node: Node<'t>, depth: usize) -> Option<Node<'t>> {
        match node.kind() {
            "identifier" => self.declared(text_of(node, self.text)),
            "await_expression" => node.named_child(0),
            "call_expression" => {
                let callee = text_of(node.child_by_field_name("function")?, self.text);
                let first = parts(node.child_by_field_name("arguments")?).first().copied()?;
                callee.starts_with("define").then_some(first)
            }
            _ if is_function(node) && depth > 0 => {
                let body = node.child_by_field_name("body")?;
                if body.kind() != "statement_block" {
                    return Some(body);
                }
                let returned = parts(body).into_iter().rfind(|one| one.kind() == "return_statement")?;
                returned.named_child(0)
            }
            _ => None,
        }
    }

    /// What `mergeConfig(a, b)` makes: the later of two values, objects joined.
    fn merged(&self, node: Node<'t>, depth: usize) -> Value {
        let callee = node.child_by_field_name("function").map(|callee| text_of(callee, self.text));
        let arguments = node.child_by_field_name("arguments").filter(|_| callee == Some("mergeConfig"));
        let Some(arguments) = arguments else { return Value::Null };
        let values = parts(arguments).into_iter().map(|one| self.value(one, depth - 1));
        values.fold(Value::Object(Map::new()), join)
    }

    /// The object that an expression is.
    fn object(&self, node: Node<'t>, depth: usize) -> Option<Node<'t>> {
        let node = bare(node);
        match node.kind() {
            "object" => Some(node),
            _ if depth > 0 => self.object(self.meant(node, depth)?, depth - 1),
            _ => None,
        }
    }

    /// What a name is declared as.
    fn declared(&self, name: &str) -> Option<Node<'t>> {
        let mut declarators = descendants(self.root).filter(|node| node.kind() == "variable_declarator");
        let named = |node: &Node<'t>| {
            node.child_by_field_name("name").is_some_and(|one| text_of(one, self.text) == name)
        };
        declarators.find(named)?.child_by_field_name("value")
    }
}

fn join(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            for (key, value) in other {
                let before = one.remove(&key);
                one.insert(key, before.map_or(value.clone(), |before| join(before, value)));
            }
            Value::Object(one)
        }
        (Value::Object(mut one), Value::Null) => {
            one.insert(REST.into(), Value::Null);
            Value::Object(one)
        }
        (Value::Null, Value::Object(mut other)) => {
            other.insert(REST.into(), Value::Null);
            Value::Object(other)
        }
        (_, other) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_exported_object_has_the_values_that_are_written_out() {
        let wanted = json!({ "test": { "include": ["a/*.ts", "b"], "globals": true, "retry": 2 } });
        let object = "{ test: { include: ['a/*.ts', `b`], globals: true, 'retry': 2 } }";
        for text in [
            format!("export default {object}"),
            format!("module.exports = {object};"),
            format!("import {{ defineConfig }} from 'vite'\nexport default defineConfig({object} as any)"),
            format!("export default defineConfig(() => ({object}))"),
            format!("export default defineConfig(async ({{ mode }}) => {{ const a = 1; return {object} }})"),
            format!("const config: Config = {object} satisfies X\nexport default config"),
            format!("const config = {object}\nmodule.exports = config"),
            "const test = { include: ['a/*.ts', 'b'], globals: true, retry: 2 }\nexport default { test }"
                .to_owned(),
            "const base = { globals: true }\n\
             export default { test: { include: ['a/*.ts', 'b'], ...base, retry: 2 } }"
                .to_owned(),
            "export default mergeConfig({ test: { include: ['a/*.ts', 'b'] } }, \
             defineConfig({ test: { globals: true, retry: 2 } }))"
                .to_owned(),
        ] {
            assert_eq!(exported(&text), wanted, "{text}");
        }
    }

    #[test]
    fn what_only_a_run_can_tell_is_null() {
        let text = "export default { a: f(), b: [g, 'x'], ...h, [i]: 1, async j() {} }";
        assert_eq!(exported(text), json!({ "a": null, "b": [null, "x"], "...": null, "j": null }));
        for text in
            ["", "export const a = {}", "export default f()", "export default a; const a = b; const b = a"]
        {
            assert_eq!(exported(text), Value::Null, "{text}");
        }
        assert_eq!(exported("export default mergeConfig(base, { a: 1 })"), json!({ "a": 1, "...": null }));
    }

    #[test]
    fn a_pair_of_the_exported_object_is_found_where_it_is_written() {
        let text = "export default defineConfig({ plugins: [], test: { a: 1 }, })";
        let (object, pair) = exported_pair(text, "test").unwrap();
        assert_eq!(&text[object], "{ plugins: [], test: { a: 1 }, }");
        assert_eq!(&text[pair.unwrap()], "test: { a: 1 }");
        assert_eq!(exported_pair("export default { a: 1 }", "test").unwrap().1, None);
        assert_eq!(exported_pair("export default f(x)", "test"), None);
    }
}
