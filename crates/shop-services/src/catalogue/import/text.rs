//! Encoding of texts, lists and dates in cells. Each rule is parsed and written here, so that both stay inverse.

use shop_core::base::calendar::{end_of_day, from_local, local, local_day};
use shop_core::base::time::UnixSeconds;
use time::{Date, Month, OffsetDateTime, Time};

use super::entities::{decode_entities, encode_entities};

const DAY_SECONDS: i64 = 86_400;

/// Characters at which a spreadsheet starts a formula (OWASP "CSV Injection").
const FORMULA_STARTS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Whether a text starts a formula after any number of apostrophes. The apostrophes count, because a text that really starts with
/// `'=` must keep its apostrophe in a round trip.
fn looks_like_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA_STARTS)
}

/// Prefixes an apostrophe to what a spreadsheet would run as a formula.
pub fn guard_formula(text: String) -> String {
    if looks_like_formula(&text) { format!("'{text}") } else { text }
}

/// Removes that apostrophe; other texts stay unchanged.
pub(super) fn unguard_formula(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| looks_like_formula(rest)).unwrap_or(cell)
}

/// Splits a list at its separator. `\,` is a comma inside a value. Backslashes elsewhere are literal; a run of them right before
/// a comma is halved, so that a value can end in one. Parts are trimmed, empty ones kept.
///
/// WooCommerce writes `\,` too but never doubles a backslash; its own files parse the same unless a value ends in two.
pub(super) fn split_escaped(cell: &str, separator: char) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut backslashes = 0;
    for c in cell.chars() {
        if c == '\\' {
            backslashes += 1;
            continue;
        }
        if c == separator {
            part.extend(std::iter::repeat_n('\\', backslashes / 2));
            if backslashes % 2 == 1 {
                part.push(c);
            } else {
                parts.push(std::mem::take(&mut part).trim().to_owned());
            }
        } else {
            part.extend(std::iter::repeat_n('\\', backslashes));
            part.push(c);
        }
        backslashes = 0;
    }
    part.extend(std::iter::repeat_n('\\', backslashes));
    parts.push(part.trim().to_owned());
    parts
}

/// Joins values so that [`split_escaped`] restores them. `glue` is the separator with its spaces.
pub(super) fn join_escaped<S: AsRef<str>>(values: &[S], separator: char, glue: &str) -> String {
    let mut out = String::new();
    for (at, value) in values.iter().enumerate() {
        if at > 0 {
            // A run of backslashes that now precedes the separator is doubled.
            if glue.starts_with(separator) {
                let run = out.len() - out.trim_end_matches('\\').len();
                out.extend(std::iter::repeat_n('\\', run));
            }
            out.push_str(glue);
        }
        let mut run = 0;
        for c in value.as_ref().chars() {
            if c == separator {
                out.extend(std::iter::repeat_n('\\', run + 1));
            }
            run = if c == '\\' { run + 1 } else { 0 };
            out.push(c);
        }
    }
    out
}

/// Parses a list cell: values split at commas, without empty ones and duplicates.
pub(super) fn read_list(cell: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for value in split_escaped(cell, ',') {
        if !value.is_empty() && !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

pub(super) fn write_list<S: AsRef<str>>(values: &[S]) -> String {
    join_escaped(values, ',', ", ")
}

/// Parses a list of names, which may contain entities. The list is split first: an entity is part of its name.
pub(super) fn read_names(cell: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in split_escaped(cell, ',').iter().map(|name| plain_name(name)) {
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

pub(super) fn write_names<S: AsRef<str>>(names: &[S]) -> String {
    let escaped: Vec<String> = names.iter().map(|name| encode_entities(name.as_ref())).collect();
    write_list(&escaped)
}

fn plain_name(name: &str) -> String {
    decode_entities(name).trim().to_owned()
}

/// Parses category paths: `A > B, C`; `None` if a level has no name. `\>` is a `>` inside a name.
pub(super) fn read_category_paths(cell: &str) -> Option<Vec<Vec<String>>> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    for path in read_list(cell) {
        let path: Vec<String> = split_escaped(&path, '>').iter().map(|name| plain_name(name)).collect();
        if path.iter().any(String::is_empty) {
            return None;
        }
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    Some(paths)
}

pub(super) fn write_category_paths(paths: &[Vec<String>]) -> String {
    let escaped = |path: &Vec<String>| path.iter().map(|name| encode_entities(name)).collect::<Vec<_>>();
    let joined: Vec<String> = paths.iter().map(|path| join_escaped(&escaped(path), '>', " > ")).collect();
    write_list(&joined)
}

/// Parses a description: line breaks are written as `\n` by WooCommerce's exporter; real line breaks are preserved too. An even
/// run of backslashes before an `n` is half as many backslashes and the letter.
pub(super) fn read_long_text(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len());
    let mut backslashes = 0;
    for c in cell.chars() {
        if c == '\\' {
            backslashes += 1;
            continue;
        }
        if c == 'n' && backslashes > 0 {
            out.extend(std::iter::repeat_n('\\', backslashes / 2));
            out.push(if backslashes % 2 == 1 { '\n' } else { 'n' });
        } else {
            out.extend(std::iter::repeat_n('\\', backslashes));
            out.push(c);
        }
        backslashes = 0;
    }
    out.extend(std::iter::repeat_n('\\', backslashes));
    out
}

/// Writes a description: line breaks unchanged, backslashes before an `n` doubled.
pub(super) fn write_long_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut run = 0;
    for c in text.chars() {
        if c == 'n' {
            out.extend(std::iter::repeat_n('\\', run));
        }
        run = if c == '\\' { run + 1 } else { 0 };
        out.push(c);
    }
    out
}

/// Parses `2026-12-31`, or with a time `2026-12-31 8:30` in Europe/Rome, as WooCommerce writes the shop's local time;
/// `2026-12-31T08:30:00Z` is UTC. Also returns whether a time was given. `None` if it is no date.
fn read_moment(cell: &str) -> Option<(UnixSeconds, bool)> {
    let (date, clock) = match cell.split_once([' ', 'T']) {
        Some((date, clock)) => (date, Some(clock.trim())),
        None => (cell, None),
    };
    let utc = clock.and_then(|clock| clock.strip_suffix('Z'));
    let mut parts = date.splitn(3, '-');
    let year = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let month = Month::try_from(digits(parts.next()?)?).ok()?;
    let date = Date::from_calendar_date(year, month, digits(parts.next()?)?).ok()?;
    let time = match utc.or(clock) {
        None => Time::MIDNIGHT,
        Some(clock) => {
            let mut parts = clock.splitn(3, ':');
            let (hour, minute) = (digits(parts.next()?)?, digits(parts.next()?)?);
            Time::from_hms(hour, minute, parts.next().map_or(Some(0), digits)?).ok()?
        }
    };
    let displayed = date.with_time(time).assume_utc().unix_timestamp();
    Some((if utc.is_some() { displayed } else { from_local(displayed) }, clock.is_some()))
}

fn digits(text: &str) -> Option<u8> {
    let fits = !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if fits { text.parse().ok() } else { None }
}

/// Start of a sale price: the given time, or the first second of the day.
pub(super) fn read_sale_start(cell: &str) -> Option<UnixSeconds> {
    read_moment(cell).map(|(moment, _)| moment)
}

/// End of a sale price, exclusive. The column contains the last day, or the last second, on which it applies.
pub(super) fn read_sale_end(cell: &str) -> Option<UnixSeconds> {
    read_moment(cell).map(|(moment, with_time)| if with_time { moment + 1 } else { end_of_day(local_day(moment)) })
}

pub(super) fn write_sale_start(moment: UnixSeconds) -> String {
    write_moment(moment, local(moment).rem_euclid(DAY_SECONDS) != 0)
}

pub(super) fn write_sale_end(moment: UnixSeconds) -> String {
    write_moment(moment - 1, local(moment).rem_euclid(DAY_SECONDS) != 0)
}

/// Empty for a year beyond 9999, which the column cannot represent. In the hour that occurs twice in October the second one is
/// written in UTC.
fn write_moment(moment: UnixSeconds, with_time: bool) -> String {
    let utc = with_time && from_local(local(moment)) != moment;
    let displayed = if utc { moment } else { local(moment) };
    let Some(at) = OffsetDateTime::from_unix_timestamp(displayed).ok().filter(|at| (0..=9999).contains(&at.year()))
    else {
        return String::new();
    };
    let date = format!("{:04}-{:02}-{:02}", at.year(), u8::from(at.month()), at.day());
    if with_time {
        format!("{date} {:02}:{:02}:{:02}{}", at.hour(), at.minute(), at.second(), if utc { "Z" } else { "" })
    } else {
        date
    }
}

#[cfg(test)]
#[path = "tests/text.rs"]
mod tests;
