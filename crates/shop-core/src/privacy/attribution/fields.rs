//! The sixteen attribution fields of an order, `wc_order_attribution_{name}` in the classic form (storefront spec, section 3),
//! and which of them the shop stores and shows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cookie::{NONE, pair};
use super::device::DeviceType;
use super::source::SourceType;
use crate::base::{Lang, Params};
use crate::platform::messages::codes;
use crate::privacy::cookies;

/// Source type of an order that the shop creates when a subscription is due. Only the server sets it: [`received`] rejects it in
/// requests.
pub const RENEWAL: &str = "renewal";

/// Longest value stored with an order, in characters. Longer addresses are rare and rarely legitimate.
const MAX_CHARS: usize = 2_000;
/// Prefix of the field names in forms.
pub const FIELD_PREFIX: &str = "wc_order_attribution_";

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident),*) => {
        /// The order attribution fields. "(none)" is a missing value; all are empty when tracking is off.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
        #[serde(default)]
        pub struct AttributionFields { $($(#[$doc])* pub $name: String,)* }

        impl AttributionFields {
            /// The names, without the prefix used in forms.
            pub const NAMES: [&str; 16] = [$(stringify!($name)),*];

            /// Builds the fields from names and values. Unknown names are ignored; of a repeated one the last counts.
            pub fn from_pairs<N: AsRef<str>>(sent: impl IntoIterator<Item = (N, String)>) -> Self {
                let mut fields = Self::default();
                for (name, value) in sent {
                    match name.as_ref() {
                        $(stringify!($name) => fields.$name = value,)*
                        _ => {}
                    }
                }
                fields
            }

            fn each(&self) -> impl Iterator<Item = (&'static str, &String)> {
                [$((stringify!($name), &self.$name)),*].into_iter()
            }

            fn each_mut(&mut self) -> impl Iterator<Item = &mut String> {
                [$(&mut self.$name),*].into_iter()
            }
        }
    };
}

fields! {
    /// Source type: utm, organic, referral or typein.
    source_type,
    /// Where the visitor came from.
    referrer,
    utm_campaign,
    utm_source,
    utm_medium,
    /// Content; for a referral, the path on the other site.
    utm_content,
    utm_id,
    /// Search term of the visitor.
    utm_term,
    /// Platform of the ad.
    utm_source_platform,
    /// Format of the ad.
    utm_creative_format,
    /// Target group of the ad.
    utm_marketing_tactic,
    /// URL of the first page.
    session_entry,
    /// Time when the source was recorded: "2026-03-05 09:58:30", UTC.
    session_start_time,
    /// Number of pages viewed in the session.
    session_pages,
    /// Number of sessions so far.
    session_count,
    /// User agent of the browser.
    user_agent
}

impl AttributionFields {
    /// Parses the fields from a cookie header; a missing cookie leaves its fields empty.
    pub fn from_cookies(header: &str) -> Self {
        let sent = |name| cookies::value(header, name).unwrap_or_default();
        Self::unpack(&sent("sbjs_current"), &sent("sbjs_current_add"), &sent("sbjs_session"), &sent("sbjs_udata"))
    }

    /// Parses the fields from the cookies' values.
    pub(super) fn unpack(current: &str, entry: &str, session: &str, user: &str) -> Self {
        let read = |packed: &str, key| pair(packed, key).map(cookies::decode).unwrap_or_default();
        Self {
            source_type: read(current, "typ"),
            referrer: read(entry, "rf"),
            utm_campaign: read(current, "cmp"),
            utm_source: read(current, "src"),
            utm_medium: read(current, "mdm"),
            utm_content: read(current, "cnt"),
            utm_id: read(current, "id"),
            utm_term: read(current, "trm"),
            utm_source_platform: read(current, "plt"),
            utm_creative_format: read(current, "fmt"),
            utm_marketing_tactic: read(current, "tct"),
            session_entry: read(entry, "ep"),
            session_start_time: read(entry, "fd"),
            session_pages: read(session, "pgs"),
            session_count: read(user, "vst"),
            user_agent: read(user, "uag"),
        }
    }
}

/// Sanitises fields from a request: no control characters, at most 2,000 characters each, digits only in counts. An unknown
/// source type is dropped along with all other fields.
pub fn received(mut fields: AttributionFields) -> AttributionFields {
    if SourceType::from_name(&fields.source_type).is_none() {
        return AttributionFields::default();
    }
    for value in fields.each_mut() {
        *value = value.chars().filter(|c| !c.is_control()).take(MAX_CHARS).collect();
    }
    for count in [&mut fields.session_pages, &mut fields.session_count] {
        if count.len() > 10 || !count.bytes().all(|b| b.is_ascii_digit()) {
            count.clear();
        }
    }
    fields
}

/// Returns the values to store with the order, by unprefixed name: those that are not empty, and `device_type`, which is detected
/// from the user agent ([`DeviceType`]).
pub fn stored(fields: &AttributionFields) -> BTreeMap<String, String> {
    let telling = fields.each().filter(|(_, value)| !value.is_empty() && value.as_str() != NONE);
    let mut values: BTreeMap<String, String> = telling.map(|(name, value)| (name.to_owned(), value.clone())).collect();
    if let Some(device) = values.get("user_agent").and_then(|name| DeviceType::detect(name)) {
        values.insert("device_type".to_owned(), device.as_str().to_owned());
    }
    values
}

/// Returns an order's origin for the back office: "Ricerca: google".
pub fn origin_label(fields: &AttributionFields, lang: Lang) -> String {
    let source = if fields.utm_source == NONE { "" } else { fields.utm_source.as_str() };
    let code = match SourceType::from_name(&fields.source_type) {
        Some(SourceType::Typein) => codes::ORIGIN_DIRECT,
        Some(SourceType::Utm) if !source.is_empty() => codes::ORIGIN_CAMPAIGN,
        Some(SourceType::Organic) if !source.is_empty() => codes::ORIGIN_ORGANIC,
        Some(SourceType::Referral) if !source.is_empty() => codes::ORIGIN_REFERRAL,
        None if fields.source_type == RENEWAL => codes::ORIGIN_RENEWAL,
        _ => codes::ORIGIN_UNKNOWN,
    };
    crate::platform::messages::text(code, &Params::from([("source".to_owned(), source.to_owned())]), lang)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(source_type: &str, utm_source: &str) -> AttributionFields {
        let texts = (source_type.to_owned(), utm_source.to_owned());
        AttributionFields { source_type: texts.0, utm_source: texts.1, ..AttributionFields::default() }
    }

    #[test]
    fn nothing_is_believed_of_an_unknown_kind_of_source() {
        for kind in ["", "admin", "UTM", RENEWAL, "utm "] {
            assert_eq!(received(of(kind, "google")), AttributionFields::default(), "{kind}");
        }
    }

    #[test]
    fn what_a_request_says_is_bounded() {
        let mut sent = of("utm", &"è".repeat(3_000));
        sent.session_pages = "12a".into();
        sent.session_count = "-1".into();
        sent.user_agent = "a\r\nb\0".into();
        let accepted = received(sent);
        assert_eq!((accepted.utm_source.chars().count(), accepted.user_agent.as_str()), (2_000, "ab"));
        assert_eq!((accepted.session_pages.as_str(), accepted.session_count.as_str()), ("", ""));
    }

    #[test]
    fn missing_values_are_not_stored() {
        let mut fields = of("typein", "(direct)");
        fields.utm_medium = NONE.into();
        assert_eq!(stored(&fields).into_keys().collect::<Vec<_>>(), ["source_type", "utm_source"]);
        assert_eq!(fields.each().count(), 16);
    }

    #[test]
    fn an_origin_without_a_source_is_unknown() {
        for (kind, source, label) in [
            ("utm", "newsletter", "Campagna: newsletter"),
            ("organic", "google", "Ricerca: google"),
            ("referral", "a.test", "Da un altro sito: a.test"),
            ("typein", "(direct)", "Accesso diretto"),
            ("utm", NONE, "Origine sconosciuta"),
            ("", "google", "Origine sconosciuta"),
            (RENEWAL, "google", "Rinnovo di un abbonamento"),
            ("Renewal", "", "Origine sconosciuta"),
        ] {
            assert_eq!(origin_label(&of(kind, source), Lang::It), label);
        }
    }

    #[test]
    fn the_device_is_kept_with_the_browsers_name_only() {
        let mut fields = of("typein", "(direct)");
        assert!(!stored(&fields).contains_key("device_type"));
        fields.user_agent = "Mozilla/5.0 (iPhone) Mobile/15E148".into();
        assert_eq!(stored(&fields)["device_type"], "Mobile");
        fields.user_agent = NONE.into();
        assert!(!stored(&fields).contains_key("device_type"));
    }

    #[test]
    fn fields_are_read_by_their_names_and_unknown_ones_are_passed_over() {
        let sent = [("utm_source", "a"), ("session_pages", "3"), ("device_type", "Mobile"), ("utm_source", "b")];
        let fields = AttributionFields::from_pairs(sent.map(|(name, value)| (name, value.to_owned())));
        let expected = AttributionFields { session_pages: "3".into(), utm_source: "b".into(), ..Default::default() };
        assert_eq!(fields, expected);
        let all = AttributionFields::NAMES.map(|name| (name, name.to_owned()));
        assert_eq!(stored(&AttributionFields::from_pairs(all)).len(), 17, "with the kind of device");
    }

    proptest! {
        #[test]
        fn any_cookies_can_be_read(header in any::<String>(), near in "(sbjs_(current|udata|session|current_add)=[a-z%0-9=|A-F]{0,60}; ){0,5}") {
            for text in [header, near] {
                let fields = AttributionFields::from_cookies(&text);
                let _ = stored(&received(fields));
            }
        }
    }
}
