//! Payment methods saved by customers.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, InsertStatement, OnConflict, Query};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{GatewayMethod, SavedMethod, StoreError};

use crate::db::fetch::{Fetch, FetchSome, Run, lock_row};
use crate::db::returning::first_returned;
use crate::db::{Db, Write, store_error};
use crate::entity::saved_methods::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, customers, gateway_customers, record_from, subscriptions};

record_from! {
    |row: Model| SavedMethod {
        id, customer_id,
        method: GatewayMethod {
                id: row.method_id,
                kind: row.kind.0,
                customer: None,
                brand: row.brand,
                last4: row.last4,
                expires: row.expires_month.map(|month| month.0).zip(row.expires_year.map(|year| year.0)),
                email: row.email,
            },
        is_default,
    }
}

/// Condition for the methods of a customer in one account of the provider.
fn is_of_customer(customer: CustomerId, scope: &str) -> Condition {
    Condition::all().add(Column::CustomerId.eq(Stored(customer))).add(Column::Scope.eq(scope))
}

pub(crate) async fn read_saved_methods(
    db: &Db,
    customer: CustomerId,
    scope: &str,
) -> Result<Vec<SavedMethod>, StoreError> {
    let methods = Entity::find()
        .filter(is_of_customer(customer, scope))
        .order_by_desc(Column::IsDefault)
        .order_by_desc(Column::Id);
    methods.fetch_records(db).await
}

pub(crate) async fn write_saved_method(
    db: &Db,
    customer: CustomerId,
    scope: &str,
    method: &GatewayMethod,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let write = db.begin(true).await?;
    lock(&write, customer).await?;
    write.execute(&upsert(customer, scope, method, now)?).await.map_err(store_error)?;
    write.commit().await
}

/// Inserts a method, as the default one if there is none. A known method gets its new expiry date; another customer's is left
/// unchanged.
fn upsert(
    customer: CustomerId,
    scope: &str,
    method: &GatewayMethod,
    now: UnixSeconds,
) -> Result<InsertStatement, StoreError> {
    let row = [
        (Column::CustomerId, Expr::value(Stored(customer))),
        (Column::Scope, Expr::value(scope)),
        (Column::MethodId, Expr::value(&method.id)),
        (Column::Kind, Expr::value(Stored(method.kind))),
        (Column::Brand, Expr::value(&method.brand)),
        (Column::Last4, Expr::value(&method.last4)),
        (Column::ExpiresMonth, Expr::value(method.expires.map(|(month, _)| Stored(month)))),
        (Column::ExpiresYear, Expr::value(method.expires.map(|(_, year)| Stored(year)))),
        (Column::Email, Expr::value(&method.email)),
        (Column::IsDefault, has_no_default(customer, scope)),
        (Column::CreatedAt, Expr::value(now)),
    ];
    let (columns, values): (Vec<_>, Vec<_>) = row.into_iter().unzip();
    let mut known = OnConflict::column(Column::MethodId);
    known
        .update_columns([Column::ExpiresMonth, Column::ExpiresYear])
        .action_and_where(Expr::col((Entity, Column::CustomerId)).equals(("excluded", Column::CustomerId)));
    let mut insert = Query::insert();
    insert.into_table(Entity).columns(columns).on_conflict(known);
    insert.values(values).map_err(|error| StoreError::Refused(error.to_string()))?;
    Ok(insert)
}

fn has_no_default(customer: CustomerId, scope: &str) -> Expr {
    let default = Entity::find().select_only().column(Column::Id).filter(is_of_customer(customer, scope));
    Expr::not_exists(default.filter(Column::IsDefault.eq(true)).into_query())
}

pub(crate) async fn choose_saved_method(db: &Db, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
    let write = db.begin(true).await?;
    lock(&write, customer).await?;
    let chosen = Entity::find_by_id(id);
    if !chosen.clone().filter(Column::CustomerId.eq(Stored(customer))).fetch_exists(&write).await? {
        return Ok(false);
    }
    let scope = chosen.select_only().column(Column::Scope).into_query();
    Entity::update_many()
        .col_expr(Column::IsDefault, Expr::col(Column::Id).eq(id))
        .filter(Column::CustomerId.eq(Stored(customer)))
        .filter(Column::Scope.in_subquery(scope))
        .run(&write)
        .await?;
    write.commit().await?;
    Ok(true)
}

pub(crate) async fn remove_saved_method(db: &Db, customer: CustomerId, id: i64) -> Result<Option<String>, StoreError> {
    let write = db.begin(true).await?;
    lock(&write, customer).await?;
    let mut removed =
        Entity::delete_many().filter(Column::CustomerId.eq(Stored(customer))).filter(Column::Id.eq(id)).into_query();
    removed.returning(Query::returning().columns([Column::MethodId, Column::Scope]));
    let removed: Option<(String, String)> = first_returned(&removed, &write).await?;
    let Some((method_id, scope)) = removed else { return Ok(None) };
    // Subscriptions that used it fall back to the default method.
    release(&write, Condition::all().add(subscriptions::Column::MethodId.eq(id))).await?;
    let newest =
        Entity::find().select_only().expr(Expr::col(Column::Id).max()).filter(is_of_customer(customer, &scope));
    let default = ActiveModel { is_default: Set(true), ..Default::default() };
    Entity::update_many()
        .set(default)
        .filter(Column::Id.in_subquery(newest.into_query()))
        .filter(has_no_default(customer, &scope))
        .run(&write)
        .await?;
    write.commit().await?;
    Ok(Some(method_id))
}

pub(crate) async fn drop_gateway_customer(db: &Db, customer: CustomerId, scope: &str) -> Result<u64, StoreError> {
    let write = db.begin(true).await?;
    lock(&write, customer).await?;
    // Subscriptions that used them fall back to the default method, once there is one again.
    let lost = Entity::find().select_only().column(Column::Id).filter(is_of_customer(customer, scope)).into_query();
    release(&write, Condition::all().add(subscriptions::Column::MethodId.in_subquery(lost))).await?;
    let lost = Entity::delete_many().filter(is_of_customer(customer, scope)).run(&write).await?;
    gateway_customers::Entity::delete_many()
        .filter(gateway_customers::Column::CustomerId.eq(Stored(customer)))
        .filter(gateway_customers::Column::Scope.eq(scope))
        .run(&write)
        .await?;
    write.commit().await?;
    Ok(lost)
}

/// Detaches removed methods from the subscriptions that were charged to them.
async fn release(write: &Write<'_>, charged_to_them: Condition) -> Result<(), StoreError> {
    use subscriptions::{Column, Entity};
    let released = Entity::update_many()
        .col_expr(Column::MethodId, Expr::value(None::<i64>))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1_i64));
    released.filter(charged_to_them).run(write).await.map(|_| ())
}

/// Locks the customer, so that two changes of the same customer's methods take turns. Returns `false` if there is no such
/// customer.
pub(crate) async fn lock(write: &Write<'_>, customer: CustomerId) -> Result<bool, StoreError> {
    lock_row(customers::Entity::find_by_id(Stored(customer)), write).await
}
