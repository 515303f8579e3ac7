//! Offers to companies.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, ConversationId, CustomerId, OfferId, OrderId};
use shop_core::trade::offer::{OfferContent, OfferState};

use crate::entity::Stored;

/// A row of `offers`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "offers")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<OfferId>,
    pub company_id: Stored<CompanyId>,
    pub customer_id: Option<Stored<CustomerId>>,
    pub conversation_id: Option<Stored<ConversationId>>,
    pub title: String,
    pub state: Stored<OfferState>,
    pub once: bool,
    pub valid_until: Option<UnixSeconds>,
    pub used_order_id: Option<Stored<OrderId>>,
    pub sent_at: Option<UnixSeconds>,
    pub seen_at: Option<UnixSeconds>,
    pub content: Stored<OfferContent>,
    pub version: i64,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "company_id", to = "id", on_delete = "Cascade")]
    pub company: BelongsTo<super::companies::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
