//! Failed storage operations.

use shop_core::base::FieldError;

/// Why a storage operation failed. Violations of business rules are not errors: they are part of the return types.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database is unreachable, busy beyond the timeout, or its disk is full. Retrying may help.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// A stored row cannot be decoded.
    #[error("inconsistent data in {table} row {row}: {reason}")]
    Inconsistent { table: String, row: String, reason: String },
    /// The client has stored too many carts. Retrying later helps.
    #[error("too many new carts of one address")]
    TooManyCarts,
    /// The database rejected a statement: a bug.
    #[error("database refused a statement: {0}")]
    Refused(String),
}

/// Why a form was not saved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}
