//! Hashes of email addresses that must not be written to.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;

/// A row of `unwritten_emails`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "unwritten_emails")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub email_hash: String,
    pub noted_at: UnixSeconds,
}

impl ActiveModelBehavior for ActiveModel {}
