//! Appearance of payment forms, by session and theme.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;

/// A row of `form_appearances`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "form_appearances")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub session_key: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub theme: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub is_block: bool,
    pub appearance: String,
    pub expires_at: UnixSeconds,
}

impl ActiveModelBehavior for ActiveModel {}
