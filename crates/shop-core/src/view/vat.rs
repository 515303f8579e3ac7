//! The VAT number field as a page opens it.

use serde::Serialize;

use crate::trade::vat_field::{VatField, VatRules};

/// The field for a VAT number, at checkout or at registration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VatFieldView {
    /// When it is shown.
    pub rules: VatRules,
    /// What stands in it.
    pub field: VatField,
    /// The number that the server has as validated for this visit; empty: none.
    pub known: String,
    /// Code of what is told beside it; empty: nothing.
    pub told: String,
    /// Token of its calls.
    pub token: String,
}
