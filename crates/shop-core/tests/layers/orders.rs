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
    ("shop-wasm", &["convert", "matcher"]),
];
