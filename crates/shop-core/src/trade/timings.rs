//! When the trade buyers' forms act (storefront specification, sections 5 and 9).

crate::base::timings! {
    /// Waits of the trade buyers' forms, in milliseconds.
    TradeTimings {
        /// Registration: the state field becomes required or not for the fields of all roles so long after a choice.
        all_roles_required_after_ms: u32 = 125,
        /// Registration: the same for the fields of the chosen role, which come later so that they win.
        role_required_after_ms: u32 = 225,
        /// The checkout is worked out anew so long after another billing country is chosen.
        after_billing_country_ms: u32 = 750,
        /// The checkout is worked out anew so long after the answer about a delivery country.
        after_delivery_answer_ms: u32 = 250,
    }
}
