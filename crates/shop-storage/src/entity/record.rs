//! Conversion of rows to the records of the ports.

use super::Stored;

/// Takes the value of a column out of [`Stored`], if it is in one.
pub(crate) trait Unstored<T> {
    fn unstored(self) -> T;
}

impl<T> Unstored<T> for T {
    fn unstored(self) -> T {
        self
    }
}

impl<T> Unstored<T> for Stored<T> {
    fn unstored(self) -> T {
        self.0
    }
}

impl<T> Unstored<Option<T>> for Option<Stored<T>> {
    fn unstored(self) -> Option<T> {
        self.map(|stored| stored.0)
    }
}

/// Implements `From` of a row for a record. A field without a value is the row's field of the same name, out of [`Stored`].
macro_rules! record_from {
    (|$row:ident: $source:ty| $record:ident { $($field:ident $(: $value:expr)?),* $(,)? }) => {
        impl From<$source> for $record {
            fn from($row: $source) -> Self {
                Self { $($field: $crate::entity::record_from!($row $field $($value)?)),* }
            }
        }
    };
    ($row:ident $field:ident) => { $crate::entity::Unstored::unstored($row.$field) };
    ($row:ident $field:ident $value:expr) => { $value };
}
pub(crate) use record_from;
