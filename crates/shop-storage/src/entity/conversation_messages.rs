//! Messages of conversations.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{ConversationId, CustomerId};
use shop_core::trade::conversation::MessageAuthor;

use crate::entity::Stored;

/// A row of `conversation_messages`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "conversation_messages")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub conversation_id: Stored<ConversationId>,
    pub author: Stored<MessageAuthor>,
    pub customer_id: Option<Stored<CustomerId>>,
    pub author_name: String,
    pub body: String,
    #[sea_orm(unique)]
    pub sent_key: String,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "conversation_id", to = "id", on_delete = "Cascade")]
    pub conversation: BelongsTo<super::conversations::Entity>,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "SetNull")]
    pub customer: BelongsTo<Option<super::customers::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
