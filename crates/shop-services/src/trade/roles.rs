//! Management of customer roles and registration fields by the merchant.

use std::collections::BTreeMap;
use std::sync::Arc;

use shop_core::base::{CustomerRoleId, FieldError};
use shop_core::platform::messages::codes;
use shop_core::trade::registration_field::{MAX_FIELDS, RegistrationField, name_error};
use shop_core::trade::role::RoleForm;

use crate::platform::context::Context;
use crate::ports::{FieldRecord, RoleRecord, RoleSaved, RoleStore, StoreError};

/// Names that the registration form uses itself.
const RESERVED: [&str; 6] = ["country", "email", "password", "role", "redirect", "nonce"];

/// Why a role or a field was not saved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoleError {
    #[error("the role or field does not exist")]
    Unknown,
    #[error("the role is in use")]
    InUse,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone)]
pub struct Roles {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn RoleStore>,
}

impl Roles {
    /// Lists all roles in their order.
    pub async fn roles(&self) -> Result<Vec<RoleRecord>, StoreError> {
        self.store.roles().await
    }

    /// Counts the companies, customers and pending registrations of each role.
    pub async fn role_uses(&self) -> Result<BTreeMap<CustomerRoleId, i64>, StoreError> {
        self.store.role_uses().await
    }

    /// Adds a role (`None`) or changes one. Its buyers get the new terms with their next request.
    pub async fn save_role(&self, id: Option<CustomerRoleId>, form: &RoleForm) -> Result<CustomerRoleId, RoleError> {
        let errors = form.errors();
        if !errors.is_empty() {
            return Err(RoleError::Fields(errors));
        }
        let saved = self.store.save_role(id, &form.normalised()).await?;
        self.context.trade_terms_changed();
        outcome(saved, "slug")
    }

    /// Deletes an unused role with its fields.
    pub async fn delete_role(&self, id: CustomerRoleId) -> Result<(), RoleError> {
        let saved = self.store.delete_role(id).await?;
        self.context.trade_terms_changed();
        outcome(saved, "").map(|_| ())
    }

    /// Lists all fields of the registration form in page order.
    pub async fn fields(&self) -> Result<Vec<FieldRecord>, StoreError> {
        self.store.registration_fields().await
    }

    /// Adds a field; its name never changes.
    pub async fn add_field(
        &self,
        name: &str,
        role_id: Option<CustomerRoleId>,
        field: &RegistrationField,
    ) -> Result<i64, RoleError> {
        let mut errors: Vec<FieldError> = name_error("name", name).into_iter().collect();
        if RESERVED.contains(&name) {
            errors.push(FieldError::new("name", codes::TRADE_SLUG_TAKEN));
        }
        errors.extend(field.errors());
        self.save_field(errors, FieldRecord { id: 0, name: name.to_owned(), role_id, field: field.normalised() }).await
    }

    pub async fn change_field(
        &self,
        id: i64,
        role_id: Option<CustomerRoleId>,
        field: &RegistrationField,
    ) -> Result<i64, RoleError> {
        if id <= 0 {
            return Err(RoleError::Unknown);
        }
        let record = FieldRecord { id, name: String::new(), role_id, field: field.normalised() };
        self.save_field(field.errors(), record).await
    }

    async fn save_field(&self, mut errors: Vec<FieldError>, record: FieldRecord) -> Result<i64, RoleError> {
        if let Some(id) = record.role_id
            && !self.store.roles().await?.iter().any(|role| role.id == id)
        {
            errors.push(FieldError::new("role_id", codes::TRADE_ROLE_UNKNOWN));
        }
        if !errors.is_empty() {
            return Err(RoleError::Fields(errors));
        }
        outcome(self.store.save_registration_field(&record, MAX_FIELDS).await?, "name")
    }

    /// Deletes a field; answers stay with the companies. `false` if there is no such field.
    pub async fn delete_field(&self, id: i64) -> Result<bool, StoreError> {
        self.store.delete_registration_field(id).await
    }

    /// Sorts the fields.
    pub async fn order_fields(&self, ids: &[i64]) -> Result<(), StoreError> {
        self.store.order_registration_fields(ids).await
    }
}

fn outcome<Id>(saved: RoleSaved<Id>, name: &str) -> Result<Id, RoleError> {
    match saved {
        RoleSaved::Done(id) => Ok(id),
        RoleSaved::Unknown => Err(RoleError::Unknown),
        RoleSaved::InUse => Err(RoleError::InUse),
        RoleSaved::NameTaken => Err(RoleError::Fields(vec![FieldError::new(name, codes::TRADE_SLUG_TAKEN)])),
        RoleSaved::Full => {
            Err(RoleError::Fields(vec![FieldError::new("", codes::TRADE_FIELDS_FULL).with("max", MAX_FIELDS)]))
        }
    }
}
