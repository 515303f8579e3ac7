//! People as the merchant looks after them.

use async_trait::async_trait;
use sea_orm::{QueryResult, Value};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId};
use shop_services::ports::{PeopleStore, PersonChanged, PersonFilter, PersonRow, Role, StoreError};

use crate::db::{Db, Write, col, contains, inconsistent};

const COLUMNS: &str = "id, email, username, first_name, last_name, role, blocked_at, created_at, \
    (SELECT COUNT(*) FROM orders o WHERE o.customer_id = customers.id AND o.status <> 'checkout-draft') AS orders, \
    (SELECT CAST(COALESCE(SUM(o.total_cents - o.refunded_cents - COALESCE((SELECT SUM(i.cents) FROM order_instalments i \
     WHERE i.order_id = o.id AND i.status <> 'paid'), 0)), 0) AS BIGINT) FROM orders o WHERE o.customer_id = customers.id \
     AND o.status IN ('processing', 'completed', 'refunded')) AS spent, \
    (SELECT MAX(o.created_at) FROM orders o WHERE o.customer_id = customers.id AND o.status <> 'checkout-draft') AS last_order";

#[async_trait]
impl PeopleStore for Db {
    async fn list_people(&self, filter: &PersonFilter) -> Result<(Vec<PersonRow>, u64), StoreError> {
        let (condition, values) = conditions(filter);
        let per_page = i64::try_from(filter.per_page.clamp(1, 100)).unwrap_or(25);
        let offset = i64::try_from(filter.page.saturating_sub(1)).unwrap_or(0).saturating_mul(per_page);
        let mut paged = values.clone();
        paged.extend([per_page.into(), offset.into()]);
        let sql = format!(
            "SELECT {COLUMNS} FROM customers WHERE {condition} ORDER BY id DESC LIMIT ${} OFFSET ${}",
            paged.len() - 1,
            paged.len()
        );
        let rows = self.all(&sql, paged).await?.iter().map(person).collect::<Result<_, _>>()?;
        let total = self.one(&format!("SELECT COUNT(*) AS n FROM customers WHERE {condition}"), values).await?;
        let total: i64 = total.map_or(Ok(0), |row| col(&row, "n"))?;
        Ok((rows, u64::try_from(total).unwrap_or(0)))
    }

    async fn person(&self, id: CustomerId) -> Result<Option<PersonRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM customers WHERE id = $1");
        self.one(&sql, vec![id.0.into()]).await?.as_ref().map(person).transpose()
    }

    async fn set_role(&self, id: CustomerId, role: Role) -> Result<PersonChanged, StoreError> {
        let write = self.begin(true).await?;
        if role != Role::Admin && is_last_admin(&write, id, self.is_postgres()).await? {
            return Ok(PersonChanged::LastAdmin);
        }
        let sql = "UPDATE customers SET role = $2 WHERE id = $1";
        if write.run(sql, vec![id.0.into(), role.as_str().into()]).await? == 0 {
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
        if write.run("UPDATE customers SET blocked_at = $2 WHERE id = $1", vec![id.0.into(), at.into()]).await? == 0 {
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
        self.all(sql, vec![id.0.into()]).await?.iter().map(|row| Ok((col(row, "id")?, col(row, "code")?))).collect()
    }
}

/// Whether nobody else runs the shop. Two administrators who put each other out wait for each other here.
async fn is_last_admin(write: &Write<'_>, id: CustomerId, postgres: bool) -> Result<bool, StoreError> {
    let lock = if postgres { " FOR UPDATE" } else { "" };
    let sql = format!("SELECT id FROM customers WHERE role = 'admin' AND blocked_at IS NULL ORDER BY id{lock}");
    let admins = write.all(&sql, Vec::new()).await?;
    let ids = admins.iter().map(|row| col::<i64>(row, "id")).collect::<Result<Vec<_>, _>>()?;
    Ok(ids == [id.0])
}

async fn end_logins(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    write.run("DELETE FROM logins WHERE customer_id = $1", vec![id.0.into()]).await?;
    write.run("DELETE FROM account_tokens WHERE customer_id = $1", vec![id.0.into()]).await.map(|_| ())
}

fn conditions(filter: &PersonFilter) -> (String, Vec<Value>) {
    let mut values: Vec<Value> = Vec::new();
    let mut parts = vec!["1 = 1".to_owned()];
    let search = filter.search.trim();
    if !search.is_empty() {
        values.push(contains(search).into());
        let n = values.len();
        parts.push(format!(
            "(email LIKE ${n} ESCAPE '\\' OR LOWER(username) LIKE ${n} ESCAPE '\\' \
             OR LOWER(first_name || ' ' || last_name) LIKE ${n} ESCAPE '\\')"
        ));
    }
    if let Some(role) = filter.role {
        values.push(role.as_str().into());
        parts.push(format!("role = ${}", values.len()));
    }
    if filter.blocked {
        parts.push("blocked_at IS NOT NULL".to_owned());
    }
    (parts.join(" AND "), values)
}

fn person(row: &QueryResult) -> Result<PersonRow, StoreError> {
    let id: i64 = col(row, "id")?;
    let role: String = col(row, "role")?;
    let (first, last): (String, String) = (col(row, "first_name")?, col(row, "last_name")?);
    Ok(PersonRow {
        id: CustomerId(id),
        email: col(row, "email")?,
        username: col(row, "username")?,
        name: format!("{first} {last}").trim().to_owned(),
        role: Role::parse(&role).ok_or_else(|| inconsistent("customers", id, "unknown role"))?,
        blocked_at: col(row, "blocked_at")?,
        orders: col(row, "orders")?,
        spent: Cents(col(row, "spent")?),
        last_order_at: col(row, "last_order")?,
        created_at: col(row, "created_at")?,
    })
}
