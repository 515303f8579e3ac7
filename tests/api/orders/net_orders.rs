//! What a buyer who is shown prices without VAT is shown of his order: the amounts of his cart, then and ever after.

use serde_json::{Value, json};
use shop_services::platform::settings::TaxDisplay;
use shop_tests::{TestShop, Visitor, checkout, company, customer, page_data, rules, sql, trade_role};

const BUYER: &str = "oste@example.com";

/// The main account of a company whose role shows prices without VAT.
async fn trattoria(shop: &TestShop) -> Visitor {
    let role = trade_role(shop, "netti", r#"{"net_prices": true}"#);
    let visitor = company(shop, BUYER, "Trattoria").await;
    sql(shop.database(), &format!("UPDATE companies SET role_id = {role}"));
    visitor
}

/// Orders two oils of 12.00 with 4 % VAT in it and a caviar of 33.00 with 22 %, less 5.00; gives the cart and the order.
async fn ordered(visitor: &mut Visitor) -> (Value, Value) {
    visitor.add("t-oil", 2).await;
    visitor.add("t-caviar-15", 1).await;
    let cart = visitor.post("/cart/apply-coupon", json!({ "code": "meno5" })).await.expect(200);
    (cart, visitor.post("/checkout", checkout("bacs")).await.expect(200))
}

/// `path` with the order's number and key.
fn page_of(order: &Value, path: &str) -> String {
    format!("/checkout/{path}/{}/?key={}", order["order_id"], order["order_key"].as_str().expect("a key"))
}

/// The page of an order, below `path` in what is told of its page.
async fn shown(visitor: &mut Visitor, path: &str, below: &str) -> Value {
    page_data(visitor, path).await.pointer(&format!("/page{below}")).expect("an order").clone()
}

/// The amounts of the sums of a kind.
fn of(page: &Value, kind: &str) -> Vec<i64> {
    let rows = page["totals"].as_array().expect("rows").iter().filter(|row| row["kind"] == kind);
    rows.map(|row| row["cents"].as_i64().expect("an amount")).collect()
}

fn lines(page: &Value) -> Vec<i64> {
    page["lines"].as_array().expect("lines").iter().filter_map(|line| line["total_cents"].as_i64()).collect()
}

/// An amount of the store API.
fn minor(value: &Value) -> i64 {
    value.as_str().and_then(|text| text.parse().ok()).expect("minor units")
}

/// A message of this kind: as text, and as a page.
async fn message(shop: &TestShop, kind: &str) -> (String, String) {
    let mut merchant = shop.merchant().await;
    let mails = merchant.mails().await;
    let mail = mails.iter().find(|mail| mail["kind"] == kind).expect("a message");
    let path = format!("/mail/{}", mail["id"]);
    let text = merchant.get(&path).await.expect(200)["body_text"].as_str().unwrap_or_default().to_owned();
    let html = merchant.get(&format!("{path}/html")).await.text();
    (text.replace('\u{a0}', " "), html.replace('\u{a0}', " "))
}

rules! {
    async fn the_page_of_a_net_buyers_order_shows_the_amounts_of_his_cart_and_the_vat_by_rate(shop) {
        let mut buyer = trattoria(&shop).await;
        let (cart, order) = ordered(&mut buyer).await;
        let page = shown(&mut buyer, &page_of(&order, "order-received"), "").await;
        assert_eq!(lines(&page), [2308, 2705]);
        let totals = &cart["totals"];
        assert_eq!(of(&page, "subtotal"), [minor(&totals["total_items"])]);
        assert_eq!(of(&page, "discount"), [-minor(&totals["total_discount"])]);
        assert_eq!(of(&page, "shipping"), [minor(&totals["total_shipping"])]);
        assert_eq!(of(&page, "tax"), [] as [i64; 0], "no VAT that is in the others");
        let vat = of(&page, "added_tax");
        assert!(vat.len() > 1, "{vat:?}");
        assert_eq!(vat.iter().sum::<i64>(), minor(&totals["total_tax"]));
        assert_eq!(of(&page, "total"), [minor(&totals["total_price"])]);
        let above: i64 = page["totals"].as_array().expect("rows").iter()
            .take_while(|row| row["kind"] != "total").filter_map(|row| row["cents"].as_i64()).sum();
        assert_eq!(vec![above], of(&page, "total"), "what stands above the total comes to it");
        assert_eq!(page["totals"][0]["label"], "Subtotale, IVA esclusa");
    }

    async fn all_pages_of_an_order_show_it_alike_and_do_so_when_the_role_has_changed(shop) {
        let mut buyer = trattoria(&shop).await;
        let (_, order) = ordered(&mut buyer).await;
        let received = page_of(&order, "order-received");
        let before = shown(&mut buyer, &received, "").await;
        sql(shop.database(), "UPDATE customer_roles SET terms = '{}' WHERE slug = 'netti'");
        let id = order["order_id"].as_i64().expect("a number");
        shop.merchant().await.set_status(id, "failed").await.expect(200);
        let mut buyer = buyer.moved_to(&shop.visitor());
        let account = format!("/my-account/view-order/{id}/");
        let pay = format!("{}&pay_for_order=true", page_of(&order, "order-pay"));
        for (path, below) in [(&received, ""), (&account, "/section/order"), (&pay, "/order")] {
            let page = shown(&mut buyer, path, below).await;
            assert_eq!((&page["lines"], &page["totals"]), (&before["lines"], &before["totals"]), "{path}");
        }
        let list = shown(&mut buyer, "/my-account/orders/", "/section/orders/0").await;
        assert_eq!(list["total_cents"], json!(of(&before, "total")[0]), "a list tells what is paid");
    }

    async fn an_order_placed_with_vat_in_its_prices_stays_so_for_who_is_shown_net_prices_later(shop) {
        let role = trade_role(&shop, "netti", "{}");
        let mut buyer = company(&shop, BUYER, "Trattoria").await;
        sql(shop.database(), &format!("UPDATE companies SET role_id = {role}"));
        let (_, order) = ordered(&mut buyer).await;
        sql(shop.database(), "UPDATE customer_roles SET terms = '{\"net_prices\": true}' WHERE slug = 'netti'");
        let page = shown(&mut buyer, &page_of(&order, "order-received"), "").await;
        assert_eq!(lines(&page), [2400, 3300]);
        assert_eq!((of(&page, "subtotal"), of(&page, "added_tax")), (vec![5700], vec![]));
        assert_eq!(page["totals"][0]["label"], "Subtotale");
    }

    async fn the_messages_of_a_net_buyers_order_show_the_same_amounts(shop) {
        let mut buyer = trattoria(&shop).await;
        let (_, order) = ordered(&mut buyer).await;
        let page = shown(&mut buyer, &page_of(&order, "order-received"), "").await;
        let (text, html) = message(&shop, "customer_on_hold_order").await;
        for words in ["Subtotale, IVA esclusa", "23,08 €", "27,05 €", "IVA 4%", "IVA 22%"] {
            assert!(text.contains(words) && html.contains(words), "{words} in {text}");
        }
        assert!(!text.contains("di cui IVA") && !html.contains("di cui IVA"), "{text}");
        let total = of(&page, "total")[0];
        let total = format!("Totale: {},{:02} €", total / 100, total % 100);
        assert!(text.contains(&total), "{total} in {text}");
    }

    async fn the_store_api_tells_a_net_buyers_order_net_with_its_tax_apart_as_any_other(shop) {
        let mut seen = Vec::new();
        let mut guest = customer(&shop, "livia@example.com").await;
        let mut buyer = trattoria(&shop).await;
        for visitor in [&mut guest, &mut buyer] {
            let (_, order) = ordered(visitor).await;
            let path = format!("/order/{}?key={}&billing_email=livia@example.com", order["order_id"], order["order_key"].as_str().expect("a key"));
            let order = visitor.get(&path).await.expect(200);
            seen.push((order["totals"].clone(), order["items"][0]["totals"].clone(), order["items"][0]["prices"]["price"].clone()));
        }
        assert_eq!((&seen[0].0, &seen[0].1), (&seen[1].0, &seen[1].1), "sums are net, and their tax beside them");
        assert_eq!((&seen[0].2, &seen[1].2), (&json!("1200"), &json!("1154")), "a price is the shown one");
    }

    async fn the_back_office_shows_a_net_buyers_order_with_vat_and_its_vat_by_rate(shop) {
        let mut buyer = trattoria(&shop).await;
        let (_, order) = ordered(&mut buyer).await;
        let seen = shop.merchant().await.order(order["order_id"].as_i64().expect("a number")).await;
        assert_eq!(lines(&seen), [2400, 3300]);
        assert_eq!(seen["lines"][0]["unit_price_cents"], 1200);
        assert_eq!((of(&seen, "subtotal"), of(&seen, "added_tax")), (vec![5700], vec![]));
        assert_eq!(of(&seen, "discount"), [-500]);
        assert!(!of(&seen, "tax").is_empty());
    }

    async fn the_page_to_pay_it_on_says_as_all_others_that_prices_are_without_vat(shop) {
        let mut buyer = trattoria(&shop).await;
        let (_, order) = ordered(&mut buyer).await;
        let pay = format!("{}&pay_for_order=true", page_of(&order, "order-pay"));
        let shell = |page: Value| (page["shell"]["net_cart"].clone(), page["shell"]["price_note"].clone());
        let (there, home) = (page_data(&mut buyer, &pay).await, page_data(&mut buyer, "/").await);
        assert_eq!(shell(there.clone()), shell(home));
        assert_eq!(there["shell"]["net_cart"], true);
    }

    async fn a_shop_that_shows_net_prices_to_all_shows_their_orders_so(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.taxes.cart_prices = TaxDisplay::Excluded).await;
        let mut guest = shop.visitor_of(server);
        let (_, order) = ordered(&mut guest).await;
        let page = shown(&mut guest, &page_of(&order, "order-received"), "").await;
        assert_eq!(lines(&page), [2308, 2705]);
    }

    async fn free_delivery_of_a_net_buyer_begins_where_his_net_goods_reach_its_amount(shop) {
        let mut buyer = trattoria(&shop).await;
        let free = |cart: &Value, name: &str| cart["extensions"][format!("bottega_free_delivery_{name}")].clone();
        let offered = |cart: &Value| cart["shipping_rates"][0]["shipping_rates"].to_string().contains("free_shipping");
        // Five oils are 60.00 with VAT, which is enough with VAT; net they are 57.69.
        let cart = buyer.add("t-oil", 5).await;
        assert_eq!((free(&cart, "from"), free(&cart, "reached"), free(&cart, "missing")), ("6000".into(), "5769".into(), "231".into()));
        assert!(!offered(&cart), "{}", cart["shipping_rates"]);
        let cart = buyer.add("t-oil", 1).await;
        assert_eq!(free(&cart, "missing"), "0");
        assert!(offered(&cart), "{}", cart["shipping_rates"]);
        let cart = buyer.post("/cart/apply-coupon", json!({ "code": "meno5" })).await.expect(200);
        assert_eq!((cart["totals"]["total_items"].clone(), cart["totals"]["total_discount"].clone()), (json!("6923"), json!("481")));
        assert!(offered(&cart), "64.42 after the discount");
    }
}
