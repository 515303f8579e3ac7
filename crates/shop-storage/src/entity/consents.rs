//! Cookie decisions of visitors, and customers' consents to documents.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::privacy::consent::{ConsentKind, ConsentRecord};

use crate::entity::Stored;

/// A row of `consents`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "consents")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub visitor_id: String,
    pub kind: Stored<ConsentKind>,
    pub record: Stored<ConsentRecord>,
    pub text_hash: String,
    pub decided_at: UnixSeconds,
}

impl ActiveModelBehavior for ActiveModel {}
