//! When the quick view acts, and at which sizes (storefront specification, section 9).

crate::base::timings! {
    /// Waits and thresholds of the quick view. Times in milliseconds, sizes in CSS pixels.
    QuickViewTimings {
        /// The product that the settings name opens so long after the page has loaded.
        auto_open_after_ms: u32 = 1_000,
        /// The window leaves the page so long after it is closed.
        removal_after_ms: u32 = 160,
        /// From this width on the window has a scrollbar of its own.
        scrollbar_breakpoint_px: u32 = 1_024,
        /// Analytics data is read so long after the content has come.
        analytics_after_ms: u32 = 500,
    }
}
