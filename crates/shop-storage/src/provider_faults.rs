//! What went wrong between shop and payment provider, and its last message.

use async_trait::async_trait;
use shop_services::ports::{KEPT_FAULTS, LastEvent, ProviderFault, ProviderFaultStore, StoreError};

use crate::db::{Db, col};

#[async_trait]
impl ProviderFaultStore for Db {
    async fn note_provider_fault(&self, fault: &ProviderFault) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let texts = [&fault.call, &fault.code, &fault.message].map(|text| text.as_str().into());
        let sql = "INSERT INTO provider_faults (failed_at, call, code, message) VALUES ($1, $2, $3, $4)";
        write.run(sql, std::iter::once(fault.at.into()).chain(texts).collect()).await?;
        let kept = i64::try_from(KEPT_FAULTS).unwrap_or(i64::MAX);
        let sql =
            "DELETE FROM provider_faults WHERE id NOT IN (SELECT id FROM provider_faults ORDER BY id DESC LIMIT $1)";
        write.run(sql, vec![kept.into()]).await?;
        write.commit().await
    }

    async fn provider_faults(&self) -> Result<Vec<ProviderFault>, StoreError> {
        let rows =
            self.all("SELECT failed_at, call, code, message FROM provider_faults ORDER BY id DESC", vec![]).await?;
        rows.iter()
            .map(|row| {
                Ok(ProviderFault {
                    at: col(row, "failed_at")?,
                    call: col(row, "call")?,
                    code: col(row, "code")?,
                    message: col(row, "message")?,
                })
            })
            .collect()
    }

    async fn last_event(&self) -> Result<Option<LastEvent>, StoreError> {
        let sql = "SELECT kind, received_at FROM payment_events ORDER BY received_at DESC LIMIT 1";
        let row = self.one(sql, vec![]).await?;
        row.map(|row| Ok(LastEvent { kind: col(&row, "kind")?, received_at: col(&row, "received_at")? })).transpose()
    }
}
