//! Delays of the express buttons (payments, section 9, "timings").

crate::base::timings! {
    /// Delays of the express buttons, in milliseconds.
    ExpressTimings {
        /// Debounce after a change of quantity or variation.
        change_debounce_ms: u32 = 250,
        /// Longest wait for adding to the cart before the sheet opens without it.
        add_to_cart_race_ms: u32 = 700,
        /// Wait of an address or a confirmation while the product is not yet in the cart.
        add_to_cart_wait_ms: u32 = 1_000,
        /// Time within which a change or confirmation of a sheet is answered, or fails. Apple Pay gives up after 30 seconds.
        sheet_answer_ms: u32 = 25_000,
    }
}
