//! People as the merchant looks after them.

use async_trait::async_trait;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{PeopleStore, PersonChanged, PersonFilter, PersonRow, Role, StoreError};

use crate::db::{Db, Write};
use crate::row::row;
use crate::statement::{Filter, set, values};

row! {
    PersonRow: customers(id) {
        id, email, username,
        name: (first_name, last_name) => |first: String, last: String| format!("{first} {last}").trim().to_owned(),
        role, blocked_at,
        orders: "(SELECT COUNT(*) FROM orders o WHERE o.customer_id = customers.id AND o.status <> 'checkout-draft')",
        spent: "(SELECT CAST(COALESCE(SUM(o.total_cents - o.refunded_cents - COALESCE((SELECT SUM(i.cents) FROM order_instalments i \
            WHERE i.order_id = o.id AND i.status <> 'paid'), 0)), 0) AS BIGINT) FROM orders o WHERE o.customer_id = customers.id \
            AND o.status IN ('processing', 'completed', 'refunded'))",
        last_order_at: "(SELECT MAX(o.created_at) FROM orders o WHERE o.customer_id = customers.id AND o.status <> 'checkout-draft')",
        created_at, company_id,
        company: "COALESCE((SELECT f.name FROM companies f WHERE f.id = customers.company_id), '')",
    }
}

#[async_trait]
impl PeopleStore for Db {
    async fn list_people(&self, filter: &PersonFilter) -> Result<(Vec<PersonRow>, u64), StoreError> {
        let mut condition = Filter::new("1 = 1");
        let names = ["email", "username", "first_name", "last_name"];
        condition.and_search(&filter.search, &names);
        if let Some(role) = filter.role {
            condition.and("role = ?", role);
        }
        if filter.blocked {
            condition.and_that("blocked_at IS NOT NULL");
        }
        self.page(condition, "id DESC", (filter.page, filter.per_page)).await
    }

    async fn person(&self, id: CustomerId) -> Result<Option<PersonRow>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn set_role(&self, id: CustomerId, role: Role) -> Result<PersonChanged, StoreError> {
        let write = self.begin(true).await?;
        if role != Role::Admin && is_last_admin(&write, id, self.is_postgres()).await? {
            return Ok(PersonChanged::LastAdmin);
        }
        if write.update("customers", set! { role }, "id = $1", values![id]).await? == 0 {
            return Ok(PersonChanged::Unknown);
        }
        end_logins(&write, id).await?;
        write.commit().await?;
        Ok(PersonChanged::Done)
    }

    async fn set_blocked(&self, id: CustomerId, at: Option<UnixSeconds>) -> Result<PersonChanged, StoreError> {
        let write = self.begin(true).await?;
        if at.is_some() && is_last_admin(&write, id, self.is_postgres()).await? {
            return Ok(PersonChanged::LastAdmin);
        }
        if write.update("customers", set! { blocked_at: at }, "id = $1", values![id]).await? == 0 {
            return Ok(PersonChanged::Unknown);
        }
        if at.is_some() {
            end_logins(&write, id).await?;
        }
        write.commit().await?;
        Ok(PersonChanged::Done)
    }

    async fn coupons_of(&self, id: CustomerId) -> Result<Vec<(i64, String)>, StoreError> {
        let sql = "SELECT id, code FROM coupons WHERE id IN (SELECT u.coupon_id FROM coupon_uses u \
                   JOIN orders o ON o.id = u.order_id WHERE o.customer_id = $1) \
                   OR id IN (SELECT e.coupon_id FROM coupon_emails e JOIN customers c ON c.email = e.pattern WHERE c.id = $1) \
                   ORDER BY code LIMIT 50";
        self.rows(sql, values![id]).await
    }
}

/// Whether nobody else runs the shop. Two administrators who put each other out wait for each other here.
async fn is_last_admin(write: &Write<'_>, id: CustomerId, postgres: bool) -> Result<bool, StoreError> {
    let lock = if postgres { " FOR UPDATE" } else { "" };
    let sql = format!("SELECT id FROM customers WHERE role = 'admin' AND blocked_at IS NULL ORDER BY id{lock}");
    Ok(write.rows::<CustomerId>(&sql, values![]).await? == [id])
}

async fn end_logins(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    write.run("DELETE FROM logins WHERE customer_id = $1", values![id]).await?;
    write.run("DELETE FROM account_tokens WHERE customer_id = $1", values![id]).await.map(|_| ())
}
