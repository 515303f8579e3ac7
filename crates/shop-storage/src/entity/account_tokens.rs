//! Links sent by mail: email confirmations, password resets, invitations, registrations.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, CustomerRoleId};
use shop_services::ports::{Registration, TokenPurpose};

use crate::entity::Stored;

/// A row of `account_tokens`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "account_tokens")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    pub purpose: Stored<TokenPurpose>,
    pub customer_id: Option<Stored<CustomerId>>,
    pub email: String,
    pub password_hash: String,
    pub created_at: UnixSeconds,
    pub expires_at: UnixSeconds,
    pub registration: Option<Stored<Registration>>,
    pub role_id: Option<Stored<CustomerRoleId>>,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "Cascade")]
    pub customer: BelongsTo<Option<super::customers::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
