//! Checks of VAT numbers.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::vat_check::{VatAnswer, RegisterFailure};

use crate::entity::Stored;

/// A row of `vat_checks`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "vat_checks")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub customer_id: Option<Stored<CustomerId>>,
    pub company_id: Option<Stored<CompanyId>>,
    pub email: String,
    pub requested_by: String,
    pub country: String,
    pub vat_number: String,
    pub answer: Stored<VatAnswer>,
    pub failure: Option<Stored<RegisterFailure>>,
    pub name: String,
    pub address: String,
    pub consultation: String,
    pub tries: i64,
    pub next_try_at: Option<UnixSeconds>,
    pub created_at: UnixSeconds,
    pub answered_at: Option<UnixSeconds>,
}

impl ActiveModelBehavior for ActiveModel {}
