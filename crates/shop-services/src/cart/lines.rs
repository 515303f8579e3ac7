//! Adding and changing lines. For lines of offers see [`super::offer_lines`], for removed ones [`super::removed_lines`].

use std::borrow::Cow;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, FieldError, Params, ProductId};
use shop_core::cart::line::{line_key, quantity_refusal};
use shop_core::catalogue::product::{
    Backorders, Item, Product, ProductAttribute, ProductKind, PublishStatus, StockStatus, Variation,
};
use shop_core::catalogue::purchase::{Purchase, check};
use shop_core::catalogue::quantity::line_bounds;
use shop_core::catalogue::variation_match::{CartVariation, complete_for_cart, match_for_cart, read_choices};
use shop_core::platform::messages::codes;

use super::cart_key::is_customer_key;
use super::priced_line::{left_for, resolve, stock_item};
use super::purchases::{StockNow, booking_refusal, one_piece};
use crate::catalogue::{Catalogue, Found};
use crate::records::{CartContent, CartLine};

/// A request to add an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddItem {
    pub id: ProductId,
    /// Thousandths of a piece: clients may send fractions, which are truncated. `None` for the minimum quantity.
    pub quantity_milli: Option<i64>,
    /// Chosen values: attribute by form name, key or label; value by slug or label.
    pub variation: Vec<(String, String)>,
    /// Choices beside the variation as sent: names that start with `addon-` or `wc_`.
    pub choices: Vec<(String, String)>,
}

/// Why a change of the cart was refused: a code of the store API with the placeholders of its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartRefusal {
    pub code: &'static str,
    pub params: Params,
    /// All invalid choices, field by field; the first of them is the error itself. Empty if it concerns no field.
    pub fields: Vec<FieldError>,
}

impl CartRefusal {
    /// A refusal without placeholders.
    pub fn new(code: &'static str) -> Self {
        Self { code, params: Params::new(), fields: Vec::new() }
    }

    /// Invalid choices. Clients without fields get the first.
    pub(super) fn of_fields(errors: Vec<FieldError>) -> Self {
        let first = errors.first().cloned().map_or_else(|| Self::new(codes::UNKNOWN_SERVER_ERROR), Self::from);
        Self { fields: errors, ..first }
    }

    pub(super) fn about(code: &'static str, product: &Product) -> Self {
        Self { params: product.item.name_params(), ..Self::new(code) }
    }

    /// Adds the product's name in all languages.
    fn of_product(mut self, product: &Product) -> Self {
        self.params.extend(product.item.name_params());
        self
    }

    /// Adds a placeholder's value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}

impl From<FieldError> for CartRefusal {
    fn from(error: FieldError) -> Self {
        let code = match error.code {
            Cow::Borrowed(code) => code,
            Cow::Owned(_) => codes::UNKNOWN_SERVER_ERROR,
        };
        Self { code, params: error.params, fields: Vec::new() }
    }
}

/// Maximum number of lines of a guest's cart: far beyond any shopping list, and each costs time on every page.
const MAX_GUEST_LINES: usize = 200;
/// Maximum number of lines of an account's cart: that of a bulk order. Creating accounts is rate-limited, so nobody can fill the
/// shop with such carts.
const MAX_ACCOUNT_LINES: usize = shop_core::trade::pasted::MAX_LINES;

/// The item to add, with product, variation and choices resolved.
pub(super) struct Wanted<'a> {
    pub(super) product: &'a Product,
    pub(super) variation: Option<&'a Variation>,
    pub(super) chosen: Vec<(String, String)>,
}

/// Maximum number of lines of a cart, by its key.
pub(super) fn most_lines(session_key: &str) -> usize {
    if is_customer_key(session_key) { MAX_ACCOUNT_LINES } else { MAX_GUEST_LINES }
}

/// Validates the choices of a request.
pub(super) fn purchase<'a>(product: &'a Product, request: &'a AddItem) -> Result<Purchase<'a>, CartRefusal> {
    check(&product.purchase, &request.choices).map_err(CartRefusal::of_fields)
}

/// The booked slot and product of a request, to be looked up before its validation.
pub(super) fn booked_time(catalogue: &Catalogue, add: &AddItem) -> Option<(ProductId, UnixSeconds)> {
    let wanted = wanted(catalogue, add).ok()?;
    let booking = purchase(wanted.product, add).ok()?.booking?;
    Some((wanted.product.item.id, booking.starts_at))
}

/// Items whose managed stock limits a request.
pub(super) fn stock_ids(catalogue: &Catalogue, add: &AddItem) -> Vec<ProductId> {
    match wanted(catalogue, add) {
        Ok(w) => {
            let holder = stock_item(w.product, w.variation);
            if holder.stock.managed { vec![holder.id] } else { Vec::new() }
        }
        Err(_) => Vec::new(),
    }
}

/// The item that an id orders without any choice; `None` if a choice is needed or there is no such item.
pub(crate) fn ordered_as_is(catalogue: &Catalogue, id: ProductId) -> Option<(&Product, Option<&Variation>)> {
    let item = AddItem { id, ..AddItem::default() };
    let Wanted { product, variation, .. } = wanted(catalogue, &item).ok()?;
    check(&product.purchase, &item.choices).ok()?;
    Some((product, variation))
}

/// Adds to the cart; the quantity of an equal line grows. Returns the key of the line.
pub(super) fn add(
    content: &mut CartContent,
    catalogue: &Catalogue,
    stock: &StockNow,
    request: &AddItem,
    most_lines: usize,
    now: UnixSeconds,
) -> Result<String, CartRefusal> {
    let Wanted { product, variation, chosen } = wanted(catalogue, request)?;
    let item = variation.map_or(&product.item, |v| &v.item);
    let milli = request.quantity_milli.unwrap_or(1000);
    if milli <= 0 {
        return Err(CartRefusal::about(codes::PRODUCT_INVALID_QUANTITY, product));
    }
    let purchase = purchase(product, request)?;
    let choices = purchase.wire();
    let variation_id = variation.map_or(ProductId(0), |v| v.item.id);
    let key = line_key(product.item.id, variation_id, &chosen, &choices);
    let existing = content.lines.iter().find(|l| l.key == key).map(|l| l.quantity);
    // Whole pieces; a new line has at least its minimum quantity.
    let bounds = line_bounds(product, variation, None);
    let mut quantity = if existing.is_none() { (milli / 1000).max(bounds.min) } else { milli / 1000 };
    if product.item.sold_individually || purchase.booking.is_some() {
        if existing.is_some() {
            return Err(CartRefusal::about(codes::READONLY_QUANTITY, product));
        }
        quantity = 1;
    }
    if let Some(refusal) = stock_refusal(content, catalogue, stock, product, variation, quantity) {
        return Err(refusal);
    }
    if let Some(error) = booking_refusal(product, &purchase, &content.lines, stock, now) {
        return Err(CartRefusal::of_fields(vec![error]));
    }
    let sum = existing.unwrap_or(0).saturating_add(quantity);
    if let Some(error) = quantity_refusal(&product.item.name, sum, &bounds) {
        return Err(CartRefusal::from(error).of_product(product));
    }
    if existing.is_none() && content.lines.len() >= most_lines {
        return Err(CartRefusal::new(codes::CART_FULL));
    }
    let Some(price) = item.prices.of_quantity(sum, now) else {
        return Err(CartRefusal::about(codes::PRODUCT_NOT_PURCHASABLE, product));
    };
    match content.lines.iter_mut().find(|l| l.key == key) {
        Some(line) => set_quantity(line, sum, item, one_piece(product, price, &purchase)),
        None => content.lines.push(CartLine {
            key: key.clone(),
            product_id: product.item.id,
            variation_id,
            variation: chosen,
            quantity,
            added_price: one_piece(product, price, &purchase),
            choices,
            offer: None,
        }),
    }
    Ok(key)
}

/// Sets a line's quantity. A price that changes because of the quantity is not reported as a price change.
fn set_quantity(line: &mut CartLine, quantity: i64, item: &Item, price: Cents) {
    line.quantity = quantity;
    if !item.prices.tiers.is_empty() {
        line.added_price = price;
    }
}

/// Explains why the stock does not allow additional pieces; `None` if it does.
pub(super) fn stock_refusal(
    content: &CartContent,
    catalogue: &Catalogue,
    stock: &StockNow,
    product: &Product,
    variation: Option<&Variation>,
    quantity: i64,
) -> Option<CartRefusal> {
    let holder = stock_item(product, variation);
    let left = holder.stock.managed.then(|| stock.get(&holder.id).copied().unwrap_or(holder.stock.quantity));
    let sold_out = match left {
        Some(left) => left <= catalogue.no_stock_amount && holder.stock.backorders == Backorders::No,
        None => holder.stock.status == StockStatus::OutOfStock,
    };
    if sold_out {
        return Some(CartRefusal::about(codes::PRODUCT_OUT_OF_STOCK, product));
    }
    if let Some(left) = left
        && holder.stock.backorders == Backorders::No
    {
        let in_cart = pieces_in_cart(content, catalogue, holder.id);
        if in_cart.saturating_add(quantity) > left {
            let refusal = CartRefusal::about(codes::PRODUCT_PARTIALLY_OUT_OF_STOCK, product);
            return Some(refusal.with("available", left).with("in_cart", in_cart));
        }
    }
    None
}

/// Sets the quantity of a line.
pub(super) fn update(
    content: &mut CartContent,
    catalogue: &Catalogue,
    stock: &StockNow,
    (key, quantity_milli): (&str, i64),
    now: UnixSeconds,
) -> Result<(), CartRefusal> {
    let unknown_key = || CartRefusal::new(codes::CART_INVALID_KEY);
    let at = content.lines.iter().position(|l| l.key == key).ok_or_else(unknown_key)?;
    let (product, variation) =
        content.lines.get(at).and_then(|line| resolve(catalogue, line)).ok_or_else(unknown_key)?;
    let in_cart = pieces_in_cart(content, catalogue, stock_item(product, variation).id);
    let line = content.lines.get_mut(at).ok_or_else(unknown_key)?;
    let others = in_cart - line.quantity;
    let quantity = quantity_milli / 1000;
    if line.offer.is_some() {
        let same = quantity == line.quantity;
        return if same { Ok(()) } else { Err(CartRefusal::about(codes::TRADE_OFFER_QUANTITY, product)) };
    }
    if (product.item.sold_individually || product.purchase.booking.is_some()) && quantity != 1 {
        return Err(CartRefusal::about(codes::READONLY_QUANTITY, product));
    }
    let holder = stock_item(product, variation);
    let left = holder.stock.managed.then(|| stock.get(&holder.id).copied().unwrap_or(holder.stock.quantity));
    let left = left.map(|left| left_for(line.quantity, left, others));
    let bounds = line_bounds(product, variation, left);
    if let Some(error) = quantity_refusal(&product.item.name, quantity, &bounds) {
        return Err(CartRefusal::from(error).of_product(product));
    }
    let item = variation.map_or(&product.item, |v| &v.item);
    let purchase = check(&product.purchase, &line.choices).map_err(CartRefusal::of_fields)?;
    let price = item.prices.of_quantity(quantity, now).map(|price| one_piece(product, price, &purchase));
    let price = price.unwrap_or(line.added_price);
    set_quantity(line, quantity, item, price);
    Ok(())
}

/// Pieces of one stock in all lines of the cart.
fn pieces_in_cart(content: &CartContent, catalogue: &Catalogue, holder: ProductId) -> i64 {
    content.lines.iter().filter(|line| shares_stock(catalogue, line, holder)).map(|line| line.quantity).sum()
}

fn shares_stock(catalogue: &Catalogue, line: &CartLine, holder: ProductId) -> bool {
    // The stock holder of a line is one of these two: most lines are ruled out without a look-up.
    (line.product_id == holder || line.variation_id == holder)
        && resolve(catalogue, line).is_some_and(|(p, v)| stock_item(p, v).id == holder)
}

pub(super) fn wanted<'a>(catalogue: &'a Catalogue, add: &AddItem) -> Result<Wanted<'a>, CartRefusal> {
    if catalogue.hides_prices {
        return Err(CartRefusal::new(codes::TRADE_LOG_IN_FOR_PRICES));
    }
    match catalogue.find(add.id) {
        None => Err(CartRefusal::new(codes::CART_INVALID_PRODUCT)),
        Some(Found::Product(product)) => {
            if product.item.status != PublishStatus::Publish {
                return Err(CartRefusal::about(codes::PRODUCT_NOT_PURCHASABLE, product));
            }
            match product.kind {
                ProductKind::Simple if product.item.prices.regular.is_some() => {
                    Ok(Wanted { product, variation: None, chosen: Vec::new() })
                }
                ProductKind::Variable => from_choices(product, &add.variation),
                _ => Err(CartRefusal::about(codes::PRODUCT_NOT_PURCHASABLE, product)),
            }
        }
        Some(Found::Variation(product, variation)) => {
            if product.item.status != PublishStatus::Publish {
                return Err(CartRefusal::about(codes::PRODUCT_NOT_PURCHASABLE, product));
            }
            let choices = read_choices(&product.attributes, &add.variation.iter().cloned().collect());
            buyable(product, complete_for_cart(product, variation, &choices).map_err(CartRefusal::from)?)
        }
    }
}

/// Finds the variation with these choices, with a value for each of its attributes.
fn from_choices<'a>(product: &'a Product, given: &[(String, String)]) -> Result<Wanted<'a>, CartRefusal> {
    let choices = read_choices(&product.attributes, &given.iter().cloned().collect());
    let found = match_for_cart(product, &choices).map_err(CartRefusal::from)?;
    buyable(product, found)
}

fn buyable<'a>(product: &'a Product, found: CartVariation<'a>) -> Result<Wanted<'a>, CartRefusal> {
    let CartVariation { variation, mut values } = found;
    if variation.item.status != PublishStatus::Publish || variation.item.prices.regular.is_none() {
        return Err(CartRefusal::about(codes::PRODUCT_NOT_PURCHASABLE, product));
    }
    let keys = product.attributes.iter().filter(|a| a.variation).map(ProductAttribute::key);
    let chosen = keys.filter_map(|key| values.remove_entry(&key)).collect();
    Ok(Wanted { product, variation: Some(variation), chosen })
}
