//! Conversations between the shop and customers or companies.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, ConversationId, CustomerId, Lang};
use shop_core::trade::conversation::{ConversationState, QuotedCart};

use crate::entity::Stored;

/// A row of `conversations`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "conversations")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<ConversationId>,
    pub kind: String,
    pub title: String,
    pub vendor: String,
    pub state: Stored<ConversationState>,
    pub company_id: Option<Stored<CompanyId>>,
    pub customer_id: Option<Stored<CustomerId>>,
    pub name: String,
    pub email: String,
    pub lang: Stored<Lang>,
    pub access_key: String,
    pub quoted: Option<Stored<QuotedCart>>,
    pub search: String,
    pub unread: bool,
    pub last_message_id: i64,
    pub last_shop_message_id: i64,
    pub last_message_at: UnixSeconds,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "company_id", to = "id", on_delete = "Cascade")]
    pub company: BelongsTo<Option<super::companies::Entity>>,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "SetNull")]
    pub customer: BelongsTo<Option<super::customers::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
