//! The tables: one entity each, in sea-orm's dense format. Ids, enums and documents are the core's types, wrapped in [`Stored`].

#![allow(
    dead_code,
    unreachable_pub,
    clippy::struct_field_names,
    reason = "`sea_orm::model` also makes types for nested rows, which few queries need"
)]

/// Declares the tables' modules, and the comparison of all of them with a database.
macro_rules! tables {
    ($($table:ident)*) => {
        $(pub(crate) mod $table;)*

        fn described_columns() -> std::collections::BTreeSet<String> {
            let mut lines = std::collections::BTreeSet::new();
            $(compare::describe::<$table::Entity>(&mut lines);)*
            lines
        }
    };
}

tables! {
    account_tokens
    analytics_events
    analytics_months
    analytics_words
    attribute_terms
    attributes
    booked_places
    booking_slots
    captured_emails
    cart_approvals
    carts
    categories
    change_counters
    comments
    companies
    consents
    conversation_files
    conversation_messages
    conversation_reads
    conversations
    coupon_emails
    coupon_uses
    coupons
    credit_ledger
    customer_roles
    customers
    data_breaches
    early_intents
    einvoice_counters
    einvoice_events
    einvoice_orders
    einvoices
    file_fetches
    form_appearances
    former_slugs
    gateway_customers
    gateway_erasures
    gateway_refunds
    id_counters
    import_jobs
    invoice_counters
    invoices
    logins
    message_templates
    method_setups
    newsletter_subscribers
    offer_orders
    offers
    order_events
    order_instalments
    order_lines
    orders
    outbox
    pages
    paying_sessions
    payment_events
    payments
    price_history
    product_categories
    product_tags
    products
    provider_errors
    purchase_lists
    receivables
    received_payment_orders
    received_payments
    refunds
    registration_fields
    registration_files
    reported_purchases
    reviews
    saved_methods
    setting_changes
    settings
    standing_orders
    store_credit
    subscription_orders
    subscriptions
    suppressed_emails
    tags
    trade_prices
    vat_checks
    withdrawal_lines
    withdrawals
}

mod compare;
mod record;
mod rest;
mod stored;
mod types;

pub use compare::differences;
pub(crate) use record::{Unstored, record_from};
pub(crate) use rest::{PartlyColumns, Rest};
pub(crate) use stored::{Stored, StoredType};
pub(crate) use types::documents;
