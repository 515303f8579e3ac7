//! Customer roles and the fields of the registration form.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::CustomerRoleId;
use shop_core::trade::registration_field::RegistrationField;
use shop_core::trade::role::{RoleForm, RoleTerms};

use super::StoreError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleRecord {
    pub id: CustomerRoleId,
    /// Unique name in forms and documents.
    pub slug: String,
    /// Whether customers with the role are trade buyers.
    pub is_trade: bool,
    pub terms: RoleTerms,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRecord {
    pub id: i64,
    /// Unique name in the form.
    pub name: String,
    /// Role that it applies to; `None` for all.
    pub role_id: Option<CustomerRoleId>,
    /// Label, kind and further properties.
    pub field: RegistrationField,
}

/// Result of saving a role or a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleSaved<Id> {
    Done(Id),
    Unknown,
    NameTaken,
    /// The role is in use, and so can neither be deleted nor change between trade and consumer.
    InUse,
    /// The maximum number is reached.
    Full,
}

/// Stores roles and fields. There are few of either, so lists are not paged.
#[async_trait]
pub trait RoleStore: Send + Sync {
    /// Lists all roles in their order.
    async fn roles(&self) -> Result<Vec<RoleRecord>, StoreError>;

    /// Counts the companies, customers and pending registrations of each role; unused roles are left out.
    async fn role_uses(&self) -> Result<BTreeMap<CustomerRoleId, i64>, StoreError>;

    /// Adds a role at the end (`None`) or changes one. Whether it is a trade role changes only while nobody has it.
    async fn save_role(
        &self,
        id: Option<CustomerRoleId>,
        form: &RoleForm,
    ) -> Result<RoleSaved<CustomerRoleId>, StoreError>;

    /// Deletes an unused role with its fields.
    async fn delete_role(&self, id: CustomerRoleId) -> Result<RoleSaved<CustomerRoleId>, StoreError>;

    /// Lists all fields in page order.
    async fn registration_fields(&self) -> Result<Vec<FieldRecord>, StoreError>;

    /// Adds a field at the end (`None`), unless there are already `max`, or changes one. Its name never changes, because answers
    /// are stored under it.
    async fn save_registration_field(&self, field: &FieldRecord, max: usize) -> Result<RoleSaved<i64>, StoreError>;

    /// Deletes a field; answers stay with the companies. `false` if there is no such field.
    async fn delete_registration_field(&self, id: i64) -> Result<bool, StoreError>;

    /// Sorts the fields; those not listed follow in their current order.
    async fn order_registration_fields(&self, ids: &[i64]) -> Result<(), StoreError>;
}
