//! What orders by invoice are owed. The row of a company is held while its debt changes, so that two orders or payments at once are
//! written one after the other.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, OrderId};
use shop_core::trade::credit_line::CreditLine;
use shop_services::ports::{CompanyDebt, NewMail, NewOrder, PlaceRefusal, Receivable, StoreError};

use crate::db::{Db, Write};
use crate::outbox;
use crate::row::row;
use crate::statement::{set, values};

row! {
    Receivable: receivables(order_id) {
        order_id, company_id,
        total_cents: "(SELECT o.total_cents FROM orders o WHERE o.id = receivables.order_id)",
        open_cents: "(SELECT o.total_cents - o.refunded_cents - receivables.paid_cents FROM orders o WHERE o.id = receivables.order_id)",
        due_day,
        ordered_at: "(SELECT o.created_at FROM orders o WHERE o.id = receivables.order_id)",
    }
}

/// Whether something is owed of a row of `receivables`: its order was not given up, and costs more than was paid of it and what went
/// back in money.
pub(crate) const IS_OPEN: &str = "paid_day IS NULL AND EXISTS (SELECT 1 FROM orders o WHERE o.id = receivables.order_id \
    AND o.status NOT IN ('cancelled', 'failed') AND o.total_cents - o.refunded_cents > receivables.paid_cents)";

/// What is owed of rows of `receivables r` with their `orders o`.
const OWED: &str = "CAST(COALESCE(SUM(CASE WHEN o.status NOT IN ('cancelled', 'failed') \
    AND o.total_cents - o.refunded_cents > r.paid_cents THEN o.total_cents - o.refunded_cents - r.paid_cents ELSE 0 END), 0) AS BIGINT)";

/// Makes room for an order by invoice that is about to be written; gives why there is none. The company's row is held until it is, so
/// that of two orders at once the second sees the first.
pub(crate) async fn admit(write: &Write<'_>, order: &NewOrder) -> Result<Option<PlaceRefusal>, StoreError> {
    if order.content.invoice_due_day.is_none() {
        return Ok(None);
    }
    let Some(company) = order.company_id else { return Ok(Some(PlaceRefusal::NotByInvoice)) };
    let held = "UPDATE companies SET version = version WHERE id = $1 AND approval = 'approved'";
    if write.run(held, values![company]).await? == 0 {
        return Ok(Some(PlaceRefusal::NotByInvoice));
    }
    // A statement of its own: it sees what the last holder wrote.
    let credit = credit(write, company).await?;
    let above = credit.left_cents().is_some_and(|left| Cents(order.total_cents) > left);
    Ok(above.then_some(PlaceRefusal::OverCreditLimit { credit }))
}

/// Writes down until when an order by invoice is paid.
pub(crate) async fn note(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    let (Some(due_day), Some(company_id)) = (order.content.invoice_due_day, order.company_id) else { return Ok(()) };
    write.insert("receivables", set! { order_id: id, company_id, due_day }).await
}

fn credit_of(company: CompanyId) -> (String, Vec<sea_orm::Value>) {
    let sql = format!(
        "SELECT CASE WHEN k.credit_limited THEN k.credit_limit_cents END, (SELECT {OWED} FROM receivables r JOIN orders o ON o.id = r.order_id \
         WHERE r.company_id = k.id AND r.paid_day IS NULL) FROM companies k WHERE k.id = $1"
    );
    (sql, values![company])
}

fn line(found: Option<(Option<Cents>, Cents)>) -> CreditLine {
    let (limit_cents, open_cents) = found.unwrap_or((Some(Cents::ZERO), Cents::ZERO));
    CreditLine { limit_cents, open_cents }
}

pub(crate) async fn credit(write: &Write<'_>, company: CompanyId) -> Result<CreditLine, StoreError> {
    let (sql, values) = credit_of(company);
    write.row(&sql, values).await.map(line)
}

pub(crate) async fn read_credit(db: &Db, company: CompanyId) -> Result<CreditLine, StoreError> {
    let (sql, values) = credit_of(company);
    db.row(&sql, values).await.map(line)
}

pub(crate) async fn read_debt(db: &Db, company: CompanyId, today: i64) -> Result<CompanyDebt, StoreError> {
    let overdue = format!(
        "SELECT {OWED} FROM receivables r JOIN orders o ON o.id = r.order_id \
         WHERE r.company_id = $1 AND r.paid_day IS NULL AND r.due_day < $2"
    );
    let open = format!("SELECT COUNT(*) FROM receivables WHERE company_id = $1 AND {IS_OPEN}");
    Ok(CompanyDebt {
        credit: read_credit(db, company).await?,
        overdue_cents: Cents(db.number(&overdue, values![company, today]).await?),
        orders: u64::try_from(db.number(&open, values![company]).await?).unwrap_or(0),
    })
}

/// A company's open orders, those due first.
pub(crate) async fn open(write: &Write<'_>, company: CompanyId) -> Result<Vec<Receivable>, StoreError> {
    write.list(&format!("WHERE company_id = $1 AND {IS_OPEN} ORDER BY due_day, order_id"), values![company]).await
}

pub(crate) async fn read_open(db: &Db, company: CompanyId, limit: u64) -> Result<Vec<Receivable>, StoreError> {
    let rest = format!("WHERE company_id = $1 AND {IS_OPEN} ORDER BY due_day, order_id LIMIT $2");
    db.list(&rest, values![company, limit]).await
}

pub(crate) async fn read_to_remind(db: &Db, due_before: i64, limit: u64) -> Result<Vec<Receivable>, StoreError> {
    let rest = format!("WHERE due_day < $1 AND reminded_at IS NULL AND {IS_OPEN} ORDER BY due_day, order_id LIMIT $2");
    db.list(&rest, values![due_before, limit]).await
}

pub(crate) async fn note_reminder(
    db: &Db,
    order: OrderId,
    mails: &[NewMail],
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    let write = db.begin(true).await?;
    let owed = format!("order_id = $1 AND reminded_at IS NULL AND {IS_OPEN}");
    if write.update("receivables", set! { reminded_at: now }, &owed, values![order]).await? == 0 {
        return Ok(false);
    }
    outbox::queue(&write, Some(order), mails, now).await?;
    write.commit().await?;
    Ok(true)
}
