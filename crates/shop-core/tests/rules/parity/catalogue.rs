//! Amounts, quantities, variations, product pages, reviews.

use serde_json::{Value, json};

use super::{Cases, vectors};

pub(super) fn formatting() -> Cases {
    let mut cases = Cases::default();
    for lang in ["it", "en"] {
        for cents in
            [0_i64, 5, 99, 100, 7200, 99_999, 100_000, 205_714, 123_456_789, -1, -120, -100_000, 9_007_199_254_740_991]
        {
            cases.ask("formatPrice", &[json!(cents), json!(lang)]);
            cases.ask("formatMinor", &[json!(cents.to_string()), json!(lang)]);
            cases.ask("formatInteger", &[json!(cents), json!(lang)]);
        }
        for text in ["", "4720.5", "abc", "12 €", "99999999999999999999"] {
            cases.ask("formatMinor", &[json!(text), json!(lang)]);
            cases.ask("formatGross", &[json!(text), json!("22"), json!(lang)]);
            cases.ask("formatGross", &[json!("5902"), json!(text), json!(lang)]);
        }
        for text in ["0.5", "12", "1.25", "-0.1", ""] {
            cases.ask("formatDecimal", &[json!(text), json!(lang)]);
        }
    }
    cases
}

pub(super) fn quantities() -> Cases {
    let mut cases = Cases::default();
    let limits = [
        json!({}),
        json!({ "min": 2, "max": 10 }),
        json!({ "min": 0, "max": 5 }),
        json!({ "min": 6, "max": null, "step": 6 }),
        json!({ "min": 7, "max": 10, "step": 6 }),
        json!({ "min": 3, "max": 1 }),
        json!({ "sold_individually": true }),
    ];
    for bounds in &limits {
        for typed in [
            "",
            "0",
            "1",
            "2",
            "2.5",
            "2,5",
            " 7 ",
            "007",
            "11",
            "12",
            "250",
            "-3",
            "abc",
            "1e3",
            "99999999999999999999",
        ] {
            cases.ask("fitQuantity", &[json!("Olio"), json!(typed), bounds.clone()]);
            cases.ask("fitLineQuantity", &[json!("Olio"), json!(typed), json!(4), bounds.clone()]);
        }
    }
    cases
}

/// Every eighth of the recorded journeys: each step as a call of its own, whose result is the state for the next step.
pub(super) fn variations() -> Cases {
    let mut cases = Cases::default();
    let file = vectors("variations.json");
    for case in file["cases"].as_array().unwrap().iter().step_by(8) {
        let attributes = case["attributes"].as_object().unwrap().iter();
        let attributes: Vec<Value> = attributes
            .map(|(name, options)| json!({ "name": name, "options": options, "selected": case["initial"].get(name).unwrap_or(&json!("")) }))
            .collect();
        let form = json!({ "sku": case["sku"], "attributes": attributes, "variations": case["variations"] });
        let mut state = cases.ask("variationFormState", std::slice::from_ref(&form));
        for step in case["steps"].as_array().unwrap() {
            let mut before = json!({});
            for remembered in ["selected", "quantity", "reset_announced", "no_match"] {
                before[remembered] = state[remembered].clone();
            }
            state = if let Some(chosen) = step.get("choose") {
                cases.ask("chooseOption", &[form.clone(), before, chosen[0].clone(), chosen[1].clone()])
            } else if let Some(typed) = step.get("qty") {
                cases.ask("setVariationQuantity", &[form.clone(), before, typed.clone()])
            } else {
                cases.ask("resetOptions", &[form.clone(), before])
            };
        }
    }
    cases
}

/// Decisions of the shop's pages besides prices and forms.
pub(super) fn pages() -> Cases {
    let mut cases = Cases::default();
    for timings in ["catalogueTimings", "cartTimings", "checkoutTimings", "quickViewTimings", "widgetTimings"] {
        cases.ask(timings, &[]);
    }
    let tabs = json!(["description", "additional_information", "reviews"]);
    for address in ["/p/", "/p/#reviews", "/p/#comment-7", "/p/?cpage=2", "/p/#tab-additional_information"] {
        cases.ask("openedTab", &[json!(address), tabs.clone()]);
        cases.ask("tabInUrl", &[json!(address), tabs.clone()]);
    }
    cases.ask("openedTab", &[json!("/p/#reviews"), json!([])]);
    for key in ["ArrowRight", "ArrowLeft", "Home", "End", "Tab"] {
        cases.ask("movedTab", &[json!(key), json!(2), json!(3)]);
    }
    for chosen in [json!(null), json!(8), json!(9), json!(0)] {
        cases.ask("galleryPicture", &[json!([7, 8]), chosen]);
    }
    cases.ask("galleryZooms", &[json!(600), json!(600)]);
    cases.ask("galleryZooms", &[json!(1200), json!(600)]);
    for link in [json!({}), json!({ "data_pid": "2", "data_id": "3" }), json!({ "href": "/negozio/#woosq-4" })] {
        cases.ask("quickViewProduct", &[link]);
    }
    let settings = json!({ "next_prev": true, "hash_change": true, "auto_close": true, "cart_redirect": true, "cart_url": "/cart/" });
    for settings in [settings, json!({})] {
        let mut view = json!({});
        for event in [
            json!({ "open": 3 }),
            json!({ "move": 9 }),
            json!({ "hash": "#woosq" }),
            json!("added_to_cart"),
            json!({ "open": 5 }),
            json!({ "hash": "" }),
            json!("close"),
        ] {
            view = cases.ask("quickViewStep", &[view, event, json!([5, 3, 9]), settings.clone()]);
        }
        cases.ask("quickViewRedirect", &[settings, json!("/negozio/")]);
    }
    for (hash, now) in [("a1", 86_400_000), ("a1", 86_400_001), ("b2", 0)] {
        cases.ask("fragmentsUsable", &[json!({ "cart_hash": "a1", "made_at_ms": 0 }), json!(hash), json!(now)]);
    }
    cases.ask("fragmentsUsable", &[json!({}), json!(""), json!(0)]);
    for id in ["12", "0", ""] {
        cases.ask("addsByCall", &[json!(id)]);
    }
    for answer in [json!({}), json!({ "error": true }), json!({ "error": true, "product_url": "/p/" })] {
        for context in [json!({}), json!({ "on_cart_page": true }), json!({ "redirect": true, "cart_url": "/cart/" })] {
            cases.ask("afterAdd", &[answer.clone(), context]);
        }
    }
    for has_fragments in [true, false] {
        cases.ask("afterRemove", &[json!(has_fragments), json!("/cart/?remove_item=1")]);
    }
    let coupon = json!({ "class": "active-coupon", "data_code": "", "code_text": " ESTATE ", "data_id": "7" });
    for key in ["", "Enter", "Tab"] {
        cases.ask("clickedCoupon", &[coupon.clone(), json!(key), json!(false)]);
    }
    cases.ask("clickedCoupon", &[coupon, json!(""), json!(true)]);
    cases.ask("clickedCoupon", &[json!({}), json!(""), json!(false)]);
    for (page, answer, checkout) in
        [(true, true, false), (true, false, false), (true, false, true), (false, true, true)]
    {
        cases.ask("afterCoupon", &[json!(page), json!(answer), json!(checkout)]);
    }
    for html in ["<ul class=\"woocommerce-error\">", "<p>Applicato</p>"] {
        cases.ask("isCouponError", &[json!(html)]);
    }
    let mut queue = json!({});
    for event in
        [json!({ "click": "a" }), json!({ "click": "b" }), json!({ "answered": true }), json!({ "answered": false })]
    {
        queue = cases.ask("addQueueStep", &[queue, event])["queue"].clone();
    }
    for items in [0, 1] {
        cases.ask("miniCartShown", &[json!(items)]);
    }
    for (on_page, chosen) in
        [(false, json!(["35 g"])), (true, json!(["35 g"])), (false, json!(["35 g", ""])), (false, json!([]))]
    {
        cases.ask("asksForVariation", &[json!(on_page), chosen]);
    }
    let fetched = json!({ "on_demand": true, "attributes": [{ "name": "a", "options": ["1", "2"] }], "variations": [
        { "variation_id": 7, "attributes": { "a": "1" } },
    ] });
    let unchosen = cases.ask("variationFormState", std::slice::from_ref(&fetched));
    for option in ["1", "2", ""] {
        cases.ask("chooseOption", &[fetched.clone(), unchosen.clone(), json!("a"), json!(option)]);
    }
    let chat = json!({ "phone": "+39 02 1", "app_address": "https://a.test/{phone}", "web_address": "https://w.test/?p={phone}&t={text}" });
    for (typed, mobile) in [("", true), ("Ciao & grazie", false), (" ", false)] {
        cases.ask("chatAddress", &[chat.clone(), json!(typed), json!(mobile)]);
    }
    for state in ["no_matches", "load_failed", "too_short", "too_long", "too_many", "loading_more", "searching"] {
        for quantity in [1, 2] {
            cases.ask("selectSentence", &[json!(state), json!(quantity), json!("it")]);
            cases.ask("selectSentence", &[json!(state), json!(quantity), json!("en")]);
        }
    }
    for (typed, chosen, most) in
        [("", 0, json!(null)), ("o", 0, json!(1)), ("olio", 1, json!(1)), ("olio", 0, json!(1))]
    {
        cases.ask("selectWaits", &[json!(typed), json!(chosen), most, json!("it")]);
    }
    for (scrolled, header) in [(300, json!(null)), (301, json!(null)), (200, json!(80)), (-1, json!(-1))] {
        cases.ask("scrollTopShown", &[json!(scrolled), header]);
    }
    for (value, cookies) in
        [("anna@esempio.it", ""), ("anna@esempio.it", "tracking_email=anna%40esempio.it"), ("anna", "")]
    {
        for page in ["checkout", "account", "other"] {
            cases.ask("emailCapture", &[json!(value), json!(cookies), json!(page), json!(true)]);
        }
    }
    cases
}

/// Star labels, reviews and comments.
pub(super) fn reviews() -> Cases {
    let mut cases = Cases::default();
    for stars in [0, 1, 5] {
        for lang in ["it", "en"] {
            cases.ask("starLabel", &[json!(stars), json!(lang)]);
        }
    }
    let text = |text: &str| json!({ "name": "Anna", "email": "a@b.it", "text": text, "rating": 4 });
    let long = "è".repeat(5001);
    for form in
        [json!({}), text("Ottimo"), text(" "), text(&long), text("http://a http://b http://c"), text("www.a.it")]
    {
        cases.ask("checkReview", &[form.clone(), json!({})]);
        cases.ask("checkReview", &[form.clone(), json!({ "known_writer": true, "rating_required": false })]);
        cases.ask("checkComment", &[form]);
    }
    for rating in [0, 1, 5, 6, -1] {
        cases.ask("checkReview", &[json!({ "rating": rating, "text": "Ottimo" }), json!({ "known_writer": true })]);
    }
    cases.ask("checkReview", &[text("Ottimo"), json!({ "buyers_only": true })]);
    cases.ask("checkReview", &[text("Ottimo"), json!({ "one_per_buyer": true, "reviewed": true })]);
    cases.ask("checkComment", &[json!({ "name": "www.x.it", "email": "a@b", "text": "Buono" })]);
    cases
}
