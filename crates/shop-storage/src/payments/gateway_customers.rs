//! Customer ids at the payment provider, and customers that the provider is to delete.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::StoreError;

use crate::db::Db;
use crate::db::fetch::{Fetch, Run};
use crate::entity::{Stored, gateway_customers, gateway_erasures, saved_methods};
use crate::payments::saved_methods::lock;

pub(crate) async fn read_gateway_customer(
    db: &Db,
    customer: CustomerId,
    scope: &str,
) -> Result<Option<String>, StoreError> {
    use gateway_customers::{Column, Entity};
    let known = Entity::find_by_id((Stored(customer), scope.to_owned())).select_only().column(Column::GatewayId);
    known.into_tuple().fetch_one(db).await
}

pub(crate) async fn write_gateway_customer(
    db: &Db,
    customer: CustomerId,
    scope: &str,
    gateway_id: &str,
) -> Result<Option<String>, StoreError> {
    let write = db.begin(true).await?;
    // Locks the account's row, so that the account is deleted before or after, but not meanwhile.
    if !lock(&write, customer).await? {
        let row = gateway_erasures::ActiveModel {
            scope: Set(scope.to_owned()),
            gateway_id: Set(gateway_id.to_owned()),
            ..Default::default()
        };
        gateway_erasures::Entity::insert(row).on_conflict_do_nothing().run(&write).await?;
        write.commit().await?;
        return Ok(None);
    }
    let row = gateway_customers::ActiveModel {
        customer_id: Set(Stored(customer)),
        scope: Set(scope.to_owned()),
        gateway_id: Set(gateway_id.to_owned()),
    };
    // Neither another id of this customer nor another customer with this id is replaced.
    let mut known = OnConflict::new();
    known.do_nothing();
    gateway_customers::Entity::insert(row).on_conflict(known).run(&write).await?;
    write.commit().await?;
    let known = read_gateway_customer(db, customer, scope).await?;
    Ok(Some(known.unwrap_or_else(|| gateway_id.to_owned())))
}

/// Assigns rows from before scopes existed to the provider's account that the shop uses.
pub(crate) async fn adopt_unscoped(db: &Db, scope: &str) -> Result<(), StoreError> {
    let customers = gateway_customers::Entity::update_many()
        .col_expr(gateway_customers::Column::Scope, Expr::value(scope))
        .filter(gateway_customers::Column::Scope.eq(""));
    customers.run(db).await?;
    let methods = saved_methods::Entity::update_many()
        .col_expr(saved_methods::Column::Scope, Expr::value(scope))
        .filter(saved_methods::Column::Scope.eq(""));
    methods.run(db).await.map(|_| ())
}

pub(crate) async fn read_erasures(db: &Db, scope: &str, limit: u64) -> Result<Vec<String>, StoreError> {
    use gateway_erasures::{Column, Entity};
    let requested = Func::coalesce([Column::AttemptedAt.into_simple_expr(), Expr::value(0_i64)]);
    let erasures = Entity::find()
        .select_only()
        .column(Column::GatewayId)
        .filter(Column::Scope.eq(scope))
        .order_by_asc(Expr::from(requested))
        .order_by_asc(Column::GatewayId)
        .limit(limit);
    erasures.into_tuple().fetch_all(db).await
}

pub(crate) async fn drop_erasure(db: &Db, scope: &str, gateway_id: &str) -> Result<(), StoreError> {
    use gateway_erasures::{Column, Entity};
    let done = Entity::delete_many().filter(Column::Scope.eq(scope)).filter(Column::GatewayId.eq(gateway_id));
    done.run(db).await.map(|_| ())
}

pub(crate) async fn record_failed_erasure(
    db: &Db,
    scope: &str,
    gateway_id: &str,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    use gateway_erasures::{Column, Entity};
    let failed = Entity::update_many()
        .col_expr(Column::AttemptedAt, Expr::value(now))
        .col_expr(Column::Tries, Expr::col(Column::Tries).add(1_i64))
        .filter(Column::Scope.eq(scope))
        .filter(Column::GatewayId.eq(gateway_id));
    failed.run(db).await.map(|_| ())
}
