//! Downloads of purchased files: permission, download limit and expiry.

use super::OrderStatus;
use crate::base::text::md5_hex;
use crate::base::time::UnixSeconds;
use crate::catalogue::product::Download;
use crate::platform::messages::codes;

const DAY_S: i64 = 86_400;

/// Returns the id of a file in URLs, which stays the same if files are added, moved or renamed.
///
/// ```
/// use shop_core::catalogue::product::Download;
/// use shop_core::orders::download::file_id;
/// let file = Download { name: "Guida".into(), url: "guida.pdf".into() };
/// assert_eq!(file_id(&file).len(), 32);
/// ```
pub fn file_id(file: &Download) -> String {
    md5_hex(file.url.as_bytes())
}

/// A file of an order, with the data that decides on permission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DownloadGrant {
    /// Status of the order.
    pub status: OrderStatus,
    /// Time of the first payment; `None`: never paid.
    pub paid_at: Option<UnixSeconds>,
    /// Number of pieces bought, each with its own limit.
    pub quantity: i64,
    /// Download limit for each piece; `None`: no limit.
    pub limit: Option<i64>,
    /// Days during which it can be downloaded; `None`: no expiry.
    pub expiry_days: Option<i64>,
    /// Number of downloads so far.
    pub fetched: i64,
}

impl DownloadGrant {
    /// Returns the total download limit; `None`: no limit.
    pub fn allowed(&self) -> Option<i64> {
        self.limit.map(|limit| limit.max(0).saturating_mul(self.quantity.max(1)))
    }

    /// Returns the number of remaining downloads; `None`: no limit.
    pub fn remaining(&self) -> Option<i64> {
        self.allowed().map(|allowed| allowed.saturating_sub(self.fetched).max(0))
    }

    /// Returns the time of expiry; `None`: no expiry.
    pub fn ends_at(&self) -> Option<UnixSeconds> {
        Some(self.paid_at?.saturating_add(self.expiry_days?.max(0).saturating_mul(DAY_S)))
    }

    /// Returns the message code for why it cannot be downloaded now; `None`: it can.
    pub fn refusal(&self, now: UnixSeconds) -> Option<&'static str> {
        if self.status == OrderStatus::Refunded {
            Some(codes::DOWNLOAD_REFUNDED)
        } else if !self.status.is_paid() || self.paid_at.is_none() {
            Some(codes::DOWNLOAD_UNPAID)
        } else if self.ends_at().is_some_and(|end| now >= end) {
            Some(codes::DOWNLOAD_EXPIRED)
        } else if self.remaining() == Some(0) {
            Some(codes::DOWNLOAD_LIMIT)
        } else {
            None
        }
    }
}

/// Returns the parts of a file's path below the download folder; `None`: it is a URL, or leads outside. Leading slashes are
/// ignored.
///
/// ```
/// use shop_core::orders::download::path_parts;
/// assert_eq!(path_parts("/ricette/guida.pdf"), Some(vec!["ricette", "guida.pdf"]));
/// assert_eq!(path_parts("../shop.db"), None);
/// ```
pub fn path_parts(url: &str) -> Option<Vec<&str>> {
    if url.contains("://") || url.chars().any(|c| c == '\\' || c == ':' || c.is_control()) {
        return None;
    }
    let parts: Vec<&str> = url.split('/').filter(|part| !part.is_empty()).collect();
    (!parts.is_empty() && parts.iter().all(|part| !part.starts_with('.'))).then_some(parts)
}

/// Returns whether a file is stored elsewhere, at a URL that buyers may be redirected to: over https only.
pub fn is_remote(url: &str) -> bool {
    url.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"))
        && url.len() > 8
        && !url.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant() -> DownloadGrant {
        DownloadGrant {
            status: OrderStatus::Completed,
            paid_at: Some(1000),
            quantity: 2,
            limit: Some(3),
            expiry_days: Some(1),
            fetched: 5,
        }
    }

    #[test]
    fn only_orders_that_are_paid_give_their_files() {
        for status in OrderStatus::ALL {
            let refusal = DownloadGrant { status: *status, ..grant() }.refusal(1000);
            assert_eq!(refusal.is_none(), status.is_paid(), "{status:?}");
        }
        assert_eq!(
            DownloadGrant { status: OrderStatus::Refunded, ..grant() }.refusal(1000),
            Some(codes::DOWNLOAD_REFUNDED)
        );
        assert_eq!(DownloadGrant { paid_at: None, ..grant() }.refusal(1000), Some(codes::DOWNLOAD_UNPAID));
    }

    #[test]
    fn the_limit_counts_for_each_piece_and_the_days_from_the_payment() {
        assert_eq!(grant().remaining(), Some(1));
        let used = DownloadGrant { fetched: 6, ..grant() };
        assert_eq!(used.refusal(1000), Some(codes::DOWNLOAD_LIMIT));
        assert_eq!(DownloadGrant { limit: None, ..used }.refusal(1000), None);
        assert_eq!(grant().refusal(1000 + DAY_S - 1), None);
        assert_eq!(grant().refusal(1000 + DAY_S), Some(codes::DOWNLOAD_EXPIRED));
        assert_eq!(DownloadGrant { expiry_days: None, ..grant() }.refusal(i64::MAX), None);
    }

    #[test]
    fn a_path_never_leaves_its_folder() {
        for hostile in [
            "",
            "/",
            "..",
            "../a",
            "a/../b",
            "a/./b",
            ".env",
            "a/.git",
            "C:\\x",
            "a\\..\\b",
            "file:///etc/passwd",
            "http://a/b",
            "a\0b",
            "a\nb",
        ] {
            assert_eq!(path_parts(hostile), None, "{hostile:?}");
        }
        assert_eq!(path_parts("//etc/passwd"), Some(vec!["etc", "passwd"]), "below the folder, like any other");
    }

    #[test]
    fn buyers_are_sent_elsewhere_over_https_only() {
        assert!(is_remote("https://cdn.example/guida.pdf"));
        assert!(is_remote("HTTPS://cdn.example/guida.pdf"));
        for url in
            ["http://cdn.example/a", "https://", "ftp://a/b", "javascript:alert(1)", "https://a\r\nb", "guida.pdf"]
        {
            assert!(!is_remote(url), "{url}");
        }
    }
}
