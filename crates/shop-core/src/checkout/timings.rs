//! When the checkout acts (storefront specification, sections 4 and 9).

crate::base::timings! {
    /// Waits of the checkout, in milliseconds.
    CheckoutTimings {
        /// The order's review is asked for so long after typing in an address field.
        refresh_after_typing_ms: u32 = 1_000,
        /// The order's review is asked for so long after a change: an option chosen, a field left.
        refresh_after_change_ms: u32 = 5,
        /// Block form: the chosen payment and delivery are sent for the first time so long after the page has loaded.
        first_choice_after_ms: u32 = 200,
        /// Block form: "checkout values updated" is told so long after each time they were sent.
        choice_told_after_ms: u32 = 1_000,
        /// The page scrolls to the notices for so long.
        notice_scroll_ms: u32 = 600,
        /// The description of a payment method slides for so long.
        payment_box_slide_ms: u32 = 230,
        /// The note under a field slides for so long.
        field_note_slide_ms: u32 = 250,
        /// What was typed is kept by the browser for so long: a day.
        kept_form_ms: u32 = 86_400_000,
    }
}
