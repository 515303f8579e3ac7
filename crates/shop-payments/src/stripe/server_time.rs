//! What time the provider has.

use std::time::Duration;

use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;

/// Asks the API at an address for its time, without a key: seconds since 1970 UTC. `None`: it cannot be reached, or does not tell.
pub async fn server_time(base_url: &str) -> Option<i64> {
    // Another part of the program may have chosen one already, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().timeout(Duration::from_secs(10)).build().ok()?;
    let answer = http.get(base_url).send().await.ok()?;
    let date = answer.headers().get(reqwest::header::DATE)?.to_str().ok()?;
    OffsetDateTime::parse(date, &Rfc2822).ok().map(OffsetDateTime::unix_timestamp)
}
