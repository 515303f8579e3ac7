//! Companies that can receive offers, with their accounts.

use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, DerivePartialModel, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::{CompanyId, CustomerId};
use shop_services::ports::{CompanyPerson, OfferCompany, StoreError};

use crate::db::Db;
use crate::db::fetch::Fetch;
use crate::entity::{Stored, companies, customers, record_from};
use crate::search::matches;

/// An account of a company.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "customers::Entity")]
struct PersonRow {
    id: Stored<CustomerId>,
    company_id: Stored<CompanyId>,
    first_name: String,
    last_name: String,
    email: String,
    subaccount: Option<String>,
}

record_from! {
    |row: PersonRow| CompanyPerson {
        customer_id: row.id.0,
        company_id,
        name: format!("{} {}", row.first_name, row.last_name).trim_matches(' ').to_owned(),
        email,
        is_main: row.subaccount.is_none(),
    }
}

/// Finds companies whose name, or an account's email, matches a search; all of them if the search is blank.
pub(super) async fn find_by_name_or_address(db: &Db, search: &str, most: u64) -> Result<Vec<OfferCompany>, StoreError> {
    let by_name = matches(search, [companies::Column::Name.into_expr()]);
    let by_address = matches(search, [customers::Column::Email.into_expr()]);
    let by_address = by_address.map(|found| {
        let people = customers::Entity::find().select_only().column(customers::Column::CompanyId).filter(found);
        companies::Column::Id.in_subquery(people.into_query())
    });
    let wanted = by_name.zip(by_address).map(|(name, address)| name.or(address));
    let companies = companies::Entity::find()
        .select_only()
        .columns([companies::Column::Id, companies::Column::Name])
        .apply_if(wanted, QueryFilter::filter)
        .order_by_asc(companies::Column::Name)
        .order_by_asc(companies::Column::Id)
        .limit(most)
        .into_tuple();
    with_people(db, companies.fetch_all(db).await?).await
}

pub(super) async fn find_by_id(db: &Db, id: CompanyId) -> Result<Option<OfferCompany>, StoreError> {
    let company = companies::Entity::find_by_id(Stored(id))
        .select_only()
        .columns([companies::Column::Id, companies::Column::Name])
        .into_tuple();
    Ok(with_people(db, company.fetch_all(db).await?).await?.pop())
}

/// Adds the accounts that are not blocked.
async fn with_people(db: &Db, companies: Vec<(Stored<CompanyId>, String)>) -> Result<Vec<OfferCompany>, StoreError> {
    if companies.is_empty() {
        return Ok(Vec::new());
    }
    let people = customers::Entity::find()
        .filter(customers::Column::CompanyId.is_in(companies.iter().map(|(id, _)| *id)))
        .filter(customers::Column::BlockedAt.is_null())
        // Main accounts come first.
        .order_by_asc(customers::Column::Subaccount.is_not_null())
        .order_by_asc(customers::Column::Id)
        .into_partial_model::<PersonRow>();
    let people: Vec<CompanyPerson> = people.fetch_records(db).await?;
    let of = |company_id| people.iter().filter(|one| one.company_id == company_id).cloned().collect();
    let with = |(Stored(company_id), name)| OfferCompany { company_id, name, people: of(company_id) };
    Ok(companies.into_iter().map(with).collect())
}
