//! Delays of the checkout (storefront specification, sections 4 and 9).

crate::base::timings! {
    /// Delays of the checkout, in milliseconds.
    CheckoutTimings {
        /// Delay until the order review is refreshed after typing in an address field.
        refresh_after_typing_ms: u32 = 1_000,
        /// Delay until the order review is refreshed after a change: an option chosen, a field left.
        refresh_after_change_ms: u32 = 5,
        /// Block form: delay after the page has loaded until the chosen payment and delivery methods are first sent.
        first_choice_after_ms: u32 = 200,
        /// Block form: delay after each submission of the choice until "checkout values updated" is announced.
        choice_announced_after_ms: u32 = 1_000,
        /// Duration of scrolling to the notices.
        notice_scroll_ms: u32 = 600,
        /// Duration of sliding a payment method's description.
        payment_box_slide_ms: u32 = 230,
        /// Duration of sliding the note under a field.
        field_note_slide_ms: u32 = 250,
        /// Time that the browser stores the submitted values: a day.
        stored_form_ms: u32 = 86_400_000,
    }
}
