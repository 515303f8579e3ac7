//! Statements made of rows, of columns with their values, and of conditions.

use sea_orm::Value;
use shop_services::ports::StoreError;

use crate::column::Bound;
use crate::db::{Db, Write, list};
use crate::row::{Read, Row};
use crate::search;

/// A value for a statement.
pub(crate) fn value(value: impl Bound) -> Value {
    value.bound().into()
}

/// Values for a statement's places, in their order.
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$($crate::statement::value($value)),*] };
}
pub(crate) use values;

/// Columns and what they get: `set! { column: value, other = "SQL" }`; `column` alone is a variable of that name.
macro_rules! set {
    (@each $set:ident) => {};
    (@each $set:ident $column:ident $(, $($rest:tt)*)?) => {
        $set.value(stringify!($column), $column);
        set!(@each $set $($($rest)*)?);
    };
    (@each $set:ident $column:ident: $value:expr $(, $($rest:tt)*)?) => {
        $set.value(stringify!($column), $value);
        set!(@each $set $($($rest)*)?);
    };
    (@each $set:ident $column:ident = $sql:expr $(, $($rest:tt)*)?) => {
        $set.sql(stringify!($column), $sql);
        set!(@each $set $($($rest)*)?);
    };
    ($($columns:tt)*) => {{
        let mut set = $crate::statement::Set::default();
        set!(@each set $($columns)*);
        set
    }};
}
pub(crate) use set;

/// Columns and what they get.
#[derive(Default)]
pub(crate) struct Set(Vec<(&'static str, Side)>);

enum Side {
    Value(Value),
    Sql(&'static str),
}

impl Set {
    /// A column gets a value.
    pub(crate) fn value(&mut self, column: &'static str, value: impl Bound) {
        self.0.push((column, Side::Value(value.bound().into())));
    }

    /// A column gets what an expression says.
    pub(crate) fn sql(&mut self, column: &'static str, sql: &'static str) {
        self.0.push((column, Side::Sql(sql)));
    }

    /// Further columns.
    pub(crate) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Its columns with their expressions; values go to the end of `values`.
    fn placed(self, values: &mut Vec<Value>) -> impl Iterator<Item = (&'static str, String)> {
        self.0.into_iter().map(|(column, side)| match side {
            Side::Sql(sql) => (column, sql.to_owned()),
            Side::Value(value) => {
                values.push(value);
                (column, format!("${}", values.len()))
            }
        })
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// An `INSERT` of rows with the same columns, of which there is one at least.
fn insert(table: &str, rows: Vec<Set>, tail: &str) -> (String, Vec<Value>) {
    let columns = rows.first().map_or(&[][..], |row| &row.0).iter().map(|(column, _)| (*column).to_owned());
    let columns = joined(columns);
    let mut values = Vec::new();
    let rows = rows.into_iter().map(|row| format!("({})", joined(row.placed(&mut values).map(|(_, sql)| sql))));
    let sql = format!("INSERT INTO {table} ({columns}) VALUES {}", joined(rows));
    (if tail.is_empty() { sql } else { format!("{sql} {tail}") }, values)
}

/// An `UPDATE`; the places of the condition come first.
fn update(table: &str, set: Set, condition: &str, mut values: Vec<Value>) -> (String, Vec<Value>) {
    let sets = joined(set.placed(&mut values).map(|(column, sql)| format!("{column} = {sql}")));
    (format!("UPDATE {table} SET {sets} WHERE {condition}"), values)
}

/// The same questions to a database and to a transaction.
macro_rules! statements {
    ($on:ty) => {
        impl $on {
            /// What a query gives, row by row.
            pub(crate) async fn rows<T: Read>(&self, sql: &str, values: Vec<Value>) -> Result<Vec<T>, StoreError> {
                self.all(sql, values).await?.iter().map(T::read).collect()
            }

            /// The first row of a query, or of a change that returns some.
            pub(crate) async fn row<T: Read>(&self, sql: &str, values: Vec<Value>) -> Result<Option<T>, StoreError> {
                self.one(sql, values).await?.as_ref().map(T::read).transpose()
            }

            /// Rows of a type; `rest`: the query from `WHERE` on.
            pub(crate) async fn list<T: Row>(&self, rest: &str, values: Vec<Value>) -> Result<Vec<T>, StoreError> {
                self.rows(&format!("SELECT {} FROM {} {rest}", T::COLUMNS, T::TABLE), values).await
            }

            /// The first row of a type; `rest`: the query from `WHERE` on.
            pub(crate) async fn find<T: Row>(&self, rest: &str, values: Vec<Value>) -> Result<Option<T>, StoreError> {
                self.row(&format!("SELECT {} FROM {} {rest}", T::COLUMNS, T::TABLE), values).await
            }

            /// Whether a query gives anything.
            pub(crate) async fn has(&self, sql: &str, values: Vec<Value>) -> Result<bool, StoreError> {
                Ok(self.one(sql, values).await?.is_some())
            }

            /// One number; 0 when the query gives none.
            pub(crate) async fn number(&self, sql: &str, values: Vec<Value>) -> Result<i64, StoreError> {
                Ok(self.row(sql, values).await?.unwrap_or(0))
            }

            /// Inserts rows with the same columns; `tail`: what is done about conflicts. Gives how many were written.
            pub(crate) async fn insert_all(&self, table: &str, rows: Vec<Set>, tail: &str) -> Result<u64, StoreError> {
                let (sql, values) = insert(table, rows, tail);
                self.run(&sql, values).await
            }

            /// Inserts a row; `tail`: what is done about conflicts. `false`: it was not written.
            pub(crate) async fn insert_or(&self, table: &str, set: Set, tail: &str) -> Result<bool, StoreError> {
                Ok(self.insert_all(table, vec![set], tail).await? == 1)
            }

            /// Inserts a row.
            pub(crate) async fn insert(&self, table: &str, set: Set) -> Result<(), StoreError> {
                self.insert_or(table, set, "").await.map(|_| ())
            }

            /// Changes rows; the places of the condition are `$1` and so on. Gives how many there were.
            pub(crate) async fn update(
                &self,
                table: &str,
                set: Set,
                condition: &str,
                values: Vec<Value>,
            ) -> Result<u64, StoreError> {
                let (sql, values) = update(table, set, condition, values);
                self.run(&sql, values).await
            }
        }
    };
}

statements! { Db }
statements! { Write<'_> }

impl Write<'_> {
    /// The number that a change returns.
    ///
    /// # Errors
    /// It returns none.
    pub(crate) async fn returned(&self, sql: &str, values: Vec<Value>) -> Result<i64, StoreError> {
        let none = || StoreError::Refused(format!("nothing was returned by {sql}"));
        self.row(sql, values).await?.ok_or_else(none)
    }

    /// Inserts a row; gives its id.
    pub(crate) async fn insert_new(&self, table: &str, set: Set) -> Result<i64, StoreError> {
        let (sql, values) = insert(table, vec![set], "RETURNING id");
        self.returned(&sql, values).await
    }

    /// Inserts rows with the same columns; `tail` says what of them is returned.
    pub(crate) async fn insert_returning<T: Read>(
        &self,
        table: &str,
        rows: Vec<Set>,
        tail: &str,
    ) -> Result<Vec<T>, StoreError> {
        let (sql, values) = insert(table, rows, tail);
        self.rows(&sql, values).await
    }

    /// Changes a row; the places of the condition are `$1` and so on. Gives the columns that `T` reads, `None`: there was none.
    pub(crate) async fn update_returning<T: Row>(
        &self,
        set: Set,
        condition: &str,
        values: Vec<Value>,
    ) -> Result<Option<T>, StoreError> {
        let (sql, values) = update(T::TABLE, set, condition, values);
        self.row(&format!("{sql} RETURNING {}", T::COLUMNS), values).await
    }
}

/// A condition with its values.
#[derive(Clone)]
pub(crate) struct Filter {
    text: String,
    values: Vec<Value>,
}

impl Filter {
    /// A condition without values.
    pub(crate) fn new(condition: &str) -> Self {
        Self { text: condition.to_owned(), values: Vec::new() }
    }

    /// Narrows it; `?` stands for the value, as often as it comes.
    pub(crate) fn and(&mut self, condition: &str, value: impl Bound) {
        self.values.push(value.bound().into());
        let condition = condition.replace('?', &format!("${}", self.values.len()));
        self.text.push_str(&format!(" AND {condition}"));
    }

    /// Narrows it by a condition without values.
    pub(crate) fn and_that(&mut self, condition: &str) {
        self.text.push_str(" AND ");
        self.text.push_str(condition);
    }

    /// Narrows it to rows that have all words of a search in some columns, however they are written; a blank one is not looked for.
    pub(crate) fn and_search(&mut self, search: &str, columns: &[&str]) {
        if let Some(condition) = self.search(search, columns) {
            self.and_that(&condition);
        }
    }

    /// The same, or to the row whose id is looked for: `12` or `#12`.
    pub(crate) fn and_search_or_id(&mut self, search: &str, columns: &[&str]) {
        if let Some(condition) = self.search(search, columns) {
            self.values.push(value(search.trim().trim_start_matches('#').parse().unwrap_or(-1_i64)));
            self.and_that(&format!("({condition} OR id = ${})", self.values.len()));
        }
    }

    /// Narrows it to rows that have all words of a search in some columns, or that meet a condition on other rows, in which `?` stands
    /// for the same search in their columns.
    pub(crate) fn and_search_either(&mut self, search: &str, columns: &[&str], (other, others): (&str, &[&str])) {
        if let (Some(own), Some(of_others)) = (self.search(search, columns), self.search(search, others)) {
            self.and_that(&format!("({own} OR {})", other.replace('?', &of_others)));
        }
    }

    fn search(&mut self, search: &str, columns: &[&str]) -> Option<String> {
        let (condition, patterns) = search::condition(search, columns, self.values.len() + 1)?;
        self.values.extend(patterns.into_iter().map(value));
        Some(condition)
    }

    /// Narrows it to rows in which one column has one value, or another column another.
    pub(crate) fn and_either(&mut self, one: (&str, impl Bound), other: (&str, impl Bound)) {
        self.values.extend([value(one.1), value(other.1)]);
        let at = self.values.len();
        self.and_that(&format!("({} = ${} OR {} = ${at})", one.0, at - 1, other.0));
    }

    /// Narrows it to one of some values of a column.
    pub(crate) fn and_one_of<V: Bound>(&mut self, column: &str, wanted: impl ExactSizeIterator<Item = V>) {
        let places = list(self.values.len() + 1, wanted.len());
        self.text.push_str(&format!(" AND {column} IN ({places})"));
        self.values.extend(wanted.map(value));
    }
}

impl Db {
    /// How many rows of a table there are under a condition.
    pub(crate) async fn count(&self, table: &str, filter: Filter) -> Result<u64, StoreError> {
        let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE {}", filter.text);
        Ok(u64::try_from(self.number(&sql, filter.values).await?).unwrap_or(0))
    }

    /// Rows of a type; `tail`: what follows the condition.
    pub(crate) async fn list_by<T: Row>(&self, filter: Filter, tail: &str) -> Result<Vec<T>, StoreError> {
        self.list(&format!("WHERE {} {tail}", filter.text), filter.values).await
    }

    /// Some rows of a type: after `offset` of them, `limit` at most.
    pub(crate) async fn some<T: Row>(
        &self,
        filter: &Filter,
        order: &str,
        (offset, limit): (u64, u64),
    ) -> Result<Vec<T>, StoreError> {
        self.some_of(T::TABLE, filter, order, (offset, limit)).await
    }

    /// The same of joined tables.
    pub(crate) async fn some_of<T: Row>(
        &self,
        tables: &str,
        filter: &Filter,
        order: &str,
        (offset, limit): (u64, u64),
    ) -> Result<Vec<T>, StoreError> {
        let mut values = filter.values.clone();
        values.extend(values![limit, offset]);
        let (limit_at, offset_at) = (values.len() - 1, values.len());
        let rest = format!("WHERE {} ORDER BY {order} LIMIT ${limit_at} OFFSET ${offset_at}", filter.text);
        self.rows(&format!("SELECT {} FROM {tables} {rest}", T::COLUMNS), values).await
    }

    /// A page of rows, counted from 1, and how many rows there are in all.
    pub(crate) async fn page<T: Row>(
        &self,
        filter: Filter,
        order: &str,
        (page, per_page): (u64, u64),
    ) -> Result<(Vec<T>, u64), StoreError> {
        let rows = self.page_of(&filter, order, (page, per_page)).await?;
        Ok((rows, self.count(T::TABLE, filter).await?))
    }

    /// The rows alone.
    pub(crate) async fn page_of<T: Row>(
        &self,
        filter: &Filter,
        order: &str,
        (page, per_page): (u64, u64),
    ) -> Result<Vec<T>, StoreError> {
        let per_page = per_page.clamp(1, 100);
        self.some(filter, order, (page.saturating_sub(1).saturating_mul(per_page), per_page)).await
    }
}
