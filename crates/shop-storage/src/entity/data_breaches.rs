//! The register of personal data breaches (GDPR art. 33).

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;

/// A row of `data_breaches`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "data_breaches")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub known_at: UnixSeconds,
    pub facts: String,
    pub people: String,
    pub effects: String,
    pub measures: String,
    pub authority_notified_at: Option<UnixSeconds>,
    pub people_notified_at: Option<UnixSeconds>,
    pub author: String,
    pub version: i64,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
}

impl ActiveModelBehavior for ActiveModel {}
