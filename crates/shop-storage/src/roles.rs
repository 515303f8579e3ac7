//! Roles of customers and the fields of the registration form.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::CustomerRoleId;
use shop_core::trade::role::RoleForm;
use shop_services::ports::{FieldRecord, RoleKept, RoleRecord, RoleStore, StoreError};

use crate::db::{Db, Write, to_json};
use crate::row::row;
use crate::statement::{set, values};

row! {
    RoleRecord: customer_roles(id) { id, slug, is_trade, terms, }
}

row! {
    FieldRecord: registration_fields(id) { id, name, role_id, field: content, }
}

/// Rows of everybody who has a role, or will have it.
const HOLDERS: &str = "SELECT role_id FROM companies \
     UNION ALL SELECT customer_role_id AS role_id FROM customers WHERE customer_role_id IS NOT NULL \
     UNION ALL SELECT role_id FROM account_tokens WHERE role_id IS NOT NULL";

#[async_trait]
impl RoleStore for Db {
    async fn roles(&self) -> Result<Vec<RoleRecord>, StoreError> {
        self.list("ORDER BY position, id", values![]).await
    }

    async fn role_uses(&self) -> Result<BTreeMap<CustomerRoleId, i64>, StoreError> {
        let sql = format!("SELECT role_id, COUNT(*) FROM ({HOLDERS}) AS holders GROUP BY role_id");
        Ok(self.rows::<(CustomerRoleId, i64)>(&sql, values![]).await?.into_iter().collect())
    }

    async fn save_role(
        &self,
        id: Option<CustomerRoleId>,
        form: &RoleForm,
    ) -> Result<RoleKept<CustomerRoleId>, StoreError> {
        let write = self.begin(true).await?;
        let taken = "SELECT id FROM customer_roles WHERE slug = $1 AND id <> $2";
        let mut row = set! { slug: &form.slug, is_trade: form.is_trade, terms: to_json(&form.terms)? };
        let saved = match id {
            None => {
                if write.has(taken, values![&form.slug, CustomerRoleId(0)]).await? {
                    return Ok(RoleKept::NameTaken);
                }
                row.append(set! { position = "(SELECT COALESCE(MAX(r.position), 0) + 1 FROM customer_roles r)" });
                CustomerRoleId(write.insert_new("customer_roles", row).await?)
            }
            Some(id) => {
                let Some(known) = locked(&write, id).await? else { return Ok(RoleKept::Unknown) };
                if write.has(taken, values![&form.slug, id]).await? {
                    return Ok(RoleKept::NameTaken);
                }
                if known.is_trade != form.is_trade && is_held(&write, id).await? {
                    return Ok(RoleKept::InUse);
                }
                write.update("customer_roles", row, "id = $1", values![id]).await?;
                id
            }
        };
        write.commit().await?;
        Ok(RoleKept::Done(saved))
    }

    async fn delete_role(&self, id: CustomerRoleId) -> Result<RoleKept<CustomerRoleId>, StoreError> {
        let write = self.begin(true).await?;
        if locked(&write, id).await?.is_none() {
            return Ok(RoleKept::Unknown);
        }
        if is_held(&write, id).await? {
            return Ok(RoleKept::InUse);
        }
        write.run("DELETE FROM registration_fields WHERE role_id = $1", values![id]).await?;
        write.run("DELETE FROM customer_roles WHERE id = $1", values![id]).await?;
        write.commit().await?;
        Ok(RoleKept::Done(id))
    }

    async fn registration_fields(&self) -> Result<Vec<FieldRecord>, StoreError> {
        self.list("ORDER BY position, id", values![]).await
    }

    async fn save_registration_field(&self, field: &FieldRecord, most: usize) -> Result<RoleKept<i64>, StoreError> {
        let write = self.begin(true).await?;
        if let Some(role) = field.role_id
            && locked(&write, role).await?.is_none()
        {
            return Ok(RoleKept::Unknown);
        }
        let mut row = set! { role_id: field.role_id, content: to_json(&field.field)? };
        let id = if field.id == 0 {
            let held = write.number("SELECT COUNT(*) FROM registration_fields", values![]).await?;
            if usize::try_from(held).unwrap_or(usize::MAX) >= most {
                return Ok(RoleKept::Full);
            }
            row.value("name", &field.name);
            row.append(set! { position = "(SELECT COALESCE(MAX(f.position), 0) + 1 FROM registration_fields f)" });
            let made = write
                .insert_returning::<i64>("registration_fields", vec![row], "ON CONFLICT (name) DO NOTHING RETURNING id")
                .await?;
            let Some(id) = made.first() else { return Ok(RoleKept::NameTaken) };
            *id
        } else {
            if write.update("registration_fields", row, "id = $1", values![field.id]).await? == 0 {
                return Ok(RoleKept::Unknown);
            }
            field.id
        };
        write.commit().await?;
        Ok(RoleKept::Done(id))
    }

    async fn delete_registration_field(&self, id: i64) -> Result<bool, StoreError> {
        Ok(self.run("DELETE FROM registration_fields WHERE id = $1", values![id]).await? > 0)
    }

    async fn order_registration_fields(&self, ids: &[i64]) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let known: Vec<i64> = write.rows("SELECT id FROM registration_fields ORDER BY position, id", values![]).await?;
        let rest = known.iter().filter(|id| !ids.contains(id));
        for (position, id) in (1_i64..).zip(ids.iter().chain(rest)) {
            write.update("registration_fields", set! { position }, "id = $1", values![*id]).await?;
        }
        write.commit().await
    }
}

/// A role that nobody else changes until the end of this write.
async fn locked(write: &Write<'_>, id: CustomerRoleId) -> Result<Option<RoleRecord>, StoreError> {
    write.run("UPDATE customer_roles SET version = version + 1 WHERE id = $1", values![id]).await?;
    write.find("WHERE id = $1", values![id]).await
}

async fn is_held(write: &Write<'_>, id: CustomerRoleId) -> Result<bool, StoreError> {
    let sql = format!("SELECT role_id FROM ({HOLDERS}) AS holders WHERE role_id = $1 LIMIT 1");
    write.has(&sql, values![id]).await
}
