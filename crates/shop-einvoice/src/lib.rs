//! Italian electronic invoices for the exchange system (SdI): FatturaPA 1.2, formats FPR12 (private buyers) and FPA12 (public
//! bodies). Pure: data in, text out, the same text for the same data.
//!
//! [`Document`] is the content; [`Document::to_xml`] writes it. This crate decides which transaction has which [`Nature`],
//! whether stamp duty is due, and how totals are rounded to pass the exchange system's checks. It does not collect the data.

mod amount;
mod body;
mod document;
mod file;
mod header;
mod nature;
mod summary;
mod text;
mod write;
mod xml;

pub use document::{
    Buyer, BuyerName, DeliveryNote, Document, Line, Payment, PaymentMeans, Place, Reference, Register, Seller, TaxId,
    Taxes,
};
pub use file::{FILES, file_name};
pub use nature::{Nature, Vat};
pub use summary::SummaryRow;
