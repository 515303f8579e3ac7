//! The provider's clock.

use std::time::Duration;

use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;

/// Requests the API without a key and returns its time in seconds since 1970 UTC; `None` if it is unreachable or sends no date.
pub async fn server_time(base_url: &str) -> Option<i64> {
    // Fails if another part of the program has installed a provider already; either one works.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().timeout(Duration::from_secs(10)).build().ok()?;
    let answer = http.get(base_url).send().await.ok()?;
    let date = answer.headers().get(reqwest::header::DATE)?.to_str().ok()?;
    OffsetDateTime::parse(date, &Rfc2822).ok().map(OffsetDateTime::unix_timestamp)
}
