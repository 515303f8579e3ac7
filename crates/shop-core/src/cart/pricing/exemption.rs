//! VAT exemption of business buyers (reverse charge).

use super::CartInput;
use crate::catalogue::price::reverse_charge;
use crate::checkout::address::vat_area::{Supply, in_vat_area, is_northern_ireland};
use crate::trade::tax_ids::vat::country_of_prefix;

/// Length of the prefix of the Union's VAT numbers.
const PREFIX_CHARS: usize = 2;

/// Returns whether the cart is sold without tax: its buyer is in the country of the validated VAT number, and the goods go to
/// another country of the Union than the shop's. Goods that are picked up are sold where the shop is. Supplies without delivery
/// count as sold where the buyer is (Directive 2006/112/EC art. 44).
pub(super) fn is_exempt(input: &CartInput<'_>) -> bool {
    let Some(prefix) = input.vat_number.get(..PREFIX_CHARS) else { return false };
    let delivered = input.goods.iter().any(|goods| goods.needs_shipping);
    if delivered && input.delivery.is_pickup() {
        return false;
    }
    let to = if delivered { &input.shipping } else { &input.billing };
    // Northern Ireland belongs to the Union for goods only.
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
