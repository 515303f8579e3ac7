//! Initial data of the VAT number field.

use serde::Serialize;

use crate::trade::vat_field::{VatField, VatRules};

/// The field for a VAT number, at checkout or at registration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VatFieldView {
    /// When it is shown and required.
    pub rules: VatRules,
    /// Current state of the field.
    pub field: VatField,
    /// The number that the server has validated in this visit; empty: none.
    pub known: String,
    /// Message code of the notice beside it; empty: none.
    pub notice: String,
    /// Token for its calls.
    pub token: String,
}
