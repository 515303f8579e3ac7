//! Data stored with an order beside its columns.

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

/// Addresses, totals and choices of an order at the time it was placed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderContent {
    pub billing: Address,
    pub shipping: Address,
    pub needs_shipping: bool,
    pub customer_note: String,
    /// The buyer's own reference; empty if none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub buyer_reference: String,
    /// Requested delivery day in Europe/Rome, as days since 1970-01-01; `None` for as soon as possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_day: Option<i64>,
    /// Hash of the request that placed it, without its payment, to detect a repetition.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub request_hash: String,
    /// Whether that request had an idempotency key, as those of the shop's own forms do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_request_key: bool,
    pub lang: Lang,
    /// Displayed name of the payment method.
    pub payment_title: String,
    /// The wallet of the last payment attempt; `None` for another method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wallet: Option<ExpressWallet>,
    /// Source of the buyer: attribution fields without their prefix.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attribution: BTreeMap<String, String>,
    pub delivery: Option<OrderShipping>,
    /// Goods, net, before discounts.
    pub items_cents: Cents,
    pub items_tax_cents: Cents,
    pub discount_cents: Cents,
    pub discount_tax_cents: Cents,
    /// Prices were displayed to the buyer without tax, with the tax as a row of its own; the order is always displayed the same
    /// way.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub net_prices: bool,
    /// Taxes by rate, goods and delivery separately.
    pub taxes: Vec<OrderTax>,
    pub tax_cents: Cents,
    /// Amount to pay by other means than store credit.
    pub total_cents: Cents,
    /// Part of the authorised amount that was not captured: the total is lower than its parts by this amount.
    #[serde(skip_serializing_if = "is_zero")]
    pub uncaptured_cents: Cents,
    /// Part of the total that is due in instalments.
    pub due_later_cents: Cents,
    pub credits: Vec<OrderCredit>,
    /// Refunded amount, in money and as credit.
    pub refunded_cents: Cents,
    pub coupons: Vec<OrderCoupon>,
    /// The invoice that the buyer requested.
    pub invoice: Option<OrderInvoice>,
    /// Extra fields of the checkout form.
    pub extra_fields: BTreeMap<String, String>,
    /// The buyer's truncated IP address.
    pub ip: String,
    /// Recurring payments: description and amount.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recurring: Vec<(String, Cents)>,
    /// How to cancel the recurring payments.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub recurring_terms: String,
    /// The subscription payment that it renews.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewal: Option<OrderRenewal>,
    /// Nothing is paid with the order, but a payment method is saved with it for later payments.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub keeps_method: bool,
    /// The terms that the buyer accepted; `None` if the form has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<AcceptedTerms>,
    /// The buyer's VAT number with the register's result; `None` if none was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vat: Option<OrderVat>,
    /// Due date if it is paid by invoice, as days since 1970-01-01.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_due_day: Option<i64>,
    /// When the buyer consented to get digital content before the withdrawal period ends.
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
    pub number: String,
    /// Result of the register.
    pub answer: VatAnswer,
    pub checked_at: UnixSeconds,
    /// Consultation number; empty if none.
    pub consultation: String,
    /// Why the buyer owes the tax (reverse charge); `None` if the tax was paid with the order.
    pub reverse_charge: Option<ReverseCharge>,
}

/// The subscription payment that an order is for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderRenewal {
    pub subscription: SubscriptionId,
    /// Last day for paying it, as days since 1970-01-01.
    pub pay_by: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AcceptedTerms {
    /// Path of the terms page.
    pub path: String,
    /// Version of the page; `None` if the shop does not host it.
    pub version: Option<i64>,
    pub at: UnixSeconds,
}

/// A requested invoice. Empty strings: not given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderInvoice {
    /// Type of the invoiced party.
    pub buyer: InvoiceBuyer,
    /// Normalised VAT number.
    pub vat_number: String,
    /// Normalised tax code.
    pub tax_code: String,
    /// Recipient code of the exchange system (SdI).
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

/// A store credit that pays part of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderCredit {
    pub code: String,
    pub used_cents: Cents,
}

impl OrderLineContent {
    /// Chosen values and choices for display: label and value.
    pub fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        self.variation.iter().chain(&self.facts).map(|(_, label, value)| (label.as_str(), value.as_str()))
    }
}

/// Maximum length of an attribution value in reports, in characters.
const MAX_SOURCE_CHARS: usize = 200;

impl OrderContent {
    /// The value of an attribution field, truncated for reports; empty if none.
    pub fn source(&self, field: &str) -> String {
        self.attribution.get(field).map(|value| value.chars().take(MAX_SOURCE_CHARS).collect()).unwrap_or_default()
    }

    /// Whether the order's source is known.
    pub fn is_attributed(&self) -> bool {
        !self.attribution.is_empty()
    }

    /// Amount of a line before discounts, as displayed to the buyer.
    pub fn shown_cents(&self, line: &OrderLineContent) -> Cents {
        if self.net_prices { line.subtotal_cents } else { line.subtotal_cents + line.subtotal_tax_cents }
    }

    /// The order without data that is not needed once its buyer's account is deleted: attribution and browser.
    #[must_use]
    pub fn without_visit(self) -> Self {
        Self { attribution: BTreeMap::new(), ip: String::new(), ..self }
    }

    /// The order without personal data: totals, goods, payment and delivery methods, and the countries needed for taxes remain.
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

    pub fn credit_cents(&self) -> Cents {
        self.credits.iter().map(|credit| credit.used_cents).sum()
    }
}

/// A coupon of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderCoupon {
    pub code: String,
    pub kind: CouponKind,
    pub discount_cents: Cents,
    /// Tax on the discount.
    pub discount_tax_cents: Cents,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderShipping {
    /// `flat_rate:1`
    pub rate_id: String,
    pub title: String,
    pub cost_cents: Cents,
    pub tax_cents: Cents,
}

impl OrderShipping {
    /// Whether the buyer collects the goods.
    pub fn is_pickup(&self) -> bool {
        self.rate_id.starts_with("local_pickup:")
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderTax {
    pub name: String,
    /// Formatted as "22%".
    pub percent: String,
    pub items_cents: Cents,
    pub shipping_cents: Cents,
}

/// Data stored with an order line beside its columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderLineContent {
    /// Product (the parent of a variation).
    pub parent_id: i64,
    /// Name of the item, for a variation its own ("Caviale - 15 g"). Empty in orders of earlier releases that did not store it.
    pub item_name: String,
    pub key: String,
    /// Chosen values: attribute key, label, displayed value.
    pub variation: Vec<(String, String, String)>,
    /// Choices beside the variation: wire name, label, displayed value.
    pub facts: Vec<(String, String, String)>,
    /// The same choices in wire form.
    pub choices: Vec<(String, String)>,
    pub booking: Option<Booking>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer_id: Option<OfferId>,
    /// Net before discounts.
    pub subtotal_cents: Cents,
    pub subtotal_tax_cents: Cents,
    /// Net after discounts.
    pub total_cents: Cents,
    pub total_tax_cents: Cents,
    /// Displayed price of a piece.
    pub unit_price_cents: Cents,
    /// Displayed full price of a piece.
    pub unit_regular_cents: Cents,
    /// Price of a piece as displayed to a visitor at the shop's own location.
    pub shop_price_cents: Cents,
    /// Full price of a piece as displayed to a visitor at the shop's own location.
    pub shop_regular_cents: Cents,
    pub tax_class: String,
    /// Tax rate: "22%"; empty if untaxed. `None` if an earlier release recorded none, or several rates apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_rate: Option<String>,
    /// Delivered as a download or not at all.
    pub is_virtual: bool,
    pub downloadable: bool,
    /// Perishable: excluded from withdrawal.
    pub perishable: bool,
    /// Sealed: not returnable once opened.
    pub sealed: bool,
    /// Personalised with the buyer's text: excluded from withdrawal.
    pub personalised: bool,
    /// Path of the product page.
    pub path: String,
    pub image: String,
}
