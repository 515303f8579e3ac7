//! What a document says.

use serde::{Deserialize, Serialize};
use shop_core::base::Cents;
use shop_core::orders::document::einvoice::EInvoiceKind;

use crate::nature::Vat;

/// A number for VAT: country and the number without it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxId {
    /// "IT"; of Greek numbers "EL".
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
    /// Code of the province; empty: none.
    pub province: String,
    /// ISO 3166-1 code.
    pub country: String,
}

/// Entry in the register of companies (Codice civile art. 2250).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Register {
    /// Province of the office: "PR".
    pub office: String,
    /// Number in it.
    pub number: String,
    /// Capital of companies that have one.
    pub capital: Option<Cents>,
}

/// Who sells, and sends the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seller {
    pub vat: TaxId,
    /// Tax code; empty: not told.
    pub tax_code: String,
    pub name: String,
    /// Tax regime: "RF01" and following.
    pub regime: String,
    pub place: Place,
    /// Entry in the register.
    pub register: Option<Register>,
    /// Telephone; empty: not told.
    pub phone: String,
    /// E-mail; empty: not told.
    pub email: String,
}

/// Name of who buys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuyerName {
    /// Of a firm.
    Firm(String),
    /// Of a person: given and family name.
    Person(String, String),
}

impl Default for BuyerName {
    fn default() -> Self {
        Self::Firm(String::new())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    /// VAT number; `None`: a consumer's document.
    pub vat: Option<TaxId>,
    /// Tax code; empty: none.
    pub tax_code: String,
    pub name: BuyerName,
    pub place: Place,
    /// Recipient code: seven characters, a public body's six, `XXXXXXX` abroad, `0000000` for who has none.
    pub recipient: String,
    /// Certified mailbox; told with `0000000` alone.
    pub pec: String,
}

/// Goods, delivery, or what was taken off. Amounts are net sums of all pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// What it is.
    pub text: String,
    /// The shop's own number of it; empty: none.
    pub sku: String,
    /// Pieces, 1 at least.
    pub quantity: i64,
    pub price: Cents,
    pub discount: Cents,
    /// How it stands to VAT.
    pub vat: Vat,
}

impl Line {
    /// Price less discount.
    pub fn net(&self) -> Cents {
        self.price - self.discount
    }
}

/// VAT that was charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taxes {
    pub vat: Vat,
    pub tax: Cents,
}

/// Means of payment (code list `ModalitaPagamento`, those of them that a shop meets).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaymentMeans {
    /// Cash, on delivery.
    #[serde(rename = "MP01")]
    Cash,
    #[serde(rename = "MP05")]
    Transfer,
    /// Payment card, and wallets that hold one.
    #[serde(rename = "MP08")]
    Card,
    /// SEPA direct debit.
    #[serde(rename = "MP19")]
    DirectDebit,
    /// Set against money that the seller holds, such as store credit.
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

/// A payment, made or due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    pub means: PaymentMeans,
    pub cents: Cents,
    /// Day on which it is due, as days since 1970-01-01; `None`: it was made.
    pub due: Option<i64>,
    /// Account for transfers; empty: not told.
    pub iban: String,
}

/// Another document that this one names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    pub number: String,
    /// Its day, as days since 1970-01-01.
    pub day: Option<i64>,
}

/// A delivery note with the lines that it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryNote {
    pub number: String,
    /// Its day, as days since 1970-01-01.
    pub day: i64,
    /// Lines of the document, from 1; none: all.
    pub lines: Vec<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Document {
    pub kind: EInvoiceKind,
    /// Number, with a digit in it: "12/2026".
    pub number: String,
    /// Its day, as days since 1970-01-01.
    pub day: i64,
    pub seller: Seller,
    pub buyer: Buyer,
    /// Lines; one at least.
    pub lines: Vec<Line>,
    /// VAT as it was charged.
    pub taxes: Vec<Taxes>,
    /// What the order cost, tax included.
    pub total: Cents,
    pub payments: Vec<Payment>,
    /// What it is about, in words.
    pub reasons: Vec<String>,
    /// The buyer's orders.
    pub orders: Vec<Reference>,
    /// The invoices that a credit note is about.
    pub invoices: Vec<Reference>,
    /// The delivery notes that a deferred invoice is about.
    pub delivery_notes: Vec<DeliveryNote>,
}
