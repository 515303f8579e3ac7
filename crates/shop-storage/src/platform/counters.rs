//! Counters in the database: those that notify processes of changes, and that of the terms' ids.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use shop_services::ports::StoreError;

use crate::db::Write;
use crate::db::fetch::Run;
use crate::db::returning::returning;
use crate::entity::{change_counters, id_counters};

/// Name of the counter of the terms' ids.
const TERM: &str = "term";

/// What processes keep in memory, and read anew when its counter has changed.
#[derive(Clone, Copy)]
pub(crate) enum Kept {
    /// Products, and what pages show of them.
    Catalogue,
    Stock,
    /// Settings and pages.
    Settings,
    /// Nothing of imports is cached: two that begin wait for each other here.
    Imports,
    /// Prices of roles and companies.
    TradePrices,
}

impl Kept {
    /// Name of its counter.
    pub(crate) const fn counter(self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Stock => "stock",
            Self::Settings => "settings",
            Self::Imports => "imports",
            Self::TradePrices => "trade_prices",
        }
    }

    /// Notifies all processes that it changed.
    pub(crate) async fn changed(self, write: &Write<'_>) -> Result<(), StoreError> {
        use change_counters::Column::{Name, Value};
        let counted = change_counters::Entity::update_many()
            .col_expr(Value, Expr::col(Value).add(1_i64))
            .filter(Name.eq(self.counter()));
        counted.run(write).await.map(|_| ())
    }
}

/// The id of a new category, tag or value of an attribute: they share one row of ids.
pub(crate) async fn next_term_id(write: &Write<'_>) -> Result<i64, StoreError> {
    use id_counters::Column::{Name, Value};
    let counted = id_counters::Entity::update_many().col_expr(Value, Expr::col(Value).add(1_i64)).filter(Name.eq(TERM));
    let counter = returning(counted, write).await?.pop();
    counter.map(|counter| counter.value).ok_or_else(|| StoreError::Refused(format!("there is no counter {TERM}")))
}
