//! Content negotiation from request headers.

use axum::http::HeaderValue;

/// Media type of a page's data, which the app requests when it navigates.
pub const PAGE_JSON: &str = "application/vnd.bottega.page+json";

/// Tells whether `Accept-Encoding` lists an encoding with a non-zero weight. `*` is ignored: every client names its encodings.
pub(crate) fn accepts_encoding(header: Option<&HeaderValue>, name: &str) -> bool {
    let Some(header) = header.and_then(|value| value.to_str().ok()) else { return false };
    header.split(',').any(|part| {
        let mut fields = part.split(';').map(str::trim);
        fields.next().is_some_and(|coding| coding.eq_ignore_ascii_case(name)) && !fields.any(is_zero_quality)
    })
}

fn is_zero_quality(field: &str) -> bool {
    field.strip_prefix("q=").and_then(|value| value.parse::<f32>().ok()).is_some_and(|quality| quality <= 0.0)
}

/// Tells whether `If-None-Match` contains this ETag, by the weak comparison of RFC 9110.
pub(crate) fn matches_etag(header: Option<&HeaderValue>, etag: &str) -> bool {
    let Some(header) = header.and_then(|value| value.to_str().ok()) else { return false };
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let wanted = opaque(etag);
    header.split(',').any(|tag| tag.trim() == "*" || opaque(tag) == wanted)
}

/// Tells whether the app requests a page's data instead of its document.
pub(crate) fn wants_page_json(accept: Option<&HeaderValue>) -> bool {
    let Some(accept) = accept.and_then(|value| value.to_str().ok()) else { return false };
    accept.split(',').any(|part| part.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(PAGE_JSON)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> HeaderValue {
        HeaderValue::from_str(text).unwrap()
    }

    #[test]
    fn an_encoding_is_used_only_when_it_is_named_and_not_refused() {
        for (header, accepted) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0", false),
            ("*", false),
            ("x-gzip", false),
        ] {
            assert_eq!(accepts_encoding(Some(&value(header)), "gzip"), accepted, "{header}");
        }
        assert!(!accepts_encoding(None, "gzip"));
    }

    #[test]
    fn etags_are_compared_weakly() {
        for (header, matches) in
            [("W/\"a\"", true), ("\"a\"", true), ("\"b\", W/\"a\"", true), ("*", true), ("\"b\"", false), ("a", false)]
        {
            assert_eq!(matches_etag(Some(&value(header)), "W/\"a\""), matches, "{header}");
        }
    }

    #[test]
    fn page_data_is_sent_only_to_those_who_name_its_type() {
        assert!(wants_page_json(Some(&value(PAGE_JSON))));
        assert!(wants_page_json(Some(&value("application/vnd.bottega.page+json;q=0.9, */*"))));
        for other in ["*/*", "text/html", "application/json"] {
            assert!(!wants_page_json(Some(&value(other))), "{other}");
        }
    }
}
