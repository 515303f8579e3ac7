//! Contents of an electronic invoice.

use serde::{Deserialize, Serialize};
use shop_core::base::Cents;
use shop_core::orders::document::einvoice::EInvoiceKind;

use crate::nature::Vat;

/// A VAT number: country and the number without its prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxId {
    /// "IT"; for Greek numbers "EL".
    pub country: String,
    /// Letters and digits.
    pub code: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Street and number.
    pub street: String,
    /// Postcode; abroad it is written with the town.
    pub postcode: String,
    pub town: String,
    /// Province code; empty if there is none.
    pub province: String,
    /// ISO 3166-1 code.
    pub country: String,
}

/// Entry in the companies register (Codice civile art. 2250).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Register {
    /// Province of the office: "PR".
    pub office: String,
    pub number: String,
    /// Share capital, for companies that have one.
    pub capital: Option<Cents>,
}

/// The seller, who also transmits the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seller {
    pub vat: TaxId,
    /// Tax code; omitted if empty.
    pub tax_code: String,
    pub name: String,
    /// Tax regime: "RF01" and following.
    pub regime: String,
    pub place: Place,
    /// Entry in the companies register.
    pub register: Option<Register>,
    /// Telephone; omitted if empty.
    pub phone: String,
    /// Email; omitted if empty.
    pub email: String,
}

/// Name of the buyer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuyerName {
    Firm(String),
    /// Given and family name of a person.
    Person(String, String),
}

impl Default for BuyerName {
    fn default() -> Self {
        Self::Firm(String::new())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    /// VAT number; `None` for a consumer.
    pub vat: Option<TaxId>,
    /// Tax code; empty if there is none.
    pub tax_code: String,
    pub name: BuyerName,
    pub place: Place,
    /// Recipient code: seven characters, six for a public body, `XXXXXXX` abroad, `0000000` for buyers without a code.
    pub recipient: String,
    /// Certified mailbox (PEC); only written with the recipient code `0000000`.
    pub pec: String,
}

/// A line: goods, delivery or a discount. Amounts are net totals of all units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub text: String,
    /// The shop's SKU; empty if there is none.
    pub sku: String,
    /// Number of units, at least 1.
    pub quantity: i64,
    pub price: Cents,
    pub discount: Cents,
    pub vat: Vat,
}

impl Line {
    /// Price less discount.
    pub fn net(&self) -> Cents {
        self.price - self.discount
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taxes {
    pub vat: Vat,
    pub tax: Cents,
}

/// Means of payment (code list `ModalitaPagamento`, as far as a shop needs it).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaymentMeans {
    /// Cash on delivery.
    #[serde(rename = "MP01")]
    Cash,
    #[serde(rename = "MP05")]
    Transfer,
    /// Payment card, and wallets that contain one.
    #[serde(rename = "MP08")]
    Card,
    /// SEPA direct debit.
    #[serde(rename = "MP19")]
    DirectDebit,
    /// Offset against money that the seller holds, such as store credit.
    #[serde(rename = "MP22")]
    Held,
}

impl PaymentMeans {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Cash => "MP01",
            Self::Transfer => "MP05",
            Self::Card => "MP08",
            Self::DirectDebit => "MP19",
            Self::Held => "MP22",
        }
    }
}

/// A made or due payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    pub means: PaymentMeans,
    pub cents: Cents,
    /// Due date, as days since 1970-01-01; `None` if it was paid.
    pub due: Option<i64>,
    /// IBAN for transfers; omitted if empty.
    pub iban: String,
}

/// Reference to another document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    pub number: String,
    /// Date, as days since 1970-01-01.
    pub day: Option<i64>,
}

/// A delivery note with the lines that it covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryNote {
    pub number: String,
    /// Date, as days since 1970-01-01.
    pub day: i64,
    /// Line numbers in the document, from 1; empty: all lines.
    pub lines: Vec<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Document {
    pub kind: EInvoiceKind,
    /// Number, which must contain a digit: "12/2026".
    pub number: String,
    /// Date, as days since 1970-01-01.
    pub day: i64,
    pub seller: Seller,
    pub buyer: Buyer,
    /// Lines; at least one.
    pub lines: Vec<Line>,
    /// VAT as it was charged.
    pub taxes: Vec<Taxes>,
    /// Total of the order, tax included.
    pub total: Cents,
    pub payments: Vec<Payment>,
    /// Reason for the document (`Causale`), in words.
    pub reasons: Vec<String>,
    /// The buyer's orders.
    pub orders: Vec<Reference>,
    /// The invoices that a credit note refers to.
    pub invoices: Vec<Reference>,
    /// The delivery notes that a deferred invoice refers to.
    pub delivery_notes: Vec<DeliveryNote>,
}
