//! Carts that sub-accounts have submitted for approval.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{ApprovalId, Cents, CompanyId, CustomerId, OrderId};
use shop_core::trade::approval::{ApprovalLine, ApprovalState};

use crate::entity::Stored;

/// A row of `cart_approvals`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "cart_approvals")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<ApprovalId>,
    pub company_id: Stored<CompanyId>,
    pub customer_id: Stored<CustomerId>,
    pub state: Stored<ApprovalState>,
    pub lines: Stored<Vec<ApprovalLine>>,
    pub goods_cents: Stored<Cents>,
    pub note: String,
    pub answer: String,
    pub order_id: Option<Stored<OrderId>>,
    pub created_at: UnixSeconds,
    pub decided_at: Option<UnixSeconds>,
    #[sea_orm(belongs_to, from = "company_id", to = "id", on_delete = "Cascade")]
    pub company: BelongsTo<super::companies::Entity>,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "Cascade")]
    pub customer: BelongsTo<super::customers::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
