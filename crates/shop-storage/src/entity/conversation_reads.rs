//! How far an account has read a conversation.

use sea_orm::entity::prelude::*;
use shop_core::base::{ConversationId, CustomerId};

use crate::entity::Stored;

/// A row of `conversation_reads`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "conversation_reads")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub conversation_id: Stored<ConversationId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub customer_id: Stored<CustomerId>,
    pub message_id: i64,
    #[sea_orm(belongs_to, from = "conversation_id", to = "id", on_delete = "Cascade")]
    pub conversation: BelongsTo<super::conversations::Entity>,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "Cascade")]
    pub customer: BelongsTo<super::customers::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
