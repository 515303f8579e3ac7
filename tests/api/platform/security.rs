use reqwest::Method;
use serde_json::json;
use shop_tests::{API, checkout, rules};

rules! {
    async fn scripts_run_only_by_a_nonce_made_for_this_answer(shop) {
        let mut visitor = shop.visitor();
        let mut nonces = Vec::new();
        for _ in 0..2 {
            let page = visitor.page("/cart/").await;
            let policy = page.header("content-security-policy").expect("a policy").to_owned();
            let (_, rest) = policy.split_once("'nonce-").expect("a nonce in the policy");
            let nonce = rest.split('\'').next().unwrap_or_default().to_owned();
            for wrong in ["'unsafe-inline'", "'unsafe-eval'", "*;"] {
                let scripts = policy.split(';').find(|d| d.trim().starts_with("script-src")).expect("script-src");
                assert!(!scripts.contains(wrong), "{scripts}");
            }
            assert!(policy.contains("object-src 'none'") && policy.contains("frame-ancestors"), "{policy}");
            let html = page.text();
            for tag in html.split("<script").skip(1) {
                let tag = tag.split('>').next().unwrap_or_default();
                let is_data = tag.contains("application/ld+json") || tag.contains("application/json");
                assert!(is_data || tag.contains(&format!("nonce=\"{nonce}\"")), "a script without nonce: <script{tag}>");
            }
            nonces.push(nonce);
        }
        assert_ne!(nonces[0], nonces[1]);
    }

    async fn every_answer_carries_the_safety_headers(shop) {
        let mut visitor = shop.visitor();
        // Those that are answered before any route, too: the code of a language without its slash, and that of the shop's own.
        for path in ["/", "/negozio/", "/non-esiste/", "/admin/", &format!("{API}/products"), "/en", "/it/negozio/", "/healthz"] {
            let answer = visitor.page(path).await;
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
            assert!(answer.header("referrer-policy").is_some(), "{path}");
            assert!(answer.header("x-request-id").is_some_and(|id| id.len() >= 8), "{path}");
        }
    }

    async fn a_session_cookie_is_out_of_reach_of_scripts(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let answer = visitor.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await;
        let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().filter_map(|c| c.to_str().ok()).collect();
        let session = cookies.iter().find(|c| c.starts_with("wp_woocommerce_session_")).expect("a session");
        assert!(session.contains("HttpOnly") && session.contains("SameSite=") && session.contains("Path=/"), "{session}");
    }

    async fn a_changed_session_cookie_opens_no_cart(shop) {
        let mut owner = shop.visitor();
        owner.add("t-oil", 1).await;
        let (name, value) = owner.cookie_pair("wp_woocommerce_session_").expect("a session");
        let mut thief = shop.visitor();
        for forged in [value.replacen('t', "u", 1), format!("{value}x"), "t_0|9|9|x".into(), String::new()] {
            let request = thief
                .request(Method::GET, &format!("{API}/cart"))
                .header("Cookie", format!("{name}={forged}"));
            let cart = thief.send(request).await.expect(200);
            assert_eq!(cart["items_count"], 0, "{forged}");
        }
    }

    async fn words_of_visitors_never_become_markup(shop) {
        let mut visitor = shop.visitor();
        let attack = "<script>alert(1)</script>";
        let page = visitor.page("/negozio/?s=%3Cscript%3Ealert(1)%3C/script%3E").await.text();
        assert!(!page.contains(attack));
        visitor.add("t-oil", 1).await;
        let mut body = checkout("bacs");
        body["billing_address"]["first_name"] = json!(attack);
        body["shipping_address"]["first_name"] = json!(attack);
        let answer = visitor.post("/checkout", body).await;
        if answer.status == 200 {
            let order = answer.json();
            let page = visitor.page(order["payment_result"]["redirect_url"].as_str().expect("a page")).await.text();
            assert!(!page.contains(attack));
            let mut merchant = shop.merchant().await;
            let mails = serde_json::to_string(&merchant.mails().await).expect("JSON");
            assert!(!mails.contains("<script>alert(1)"), "{mails}");
        }
    }

    async fn a_body_over_the_limit_is_refused(shop) {
        let mut visitor = shop.visitor();
        visitor.cart().await;
        let big = "x".repeat((1 << 20) + 1);
        let answer = visitor.post("/cart/add-item", json!({ "id": 1, "note": big })).await;
        assert!((400..500).contains(&answer.status), "{}", answer.status);
    }

    async fn files_of_the_machine_cannot_be_read(shop) {
        let mut visitor = shop.visitor();
        for path in [
            "/assets/..%2f..%2fetc%2fpasswd",
            "/assets/%2e%2e/%2e%2e/data/shop.db",
            "/images/..%2fshop.db",
            "/data/shop.db",
            "/shop.toml",
            "/.env",
        ] {
            let answer = visitor.page(path).await;
            assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        }
    }

    async fn a_known_origin_is_echoed_only_for_a_cart_token(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let foreign = visitor.request(Method::GET, &format!("{API}/cart")).header("Origin", "https://evil.example");
        assert_eq!(visitor.send(foreign).await.header("access-control-allow-origin"), None);
        let token = visitor.token.clone().expect("a token");
        let app = visitor
            .request(Method::GET, &format!("{API}/cart"))
            .header("Origin", "https://app.example")
            .header("Cart-Token", token);
        assert_eq!(visitor.send(app).await.header("access-control-allow-origin"), Some("https://app.example"));
    }

    async fn logs_name_requests_but_no_secrets(shop) {
        let mut shop = shop;
        let server = shop.add_process();
        let order = shop.visitor_of(server).buy("t-oil", 1).await;
        shop.merchant_of(server).await;
        let log = shop.log();
        assert!(log.contains("/wp-json/wc/store/v1/checkout"), "{log}");
        for secret in ["livia@example.com", shop_tests::ADMIN_PASSWORD, order["order_key"].as_str().expect("a key")] {
            assert!(!log.contains(secret), "the log holds {secret}");
        }
    }
}
