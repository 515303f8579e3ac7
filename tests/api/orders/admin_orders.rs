use serde_json::{Value, json};
use shop_core::base::calendar::{local_day, name_of_day};
use shop_tests::{Merchant, TestShop, Visitor, checkout, now, on_both_databases, rules};

/// Buys one piece under a name and an e-mail address.
async fn buy(shop: &TestShop, sku: &str, (first, last): (&str, &str), email: &str) -> i64 {
    let mut visitor: Visitor = shop.visitor();
    visitor.add(sku, 1).await;
    let mut body = checkout("bacs");
    (body["billing_address"]["first_name"], body["billing_address"]["last_name"]) = (first.into(), last.into());
    body["billing_address"]["email"] = email.into();
    visitor.post("/checkout", body).await.expect(200)["order_id"].as_i64().expect("an id")
}

async fn numbers(merchant: &mut Merchant, query: &str) -> Vec<i64> {
    let list = merchant.get(&format!("/orders{query}")).await.expect(200);
    list["orders"].as_array().expect("rows").iter().filter_map(|row| row["id"].as_i64()).collect()
}

/// The day in Rome, so many days from now.
fn day(from_now: i64) -> String {
    name_of_day(local_day(now()) + from_now)
}

fn error(refused: &Value) -> (&str, &str) {
    let first = &refused["errors"][0];
    (first["field"].as_str().unwrap_or("?"), first["code"].as_str().unwrap_or("?"))
}

on_both_databases! {
    async fn orders_are_found_by_days_number_name_and_address(shop) {
        let livia = buy(&shop, "t-oil", ("Livia", "Conti"), "livia@example.com").await;
        let bruno = buy(&shop, "t-five", ("Bruno", "Rossi"), "bruno@example.com").await;
        let mut merchant = shop.merchant().await;
        assert_eq!(numbers(&mut merchant, &format!("?from={}&to={}", day(-1), day(0))).await, [bruno, livia]);
        assert_eq!(numbers(&mut merchant, &format!("?to={}", day(-1))).await, Vec::<i64>::new());
        assert_eq!(numbers(&mut merchant, &format!("?from={}", day(1))).await, Vec::<i64>::new());
        for search in ["bruno@", "ROSSI", &bruno.to_string(), &format!("%23{bruno}")] {
            assert_eq!(numbers(&mut merchant, &format!("?search={search}")).await, [bruno], "{search}");
        }
        for search in ["%25", "_", "x' OR '1'='1"] {
            assert_eq!(numbers(&mut merchant, &format!("?search={search}")).await, Vec::<i64>::new(), "{search}");
        }
        merchant.set_status(livia, "processing").await.expect(200);
        let list = merchant.get("/orders?search=conti&status=on-hold").await.expect(200);
        assert_eq!((&list["orders"], &list["by_status"]), (&json!([]), &json!([{ "status": "processing", "count": 1 }])));
    }

    async fn a_list_is_sorted_as_asked(shop) {
        let cheap = buy(&shop, "t-five", ("Zeno", "Zani"), "z@example.com").await;
        let dear = buy(&shop, "t-oil", ("Ada", "Alba"), "a@example.com").await;
        let mut merchant = shop.merchant().await;
        let total = async |merchant: &mut Merchant, id| merchant.order(id).await["total_cents"].as_i64().expect("cents");
        let (low, high) =
            if total(&mut merchant, cheap).await < total(&mut merchant, dear).await { (cheap, dear) } else { (dear, cheap) };
        for (sort, expected) in [
            ("newest", [dear, cheap]),
            ("oldest", [cheap, dear]),
            ("highest", [high, low]),
            ("lowest", [low, high]),
            ("name", [dear, cheap]),
        ] {
            assert_eq!(numbers(&mut merchant, &format!("?sort={sort}")).await, expected, "{sort}");
        }
    }
}

rules! {
    async fn what_cannot_be_asked_is_named(shop) {
        let mut merchant = shop.merchant().await;
        for path in ["/orders", "/orders/export"] {
            for (query, field, code) in [
                ("?from=21/11/2026", "from", "date_invalid"),
                ("?to=2026-02-30", "to", "date_invalid"),
                ("?from=2026-11-21&to=2026-11-20", "to", "dates_reversed"),
                ("?sort=id", "sort", "value_unknown"),
                ("?status=shipped", "status", "value_unknown"),
            ] {
                let refused = merchant.get(&format!("{path}{query}")).await.expect(422);
                assert_eq!(error(&refused), (field, code), "{path}{query}");
            }
        }
        assert_eq!(shop.visitor().page("/api/admin/orders/export").await.status, 401);
    }

    async fn a_list_comes_as_a_file_whose_cells_are_no_formulas(shop) {
        let evil = buy(&shop, "t-oil", ("=HYPERLINK(\"x\")", "Conti;"), "livia@example.com").await;
        buy(&shop, "t-five", ("Bruno", "Rossi"), "bruno@example.com").await;
        let mut merchant = shop.merchant().await;
        let answer = merchant.get("/orders/export?search=livia%40&page=7").await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.header("content-type").is_some_and(|kind| kind.starts_with("text/csv")));
        assert!(answer.header("content-disposition").is_some_and(|name| name.starts_with("attachment; filename=\"ordini-")));
        let text = answer.text();
        let rows: Vec<&str> = text.trim_end().split("\r\n").collect();
        assert_eq!(rows.len(), 2, "{text}");
        assert!(rows[0].starts_with("\u{feff}ordine;giorno;stato;"), "{text}");
        let start = format!("{evil};{};In attesa del bonifico;\"'=HYPERLINK(\"\"x\"\") Conti;\";livia@example.com;", day(0));
        assert!(rows[1].starts_with(&start), "{text}");
        assert!(rows[1].ends_with(";0,00;;"), "{text}");
    }
}
