//! Changes that return their rows: sea-orm's `exec_with_returning` with the errors of the ports, and variants that return only
//! some columns, to avoid reading documents nobody needs.

use sea_orm::sea_query::Query;
use sea_orm::{ConnectionTrait, EntityTrait, QueryTrait, StatementBuilder, TryGetableMany, UpdateMany};
use shop_services::ports::StoreError;

use crate::db::fetch::parse_row;
use crate::db::store_error;

/// Runs a change and returns its rows with all columns of the entity.
pub(crate) async fn returning<E: EntityTrait, C: ConnectionTrait>(
    update: UpdateMany<E>,
    on: &C,
) -> Result<Vec<E::Model>, StoreError> {
    let mut query = update.into_query();
    query.returning_all();
    let rows = on.query_all(&query).await.map_err(store_error)?;
    rows.iter().map(parse_row::<E>).collect()
}

/// Updates rows and returns some columns of the first one; `None` if no row was updated.
pub(crate) async fn update_returning<T: TryGetableMany, E: EntityTrait, C: ConnectionTrait>(
    update: UpdateMany<E>,
    columns: impl IntoIterator<Item = E::Column>,
    on: &C,
) -> Result<Option<T>, StoreError> {
    let mut query = update.into_query();
    query.returning(Query::returning().columns(columns));
    first_returned(&query, on).await
}

/// Runs a statement with a `RETURNING` clause and returns its first row, if any.
pub(crate) async fn first_returned<T: TryGetableMany, S: StatementBuilder, C: ConnectionTrait>(
    statement: &S,
    on: &C,
) -> Result<Option<T>, StoreError> {
    let row = on.query_one(statement).await.map_err(store_error)?;
    row.map(|row| row.try_get_many_by_index().map_err(store_error)).transpose()
}

/// Runs a change and returns the columns of its `RETURNING` clause, in their order.
pub(crate) async fn returning_columns<T: TryGetableMany>(
    change: &impl StatementBuilder,
    on: &impl ConnectionTrait,
) -> Result<Vec<T>, StoreError> {
    let rows = on.query_all(change).await.map_err(store_error)?;
    rows.iter().map(|row| row.try_get_many_by_index().map_err(store_error)).collect()
}
