//! A JSON parser for third-party input: strict, limited in length and depth, with numbers preserved as written.

use super::{list, object, quoted};

/// Maximum nesting depth. The shop's data is nested four deep; a depth of forty does not overflow a stack.
const MAX_DEPTH: usize = 40;

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// A number as written: "1.50", "-2e3".
    Number(String),
    Text(String),
    List(Vec<Json>),
    /// Entries in the order written; of a duplicate name the last counts.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Returns the value of a name in an object.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(entries) => entries.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Returns the text of a string.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// Returns a whole number.
    pub(crate) fn integer(&self) -> Option<i64> {
        if let Self::Number(number) = self { number.parse().ok() } else { None }
    }

    /// Writes the value as JSON.
    pub(crate) fn write(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => number.clone(),
            Self::Text(text) => quoted(text),
            Self::List(values) => list(values.iter().map(Self::write)),
            Self::Object(entries) => object(entries.iter().map(|(name, value)| (name, value.write()))),
        }
    }
}

/// Parses a text of at most `max_bytes` that is one JSON value; `None` for any other text.
pub(crate) fn parse(text: &str, max_bytes: usize) -> Option<Json> {
    if text.len() > max_bytes {
        return None;
    }
    let mut reader = Reader { rest: text };
    let value = reader.value(0)?;
    reader.space();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Skips spaces and then this token.
    fn take(&mut self, sign: &str) -> Option<()> {
        self.space();
        self.rest = self.rest.strip_prefix(sign)?;
        Some(())
    }

    /// Consumes a run of ASCII characters and returns it.
    fn run(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (run, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        run
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.space();
        match self.rest.chars().next()? {
            '{' => self.entries(depth),
            '[' => self.values(depth),
            '"' => self.string().map(Json::Text),
            '-' | '0'..='9' => self.number().map(Json::Number),
            _ => match self.run(|c| c.is_ascii_lowercase()) {
                "true" => Some(Json::Bool(true)),
                "false" => Some(Json::Bool(false)),
                "null" => Some(Json::Null),
                _ => None,
            },
        }
    }

    fn entries(&mut self, depth: usize) -> Option<Json> {
        self.take("{")?;
        let mut out = Vec::new();
        if self.take("}").is_some() {
            return Some(Json::Object(out));
        }
        loop {
            self.space();
            let name = self.string()?;
            self.take(":")?;
            out.push((name, self.value(depth + 1)?));
            if self.take(",").is_none() {
                self.take("}")?;
                return Some(Json::Object(out));
            }
        }
    }

    fn values(&mut self, depth: usize) -> Option<Json> {
        self.take("[")?;
        let mut out = Vec::new();
        if self.take("]").is_some() {
            return Some(Json::List(out));
        }
        loop {
            out.push(self.value(depth + 1)?);
            if self.take(",").is_none() {
                self.take("]")?;
                return Some(Json::List(out));
            }
        }
    }

    fn number(&mut self) -> Option<String> {
        let run = self.run(|c| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E'));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let (mantissa, exponent) = run.split_once(['e', 'E']).map_or((run, None), |(m, e)| (m, Some(e)));
        let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
        let whole = whole.strip_prefix('-').unwrap_or(whole);
        let exponent = exponent.map(|exponent| exponent.strip_prefix(['-', '+']).unwrap_or(exponent));
        let fits = digits(whole)
            && (whole == "0" || !whole.starts_with('0'))
            && fraction.is_none_or(digits)
            && exponent.is_none_or(digits);
        fits.then(|| run.to_owned())
    }

    fn string(&mut self) -> Option<String> {
        self.rest = self.rest.strip_prefix('"')?;
        let mut out = String::new();
        loop {
            out.push_str(self.run(|c| c != '"' && c != '\\' && c >= ' '));
            let sign = self.rest.chars().next()?;
            self.rest = self.rest.get(sign.len_utf8()..)?;
            match sign {
                '"' => return Some(out),
                '\\' => out.push(self.escape()?),
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let sign = self.rest.chars().next()?;
        self.rest = self.rest.get(sign.len_utf8()..)?;
        Some(match sign {
            '"' | '\\' | '/' => sign,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unit(),
            _ => return None,
        })
    }

    /// Parses the character of a `\u` escape, or of a surrogate pair; half a pair is invalid.
    fn unit(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        self.rest = self.rest.strip_prefix("\\u")?;
        let second = self.hex()?.checked_sub(0xdc00).filter(|half| *half < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xd800) << 10) + second)
    }

    fn hex(&mut self) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(4)?;
        self.rest = rest;
        let plain = digits.bytes().all(|c| c.is_ascii_hexdigit());
        if plain { u32::from_str_radix(digits, 16).ok() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MAX: usize = 1000;

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            " ",
            "{",
            "}",
            "[1,]",
            "{\"a\":1,}",
            "{a:1}",
            "'a'",
            "\"a",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\n\"",
            "01",
            "1.",
            ".5",
            "-",
            "+1",
            "1e",
            "NaN",
            "truex",
            "nul",
            "1 2",
            "[1 2]",
            "\u{feff}1",
            "{\"a\" 1}",
            "\"\\u+123\"",
        ] {
            assert_eq!(parse(text, MAX), None, "{text}");
        }
        assert_eq!(parse(&format!("{}{}", "[".repeat(60), "]".repeat(60)), MAX), None);
        assert_eq!(parse("[0]", 2), None);
    }

    #[test]
    fn values_are_read_as_written() {
        let value = parse(r#" {"a":[1.50,-2e3,true,null],"b":"\u20ac\ud83d\ude00\n","a":"last"} "#, MAX).unwrap();
        assert_eq!(value.get("a").and_then(Json::text), Some("last"));
        assert_eq!(value.get("b").and_then(Json::text), Some("€😀\n"));
        assert_eq!(parse("12", MAX).unwrap().integer(), Some(12));
        assert_eq!(parse("12.0", MAX).unwrap().integer(), None);
    }

    proptest! {
        #[test]
        fn any_text_is_judged_as_the_reference_does(text in "[\\[\\]{}:,\"\\\\0-9eE.+\\- a-f]{0,24}|\\PC{0,20}") {
            // The reference parser rejects numbers beyond a double's range, which are valid here.
            if serde_json::from_str::<serde_json::Value>(&text).is_ok() {
                prop_assert!(parse(&text, MAX).is_some(), "{}", text);
            } else if parse(&text, MAX).is_some() {
                prop_assert!(text.contains(['e', 'E']), "{}", text);
            }
        }

        #[test]
        fn what_was_read_is_written_and_read_again(text in any::<String>(), number in any::<i64>()) {
            let json = serde_json::json!({ &text: [number, text, null, true] }).to_string();
            let value = parse(&json, usize::MAX).unwrap();
            prop_assert_eq!(parse(&value.write(), usize::MAX), Some(value));
        }
    }
}
