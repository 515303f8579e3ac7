//! Companies that buy on trade terms.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId, CustomerRoleId};
use shop_core::trade::company::{Approval, CompanyContent, VatNumberState};

use crate::entity::Stored;

/// A row of `companies`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "companies")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<CompanyId>,
    #[sea_orm(unique)]
    pub owner_id: Stored<CustomerId>,
    pub role_id: Stored<CustomerRoleId>,
    pub approval: Stored<Approval>,
    pub name: String,
    pub country: String,
    pub vat_number: String,
    pub vat_status: Stored<VatNumberState>,
    pub vat_checked_at: Option<UnixSeconds>,
    pub credit_limit_cents: Stored<Cents>,
    pub content: Stored<CompanyContent>,
    pub version: i64,
    pub created_at: UnixSeconds,
    pub changed_at: Option<UnixSeconds>,
    pub credit_limited: bool,
    #[sea_orm(belongs_to, from = "owner_id", to = "id", on_delete = "Cascade")]
    pub owner: BelongsTo<super::customers::Entity>,
    #[sea_orm(belongs_to, from = "role_id", to = "id")]
    pub role: BelongsTo<super::customer_roles::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
