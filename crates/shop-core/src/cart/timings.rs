//! When the cart's parts of a page act (storefront specification, sections 4 and 9).

crate::base::timings! {
    /// Waits and lifetimes of the cart's parts of a page, in milliseconds.
    CartTimings {
        /// Stored parts of a page are asked for anew when they are older.
        fragments_live_ms: i64 = 86_400_000,
        /// Asking for them is given up after so long.
        fragments_timeout_ms: i64 = 5_000,
        /// After a coupon is applied by a click the page scrolls to the shop area for so long.
        coupon_scroll_ms: i64 = 1_000,
        /// A quantity of a cart line is saved so long after the last press of its buttons: presses in a row are one change.
        line_saved_after_ms: i64 = 400,
        /// The drawer is laid out anew so long after the window has changed its size.
        drawer_resize_ms: i64 = 50,
    }
}
