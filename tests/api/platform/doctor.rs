use shop_tests::{Database, Place, Ran, TestShop, on_both_databases, sql};

/// No machine is asked that is not this test's.
const NOWHERE: (&str, &str) = ("SHOP_STRIPE_URL", "http://127.0.0.1:9");

/// The line about something, by a word of it.
fn line<'a>(ran: &'a Ran, subject: &str, word: &str) -> &'a str {
    let found = ran.out.lines().find(|line| line.split_whitespace().nth(1) == Some(subject) && line.contains(word));
    found.unwrap_or_else(|| panic!("{subject}: {word} in\n{}", ran.out))
}

on_both_databases! {
    async fn a_shop_in_order_has_no_failure(shop) {
        let settings = [
            ("SHOP_STRIPE_URL", shop.sandbox()),
            ("SHOP_STRIPE_SANDBOX_ORIGIN", shop.sandbox()),
            ("SHOP_STRIPE_SECRET_KEY", "sk_test_tests"),
            ("SHOP_STRIPE_PUBLISHABLE_KEY", "pk_test_bottega_sandbox"),
            ("SHOP_PUBLIC_URL", "https://bottega.example"),
        ];
        let ran = shop.place().run(&["doctor"], &settings).await;
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        for (subject, word) in [
            ("database", "answers"),
            ("database", "can be written"),
            ("database", "no damage"),
            ("payments", "the provider knows the keys"),
            ("clock", "agrees with that of the payment provider"),
            ("address", "https://bottega.example"),
        ] {
            assert!(line(&ran, subject, word).starts_with("ok "), "{}", ran.out);
        }
        let stays = line(&ran, "database", "when the power fails");
        // The tests' PostgreSQL gives that up to be quick.
        let quick = matches!(shop.kind(), Database::Postgres(_)) && stays.starts_with("warn ");
        assert!(stays.starts_with("ok ") || quick, "{}", ran.out);
        assert!(line(&ran, "mail", "no server is set").starts_with("warn "));
        assert!(line(&ran, "backups", "the server makes none").starts_with("warn "));
        assert!(line(&ran, "payments", "no money moves").starts_with("warn "), "keys for tests at a public address");
        assert!(!ran.out.contains("sk_test_tests"), "secrets are not shown");
    }

    async fn what_does_not_work_fails_with_what_to_do(shop) {
        let settings = [
            ("SHOP_SMTP_URL", "smtp://shop:geheim@127.0.0.1:9"),
            ("SHOP_STRIPE_URL", shop.sandbox()),
            ("SHOP_STRIPE_SECRET_KEY", "sk_live_geheim"),
            ("SHOP_STRIPE_PUBLISHABLE_KEY", "pk_test_1"),
            ("SHOP_PUBLIC_URL", "http://bottega.example"),
        ];
        let ran = shop.place().run(&["doctor"], &settings).await;
        assert_eq!(ran.code, 1, "{}", ran.out);
        for (subject, word) in [
            ("mail", "SHOP_SMTP_URL"),
            ("payments", "one key is for tests and the other for money"),
            ("payments", "refuses the secret key"),
            ("address", "is not encrypted"),
        ] {
            assert!(line(&ran, subject, word).starts_with("fail "), "{}", ran.out);
        }
        assert!(ran.err.contains("4 of the checks failed"), "{}", ran.err);
        assert!(!format!("{}{}", ran.out, ran.err).contains("geheim"), "secrets are not shown");
    }

    async fn a_provider_that_cannot_be_reached_fails(shop) {
        let keys = [NOWHERE, ("SHOP_STRIPE_SECRET_KEY", "sk_test_1"), ("SHOP_STRIPE_PUBLISHABLE_KEY", "pk_test_1")];
        let ran = shop.place().run(&["doctor"], &keys).await;
        assert_eq!(ran.code, 1, "{}", ran.out);
        assert!(line(&ran, "payments", "cannot be reached").starts_with("fail "));
    }

    async fn a_newer_or_damaged_database_fails(shop) {
        let damage = match shop.kind() {
            Database::Sqlite => "INSERT INTO order_lines (order_id, position, product_id, quantity, sku, name, content) \
                                 VALUES (99, 0, 1, 1, '', '', '{}')",
            Database::Postgres(_) => "ALTER TABLE order_lines ADD CONSTRAINT later CHECK (quantity > 5) NOT VALID",
        };
        sql(shop.database(), damage);
        let ran = shop.place().run(&["doctor"], &[NOWHERE]).await;
        assert_eq!(ran.code, 1, "{}", ran.out);
        assert!(line(&ran, "database", "it is damaged").starts_with("fail "));
        sql(shop.database(), "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 1)");
        let ran = shop.place().run(&["doctor"], &[NOWHERE]).await;
        assert!(line(&ran, "database", "m9999_future").starts_with("fail "));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn looking_for_a_database_that_is_not_there_makes_none() {
    let place = Place::empty(&Database::Sqlite);
    let ran = place.run(&["doctor"], &[NOWHERE]).await;
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(line(&ran, "database", "there is no file").starts_with("fail "));
    assert!(line(&ran, "data", "folder").starts_with("fail "));
    assert!(!place.data().exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_others_may_look_into_and_old_backups_are_told() {
    use std::os::unix::fs::PermissionsExt;
    let shop = TestShop::start(Database::Sqlite).await;
    let mode =
        |mode| std::fs::set_permissions(shop.place().data(), std::fs::Permissions::from_mode(mode)).expect("a mode");
    shop.write_data("backups/shop-20200101T000000Z.tar.zst", b"old");
    let every = [NOWHERE, ("SHOP_BACKUP_EVERY_HOURS", "24")];
    mode(0o755);
    let ran = shop.place().run(&["doctor"], &every).await;
    assert!(line(&ran, "data", "chmod 700").starts_with("warn "));
    assert!(line(&ran, "backups", "hours old").starts_with("fail "));
    assert!(line(&ran, "backups", "not encrypted").starts_with("warn "));
    mode(0o700);
    let ran = shop.place().run(&["doctor"], &every).await;
    assert!(!ran.out.contains("chmod 700"), "{}", ran.out);
}
