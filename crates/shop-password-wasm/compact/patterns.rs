//! The six regular expressions of the `zxcvbn` crate without a regular expression engine, with the same API.
//!
//! An engine with its tables takes more space than all the rest of the code. `Regex` recognises these patterns by their text and
//! rejects any other on construction, so that a new pattern in the crate cannot go unnoticed.

use std::ops::{Index, Range};

/// Finds the groups of a pattern in a text, as byte ranges; the first is the whole match.
type Search = fn(&str) -> Option<Vec<Range<usize>>>;

/// Replaces `regex::Regex`.
pub(crate) struct Regex(Search);

/// Replaces `fancy_regex::Regex`, whose searches may fail; these cannot.
pub(crate) struct FancyRegex(Search);

/// Error for an expression that is not one of the six.
#[derive(Debug)]
pub(crate) struct Unknown;

/// A match with its groups.
#[derive(Debug)]
pub(crate) struct Captures<'a> {
    text: &'a str,
    groups: Vec<Range<usize>>,
}

/// Text and position of a group.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    text: &'a str,
    range: Range<usize>,
}

impl Regex {
    pub(crate) fn new(pattern: &str) -> Result<Self, Unknown> {
        match pattern {
            r"19[0-9]{2}|20[0-9]{2}" => Ok(Self(recent_year)),
            r"^[0-9]{4,8}$" => Ok(Self(date_digits)),
            r"^([0-9]{1,4})([\s/\\_.-])([0-9]{1,2})([\s/\\_.-])([0-9]{1,4})$" => Ok(Self(date_with_separators)),
            _ => Err(Unknown),
        }
    }

    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.0(text).is_some()
    }

    pub(crate) fn captures<'a>(&self, text: &'a str) -> Option<Captures<'a>> {
        self.0(text).map(|groups| Captures { text, groups })
    }

    /// Iterates over the non-overlapping matches.
    pub(crate) fn captures_iter<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Captures<'a>> + 'a {
        let mut from = 0;
        std::iter::from_fn(move || {
            let mut groups = self.0(part(text, &(from..text.len())))?;
            for group in &mut groups {
                *group = group.start + from..group.end + from;
            }
            from = groups[0].end;
            Some(Captures { text, groups })
        })
    }
}

impl FancyRegex {
    pub(crate) fn new(pattern: &str) -> Result<Self, Unknown> {
        match pattern {
            r"(.+)\1+" => Ok(Self(longest_repeat)),
            r"(.+?)\1+" => Ok(Self(shortest_repeat)),
            r"^(.+?)\1+$" => Ok(Self(whole_repeat)),
            _ => Err(Unknown),
        }
    }

    pub(crate) fn captures<'a>(&self, text: &'a str) -> Result<Option<Captures<'a>>, Unknown> {
        Ok(self.0(text).map(|groups| Captures { text, groups }))
    }
}

impl<'a> Captures<'a> {
    pub(crate) fn get(&self, at: usize) -> Option<Group<'a>> {
        self.groups.get(at).map(|range| Group { text: self.text, range: range.clone() })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<Group<'a>>> + use<'a, '_> {
        (0..self.groups.len()).map(|at| self.get(at))
    }
}

impl Index<usize> for Captures<'_> {
    type Output = str;

    fn index(&self, at: usize) -> &str {
        part(self.text, &self.groups[at])
    }
}

impl<'a> Group<'a> {
    pub(crate) fn start(&self) -> usize {
        self.range.start
    }

    pub(crate) fn end(&self) -> usize {
        self.range.end
    }

    pub(crate) fn as_str(&self) -> &'a str {
        part(self.text, &self.range)
    }
}

/// Text of a range. Slicing would panic with a message for ranges inside a character, whose tables take 3 KB.
fn part<'a>(text: &'a str, range: &Range<usize>) -> &'a str {
    text.get(range.clone()).unwrap_or_default()
}

fn recent_year(text: &str) -> Option<Vec<Range<usize>>> {
    let at = text
        .as_bytes()
        .windows(4)
        .position(|year| (year.starts_with(b"19") || year.starts_with(b"20")) && year.iter().all(u8::is_ascii_digit))?;
    Some(vec![at..at + 4])
}

fn date_digits(text: &str) -> Option<Vec<Range<usize>>> {
    ((4..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| vec![0..text.len()])
}

fn date_with_separators(text: &str) -> Option<Vec<Range<usize>>> {
    let mut groups = vec![0..text.len()];
    let mut at = 0;
    for longest in [4, 2, 4] {
        let digits = text.bytes().skip(at).take_while(u8::is_ascii_digit).count();
        if !(1..=longest).contains(&digits) {
            return None;
        }
        groups.push(at..at + digits);
        at += digits;
        if groups.len() < 6 {
            let separator = text
                .get(at..)?
                .chars()
                .next()
                .filter(|c| c.is_whitespace() || matches!(c, '/' | '\\' | '_' | '.' | '-'))?;
            groups.push(at..at + separator.len_utf8());
            at += separator.len_utf8();
        }
    }
    (at == text.len()).then_some(groups)
}

fn longest_repeat(text: &str) -> Option<Vec<Range<usize>>> {
    repeat(text, |most| Box::new((1..=most).rev()))
}

fn shortest_repeat(text: &str) -> Option<Vec<Range<usize>>> {
    repeat(text, |most| Box::new(1..=most))
}

/// The first position with a piece followed by itself, with the first matching length in the given order. A piece contains no
/// line break, because the dot of an expression does not match it.
fn repeat(text: &str, lengths: fn(usize) -> Box<dyn Iterator<Item = usize>>) -> Option<Vec<Range<usize>>> {
    let (chars, places) = chars(text);
    (0..chars.len()).find_map(|start| {
        let rest = &chars[start..];
        let line = rest.iter().take_while(|c| **c != '\n').count();
        let length = lengths(line / 2).find(|length| rest[..*length] == rest[*length..2 * length])?;
        let times = rest.chunks(length).take_while(|piece| *piece == &rest[..length]).count();
        Some(vec![places[start]..places[start + times * length], places[start]..places[start + length]])
    })
}

/// The shortest piece that covers the text at least twice.
fn whole_repeat(text: &str) -> Option<Vec<Range<usize>>> {
    let (chars, places) = chars(text);
    if chars.contains(&'\n') {
        return None;
    }
    let length = (1..=chars.len() / 2)
        .find(|length| chars.len().is_multiple_of(*length) && chars[*length..] == chars[..chars.len() - length])?;
    Some(vec![0..text.len(), 0..places[length]])
}

/// The characters and their byte offsets, followed by the offset of the end.
fn chars(text: &str) -> (Vec<char>, Vec<usize>) {
    let places = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    (text.chars().collect(), places)
}
