//! Order documents, and the carriers of electronic invoices.

pub mod einvoice_carriers;
pub(crate) mod order_documents;
