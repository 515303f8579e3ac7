//! Orders as files: documents, and the ways of electronic invoices.

pub mod einvoice_carriers;
pub(crate) mod order_documents;
