//! Whether a business buyer owes the tax himself.

use super::CartInput;
use crate::catalogue::price::reverse_charge;
use crate::checkout::address::vat_area::{Supply, in_vat_area, is_northern_ireland};
use crate::trade::tax_ids::vat::country_of_prefix;

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
    let northern_ireland = prefix == "XI" && delivered && is_northern_ireland(&to.country, &to.postcode);
    let supply = if delivered { Supply::Goods } else { Supply::Services };
    if !northern_ireland && !in_vat_area(&to.country, &to.postcode, supply) {
        return false;
    }
    let to = if northern_ireland { prefix } else { to.country.as_str() };
    let of_buyer =
        country_of_prefix(prefix) == input.billing.country || (prefix == "FR" && input.billing.country == "MC");
    of_buyer && reverse_charge(&input.rules.totals.base.country, to, prefix, true)
}
