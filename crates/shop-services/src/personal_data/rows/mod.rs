//! The register: what is kept of people, where, why and for how long. Worker, back office, README and tests go by it.

mod accounts;
mod house;
mod messages;
mod orders;
mod payments;
mod shop;
mod trade;

use super::register::KeptData;
use crate::settings::Words;

const NO_PERSON: Words = ["non si sa di chi è", "nobody knows whose it is"];
const STAFF: Words = ["riguarda il personale", "it is about staff"];
const TAX_LAW: Words =
    ["lo vuole la legge fiscale (art. 2220 Codice civile)", "tax law wants it (art. 2220 Codice civile)"];

/// All entries, in the order in which they are read.
pub fn kept_data() -> impl Iterator<Item = &'static KeptData> {
    kept_of_visitors().chain(house::HOUSE)
}

/// What is kept of those who visit the shop, buy and write in it: what they are told of (GDPR art. 13).
pub fn kept_of_visitors() -> impl Iterator<Item = &'static KeptData> {
    let parts = [accounts::ACCOUNTS, orders::ORDERS, payments::PAYMENTS, messages::MESSAGES, trade::TRADE, shop::SHOP];
    parts.into_iter().flatten()
}

/// Tables without personal data.
pub const IMPERSONAL: &[&str] = &[
    "analytics_events",
    "analytics_months",
    "analytics_words",
    "attribute_terms",
    "attributes",
    "booking_slots",
    "categories",
    "change_counters",
    "customer_roles",
    "einvoice_counters",
    "former_slugs",
    "id_counters",
    "invoice_counters",
    "message_templates",
    "pages",
    "price_history",
    "product_categories",
    "product_tags",
    "products",
    "provider_faults",
    "registration_fields",
    "settings",
    "tags",
];
