//! What of a product lies beyond name, texts, price and stock: where it is listed, what it belongs to, how it is taxed and
//! delivered, its attributes, and the facts that food law asks for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shop_core::base::text::{format_fixed, parse_fixed};
use shop_core::base::{CategoryId, FieldError, ProductId, TagId};
use shop_core::catalogue::nutrition::Nutrition;
use shop_core::catalogue::product::{Product, ProductAttribute, ProductKind, TaxStatus, Visibility};
use shop_core::merchant::nutrition::{NutritionForm, check_nutrition, form_of};
use shop_core::messages::codes;
use shop_core::tax::TaxTable;
use shop_core::typed::is_slug;
use shop_services::catalogue::{Catalogue, Found};
use shop_services::products::AttributeForm;
use utoipa::ToSchema;

use super::check::{Check, MAX_SKU_CHARS};
use crate::admin::messages;
use crate::admin::mirror::mirror;

/// Greatest measure, in thousandths of the unit.
const MAX_MEASURE: i64 = 1_000_000_000;
/// Most categories, tags or linked products.
const MAX_LINKS: usize = 100;

mirror! {
    /// An attribute of a product.
    ProductAttributeFields = AttributeForm {
        /// `pa_formato` for one of the whole shop; empty: of this product alone.
        taxonomy: String,
        name: String,
        /// Names, in order.
        values: Vec<String>,
        /// Shown among the details.
        visible: bool,
        /// Chosen when buying a variation.
        variation: bool,
    }
}

mirror! {
    /// Nutrition per 100 g or 100 ml; all empty: no declaration.
    NutritionFields = NutritionForm {
        energy_kj: String,
        energy_kcal: String,
        fat: String,
        saturates: String,
        carbohydrate: String,
        sugars: String,
        /// May be empty.
        fibre: String,
        protein: String,
        salt: String,
    }
}

/// Further facts of a product.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct DetailsFields {
    sku: String,
    slug: String,
    /// `visible`, `catalog`, `search` or `hidden`.
    visibility: String,
    featured: bool,
    reviews_allowed: bool,
    sold_individually: bool,
    /// Needs no delivery.
    is_virtual: bool,
    perishable: bool,
    /// Several foods in one pack: no weight of the whole is asked.
    assortment: bool,
    /// Sealed for hygiene: not taken back once it was opened.
    sealed: bool,
    /// `taxable`, `shipping` or `none`.
    tax_status: String,
    /// Slug; empty: standard.
    tax_class: String,
    shipping_class: String,
    weight: String,
    length: String,
    width: String,
    height: String,
    category_ids: Vec<i64>,
    tag_ids: Vec<i64>,
    upsell_ids: Vec<i64>,
    cross_sell_ids: Vec<i64>,
    attributes: Vec<ProductAttributeFields>,
    nutrition: NutritionFields,
}

/// Changes of further facts; what is left out stays as it is.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(in crate::admin) struct DetailsChange {
    sku: Option<String>,
    slug: Option<String>,
    visibility: Option<String>,
    featured: Option<bool>,
    reviews_allowed: Option<bool>,
    sold_individually: Option<bool>,
    is_virtual: Option<bool>,
    perishable: Option<bool>,
    assortment: Option<bool>,
    sealed: Option<bool>,
    tax_status: Option<String>,
    tax_class: Option<String>,
    shipping_class: Option<String>,
    weight: Option<String>,
    length: Option<String>,
    width: Option<String>,
    height: Option<String>,
    category_ids: Option<Vec<i64>>,
    tag_ids: Option<Vec<i64>>,
    upsell_ids: Option<Vec<i64>>,
    cross_sell_ids: Option<Vec<i64>>,
    /// All of them.
    pub(super) attributes: Option<Vec<ProductAttributeFields>>,
    nutrition: Option<NutritionFields>,
}

impl DetailsFields {
    pub(super) fn of(product: &Product) -> Self {
        let item = &product.item;
        let measure = |milli: Option<i64>| milli.map(|milli| format_fixed(milli, 3)).unwrap_or_default();
        let nutrition = item.meta.get("nutrition").and_then(|text| serde_json::from_str::<Nutrition>(text).ok());
        let attribute = |one: &ProductAttribute| ProductAttributeFields {
            taxonomy: one.taxonomy.clone().unwrap_or_default(),
            name: one.name.clone(),
            values: one.values.iter().map(|value| value.name.clone()).collect(),
            visible: one.visible,
            variation: one.variation,
        };
        Self {
            sku: item.sku.clone(),
            slug: product.slug.clone(),
            visibility: product.visibility.as_str().into(),
            featured: product.featured,
            reviews_allowed: product.reviews_allowed,
            sold_individually: item.sold_individually,
            is_virtual: item.is_virtual,
            perishable: item.meta.get("perishable").is_some_and(|mark| mark == "1"),
            assortment: item.meta.get("assortment").is_some_and(|mark| mark == "1"),
            sealed: item.meta.get("sealed").is_some_and(|mark| mark == "1"),
            tax_status: item.tax_status.as_str().into(),
            tax_class: item.tax_class.clone(),
            shipping_class: item.shipping_class.clone(),
            weight: measure(item.weight_milli),
            length: measure(item.length_milli),
            width: measure(item.width_milli),
            height: measure(item.height_milli),
            category_ids: product.category_ids.iter().map(|id| id.0).collect(),
            tag_ids: product.tag_ids.iter().map(|id| id.0).collect(),
            upsell_ids: product.upsell_ids.iter().map(|id| id.0).collect(),
            cross_sell_ids: product.cross_sell_ids.iter().map(|id| id.0).collect(),
            attributes: product.attributes.iter().map(attribute).collect(),
            nutrition: nutrition.map(|known| form_of(&known).into()).unwrap_or_default(),
        }
    }
}

impl DetailsChange {
    /// Puts what was typed into the product; refusals are named `details.slug`.
    pub(super) fn apply(self, check: &mut Check, product: &mut Product) {
        let before = std::mem::replace(&mut check.prefix, "details.".into());
        check.text("sku", self.sku, MAX_SKU_CHARS, &mut product.item.sku);
        if let Some(slug) = self.slug {
            let slug = slug.trim().to_owned();
            if is_slug(&slug) { product.slug = slug } else { check.refuse("slug", codes::OFFICE_SLUG_INVALID) }
        }
        if let Some(visibility) = check.choice("visibility", self.visibility, Visibility::parse) {
            product.visibility = visibility;
        }
        if let Some(status) = check.choice("tax_status", self.tax_status, TaxStatus::parse) {
            product.item.tax_status = status;
        }
        for (typed, flag) in [
            (self.featured, &mut product.featured),
            (self.reviews_allowed, &mut product.reviews_allowed),
            (self.sold_individually, &mut product.item.sold_individually),
            (self.is_virtual, &mut product.item.is_virtual),
        ] {
            *flag = typed.unwrap_or(*flag);
        }
        marks(
            &mut product.item.meta,
            [("perishable", self.perishable), ("assortment", self.assortment), ("sealed", self.sealed)],
        );
        if let Some(class) = self.tax_class {
            put_tax_class(product, class);
        }
        if let Some(class) = self.shipping_class {
            put_shipping_class(check, &mut product.item.shipping_class, &class);
        }
        for (field, typed, into) in [
            ("weight", self.weight, &mut product.item.weight_milli),
            ("length", self.length, &mut product.item.length_milli),
            ("width", self.width, &mut product.item.width_milli),
            ("height", self.height, &mut product.item.height_milli),
        ] {
            measure(check, field, typed, into);
        }
        links(check, "category_ids", self.category_ids, &mut product.category_ids, CategoryId);
        links(check, "tag_ids", self.tag_ids, &mut product.tag_ids, TagId);
        links(check, "upsell_ids", self.upsell_ids, &mut product.upsell_ids, ProductId);
        links(check, "cross_sell_ids", self.cross_sell_ids, &mut product.cross_sell_ids, ProductId);
        if let Some(fields) = self.nutrition {
            put_nutrition(check, fields, &mut product.item.meta);
        }
        check.prefix = before;
    }
}

/// Marks that are there or not, by name.
fn marks(meta: &mut BTreeMap<String, String>, typed: [(&str, Option<bool>); 3]) {
    for (name, typed) in typed {
        match typed {
            Some(true) => _ = meta.insert(name.into(), "1".into()),
            Some(false) => _ = meta.remove(name),
            None => {}
        }
    }
}

fn put_tax_class(product: &mut Product, class: String) {
    // A variation with the product's class goes along with it.
    for item in product.variations.iter_mut().map(|one| &mut one.item) {
        if item.tax_class == product.item.tax_class {
            item.tax_class.clone_from(&class);
        }
    }
    product.item.tax_class = class;
}

fn put_shipping_class(check: &mut Check, into: &mut String, typed: &str) {
    let class = typed.trim().to_owned();
    if class.is_empty() || is_slug(&class) {
        *into = class;
    } else {
        check.refuse("shipping_class", codes::OFFICE_SLUG_INVALID);
    }
}

/// A measure in the shop's unit; an empty one is taken away.
fn measure(check: &mut Check, field: &str, typed: Option<String>, into: &mut Option<i64>) {
    let Some(typed) = typed else { return };
    let number = parse_fixed(typed.trim(), 3).filter(|milli| (0..=MAX_MEASURE).contains(milli));
    if number.is_none() && !typed.trim().is_empty() {
        check.refuse(field, codes::OFFICE_MEASURE_INVALID);
    }
    *into = number;
}

fn put_nutrition(check: &mut Check, fields: NutritionFields, meta: &mut BTreeMap<String, String>) {
    match check_nutrition(&fields.into()) {
        Ok(Some(nutrition)) => {
            let text = serde_json::to_string(&nutrition).unwrap_or_default();
            meta.insert("nutrition".into(), text);
        }
        Ok(None) => _ = meta.remove("nutrition"),
        Err(errors) => errors.into_iter().for_each(|error| check.push(error)),
    }
}

fn links<T: Copy + PartialEq>(
    check: &mut Check,
    field: &str,
    typed: Option<Vec<i64>>,
    into: &mut Vec<T>,
    id: fn(i64) -> T,
) {
    let Some(typed) = typed else { return };
    if typed.len() > MAX_LINKS {
        check.push(FieldError::new(field, codes::MERCHANT_TOO_MANY).with("maximum", MAX_LINKS));
        return;
    }
    into.clear();
    for one in typed.into_iter().map(id) {
        if !into.contains(&one) {
            into.push(one);
        }
    }
}

/// Refusals of attributes under the names of this part of the form.
pub(super) fn below(errors: Vec<FieldError>) -> Vec<FieldError> {
    let named = |error: FieldError| FieldError { field: format!("details.{}", error.field), ..error };
    errors.into_iter().map(named).collect()
}

/// Gives a product other attributes. A choice made at first stays while its value is there.
pub(super) fn put_attributes(product: &mut Product, attributes: Vec<ProductAttribute>) {
    let before = std::mem::take(&mut product.attributes);
    let kept = |one: &ProductAttribute| {
        let known = before.iter().find(|other| other.key() == one.key())?;
        let chosen = known.default.clone()?;
        one.values.iter().any(|value| one.wire_value(value) == chosen).then_some(chosen)
    };
    let with_default = |one: ProductAttribute| ProductAttribute { default: kept(&one), ..one };
    product.attributes = attributes.into_iter().map(with_default).collect();
}

/// What of a changed product clashes with the rest of the shop: addresses and SKUs that others have, and what does not
/// exist.
pub(super) fn clashes(catalogue: &Catalogue, taxes: &TaxTable, before: &Product, after: &Product) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let unknown = |field: &str, id: i64| {
        FieldError::new(format!("details.{field}"), codes::MERCHANT_UNKNOWN_ENTRY).with("id", id)
    };
    if catalogue.by_slug(&after.slug).is_some_and(|other| other.item.id != after.item.id) {
        errors.push(FieldError::new("details.slug", codes::OFFICE_SLUG_TAKEN).with("slug", &after.slug));
    }
    let own = |id: ProductId| id == after.item.id || after.variations.iter().any(|one| one.item.id == id);
    let taken = |sku: &str, id: ProductId| {
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
    if taken(&after.item.sku, after.item.id) {
        errors.push(FieldError::new("details.sku", codes::OFFICE_SKU_TAKEN).with("sku", &after.item.sku));
    }
    for item in after.variations.iter().map(|one| &one.item).filter(|item| taken(&item.sku, item.id)) {
        let field = format!("variations.{}.sku", item.id.0);
        errors.push(FieldError::new(field, codes::OFFICE_SKU_TAKEN).with("sku", &item.sku));
    }
    if let Some(id) = after.category_ids.iter().find(|id| !catalogue.categories().iter().any(|one| one.id == **id)) {
        errors.push(unknown("category_ids", id.0));
    }
    if let Some(id) = after.tag_ids.iter().find(|id| !catalogue.tags().iter().any(|one| one.id == **id)) {
        errors.push(unknown("tag_ids", id.0));
    }
    // A product that was deleted after it was linked is told where it stands, and hinders no other change.
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
