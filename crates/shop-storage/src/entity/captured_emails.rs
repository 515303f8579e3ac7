//! Email addresses entered at the checkout, for reminders of abandoned carts.

use sea_orm::entity::prelude::*;
use shop_core::base::Lang;
use shop_core::base::time::UnixSeconds;

use crate::entity::Stored;

/// A row of `captured_emails`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "captured_emails")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    #[sea_orm(unique)]
    pub email: String,
    pub location: String,
    pub lang: Stored<Lang>,
    pub consent_id: String,
    #[sea_orm(unique)]
    pub token: String,
    pub captured_at: UnixSeconds,
    pub seen_at: UnixSeconds,
    pub unsubscribed_at: Option<UnixSeconds>,
}

impl ActiveModelBehavior for ActiveModel {}
