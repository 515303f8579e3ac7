//! Checks that the shop is reached over https.

use super::Report;
use crate::platform::config::Config;

const SUBJECT: &str = "address";

pub(super) fn check(config: &Config, report: &mut Report) {
    let url = &config.public_url;
    if url.is_empty() {
        report.warn(
            SUBJECT,
            "links in messages lead to this machine alone: set SHOP_PUBLIC_URL to the shop's https:// address",
        );
    } else if url.starts_with("https://") {
        report.ok(SUBJECT, url.as_str());
    } else if is_local(url) {
        report.warn(SUBJECT, format!("{url} is this machine's own: nobody else reaches it"));
    } else {
        report.fail(
            SUBJECT,
            format!("{url} is not encrypted: put a proxy with TLS before the shop, and set https:// there"),
        );
    }
}

/// Tells whether an address belongs to this machine.
pub(super) fn is_local(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or(url);
    ["localhost", "127.", "[::1]"].iter().any(|local| host.starts_with(local))
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn only_this_machines_own_addresses_are_local() {
        for (url, local) in [
            ("http://localhost:8080", true),
            ("http://127.0.0.1:8080", true),
            ("http://[::1]:8080", true),
            ("http://shop.example", false),
            ("http://10.0.0.1", false),
            ("http://shop.localhost.example", false),
        ] {
            assert_eq!(is_local(url), local, "{url}");
        }
    }
}
