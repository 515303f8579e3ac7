//! Electronic invoices: queries, status changes and numbers.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, EntityTrait, IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, OrderId};
use shop_core::orders::document::einvoice::{EInvoiceNumber, EInvoiceState};
use shop_services::platform::settings::CarrierChoice;
use shop_services::ports::{
    EInvoiceEvent, EInvoiceFilter, EInvoiceRecord, EInvoiceStep, EInvoiceStore, InvoicedCompany, NewEInvoice,
    StoreError,
};

use crate::db::Db;
use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::returning::returning;
use crate::entity::einvoices::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, einvoice_events, einvoice_orders, record_from};
use crate::orders::einvoice_issue;
use crate::orders::einvoice_queues as queues;
use crate::search::matches;

record_from! {
    |row: Model| EInvoiceRecord {
        id, kind,
        number: EInvoiceNumber { series: row.series, year: row.year, number: row.number },
        day, order_id, refund_id, buyer,
        total: row.total_cents.0,
        document: row.content.0,
        file_number, state, carrier, reference, code, answer, attempts, created_at, updated_at,
    }
}

record_from! { |row: einvoice_events::Model| EInvoiceEvent { state, code, answer, author, created_at } }

#[async_trait]
impl EInvoiceStore for Db {
    async fn issue_einvoice(&self, new: &NewEInvoice, now: UnixSeconds) -> Result<Option<EInvoiceRecord>, StoreError> {
        Box::pin(einvoice_issue::issue(self, new, now)).await
    }

    async fn einvoice(&self, id: i64) -> Result<Option<EInvoiceRecord>, StoreError> {
        Entity::find_by_id(id).fetch_record(self).await
    }

    async fn einvoice_of(&self, order: OrderId) -> Result<Option<EInvoiceRecord>, StoreError> {
        einvoice_issue::find_by_order(self, order).await
    }

    async fn list_einvoices(&self, filter: &EInvoiceFilter) -> Result<(Vec<EInvoiceRecord>, u64), StoreError> {
        let wanted = Entity::find().filter(conditions(filter)).order_by_desc(Column::Day).order_by_desc(Column::Id);
        wanted.fetch_page_and_count(self, filter.page, filter.per_page).await
    }

    async fn einvoice_events(&self, id: i64) -> Result<Vec<EInvoiceEvent>, StoreError> {
        let events = einvoice_events::Entity::find()
            .filter(einvoice_events::Column::EinvoiceId.eq(id))
            .order_by_asc(einvoice_events::Column::Id);
        events.fetch_records(self).await
    }

    async fn step_einvoice(&self, step: &EInvoiceStep, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let stepped = ActiveModel {
            state: Set(Stored(step.to)),
            carrier: Set(Stored(step.carrier)),
            reference: Set(step.reference.clone()),
            code: Set(step.code.clone()),
            answer: Set(step.answer.clone()),
            attempts: Set(0),
            next_at: Set(step.next_at),
            updated_at: Set(now),
            ..Default::default()
        };
        let update = Entity::update_many()
            .set(stepped)
            .filter(Column::Id.eq(step.id))
            .filter(Column::State.eq(Stored(step.from)));
        if update.run(&write).await? == 0 {
            return Ok(false);
        }
        let event = (step.to, step.code.as_str(), step.answer.as_str());
        einvoice_issue::record_event(&write, step.id, event, &step.author, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn correct_einvoice(&self, id: i64, new: &NewEInvoice, now: UnixSeconds) -> Result<bool, StoreError> {
        Box::pin(einvoice_issue::correct_einvoice(self, id, new, now)).await
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
        let due = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::Carrier.eq(Stored(carrier)))
            .filter(Column::State.eq(Stored(state)))
            .filter(Column::NextAt.is_not_null())
            .filter(Column::NextAt.lte(now))
            .order_by_asc(Column::NextAt)
            .order_by_asc(Column::Id)
            .limit(limit)
            .into_tuple::<i64>();
        let mut claimed = Vec::new();
        for id in due.fetch_all(&write).await? {
            // If two workers read the same invoice, the second finds it claimed.
            let claim = Entity::update_many()
                .set(ActiveModel { next_at: Set(Some(now + lease_s)), ..Default::default() })
                .filter(Column::Id.eq(id))
                .filter(Column::State.eq(Stored(state)))
                .filter(Column::NextAt.lte(now));
            claimed.extend(returning(claim, &write).await?.into_iter().map(EInvoiceRecord::from));
        }
        write.commit().await?;
        Ok(claimed)
    }

    async fn postpone_einvoice(
        &self,
        id: i64,
        code: &str,
        answer: &str,
        next_at: UnixSeconds,
        now: UnixSeconds,
    ) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let waits = ActiveModel {
            code: Set(code.to_owned()),
            answer: Set(answer.to_owned()),
            next_at: Set(Some(next_at)),
            updated_at: Set(now),
            ..Default::default()
        };
        let update = Entity::update_many()
            .set(waits)
            .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1_i64))
            .filter(Column::Id.eq(id));
        update.run(&write).await?;
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

fn conditions(filter: &EInvoiceFilter) -> Condition {
    let of_order = |order: OrderId| {
        let invoices = einvoice_orders::Entity::find()
            .select_only()
            .column(einvoice_orders::Column::EinvoiceId)
            .filter(einvoice_orders::Column::OrderId.eq(Stored(order)))
            .into_query();
        Column::OrderId.eq(Stored(order)).or(Column::Id.in_subquery(invoices))
    };
    Condition::all()
        .add_option(filter.state.map(|state| Column::State.eq(Stored(state))))
        .add_option(filter.kind.map(|kind| Column::Kind.eq(Stored(kind))))
        .add_option(filter.from.map(|from| Column::Day.gte(from)))
        .add_option(filter.to.map(|to| Column::Day.lte(to)))
        .add_option(filter.order.map(of_order))
        .add_option(matches(&filter.search, [Column::Search.into_simple_expr()]))
}
