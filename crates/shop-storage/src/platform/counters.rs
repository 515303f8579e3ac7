//! Counters in the database: those that signal changes to other processes, and that of the term ids.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use shop_services::ports::StoreError;

use crate::db::Write;
use crate::db::fetch::Run;
use crate::db::returning::returning;
use crate::entity::{change_counters, id_counters};

/// Name of the counter of term ids.
const TERM: &str = "term";

/// Data that processes cache in memory, and reload when its counter changes.
#[derive(Clone, Copy)]
pub(crate) enum ChangeCounter {
    /// Products and what pages show of them.
    Catalogue,
    Stock,
    /// Settings and pages.
    Settings,
    /// Imports are not cached; the counter makes two imports that start at once wait for each other.
    Imports,
    /// Prices of roles and companies.
    TradePrices,
}

impl ChangeCounter {
    /// Name of its counter.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Stock => "stock",
            Self::Settings => "settings",
            Self::Imports => "imports",
            Self::TradePrices => "trade_prices",
        }
    }

    /// Signals all processes that the data has changed.
    pub(crate) async fn increment(self, write: &Write<'_>) -> Result<(), StoreError> {
        use change_counters::Column::{Name, Value};
        let counted = change_counters::Entity::update_many()
            .col_expr(Value, Expr::col(Value).add(1_i64))
            .filter(Name.eq(self.name()));
        counted.run(write).await.map(|_| ())
    }
}

/// Returns the id of a new category, tag or attribute term: they share one sequence.
pub(crate) async fn next_term_id(write: &Write<'_>) -> Result<i64, StoreError> {
    use id_counters::Column::{Name, Value};
    let counted = id_counters::Entity::update_many().col_expr(Value, Expr::col(Value).add(1_i64)).filter(Name.eq(TERM));
    let counter = returning(counted, write).await?.pop();
    counter.map(|counter| counter.value).ok_or_else(|| StoreError::Refused(format!("there is no counter {TERM}")))
}
