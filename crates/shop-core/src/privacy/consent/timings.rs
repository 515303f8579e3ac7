//! When consent acts (storefront specification, section 9).

crate::base::timings! {
    /// Waits and thresholds of consent. Times in milliseconds.
    ConsentTimings {
        /// The page is loaded anew so long after something was revoked.
        reload_after_ms: i64 = 500,
        /// Cookies without consent are cleaned so often.
        clean_every_ms: i64 = 1_000,
        /// Blocked content is looked for so often, where that is switched on.
        rescan_every_ms: i64 = 2_000,
        /// Blocked content is laid out anew so long after the window has changed its size.
        resize_after_ms: i64 = 500,
        /// Whether a video may run is asked so often.
        video_check_every_ms: i64 = 500,
        /// … and at most so many times.
        video_checks: i64 = 100,
        /// Scrolling more pixels than this dismisses the banner where consent is opt-out.
        scroll_pixels: i64 = 400,
        /// Days that the cookies live unless the shop says otherwise.
        cookie_expiry_days: i64 = 365,
    }
}
