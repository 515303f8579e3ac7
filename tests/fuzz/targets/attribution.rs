//! Addresses with campaigns and coupons: any page view gives fields and cookies that the next view reads.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shop_core::privacy::attribution::{AttributionFields, AttributionSettings, AttributionVisit, received, stored, visit};
use shop_core::cart::coupon::validity::code_of;

fuzz_target!(|input: (&str, &str, &str, i64)| {
    let (url, referrer, cookies, now) = input;
    let mut view = AttributionVisit {
        url: url.into(),
        referrer: referrer.into(),
        cookies: cookies.into(),
        now,
        ..AttributionVisit::default()
    };
    let settings = AttributionSettings {
        campaign_parameter: "coupon".into(),
        lifetime_months: "6".into(),
        ..AttributionSettings::default()
    };
    let first = visit(&view, &settings);
    for cookie in &first.cookies {
        assert!(cookie.text.is_ascii() && cookie.value.len() <= 4_096, "{url:?} {referrer:?}: {cookie:?}");
    }
    // What was set is what an order reads.
    let set = |name: &&shop_core::privacy::cookies::CookieChange| name.max_age != Some(0);
    view.cookies = first
        .cookies
        .iter()
        .filter(set)
        .map(|cookie| format!("{}={}", cookie.name, cookie.value))
        .collect::<Vec<_>>()
        .join("; ");
    let read = AttributionFields::from_cookies(&view.cookies);
    let kept = stored(&received(read));
    assert!(kept.values().all(|value| value.chars().count() <= 2_000), "{kept:?}");
    let _ = visit(&view, &settings);
    let code = code_of(url);
    assert_eq!(code_of(&code), code, "{url:?}");
});
