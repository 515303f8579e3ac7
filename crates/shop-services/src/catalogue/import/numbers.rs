//! Parses numbers as people write them in cells.
//!
//! A single comma or dot before exactly three digits, as in "1.234", is ambiguous. It is parsed like the other numbers of its
//! column; if these do not decide, like the other numbers of the file; if these do not decide either, a measure is assumed to
//! have decimals and any other number is reported at its row.

use super::problem::ProblemCode;

/// Maximum number of digits: no valid number has more, and conversions stay exact.
const MAX_DIGITS: usize = 20;

/// The character between whole part and decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecimalMark {
    Dot,
    Comma,
}

/// The decimal mark as far as the other numbers of a file reveal it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MarkHint {
    #[default]
    None,
    /// They contradict each other.
    Mixed,
    /// Numbers of the same column use this mark.
    Column(DecimalMark),
    /// Numbers of other columns use this mark.
    File(DecimalMark),
}

/// Type of quantity in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    Amount,
    Measure,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: i128,
    scale: u32,
}

impl Decimal {
    /// All digits as one integer, with the sign.
    pub(super) fn digits(self) -> i128 {
        self.digits
    }

    /// The divisor of the digits: a power of ten.
    pub(super) fn denominator(self) -> i128 {
        10_i128.pow(self.scale)
    }

    /// The integer value; `None` if the decimals are not zero.
    pub(super) fn to_whole(self) -> Option<i64> {
        let denominator = self.denominator();
        (self.digits % denominator == 0).then(|| i64::try_from(self.digits / denominator).ok())?
    }
}

/// Parts of a number between its marks.
struct Parts<'a> {
    negative: bool,
    digits: Vec<&'a str>,
    marks: Vec<char>,
}

/// Interpretation of a number's marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// The last mark is the decimal mark, others group thousands.
    Decimals,
    /// All marks group thousands.
    Whole,
    /// A single mark that may be either.
    Unclear(DecimalMark),
}

/// Parses a number. `hint` resolves ambiguous ones.
pub(super) fn parse_number(text: &str, kind: NumberKind, hint: MarkHint) -> Result<Decimal, ProblemCode> {
    let parts = Parts::of(text).ok_or(ProblemCode::NotANumber)?;
    let with_decimals = match parts.reading().ok_or(ProblemCode::NotANumber)? {
        Reading::Decimals => true,
        Reading::Whole => false,
        Reading::Unclear(mark) => match hint {
            MarkHint::Column(known) => mark == known,
            MarkHint::File(known) if mark == known || kind == NumberKind::Amount => mark == known,
            MarkHint::None if kind == NumberKind::Measure => true,
            // A weight of "1.250" between prices of "3,90" is not a ton.
            _ => return Err(ProblemCode::AmbiguousNumber),
        },
    };
    parts.value(with_decimals).ok_or(ProblemCode::NotANumber)
}

/// The decimal mark that a number reveals by itself, if any.
pub(super) fn decimal_mark(text: &str) -> Option<DecimalMark> {
    let parts = Parts::of(text)?;
    let last = *parts.marks.last()?;
    match parts.reading()? {
        Reading::Decimals => mark_of(last),
        // "1.234.567": the grouping mark is not the decimal mark.
        Reading::Whole => match mark_of(last)? {
            DecimalMark::Dot => Some(DecimalMark::Comma),
            DecimalMark::Comma => Some(DecimalMark::Dot),
        },
        Reading::Unclear(_) => None,
    }
}

fn mark_of(sign: char) -> Option<DecimalMark> {
    match sign {
        '.' => Some(DecimalMark::Dot),
        ',' => Some(DecimalMark::Comma),
        _ => None,
    }
}

fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',' | '\'' | '’' | ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

impl<'a> Parts<'a> {
    /// Splits a number; `None` if it contains anything but digits, marks and a minus.
    fn of(text: &'a str) -> Option<Self> {
        let text = text.trim();
        // An apostrophe before a number makes a spreadsheet treat it as text.
        let text = text.strip_prefix('\'').unwrap_or(text);
        let (negative, text) = match text.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest.trim_start()),
            None => (false, text),
        };
        let digits: Vec<&str> = text.split(is_mark).collect();
        // Spaces and apostrophes of all kinds group thousands alike.
        let plain = |c: char| if matches!(c, '.' | ',') { c } else { ' ' };
        let marks: Vec<char> = text.chars().filter(|c| is_mark(*c)).map(plain).collect();
        let count: usize = digits.iter().map(|part| part.len()).sum();
        let all_digits = digits.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        (all_digits && (1..=MAX_DIGITS).contains(&count)).then_some(Self { negative, digits, marks })
    }

    /// Interprets the marks; `None` if their order is impossible in a number.
    fn reading(&self) -> Option<Reading> {
        let Some((last, before)) = self.marks.split_last() else { return Some(Reading::Whole) };
        let Some(mark) = mark_of(*last) else { return self.is_grouped(self.digits.len()).then_some(Reading::Whole) };
        if before.is_empty() {
            let (whole, decimals) = (self.digits.first()?, self.digits.last()?);
            let unclear = decimals.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0');
            return Some(if unclear { Reading::Unclear(mark) } else { Reading::Decimals });
        }
        if before.contains(last) {
            return self.is_grouped(self.digits.len()).then_some(Reading::Whole);
        }
        self.is_grouped(self.digits.len() - 1).then_some(Reading::Decimals)
    }

    /// Whether the first `count` parts are thousands: one to three digits, then three each, all with the same mark between them.
    fn is_grouped(&self, count: usize) -> bool {
        let mut groups = self.digits.iter().take(count);
        let mut marks = self.marks.iter().take(count.saturating_sub(1));
        let first_mark = marks.next();
        groups.next().is_some_and(|first| (1..=3).contains(&first.len()))
            && groups.all(|group| group.len() == 3)
            && marks.all(|mark| Some(mark) == first_mark)
    }

    fn value(&self, with_decimals: bool) -> Option<Decimal> {
        let decimals = if with_decimals { self.digits.last().map_or(0, |part| part.len()) } else { 0 };
        let digits: i128 = self.digits.concat().parse().ok()?;
        Some(Decimal { digits: if self.negative { -digits } else { digits }, scale: u32::try_from(decimals).ok()? })
    }
}

#[cfg(test)]
#[path = "tests/numbers.rs"]
mod tests;
