//! Whether a business buyer owes the tax himself.

use super::{CartInput, Place};
use crate::price::reverse_charge;
use crate::tax_ids::vat::country_of_prefix;

/// Letters by which VAT numbers of the Union begin.
const PREFIX_CHARS: usize = 2;

/// Whether the cart is sold without tax: its buyer is in the country of the VAT number, which was found valid, and the goods go to
/// another country of the Union than the shop's. What is fetched is sold where the shop is. What is not delivered counts as sold
/// where the buyer is (Directive 2006/112/EC art. 44).
pub(super) fn is_exempt(input: &CartInput<'_>) -> bool {
    let Some(prefix) = input.vat_number.get(..PREFIX_CHARS) else { return false };
    let delivered = input.goods.iter().any(|goods| goods.needs_shipping);
    if delivered && input.delivery.is_pickup() {
        return false;
    }
    let to = if delivered { &input.shipping } else { &input.billing };
    // Northern Ireland is in the Union for goods alone.
    let northern_ireland = prefix == "XI" && delivered && is_northern_ireland(to);
    let to = if northern_ireland { prefix } else { to.country.as_str() };
    let of_buyer =
        country_of_prefix(prefix) == input.billing.country || (prefix == "FR" && input.billing.country == "MC");
    of_buyer && reverse_charge(&input.rules.totals.base.country, to, prefix, true)
}

/// Postcodes of Northern Ireland are those of Belfast.
fn is_northern_ireland(place: &Place) -> bool {
    place.country == "GB" && place.postcode.trim().to_ascii_uppercase().starts_with("BT")
}
