//! Methods that buyers keep.

use sea_orm::QueryResult;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_core::payment::method::PaymentMethod;
use shop_services::ports::{GatewayMethod, SavedMethod, StoreError};

use crate::db::{Db, Write, col, inconsistent};

impl Db {
    pub(crate) async fn read_saved_methods(
        &self,
        customer: CustomerId,
        scope: &str,
    ) -> Result<Vec<SavedMethod>, StoreError> {
        let sql = "SELECT id, customer_id, method_id, kind, brand, last4, expires_month, expires_year, email, is_default \
                   FROM saved_methods WHERE customer_id = $1 AND scope = $2 ORDER BY is_default DESC, id DESC";
        self.all(sql, vec![customer.0.into(), scope.into()]).await?.iter().map(saved_of).collect()
    }

    pub(crate) async fn write_saved_method(
        &self,
        customer: CustomerId,
        scope: &str,
        method: &GatewayMethod,
        now: UnixSeconds,
    ) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        lock(&write, customer).await?;
        let [month, year] = match method.expires {
            Some((month, year)) => [Some(i64::from(month)), Some(i64::from(year))],
            None => [None, None],
        };
        // Another buyer's method stays his.
        write
            .run(
                "INSERT INTO saved_methods (customer_id, method_id, kind, brand, last4, expires_month, expires_year, email, \
                 is_default, created_at, scope) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, \
                 NOT EXISTS (SELECT 1 FROM saved_methods WHERE customer_id = $1 AND scope = $10 AND is_default), $9, $10) \
                 ON CONFLICT (method_id) DO UPDATE SET expires_month = excluded.expires_month, \
                 expires_year = excluded.expires_year WHERE saved_methods.customer_id = excluded.customer_id",
                vec![
                    customer.0.into(),
                    method.id.as_str().into(),
                    method.kind.as_str().into(),
                    method.brand.as_str().into(),
                    method.last4.as_str().into(),
                    month.into(),
                    year.into(),
                    method.email.as_str().into(),
                    now.into(),
                    scope.into(),
                ],
            )
            .await?;
        write.commit().await
    }

    pub(crate) async fn choose_saved_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        lock(&write, customer).await?;
        let sql = "SELECT id FROM saved_methods WHERE customer_id = $1 AND id = $2";
        if write.one(sql, vec![customer.0.into(), id.into()]).await?.is_none() {
            return Ok(false);
        }
        let sql = "UPDATE saved_methods SET is_default = (id = $2) WHERE customer_id = $1 \
                   AND scope = (SELECT chosen.scope FROM saved_methods AS chosen WHERE chosen.id = $2)";
        write.run(sql, vec![customer.0.into(), id.into()]).await?;
        write.commit().await?;
        Ok(true)
    }

    pub(crate) async fn remove_saved_method(
        &self,
        customer: CustomerId,
        id: i64,
    ) -> Result<Option<String>, StoreError> {
        let write = self.begin(true).await?;
        lock(&write, customer).await?;
        let sql = "DELETE FROM saved_methods WHERE customer_id = $1 AND id = $2 RETURNING method_id, scope";
        let Some(row) = write.one(sql, vec![customer.0.into(), id.into()]).await? else { return Ok(None) };
        // What was paid by it goes on by the chosen one.
        let sql = "UPDATE subscriptions SET method_id = NULL, version = version + 1 WHERE method_id = $1";
        write.run(sql, vec![id.into()]).await?;
        let scope: String = col(&row, "scope")?;
        let sql = "UPDATE saved_methods SET is_default = TRUE WHERE id = \
                   (SELECT MAX(id) FROM saved_methods WHERE customer_id = $1 AND scope = $2) AND NOT EXISTS \
                   (SELECT 1 FROM saved_methods WHERE customer_id = $1 AND scope = $2 AND is_default)";
        write.run(sql, vec![customer.0.into(), scope.into()]).await?;
        write.commit().await?;
        Ok(Some(col(&row, "method_id")?))
    }
}

impl Db {
    pub(crate) async fn drop_gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<u64, StoreError> {
        let write = self.begin(true).await?;
        lock(&write, customer).await?;
        let named = || vec![customer.0.into(), scope.into()];
        // What was paid by them goes on by the chosen one, once there is one again.
        let sql = "UPDATE subscriptions SET method_id = NULL, version = version + 1 WHERE method_id IN \
                   (SELECT id FROM saved_methods WHERE customer_id = $1 AND scope = $2)";
        write.run(sql, named()).await?;
        let lost = write.run("DELETE FROM saved_methods WHERE customer_id = $1 AND scope = $2", named()).await?;
        write.run("DELETE FROM gateway_customers WHERE customer_id = $1 AND scope = $2", named()).await?;
        write.commit().await?;
        Ok(lost)
    }
}

/// Two changes of a buyer's methods wait for each other here.
async fn lock(write: &Write<'_>, customer: CustomerId) -> Result<(), StoreError> {
    write.run("UPDATE customers SET id = id WHERE id = $1", vec![customer.0.into()]).await?;
    Ok(())
}

fn saved_of(row: &QueryResult) -> Result<SavedMethod, StoreError> {
    let id: i64 = col(row, "id")?;
    let customer_id = CustomerId(col(row, "customer_id")?);
    let kind: String = col(row, "kind")?;
    let month: Option<i64> = col(row, "expires_month")?;
    let year: Option<i64> = col(row, "expires_year")?;
    let expires = month.zip(year).and_then(|(month, year)| Some((month.try_into().ok()?, year.try_into().ok()?)));
    let method = GatewayMethod {
        id: col(row, "method_id")?,
        kind: PaymentMethod::from_id(&kind).ok_or_else(|| inconsistent("saved_methods", id, "unknown kind"))?,
        customer: None,
        brand: col(row, "brand")?,
        last4: col(row, "last4")?,
        expires,
        email: col(row, "email")?,
    };
    Ok(SavedMethod { id, customer_id, method, is_default: col(row, "is_default")? })
}
