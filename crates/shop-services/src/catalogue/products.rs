//! Product editing: new products, copies, and the variations of a product's choices.

pub mod acts;
mod stored;

use std::collections::BTreeMap;
use std::sync::Arc;

use shop_core::base::text::slugify;
use shop_core::base::{Cents, FieldError, ProductId};
use shop_core::catalogue::combinations::{MAX_VARIATIONS, missing_combinations};
use shop_core::catalogue::product::{
    AttributeValue, Item, Prices, Product, ProductAttribute, ProductKind, PublishStatus, Stock, Variation,
};
use shop_core::platform::input::Check;
use shop_core::platform::messages::codes;

use crate::catalogue::Catalogue;
use crate::platform::context::Context;
use crate::ports::{CatalogueStore, ProductStore, StockStore, StoreError, TermsWanted, ports};

/// Maximum length of a product name in characters.
const MAX_NAME_CHARS: usize = 200;
/// Maximum number of attributes of a product, and of values of one.
const MAX_ATTRIBUTES: usize = 50;
/// Maximum length of an attribute value in characters.
const MAX_VALUE_CHARS: usize = 100;

/// Why a product was not created or changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProductError {
    #[error("the product does not exist")]
    Unknown,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Common values of a product's new variations, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariationsForm {
    /// Values by attribute key, in wire form; an attribute that is left out has all its values.
    pub values: BTreeMap<String, Vec<String>>,
    /// Full price in euro; may be empty.
    pub regular_price: String,
    /// Pieces; empty for unmanaged stock.
    pub stock_quantity: String,
}

/// An attribute of a product as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributeForm {
    /// `pa_formato` for a global attribute; empty for one of this product alone.
    pub taxonomy: String,
    /// Label of an attribute of this product alone.
    pub name: String,
    /// Names of the values, in order. Missing values of a global attribute are added to it.
    pub values: Vec<String>,
    /// Shown among the product details.
    pub visible: bool,
    /// Used for variations.
    pub variation: bool,
}

ports! {
    pub(crate) trait ProductsPorts: CatalogueStore + ProductStore + StockStore
}

/// Products for the merchant.
#[derive(Clone)]
pub struct Products {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ProductsPorts>,
}

impl Products {
    /// Creates a hidden product; returns its id.
    pub async fn add_product(&self, name: &str, kind: &str) -> Result<ProductId, ProductError> {
        let mut check = Check::default();
        let name = check.required("name", name, MAX_NAME_CHARS);
        let kind = ProductKind::parse(kind).unwrap_or_else(|| {
            check.push(FieldError::new("kind", codes::MERCHANT_VALUE_UNKNOWN).with("value", kind));
            ProductKind::default()
        });
        check.done(()).map_err(ProductError::Fields)?;
        let now = self.context.now();
        let catalogue = self.context.newest_catalogue().await?;
        let product = Product {
            slug: free_slug(&catalogue, &name),
            item: Item { name, status: PublishStatus::Draft, ..Item::default() },
            kind,
            reviews_allowed: true,
            created_at: now,
            updated_at: now,
            ..Product::default()
        };
        Ok(self.add(product).await?)
    }

    /// Copies a product as a draft, without SKU, sales and reviews; returns the copy's id.
    pub async fn duplicate_product(&self, id: ProductId) -> Result<ProductId, ProductError> {
        let catalogue = self.context.newest_catalogue().await?;
        let Some(product) = catalogue.product(id) else { return Err(ProductError::Unknown) };
        let now = self.context.now();
        let fresh = |item: &Item| Item { id: ProductId(0), sku: String::new(), ..item.clone() };
        let copy = Product {
            slug: free_slug(&catalogue, &product.item.name),
            item: Item { status: PublishStatus::Draft, ..fresh(&product.item) },
            variations: product
                .variations
                .iter()
                .map(|one| Variation { item: fresh(&one.item), ..one.clone() })
                .collect(),
            created_at: now,
            updated_at: now,
            total_sales: 0,
            rating_sum: 0,
            rating_count: 0,
            ..product.clone()
        };
        Ok(self.add(copy).await?)
    }

    /// Creates the missing variations of a product's choices; returns how many.
    pub async fn generate_variations(&self, id: ProductId, form: &VariationsForm) -> Result<usize, ProductError> {
        let catalogue = self.context.newest_catalogue().await?;
        let Some(product) = catalogue.product(id) else { return Err(ProductError::Unknown) };
        let mut check = Check::default();
        if product.kind != ProductKind::Variable {
            check.refuse("values", codes::OFFICE_NOT_VARIABLE);
        }
        let price = check.amount("regular_price", &form.regular_price);
        let regular = (!form.regular_price.trim().is_empty()).then_some(price);
        let quantity = check.whole("stock_quantity", &form.stock_quantity, 0, 1_000_000);
        let missing = missing_combinations(product, &form.values).unwrap_or_else(|| {
            check.refuse("values", codes::OFFICE_NO_COMBINATION);
            Vec::new()
        });
        let count = product.variations.len() + missing.len();
        if count > MAX_VARIATIONS {
            let error = FieldError::new("values", codes::OFFICE_COMBINATIONS_MANY);
            check.push(error.with("count", count).with("maximum", MAX_VARIATIONS));
        }
        check.done(()).map_err(ProductError::Fields)?;
        if missing.is_empty() {
            return Ok(0);
        }
        let mut changed = product.clone();
        let last = product.variations.iter().map(|one| one.item.menu_order).max().unwrap_or(0);
        let created = missing.len();
        for (order, attributes) in (last + 1..).zip(missing) {
            changed.variations.push(new_variation(product, attributes, regular, quantity, order));
        }
        changed.updated_at = self.context.now();
        // The stock of stored items is not set, so none can have moved.
        let _ = self.store.save_products(std::slice::from_ref(&changed), &[]).await?;
        self.context.catalogue_changed();
        Ok(created)
    }

    /// Validates the attributes of a product as typed: missing values of a global attribute are added to it. Errors are named
    /// `attributes.0.values`.
    pub async fn checked_attributes(&self, forms: &[AttributeForm]) -> Result<Vec<ProductAttribute>, ProductError> {
        let catalogue = self.context.newest_catalogue().await?;
        let mut check = Check::default();
        let mut wanted = TermsWanted::default();
        let mut keys = Vec::new();
        if forms.len() > MAX_ATTRIBUTES {
            check.push(FieldError::new("attributes", codes::MERCHANT_TOO_MANY).with("maximum", MAX_ATTRIBUTES));
        }
        let mut read = Vec::new();
        for (n, form) in forms.iter().take(MAX_ATTRIBUTES).enumerate() {
            let at = |part: &str| format!("attributes.{n}.{part}");
            let shared = catalogue.terms().attribute(&form.taxonomy);
            if shared.is_none() && !form.taxonomy.is_empty() {
                let error = FieldError::new(at("taxonomy"), codes::MERCHANT_VALUE_UNKNOWN);
                check.push(error.with("value", &form.taxonomy));
            }
            let name = match shared {
                Some(shared) => shared.name.clone(),
                None => check.required(&at("name"), &form.name, MAX_VALUE_CHARS),
            };
            let values = read_values(&mut check, &at("values"), &form.values);
            let key = shared.map_or_else(|| slugify(&name), |shared| shared.taxonomy.clone());
            if keys.contains(&key) {
                check.push(FieldError::new(at("name"), codes::OFFICE_TWICE).with("value", &name));
            }
            keys.push(key);
            if shared.is_some() {
                wanted.attributes.insert(name.clone(), values.clone());
            }
            read.push((form, shared.map(|shared| shared.taxonomy.clone()), name, values));
        }
        check.done(()).map_err(ProductError::Fields)?;
        let terms = self.store.ensure_terms(&wanted).await?;
        let attribute = |(form, taxonomy, name, values): (&AttributeForm, Option<String>, String, Vec<String>)| {
            let value = |value: String| AttributeValue {
                slug: terms.term_slugs.get(&(name.clone(), value.clone())).cloned().unwrap_or_else(|| slugify(&value)),
                name: value,
            };
            ProductAttribute {
                values: values.into_iter().map(value).collect(),
                taxonomy,
                visible: form.visible,
                variation: form.variation,
                default: None,
                name,
            }
        };
        Ok(read.into_iter().map(attribute).collect())
    }

    async fn add(&self, product: Product) -> Result<ProductId, StoreError> {
        let saved = self.store.save_products(std::slice::from_ref(&product), &[]).await?;
        self.context.catalogue_changed();
        let id = saved.ok().and_then(|saved| saved.first().map(|one| one.id));
        id.ok_or_else(|| StoreError::Refused("an added product has no number".into()))
    }
}

fn read_values(check: &mut Check, field: &str, typed: &[String]) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for one in typed.iter().map(|one| one.trim()).filter(|one| !one.is_empty()) {
        if !values.iter().any(|known| known == one) {
            values.push(check.text(field, one, MAX_VALUE_CHARS));
        }
    }
    if values.is_empty() {
        check.refuse(field, codes::MERCHANT_REQUIRED);
    } else if values.len() > MAX_ATTRIBUTES {
        check.push(FieldError::new(field, codes::MERCHANT_TOO_MANY).with("maximum", MAX_ATTRIBUTES));
    }
    values
}

fn new_variation(
    product: &Product,
    attributes: BTreeMap<String, String>,
    regular: Option<Cents>,
    quantity: Option<i64>,
    menu_order: i64,
) -> Variation {
    let words: Vec<&str> = product
        .attributes
        .iter()
        .filter_map(|choice| {
            let wire = attributes.get(&choice.key())?;
            choice.values.iter().find(|value| choice.wire_value(value) == wire).map(|value| value.name.as_str())
        })
        .collect();
    let item = Item {
        name: format!("{} - {}", product.item.name, words.join(", ")),
        prices: Prices { regular, ..Prices::default() },
        stock: Stock { managed: quantity.is_some(), quantity: quantity.unwrap_or(0), ..Stock::default() },
        tax_status: product.item.tax_status,
        tax_class: product.item.tax_class.clone(),
        is_virtual: product.item.is_virtual,
        menu_order,
        ..Item::default()
    };
    Variation { item, attributes, stock_of_parent: quantity.is_none() && product.item.stock.managed }
}

/// A slug that no product has.
fn free_slug(catalogue: &Catalogue, name: &str) -> String {
    let base = match slugify(name) {
        empty if empty.is_empty() => "prodotto".to_owned(),
        slug => slug,
    };
    let numbered = (2_u32..).map(|n| format!("{base}-{n}"));
    std::iter::once(base.clone()).chain(numbered).find(|slug| catalogue.by_slug(slug).is_none()).unwrap_or(base)
}
