//! The look of the shop: saved by the merchant, drawn by a style sheet of its own, previewed in a frame.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use shop_tests::{Answer, Merchant, page_data, rules};

use crate::catalogue::admin_product::DOT;

async fn save(merchant: &mut Merchant, fields: Value) -> Answer {
    merchant.write(Method::PUT, "/theme", json!({ "fields": fields })).await
}

fn refused(answer: &Answer) -> Vec<(String, String)> {
    let errors = answer.json()["errors"].as_array().cloned().unwrap_or_default();
    let text = |error: &Value, name: &str| error[name].as_str().unwrap_or_default().to_owned();
    errors.iter().map(|error| (text(error, "field"), text(error, "code"))).collect()
}

fn policy(answer: &Answer) -> &str {
    answer.header("content-security-policy").unwrap_or_default()
}

/// What the policy says of frames around the page.
fn framed_by(answer: &Answer) -> &str {
    let rest = policy(answer).split_once("frame-ancestors ").map_or("", |(_, rest)| rest);
    rest.split(';').next().unwrap_or_default()
}

async fn style_path(visitor: &mut shop_tests::Visitor) -> String {
    page_data(visitor, "/").await["shell"]["theme"]["style_path"].as_str().unwrap_or_default().to_owned()
}

rules! {
    async fn a_shop_as_it_is_made_has_no_style_sheet_of_its_own(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(style_path(&mut visitor).await, "");
        assert!(!visitor.page("/").await.text().contains("/theme/"));
        assert_eq!(visitor.page("/theme/0000000000000000.css").await.status, 404);
    }

    async fn a_saved_look_is_drawn_by_a_style_sheet_that_is_kept_for_ever_under_its_hash(shop) {
        let mut merchant = shop.merchant().await;
        let saved = save(&mut merchant, json!({ "brand": "#7A1F2B", "heading_font": "georgia" })).await.expect(200);
        assert_eq!((&saved["fields"]["brand"], &saved["fields"]["paper"]), (&json!("#7a1f2b"), &json!("#fbf8f2")));
        let mut visitor = shop.visitor();
        let path = style_path(&mut visitor).await;
        let page = visitor.page("/").await;
        assert!(page.text().contains(&format!("<link rel=\"stylesheet\" href=\"{path}\" nonce=")));
        assert!(page.text().contains("<meta name=\"theme-color\" content=\"#7a1f2b\">"));
        assert!(!page.text().contains("rel=\"preload\" as=\"font\" type=\"font/woff2\" href=\"/assets/cormorant"));
        assert!(!policy(&page).contains("unsafe-inline"));
        let sheet = visitor.page(&path).await;
        assert_eq!(sheet.header("content-type"), Some("text/css; charset=utf-8"));
        assert_eq!(sheet.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert!(sheet.text().starts_with(":root{--green:#7a1f2b;") && sheet.text().contains("--serif:Georgia"));
        save(&mut merchant, json!({ "brand": "#1f4636", "accent": "#ffd200" })).await.expect(200);
        let newer = style_path(&mut visitor).await;
        assert_ne!(newer, path);
        let old = visitor.page(&path).await;
        assert_eq!((old.status, old.header("cache-control")), (200, Some("no-store")), "a page that was kept is drawn as now");
        assert_eq!(old.text(), visitor.page(&newer).await.text());
        let noted = merchant.get("/setting-changes").await.expect(200);
        let changes: Vec<(&str, &str)> = noted["changes"].as_array().expect("rows").iter()
            .map(|row| (row["section"].as_str().unwrap_or(""), row["field"].as_str().unwrap_or("")))
            .collect();
        assert_eq!(changes.iter().filter(|(section, _)| *section == "theme").count(), 5);
        assert!(changes.contains(&("theme", "heading_font")));
    }

    async fn what_is_no_look_is_refused_by_its_field_and_changes_nothing(shop) {
        let mut merchant = shop.merchant().await;
        for (fields, field, code) in [
            (json!({ "paper": "white" }), "paper", "theme_color"),
            (json!({ "ink": "#000;}*{display:none}" }), "ink", "theme_color"),
            (json!({ "text_font": "Arial, url(x)" }), "text_font", "theme_font"),
            (json!({ "text_size": "500" }), "text_size", "merchant_number_invalid"),
            (json!({ "accent": "#7f7f7f" }), "accent", "theme_contrast"),
            (json!({ "logo": "https://evil.example/x.webp", "logo_width": "1", "logo_height": "1" }), "logo", "theme_logo"),
            (json!({ "logo": "/pictures/nessuno-640.webp", "logo_width": "1", "logo_height": "1" }), "logo", "theme_logo"),
        ] {
            let answer = save(&mut merchant, fields).await;
            assert_eq!(answer.status, 422);
            assert_eq!(refused(&answer), [(field.to_owned(), code.to_owned())]);
        }
        let contrast = save(&mut merchant, json!({ "accent": "#7f7f7f" })).await;
        assert!(contrast.text().contains("4,5 a 1"), "the merchant is told how well it can be read");
        for body in [json!({ "fields": { "css": "*{}" } }), json!({ "fields": { "paper": 7 } }), json!({})] {
            assert!((400..500).contains(&merchant.write(Method::PUT, "/theme", body).await.status));
        }
        let wrong = json!({ "fields": {}, "preview_origin": "https://a.it; script-src *" });
        let answer = merchant.write(Method::PUT, "/theme", wrong).await;
        assert_eq!(refused(&answer), [("preview_origin".to_owned(), "theme_origin".to_owned())]);
        assert_eq!(style_path(&mut shop.visitor()).await, "");
    }

    async fn a_logo_is_a_picture_that_was_uploaded_and_stands_in_the_header_once_it_is_saved(shop) {
        let mut merchant = shop.merchant().await;
        let file = |bytes: &[u8]| Form::new().part("file", Part::bytes(bytes.to_vec()).file_name("logo.png"));
        assert_eq!(merchant.upload("/theme/logo", file(b"<svg onload=alert(1)>")).await.status, 422);
        let kept = merchant.upload("/theme/logo", file(DOT)).await.expect(201);
        let src = kept["src"].as_str().expect("an address").to_owned();
        let mut visitor = shop.visitor();
        assert!(!visitor.page("/").await.text().contains(&src), "not before it is saved");
        let text = |name: &str| kept[name].to_string();
        let fields = json!({ "logo": src, "logo_width": text("width"), "logo_height": text("height") });
        save(&mut merchant, fields).await.expect(200);
        let page = visitor.page("/").await;
        assert!(page.text().contains(&format!("<img src=\"{src}\" width=\"")), "in the first HTML");
    }

    async fn only_a_preview_may_stand_in_a_frame_and_only_of_the_origins_that_may_show_it(shop) {
        let mut merchant = shop.merchant().await;
        let mut visitor = shop.visitor();
        assert_eq!(framed_by(&visitor.page("/").await), "'none'");
        let preview = visitor.page("/?theme_preview=1").await;
        assert_eq!(framed_by(&preview), "'self'");
        assert_eq!(preview.header("x-frame-options"), None);
        let change = json!({ "fields": {}, "preview_origin": "https://editor.example.com" });
        merchant.write(Method::PUT, "/theme", change).await.expect(200);
        let preview = visitor.page("/negozio/?theme_preview=1").await;
        assert_eq!(framed_by(&preview), "'self' https://editor.example.com");
        assert_eq!(preview.header("cache-control"), Some("no-store"));
        assert!(preview.text().contains("<meta name=\"robots\" content=\"noindex\">"));
        let shell = page_data(&mut visitor, "/negozio/?theme_preview=1").await["shell"].clone();
        for kept in ["attribution", "email_capture", "analytics"] {
            assert_eq!(shell[kept], Value::Null, "a preview counts nothing: {kept}");
        }
        assert_eq!(shell["consent"]["banner"], Value::Null, "and asks for nothing");
        for page in ["/", "/negozio/", "/prodotto/olio-di-prova/"] {
            let plain = visitor.page(page).await;
            assert_eq!((framed_by(&plain), plain.header("x-frame-options")), ("'none'", Some("DENY")), "{page}");
            assert!(!plain.text().contains("editor.example.com"), "a page as any knows nothing of it");
        }
        for page in ["/cart/", "/checkout/", "/my-account/", "/ordine/", "/recesso/", "/en/cart/", "/admin/"] {
            assert_eq!(framed_by(&visitor.page(&format!("{page}?theme_preview=1")).await), "'none'", "{page}");
        }
    }
}
