//! A JSON writer for exact output: numbers with fixed decimals, without binary fractions. [`parse`] is the parser.

pub(crate) mod parse;

/// Quotes a string. `<` is escaped too, so that the result is safe inside a script element.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '<' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// Writes an array of values that are JSON already.
pub(crate) fn list(values: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", values.into_iter().collect::<Vec<_>>().join(","))
}

/// Writes an object with its keys in the given order; the values are JSON already.
pub(crate) fn object<K: AsRef<str>>(entries: impl IntoIterator<Item = (K, String)>) -> String {
    let entries = entries.into_iter().map(|(key, value)| format!("{}:{value}", quoted(key.as_ref())));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_cannot_end_the_script_it_stands_in() {
        assert_eq!(quoted("</script>\u{2028}\"\\\n"), r#""\u003c/script>\u2028\"\\\u000a""#);
    }

    proptest! {
        #[test]
        fn any_text_is_read_back_as_it_was(text in any::<String>()) {
            prop_assert_eq!(serde_json::from_str::<String>(&quoted(&text)).unwrap(), text);
        }
    }
}
