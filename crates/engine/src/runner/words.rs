//! Command lines as people write them, cut into words.

/// The words of a command line in the manner of a POSIX shell: blanks part, quotes and backslashes keep together.
/// `None` if a quote is not closed.
pub(super) fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        match char {
            blank if blank.is_whitespace() => words.extend(word.take()),
            '\'' => quoted(&mut chars, '\'', word.get_or_insert_default())?,
            '"' => quoted(&mut chars, '"', word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(chars.next()?),
            plain => word.get_or_insert_default().push(plain),
        }
    }
    words.extend(word);
    Some(words)
}

fn quoted(chars: &mut std::str::Chars<'_>, quote: char, word: &mut String) -> Option<()> {
    loop {
        match chars.next()? {
            end if end == quote => return Some(()),
            '\\' if quote == '"' => match chars.next()? {
                escaped @ ('"' | '\\') => word.push(escaped),
                other => word.extend(['\\', other]),
            },
            plain => word.push(plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn blanks_part_words_and_quotes_keep_them_together() {
        assert_eq!(split("-q  -k 'not slow'\n\t--x=\"a b\"").unwrap(), ["-q", "-k", "not slow", "--x=a b"]);
    }

    #[test]
    fn quotes_inside_the_other_quotes_are_plain() {
        assert_eq!(split(r#"'a"b' "c'd" "e\"f" g\ h ''"#).unwrap(), ["a\"b", "c'd", "e\"f", "g h", ""]);
    }

    #[test]
    fn an_open_quote_has_no_words() {
        assert_eq!(split("-k 'not"), None);
        assert_eq!(split("a\\"), None);
    }
}
