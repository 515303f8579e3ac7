//! Values of attributes.

use sea_orm::entity::prelude::*;
use shop_core::base::{AttributeId, TermId};

use crate::entity::Stored;

/// A row of `attribute_terms`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "attribute_terms")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<TermId>,
    pub attribute_id: Stored<AttributeId>,
    pub slug: String,
    pub name: String,
    pub position: i64,
    pub name_en: String,
    #[sea_orm(belongs_to, from = "attribute_id", to = "id", on_delete = "Cascade")]
    pub attribute: BelongsTo<super::attributes::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
