//! Sent and pending mails.

use sea_orm::entity::prelude::*;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;

use crate::entity::Stored;

/// A row of `outbox`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "outbox")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: String,
    pub order_id: Option<Stored<OrderId>>,
    pub recipient: String,
    pub subject: String,
    pub body_html: String,
    pub body_text: String,
    pub attempts: i64,
    pub next_attempt_at: UnixSeconds,
    pub sent_at: Option<UnixSeconds>,
    pub last_error: String,
    pub created_at: UnixSeconds,
    pub unsubscribe_url: String,
}

impl ActiveModelBehavior for ActiveModel {}
