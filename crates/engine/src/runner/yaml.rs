//! Configurations written in YAML.

use serde_json::Value;
use yaml_rust2::{Yaml, YamlLoader};

/// The first document; `null` where it cannot be read.
pub(super) fn read(text: &str) -> Value {
    let documents = YamlLoader::load_from_str(text).unwrap_or_default();
    documents.into_iter().next().map_or(Value::Null, plain)
}

fn plain(yaml: Yaml) -> Value {
    match yaml {
        Yaml::Boolean(value) => Value::Bool(value),
        Yaml::Integer(value) => value.into(),
        Yaml::String(value) | Yaml::Real(value) => Value::String(value),
        Yaml::Array(values) => values.into_iter().map(plain).collect(),
        Yaml::Hash(pairs) => {
            let named = |(key, value): (Yaml, Yaml)| Some((key.into_string()?, plain(value)));
            Value::Object(pairs.into_iter().filter_map(named).collect())
        }
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_texts_and_numbers_are_read_and_what_is_broken_is_null() {
        let text = "# note\nrequire:\n  - a\n  - 'b c'\ntimeout: 50\nexit: true\nui: tdd\n";
        assert_eq!(read(text), json!({ "require": ["a", "b c"], "timeout": 50, "exit": true, "ui": "tdd" }));
        assert_eq!((read("{"), read("")), (Value::Null, Value::Null));
    }
}
