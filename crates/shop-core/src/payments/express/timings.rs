//! When the express buttons act (payments, section 9, "timings").

crate::base::timings! {
    /// Waits of the express buttons, in milliseconds.
    ExpressTimings {
        /// A change of quantity or variation is waited out.
        change_debounce_ms: u32 = 250,
        /// Adding to the cart may take so long before the sheet opens without it.
        add_to_cart_race_ms: u32 = 700,
        /// An address or a confirmation waits so long while the product is not yet in the cart.
        add_to_cart_wait_ms: u32 = 1_000,
        /// A sheet gets its answer to a change or a confirmation within this time, or is failed. Apple Pay gives up after 30 seconds.
        sheet_answer_ms: u32 = 25_000,
    }
}
