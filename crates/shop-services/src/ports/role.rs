//! Roles of customers and the fields of the registration form.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::CustomerRoleId;
use shop_core::trade::registration_field::RegistrationField;
use shop_core::trade::role::{RoleForm, RoleTerms};

use super::StoreError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleRecord {
    pub id: CustomerRoleId,
    /// Name in forms and documents, unique.
    pub slug: String,
    /// Whether who has it is a trade buyer.
    pub is_trade: bool,
    pub terms: RoleTerms,
}

/// A field of the registration form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRecord {
    pub id: i64,
    /// Name in the form, unique.
    pub name: String,
    /// Role that it belongs to; `None`: all.
    pub role_id: Option<CustomerRoleId>,
    /// Label, kind and so on.
    pub field: RegistrationField,
}

/// What saving a role or a field came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleKept<Id> {
    Done(Id),
    /// There is no such thing.
    Unknown,
    /// Another one has the name.
    NameTaken,
    /// Somebody has the role, which cannot become another kind or go.
    InUse,
    /// There are as many as there can be.
    Full,
}

/// Stores roles and fields. There are few of either: lists are whole.
#[async_trait]
pub trait RoleStore: Send + Sync {
    /// All roles, in their order.
    async fn roles(&self) -> Result<Vec<RoleRecord>, StoreError>;

    /// How many companies, customers and registrations under way have each role; those without any are left out.
    async fn role_uses(&self) -> Result<BTreeMap<CustomerRoleId, i64>, StoreError>;

    /// Adds a role behind the others (`None`), or changes one. Whether it is a trade buyers' changes only while nobody has it.
    async fn save_role(
        &self,
        id: Option<CustomerRoleId>,
        form: &RoleForm,
    ) -> Result<RoleKept<CustomerRoleId>, StoreError>;

    /// Deletes a role that nobody has, with its fields.
    async fn delete_role(&self, id: CustomerRoleId) -> Result<RoleKept<CustomerRoleId>, StoreError>;

    /// All fields, in page order.
    async fn registration_fields(&self) -> Result<Vec<FieldRecord>, StoreError>;

    /// Adds a field behind the others (`None`), unless there are `most`, or changes one. Its name stays for good: what was
    /// filled in is kept under it.
    async fn save_registration_field(&self, field: &FieldRecord, most: usize) -> Result<RoleKept<i64>, StoreError>;

    /// Deletes a field; what was filled in stays with the companies. `false`: there is no such field.
    async fn delete_registration_field(&self, id: i64) -> Result<bool, StoreError>;

    /// Puts fields in an order; those that are not named keep their place behind them.
    async fn order_registration_fields(&self, ids: &[i64]) -> Result<(), StoreError>;
}
