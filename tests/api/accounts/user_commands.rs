use shop_tests::{ADMIN_EMAIL, ADMIN_PASSWORD, Merchant, TestShop, customer, log_in, rules};

const NEW: &str = "nove-limoni-gialli-al-sole";

async fn status_of_staff(merchant: &mut Merchant) -> u16 {
    merchant.get("/orders").await.status
}

async fn may_log_in(shop: &TestShop, email: &str, password: &str) -> bool {
    Merchant::try_log_in(&mut shop.visitor(), email, password).await.status == 200
}

rules! {
    async fn a_new_password_replaces_the_old_one_and_ends_all_sessions(shop) {
        let mut merchant = shop.merchant().await;
        assert_eq!(status_of_staff(&mut merchant).await, 200);
        let ran = shop.place().run(&["user", "password", ADMIN_EMAIL], &[("SHOP_USER_PASSWORD", NEW)]).await;
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(!ran.out.contains(NEW), "a password that was given is not repeated: {}", ran.out);
        assert_eq!(status_of_staff(&mut merchant).await, 401);
        assert!(!may_log_in(&shop, ADMIN_EMAIL, ADMIN_PASSWORD).await);
        assert!(may_log_in(&shop, ADMIN_EMAIL, NEW).await);
        // Without one it is made and told once.
        let login = ADMIN_EMAIL.split('@').next().expect("a user name");
        let ran = shop.place().run(&["user", "password", login], &[]).await;
        let made = ran.out.split_whitespace().skip_while(|word| *word != "is").nth(1).expect("a password").to_owned();
        assert!(may_log_in(&shop, ADMIN_EMAIL, &made).await, "{}", ran.out);
        assert!(!may_log_in(&shop, ADMIN_EMAIL, NEW).await);
    }

    async fn sessions_end_and_the_password_stays(shop) {
        let (mut one, mut two) = (shop.merchant().await, shop.merchant().await);
        let ran = shop.place().run(&["user", "end-sessions", ADMIN_EMAIL], &[]).await;
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("2 sessions ended"), "{}", ran.out);
        assert_eq!((status_of_staff(&mut one).await, status_of_staff(&mut two).await), (401, 401));
        assert!(may_log_in(&shop, ADMIN_EMAIL, ADMIN_PASSWORD).await);
    }

    async fn a_link_lets_a_customer_choose_a_password_once(shop) {
        customer(&shop, "zoe@example.com").await;
        let ran = shop.place().run(&["user", "password", "--link", "zoe@example.com"], &[("SHOP_PUBLIC_URL", shop.address())]).await;
        assert_eq!(ran.code, 0, "{}", ran.err);
        let link = ran.out.lines().next().expect("a link");
        let path = link.strip_prefix(shop.address()).unwrap_or_else(|| panic!("{link}"));
        let (page, key) = path.split_once("?key=").expect("a key");
        let mut visitor = shop.visitor();
        let nonce = visitor.form_nonce(path, "_wpnonce").await;
        let form = [("reset_key", key), ("password_1", NEW), ("password_2", NEW), ("_wpnonce", nonce.as_str())];
        let answer = visitor.submit(page, &form).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        let nonce = visitor.form_nonce("/my-account/lost-password/", "_wpnonce").await;
        let again = [("reset_key", key), ("password_1", NEW), ("password_2", NEW), ("_wpnonce", nonce.as_str())];
        assert_ne!(visitor.submit(page, &again).await.status, 303, "once");
        assert_eq!(log_in(&mut shop.visitor(), "zoe@example.com", NEW).await.status, 303);
    }

    async fn nobody_by_that_name_and_weak_passwords_are_refused(shop) {
        for (command, password, sentence) in [
            (&["user", "password", "niemand"] as &[&str], NEW, "nobody has the e-mail or user name `niemand`"),
            (&["user", "password", "--link", "niemand"], NEW, "nobody has"),
            (&["user", "end-sessions", "niemand"], NEW, "nobody has"),
            (&["user", "password", ADMIN_EMAIL], "kurz", "at least 12 characters"),
            (&["user", "password", ADMIN_EMAIL], ADMIN_EMAIL, "must not be the login"),
            (&["user", "create", "--role", "admin", "--email", "nix"], NEW, "is no e-mail address"),
            (&["user", "create", "--role", "admin", "--email", ADMIN_EMAIL], NEW, "is taken"),
        ] {
            let ran = shop.place().run(command, &[("SHOP_USER_PASSWORD", password)]).await;
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{command:?}");
            assert!(ran.err.contains(sentence), "{}", ran.err);
        }
        assert!(may_log_in(&shop, ADMIN_EMAIL, ADMIN_PASSWORD).await);
    }

    async fn people_are_listed_without_secrets(shop) {
        customer(&shop, "zoe@example.com").await;
        let all = shop.place().run(&["user", "list"], &[]).await;
        assert!(all.out.contains("zoe@example.com") && all.out.contains(ADMIN_EMAIL), "{}", all.out);
        let admins = shop.place().run(&["user", "list", "--role", "admin"], &[]).await;
        assert_eq!(admins.out.lines().count(), 1, "{}", admins.out);
        assert!(!all.out.contains("$argon2"), "{}", all.out);
    }
}
