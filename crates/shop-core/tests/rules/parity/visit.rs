//! Consent, analytics, attribution.

use serde_json::json;

use super::Cases;

pub(super) fn consent() -> Cases {
    let mut cases = Cases::default();
    cases.ask("consentTimings", &[]);
    for name in ["", "Firefox", "Googlebot/2.1", "Mozilla/5.0 HeadlessChrome/148.0.0.0"] {
        cases.ask("isBot", &[json!(name)]);
    }
    let visitor = json!({ "cookies": "cmplz_id=1; _ga=2", "host": "www.shop.test", "user_agent": "Firefox", "now": 1_772_704_710 });
    for kind in ["optin", "optout", "other"] {
        let settings = json!({ "consent_type": kind, "dismiss_on_scroll": true, "dismiss_after_ms": 5000 });
        for sent in
            ["", "cmplz_marketing=allow; cmplz_policy_id=14", "cmplz_consented_services=%7B%22maps%22%3Atrue%7D"]
        {
            let mut state = cases.ask("consentState", &[json!(sent), settings.clone()]);
            for event in [
                json!({ "event": "page_loaded" }),
                json!({ "event": "waited", "milliseconds": 5000 }),
                json!({ "event": "manage_consent" }),
                json!({ "event": "scrolled", "pixels": 401 }),
                json!({ "event": "save_preferences", "preferences": true, "statistics": false, "marketing": true, "services": [{ "service": "maps", "category": "marketing", "shown": true, "ticked": false }] }),
                json!({ "event": "set_service", "service": "maps", "category": "marketing", "allow": false }),
                json!({ "event": "accept_placeholder", "category": "statistics", "service": "" }),
                json!({ "event": "accept_all" }),
                json!({ "event": "close" }),
                json!({ "event": "revoke" }),
            ] {
                let step = cases.ask("consentStep", &[state, event, settings.clone(), visitor.clone()]);
                state = step["state"].clone();
            }
            let data = json!({ "statistics": { "counter": ["_ga", "_ga_*"] } });
            cases.ask("consentCleanup", &[data, state.clone(), settings.clone(), visitor.clone()]);
            cases.ask("analyticsConsent", &[state, settings.clone(), visitor.clone()]);
        }
    }
    cases
}

pub(super) fn analytics() -> Cases {
    let mut cases = Cases::default();
    cases.ask("analyticsTimings", &[]);
    cases.ask("analyticsConsentDefault", &[]);
    let row = json!({
        "id": 12, "name": "Caviale «50 g»", "sku": "CAV", "categories": ["Pesce", "Caviale"], "variation": ["50 g", "latta"],
        "quantity": 3, "price": "7250", "price_after_coupon_discount": "6999", "stock_status": "instock",
    });
    for variant in ["analytics", "tag_manager"] {
        for event in [
            "view_item_list",
            "view_item",
            "select_item",
            "select_content",
            "add_to_cart",
            "remove_from_cart",
            "begin_checkout",
            "add_shipping_info",
            "add_payment_info",
            "purchase",
            "search",
            "404_not_found",
        ] {
            for items in [json!([]), json!([row]), json!([row, { "id": 3, "price": "x" }])] {
                let form = json!({
                    "event": event, "variant": variant, "items": items, "order_id": "77", "search_term": "tartufo", "page_path": "/niente/",
                    "coupons": ["estate"], "total_price": "4720", "by_sku": variant == "analytics",
                });
                cases.ask("analyticsEvent", &[form]);
            }
        }
    }
    for address in [
        "https://shop.test/checkout/order-received/7/?key=wc_order_a&utm_source=x",
        "https://shop.test/?s=ada%40example.com&post_type=product",
        "https://shop.test/annulla/ada@example.com/",
        "https://shop.test/negozio/",
        "",
    ] {
        cases.ask("analyticsAddress", &[json!(address)]);
    }
    cases
}

pub(super) fn attribution() -> Cases {
    let mut cases = Cases::default();
    for name in ["", "Mozilla/5.0 (iPhone) Mobile/15E148", "Mozilla/5.0 (Android 14; Tablet)", "Firefox"] {
        cases.ask("deviceType", &[json!(name)]);
    }
    for url in
        ["https://www.shop.test/?utm_source=caf%C3%A9&utm_term=100%", "https://shop.test/?gclid=1", "shop.test", ""]
    {
        for referrer in ["", "https://www.google.it/", "https://t.co/x", "https://yandex.ru/?text=x"] {
            for tracking in [true, false] {
                let view = json!({ "cookies": "a=1; sbjs_udata=vst%3D2", "url": url, "referrer": referrer, "user_agent": "x", "now": 0, "chance": 5 });
                let settings = json!({ "tracking": tracking, "promo": { "min": 1, "max": 3 }, "lifetime_months": "6" });
                let answer = cases.ask("attributionVisit", &[view, settings]);
                let pairs = answer["cookies"].as_array().unwrap().iter();
                let header: Vec<String> = pairs
                    .map(|change| format!("{}={}", change["name"].as_str().unwrap(), change["value"].as_str().unwrap()))
                    .collect();
                cases.ask("attributionFields", &[json!(header.join("; "))]);
            }
        }
    }
    cases
}

pub(super) fn themes() -> Cases {
    let mut cases = Cases::default();
    cases.ask("themeMessageLimit", &[]);
    for theme in [
        json!({}),
        json!({ "brand": "#7a1f2b", "accent": "#ffd200" }),
        json!({ "accent": "#7f7f7f", "paper": "#dddddd" }),
        json!({ "paper": "red" }),
    ] {
        cases.ask("themeContrasts", &[theme]);
    }
    let message = |theme: &str| json!(format!(r#"{{"type":"bottega_theme","theme":{theme}}}"#));
    let logo = r#"{"logo":"/pictures/a-640.webp","logo_width":"640","logo_height":"160","text_font":"georgia"}"#;
    for (message, origin) in [
        (message("{}"), "https://shop.test"),
        (message(logo), "https://editor.test"),
        (message(r##"{"paper":"#ffffff","text_size":"110"}"##), "https://shop.test"),
        (message(r##"{"paper":"#777777"}"##), "https://shop.test"),
        (message(r##"{"paper":"#ffffff;}"}"##), "https://shop.test"),
        (message("{}"), "https://evil.test"),
        (json!("{"), "https://shop.test"),
    ] {
        cases
            .ask("themePreview", &[message, json!(origin), json!("https://shop.test"), json!(["https://editor.test"])]);
    }
    cases
}
