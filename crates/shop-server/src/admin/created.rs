//! Response to a request that creates a record.

use serde::Serialize;
use utoipa::ToSchema;

/// Id of the created record.
#[derive(Serialize, ToSchema)]
pub(super) struct Made {
    pub(super) id: i64,
}
