//! Roles of customers, retail and trade.

use sea_orm::entity::prelude::*;
use shop_core::base::CustomerRoleId;
use shop_core::trade::role::RoleTerms;

use crate::entity::Stored;

/// A row of `customer_roles`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "customer_roles")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<CustomerRoleId>,
    #[sea_orm(unique)]
    pub slug: String,
    pub is_trade: bool,
    pub position: i64,
    pub terms: Stored<RoleTerms>,
    pub version: i64,
}

impl ActiveModelBehavior for ActiveModel {}
