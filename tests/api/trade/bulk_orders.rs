//! Bulk orders of trade buyers: the live search, lines from a spreadsheet, everything into the cart at once.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, Visitor, colleague, company, customer, make_company, page_data, rules};

pub(crate) const FORM: &str = "/my-account/bulkorder/";
const FOUND: &str = "application/vnd.bottega.found+json";

/// The token that a buyer's pages carry.
pub(crate) async fn token(visitor: &mut Visitor) -> String {
    let page = page_data(visitor, "/my-account/").await;
    page["page"]["trade_token"].as_str().expect("a token").to_owned()
}

/// A call of the trade layer with its token.
pub(crate) async fn call(visitor: &mut Visitor, action: &str, fields: &[(&str, &str)]) -> Answer {
    let token = token(visitor).await;
    call_with(visitor, &token, action, fields).await
}

pub(crate) async fn call_with(visitor: &mut Visitor, token: &str, action: &str, fields: &[(&str, &str)]) -> Answer {
    let mut all = vec![("action", action), ("security", token)];
    all.extend_from_slice(fields);
    visitor.submit("/wp-admin/admin-ajax.php", &all).await
}

async fn search(visitor: &mut Visitor, text: &str, by: &str) -> Value {
    call(visitor, "b2bking_ajax_search", &[("searchValue", text), ("searchby", by), ("dataType", "json")])
        .await
        .expect(200)
}

/// Quantities in the cart by SKU.
pub(crate) async fn cart(visitor: &mut Visitor) -> Vec<(String, i64)> {
    let cart = visitor.cart().await;
    let items = cart["items"].as_array().expect("lines").iter();
    items
        .map(|item| (item["sku"].as_str().unwrap_or_default().to_owned(), item["quantity"].as_i64().unwrap_or(0)))
        .collect()
}

/// What the cart page tells.
pub(crate) async fn told(visitor: &mut Visitor) -> Vec<String> {
    let page = page_data(visitor, "/cart/").await;
    let notices = page["page"]["notices"].as_array().cloned().unwrap_or_default();
    notices.iter().filter_map(|one| one["text"].as_str().map(str::to_owned)).collect()
}

/// What lines from a spreadsheet mean, as the page's scripts ask.
async fn read(visitor: &mut Visitor, text: &str) -> Answer {
    let token = token(visitor).await;
    visitor.submit("/api/bulk-order/lines", &[("security", token.as_str()), ("text", text)]).await
}

async fn sell_by_six(shop: &shop_tests::TestShop, sku: &str) {
    let id = shop.visitor().id(sku).await;
    let packs = json!({ "quantity_min": "6", "quantity_max": "24", "quantity_step": "6" });
    shop.merchant().await.write(Method::PATCH, &format!("/products/{id}"), packs).await.expect(200);
}

rules! {
    async fn all_lines_are_put_into_the_cart_at_once_and_what_was_left_out_is_told(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let mut ids = Vec::new();
        for sku in ["t-oil", "t-caviar-35", "t-gone", "t-tin-small", "t-five"] {
            ids.push(buyer.id(sku).await);
        }
        let products = format!("{}:2|{}:3|{}:1|{}:1|{}:9|999999:1|", ids[0], ids[1], ids[2], ids[3], ids[4]);
        let answer = call(&mut buyer, "b2bking_bulkorder_add_cart", &[("productstring", &products)]).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let expected = [("t-oil".to_owned(), 2), ("t-caviar-35".to_owned(), 3), ("t-five".to_owned(), 5)];
        assert_eq!(cart(&mut buyer).await, expected, "no more than there are");
        let told = told(&mut buyer).await;
        assert_eq!(told[0], "Righe aggiunte al carrello: 3.");
        assert_eq!(told.len(), 5, "{told:?}");
        for text in ["Finito", "Acciughe", "999999", "al massimo 5"] {
            assert!(told.iter().any(|one| one.contains(text)), "{text}: {told:?}");
        }
        assert_eq!(call(&mut buyer, "b2bking_bulkorder_add_cart", &[("productstring", "")]).await.status, 422);
    }

    async fn the_search_gives_label_and_price_by_id_and_1234_for_nothing(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let id = buyer.id("t-oil").await;
        let found = search(&mut buyer, "olio", "productname").await;
        assert_eq!(found[id.to_string()], "Olio di prova (t-oil)");
        assert_eq!(found[format!("{id}B2BKINGPRICE")], "12.00");
        for (text, by) in [("zzzqqq", "productname"), ("", "productname"), ("  ", "sku"), ("olio", "category-of-none")] {
            let answer = search(&mut buyer, text, by).await;
            assert_eq!(answer == json!(1234), by != "category-of-none", "{text:?} by {by}: {answer}");
        }
    }

    async fn the_search_compares_skus_and_categories_when_it_is_asked_to(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let small = buyer.id("t-caviar-15").await;
        let by_sku = search(&mut buyer, "CAVIAR-15", "sku").await;
        assert_eq!(by_sku.as_object().expect("a map").len(), 2, "{by_sku}");
        assert!(by_sku[small.to_string()].as_str().is_some_and(|label| label.contains("15 g")), "{by_sku}");
        let oil = buyer.id("t-oil").await;
        let by_category = search(&mut buyer, "oli", "category").await;
        assert!(by_category[oil.to_string()].is_string(), "{by_category}");
        assert_eq!(search(&mut buyer, "zafferano", "category").await, json!(1234));
    }

    async fn a_whole_sku_is_chosen_in_every_mode_of_the_search(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        for (sku, typed) in [("t-caviar-35", "T-CAVIAR-35"), ("t-caviar-15", "t-caviar-15"), ("t-oil", "t–oil")] {
            let id = buyer.id(sku).await;
            for by in ["productname", "sku", "category"] {
                let found = search(&mut buyer, typed, by).await;
                assert!(found[id.to_string()].is_string(), "{typed} {by}: {found}");
                assert_eq!(found.as_object().map(serde_json::Map::len), Some(2), "{typed} {by}: {found}");
                let token = token(&mut buyer).await;
                let fields = [("action", "b2bking_ajax_search"), ("security", token.as_str()), ("searchValue", typed), ("searchby", by)];
                let request = buyer.request(Method::POST, "/wp-admin/admin-ajax.php").form(&fields).header("accept", FOUND);
                let rows = buyer.send(request).await.expect(200);
                assert_eq!(rows[0]["product_id"], id, "{typed} {by}: {rows}");
            }
        }
    }

    async fn a_search_by_name_searches_names_alone(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, large) = (buyer.id("t-oil").await, buyer.id("t-caviar-35").await);
        let change = json!({ "description": "Zafferanone di montagna" });
        shop.merchant().await.write(Method::PATCH, &format!("/products/{oil}"), change).await.expect(200);
        assert_eq!(search(&mut buyer, "zafferanone", "productname").await, json!(1234), "a word of its description");
        assert_eq!(search(&mut buyer, "caviar-3", "productname").await, json!(1234), "a part of a SKU");
        let named = search(&mut buyer, "caviale 35", "productname").await;
        assert_eq!(named.as_object().map(serde_json::Map::len), Some(2), "{named}");
        assert!(named[large.to_string()].is_string(), "{named}");
        assert!(search(&mut buyer, "cavaile", "productname").await[large.to_string()].is_string(), "mistyped");
    }

    async fn each_variation_is_found_by_itself_and_what_needs_a_choice_is_not(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (parent, small, large) = (buyer.id("t-caviar").await, buyer.id("t-caviar-15").await, buyer.id("t-caviar-35").await);
        let found = search(&mut buyer, "caviale", "productname").await;
        assert!(found[small.to_string()].is_string() && found[large.to_string()].is_string(), "{found}");
        assert!(found[parent.to_string()].is_null(), "{found}");
        for sku in ["t-tin-small", "t-ext", "t-set", "t-noprice"] {
            let answer = search(&mut buyer, sku, "sku").await;
            assert_eq!(answer, json!(1234), "{sku}");
        }
        assert_eq!(search(&mut buyer, "Bozza", "productname").await, json!(1234), "a draft");
        assert_eq!(search(&mut buyer, "Nascosto", "productname").await, json!(1234), "hidden goods");
    }

    async fn the_shops_own_pages_get_packs_and_the_order_of_the_search(shop) {
        sell_by_six(&shop, "t-oil").await;
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let token = token(&mut buyer).await;
        let fields = [("action", "b2bking_ajax_search"), ("security", token.as_str()), ("searchValue", "olio")];
        let request = buyer.request(Method::POST, "/wp-admin/admin-ajax.php").header("accept", FOUND).form(&fields);
        let found = buyer.send(request).await.expect(200);
        assert_eq!(found[0]["price_millionths"], 12_000_000);
        assert_eq!((&found[0]["pack"]["min"], &found[0]["pack"]["step"]), (&json!(6), &json!(6)));
    }

    async fn an_opened_list_asks_for_the_prices_of_its_lines_and_gets_empty_for_none(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let oil = buyer.id("t-oil").await;
        let text = format!("{oil}:3|999999:1|");
        let fields = [("searchType", "purchaseListLoading"), ("searchValue", text.as_str())];
        let found = call(&mut buyer, "b2bking_ajax_search", &fields).await.expect(200);
        assert_eq!(found.as_object().expect("a map").len(), 2, "{found}");
        assert_eq!(found[format!("{oil}B2BKINGPRICE")], "12.00");
        let fields = [("searchType", "purchaseListLoading"), ("searchValue", "999999:1|")];
        assert_eq!(call(&mut buyer, "b2bking_ajax_search", &fields).await.text(), "\"empty\"");
    }

    async fn sums_are_written_as_the_shop_writes_prices(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let answer = call(&mut buyer, "b2bking_accountingsubtotals", &[("pricesent", "1234.50")]).await;
        assert_eq!(answer.text(), "<span class=\"woocommerce-Price-amount amount\">1.234,50\u{a0}€</span>");
        for wrong in ["", "abc", "1e9", "1.234", "99999999999999999999"] {
            let answer = call(&mut buyer, "b2bking_accountingsubtotals", &[("pricesent", wrong)]).await;
            assert_eq!((answer.status, &answer.json()["field"]), (422, &json!("pricesent")), "{wrong}");
        }
    }

    async fn a_product_string_without_lines_adds_nothing_and_is_told(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let oil = buyer.id("t-oil").await;
        for odd in [String::new(), "abc|".into(), format!("{oil}:0|"), format!("{oil}:-1|"), format!("{oil}:1e3|"), format!(":{oil}|")] {
            let body = call(&mut buyer, "b2bking_bulkorder_add_cart", &[("productstring", &odd)]).await.expect(422);
            assert_eq!((&body["code"], &body["field"]), (&json!("trade_list_empty"), &json!("productstring")), "{odd}");
        }
        assert_eq!(cart(&mut buyer).await, []);
    }

    async fn a_search_that_does_not_say_by_what_goes_by_name(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let by_name = search(&mut buyer, "olio", "productname").await;
        let answer = call(&mut buyer, "b2bking_ajax_search", &[("searchValue", "olio")]).await;
        assert_eq!(answer.expect(200), by_name);
        let none = call(&mut buyer, "b2bking_ajax_search", &[("searchValue", "zzzqqq")]).await;
        assert_eq!(none.text(), "1234", "the number, without quotes");
    }

    async fn quantities_are_raised_to_whole_packs_and_that_is_told(shop) {
        sell_by_six(&shop, "t-oil").await;
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let oil = buyer.id("t-oil").await;
        let products = format!("{oil}:7|");
        let answer = call(&mut buyer, "b2bking_bulkorder_add_cart", &[("productstring", &products)]).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "1"));
        assert_eq!(cart(&mut buyer).await, [("t-oil".to_owned(), 12)]);
        let told = told(&mut buyer).await;
        assert!(told.iter().any(|text| text.contains("confezioni intere da 6")), "{told:?}");
    }

    async fn lines_from_a_spreadsheet_are_read_by_sku_id_or_exact_name(shop) {
        sell_by_six(&shop, "t-oil").await;
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let small = buyer.id("t-caviar-15").await;
        let text = format!("T-OIL\t7\n{small}\t2\ncaffe macinato\t3\nnulla\t1\nt-caviar\t1\nt-noprice\t1\nt-sale\tdue\n");
        let report = read(&mut buyer, &text).await.expect(200);
        let told = |at: usize| report["lines"][at]["notice"]["code"].as_str().unwrap_or_default().to_owned();
        let quantity = |at: usize| report["lines"][at]["quantity"].as_i64().unwrap_or(0);
        assert_eq!((told(0).as_str(), quantity(0)), ("trade_bulk_packs", 12));
        assert_eq!((told(1).as_str(), quantity(1)), ("", 2));
        assert_eq!((told(2).as_str(), quantity(2)), ("", 3), "accents and case aside");
        assert_eq!(told(3), "trade_bulk_unknown");
        assert_eq!(told(4), "trade_bulk_ambiguous", "which of its packs?");
        assert_eq!(told(5), "trade_bulk_not_sold");
        assert_eq!(told(6), "trade_bulk_quantity");
        assert!((3..7).all(|at| report["lines"][at]["product"].is_null()), "{report}");
        assert_eq!(report["lines"][3]["line"], 4, "lines are told by their number");
    }

    async fn what_is_not_understood_of_a_pasted_line_is_told_and_not_added(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        for (text, code) in [
            ("t-oil\tProva\t100\t2", "trade_bulk_two_numbers"),
            ("t-oil,Prova,100,00,2", "trade_bulk_two_numbers"),
            ("t-oil;Prova;100,00", "trade_bulk_maybe_price"),
            ("t-oil;1.000", "trade_bulk_unclear"),
            ("t-oil;-2", "trade_bulk_quantity"),
            ("SKU;Quantità\nt-oil;2,5", "trade_bulk_quantity"),
            ("SKU;Quantità\nt-oil;", "trade_bulk_no_quantity"),
            ("SKU;Fabbisogno\nt-oil;3", "trade_bulk_heading"),
            ("SKU,Prezzo,Qty\nt-oil,12,00,3", "trade_bulk_columns"),
        ] {
            let report = read(&mut buyer, text).await.expect(200);
            let lines = report["lines"].as_array().expect("lines");
            assert!(lines.iter().all(|line| line["product"].is_null() && line["quantity"] == 0), "{text}: {report}");
            assert_eq!(lines[0]["notice"]["code"], code, "{text}: {report}");
        }
        assert_eq!(cart(&mut buyer).await, []);
    }

    async fn pasted_lines_are_read_in_the_notations_of_both_languages(shop) {
        sell_by_six(&shop, "t-sale").await;
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        for (text, quantity) in [
            ("t-oil\tProva\t100,00\t2", 2),
            ("Cod. art.;Descrizione;Prezzo €;Q.tà\nt-oil;Prova;1.100,00;2", 2),
            ("Item code|Unit price|Order qty\nt-oil|1,100.00|2", 2),
            ("2 x t-oil", 2),
            ("T-OIL x 2", 2),
            ("t-oil 2 pz", 2),
            ("SKU;Colli\nt-sale;2", 12),
            ("SKU;Colli\nt-oil;2", 2),
        ] {
            let report = read(&mut buyer, text).await.expect(200);
            assert_eq!(report["lines"].as_array().map(Vec::len), Some(1), "{text}: {report}");
            assert_eq!(report["lines"][0]["quantity"], quantity, "{text}: {report}");
        }
        let packs = read(&mut buyer, "SKU;Colli\nt-sale;2").await.expect(200);
        assert_eq!(packs["lines"][0]["notice"]["code"], "trade_bulk_packs_counted");
        let twice = read(&mut buyer, "2 x t-oil;3").await.expect(200);
        assert_eq!(twice["lines"][0]["notice"]["code"], "trade_bulk_two_numbers");
    }

    async fn a_text_without_lines_and_one_that_is_too_long_are_refused(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let empty = read(&mut buyer, " \n ").await.expect(422);
        assert_eq!((&empty["code"], &empty["field"]), (&json!("trade_bulk_nothing_pasted"), &json!("pasted")));
        let long = read(&mut buyer, &"t-oil;1\n".repeat(70_000)).await.expect(422);
        assert_eq!(long["code"], "trade_bulk_file_too_large");
        let many = read(&mut buyer, &"t-oil;1\n".repeat(1_003)).await.expect(200);
        assert_eq!((many["lines"].as_array().map(Vec::len), &many["cut"]), (Some(1_000), &json!(3)));
    }

    async fn the_form_works_without_scripts(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let nonce = page_data(&mut buyer, FORM).await["page"]["nonce"].as_str().unwrap_or_default().to_owned();
        let row = |text, quantity| [("product", "0"), ("text", text), ("quantity", quantity)];
        let mut fields = vec![("_wpnonce", nonce.as_str()), ("action", "add")];
        fields.extend(row("t-oil", "2"));
        fields.extend(row("non c’è", "4"));
        fields.extend(row("", ""));
        let refused = buyer.submit(FORM, &fields).await;
        assert_eq!(refused.status, 422);
        assert!(refused.text().contains("non corrisponde a nessun prodotto"), "{}", refused.text());
        assert!(refused.text().contains("value=\"non c’è\""), "what was typed stays");
        assert_eq!(cart(&mut buyer).await, []);
        let mut fields = vec![("_wpnonce", nonce.as_str()), ("action", "add")];
        fields.extend(row("t-oil", "2"));
        fields.extend(row("Caffè macinato", "3"));
        let added = buyer.submit(FORM, &fields).await;
        assert_eq!((added.status, added.header("location")), (303, Some("/cart/")));
        assert_eq!(cart(&mut buyer).await, [("t-oil".to_owned(), 2), ("t-caffe".to_owned(), 3)]);
        let told = told(&mut buyer).await;
        assert_eq!(told, ["Righe aggiunte al carrello: 2."]);
    }

    async fn a_file_sent_without_scripts_becomes_rows_with_a_report(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let oil = buyer.id("t-oil").await;
        let nonce = page_data(&mut buyer, FORM).await["page"]["nonce"].as_str().unwrap_or_default().to_owned();
        // As older spreadsheets write it: one byte for each letter.
        let file = b"Nome;Quantit\xe0\nCaff\xe8 macinato;3\nnulla;1\n".to_vec();
        let form = reqwest::multipart::Form::new()
            .text("_wpnonce", nonce)
            .text("rest", format!("{oil}:2|"))
            .text("pasted", "")
            .part("file", reqwest::multipart::Part::bytes(file).file_name("ordine.csv"));
        let request = buyer.request(Method::POST, "/my-account/bulkorder/paste/").multipart(form);
        let request = request.header("accept", "application/vnd.bottega.page+json");
        let page = buyer.send(request).await.expect(200);
        let rows = &page["page"]["section"]["rows"];
        let caffe = buyer.id("t-caffe").await;
        assert_eq!(rows["form"]["product_string"], format!("{oil}:2|{caffe}:3|"), "{rows}");
        assert_eq!(rows["report"]["lines"][1]["notice"]["code"], "trade_bulk_unknown");
    }

    async fn who_may_not_order_in_bulk_is_told_so(shop) {
        let mut guest = shop.visitor();
        let answer = guest.page(FORM).await;
        assert_eq!((answer.status, answer.header("location").map(|to| to.starts_with("/my-account/"))), (303, Some(true)));
        let mut consumer = customer(&shop, "ada@example.com").await;
        assert_eq!(consumer.page(FORM).await.status, 403);
        let mut waiting = customer(&shop, "nuovo@example.com").await;
        make_company(&shop, "nuovo@example.com", "Nuovo", "pending");
        let _main = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let mut viewer = colleague(&shop, "vede@bar.example", "Bar Rosa", &["permissionViewOrders"]).await;
        let mut lists = colleague(&shop, "liste@bar.example", "Bar Rosa", &["permissionViewLists"]).await;
        for visitor in [&mut consumer, &mut waiting, &mut viewer] {
            for (action, fields) in [
                ("b2bking_ajax_search", vec![("searchValue", "olio")]),
                ("b2bking_bulkorder_add_cart", vec![("productstring", "1:1|")]),
                ("b2bking_accountingsubtotals", vec![("pricesent", "1.00")]),
            ] {
                let answer = call(visitor, action, &fields).await;
                assert_eq!(answer.status, 403, "{action}: {}", answer.text());
                assert!(answer.json()["message"].as_str().is_some_and(|text| !text.is_empty()), "{action}");
            }
            assert_eq!(visitor.page(FORM).await.status, 403);
            assert_eq!(read(visitor, "t-oil;1").await.status, 403);
        }
        assert!(search(&mut lists, "olio", "productname").await.is_object(), "lists are edited with the search");
        let oil = lists.id("t-oil").await;
        let products = format!("{oil}:1|");
        let answer = call(&mut lists, "b2bking_bulkorder_add_cart", &[("productstring", &products)]).await;
        assert_eq!(answer.status, 403, "without the right to buy nothing is added");
        assert_eq!(cart(&mut lists).await, []);
    }

    async fn a_call_without_the_token_of_its_visit_is_refused(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let mut other = company(&shop, "ugo@bar.example", "Bar Ugo").await;
        let foreign = token(&mut other).await;
        for token in ["", "0123456789", foreign.as_str()] {
            for action in ["b2bking_ajax_search", "b2bking_bulkorder_add_cart", "b2bking_accountingsubtotals"] {
                let answer = call_with(&mut buyer, token, action, &[("searchValue", "olio")]).await;
                assert_eq!((answer.status, answer.text().as_str()), (403, "-1"), "{action}");
            }
            let answer = buyer.submit("/api/bulk-order/lines", &[("security", token), ("text", "t-oil;1")]).await;
            assert_eq!(answer.status, 403);
        }
        assert_eq!(call(&mut buyer, "b2bking_unknown", &[]).await.status, 400);
    }

    async fn searches_are_limited(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let token = token(&mut buyer).await;
        let mut last = 200;
        for _ in 0..61 {
            last = call_with(&mut buyer, &token, "b2bking_ajax_search", &[("searchValue", "olio")]).await.status;
        }
        assert_eq!(last, 429);
    }

    async fn a_thousand_lines_are_one_change_of_the_cart(shop) {
        let mut csv = "Type,SKU,Name,Published,Regular price,In stock?,Tax status,Categories\n".to_owned();
        for n in 0..1_000 {
            csv.push_str(&format!("simple,b-{n},Articolo {n},1,{}.50,1,taxable,Ingrosso\n", n % 40 + 1));
        }
        let mut shop = shop;
        let server = shop.import(&csv).await;
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await.moved_to(&shop.visitor_of(server));
        let lines: String = (0..1_000).map(|n| format!("b-{n}\t{}\n", n % 5 + 1)).collect();
        let report = read(&mut buyer, &lines).await.expect(200);
        let rows = report["lines"].as_array().expect("lines");
        let products: String =
            rows.iter().map(|row| format!("{}:{}|", row["product"]["product_id"], row["quantity"])).collect();
        let answer = call(&mut buyer, "b2bking_bulkorder_add_cart", &[("productstring", &products)]).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(cart(&mut buyer).await.len(), 1_000);
        assert_eq!(told(&mut buyer).await, ["Righe aggiunte al carrello: 1000."]);
        let oil = buyer.id("t-oil").await;
        let products = format!("{oil}:1|");
        call(&mut buyer, "b2bking_bulkorder_add_cart", &[("productstring", &products)]).await;
        assert_eq!(cart(&mut buyer).await.len(), 1_000, "a cart has an end");
    }
}
