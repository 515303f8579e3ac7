//! The stored document of a cart.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId, ProductId};
use shop_core::cart::shipping::DeliveryChoice;
use shop_core::checkout::address::Address;
use shop_core::trade::offer::LineOffer;
use shop_core::trade::vat_check::{ANSWER_HOLDS_S, VatAnswer};

/// Maximum number of unreported changes of a cart, for clients that never read it: the newest are stored.
const MAX_UNREPORTED: usize = 20;

/// Content of a session's cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CartContent {
    /// Lines, oldest first.
    pub lines: Vec<CartLine>,
    /// Billing address as far as known.
    pub billing: Address,
    /// Delivery address as far as known.
    pub shipping: Address,
    /// The address form is still incomplete.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub address_open: bool,
    pub delivery: DeliveryChoice,
    pub payment_method: String,
    /// Order note, stored while the form is being filled in.
    pub order_note: String,
    /// The buyer's own reference of the order, likewise.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub buyer_reference: String,
    /// Requested delivery day as `2026-12-02`, likewise.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub delivery_day: String,
    pub coupons: Vec<String>,
    pub credits: Vec<String>,
    /// Messages for the next page.
    pub notices: Vec<StoredNotice>,
    /// Changes of stock or catalogue that affected this cart and that no response has reported yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreported: Vec<StoredNotice>,
    /// Recently removed lines, newest last, for undo.
    pub removed: Vec<CartLine>,
    /// The last order's content, to be restored when its payment is declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordered: Option<OrderedContent>,
    /// The free order placed from this cart, which keeps its lines until that order's page is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_order: Option<FreeOrder>,
    /// The order that this cart was restored from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unpaid: Option<OrderId>,
    /// Names of recent changes, newest last, to detect repeated requests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<String>,
    /// The buyer's VAT number, once it was checked and unless it is invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vat: Option<CartVat>,
}

/// A VAT number that was checked for a cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CartVat {
    pub number: String,
    /// Country of the buyer for which it was checked. It does not count for another one.
    pub country: String,
    /// Result of the register: valid, or unknown yet.
    pub answer: VatAnswer,
    pub checked_at: UnixSeconds,
    /// Consultation number; empty if none.
    pub consultation: String,
    /// It is that of the buyer's company.
    pub of_company: bool,
}

impl CartVat {
    /// Whether the register's result is still recent enough.
    pub const fn holds(&self, now: UnixSeconds) -> bool {
        now < self.checked_at.saturating_add(ANSWER_HOLDS_S)
    }
}

/// What an order took out of a cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderedContent {
    pub order_key: String,
    pub lines: Vec<CartLine>,
    pub delivery: DeliveryChoice,
    pub order_note: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub buyer_reference: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub delivery_day: String,
    pub coupons: Vec<String>,
    pub credits: Vec<String>,
}

/// A free order placed from a cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeOrder {
    /// Key of its page.
    pub order_key: String,
    /// Hash of the cart as ordered.
    pub cart_hash: String,
}

impl CartContent {
    /// The VAT number that applies to the billing address, if any.
    pub fn buyer_vat(&self) -> Option<&CartVat> {
        self.vat.as_ref().filter(|vat| vat.country == self.billing.country)
    }

    /// That number, if it is valid; otherwise empty.
    pub fn valid_vat_number(&self) -> &str {
        let valid = self.buyer_vat().filter(|vat| vat.answer == VatAnswer::Valid);
        valid.map(|vat| vat.number.as_str()).unwrap_or_default()
    }

    /// Deletes the number if the buyer's country has changed, so that it is requested again.
    pub fn forget_other_vat(&mut self) {
        if self.vat.as_ref().is_some_and(|vat| !vat.of_company && vat.country != self.billing.country) {
            self.vat = None;
        }
    }

    /// The cart after it was ordered: addresses and payment method stay, and what is needed to restore the rest
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

    /// Restores what was ordered, so that the payment can be retried.
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
    /// At least 1.
    pub quantity: i64,
    /// Price of one piece with its add-ons when it was added, as entered by the merchant; a later change is reported.
    pub added_price: Cents,
    /// Validated choices beside the variation, in canonical form ([`shop_core::catalogue::purchase::Purchase::wire`]).
    #[serde(default)]
    pub choices: Vec<(String, String)>,
    /// The offer it belongs to, with its price; `None` for the product's regular price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<LineOffer>,
}

impl CartLine {
    /// Id of the variation, or else of the product.
    pub fn item_id(&self) -> ProductId {
        if self.variation_id.0 > 0 { self.variation_id } else { self.product_id }
    }
}

/// A message for the next page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredNotice {
    /// `error`, `success` or `info`.
    pub kind: String,
    pub code: String,
    pub params: BTreeMap<String, String>,
}
