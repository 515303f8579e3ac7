//! Issuing electronic invoices: number, document and courtesy copy in one transaction.

use shop_core::base::time::UnixSeconds;
use shop_core::document::einvoice::{EInvoiceKind, EInvoiceNumber, EInvoiceState};
use shop_einvoice::Document;
use shop_services::ports::{EInvoiceRecord, NewEInvoice, StoreError};
use shop_services::settings::CarrierChoice;

use crate::db::{Db, Write, to_json};
use crate::statement::{Set, set, values};

/// The invoice of the order `$1`.
pub(crate) const OF_ORDER: &str =
    "WHERE id = (SELECT einvoice_id FROM einvoice_orders WHERE einvoice_orders.order_id = $1)";

/// Counter of files: their numbers never come again, whatever the year.
const FILES: &str = "files";

pub(crate) async fn issue(db: &Db, new: &NewEInvoice, now: UnixSeconds) -> Result<Option<EInvoiceRecord>, StoreError> {
    let write = db.begin(true).await?;
    let kind = new.document.kind;
    // The counter's row first: who issues at the same time waits here, and sees afterwards what was issued. A number that is
    // not used is given back with the transaction.
    let number = EInvoiceNumber {
        series: kind.series().to_owned(),
        year: new.year,
        number: next_number(&write, kind, new.year).await?,
    };
    if let Some(refund) = new.refund {
        if let Some(issued) = write.find("WHERE refund_id = $1", values![refund]).await? {
            return Ok(Some(issued));
        }
    } else {
        for order in &new.orders {
            if let Some(issued) = write.find::<EInvoiceRecord>(OF_ORDER, values![*order]).await? {
                return Ok((new.orders.len() == 1).then_some(issued));
            }
        }
    }
    let id = insert(&write, new, &number, now).await?;
    match new.refund {
        Some(refund) => {
            write.update("refunds", set! { credit_noted: true }, "id = $1", values![refund]).await?;
        }
        None => for_orders(&write, id, new, &number, now).await?,
    }
    note(&write, id, (EInvoiceState::Ready, "", ""), &new.author, now).await?;
    let issued = write.find("WHERE id = $1", values![id]).await?;
    write.commit().await?;
    Ok(issued)
}

/// Invoices have the numbers of their courtesy copies; other series have counters of their own.
async fn next_number(write: &Write<'_>, kind: EInvoiceKind, year: i64) -> Result<i64, StoreError> {
    if kind == EInvoiceKind::Invoice {
        let sql = "INSERT INTO invoice_counters (year, last) VALUES ($1, 1) \
                   ON CONFLICT (year) DO UPDATE SET last = invoice_counters.last + 1 RETURNING last";
        return write.returned(sql, values![year]).await;
    }
    counted(write, kind.series(), year).await
}

async fn counted(write: &Write<'_>, series: &str, year: i64) -> Result<i64, StoreError> {
    let sql = "INSERT INTO einvoice_counters (series, year, last) VALUES ($1, $2, 1) \
               ON CONFLICT (series, year) DO UPDATE SET last = einvoice_counters.last + 1 RETURNING last";
    write.returned(sql, values![series, year]).await
}

async fn insert(
    write: &Write<'_>,
    new: &NewEInvoice,
    number: &EInvoiceNumber,
    now: UnixSeconds,
) -> Result<i64, StoreError> {
    let mut row = said(new, number)?;
    row.append(set! {
        kind: new.document.kind,
        series: &number.series,
        year: number.year,
        number: number.number,
        day: new.document.day,
        order_id: new.orders.first().copied(),
        refund_id: new.refund,
        file_number: counted(write, FILES, 0).await?,
        author: &new.author,
        created_at: now,
        updated_at: now,
    });
    write.insert_new("einvoices", row).await
}

/// The columns of what a document says, as one that is ready.
fn said(new: &NewEInvoice, number: &EInvoiceNumber) -> Result<Set, StoreError> {
    let document = Document { number: number.to_string(), ..new.document.clone() };
    let vat = document.buyer.vat.as_ref().map(|id| format!("{}{}", id.country, id.code)).unwrap_or_default();
    let search = [new.buyer.as_str(), &vat, &document.buyer.tax_code, &document.number].join(" ").to_lowercase();
    Ok(set! {
        buyer: &new.buyer,
        search,
        total_cents: document.total,
        content: to_json(&document)?,
        state: EInvoiceState::Ready,
        carrier: new.carrier,
        next_at: (new.carrier != CarrierChoice::Download).then_some(0_i64),
    })
}

/// What an invoice means for its orders: they are invoiced, and refunds of before are credited.
async fn for_orders(
    write: &Write<'_>,
    id: i64,
    new: &NewEInvoice,
    number: &EInvoiceNumber,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    for order in &new.orders {
        write.insert("einvoice_orders", set! { order_id: *order, einvoice_id: id }).await?;
        write.update("orders", set! { invoiced_at: now }, "id = $1", values![*order]).await?;
        write.update("refunds", set! { credit_noted: false }, "order_id = $1", values![*order]).await?;
        if let Some(courtesy) = &new.courtesy {
            let row = set! {
                year: number.year,
                number: number.number,
                order_id: *order,
                content: to_json(courtesy)?,
                author: &new.author,
                issued_at: now,
            };
            write.insert("invoices", row).await?;
        }
    }
    Ok(())
}

/// Writes a state into the history.
pub(crate) async fn note(
    write: &Write<'_>,
    id: i64,
    (state, code, answer): (EInvoiceState, &str, &str),
    author: &str,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    write.insert("einvoice_events", set! { einvoice_id: id, state, code, answer, author, created_at: now }).await
}

pub(crate) async fn correct(db: &Db, id: i64, new: &NewEInvoice, now: UnixSeconds) -> Result<bool, StoreError> {
    let write = db.begin(true).await?;
    let Some(before) = write.find::<EInvoiceRecord>("WHERE id = $1", values![id]).await? else { return Ok(false) };
    let mut row = said(new, &before.number)?;
    row.append(set! {
        file_number: counted(&write, FILES, 0).await?,
        reference: "",
        code: "",
        answer: "",
        attempts: 0_i64,
        updated_at: now,
    });
    if write.update("einvoices", row, "id = $1 AND state = $2", values![id, EInvoiceState::Rejected]).await? == 0 {
        return Ok(false);
    }
    note(&write, id, (EInvoiceState::Ready, "", ""), &new.author, now).await?;
    write.commit().await?;
    Ok(true)
}
