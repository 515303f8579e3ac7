//! What is stored of an order beside its columns.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, Lang, OfferId, SubscriptionId};
use shop_core::cart::coupon::CouponKind;
use shop_core::catalogue::price::ReverseCharge;
use shop_core::catalogue::purchase::booking::Booking;
use shop_core::checkout::address::Address;
use shop_core::checkout::invoice::{InvoiceBuyer, InvoiceRequest};
use shop_core::payments::express::wallet::ExpressWallet;
use shop_core::trade::vat_check::VatAnswer;

/// Addresses, sums and choices of an order, as they were when it was placed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderContent {
    pub billing: Address,
    pub shipping: Address,
    /// Whether anything is delivered.
    pub needs_shipping: bool,
    /// The buyer's note.
    pub customer_note: String,
    /// The buyer's own reference; empty: none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub buyer_reference: String,
    /// Wished day of delivery, in Rome, counted from 1970-01-01; `None`: as soon as possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_day: Option<i64>,
    /// Hash of the request that placed it, without its payment. A repeated request is recognised by it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub request_hash: String,
    /// Whether that request had an idempotency key, as those of the shop's own forms have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_request_key: bool,
    /// Language of the buyer.
    pub lang: Lang,
    /// Words of the way of payment.
    pub payment_title: String,
    /// The wallet that it was last paid with, or tried to; `None`: another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wallet: Option<ExpressWallet>,
    /// Where the buyer came from: fields of the attribution without their prefix.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attribution: BTreeMap<String, String>,
    pub delivery: Option<OrderShipping>,
    /// Goods, net, before discounts.
    pub items_cents: Cents,
    pub items_tax_cents: Cents,
    /// Net of VAT.
    pub discount_cents: Cents,
    pub discount_tax_cents: Cents,
    /// The buyer was shown prices without tax, with the tax as a row of its own: so he is shown the order ever after.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub net_prices: bool,
    /// Taxes by rate, goods and delivery apart.
    pub taxes: Vec<OrderTax>,
    pub tax_cents: Cents,
    /// Total to pay by other means than store credit.
    pub total_cents: Cents,
    /// What was let go of the amount that was set aside for it: the total is less than its parts by as much.
    #[serde(skip_serializing_if = "is_zero")]
    pub uncaptured_cents: Cents,
    /// Of it, to pay in later payments.
    pub due_later_cents: Cents,
    /// Credits that pay a part.
    pub credits: Vec<OrderCredit>,
    /// Given back so far, in money and as credit.
    pub refunded_cents: Cents,
    pub coupons: Vec<OrderCoupon>,
    /// The invoice that the buyer asked for.
    pub invoice: Option<OrderInvoice>,
    /// Further fields of the checkout form.
    pub extra_fields: BTreeMap<String, String>,
    /// Where the buyer's browser was: shortened address.
    pub ip: String,
    /// What is paid again after it: words and amount.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recurring: Vec<(String, Cents)>,
    /// How what is paid again is cancelled.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub recurring_terms: String,
    /// The payment of a subscription that it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewal: Option<OrderRenewal>,
    /// Nothing is paid with the order, but a method of payment is kept with it for what is paid later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub keeps_method: bool,
    /// The terms that the buyer accepted; `None`: the form that was sent has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<AcceptedTerms>,
    /// The buyer's VAT number and what the register said of it; `None`: none was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vat: Option<OrderVat>,
    /// When it is paid by invoice, the last day to do so, as days since 1970-01-01.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_due_day: Option<i64>,
    /// When the buyer consented to get digital content before the period of withdrawal ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_consent_at: Option<UnixSeconds>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(cents: &Cents) -> bool {
    *cents == Cents::ZERO
}

/// The VAT number of an order's buyer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderVat {
    /// In its normal form.
    pub number: String,
    /// What the register said.
    pub answer: VatAnswer,
    pub checked_at: UnixSeconds,
    /// Number of the consultation; empty: there is none.
    pub consultation: String,
    /// Why the buyer owes the tax himself; `None`: he paid it with the order.
    pub reverse_charge: Option<ReverseCharge>,
}

/// The payment of a subscription that an order is for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderRenewal {
    pub subscription: SubscriptionId,
    /// The last day on which it is paid in time, as days since 1970-01-01.
    pub pay_by: i64,
}

/// Terms that a buyer accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AcceptedTerms {
    /// Path of their page.
    pub path: String,
    /// Its version; `None`: the shop does not keep the page.
    pub version: Option<i64>,
    /// When they were accepted.
    pub at: UnixSeconds,
}

/// An invoice that a buyer asked for. Empty texts: not given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderInvoice {
    /// Who is invoiced.
    pub buyer: InvoiceBuyer,
    /// VAT number in its normal form.
    pub vat_number: String,
    /// Tax code in its normal form.
    pub tax_code: String,
    /// Recipient code of the exchange system.
    pub sdi_code: String,
    pub pec: String,
}

impl From<&InvoiceRequest> for OrderInvoice {
    fn from(request: &InvoiceRequest) -> Self {
        let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
        Self {
            buyer: request.buyer(),
            vat_number: text(request.vat_number()),
            tax_code: text(request.tax_code()),
            sdi_code: request.recipient().code().to_owned(),
            pec: text(request.recipient().pec()),
        }
    }
}

/// A store credit that pays a part of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderCredit {
    pub code: String,
    /// Paid with it.
    pub used_cents: Cents,
}

impl OrderLineContent {
    /// Chosen values and choices in words: label and value.
    pub fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        self.variation.iter().chain(&self.facts).map(|(_, label, value)| (label.as_str(), value.as_str()))
    }
}

/// Longest word about an order's source that sums are made by, in characters.
const MAX_SOURCE_CHARS: usize = 200;

impl OrderContent {
    /// What it says of a field of its attribution, so far as sums are made by it; empty: nothing.
    pub fn source(&self, field: &str) -> String {
        self.attribution.get(field).map(|value| value.chars().take(MAX_SOURCE_CHARS).collect()).unwrap_or_default()
    }

    /// Whether it says where its buyer came from.
    pub fn is_attributed(&self) -> bool {
        !self.attribution.is_empty()
    }

    /// What a line comes to before discounts, as the buyer was shown prices.
    pub fn shown_cents(&self, line: &OrderLineContent) -> Cents {
        if self.net_prices { line.subtotal_cents } else { line.subtotal_cents + line.subtotal_tax_cents }
    }

    /// The order without what nobody needs for its sake once its buyer's account is gone: where he came from, and his browser.
    #[must_use]
    pub fn without_visit(self) -> Self {
        Self { attribution: BTreeMap::new(), ip: String::new(), ..self }
    }

    /// What is left when nobody may be named any more: sums, goods, ways of payment and delivery, and the countries that taxes go by.
    #[must_use]
    pub fn without_person(self) -> Self {
        let place = |address: Address| Address { country: address.country, ..Address::default() };
        let vat = |vat: OrderVat| OrderVat { number: String::new(), consultation: String::new(), ..vat };
        Self {
            billing: place(self.billing),
            shipping: place(self.shipping),
            customer_note: String::new(),
            buyer_reference: String::new(),
            request_hash: String::new(),
            attribution: BTreeMap::new(),
            invoice: None,
            extra_fields: BTreeMap::new(),
            ip: String::new(),
            vat: self.vat.map(vat),
            ..self
        }
    }

    /// Paid with store credit.
    pub fn credit_cents(&self) -> Cents {
        self.credits.iter().map(|credit| credit.used_cents).sum()
    }
}

/// A coupon of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderCoupon {
    pub code: String,
    /// What it takes off.
    pub kind: CouponKind,
    /// Taken off, net.
    pub discount_cents: Cents,
    /// Tax on it.
    pub discount_tax_cents: Cents,
}

/// Delivery of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderShipping {
    /// `flat_rate:1`
    pub rate_id: String,
    pub title: String,
    /// Net of VAT.
    pub cost_cents: Cents,
    pub tax_cents: Cents,
}

impl OrderShipping {
    /// Whether the buyer fetches the goods.
    pub fn is_pickup(&self) -> bool {
        self.rate_id.starts_with("local_pickup:")
    }
}

/// Tax of one rate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderTax {
    /// Name of the rate.
    pub name: String,
    /// Formatted as "22%".
    pub percent: String,
    /// Tax of the goods.
    pub items_cents: Cents,
    /// Tax of the delivery.
    pub shipping_cents: Cents,
}

/// What is stored of a line beside its columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderLineContent {
    /// Product (the parent of a variation).
    pub parent_id: i64,
    /// Name of what was sold: of a variation its own ("Caviale - 15 g"). Empty in orders from before it was kept.
    pub item_name: String,
    /// Key of the cart line.
    pub key: String,
    /// Chosen values: attribute key, label, value in words.
    pub variation: Vec<(String, String, String)>,
    /// Choices beside the variation: name on the wire, label, value in words.
    pub facts: Vec<(String, String, String)>,
    /// The same choices as they are sent.
    pub choices: Vec<(String, String)>,
    /// The booked time and its people.
    pub booking: Option<Booking>,
    /// The offer that it was bought from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer_id: Option<OfferId>,
    /// Net before discounts.
    pub subtotal_cents: Cents,
    pub subtotal_tax_cents: Cents,
    /// Net after discounts.
    pub total_cents: Cents,
    pub total_tax_cents: Cents,
    /// Price of a piece as shown.
    pub unit_price_cents: Cents,
    /// Full price of a piece as shown.
    pub unit_regular_cents: Cents,
    /// Price of a piece as shown to a visitor from the shop's own place.
    pub shop_price_cents: Cents,
    /// Full price of a piece as shown to a visitor from the shop's own place.
    pub shop_regular_cents: Cents,
    /// Slug of the tax class.
    pub tax_class: String,
    /// Rate at which it was taxed: "22%"; empty: it was not. `None`: an earlier release recorded none, or several rates apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_rate: Option<String>,
    /// Delivered as files or not at all.
    pub is_virtual: bool,
    /// Delivered as files.
    pub downloadable: bool,
    /// Deteriorates rapidly: not withdrawn from.
    pub perishable: bool,
    /// Sealed: not taken back once it was opened.
    pub sealed: bool,
    /// Made with the buyer's words: not withdrawn from.
    pub personalised: bool,
    /// Path of the product's page.
    pub path: String,
    pub image: String,
}
