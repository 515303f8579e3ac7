//! Last number of invoices in a year.

use sea_orm::entity::prelude::*;

/// A row of `invoice_counters`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "invoice_counters")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub year: i64,
    pub last: i64,
}

impl ActiveModelBehavior for ActiveModel {}
