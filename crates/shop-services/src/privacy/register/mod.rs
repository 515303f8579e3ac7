//! The register of processing (GDPR art. 30): which personal data are stored, where, why and for how long. The deletion worker,
//! the back office, the privacy notice, the README and the tests use it.

mod accounts;
mod entry;
mod house;
mod messages;
mod orders;
mod payments;
mod shop;
mod trade;

pub use entry::{InDownload, KeptData, KeptFor, LegalBasis, MEASURES, OnErasure, Recipient, TRANSFERS};

use crate::platform::settings::Words;

const NO_PERSON: Words = ["non si sa di chi è", "nobody knows whose it is"];
const STAFF: Words = ["riguarda il personale", "it is about staff"];
const TAX_LAW: Words =
    ["lo vuole la legge fiscale (art. 2220 Codice civile)", "tax law wants it (art. 2220 Codice civile)"];

/// All entries in display order.
pub fn kept_data() -> impl Iterator<Item = &'static KeptData> {
    kept_of_visitors().chain(house::HOUSE)
}

/// Entries about visitors, buyers and authors, who must be informed of them (GDPR art. 13).
pub fn kept_of_visitors() -> impl Iterator<Item = &'static KeptData> {
    let parts = [accounts::ACCOUNTS, orders::ORDERS, payments::PAYMENTS, messages::MESSAGES, trade::TRADE, shop::SHOP];
    parts.into_iter().flatten()
}

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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::platform::settings::sections;

    #[test]
    fn each_entry_has_its_own_name_and_each_table_one_entry() {
        let mut ids = BTreeSet::new();
        let mut tables: BTreeSet<&str> = IMPERSONAL.iter().copied().collect();
        assert_eq!(tables.len(), IMPERSONAL.len());
        for kept in kept_data() {
            assert!(ids.insert(kept.id), "{}", kept.id);
            for table in kept.tables {
                assert!(tables.insert(table), "{table} is in two entries");
            }
        }
    }

    #[test]
    fn a_time_that_is_set_is_a_setting_and_what_is_forgotten_has_a_time() {
        for kept in kept_data() {
            match kept.time {
                KeptFor::Days { setting, .. } | KeptFor::Years { setting, .. } => {
                    assert!(sections::setting(setting).is_some(), "{setting}");
                }
                KeptFor::Until(_) => assert!(kept.forgets.is_empty(), "{}", kept.id),
            }
        }
        let mut seen = BTreeSet::new();
        assert!(kept_data().flat_map(|kept| kept.forgets).all(|what| seen.insert(what)), "forgotten in two entries");
    }
}
