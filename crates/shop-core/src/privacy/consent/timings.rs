//! Delays of consent (storefront specification, section 9).

crate::base::timings! {
    /// Delays and thresholds of consent. Times in milliseconds.
    ConsentTimings {
        /// Delay until the page is reloaded after consent was withdrawn.
        reload_after_ms: i64 = 500,
        /// Interval for deleting cookies without consent.
        clean_every_ms: i64 = 1_000,
        /// Interval for scanning for blocked content, where that is switched on.
        rescan_every_ms: i64 = 2_000,
        /// Delay after a window resize until blocked content is laid out again.
        resize_after_ms: i64 = 500,
        /// Interval for checking whether a video may run.
        video_check_every_ms: i64 = 500,
        /// Maximum number of these checks.
        video_checks: i64 = 100,
        /// Scrolling further than this closes the banner under opt-out.
        scroll_pixels: i64 = 400,
        /// Default lifetime of the cookies in days.
        cookie_expiry_days: i64 = 365,
    }
}
