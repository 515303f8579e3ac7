//! Methods that buyers keep.

use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{GatewayMethod, SavedMethod, StoreError};

use crate::db::{Db, Write};
use crate::row::row;
use crate::statement::{set, values};

row! {
    SavedMethod: saved_methods(id) {
        id, customer_id,
        method: GatewayMethod {
            id: method_id, kind, customer = None, brand, last4, expires: (expires_month, expires_year) => Option::zip, email
        },
        is_default,
    }
}

pub(crate) async fn read_saved_methods(
    db: &Db,
    customer: CustomerId,
    scope: &str,
) -> Result<Vec<SavedMethod>, StoreError> {
    let rest = "WHERE customer_id = $1 AND scope = $2 ORDER BY is_default DESC, id DESC";
    db.list(rest, values![customer, scope]).await
}

pub(crate) async fn write_saved_method(
    db: &Db,
    customer: CustomerId,
    scope: &str,
    method: &GatewayMethod,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let write = db.begin(true).await?;
    lock(&write, customer).await?;
    let row = set! {
        customer_id: customer,
        scope,
        method_id: &method.id,
        kind: method.kind,
        brand: &method.brand,
        last4: &method.last4,
        expires_month: method.expires.map(|(month, _)| month),
        expires_year: method.expires.map(|(_, year)| year),
        email: &method.email,
        is_default = "NOT EXISTS (SELECT 1 FROM saved_methods WHERE customer_id = $1 AND scope = $2 AND is_default)",
        created_at: now,
    };
    // Another buyer's method stays his.
    let known = "ON CONFLICT (method_id) DO UPDATE SET expires_month = excluded.expires_month, \
                     expires_year = excluded.expires_year WHERE saved_methods.customer_id = excluded.customer_id";
    write.insert_or("saved_methods", row, known).await?;
    write.commit().await
}

pub(crate) async fn choose_saved_method(db: &Db, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
    let write = db.begin(true).await?;
    lock(&write, customer).await?;
    let sql = "SELECT id FROM saved_methods WHERE customer_id = $1 AND id = $2";
    if !write.has(sql, values![customer, id]).await? {
        return Ok(false);
    }
    let sql = "UPDATE saved_methods SET is_default = (id = $2) WHERE customer_id = $1 \
                   AND scope = (SELECT chosen.scope FROM saved_methods AS chosen WHERE chosen.id = $2)";
    write.run(sql, values![customer, id]).await?;
    write.commit().await?;
    Ok(true)
}

pub(crate) async fn remove_saved_method(db: &Db, customer: CustomerId, id: i64) -> Result<Option<String>, StoreError> {
    let write = db.begin(true).await?;
    lock(&write, customer).await?;
    let sql = "DELETE FROM saved_methods WHERE customer_id = $1 AND id = $2 RETURNING method_id, scope";
    let removed = write.row::<(String, String)>(sql, values![customer, id]).await?;
    let Some((method_id, scope)) = removed else { return Ok(None) };
    // What was paid by it goes on by the chosen one.
    let sql = "UPDATE subscriptions SET method_id = NULL, version = version + 1 WHERE method_id = $1";
    write.run(sql, values![id]).await?;
    let sql = "UPDATE saved_methods SET is_default = TRUE WHERE id = \
                   (SELECT MAX(id) FROM saved_methods WHERE customer_id = $1 AND scope = $2) AND NOT EXISTS \
                   (SELECT 1 FROM saved_methods WHERE customer_id = $1 AND scope = $2 AND is_default)";
    write.run(sql, values![customer, scope]).await?;
    write.commit().await?;
    Ok(Some(method_id))
}

pub(crate) async fn drop_gateway_customer(db: &Db, customer: CustomerId, scope: &str) -> Result<u64, StoreError> {
    let write = db.begin(true).await?;
    lock(&write, customer).await?;
    // What was paid by them goes on by the chosen one, once there is one again.
    let sql = "UPDATE subscriptions SET method_id = NULL, version = version + 1 WHERE method_id IN \
                   (SELECT id FROM saved_methods WHERE customer_id = $1 AND scope = $2)";
    write.run(sql, values![customer, scope]).await?;
    let sql = "DELETE FROM saved_methods WHERE customer_id = $1 AND scope = $2";
    let lost = write.run(sql, values![customer, scope]).await?;
    let sql = "DELETE FROM gateway_customers WHERE customer_id = $1 AND scope = $2";
    write.run(sql, values![customer, scope]).await?;
    write.commit().await?;
    Ok(lost)
}

/// Two changes of a buyer's methods wait for each other here.
async fn lock(write: &Write<'_>, customer: CustomerId) -> Result<(), StoreError> {
    write.run("UPDATE customers SET id = id WHERE id = $1", values![customer]).await.map(|_| ())
}
