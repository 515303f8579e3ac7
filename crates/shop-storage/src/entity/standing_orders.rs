//! Purchase lists that are ordered at regular intervals.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::standing_order::{Repeats, StandingState};

use crate::entity::Stored;

/// A row of `standing_orders`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "standing_orders")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub company_id: Stored<CompanyId>,
    pub customer_id: Stored<CustomerId>,
    pub list_id: i64,
    pub repeats: Stored<Repeats>,
    pub first_on: i64,
    pub state: Stored<StandingState>,
    pub next_on: i64,
    pub prepared_on: Option<i64>,
    pub version: i64,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "company_id", to = "id", on_delete = "Cascade")]
    pub company: BelongsTo<super::companies::Entity>,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "Cascade")]
    pub customer: BelongsTo<super::customers::Entity>,
    #[sea_orm(belongs_to, from = "list_id", to = "id", on_delete = "Cascade")]
    pub list: BelongsTo<super::purchase_lists::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
