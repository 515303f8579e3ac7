//! Companies as seen by checks of VAT numbers.

use sea_orm::sea_query::Expr;
use sea_orm::{DerivePartialModel, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::CompanyId;
use shop_core::base::time::UnixSeconds;
use shop_core::trade::company::VatNumberState;
use shop_services::ports::{StoreError, VatCompany};

use crate::db::Db;
use crate::db::fetch::Fetch;
use crate::entity::{Stored, companies, customers, record_from};

/// Maximum number of companies with one VAT number.
const MAX_COMPANIES: u64 = 20;

/// A company with the email of its main account.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "companies::Entity")]
struct CompanyRow {
    id: Stored<CompanyId>,
    name: String,
    country: String,
    vat_number: String,
    vat_status: Stored<VatNumberState>,
    vat_checked_at: Option<UnixSeconds>,
    #[sea_orm(from_expr = "customers::Column::Email")]
    email: String,
}

record_from! {
    |row: CompanyRow| VatCompany {
        id, name, country, vat_number,
        standing: row.vat_status.0,
        checked_at: row.vat_checked_at,
        email,
    }
}

/// Companies that meet a condition, in the order of their ids.
pub(super) async fn fetch(db: &Db, condition: Expr) -> Result<Vec<VatCompany>, StoreError> {
    let companies = companies::Entity::find()
        .left_join(customers::Entity)
        .filter(condition)
        .order_by_asc(companies::Column::Id)
        .limit(MAX_COMPANIES)
        .into_partial_model::<CompanyRow>();
    companies.fetch_records(db).await
}
