//! Fields of a product beyond name, texts, price and stock: visibility, links, tax, shipping, attributes, and the information
//! required by food law.

use std::collections::BTreeMap;

use shop_core::base::{FieldError, ProductId};
use shop_core::cart::tax::TaxTable;
use shop_core::catalogue::nutrition::Nutrition;
use shop_core::catalogue::product::{Product, ProductAttribute, ProductKind};
use shop_core::platform::merchant::nutrition::{NutritionForm, check_nutrition, form_of};
use shop_core::platform::messages::codes;
use shop_services::catalogue::products::AttributeForm;
use shop_services::catalogue::{Catalogue, Found};

use super::check::{Check, MAX_SKU_CHARS};
use super::field::{Choice, Field, Flag, Links, Mark, Measure, Slug, Text, fields};
use crate::admin::messages;
use crate::admin::platform::mirror::mirror;

mirror! {
    /// An attribute of a product.
    ProductAttributeFields = AttributeForm {
        /// `pa_formato` for an attribute of the whole shop; empty for one of this product alone.
        taxonomy: String,
        name: String,
        /// Value names, in order.
        values: Vec<String>,
        /// Whether it is listed among the details.
        visible: bool,
        /// Whether it is chosen when buying a variation.
        variation: bool,
    }
}

fields! {
    /// Additional fields of a product.
    view DetailsFields
    /// Changes of additional fields; omitted ones stay as they are.
    change DetailsChange
    of product: Product {
        sku: String = Text(MAX_SKU_CHARS), product.item.sku;
        slug: String = Slug { may_be_empty: false }, product.slug;
        /// `visible`, `catalog`, `search` or `hidden`.
        visibility: String = Choice, product.visibility;
        featured: bool = Flag, product.featured;
        reviews_allowed: bool = Flag, product.reviews_allowed;
        sold_individually: bool = Flag, product.item.sold_individually;
        /// Whether it needs no shipping.
        is_virtual: bool = Flag, product.item.is_virtual;
        perishable: bool = Mark("perishable"), product.item.meta;
        /// Whether it is an assortment of foods in one pack, which needs no total weight.
        assortment: bool = Mark("assortment"), product.item.meta;
        /// Whether it is sealed for hygiene reasons and cannot be returned once opened.
        sealed: bool = Mark("sealed"), product.item.meta;
        /// `taxable`, `shipping` or `none`.
        tax_status: String = Choice, product.item.tax_status;
        /// Slug of the tax class; empty for the standard class.
        tax_class: String = TaxClass, *product;
        shipping_class: String = Slug { may_be_empty: true }, product.item.shipping_class;
        weight: String = Measure, product.item.weight_milli;
        length: String = Measure, product.item.length_milli;
        width: String = Measure, product.item.width_milli;
        height: String = Measure, product.item.height_milli;
        category_ids: Vec<i64> = Links, product.category_ids;
        tag_ids: Vec<i64> = Links, product.tag_ids;
        upsell_ids: Vec<i64> = Links, product.upsell_ids;
        cross_sell_ids: Vec<i64> = Links, product.cross_sell_ids;
        /// All attributes of the product.
        attributes: Vec<ProductAttributeFields> = Attributes, product.attributes;
        nutrition: NutritionForm = NutritionTable, product.item.meta;
    }
}

impl DetailsChange {
    /// Applies the changes to the product; errors name their fields `details.slug`.
    pub(super) fn apply(self, check: &mut Check, product: &mut Product) {
        let before = std::mem::replace(&mut check.prefix, "details.".into());
        self.apply_fields(check, product);
        check.prefix = before;
    }
}

struct TaxClass;

impl Field<Product> for TaxClass {
    type Sent = String;

    fn to_form(&self, product: &Product) -> String {
        product.item.tax_class.clone()
    }

    fn parse_into(&self, _: &mut Check, _: &str, class: String, product: &mut Product) {
        // Variations with the product's tax class follow it.
        for item in product.variations.iter_mut().map(|one| &mut one.item) {
            if item.tax_class == product.item.tax_class {
                item.tax_class.clone_from(&class);
            }
        }
        product.item.tax_class = class;
    }
}

/// Attributes are checked against those of the shop, and [`replace_attributes`] applies them.
struct Attributes;

impl Field<Vec<ProductAttribute>> for Attributes {
    type Sent = Vec<ProductAttributeFields>;

    fn to_form(&self, attributes: &Vec<ProductAttribute>) -> Self::Sent {
        let to_fields = |one: &ProductAttribute| ProductAttributeFields {
            taxonomy: one.taxonomy.clone().unwrap_or_default(),
            name: one.name.clone(),
            values: one.values.iter().map(|value| value.name.clone()).collect(),
            visible: one.visible,
            variation: one.variation,
        };
        attributes.iter().map(to_fields).collect()
    }

    fn parse_into(&self, _: &mut Check, _: &str, _: Self::Sent, _: &mut Vec<ProductAttribute>) {}
}

struct NutritionTable;

impl Field<BTreeMap<String, String>> for NutritionTable {
    type Sent = NutritionForm;

    fn to_form(&self, meta: &BTreeMap<String, String>) -> NutritionForm {
        let known = meta.get("nutrition").and_then(|text| serde_json::from_str::<Nutrition>(text).ok());
        known.map(|known| form_of(&known)).unwrap_or_default()
    }

    fn parse_into(&self, check: &mut Check, _: &str, typed: NutritionForm, meta: &mut BTreeMap<String, String>) {
        match check_nutrition(&typed) {
            Ok(Some(nutrition)) => {
                meta.insert("nutrition".into(), serde_json::to_string(&nutrition).unwrap_or_default());
            }
            Ok(None) => _ = meta.remove("nutrition"),
            Err(errors) => errors.into_iter().for_each(|error| check.push(error)),
        }
    }
}

/// Prefixes errors of attributes with the name of this part of the form.
pub(super) fn prefix_errors(errors: Vec<FieldError>) -> Vec<FieldError> {
    let named = |error: FieldError| FieldError { field: format!("details.{}", error.field), ..error };
    errors.into_iter().map(named).collect()
}

/// Replaces a product's attributes. A default choice is retained while its value exists.
pub(super) fn replace_attributes(product: &mut Product, attributes: Vec<ProductAttribute>) {
    let before = std::mem::take(&mut product.attributes);
    let retained_default = |one: &ProductAttribute| {
        let known = before.iter().find(|other| other.key() == one.key())?;
        let chosen = known.default.clone()?;
        one.values.iter().any(|value| one.wire_value(value) == chosen).then_some(chosen)
    };
    let with_default = |one: ProductAttribute| ProductAttribute { default: retained_default(&one), ..one };
    product.attributes = attributes.into_iter().map(with_default).collect();
}

/// Finds conflicts of a changed product with the rest of the shop: slugs and SKUs in use elsewhere, and references that do not
/// exist.
pub(super) fn find_conflicts(
    catalogue: &Catalogue,
    taxes: &TaxTable,
    before: &Product,
    after: &Product,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let unknown = |field: &str, id: i64| {
        FieldError::new(format!("details.{field}"), codes::MERCHANT_UNKNOWN_ENTRY).with("id", id)
    };
    if catalogue.by_slug(&after.slug).is_some_and(|other| other.item.id != after.item.id) {
        errors.push(FieldError::new("details.slug", codes::OFFICE_SLUG_TAKEN).with("slug", &after.slug));
    }
    let own = |id: ProductId| id == after.item.id || after.variations.iter().any(|one| one.item.id == id);
    let is_sku_taken = |sku: &str, id: ProductId| {
        let other = catalogue.by_sku(sku).map(|found| match found {
            Found::Product(product) => product.item.id,
            Found::Variation(_, variation) => variation.item.id,
        });
        let twice = std::iter::once(&after.item)
            .chain(after.variations.iter().map(|one| &one.item))
            .filter(|item| item.sku.eq_ignore_ascii_case(sku))
            .count();
        !sku.is_empty() && (other.is_some_and(|other| other != id && !own(other)) || twice > 1)
    };
    if is_sku_taken(&after.item.sku, after.item.id) {
        errors.push(FieldError::new("details.sku", codes::OFFICE_SKU_TAKEN).with("sku", &after.item.sku));
    }
    for item in after.variations.iter().map(|one| &one.item).filter(|item| is_sku_taken(&item.sku, item.id)) {
        let field = format!("variations.{}.sku", item.id.0);
        errors.push(FieldError::new(field, codes::OFFICE_SKU_TAKEN).with("sku", &item.sku));
    }
    if let Some(id) =
        after.category_ids.iter().find(|id| !catalogue.terms().categories().iter().any(|one| one.id == **id))
    {
        errors.push(unknown("category_ids", id.0));
    }
    if let Some(id) = after.tag_ids.iter().find(|id| !catalogue.terms().tags().iter().any(|one| one.id == **id)) {
        errors.push(unknown("tag_ids", id.0));
    }
    // A linked product that was deleted later is shown in the form and must not block other changes.
    for (field, ids, known) in [
        ("upsell_ids", &after.upsell_ids, &before.upsell_ids),
        ("cross_sell_ids", &after.cross_sell_ids, &before.cross_sell_ids),
    ] {
        if let Some(id) = ids.iter().find(|id| !known.contains(id) && catalogue.find(**id).is_none()) {
            errors.push(unknown(field, id.0));
        }
    }
    let class = &after.item.tax_class;
    if *class != before.item.tax_class && !taxes.knows(class) {
        let error = FieldError::new("details.tax_class", messages::VALUE_UNKNOWN);
        errors.push(error.with("value", class));
    }
    if after.kind != ProductKind::Variable && after.attributes.iter().any(|one| one.variation) {
        errors.push(FieldError::new("details.attributes", codes::OFFICE_NOT_VARIABLE));
    }
    errors
}
