use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use shop_tests::{Answer, Merchant, on_both_databases, rules};

async fn start(merchant: &mut Merchant, text: &str, dry: bool) -> Answer {
    let file = Part::bytes(text.as_bytes().to_vec()).file_name("prodotti.csv");
    let form = Form::new().part("file", file).text("dry_run", if dry { "1" } else { "0" });
    merchant.upload("/import", form).await
}

/// Follows an import to its end.
async fn import(merchant: &mut Merchant, text: &str, dry: bool) -> Value {
    let started = start(merchant, text, dry).await.expect(202);
    merchant.settled().await;
    let job = merchant.get(&format!("/import/{}", started["id"])).await.expect(200);
    assert!(!job["result"].is_null(), "{job}");
    job
}

async fn export(merchant: &mut Merchant) -> String {
    let answer = merchant.get("/export").await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-disposition").is_some_and(|value| value.contains("attachment")));
    answer.text()
}

const TWO: &str =
    "Type,SKU,Name,Published,Regular price\nsimple,n-uno,Nuovo uno,1,4.50\nsimple,n-due,Nuovo due,1,abc\n";

rules! {
    async fn a_trial_tells_what_would_come_of_it_and_writes_nothing(shop) {
        let mut merchant = shop.merchant().await;
        let before = export(&mut merchant).await;
        let job = import(&mut merchant, TWO, true).await;
        let result = &job["result"];
        assert_eq!((&job["stage"], &job["dry_run"]), (&json!("done"), &json!(true)));
        assert_eq!((&result["rows"], &result["added"], &result["failed"]), (&json!(2), &json!(1), &json!(1)));
        assert_eq!((&result["errors"][0]["line"], &result["errors"][0]["column"]), (&json!(3), &json!("Regular price")));
        assert!(result["errors"][0]["message"].as_str().is_some_and(|words| words.contains("abc")));
        assert_eq!(export(&mut merchant).await, before);
    }

    async fn what_is_exported_comes_back_unchanged_and_no_cell_is_run(shop) {
        let mut merchant = shop.merchant().await;
        let formula = "Type,SKU,Name,Published,Regular price\nsimple,n-form,=1+1,1,4.50\n";
        import(&mut merchant, formula, false).await;
        let text = export(&mut merchant).await;
        assert!(text.contains("'=1+1"), "a spreadsheet runs no cell");
        let job = import(&mut merchant, &text, true).await;
        assert_eq!((&job["result"]["added"], &job["result"]["updated"], &job["result"]["failed"]), (&json!(0), &json!(0), &json!(0)), "{job}");
        assert_eq!(job["result"]["unchanged"], job["result"]["rows"]);
    }

    async fn a_file_that_is_none_is_refused_with_its_reason(shop) {
        let mut merchant = shop.merchant().await;
        let job = import(&mut merchant, "solo una riga senza colonne note\n", false).await;
        assert_eq!(job["stage"], "failed");
        assert!(job["result"]["refusal"].as_str().is_some_and(|words| !words.is_empty()), "{job}");
        let answer = merchant.upload("/import", Form::new().text("dry_run", "1")).await.expect(422);
        assert_eq!((&answer["errors"][0]["field"], &answer["errors"][0]["code"]), (&json!("file"), &json!("office_file_missing")));
        assert_eq!(merchant.get("/import/999999").await.status, 404);
    }

    async fn strangers_neither_import_nor_export(shop) {
        let mut visitor = shop.visitor();
        for path in ["/import", "/import/1", "/export"] {
            assert_eq!(visitor.page(&format!("/api/admin{path}")).await.status, 401, "{path}");
        }
        let form = Form::new().part("file", Part::bytes(TWO.as_bytes().to_vec()).file_name("x.csv"));
        let request = visitor.request(Method::POST, "/api/admin/import").multipart(form);
        assert_eq!(visitor.send(request).await.status, 401);
    }
}

on_both_databases! {
    async fn an_import_adds_the_good_rows_and_shoppers_can_buy_them(shop) {
        let mut merchant = shop.merchant().await;
        let job = import(&mut merchant, TWO, false).await;
        assert_eq!((&job["result"]["added"], &job["result"]["failed"]), (&json!(1), &json!(1)));
        let mut visitor = shop.visitor();
        visitor.add("n-uno", 2).await;
        assert_eq!(visitor.cart().await["items_count"], 2);
        assert_eq!(merchant.get("/import").await.expect(200)["id"], job["id"]);
    }
}
