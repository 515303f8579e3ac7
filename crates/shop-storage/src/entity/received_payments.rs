//! Bank transfers received from companies.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId};

use crate::entity::Stored;

/// A row of `received_payments`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "received_payments")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub company_id: Stored<CompanyId>,
    pub idempotency_key: String,
    pub amount_cents: Stored<Cents>,
    pub received_day: i64,
    pub reference: String,
    pub author: String,
    pub created_at: UnixSeconds,
    pub reversed_at: Option<UnixSeconds>,
    pub reversed_by: String,
    pub reversal_note: String,
}

impl ActiveModelBehavior for ActiveModel {}
