//! Documents about orders: what they say, issuing invoices, and VAT by rate.

mod invoice;
mod parts;
mod vat;

pub use invoice::{Documents, InvoiceRefusal};
pub use parts::{order_summary, packing_slip};
pub use vat::{VatReport, vat_of_order};
