//! Where orders come from: what each door keeps, and nothing without consent; what the back office shows and sums up.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::base::OrderId;
use shop_core::base::calendar::{local_day, name_of_day};
use shop_core::privacy::attribution::{AttributionSettings, AttributionVisit, visit};
use shop_tests::{Merchant, TestShop, Visitor, checkout, classic_form, now, page_data, rules};

use crate::checkout::express::with_wallets;
use crate::checkout::express_orders::{order as express_order, wallet_order};
use crate::payments::cards::GOOD;

const DECLINED: &str = "4000000000000002";
const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148";
/// A campaign's link with all that one can say.
const CAMPAIGN: &str = "https://shop.test/?utm_source=lettera&utm_medium=email&utm_campaign=natale&utm_content=testata&utm_id=7\
    &utm_term=olio&utm_source_platform=posta&utm_creative_format=testo&utm_marketing_tactic=fedeli";
/// Address of the first page, referrer, and how the back office calls it.
const ORIGINS: [(&str, &str, &str); 4] = [
    (CAMPAIGN, "", "Campagna: lettera"),
    ("https://shop.test/negozio/", "https://www.google.it/", "Ricerca: google"),
    ("https://shop.test/negozio/", "https://blog.example.org/ricette/pesto", "Da un altro sito: blog.example.org"),
    ("https://shop.test/negozio/", "", "Accesso diretto"),
];

/// The sixteen fields as the pages' scripts make them.
fn fields(url: &str, referrer: &str) -> BTreeMap<String, String> {
    let view = AttributionVisit {
        url: url.into(),
        referrer: referrer.into(),
        user_agent: PHONE.into(),
        now: 1_770_000_000,
        ..AttributionVisit::default()
    };
    let fields = visit(&view, &AttributionSettings::default()).fields;
    serde_json::from_value(serde_json::to_value(fields).expect("fields")).expect("a map")
}

/// The same as what is kept: without what says nothing, with the kind of device.
fn as_kept(fields: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut kept: BTreeMap<_, _> = fields.clone().into_iter().filter(|(_, value)| value != "(none)").collect();
    kept.insert("device_type".into(), "Mobile".into());
    kept
}

fn utm(source: &str) -> Value {
    json!({ "source_type": "utm", "utm_source": source, "session_pages": "1" })
}

async fn agree(visitor: &mut Visitor) {
    visitor.submit("/consenso/", &[("event", "accept_all")]).await;
}

async fn by_ajax(visitor: &mut Visitor, fields: &BTreeMap<String, String>) -> i64 {
    let form = classic(visitor, fields).await;
    let placed = visitor.ajax("checkout", &pairs(&form)).await.expect(200);
    assert_eq!(placed["result"], "success", "{placed}");
    placed["order_id"].as_i64().expect("an order")
}

async fn by_plain_form(visitor: &mut Visitor, fields: &BTreeMap<String, String>) -> i64 {
    let form = classic(visitor, fields).await;
    let answer = visitor.submit("/checkout/", &pairs(&form)).await;
    let path = answer.header("location").expect("a redirect").to_owned();
    let number = path.split("order-received/").nth(1).and_then(|rest| rest.split('/').next());
    number.and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no order in {path}"))
}

async fn classic(visitor: &mut Visitor, fields: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let form = classic_form(visitor).await.into_iter().map(|(name, value)| (name.to_owned(), value));
    let hidden = fields.iter().map(|(name, value)| (format!("wc_order_attribution_{name}"), value.clone()));
    form.chain(hidden).collect()
}

fn pairs(form: &[(String, String)]) -> Vec<(&str, &str)> {
    form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

fn with_fields(mut body: Value, fields: impl Into<Value>) -> Value {
    body["extensions"]["woocommerce/order-attribution"] = fields.into();
    body
}

fn object(fields: &BTreeMap<String, String>) -> Value {
    serde_json::to_value(fields).expect("fields")
}

async fn by_block(visitor: &mut Visitor, fields: Value) -> i64 {
    let placed = visitor.post("/checkout", with_fields(checkout("bacs"), fields)).await.expect(200);
    placed["order_id"].as_i64().expect("an order")
}

async fn kept(shop: &TestShop, id: i64) -> BTreeMap<String, String> {
    let order = shop.store().await.order(OrderId(id)).await.expect("the database").expect("the order");
    order.content.attribution
}

/// A visitor with something in the cart who allows everything.
async fn agreeing(shop: &TestShop, server: usize) -> Visitor {
    let mut visitor = shop.visitor_of(server);
    agree(&mut visitor).await;
    visitor.add("t-oil", 1).await;
    visitor
}

async fn report(merchant: &mut Merchant, query: &str) -> Value {
    merchant.get(&format!("/origins{query}")).await.expect(200)
}

fn day(from_now: i64) -> String {
    name_of_day(local_day(now()) + from_now)
}

rules! {
    async fn each_door_keeps_the_sixteen_fields_of_each_origin_and_the_back_office_names_it(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        for (url, referrer, label) in ORIGINS {
            let sent = fields(url, referrer);
            assert_eq!(sent.len(), 16);
            let mut orders = Vec::new();
            let mut visitor = agreeing(&shop, server).await;
            orders.push(("script", by_ajax(&mut visitor, &sent).await));
            let mut visitor = agreeing(&shop, server).await;
            orders.push(("form", by_plain_form(&mut visitor, &sent).await));
            let mut visitor = agreeing(&shop, server).await;
            orders.push(("block", by_block(&mut visitor, object(&sent)).await));
            let mut visitor = agreeing(&shop, server).await;
            let token = shop.wallet_token(GOOD, "apple_pay").await;
            let body = with_fields(wallet_order(&token, "apple_pay"), object(&sent));
            let placed = express_order(&mut visitor, "one", &body).await.expect(200);
            orders.push(("express", placed["order_id"].as_i64().expect("an order")));
            for (door, id) in orders {
                assert_eq!(kept(&shop, id).await, as_kept(&sent), "{door} {label}");
                let origin = merchant.order(id).await["origin"].clone();
                assert_eq!(origin["label"], label, "{door}");
                let shown = origin["fields"].as_array().expect("fields");
                assert_eq!(shown.len(), as_kept(&sent).len() - 1, "{door}: all but the kind of source, which the label says");
            }
        }
    }

    async fn paid_orders_are_summed_up_by_source_and_campaign(shop) {
        let mut merchant = shop.merchant().await;
        let mut visitor = agreeing(&shop, 0).await;
        let first = by_block(&mut visitor, utm("lettera")).await;
        visitor.add("t-five", 2).await;
        let second = by_block(&mut visitor, utm("lettera")).await;
        visitor.add("t-oil", 1).await;
        let named = json!({ "source_type": "utm", "utm_source": "lettera", "utm_medium": "email", "utm_campaign": "natale" });
        let third = by_block(&mut visitor, named).await;
        visitor.add("t-oil", 1).await;
        let unpaid = by_block(&mut visitor, utm("altro")).await;
        let mut stranger = shop.visitor();
        stranger.add("t-five", 1).await;
        let unknown = by_block(&mut stranger, utm("lettera")).await;
        assert_eq!(report(&mut merchant, "").await["total"], 0, "nothing is paid yet");
        let mut cents = BTreeMap::new();
        for id in [first, second, third, unknown] {
            let seen = merchant.set_status(id, "processing").await.expect(200);
            cents.insert(id, seen["total_cents"].as_i64().expect("cents"));
        }
        let back = merchant.write(Method::POST, &format!("/orders/{second}/refunds"), json!({ "other": "3" })).await.expect(200);
        let back = back["refunds"][0]["cents"].as_i64().expect("cents");
        assert_eq!(back, 300);
        let seen = report(&mut merchant, "").await;
        let revenue = cents[&first] + cents[&second] - back;
        assert_eq!((&seen["total"], &seen["sum"]["orders"]), (&json!(3), &json!(4)), "{seen}, without {unpaid}");
        let all: i64 = cents.values().sum();
        assert_eq!(seen["sum"]["revenue_cents"], all - back);
        assert_eq!(seen["origins"][0], json!({
            "label": "Campagna: lettera", "kind": "utm", "source": "lettera", "medium": "", "campaign": "",
            "orders": 2, "revenue_cents": revenue, "average_cents": (revenue + 1) / 2,
        }));
        let rest: Vec<_> = seen["origins"].as_array().expect("rows").iter().skip(1).map(|row| (&row["label"], &row["campaign"])).collect();
        assert!(rest.contains(&(&json!("Campagna: lettera"), &json!("natale"))), "{seen}");
        assert!(rest.contains(&(&json!("Origine sconosciuta"), &json!(""))), "{seen}");
        let yesterday = report(&mut merchant, &format!("?from={0}&to={0}", day(-1))).await;
        assert_eq!((&yesterday["total"], &yesterday["sum"]["average_cents"]), (&json!(0), &json!(0)));
        let today = report(&mut merchant, &format!("?from={0}&to={0}&page=2", day(0))).await;
        assert_eq!((&today["total"], &today["origins"], &today["sum"]["orders"]), (&json!(3), &json!([]), &json!(4)));
        let file = merchant.get(&format!("/origins/export?from={0}&to={0}", day(0))).await;
        assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
        let text = file.text();
        assert_eq!(text.lines().count(), 4, "{text}");
        assert!(text.contains("Campagna: lettera;utm;lettera;email;natale;1;"), "{text}");
    }

    async fn without_consent_no_door_keeps_anything(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let sent = fields(CAMPAIGN, "");
        let choices: [&[(&str, &str)]; 4] = [
            &[],
            &[("event", "deny_all")],
            &[("event", "save_preferences"), ("statistics", "on"), ("preferences", "on")],
            &[("event", "save_preferences"), ("marketing", "on"), ("shown", "marketing/attribution=1")],
        ];
        for choice in choices {
            let mut visitor = shop.visitor_of(server);
            if !choice.is_empty() {
                visitor.submit("/consenso/", choice).await;
            }
            visitor.add("t-oil", 1).await;
            let mut orders = vec![by_ajax(&mut visitor, &sent).await];
            visitor.add("t-oil", 1).await;
            orders.push(by_plain_form(&mut visitor, &sent).await);
            visitor.add("t-oil", 1).await;
            orders.push(by_block(&mut visitor, object(&sent)).await);
            visitor.add("t-oil", 1).await;
            let token = shop.wallet_token(GOOD, "apple_pay").await;
            let body = with_fields(wallet_order(&token, "apple_pay"), object(&sent));
            let placed = express_order(&mut visitor, "one", &body).await.expect(200);
            orders.push(placed["order_id"].as_i64().expect("an order"));
            for id in orders {
                assert_eq!(kept(&shop, id).await, BTreeMap::new(), "{choice:?}");
            }
        }
    }

    async fn a_browser_that_names_itself_a_bot_has_chosen_nothing_and_its_order_keeps_nothing(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let body = with_fields(checkout("bacs"), utm("lettera"));
        let nonce = visitor.get("/cart").await.header("nonce").expect("a nonce").to_owned();
        let order = visitor.request(Method::POST, "/wp-json/wc/store/v1/checkout").header("nonce", nonce).json(&body);
        let placed = visitor.send(order.header("user-agent", "Googlebot/2.1")).await.expect(200);
        assert_eq!(kept(&shop, placed["order_id"].as_i64().expect("an order")).await, BTreeMap::new());
    }

    async fn the_category_that_the_settings_name_is_the_one_that_counts(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| {
            for service in &mut settings.consent_services.0 {
                if service.id == "attribution" {
                    service.category = shop_core::privacy::consent::Category::Statistics;
                }
            }
        }).await;
        for (category, noted) in [("marketing", false), ("statistics", true)] {
            let mut visitor = shop.visitor_of(server);
            visitor.submit("/consenso/", &[("event", "save_preferences"), (category, "on")]).await;
            visitor.add("t-oil", 1).await;
            let frame = page_data(&mut visitor, "/").await["shell"]["attribution"].clone();
            assert_eq!(frame["category"], "statistics");
            let id = by_block(&mut visitor, utm("lettera")).await;
            assert_eq!(kept(&shop, id).await.contains_key("utm_source"), noted, "{category}");
        }
    }

    async fn a_shop_that_does_not_note_it_or_asks_nobody_keeps_nothing(shop) {
        let mut shop = shop;
        for asks in [true, false] {
            let server = shop.with_settings(move |settings| {
                settings.attribution.enabled = !asks;
                settings.consent.banner = asks;
            }).await;
            let mut visitor = shop.visitor_of(server);
            agree(&mut visitor).await;
            visitor.add("t-oil", 1).await;
            assert_eq!(page_data(&mut visitor, "/").await["shell"]["attribution"], Value::Null);
            let id = by_block(&mut visitor, utm("lettera")).await;
            assert_eq!(kept(&shop, id).await, BTreeMap::new());
        }
    }

    async fn what_a_request_says_is_bounded_and_nothing_of_another_kind_is_believed(shop) {
        let mut visitor = agreeing(&shop, 0).await;
        let long = "è".repeat(3000);
        let sent = json!({
            "source_type": "referral", "utm_source": long, "referrer": "<script>alert(1)</script>\u{7}", "session_pages": 3,
            "session_count": "1; DROP TABLE orders", "utm_id": ["x"], "utm_term": null, "order_status": "completed",
        });
        let id = by_block(&mut visitor, sent).await;
        let found = kept(&shop, id).await;
        assert_eq!(found["utm_source"].chars().count(), 2000);
        let names: Vec<&str> = found.keys().map(String::as_str).collect();
        assert_eq!(names, ["referrer", "session_pages", "source_type", "utm_source"]);
        assert_eq!(found["referrer"], "<script>alert(1)</script>", "a text, which pages show as one");
        for kind in ["admin", "pos", "mobile_app", "UTM", ""] {
            visitor.add("t-oil", 1).await;
            let id = by_block(&mut visitor, json!({ "source_type": kind, "utm_source": "x" })).await;
            assert_eq!(kept(&shop, id).await, BTreeMap::new(), "{kind}");
        }
        for wrong in [json!("utm"), json!([]), json!(null), json!(7)] {
            visitor.add("t-oil", 1).await;
            let id = by_block(&mut visitor, wrong).await;
            assert_eq!(kept(&shop, id).await, BTreeMap::new());
        }
    }

    async fn a_page_seen_in_another_tab_meanwhile_makes_no_second_order(shop) {
        let mut visitor = agreeing(&shop, 0).await;
        let send = |pages: &str| {
            let mut fields = utm("lettera");
            fields["session_pages"] = json!(pages);
            with_fields(checkout("bacs"), fields)
        };
        let mut orders = Vec::new();
        for pages in ["1", "2"] {
            let request = visitor
                .request(Method::POST, &format!("{}/checkout", shop_tests::API))
                .header("Nonce", visitor.nonce.clone().expect("a nonce"))
                .header("Idempotency-Key", "one")
                .json(&send(pages));
            orders.push(visitor.send(request).await.expect(200)["order_id"].clone());
        }
        assert_eq!(orders[0], orders[1]);
    }

    async fn an_order_that_is_paid_at_last_keeps_its_first_origin(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut visitor = agreeing(&shop, server).await;
        let declined = wallet_order(&shop.wallet_token(DECLINED, "apple_pay").await, "apple_pay");
        let refused = express_order(&mut visitor, "one", &with_fields(declined, utm("prima"))).await.expect(400);
        let good = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        let paid = express_order(&mut visitor, "two", &with_fields(good, utm("dopo"))).await.expect(200);
        assert_eq!(paid["order_id"], refused["order_id"]);
        assert_eq!(kept(&shop, paid["order_id"].as_i64().expect("an order")).await["utm_source"], "prima");
    }

    async fn both_forms_have_the_sixteen_hidden_fields_and_they_are_empty(shop) {
        let mut shop = shop;
        for kind in [shop_core::view::CheckoutKind::Block, shop_core::view::CheckoutKind::Classic] {
            let server = shop.with_settings(move |settings| settings.checkout.form = kind).await;
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-oil", 1).await;
            let html = visitor.page("/checkout/").await.text();
            let inputs = html.split("<wc-order-attribution-inputs>").nth(1).and_then(|rest| rest.split("</wc-order").next());
            let inputs = inputs.expect("the element");
            assert_eq!(inputs.matches("<input type=\"hidden\"").count(), 16);
            for name in fields("https://shop.test/", "").keys() {
                assert!(inputs.contains(&format!("name=\"wc_order_attribution_{name}\" value=\"\"")), "{name}: {inputs}");
            }
        }
    }

    async fn days_that_are_none_are_refused_by_their_field(shop) {
        let mut merchant = shop.merchant().await;
        for (query, field) in [("from=1/3/2026", "from"), ("to=2026-02-30", "to"), ("from=2026-03-02&to=2026-03-01", "to"), ("from=2025-01-01&to=2026-01-02", "to")] {
            for path in ["/origins", "/origins/export"] {
                let refused = merchant.get(&format!("{path}?{query}")).await.expect(422);
                assert_eq!(refused["errors"][0]["field"], field, "{query}");
            }
        }
    }
}
