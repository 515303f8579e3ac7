//! Subscribers of the newsletter, with the proof of their consent.

use sea_orm::entity::prelude::*;
use shop_core::base::Lang;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::SubscriberState;

use crate::entity::Stored;

/// A row of `newsletter_subscribers`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "newsletter_subscribers")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    #[sea_orm(unique)]
    pub email: String,
    pub state: Stored<SubscriberState>,
    pub lang: Stored<Lang>,
    #[sea_orm(unique)]
    pub access_key: String,
    pub source: String,
    pub consent_text: String,
    pub consent_at: UnixSeconds,
    pub confirmed_at: Option<UnixSeconds>,
    pub left_at: Option<UnixSeconds>,
    pub requested_at: Option<UnixSeconds>,
    pub request_source: String,
    pub request_text: String,
}

impl ActiveModelBehavior for ActiveModel {}
