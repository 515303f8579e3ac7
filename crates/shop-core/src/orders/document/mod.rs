//! Documents about an order, as data: the invoice, the summary for consumers, the packing slip. Written once, they say what was so
//! then: names and addresses are lines of text, not numbers of records that change.

pub mod einvoice;
pub mod vat;
pub mod vat_sums;

use serde::{Deserialize, Serialize};

use crate::base::time::UnixSeconds;
use crate::base::{Cents, Lang};
use vat::VatRow;

/// Who sells or buys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Party {
    /// Name and address, line by line.
    pub lines: Vec<String>,
    /// Numbers that name the party, such as the VAT number: label and value.
    pub facts: Vec<(String, String)>,
}

/// A line of an invoice. Amounts are net.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InvoiceLine {
    /// What was sold, with its chosen values.
    pub text: String,
    pub quantity: i64,
    /// Rate as written, "22%"; empty: not taxed.
    pub rate: String,
    pub price: Cents,
    pub discount: Cents,
    /// Taxed amount: price less discount.
    pub net: Cents,
}

/// A line of a price list. Amounts are net.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceListLine {
    /// SKU; may be empty.
    pub sku: String,
    /// What is sold.
    pub text: String,
    /// Price of a piece.
    pub price: Cents,
    /// Price of a piece where so many are taken, by ascending quantity.
    pub tiers: Vec<(i64, Cents)>,
}

/// What a trade buyer pays, without tax, on the day it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceList {
    pub lang: Lang,
    pub seller: Party,
    /// When it was made.
    pub made_at: UnixSeconds,
    /// Lines by name.
    pub lines: Vec<PriceListLine>,
}

/// A number of an invoice: they follow one another without gaps within a year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InvoiceNumber {
    /// Year in Rome.
    pub year: i64,
    /// Counted from 1.
    pub number: i64,
}

impl std::fmt::Display for InvoiceNumber {
    /// Formatted as "12/2026".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.year)
    }
}

/// What an invoice says (D.P.R. 633/1972 art. 21), apart from its number and date, which are given when it is issued.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Invoice {
    /// Its language: the buyer's.
    pub lang: Lang,
    /// Number of the order.
    pub order: String,
    /// When it was placed.
    pub ordered_at: UnixSeconds,
    pub seller: Party,
    pub buyer: Party,
    /// Goods, then the delivery.
    pub lines: Vec<InvoiceLine>,
    /// Taxed amounts and taxes by rate.
    pub vat: Vec<VatRow>,
    /// Sum of the taxed amounts.
    pub net: Cents,
    /// Sum of the taxes.
    pub tax: Cents,
    /// What the order cost beside net and tax: a cent that rounding the cart's taxes left; mostly nothing.
    pub rounding: Cents,
    /// What was to be paid in all.
    pub total: Cents,
    /// Paid with store credit.
    pub credit: Cents,
    /// Way of payment of the rest, in words.
    pub payment: String,
    /// The buyer's own reference of the order; empty: none.
    pub buyer_reference: String,
    /// What the law wants said of its tax, such as why there is none.
    pub notes: Vec<String>,
}

/// An invoice that was issued. It never changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IssuedInvoice {
    pub number: InvoiceNumber,
    /// When it was issued.
    pub issued_at: UnixSeconds,
    /// What it says.
    pub invoice: Invoice,
}

/// A line of an order's summary or packing slip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperLine {
    /// Product with its chosen values.
    pub text: String,
    pub sku: String,
    pub quantity: i64,
    /// Sum as the buyer was shown prices; not told on a packing slip.
    pub total: Cents,
}

/// What a consumer keeps of an order. No invoice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderSummary {
    pub lang: Lang,
    /// Number of the order.
    pub order: String,
    /// When it was placed.
    pub ordered_at: UnixSeconds,
    pub seller: Party,
    pub buyer: Vec<String>,
    /// Delivery address; empty when nothing is delivered.
    pub delivery: Vec<String>,
    pub lines: Vec<PaperLine>,
    /// Lines, discount and delivery are without tax, and the taxes rows of their own among the sums.
    pub net_prices: bool,
    /// Sums: kind, words, amount; the total last, then what was given back.
    pub totals: Vec<(String, String, Cents)>,
    /// Way of payment in words.
    pub payment: String,
    /// Way of delivery in words.
    pub shipping: String,
}

/// What goes into the parcel. No prices: it may be a present.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackingSlip {
    pub lang: Lang,
    /// Number of the order.
    pub order: String,
    /// When it was placed.
    pub ordered_at: UnixSeconds,
    pub seller: Party,
    /// Where it goes.
    pub delivery: Vec<String>,
    /// Way of delivery in words.
    pub shipping: String,
    /// Telephone for the courier.
    pub phone: String,
    /// The buyer's own reference and the wished day of delivery: label and value.
    pub wishes: Vec<(String, String)>,
    /// The buyer's words.
    pub note: String,
    pub lines: Vec<PaperLine>,
}

/// A line of an offer's document. Amounts are net.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferPaperLine {
    /// What is offered, with its chosen values, or words.
    pub text: String,
    pub sku: String,
    /// Pieces; `None`: the line is words.
    pub quantity: Option<i64>,
    /// Price of a piece, rounded.
    pub unit: Cents,
    /// Rate as written, "22%"; empty: not taxed.
    pub rate: String,
    pub net: Cents,
}

/// An offer to a company.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferPaper {
    pub lang: Lang,
    /// Number of the offer.
    pub number: String,
    /// What it is called.
    pub title: String,
    /// When it was sent; of a draft, when it changed last.
    pub written_at: UnixSeconds,
    /// First second at which it no longer holds; `None`: it has no end.
    pub valid_until: Option<UnixSeconds>,
    pub seller: Party,
    pub buyer: Party,
    pub lines: Vec<OfferPaperLine>,
    /// Taxed amounts and taxes by rate.
    pub vat: Vec<VatRow>,
    /// Sum without tax.
    pub net: Cents,
    pub tax: Cents,
    /// With tax; delivery comes on top.
    pub total: Cents,
    /// The merchant's words; may be empty.
    pub notes: String,
}
