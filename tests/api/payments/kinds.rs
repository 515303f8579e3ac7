//! Every kind of method that euro allows: debits that come days later, banks' and wallets' pages, slips. And those that it does not.

use serde_json::{Value, json};
use shop_services::platform::settings::PaymentMethodSettings;
use shop_tests::{TestShop, Visitor, checkout, on_both_databases, page_data, rules};

use crate::payments::cards::{charges, order, status_of};
use crate::payments::events::becomes;

/// These methods can be paid with; gives the number of the server that knows it.
pub(crate) async fn take(shop: &mut TestShop, kinds: &[&str]) -> usize {
    let id = |kind: &str| if kind == "card" { "stripe".to_owned() } else { format!("stripe_{kind}") };
    let rows: Vec<PaymentMethodSettings> = kinds
        .iter()
        .map(|kind| PaymentMethodSettings {
            id: id(kind),
            enabled: true,
            title: (*kind).to_owned(),
            instructions: format!("Istruzioni {kind}"),
            ..PaymentMethodSettings::default()
        })
        .collect();
    shop.with_settings(|settings| {
        settings.payment_methods.splice(0..0, rows);
        let all = ["IT", "AT", "BE", "DE", "FR", "NL", "PL", "PT"].map(str::to_owned);
        settings.places.sold_to = all.to_vec();
    })
    .await
}

/// An order's body that pays with a method of a kind, billed to a country and delivered in Italy.
pub(crate) fn paid_by(kind: &str, method: &str, country: &str) -> Value {
    let mut body = checkout(&format!("stripe_{kind}"));
    body["billing_address"]["country"] = json!(country);
    let (postcode, city) = match country {
        "NL" => ("1012 AB", "Amsterdam"),
        "PT" => ("1000-001", "Lisboa"),
        "PL" => ("00-001", "Warszawa"),
        "AT" | "BE" => ("1010", "Wien"),
        _ => ("10123", "Torino"),
    };
    body["billing_address"]["postcode"] = json!(postcode);
    body["billing_address"]["city"] = json!(city);
    if country != "IT" {
        body["billing_address"]["state"] = json!("");
    }
    body["payment_data"] = json!([
        { "key": "wc-stripe-payment-method", "value": method },
        { "key": "wc_stripe_selected_upe_payment_type", "value": kind },
    ]);
    body
}

pub(crate) fn redirect(placed: &Value) -> String {
    placed["payment_result"]["redirect_url"].as_str().unwrap_or_default().to_owned()
}

fn path_of(url: &str) -> String {
    let at = url.find("/checkout/").unwrap_or_else(|| panic!("{url} is no page of the checkout"));
    url[at..].to_owned()
}

const GOOD_IBAN: &str = "DE89370400440532013000";
const CLOSED_IBAN: &str = "DE62370400440532013001";

async fn debited(shop: &mut TestShop, iban: &str) -> (Visitor, i64, String) {
    let server = take(shop, &["sepa_debit"]).await;
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-five", 1).await;
    let method = shop.method_of("sepa_debit", &[("iban", iban)]).await;
    let placed = order(&mut visitor, "one", &paid_by("sepa_debit", &method, "IT")).await.expect(200);
    assert_eq!(placed["payment_result"]["payment_status"], "success", "{placed}");
    let id = placed["order_id"].as_i64().expect("a number");
    (visitor, id, path_of(&redirect(&placed)))
}

rules! {
    async fn a_debit_holds_the_order_until_the_money_comes(shop) {
        let mut shop = shop;
        let (mut visitor, id, page) = debited(&mut shop, GOOD_IBAN).await;
        assert_eq!(status_of(&shop, id).await, "on-hold");
        assert_eq!(shop.merchant().await.stock("t-five").await, 4, "its pieces are held");
        let data = page_data(&mut visitor, &page).await;
        let told = &data["page"];
        assert_eq!(told["status_label"], "In attesa del pagamento", "{told}");
        assert!(told["payment_waiting"].as_str().is_some_and(|text| text.contains("l'addebito")), "{told}");
        assert_eq!((&told["payment_instructions"], &told["slip"]), (&json!("Istruzioni sepa_debit"), &Value::Null));
        shop.settle_sandbox().await;
        becomes(&shop, id, "processing").await;
        let later = page_data(&mut visitor, &page).await;
        assert_eq!((&later["page"]["payment_waiting"], &later["page"]["payment_instructions"]), (&json!(""), &json!("")));
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn a_debit_that_fails_gives_its_pieces_back_and_can_be_paid_anew(shop) {
        let mut shop = shop;
        let (mut visitor, id, page) = debited(&mut shop, CLOSED_IBAN).await;
        assert_eq!(status_of(&shop, id).await, "on-hold");
        shop.settle_sandbox().await;
        becomes(&shop, id, "failed").await;
        assert_eq!(shop.merchant().await.stock("t-five").await, 5);
        let data = page_data(&mut visitor, &page).await;
        assert!(data["page"]["pay_path"].as_str().is_some_and(|path| path.contains("/checkout/order-pay/")), "{data}");
        let method = shop.method_of("sepa_debit", &[("iban", GOOD_IBAN)]).await;
        let again = order(&mut visitor, "one", &paid_by("sepa_debit", &method, "IT")).await.expect(200);
        assert_eq!(again["order_id"].as_i64(), Some(id));
        shop.settle_sandbox().await;
        becomes(&shop, id, "processing").await;
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn pages_of_banks_and_wallets_are_left_for_and_a_yes_pays(shop) {
        let mut shop = shop;
        let kinds = [("ideal", "NL"), ("bancontact", "BE"), ("eps", "AT"), ("p24", "PL"), ("alipay", "IT"), ("amazon_pay", "IT"), ("klarna", "IT")];
        let server = take(&mut shop, &kinds.map(|(kind, _)| kind)).await;
        let mut merchant = shop.merchant().await;
        for (kind, country) in kinds {
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-oil", 1).await;
            let method = shop.method_of(kind, &[]).await;
            let placed = order(&mut visitor, kind, &paid_by(kind, &method, country)).await.expect(200);
            let url = redirect(&placed);
            assert!(url.starts_with(shop.sandbox()), "{kind}: {placed}");
            let id = placed["order_id"].as_i64().expect("a number");
            assert_eq!(merchant.order(id).await["status"], "pending", "{kind}");
            let back = shop.answer_page(&url, "yes").await;
            assert!(back.contains("redirect_status=succeeded"), "{kind}: {back}");
            // The page asks the provider itself; the address alone is not believed.
            page_data(&mut visitor, &path_of(&back)).await;
            assert_eq!(merchant.order(id).await["status"], "processing", "{kind}");
        }
        assert_eq!(charges(&shop).await.len(), kinds.len());
    }

    async fn who_refuses_at_the_bank_is_led_to_pay_anew_and_told_why(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["ideal"]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let method = shop.method_of("ideal", &[]).await;
        let placed = order(&mut visitor, "one", &paid_by("ideal", &method, "NL")).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number");
        let back = shop.answer_page(&redirect(&placed), "no").await;
        let answer = visitor.page(&path_of(&back)).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        let to = answer.header("location").expect("a way on").to_owned();
        assert!(to.contains(&format!("/checkout/order-pay/{id}/")), "{to}");
        let data = page_data(&mut visitor, &to).await;
        assert!(data["page"]["notices"][0]["text"].as_str().is_some_and(|text| text.contains("verificare la tua identità")), "{data}");
        assert_eq!(status_of(&shop, id).await, "failed");
        assert_eq!(shop.merchant().await.stock("t-five").await, 5);
        // Another one's key opens nothing, and the intent of another order tells nothing.
        let mut stranger = shop.visitor_of(server);
        assert_eq!(stranger.page(&path_of(&back).replace("key=wc_order_", "key=x")).await.status, 404);
    }

    async fn a_slip_holds_the_order_tells_until_when_and_is_paid_later(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["multibanco"]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let method = shop.method_of("multibanco", &[]).await;
        let placed = order(&mut visitor, "one", &paid_by("multibanco", &method, "PT")).await.expect(200);
        let (id, route) = (placed["order_id"].as_i64().expect("a number"), redirect(&placed));
        assert!(route.starts_with(&format!("#wc-stripe-voucher-{id}:multibanco:pi_")), "{route}");
        assert_eq!(status_of(&shop, id).await, "on-hold");
        let key = placed["order_key"].as_str().expect("a key");
        let page = format!("/checkout/order-received/{id}/?key={key}");
        let data = page_data(&mut visitor, &page).await;
        let slip = &data["page"]["slip"];
        let url = slip["url"].as_str().expect("a page").to_owned();
        assert!(url.starts_with(shop.sandbox()), "{slip}");
        assert_eq!(slip["details"][0], json!(["Entità", "12345"]));
        assert!(slip["until"].as_str().is_some_and(|until| until.contains(", ore ")), "{slip}");
        shop.answer_page(&url, "yes").await;
        becomes(&shop, id, "processing").await;
        let data = page_data(&mut visitor, &page).await;
        assert_eq!(data["page"]["slip"], Value::Null, "nothing is left to pay");
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn a_slip_that_lapses_gives_the_pieces_back(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["multibanco"]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let method = shop.method_of("multibanco", &[]).await;
        let placed = order(&mut visitor, "one", &paid_by("multibanco", &method, "PT")).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number");
        let list = shop.at_sandbox("/v1/payment_intents?limit=1").await;
        let slip = &list["data"][0]["next_action"]["multibanco_display_details"]["hosted_voucher_url"];
        shop.answer_page(slip.as_str().expect("a page"), "no").await;
        becomes(&shop, id, "failed").await;
        assert_eq!(shop.merchant().await.stock("t-five").await, 5);
        assert!(charges(&shop).await.is_empty());
    }

    async fn a_wallets_code_asks_the_page_to_show_it(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["wechat_pay"]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let method = shop.method_of("wechat_pay", &[]).await;
        let placed = order(&mut visitor, "one", &paid_by("wechat_pay", &method, "IT")).await.expect(200);
        let (id, route) = (placed["order_id"].as_i64().expect("a number"), redirect(&placed));
        assert!(route.starts_with(&format!("#wc-stripe-wallet-{id}:wechat_pay:payment_intent:pi_")), "{route}");
        assert_eq!(status_of(&shop, id).await, "pending");
        let list = shop.at_sandbox("/v1/payment_intents?limit=1").await;
        let url = list["data"][0]["next_action"]["wechat_pay_display_qr_code"]["hosted_instructions_url"].as_str().expect("a page").to_owned();
        shop.answer_page(&url, "yes").await;
        becomes(&shop, id, "processing").await;
    }

    async fn link_pays_like_a_card(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["card", "link"]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let method = shop.method_of("link", &[("email", "livia@example.com")]).await;
        let placed = order(&mut visitor, "one", &paid_by("link", &method, "IT")).await.expect(200);
        assert_eq!(placed["status"], "processing", "{placed}");
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn what_does_not_take_euro_or_is_closed_is_neither_offered_nor_taken(shop) {
        let mut shop = shop;
        let kinds = [
            "us_bank_account", "acss_debit", "bacs_debit", "au_becs_debit", "blik", "boleto", "oxxo", "cashapp", "affirm",
            "afterpay_clearpay", "giropay", "sofort",
        ];
        let server = take(&mut shop, &kinds).await;
        let mut visitor = shop.visitor_of(server);
        let cart = visitor.add("t-five", 1).await;
        let offered = cart["payment_methods"].to_string();
        assert!(!offered.contains("stripe"), "{offered}");
        for kind in kinds {
            let refused = order(&mut visitor, kind, &paid_by(kind, "pm_1", "IT")).await;
            assert_eq!(refused.status, 400, "{kind}: {}", refused.text());
        }
        assert_eq!(visitor.cart().await["items_count"], 1, "nothing was ordered");
        assert_eq!(shop.merchant().await.stock("t-five").await, 5);
    }

    async fn a_country_that_a_method_does_not_serve_pays_nothing_with_it(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["ideal", "multibanco", "klarna", "p24"]).await;
        for (kind, country) in [("ideal", "IT"), ("multibanco", "IT"), ("klarna", "PL"), ("p24", "IT")] {
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-oil", 1).await;
            let method = shop.method_of(kind, &[]).await;
            let refused = order(&mut visitor, kind, &paid_by(kind, &method, country)).await;
            assert_eq!(refused.status, 400, "{kind}: {}", refused.text());
            assert!(refused.text().contains("non è disponibile nel Paese di fatturazione"), "{kind}: {}", refused.text());
        }
        assert!(charges(&shop).await.is_empty());
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let data = page_data(&mut visitor, "/checkout/").await;
        let config = &data["page"]["gateway"]["paymentMethodsConfig"];
        assert_eq!(config["ideal"]["countries"], json!(["NL"]), "{config}");
        assert_eq!(config["multibanco"]["countries"], json!(["PT"]));
    }
}

on_both_databases! {
    async fn who_comes_back_without_choosing_finds_the_order_and_pays_it(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["ideal"]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let method = shop.method_of("ideal", &[]).await;
        let placed = order(&mut visitor, "one", &paid_by("ideal", &method, "NL")).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number");
        let answer = visitor.page("/checkout/").await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        let to = answer.header("location").expect("a way on").to_owned();
        assert!(to.contains(&format!("/checkout/order-pay/{id}/")), "{to}");
        let data = page_data(&mut visitor, &to).await;
        let told = data["page"]["notices"][0]["text"].as_str().unwrap_or_default();
        assert!(told.contains("non è concluso") && told.contains(&id.to_string()), "{data}");
        assert_eq!(data["page"]["payable"], true);
        // Somebody else's empty checkout leads to the cart.
        let mut stranger = shop.visitor_of(server);
        let elsewhere = stranger.page("/checkout/").await;
        assert_eq!(elsewhere.header("location"), Some("/cart/"));
        // Paid after all in the other window: the checkout leads to the order.
        shop.answer_page(&redirect(&placed), "yes").await;
        let answer = visitor.page("/checkout/").await;
        let to = answer.header("location").expect("a way on").to_owned();
        assert!(to.starts_with(&format!("/checkout/order-received/{id}/")), "{to}");
        visitor.page(&to).await;
        assert_eq!(visitor.page("/checkout/").await.header("location"), Some("/cart/"), "seen once, it is done");
        assert_eq!(charges(&shop).await.len(), 1);
    }
}
