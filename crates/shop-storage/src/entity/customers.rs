//! Accounts: customers and staff.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, CustomerRoleId};
use shop_core::trade::company::Subaccount;
use shop_services::ports::{AccountDetails, Role};

use crate::entity::Stored;

/// A row of `customers`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "customers")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<CustomerId>,
    #[sea_orm(unique)]
    pub email: String,
    #[sea_orm(unique)]
    pub username: String,
    pub password_hash: String,
    pub role: Stored<Role>,
    pub first_name: String,
    pub last_name: String,
    pub details: Stored<AccountDetails>,
    pub created_at: UnixSeconds,
    pub email_confirmed_at: Option<UnixSeconds>,
    pub blocked_at: Option<UnixSeconds>,
    pub customer_role_id: Option<Stored<CustomerRoleId>>,
    pub company_id: Option<Stored<CompanyId>>,
    pub subaccount: Option<Stored<Subaccount>>,
}

impl ActiveModelBehavior for ActiveModel {}
