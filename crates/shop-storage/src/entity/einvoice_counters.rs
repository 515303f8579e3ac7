//! Last number of a series of electronic invoices in a year.

use sea_orm::entity::prelude::*;

/// A row of `einvoice_counters`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "einvoice_counters")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub series: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub year: i64,
    pub last: i64,
}

impl ActiveModelBehavior for ActiveModel {}
