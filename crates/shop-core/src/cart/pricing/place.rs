//! The location for taxing a buyer, and whether an address is complete enough for delivery.

use serde::{Deserialize, Serialize};

use crate::cart::tax::TaxPlace;
use crate::checkout::address::locale::{FieldOptions, Presence, presence};
use crate::checkout::address::{Address, AddressField, AddressKind};

/// A location, with the parts that affect prices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct Place {
    /// Country code, upper case; empty: unknown.
    pub country: String,
    pub state: String,
    pub postcode: String,
}

impl From<&Address> for Place {
    fn from(address: &Address) -> Self {
        let Address { country, state, postcode, .. } = address.clone();
        Self { country, state, postcode }
    }
}

/// Address that determines the tax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum TaxedAt {
    /// The delivery address.
    #[default]
    Delivery,
    /// The billing address.
    Billing,
    Shop,
}

/// Returns the location for taxing the buyer: an address without a country counts as the shop's, and goods that are picked up are
/// taxed at the shop's location.
///
/// ```
/// use shop_core::cart::pricing::{Place, TaxedAt, tax_place};
/// use shop_core::cart::tax::TaxPlace;
/// let shop = TaxPlace { country: "IT".into(), state: "PR".into(), ..TaxPlace::default() };
/// let buyer = Place { country: "DE".into(), ..Place::default() };
/// let nowhere = Place::default();
/// assert_eq!(tax_place(TaxedAt::Delivery, &nowhere, &buyer, &shop, false).country, "DE");
/// assert_eq!(tax_place(TaxedAt::Delivery, &nowhere, &buyer, &shop, true).country, "IT");
/// assert_eq!(tax_place(TaxedAt::Billing, &nowhere, &buyer, &shop, false).country, "IT");
/// ```
pub fn tax_place(at: TaxedAt, billing: &Place, delivery: &Place, shop: &TaxPlace, picks_up: bool) -> TaxPlace {
    let buyer = match at {
        TaxedAt::Delivery => delivery,
        TaxedAt::Billing => billing,
        TaxedAt::Shop => return shop.clone(),
    };
    if picks_up || buyer.country.is_empty() {
        return shop.clone();
    }
    let Place { country, state, postcode } = buyer.clone();
    TaxPlace { country, state, postcode }
}

/// Returns whether an address is sufficient for delivery: it has a country, and the province and postcode if required there.
pub(super) fn is_deliverable_to(to: &Place) -> bool {
    let there = |field: AddressField, value: &str| {
        let field_presence = presence(&to.country, AddressKind::Shipping, field, FieldOptions::default());
        field_presence != Presence::Required || !value.is_empty()
    };
    !to.country.is_empty() && there(AddressField::State, &to.state) && there(AddressField::Postcode, &to.postcode)
}
