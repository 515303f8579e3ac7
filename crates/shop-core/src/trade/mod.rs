//! Trade buyers: bulk orders, purchase lists, company accounts, registration by role, VAT numbers in forms, quotes and inquiries.
//! Storefront specification, sections 2 to 8.

pub mod account;
pub mod approval;
pub mod attachment;
pub mod bulk_order;
pub mod company;
pub mod conversation;
pub mod credit_line;
pub mod custom_field;
pub mod message_template;
pub mod offer;
pub mod offer_form;
pub mod packs;
pub mod pasted;
mod pasted_cells;
mod pasted_heading;
mod pasted_number;
pub mod price;
pub mod product_string;
pub mod purchase_list;
pub mod quote;
pub mod registration;
pub mod registration_field;
pub mod registration_file;
mod registration_value;
pub mod role;
pub mod search_answer;
pub mod standing_order;
pub mod subaccount;
pub mod tax_ids;
pub mod timings;
pub mod vat_check;
pub mod vat_field;
