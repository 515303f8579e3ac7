//! The register of processing (GDPR art. 30): which personal data are stored, where, why and for how long. The deletion worker,
//! the back office, the privacy notice, the README and the tests use it.

mod accounts;
mod entry;
mod messages;
mod operations;
mod orders;
mod payments;
mod shop;
mod trade;

pub use entry::{InDownload, LegalBasis, MEASURES, OnErasure, Recipient, RetentionPeriod, StoredData, TRANSFERS};

/// All entries in display order.
pub fn stored_data() -> impl Iterator<Item = &'static StoredData> {
    visitor_data().chain(operations::OPERATIONS)
}

/// Entries about visitors, buyers and authors, who must be informed of them (GDPR art. 13).
pub fn visitor_data() -> impl Iterator<Item = &'static StoredData> {
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
    "provider_errors",
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
        for entry in stored_data() {
            assert!(ids.insert(entry.id), "{}", entry.id);
            for table in entry.tables {
                assert!(tables.insert(table), "{table} is in two entries");
            }
        }
    }

    #[test]
    fn a_time_that_is_set_is_a_setting_and_what_is_forgotten_has_a_time() {
        for entry in stored_data() {
            match entry.time {
                RetentionPeriod::Days { setting, .. } | RetentionPeriod::Years { setting, .. } => {
                    assert!(sections::setting(setting).is_some(), "{setting}");
                }
                RetentionPeriod::Until(_) => assert!(entry.forgets.is_empty(), "{}", entry.id),
            }
        }
        let mut seen = BTreeSet::new();
        assert!(
            stored_data().flat_map(|entry| entry.forgets).all(|what| seen.insert(what)),
            "forgotten in two entries"
        );
    }
}
