//! Sets a shop up from one JSON document: settings, taxes, delivery, payment, categories, stock by SKU, people, roles.
//!
//! Amounts in the document are decimal strings. Applying it twice has the same result as applying it once.

mod coupons;
mod fixed;
mod reviews;
mod roles;
mod terms;

use std::collections::BTreeMap;
use std::sync::Arc;

use coupons::{CouponDocument, read_coupon};
use reviews::{ReviewDocument, read_review};
use roles::{RoleDocument, read_role, refuse_first};
use serde::Deserialize;
use serde_json::{Map, Value};
use shop_core::base::text::parse_fixed;
use shop_core::base::{Cents, ProductId};
use shop_core::cart::coupon::Coupon;
use shop_core::cart::shipping::{FreeShippingNeeds, ShippingKind, ShippingMethod, ShippingZone};
use shop_core::cart::tax::{TaxClass, TaxRate, TaxTable};
use shop_core::catalogue::product::{Backorders, Product};
use shop_core::privacy::consent::check_services;
use terms::TermDocument;

use crate::catalogue::Found;
use crate::platform::context::Context;
use crate::platform::settings::{PaymentMethodSettings, Seller, ShopSettings};
use crate::ports::{
    CatalogueStore, Category, CouponStore, CustomerStore, NewCustomer, Review, ReviewStore, Role, RoleStore,
    StockChange, StoreError, TermStore, ports,
};

/// Settings with a section of their own in the document.
const APART: [&str; 4] = ["tax", "zones", "payment_methods", "seller"];

/// Why a document was not applied.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// It cannot be parsed as a shop document.
    #[error("the document does not read: {0}")]
    Document(String),
    /// A value is invalid.
    #[error("{place}: {reason}")]
    Value { place: String, reason: String },
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Document {
    settings: Map<String, Value>,
    seller: Option<SellerDocument>,
    hero_image: String,
    tax_classes: Vec<ClassDocument>,
    tax_rates: Vec<RateDocument>,
    shipping_zones: Vec<ZoneDocument>,
    payment_methods: Vec<Map<String, Value>>,
    categories: Vec<CategoryDocument>,
    tags: Vec<TermDocument>,
    attributes: Vec<TermDocument>,
    customers: Vec<CustomerDocument>,
    product_overrides: Vec<OverrideDocument>,
    coupons: Vec<CouponDocument>,
    reviews: Vec<ReviewDocument>,
    roles: Vec<RoleDocument>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct SellerDocument {
    company_name: String,
    vat_number: String,
    rea: String,
    pec: String,
    phone: String,
    email: String,
    share_capital: String,
}

#[derive(Deserialize)]
struct ClassDocument {
    slug: String,
    /// Defaults to the slug.
    name: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RateDocument {
    country: String,
    state: String,
    postcodes: Vec<String>,
    rate: String,
    name: String,
    class: String,
    priority: i64,
    compound: bool,
    shipping: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ZoneDocument {
    name: String,
    countries: Vec<String>,
    states: Vec<String>,
    postcodes: Vec<String>,
    methods: Vec<MethodDocument>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct MethodDocument {
    #[serde(rename = "type")]
    kind: String,
    title: String,
    title_en: String,
    description: String,
    cost: String,
    tax_status: String,
    requires: String,
    min_amount: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct CategoryDocument {
    slug: String,
    name: String,
    name_en: String,
    description: String,
    description_en: String,
    image: String,
    position: i64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct CustomerDocument {
    email: String,
    username: String,
    first_name: String,
    last_name: String,
    password: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct OverrideDocument {
    sku: String,
    manage_stock: Option<bool>,
    stock: Option<i64>,
    backorders: Option<String>,
    sold_individually: Option<bool>,
}

/// Counts of what was applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    pub categories: usize,
    /// Tags, attributes and values that got English names.
    pub terms: usize,
    pub products: usize,
    pub customers: usize,
    pub coupons: usize,
    pub reviews: usize,
    pub roles: usize,
}

fn wrong(place: impl Into<String>, reason: impl Into<String>) -> ApplyError {
    ApplyError::Value { place: place.into(), reason: reason.into() }
}

ports! {
    pub(crate) trait SetUpPorts: CatalogueStore + CouponStore + CustomerStore + ReviewStore + RoleStore + TermStore
}

/// Setup of a shop from one document.
#[derive(Clone)]
pub struct SetUp {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn SetUpPorts>,
}

impl SetUp {
    /// Applies a document. All values are parsed before anything is written.
    pub async fn apply_document(
        &self,
        text: &str,
        hash_password: &(dyn Fn(&str) -> Result<String, String> + Send + Sync),
    ) -> Result<Applied, ApplyError> {
        let document: Document = serde_json::from_str(text).map_err(|e| ApplyError::Document(e.to_string()))?;
        let current = self.context.settings().await?;
        let settings = read_settings(&current, &document)?;
        let people = read_people(&document, hash_password)?;
        let roles: Vec<_> = document.roles.iter().map(read_role).collect::<Result<_, _>>()?;
        self.context.save_settings(&settings).await?;
        let categories: Vec<Category> = document.categories.iter().map(read_category).collect();
        if !categories.is_empty() {
            self.store.save_categories(&categories).await?;
        }
        let terms = self.name_terms(&document.tags, &document.attributes).await?;
        let products = self.override_products(&document.product_overrides).await?;
        let mut customers = 0;
        for person in &people {
            customers += usize::from(self.store.add_customer(person, self.context.now()).await?.is_some());
        }
        self.context.catalogue_changed();
        let coupons = self.apply_coupons(&document.coupons).await?;
        let reviews = self.apply_reviews(&document.reviews).await?;
        let roles = self.apply_roles(&roles).await?;
        Ok(Applied { categories: categories.len(), terms, products, customers, coupons, reviews, roles })
    }

    async fn apply_coupons(&self, documents: &[CouponDocument]) -> Result<usize, ApplyError> {
        if documents.is_empty() {
            return Ok(0);
        }
        let catalogue = self.context.catalogue().await?;
        let coupons: Vec<Coupon> =
            documents.iter().map(|document| read_coupon(document, &catalogue)).collect::<Result<_, _>>()?;
        self.store.save_coupons(&coupons, self.context.now()).await?;
        Ok(coupons.len())
    }

    async fn apply_reviews(&self, documents: &[ReviewDocument]) -> Result<usize, ApplyError> {
        if documents.is_empty() {
            return Ok(0);
        }
        let catalogue = self.context.catalogue().await?;
        let reviews: Vec<Review> =
            documents.iter().map(|document| read_review(document, &catalogue)).collect::<Result<_, _>>()?;
        let added = self.store.add_reviews(&reviews).await?;
        self.context.catalogue_changed();
        Ok(added)
    }

    async fn override_products(&self, overrides: &[OverrideDocument]) -> Result<usize, ApplyError> {
        if overrides.is_empty() {
            return Ok(0);
        }
        self.context.catalogue_changed();
        let catalogue = self.context.catalogue().await?;
        let mut changed: BTreeMap<ProductId, Product> = BTreeMap::new();
        let mut stock = Vec::new();
        for row in overrides {
            let (id, variation) = match catalogue.by_sku(&row.sku) {
                Some(Found::Product(p)) => (p.item.id, None),
                Some(Found::Variation(p, v)) => (p.item.id, Some(v.item.id)),
                None => return Err(wrong(format!("product_overrides: {}", row.sku), "no product has this SKU")),
            };
            let Some(known) = catalogue.product(id) else { continue };
            let product = changed.entry(id).or_insert_with(|| known.clone());
            let item = match variation {
                None => &mut product.item,
                Some(v) => match product.variations.iter_mut().find(|x| x.item.id == v) {
                    Some(found) => {
                        found.stock_of_parent = false;
                        &mut found.item
                    }
                    None => continue,
                },
            };
            if let Some(managed) = row.manage_stock {
                item.stock.managed = managed;
            }
            if let Some(quantity) = row.stock {
                stock.push(StockChange { id: item.id, quantity, expected: None });
            }
            if let Some(text) = &row.backorders {
                item.stock.backorders = Backorders::parse(text).ok_or_else(|| {
                    wrong(format!("product_overrides: {}", row.sku), "backorders must be no, notify or yes")
                })?;
            }
            if let Some(alone) = row.sold_individually {
                item.sold_individually = alone;
            }
        }
        let now = self.context.now();
        let list: Vec<Product> = changed
            .into_values()
            .map(|mut p| {
                p.updated_at = now;
                p
            })
            .collect();
        let _ = self.store.save_products(&list, &stock).await?;
        Ok(list.len())
    }
}

fn read_settings(current: &ShopSettings, document: &Document) -> Result<ShopSettings, ApplyError> {
    let mut merged = serde_json::to_value(current).map_err(|e| ApplyError::Document(e.to_string()))?;
    if let Some(map) = merged.as_object_mut() {
        for (name, value) in &document.settings {
            if let Some(stored) = map.get_mut(name).filter(|_| !APART.contains(&name.as_str())) {
                *stored = value.clone();
            } else if let Some(refusal) = fixed::refusal(name, value) {
                return Err(wrong(format!("settings.{name}"), refusal));
            }
        }
    }
    let mut settings = ShopSettings::read(&merged)
        .map_err(|e| wrong(format!("settings.{}", e.name), format!("{} {}", e.value, e.reason)))?;
    if let Err(errors) = check_services(&settings.consent_services.0) {
        refuse_first("settings.consent_services", errors)?;
    }
    if let Some(seller) = &document.seller {
        settings.seller = Seller {
            company: seller.company_name.clone(),
            vat_number: seller.vat_number.clone(),
            rea: seller.rea.clone(),
            pec: seller.pec.clone(),
            phone: seller.phone.clone(),
            email: seller.email.clone(),
            share_capital: Cents::parse(&seller.share_capital)
                .map_or_else(String::new, |c| shop_core::base::format::price(c, shop_core::base::Lang::It)),
        };
    }
    if !document.hero_image.is_empty() {
        settings.hero_image.clone_from(&document.hero_image);
    }
    if !document.tax_rates.is_empty() || !document.tax_classes.is_empty() {
        settings.tax = TaxTable {
            classes: document.tax_classes.iter().map(read_class).collect(),
            rates: document.tax_rates.iter().map(read_rate).collect::<Result<_, _>>()?,
        };
    }
    if !document.shipping_zones.is_empty() {
        settings.zones = read_zones(&document.shipping_zones)?;
    }
    if !document.payment_methods.is_empty() {
        settings.payment_methods =
            document.payment_methods.iter().map(read_payment_method).collect::<Result<_, _>>()?;
    }
    Ok(settings)
}

fn read_class(class: &ClassDocument) -> TaxClass {
    let name = if class.name.trim().is_empty() { &class.slug } else { &class.name };
    TaxClass { slug: class.slug.clone(), name: name.trim().to_owned() }
}

fn read_rate(rate: &RateDocument) -> Result<TaxRate, ApplyError> {
    let value = parse_fixed(&rate.rate, 4)
        .filter(|r| (0..=10_000_000).contains(r))
        .ok_or_else(|| wrong(format!("tax_rates: {} {}", rate.country, rate.name), "rate must be a percentage"))?;
    Ok(TaxRate {
        country: rate.country.to_uppercase(),
        state: rate.state.clone(),
        postcodes: rate.postcodes.clone(),
        rate: value,
        name: rate.name.clone(),
        class: rate.class.clone(),
        priority: rate.priority,
        compound: rate.compound,
        shipping: rate.shipping,
    })
}

fn read_zones(zones: &[ZoneDocument]) -> Result<Vec<ShippingZone>, ApplyError> {
    let mut number = 0;
    let mut out = Vec::with_capacity(zones.len());
    for zone in zones {
        let mut methods = Vec::with_capacity(zone.methods.len());
        for method in &zone.methods {
            number += 1;
            let place = format!("shipping_zones: {}: {}", zone.name, method.title);
            let amount = |text: &str| {
                if text.is_empty() { Some(Cents::ZERO) } else { Cents::parse(text) }
                    .ok_or_else(|| wrong(place.clone(), format!("`{text}` is no amount")))
            };
            methods.push(ShippingMethod {
                instance_id: number,
                kind: ShippingKind::parse(&method.kind).ok_or_else(|| wrong(place.clone(), "unknown type"))?,
                title: method.title.clone(),
                title_en: method.title_en.clone(),
                description: method.description.clone(),
                cost_cents: amount(&method.cost)?,
                taxable: method.tax_status != "none" && method.kind != "free_shipping",
                requires: FreeShippingNeeds::parse(&method.requires)
                    .ok_or_else(|| wrong(place.clone(), "unknown requires"))?,
                min_amount_cents: amount(&method.min_amount)?,
                ..ShippingMethod::default()
            });
        }
        let countries = zone.countries.iter().map(|c| c.to_uppercase()).collect();
        out.push(ShippingZone {
            name: zone.name.clone(),
            countries,
            states: zone.states.clone(),
            postcodes: zone.postcodes.clone(),
            methods,
        });
    }
    Ok(out)
}

fn read_payment_method(map: &Map<String, Value>) -> Result<PaymentMethodSettings, ApplyError> {
    let mut method: PaymentMethodSettings =
        serde_json::from_value(Value::Object(map.clone())).map_err(|e| wrong("payment_methods", e.to_string()))?;
    if let Some(account) = map.get("accounts").and_then(Value::as_array).and_then(|a| a.first()) {
        let text = |name: &str| account.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        method.account_name = text("account_name");
        method.bank_name = text("bank_name");
        method.iban = text("iban");
        method.bic = text("bic");
    }
    Ok(method)
}

fn read_category(c: &CategoryDocument) -> Category {
    Category {
        slug: c.slug.clone(),
        name: c.name.clone(),
        name_en: c.name_en.clone(),
        description: c.description.clone(),
        description_en: c.description_en.clone(),
        image: c.image.clone(),
        position: c.position,
        ..Category::default()
    }
}

fn read_people(
    document: &Document,
    hash_password: &(dyn Fn(&str) -> Result<String, String> + Send + Sync),
) -> Result<Vec<NewCustomer>, ApplyError> {
    document
        .customers
        .iter()
        .map(|c| {
            if c.email.is_empty() || c.username.is_empty() {
                return Err(wrong("customers", "each needs an e-mail and a username"));
            }
            Ok(NewCustomer {
                email: c.email.to_lowercase(),
                username: c.username.clone(),
                password_hash: hash_password(&c.password)
                    .map_err(|e| wrong(format!("customers: {}", c.username), e))?,
                role: Role::Customer,
                first_name: c.first_name.clone(),
                last_name: c.last_name.clone(),
            })
        })
        .collect()
}
