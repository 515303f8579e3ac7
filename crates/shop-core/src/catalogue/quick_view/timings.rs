//! Delays and sizes of the quick view (storefront specification, section 9).

crate::base::timings! {
    /// Delays and thresholds of the quick view. Times in milliseconds, sizes in CSS pixels.
    QuickViewTimings {
        /// Delay after the page has loaded until the product named by the settings opens.
        auto_open_after_ms: u32 = 1_000,
        /// Delay after closing until the window is removed from the page.
        removal_after_ms: u32 = 160,
        /// Width from which the window has a scrollbar of its own.
        scrollbar_breakpoint_px: u32 = 1_024,
        /// Delay after the content has arrived until analytics data is read.
        analytics_after_ms: u32 = 500,
    }
}
