//! Change log of the settings.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;

/// A row of `setting_changes`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "setting_changes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub section: String,
    pub field: String,
    pub before_words: String,
    pub after_words: String,
    pub author: String,
    pub changed_at: UnixSeconds,
}

impl ActiveModelBehavior for ActiveModel {}
