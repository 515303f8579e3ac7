//! Delays of the page's cart parts (storefront specification, sections 4 and 9).

crate::base::timings! {
    /// Delays and lifetimes of the page's cart parts, in milliseconds.
    CartTimings {
        /// Maximum age of stored fragments before they are fetched again.
        fragments_live_ms: i64 = 86_400_000,
        /// Timeout for fetching fragments.
        fragments_timeout_ms: i64 = 5_000,
        /// Duration of scrolling to the shop area after a coupon is applied by a click.
        coupon_scroll_ms: i64 = 1_000,
        /// Delay after the last press of its buttons until a cart line's quantity is saved: a series of presses is one change.
        line_saved_after_ms: i64 = 400,
        /// Delay after a window resize until the drawer is laid out again.
        drawer_resize_ms: i64 = 50,
    }
}
