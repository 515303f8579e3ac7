//! Attributes that products and variations are described by.

use sea_orm::entity::prelude::*;
use shop_core::base::AttributeId;

use crate::entity::Stored;

/// A row of `attributes`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "attributes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<AttributeId>,
    #[sea_orm(unique)]
    pub taxonomy: String,
    pub name: String,
    pub name_en: String,
}

impl ActiveModelBehavior for ActiveModel {}
