//! Delays of the trade buyers' forms (storefront specification, sections 5 and 9).

crate::base::timings! {
    /// Delays of the trade buyers' forms, in milliseconds.
    TradeTimings {
        /// Registration: delay after a choice until the state field of all roles becomes required or optional.
        all_roles_required_after_ms: u32 = 125,
        /// Registration: the same for the fields of the chosen role, which come later so that they win.
        role_required_after_ms: u32 = 225,
        /// Delay until the checkout is recalculated after the billing country changes.
        after_billing_country_ms: u32 = 750,
        /// Delay until the checkout is recalculated after the response about a delivery country.
        after_delivery_answer_ms: u32 = 250,
    }
}
