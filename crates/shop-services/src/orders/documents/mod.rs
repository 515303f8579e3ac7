//! Documents about orders: their content, invoices, and VAT by rate.

mod charged_vat;
mod invoice;
mod parts;
mod price_list;
mod vat;

pub(crate) use charged_vat::charged;
pub(crate) use invoice::courtesy;
pub use invoice::{Documents, InvoiceRefusal};
pub use parts::{order_summary, packing_slip};
pub(crate) use parts::{seller, text_of};
pub use price_list::price_list;
pub use vat::{VatReport, vat_of_order};
pub(crate) use vat::{deducted_by, never_paid};
