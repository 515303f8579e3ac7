//! Prices of roles and companies.

use sea_orm::entity::prelude::*;
use shop_core::base::{CompanyId, CustomerRoleId, ProductId};
use shop_core::trade::price::TradePrice;

use crate::entity::Stored;

/// A row of `trade_prices`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "trade_prices")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub role_id: Option<Stored<CustomerRoleId>>,
    pub company_id: Option<Stored<CompanyId>>,
    pub item_id: Stored<ProductId>,
    pub price: Stored<TradePrice>,
    #[sea_orm(belongs_to, from = "role_id", to = "id", on_delete = "Cascade")]
    pub role: BelongsTo<Option<super::customer_roles::Entity>>,
    #[sea_orm(belongs_to, from = "company_id", to = "id", on_delete = "Cascade")]
    pub company: BelongsTo<Option<super::companies::Entity>>,
    #[sea_orm(belongs_to, from = "item_id", to = "id", on_delete = "Cascade")]
    pub item: BelongsTo<super::products::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
