//! Issues electronic invoices: number, document and courtesy copy in one transaction.

use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, IntoSimpleExpr, QueryFilter, QuerySelect, QueryTrait};
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::orders::document::einvoice::{EInvoiceKind, EInvoiceNumber, EInvoiceState};
use shop_einvoice::Document;
use shop_services::platform::settings::CarrierChoice;
use shop_services::ports::{EInvoiceRecord, NewEInvoice, StoreError};

use crate::db::fetch::{Fetch, FetchId, Run};
use crate::db::{Db, Write, store_error};
use crate::entity::einvoices::{ActiveModel, Column, Entity};
use crate::entity::{
    Stored, einvoice_counters, einvoice_events, einvoice_orders, invoice_counters, invoices, orders, refunds,
};

/// Counter of file numbers, which are never reused in any year.
const FILES: &str = "files";

/// Finds the invoice of an order.
pub(crate) async fn find_by_order<C: ConnectionTrait>(
    on: &C,
    order: OrderId,
) -> Result<Option<EInvoiceRecord>, StoreError> {
    let id = einvoice_orders::Entity::find_by_id(Stored(order))
        .select_only()
        .column(einvoice_orders::Column::EinvoiceId)
        .into_query();
    let invoice = Entity::find().filter(Column::Id.into_simple_expr().eq(id));
    invoice.fetch_record(on).await
}

pub(crate) async fn issue(db: &Db, new: &NewEInvoice, now: UnixSeconds) -> Result<Option<EInvoiceRecord>, StoreError> {
    let write = db.begin(true).await?;
    let kind = new.document.kind;
    // The counter's row comes first: a concurrent issuer waits here, and afterwards sees what was issued. An unused number is
    // given back by the rollback.
    let number = EInvoiceNumber {
        series: kind.series().to_owned(),
        year: new.year,
        number: next_number(&write, kind, new.year).await?,
    };
    if let Some(refund) = new.refund {
        let issued = Entity::find().filter(Column::RefundId.eq(refund)).fetch_one(&write).await?;
        if let Some(issued) = issued {
            return Ok(Some(EInvoiceRecord::from(issued)));
        }
    } else {
        for order in &new.orders {
            if let Some(issued) = find_by_order(&write, *order).await? {
                return Ok((new.orders.len() == 1).then_some(issued));
            }
        }
    }
    let id = insert(&write, new, &number, now).await?;
    match new.refund {
        Some(refund) => {
            let settled = refunds::ActiveModel { credit_note_settled: Set(true), ..Default::default() };
            refunds::Entity::update_many().set(settled).filter(refunds::Column::Id.eq(refund)).run(&write).await?;
        }
        None => for_orders(&write, id, new, &number, now).await?,
    }
    record_event(&write, id, (EInvoiceState::Ready, "", ""), &new.author, now).await?;
    let issued = Entity::find_by_id(id).fetch_one(&write).await?.map(EInvoiceRecord::from);
    write.commit().await?;
    Ok(issued)
}

/// Returns the next number. Invoices share the numbers of their courtesy copies; other series have their own counters.
async fn next_number(write: &Write<'_>, kind: EInvoiceKind, year: i64) -> Result<i64, StoreError> {
    use invoice_counters::{ActiveModel, Column, Entity};
    if kind != EInvoiceKind::Invoice {
        return take_number(write, kind.series(), year).await;
    }
    let next =
        OnConflict::column(Column::Year).value(Column::Last, Column::Last.into_simple_expr().add(1_i64)).to_owned();
    let first = Entity::insert(ActiveModel { year: Set(year), last: Set(1) });
    Ok(first.on_conflict(next).exec_with_returning(write).await.map_err(store_error)?.last)
}

async fn take_number(write: &Write<'_>, series: &str, year: i64) -> Result<i64, StoreError> {
    use einvoice_counters::{ActiveModel, Column, Entity};
    let next = OnConflict::columns([Column::Series, Column::Year])
        .value(Column::Last, Column::Last.into_simple_expr().add(1_i64))
        .to_owned();
    let first = Entity::insert(ActiveModel { series: Set(series.to_owned()), year: Set(year), last: Set(1) });
    Ok(first.on_conflict(next).exec_with_returning(write).await.map_err(store_error)?.last)
}

async fn insert(
    write: &Write<'_>,
    new: &NewEInvoice,
    number: &EInvoiceNumber,
    now: UnixSeconds,
) -> Result<i64, StoreError> {
    let row = ActiveModel {
        kind: Set(Stored(new.document.kind)),
        series: Set(number.series.clone()),
        year: Set(number.year),
        number: Set(number.number),
        day: Set(new.document.day),
        // Without an order, the NOT NULL column rejects the row.
        order_id: new.orders.first().map_or(NotSet, |order| Set(Stored(*order))),
        refund_id: Set(new.refund),
        file_number: Set(take_number(write, FILES, 0).await?),
        author: Set(new.author.clone()),
        created_at: Set(now),
        updated_at: Set(now),
        ..document_columns(new, number)
    };
    Entity::insert(row).fetch_id(write).await
}

/// Columns that a document determines, for an invoice that is ready.
fn document_columns(new: &NewEInvoice, number: &EInvoiceNumber) -> ActiveModel {
    let document = Document { number: number.to_string(), ..new.document.clone() };
    let vat = document.buyer.vat.as_ref().map(|id| format!("{}{}", id.country, id.code)).unwrap_or_default();
    let search = [new.buyer.as_str(), &vat, &document.buyer.tax_code, &document.number].join(" ").to_lowercase();
    ActiveModel {
        buyer: Set(new.buyer.clone()),
        search: Set(search),
        total_cents: Set(Stored(document.total)),
        content: Set(Stored(document)),
        state: Set(Stored(EInvoiceState::Ready)),
        carrier: Set(Stored(new.carrier)),
        next_at: Set((new.carrier != CarrierChoice::Download).then_some(0)),
        ..Default::default()
    }
}

/// Applies an invoice to its orders: they count as invoiced, and their earlier refunds are credited.
async fn for_orders(
    write: &Write<'_>,
    id: i64,
    new: &NewEInvoice,
    number: &EInvoiceNumber,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    for order in new.orders.iter().copied().map(Stored) {
        let invoiced = einvoice_orders::ActiveModel { order_id: Set(order), einvoice_id: Set(id) };
        einvoice_orders::Entity::insert(invoiced).run(write).await?;
        let invoiced = orders::ActiveModel { invoiced_at: Set(Some(now)), ..Default::default() };
        orders::Entity::update_many().set(invoiced).filter(orders::Column::Id.eq(order)).run(write).await?;
        let unsettled = refunds::ActiveModel { credit_note_settled: Set(false), ..Default::default() };
        refunds::Entity::update_many().set(unsettled).filter(refunds::Column::OrderId.eq(order)).run(write).await?;
        if let Some(courtesy) = &new.courtesy {
            let row = invoices::ActiveModel {
                year: Set(number.year),
                number: Set(number.number),
                order_id: Set(order),
                content: Set(Stored(courtesy.clone())),
                author: Set(new.author.clone()),
                issued_at: Set(now),
                ..Default::default()
            };
            invoices::Entity::insert(row).run(write).await?;
        }
    }
    Ok(())
}

/// Adds an entry to the invoice's history.
pub(crate) async fn record_event(
    write: &Write<'_>,
    id: i64,
    (state, code, answer): (EInvoiceState, &str, &str),
    author: &str,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let event = einvoice_events::ActiveModel {
        einvoice_id: Set(id),
        state: Set(Stored(state)),
        code: Set(code.to_owned()),
        answer: Set(answer.to_owned()),
        author: Set(author.to_owned()),
        created_at: Set(now),
        ..Default::default()
    };
    einvoice_events::Entity::insert(event).run(write).await.map(|_| ())
}

pub(crate) async fn correct_einvoice(
    db: &Db,
    id: i64,
    new: &NewEInvoice,
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    let write = db.begin(true).await?;
    let Some(before) = Entity::find_by_id(id).fetch_one(&write).await? else { return Ok(false) };
    let before = EInvoiceRecord::from(before);
    let row = ActiveModel {
        file_number: Set(take_number(&write, FILES, 0).await?),
        reference: Set(String::new()),
        code: Set(String::new()),
        answer: Set(String::new()),
        attempts: Set(0),
        updated_at: Set(now),
        ..document_columns(new, &before.number)
    };
    let update = Entity::update_many()
        .set(row)
        .filter(Column::Id.eq(id))
        .filter(Column::State.eq(Stored(EInvoiceState::Rejected)));
    if update.run(&write).await? == 0 {
        return Ok(false);
    }
    record_event(&write, id, (EInvoiceState::Ready, "", ""), &new.author, now).await?;
    write.commit().await?;
    Ok(true)
}
