use proptest::prelude::*;

use super::*;

/// A browser that sends the cookies which have not expired.
#[derive(Default)]
struct Browser {
    jar: Vec<(String, String, Option<i64>)>,
    now: i64,
}

impl Browser {
    fn header(&mut self) -> String {
        let now = self.now;
        self.jar.retain(|(_, _, until)| until.is_none_or(|until| until > now));
        self.jar.iter().map(|(name, value, _)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    fn view(&mut self, url: &str, referrer: &str, settings: &AttributionSettings) -> AttributionFields {
        let view = AttributionVisit {
            cookies: self.header(),
            url: url.into(),
            referrer: referrer.into(),
            now: self.now,
            ..AttributionVisit::default()
        };
        let outcome = visit(&view, settings);
        for change in outcome.cookies {
            self.jar.retain(|(name, _, _)| *name != change.name);
            if change.max_age != Some(0) {
                self.jar.push((change.name, change.value, change.max_age.map(|age| self.now + age)));
            }
        }
        assert_eq!(
            AttributionFields::from_cookies(&self.header()),
            outcome.fields,
            "the cookies say what the answer says"
        );
        outcome.fields
    }
}

const SHOP: &str = "https://www.shop.test/";

#[test]
fn a_referral_inside_a_session_changes_nothing_but_a_search_does() {
    let (mut browser, settings) = (Browser::default(), AttributionSettings::default());
    browser.view(SHOP, "https://a.test/x", &settings);
    let same = browser.view(SHOP, "https://b.test/", &settings);
    assert_eq!((same.utm_source.as_str(), same.session_pages.as_str()), ("a.test", "2"));
    let search = browser.view(SHOP, "https://www.google.it/", &settings);
    assert_eq!((search.source_type.as_str(), search.utm_content.as_str()), ("organic", "(none)"));
}

#[test]
fn thirty_minutes_after_the_last_page_a_new_session_begins() {
    let (mut browser, settings) = (Browser::default(), AttributionSettings::default());
    browser.view(SHOP, "", &settings);
    for (seconds, count, pages) in [(1_799, "1", "2"), (1_799, "1", "3"), (1_800, "2", "1")] {
        browser.now += seconds;
        let fields = browser.view(SHOP, "", &settings);
        assert_eq!((fields.session_count.as_str(), fields.session_pages.as_str()), (count, pages));
        assert_eq!(fields.session_start_time, "1970-01-01 00:00:00");
    }
}

#[test]
fn tracking_off_deletes_every_tracking_cookie_and_no_other() {
    let settings = AttributionSettings { tracking: false, ..AttributionSettings::default() };
    let header = "cart=1; sbjs_current=x; sbjs_old=; sbjs_current=y; xsbjs_a=1; sbjs_\u{e9}=1";
    let view = AttributionVisit { cookies: header.into(), url: SHOP.into(), ..AttributionVisit::default() };
    let outcome = visit(&view, &settings);
    assert_eq!(outcome.fields, AttributionFields::default());
    let lines: Vec<&str> = outcome.cookies.iter().map(|change| change.text.as_str()).collect();
    assert_eq!(
        lines,
        [
            "sbjs_current=; path=/; domain=.shop.test; max-age=0; samesite=lax; secure",
            "sbjs_current=; path=/; max-age=0; samesite=lax; secure",
            "sbjs_old=; path=/; domain=.shop.test; max-age=0; samesite=lax; secure",
            "sbjs_old=; path=/; max-age=0; samesite=lax; secure",
        ]
    );
}

#[test]
fn consent_after_landing_captures_the_landing_address() {
    let (mut browser, on) = (Browser::default(), AttributionSettings::default());
    let off = AttributionSettings { tracking: false, ..on.clone() };
    let landing = "https://www.shop.test/?utm_source=mail";
    browser.view(landing, "https://a.test/", &off);
    browser.view("https://www.shop.test/cart/", SHOP, &off);
    let fields = browser.view(landing, "https://a.test/", &on);
    assert_eq!((fields.utm_source.as_str(), fields.session_entry.as_str()), ("mail", landing));
}

#[test]
fn a_spoilt_cookie_counts_as_none() {
    let settings = AttributionSettings::default();
    for header in ["sbjs_current=x", "sbjs_current=typ%3Dadmin", "sbjs_current=", "sbjs_first=%FF%"] {
        let view = AttributionVisit { cookies: header.into(), url: SHOP.into(), ..AttributionVisit::default() };
        assert_eq!(visit(&view, &settings).fields.source_type, "typein", "{header}");
    }
}

#[test]
fn a_lost_current_source_is_the_first_one() {
    let (mut browser, settings) = (Browser::default(), AttributionSettings::default());
    browser.view(SHOP, "https://a.test/", &settings);
    browser.jar.retain(|(name, _, _)| !name.starts_with("sbjs_current"));
    assert_eq!(browser.view(SHOP, "", &settings).utm_source, "a.test");
}

#[test]
fn lifetimes_count_whole_minutes() {
    for (months, seconds) in [
        ("0.00001", None),
        ("0.00002314", None),
        ("0.00002315", Some(60)),
        ("6", Some(15_552_000)),
        ("99999", Some(34_560_000)),
        ("-1", None),
        ("x", None),
    ] {
        let settings = AttributionSettings { lifetime_months: months.into(), ..AttributionSettings::default() };
        assert_eq!(settings.lifetime(), seconds, "{months}");
    }
}

#[test]
fn a_promo_code_is_drawn_once_and_only_when_wanted() {
    let promo = |cookies: &str, promo, chance| {
        let settings = AttributionSettings { promo, ..AttributionSettings::default() };
        let view = AttributionVisit { cookies: cookies.into(), chance, ..AttributionVisit::default() };
        visit(&view, &settings)
            .cookies
            .into_iter()
            .find(|change| change.name == "sbjs_promo")
            .map(|change| change.value)
    };
    assert_eq!(promo("", None, 1), None);
    assert_eq!(promo("sbjs_promo=code%3D1", Some(PromoRange::default()), 1), None);
    assert_eq!(promo("", Some(PromoRange::default()), 899_999).as_deref(), Some("code%3D999999"));
    assert_eq!(promo("", Some(PromoRange::default()), 900_000).as_deref(), Some("code%3D100000"));
    assert_eq!(promo("", Some(PromoRange { min: 9, max: 1 }), 7).as_deref(), Some("code%3D9"));
    assert_eq!(promo("", Some(PromoRange { min: 0, max: u32::MAX }), u32::MAX).as_deref(), Some("code%3D4294967295"));
}

#[test]
fn hosts_without_a_name_get_no_cookie_domain() {
    for (host, own) in
        [("shop.test", ".shop.test"), ("localhost", ""), ("10.0.0.1", ""), ("[::1]", ""), ("a;b.test", ""), ("", "")]
    {
        assert_eq!(domain(host), own, "{host}");
    }
}

#[test]
fn moments_are_written_in_utc() {
    for (seconds, text) in [
        (0, "1970-01-01 00:00:00"),
        (951_782_400, "2000-02-29 00:00:00"),
        (1_772_704_710, "2026-03-05 09:58:30"),
        (4_107_542_399, "2100-02-28 23:59:59"),
        (i64::MAX, "9999-12-31 23:59:59"),
        (i64::MIN, "1970-01-01 00:00:00"),
    ] {
        assert_eq!(date_time(seconds), text);
    }
}

proptest! {
    #[test]
    fn any_visit_gives_cookies_that_a_browser_keeps(
        cookies in any::<String>(), url in any::<String>(), referrer in any::<String>(), user_agent in any::<String>(),
        tail in "[a-z=&%|#?;0-9]{0,6000}", now in any::<i64>(), tracking in any::<bool>(),
    ) {
        let settings = AttributionSettings { tracking, promo: Some(PromoRange::default()), ..AttributionSettings::default() };
        let near = format!("https://shop.test/?utm_source={tail}");
        for url in [url, near] {
            let view = AttributionVisit { cookies: cookies.clone(), url, referrer: referrer.clone(), user_agent: user_agent.clone(), now, chance: 1 };
            for change in visit(&view, &settings).cookies {
                prop_assert!(change.text.len() < 4_096, "{}", change.text);
                prop_assert!(change.text.bytes().all(|b| (b' '..127).contains(&b)), "{}", change.text);
            }
        }
    }
}
