use serde_json::Value;
use shop_tests::{Visitor, checkout, classic_form, on_both_databases, rules};
use tokio::task::JoinSet;

fn with_account(email: &str, password: Option<&str>) -> Value {
    let mut order = checkout("bacs");
    order["billing_address"]["email"] = email.into();
    order["create_account"] = true.into();
    if let Some(password) = password {
        order["customer_password"] = password.into();
    }
    order
}

async fn place_classic(visitor: &mut Visitor, email: &str, password: &str) -> Value {
    let form = classic_form(visitor).await;
    let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
    fields.retain(|(name, _)| *name != "billing_email");
    fields.extend([("billing_email", email), ("createaccount", "1"), ("account_password", password)]);
    visitor.ajax("checkout", &fields).await.expect(200)
}

rules! {
    async fn an_order_with_an_account_logs_its_buyer_in(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let answer = visitor.post("/checkout", with_account("Nuova@Example.com", Some("Str0ng!Passphrase42"))).await;
        let body = answer.expect(200);
        let customer = body["customer_id"].as_i64().expect("a number");
        assert!(customer > 0, "{body}");
        let cookie = answer.headers.get_all("set-cookie").iter().filter_map(|v| v.to_str().ok())
            .find(|v| v.starts_with("bottega_login=")).expect("a login").to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        let cart = visitor.get("/cart").await;
        assert_eq!(cart.header("user-id"), Some(customer.to_string().as_str()));
        // An order of an account is its buyer's: neither key nor address are asked for.
        visitor.get(&format!("/order/{}", body["order_id"])).await.expect(200);
        assert!(shop.visitor().get(&format!("/order/{}", body["order_id"])).await.status >= 400);
    }

    async fn where_guests_may_not_order_an_order_makes_an_account_or_is_refused_on_every_way(shop) {
        let mut shop = shop;
        let server = shop
            .with_settings(|settings| {
                settings.accounts.guest_checkout = false;
                settings.accounts.at_checkout = false;
            })
            .await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        visitor.post("/checkout", checkout("bacs")).await.refused(403, "woocommerce_rest_guest_checkout_disabled");
        assert_eq!(visitor.cart().await["items_count"], 1);
        let said = place_classic(&mut visitor, "senza@example.com", "").await;
        assert_eq!(said["result"], "failure", "{said}");
        let mut order = with_account("nuova@example.com", Some("Str0ng!Passphrase42"));
        order["create_account"] = "no".into();
        visitor.post("/checkout", order).await.refused(400, "rest_invalid_param");
        let placed = visitor.post("/checkout", with_account("nuova@example.com", Some("Str0ng!Passphrase42"))).await.expect(200);
        assert!(placed["customer_id"].as_i64().is_some_and(|id| id > 0), "{placed}");
        // From now on he is no guest.
        visitor.add("t-oil", 1).await;
        visitor.post("/checkout", checkout("bacs")).await.expect(200);
    }

    async fn a_known_address_is_refused_and_nothing_is_lost(shop) {
        let mut first = shop.visitor();
        first.add("t-oil", 1).await;
        first.post("/checkout", with_account("nota@example.com", None)).await.expect(200);
        let mut second = shop.visitor();
        second.add("t-oil", 1).await;
        let again = second.post("/checkout", with_account("NOTA@example.com", Some("Str0ng!Passphrase42"))).await;
        again.refused(400, "registration-error-email-exists");
        assert_eq!(second.cart().await["items_count"], 1);
        let said = place_classic(&mut second, "nota@example.com", "Str0ng!Passphrase42").await;
        assert_eq!(said["result"], "failure", "{said}");
        assert_eq!(second.cart().await["items_count"], 1);
    }

    async fn the_classic_form_demands_a_password_for_an_account(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let said = place_classic(&mut visitor, "classica@example.com", "").await;
        assert_eq!(said["result"], "failure");
        assert!(said["messages"].as_str().is_some_and(|m| m.contains("account_password")), "{said}");
        let said = place_classic(&mut visitor, "classica@example.com", "Str0ng!Passphrase42").await;
        assert_eq!(said["result"], "success", "{said}");
        assert_ne!(visitor.get("/cart").await.header("user-id"), Some("0"));
    }

    async fn a_password_longer_than_any_that_is_checked_is_refused(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let long = "x".repeat(5000);
        visitor.post("/checkout", with_account("lunga@example.com", Some(&long))).await.refused(400, "rest_invalid_param");
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn people_of_one_name_at_different_hosts_each_get_an_account(shop) {
        let mut customers = Vec::new();
        for host in ["example.com", "example.org", "example.net"] {
            let mut visitor = shop.visitor();
            visitor.add("t-oil", 1).await;
            let body = visitor.post("/checkout", with_account(&format!("anna@{host}"), None)).await.expect(200);
            customers.push(body["customer_id"].as_i64());
        }
        customers.dedup();
        assert_eq!(customers.len(), 3);
    }

    async fn a_made_up_login_is_nobody(shop) {
        let visitor = shop.visitor();
        let request = visitor.request(reqwest::Method::GET, "/wp-json/wc/store/v1/cart").header("cookie", "bottega_login=00ff");
        let answer = request.send().await;
        assert_eq!(answer.header("user-id"), Some("0"));
    }
}

on_both_databases! {
    async fn two_orders_at_once_make_one_account(shop) {
        let mut all = JoinSet::new();
        for _ in 0..6 {
            let mut visitor = shop.visitor();
            visitor.add("t-oil", 1).await;
            all.spawn(async move { visitor.post("/checkout", with_account("insieme@example.com", None)).await });
        }
        let answers = all.join_all().await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        for refused in answers.iter().filter(|answer| answer.status != 200) {
            refused.refused(400, "registration-error-email-exists");
        }
    }
}
