//! The shop's own statistics, the purchase that is told once, and what pages let in of others.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, TestShop, Visitor, on_both_databases, page_data, rules};

const EVENTS: &str = "/wp-json/bottega/v1/events";
const PURCHASE: &str = "/wp-json/bottega/v1/purchase";

async fn post(visitor: &mut Visitor, path: &str, body: &Value) -> Answer {
    let request = visitor.request(Method::POST, path).json(body);
    visitor.send(request).await
}

async fn tell(visitor: &mut Visitor, events: Value) -> Answer {
    post(visitor, EVENTS, &json!({ "events": events })).await
}

/// Somebody who has accepted these categories.
async fn consenting(visitor: Visitor, categories: &[&str]) -> Visitor {
    let mut visitor = visitor;
    let boxes = categories.iter().map(|category| (*category, "on"));
    let fields: Vec<(&str, &str)> = [("event", "save_preferences")].into_iter().chain(boxes).collect();
    assert_eq!(visitor.submit("/consenso/", &fields).await.status, 303);
    visitor
}

async fn report(shop: &TestShop, query: &str) -> Value {
    shop.merchant().await.get(&format!("/analytics{query}")).await.expect(200)
}

/// The funnel's visits and events.
fn funnel(report: &Value) -> Vec<(String, i64, i64)> {
    let steps = report["funnel"].as_array().expect("a funnel").iter();
    let number = |step: &Value, name: &str| step[name].as_i64().expect("a number");
    steps
        .map(|step| {
            let name = step["step"].as_str().expect("a step").to_owned();
            (name, number(step, "visits"), number(step, "events"))
        })
        .collect()
}

/// Number and key of an order.
fn order_of(placed: &Value) -> Value {
    json!({ "order_id": placed["order_id"], "key": placed["order_key"] })
}

fn policy(answer: &Answer) -> String {
    answer.header("content-security-policy").unwrap_or_default().to_owned()
}

on_both_databases! {
    async fn events_become_sums_by_day_event_and_product(shop) {
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        let (oil, caviar) = (visitor.id("t-oil").await, visitor.id("t-caviar-15").await);
        let parent = visitor.id("t-caviar").await;
        let told = tell(&mut visitor, json!([
            { "event": "view_item", "first": true },
            { "event": "view_item", "product_id": oil },
            { "event": "view_item" },
            { "event": "view_item", "product_id": caviar },
            { "event": "view_item", "product_id": 999_999 },
            { "event": "add_to_cart", "first": true },
            { "event": "add_to_cart", "product_id": oil, "pieces": 3 },
            { "event": "begin_checkout", "first": true },
            { "event": "search", "word": "  Olio  NUOVO" },
            { "event": "search", "word": "bottarga", "empty": true },
            { "event": "search", "word": "ada@example.com", "empty": true },
            { "event": "404_not_found", "word": "/vecchia-pagina/?key=1" },
        ])).await;
        assert_eq!((told.status, told.text().as_str()), (204, ""));
        assert_eq!(tell(&mut visitor, json!([{ "event": "search", "word": "bottarga", "empty": true }])).await.status, 204);
        let report = report(&shop, "").await;
        let expected = [("view_item", 1, 2), ("add_to_cart", 1, 1), ("begin_checkout", 1, 1), ("purchase", 0, 0)];
        assert_eq!(funnel(&report), expected.map(|(step, visits, events)| (step.to_owned(), visits, events)));
        let products: Vec<_> = report["products"].as_array().expect("products").iter()
            .map(|row| (row["product_id"].as_i64(), row["views"].as_i64(), row["added"].as_i64())).collect();
        assert_eq!(products, [(Some(oil), Some(1), Some(1)), (Some(parent), Some(1), Some(0))]);
        assert_eq!(report["searches"], json!([
            { "word": "bottarga", "events": 2, "empty": 2 }, { "word": "olio nuovo", "events": 1, "empty": 0 },
        ]));
        assert_eq!(report["empty_searches"], json!([{ "word": "bottarga", "events": 2, "empty": 2 }]));
        assert_eq!(report["addresses"], json!([{ "word": "/vecchia-pagina/", "events": 1, "empty": 0 }]));
        assert_eq!(report["counting"], true);
    }

    async fn a_purchase_is_told_to_the_first_who_asks_though_two_ask_at_once(shop) {
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        let order = order_of(&visitor.buy("t-oil", 2).await);
        let mut other = visitor.moved_to(&visitor);
        let (one, two) = tokio::join!(post(&mut visitor, PURCHASE, &order), post(&mut other, PURCHASE, &order));
        let told: Vec<Value> = [one, two].iter().map(|answer| answer.expect(200)["purchase"].clone()).collect();
        assert_eq!(told.iter().filter(|form| form.is_object()).count(), 1, "{told:?}");
        assert_eq!(post(&mut visitor, PURCHASE, &order).await.expect(200), json!({ "purchase": null }));
        let report = report(&shop, "").await;
        assert_eq!(funnel(&report)[3], ("purchase".to_owned(), 1, 1));
        assert_eq!((&report["products"][0]["pieces"], &report["products"][0]["views"]), (&json!(2), &json!(0)));
    }
}

rules! {
    async fn products_are_summed_up_over_months_and_the_days_around_them(shop) {
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        let oil = visitor.id("t-oil").await;
        let told = json!([
            { "event": "view_item", "product_id": oil }, { "event": "add_to_cart", "product_id": oil, "pieces": 2 },
            { "event": "begin_checkout", "product_id": oil }, { "event": "select_item", "product_id": oil },
        ]);
        for days in [0, 20, 40, 60, 80] {
            let events: Vec<_> = serde_json::from_value(told.clone()).expect("events");
            crate::orders::subscriptions::in_days(&shop, days).await.analytics.count(&events).await.expect("counted");
        }
        let inside = crate::orders::subscriptions::in_days(&shop, 80).await;
        let today = shop_core::base::calendar::local_day(inside.context.now());
        for (first, last, times) in [(80, 0, 5), (79, 0, 4), (80, 1, 4), (60, 20, 3), (1, 0, 1)] {
            let span = shop_services::ports::DaySpan { first: today - first, last: today - last };
            let sums = &inside.analytics.report(span).await.expect("a report").products;
            let found: Vec<_> = sums.iter().map(|one| (one.product_id, one.views, one.added, one.checkouts, one.pieces)).collect();
            assert_eq!(found, [(oil, times, times, times, 0)], "{first} to {last} days ago");
        }
    }

    async fn nothing_is_counted_without_consent_to_statistics(shop) {
        let mut stranger = shop.visitor();
        let mut refusing = consenting(shop.visitor(), &["marketing"]).await;
        for visitor in [&mut stranger, &mut refusing] {
            tell(visitor, json!([{ "event": "view_item", "first": true }])).await.refused(403, "analytics_not_allowed");
        }
        let mut objecting = shop.visitor();
        let request = objecting.request(Method::POST, EVENTS).header("dnt", "1").json(&json!({ "events": [] }));
        objecting.send(request).await.refused(403, "analytics_not_allowed");
        assert!(funnel(&report(&shop, "").await).iter().all(|(_, visits, events)| (*visits, *events) == (0, 0)));
    }

    async fn a_purchase_is_counted_and_told_as_the_services_are_allowed_one_by_one(shop) {
        let mut shop = shop;
        let mut refusing = shop.visitor();
        let but_own = [("event", "save_preferences"), ("statistics", "on"), ("shown", "statistics/shop-statistics=1")];
        refusing.submit("/consenso/", &but_own).await;
        let order = order_of(&refusing.buy("t-oil", 1).await);
        assert!(post(&mut refusing, PURCHASE, &order).await.expect(200)["purchase"].is_object(), "told to the page");
        assert_eq!(funnel(&report(&shop, "").await)[3], ("purchase".to_owned(), 0, 0), "and not counted");
        let server = shop.with_settings(|settings| settings.analytics.measurement_id = "G-ABC1234567".into()).await;
        for (service, events) in [("shop-statistics", 1), ("google-analytics", 1)] {
            let mut visitor = shop.visitor_of(server);
            let (ticked, before) = (format!("service_{service}"), format!("statistics/{service}=0"));
            let fields = [("event", "save_preferences"), (ticked.as_str(), "on"), ("shown", before.as_str())];
            visitor.submit("/consenso/", &fields).await;
            let order = order_of(&visitor.buy("t-oil", 1).await);
            assert!(post(&mut visitor, PURCHASE, &order).await.expect(200)["purchase"].is_object(), "{service}");
            assert_eq!(funnel(&report(&shop, "").await)[3].2, events, "{service}");
        }
    }

    async fn a_service_that_was_refused_by_itself_counts_nothing(shop) {
        let mut visitor = shop.visitor();
        let fields = [("event", "save_preferences"), ("statistics", "on"), ("shown", "statistics/shop-statistics=1")];
        visitor.submit("/consenso/", &fields).await;
        tell(&mut visitor, json!([{ "event": "view_item" }])).await.refused(403, "analytics_not_allowed");
    }

    async fn what_is_no_list_of_events_is_refused(shop) {
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        for body in [json!({}), json!([]), json!({ "events": [{ "event": "everything" }] }), json!({ "events": 7 })] {
            post(&mut visitor, EVENTS, &body).await.refused(400, "request_invalid_json");
        }
        let many: Vec<Value> = (0..51).map(|_| json!({ "event": "view_item" })).collect();
        tell(&mut visitor, json!(many)).await.refused(400, "analytics_events_invalid");
        tell(&mut visitor, json!([{ "event": "purchase", "pieces": 9 }])).await.refused(400, "analytics_events_invalid");
        let long = json!([{ "event": "search", "word": "x".repeat(20_000) }]);
        tell(&mut visitor, long).await.refused(413, "analytics_events_invalid");
        let foreign = visitor.request(Method::POST, EVENTS).header("sec-fetch-site", "cross-site");
        visitor.send(foreign.json(&json!({ "events": [] }))).await.refused(403, "analytics_not_allowed");
    }

    async fn an_address_is_heard_three_hundred_times_in_ten_minutes(shop) {
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        for _ in 0..300 {
            assert_eq!(tell(&mut visitor, json!([])).await.status, 204);
        }
        tell(&mut visitor, json!([])).await.refused(429, "analytics_too_many");
    }

    async fn a_bot_is_heard_and_not_counted(shop) {
        let visitor = shop.visitor();
        let body = json!({ "events": [{ "event": "view_item", "first": true }] });
        let answer = visitor.request(Method::POST, EVENTS).header("user-agent", "Googlebot/2.1").json(&body).send().await;
        assert_eq!(answer.status, 204);
        assert_eq!(funnel(&report(&shop, "").await)[0], ("view_item".to_owned(), 0, 0));
    }

    async fn what_pages_report_as_stock_is_the_stock_whatever_is_in_the_cart(shop) {
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        let cards = page_data(&mut visitor, "/negozio/").await["page"]["cards"].clone();
        let of = |sku: &str| cards.as_array().expect("cards").iter().find(|card| card["sku"] == sku).expect("a card").clone();
        assert_eq!(of("t-five")["stock_level"], 5);
        assert_eq!(of("t-oil").get("stock_level"), None, "its pieces are not counted");
        visitor.add("t-oil", 2).await;
        let cart = visitor.add("t-five", 2).await;
        let level = |at: usize| cart["items"][at]["extensions"]["bottega_stock_level"].clone();
        assert_eq!((level(0), level(1)), (Value::Null, json!("5")));
        let page = page_data(&mut visitor, "/cart/").await["page"]["cart"]["items"][1].clone();
        assert_eq!(page["extensions"]["bottega_stock_level"], "5");
        let placed = visitor.post("/checkout", shop_tests::checkout("bacs")).await.expect(200);
        let items = post(&mut visitor, PURCHASE, &order_of(&placed)).await.expect(200)["purchase"]["items"].clone();
        assert_eq!((&items[0]["stock_level"], &items[1]["stock_level"]), (&Value::Null, &json!(3)), "what the order left");
    }

    async fn a_purchase_tells_the_order_with_its_taxes_delivery_and_products(shop) {
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        let placed = visitor.buy("t-caviar-15", 2).await;
        let form = post(&mut visitor, PURCHASE, &order_of(&placed)).await.expect(200)["purchase"].clone();
        assert_eq!((&form["event"], &form["order_id"]), (&json!("purchase"), &json!(placed["order_id"].to_string())));
        let item = &form["items"][0];
        assert_eq!((&item["id"], &item["quantity"], &item["price"]), (&json!(visitor.id("t-caviar-15").await), &json!(2), &json!("3300")));
        assert_eq!(item["parent_id"], json!(visitor.id("t-caviar").await));
        assert_eq!((&item["categories"], &item["variation"], &item["sku"]), (&json!(["Caviale"]), &json!(["15 g"]), &json!("t-caviar-15")));
        for name in ["total_price", "tax_total", "shipping_total"] {
            assert!(form[name].as_str().is_some_and(|cents| cents.parse::<i64>().is_ok()), "{name} in {form}");
        }
        assert!(!form["affiliation"].as_str().unwrap_or_default().is_empty());
    }

    async fn a_purchase_is_nobodys_but_who_may_see_the_order_and_consents(shop) {
        let mut buyer = shop.visitor();
        let order = order_of(&buyer.buy("t-oil", 1).await);
        post(&mut buyer, PURCHASE, &order).await.refused(403, "analytics_not_allowed");
        let mut other = consenting(shop.visitor(), &["statistics"]).await;
        for wrong in [json!({ "order_id": order["order_id"], "key": "wc_order_x" }), json!({ "order_id": 999_999 })] {
            assert_eq!(post(&mut other, PURCHASE, &wrong).await.status, 404, "{wrong}");
        }
        let mut buyer = consenting(buyer, &["statistics"]).await;
        assert!(post(&mut buyer, PURCHASE, &order).await.expect(200)["purchase"].is_object());
    }

    async fn an_order_that_was_given_up_or_is_old_is_no_purchase(shop) {
        let mut shop = shop;
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        let cancelled = visitor.buy("t-oil", 1).await;
        let old = visitor.buy("t-oil", 1).await;
        let mut merchant = shop.merchant().await;
        merchant.set_status(cancelled["order_id"].as_i64().expect("a number"), "cancelled").await.expect(200);
        assert_eq!(post(&mut visitor, PURCHASE, &order_of(&cancelled)).await.expect(200)["purchase"], Value::Null);
        let later = shop.add_server_ahead(2 * 86_400).await;
        let mut later = visitor.moved_to(&shop.visitor_of(later));
        assert_eq!(post(&mut later, PURCHASE, &order_of(&old)).await.expect(200)["purchase"], Value::Null);
        assert!(post(&mut visitor, PURCHASE, &order_of(&old)).await.expect(200)["purchase"].is_object());
    }

    async fn a_purchase_counts_every_product_of_a_long_order(shop) {
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        let placed = visitor.buy("t-oil", 1).await;
        let inside = shop.inside().await;
        let number = shop_core::base::OrderId(placed["order_id"].as_i64().expect("a number"));
        let mut order = inside.orders.order(number).await.expect("read").expect("the order");
        let other = visitor.id("t-caviar-15").await;
        let line = order.lines[0].clone();
        order.lines = vec![line.clone(); 60];
        order.lines.push(shop_services::ports::NewOrderLine { product_id: shop_core::base::ProductId(other), ..line });
        assert!(inside.analytics.report_purchase(&order, true).await.expect("told").is_some());
        let pieces: i64 = report(&shop, "").await["products"].as_array().expect("rows").iter().filter_map(|row| row["pieces"].as_i64()).sum();
        assert_eq!(pieces, 61);
    }

    async fn the_report_is_of_the_days_that_are_asked_for(shop) {
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        tell(&mut visitor, json!([{ "event": "view_item", "first": true }])).await;
        let mut merchant = shop.merchant().await;
        let before = merchant.get("/analytics?from=2020-01-01&to=2020-01-31").await.expect(200);
        assert_eq!((&before["from"], &before["to"]), (&json!("2020-01-01"), &json!("2020-01-31")));
        assert_eq!(funnel(&before)[0].2, 0);
        for (query, field) in [("?from=x", "from"), ("?from=2026-02-01&to=2026-01-01", "to"), ("?from=2020-01-01&to=2026-01-01", "from")] {
            let refused = merchant.get(&format!("/analytics{query}")).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field, "{query}");
        }
    }

    async fn sums_are_forgotten_when_their_time_is_over(shop) {
        let mut visitor = consenting(shop.visitor(), &["statistics"]).await;
        tell(&mut visitor, json!([{ "event": "view_item", "first": true }, { "event": "search", "word": "olio" }])).await;
        let inside = shop.inside().await;
        assert_eq!(inside.analytics.forget_old().await.expect("nothing is old"), 0);
        let later = crate::orders::subscriptions::in_days(&shop, 731).await;
        assert_eq!(later.analytics.forget_old().await.expect("forgotten"), 3);
        assert_eq!(report(&shop, "").await["searches"], json!([]));
    }

    async fn pages_name_who_counts_and_a_shop_that_counts_nothing_names_nobody(shop) {
        let mut shop = shop;
        let data = page_data(&mut shop.visitor(), "/").await;
        let own = json!({ "own": "shop-statistics", "measurement": null, "tag_manager": null, "by_sku": false });
        assert_eq!(data["shell"]["analytics"], own);
        let server = shop.with_settings(|settings| settings.analytics.own = false).await;
        let mut visitor = consenting(shop.visitor_of(server), &["statistics"]).await;
        assert_eq!(page_data(&mut visitor, "/").await["shell"]["analytics"], Value::Null);
        tell(&mut visitor, json!([{ "event": "view_item" }])).await.refused(403, "analytics_not_allowed");
        let mut merchant = shop.merchant_of(server).await;
        assert_eq!(merchant.get("/analytics").await.expect(200)["counting"], false);
    }

    async fn the_policy_opens_for_services_of_others_only_where_they_are_set_and_allowed(shop) {
        let mut shop = shop;
        let hosts = ["https://www.googletagmanager.com", "https://*.google-analytics.com"];
        let open = |answer: &Answer| hosts.map(|host| policy(answer).contains(host));
        let mut all = consenting(shop.visitor(), &["statistics", "marketing"]).await;
        assert_eq!(open(&all.page("/").await), [false, false], "off");
        let server = shop.with_settings(|settings| {
            settings.analytics.measurement_id = "G-ABC1234567".into();
            settings.analytics.tag_manager_id = "GTM-ABC1234".into();
        }).await;
        for (categories, opened) in [(vec![], false), (vec!["preferences"], false), (vec!["statistics"], true), (vec!["marketing"], true)] {
            let mut visitor = consenting(shop.visitor_of(server), &categories).await;
            for path in ["/", "/negozio/", "/cart/", "/niente/"] {
                assert_eq!(open(&visitor.page(path).await), [opened; 2], "{categories:?} {path}");
            }
        }
        assert_eq!(open(&shop.visitor_of(server).page("/").await), [false, false], "before a choice");
        let frame = page_data(&mut shop.visitor_of(server), "/").await["shell"]["analytics"].clone();
        assert_eq!(frame["measurement"], json!({ "service": "google-analytics", "id": "G-ABC1234567" }));
        assert_eq!(frame["tag_manager"], json!({ "service": "google-tag-manager", "id": "GTM-ABC1234" }));
    }

    async fn a_page_that_was_kept_under_a_closed_policy_is_not_reused_under_an_open_one(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.analytics.measurement_id = "G-ABC1234567".into()).await;
        let mut refusing = consenting(shop.visitor_of(server), &[]).await;
        let mut allowing = consenting(shop.visitor_of(server), &["statistics"]).await;
        let tag = |answer: &Answer| answer.header("etag").expect("an ETag").to_owned();
        let closed = tag(&refusing.page("/").await);
        assert_ne!(closed, tag(&allowing.page("/").await));
        let request = allowing.request(Method::GET, "/").header("if-none-match", &closed);
        assert_eq!(allowing.send(request).await.status, 200);
    }

    async fn who_counts_is_in_the_banner_and_in_the_policy_of_cookies(shop) {
        let mut shop = shop;
        let named = |text: &str| ["Statistiche del negozio", "Google Analytics", "Google Tag Manager"].map(|name| text.contains(name));
        assert_eq!(named(&shop.visitor().page("/cookie/").await.text()), [true, false, false]);
        let server = shop.with_settings(|settings| {
            settings.analytics.measurement_id = "G-ABC1234567".into();
            settings.analytics.tag_manager_id = "no identifier".into();
        }).await;
        let mut visitor = shop.visitor_of(server);
        assert_eq!(named(&visitor.page("/cookie/").await.text()), [true, true, false]);
        let asked = page_data(&mut visitor, "/").await["shell"]["consent"]["banner"]["categories"][2]["services"].clone();
        let ids: Vec<&str> = asked.as_array().expect("services").iter().filter_map(|one| one["id"].as_str()).collect();
        assert_eq!(ids, ["shop-statistics", "google-analytics"]);
    }

    async fn an_identifier_that_is_none_is_refused_with_how_it_begins(shop) {
        let mut merchant = shop.merchant().await;
        let change = |value: &str| json!({ "values": { "analytics.measurement_id": value } });
        let refused = merchant.write(Method::PUT, "/settings/analytics", change("UA-12345-1")).await.expect(422);
        assert_eq!(refused["errors"][0]["field"], "analytics.measurement_id");
        assert!(refused["errors"][0]["message"].as_str().unwrap_or_default().contains("G-"), "{refused}");
        merchant.write(Method::PUT, "/settings/analytics", change(" g-abc1234567 ")).await.expect(200);
    }

    async fn lines_of_a_cart_tell_their_categories_their_product_and_what_coupons_left_of_the_price(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 2).await;
        let line = &cart["items"][0]["extensions"];
        assert_eq!((&line["bottega_categories"], &line["bottega_price_after_coupons"]), (&json!("Olio"), &Value::Null));
        assert_eq!(line["bottega_parent_id"], Value::Null);
        let parent = visitor.id("t-caviar").await.to_string();
        let cart = visitor.add("t-caviar-15", 1).await;
        assert_eq!(cart["items"][1]["extensions"]["bottega_parent_id"], parent);
    }
}
