use shop_tests::{
    STRONG, Visitor, ask, checkout, customer, kinds_to, link_for, log_in, on_both_databases, page_data, register,
    rules, section_nonce, send,
};

const PAGES: [&str; 8] = [
    "/my-account/orders/",
    "/my-account/downloads/",
    "/my-account/edit-address/",
    "/my-account/edit-address/billing/",
    "/my-account/edit-account/",
    "/my-account/reviews/",
    "/my-account/privacy/",
    "/my-account/privacy/export/",
];

async fn is_logged_in(visitor: &mut Visitor) -> bool {
    page_data(visitor, "/my-account/").await["page"]["person"].is_object()
}

fn details<'a>(email: &'a str, current: &'a str, password: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("account_first_name", "Livia"),
        ("account_last_name", "Conti"),
        ("account_display_name", "Livia C."),
        ("account_email", email),
        ("password_current", current),
        ("password_1", password),
        ("password_2", password),
    ]
}

rules! {
    async fn a_guest_is_sent_to_the_entry_and_comes_back(shop) {
        let mut guest = shop.visitor();
        for path in PAGES {
            let answer = guest.page(path).await;
            assert_eq!(answer.status, 303, "{path}");
            assert!(answer.header("location").is_some_and(|to| to.starts_with("/my-account/?redirect_to=%2Fmy-account")), "{path}");
        }
        customer(&shop, "anna@example.com").await;
        let nonce = guest.form_nonce("/my-account/", "woocommerce-login-nonce").await;
        let fields = |redirect| [
            ("username", "anna@example.com"), ("password", STRONG), ("woocommerce-login-nonce", nonce.as_str()),
            ("login", "1"), ("redirect", redirect),
        ];
        let answer = guest.submit("/my-account/", &fields("/my-account/orders/")).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/my-account/orders/")));
        for hostile in ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/%0d%0aSet-Cookie:x"] {
            let answer = shop.visitor().submit("/my-account/", &fields(hostile)).await;
            assert_eq!((answer.status, answer.header("location")), (303, Some("/my-account/")), "{hostile}");
        }
    }

    async fn a_registration_counts_only_once_its_link_is_opened(shop) {
        let mut visitor = shop.visitor();
        let answer = register(&mut visitor, "Nuova@Example.com", STRONG).await;
        assert_eq!(answer.status, 200);
        assert!(!is_logged_in(&mut visitor).await);
        assert_eq!(log_in(&mut shop.visitor(), "nuova@example.com", STRONG).await.status, 422, "not confirmed yet");
        let link = link_for(&mut shop.merchant().await, "nuova@example.com").await;
        assert_eq!(visitor.page(&link).await.status, 303);
        assert!(is_logged_in(&mut visitor).await);
        assert_eq!(log_in(&mut shop.visitor(), "nuova@example.com", STRONG).await.status, 303);
        assert_eq!(shop.visitor().page(&link).await.status, 422, "a link works once");
    }

    async fn a_registration_that_was_sent_twice_is_used_once_and_makes_no_account_again_after_its_deletion(shop) {
        let email = "due-volte@example.com";
        register(&mut shop.visitor(), email, STRONG).await;
        let first = link_for(&mut shop.merchant().await, email).await;
        let mut owner = shop.visitor();
        register(&mut owner, email, STRONG).await;
        let second = link_for(&mut shop.merchant().await, email).await;
        assert_ne!(first, second);
        assert_eq!(owner.page(&second).await.status, 303);
        assert_eq!(shop.visitor().page(&first).await.status, 422);
        // Of a known address a registration is kept, too, so that it takes as long as that of another one.
        register(&mut shop.visitor(), email, STRONG).await;
        let answer = send(&mut owner, "/my-account/privacy/", &[("password_current", STRONG)]).await;
        assert_eq!(answer.header("location"), Some("/my-account/?done=deleted"));
        assert_eq!(shop.visitor().page(&first).await.status, 422);
        let left = ask(shop.database(), "SELECT email FROM account_tokens");
        assert!(left.is_empty(), "{left:?}");
    }

    async fn nobody_learns_whether_an_address_has_an_account(shop) {
        customer(&shop, "conosciuta@example.com").await;
        let told = |text: String| text.replace("conosciuta@example.com", "X").replace("nuovissima@example.com", "X");
        let visible = |text: String| {
            let start = text.find("<main").expect("a page");
            let end = text.find("</main>").expect("a page");
            told(text[start..end].to_owned())
        };
        let known = register(&mut shop.visitor(), "conosciuta@example.com", STRONG).await;
        let unknown = register(&mut shop.visitor(), "nuovissima@example.com", STRONG).await;
        assert_eq!((known.status, unknown.status), (200, 200));
        assert_eq!(visible(known.text()), visible(unknown.text()));
        let lost = |login: &'static str| {
            let mut visitor = shop.visitor();
            async move { send(&mut visitor, "/my-account/lost-password/", &[("user_login", login)]).await }
        };
        let (known, unknown) = (lost("conosciuta@example.com").await, lost("mai-vista@example.com").await);
        assert_eq!((known.status, unknown.status), (200, 200));
        assert_eq!(visible(known.text()), visible(unknown.text()));
        let known = log_in(&mut shop.visitor(), "conosciuta@example.com", "sbagliata").await;
        let unknown = log_in(&mut shop.visitor(), "mai-vista@example.com", "sbagliata").await;
        assert_eq!((known.status, unknown.status), (422, 422));
        let mut merchant = shop.merchant().await;
        assert_eq!(kinds_to(&mut merchant, "conosciuta@example.com").await[0], "account_new_password");
        assert!(kinds_to(&mut merchant, "conosciuta@example.com").await.contains(&"account_already_registered".to_owned()));
        assert_eq!(kinds_to(&mut merchant, "mai-vista@example.com").await, Vec::<String>::new());
    }

    async fn weak_passwords_and_wrong_addresses_are_refused_with_their_fields(shop) {
        for (email, password, field) in [
            ("no", STRONG, "reg_email"),
            ("", STRONG, "reg_email"),
            ("a@example.com", "", "reg_password"),
            ("a@example.com", "corta", "reg_password"),
            ("a@example.com", "password1234", "reg_password"),
            ("tartufata@example.com", "tartufata", "reg_password"),
        ] {
            let answer = register(&mut shop.visitor(), email, password).await;
            assert_eq!(answer.status, 422, "{email} {password}");
            assert!(answer.text().contains(&format!("href=\"#{field}\"")), "{email} {password} names {field}");
            assert!(!answer.text().contains(&format!("value=\"{password}\"")) || password.is_empty(), "passwords are never sent back");
        }
        assert!(shop.merchant().await.mails().await.is_empty());
    }

    async fn forms_without_their_nonce_or_from_elsewhere_change_nothing(shop) {
        let mut visitor = customer(&shop, "anna@example.com").await;
        let wrong = [("_wpnonce", "0123456789abcdef0123"), ("password_current", STRONG), ("action", "cancel")];
        for path in ["/my-account/edit-account/", "/my-account/edit-address/billing/", "/my-account/privacy/"] {
            let answer = visitor.submit(path, &wrong).await;
            assert_eq!(answer.status, 422, "{path}");
            assert!(answer.text().contains("aperta da troppo tempo"), "{path} says that the form is too old");
        }
        visitor.submit("/my-account/customer-logout/", &wrong).await;
        assert!(is_logged_in(&mut visitor).await, "no nonce, no logout");
        let nonce = section_nonce(&mut visitor, "/my-account/privacy/").await;
        let foreign = visitor
            .request(reqwest::Method::POST, "/my-account/privacy/")
            .header("sec-fetch-site", "cross-site")
            .form(&[("_wpnonce", nonce.as_str()), ("password_current", STRONG)]);
        assert_eq!(visitor.send(foreign).await.status, 422);
        let mut other = customer(&shop, "altra@example.com").await;
        let stolen = [("_wpnonce", nonce.as_str()), ("password_current", STRONG)];
        assert_eq!(other.submit("/my-account/privacy/", &stolen).await.status, 422, "another customer's nonce");
        let no_nonce = [("username", "anna@example.com"), ("password", STRONG), ("login", "1")];
        assert_eq!(shop.visitor().submit("/my-account/", &no_nonce).await.status, 422);
    }

    async fn tries_of_a_password_run_out(shop) {
        customer(&shop, "anna@example.com").await;
        let mut visitor = shop.visitor();
        let mut statuses = Vec::new();
        for _ in 0..12 {
            statuses.push(log_in(&mut visitor, "anna@example.com", "sbagliata").await.status);
        }
        assert_eq!(statuses.first(), Some(&422));
        assert_eq!(statuses.last(), Some(&429));
        assert_eq!(log_in(&mut visitor, "anna@example.com", STRONG).await.status, 429, "the right one waits too");
        // The message of the registration counts too.
        let mut links = Vec::new();
        for _ in 0..4 {
            links.push(send(&mut visitor, "/my-account/lost-password/", &[("user_login", "anna@example.com")]).await.status);
        }
        assert_eq!(links, [200, 200, 429, 429]);
    }

    async fn addresses_are_checked_kept_and_filled_in_at_the_checkout(shop) {
        let mut visitor = customer(&shop, "anna@example.com").await;
        let path = "/my-account/edit-address/billing/";
        let fields = |postcode: &'static str| [
            ("billing_first_name", "Anna"), ("billing_last_name", "Conti"), ("billing_country", "IT"),
            ("billing_address_1", "Via dei Mille 7"), ("billing_city", "Torino"), ("billing_state", "TO"),
            ("billing_postcode", postcode), ("billing_phone", "011 555 0100"), ("billing_email", "anna@example.com"),
        ];
        let refused = send(&mut visitor, path, &fields("1012")).await;
        assert_eq!(refused.status, 422);
        assert!(refused.text().contains("value=\"Via dei Mille 7\""), "what was typed stays");
        assert_eq!(send(&mut visitor, path, &fields("10123")).await.status, 303);
        visitor.add("t-oil", 1).await;
        let data = page_data(&mut visitor, "/checkout/").await;
        assert_eq!(data["page"]["form"]["billing"]["postcode"], "10123");
        assert_eq!(data["page"]["form"]["billing"]["email"], "anna@example.com");
        assert_eq!(visitor.page("/my-account/edit-address/altro/").await.status, 404);
    }

    async fn the_cart_of_a_guest_joins_the_one_of_the_account(shop) {
        let mut browser = customer(&shop, "anna@example.com").await;
        browser.add("t-oil", 1).await;
        let mut phone = shop.visitor();
        phone.add("t-oil", 2).await;
        log_in(&mut phone, "anna@example.com", STRONG).await;
        assert_eq!(phone.cart().await["items_count"], 3);
        assert_eq!(browser.cart().await["items_count"], 3, "one cart in all browsers");
        let data = page_data(&mut phone, "/my-account/").await;
        let nonce = data["page"]["logout_nonce"].as_str().expect("a nonce");
        assert_eq!(phone.submit("/my-account/customer-logout/", &[("_wpnonce", nonce)]).await.status, 303);
        phone.nonce = None;
        assert_eq!(phone.cart().await["items_count"], 0, "the cart stays with the account");
        assert_eq!(browser.cart().await["items_count"], 3);
    }

    async fn a_saved_address_has_no_province_of_the_country_before(shop) {
        let mut visitor = customer(&shop, "anna@example.com").await;
        let path = "/my-account/edit-address/billing/";
        let fields = |country: &'static str, state_of: &'static str, state: &'static str| [
            ("billing_first_name", "Anna"), ("billing_last_name", "Conti"), ("billing_country", country),
            ("billing_address_1", "Via dei Mille 7"), ("billing_city", "Berlino"), ("billing_state", state),
            ("billing_state_of", state_of), ("billing_postcode", "10123"), ("billing_phone", "011 555 0100"),
            ("billing_email", "anna@example.com"),
        ];
        for (country, state_of, state, saved) in
            [("DE", "DE", "BE", "DE-BE"), ("DE", "IT", "BE", ""), ("IT", "IT", "TO", "TO"), ("DE", "IT", "TO", "")]
        {
            let answer = send(&mut visitor, path, &fields(country, state_of, state)).await;
            assert_eq!(answer.status, 303, "{country} {state_of} {state}: {}", answer.text());
            let data = page_data(&mut visitor, path).await;
            assert_eq!(data["page"]["section"]["address"]["state"], saved, "{country} {state_of} {state}");
        }
        let refused = send(&mut visitor, path, &fields("IT", "DE", "TO")).await;
        assert_eq!(refused.status, 422, "the list of Germany's states was shown");
    }

    async fn orders_are_their_owners_and_guest_orders_follow_a_confirmed_address(shop) {
        let mut guest = shop.visitor();
        guest.add("t-oil", 1).await;
        let before = guest.post("/checkout", checkout("bacs")).await.expect(200);
        let mut owner = customer(&shop, "livia@example.com").await;
        let data = page_data(&mut owner, "/my-account/orders/").await;
        assert_eq!(data["page"]["section"]["orders"][0]["number"], before["order_id"].to_string());
        let path = format!("/my-account/view-order/{}/", before["order_id"]);
        assert_eq!(owner.page(&path).await.status, 200);
        let mut other = customer(&shop, "altra@example.com").await;
        let (foreign, missing) = (other.page(&path).await, other.page("/my-account/view-order/999999/").await);
        assert_eq!((foreign.status, missing.status), (404, 404));
        let own = page_data(&mut other, "/my-account/").await["page"]["nonce"].as_str().unwrap_or_default().to_owned();
        for action in ["cancel", "again"] {
            let answer = other.submit(&path, &[("_wpnonce", &own), ("action", action)]).await;
            assert_ne!(answer.header("location"), Some("/cart/"), "{action}");
        }
        assert_eq!(shop.merchant().await.order(before["order_id"].as_i64().unwrap()).await["status"], "on-hold");
    }

    async fn an_order_is_cancelled_until_it_is_paid_and_can_be_ordered_again(shop) {
        let mut owner = customer(&shop, "livia@example.com").await;
        owner.nonce = None;
        let first = owner.buy("t-five", 2).await["order_id"].as_i64().expect("an order");
        let second = owner.buy("t-five", 1).await["order_id"].as_i64().expect("an order");
        let mut merchant = shop.merchant().await;
                assert_eq!(merchant.stock("t-five").await, 2);
        let path = |id| format!("/my-account/view-order/{id}/");
        assert_eq!(send(&mut owner, &path(first), &[("action", "cancel")]).await.status, 303);
        assert_eq!(merchant.order(first).await["status"], "cancelled");
        assert_eq!(merchant.stock("t-five").await, 4, "its pieces are back");
        merchant.set_status(second, "processing").await.expect(200);
        send(&mut owner, &path(second), &[("action", "cancel")]).await;
        assert_eq!(merchant.order(second).await["status"], "processing", "a paid order stays");
        let answer = send(&mut owner, &path(first), &[("action", "again")]).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/cart/")));
        assert_eq!(owner.cart().await["items"][0]["quantity"], 2);
    }

    async fn pages_and_messages_state_the_time_that_orders_are_kept_as_it_is_set(shop) {
        let mut shop = shop;
        let at = shop.with_settings(|settings| settings.retention.order_years = 12).await;
        customer(&shop, "livia@example.com").await;
        let mut owner = shop.visitor_of(at);
        assert_eq!(log_in(&mut owner, "livia@example.com", STRONG).await.status, 303);
        let html = owner.page("/my-account/privacy/").await.text();
        assert!(html.contains("li conserviamo 12 anni") && !html.contains("dieci anni"), "{html}");
        assert!(owner.page("/en/my-account/privacy/").await.text().contains("kept for 12 years"));
        assert_eq!(send(&mut owner, "/my-account/privacy/", &[("password_current", STRONG)]).await.status, 303);
        let texts = shop.merchant().await.texts_to("livia@example.com").await;
        assert!(texts[0].contains("per 12 anni"), "{texts:?}");
    }

    async fn messages_and_pages_state_the_hours_that_their_links_are_valid(shop) {
        use shop_services::accounts::{CONFIRM_LINK_S, RESET_LINK_S};
        let (confirm, reset) = (format!("{} ore", CONFIRM_LINK_S / 3600), format!("{} ore", RESET_LINK_S / 3600));
        register(&mut shop.visitor(), "nuova@example.com", STRONG).await;
        let texts = shop.merchant().await.texts_to("nuova@example.com").await;
        assert!(texts[0].contains(&confirm), "{texts:?}");
        customer(&shop, "anna@example.com").await;
        let mut visitor = shop.visitor();
        let sent = send(&mut visitor, "/my-account/lost-password/", &[("user_login", "anna@example.com")]).await;
        let path = sent.header("location").unwrap_or("/my-account/lost-password/?sent=1").to_owned();
        let shown = if sent.status == 303 { visitor.page(&path).await.text() } else { sent.text() };
        assert!(shown.contains(&reset), "{shown}");
        let texts = shop.merchant().await.texts_to("anna@example.com").await;
        assert!(texts[0].contains(&reset), "{texts:?}");
    }

    async fn a_deleted_account_is_gone_but_its_orders_stay(shop) {
        let mut owner = customer(&shop, "livia@example.com").await;
        owner.nonce = None;
        let order = owner.buy("t-oil", 1).await["order_id"].as_i64().expect("an order");
        let path = "/my-account/privacy/";
        assert_eq!(send(&mut owner, path, &[("password_current", "")]).await.status, 422);
        assert_eq!(send(&mut owner, path, &[("password_current", "sbagliata")]).await.status, 422);
        assert_eq!(send(&mut owner, path, &[("password_current", STRONG)]).await.status, 422, "the order is under way");
        let mut merchant = shop.merchant().await;
        merchant.set_status(order, "processing").await.expect(200);
        merchant.set_status(order, "completed").await.expect(200);
        let answer = send(&mut owner, path, &[("password_current", STRONG)]).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/my-account/?done=deleted")));
        assert!(!is_logged_in(&mut owner).await);
        assert_eq!(log_in(&mut shop.visitor(), "livia@example.com", STRONG).await.status, 422);
        assert!(merchant.order(order).await.to_string().contains("livia@example.com"), "tax law keeps it");
        assert_eq!(kinds_to(&mut merchant, "livia@example.com").await[0], "account_deleted");
        customer(&shop, "livia@example.com").await;
    }

    async fn names_change_freely_address_and_password_only_with_the_current_one(shop) {
        let mut visitor = customer(&shop, "anna@example.com").await;
        let path = "/my-account/edit-account/";
        assert_eq!(send(&mut visitor, path, &details("anna@example.com", "", "")).await.status, 303);
        let data = page_data(&mut visitor, path).await;
        assert_eq!(data["page"]["person"]["display_name"], "Livia C.");
        for (email, current, password, field) in [
            ("nuova@example.com", "", "", "password_current"),
            ("nuova@example.com", "sbagliata", "", "password_current"),
            ("anna@example.com", "", "Nuova-chiave-di-5-more", "password_current"),
            ("anna@example.com", STRONG, "Livia1234", "password_1"),
            ("no", STRONG, "", "account_email"),
        ] {
            let answer = send(&mut visitor, path, &details(email, current, password)).await;
            assert_eq!(answer.status, 422, "{email} {password}");
            assert!(answer.text().contains(&format!("href=\"#{field}\"")), "{email} {password} names {field}");
        }
        let mut elsewhere = shop.visitor();
        log_in(&mut elsewhere, "anna@example.com", STRONG).await;
        let changed = send(&mut visitor, path, &details("anna@example.com", STRONG, "Nuova-chiave-di-5-more")).await;
        assert_eq!(changed.status, 303);
        assert!(is_logged_in(&mut visitor).await, "this browser stays logged in");
        assert!(!is_logged_in(&mut elsewhere).await, "others do not");
    }

    async fn the_mark_of_an_account_is_its_own_in_all_browsers_and_ends_with_the_login(shop) {
        let mark = |visitor: &Visitor| visitor.cookie("bottega_account").unwrap_or_default();
        let mut first = customer(&shop, "marca@example.com").await;
        let other = customer(&shop, "altra@example.com").await;
        let mut second = shop.visitor();
        log_in(&mut second, "marca@example.com", STRONG).await;
        assert_eq!(mark(&first).len(), 16);
        assert_eq!(mark(&first), mark(&second));
        assert_ne!(mark(&first), mark(&other));
        let data = page_data(&mut first, "/my-account/edit-account/").await;
        let nonce = data["page"]["logout_nonce"].as_str().expect("a nonce").to_owned();
        first.submit("/my-account/customer-logout/", &[("_wpnonce", &nonce), ("elsewhere", "1")]).await;
        second.cart().await;
        assert_eq!(mark(&second), "", "the next answer about the cart takes the mark away");
        first.cart().await;
        assert_eq!(mark(&first).len(), 16);
    }

    async fn the_export_holds_the_owners_data_and_nobody_elses(shop) {
        let mut owner = customer(&shop, "livia@example.com").await;
        owner.nonce = None;
        owner.buy("t-oil", 1).await;
        shop.visitor().buy("t-oil", 1).await;
        let answer = owner.page("/my-account/privacy/export/").await;
        assert!(answer.header("content-disposition").is_some_and(|v| v.starts_with("attachment")));
        let data = answer.expect(200);
        assert_eq!(data["account"]["email"], "livia@example.com");
        assert_eq!(data["orders"].as_array().map(Vec::len), Some(1), "{data}");
        assert!(!answer.text().contains("argon2"), "no password hash");
    }
}

on_both_databases! {
    async fn of_two_registrations_of_one_address_the_first_opened_link_wins(shop) {
        register(&mut shop.visitor(), "doppia@example.com", "Prima-scelta-di-9-noci").await;
        let first = link_for(&mut shop.merchant().await, "doppia@example.com").await;
        register(&mut shop.visitor(), "doppia@example.com", STRONG).await;
        let second = link_for(&mut shop.merchant().await, "doppia@example.com").await;
        assert_ne!(first, second);
        assert_eq!(shop.visitor().page(&second).await.status, 303);
        assert_eq!(shop.visitor().page(&first).await.status, 422);
        assert_eq!(log_in(&mut shop.visitor(), "doppia@example.com", STRONG).await.status, 303);
        assert_eq!(log_in(&mut shop.visitor(), "doppia@example.com", "Prima-scelta-di-9-noci").await.status, 422);
    }

    async fn a_lost_password_is_replaced_and_all_logins_end(shop) {
        let mut browser = customer(&shop, "anna@example.com").await;
        let mut phone = shop.visitor();
        send(&mut phone, "/my-account/lost-password/", &[("user_login", "anna@example.com")]).await;
        let link = link_for(&mut shop.merchant().await, "anna@example.com").await;
        let key = link.split("?key=").nth(1).expect("a key").to_owned();
        let data = page_data(&mut phone, &link).await;
        assert_eq!(data["page"]["section"]["name"], "reset_password");
        assert_eq!(data["shell"]["path"].as_str(), Some(link.as_str()), "its other language is opened by the key too");
        let nonce = data["page"]["nonce"].as_str().expect("a nonce").to_owned();
        let fields = |password: &'static str, again: &'static str| {
            vec![("reset_key", key.clone()), ("_wpnonce", nonce.clone()), ("password_1", password.into()), ("password_2", again.into())]
        };
        for (password, again) in [("", ""), ("corta", "corta"), ("password1234", "password1234"), ("Nuova-chiave-di-5-more", "altra")] {
            let request = phone.request(reqwest::Method::POST, "/my-account/lost-password/").form(&fields(password, again));
            assert_eq!(phone.send(request).await.status, 422, "{password}");
        }
        let good = fields("Nuova-chiave-di-5-more", "Nuova-chiave-di-5-more");
        let request = phone.request(reqwest::Method::POST, "/my-account/lost-password/").form(&good);
        assert_eq!(phone.send(request).await.status, 303);
        assert!(!is_logged_in(&mut browser).await, "logins from before end");
        assert_eq!(log_in(&mut shop.visitor(), "anna@example.com", STRONG).await.status, 422);
        assert_eq!(log_in(&mut phone, "anna@example.com", "Nuova-chiave-di-5-more").await.status, 303);
        let request = phone.request(reqwest::Method::POST, "/my-account/lost-password/").form(&good);
        assert_eq!(phone.send(request).await.status, 422, "a link works once");
        assert_eq!(shop.visitor().page(&link).await.status, 422);
        assert_eq!(kinds_to(&mut shop.merchant().await, "anna@example.com").await[0], "account_password_changed");
    }

    async fn a_new_address_counts_once_it_is_confirmed_and_the_old_one_is_warned(shop) {
        let mut visitor = customer(&shop, "vecchia@example.com").await;
        let answer = send(&mut visitor, "/my-account/edit-account/", &details("nuova@example.com", STRONG, "")).await;
        assert_eq!(answer.status, 303);
        let email = |data: serde_json::Value| data["page"]["person"]["email"].clone();
        assert_eq!(email(page_data(&mut visitor, "/my-account/").await), "vecchia@example.com");
        let mut merchant = shop.merchant().await;
        assert_eq!(kinds_to(&mut merchant, "vecchia@example.com").await[0], "account_email_changing");
        let link = link_for(&mut merchant, "nuova@example.com").await;
        assert_eq!(visitor.page(&link).await.status, 303);
        assert_eq!(email(page_data(&mut visitor, "/my-account/").await), "nuova@example.com");
        // Who takes the address first has it.
        let mut other = customer(&shop, "altra@example.com").await;
        send(&mut other, "/my-account/edit-account/", &details("contesa@example.com", STRONG, "")).await;
        let link = link_for(&mut merchant, "contesa@example.com").await;
        customer(&shop, "contesa@example.com").await;
        other.page(&link).await;
        assert_eq!(email(page_data(&mut other, "/my-account/").await), "altra@example.com");
    }

    async fn logging_out_elsewhere_ends_all_other_logins(shop) {
        let mut browser = customer(&shop, "anna@example.com").await;
        let mut phone = shop.visitor();
        log_in(&mut phone, "anna@example.com", STRONG).await;
        let data = page_data(&mut browser, "/my-account/edit-account/").await;
        assert_eq!(data["page"]["section"]["logins"].as_array().map(Vec::len), Some(2));
        let nonce = data["page"]["logout_nonce"].as_str().expect("a nonce").to_owned();
        phone.add("t-oil", 1).await;
        browser.submit("/my-account/customer-logout/", &[("_wpnonce", &nonce), ("elsewhere", "1")]).await;
        assert!(is_logged_in(&mut browser).await);
        assert!(!is_logged_in(&mut phone).await);
        phone.nonce = None;
        assert_eq!(phone.cart().await["items_count"], 0, "the cookie of an ended login opens no customer's cart");
        browser.nonce = None;
        assert_eq!(browser.cart().await["items_count"], 1);
    }
}
