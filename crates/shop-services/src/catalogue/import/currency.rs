//! The shop's currency in headers and prices.

/// Whether a text is the shop's currency.
pub(super) fn is_currency(text: &str) -> bool {
    text == "€" || text.eq_ignore_ascii_case("eur") || text.eq_ignore_ascii_case("euro")
}

/// Strips the currency of a price: "€ 3,90", "3,90 EUR"; "3,-" is three.
pub(super) fn strip_currency(text: &str) -> &str {
    let text = text.trim();
    let is_letter = |c: char| c.is_alphabetic() || c == '€';
    let before = text.trim_start_matches(is_letter);
    let after = text.trim_end_matches(is_letter);
    let text = if text.strip_suffix(before).is_some_and(is_currency) {
        before
    } else if text.strip_prefix(after).is_some_and(is_currency) {
        after
    } else {
        text
    };
    let text = text.trim();
    let whole = text.trim_end_matches(['-', '–', '—']);
    if whole.len() < text.len() && whole.ends_with([',', '.']) { whole } else { text }
}
