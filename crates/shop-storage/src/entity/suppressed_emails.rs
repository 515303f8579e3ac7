//! Hashes of email addresses that must not be written to.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;

/// A row of `suppressed_emails`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "suppressed_emails")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub email_hash: String,
    pub suppressed_at: UnixSeconds,
}

impl ActiveModelBehavior for ActiveModel {}
