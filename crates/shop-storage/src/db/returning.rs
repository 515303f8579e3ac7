//! Changes that return their rows: sea-orm's own `exec_with_returning` with the errors of the ports, and narrow ones that do not read
//! documents nobody needs.

use sea_orm::sea_query::Query;
use sea_orm::{ConnectionTrait, EntityTrait, QueryTrait, StatementBuilder, TryGetableMany, UpdateMany};
use shop_services::ports::StoreError;

use crate::db::fault;
use crate::db::fetch::read;

/// The rows that a change returns: `RETURNING` with all columns of the entity.
pub(crate) async fn returning<E: EntityTrait, C: ConnectionTrait>(
    update: UpdateMany<E>,
    on: &C,
) -> Result<Vec<E::Model>, StoreError> {
    let mut query = update.into_query();
    query.returning_all();
    let rows = on.query_all(&query).await.map_err(fault)?;
    rows.iter().map(read::<E>).collect()
}

/// Updates rows and reads some columns of the first one; `None`: no row was updated.
pub(crate) async fn update_returning<T: TryGetableMany, E: EntityTrait, C: ConnectionTrait>(
    update: UpdateMany<E>,
    columns: impl IntoIterator<Item = E::Column>,
    on: &C,
) -> Result<Option<T>, StoreError> {
    let mut query = update.into_query();
    query.returning(Query::returning().columns(columns));
    first_returned(&query, on).await
}

/// Runs a statement that has a `RETURNING` clause and reads its first row; `None`: it returned none.
pub(crate) async fn first_returned<T: TryGetableMany, S: StatementBuilder, C: ConnectionTrait>(
    statement: &S,
    on: &C,
) -> Result<Option<T>, StoreError> {
    let row = on.query_one(statement).await.map_err(fault)?;
    row.map(|row| row.try_get_many_by_index().map_err(fault)).transpose()
}

/// Runs a change and reads the columns of its `RETURNING` clause, in their order.
pub(crate) async fn returning_columns<T: TryGetableMany>(
    change: &impl StatementBuilder,
    on: &impl ConnectionTrait,
) -> Result<Vec<T>, StoreError> {
    let rows = on.query_all(change).await.map_err(fault)?;
    rows.iter().map(|row| row.try_get_many_by_index().map_err(fault)).collect()
}
