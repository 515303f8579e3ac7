//! Documents about an order, as data: the invoice, the summary for consumers, the packing slip. They are snapshots: names and
//! addresses are lines of text, not references to records that change.

pub mod einvoice;
pub mod vat;
pub mod vat_sums;

use serde::{Deserialize, Serialize};

use crate::base::time::UnixSeconds;
use crate::base::{Cents, Lang};
use vat::VatRow;

/// Seller or buyer in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Party {
    /// Name and address, line by line.
    pub lines: Vec<String>,
    /// Numbers that identify the party, such as the VAT number: label and value.
    pub facts: Vec<(String, String)>,
}

/// A line of an invoice. Amounts are net.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InvoiceLine {
    /// Product with its chosen values.
    pub text: String,
    pub quantity: i64,
    /// Printed tax rate, "22%"; empty: not taxed.
    pub rate: String,
    pub price: Cents,
    pub discount: Cents,
    /// Taxable amount: price less discount.
    pub net: Cents,
}

/// A line of a price list. Amounts are net.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceListLine {
    /// SKU; may be empty.
    pub sku: String,
    /// Name of the product.
    pub text: String,
    /// Unit price without tax.
    pub price: Cents,
    /// Unit price by minimum quantity, in ascending order.
    pub tiers: Vec<(i64, Cents)>,
}

/// A trade buyer's price list without tax, on the day of the request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceList {
    pub lang: Lang,
    pub seller: Party,
    /// Time of creation.
    pub made_at: UnixSeconds,
    /// Lines, sorted by name.
    pub lines: Vec<PriceListLine>,
}

/// The number of an invoice: consecutive within a year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InvoiceNumber {
    /// Year, in Rome's time zone.
    pub year: i64,
    /// Consecutive number from 1.
    pub number: i64,
}

impl std::fmt::Display for InvoiceNumber {
    /// Formats it as "12/2026".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.year)
    }
}

/// Content of an invoice (D.P.R. 633/1972 art. 21), without number and date, which are assigned when it is issued.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Invoice {
    /// Language of the invoice: the buyer's.
    pub lang: Lang,
    /// Number of the order.
    pub order: String,
    /// Time of the order.
    pub ordered_at: UnixSeconds,
    pub seller: Party,
    pub buyer: Party,
    /// Goods, then delivery.
    pub lines: Vec<InvoiceLine>,
    /// Taxable amounts and taxes by rate.
    pub vat: Vec<VatRow>,
    /// Sum of the taxable amounts.
    pub net: Cents,
    /// Sum of the taxes.
    pub tax: Cents,
    /// Difference between the order's total and net plus tax: a cent from rounding the cart's taxes; mostly 0.
    pub rounding: Cents,
    /// Total amount to pay.
    pub total: Cents,
    /// Amount paid with store credit.
    pub credit: Cents,
    /// Payment method of the rest.
    pub payment: String,
    /// The buyer's own reference of the order; empty: none.
    pub buyer_reference: String,
    /// Mandatory notes about its tax, such as the reason for an exemption.
    pub notes: Vec<String>,
}

/// An issued invoice, which never changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IssuedInvoice {
    pub number: InvoiceNumber,
    /// Time of issue.
    pub issued_at: UnixSeconds,
    /// Content of the invoice.
    pub invoice: Invoice,
}

/// A line of an order's summary or packing slip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentLine {
    /// Product with its chosen values.
    pub text: String,
    pub sku: String,
    pub quantity: i64,
    /// Line total as shown to the buyer; not printed on a packing slip.
    pub total: Cents,
}

/// Summary of an order for a consumer. It is no invoice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderSummary {
    pub lang: Lang,
    /// Number of the order.
    pub order: String,
    /// Time of the order.
    pub ordered_at: UnixSeconds,
    pub seller: Party,
    pub buyer: Vec<String>,
    /// Delivery address; empty if nothing is delivered.
    pub delivery: Vec<String>,
    pub lines: Vec<DocumentLine>,
    /// Whether lines, discount and delivery are without tax, and the taxes have rows of their own among the sums.
    pub net_prices: bool,
    /// Sums: kind, label, amount; the total last, then refunds.
    pub totals: Vec<(String, String, Cents)>,
    /// Payment method as displayed.
    pub payment: String,
    /// Delivery method as displayed.
    pub shipping: String,
}

/// Packing slip for the parcel. It has no prices, since it may be a present.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackingSlip {
    pub lang: Lang,
    /// Number of the order.
    pub order: String,
    /// Time of the order.
    pub ordered_at: UnixSeconds,
    pub seller: Party,
    /// Address of the delivery.
    pub delivery: Vec<String>,
    /// Delivery method as displayed.
    pub shipping: String,
    /// Telephone for the courier.
    pub phone: String,
    /// The buyer's own reference and the requested delivery day: label and value.
    pub wishes: Vec<(String, String)>,
    /// Note of the buyer.
    pub note: String,
    pub lines: Vec<DocumentLine>,
}

/// A line of an offer's document. Amounts are net.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferDocumentLine {
    /// Goods with their chosen values, or a text.
    pub text: String,
    pub sku: String,
    /// Number of pieces; `None`: the line is a text.
    pub quantity: Option<i64>,
    /// Unit price, rounded.
    pub unit: Cents,
    /// Printed tax rate, "22%"; empty: not taxed.
    pub rate: String,
    pub net: Cents,
}

/// Document of an offer to a company.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferDocument {
    pub lang: Lang,
    /// Number of the offer.
    pub number: String,
    /// Title of the offer.
    pub title: String,
    /// Time of sending; for a draft, of the last change.
    pub written_at: UnixSeconds,
    /// First second at which it is no longer valid; `None`: it does not expire.
    pub valid_until: Option<UnixSeconds>,
    pub seller: Party,
    pub buyer: Party,
    pub lines: Vec<OfferDocumentLine>,
    /// Taxable amounts and taxes by rate.
    pub vat: Vec<VatRow>,
    /// Sum without tax.
    pub net: Cents,
    pub tax: Cents,
    /// Sum with tax, without delivery.
    pub total: Cents,
    /// The merchant's note; may be empty.
    pub notes: String,
}
