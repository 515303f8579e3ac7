//! Shared formatting of addresses, rates and labels.

use shop_core::base::format::price;
use shop_core::base::{Cents, Lang};
use shop_core::orders::document::Party;

use crate::fonts::Style;

/// Lines of a block below its label.
pub(crate) fn block(label: &str, lines: &[String]) -> Vec<(String, Style)> {
    let mut out = vec![(label.to_owned(), Style::LABEL)];
    out.extend(lines.iter().map(|line| (line.clone(), Style::TEXT)));
    out
}

/// Letterhead of the seller: its name in bold, then address and numbers.
pub(crate) fn letterhead(seller: &Party) -> Vec<(String, Style)> {
    let named = seller.lines.iter().enumerate();
    let mut out: Vec<(String, Style)> =
        named.map(|(n, line)| (line.clone(), if n == 0 { Style::STRONG } else { Style::SMALL })).collect();
    out.extend(seller.facts.iter().map(|(label, value)| (format!("{label} {value}"), Style::SMALL)));
    out
}

/// Formats a rate for people: "5,5 %".
pub(crate) fn rate(text: &str, lang: Lang) -> String {
    match (text.strip_suffix('%'), lang) {
        (Some(number), Lang::It) => format!("{}%", number.replace('.', ",")),
        (_, Lang::En) | (None, Lang::It) => text.to_owned(),
    }
}

pub(crate) fn money(cents: Cents, lang: Lang) -> String {
    price(cents, lang)
}
