//! Email addresses or patterns that a coupon is limited to.

use sea_orm::entity::prelude::*;

/// A row of `coupon_emails`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "coupon_emails")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub coupon_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub pattern: String,
    #[sea_orm(belongs_to, from = "coupon_id", to = "id", on_delete = "Cascade")]
    pub coupon: BelongsTo<super::coupons::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
