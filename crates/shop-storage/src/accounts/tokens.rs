//! Single-use links: registrations, password resets, address confirmations.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{ExprTrait, Func, Query};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DerivePartialModel, EntityTrait, FromQueryResult, QueryFilter, QuerySelect,
    QueryTrait, Select,
};
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{
    AccountDetails, NewCustomer, NewMail, Registration, Role, StoreError, TokenOutcome, TokenPurpose,
};

use crate::accounts::customers::{add_under_free_name, delete_logins};
use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write, store_error};
use crate::entity::account_tokens::{Column, Entity};
use crate::entity::{Stored, customers, orders, store_credit};
use crate::platform::outbox;
use crate::trade::companies;

/// Data of a registration that waits for its confirmation.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct PendingRegistration {
    email: String,
    registration: Option<Stored<Registration>>,
}

/// A used link: its account, address and password hash.
#[derive(FromQueryResult)]
struct UsedToken {
    customer_id: Option<Stored<CustomerId>>,
    email: String,
    password_hash: String,
}

fn select_token(token_hash: &str, purpose: TokenPurpose) -> Select<Entity> {
    Entity::find().filter(Column::TokenHash.eq(token_hash)).filter(Column::Purpose.eq(Stored(purpose)))
}

pub(super) async fn is_alive(
    db: &Db,
    token_hash: &str,
    purpose: TokenPurpose,
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    select_token(token_hash, purpose).filter(Column::ExpiresAt.gt(now)).fetch_exists(db).await
}

pub(super) async fn find_registration(
    db: &Db,
    token_hash: &str,
    now: UnixSeconds,
) -> Result<Option<(String, Option<Registration>)>, StoreError> {
    let alive = select_token(token_hash, TokenPurpose::Register).filter(Column::ExpiresAt.gt(now));
    let found = alive.into_partial_model::<PendingRegistration>().fetch_one(db).await?;
    Ok(found.map(|row| (row.email, row.registration.map(|registration| registration.0))))
}

pub(super) async fn use_registration(
    db: &Db,
    token_hash: &str,
    mails: &[NewMail],
    now: UnixSeconds,
) -> Result<TokenOutcome, StoreError> {
    let write = db.begin(true).await?;
    let register = select_token(token_hash, TokenPurpose::Register);
    let requested = register.into_partial_model::<PendingRegistration>().fetch_one(&write).await?;
    let Some(token) = take_token(&write, token_hash, TokenPurpose::Register, now).await? else {
        return Ok(TokenOutcome::Dead);
    };
    let others = Column::Purpose.eq(Stored(TokenPurpose::Register)).and(Column::Email.eq(&token.email));
    Entity::delete_many().filter(others).run(&write).await?;
    let new = NewCustomer {
        username: NewCustomer::username_for(&token.email),
        email: token.email,
        password_hash: token.password_hash,
        role: Role::Customer,
        first_name: String::new(),
        last_name: String::new(),
    };
    let Some(id) = add_under_free_name(&write, &new, now).await? else { return Ok(TokenOutcome::EmailTaken) };
    confirm(&write, id, &new.email, now).await?;
    match requested.and_then(|requested| requested.registration) {
        Some(Stored(Registration::Company(company))) => {
            companies::insert(&write, id, &company, now).await?;
            outbox::queue(&write, None, mails, now).await?;
        }
        Some(Stored(Registration::Consumer { role_id, fields })) => {
            let consumer = customers::ActiveModel {
                customer_role_id: Set(Some(Stored(role_id))),
                details: Set(Stored(AccountDetails { fields, ..AccountDetails::default() })),
                ..Default::default()
            };
            update_customer(&write, id, consumer).await?;
        }
        None => {}
    }
    write.commit().await?;
    Ok(TokenOutcome::Done(id))
}

pub(super) async fn use_password_reset(
    db: &Db,
    token_hash: &str,
    password_hash: &str,
    now: UnixSeconds,
) -> Result<TokenOutcome, StoreError> {
    let write = db.begin(true).await?;
    let token = take_token(&write, token_hash, TokenPurpose::ResetPassword, now).await?;
    let Some(UsedToken { customer_id: Some(Stored(id)), email, .. }) = token else { return Ok(TokenOutcome::Dead) };
    let changed = customers::ActiveModel { password_hash: Set(password_hash.to_owned()), ..Default::default() };
    update_customer(&write, id, changed).await?;
    delete_logins(&write, id).await?;
    let others = Column::CustomerId.eq(Stored(id)).and(Column::Purpose.eq(Stored(TokenPurpose::ResetPassword)));
    Entity::delete_many().filter(others).run(&write).await?;
    // The link was sent to the account's address, unless that was changed meanwhile.
    let address = customers::Entity::find().select_only().column(customers::Column::Email);
    let address = address.filter(customers::Column::Id.eq(Stored(id))).into_tuple::<String>();
    if address.fetch_one(&write).await?.as_ref() == Some(&email) {
        confirm(&write, id, &email, now).await?;
    }
    write.commit().await?;
    Ok(TokenOutcome::Done(id))
}

pub(super) async fn use_confirmation(db: &Db, token_hash: &str, now: UnixSeconds) -> Result<TokenOutcome, StoreError> {
    let write = db.begin(true).await?;
    let token = take_token(&write, token_hash, TokenPurpose::ConfirmEmail, now).await?;
    let Some(UsedToken { customer_id: Some(Stored(id)), email, .. }) = token else { return Ok(TokenOutcome::Dead) };
    let others = customers::Column::Email.eq(&email).and(customers::Column::Id.ne(Stored(id)));
    if customers::Entity::find().filter(others).fetch_exists(&write).await? {
        return Ok(TokenOutcome::EmailTaken);
    }
    let moved = customers::ActiveModel { email: Set(email.clone()), ..Default::default() };
    update_customer(&write, id, moved).await?;
    confirm(&write, id, &email, now).await?;
    write.commit().await?;
    Ok(TokenOutcome::Done(id))
}

/// Takes a valid link out of its table: of two concurrent uses, only one finds it.
async fn take_token(
    write: &Write<'_>,
    token_hash: &str,
    purpose: TokenPurpose,
    now: UnixSeconds,
) -> Result<Option<UsedToken>, StoreError> {
    let mut query = Entity::delete_many()
        .filter(Column::TokenHash.eq(token_hash))
        .filter(Column::Purpose.eq(Stored(purpose)))
        .filter(Column::ExpiresAt.gt(now))
        .into_query();
    query.returning(Query::returning().columns([Column::CustomerId, Column::Email, Column::PasswordHash]));
    let row = write.query_one(&query).await.map_err(store_error)?;
    row.map(|row| UsedToken::from_query_result(&row, "")).transpose().map_err(store_error)
}

/// Marks the address as confirmed, and assigns the orders and store credit with that address to the account.
async fn confirm(write: &Write<'_>, id: CustomerId, email: &str, now: UnixSeconds) -> Result<(), StoreError> {
    let confirmed = customers::ActiveModel { email_confirmed_at: Set(Some(now)), ..Default::default() };
    update_customer(write, id, confirmed).await?;
    let ordered = orders::ActiveModel { customer_id: Set(Some(Stored(id))), ..Default::default() };
    orders::Entity::update_many()
        .set(ordered)
        .filter(orders::Column::CustomerId.is_null())
        .filter(orders::Column::CompanyId.is_null())
        .filter(Func::lower(orders::Column::BillingEmail.into_expr()).eq(email))
        .run(write)
        .await?;
    let owned = store_credit::ActiveModel { customer_id: Set(Some(Stored(id))), ..Default::default() };
    store_credit::Entity::update_many()
        .set(owned)
        .filter(store_credit::Column::CustomerId.is_null())
        .filter(store_credit::Column::Email.eq(email))
        .run(write)
        .await
        .map(|_| ())
}

/// Updates columns of an account.
pub(super) async fn update_customer(
    write: &Write<'_>,
    id: CustomerId,
    changed: customers::ActiveModel,
) -> Result<(), StoreError> {
    let update = customers::Entity::update_many().set(changed).filter(customers::Column::Id.eq(Stored(id)));
    update.run(write).await.map(|_| ())
}
