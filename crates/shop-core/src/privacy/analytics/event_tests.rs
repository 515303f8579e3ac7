use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::privacy::analytics::AnalyticsItem;

fn caviar() -> AnalyticsItem {
    AnalyticsItem {
        id: 12,
        parent_id: Some(10),
        name: "Caviale </script>".into(),
        categories: ["a", "b", "c", "d", "e", "f"].map(str::to_owned).to_vec(),
        variation: vec!["50 g".into(), "latta".into()],
        quantity: Some(3),
        price: "7200".into(),
        ..AnalyticsItem::default()
    }
}

fn form(event: AnalyticsEventName) -> AnalyticsForm {
    AnalyticsForm { event, items: vec![caviar()], ..AnalyticsForm::default() }
}

fn sent(form: &AnalyticsForm) -> Value {
    serde_json::from_str(&event(form).json).unwrap_or(Value::Null)
}

#[test]
fn nothing_is_sent_about_nothing() {
    for name in [
        AnalyticsEventName::ViewItemList,
        AnalyticsEventName::ViewItem,
        AnalyticsEventName::SelectItem,
        AnalyticsEventName::SelectContent,
        AnalyticsEventName::NotFound,
        AnalyticsEventName::BeginCheckout,
        AnalyticsEventName::Purchase,
        AnalyticsEventName::Search,
    ] {
        let empty = AnalyticsForm { items: vec![], search_term: "  ".into(), ..form(name) };
        assert_eq!(event(&empty), AnalyticsOutcome::default(), "{name:?}");
    }
}

#[test]
fn a_button_without_a_product_is_an_error() {
    for name in [AnalyticsEventName::AddToCart, AnalyticsEventName::RemoveFromCart] {
        for items in [vec![], vec![AnalyticsItem::default()], vec![AnalyticsItem { id: -1, ..caviar() }]] {
            let outcome = event(&AnalyticsForm { items, ..form(name) });
            assert_eq!((outcome.json.as_str(), outcome.error.unwrap().field.as_str()), ("", "product_id"));
        }
    }
}

#[test]
fn a_purchase_is_told_once_an_order() {
    let purchase = AnalyticsForm {
        order_id: "991".into(),
        affiliation: "Bottega".into(),
        total_price: "4720".into(),
        tax_total: "429".into(),
        shipping_total: "0".into(),
        coupons: vec!["estate".into(), "due".into()],
        ..form(AnalyticsEventName::Purchase)
    };
    let first = event(&purchase);
    assert_eq!(first.reported_order.as_deref(), Some("991"));
    assert!(first.json.starts_with(
        r#"{"transaction_id":"991","affiliation":"Bottega","currency":"EUR","value":47.2,"tax":4.29,"shipping":0,"coupon":"estate","items":["#
    ));
    let manager = sent(&AnalyticsForm { variant: AnalyticsVariant::TagManager, ..purchase.clone() });
    assert_eq!(manager["ecommerce"]["coupon"], "estate,due");
    let again = AnalyticsForm { reported_orders: vec!["99".into(), "991".into()], ..purchase };
    assert_eq!(event(&again), AnalyticsOutcome::default());
}

#[test]
fn a_single_product_is_not_told_with_the_carts_total_and_coupons() {
    for name in [AnalyticsEventName::AddToCart, AnalyticsEventName::RemoveFromCart, AnalyticsEventName::ViewItem] {
        let whole = AnalyticsForm { total_price: "4720".into(), coupons: vec!["estate".into()], ..form(name) };
        assert_eq!(sent(&whole), sent(&form(name)), "{name:?}");
        assert_eq!(sent(&whole)["value"], 216);
    }
}

#[test]
fn names_are_the_same_in_forms_and_events() {
    for name in ["view_item_list", "select_content", "add_shipping_info", "remove_from_cart", "purchase"] {
        let event: AnalyticsEventName = serde_json::from_value(json!(name)).unwrap();
        assert_eq!(event.name(), name);
    }
}

#[test]
fn an_item_tells_five_categories_and_its_variant() {
    let json = event(&form(AnalyticsEventName::AddToCart)).json;
    assert_eq!(
        json,
        concat!(
            r#"{"currency":"EUR","value":216,"items":[{"item_id":12,"item_name":"Caviale \u003c/script>","item_category":"a","#,
            r#""item_category2":"b","item_category3":"c","item_category4":"d","item_category5":"e","price":72,"quantity":3,"#,
            r#""item_variant":"50 g,latta"}]}"#
        )
    );
}

#[test]
fn coupons_show_as_discount_and_lower_price() {
    let of = |after: &str| {
        let item = AnalyticsItem { price_after_coupon_discount: after.into(), ..caviar() };
        let sent = sent(&AnalyticsForm { items: vec![item], ..form(AnalyticsEventName::BeginCheckout) });
        json!([sent["items"][0]["price"], sent["items"][0]["discount"], sent["value"]]).to_string()
    };
    assert_eq!(of("6999"), "[69.99,2.01,209.97]");
    for no_discount in ["", "7200", "8000", "abc"] {
        assert_eq!(of(no_discount), "[72,null,216]", "{no_discount}");
    }
}

#[test]
fn a_bundle_without_a_price_goes_by_its_row() {
    let of = |price: &str, line_total: &str| {
        let item = AnalyticsItem { price: price.into(), line_total: line_total.into(), quantity: None, ..caviar() };
        sent(&AnalyticsForm { items: vec![item], ..form(AnalyticsEventName::BeginCheckout) })["items"][0]["price"]
            .clone()
    };
    assert_eq!((of("0", "990"), of("500", "990")), (json!(9.9), json!(5)));
    assert_eq!((of("0", ""), of("", "")), (json!(0), Value::Null));
}

#[test]
fn unknown_delivery_and_payment_are_said_to_be_so() {
    let reported = |name, key: &str, tier: &str| {
        sent(&AnalyticsForm { shipping_tier: tier.into(), payment_type: tier.into(), ..form(name) })[key].clone()
    };
    for (name, key, missing) in [
        (AnalyticsEventName::AddShippingInfo, "shipping_tier", "(shipping tier not found)"),
        (AnalyticsEventName::AddPaymentInfo, "payment_type", "(payment type not found)"),
    ] {
        assert_eq!(reported(name, key, ""), missing);
        assert_eq!(reported(name, key, "Corriere"), "Corriere");
    }
}

#[test]
fn a_list_is_named_and_counted() {
    let mut list = AnalyticsForm { items: vec![caviar(), caviar()], ..form(AnalyticsEventName::ViewItemList) };
    let event = sent(&list);
    assert_eq!((&event["item_list_id"], &event["item_list_name"]), (&json!("product_list"), &json!("Product List")));
    assert_eq!(
        (&event["items"][1]["index"], &event["items"][1]["item_list_name"]),
        (&json!(2), &json!("Product List"))
    );
    assert!(event["items"][0].get("quantity").is_none());
    list.items[1].position = Some(26);
    assert_eq!(sent(&list)["items"][1]["index"], 26);
    list.list_name = "  Più venduti (2026) ".into();
    assert_eq!(sent(&list)["item_list_id"], "pi_venduti_2026");
}

#[test]
fn a_tag_manager_is_told_more_of_products_and_wraps_them() {
    let manager = |event| sent(&AnalyticsForm { variant: AnalyticsVariant::TagManager, ..form(event) });
    let view = manager(AnalyticsEventName::ViewItem);
    assert_eq!(view["event"], "view_item");
    let item = &view["ecommerce"]["items"][0];
    for (key, value) in [
        ("internal_id", json!(12)),
        ("item_id", json!(12)),
        ("sku", json!("12")),
        ("stocklevel", Value::Null),
        ("item_group_id", json!(10)),
        ("google_business_vertical", json!("retail")),
    ] {
        assert_eq!(item.get(key), Some(&value), "{key}");
    }
    let cart = manager(AnalyticsEventName::BeginCheckout);
    let row = &cart["ecommerce"]["items"][0];
    assert!(row.get("internal_id").is_none() && row["quantity"] == 3);
    assert_eq!(manager(AnalyticsEventName::SelectItem)["eventTimeout"], 2000);
}

#[test]
fn article_numbers_stand_for_numbers_only_when_wanted_and_there() {
    let id = |by_sku, sku: &str| {
        let items = vec![AnalyticsItem { sku: sku.into(), ..caviar() }];
        sent(&AnalyticsForm { by_sku, items, ..form(AnalyticsEventName::SelectContent) })["content_id"].clone()
    };
    assert_eq!((id(true, "CAV-50"), id(true, ""), id(false, "CAV-50")), (json!("CAV-50"), json!(12), json!(12)));
}

proptest! {
    #[test]
    fn any_form_gives_json(text in any::<String>(), price in "-?[0-9]{0,20}", unit in any::<Option<u8>>(), quantity in any::<Option<i64>>(), manager in any::<bool>()) {
        let item = AnalyticsItem {
            id: 1, name: text.clone(), price: price.clone(), line_total: price.clone(), price_after_coupon_discount: text.clone(),
            currency_minor_unit: unit, quantity, categories: vec![text.clone()], ..AnalyticsItem::default()
        };
        let variant = if manager { AnalyticsVariant::TagManager } else { AnalyticsVariant::Analytics };
        let form = AnalyticsForm {
            event: AnalyticsEventName::Purchase, variant, items: vec![item.clone(), item], order_id: "1".into(), affiliation: text,
            tax_total: price, currency_minor_unit: unit, ..AnalyticsForm::default()
        };
        prop_assert!(serde_json::from_str::<Value>(&event(&form).json).is_ok());
    }
}
