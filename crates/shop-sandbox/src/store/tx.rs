//! Transactions: they see their own changes at once, and store them on commit.

use std::cell::RefCell;
use std::io;

use rusqlite::types::{ToSql, Type};
use rusqlite::{Connection, Error, Transaction};
use shop_core::payments::method::PaymentMethod;
use shop_services::Random;

use super::{Row, Store};
use crate::http::error::ApiResult;
use crate::options::{Account, SandboxOptions};

/// A transaction. If the database fails, reads return nothing, and [`Tx::commit`] returns the error and stores nothing.
pub(crate) struct Tx<'a> {
    db: Transaction<'a>,
    account: &'a Account,
    pub(crate) options: &'a SandboxOptions,
    /// Milliseconds since 1970 UTC.
    pub(crate) now_ms: i64,
    changed: bool,
    /// First error of the database.
    failure: RefCell<Option<Error>>,
}

/// A document field and the value that it must have, if one is given.
pub(crate) type With<'v> = (&'v str, Option<&'v str>);

/// Order of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    NewestFirst,
    OldestFirst,
}

impl Order {
    /// SQL comparison for rows beyond a position, and the sort direction.
    fn sql(self) -> (char, &'static str) {
        match self {
            Self::NewestFirst => ('<', "DESC"),
            Self::OldestFirst => ('>', "ASC"),
        }
    }
}

/// Stores a document, replacing the one with the same key.
pub(super) fn put(db: &Connection, table: &str, key: &str, document: &str) -> rusqlite::Result<()> {
    let sql =
        format!("INSERT INTO {table} (id, doc) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc");
    db.prepare_cached(&sql)?.execute([key, document]).map(|_| ())
}

/// Returns whether the document existed.
pub(super) fn remove(db: &Connection, table: &str, key: &str) -> rusqlite::Result<bool> {
    db.prepare_cached(&format!("DELETE FROM {table} WHERE id = ?1"))?.execute([key]).map(|count| count > 0)
}

impl<'a> Tx<'a> {
    pub(crate) fn begin(store: &'a Store, options: &'a SandboxOptions, now_ms: i64) -> io::Result<Self> {
        let db = store.db.unchecked_transaction().map_err(io::Error::other)?;
        Ok(Self { db, account: &store.account, options, now_ms, changed: false, failure: RefCell::default() })
    }

    pub(crate) fn random(&self) -> &'a dyn Random {
        self.options.random.as_ref()
    }

    /// Seconds since 1970 UTC.
    pub(crate) fn now(&self) -> i64 {
        self.now_ms.div_euclid(1000)
    }

    /// Whether a payment method is not activated on the account.
    pub(crate) fn is_inactive(&self, kind: PaymentMethod) -> bool {
        self.account.inactive.contains(&kind)
    }

    pub(crate) fn account(&self) -> &'a Account {
        self.account
    }

    fn record_failure<T>(&self, result: rusqlite::Result<T>) -> Option<T> {
        result
            .map_err(|error| {
                self.failure.borrow_mut().get_or_insert(error);
            })
            .ok()
    }

    fn fetch<T: Row>(&self, sql: &str, values: &[&dyn ToSql]) -> Vec<(i64, T)> {
        let query = || {
            let mut statement = self.db.prepare_cached(sql)?;
            let rows = statement.query_map(values, |row| {
                let parsed = serde_json::from_str(row.get_ref(1)?.as_str()?);
                let unreadable =
                    |error: serde_json::Error| Error::FromSqlConversionFailure(1, Type::Text, error.into());
                Ok((row.get(0)?, parsed.map_err(unreadable)?))
            })?;
            rows.collect()
        };
        self.record_failure(query()).unwrap_or_default()
    }

    /// Finds an object and its position; later objects have greater positions.
    pub(crate) fn find_with_position<T: Row>(&self, id: &str) -> Option<(i64, T)> {
        self.fetch(&format!("SELECT seq, doc FROM {} WHERE id = ?1", T::TABLE), &[&id]).pop()
    }

    pub(crate) fn get<T: Row>(&self, id: &str) -> Option<T> {
        self.find_with_position(id).map(|(_, row)| row)
    }

    /// Finds an object, or returns the "not found" error.
    pub(crate) fn find<T: Row>(&self, id: &str) -> ApiResult<T> {
        self.get(id).ok_or_else(|| T::unknown(id))
    }

    /// Iterates newest first. `with`: values that fields of the documents must have, where given.
    pub(crate) fn newest<'v, T: Row>(&self, with: &[With<'v>]) -> impl Iterator<Item = T> + use<'_, 'a, 'v, T> {
        self.beyond(Order::NewestFirst, i64::MAX, with)
    }

    /// Iterates over the rows beyond a position, fetching them one by one so that no more is read than is used.
    pub(crate) fn beyond<'v, T: Row>(
        &self,
        order: Order,
        position: i64,
        with: &[With<'v>],
    ) -> impl Iterator<Item = T> + use<'_, 'a, 'v, T> {
        let (than, order) = order.sql();
        let mut sql = format!("SELECT seq, doc FROM {} WHERE seq {than} ?1", T::TABLE);
        let mut values = Vec::new();
        for (field, value) in with.iter().filter_map(|(field, value)| Some((field, (*value)?))) {
            values.push(value);
            sql.push_str(&format!(" AND doc ->> '{field}' = ?{}", values.len() + 1));
        }
        sql.push_str(&format!(" ORDER BY seq {order} LIMIT 1"));
        let mut position = position;
        std::iter::from_fn(move || {
            let mut bound: Vec<&dyn ToSql> = vec![&position];
            bound.extend(values.iter().map(|value| value as &dyn ToSql));
            let (at, row) = self.fetch(&sql, &bound).pop()?;
            position = at;
            Some(row)
        })
    }

    /// Returns at most `limit` rows whose time field is due, ordered by that time.
    pub(crate) fn due<T: Row>(&self, field: &str, until: i64, order: Order, limit: usize) -> Vec<T> {
        let (table, (_, order), limit) = (T::TABLE, order.sql(), i64::try_from(limit).unwrap_or(i64::MAX));
        let sql = format!(
            "SELECT seq, doc FROM {table} WHERE doc ->> '{field}' <= ?1 ORDER BY doc ->> '{field}' {order}, seq {order} LIMIT ?2"
        );
        self.fetch(&sql, &[&until, &limit]).into_iter().map(|(_, row)| row).collect()
    }

    /// Returns the earliest value of a time field after the given time.
    pub(crate) fn next_time<T: Row>(&self, field: &str, after: i64) -> Option<i64> {
        let sql = format!("SELECT min(doc ->> '{field}') FROM {} WHERE doc ->> '{field}' > ?1", T::TABLE);
        let query = || self.db.prepare_cached(&sql)?.query_row([after], |row| row.get(0));
        self.record_failure(query()).flatten()
    }

    pub(crate) fn put<T: Row>(&mut self, row: &T) {
        let written = match serde_json::to_string(row) {
            Ok(document) => put(&self.db, T::TABLE, row.key(), &document),
            Err(error) => Err(Error::ToSqlConversionFailure(error.into())),
        };
        self.record_failure(written);
        self.changed = true;
    }

    pub(crate) fn remove<T: Row>(&mut self, id: &str) {
        self.changed |= self.record_failure(remove(&self.db, T::TABLE, id)).unwrap_or(false);
    }

    /// Deletes the rows whose time field is expired.
    pub(crate) fn remove_until<T: Row>(&mut self, field: &str, until: i64) {
        let sql = format!("DELETE FROM {} WHERE doc ->> '{field}' <= ?1", T::TABLE);
        let removed = self.db.prepare_cached(&sql).and_then(|mut statement| statement.execute([until]));
        self.changed |= self.record_failure(removed).is_some_and(|count| count > 0);
    }

    /// Rolls back all changes since the beginning.
    pub(crate) fn roll_back(&mut self) {
        self.record_failure(self.db.execute_batch("ROLLBACK; BEGIN"));
        self.changed = false;
    }

    /// Commits the changes. Returns whether there were any; on an error nothing is stored.
    pub(crate) fn commit(self) -> io::Result<bool> {
        if let Some(error) = self.failure.into_inner() {
            return Err(io::Error::other(error));
        }
        if self.changed {
            self.db.commit().map_err(io::Error::other)?;
        }
        Ok(self.changed)
    }
}
