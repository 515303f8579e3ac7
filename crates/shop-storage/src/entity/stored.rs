//! Storage of the core's types: ids and amounts as numbers, enums as their names, documents as JSON.

use sea_orm::sea_query::{ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr};
use sea_orm::{ColIdx, DbErr, QueryResult, TryFromU64, TryGetError, TryGetable, Value};

/// A type of the core in a column. sea-orm's traits can only be implemented for local types, and the core does not depend on the
/// database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stored<T>(pub T);

/// Types that [`Stored`] can wrap.
pub trait StoredType: Sized {
    /// Type in the database.
    type Raw: TryGetable + ValueType + Nullable + TryFromU64 + Into<Value>;

    /// Decodes a stored value; the error says what is wrong with it.
    fn decode(raw: Self::Raw) -> Result<Self, String>;

    /// Encodes the value. `None` becomes NULL, which the column rejects: it is for documents that JSON cannot represent.
    fn encode(&self) -> Option<Self::Raw>;
}

impl<T: StoredType> TryGetable for Stored<T> {
    fn try_get_by<I: ColIdx>(row: &QueryResult, column: I) -> Result<Self, TryGetError> {
        let raw = T::Raw::try_get_by(row, column)?;
        let unreadable = |reason| TryGetError::DbErr(DbErr::Type(format!("{}: {reason}", name_of(row, column))));
        T::decode(raw).map(Self).map_err(unreadable)
    }
}

/// The name of a column, which rows that are read as tuples only know by its index.
fn name_of(row: &QueryResult, column: impl ColIdx) -> String {
    let name = format!("{column:?}");
    match name.parse::<usize>() {
        Ok(place) => row.column_names().into_iter().nth(place).unwrap_or(name),
        Err(_) => name.trim_matches('"').to_owned(),
    }
}

impl<T: StoredType> From<Stored<T>> for Value {
    fn from(Stored(value): Stored<T>) -> Self {
        value.encode().map_or_else(T::Raw::null, Into::into)
    }
}

impl<T: StoredType> Nullable for Stored<T> {
    fn null() -> Value {
        T::Raw::null()
    }
}

impl<T: StoredType> ValueType for Stored<T> {
    fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
        let raw = <T::Raw as ValueType>::try_from(value)?;
        T::decode(raw).map(Self).map_err(|_| ValueTypeErr)
    }

    fn type_name() -> String {
        T::Raw::type_name()
    }

    fn array_type() -> ArrayType {
        T::Raw::array_type()
    }

    fn column_type() -> ColumnType {
        T::Raw::column_type()
    }
}

impl<T: StoredType> TryFromU64 for Stored<T> {
    fn try_from_u64(number: u64) -> Result<Self, DbErr> {
        T::decode(T::Raw::try_from_u64(number)?).map(Self).map_err(DbErr::Type)
    }
}
