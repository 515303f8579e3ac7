//! Sub-accounts of companies.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, DerivePartialModel, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::company::Subaccount;
use shop_services::ports::{
    MainAccount, NewCustomer, StoreError, SubaccountConflict, SubaccountRecord, SubaccountStore,
};

use crate::accounts::account_deletion;
use crate::accounts::customers::insert;
use crate::db::Db;
use crate::db::fetch::{Fetch, FetchSome, Run, lock_row};
use crate::entity::customers::{ActiveModel, Column, Entity};
use crate::entity::{Stored, companies, record_from};
use crate::trade::companies::owner_email;

#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct SubaccountRow {
    id: Stored<CustomerId>,
    username: String,
    email: String,
    subaccount: Stored<Subaccount>,
    created_at: UnixSeconds,
}

record_from! { |row: SubaccountRow| SubaccountRecord { id, username, email, subaccount, created_at } }

#[derive(DerivePartialModel)]
#[sea_orm(entity = "companies::Entity")]
struct MainAccountRow {
    name: String,
    owner_id: Stored<CustomerId>,
    #[sea_orm(from_expr = "owner_email()")]
    email: String,
}

impl From<MainAccountRow> for MainAccount {
    fn from(row: MainAccountRow) -> Self {
        Self { company: row.name, customer_id: row.owner_id.0, email: row.email }
    }
}

/// Condition for the sub-accounts of a company.
fn of_company(company: CompanyId) -> Expr {
    Column::CompanyId.eq(Stored(company)).and(Column::Subaccount.is_not_null())
}

/// Condition for one sub-account of a company.
fn is_subaccount_of(company: CompanyId, id: CustomerId) -> Expr {
    Column::Id.eq(Stored(id)).and(of_company(company))
}

#[async_trait]
impl SubaccountStore for Db {
    async fn main_account(&self, company: CompanyId) -> Result<Option<MainAccount>, StoreError> {
        let company = companies::Entity::find().filter(companies::Column::Id.eq(Stored(company)));
        company.into_partial_model::<MainAccountRow>().fetch_record(self).await
    }

    async fn subaccounts_of(&self, company: CompanyId, limit: u64) -> Result<Vec<SubaccountRecord>, StoreError> {
        let people = Entity::find().filter(of_company(company)).order_by_asc(Column::Id).limit(limit);
        people.into_partial_model::<SubaccountRow>().fetch_records(self).await
    }

    async fn count_subaccounts(&self, owner: CustomerId) -> Result<u64, StoreError> {
        let company = companies::Entity::find()
            .select_only()
            .column(companies::Column::Id)
            .filter(companies::Column::OwnerId.eq(Stored(owner)))
            .into_query();
        let people = Entity::find().filter(Column::Subaccount.is_not_null());
        people.filter(Column::CompanyId.into_expr().eq(company)).fetch_count(self).await
    }

    async fn subaccount_of(&self, company: CompanyId, id: CustomerId) -> Result<Option<SubaccountRecord>, StoreError> {
        let one = Entity::find().filter(is_subaccount_of(company, id)).into_partial_model::<SubaccountRow>();
        one.fetch_record(self).await
    }

    async fn add_subaccount(
        &self,
        company: CompanyId,
        new: &NewCustomer,
        subaccount: &Subaccount,
        maximum: u64,
        now: UnixSeconds,
    ) -> Result<Result<CustomerId, SubaccountConflict>, StoreError> {
        use companies::Column::{Id, Version};
        let write = self.begin(true).await?;
        // An update locks the row, so that of two concurrent requests the second waits here and then counts the first one's
        // sub-account.
        let lock = companies::Entity::update_many().col_expr(Version, Expr::col(Version));
        if lock.filter(Id.eq(Stored(company))).run(&write).await? == 0 {
            return Ok(Err(SubaccountConflict::Maximum));
        }
        if Entity::find().filter(of_company(company)).fetch_count(&write).await? >= maximum {
            return Ok(Err(SubaccountConflict::Maximum));
        }
        let Some(id) = insert(&write, new, &new.username, now).await? else {
            let named = Entity::find().filter(Column::Username.eq(&new.username)).fetch_exists(&write).await?;
            return Ok(Err(if named { SubaccountConflict::Username } else { SubaccountConflict::Email }));
        };
        let joined = ActiveModel {
            company_id: Set(Some(Stored(company))),
            subaccount: Set(Some(Stored(subaccount.clone()))),
            ..Default::default()
        };
        Entity::update_many().set(joined).filter(Column::Id.eq(Stored(id))).run(&write).await?;
        write.commit().await?;
        Ok(Ok(id))
    }

    async fn save_subaccount(
        &self,
        company: CompanyId,
        id: CustomerId,
        subaccount: &Subaccount,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let saved = ActiveModel { subaccount: Set(Some(Stored(subaccount.clone()))), ..Default::default() };
        let found = Entity::update_many().set(saved).filter(is_subaccount_of(company, id)).run(&write).await? == 1;
        write.commit().await?;
        Ok(found)
    }

    async fn delete_subaccount(&self, company: CompanyId, id: CustomerId) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        if !lock_row(Entity::find().filter(is_subaccount_of(company, id)), &write).await? {
            return Ok(false);
        }
        account_deletion::delete_subaccount(&write, company, id).await?;
        write.commit().await?;
        Ok(true)
    }
}
