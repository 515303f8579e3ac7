//! Parses single cells: flags, keywords, prices, measures, integers.

use shop_core::base::text::slugify;
use shop_core::base::{Cents, Half, round_div};
use shop_core::catalogue::product::{Backorders, ProductKind, PublishStatus, StockStatus};

use super::column_names::find_unit;
use super::currency::strip_currency;
use super::numbers::{Decimal, MarkHint, NumberKind, parse_number};
use super::problem::ProblemCode;
use super::record::RowKind;
use super::units::{Conversion, Unit};

/// Maximum price: ten million. A cart with 9,999 pieces stays far inside the range of [`Cents`].
const MAX_PRICE: Cents = Cents(1_000_000_000);
/// Maximum length of a trade item number: fourteen digits, and room for those of other systems.
const MAX_GTIN: usize = 20;
/// Maximum quantity, position and other integer: what a 32-bit database column holds.
pub(super) const MAX_NUMBER: i64 = 2_147_483_647;

/// Parses yes or no. Empty: the default.
pub(super) fn yes_no(text: &str, default: bool) -> Result<bool, ProblemCode> {
    match text.to_lowercase().as_str() {
        "" => Ok(default),
        "1" | "yes" | "true" | "sì" | "si" => Ok(true),
        "0" | "no" | "false" => Ok(false),
        _ => Err(ProblemCode::NotYesNo),
    }
}

/// Parses `simple, downloadable, virtual`: the kind, whether virtual, whether downloadable.
pub(super) fn read_type(text: &str) -> Result<(RowKind, bool, bool), ProblemCode> {
    let (mut kind, mut is_virtual, mut downloadable) = (RowKind::Unsaid, false, false);
    for part in text.split(',').map(|part| part.trim().to_lowercase()).filter(|part| !part.is_empty()) {
        let found = match part.as_str() {
            "virtual" => {
                is_virtual = true;
                continue;
            }
            "downloadable" => {
                downloadable = true;
                continue;
            }
            "variation" => RowKind::Variation,
            other => RowKind::Product(ProductKind::parse(other).ok_or(ProblemCode::UnknownType)?),
        };
        if kind != RowKind::Unsaid {
            return Err(ProblemCode::UnknownType);
        }
        kind = found;
    }
    Ok((kind, is_virtual, downloadable))
}

pub(super) fn optional<T>(
    text: &str,
    read: impl FnOnce(&str) -> Result<T, ProblemCode>,
) -> Result<Option<T>, ProblemCode> {
    if text.is_empty() { Ok(None) } else { read(text).map(Some) }
}

/// Parses a keyword; an empty cell gives the default.
pub(super) fn word<T: Default>(text: &str, parse: fn(&str) -> Option<T>) -> Result<T, ProblemCode> {
    if text.is_empty() { Ok(T::default()) } else { parse(&text.to_lowercase()).ok_or(ProblemCode::UnknownWord) }
}

/// Splits a measure and its unit: "1,5 kg".
pub(super) fn strip_unit(text: &str) -> (&str, Option<Unit>) {
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_alphabetic() || c == '"');
    match text.strip_prefix(number).and_then(find_unit) {
        Some(unit) => (number.trim_end(), Some(unit)),
        None => (text, None),
    }
}

/// Parses a price in cents, rounded: WooCommerce files may have six decimals.
pub(super) fn price(text: &str, hint: MarkHint) -> Result<Cents, ProblemCode> {
    let number = number(strip_currency(text), NumberKind::Amount, hint, ProblemCode::NotAPrice)?;
    let cents = number.digits().checked_mul(100).map(|cents| round_div(cents, number.denominator(), Half::Up));
    // A negative number that rounds to zero is invalid all the same.
    let cents = cents.map(Cents).filter(|_| number.digits() >= 0);
    cents.filter(|price| *price <= MAX_PRICE).ok_or(ProblemCode::NotAPrice)
}

/// Parses a measure in thousandths of the shop's unit. A unit in the cell takes precedence over that of the header.
pub(super) fn measure(text: &str, hint: MarkHint, conversion: Option<Conversion>) -> Result<i64, ProblemCode> {
    let (written, unit) = strip_unit(text);
    let number = number(written, NumberKind::Measure, hint, ProblemCode::NotAMeasure)?;
    let Conversion { from, to } = conversion.ok_or(ProblemCode::NotAMeasure)?;
    let milli = unit.unwrap_or(from).convert(number, to).ok_or(ProblemCode::NotAMeasure)?;
    Some(milli).filter(|milli| (0..=MAX_NUMBER).contains(milli) && number.digits() >= 0).ok_or(ProblemCode::NotAMeasure)
}

/// Parses an integer that may have thousands separators, such as a stock quantity.
pub(super) fn count(text: &str, min: i64, hint: MarkHint) -> Result<i64, ProblemCode> {
    let number = number(text, NumberKind::Amount, hint, ProblemCode::NotANumber)?;
    number.to_whole().filter(|value| (min..=MAX_NUMBER).contains(value)).ok_or(ProblemCode::NotANumber)
}

fn number(text: &str, kind: NumberKind, hint: MarkHint, otherwise: ProblemCode) -> Result<Decimal, ProblemCode> {
    parse_number(text, kind, hint).map_err(|code| if code == ProblemCode::NotANumber { otherwise } else { code })
}

/// Parses an integer such as a position.
pub(super) fn parse_integer(text: &str, min: i64) -> Result<i64, ProblemCode> {
    count(text, min, MarkHint::None).map_err(|_| ProblemCode::NotANumber)
}

/// Parses a trade item number (GTIN, UPC, EAN) or ISBN: digits, possibly with hyphens, and the X at the end of an ISBN. Stays
/// text, since it may start with zeros. A spreadsheet's 8,00123E+12 has lost digits.
pub(super) fn gtin(text: &str) -> Result<String, ProblemCode> {
    let text = text.strip_prefix('\'').unwrap_or(text);
    let compact: String = text.chars().filter(|c| !matches!(c, '-' | ' ' | '\u{a0}')).collect();
    let digits = compact.strip_suffix(['X', 'x']).filter(|digits| digits.len() == 9).unwrap_or(&compact);
    let fits = digits.bytes().all(|byte| byte.is_ascii_digit()) && compact.len() <= MAX_GTIN;
    if fits { Ok(text.to_owned()) } else { Err(ProblemCode::NotAGtin) }
}

/// -1 means no limit, as in WooCommerce.
pub(super) fn optional_limit(text: &str) -> Result<Option<i64>, ProblemCode> {
    if text == "-1" { Ok(None) } else { optional(text, |text| parse_integer(text, 0)) }
}

/// WooCommerce's numbers: 1 published, 0 private, -1 draft (its exporter's `get_column_value_published`).
pub(super) fn published(text: &str, minus_one: PublishStatus) -> Result<PublishStatus, ProblemCode> {
    match text {
        "1" => Ok(PublishStatus::Publish),
        "0" => Ok(PublishStatus::Private),
        "-1" => Ok(minus_one),
        // Products in the trash are only restored by hand.
        other => word(other, |text| PublishStatus::parse(text).filter(|status| *status != PublishStatus::Trash)),
    }
}

pub(super) fn read_in_stock(text: &str) -> Result<StockStatus, ProblemCode> {
    match text.to_lowercase().as_str() {
        "backorder" | "onbackorder" => Ok(StockStatus::OnBackorder),
        "instock" => Ok(StockStatus::InStock),
        "outofstock" => Ok(StockStatus::OutOfStock),
        other => yes_no(other, true).map(|yes| if yes { StockStatus::InStock } else { StockStatus::OutOfStock }),
    }
}

pub(super) fn read_backorders(text: &str) -> Result<Backorders, ProblemCode> {
    if text.eq_ignore_ascii_case("notify") {
        return Ok(Backorders::Notify);
    }
    yes_no(text, false).map(|yes| if yes { Backorders::Yes } else { Backorders::No })
}

/// Slug or name of a tax class; the standard class is empty.
pub(super) fn tax_class(text: &str) -> String {
    let slug = slugify(text);
    if slug == "standard" { String::new() } else { slug }
}
