//! Customers and their logins.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, DerivePartialModel, EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait, Select,
    TryInsertResult,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, CustomerRoleId};
use shop_core::trade::company::{Approval, Subaccount};
use shop_services::ports::{Customer, CustomerStore, Membership, NewCustomer, Role, StoreError};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write, store_error};
use crate::entity::customers::{ActiveModel, Column, Entity};
use crate::entity::{Stored, companies, logins, record_from};

/// The columns of a customer that logins and requests need, with the row of the company.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct CustomerRow {
    id: Stored<CustomerId>,
    email: String,
    username: String,
    password_hash: String,
    role: Stored<Role>,
    first_name: String,
    last_name: String,
    blocked_at: Option<UnixSeconds>,
    customer_role_id: Option<Stored<CustomerRoleId>>,
    company_id: Option<Stored<CompanyId>>,
    #[sea_orm(from_expr = "companies::Column::RoleId.into_expr()")]
    company_role_id: Option<Stored<CustomerRoleId>>,
    #[sea_orm(from_expr = "companies::Column::Approval.into_expr()")]
    approval: Option<Stored<Approval>>,
    subaccount: Option<Stored<Subaccount>>,
}

record_from! {
    |row: CustomerRow| Customer {
        id, email, username, password_hash, role, first_name, last_name,
        blocked: row.blocked_at.is_some(),
        membership: Membership {
                role_id: row.customer_role_id.map(|id| id.0),
                company_id: row.company_id.map(|id| id.0),
                company_role_id: row.company_role_id.map(|id| id.0),
                approval: row.approval.map(|approval| approval.0),
                subaccount: row.subaccount.map(|subaccount| subaccount.0),
            },
    }
}

#[async_trait]
impl CustomerStore for Db {
    async fn add_customer(&self, new: &NewCustomer, now: UnixSeconds) -> Result<Option<CustomerId>, StoreError> {
        let write = self.begin(true).await?;
        let id = insert(&write, new, &new.username, now).await?;
        write.commit().await?;
        Ok(id)
    }

    async fn customer_by_login(&self, login: &str) -> Result<Option<Customer>, StoreError> {
        let named = Condition::any().add(Column::Email.eq(login.to_lowercase())).add(Column::Username.eq(login));
        find_customer(self, Entity::find().filter(named)).await
    }

    async fn customer(&self, id: CustomerId) -> Result<Option<Customer>, StoreError> {
        find_customer(self, Entity::find().filter(Column::Id.eq(Stored(id)))).await
    }

    async fn count_role(&self, role: Role) -> Result<u64, StoreError> {
        Entity::find().filter(Column::Role.eq(Stored(role))).fetch_count(self).await
    }

    async fn set_password(&self, id: CustomerId, password_hash: &str) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let changed = ActiveModel { password_hash: Set(password_hash.to_owned()), ..Default::default() };
        Entity::update_many().set(changed).filter(Column::Id.eq(Stored(id))).run(&write).await?;
        delete_logins(&write, id).await?;
        write.commit().await
    }

    async fn open_login(
        &self,
        token_hash: &str,
        id: CustomerId,
        browser: &str,
        now: UnixSeconds,
        expires_at: UnixSeconds,
    ) -> Result<(), StoreError> {
        let login = logins::ActiveModel {
            token_hash: Set(token_hash.to_owned()),
            customer_id: Set(Stored(id)),
            browser: Set(browser.to_owned()),
            created_at: Set(now),
            expires_at: Set(expires_at),
        };
        logins::Entity::insert(login).run(self).await.map(|_| ())
    }

    async fn login_owner(&self, token_hash: &str, now: UnixSeconds) -> Result<Option<Customer>, StoreError> {
        let owner = logins::Entity::find()
            .select_only()
            .column(logins::Column::CustomerId)
            .filter(logins::Column::TokenHash.eq(token_hash))
            .filter(logins::Column::ExpiresAt.gt(now))
            .into_query();
        let wanted = Entity::find().filter(Column::Id.into_expr().eq(owner)).filter(Column::BlockedAt.is_null());
        find_customer(self, wanted).await
    }

    async fn close_login(&self, token_hash: &str) -> Result<(), StoreError> {
        logins::Entity::delete_many().filter(logins::Column::TokenHash.eq(token_hash)).run(self).await.map(|_| ())
    }
}

async fn find_customer(db: &Db, wanted: Select<Entity>) -> Result<Option<Customer>, StoreError> {
    let company = Entity::belongs_to(companies::Entity).from(Column::CompanyId).to(companies::Column::Id);
    let wanted = wanted.join(JoinType::LeftJoin, company.into());
    wanted.into_partial_model::<CustomerRow>().fetch_record(db).await
}

/// Logs a customer out on all devices.
pub(super) async fn delete_logins(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    logins::Entity::delete_many().filter(logins::Column::CustomerId.eq(Stored(id))).run(write).await.map(|_| ())
}

/// Inserts a customer under a user name; returns `None` if the email or the user name is taken.
pub(crate) async fn insert(
    write: &Write<'_>,
    new: &NewCustomer,
    username: &str,
    now: UnixSeconds,
) -> Result<Option<CustomerId>, StoreError> {
    let row = ActiveModel {
        email: Set(new.email.clone()),
        username: Set(username.to_owned()),
        password_hash: Set(new.password_hash.clone()),
        role: Set(Stored(new.role)),
        first_name: Set(new.first_name.clone()),
        last_name: Set(new.last_name.clone()),
        created_at: Set(now),
        ..Default::default()
    };
    let unless_taken = Entity::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned()).try_insert();
    Ok(match unless_taken.exec(write).await.map_err(store_error)? {
        TryInsertResult::Inserted(added) => Some(added.last_insert_id.0),
        TryInsertResult::Conflicted | TryInsertResult::Empty => None,
    })
}

/// Number of suffixes that are tried for a user name that is taken.
const USERNAME_TRIES: u32 = 1000;

/// Adds a customer under the requested user name, with a number appended if it is taken; returns `None` if the email is taken.
pub(crate) async fn add_under_free_name(
    write: &Write<'_>,
    new: &NewCustomer,
    now: UnixSeconds,
) -> Result<Option<CustomerId>, StoreError> {
    for n in 0..USERNAME_TRIES {
        let username = if n == 0 { new.username.clone() } else { format!("{}{n}", new.username) };
        if let Some(id) = insert(write, new, &username, now).await? {
            return Ok(Some(id));
        }
        if Entity::find().filter(Column::Email.eq(&new.email)).fetch_exists(write).await? {
            return Ok(None);
        }
    }
    Err(StoreError::Refused(format!("{USERNAME_TRIES} people have a user name like this one")))
}
