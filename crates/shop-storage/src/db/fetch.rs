//! Runs sea-orm's queries: `fetch_all`, `fetch_one`, `fetch_count` and `run` are sea-orm's `all`, `one`, `count` and `exec`
//! with the errors of the ports. An unreadable row is an error with its table, key and column.

use std::future::Future;

use sea_orm::sea_query::{Expr, ExprTrait, LockType};
use sea_orm::{
    ActiveModelTrait, ConnectionTrait, DbErr, DeleteMany, EntityTrait, FromQueryResult, IdenStatic, Insert, InsertMany,
    Iterable, PrimaryKeyToColumn, PrimaryKeyTrait, QueryResult, QuerySelect, QueryTrait, Select, Selector,
    SelectorTrait, TryInsert, UpdateMany,
};
use shop_services::ports::StoreError;

use crate::db::{Write, inconsistent, store_error};

/// Allowed page sizes.
const PAGE_SIZES: std::ops::RangeInclusive<u64> = 1..=100;

/// Queries that return rows.
pub(crate) trait Fetch: Sized + Send {
    /// Type of a row.
    type Row: Send;

    fn fetch_all<C: ConnectionTrait>(self, on: &C) -> impl Future<Output = Result<Vec<Self::Row>, StoreError>> + Send;

    /// Fetches the first row.
    fn fetch_one<C: ConnectionTrait>(
        self,
        on: &C,
    ) -> impl Future<Output = Result<Option<Self::Row>, StoreError>> + Send;

    /// Fetches all rows, converted to records.
    fn fetch_records<R: From<Self::Row>, C: ConnectionTrait>(
        self,
        on: &C,
    ) -> impl Future<Output = Result<Vec<R>, StoreError>> + Send {
        async move { Ok(self.fetch_all(on).await?.into_iter().map(R::from).collect()) }
    }

    /// Fetches the first row, converted to a record.
    fn fetch_record<R: From<Self::Row>, C: ConnectionTrait>(
        self,
        on: &C,
    ) -> impl Future<Output = Result<Option<R>, StoreError>> + Send {
        async move { Ok(self.fetch_one(on).await?.map(R::from)) }
    }
}

impl<E: EntityTrait> Fetch for Select<E> {
    type Row = E::Model;

    async fn fetch_all<C: ConnectionTrait>(self, on: &C) -> Result<Vec<E::Model>, StoreError> {
        let rows = on.query_all(self.as_query()).await.map_err(store_error)?;
        rows.iter().map(parse_row::<E>).collect()
    }

    async fn fetch_one<C: ConnectionTrait>(self, on: &C) -> Result<Option<E::Model>, StoreError> {
        let row = on.query_one(self.limit(1).as_query()).await.map_err(store_error)?;
        row.as_ref().map(parse_row::<E>).transpose()
    }
}

impl<S: SelectorTrait + Send> Fetch for Selector<S>
where
    S::Item: Send,
{
    type Row = S::Item;

    async fn fetch_all<C: ConnectionTrait>(self, on: &C) -> Result<Vec<S::Item>, StoreError> {
        let statement = self.into_statement(on.get_database_backend());
        let sql = statement.sql.clone();
        let rows = on.query_all_raw(statement).await.map_err(store_error)?;
        rows.into_iter().map(|row| select::<S>(row, &sql)).collect()
    }

    async fn fetch_one<C: ConnectionTrait>(self, on: &C) -> Result<Option<S::Item>, StoreError> {
        let statement = self.into_statement(on.get_database_backend());
        let sql = statement.sql.clone();
        let row = on.query_one_raw(statement).await.map_err(store_error)?;
        row.map(|row| select::<S>(row, &sql)).transpose()
    }
}

/// Queries of whole rows of a table, in addition to [`Fetch`].
pub(crate) trait FetchSome: Sized {
    /// Type of a row.
    type Row: Send;

    /// Counts the rows.
    fn fetch_count<C: ConnectionTrait>(self, on: &C) -> impl Future<Output = Result<u64, StoreError>> + Send;

    /// Whether there is a row.
    fn fetch_exists<C: ConnectionTrait>(self, on: &C) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Fetches a page of rows, converted to records, and the total number of rows.
    fn fetch_page_and_count<R: From<Self::Row> + Send, C: ConnectionTrait>(
        self,
        on: &C,
        page: u64,
        per_page: u64,
    ) -> impl Future<Output = Result<(Vec<R>, u64), StoreError>> + Send;
}

impl<E: EntityTrait> FetchSome for Select<E> {
    type Row = E::Model;

    async fn fetch_count<C: ConnectionTrait>(mut self, on: &C) -> Result<u64, StoreError> {
        QueryTrait::query(&mut self).clear_order_by();
        let all = Expr::cust("*").count();
        let count = self.select_only().expr_as(all, "n").into_tuple::<i64>().fetch_one(on).await?;
        Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or(0))
    }

    async fn fetch_exists<C: ConnectionTrait>(self, on: &C) -> Result<bool, StoreError> {
        let one = self.select_only().expr_as(Expr::value(1_i64), "found").limit(1);
        Ok(one.into_tuple::<i64>().fetch_one(on).await?.is_some())
    }

    async fn fetch_page_and_count<R: From<E::Model> + Send, C: ConnectionTrait>(
        self,
        on: &C,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<R>, u64), StoreError> {
        Ok((page_of(self.clone(), page, per_page).fetch_records(on).await?, self.fetch_count(on).await?))
    }
}

/// Limits a query to a page of at most 100 rows, numbered from 1.
pub(crate) fn page_of<E: EntityTrait>(query: Select<E>, page: u64, per_page: u64) -> Select<E> {
    let per_page = per_page.clamp(*PAGE_SIZES.start(), *PAGE_SIZES.end());
    query.limit(per_page).offset(page.saturating_sub(1).saturating_mul(per_page))
}

/// Queries of rows that are about to be changed.
pub(crate) trait Lock: QuerySelect {
    /// Locks the rows until the transaction ends, as an update of them would: rows that reference them may still be added, which
    /// `lock_exclusive` would block. On SQLite the transaction is the only writer.
    fn locked(self) -> Self {
        self.lock(LockType::NoKeyUpdate)
    }
}

impl<E: EntityTrait> Lock for Select<E> {}

/// Locks the row that a query finds, so that transactions which do the same take turns; returns `false` if there is none.
pub(crate) async fn lock_row<E: EntityTrait>(row: Select<E>, write: &Write<'_>) -> Result<bool, StoreError> {
    row.locked().fetch_exists(write).await
}

/// Statements that change rows; they return the number of rows.
pub(crate) trait Run: Sized {
    fn run<C: ConnectionTrait>(self, on: &C) -> impl Future<Output = Result<u64, StoreError>> + Send;
}

macro_rules! run {
    ($($query:ident<$of:ident: $bound:ident>)*) => {$(
        impl<$of: $bound + Send> Run for $query<$of> {
            async fn run<C: ConnectionTrait>(self, on: &C) -> Result<u64, StoreError> {
                let statement = QueryTrait::build(&self, on.get_database_backend());
                Ok(on.execute_raw(statement).await.map_err(store_error)?.rows_affected())
            }
        }
    )*};
}

run! { UpdateMany<E: EntityTrait> DeleteMany<E: EntityTrait> Insert<A: ActiveModelTrait> InsertMany<A: ActiveModelTrait> TryInsert<A: ActiveModelTrait> }

/// Inserts of one row that return its primary key.
pub(crate) trait FetchId: Sized {
    /// Type of the primary key.
    type Id;

    /// Inserts the row and returns its primary key.
    fn fetch_id<C: ConnectionTrait>(self, on: &C) -> impl Future<Output = Result<Self::Id, StoreError>> + Send;
}

impl<A: ActiveModelTrait + Send> FetchId for Insert<A> {
    type Id = <<A::Entity as EntityTrait>::PrimaryKey as PrimaryKeyTrait>::ValueType;

    async fn fetch_id<C: ConnectionTrait>(self, on: &C) -> Result<Self::Id, StoreError> {
        Ok(self.exec(on).await.map_err(store_error)?.last_insert_id)
    }
}

/// Reads a row of a table.
pub(crate) fn parse_row<E: EntityTrait>(row: &QueryResult) -> Result<E::Model, StoreError> {
    E::Model::from_query_result(row, "").map_err(|error| unreadable(E::default().table_name(), key_of::<E>(row), error))
}

/// Reads a row of a query with selected columns, which may include its key or the order's.
fn select<S: SelectorTrait>(row: QueryResult, sql: &str) -> Result<S::Item, StoreError> {
    let id = row.try_get::<i64>("", "id").or_else(|_| row.try_get::<i64>("", "order_id"));
    S::from_raw_query_result(row)
        .map_err(|error| unreadable(table_of(sql), id.map(|id| id.to_string()).unwrap_or_default(), error))
}

/// The primary key of a row, for an error message.
fn key_of<E: EntityTrait>(row: &QueryResult) -> String {
    let part = |key: E::PrimaryKey| {
        let column = key.into_column();
        let number = row.try_get::<i64>("", column.as_str()).map(|number| number.to_string());
        number.or_else(|_| row.try_get::<String>("", column.as_str())).unwrap_or_default()
    };
    E::PrimaryKey::iter().map(part).collect::<Vec<_>>().join("/")
}

/// The first table that a query reads from, ignoring subqueries.
fn table_of(sql: &str) -> &str {
    let outside = |at: usize| sql[..at].matches('(').count() == sql[..at].matches(')').count();
    let from = sql.match_indices(" FROM \"").find(|(at, _)| outside(*at));
    from.and_then(|(at, from)| sql[at + from.len()..].split('"').next()).unwrap_or_default()
}

/// Error for an unreadable row, with the column first.
fn unreadable(table: &str, key: String, error: DbErr) -> StoreError {
    let reason = match error {
        // From `Stored`: the message begins with the column.
        DbErr::Type(reason) => reason,
        // From the driver: the message names the column somewhere.
        other => {
            let text = other.to_string();
            let column = text.split_once("column \"").and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
            format!("{column}: {text}")
        }
    };
    inconsistent(table, key, &reason)
}
