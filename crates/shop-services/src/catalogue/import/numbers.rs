//! Numbers as people write them in cells.
//!
//! A comma or dot that stands alone before exactly three digits, as in "1.234", can be read in two ways. The rule for it: it is
//! read like the other numbers of its column; when these do not tell, like the other numbers of the file; when these do not tell
//! either, a measure is taken to have decimals and any other number is reported at its row.

use super::problem::ProblemCode;

/// Most digits of a number: none that is allowed has more, and conversions stay exact.
const MAX_DIGITS: usize = 20;

/// The sign between the whole part of a number and its decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecimalMark {
    Dot,
    Comma,
}

/// What the other numbers of a file tell of its decimal mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MarkHint {
    #[default]
    None,
    /// They contradict each other.
    Mixed,
    /// Numbers of the same column have this mark.
    Column(DecimalMark),
    /// Numbers of other columns have this mark.
    File(DecimalMark),
}

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    /// Prices and counts.
    Amount,
    /// Weights and lengths.
    Measure,
}

/// A decimal number, exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: i128,
    scale: u32,
}

impl Decimal {
    /// All digits as one whole number, with the sign.
    pub(super) fn digits(self) -> i128 {
        self.digits
    }

    /// What the digits are divided by: a power of ten.
    pub(super) fn denominator(self) -> i128 {
        10_i128.pow(self.scale)
    }

    /// The whole number; `None` when there are decimals other than zero.
    pub(super) fn to_whole(self) -> Option<i64> {
        let denominator = self.denominator();
        (self.digits % denominator == 0).then(|| i64::try_from(self.digits / denominator).ok())?
    }
}

/// The parts of a number between its marks.
struct Parts<'a> {
    negative: bool,
    digits: Vec<&'a str>,
    marks: Vec<char>,
}

/// What the marks of a number mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// The last mark is the decimal mark, others group thousands.
    Decimals,
    /// All marks group thousands.
    Whole,
    /// One mark that may be either.
    Unclear(DecimalMark),
}

/// Reads a number. `hint` decides what can be read in two ways.
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

/// The decimal mark that a number shows by itself, if any.
pub(super) fn decimal_mark(text: &str) -> Option<DecimalMark> {
    let parts = Parts::of(text)?;
    let last = *parts.marks.last()?;
    match parts.reading()? {
        Reading::Decimals => mark_of(last),
        // "1.234.567": what groups thousands is not the decimal mark.
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
    /// Takes a number apart; `None` when it holds anything but digits, marks and a minus.
    fn of(text: &'a str) -> Option<Self> {
        let text = text.trim();
        // An apostrophe before a number tells a spreadsheet to leave it alone.
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

    /// What the marks mean; `None` when they are in no order that numbers have.
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

    /// Whether so many parts are thousands: one to three digits, then three each, all with the same mark between them.
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
