//! Where a buyer is taxed, and whether an address says where to deliver.

use crate::address::locale::{FieldOptions, Presence, presence};
use crate::address::{Address, AddressField, AddressKind};
use crate::tax::TaxPlace;

/// Whose place counts for tax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaxedAt {
    /// The delivery address.
    #[default]
    Delivery,
    /// The billing address.
    Billing,
    /// The shop.
    Shop,
}

/// Where the buyer is taxed: an address that says no country counts as the shop's, and tax of goods that the buyer fetches is the
/// shop's own.
///
/// ```
/// use shop_core::address::Address;
/// use shop_core::pricing::{TaxedAt, tax_place};
/// use shop_core::tax::TaxPlace;
/// let shop = TaxPlace { country: "IT".into(), state: "PR".into() };
/// let buyer = Address { country: "DE".into(), ..Address::default() };
/// let nowhere = Address::default();
/// assert_eq!(tax_place(TaxedAt::Delivery, &nowhere, &buyer, &shop, false).country, "DE");
/// assert_eq!(tax_place(TaxedAt::Delivery, &nowhere, &buyer, &shop, true).country, "IT");
/// assert_eq!(tax_place(TaxedAt::Billing, &nowhere, &buyer, &shop, false).country, "IT");
/// ```
pub fn tax_place(at: TaxedAt, billing: &Address, delivery: &Address, shop: &TaxPlace, picks_up: bool) -> TaxPlace {
    let buyer = match at {
        TaxedAt::Delivery => delivery,
        TaxedAt::Billing => billing,
        TaxedAt::Shop => return shop.clone(),
    };
    if picks_up || buyer.country.is_empty() {
        return shop.clone();
    }
    TaxPlace { country: buyer.country.clone(), state: buyer.state.clone() }
}

/// Whether an address says where to deliver: country, and what of province and postcode is asked for there.
pub(super) fn says_where(to: &Address) -> bool {
    let there = |field: AddressField| {
        let asked = presence(&to.country, AddressKind::Shipping, field, FieldOptions::default());
        asked != Presence::Required || !to.get(field).is_empty()
    };
    !to.country.is_empty() && there(AddressField::State) && there(AddressField::Postcode)
}
