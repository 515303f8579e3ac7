//! What single cells may hold: flags, words, prices, measures, whole numbers.

use shop_core::base::Cents;
use shop_core::base::text::{parse_fixed, slugify};
use shop_core::catalogue::product::{Backorders, ProductKind, PublishStatus, StockStatus};

use super::problem::ProblemCode;
use super::record::RowKind;

/// Greatest price: ten million. A cart of 9,999 pieces of it stays far inside the range of [`Cents`].
const MAX_PRICE: Cents = Cents(1_000_000_000);
/// Greatest quantity, position and other whole number: what a database's 32-bit integer holds.
pub(super) const MAX_NUMBER: i64 = 2_147_483_647;

/// Whether a cell counts as yes. Empty: the default.
pub(super) fn yes_no(text: &str, default: bool) -> Result<bool, ProblemCode> {
    match text.to_lowercase().as_str() {
        "" => Ok(default),
        "1" | "yes" | "true" | "sì" | "si" => Ok(true),
        "0" | "no" | "false" => Ok(false),
        _ => Err(ProblemCode::NotYesNo),
    }
}

/// Reads `simple, downloadable, virtual`: the kind, whether virtual, whether downloadable.
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

/// An empty cell gives the default of the word list.
pub(super) fn word<T: Default>(text: &str, parse: fn(&str) -> Option<T>) -> Result<T, ProblemCode> {
    if text.is_empty() { Ok(T::default()) } else { parse(&text.to_lowercase()).ok_or(ProblemCode::UnknownWord) }
}

pub(super) fn price(text: &str) -> Result<Cents, ProblemCode> {
    Cents::parse(text).filter(|price| (Cents::ZERO..=MAX_PRICE).contains(price)).ok_or(ProblemCode::NotAPrice)
}

pub(super) fn measure(text: &str) -> Result<i64, ProblemCode> {
    parse_fixed(text, 3).filter(|value| (0..=MAX_NUMBER).contains(value)).ok_or(ProblemCode::NotAMeasure)
}

pub(super) fn whole(text: &str, min: i64) -> Result<i64, ProblemCode> {
    parse_fixed(text, 0).filter(|value| (min..=MAX_NUMBER).contains(value)).ok_or(ProblemCode::NotANumber)
}

/// -1 means no limit, as on the platform.
pub(super) fn optional_limit(text: &str) -> Result<Option<i64>, ProblemCode> {
    if text == "-1" { Ok(None) } else { optional(text, |text| whole(text, 0)) }
}

/// The platform's numbers: 1 published, 0 private, -1 draft (its exporter's `get_column_value_published`).
pub(super) fn published(text: &str, minus_one: PublishStatus) -> Result<PublishStatus, ProblemCode> {
    match text {
        "1" => Ok(PublishStatus::Publish),
        "0" => Ok(PublishStatus::Private),
        "-1" => Ok(minus_one),
        // What is in the bin comes back by hand alone.
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
