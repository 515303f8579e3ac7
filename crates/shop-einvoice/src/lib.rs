//! Italian electronic invoices, as the exchange system (SdI) takes them: FatturaPA 1.2, formats FPR12 (private buyers) and FPA12
//! (public bodies). Pure: data in, text out, the same text for the same data.
//!
//! [`Document`] is what a document says; [`Document::to_xml`] writes it. Which operation needs which [`Nature`], what is owed as
//! stamp duty and how sums are rounded so that the exchange system takes them is decided here; where data come from is not.

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
