//! The cart in a wallet's payment sheet, and changes made there.

use std::sync::Arc;

use shop_core::base::text::escape_html;
use shop_core::base::{Cents, CustomerId};
use shop_core::cart::pricing::PricedRate;
use shop_core::checkout::address::Address;
use shop_core::payments::express::sheet::{
    DisplayItem, Sheet, SheetCart, SheetCartItem, SheetRate, SheetVariation, WalletRates, sheet, wallet_rates,
};
use shop_core::payments::express::wallet_address::wallet_postcode;
use shop_core::platform::messages::codes;

use super::customer::AddressChange;
use super::lines::{self, AddItem, CartRefusal};
use super::open_cart::OpenCart;
use super::view::CartView;
use crate::cart::Carts;
use crate::platform::context::Context;
use crate::ports::StoreError;

/// Decimals of the shop's currency.
const DECIMALS: i64 = 2;

/// Builds the payment sheet of a cart: the amount paid with the order, with lines that add up to it exactly, or else without
/// lines. Without `delivery` its cost is left out, because the address is unknown.
pub fn cart_sheet(view: &CartView<'_>, delivery: bool) -> Sheet {
    let totals = &view.totals;
    let credit: Cents = view.credit.uses.iter().map(|one| one.used_cents).sum();
    let unknown = if delivery { Cents::ZERO } else { totals.shipping.unwrap_or_default() + totals.shipping_tax };
    let tax = if delivery { totals.tax } else { totals.tax - totals.shipping_tax };
    let cart = SheetCart {
        items: view
            .lines
            .iter()
            .map(|line| sheet_item(line.name, line.line.quantity, line.chosen.clone(), line.totals.subtotal))
            .collect(),
        total_price: view.due.now - unknown,
        total_tax: tax,
        total_shipping: totals.shipping.filter(|_| delivery),
        total_discount: totals.discount + credit,
        due_later: view.due.later_cents(),
        currency_minor_unit: DECIMALS,
        ..SheetCart::default()
    };
    exact(sheet(&cart, view.lang))
}

/// A line of the sheet: name as typed, quantity, chosen values (key, label, text), and net price before discounts.
pub fn sheet_item(name: &str, quantity: i64, chosen: Vec<(String, String, String)>, net: Cents) -> SheetCartItem {
    let variation = |(_, label, words): (String, String, String)| SheetVariation {
        attribute: escape_html(&label),
        value: escape_html(&words),
    };
    SheetCartItem {
        name: escape_html(name),
        quantity,
        variation: chosen.into_iter().map(variation).collect(),
        line_subtotal: net,
    }
}

/// Removes the sheet's lines if rounding made them miss the total by a cent.
pub fn exact(mut sheet: Sheet) -> Sheet {
    let sum: Cents = sheet.items.iter().map(|item: &DisplayItem| item.amount).sum();
    if sum != sheet.total {
        sheet.items.clear();
    }
    sheet
}

/// Delivery methods of a cart for a wallet.
pub fn cart_rates(view: &CartView<'_>) -> WalletRates {
    let packages: Vec<Vec<SheetRate>> = view
        .packages
        .iter()
        .map(|package| {
            let rate = |rate: &PricedRate<'_>| SheetRate {
                rate_id: rate.method.rate_id(),
                name: escape_html(view.lang.select(&rate.method.title, &rate.method.title_en)),
                price: rate.cost,
                taxes: rate.tax,
                selected: rate.selected,
            };
            package.rates.iter().map(rate).collect()
        })
        .collect();
    wallet_rates(&packages, Some(DECIMALS), DECIMALS)
}

impl CartView<'_> {
    /// Whether it can be paid by an express button: there is something to pay, and everything is available.
    pub fn express_ready(&self) -> bool {
        let can_be_ordered =
            self.short_of_stock.is_empty() && self.unbookable.is_empty() && self.below_minimum().is_none();
        !self.lines.is_empty() && self.needs_payment() && can_be_ordered
    }
}

/// Carts paid by a wallet: with a single product, or as they are.
#[derive(Clone)]
pub struct ExpressCarts {
    pub(crate) context: Arc<Context>,
    pub(crate) carts: Carts,
}

impl ExpressCarts {
    /// Replaces the content of the cart by one item. On a refusal the cart stays unchanged. Repeating the request gives the same
    /// cart.
    pub async fn put_alone_into_cart(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        add: &AddItem,
    ) -> Result<Result<OpenCart, (OpenCart, CartRefusal)>, StoreError> {
        let now = self.context.now();
        let done = self
            .carts
            .change_cart(session_key, customer_id, std::slice::from_ref(add), &|content, catalogue, stock| {
                content.lines.clear();
                lines::add(content, catalogue, stock, add, 1, now)
            })
            .await?;
        Ok(done.map(|(open, _)| open))
    }

    /// Returns the cart as it would be with only one item, at this buyer's prices, without changing it.
    pub async fn cart_with_alone(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        add: &AddItem,
    ) -> Result<Result<OpenCart, CartRefusal>, StoreError> {
        let mut open = self.carts.open_cart_for(session_key, customer_id, std::slice::from_ref(add)).await?;
        open.record.content.lines.clear();
        let added = lines::add(&mut open.record.content, &open.catalogue, &open.stock, add, 1, open.now);
        if let Err(refusal) = added {
            return Ok(Err(refusal));
        }
        super::applied_coupons::drop_invalid(&mut open);
        Ok(if open.view().lines.is_empty() { Err(CartRefusal::new(codes::CART_INVALID_PRODUCT)) } else { Ok(open) })
    }

    /// Sets the delivery address as far as a wallet discloses it before the payer confirms, and selects the first delivery
    /// method. Data typed before stays while the location is the same. An address outside the delivery area is not stored,
    /// because the wallet will name another one. Returns the cart and whether it can be delivered there.
    pub async fn deliver_to(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        to: &Address,
    ) -> Result<(OpenCart, bool), StoreError> {
        let done = self
            .carts
            .edit_cart::<Undeliverable>(session_key, customer_id, &|open| {
                let content = &mut open.record.content;
                let chosen = content.delivery.rate_id.clone();
                content.shipping = moved(&content.shipping, to);
                if content.billing.address_1.is_empty() {
                    let email = content.billing.email.clone();
                    content.billing = Address { email, ..moved(&content.billing, to) };
                }
                // A sheet asks again for each address: the earlier choice stays where it is available.
                open.choose_delivery(&chosen);
                let view = open.view();
                if view.needs_shipping && view.selected_rate().is_none() {
                    return Err(Undeliverable);
                }
                Ok(())
            })
            .await?;
        Ok(match done {
            Ok(open) => (open, true),
            Err((open, Undeliverable)) => (open, false),
        })
    }
}

struct Undeliverable;

/// Moves a stored address to a location disclosed by a wallet.
fn moved(stored: &Address, to: &Address) -> Address {
    let same_place = stored.city == to.city && stored.postcode == to.postcode && stored.country == to.country;
    let disclosed = |text: &String| (!(text.is_empty() && same_place)).then(|| text.clone());
    let change = AddressChange {
        country: Some(to.country.clone()),
        state: Some(to.state.clone()),
        postcode: Some(to.postcode.clone()),
        city: Some(to.city.clone()),
        address_1: disclosed(&to.address_1),
        address_2: disclosed(&to.address_2),
        ..AddressChange::default()
    };
    let mut out = change.merge_readable(stored);
    let postcode = wallet_postcode(&to.country, &to.postcode);
    if postcode.redacted {
        // Good enough for the delivery zone; an order needs the complete one.
        out.postcode = postcode.postcode;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_stays_while_the_place_is_the_same() {
        let [street, city, postcode, country] = ["Via Roma 1", "Tivoli", "00019", "IT"].map(str::to_owned);
        let typed = Address { address_1: street, city, postcode, country, state: "RM".into(), ..Address::default() };
        let disclosed = Address { address_1: String::new(), ..typed.clone() };
        assert_eq!(moved(&typed, &disclosed).address_1, "Via Roma 1");
        let other = Address { postcode: "20121".into(), city: "Milano".into(), state: "MI".into(), ..disclosed };
        assert_eq!(moved(&typed, &other).address_1, "");
    }

    #[test]
    fn the_beginning_of_a_postcode_is_kept_for_the_zone_and_half_a_cap_is_none() {
        let to = |country: &str, postcode: &str| Address {
            country: country.into(),
            postcode: postcode.into(),
            ..Address::default()
        };
        assert_eq!(moved(&Address::default(), &to("GB", "SW1A***")).postcode, "SW1A***");
        assert_eq!(moved(&Address::default(), &to("IT", "001")).postcode, "");
    }
}
