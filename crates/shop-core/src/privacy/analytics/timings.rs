//! When analytics acts (storefront specification, section 9).

crate::base::timings! {
    /// Waits of analytics, in milliseconds.
    AnalyticsTimings {
        /// How long a tag manager may hold up a followed link.
        event_timeout_ms: i64 = 2_000,
        /// How long a service waits for the visitor's own choice before it goes by the default.
        wait_for_consent_ms: i64 = 500,
        /// How long events are gathered before the shop's own statistics are told of them.
        gathered_ms: i64 = 1_000,
    }
}
