//! Files attached to messages of conversations.

use sea_orm::entity::prelude::*;
use shop_core::trade::attachment::AttachmentKind;

use crate::entity::Stored;

/// A row of `conversation_files`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "conversation_files")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub message_id: i64,
    pub name: String,
    pub kind: Stored<AttachmentKind>,
    pub size_bytes: Stored<u64>,
    #[sea_orm(unique)]
    pub file: String,
    #[sea_orm(belongs_to, from = "message_id", to = "id", on_delete = "Cascade")]
    pub message: BelongsTo<super::conversation_messages::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
