use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{
    Answer, Merchant, Rights, Visitor, checkout, colleague, company, customer, join, on_both_databases, page_data,
    rules, sql, trade_token,
};
use tokio::task::JoinSet;

const OWNER: &str = "trattoria@example.com";
const COLLEAGUE: &str = "cuoco@example.com";
const ALL: &[&str] = &["permissionBuy", "permissionViewOffers", "permissionViewOrders"];

/// The company that a search finds, as the back office tells it.
async fn buyer(merchant: &mut Merchant, search: &str) -> Value {
    merchant.get(&format!("/offer-buyers?search={search}")).await.expect(200)[0].clone()
}

fn goods(product: i64, quantity: i64, price: &str) -> Value {
    json!({ "product_id": product, "quantity": quantity.to_string(), "price": price })
}

fn form(company: &Value, lines: Vec<Value>) -> Value {
    json!({
        "title": "Cena di Natale", "company_id": company["company_id"], "once": true, "lines": lines,
        "last_day": "", "notes": "Consegna di sera"
    })
}

async fn draft(merchant: &mut Merchant, form: &Value) -> i64 {
    let made = merchant.write(Method::POST, "/offers", form.clone()).await.expect(201);
    made["id"].as_i64().expect("a number")
}

/// An offer that was sent; gives its number.
async fn sent(merchant: &mut Merchant, form: &Value) -> i64 {
    let id = draft(merchant, form).await;
    let answer = merchant.write(Method::POST, &format!("/offers/{id}/send"), json!({ "version": 1 })).await.expect(200);
    assert_eq!(answer["state"], "sent");
    id
}

async fn withdraw(merchant: &mut Merchant, id: i64) -> Answer {
    merchant.write(Method::POST, &format!("/offers/{id}/withdraw"), Value::Null).await
}

/// The call that puts an offer into the cart.
async fn take(visitor: &mut Visitor, id: i64) -> Answer {
    let token = trade_token(visitor).await;
    take_with(visitor, &id.to_string(), &token).await
}

async fn take_with(visitor: &mut Visitor, id: &str, token: &str) -> Answer {
    let fields = [("action", "b2bkingaddoffer"), ("offer", id), ("security", token)];
    visitor.submit("/wp-admin/admin-ajax.php", &fields).await
}

fn code(answer: &Answer) -> (u16, String) {
    let code = answer.json()["data"]["code"].as_str().unwrap_or_default().to_owned();
    (answer.status, code)
}

async fn offers(visitor: &mut Visitor) -> Value {
    page_data(visitor, "/my-account/offers/").await["page"]["section"].clone()
}

fn cents(text: &Value) -> i64 {
    text.as_str().and_then(|text| text.parse().ok()).expect("an amount")
}

on_both_databases! {
    async fn two_orders_at_once_of_one_offer_are_one_order(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut cook = colleague(&shop, COLLEAGUE, "Trattoria", ALL).await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let oil = owner.id("t-oil").await;
        for once in [true, false] {
            let mut fields = form(&company, vec![goods(oil, 3, "5")]);
            fields["once"] = once.into();
            let id = sent(&mut merchant, &fields).await;
            let mut all = JoinSet::new();
            for buyer in [&mut owner, &mut cook] {
                assert_eq!(take(buyer, id).await.status, 200);
            }
            for buyer in [&owner, &cook] {
                let mut buyer = buyer.moved_to(buyer);
                all.spawn(async move { buyer.post("/checkout", checkout("bacs")).await });
            }
            let answers = all.join_all().await;
            let placed = answers.iter().filter(|answer| answer.status == 200).count();
            assert_eq!(placed, if once { 1 } else { 2 }, "{:?}", answers.iter().map(Answer::text).collect::<Vec<_>>());
            for refused in answers.iter().filter(|answer| answer.status != 200) {
                assert!([400, 403, 409].contains(&refused.status), "{}", refused.text());
            }
        }
        for mut visitor in [owner, cook] {
            assert_eq!(visitor.cart().await["items_count"], 0, "what no longer holds is in no cart");
        }
    }
}

rules! {
    async fn a_taken_offer_is_in_the_cart_at_its_prices_beside_the_same_goods_at_their_own(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let oil = owner.id("t-oil").await;
        owner.add("t-oil", 1).await;
        let words = json!({ "text": "Raccolto nuovo" });
        let id = sent(&mut merchant, &form(&company, vec![words, goods(oil, 6, "9,50"), goods(oil, 2, "0")])).await;
        let taken = take(&mut owner, id).await;
        assert_eq!((taken.status, taken.text()), (200, "1".to_owned()));
        let cart = owner.cart().await;
        let seen: Vec<_> = cart["items"].as_array().expect("lines").iter()
            .map(|item| (item["quantity"].as_i64(), item["prices"]["price"].clone())).collect();
        assert_eq!(seen, [(Some(1), json!("1200")), (Some(6), json!("950")), (Some(2), json!("0"))]);
        assert_eq!(cart["items"][1]["quantity_limits"]["editable"], false);
        assert_eq!(cart["items"][1]["item_data"][0]["value"], format!("n. {id}"));
        let goods = cents(&cart["totals"]["total_items"]) + cents(&cart["totals"]["total_items_tax"]);
        assert_eq!(goods, 1200 + 6 * 950);
        assert_eq!(take(&mut owner, id).await.status, 200, "taken again it is there once");
        assert_eq!(owner.cart().await["items_count"], 9);
    }

    async fn an_offer_for_one_order_is_used_up_by_it_and_free_again_once_that_is_cancelled(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "trattoria@").await;
        let five = owner.id("t-five").await;
        let id = sent(&mut merchant, &form(&company, vec![goods(five, 2, "7")])).await;
        take(&mut owner, id).await;
        let placed = owner.post("/checkout", checkout("bacs")).await.expect(200);
        let number = placed["order_id"].as_i64().expect("an order");
        let order = merchant.order(number).await;
        assert!(order["lines"][0].to_string().contains(&format!("n. {id}")), "{}", order["lines"][0]);
        let seen = merchant.get(&format!("/offers/{id}")).await.expect(200);
        assert_eq!((&seen["state"], &seen["order_id"]), (&json!("accepted"), &json!(number)));
        assert_eq!(code(&take(&mut owner, id).await), (409, "trade_offer_used".into()));
        merchant.set_status(number, "cancelled").await.expect(200);
        assert_eq!(merchant.get(&format!("/offers/{id}")).await.expect(200)["state"], "sent");
        assert_eq!(take(&mut owner, id).await.status, 200);
        let again = owner.post("/checkout", checkout("bacs")).await.expect(200);
        let refused = merchant.set_status(number, "on-hold").await.expect(409);
        assert_eq!(refused["code"], "order_offer_used");
        let again = again["order_id"].as_i64().expect("an order");
        merchant.set_status(again, "cancelled").await.expect(200);
        merchant.set_status(number, "on-hold").await.expect(200);
        assert_eq!(merchant.get(&format!("/offers/{id}")).await.expect(200)["order_id"], number);
        assert_eq!(merchant.set_status(again, "on-hold").await.expect(409)["code"], "order_offer_used");
    }

    async fn what_cannot_be_taken_is_refused_with_its_reason(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut other = company(&shop, "altri@example.com", "Altri").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let five = owner.id("t-five").await;
        let fields = form(&company, vec![goods(five, 2, "7")]);
        let open = sent(&mut merchant, &fields).await;
        let begun = draft(&mut merchant, &fields).await;
        let ended = sent(&mut merchant, &fields).await;
        sql(shop.database(), &format!("UPDATE offers SET valid_until = 1 WHERE id = {ended}"));
        let back = sent(&mut merchant, &fields).await;
        withdraw(&mut merchant, back).await.expect(200);
        let much = sent(&mut merchant, &form(&company, vec![goods(five, 3, "7"), goods(five, 3, "6")])).await;
        for (id, refusal) in [
            (ended, (409, "trade_offer_ended")),
            (back, (409, "trade_offer_withdrawn")),
            (begun, (404, "trade_offer_unknown")),
            (9999, (404, "trade_offer_unknown")),
            (much, (409, "woocommerce_rest_product_partially_out_of_stock")),
        ] {
            assert_eq!(code(&take(&mut owner, id).await), (refusal.0, refusal.1.to_owned()), "{id}");
        }
        assert_eq!(code(&take(&mut other, open).await), (404, "trade_offer_unknown".into()));
        let mut consumer = customer(&shop, "livia@example.com").await;
        assert_eq!(code(&take(&mut consumer, open).await), (403, "trade_not_trade".into()));
        for rights in [&[][..], &["permissionBuy"], &["permissionViewOffers"]] {
            join(&shop, "livia@example.com", "Trattoria", Rights::Sub(rights));
            assert_eq!(code(&take(&mut consumer, open).await), (403, "trade_not_allowed".into()), "{rights:?}");
        }
        for token in ["", "0123456789"] {
            let refused = take_with(&mut owner, &open.to_string(), token).await;
            assert_eq!((refused.status, refused.text()), (403, "-1".to_owned()));
        }
        let foreign = trade_token(&mut other).await;
        assert_eq!(take_with(&mut owner, &open.to_string(), &foreign).await.status, 403);
        assert_eq!(take_with(&mut shop.visitor(), &open.to_string(), &foreign).await.status, 403);
        for odd in ["", "x", "-1", "1e9", "99999999999999999999"] {
            let token = trade_token(&mut owner).await;
            assert_eq!(take_with(&mut owner, odd, &token).await.status, 404, "{odd}");
        }
        assert_eq!(owner.cart().await["items_count"], 0, "nothing of what was refused is in the cart");
    }

    async fn what_no_longer_holds_leaves_the_cart_and_is_not_ordered(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let oil = owner.id("t-oil").await;
        let gone = |id: i64| [
            format!("UPDATE offers SET state = 'withdrawn' WHERE id = {id}"),
            format!("UPDATE offers SET valid_until = 1 WHERE id = {id}"),
            "UPDATE companies SET approval = 'rejected'".to_owned(),
        ];
        owner.add("t-five", 1).await;
        for n in 0..3 {
            let id = sent(&mut merchant, &form(&company, vec![goods(oil, 1, "1"), goods(oil, 2, "2")])).await;
            assert_eq!(take(&mut owner, id).await.status, 200);
            assert_eq!(owner.cart().await["items_count"], 4);
            sql(shop.database(), &gone(id)[n]);
            let refused = owner.post("/checkout", checkout("bacs")).await;
            assert_ne!(refused.status, 200, "{}", refused.text());
            let page = owner.page("/cart/").await.text();
            assert!(page.contains(&format!("L&#x27;offerta {id} non vale più")) || page.contains(&format!("L'offerta {id} non vale più")), "{page}");
            assert_eq!(owner.cart().await["items_count"], 1);
        }
        assert_eq!(owner.post("/checkout", checkout("bacs")).await.status, 200, "the rest is ordered");
    }

    async fn an_offer_to_one_account_is_not_seen_by_the_others_but_the_main_one(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut cook = colleague(&shop, COLLEAGUE, "Trattoria", ALL).await;
        let mut waiter = colleague(&shop, "sala@example.com", "Trattoria", ALL).await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let people = company["people"].as_array().expect("people").clone();
        let id_of = |email: &str| people.iter().find(|one| one["email"] == email).expect("a person")["customer_id"].clone();
        let mut fields = form(&company, vec![goods(owner.id("t-oil").await, 1, "1")]);
        fields["customer_id"] = id_of(COLLEAGUE);
        let id = sent(&mut merchant, &fields).await;
        assert!(merchant.mails().await.iter().any(|mail| mail["kind"] == "offer" && mail["recipient"] == COLLEAGUE));
        for (visitor, count) in [(&mut owner, 1), (&mut cook, 1), (&mut waiter, 0)] {
            assert_eq!(offers(visitor).await["offers"].as_array().map(Vec::len), Some(count));
        }
        assert_eq!(code(&take(&mut waiter, id).await), (404, "trade_offer_unknown".into()));
        assert_eq!(take(&mut owner, id).await.status, 200);
        assert_eq!(take(&mut cook, id).await.status, 200);
        assert_eq!(cook.cart().await["items_count"], 1);
    }

    async fn the_quantity_is_the_offers_and_its_lines_go_and_come_back_together(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let (oil, five) = (owner.id("t-oil").await, owner.id("t-five").await);
        let id = sent(&mut merchant, &form(&company, vec![goods(oil, 2, "5"), goods(five, 1, "5")])).await;
        take(&mut owner, id).await;
        let cart = owner.cart().await;
        let key = cart["items"][0]["key"].as_str().expect("a key").to_owned();
        for quantity in [1, 3, 0] {
            let refused = owner.post("/cart/update-item", json!({ "key": key, "quantity": quantity })).await;
            assert_ne!(refused.status, 200, "{quantity}: {}", refused.text());
        }
        assert_eq!(owner.cart().await["items_count"], 3);
        owner.post("/cart/remove-item", json!({ "key": key })).await.expect(200);
        assert_eq!(owner.cart().await["items_count"], 0);
        let back = owner.post("/cart/restore-item", json!({ "key": key })).await.expect(200);
        assert_eq!(back["items_count"], 3);
        assert_eq!(back["items"][1]["prices"]["price"], "500");
    }

    async fn coupons_take_nothing_off_an_offer(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let ten = json!({ "code": "dieci", "kind": "percent", "amount": "10" });
        merchant.write(Method::POST, "/coupons", ten).await.expect(201);
        let oil = owner.id("t-oil").await;
        let id = sent(&mut merchant, &form(&company, vec![goods(oil, 2, "50")])).await;
        take(&mut owner, id).await;
        let refused = owner.post("/cart/apply-coupon", json!({ "code": "dieci" })).await;
        assert_eq!(refused.status, 400, "{}", refused.text());
        owner.add("t-oil", 1).await;
        let cart = owner.post("/cart/apply-coupon", json!({ "code": "dieci" })).await.expect(200);
        let off = cents(&cart["totals"]["total_discount"]) + cents(&cart["totals"]["total_discount_tax"]);
        assert_eq!(off, 120, "a tenth of the one bottle at its own price");
    }

    async fn a_cart_with_an_offer_comes_to_the_offers_sum(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let mut ids = Vec::new();
        for sku in ["t-oil", "t-sale", "t-caviar-15", "t-guide"] {
            ids.push(owner.id(sku).await);
        }
        // Quantities and prices that are no round numbers, the same ones in each run.
        let mut seed: i64 = 20_261_125;
        let mut next = |below: i64| {
            seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
            (seed >> 8) % below
        };
        for _ in 0..8 {
            let count = 1 + next(6);
            let lines: Vec<(i64, i64, i64)> =
                (0..count).map(|_| (ids[usize::try_from(next(4)).unwrap()], 1 + next(40), next(9_999))).collect();
            let typed = lines.iter().map(|(id, pieces, price)| goods(*id, *pieces, &format!("{}.{:02}", price / 100, price % 100)));
            let fields = form(&company, typed.collect());
            let preview = merchant.write(Method::POST, "/offers/preview", fields.clone()).await.expect(200);
            let id = sent(&mut merchant, &fields).await;
            assert_eq!(take(&mut owner, id).await.status, 200);
            let totals = owner.cart().await["totals"].clone();
            let sum: i64 = lines.iter().map(|(_, pieces, price)| pieces * price).sum();
            assert_eq!(cents(&totals["total_items"]), preview["net_cents"].as_i64().unwrap());
            assert_eq!(cents(&totals["total_items_tax"]), preview["tax_cents"].as_i64().unwrap());
            assert_eq!(preview["total_cents"], sum, "{fields}");
            withdraw(&mut merchant, id).await.expect(200);
            assert_eq!(owner.cart().await["items_count"], 0);
        }
    }

    async fn a_company_sees_its_offers_and_their_documents_and_nobody_elses(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut other = company(&shop, "altri@example.com", "Altri").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let oil = owner.id("t-oil").await;
        let id = sent(&mut merchant, &form(&company, vec![goods(oil, 2, "5,20")])).await;
        draft(&mut merchant, &form(&company, vec![goods(oil, 9, "1")])).await;
        let person = page_data(&mut owner, "/my-account/").await["page"]["person"].clone();
        assert_eq!(person["new_offers"], 1);
        let seen = offers(&mut owner).await;
        assert_eq!(seen["offers"].as_array().map(Vec::len), Some(1), "drafts are the merchant's: {seen}");
        let offer = &seen["offers"][0];
        assert_eq!((&offer["standing"], &offer["is_new"]), (&json!("open"), &json!(true)));
        assert_eq!((&offer["net_cents"], &offer["tax_cents"], &offer["total_cents"]), (&json!(1000), &json!(40), &json!(1040)));
        assert_eq!(offers(&mut owner).await["offers"][0]["is_new"], false, "seen once");
        let pdf = owner.page(offer["pdf_path"].as_str().expect("a path")).await;
        assert!(pdf.status == 200 && pdf.body.starts_with(b"%PDF-"));
        let path = format!("/my-account/offers/{id}/offerta.pdf");
        assert_eq!(other.page(&path).await.status, 404);
        assert_eq!(offers(&mut other).await["offers"], json!([]));
        assert_eq!(owner.page(&format!("/my-account/offers/{}/offerta.pdf", id + 1)).await.status, 404, "a draft");
        let mut consumer = customer(&shop, "livia@example.com").await;
        assert_eq!(consumer.page("/my-account/offers/").await.status, 403);
        assert_eq!(consumer.page(&path).await.status, 403);
        assert_eq!(shop.visitor().page("/my-account/offers/").await.status, 303);
        join(&shop, "livia@example.com", "Trattoria", Rights::Sub(&["permissionBuy"]));
        assert_eq!(consumer.page("/my-account/offers/").await.status, 403);
        assert_eq!(consumer.page(&path).await.status, 403);
    }

    async fn what_cannot_be_offered_is_refused_by_field(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        company(&shop, "altri@example.com", "Altri").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let stranger = buyer(&mut merchant, "altri").await["people"][0]["customer_id"].clone();
        let oil = owner.id("t-oil").await;
        let (caviar, tin) = (owner.id("t-caviar").await, owner.id("t-tin-small").await);
        let good = form(&company, vec![goods(oil, 1, "1")]);
        let with = |name: &str, value: Value| {
            let mut fields = good.clone();
            fields[name] = value;
            fields
        };
        for (field, fields) in [
            ("title", with("title", "".into())),
            ("company_id", with("company_id", Value::Null)),
            ("company_id", with("company_id", 9999.into())),
            ("customer_id", with("customer_id", stranger)),
            ("last_day", with("last_day", "2020-01-01".into())),
            ("lines", with("lines", json!([]))),
            ("lines.0.quantity", with("lines", json!([goods(oil, 0, "1")]))),
            ("lines.0.price", with("lines", json!([goods(oil, 1, "-1")]))),
            ("lines.0.product_id", with("lines", json!([goods(9999, 1, "1")]))),
            ("lines.1.product_id", with("lines", json!([goods(oil, 1, "1"), goods(caviar, 1, "1")]))),
            ("lines.0.product_id", with("lines", json!([goods(tin, 1, "1")]))),
        ] {
            let refused = merchant.write(Method::POST, "/offers", fields).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field, "{refused}");
            assert!(!refused["errors"][0]["message"].as_str().unwrap_or_default().is_empty());
        }
        let mut open = goods(tin, 2, "4");
        open["variation"] = json!([["Gusto", "Dolce"]]);
        let id = sent(&mut merchant, &with("lines", json!([open]))).await;
        assert_eq!(take(&mut owner, id).await.status, 200);
        assert_eq!(owner.cart().await["items"][0]["prices"]["price"], "400");
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page("/api/admin/offers").await.status, 401);
    }
}

on_both_databases! {
    async fn the_form_does_without_scripts_what_the_call_does(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let id = sent(&mut merchant, &form(&company, vec![goods(owner.id("t-oil").await, 2, "5")])).await.to_string();
        let security = trade_token(&mut owner).await;
        let done = owner.submit("/my-account/offers/", &[("offer", &id), ("security", &security)]).await;
        assert_eq!((done.status, done.header("location")), (303, Some("/cart/")));
        assert!(owner.page("/cart/").await.text().contains("Cena di Natale"));
        assert_eq!(owner.cart().await["items_count"], 2);
        let expired = owner.submit("/my-account/offers/", &[("offer", &id), ("security", "x")]).await;
        assert_eq!((expired.status, expired.header("location")), (303, Some("/my-account/offers/")));
        let unknown = owner.submit("/my-account/offers/", &[("offer", "77"), ("security", &security)]).await;
        assert_eq!(unknown.status, 404);
        withdraw(&mut merchant, id.parse().expect("a number")).await.expect(200);
        let back = owner.submit("/my-account/offers/", &[("offer", &id), ("security", &security)]).await;
        assert_eq!(back.header("location"), Some("/my-account/offers/"));
        assert!(owner.page("/my-account/offers/").await.text().contains("è stata ritirata"));
    }

    async fn a_draft_is_changed_by_version_and_what_was_sent_is_not(shop) {
        let mut owner = company(&shop, OWNER, "Trattoria").await;
        let mut merchant = shop.merchant().await;
        let company = buyer(&mut merchant, "tratt").await;
        let mut fields = form(&company, vec![goods(owner.id("t-oil").await, 2, "5,20")]);
        fields["last_day"] = "2099-12-31".into();
        let id = draft(&mut merchant, &fields).await;
        let put = |version: i64, title: &str| {
            let mut fields = fields.clone();
            fields["title"] = title.into();
            json!({ "version": version, "fields": fields })
        };
        let path = format!("/offers/{id}");
        let saved = merchant.write(Method::PUT, &path, put(1, "Pranzo")).await.expect(200);
        assert_eq!((&saved["title"], &saved["version"], &saved["last_day"]), (&json!("Pranzo"), &json!(2), &json!("2099-12-31")));
        assert_eq!(saved["fields"]["lines"][0]["price"], "5.20");
        assert_eq!(saved["sums"]["lines"][0]["list_price_cents"], 1200);
        assert_eq!(saved["sums"]["lines"][0]["reduction_percent"], "56.7");
        let late = merchant.write(Method::PUT, &path, put(1, "Tardi")).await.expect(409);
        assert_eq!(late["code"], "offer_changed");
        let old = merchant.write(Method::POST, &format!("{path}/send"), json!({ "version": 1 })).await.expect(409);
        assert_eq!(old["code"], "offer_changed");
        merchant.write(Method::POST, &format!("{path}/send"), json!({ "version": 2 })).await.expect(200);
        let mails = merchant.texts_to(OWNER).await;
        assert!(mails.iter().any(|text| text.contains("2 × Olio di prova") && text.contains("10,40")), "{mails:?}");
        for (method, path, body) in [
            (Method::PUT, path.clone(), put(3, "Dopo")),
            (Method::POST, format!("{path}/send"), json!({ "version": 3 })),
            (Method::DELETE, path.clone(), Value::Null),
        ] {
            assert_eq!(merchant.write(method, &path, body).await.expect(409)["code"], "offer_changed", "{path}");
        }
        let pdf = merchant.get(&format!("{path}/offerta.pdf")).await;
        assert!(pdf.status == 200 && pdf.body.starts_with(b"%PDF-"));
        let copy = merchant.write(Method::POST, &format!("{path}/duplicate"), Value::Null).await.expect(201);
        let copied = merchant.get(&format!("/offers/{}", copy["id"])).await.expect(200);
        assert_eq!((&copied["state"], &copied["title"]), (&json!("draft"), &json!("Pranzo")));
        withdraw(&mut merchant, id).await.expect(200);
        assert_eq!(withdraw(&mut merchant, id).await.expect(409)["code"], "offer_not_sent");
        let list = merchant.get("/offers?state=draft&search=tratt").await.expect(200);
        assert_eq!(list["total"], 1);
        assert_eq!(merchant.get("/offers?search=altro").await.expect(200)["total"], 0);
        merchant.get("/offers?state=x").await.expect(422);
        assert_eq!(merchant.write(Method::DELETE, &format!("/offers/{}", copy["id"]), Value::Null).await.status, 204);
        for gone in [copy["id"].as_i64().expect("a number"), 9999] {
            merchant.get(&format!("/offers/{gone}")).await.expect(404);
            withdraw(&mut merchant, gone).await.expect(404);
        }
    }
}
