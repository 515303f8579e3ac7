//! Rows: each is declared once, with its table, its key and the column of each field, and is selected and read by that.

use sea_orm::QueryResult;
use shop_services::ports::StoreError;

use crate::column::{Plain, Stored};
use crate::db::fault;

/// What a statement gives.
pub(crate) trait Read: Sized {
    /// Reads one row.
    fn read(row: &QueryResult) -> Result<Self, StoreError>;
}

/// What is declared by [`row!`].
pub(crate) trait Row: Read {
    /// Its table.
    const TABLE: &'static str;
    /// What is selected to read it.
    const COLUMNS: &'static str;
}

/// One value of a statement that gives no more.
impl<T: Plain> Read for T {
    fn read(row: &QueryResult) -> Result<Self, StoreError> {
        plain(row, 0)
    }
}

impl<A: Plain, B: Plain> Read for (A, B) {
    fn read(row: &QueryResult) -> Result<Self, StoreError> {
        Ok((plain(row, 0)?, plain(row, 1)?))
    }
}

impl<A: Plain, B: Plain, C: Plain> Read for (A, B, C) {
    fn read(row: &QueryResult) -> Result<Self, StoreError> {
        Ok((plain(row, 0)?, plain(row, 1)?, plain(row, 2)?))
    }
}

fn plain<T: Plain>(row: &QueryResult, at: usize) -> Result<T, StoreError> {
    T::stored(row.try_get_by_index(at).map_err(fault)?).map_err(StoreError::Refused)
}

/// A row that came, and what names it when it cannot be read.
pub(crate) struct Found<'a> {
    /// The row.
    pub(crate) row: &'a QueryResult,
    /// Its table.
    pub(crate) table: &'static str,
    /// Its primary key.
    pub(crate) key: &'static [&'static str],
}

impl Found<'_> {
    /// The value of a column.
    ///
    /// # Errors
    /// It cannot be what the type says: [`StoreError::Inconsistent`] with table, key and column.
    pub(crate) fn get<T: Stored>(&self, column: &str) -> Result<T, StoreError> {
        let raw = self.row.try_get("", column).map_err(|error| self.wrong(column, &error.to_string()))?;
        T::stored(raw).map_err(|reason| self.wrong(column, &reason))
    }

    fn wrong(&self, column: &str, reason: &str) -> StoreError {
        let part = |name: &&str| {
            let number = self.row.try_get::<i64>("", name).map(|number| number.to_string());
            number.or_else(|_| self.row.try_get::<String>("", name)).unwrap_or_default()
        };
        let row = self.key.iter().map(part).collect::<Vec<_>>().join("/");
        StoreError::Inconsistent { table: self.table, row, reason: format!("{column}: {reason}") }
    }
}

/// Makes a field of one column.
pub(crate) fn made<A, T>(make: impl FnOnce(A) -> T, from: A) -> T {
    make(from)
}

/// Makes a field of two columns.
pub(crate) fn made_of_two<A, B, T>(make: impl FnOnce(A, B) -> T, (first, second): (A, B)) -> T {
    make(first, second)
}

/// Declares how a type is a row: `row! { Type: table(key) { field, … } }`. A part of the key that is no field
/// has a `+` and comes first: `table(+order_id; position)`.
///
/// | field | is read from |
/// | --- | --- |
/// | `name,` | the column of its name |
/// | `name: column,` | that column |
/// | `name: "SQL",` | that expression |
/// | `name: column => make,` | that column (or expression), by a function |
/// | `name: (one, two) => make,` | two columns, by a function |
/// | `name: Type { … },` | fields of its own |
/// | `name = value,` | nothing: it has this value |
/// | `..value,` | nothing: all other fields are as in this value |
///
/// `row! { struct Name: table(key) { field: Type, other: Type = "SQL", } }` declares the type as well.
macro_rules! row {
    (@columns [$($done:tt)*] $sep:literal) => { concat!($($done)*) };
    (@columns [$($done:tt)*] $sep:literal $field:ident, $($rest:tt)*) => {
        row!(@columns [$($done)* $sep, stringify!($field),] ", " $($rest)*)
    };
    (@columns [$($done:tt)*] $sep:literal $field:ident: $column:ident $(=> $make:expr)?, $($rest:tt)*) => {
        row!(@columns [$($done)* $sep, stringify!($column),] ", " $($rest)*)
    };
    (@columns [$($done:tt)*] $sep:literal $field:ident: ($one:ident, $two:ident) => $make:expr, $($rest:tt)*) => {
        row!(@columns [$($done)* $sep, stringify!($one), ", ", stringify!($two),] ", " $($rest)*)
    };
    (@columns [$($done:tt)*] $sep:literal $field:ident: $sql:literal $(=> $make:expr)?, $($rest:tt)*) => {
        row!(@columns [$($done)* $sep, $sql, " AS ", stringify!($field),] ", " $($rest)*)
    };
    (@columns [$($done:tt)*] $sep:literal $field:ident: $type:ident { $($inner:tt)* }, $($rest:tt)*) => {
        row!(@columns [$($done)*] $sep $($inner)*, $($rest)*)
    };
    (@columns [$($done:tt)*] $sep:literal $field:ident = $value:expr, $($rest:tt)*) => {
        row!(@columns [$($done)*] $sep $($rest)*)
    };

    (@columns [$($done:tt)*] $sep:literal ..$rest:expr, $($more:tt)*) => {
        row!(@columns [$($done)*] $sep $($more)*)
    };
    (@columns [$($done:tt)*] $sep:literal, $($more:tt)*) => {
        row!(@columns [$($done)*] $sep $($more)*)
    };

    (@read $found:ident $type:ident [$($done:tt)*]) => { $type { $($done)* } };
    (@read $found:ident $type:ident [$($done:tt)*] ,) => { $type { $($done)* } };
    (@read $found:ident $type:ident [$($done:tt)*] ..$rest:expr, $(,)?) => { $type { $($done)* ..$rest } };
    (@read $found:ident $type:ident [$($done:tt)*] $field:ident, $($rest:tt)*) => {
        row!(@read $found $type [$($done)* $field: $found.get(stringify!($field))?,] $($rest)*)
    };
    (@read $found:ident $type:ident [$($done:tt)*] $field:ident: $column:ident, $($rest:tt)*) => {
        row!(@read $found $type [$($done)* $field: $found.get(stringify!($column))?,] $($rest)*)
    };
    (@read $found:ident $type:ident [$($done:tt)*] $field:ident: $column:ident => $make:expr, $($rest:tt)*) => {
        row!(@read $found $type [
            $($done)* $field: $crate::row::made($make, $found.get(stringify!($column))?),
        ] $($rest)*)
    };
    (@read $found:ident $type:ident [$($done:tt)*] $field:ident: ($one:ident, $two:ident) => $make:expr, $($rest:tt)*) => {
        row!(@read $found $type [
            $($done)* $field: $crate::row::made_of_two(
                $make,
                ($found.get(stringify!($one))?, $found.get(stringify!($two))?),
            ),
        ] $($rest)*)
    };
    (@read $found:ident $type:ident [$($done:tt)*] $field:ident: $sql:literal, $($rest:tt)*) => {
        row!(@read $found $type [$($done)* $field: $found.get(stringify!($field))?,] $($rest)*)
    };
    (@read $found:ident $type:ident [$($done:tt)*] $field:ident: $sql:literal => $make:expr, $($rest:tt)*) => {
        row!(@read $found $type [
            $($done)* $field: $crate::row::made($make, $found.get(stringify!($field))?),
        ] $($rest)*)
    };
    (@read $found:ident $type:ident [$($done:tt)*] $field:ident: $inner_type:ident { $($inner:tt)* }, $($rest:tt)*) => {
        row!(@read $found $type [$($done)* $field: row!(@read $found $inner_type [] $($inner)*,),] $($rest)*)
    };
    (@read $found:ident $type:ident [$($done:tt)*] $field:ident = $value:expr, $($rest:tt)*) => {
        row!(@read $found $type [$($done)* $field: $value,] $($rest)*)
    };

    (@impl $type:ident $table:ident [$($key:ident)*] [$($added:ident)*] $($fields:tt)*) => {
        impl $crate::row::Row for $type {
            const TABLE: &'static str = stringify!($table);
            const COLUMNS: &'static str = row!(@columns [] "" $($added,)* $($fields)*);
        }

        impl $crate::row::Read for $type {
            fn read(row: &sea_orm::QueryResult) -> Result<Self, shop_services::ports::StoreError> {
                let found = $crate::row::Found { row, table: stringify!($table), key: &[$(stringify!($key)),*] };
                Ok(row!(@read found $type [] $($fields)*))
            }
        }
    };

    ($type:ident: $table:ident($(+$added:ident),+ $(; $($key:ident),+)?) { $($fields:tt)* }) => {
        row! { @impl $type $table [$($added)+ $($($key)+)?] [$($added)+] $($fields)* }
    };
    ($type:ident: $table:ident($($key:ident),+) { $($fields:tt)* }) => {
        row! { @impl $type $table [$($key)+] [] $($fields)* }
    };
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident: $table:ident($($key:tt)+) {
            $($(#[$doc:meta])* $field:ident: $type:ty $(= $sql:literal)?,)*
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$doc])* $vis $field: $type,)*
        }

        row! { $name: $table($($key)+) { $($field $(: $sql)?,)* } }
    };
}
pub(crate) use row;
