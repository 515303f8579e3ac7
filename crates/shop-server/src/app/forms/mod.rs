//! Form fields and query parameters: parsing, uploads, and values that need care (NUL characters, integers in JSON).

pub mod form_fields;
pub(crate) mod json_numbers;
pub(crate) mod nul_bytes;
pub(crate) mod posted_form;
