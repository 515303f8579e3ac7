//! What is stored of a cart.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId, ProductId};
use shop_core::cart::merge::MergedLine;
use shop_core::cart::shipping::DeliveryChoice;
use shop_core::checkout::address::Address;
use shop_core::trade::offer::LineOffer;
use shop_core::trade::vat_check::{ANSWER_HOLDS_S, VatAnswer};

/// Most unreported changes of a cart, for clients that never read it: the newest are stored.
const MAX_UNREPORTED: usize = 20;

/// Everything a session's cart holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CartContent {
    /// Lines, oldest first.
    pub lines: Vec<CartLine>,
    /// Billing address as far as known.
    pub billing: Address,
    /// Delivery address as far as known.
    pub shipping: Address,
    /// The form in which the address is typed says that it lacks something yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub address_open: bool,
    /// The way of delivery.
    pub delivery: DeliveryChoice,
    /// Chosen way of payment.
    pub payment_method: String,
    /// Note for the order, kept while the form is filled.
    pub order_note: String,
    /// The buyer's own reference of the order, likewise.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub buyer_reference: String,
    /// Wished day of delivery as `2026-12-02`, likewise.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub delivery_day: String,
    /// Codes of applied coupons.
    pub coupons: Vec<String>,
    /// Codes of applied store credits.
    pub credits: Vec<String>,
    /// Messages for the next page that is shown.
    pub notices: Vec<StoredNotice>,
    /// Changes of stock or catalogue that touched this cart and that no response has reported yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreported: Vec<StoredNotice>,
    /// Lines removed last, the newest at the end: they can be put back.
    pub removed: Vec<CartLine>,
    /// What was ordered last: a refused payment puts it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordered: Option<OrderedContent>,
    /// The free order that was made of this cart, which keeps its lines until that order's page is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_order: Option<FreeOrder>,
    /// The order that this cart was put back from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unpaid: Option<OrderId>,
    /// Names of the changes made last, the newest at the end: one that is sent again is known by its name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<String>,
    /// The buyer's VAT number, once it was checked and unless it was found wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vat: Option<CartVat>,
}

/// A VAT number that was checked for a cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CartVat {
    /// In its normal form.
    pub number: String,
    /// Country of the buyer for which it was checked. In another one it counts for nothing.
    pub country: String,
    /// What the register said: it has the number, or nothing yet.
    pub answer: VatAnswer,
    /// When it said so.
    pub checked_at: UnixSeconds,
    /// Number of the consultation; empty: there is none.
    pub consultation: String,
    /// It is that of the buyer's company, and stands with it.
    pub of_company: bool,
}

impl CartVat {
    /// Whether what the register said holds still.
    pub const fn holds(&self, now: UnixSeconds) -> bool {
        now < self.checked_at.saturating_add(ANSWER_HOLDS_S)
    }
}

/// What an order took out of a cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderedContent {
    /// Key of the order.
    pub order_key: String,
    pub lines: Vec<CartLine>,
    /// The way of delivery.
    pub delivery: DeliveryChoice,
    /// Note for the order.
    pub order_note: String,
    /// The buyer's own reference.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub buyer_reference: String,
    /// Wished day of delivery.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub delivery_day: String,
    /// Codes of coupons.
    pub coupons: Vec<String>,
    /// Codes of store credits.
    pub credits: Vec<String>,
}

/// A free order that was made of a cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeOrder {
    /// Key that opens its page.
    pub order_key: String,
    /// Hash of the cart as it was ordered.
    pub cart_hash: String,
}

impl CartContent {
    /// The VAT number that counts for a buyer of the billing address; `None`: there is none.
    pub fn buyer_vat(&self) -> Option<&CartVat> {
        self.vat.as_ref().filter(|vat| vat.country == self.billing.country)
    }

    /// That number, if the register has it; empty: none.
    pub fn valid_vat_number(&self) -> &str {
        let valid = self.buyer_vat().filter(|vat| vat.answer == VatAnswer::Valid);
        valid.map(|vat| vat.number.as_str()).unwrap_or_default()
    }

    /// Forgets the number of a buyer who is in another country now: it is asked for anew.
    pub fn forget_other_vat(&mut self) {
        if self.vat.as_ref().is_some_and(|vat| !vat.of_company && vat.country != self.billing.country) {
            self.vat = None;
        }
    }

    /// What stays of a cart that was ordered: addresses and the choice of payment, and what it takes to put the rest back
    /// ([`Self::put_back`]).
    #[must_use]
    pub fn emptied(&self, order_key: &str) -> Self {
        let mut out = self.clone();
        out.ordered = Some(OrderedContent {
            order_key: order_key.to_owned(),
            lines: std::mem::take(&mut out.lines),
            delivery: std::mem::take(&mut out.delivery),
            order_note: std::mem::take(&mut out.order_note),
            buyer_reference: std::mem::take(&mut out.buyer_reference),
            delivery_day: std::mem::take(&mut out.delivery_day),
            coupons: std::mem::take(&mut out.coupons),
            credits: std::mem::take(&mut out.credits),
        });
        out.removed.clear();
        out.unreported.clear();
        out.unpaid = None;
        out.free_order = None;
        out
    }

    /// Queues changes for the next page and for the next response that reports them to a client.
    pub fn record_changes(&mut self, changes: Vec<StoredNotice>) {
        self.notices.extend(changes.iter().cloned());
        self.unreported.extend(changes);
        // Nobody reads the messages of a cart that is only ever written.
        let surplus = self.unreported.len().saturating_sub(MAX_UNREPORTED);
        self.unreported.drain(..surplus);
    }

    /// Puts what was ordered back, for the order to be tried again.
    pub fn put_back(&mut self, order: OrderId) {
        let Some(ordered) = self.ordered.clone() else { return };
        self.lines = ordered.lines;
        self.delivery = ordered.delivery;
        self.order_note = ordered.order_note;
        self.buyer_reference = ordered.buyer_reference;
        self.delivery_day = ordered.delivery_day;
        self.coupons = ordered.coupons;
        self.credits = ordered.credits;
        self.unpaid = Some(order);
    }
}

/// A line: one product or variation with its chosen values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartLine {
    /// 32 hexadecimal digits; equal lines have equal keys.
    pub key: String,
    /// Product (the parent of a variation).
    pub product_id: ProductId,
    /// Variation; 0 for none.
    pub variation_id: ProductId,
    /// Chosen values in wire form by attribute key, in the product's order.
    pub variation: Vec<(String, String)>,
    /// Pieces, at least 1.
    pub quantity: i64,
    /// Price of one piece with its add-ons when it was added, as entered by the merchant: a change since is told.
    pub added_price: Cents,
    /// Checked choices beside the variation, in their one form ([`shop_core::catalogue::purchase::Purchase::wire`]).
    #[serde(default)]
    pub choices: Vec<(String, String)>,
    /// The offer that it is of, with its price; `None`: it is sold at its product's price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<LineOffer>,
}

impl CartLine {
    /// What is sold: the variation, else the product.
    pub fn item_id(&self) -> ProductId {
        if self.variation_id.0 > 0 { self.variation_id } else { self.product_id }
    }
}

impl MergedLine for CartLine {
    fn key(&self) -> &str {
        &self.key
    }
    fn quantity(&self) -> i64 {
        self.quantity
    }
    fn set_quantity(&mut self, quantity: i64) {
        self.quantity = quantity;
    }
}

/// A message for the next page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredNotice {
    /// `error`, `success` or `info`.
    pub kind: String,
    /// Code of the message.
    pub code: String,
    pub params: BTreeMap<String, String>,
}

/// The key of a line: see [`shop_core::cart::line::line_key`].
pub fn line_key(
    product_id: ProductId,
    variation_id: ProductId,
    variation: &[(String, String)],
    choices: &[(String, String)],
) -> String {
    shop_core::cart::line::line_key(product_id, Some(variation_id), variation, choices)
}
