//! Which module of a crate may name which.

/// Crates, and the order of their top modules, lowest first. A module may name the modules of the lines before its own, and
/// none of its own line. A crate is checked as soon as it has a list.
pub(crate) const ORDERS: &[(&str, &[&str])] = &[
    (
        "shop-core",
        &[
            "base",
            "cookies messages",
            "address email typed",
            "account attribution comment consent content coupon shipping subscription tax tax_ids widget",
            "analytics document price review totals",
            "purchase",
            "catalogue pricing",
            "cart order trade",
            "checkout",
            "payment",
            "merchant quick_view store_api",
            "view",
            "exports",
            "host",
        ],
    ),
    ("shop-documents", &["fonts", "layout words", "pdf", "invoice slip summary"]),
    ("shop-password", &["host"]),
    ("shop-payments", &["stripe"]),
    ("shop-pictures", &["room"]),
    (
        "shop-server",
        &[
            "described failures import_report json_numbers kept_answers limits nonces nul password render sealing secrets",
            "cart_gate config pairs seed",
            "backup data_folder provider state",
            "client files ops order_documents session shapes workers",
            "accounts connections doctor payments",
            "checkout page_data",
            // The doors: what two of them need is below.
            "admin ajax site store_api",
            "app",
            "cli",
        ],
    ),
    (
        "shop-services",
        &[
            "clock random records settings",
            "ports",
            "bookings catalogue health mail_template provider",
            "pages rich_text",
            "context",
            "apply cart content coupons import outbox products reviews saved_methods settings_desk terms",
            "credit dashboard subscriptions",
            "orders",
            "accounts documents payments",
            "checkout order_steps people",
            "renewals",
            "shop",
        ],
    ),
    (
        "shop-storage",
        &[
            "column fault",
            "reach",
            "db",
            "row transfer",
            "statement",
            "bookings carts counters coupon_list credit_moves customers downloads invoices order_events orders_read outbox",
            "payment_forms people provider_faults refund_parts reports saved_methods slugs stock subscriptions_read",
            "accounts catalogue categories coupons credit import_jobs instalments pages products reviews settings",
            "subscription_payments subscriptions terms withdrawals",
            "refunds",
            "gateway_refunds orders",
            "payments",
        ],
    ),
    ("shop-wasm", &["convert", "matcher"]),
];
