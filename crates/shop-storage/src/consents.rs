//! Proofs of consent to cookies.

use async_trait::async_trait;
use shop_services::ports::{ConsentFilter, ConsentStore, KeptConsent, NewConsent, StoreError};

use crate::db::{Db, to_json};
use crate::row::row;
use crate::statement::{Filter, set};

row! {
    KeptConsent: consents(id) { id, visitor_id, kind, record, text_hash, decided_at, }
}

#[async_trait]
impl ConsentStore for Db {
    async fn add_consent(&self, new: &NewConsent) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let row = set! {
            visitor_id: &new.visitor_id,
            kind: new.kind,
            record: to_json(&new.record)?,
            text_hash: &new.text_hash,
            decided_at: new.record.decided_at,
        };
        write.insert("consents", row).await?;
        write.commit().await
    }

    async fn list_consents(&self, filter: &ConsentFilter) -> Result<(Vec<KeptConsent>, u64), StoreError> {
        let mut condition = Filter::new("1 = 1");
        if let Some(from) = filter.from {
            condition.and("decided_at >= ?", from);
        }
        if let Some(until) = filter.until {
            condition.and("decided_at < ?", until);
        }
        condition.and_search(&filter.search, &["visitor_id"]);
        let mut order = "decided_at DESC, id DESC";
        if let Some(id) = filter.before_id {
            condition.and("id < ?", id);
            order = "id DESC";
        }
        let rows = self.some(&condition, order, (filter.offset, filter.limit)).await?;
        Ok((rows, self.count("consents", condition).await?))
    }
}
