//! Where express buttons are, and what their pages are told.

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::cart::pricing::TaxedAt;
use shop_core::checkout::address::locale::Presence;
use shop_services::platform::settings::{ExpressSettings, PaymentMethodSettings, ShopSettings};
use shop_tests::{TestShop, Visitor, checkout, customer, page_data, rules};

use crate::orders::subscriptions::a_box;

/// A shop that takes cards and Link; gives the number of the server that knows it.
pub(crate) async fn with_wallets(shop: &mut TestShop, change: impl FnOnce(&mut ShopSettings)) -> usize {
    let method = |id: &str, title: &str| PaymentMethodSettings {
        id: id.into(),
        enabled: true,
        title: title.into(),
        ..PaymentMethodSettings::default()
    };
    shop.with_settings(|settings| {
        settings.payment_methods.insert(0, method("stripe", "Carta di credito o di debito"));
        settings.payment_methods.insert(1, method("stripe_link", "Link"));
        change(settings);
    })
    .await
}

/// The express settings of a page; null: it has no buttons.
pub(crate) async fn on_page(visitor: &mut Visitor, path: &str) -> Value {
    page_data(visitor, path).await["page"]["express"].clone()
}

/// The express settings of the visitor's own session for a place.
pub(crate) async fn of_session(visitor: &mut Visitor, place: &str) -> Value {
    visitor.page(&format!("/?wc-ajax=wc_stripe_get_express_settings&place={place}")).await.expect(200)
}

/// The nonce of a call, as the page of the session has it.
pub(crate) async fn nonce(visitor: &mut Visitor, name: &str) -> String {
    let id = visitor.id("t-oil").await;
    let settings = of_session(visitor, &format!("product&product_id={id}")).await;
    settings["nonce"][name].as_str().unwrap_or_else(|| panic!("no nonce {name}: {settings}")).to_owned()
}

/// What the lines of a sheet come to, as the page shows them.
pub(crate) fn sum(items: &Value) -> i64 {
    let items = items.as_array().expect("lines");
    let cents = |item: &Value| item["amount"].as_i64().expect("minor units");
    items.iter().map(|item| if item["key"] == "total_discount" { -cents(item) } else { cents(item) }).sum()
}

rules! {
    async fn a_shop_in_puerto_rico_or_reunion_is_told_to_wallets_as_one_of_their_country(shop) {
        let mut shop = shop;
        with_wallets(&mut shop, |_| {}).await;
        for (country, told) in [("PR", "US"), ("RE", "FR"), ("IT", "IT")] {
            let server = shop.with_settings(|settings| settings.shop.country = country.into()).await;
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-five", 1).await;
            assert_eq!(on_page(&mut visitor, "/cart/").await["checkout"]["country_code"], told, "{country}");
            let nonce = nonce(&mut visitor, "get_cart_details").await;
            let details = visitor.ajax("wc_stripe_get_cart_details", &[("security", nonce.as_str())]).await.expect(200);
            assert_eq!(details["order_data"]["country_code"], told, "{country}");
        }
    }

    async fn cart_checkout_and_product_say_what_the_sheet_opens_with(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        for path in ["/cart/", "/checkout/"] {
            let express = on_page(&mut visitor, path).await;
            let checkout = &express["checkout"];
            assert_eq!(checkout["total"], json!({ "label": "Bottega di prova", "amount": 1660, "pending": false }), "{path}");
            assert_eq!(checkout["displayItems"], json!([
                { "label": "Cinque pezzi", "amount": 909 },
                { "label": "IVA", "amount": 151, "key": "total_tax" },
                { "label": "Spedizione", "amount": 600, "key": "total_shipping" },
            ]));
            assert_eq!((&checkout["currency_code"], &checkout["country_code"], &checkout["currency_decimals"]), (&json!("eur"), &json!("IT"), &json!(2)));
            assert_eq!(checkout["requestShipping"], true);
            assert_eq!(checkout["default_shipping_option"]["id"], "pending");
            assert_eq!(checkout["shippingOptions"][0], json!({ "id": checkout["shippingOptions"][0]["id"], "amount": 660, "displayName": "Corriere" }));
            assert_eq!(express["allowed_shipping_countries"], json!(["IT", "DE", "FR"]));
            assert_eq!((&express["stripe"]["is_payment_request_enabled"], &express["stripe"]["is_link_enabled"], &express["stripe"]["is_amazon_pay_enabled"]), (&json!(true), &json!(true), &json!(false)));
            assert_eq!(express["button"], json!({ "type": "buy", "theme": "dark", "height": 48, "radius": 4, "wallet": null }));
            assert_eq!((&express["login_confirmation"], &express["product"], &express["pay_for_order"]), (&Value::Null, &Value::Null, &Value::Null));
            assert_eq!((&express["has_block"], &express["is_product_page"]), (&json!(true), &json!(false)));
        }
        // Pages follow each other without a new document: the policy of the first must do for all.
        for path in ["/", "/negozio/", "/cart/", "/checkout/", "/prodotto/cinque-pezzi/"] {
            let csp = visitor.page(path).await.header("content-security-policy").unwrap_or_default().to_owned();
            assert!(csp.contains(shop.sandbox()), "{path} may show the wallet's sheet: {csp}");
        }
        let csp = visitor.page("/my-account/").await.header("content-security-policy").unwrap_or_default().to_owned();
        assert!(!csp.contains(shop.sandbox()), "{csp}");
    }

    async fn a_kept_product_page_holds_no_nonce_and_the_session_asks_for_its_own(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut visitor = shop.visitor_of(server);
        let id = visitor.id("t-five").await;
        for _ in 0..2 {
            let express = on_page(&mut visitor, "/prodotto/cinque-pezzi/").await;
            assert_eq!((&express["nonce"], &express["login_confirmation"]), (&Value::Null, &Value::Null));
            let product = &express["product"];
            assert_eq!(product["total"], json!({ "label": "Bottega di prova", "amount": 1000, "pending": true }));
            assert_eq!((&product["product_id"], &product["requestShipping"], &product["validVariationSelected"]), (&json!(id), &json!(true), &json!(true)));
            assert_eq!(sum(&product["displayItems"]), 1000);
            assert_eq!(product["shippingOptions"], json!({ "id": "pending", "amount": 0, "displayName": "Consegna da calcolare" }));
        }
        let answer = visitor.page(&format!("/?wc-ajax=wc_stripe_get_express_settings&place=product&product_id={id}&qty=3")).await;
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert!(answer.header("set-cookie").is_none(), "looking at a product makes no session");
        let own = answer.expect(200);
        assert_eq!(own["product"]["total"]["amount"], 3000);
        for name in ["shipping", "update_shipping", "normalize_address", "get_cart_details", "add_to_cart", "clear_cart",
            "get_selected_product_data", "log_errors", "wc_store_api", "wc_store_api_express_checkout"] {
            assert!(own["nonce"][name].as_str().is_some_and(|nonce| !nonce.is_empty()), "{name}: {own}");
        }
    }

    async fn who_may_pay_an_order_gets_its_buttons_and_nobody_else(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut visitor = shop.visitor_of(server);
        let placed = visitor.buy("t-five", 1).await;
        let id = placed["order_id"].as_i64().expect("an order");
        let key = placed["order_key"].as_str().expect("a key").to_owned();
        shop.merchant().await.set_status(id, "failed").await.expect(200);
        let ask = async |visitor: &mut Visitor, id: i64, key: &str| {
            of_session(visitor, &format!("order_pay&order_id={id}&key={key}")).await
        };
        let mut stranger = shop.visitor_of(server);
        let own = ask(&mut stranger, id, &key).await;
        assert_eq!(own["pay_for_order"]["orderDetails"]["orderKey"], key, "{own}");
        assert_eq!(own["is_pay_for_order"], true);
        for (id, key) in [(id, "wc_order_other"), (id, ""), (id + 1, key.as_str())] {
            assert_eq!(ask(&mut stranger, id, key).await, Value::Null);
        }
    }

    async fn with_the_providers_own_keys_pages_let_its_script_frames_and_sheets_in_and_others_do_not(shop) {
        let mut shop = shop;
        with_wallets(&mut shop, |_| {}).await;
        // It has the sandbox's keys but not its pages: for browsers it is the provider itself.
        let server = shop.add_server_with(&[("SHOP_STRIPE_SANDBOX_ORIGIN", "")]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        for (path, lets_in) in [("/", true), ("/prodotto/t-sale/", true), ("/cart/", true), ("/checkout/", true), ("/my-account/", false)] {
            let page = visitor.page(path).await;
            let policy = page.header("content-security-policy").expect("a policy").to_owned();
            for part in [
                "script-src 'self' 'nonce-",
                " https://js.stripe.com https://*.js.stripe.com;",
                "connect-src 'self' https://api.stripe.com;",
                "frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
            ] {
                assert_eq!(policy.contains(part), lets_in || part.starts_with("script-src"), "{path} {part}: {policy}");
            }
            assert!(!policy.contains("unsafe-inline"), "{policy}");
            let opener = page.header("cross-origin-opener-policy");
            assert_eq!(opener, Some(if lets_in { "same-origin-allow-popups" } else { "same-origin" }), "{path}");
            let payment = if lets_in { "payment=*, " } else { "payment=(self), " };
            assert!(page.header("permissions-policy").is_some_and(|all| all.starts_with(payment)), "{path}");
        }
    }

    async fn without_a_way_to_use_them_there_are_no_buttons(shop) {
        let mut shop = shop;
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        assert_eq!(on_page(&mut visitor, "/cart/").await, Value::Null, "the shop takes no cards");
        let off = |change: fn(&mut ExpressSettings)| move |settings: &mut ShopSettings| change(&mut settings.express);
        let server = with_wallets(&mut shop, off(|express| (express.cart, express.product) = (false, false))).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        assert_eq!(on_page(&mut visitor, "/cart/").await, Value::Null, "switched off there");
        assert_eq!(on_page(&mut visitor, "/prodotto/olio-di-prova/").await, Value::Null);
        assert_ne!(on_page(&mut visitor, "/checkout/").await, Value::Null);
        let server = shop.with_settings(|settings| {
            settings.express = ExpressSettings { device_wallets: false, link: false, ..ExpressSettings::default() };
        }).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        for path in ["/cart/", "/checkout/", "/prodotto/olio-di-prova/"] {
            assert_eq!(on_page(&mut visitor, path).await, Value::Null, "no wallet is taken: {path}");
        }
    }

    async fn what_costs_nothing_or_cannot_be_bought_has_no_buttons(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut visitor = shop.visitor_of(server);
        assert_eq!(on_page(&mut visitor, "/cart/").await, Value::Null, "an empty cart");
        for path in ["finito", "senza-prezzo", "assortimento", "altrove"] {
            assert_eq!(on_page(&mut visitor, &format!("/prodotto/{path}/")).await, Value::Null, "{path}");
        }
        visitor.add("t-free", 1).await;
        for path in ["/cart/", "/checkout/"] {
            assert_eq!(on_page(&mut visitor, path).await, Value::Null, "a total of nothing: {path}");
        }
        let free = on_page(&mut visitor, "/prodotto/ricetta-in-regalo/").await;
        assert_eq!((&free["product"]["validVariationSelected"], &free["product"]["total"]["amount"]), (&json!(false), &json!(0)));
    }

    async fn a_variable_product_waits_for_its_choice(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut visitor = shop.visitor_of(server);
        let waiting = on_page(&mut visitor, "/prodotto/caviale-di-prova/").await;
        assert_eq!((&waiting["product"]["validVariationSelected"], &waiting["product"]["total"]["amount"]), (&json!(false), &json!(0)));
        let chosen = on_page(&mut visitor, "/prodotto/caviale-di-prova/?attribute_pa_formato=15-g").await;
        assert_eq!((&chosen["product"]["validVariationSelected"], &chosen["product"]["total"]["amount"]), (&json!(true), &json!(3300)));
        assert_eq!(chosen["product"]["displayItems"][0]["label"], "Caviale di prova (Formato: 15 g)");
        let id = visitor.id("t-caviar").await;
        let own = of_session(&mut visitor, &format!("product&product_id={id}&qty=1&attributes%5Battribute_pa_formato%5D=15-g")).await;
        assert_eq!(own["product"], chosen["product"], "a session's settings are of the same choice");
    }

    async fn who_needs_an_account_is_sent_to_log_in(shop) {
        let mut shop = shop;
        let id = a_box(&shop, json!({})).await;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut guest = shop.visitor_of(server);
        guest.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.expect(201);
        let asked = on_page(&mut guest, "/cart/").await["login_confirmation"].clone();
        assert_eq!(asked["redirect_url"], "/my-account/?redirect_to=%2Fcart%2F");
        assert!(asked["message"].as_str().is_some_and(|words| words.contains("account")), "{asked}");
        let product = of_session(&mut guest, &format!("product&product_id={id}")).await;
        assert_eq!(product["login_confirmation"]["redirect_url"], "/my-account/?redirect_to=%2Fprodotto%2Fcinque-pezzi%2F");
        let closed = shop.with_settings(|settings| settings.accounts.guest_checkout = false).await;
        let mut guest = shop.visitor_of(closed);
        guest.add("t-oil", 1).await;
        assert_ne!(on_page(&mut guest, "/cart/").await["login_confirmation"], Value::Null);
    }

    async fn a_customer_needs_no_login_again(shop) {
        let mut shop = shop;
        with_wallets(&mut shop, |settings| settings.accounts.guest_checkout = false).await;
        let mut known = customer(&shop, "ada@ada.example").await;
        known.add("t-oil", 1).await;
        // The first server learns of new settings within a second; until then it shows no buttons at all.
        for _ in 0..100 {
            let express = on_page(&mut known, "/cart/").await;
            assert_eq!(express.get("login_confirmation").unwrap_or(&Value::Null), &Value::Null);
            if express != Value::Null {
                return;
            }
        }
    }

    async fn what_must_be_declared_is_told_before_the_wallet_opens(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |settings| {
            settings.checkout.terms_page = Some("/condizioni-di-vendita/".into());
            settings.checkout.phone = Presence::Required;
            settings.taxes.based_on = TaxedAt::Billing;
        }).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let express = on_page(&mut visitor, "/checkout/").await;
        assert_eq!(express["declarations"], json!({
            "terms": true, "terms_path": "/condizioni-di-vendita/", "privacy_path": "/privacy/", "min_age_years": null, "files_consent": false,
        }));
        assert_eq!((&express["checkout"]["needs_payer_phone"], &express["taxes_based_on_billing"]), (&json!(true), &json!(true)));
    }

    async fn an_order_is_paid_by_who_has_its_key_and_while_it_waits(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut buyer = shop.visitor_of(server);
        let order = buyer.buy("t-five", 1).await;
        let id = order["order_id"].as_i64().expect("an order");
        let key = order["order_key"].as_str().expect("a key");
        let path = format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}");
        let mut merchant = shop.merchant().await;
        merchant.set_status(id, "failed").await.expect(200);
        let express = on_page(&mut buyer, &path).await;
        let pay = &express["pay_for_order"];
        assert_eq!((&pay["order"], &pay["total"]["amount"], sum(&pay["displayItems"])), (&json!(id), &json!(1660), 1660));
        assert_eq!((&pay["orderDetails"]["orderKey"], &pay["orderDetails"]["billingEmail"]), (&json!(key), &json!("livia@example.com")));
        assert_eq!(pay["orderDetails"]["shippingAddress"]["city"], "Torino");
        assert_eq!((&express["is_pay_for_order"], &express["checkout"]["requestShipping"]), (&json!(true), &json!(false)));
        merchant.set_status(id, "processing").await.expect(200);
        assert_eq!(on_page(&mut buyer, &path).await, Value::Null, "nothing is to be paid any more");
        assert_eq!(shop.visitor_of(server).page(&path.replace("key=", "key=x")).await.status, 404);
    }

    async fn the_merchant_sets_places_wallets_and_look_within_bounds(shop) {
        let mut shop = shop;
        with_wallets(&mut shop, |_| {}).await;
        let mut merchant = shop.merchant().await;
        let save = |values: Value| json!({ "values": values });
        let good = json!({ "express.cart": false, "express.button_theme": "light-outline", "express.button_height": "55", "express.button_radius": "0" });
        merchant.write(Method::PUT, "/settings/express", save(good)).await.expect(200);
        for (name, value) in [
            ("express.button_height", "39"), ("express.button_height", "56"), ("express.button_radius", "-1"), ("express.button_radius", "29"),
            ("express.button_theme", "pink"), ("express.button_type", "donate"),
        ] {
            let refused = merchant.write(Method::PUT, "/settings/express", save(json!({ name: value }))).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], name, "{refused}");
        }
        shop.add_server().await;
        let mut visitor = shop.visitor_of(2);
        visitor.add("t-oil", 1).await;
        assert_eq!(on_page(&mut visitor, "/cart/").await, Value::Null);
        let express = on_page(&mut visitor, "/checkout/").await;
        assert_eq!(express["button"], json!({ "type": "buy", "theme": "light-outline", "height": 55, "radius": 0, "wallet": null }));
        let mut nobody = shop.visitor();
        assert_eq!(nobody.page("/api/admin/settings/express").await.status, 401);
    }

    async fn a_customers_order_page_shows_its_buttons_to_that_customer_alone(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut buyer = shop.visitor_of(server);
        buyer.add("t-five", 1).await;
        let mut body = checkout("bacs");
        body["create_account"] = json!(true);
        body["customer_password"] = json!(shop_tests::STRONG);
        let order = buyer.post("/checkout", body).await.expect(200);
        let id = order["order_id"].as_i64().expect("an order");
        shop.merchant().await.set_status(id, "failed").await.expect(200);
        let path = format!("/checkout/order-pay/{id}/?pay_for_order=true&key={}", order["order_key"].as_str().expect("a key"));
        assert_ne!(on_page(&mut buyer, &path).await, Value::Null);
        assert_eq!(shop.visitor_of(server).page(&path).await.status, 303, "a guest with the key logs in first");
    }
}
