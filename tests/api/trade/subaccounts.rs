use serde_json::{Value, json};
use shop_tests::{
    PERMISSIONS, SUB_PASSWORD, Visitor, change_subaccount, company_in_state, customer, kinds_to, link_for, log_in,
    on_both_databases, page_data, rules, send, sql, subaccount, subaccount_fields, trade_call,
};

const PATH: &str = "/my-account/subaccounts/";
const PRIVACY: &str = "/my-account/privacy/";
const CREATE: &str = "b2bking_create_subaccount";
const UPDATE: &str = "b2bking_update_subaccount";
const DELETE: &str = "b2bkingrejectuser";

/// What the list says of each sub-account.
async fn listed(main: &mut Visitor) -> Vec<Value> {
    let data = page_data(main, PATH).await;
    data["page"]["section"]["subaccounts"].as_array().cloned().unwrap_or_else(|| panic!("{data}"))
}

on_both_databases! {
    async fn names_and_addresses_that_somebody_has_are_refused_in_the_platforms_words(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        subaccount(&shop, &mut main, "cucina.rossi", &[]).await;
        customer(&shop, "altra@example.com").await;
        for (username, email, said) in [
            ("cucina.rossi", "nuova@example.com", "error: existing_user_login"),
            ("cucina.verdi", "altra@example.com", "error: existing_user_email"),
            ("cucina.verdi", "ALTRA@example.com", "error: existing_user_email"),
        ] {
            let answer = trade_call(&mut main, CREATE, &subaccount_fields(username, email, &[])).await;
            assert_eq!((answer.status, answer.text().as_str()), (200, said), "{username} {email}");
        }
        assert_eq!(listed(&mut main).await.len(), 1);
    }

    async fn of_two_at_once_at_the_limit_one_is_made(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.accounts.subaccounts_maximum = 2).await;
        let main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let mut main = main.moved_to(&shop.visitor_of(server));
        subaccount(&shop, &mut main, "primo.conto", &[]).await;
        let token = shop_tests::trade_token(&mut main).await;
        let mut both = Vec::new();
        for name in ["secondo.conto", "terzo.conto"] {
            let mut twin = main.moved_to(&shop.visitor_of(server));
            let token = token.clone();
            both.push(tokio::spawn(async move {
                let email = format!("{name}@example.com");
                let mut fields = subaccount_fields(name, &email, &[]);
                fields.extend([("action", CREATE), ("security", token.as_str())]);
                twin.submit("/wp-admin/admin-ajax.php", &fields).await.text()
            }));
        }
        let mut answers = Vec::new();
        for one in both {
            answers.push(one.await.expect("an answer"));
        }
        let refused = answers.iter().filter(|text| *text == "error_maximum_subaccounts").count();
        assert_eq!((refused, listed(&mut main).await.len()), (1, 2), "{answers:?}");
        let page = page_data(&mut main, PATH).await;
        assert_eq!(page["page"]["section"]["room"], false);
    }

    async fn a_sub_account_made_while_its_company_is_deleted_stays_with_it_or_is_not_made(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let token = shop_tests::trade_token(&mut main).await;
        let nonce = shop_tests::section_nonce(&mut main, PRIVACY).await;
        let (mut one, mut other) = (main.moved_to(&main), main.moved_to(&main));
        let made = tokio::spawn(async move {
            let mut fields = subaccount_fields("cucina.rossi", "cucina@example.com", &[]);
            fields.extend([("action", CREATE), ("security", token.as_str())]);
            one.submit("/wp-admin/admin-ajax.php", &fields).await.status
        });
        let left = tokio::spawn(async move {
            let fields = [("_wpnonce", nonce.as_str()), ("password_current", shop_tests::STRONG), ("subaccounts", "0")];
            other.submit(PRIVACY, &fields).await.status
        });
        let (made, left) = (made.await.expect("an answer"), left.await.expect("an answer"));
        let count = |table: &str| shop_tests::ask(shop.database(), &format!("SELECT COUNT(*) FROM {table}")).remove(0);
        let subaccounts = count("customers WHERE subaccount IS NOT NULL");
        assert_eq!(count("companies"), subaccounts, "made {made}, deleted {left}");
    }

    async fn a_deletion_that_dies_between_has_deleted_nobody(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &[]).await;
        let nonce = shop_tests::section_nonce(&mut main, PRIVACY).await;
        let fields = [("_wpnonce", nonce.as_str()), ("password_current", shop_tests::STRONG), ("subaccounts", "1")];
        sql(shop.database(), "ALTER TABLE account_tokens RENAME TO tokens_away");
        let dying = main.submit(PRIVACY, &fields).await;
        sql(shop.database(), "ALTER TABLE tokens_away RENAME TO account_tokens");
        assert!(dying.status >= 500, "{}", dying.status);
        assert_eq!(sub.page("/my-account/").await.status, 200);
        assert_eq!(listed(&mut main).await.len(), 1);
    }
}

rules! {
    async fn a_main_account_makes_a_sub_account_that_can_log_in_and_is_welcomed(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (_sub, id) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy", "permissionViewLists"]).await;
        let all = listed(&mut main).await;
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!((&all[0]["id"], &all[0]["username"]), (&id.0.into(), &"cucina.rossi".into()));
        let may = &all[0]["permissions"];
        assert_eq!((&may["permissionBuy"], &may["permissionViewOrders"]), (&true.into(), &false.into()));
        let mut merchant = shop.merchant().await;
        assert_eq!(kinds_to(&mut merchant, "cucina.rossi@example.com").await, ["account_subaccount"]);
        let link = link_for(&mut merchant, "cucina.rossi@example.com").await;
        let told = shop.visitor().page(&link).await;
        assert!(told.status == 200 && told.text().contains("Indirizzo confermato"), "the address can be confirmed");
    }

    async fn a_deleted_sub_account_is_logged_out_and_its_orders_stay_with_the_company(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, id) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
        let order = sub.buy("t-oil", 2).await["order_id"].clone();
        let number = id.to_string();
        let seen = page_data(&mut main, &format!("/my-account/view-order/{order}/")).await;
        assert_eq!(seen["page"]["section"]["ordered_by"], "cucina.rossi", "{seen}");
        let answer = trade_call(&mut main, DELETE, &[("user", &number), ("issubaccount", "yes")]).await;
        assert_eq!((answer.status, answer.text()), (200, number.clone()));
        assert_eq!(sub.page("/my-account/edit-account/").await.status, 303, "its login is over");
        assert_eq!(log_in(&mut shop.visitor(), "cucina.rossi", SUB_PASSWORD).await.status, 422);
        let seen = page_data(&mut main, &format!("/my-account/view-order/{order}/")).await;
        assert_eq!(seen["page"]["section"]["ordered_by"], "sotto-account eliminato", "{seen}");
        let named = shop_tests::ask(shop.database(), "SELECT id FROM orders WHERE ordered_by LIKE '%cucina%'");
        assert!(named.is_empty() && listed(&mut main).await.is_empty());
        let again = trade_call(&mut main, DELETE, &[("user", &number), ("issubaccount", "yes")]).await;
        assert_eq!(again.status, 404, "{}", again.text());
    }

    async fn another_companys_sub_account_is_as_if_not_there(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, id) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
        let mut other = company_in_state(&shop, "osteria@example.com", "approved").await;
        let number = id.to_string();
        assert_eq!(other.page(&format!("{PATH}{number}/")).await.status, 404);
        assert_eq!(change_subaccount(&mut other, id, &PERMISSIONS, "").await.status, 404);
        let answer = trade_call(&mut other, DELETE, &[("user", &number), ("issubaccount", "yes")]).await;
        assert_eq!(answer.status, 404);
        assert!(answer.text().starts_with("error"), "{}", answer.text());
        assert_eq!(sub.page("/my-account/").await.status, 200, "it is still logged in");
        // Nor is a main account, one's own or another's, a sub-account.
        let own = shop_tests::ask(shop.database(), "SELECT id FROM customers WHERE email = 'osteria@example.com'");
        let answer = trade_call(&mut other, DELETE, &[("user", own[0].as_str()), ("issubaccount", "yes")]).await;
        assert_eq!(answer.status, 404);
    }

    async fn a_changed_right_holds_from_the_next_request_on(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, id) = subaccount(&shop, &mut main, "cucina.rossi", &[]).await;
        assert_eq!(sub.page("/my-account/orders/").await.status, 403);
        assert_eq!(change_subaccount(&mut main, id, &["permissionViewOrders"], "").await.status, 200);
        assert_eq!(sub.page("/my-account/orders/").await.status, 200);
        assert_eq!(change_subaccount(&mut main, id, &[], "").await.status, 200);
        assert_eq!(sub.page("/my-account/orders/").await.status, 403);
    }

    async fn a_main_account_is_deleted_with_the_sub_accounts_that_it_was_told_of_and_leaves_nothing_of_its_company(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &PERMISSIONS).await;
        let oil = sub.id("t-oil").await.to_string();
        let list = format!("{oil}:2|");
        let saved = [("title", "Settimana"), ("productstring", list.as_str())];
        assert_eq!(trade_call(&mut sub, "b2bking_bulkorder_save_list", &saved).await.status, 200);
        let order = sub.buy("t-oil", 2).await["order_id"].as_i64().expect("an order");
        let mut merchant = shop.merchant().await;
        let leave = async |main: &mut Visitor, told: &str| {
            let answer = send(main, PRIVACY, &[("password_current", shop_tests::STRONG), ("subaccounts", told)]).await;
            (answer.status, answer.text())
        };
        let (status, said) = leave(&mut main, "1").await;
        assert!(status == 422 && said.contains("ordini ancora in corso"), "a sub-account's order is under way: {said}");
        for status in ["processing", "completed"] {
            merchant.set_status(order, status).await.expect(200);
        }
        let page = page_data(&mut main, PRIVACY).await;
        assert_eq!(page["page"]["section"]["subaccounts"], 1);
        assert!(main.page(PRIVACY).await.text().contains("Va eliminato anche 1 sotto-account"));
        for told in ["", "0", "2", "tanti"] {
            let (status, said) = leave(&mut main, told).await;
            assert!(status == 422 && said.contains("sotto-account della tua azienda sono cambiati"), "{told}: {said}");
        }
        assert_eq!(sub.page("/my-account/").await.status, 200, "what was refused deleted nothing");
        assert_eq!(leave(&mut main, "1").await.0, 303);
        assert_eq!(sub.page("/my-account/edit-account/").await.status, 303, "its login is over");
        assert_eq!(log_in(&mut shop.visitor(), "cucina.rossi", SUB_PASSWORD).await.status, 422);
        for table in ["companies", "purchase_lists", "customers WHERE company_id IS NOT NULL", "orders WHERE company_id IS NOT NULL"] {
            let left = shop_tests::ask(shop.database(), &format!("SELECT COUNT(*) FROM {table}"));
            assert_eq!(left, ["0"], "{table}");
        }
        let kept = merchant.order(order).await;
        assert_eq!(kept["status"], "completed", "tax law keeps it");
        let content = shop_tests::ask(shop.database(), &format!("SELECT content FROM orders WHERE id = {order} AND invoice_wanted"));
        assert!(content[0].contains("trattoria"), "what its invoice needs of the company stays with it: {content:?}");
    }

    async fn who_asks_for_too_many_sub_accounts_is_told_in_words_and_loses_nothing_of_the_form(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let mut other = company_in_state(&shop, "osteria@example.com", "approved").await;
        let token = shop_tests::trade_token(&mut main).await;
        let ask = async |main: &mut Visitor, email: &str| {
            let mut fields = subaccount_fields("cucina.rossi", email, &[]);
            fields.extend([("action", CREATE), ("security", token.as_str())]);
            let answer = main.submit("/wp-admin/admin-ajax.php", &fields).await;
            (answer.status, answer.text())
        };
        for _ in 0..60 {
            let (status, said) = ask(&mut main, "trattoria@example.com").await;
            assert_eq!((status, said.as_str()), (200, "error: existing_user_email"));
        }
        let (status, said) = ask(&mut main, "cucina@example.com").await;
        assert!(status == 429 && said.starts_with("error: ") && said.len() > 10, "{status} {said}");
        let fields = subaccount_fields("cucina.rossi", "cucina@example.com", &[]);
        let plain = send(&mut main, PATH, &fields).await;
        assert!(plain.status == 422 && plain.text().contains("cucina@example.com"), "{}", plain.status);
        assert!(listed(&mut main).await.is_empty());
        let fields = subaccount_fields("cucina.rossi", "cucina@example.com", &[]);
        let answer = trade_call(&mut other, CREATE, &fields).await;
        assert_eq!(answer.status, 200, "another company may: {}", answer.text());
    }

    async fn wrong_values_are_told_together_and_nothing_is_made(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let fields = [("username", "corto"), ("email", "no"), ("password", "abc"), ("approvalAbove", "tanto")];
        let answer = trade_call(&mut main, CREATE, &fields).await;
        let said = answer.text();
        assert_eq!(answer.status, 422, "{said}");
        for part in ["error", "da 8 a 30 caratteri", "e-mail non è valido", "almeno otto caratteri", "importo"] {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(listed(&mut main).await.is_empty());
    }

    async fn all_that_is_said_of_a_sub_account_is_kept_when_it_is_made_and_when_it_is_changed(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let texts = ["name", "job_title", "phone"];
        for rights in [["permissionBuy", "permissionViewOffers"], ["permissionViewOrders", "permissionViewLists"]] {
            let username = format!("cucina.{}", rights[1].to_lowercase());
            let email = format!("{username}@example.com");
            let mut fields = vec![("username", username.as_str()), ("email", email.as_str()), ("password", SUB_PASSWORD)];
            fields.extend([("name", "Anna Neri"), ("jobTitle", "Cuoca"), ("phone", "02 5550 0100")]);
            fields.extend(PERMISSIONS.map(|right| (right, if rights.contains(&right) { "true" } else { "false" })));
            let made = trade_call(&mut main, CREATE, &fields).await;
            assert_eq!(made.status, 200, "{}", made.text());
            let path = format!("{PATH}{}/", made.text());
            let kept = page_data(&mut main, &path).await["page"]["section"]["fields"].clone();
            assert_eq!(texts.map(|name| kept[name].clone()), ["Anna Neri", "Cuoca", "02 5550 0100"]);
            for right in PERMISSIONS {
                assert_eq!(kept["permissions"][right], rights.contains(&right), "{right} when made");
            }
            let number = made.text();
            let mut changed = vec![("subaccountId", number.as_str()), ("name", "Ida Bo"), ("jobTitle", "Sala"), ("phone", "011 1")];
            changed.extend(PERMISSIONS.map(|right| (right, if rights.contains(&right) { "false" } else { "true" })));
            assert_eq!(trade_call(&mut main, UPDATE, &changed).await.text(), number);
            let kept = page_data(&mut main, &path).await["page"]["section"]["fields"].clone();
            assert_eq!(texts.map(|name| kept[name].clone()), ["Ida Bo", "Sala", "011 1"]);
            for right in PERMISSIONS {
                assert_eq!(kept["permissions"][right], !rights.contains(&right), "{right} when changed");
            }
        }
    }

    async fn a_change_is_answered_with_the_number_and_a_wrong_one_with_its_reason(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (_, id) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
        let number = id.to_string();
        let change = async |main: &mut Visitor, id: &str, field: (&str, &str)| {
            let fields = [("subaccountId", id), ("name", "Anna"), ("permissionViewLists", "true"), field];
            let answer = trade_call(main, UPDATE, &fields).await;
            (answer.status, answer.text())
        };
        assert_eq!(change(&mut main, &number, ("jobTitle", "Sala")).await, (200, number.clone()));
        let saved = listed(&mut main).await[0].clone();
        assert_eq!((&saved["job_title"], &saved["permissions"]["permissionBuy"]), (&"Sala".into(), &false.into()));
        let long = "x".repeat(101);
        for (field, part) in [
            (("jobTitle", long.as_str()), "100"),
            (("phone", long.as_str()), "100"),
            (("approvalAbove", "tanto"), "importo"),
        ] {
            let (status, said) = change(&mut main, &number, field).await;
            assert!(status == 422 && said.starts_with("error: ") && said.contains(part), "{status} {said}");
        }
        let own = shop_tests::ask(shop.database(), "SELECT id FROM customers WHERE email = 'trattoria@example.com'");
        for id in [own[0].as_str(), "999999", "", "x", "-1", "99999999999999999999"] {
            let (status, said) = change(&mut main, id, ("jobTitle", "Cassa")).await;
            assert!(status == 404 && said.starts_with("error: "), "{id}: {status} {said}");
        }
        assert_eq!(listed(&mut main).await, [saved], "what was refused changed nothing");
    }

    async fn only_a_sub_account_that_is_called_one_is_deleted(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (_, id) = subaccount(&shop, &mut main, "cucina.rossi", &[]).await;
        let number = id.to_string();
        for sent in [None, Some(""), Some("no"), Some("1")] {
            let mut fields = vec![("user", number.as_str())];
            fields.extend(sent.map(|text| ("issubaccount", text)));
            let answer = trade_call(&mut main, DELETE, &fields).await;
            assert_eq!((answer.status, answer.text().as_str()), (400, "0"), "{sent:?}");
        }
        assert_eq!(listed(&mut main).await.len(), 1);
    }

    async fn a_wrong_token_is_refused(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (_, id) = subaccount(&shop, &mut main, "cucina.rossi", &[]).await;
        let number = id.to_string();
        for action in [CREATE, UPDATE, DELETE] {
            let fields = [
                ("action", action), ("security", "falso"), ("user", number.as_str()), ("issubaccount", "yes"),
                ("subaccountId", number.as_str()),
            ];
            let answer = main.submit("/wp-admin/admin-ajax.php", &fields).await;
            assert_eq!((answer.status, answer.text().as_str()), (403, "-1"), "{action}");
        }
        assert_eq!(listed(&mut main).await.len(), 1);
    }

    async fn only_the_main_account_manages(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, id) = subaccount(&shop, &mut main, "cucina.rossi", &PERMISSIONS).await;
        let mut pending = company_in_state(&shop, "osteria@example.com", "pending").await;
        let mut rejected = company_in_state(&shop, "bar@example.com", "rejected").await;
        let mut consumer = customer(&shop, "anna@example.com").await;
        for visitor in [&mut sub, &mut pending, &mut rejected, &mut consumer] {
            assert_eq!(visitor.page(PATH).await.status, 403);
            let answer = trade_call(visitor, CREATE, &subaccount_fields("nuovo.conto", "nuovo@example.com", &[])).await;
            assert_eq!(answer.status, 403, "{}", answer.text());
            assert_eq!(change_subaccount(visitor, id, &PERMISSIONS, "").await.status, 403);
        }
        assert_eq!(listed(&mut main).await.len(), 1);
    }

    async fn the_pages_work_as_plain_forms_and_keep_what_was_typed(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let mut fields = subaccount_fields("cucina.rossi", "cucina@example.com", &["permissionBuy"]);
        fields[2] = ("password", "debole");
        let answer = send(&mut main, PATH, &fields).await;
        let page = answer.text();
        assert_eq!(answer.status, 422, "{page}");
        assert!(page.contains("cucina@example.com") && !page.contains("debole"), "all but the password is kept");
        fields[2] = ("password", SUB_PASSWORD);
        assert_eq!(send(&mut main, PATH, &fields).await.status, 303);
        let path = listed(&mut main).await[0]["path"].as_str().expect("a path").to_owned();
        let saved = [("action", "save"), ("name", "Anna Neri"), ("permissionViewLists", "true"), ("approvalAbove", "150")];
        assert_eq!(send(&mut main, &path, &saved).await.status, 303);
        let one = page_data(&mut main, &path).await["page"]["section"]["fields"].clone();
        assert_eq!((&one["name"], &one["approval_above"]), (&"Anna Neri".into(), &"150,00".into()));
        assert_eq!(one["permissions"]["permissionBuy"], false);
        let long = "x".repeat(101);
        let wrong = [("action", "save"), ("name", long.as_str())];
        let answer = send(&mut main, &path, &wrong).await;
        assert!(answer.status == 422 && answer.text().contains(&long), "{}", answer.status);
        let unsigned = main.submit(&path, &[("action", "delete")]).await;
        assert_eq!((unsigned.status, listed(&mut main).await.len()), (422, 1), "a form without its nonce does nothing");
        assert_eq!(send(&mut main, &path, &[("action", "delete")]).await.status, 303);
        assert!(listed(&mut main).await.is_empty());
    }

    async fn a_sub_account_neither_deletes_nor_exports_what_is_the_companys(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &PERMISSIONS).await;
        let order = sub.buy("t-oil", 1).await["order_id"].clone();
        let withdrawn = format!("INSERT INTO withdrawals (order_id, name, email, created_at) VALUES ({order}, 'Rossi', '', 1)");
        shop_tests::sql(shop.database(), &withdrawn);
        let subs = sub.page("/my-account/privacy/export/").await.json();
        assert_eq!((&subs["orders"], &subs["withdrawals"]), (&json!([]), &json!([])));
        let mains = main.page("/my-account/privacy/export/").await.json();
        assert_eq!(mains["orders"][0]["number"], order, "the main account takes it along");
        assert_eq!(mains["withdrawals"][0]["order_id"], order);
        for approval in ["approved", "rejected"] {
            shop_tests::sql(shop.database(), &format!("UPDATE companies SET approval = '{approval}'"));
            let answer = sub.submit("/my-account/privacy/", &[("password_current", SUB_PASSWORD)]).await;
            assert_eq!(answer.status, 403, "{approval}");
        }
        assert_eq!(sub.page("/my-account/").await.status, 200);
    }

    async fn an_address_that_the_sub_account_has_not_confirmed_gives_it_nothing_that_is_kept_for_it(shop) {
        let mut guest = shop.visitor();
        let mut body = shop_tests::checkout("bacs");
        body["billing_address"]["email"] = "cucina.rossi@example.com".into();
        guest.add("t-oil", 1).await;
        guest.post("/checkout", body).await.expect(200);
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &PERMISSIONS).await;
        let orders = |data: Value| data["page"]["section"]["orders"].as_array().expect("orders").len();
        assert_eq!(orders(page_data(&mut sub, "/my-account/orders/").await), 0);
        assert_eq!(orders(page_data(&mut main, "/my-account/orders/").await), 0);
    }

    async fn a_customers_page_in_the_back_office_shows_company_and_rights(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (_, id) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionViewOffers"]).await;
        let consumer = customer(&shop, "anna@example.com").await;
        drop(consumer);
        let mut manager = shop.shop_manager().await;
        let seen = manager.get(&format!("/customers/{id}")).await.expect(200)["company"].clone();
        assert_eq!((&seen["name"], &seen["approval"]), (&"trattoria".into(), &"approved".into()));
        let rights = &seen["subaccount"];
        assert_eq!((&rights["view_offers"], &rights["buy"]), (&true.into(), &false.into()));
        let main_id = seen["main_account"].as_i64().expect("an id");
        let of_main = manager.get(&format!("/customers/{main_id}")).await.expect(200)["company"].clone();
        assert!(of_main.is_object() && of_main["subaccount"].is_null(), "{of_main}");
        let list = manager.get("/customers?search=anna@").await.expect(200);
        let anna = manager.get(&format!("/customers/{}", list["customers"][0]["id"])).await.expect(200);
        assert!(anna["company"].is_null());
    }
}
