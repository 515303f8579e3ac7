//! Purchase lists of companies: saved, shared, changed, put into the cart.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, TestShop, Visitor, ask, colleague, company, customer, on_both_databases, page_data, rules};
use tokio::task::JoinSet;

use crate::trade::bulk_orders::{call, call_with, cart, token, told};

pub(crate) const LISTS: &str = "/my-account/purchase-lists/";

/// Saves a list by the call of the bulk order form; gives its number.
pub(crate) async fn save(visitor: &mut Visitor, title: &str, products: &str) -> i64 {
    let fields = [("title", title), ("productstring", products)];
    let answer = call(visitor, "b2bking_bulkorder_save_list", &fields).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text().parse().expect("a number")
}

async fn table(visitor: &mut Visitor, query: &str) -> Value {
    page_data(visitor, &format!("{LISTS}{query}")).await["page"]["section"].clone()
}

fn titles(table: &Value) -> Vec<&str> {
    table["lists"].as_array().expect("rows").iter().filter_map(|row| row["title"].as_str()).collect()
}

/// The page of a list.
async fn list(visitor: &mut Visitor, id: i64) -> Value {
    page_data(visitor, &format!("{LISTS}{id}/")).await["page"].clone()
}

/// Two products, and the lines of a list with three of the one and one of the other.
pub(crate) async fn two(visitor: &mut Visitor) -> (i64, i64, String) {
    let (oil, caviar) = (visitor.id("t-oil").await, visitor.id("t-caviar-15").await);
    (oil, caviar, format!("{oil}:3|{caviar}:1|"))
}

/// Gives the only company so many lists.
fn fill(shop: &TestShop, count: u32) {
    let lists = format!(
        "INSERT INTO purchase_lists (company_id, title, title_folded, lines, line_count, created_at, updated_at) \
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
         SELECT (SELECT MIN(id) FROM companies), 'L' || i, 'l' || i, '[]', 0, 0, 0 FROM n"
    );
    shop_tests::sql(shop.database(), &lists);
}

/// Puts a number that no product has in the place of a product of all lists, as of one that was deleted since they were saved.
pub(crate) fn take_from_sale(shop: &TestShop, product: i64) {
    let change = format!("replace(lines, '\"product_id\":{product},', '\"product_id\":999999,')");
    shop_tests::sql(shop.database(), &format!("UPDATE purchase_lists SET lines = {change}"));
}

pub(crate) async fn download(visitor: &mut Visitor, id: i64, format: &str) -> Answer {
    let token = token(visitor).await;
    let query = format!("action=b2bkingdownloadpurchaselist&list={id}&security={token}{format}");
    visitor.page(&format!("/wp-admin/admin-ajax.php?{query}")).await
}

rules! {
    async fn a_heading_says_how_its_link_orders_the_table(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (_, _, products) = two(&mut buyer).await;
        save(&mut buyer, "Settimana", &products).await;
        for (query, orders) in [
            ("", ["ascending", "descending", "", "ascending"]),
            ("?orderby=title", ["descending", "descending", "", "descending"]),
            ("?orderby=title&order=desc", ["ascending", "descending", "", "descending"]),
            ("?orderby=lines", ["ascending", "ascending", "", "descending"]),
        ] {
            let shown = table(&mut buyer, query).await;
            let columns = shown["columns"].as_array().expect("columns");
            assert_eq!(columns.iter().map(|one| one["next_order"].as_str().expect("a word")).collect::<Vec<_>>(), orders, "{query}");
            let html = buyer.page(&format!("{LISTS}{query}")).await.text();
            for column in columns.iter().filter(|one| one["path"] != "") {
                let (path, next) = (column["path"].as_str().expect("a path"), column["next_order"].as_str());
                let (word, written) = if next == Some("ascending") { ("asc", "crescente") } else { ("desc", "decrescente") };
                assert!(path.contains(&format!("order={word}")), "{query}: {path}");
                let link = html.split(&format!("href=\"{}\"", path.replace('&', "&amp;"))).nth(1).expect("the link");
                let name = link.split("</a>").next().expect("its text");
                assert!(name.contains(&format!("in modo {written}<")), "{query}: {name}");
            }
        }
    }

    async fn the_hundredth_list_is_the_last_by_the_cart_and_by_the_bulk_form_too(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, _, products) = two(&mut buyer).await;
        buyer.add("t-oil", 2).await;
        fill(&shop, 99);
        let form = async |buyer: &mut Visitor| {
            let fields = [("action", "save"), ("title", "Dal modulo"), ("rest", products.as_str())];
            let answer = shop_tests::send(buyer, "/my-account/bulkorder/", &fields).await;
            (answer.status, answer.text())
        };
        let saved = call(&mut buyer, "b2bking_save_cart_to_purchase_list", &[("title", "Dal carrello")]).await;
        assert_eq!(saved.status, 200, "{}", saved.text());
        let full = call(&mut buyer, "b2bking_save_cart_to_purchase_list", &[("title", "Ancora")]).await.expect(422);
        assert_eq!((&full["code"], &full["field"]), (&json!("trade_lists_full"), &json!("")));
        assert!(full["message"].as_str().is_some_and(|said| said.contains("100")), "{full}");
        let (status, said) = form(&mut buyer).await;
        assert!(status == 422 && said.contains("100") && said.contains("Dal modulo"), "{status}: what was typed stays");
        assert!(said.contains(&oil.to_string()));
        assert_eq!(cart(&mut buyer).await, [("t-oil".to_owned(), 2)], "the cart stays");
        assert_eq!(ask(shop.database(), "SELECT COUNT(*) FROM purchase_lists"), ["100"]);
        shop_tests::sql(shop.database(), "DELETE FROM purchase_lists WHERE title = 'L1'");
        let (status, said) = form(&mut buyer).await;
        assert_eq!(status, 303, "there is room again: {said}");
    }

    async fn a_list_needs_a_name_and_lines(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (_, _, products) = two(&mut buyer).await;
        let long = "x".repeat(201);
        let many = "1:1|".repeat(1_001);
        for (title, products, code, field) in [
            ("", products.as_str(), "trade_list_title_required", "title"),
            (" \n ", products.as_str(), "trade_list_title_required", "title"),
            (long.as_str(), products.as_str(), "field_too_long", "title"),
            ("Natale", "", "trade_list_empty", ""),
            ("Natale", "12:0|abc|", "trade_list_empty", ""),
            ("Natale", many.as_str(), "trade_list_full", ""),
        ] {
            let fields = [("title", title), ("productstring", products)];
            let answer = call(&mut buyer, "b2bking_bulkorder_save_list", &fields).await;
            let body = answer.expect(422);
            assert_eq!((&body["code"], &body["field"]), (&json!(code), &json!(field)), "{body}");
            assert!(body["message"].as_str().is_some_and(|text| !text.is_empty()));
        }
        assert_eq!(titles(&table(&mut buyer, "").await), [] as [&str; 0]);
    }

    async fn a_list_shows_its_lines_with_what_they_cost_now(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, _, products) = two(&mut buyer).await;
        let coffee = buyer.id("t-caffe").await;
        let id = save(&mut buyer, "Natale", &format!("{products}{coffee}:1|")).await;
        take_from_sale(&shop, coffee);
        let page = list(&mut buyer, id).await;
        let form = &page["section"]["rows"]["form"];
        assert_eq!(form["total"], 3 * 1_200 + 3_300);
        assert_eq!(form["left_out"], json!([999_999]));
        assert_eq!(form["lines"][0]["product"]["product_id"], oil);
        assert!(buyer.page(&format!("{LISTS}{id}/")).await.text().contains("non sono più in vendita"));
    }

    async fn a_list_is_put_into_the_cart_from_its_page(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (_, _, products) = two(&mut buyer).await;
        let id = save(&mut buyer, "Natale", &products).await;
        let nonce = list(&mut buyer, id).await["nonce"].as_str().unwrap_or_default().to_owned();
        let fields = [("_wpnonce", nonce.as_str()), ("action", "add"), ("rest", products.as_str())];
        let answer = buyer.submit(&format!("{LISTS}{id}/"), &fields).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/cart/")));
        assert_eq!(cart(&mut buyer).await, [("t-oil".to_owned(), 3), ("t-caviar-15".to_owned(), 1)]);
        assert_eq!(told(&mut buyer).await, ["Righe aggiunte al carrello: 2."]);
    }

    async fn another_companys_list_is_as_if_it_were_not_there(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let mut other = company(&shop, "ugo@bar.example", "Bar Ugo").await;
        let (_, _, products) = two(&mut buyer).await;
        let id = save(&mut buyer, "Natale", &products).await;
        let number = id.to_string();
        for id in [number.as_str(), "999999", "", "abc", "-1"] {
            for (action, extra) in [("b2bking_purchase_list_update", products.as_str()), ("b2bking_purchase_list_delete", "")] {
                let answer = call(&mut other, action, &[("listid", id), ("productstring", extra)]).await;
                assert_eq!((answer.status, answer.body.len()), (404, 0), "{action} {id}");
            }
        }
        assert_eq!(download(&mut other, id, "").await.status, 404);
        assert_eq!(other.page(&format!("{LISTS}{id}/")).await.status, 404);
        assert_eq!(titles(&table(&mut other, "").await), [] as [&str; 0]);
        assert_eq!(titles(&table(&mut buyer, "").await), ["Natale"]);
    }

    async fn who_may_not_use_lists_is_refused_everywhere(shop) {
        let mut main = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (_, _, products) = two(&mut main).await;
        let id = save(&mut main, "Natale", &products).await;
        let number = id.to_string();
        let mut consumer = customer(&shop, "ada@example.com").await;
        let rights = ["permissionBuy", "permissionViewOrders", "permissionViewOffers", "permissionViewConversations"];
        let mut sub = colleague(&shop, "compra@bar.example", "Bar Rosa", &rights).await;
        for visitor in [&mut consumer, &mut sub] {
            for action in [
                "b2bking_bulkorder_save_list",
                "b2bking_purchase_list_update",
                "b2bking_purchase_list_delete",
                "b2bking_save_cart_to_purchase_list",
            ] {
                let fields = [("listid", number.as_str()), ("title", "x"), ("productstring", products.as_str())];
                let answer = call(visitor, action, &fields).await;
                assert_eq!(answer.status, 403, "{action}: {}", answer.text());
            }
            assert_eq!(download(visitor, id, "").await.status, 403);
            assert_eq!(visitor.page(LISTS).await.status, 403);
            assert_eq!(visitor.page(&format!("{LISTS}{id}/")).await.status, 403);
            assert!(page_data(visitor, "/cart/").await["page"]["to_list"].is_null());
        }
        let mut guest = shop.visitor();
        assert_eq!(guest.page(LISTS).await.status, 303);
        let answer = guest.page(&format!("/wp-admin/admin-ajax.php?action=b2bkingdownloadpurchaselist&list={id}")).await;
        assert_eq!((answer.status, answer.text().as_str()), (403, "-1"));
        for query in ["", "action=woosq_quickview", "action=b2bking_purchase_list_delete&listid=1"] {
            assert_eq!(guest.page(&format!("/wp-admin/admin-ajax.php?{query}")).await.status, 400, "{query}");
        }
        assert_eq!(titles(&table(&mut main, "").await), ["Natale"]);
    }

    async fn a_product_that_is_not_sold_gets_into_no_list_by_any_door(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, _, products) = two(&mut buyer).await;
        let id = save(&mut buyer, "Natale", &products).await.to_string();
        let [parent, unpriced, group, elsewhere, draft] = ["t-caviar", "t-noprice", "t-set", "t-ext", "t-draft"].map(|sku| {
            let found = ask(shop.database(), &format!("SELECT id FROM products WHERE sku = '{sku}'"));
            found[0].parse::<i64>().expect("an id")
        });
        for (wrong, code, said) in [
            (999_999, "trade_bulk_unknown", "«999999» non corrisponde a nessun prodotto."),
            (draft, "trade_bulk_unknown", "non corrisponde a nessun prodotto."),
            (parent, "trade_bulk_not_sold", "al momento non è in vendita."),
            (unpriced, "trade_bulk_not_sold", "al momento non è in vendita."),
            (group, "trade_bulk_not_sold", "al momento non è in vendita."),
            (elsewhere, "trade_bulk_not_sold", "al momento non è in vendita."),
        ] {
            let lines = format!("{oil}:1|{wrong}:2|");
            for (action, field) in [("b2bking_bulkorder_save_list", "title"), ("b2bking_purchase_list_update", "listid")] {
                let fields = [(field, id.as_str()), ("productstring", lines.as_str())];
                let body = call(&mut buyer, action, &fields).await.expect(422);
                assert_eq!((&body["code"], &body["field"]), (&json!(code), &json!("productstring")), "{action}: {body}");
                assert!(body["message"].as_str().is_some_and(|text| text.contains(said)), "{body}");
            }
            for (path, action) in [("/my-account/bulkorder/".to_owned(), "save"), (format!("{LISTS}{id}/"), "update")] {
                let fields = [("action", action), ("title", "Nuova"), ("rest", lines.as_str()), ("version", "1")];
                let answer = shop_tests::send(&mut buyer, &path, &fields).await;
                assert_eq!(answer.status, 422, "{path}");
                assert!(answer.text().contains(said), "{path} {wrong}");
            }
        }
        let token = token(&mut buyer).await;
        let fields = [("action", "b2bking_bulkorder_save_list"), ("security", token.as_str()), ("title", "x"), ("productstring", "999999:1|")];
        let english = buyer.submit("/en/wp-admin/admin-ajax.php", &fields).await.expect(422);
        assert_eq!(english["message"], "No product matches “999999”.");
        assert_eq!(titles(&table(&mut buyer, "").await), ["Natale"]);
        let page = list(&mut buyer, id.parse().expect("a number")).await;
        assert_eq!(page["section"]["rows"]["form"]["product_string"], products, "the list is as it was");
    }

    async fn a_cart_becomes_a_list_of_what_of_it_is_still_sold(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, _, _) = two(&mut buyer).await;
        for sku in ["t-oil", "t-five"] {
            buyer.add(sku, 1).await;
        }
        let withdrawn = buyer.id("t-five").await;
        let mut merchant = shop.merchant().await;
        let path = format!("/products/{withdrawn}");
        merchant.write(Method::PATCH, &path, json!({ "status": "draft" })).await.expect(200);
        let fields = [("title", "Dal carrello")];
        let id = call(&mut buyer, "b2bking_save_cart_to_purchase_list", &fields).await.expect(200);
        let page = list(&mut buyer, id.as_i64().expect("a number")).await;
        assert_eq!(page["section"]["rows"]["form"]["product_string"], format!("{oil}:1|"));
    }

    async fn a_product_that_is_sold_out_stays_in_lists_as_it_comes_again(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let gone = buyer.id("t-gone").await;
        save(&mut buyer, "Natale", &format!("{gone}:1|")).await;
    }

    async fn a_change_by_a_call_is_told_by_the_page_that_is_loaded_next(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, _, products) = two(&mut buyer).await;
        let id = save(&mut buyer, "Natale", &products).await;
        let number = id.to_string();
        let lines = format!("{oil}:2|");
        let fields = [("listid", number.as_str()), ("productstring", lines.as_str())];
        assert_eq!(call(&mut buyer, "b2bking_purchase_list_update", &fields).await.text(), "1");
        assert_eq!(list(&mut buyer, id).await["notices"][0]["text"], "La lista è stata aggiornata.");
        let other = [("listid", number.as_str()), ("standing_orders", "3")];
        let refused = call(&mut buyer, "b2bking_purchase_list_delete", &other).await.expect(409);
        assert_eq!(refused["code"], "trade_list_standing_orders", "the page named another number of them: {refused}");
        let fields = [("listid", number.as_str()), ("standing_orders", "0")];
        assert_eq!(call(&mut buyer, "b2bking_purchase_list_delete", &fields).await.text(), "1");
        let page = page_data(&mut buyer, LISTS).await;
        assert_eq!(page["page"]["notices"][0]["text"], "La lista è stata eliminata.");
    }

    async fn a_call_with_another_visits_token_changes_nothing(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (_, _, products) = two(&mut buyer).await;
        let id = save(&mut buyer, "Natale", &products).await.to_string();
        let mut other = company(&shop, "ugo@bar.example", "Bar Ugo").await;
        let foreign = token(&mut other).await;
        for action in ["b2bking_bulkorder_save_list", "b2bking_purchase_list_update", "b2bking_purchase_list_delete", "b2bking_save_cart_to_purchase_list"] {
            for wrong in ["", foreign.as_str()] {
                let fields = [("listid", id.as_str()), ("title", "x"), ("productstring", "1:1|")];
                assert_eq!(call_with(&mut buyer, wrong, action, &fields).await.status, 403, "{action}");
            }
        }
        assert_eq!(titles(&table(&mut buyer, "").await), ["Natale"]);
    }

    async fn a_change_that_is_wrong_is_told_by_its_field_and_the_list_stays(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (_, _, products) = two(&mut buyer).await;
        let id = save(&mut buyer, "Natale", &products).await;
        let number = id.to_string();
        let long = "x".repeat(201);
        let many = "1:1|".repeat(1_001);
        for (title, lines, code, field) in [
            (None, "", "trade_list_empty", ""),
            (None, "12:0|abc|", "trade_list_empty", ""),
            (None, many.as_str(), "trade_list_full", ""),
            (Some(" "), products.as_str(), "trade_list_title_required", "title"),
            (Some(long.as_str()), products.as_str(), "field_too_long", "title"),
        ] {
            let mut fields = vec![("listid", number.as_str()), ("productstring", lines)];
            fields.extend(title.map(|text| ("title", text)));
            let body = call(&mut buyer, "b2bking_purchase_list_update", &fields).await.expect(422);
            assert_eq!((&body["code"], &body["field"]), (&json!(code), &json!(field)), "{body}");
            assert!(body["message"].as_str().is_some_and(|text| !text.is_empty()));
        }
        let page = list(&mut buyer, id).await;
        assert_eq!((&page["section"]["title"], &page["section"]["version"]), (&json!("Natale"), &json!(1)));
        assert_eq!(page["section"]["rows"]["form"]["product_string"], products);
    }

    async fn a_cart_that_is_saved_needs_a_name(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        buyer.add("t-oil", 2).await;
        let long = "x".repeat(201);
        for (title, code) in [("", "trade_list_title_required"), (" \n ", "trade_list_title_required"), (long.as_str(), "field_too_long")] {
            let body = call(&mut buyer, "b2bking_save_cart_to_purchase_list", &[("title", title)]).await.expect(422);
            assert_eq!((&body["code"], &body["field"]), (&json!(code), &json!("title")), "{body}");
        }
        assert_eq!(titles(&table(&mut buyer, "").await), [] as [&str; 0]);
        assert_eq!(cart(&mut buyer).await, [("t-oil".to_owned(), 2)], "the cart stays");
    }

    async fn changes_are_limited_and_who_makes_too_many_is_told_how_long_to_wait(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let token = token(&mut buyer).await;
        for _ in 0..20 {
            call_with(&mut buyer, &token, "b2bking_bulkorder_save_list", &[("title", "x")]).await.expect(422);
        }
        for action in [
            "b2bking_bulkorder_save_list",
            "b2bking_purchase_list_update",
            "b2bking_save_cart_to_purchase_list",
            "b2bking_bulkorder_add_cart",
        ] {
            let answer = call_with(&mut buyer, &token, action, &[("productstring", "1:1|")]).await;
            assert_eq!(answer.expect(429)["code"], "rate_limit_exceeded", "{action}");
            let wait_s: i64 = answer.header("retry-after").and_then(|text| text.parse().ok()).expect("seconds");
            assert!((1..=10).contains(&wait_s), "{action}: {wait_s}");
        }
    }

    async fn an_order_of_many_lines_is_ordered_again_in_one_change(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        for sku in ["t-oil", "t-caviar-15", "t-caffe"] {
            buyer.add(sku, 2).await;
        }
        let order = buyer.post("/checkout", shop_tests::checkout("bacs")).await.expect(200);
        let path = format!("/my-account/view-order/{}/", order["order_id"]);
        assert_eq!(cart(&mut buyer).await, []);
        let before = ask(shop.database(), "SELECT COALESCE(MAX(version), 0) FROM carts WHERE session_key LIKE 'c_%'");
        let answer = shop_tests::send(&mut buyer, &path, &[("action", "again")]).await;
        assert_eq!(answer.header("location"), Some("/cart/"));
        assert_eq!(cart(&mut buyer).await.len(), 3);
        let after = ask(shop.database(), "SELECT MAX(version) FROM carts WHERE session_key LIKE 'c_%'");
        let number = |rows: &[String]| rows[0].parse::<i64>().expect("a version");
        // The lines, and the message that the cart page shows and takes off.
        assert!(number(&after) - number(&before) <= 3, "{before:?} {after:?}");
    }

    async fn a_list_is_the_companys_and_goes_with_it(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let mut sub = colleague(&shop, "liste@bar.example", "Bar Rosa", &["permissionViewLists"]).await;
        let (oil, caviar, products) = two(&mut buyer).await;
        let id = save(&mut sub, "Natale", &products).await;
        assert_eq!(titles(&table(&mut buyer, "").await), ["Natale"]);
        let number = id.to_string();
        let changed = format!("{caviar}:2|{oil}:1|");
        let fields = [("listid", number.as_str()), ("productstring", changed.as_str())];
        assert_eq!(call(&mut buyer, "b2bking_purchase_list_update", &fields).await.text(), "1");
        let page = list(&mut sub, id).await;
        assert_eq!(page["section"]["rows"]["form"]["product_string"], changed);
        assert_eq!((&page["section"]["title"], &page["section"]["version"]), (&json!("Natale"), &json!(2)));
        assert_eq!(page["section"]["rows"]["may_order"], false);
        assert_eq!(call(&mut sub, "b2bking_purchase_list_delete", &[("listid", &number)]).await.text(), "1");
        assert_eq!(call(&mut sub, "b2bking_purchase_list_delete", &[("listid", &number)]).await.status, 404);
        assert_eq!(titles(&table(&mut buyer, "").await), [] as [&str; 0]);
    }

    async fn the_cart_becomes_a_list(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let empty = call(&mut buyer, "b2bking_save_cart_to_purchase_list", &[("title", "Vuoto")]).await;
        assert_eq!(empty.expect(422)["code"], "trade_list_empty");
        let (_, _, products) = two(&mut buyer).await;
        buyer.add("t-oil", 3).await;
        buyer.add("t-caviar-15", 1).await;
        let view = page_data(&mut buyer, "/cart/").await["page"]["to_list"].clone();
        assert_eq!(view["label"], "Aggiungi il carrello a una lista d'acquisto");
        let fields = [("title", "Dal carrello"), ("dataType", "json")];
        let id = call_with(&mut buyer, view["token"].as_str().expect("a token"), "b2bking_save_cart_to_purchase_list", &fields).await.expect(200);
        let page = list(&mut buyer, id.as_i64().expect("a number")).await;
        assert_eq!(page["section"]["rows"]["form"]["product_string"], products);
    }
}

on_both_databases! {
    async fn lists_are_searched_ordered_and_cut_into_pages(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, _, products) = two(&mut buyer).await;
        for n in 0..11 {
            save(&mut buyer, &format!("Settimana {n:02}"), &format!("{oil}:{}|", n + 1)).await;
        }
        save(&mut buyer, "Caffè & dolci", &products).await;
        let first = table(&mut buyer, "?orderby=title").await;
        assert_eq!((titles(&first).len(), titles(&first)[0], &first["pages"]), (10, "Caffè & dolci", &json!(2)));
        assert_eq!(first["info"], "Da 1 a 10 di 12 liste");
        let second = table(&mut buyer, "?orderby=title&page=2").await;
        assert_eq!(titles(&second), ["Settimana 09", "Settimana 10"]);
        let turned = table(&mut buyer, "?orderby=title&order=desc").await;
        assert_eq!(titles(&turned)[0], "Settimana 10");
        assert_eq!(titles(&table(&mut buyer, "?orderby=lines").await)[0], "Caffè & dolci");
        for search in ["CAFFE", "caff%C3%A8", "dolci"] {
            assert_eq!(titles(&table(&mut buyer, &format!("?s={search}")).await), ["Caffè & dolci"], "{search}");
        }
        for search in ["zzz", "%25", "_"] {
            assert_eq!(titles(&table(&mut buyer, &format!("?s={search}")).await), [] as [&str; 0], "{search}");
        }
        for strange in ["?page=0", "?page=abc", "?orderby=password&order=sideways"] {
            assert_eq!(titles(&table(&mut buyer, strange).await).len(), 10, "{strange}");
        }
    }

    async fn nobody_overwrites_what_a_colleague_changed_meanwhile(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, _, products) = two(&mut buyer).await;
        let id = save(&mut buyer, "Natale", &products).await;
        let page = list(&mut buyer, id).await;
        let (nonce, version) = (page["nonce"].as_str().unwrap_or_default().to_owned(), page["section"]["version"].to_string());
        let mine = format!("{oil}:9|");
        let path = format!("{LISTS}{id}/");
        let mut fields = vec![("_wpnonce", nonce.as_str()), ("action", "update"), ("version", version.as_str())];
        fields.extend([("title", "Natale 2026"), ("rest", mine.as_str())]);
        assert_eq!(buyer.submit(&path, &fields).await.header("location"), Some(path.as_str()));
        let late = buyer.submit(&path, &fields).await;
        assert_eq!(late.status, 422);
        assert!(late.text().contains("è stata modificata da un"), "{}", late.text());
        let fields = [("listid", id.to_string()), ("version", version), ("productstring", products)];
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(call(&mut buyer, "b2bking_purchase_list_update", &fields).await.expect(409)["code"], "trade_list_changed");
        let now = list(&mut buyer, id).await;
        assert_eq!((&now["section"]["title"], &now["section"]["rows"]["form"]["product_string"]), (&json!("Natale 2026"), &json!(mine)));
    }

    async fn a_company_has_no_more_than_a_hundred_lists_however_many_are_saved_at_once(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, _, _) = two(&mut buyer).await;
        fill(&shop, 97);
        let token = token(&mut buyer).await;
        let mut all = JoinSet::new();
        for n in 0..8 {
            let mut one = buyer.moved_to(&buyer);
            let (token, products) = (token.clone(), format!("{oil}:{}|", n + 1));
            all.spawn(async move {
                let fields = [("title", "Nuova"), ("productstring", products.as_str())];
                call_with(&mut one, &token, "b2bking_bulkorder_save_list", &fields).await.status
            });
        }
        let mut statuses = all.join_all().await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 200, 200, 422, 422, 422, 422, 422]);
        assert_eq!(ask(shop.database(), "SELECT COUNT(*) FROM purchase_lists"), ["100"]);
    }

    async fn the_same_list_saved_twice_at_once_is_one(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (_, _, products) = two(&mut buyer).await;
        let token = token(&mut buyer).await;
        let mut all = JoinSet::new();
        for _ in 0..4 {
            let mut one = buyer.moved_to(&buyer);
            let (token, products) = (token.clone(), products.clone());
            all.spawn(async move {
                let fields = [("title", "Natale"), ("productstring", products.as_str())];
                call_with(&mut one, &token, "b2bking_bulkorder_save_list", &fields).await.text()
            });
        }
        let mut ids = all.join_all().await;
        ids.dedup();
        assert_eq!(ids.len(), 1, "{ids:?}");
        assert_eq!(titles(&table(&mut buyer, "").await), ["Natale"]);
    }
}
