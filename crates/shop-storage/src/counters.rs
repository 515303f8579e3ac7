//! Counters in the database: those that tell processes of changes, and that of the terms' ids.

use shop_services::ports::StoreError;

use crate::db::Write;
use crate::statement::values;

/// What processes keep in memory, and read anew when its counter has changed.
#[derive(Clone, Copy)]
pub(crate) enum Kept {
    /// Products, and what pages show of them.
    Catalogue,
    /// Stock.
    Stock,
    /// Settings and pages.
    Settings,
    /// Nothing is kept of imports: two that begin wait for each other here.
    Imports,
    /// Prices of roles and companies.
    TradePrices,
}

impl Kept {
    /// Tells all processes that it changed.
    pub(crate) async fn changed(self, write: &Write<'_>) -> Result<(), StoreError> {
        // Texts of their own, so that a statement tells what it counts.
        let sql = match self {
            Self::Catalogue => "UPDATE change_counters SET value = value + 1 WHERE name = 'catalogue'",
            Self::Stock => "UPDATE change_counters SET value = value + 1 WHERE name = 'stock'",
            Self::Settings => "UPDATE change_counters SET value = value + 1 WHERE name = 'settings'",
            Self::Imports => "UPDATE change_counters SET value = value + 1 WHERE name = 'imports'",
            Self::TradePrices => "UPDATE change_counters SET value = value + 1 WHERE name = 'trade_prices'",
        };
        write.run(sql, values![]).await.map(|_| ())
    }
}

/// The id of a new category, tag or value of an attribute: they share one row of ids.
pub(crate) async fn next_term_id(write: &Write<'_>) -> Result<i64, StoreError> {
    let sql = "UPDATE id_counters SET value = value + 1 WHERE name = 'term' RETURNING value";
    write.returned(sql, values![]).await
}
