//! Standing orders of companies: made and changed by their forms, prepared once for each day, ordered by a person.

use serde_json::{Value, json};
use shop_core::base::calendar::{local_day, name_of_day, weekday};
use shop_tests::{
    Rights, TestShop, Visitor, ask, company, customer, join, make_company, on_both_databases, page_data, rules, send,
    sql,
};

use crate::orders::renewals::in_days;
use crate::trade::bulk_orders::{call, cart};
use crate::trade::purchase_lists::take_from_sale;

const PATH: &str = "/my-account/standing-orders/";

/// A working weekday, at least so many days from now.
fn workday(days: i64) -> String {
    let from = local_day(shop_tests::now()) + days;
    name_of_day((from..from + 7).find(|day| (2..=5).contains(&weekday(*day))).expect("a week has one"))
}

/// A purchase list; gives its number.
async fn list(shop: &TestShop, buyer: &mut Visitor) -> String {
    let (oil, caviar, coffee) = (buyer.id("t-oil").await, buyer.id("t-caviar-15").await, buyer.id("t-caffe").await);
    let products = format!("{oil}:3|{caviar}:1|{coffee}:2|");
    let fields = [("title", "Settimana"), ("productstring", products.as_str())];
    let number = call(buyer, "b2bking_bulkorder_save_list", &fields).await.text();
    take_from_sale(shop, coffee);
    number
}

async fn create(buyer: &mut Visitor, list: &str, repeats: &str, first: &str) -> shop_tests::Answer {
    send(buyer, PATH, &[("list_id", list), ("repeats", repeats), ("first_on", first)]).await
}

async fn section(buyer: &mut Visitor, path: &str) -> Value {
    page_data(buyer, path).await["page"]["section"].clone()
}

/// The path of the company's only standing order.
async fn made(shop: &TestShop, buyer: &mut Visitor, repeats: &str, first: &str) -> String {
    let list = list(shop, buyer).await;
    let answer = create(buyer, &list, repeats, first).await;
    assert_eq!((answer.status, answer.header("location")), (303, Some(PATH)), "{}", answer.text());
    section(buyer, PATH).await["orders"][0]["path"].as_str().expect("a path").to_owned()
}

/// An action of the page of one, from the state that it shows.
async fn act(buyer: &mut Visitor, path: &str, action: &str, more: &[(&str, &str)]) -> shop_tests::Answer {
    let version = section(buyer, path).await["version"].to_string();
    let mut fields = vec![("action", action), ("version", version.as_str())];
    fields.extend_from_slice(more);
    send(buyer, path, &fields).await
}

fn row(shop: &TestShop) -> (String, i64) {
    let row = ask(shop.database(), "SELECT state, next_on FROM standing_orders").remove(0);
    let (state, day) = row.split_once('|').expect("two columns");
    (state.to_owned(), day.parse().expect("a day"))
}

fn asked(shop: &TestShop) -> usize {
    ask(shop.database(), "SELECT id FROM outbox WHERE kind = 'standing_order_due'").len()
}

async fn round(shop: &TestShop, days: i64) -> usize {
    in_days(shop, days).await.standing_orders.prepare_due().await.expect("a round")
}

on_both_databases! {
    async fn a_standing_order_is_made_changed_paused_resumed_and_deleted_by_plain_forms(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let first = workday(14);
        let path = made(&shop, &mut buyer, "weekly", &first).await;
        let list = section(&mut buyer, &path).await["fields"]["form"]["list_id"].as_str().expect("a list").to_owned();
        create(&mut buyer, &list, "weekly", &first).await;
        assert_eq!(section(&mut buyer, PATH).await["orders"].as_array().map(Vec::len), Some(1), "sent twice it is one");
        let data = [("list_id", list.as_str()), ("repeats", "monthly"), ("first_on", first.as_str())];
        assert_eq!(act(&mut buyer, &path, "save", &data).await.status, 303);
        assert_eq!(section(&mut buyer, &path).await["entry"]["repeats"], "monthly");
        assert_eq!(act(&mut buyer, &path, "pause", &[]).await.status, 303);
        assert_eq!(row(&shop).0, "paused");
        assert_eq!(round(&shop, 20).await, 0, "what is paused is not prepared");
        assert_eq!(act(&mut buyer, &path, "resume", &[]).await.status, 303);
        assert_eq!(row(&shop).0, "active");
        assert_eq!(act(&mut buyer, &path, "delete", &[]).await.header("location"), Some(PATH));
        assert_eq!(buyer.page(&path).await.status, 404);
    }

    async fn each_day_is_asked_about_once_also_by_two_processes_at_once(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        made(&shop, &mut buyer, "weekly", &workday(14)).await;
        let (_, first) = row(&shop);
        assert_eq!(round(&shop, 0).await, 0, "not yet");
        let (one, other) = (in_days(&shop, 12).await, in_days(&shop, 12).await);
        let (one, other) = tokio::join!(one.standing_orders.prepare_due(), other.standing_orders.prepare_due());
        assert_eq!(one.expect("a round") + other.expect("a round"), 1);
        assert_eq!((row(&shop), asked(&shop)), (("active".to_owned(), first + 7), 1));
        assert_eq!(round(&shop, 12).await, 0);
        assert_eq!((round(&shop, 19).await, row(&shop).1, asked(&shop)), (1, first + 14, 2));
    }

    async fn a_round_that_dies_between_has_moved_nothing_and_the_next_one_asks(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        made(&shop, &mut buyer, "weekly", &workday(14)).await;
        let before = row(&shop);
        let at = shop.database();
        // The day is moved, and the message cannot be written.
        sql(at, "ALTER TABLE outbox RENAME TO outbox_away");
        let dying = in_days(&shop, 12).await.standing_orders.prepare_due().await;
        sql(at, "ALTER TABLE outbox_away RENAME TO outbox");
        assert!(dying.is_err());
        assert_eq!((row(&shop), asked(&shop)), (before.clone(), 0));
        assert_eq!((round(&shop, 12).await, row(&shop).1, asked(&shop)), (1, before.1 + 7, 1));
    }
}

on_both_databases! {
    async fn a_change_from_an_old_state_is_refused_and_loses_nothing(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let path = made(&shop, &mut buyer, "weekly", &workday(14)).await;
        let old = section(&mut buyer, &path).await["version"].to_string();
        act(&mut buyer, &path, "pause", &[]).await;
        for action in ["pause", "resume"] {
            let fields = [("action", action), ("version", old.as_str())];
            assert_eq!(send(&mut buyer, &path, &fields).await.status, 422, "{action}");
        }
        assert_eq!(row(&shop).0, "paused");
        let forged = [("action", "delete"), ("_wpnonce", "wrong")];
        assert_eq!(buyer.submit(&path, &forged).await.status, 422, "a form without its nonce");
        assert_eq!(act(&mut buyer, &path, "explode", &[]).await.status, 400);
        assert_eq!(row(&shop).0, "paused");
    }

    async fn days_that_passed_while_the_shop_stood_still_are_left_out(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        made(&shop, &mut buyer, "weekly", &workday(14)).await;
        let (_, first) = row(&shop);
        let after_weeks = first - local_day(shop_tests::now()) + 42;
        assert_eq!(round(&shop, after_weeks).await, 0, "this day can no longer be ordered, and the next is a week away");
        assert_eq!((row(&shop).1, asked(&shop)), (first + 49, 0), "none for days that passed");
        assert_eq!((round(&shop, after_weeks + 5).await, asked(&shop)), (1, 1));
        assert_eq!((round(&shop, after_weeks + 60).await <= 1, (row(&shop).1 - first) % 7), (true, 0));
    }

    async fn the_message_and_the_page_tell_the_cart_s_price_of_so_many_pieces(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let oil = buyer.id("t-oil").await;
        let prices = json!({ "changes": [{ "item_id": oil, "price": "11,00", "tiers": "12=10,00" }] });
        let company_id = ask(shop.database(), "SELECT id FROM companies").remove(0);
        let mut merchant = shop.merchant().await;
        let set = merchant.write(reqwest::Method::PUT, &format!("/trade-prices/company-{company_id}"), prices).await;
        assert_eq!(set.status, 204, "{}", set.text());
        // Two lines of the same product, each below the tier that both reach together.
        let fields = [("title", "Settimana"), ("productstring", &*format!("{oil}:6|{oil}:6|"))];
        let list = call(&mut buyer, "b2bking_bulkorder_save_list", &fields).await.text();
        assert_eq!(create(&mut buyer, &list, "weekly", &workday(14)).await.status, 303);
        let path = section(&mut buyer, PATH).await["orders"][0]["path"].as_str().expect("a path").to_owned();
        round(&shop, 12).await;
        let told = merchant.texts_to("rosa@bar.example").await.remove(0);
        let shown = section(&mut buyer, &path).await;
        act(&mut buyer, &path, "order", &[]).await;
        let in_cart = buyer.cart().await;
        let sum = |name: &str| in_cart["totals"][name].as_str().and_then(|cents| cents.parse::<i64>().ok()).expect("cents");
        let charged = sum("total_items") + sum("total_items_tax");
        assert_eq!(charged, 12 * 1_000, "{in_cart}");
        assert_eq!((&shown["total_cents"], &shown["lines"][0]["total_cents"]), (&json!(charged), &json!(charged)));
        assert_eq!((&shown["lines"][0]["quantity"], shown["lines"].as_array().map(Vec::len)), (&json!(12), Some(1)));
        assert!(told.contains("12 × Olio di prova") && told.contains("Totale di oggi: 120,00"), "{told}");
    }
}

rules! {
    async fn the_message_tells_the_days_prices_and_what_cannot_be_had_and_orders_nothing(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let path = made(&shop, &mut buyer, "weekly", &workday(14)).await;
        round(&shop, 12).await;
        let told = shop.merchant().await.texts_to("rosa@bar.example").await.remove(0);
        for part in ["3 × Olio di prova", "36,00", "Totale di oggi: 69,00", "999999", &format!("https://bottega.example{path}")] {
            assert!(told.contains(part), "{part}\n{told}");
        }
        assert!(cart(&mut buyer).await.is_empty());
        assert!(ask(shop.database(), "SELECT id FROM orders").is_empty());
    }

    async fn one_press_puts_the_list_into_the_cart_with_its_day(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let first = workday(7);
        let path = made(&shop, &mut buyer, "weekly", &first).await;
        let shown = section(&mut buyer, &path).await;
        assert_eq!((&shown["total_cents"], shown["lines"].as_array().map(Vec::len)), (&json!(6_900), Some(2)));
        assert!(shown["notices"][0].as_str().is_some_and(|text| text.contains("999999")), "{shown}");
        let answer = act(&mut buyer, &path, "order", &[]).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/cart/")), "something is missing: the cart tells it");
        assert_eq!(cart(&mut buyer).await, [("t-oil".to_owned(), 3), ("t-caviar-15".to_owned(), 1)]);
        let checkout = page_data(&mut buyer, "/checkout/").await["page"].clone();
        let days = checkout["rules"]["delivery_days"].as_array().expect("days");
        let nearest = days.iter().find(|day| day["day"].as_str() >= Some(&first)).expect("one on offer");
        assert_eq!(checkout["form"]["delivery_day"], nearest["day"]);
    }

    async fn what_is_wrong_is_told_at_its_field_and_stays_in_the_form(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let list = list(&shop, &mut buyer).await;
        let good = workday(14);
        let today = name_of_day(local_day(shop_tests::now()));
        let from = local_day(shop_tests::now()) + 14;
        let sunday = name_of_day((from..from + 7).find(|day| weekday(*day) == 0).expect("a week has one"));
        for (sent, repeats, first, text) in [
            ("", "weekly", good.as_str(), "Scegli la lista"),
            ("999999", "weekly", good.as_str(), "La lista scelta non c&#x27;è più"),
            (list.as_str(), "daily", good.as_str(), "Scegli ogni quanto"),
            (list.as_str(), "weekly", "", "Scegli il giorno"),
            (list.as_str(), "weekly", today.as_str(), "da domani"),
            (list.as_str(), "weekly", sunday.as_str(), "non consegniamo"),
        ] {
            let answer = create(&mut buyer, sent, repeats, first).await;
            assert_eq!(answer.status, 422, "{text}");
            assert!(answer.text().contains(text), "{text}: {}", answer.text());
            assert!(first.is_empty() || answer.text().contains(&format!("value=\"{first}\"")), "{first}");
        }
        assert!(ask(shop.database(), "SELECT id FROM standing_orders").is_empty());
    }

    async fn another_companys_is_as_if_it_were_not_there_and_needs_both_rights(shop) {
        let mut buyer = customer(&shop, "rosa@bar.example").await;
        let mut other = customer(&shop, "ugo@bar.example").await;
        let mut consumer = customer(&shop, "ada@example.com").await;
        let mut lists = customer(&shop, "liste@bar.example").await;
        let mut buys = customer(&shop, "compra@bar.example").await;
        let mut both = customer(&shop, "anna@bar.example").await;
        make_company(&shop, "rosa@bar.example", "Bar Rosa", "approved");
        make_company(&shop, "ugo@bar.example", "Bar Ugo", "approved");
        join(&shop, "liste@bar.example", "Bar Rosa", Rights::Sub(&["permissionViewLists"]));
        join(&shop, "compra@bar.example", "Bar Rosa", Rights::Sub(&["permissionBuy"]));
        join(&shop, "anna@bar.example", "Bar Rosa", Rights::Sub(&["permissionBuy", "permissionViewLists"]));
        let path = made(&shop, &mut buyer, "weekly", &workday(14)).await;
        let list = section(&mut buyer, &path).await["fields"]["form"]["list_id"].as_str().expect("a list").to_owned();
        assert_eq!(other.page(&path).await.status, 404);
        let nonce = page_data(&mut other, PATH).await["page"]["nonce"].as_str().expect("a nonce").to_owned();
        for action in ["order", "pause", "delete", "save"] {
            let fields = [("action", action), ("version", "1"), ("_wpnonce", nonce.as_str())];
            assert_eq!(other.submit(&path, &fields).await.status, 404, "{action}");
        }
        assert_eq!(create(&mut other, &list, "weekly", &workday(14)).await.status, 422, "another company's list");
        for visitor in [&mut consumer, &mut lists, &mut buys] {
            assert_eq!((visitor.page(PATH).await.status, visitor.page(&path).await.status), (403, 403));
        }
        assert_eq!(shop.visitor().page(&path).await.status, 303, "a guest logs in first");
        assert_eq!(both.page(&path).await.status, 200);
    }

    async fn who_may_no_longer_buy_is_not_asked_and_the_standing_order_waits(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        made(&shop, &mut buyer, "weekly", &workday(14)).await;
        sql(shop.database(), "UPDATE companies SET approval = 'rejected'");
        assert_eq!((round(&shop, 12).await, row(&shop).0.as_str(), asked(&shop)), (0, "paused", 0));
    }

    async fn the_merchant_sees_them_on_the_companys_page(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let first = workday(14);
        made(&shop, &mut buyer, "two_weeks", &first).await;
        let id = ask(shop.database(), "SELECT id FROM companies").remove(0);
        let page = shop.merchant().await.get(&format!("/companies/{id}")).await.expect(200);
        let found = &page["standing_orders"][0];
        assert_eq!(
            (&found["list"], &found["repeats"], &found["state"], &found["next_on"]),
            (&json!("Settimana"), &json!("two_weeks"), &json!("active"), &json!(first))
        );
    }

    async fn a_list_that_is_ordered_again_and_again_is_deleted_only_by_who_was_told_of_it(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (first, second) = (workday(14), workday(21));
        let path = made(&shop, &mut buyer, "weekly", &second).await;
        let list = section(&mut buyer, &path).await["fields"]["form"]["list_id"].as_str().expect("a list").to_owned();
        create(&mut buyer, &list, "monthly", &first).await;
        let page = format!("/my-account/purchase-lists/{list}/");
        let shown = section(&mut buyer, &page).await;
        let next = section(&mut buyer, PATH).await["orders"][0]["next"].clone();
        assert_eq!((&shown["standing_orders"], &shown["next_standing_order"]), (&json!(2), &next));
        let html = buyer.page(&page).await.text();
        let next = next.as_str().expect("a day");
        assert!(html.contains("si eliminano anche 2 ordini ricorrenti") && html.contains(next), "{html}");
        let orders = || ask(shop.database(), "SELECT COUNT(*) FROM standing_orders").remove(0);
        for told in [None, Some("0"), Some("1"), Some("3"), Some("due")] {
            let mut fields = vec![("action", "delete")];
            fields.extend(told.map(|count| ("standing_orders", count)));
            let refused = send(&mut buyer, &page, &fields).await;
            assert_eq!((refused.status, orders().as_str()), (422, "2"), "{told:?}");
            assert!(refused.text().contains("elimini anche i suoi ordini ricorrenti") && refused.text().contains(next), "{told:?}");
        }
        sql(shop.database(), "UPDATE standing_orders SET state = 'paused'");
        assert_eq!(section(&mut buyer, &page).await["next_standing_order"], "");
        assert!(buyer.page(&page).await.text().contains("tutto in pausa"));
        let deleted = send(&mut buyer, &page, &[("action", "delete"), ("standing_orders", "2")]).await;
        assert_eq!((deleted.status, orders().as_str()), (303, "0"));
    }

    async fn the_classic_call_deletes_a_list_and_answers_as_ever(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        made(&shop, &mut buyer, "weekly", &workday(14)).await;
        let list = ask(shop.database(), "SELECT id FROM purchase_lists").remove(0);
        let answer = call(&mut buyer, "b2bking_purchase_list_delete", &[("listid", &list)]).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "1"));
        assert!(ask(shop.database(), "SELECT id FROM standing_orders").is_empty());
    }
}
