//! Adding, changing and removing lines.

use std::collections::BTreeMap;

use shop_core::Params;
use shop_core::catalogue::product::{
    Backorders, Product, ProductAttribute, ProductKind, PublishStatus, StockStatus, UnixSeconds, Variation,
};
use shop_core::ids::ProductId;
use shop_core::messages::codes;
use shop_core::text::slugify;

use super::content::{CartContent, CartLine, line_key};
use super::pricing::{MAX_QUANTITY, StockNow, maximum, stock_item};
use crate::catalogue::{Catalogue, Found};

/// A wish to add something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddItem {
    /// Product or variation.
    pub id: ProductId,
    /// Thousandths of a piece: clients may send fractions, which are cut off. `None`: the least quantity.
    pub quantity_milli: Option<i64>,
    /// Chosen values: attribute by form name, key or label; value by slug or words.
    pub variation: Vec<(String, String)>,
}

/// Why a change of the cart was refused: a code of the store API with the values of its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartRefusal {
    /// Code.
    pub code: &'static str,
    /// Placeholders.
    pub params: Params,
}

impl CartRefusal {
    /// A refusal without placeholders.
    pub fn new(code: &'static str) -> Self {
        Self { code, params: Params::new() }
    }

    fn about(code: &'static str, product: &Product) -> Self {
        Self::new(code).with("name", &product.item.name)
    }

    /// Adds a placeholder's value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}

/// What is to be added, once product, variation and choices are clear.
struct Wanted<'a> {
    product: &'a Product,
    variation: Option<&'a Variation>,
    chosen: Vec<(String, String)>,
}

/// Whose stock decides about adding this, if any is counted.
pub(super) fn stock_ids(catalogue: &Catalogue, add: &AddItem) -> Vec<ProductId> {
    match wanted(catalogue, add) {
        Ok(w) => {
            let holder = stock_item(w.product, w.variation);
            if holder.stock.managed { vec![holder.id] } else { Vec::new() }
        }
        Err(_) => Vec::new(),
    }
}

/// Adds to the cart; an equal line grows. Gives the key of the line.
pub(super) fn add(
    content: &mut CartContent,
    catalogue: &Catalogue,
    stock: &StockNow,
    request: &AddItem,
    now: UnixSeconds,
) -> Result<String, CartRefusal> {
    let Wanted { product, variation, chosen } = wanted(catalogue, request)?;
    let item = variation.map_or(&product.item, |v| &v.item);
    let Some(price) = item.prices.current(now) else {
        return Err(CartRefusal::about(codes::NOT_PURCHASABLE, product));
    };
    let milli = request.quantity_milli.unwrap_or(1000);
    if milli <= 0 {
        return Err(CartRefusal::about(codes::INVALID_QUANTITY_ADDED, product));
    }
    let variation_id = variation.map_or(ProductId(0), |v| v.item.id);
    let key = line_key(product.item.id, variation_id, &chosen);
    let existing = content.lines.iter().find(|l| l.key == key).map(|l| l.quantity);
    let mut quantity = milli / 1000;
    if product.item.sold_individually {
        if existing.is_some() {
            return Err(CartRefusal::about(codes::READONLY_QUANTITY, product));
        }
        quantity = 1;
    }
    let holder = stock_item(product, variation);
    let left = holder.stock.managed.then(|| stock.get(&holder.id).copied().unwrap_or(holder.stock.quantity));
    let sold_out = match left {
        Some(left) => left <= catalogue.no_stock_amount && holder.stock.backorders == Backorders::No,
        None => holder.stock.status == StockStatus::OutOfStock,
    };
    if sold_out {
        return Err(CartRefusal::about(codes::OUT_OF_STOCK, product));
    }
    if let Some(left) = left
        && holder.stock.backorders == Backorders::No
    {
        let in_cart: i64 =
            content.lines.iter().filter(|l| shares_stock(catalogue, l, holder.id)).map(|l| l.quantity).sum();
        if in_cart.saturating_add(quantity) > left {
            return Err(CartRefusal::about(codes::PARTIALLY_OUT_OF_STOCK, product)
                .with("available", left)
                .with("in_cart", in_cart));
        }
    }
    let sum = existing.unwrap_or(0).saturating_add(quantity);
    if !(1..=MAX_QUANTITY).contains(&sum) {
        return Err(CartRefusal::about(codes::INVALID_QUANTITY, product)
            .with("minimum", 1)
            .with("maximum", MAX_QUANTITY));
    }
    match content.lines.iter_mut().find(|l| l.key == key) {
        Some(line) => line.quantity = sum,
        None => content.lines.push(CartLine {
            key: key.clone(),
            product_id: product.item.id,
            variation_id,
            variation: chosen,
            quantity,
            added_price: price,
        }),
    }
    Ok(key)
}

/// Sets the quantity of a line.
pub(super) fn update(
    content: &mut CartContent,
    catalogue: &Catalogue,
    stock: &StockNow,
    key: &str,
    quantity_milli: i64,
) -> Result<(), CartRefusal> {
    let Some(line) = content.lines.iter_mut().find(|l| l.key == key) else {
        return Err(CartRefusal::new(codes::INVALID_KEY));
    };
    let Some((product, variation)) = super::pricing::resolve(catalogue, line) else {
        return Err(CartRefusal::new(codes::INVALID_KEY));
    };
    let quantity = quantity_milli / 1000;
    if product.item.sold_individually && quantity != 1 {
        return Err(CartRefusal::about(codes::READONLY_QUANTITY, product));
    }
    let holder = stock_item(product, variation);
    let left = holder.stock.managed.then(|| stock.get(&holder.id).copied().unwrap_or(holder.stock.quantity));
    let maximum = maximum(product, variation, left);
    if quantity < 1 || quantity > maximum {
        return Err(CartRefusal::about(codes::INVALID_QUANTITY, product).with("minimum", 1).with("maximum", maximum));
    }
    line.quantity = quantity;
    Ok(())
}

/// Removes a line.
pub(super) fn remove(content: &mut CartContent, key: &str) -> Result<CartLine, CartRefusal> {
    match content.lines.iter().position(|l| l.key == key) {
        Some(n) => Ok(content.lines.remove(n)),
        None => Err(CartRefusal::new(codes::INVALID_KEY)),
    }
}

fn shares_stock(catalogue: &Catalogue, line: &CartLine, holder: ProductId) -> bool {
    super::pricing::resolve(catalogue, line).is_some_and(|(p, v)| stock_item(p, v).id == holder)
}

fn wanted<'a>(catalogue: &'a Catalogue, add: &AddItem) -> Result<Wanted<'a>, CartRefusal> {
    match catalogue.find(add.id) {
        None => Err(CartRefusal::new(codes::INVALID_PRODUCT)),
        Some(Found::Product(product)) => {
            if product.item.status != PublishStatus::Publish {
                return Err(CartRefusal::about(codes::NOT_PURCHASABLE, product));
            }
            match product.kind {
                ProductKind::Simple if product.item.prices.regular.is_some() => {
                    Ok(Wanted { product, variation: None, chosen: Vec::new() })
                }
                ProductKind::Variable => from_choices(product, &add.variation),
                _ => Err(CartRefusal::about(codes::NOT_PURCHASABLE, product)),
            }
        }
        Some(Found::Variation(product, variation)) => {
            if product.item.status != PublishStatus::Publish
                || variation.item.status != PublishStatus::Publish
                || variation.item.prices.regular.is_none()
            {
                return Err(CartRefusal::about(codes::NOT_PURCHASABLE, product));
            }
            let chosen = complete_choices(product, variation, &add.variation)?;
            Ok(Wanted { product, variation: Some(variation), chosen })
        }
    }
}

/// Finds the variation that the choices name: each attribute must be chosen, the first variation in order that allows
/// them all wins.
fn from_choices<'a>(product: &'a Product, given: &[(String, String)]) -> Result<Wanted<'a>, CartRefusal> {
    let mut chosen = BTreeMap::new();
    for attribute in product.attributes.iter().filter(|a| a.variation) {
        let Some(value) = given_value(attribute, given).filter(|v| !v.is_empty()) else {
            return Err(CartRefusal::about(codes::MISSING_ATTRIBUTES, product).with("attribute", &attribute.name));
        };
        chosen.insert(attribute.key(), wire_value(attribute, &value).unwrap_or(value));
    }
    let found = product.variations.iter().find(|v| {
        v.item.status == PublishStatus::Publish
            && v.attributes.iter().all(|(key, value)| value.is_empty() || chosen.get(key) == Some(value))
    });
    let allowed = |key: &str, value: &str| {
        product.attributes.iter().any(|a| a.key() == key && a.values.iter().any(|v| a.wire_value(v) == value))
    };
    match found {
        Some(variation)
            if variation.item.prices.regular.is_some() && chosen.iter().all(|(key, value)| allowed(key, value)) =>
        {
            let chosen = complete_choices(product, variation, &chosen.into_iter().collect::<Vec<_>>())?;
            Ok(Wanted { product, variation: Some(variation), chosen })
        }
        _ => Err(CartRefusal::about(codes::NO_MATCHING_VARIATION, product)),
    }
}

/// The choices of a variation in the product's order: its fixed values, and for "any" the value given.
fn complete_choices(
    product: &Product,
    variation: &Variation,
    given: &[(String, String)],
) -> Result<Vec<(String, String)>, CartRefusal> {
    let mut out = Vec::new();
    for attribute in product.attributes.iter().filter(|a| a.variation) {
        let key = attribute.key();
        let fixed = variation.attributes.get(&key).cloned().unwrap_or_default();
        let value = match given_value(attribute, given) {
            None if fixed.is_empty() => {
                return Err(
                    CartRefusal::about(codes::MISSING_VARIATION_DATA, product).with("attribute", &attribute.name)
                );
            }
            None => fixed,
            Some(text) => match wire_value(attribute, &text) {
                Some(value) if fixed.is_empty() || value == fixed => value,
                _ => {
                    return Err(
                        CartRefusal::about(codes::INVALID_VARIATION_DATA, product).with("attribute", &attribute.name)
                    );
                }
            },
        };
        out.push((key, value));
    }
    Ok(out)
}

/// The value given for an attribute, named by form name, key, or label in its own or lower case.
fn given_value(attribute: &ProductAttribute, given: &[(String, String)]) -> Option<String> {
    let key = attribute.key();
    given
        .iter()
        .find(|(name, _)| {
            let name = name.strip_prefix("attribute_").unwrap_or(name);
            name == key || name == attribute.name || name == attribute.name.to_lowercase() || slugify(name) == key
        })
        .map(|(_, value)| value.clone())
}

/// The wire form of a value: the slug for words of a shared attribute; a product's own values are taken to the letter.
fn wire_value(attribute: &ProductAttribute, text: &str) -> Option<String> {
    attribute
        .values
        .iter()
        .find(|v| {
            attribute.wire_value(v) == text
                || (attribute.taxonomy.is_some() && (v.name == text || v.slug == slugify(text)))
        })
        .map(|v| attribute.wire_value(v).to_owned())
}
