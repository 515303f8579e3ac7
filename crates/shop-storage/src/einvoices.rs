//! Electronic invoices and their numbers.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, OrderId};
use shop_core::document::einvoice::{EInvoiceNumber, EInvoiceState};
use shop_services::ports::{
    EInvoiceEvent, EInvoiceFilter, EInvoiceRecord, EInvoiceStep, EInvoiceStore, InvoicedCompany, NewEInvoice,
    StoreError,
};
use shop_services::settings::CarrierChoice;

use crate::db::Db;
use crate::einvoice_queues as queues;
use crate::einvoices_written as written;
use crate::row::row;
use crate::statement::{Filter, set, values};

row! {
    EInvoiceRecord: einvoices(id) {
        id, kind, number: EInvoiceNumber { series, year, number }, day, order_id, refund_id, buyer, total: total_cents,
        document: content, file_number, state, carrier, reference, code, answer, attempts, created_at, updated_at,
    }
}

row! {
    EInvoiceEvent: einvoice_events(id) { state, code, answer, author, created_at, }
}

#[async_trait]
impl EInvoiceStore for Db {
    async fn issue_einvoice(&self, new: &NewEInvoice, now: UnixSeconds) -> Result<Option<EInvoiceRecord>, StoreError> {
        Box::pin(written::issue(self, new, now)).await
    }

    async fn einvoice(&self, id: i64) -> Result<Option<EInvoiceRecord>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn einvoice_of(&self, order: OrderId) -> Result<Option<EInvoiceRecord>, StoreError> {
        self.find(written::OF_ORDER, values![order]).await
    }

    async fn list_einvoices(&self, filter: &EInvoiceFilter) -> Result<(Vec<EInvoiceRecord>, u64), StoreError> {
        let mut wanted = Filter::new("1 = 1");
        if let Some(state) = filter.state {
            wanted.and("state = ?", state);
        }
        if let Some(kind) = filter.kind {
            wanted.and("kind = ?", kind);
        }
        if let Some(from) = filter.from {
            wanted.and("day >= ?", from);
        }
        if let Some(to) = filter.to {
            wanted.and("day <= ?", to);
        }
        if let Some(order) = filter.order {
            wanted.and(
                "(order_id = ? OR id IN (SELECT einvoice_id FROM einvoice_orders WHERE einvoice_orders.order_id = ?))",
                order,
            );
        }
        wanted.and_search(&filter.search, &["search"]);
        self.page(wanted, "day DESC, id DESC", (filter.page, filter.per_page)).await
    }

    async fn einvoice_events(&self, id: i64) -> Result<Vec<EInvoiceEvent>, StoreError> {
        self.list("WHERE einvoice_id = $1 ORDER BY id", values![id]).await
    }

    async fn step_einvoice(&self, step: &EInvoiceStep, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let stepped = set! {
            state: step.to,
            carrier: step.carrier,
            reference: &step.reference,
            code: &step.code,
            answer: &step.answer,
            attempts: 0_i64,
            next_at: step.next_at,
            updated_at: now,
        };
        if write.update("einvoices", stepped, "id = $1 AND state = $2", values![step.id, step.from]).await? == 0 {
            return Ok(false);
        }
        let told = (step.to, step.code.as_str(), step.answer.as_str());
        written::note(&write, step.id, told, &step.author, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn correct_einvoice(&self, id: i64, new: &NewEInvoice, now: UnixSeconds) -> Result<bool, StoreError> {
        Box::pin(written::correct(self, id, new, now)).await
    }

    async fn claim_einvoices(
        &self,
        carrier: CarrierChoice,
        state: EInvoiceState,
        now: UnixSeconds,
        lease_s: i64,
        limit: u64,
    ) -> Result<Vec<EInvoiceRecord>, StoreError> {
        let write = self.begin(true).await?;
        let due = "SELECT id FROM einvoices WHERE carrier = $1 AND state = $2 AND next_at IS NOT NULL AND next_at <= $3 \
                   ORDER BY next_at, id LIMIT $4";
        let mut claimed = Vec::new();
        for id in write.rows::<i64>(due, values![carrier, state, now, limit]).await? {
            // Of two workers that read the same one, the second finds it taken.
            let taken = set! { next_at: Some(now + lease_s) };
            let condition = "id = $1 AND state = $2 AND next_at <= $3";
            claimed.extend(write.update_returning::<EInvoiceRecord>(taken, condition, values![id, state, now]).await?);
        }
        write.commit().await?;
        Ok(claimed)
    }

    async fn einvoice_waits(
        &self,
        id: i64,
        code: &str,
        answer: &str,
        next_at: UnixSeconds,
        now: UnixSeconds,
    ) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let waits = set! { code, answer, attempts = "attempts + 1", next_at: Some(next_at), updated_at: now };
        write.update("einvoices", waits, "id = $1", values![id]).await?;
        write.commit().await
    }

    async fn orders_to_invoice(&self, after: OrderId, deferred: bool, limit: u64) -> Result<Vec<OrderId>, StoreError> {
        queues::orders_to_invoice(self, (after, deferred), limit).await
    }

    async fn orders_to_defer(
        &self,
        before: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<(CompanyId, OrderId, UnixSeconds)>, StoreError> {
        queues::orders_to_defer(self, before, limit).await
    }

    async fn refunds_to_credit(&self, limit: u64) -> Result<Vec<(OrderId, i64)>, StoreError> {
        queues::refunds_to_credit(self, limit).await
    }

    async fn invoiced_company(&self, order: OrderId) -> Result<Option<InvoicedCompany>, StoreError> {
        queues::invoiced_company(self, order).await
    }
}
