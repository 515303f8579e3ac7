use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::rules;

fn page() -> Value {
    json!({
        "kind": "page", "title": "I nostri frantoi", "title_en": "Our mills", "status": "published",
        "body": "<h2>Chi frange</h2><p onclick=\"x()\">Testo <script>x</script></p>", "body_en": "<p>Text</p>",
        "blocks": [{ "kind": "newest", "title": "Novità", "count": "4", "columns": "2" }], "position": "0"
    })
}

fn fields(answer: &Value) -> Vec<String> {
    let errors = answer["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().filter_map(|error| error["field"].as_str().map(str::to_owned)).collect()
}

rules! {
    async fn a_published_page_is_shown_cleaned_and_a_draft_is_not(shop) {
        let mut merchant = shop.merchant().await;
        let mut draft = page();
        draft["status"] = "draft".into();
        let made = merchant.write(Method::POST, "/pages", draft).await.expect(201);
        assert_eq!((&made["path"], &made["fields"]["slug"]), (&json!("/i-nostri-frantoi/"), &json!("i-nostri-frantoi")));
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page("/i-nostri-frantoi/").await.status, 404);
        let mut fields = made["fields"].clone();
        fields["status"] = "published".into();
        let path = format!("/pages/{}", made["id"]);
        let saved = merchant.write(Method::PUT, &path, json!({ "version": made["version"], "fields": fields })).await.expect(200);
        assert!(saved["fields"]["published_on"].as_str().is_some_and(|day| day.len() == 10));
        let shown = visitor.page("/i-nostri-frantoi/").await;
        assert_eq!(shown.status, 200);
        let text = shown.text();
        assert!(text.contains("Chi frange") && text.contains("Novità") && !text.contains("x()"), "{text}");
    }

    async fn wrong_pages_are_refused_by_field_and_nothing_is_saved(shop) {
        let mut merchant = shop.merchant().await;
        let before = merchant.get("/pages").await.expect(200)["total"].clone();
        let with = |name: &str, value: Value| {
            let mut page = page();
            page[name] = value;
            page
        };
        let block = |block: Value| with("blocks", json!([block]));
        for (body, wanted) in [
            (with("title", "".into()), "title"),
            (with("slug", "cart".into()), "slug"),
            (with("slug", "Due parole".into()), "slug"),
            (with("kind", "home".into()), "kind"),
            (with("kind", "boh".into()), "kind"),
            (with("status", "boh".into()), "status"),
            (with("published_on", "24/12/2026".into()), "published_on"),
            (with("position", "primo".into()), "position"),
            (block(json!({ "kind": "boh", "count": "4", "columns": "4" })), "blocks.0.kind"),
            (block(json!({ "kind": "newest", "count": "tanti", "columns": "4" })), "blocks.0.count"),
            (block(json!({ "kind": "newest", "count": "4", "columns": "9" })), "blocks.0.columns"),
            (block(json!({ "kind": "category", "count": "4", "columns": "4" })), "blocks.0.slugs"),
        ] {
            let answer = merchant.write(Method::POST, "/pages", body.clone()).await.expect(422);
            assert_eq!(fields(&answer), [wanted], "{body}");
        }
        assert_eq!(merchant.get("/pages").await.expect(200)["total"], before);
        assert_eq!(merchant.get("/pages?kind=boh").await.status, 422);
    }

    async fn who_saves_what_somebody_else_changed_is_told(shop) {
        let mut merchant = shop.merchant().await;
        let made = merchant.write(Method::POST, "/pages", page()).await.expect(201);
        let path = format!("/pages/{}", made["id"]);
        let change = json!({ "version": made["version"], "fields": made["fields"] });
        merchant.write(Method::PUT, &path, change.clone()).await.expect(200);
        assert_eq!(merchant.write(Method::PUT, &path, change).await.status, 409);
        let twice = merchant.write(Method::POST, "/pages", page()).await.expect(422);
        assert_eq!(twice["errors"][0]["code"], "page_slug_taken");
    }

    async fn the_home_page_stays_and_others_can_be_deleted(shop) {
        let mut merchant = shop.merchant().await;
        let made = merchant.write(Method::POST, "/pages", page()).await.expect(201);
        let path = format!("/pages/{}", made["id"]);
        assert_eq!(merchant.write(Method::DELETE, &path, json!({})).await.status, 204);
        assert_eq!(merchant.write(Method::DELETE, &path, json!({})).await.status, 404);
        let home = merchant.get("/pages?kind=home").await.expect(200);
        if let Some(id) = home["rows"][0]["id"].as_i64() {
            assert_eq!(merchant.write(Method::DELETE, &format!("/pages/{id}"), json!({})).await.status, 422);
        }
    }

    async fn a_preview_is_what_will_be_left_of_the_text(shop) {
        let mut merchant = shop.merchant().await;
        let body = "<p style=\"color:red\">Ciao <a href=\"javascript:x()\">qui</a><script>x</script></p>";
        let shown = merchant.write(Method::POST, "/pages/preview", json!({ "body": body })).await.expect(200);
        assert_eq!(shown["html"], "<p>Ciao <a rel=\"noopener\">qui</a></p>");
    }

    async fn strangers_read_and_write_no_page(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page("/api/admin/pages").await.status, 401);
        for (method, path) in [(Method::POST, "/pages"), (Method::PUT, "/pages/1"), (Method::DELETE, "/pages/1"), (Method::POST, "/pages/preview")] {
            let request = visitor.request(method, &format!("/api/admin{path}")).json(&page());
            assert_eq!(visitor.send(request).await.status, 401, "{path}");
        }
    }
}
