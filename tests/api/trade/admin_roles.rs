use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, Merchant, STRONG, on_both_databases, rules};

fn role(slug: &str, is_trade: bool) -> Value {
    json!({
        "slug": slug, "is_trade": is_trade, "name": slug, "name_en": "", "needs_approval": is_trade, "net_prices": is_trade,
        "minimum_order": "", "invoice_days": null, "hidden_payment_methods": [], "hidden_shipping_methods": [],
        "hidden_category_ids": [], "hidden_product_ids": [],
    })
}

/// The same with one field otherwise.
fn but(name: &str, value: Value) -> Value {
    let mut fields = role("bar", true);
    fields[name] = value;
    fields
}

/// Adds a role; gives its number.
pub(crate) async fn add_role(merchant: &mut Merchant, slug: &str, is_trade: bool) -> i64 {
    let made = merchant.write(Method::POST, "/roles", role(slug, is_trade)).await.expect(201);
    made["id"].as_i64().expect("a number")
}

fn field(kind: &str, required: bool) -> Value {
    let options = if kind == "select" { json!(["Bar", "Hotel"]) } else { json!([]) };
    json!({ "label": format!("Campo {kind}"), "label_en": "", "kind": kind, "required": required, "options": options })
}

/// Adds a field of the registration form.
pub(crate) async fn add_field(
    merchant: &mut Merchant,
    name: &str,
    kind: &str,
    required: bool,
    role: Option<i64>,
) -> Answer {
    let new = json!({ "name": name, "role_id": role, "field": field(kind, required) });
    merchant.write(Method::POST, "/registration-fields", new).await
}

async fn names(merchant: &mut Merchant) -> Vec<String> {
    let list = merchant.get("/roles").await.expect(200);
    let fields = list["fields"].as_array().expect("fields").iter();
    fields.filter_map(|field| field["name"].as_str().map(str::to_owned)).collect()
}

on_both_databases! {
    async fn a_field_outside_its_limits_is_refused_by_field(shop) {
        let mut merchant = shop.merchant().await;
        for (name, body, wrong) in [
            ("Campo uno", field("text", false), "name"),
            ("country", field("text", false), "name"),
            ("password", field("text", false), "name"),
            ("tipo", json!({ "label": "Tipo", "label_en": "", "kind": "select", "required": true, "options": ["Uno"] }), "options"),
            ("nota", json!({ "label": " ", "label_en": "", "kind": "text", "required": true, "options": [] }), "label"),
        ] {
            let new = json!({ "name": name, "role_id": null, "field": body });
            let refused = merchant.write(Method::POST, "/registration-fields", new).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], wrong, "{name}");
        }
        add_field(&mut merchant, "nota", "colour", false, None).await.expect(422);
        let of_no_role = add_field(&mut merchant, "nota", "text", false, Some(999)).await.expect(422);
        assert_eq!(of_no_role["errors"][0]["field"], "role_id");
        add_field(&mut merchant, "nota", "text", false, None).await.expect(201);
        let twice = add_field(&mut merchant, "nota", "date", false, None).await.expect(422);
        assert_eq!(twice["errors"][0]["code"], "trade_slug_taken");
        let change = json!({ "role_id": null, "field": field("date", true) });
        merchant.write(Method::PUT, "/registration-fields/999", change).await.expect(404);
        assert_eq!(merchant.write(Method::DELETE, "/registration-fields/999", json!({})).await.status, 404);
    }
}

rules! {
    async fn a_role_outside_its_limits_is_refused_by_field(shop) {
        let mut merchant = shop.merchant().await;
        for (body, name) in [
            (but("slug", json!("Bar!")), "slug"),
            (but("name", json!(" ")), "name"),
            (but("minimum_order", json!("molto")), "minimum_order"),
            (but("minimum_order", json!("-1")), "minimum_order"),
            (but("invoice_days", json!(61)), "invoice_days"),
            (but("invoice_days", json!(0)), "invoice_days"),
        ] {
            let refused = merchant.write(Method::POST, "/roles", body.clone()).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], name, "{body}");
        }
        merchant.write(Method::POST, "/roles", but("colour", json!("red"))).await.expect(422);
        add_role(&mut merchant, "bar", true).await;
        let twice = merchant.write(Method::POST, "/roles", role("bar", true)).await.expect(422);
        assert_eq!(twice["errors"][0]["code"], "trade_slug_taken");
        merchant.write(Method::PUT, "/roles/999", role("hotel", true)).await.expect(404);
        assert_eq!(merchant.write(Method::DELETE, "/roles/999", json!({})).await.status, 404);
    }

    async fn a_role_keeps_all_its_terms(shop) {
        let mut merchant = shop.merchant().await;
        let id = add_role(&mut merchant, "bar", true).await;
        let terms = json!({
            "slug": "bar-e-caffe", "is_trade": true, "name": "Bar e caffè", "name_en": "Bars", "needs_approval": false,
            "net_prices": true, "minimum_order": "150,00", "invoice_days": 30, "hidden_payment_methods": ["cod"],
            "hidden_shipping_methods": ["flat_rate:1"], "hidden_category_ids": [7], "hidden_product_ids": [999_999],
        });
        let list = merchant.write(Method::PUT, &format!("/roles/{id}"), terms.clone()).await.expect(200);
        let mut kept = terms;
        kept["minimum_order"] = "150".into();
        assert_eq!(list["roles"][0]["fields"], kept);
        assert_eq!(list["roles"][0]["products"][0]["deleted"], true);
    }

    async fn there_are_sixty_fields_at_most(shop) {
        let mut merchant = shop.merchant().await;
        for n in 0..60 {
            add_field(&mut merchant, &format!("campo_{n}"), "text", false, None).await.expect(201);
        }
        let refused = add_field(&mut merchant, "uno_di_troppo", "text", false, None).await.expect(422);
        assert_eq!(refused["errors"][0]["code"], "trade_fields_full");
    }
}

on_both_databases! {
    async fn a_role_that_somebody_has_is_neither_deleted_nor_made_another_kind(shop) {
        let mut merchant = shop.merchant().await;
        let id = add_role(&mut merchant, "ristorazione", true).await;
        add_field(&mut merchant, "ditta", "business_name", true, Some(id)).await.expect(201);
        let mut visitor = shop.visitor();
        let nonce = visitor.form_nonce("/my-account/", "woocommerce-register-nonce").await;
        let fields = [
            ("email", "anna@example.com"), ("password", STRONG), ("woocommerce-register-nonce", &nonce), ("register", "1"),
            ("reg_role", "ristorazione"), ("reg_country", "IT"), ("reg_ditta", "Osteria"),
        ];
        assert_eq!(visitor.submit("/my-account/", &fields).await.status, 200);
        // The link is not opened yet: the role waits for it.
        let path = format!("/roles/{id}");
        let refused = merchant.write(Method::DELETE, &path, json!({})).await.expect(409);
        assert_eq!(refused["code"], "trade_role_in_use");
        merchant.write(Method::PUT, &path, role("ristorazione", false)).await.expect(409);
        merchant.write(Method::PUT, &path, role("ristoranti", true)).await.expect(200);
        let free = add_role(&mut merchant, "hotel", true).await;
        add_field(&mut merchant, "camere", "number", true, Some(free)).await.expect(201);
        assert_eq!(merchant.write(Method::DELETE, &format!("/roles/{free}"), json!({})).await.status, 204);
        assert_eq!(names(&mut merchant).await, ["ditta"], "its fields go with it");
    }

    async fn fields_are_put_in_an_order_and_those_not_named_follow(shop) {
        let mut merchant = shop.merchant().await;
        let mut ids = Vec::new();
        for name in ["uno", "due", "tre"] {
            let made = add_field(&mut merchant, name, "text", false, None).await.expect(201);
            ids.push(made["id"].as_i64().expect("a number"));
        }
        let order = json!({ "ids": [ids[2], ids[0]] });
        merchant.write(Method::PUT, "/registration-field-order", order).await.expect(200);
        assert_eq!(names(&mut merchant).await, ["tre", "uno", "due"]);
        merchant.write(Method::PUT, "/registration-field-order", json!({ "ids": [999] })).await.expect(200);
        assert_eq!(names(&mut merchant).await, ["tre", "uno", "due"]);
    }
}
