//! Changes of a product: parses the form's values, checks them together, and applies them to a copy. Nothing is saved here.

use std::collections::BTreeMap;

use serde::Deserialize;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{FieldError, ProductId};
use shop_core::catalogue::product::{ImageRef, Product, ProductKind};
use shop_core::platform::messages::codes;
use utoipa::ToSchema;

use super::check::{Check, MAX_NAME_CHARS, MAX_SKU_CHARS, MAX_TEXT_CHARS};
use super::details::DetailsChange;
use super::item_change::{ItemChange, RequestedStock, Typed};
use super::purchase::PurchaseForm;
use crate::admin::messages;

/// Changes of a product; omitted fields stay as they are. Empty prices, dates and limits are removed.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct ProductChange {
    name: Option<String>,
    short_description: Option<String>,
    description: Option<String>,
    /// Additional texts by name.
    #[serde(default)]
    texts: BTreeMap<String, String>,
    status: Option<String>,
    regular_price: Option<String>,
    sale_price: Option<String>,
    sale_from: Option<String>,
    sale_to: Option<String>,
    stock_managed: Option<bool>,
    stock_quantity: Option<Typed>,
    /// Stock when the form was filled in: if it has changed since, nothing is saved.
    expected_stock_quantity: Option<i64>,
    stock_status: Option<String>,
    backorders: Option<String>,
    low_stock_amount: Option<Typed>,
    quantity_min: Option<Typed>,
    quantity_max: Option<Typed>,
    quantity_step: Option<Typed>,
    /// All add-ons, payment plans and booking rules.
    purchase: Option<PurchaseForm>,
    #[serde(default)]
    variations: Vec<VariationChange>,
    /// Ids of the variations to remove.
    #[serde(default)]
    removed_variations: Vec<i64>,
    /// All other fields of the product.
    pub(super) details: Option<DetailsChange>,
}

/// Changes of a variation; omitted fields stay as they are.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct VariationChange {
    id: i64,
    sku: Option<String>,
    /// A picture of the product or of one of its variations, by its `file`, or by its `source` if it was never loaded; empty for
    /// no picture of its own.
    picture: Option<String>,
    /// Texts of the variation's own label by name; an empty one is inherited from the product.
    #[serde(default)]
    texts: BTreeMap<String, String>,
    status: Option<String>,
    regular_price: Option<String>,
    sale_price: Option<String>,
    sale_from: Option<String>,
    sale_to: Option<String>,
    stock_managed: Option<bool>,
    stock_quantity: Option<Typed>,
    /// Stock when the form was filled in.
    expected_stock_quantity: Option<i64>,
    stock_status: Option<String>,
    backorders: Option<String>,
    low_stock_amount: Option<Typed>,
    /// Minimum quantity; inherited from the product if empty.
    quantity_min: Option<Typed>,
    quantity_max: Option<Typed>,
    quantity_step: Option<Typed>,
}

/// A validated change.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Changed {
    /// Product to save, with its stock unchanged.
    pub(super) product: Product,
    /// Stock quantities, which are saved separately.
    pub(super) stock: Vec<RequestedStock>,
}

impl ProductChange {
    /// Applies the change to the product, or returns all invalid fields.
    pub(super) fn apply_to(self, product: &Product, now: UnixSeconds) -> Result<Changed, Vec<FieldError>> {
        let mut product = product.clone();
        let mut check = Check { prefix: String::new(), errors: Vec::new(), stock: Vec::new() };
        check.text("name", self.name, MAX_NAME_CHARS, &mut product.item.name);
        if product.item.name.is_empty() {
            check.refuse("name", messages::REQUIRED);
        }
        check.text("short_description", self.short_description, MAX_TEXT_CHARS, &mut product.short_description);
        check.text("description", self.description, MAX_TEXT_CHARS, &mut product.item.description);
        check.texts(self.texts, &mut product.item.meta);
        let shared = ItemChange {
            status: self.status,
            regular_price: self.regular_price,
            sale_price: self.sale_price,
            sale_from: self.sale_from,
            sale_to: self.sale_to,
            stock_managed: self.stock_managed,
            stock_quantity: self.stock_quantity,
            expected_stock_quantity: self.expected_stock_quantity,
            stock_status: self.stock_status,
            backorders: self.backorders,
            low_stock_amount: self.low_stock_amount,
            quantity_min: self.quantity_min,
            quantity_max: self.quantity_max,
            quantity_step: self.quantity_step,
        };
        let priced = matches!(product.kind, ProductKind::Simple | ProductKind::External);
        check.item(shared, &mut product.item, priced);
        if let Some(details) = self.details {
            details.apply(&mut check, &mut product);
        }
        remove_variations(&mut check, &self.removed_variations, &mut product);
        change_variations(&mut check, self.variations, &mut product);
        if let Some(form) = self.purchase {
            check.prefix.clear();
            let sent = match product.kind {
                ProductKind::Variable => product.variations.iter().any(|variation| !variation.item.is_virtual),
                _ => !product.item.is_virtual,
            };
            match form.into_rules(product.kind, sent) {
                Ok(rules) => product.purchase = rules,
                Err(errors) => check.errors.extend(errors),
            }
        }
        product.updated_at = now;
        if check.errors.is_empty() { Ok(Changed { product, stock: check.stock }) } else { Err(check.errors) }
    }
}

fn remove_variations(check: &mut Check, ids: &[i64], product: &mut Product) {
    for id in ids {
        let before = product.variations.len();
        product.variations.retain(|variation| variation.item.id != ProductId(*id));
        if product.variations.len() == before {
            check.refuse("removed_variations", messages::VARIATION_UNKNOWN);
        }
    }
}

/// Changes the variations; errors name their fields `variations.7.sku`.
fn change_variations(check: &mut Check, changes: Vec<VariationChange>, product: &mut Product) {
    let pictures = pictures_of(product);
    for mut change in changes {
        check.prefix = format!("variations.{}.", change.id);
        match product.variations.iter_mut().find(|variation| variation.item.id == ProductId(change.id)) {
            Some(variation) => {
                check.text("sku", change.sku.take(), MAX_SKU_CHARS, &mut variation.item.sku);
                check.texts(std::mem::take(&mut change.texts), &mut variation.item.meta);
                if let Some(chosen) = change.picture.take() {
                    set_picture(check, &pictures, chosen.trim(), &mut variation.item.images);
                }
                check.item(change.into(), &mut variation.item, true);
            }
            None => check.refuse("id", messages::VARIATION_UNKNOWN),
        }
    }
}

/// Returns the pictures that a variation may show: those of the product and of all its variations.
fn pictures_of(product: &Product) -> Vec<ImageRef> {
    let items = std::iter::once(&product.item).chain(product.variations.iter().map(|one| &one.item));
    items.flat_map(|item| item.images.iter().cloned()).collect()
}

fn set_picture(check: &mut Check, known: &[ImageRef], chosen: &str, images: &mut Vec<ImageRef>) {
    let names = |image: &&ImageRef| image.file == chosen || (image.file.is_empty() && image.source == chosen);
    if chosen.is_empty() {
        images.clear();
    } else if !images.first().is_some_and(|own| names(&own)) {
        match known.iter().find(names) {
            Some(image) => *images = vec![image.clone()],
            None => check.refuse("picture", codes::OFFICE_PICTURE_NOT_HERE),
        }
    }
}

impl From<VariationChange> for ItemChange {
    fn from(change: VariationChange) -> Self {
        Self {
            status: change.status,
            regular_price: change.regular_price,
            sale_price: change.sale_price,
            sale_from: change.sale_from,
            sale_to: change.sale_to,
            stock_managed: change.stock_managed,
            stock_quantity: change.stock_quantity,
            expected_stock_quantity: change.expected_stock_quantity,
            stock_status: change.stock_status,
            backorders: change.backorders,
            low_stock_amount: change.low_stock_amount,
            quantity_min: change.quantity_min,
            quantity_max: change.quantity_max,
            quantity_step: change.quantity_step,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use shop_core::base::Cents;
    use shop_core::catalogue::product::{Item, Prices, Stock, Variation};

    use super::*;

    fn item(id: i64) -> Item {
        Item {
            id: ProductId(id),
            name: "Olio".into(),
            prices: Prices { regular: Some(Cents(1000)), ..Prices::default() },
            stock: Stock { managed: true, quantity: 5, ..Stock::default() },
            ..Item::default()
        }
    }

    fn simple() -> Product {
        Product { item: item(1), ..Product::default() }
    }

    fn variable() -> Product {
        let variation = Variation { item: item(2), ..Variation::default() };
        Product { kind: ProductKind::Variable, variations: vec![variation], ..simple() }
    }

    fn apply(product: &Product, body: Value) -> Result<Changed, Vec<(String, String)>> {
        let change: ProductChange = serde_json::from_value(body).unwrap();
        change
            .apply_to(product, 77)
            .map_err(|errors| errors.into_iter().map(|e| (e.field, e.code.into_owned())).collect())
    }

    fn field_errors(product: &Product, body: &Value) -> Vec<(String, String)> {
        apply(product, body.clone()).err().unwrap_or_else(|| panic!("{body} was taken"))
    }

    fn one(field: &str, code: &str) -> Vec<(String, String)> {
        vec![(field.to_owned(), code.to_owned())]
    }

    #[test]
    fn what_is_left_out_stays() {
        let changed = apply(&simple(), json!({})).unwrap();
        assert_eq!(changed.product, Product { updated_at: 77, ..simple() });
        assert_eq!(changed.stock, []);
    }

    #[test]
    fn amounts_are_read_as_people_write_them() {
        let changed = apply(&simple(), json!({ "regular_price": " 12,50 ", "sale_price": "9.9" })).unwrap();
        assert_eq!(changed.product.item.prices.regular, Some(Cents(1250)));
        assert_eq!(changed.product.item.prices.sale, Some(Cents(990)));
        let without = apply(&simple(), json!({ "regular_price": "" })).unwrap();
        assert_eq!(without.product.item.prices.regular, None);
    }

    #[test]
    fn impossible_values_are_refused_by_field() {
        for (body, field, code) in [
            (json!({ "regular_price": "dieci" }), "regular_price", messages::PRICE_INVALID),
            (json!({ "regular_price": "1.234" }), "regular_price", messages::PRICE_INVALID),
            (json!({ "regular_price": "-1" }), "regular_price", messages::PRICE_OUT_OF_RANGE),
            (json!({ "sale_price": "10.00" }), "sale_price", messages::SALE_NOT_BELOW),
            (json!({ "regular_price": "", "sale_price": "5" }), "sale_price", messages::SALE_WITHOUT_REGULAR),
            (json!({ "sale_from": "21/11/2026" }), "sale_from", messages::DATE_INVALID),
            (json!({ "sale_from": "2026-12-02", "sale_to": "2026-12-01" }), "sale_to", messages::DATES_REVERSED),
            (json!({ "name": "  " }), "name", messages::REQUIRED),
            (json!({ "status": "trash" }), "status", messages::VALUE_UNKNOWN),
            (json!({ "stock_quantity": "tanti" }), "stock_quantity", messages::QUANTITY_INVALID),
            (json!({ "stock_quantity": "" }), "stock_quantity", messages::QUANTITY_INVALID),
            (json!({ "stock_quantity": 1_000_001 }), "stock_quantity", messages::QUANTITY_OUT_OF_RANGE),
            (json!({ "low_stock_amount": -1 }), "low_stock_amount", messages::QUANTITY_OUT_OF_RANGE),
            (json!({ "quantity_min": 0 }), "quantity_min", messages::QUANTITY_OUT_OF_RANGE),
            (json!({ "quantity_step": "sei" }), "quantity_step", messages::QUANTITY_INVALID),
            (
                json!({ "quantity_min": 12, "quantity_max": 6 }),
                "quantity_max",
                shop_core::platform::messages::codes::QUANTITY_LIMITS_REVERSED,
            ),
            (
                json!({ "quantity_max": 10, "quantity_step": 12 }),
                "quantity_max",
                shop_core::platform::messages::codes::QUANTITY_LIMITS_REVERSED,
            ),
            (json!({ "texts": { "net_weight_g": "0" } }), "texts.net_weight_g", messages::MEASURE_INVALID),
            (json!({ "texts": { "price": "1" } }), "texts.price", messages::VALUE_UNKNOWN),
        ] {
            assert_eq!(field_errors(&simple(), &body), one(field, code), "{body}");
        }
    }

    #[test]
    fn how_many_are_sold_at_once_is_set_and_taken_away() {
        let changed =
            apply(&simple(), json!({ "quantity_min": "6", "quantity_max": 24, "quantity_step": "6" })).unwrap();
        let rule = changed.product.item.quantity;
        assert_eq!((rule.min, rule.max, rule.step), (Some(6), Some(24), Some(6)));
        let without = apply(&changed.product, json!({ "quantity_min": "", "quantity_max": "", "quantity_step": "" }));
        assert!(without.unwrap().product.item.quantity.is_empty());
    }

    #[test]
    fn all_errors_are_reported_at_once_and_by_variation() {
        let body = json!({ "name": "", "variations": [{ "id": 2, "regular_price": "x" }, { "id": 9 }] });
        let fields: Vec<String> = field_errors(&variable(), &body).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["name", "variations.2.regular_price", "variations.9.id"]);
    }

    #[test]
    fn a_variable_product_has_no_price_of_its_own() {
        assert_eq!(
            field_errors(&variable(), &json!({ "regular_price": "5" })),
            one("regular_price", messages::PRICE_NOT_HERE)
        );
        assert!(apply(&variable(), json!({ "regular_price": "" })).is_ok());
    }

    #[test]
    fn stock_is_set_apart_from_the_rest() {
        let body = json!({ "variations": [{ "id": 2, "stock_quantity": "9", "expected_stock_quantity": 5 }] });
        let changed = apply(&variable(), body).unwrap();
        assert_eq!(changed.product.variations.first().map(|v| v.item.stock.quantity), Some(5));
        let field = "variations.2.stock_quantity".to_owned();
        assert_eq!(changed.stock, [RequestedStock { id: ProductId(2), quantity: 9, expected: Some(5), field }]);
    }

    #[test]
    fn an_unchanged_day_retains_its_hour() {
        let mut product = simple();
        product.item.prices.sale_from = Some(1_795_219_200 + 3600);
        let unchanged = apply(&product, json!({ "sale_from": "2026-11-21" })).unwrap();
        assert_eq!(unchanged.product.item.prices.sale_from, Some(1_795_219_200 + 3600));
        let moved = apply(&product, json!({ "sale_from": "2026-11-22" })).unwrap();
        assert_eq!(moved.product.item.prices.sale_from, Some(1_795_219_200 + 82_800), "midnight in Rome");
    }

    #[test]
    fn purchase_rules_are_read_from_texts_and_refused_by_field() {
        let check = |price: &str| {
            json!({ "purchase": { "deposit": null, "booking": null, "add_ons": [{
                "key": "", "label": "Confezione regalo", "label_en": "", "kind": "check", "required": false,
                "needs": [], "excludes": [], "price_kind": "per_piece", "price": price, "max_chars": "", "options": []
            }] } })
        };
        let rules = apply(&simple(), check("4,50")).unwrap().product.purchase;
        let key = rules.add_ons.first().map(|field| field.key.as_str());
        assert_eq!(key, Some("confezione-regalo"), "the key is made from the label");
        assert_eq!(field_errors(&simple(), &check("molto")), one("purchase.add_ons.0.price", messages::PRICE_INVALID));
        let group = Product { kind: ProductKind::Grouped, ..simple() };
        assert_eq!(field_errors(&group, &check("1")), one("purchase.add_ons", messages::PURCHASE_NOT_HERE));
        let plan = json!({ "purchase": { "add_ons": [], "booking": null, "deposit": { "required": false, "plans": [{
            "key": "", "label": "Acconto", "label_en": "", "deposit_kind": "percent", "deposit": "100",
            "parts": [{ "share": "50", "months": "1", "days": "" }]
        }] } } });
        let fields: Vec<String> = field_errors(&simple(), &plan).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["purchase.deposit.plans.0.deposit", "purchase.deposit.plans.0.parts"]);
    }

    #[test]
    fn a_variation_takes_a_picture_of_its_own_product_and_no_other() {
        let picture =
            |file: &str, source: &str| ImageRef { file: file.into(), source: source.into(), ..ImageRef::default() };
        let mut product = variable();
        product.item.images = vec![picture("a1", "uno.jpg"), picture("", "mai.jpg")];
        product.variations.push(Variation {
            item: Item { images: vec![picture("b2", "due.jpg")], ..item(3) },
            ..Variation::default()
        });
        let choose = |id: i64, file: &str| json!({ "variations": [{ "id": id, "picture": file }] });
        let shown = |body: Value| {
            let product = apply(&product, body).unwrap().product;
            product.variations.iter().map(|one| one.item.images.clone()).collect::<Vec<_>>()
        };
        let own = vec![picture("b2", "due.jpg")];
        assert_eq!(shown(choose(2, "a1")), [vec![picture("a1", "uno.jpg")], own.clone()]);
        assert_eq!(shown(choose(2, "b2")), [own.clone(), own.clone()]);
        assert_eq!(shown(choose(2, "mai.jpg")), [vec![picture("", "mai.jpg")], own.clone()]);
        assert_eq!(shown(choose(3, "")), [vec![], vec![]]);
        assert_eq!(shown(json!({ "variations": [{ "id": 3, "sku": "x" }] })), [vec![], own]);
        for unknown in ["c3", "uno.jpg", "../a1"] {
            let refused = field_errors(&product, &choose(2, unknown));
            assert_eq!(refused, one("variations.2.picture", codes::OFFICE_PICTURE_NOT_HERE), "{unknown}");
        }
    }

    #[test]
    fn unknown_keys_and_fractions_of_pieces_are_not_read() {
        for body in
            [json!({ "price": "1" }), json!({ "stock_quantity": 1.5 }), json!({ "variations": [{ "parent": 1 }] })]
        {
            assert!(serde_json::from_value::<ProductChange>(body.clone()).is_err(), "{body}");
        }
    }
}
