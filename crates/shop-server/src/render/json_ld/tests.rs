use std::collections::BTreeMap;

use shop_core::view::{FoodFacts, VariationAttribute};

use super::*;

fn site() -> Site {
    Site {
        base_url: "https://shop.example".into(),
        name: "Bottega".into(),
        logo: "/logo.svg".into(),
        currency: "EUR".into(),
        ..Site::default()
    }
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn card() -> ProductCard {
    ProductCard {
        id: 7,
        name: "Bottarga".into(),
        path: "/prodotto/bottarga/".into(),
        sku: "BOT".into(),
        in_stock: true,
        price: PriceView { price_cents: Some(Cents(1905)), regular_cents: Some(Cents(2100)), ..PriceView::default() },
        unit_price: Some(UnitPrice { cents: Cents(12700), unit: "kg".into() }),
        rating_tenths: Some(45),
        review_count: 3,
        ..ProductCard::default()
    }
}

#[test]
fn a_simple_product_has_one_offer_with_all_its_prices() {
    let page = ProductPage {
        card: card(),
        pictures: vec![Picture { src: "/m.webp".into(), full_src: "/l.webp".into(), ..Picture::default() }],
        food: Some(FoodFacts { producer: "Rossi srl".into(), ..FoodFacts::default() }),
        ..ProductPage::default()
    };
    let out = read(&product(&site(), &page, "Di muggine"));
    assert_eq!(out["@type"], "Product");
    assert_eq!(out["image"], json!(["https://shop.example/l.webp"]));
    assert_eq!(out["aggregateRating"]["ratingValue"], "4.5");
    let offer = &out["offers"];
    assert_eq!(offer["price"], "19.05");
    assert_eq!(offer["priceCurrency"], "EUR");
    assert_eq!(offer["availability"], "https://schema.org/InStock");
    assert_eq!(offer["priceSpecification"][0]["price"], "127.00");
    assert_eq!(offer["priceSpecification"][0]["referenceQuantity"]["unitCode"], "KGM");
    assert_eq!(offer["priceSpecification"][1]["price"], "21.00");
    assert_eq!(out["manufacturer"]["name"], "Rossi srl");
}

#[test]
fn a_product_without_price_or_reviews_claims_none() {
    let mut page = ProductPage { card: card(), ..ProductPage::default() };
    page.card.price = PriceView::default();
    page.card.review_count = 0;
    let out = read(&product(&site(), &page, ""));
    for name in ["offers", "aggregateRating", "description", "image"] {
        assert!(out.get(name).is_none(), "{name}");
    }
}

#[test]
fn a_group_of_products_has_its_range() {
    let mut page = ProductPage { card: card(), ..ProductPage::default() };
    page.card.price.max_cents = Some(Cents(5000));
    page.card.in_stock = false;
    let out = read(&product(&site(), &page, ""));
    assert_eq!(out["offers"]["lowPrice"], "19.05");
    assert_eq!(out["offers"]["highPrice"], "50.00");
    assert_eq!(out["offers"]["availability"], "https://schema.org/OutOfStock");
}

#[test]
fn each_pack_of_a_variable_product_is_offered_at_its_own_address() {
    let variation = |value: &str, cents: Option<i64>, visible| VariationView {
        attributes: BTreeMap::from([("attribute_pa_formato".to_owned(), value.to_owned())]),
        sku: format!("CAV-{value}"),
        variation_is_visible: visible,
        is_purchasable: true,
        is_in_stock: true,
        price: PriceView { price_cents: cents.map(Cents), ..PriceView::default() },
        ..VariationView::default()
    };
    let options = vec![("15-g".to_owned(), "15 g".to_owned()), ("35-g".to_owned(), "35 g".to_owned())];
    let page = ProductPage {
        card: ProductCard {
            name: "Caviale croccante".into(),
            path: "/prodotto/caviale/".into(),
            id: 3,
            ..ProductCard::default()
        },
        attributes: vec![VariationAttribute {
            name: "attribute_pa_formato".into(),
            label: "Formato".into(),
            options,
            selected: String::new(),
        }],
        variations: vec![
            variation("35-g", Some(7200), true),
            variation("15-g", Some(3500), false),
            variation("15-g", None, true),
        ],
        ..ProductPage::default()
    };
    let out = read(&product(&site(), &page, ""));
    assert_eq!(out["@type"], "ProductGroup");
    assert_eq!(out["productGroupID"], "3");
    assert_eq!(out["variesBy"], json!(["Formato"]));
    let variants = out["hasVariant"].as_array().unwrap();
    assert_eq!(variants.len(), 1, "hidden and priceless packs are not offered");
    assert_eq!(variants[0]["name"], "Caviale croccante 35 g");
    assert_eq!(variants[0]["offers"]["price"], "72.00");
    assert_eq!(variants[0]["offers"]["url"], "https://shop.example/prodotto/caviale/?attribute_pa_formato=35-g");
}

#[test]
fn the_way_to_a_page_is_numbered_and_a_single_step_is_none() {
    let step = |label: &str, path: &str| Breadcrumb { label: label.into(), path: path.into() };
    assert_eq!(breadcrumb_list(&site(), &[step("Home", "/")]), None);
    let out = read(&breadcrumb_list(&site(), &[step("Home", "/"), step("Caviale", "")]).unwrap());
    assert_eq!(out["itemListElement"][0]["item"], "https://shop.example/");
    assert_eq!(out["itemListElement"][1]["position"], 2);
    assert!(out["itemListElement"][1].get("item").is_none());
}

#[test]
fn the_seller_and_the_search_are_described() {
    let seller = read(&organization(&site()));
    assert_eq!(seller["logo"], "https://shop.example/logo.svg");
    assert!(seller.get("vatID").is_none());
    let out = read(&web_site(&site(), "/?s={search_term_string}"));
    assert_eq!(out["potentialAction"]["target"]["urlTemplate"], "https://shop.example/?s={search_term_string}");
    assert_eq!(out["publisher"]["@id"], seller["@id"]);
}

#[test]
fn amounts_are_exact() {
    for (amount, text) in
        [(0, "0.00"), (5, "0.05"), (7200, "72.00"), (-150, "-1.50"), (i64::MIN, "-92233720368547758.08")]
    {
        assert_eq!(decimal(amount, 2), text);
    }
}
