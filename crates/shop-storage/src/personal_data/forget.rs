//! What is forgotten by age, and of the orders of a deleted account.

use shop_core::base::calendar::{local_day, name_of_day};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, OrderId};
use shop_services::ports::{Forgetting, StoreError};
use shop_services::records::OrderContent;

use crate::db::{Db, Write, list, to_json};
use crate::row::row;
use crate::statement::{set, value, values};

row! {
    struct Named: orders(id) { id: OrderId, content: OrderContent, }
}

/// Orders that are read at a time.
const PAGE: usize = 500;

/// Orders of which nothing came: no money moved, nothing was written for the tax office, and nobody waits for them.
const UNSOLD: &str = "nameless_at IS NULL AND status IN ('cancelled', 'failed', 'checkout-draft') AND invoiced_at IS NULL \
     AND refunded_cents = 0 AND credit_refunded_cents = 0 \
     AND NOT EXISTS (SELECT 1 FROM order_events e WHERE e.order_id = orders.id \
         AND e.to_status IN ('processing', 'completed', 'refunded')) \
     AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = orders.id) \
     AND NOT EXISTS (SELECT 1 FROM einvoices v WHERE v.order_id = orders.id) \
     AND NOT EXISTS (SELECT 1 FROM received_payment_orders r WHERE r.order_id = orders.id)";

/// What was put aside before `$1`; some was from the beginning.
const ASIDE: &str = "status IN ('spam', 'trash') AND created_at < $1 AND COALESCE(put_aside_at, created_at) < $1";

/// What is deleted, row by row: table, key, condition with `$1` for the moment, column that its index goes by.
type Deleted = (&'static str, &'static str, &'static str, &'static str);

const fn deleted(what: Forgetting) -> Option<Deleted> {
    Some(match what {
        Forgetting::Consents => ("consents", "id", "decided_at < $1", "decided_at"),
        Forgetting::MailSent => ("outbox", "id", "sent_at < $1", "sent_at"),
        Forgetting::MailUnsent => ("outbox", "id", "sent_at IS NULL AND next_attempt_at < $1", "next_attempt_at"),
        Forgetting::Conversations => {
            ("conversations", "id", "unread = FALSE AND last_message_at < $1", "last_message_at")
        }
        // A wish that waits goes by itself within days.
        Forgetting::Subscribers => {
            ("newsletter_subscribers", "id", "state = 'left' AND left_at < $1 AND wished_at IS NULL", "left_at")
        }
        Forgetting::AsideReviews => ("reviews", "id", ASIDE, "created_at"),
        Forgetting::AsideComments => ("comments", "id", ASIDE, "created_at"),
        Forgetting::CapturedEmails => ("captured_emails", "id", "unsubscribed_at IS NULL AND seen_at < $1", "seen_at"),
        Forgetting::VatChecks => ("vat_checks", "id", "created_at < $1 AND next_try_at IS NULL", "created_at"),
        Forgetting::ProviderEvents => ("payment_events", "id", "received_at < $1 AND fold_at IS NULL", "received_at"),
        Forgetting::EarlyPayments => ("early_intents", "intent_id", "created_at < $1", "created_at"),
        Forgetting::SettingChanges => ("setting_changes", "id", "changed_at < $1", "changed_at"),
        Forgetting::Imports => ("import_jobs", "id", "updated_at < $1", "updated_at"),
        Forgetting::EInvoices
        | Forgetting::Invoices
        | Forgetting::Attributions
        | Forgetting::Unsold
        | Forgetting::Buyers
        | Forgetting::CreditOwners => return None,
    })
}

/// Forgets what is older than a moment, the oldest first, `most` rows at most; gives how many were.
pub(super) async fn forget(
    db: &Db,
    what: Forgetting,
    before: UnixSeconds,
    now: UnixSeconds,
    most: u64,
) -> Result<u64, StoreError> {
    if let Some((table, key, condition, order)) = deleted(what) {
        // PostgreSQL looks again at a row that another one has just changed, at the outer condition alone.
        let sql = format!(
            "DELETE FROM {table} WHERE {condition} AND {key} IN \
             (SELECT {key} FROM {table} WHERE {condition} ORDER BY {order} LIMIT $2)"
        );
        return db.run(&sql, values![before, most]).await;
    }
    match what {
        Forgetting::EInvoices => forget_einvoices(db, before, most).await,
        Forgetting::Buyers => forget_buyers(db, before, now, most).await,
        Forgetting::Attributions => forget_attributions(db, before, most).await,
        Forgetting::Unsold => forget_unsold(db, before, now, most).await,
        Forgetting::CreditOwners => {
            let spent = "balance_cents = 0 AND email <> '' AND created_at < $1";
            let sql = format!(
                "UPDATE store_credit SET email = '', customer_id = NULL WHERE {spent} AND id IN \
                 (SELECT id FROM store_credit WHERE {spent} ORDER BY created_at LIMIT $2)"
            );
            db.run(&sql, values![before, most]).await
        }
        _ => {
            // The moment is the beginning of a year.
            let sql = "DELETE FROM invoices WHERE id IN \
                       (SELECT id FROM invoices WHERE year < $1 ORDER BY year, number LIMIT $2)";
            db.run(sql, values![year_of(before), most]).await
        }
    }
}

/// The year of a moment, in Rome.
fn year_of(moment: UnixSeconds) -> i64 {
    name_of_day(local_day(moment)).split('-').next().and_then(|year| year.parse().ok()).unwrap_or_default()
}

async fn forget_einvoices(db: &Db, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    let write = db.begin(false).await?;
    let sql = "SELECT id FROM einvoices WHERE day < $1 ORDER BY day, id LIMIT $2";
    let old = write.rows::<i64>(sql, values![local_day(before), most]).await?;
    for id in &old {
        for sql in [
            "DELETE FROM einvoice_events WHERE einvoice_id = $1",
            "DELETE FROM einvoice_orders WHERE einvoice_id = $1",
            "DELETE FROM einvoices WHERE id = $1",
        ] {
            write.run(sql, values![*id]).await?;
        }
    }
    write.commit().await?;
    Ok(u64::try_from(old.len()).unwrap_or_default())
}

/// Orders that nobody waits for any more lose who bought; a subscription that still changed later keeps its first order as it is.
async fn forget_buyers(db: &Db, before: UnixSeconds, now: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    let old = "WHERE nameless_at IS NULL AND created_at < $1 AND updated_at < $1 \
               AND status NOT IN ('pending', 'on-hold', 'processing') \
               AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.order_id = orders.id AND s.changed_at >= $1) \
               ORDER BY created_at LIMIT $2";
    let write = db.begin(false).await?;
    let orders = write.list::<Named>(old, values![before, most]).await?;
    let count = u64::try_from(orders.len()).unwrap_or_default();
    for order in orders {
        forget_buyer(&write, order, now).await?;
    }
    write.commit().await?;
    Ok(count)
}

async fn forget_buyer(write: &Write<'_>, order: Named, now: UnixSeconds) -> Result<(), StoreError> {
    let nameless = set! {
        content: to_json(&order.content.without_person())?,
        billing_email = "''",
        billing_name = "''",
        buyer_reference = "''",
        ordered_by = "''",
        idempotency_key = "NULL",
        customer_id = "NULL",
        company_id = "NULL",
        attributed_at = "NULL",
        nameless_at: now,
    };
    write.update("orders", nameless, "id = $1", values![order.id]).await?;
    forget_received(write, order.id).await?;
    for sql in [
        "UPDATE withdrawals SET name = '', email = '' WHERE order_id = $1",
        "UPDATE coupon_uses SET user_key = '' WHERE order_id = $1",
        "DELETE FROM subscriptions WHERE order_id = $1",
        "DELETE FROM order_events WHERE order_id = $1",
        "DELETE FROM outbox WHERE order_id = $1",
    ] {
        write.run(sql, values![order.id]).await?;
    }
    Ok(())
}

/// Notes of payments go with the last order that they paid.
async fn forget_received(write: &Write<'_>, order: OrderId) -> Result<(), StoreError> {
    let sql = "SELECT payment_id FROM received_payment_orders WHERE order_id = $1";
    let paid = write.rows::<i64>(sql, values![order]).await?;
    write.run("DELETE FROM received_payment_orders WHERE order_id = $1", values![order]).await?;
    for id in paid {
        let sql = "DELETE FROM received_payments WHERE id = $1 \
                   AND NOT EXISTS (SELECT 1 FROM received_payment_orders o WHERE o.payment_id = $1)";
        write.run(sql, values![id]).await?;
    }
    Ok(())
}

/// A row that is read to be written again is nobody else's meanwhile; SQLite has one writer anyway.
fn lock(write: &Write<'_>) -> &'static str {
    if write.is_postgres() { " FOR UPDATE" } else { "" }
}

/// Orders lose where their buyers came from; the columns that sums are made by stay.
async fn forget_attributions(db: &Db, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    let write = db.begin(false).await?;
    let old = format!("WHERE attributed_at < $1 ORDER BY attributed_at LIMIT $2{}", lock(&write));
    let orders = write.list::<Named>(&old, values![before, most]).await?;
    let count = u64::try_from(orders.len()).unwrap_or_default();
    for Named { id, mut content } in orders {
        content.attribution.clear();
        let forgotten = set! { content: to_json(&content)?, attributed_at = "NULL" };
        write.update("orders", forgotten, "id = $1", values![id]).await?;
    }
    write.commit().await?;
    Ok(count)
}

/// Orders of which nothing came lose who began them.
async fn forget_unsold(db: &Db, before: UnixSeconds, now: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    let write = db.begin(false).await?;
    let old = format!(
        "WHERE {UNSOLD} AND updated_at < $1 \
         AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.order_id = orders.id AND s.changed_at >= $1) \
         ORDER BY updated_at LIMIT $2{}",
        lock(&write)
    );
    let orders = write.list::<Named>(&old, values![before, most]).await?;
    let count = u64::try_from(orders.len()).unwrap_or_default();
    for order in orders {
        forget_buyer(&write, order, now).await?;
    }
    write.commit().await?;
    Ok(count)
}

/// The orders of a deleted account lose where it came from and its browser was, and what it wrote to the shop. A company's orders
/// keep that: it still deals with them.
pub(crate) async fn forget_visits(
    write: &Write<'_>,
    customer: CustomerId,
    company: Option<CompanyId>,
    keeps_notes: bool,
) -> Result<(), StoreError> {
    let sql = "SELECT id FROM orders WHERE customer_id = $1 OR company_id = $2 ORDER BY id";
    let ids = write.rows::<OrderId>(sql, values![customer, company]).await?;
    for page in ids.chunks(PAGE) {
        let rest = format!("WHERE id IN ({}){}", list(1, page.len()), lock(write));
        for Named { id, content } in write.list(&rest, page.iter().map(|id| value(*id)).collect()).await? {
            let note = if keeps_notes { content.customer_note.clone() } else { String::new() };
            let kept = OrderContent { customer_note: note, ..content.clone().without_visit() };
            if kept != content {
                let kept = set! { content: to_json(&kept)?, attributed_at = "NULL" };
                write.update("orders", kept, "id = $1", values![id]).await?;
            }
        }
    }
    Ok(())
}
