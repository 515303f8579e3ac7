//! Downloads of an order.

use std::sync::Arc;

use shop_core::base::Params;
use shop_core::orders::OrderStatus;
use shop_core::orders::download::DownloadGrant;
use shop_core::orders::withdrawal::ends_at;
use shop_core::platform::messages::{codes, text};

use super::order_file::{OrderFile, order_files};
use crate::orders::Orders;
use crate::platform::context::Context;
use crate::ports::{DownloadStore, FileKey, OrderEvent, OrderOwner, OrderRecord, OrderStore, StoreError, ports};

/// Kind of the history entry that records the consent to immediate download.
const FILES_CONSENT: &str = "files_consent";

/// Maximum number of orders whose files the account lists.
const MAX_ORDERS: u64 = 100;

/// A file with its download permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantedFile {
    pub file: OrderFile,
    pub grant: DownloadGrant,
    /// The withdrawal period is running and the buyer has not consented to immediate download.
    pub needs_consent: bool,
}

ports! {
    pub(crate) trait OrderFilesPorts: DownloadStore + OrderStore
}

/// Downloads of purchased files.
#[derive(Clone)]
pub struct OrderFiles {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn OrderFilesPorts>,
    pub(crate) orders: Orders,
}

impl OrderFiles {
    /// Returns an order's files with their permissions.
    pub async fn files_of(&self, order: &OrderRecord) -> Result<Vec<GrantedFile>, StoreError> {
        let files = order_files(&order.lines, self.context.catalogue().await?.as_ref());
        if files.is_empty() {
            return Ok(Vec::new());
        }
        let paid_at = first_paid(&self.store.order_events(order.id).await?);
        let fetched = self.store.fetched_files(order.id).await?;
        // The withdrawal period runs from the conclusion of the contract, because nothing is delivered (Codice del consumo art.
        // 52, par. 2, letter c).
        let needs_consent = self.context.now() < ends_at(order.created_at) && !self.files_consent(order).await?;
        let grant = |file: &OrderFile| DownloadGrant {
            status: order.status,
            paid_at,
            quantity: file.quantity,
            limit: file.limit,
            expiry_days: file.expiry_days,
            fetched: fetched
                .iter()
                .find(|(key, _)| key.product == file.product_id && key.file == file.id)
                .map_or(0, |(_, times)| *times),
        };
        Ok(files.into_iter().map(|file| GrantedFile { grant: grant(&file), file, needs_consent }).collect())
    }

    /// Whether the buyer has consented to download digital content before the withdrawal period ends.
    pub async fn files_consent(&self, order: &OrderRecord) -> Result<bool, StoreError> {
        if order.content.files_consent_at.is_some() {
            return Ok(true);
        }
        Ok(self.store.order_events(order.id).await?.iter().any(|event| event.kind == FILES_CONSENT))
    }

    /// Records the buyer's consent, given after the order.
    pub async fn consent_to_files(&self, order: &OrderRecord) -> Result<(), StoreError> {
        if !self.files_consent(order).await? {
            let note = text(codes::FILES_CONSENT, &Params::new(), order.content.lang);
            self.store.add_order_note(order.id, FILES_CONSENT, &note, "customer", self.context.now()).await?;
        }
        Ok(())
    }

    /// Returns the files of an owner's orders, newest order first.
    pub async fn files_of_owner(&self, owner: OrderOwner) -> Result<Vec<(OrderRecord, Vec<GrantedFile>)>, StoreError> {
        let mut out = Vec::new();
        for id in self.store.orders_with_files(owner, MAX_ORDERS).await? {
            if let Some(order) = self.orders.own_order(id, owner).await? {
                let files = self.files_of(&order).await?;
                out.push((order, files));
            }
        }
        Ok(out)
    }

    /// Counts a download; `false` if a concurrent download used the last permitted one.
    pub async fn count_fetch(&self, order: &OrderRecord, file: &GrantedFile) -> Result<bool, StoreError> {
        let key = FileKey { order: order.id, product: file.file.product_id, file: file.file.id.clone() };
        self.store.count_fetch(&key, file.grant.allowed()).await
    }
}

fn first_paid(events: &[OrderEvent]) -> Option<i64> {
    events.iter().find(|event| event.to_status.is_some_and(OrderStatus::is_paid)).map(|event| event.created_at)
}
