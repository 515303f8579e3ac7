use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use shop_tests::{Answer, Merchant, on_both_databases, rules};

async fn start(merchant: &mut Merchant, content: impl Into<Vec<u8>>, dry: bool) -> Answer {
    let file = Part::bytes(content.into()).file_name("prodotti.csv");
    let form = Form::new().part("file", file).text("dry_run", if dry { "1" } else { "0" });
    merchant.upload("/import", form).await
}

/// Follows an import to its end.
async fn import(merchant: &mut Merchant, content: impl Into<Vec<u8>>, dry: bool) -> Value {
    let started = start(merchant, content, dry).await.expect(202);
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
        let job = import(&mut merchant, text, true).await;
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

    async fn a_file_of_which_nothing_comes_in_is_no_import(shop) {
        let mut merchant = shop.merchant().await;
        let before = export(&mut merchant).await;
        let all_broken = "SKU,Nome,Prezzo di listino\nn-1,,1\nn-2,,1\n";
        for dry in [true, false] {
            let job = import(&mut merchant, all_broken, dry).await;
            let result = &job["result"];
            assert_eq!((&job["stage"], &result["imported"], &result["failed"]), (&json!("failed"), &json!(false), &json!(2)), "{job}");
            assert!(result["refusal"].as_str().is_some_and(|words| words.contains("nessuna delle righe")), "{job}");
            let told: Vec<_> = result["errors"].as_array().into_iter().flatten().map(|one| (&one["line"], &one["column"])).collect();
            assert_eq!(told, [(&json!(2), &json!("Nome")), (&json!(3), &json!("Nome"))]);
        }
        for text in ["SKU,Name\n", "SKU,Prezo\nn-uno,5\n", "SKU,Name,Weight (stone)\na,A,1\n", "PK\u{3}\u{4}…"] {
            let job = import(&mut merchant, text, false).await;
            assert_eq!((&job["stage"], &job["result"]["imported"]), (&json!("failed"), &json!(false)), "{text}: {job}");
            assert!(job["result"]["refusal"].as_str().is_some_and(|words| !words.is_empty()), "{job}");
        }
        assert_eq!(export(&mut merchant).await, before);
    }

    async fn a_column_that_is_not_known_is_named_with_those_that_are(shop) {
        let mut merchant = shop.merchant().await;
        let job = import(&mut merchant, "Codice articolo;Importo\n1;2\n", false).await;
        let refusal = job["result"]["refusal"].as_str().unwrap_or_default();
        for words in ["“Codice articolo”, “Importo”", "Prezzo di listino", "Marchi"] {
            assert!(refusal.contains(words), "{refusal}");
        }
    }

    async fn a_file_of_a_spreadsheet_in_another_language_comes_out_as_ours(shop) {
        let mut merchant = shop.merchant().await;
        // Windows-1252, as a German spreadsheet saves it.
        let text = b"sep=;\r\nArtikelnummer;Name;Regul\xe4rer Preis;Gewicht (g);Kategorien;Marken;GTIN, UPC, EAN oder ISBN\r\n\
            n-kn;Kn\xf6del;\x80 1.234,50;750;\"K\xfcche &amp; Co\";M\xfcller;4001234567890\r\n;;;;;;\r\n";
        let job = import(&mut merchant, text.as_slice(), false).await;
        assert_eq!((&job["stage"], &job["result"]["added"]), (&json!("done"), &json!(1)), "{job}");
        let exported = export(&mut merchant).await;
        let row = exported.lines().find(|line| line.contains("n-kn")).expect("the product");
        for cell in ["Knödel", "1234.50", "0.75", "Küche & Co", "Müller", "4001234567890"] {
            assert!(row.contains(cell), "{row}");
        }
        assert_eq!(import(&mut merchant, exported, true).await["result"]["updated"], 0);
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
