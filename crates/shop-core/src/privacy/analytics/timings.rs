//! Delays of analytics (storefront specification, section 9).

crate::base::timings! {
    /// Delays of analytics, in milliseconds.
    AnalyticsTimings {
        /// Longest time that a tag manager may delay a followed link.
        event_timeout_ms: i64 = 2_000,
        /// Time that a service waits for the visitor's choice before it applies the default.
        wait_for_consent_ms: i64 = 500,
        /// Time over which events are batched before they are sent to the shop's own statistics.
        gathered_ms: i64 = 1_000,
    }
}
