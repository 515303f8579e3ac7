//! What went wrong between shop and payment provider, and its last message.

use async_trait::async_trait;
use shop_services::ports::{KEPT_FAULTS, LastEvent, ProviderFault, ProviderFaultStore, StoreError};

use crate::db::Db;
use crate::row::row;
use crate::statement::{set, values};

row! {
    ProviderFault: provider_faults(+id) { at: failed_at, call, code, message, }
}

row! {
    LastEvent: payment_events(+id) { kind, received_at, }
}

#[async_trait]
impl ProviderFaultStore for Db {
    async fn note_provider_fault(&self, fault: &ProviderFault) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let row = set! { failed_at: fault.at, call: &fault.call, code: &fault.code, message: &fault.message };
        write.insert("provider_faults", row).await?;
        let sql =
            "DELETE FROM provider_faults WHERE id NOT IN (SELECT id FROM provider_faults ORDER BY id DESC LIMIT $1)";
        write.run(sql, values![KEPT_FAULTS]).await?;
        write.commit().await
    }

    async fn provider_faults(&self) -> Result<Vec<ProviderFault>, StoreError> {
        self.list("ORDER BY id DESC", values![]).await
    }

    async fn last_event(&self) -> Result<Option<LastEvent>, StoreError> {
        self.find("ORDER BY received_at DESC LIMIT 1", values![]).await
    }
}
