//! Conversations with trade customers, and the VAT number field.

pub(crate) mod conversation;
pub(crate) mod vat_field;
