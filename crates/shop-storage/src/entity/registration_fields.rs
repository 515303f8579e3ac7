//! Fields of the company registration form.

use sea_orm::entity::prelude::*;
use shop_core::base::CustomerRoleId;
use shop_core::trade::registration_field::RegistrationField;

use crate::entity::Stored;

/// A row of `registration_fields`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "registration_fields")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    #[sea_orm(unique)]
    pub name: String,
    pub role_id: Option<Stored<CustomerRoleId>>,
    pub position: i64,
    pub content: Stored<RegistrationField>,
    pub version: i64,
    #[sea_orm(belongs_to, from = "role_id", to = "id", on_delete = "Cascade")]
    pub role: BelongsTo<Option<super::customer_roles::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
