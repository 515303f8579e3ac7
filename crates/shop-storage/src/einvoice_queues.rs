//! What waits for an electronic invoice or a credit note, and for whom it is.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, OrderId};
use shop_core::trade::company::CompanyContent;
use shop_core::trade::role::RoleTerms;
use shop_services::ports::{InvoicedCompany, StoreError};

use crate::db::{Db, Write};
use crate::row::row;
use crate::statement::values;

row! {
    struct OrdersCompany: companies(id) {
        id: CompanyId,
        name: String,
        country: String,
        vat_number: String,
        content: CompanyContent,
        terms: RoleTerms = "(SELECT r.terms FROM customer_roles r WHERE r.id = companies.role_id)",
    }
}

/// Orders without an invoice that are to have one.
const WANTED: &str = "FROM orders WHERE invoiced_at IS NULL AND (invoice_wanted OR company_id IS NOT NULL)";

pub(crate) async fn orders_to_invoice(
    db: &Db,
    (after, deferred): (OrderId, bool),
    limit: u64,
) -> Result<Vec<OrderId>, StoreError> {
    // Worded so that the index of what waits is used, not that of the states, which has all that was ever completed.
    let sql = format!(
        "SELECT id {WANTED} AND CASE status WHEN 'completed' THEN TRUE \
         WHEN 'processing' THEN payment_method NOT IN ('cod', 'invoice') ELSE FALSE END \
         AND id > $2 AND NOT ($1 AND payment_method = 'invoice' AND company_id IS NOT NULL) ORDER BY id LIMIT $3"
    );
    db.rows(&sql, values![deferred, after, limit]).await
}

pub(crate) async fn orders_to_defer(
    db: &Db,
    before: UnixSeconds,
    limit: u64,
) -> Result<Vec<(CompanyId, OrderId, UnixSeconds)>, StoreError> {
    let sql = "SELECT o.company_id, o.id, MAX(e.created_at) FROM orders o JOIN order_events e ON e.order_id = o.id \
               WHERE o.invoiced_at IS NULL AND (o.invoice_wanted OR o.company_id IS NOT NULL) \
               AND COALESCE(o.company_id, 0) > 0 AND CASE o.status WHEN 'completed' THEN TRUE ELSE FALSE END \
               AND o.payment_method = 'invoice' AND e.to_status = 'completed' \
               GROUP BY o.company_id, o.id HAVING MAX(e.created_at) < $1 ORDER BY o.company_id, o.id LIMIT $2";
    db.rows(sql, values![before, limit]).await
}

pub(crate) async fn refunds_to_credit(db: &Db, limit: u64) -> Result<Vec<(OrderId, i64)>, StoreError> {
    // Orders that get no invoice need no credit notes: their refunds are not looked at again.
    let write = db.begin(true).await?;
    let none = "UPDATE refunds SET credit_noted = TRUE WHERE NOT credit_noted AND EXISTS (SELECT 1 FROM orders o \
                WHERE o.id = refunds.order_id AND o.invoiced_at IS NULL AND NOT o.invoice_wanted AND o.company_id IS NULL)";
    write.run(none, values![]).await?;
    write.commit().await?;
    let sql = "SELECT r.order_id, r.id FROM refunds r JOIN einvoice_orders i ON i.order_id = r.order_id \
               WHERE NOT r.credit_noted AND r.amount_cents > r.failed_cents AND NOT EXISTS \
               (SELECT 1 FROM gateway_refunds g WHERE g.refund_id = r.id AND g.state = 'asked') ORDER BY r.id LIMIT $1";
    db.rows(sql, values![limit]).await
}

pub(crate) async fn invoiced_company(db: &Db, order: OrderId) -> Result<Option<InvoicedCompany>, StoreError> {
    let rest = "WHERE id = (SELECT o.company_id FROM orders o WHERE o.id = $1)";
    Ok(db.find(rest, values![order]).await?.map(OrdersCompany::invoiced))
}

/// A company as its invoices name it.
pub(crate) async fn company(write: &Write<'_>, id: CompanyId) -> Result<Option<InvoicedCompany>, StoreError> {
    Ok(write.find("WHERE id = $1", values![id]).await?.map(OrdersCompany::invoiced))
}

impl OrdersCompany {
    fn invoiced(self) -> InvoicedCompany {
        InvoicedCompany {
            id: self.id,
            name: self.name,
            country: self.country,
            vat_number: self.vat_number,
            content: self.content,
            invoice_days: self.terms.invoice_days,
        }
    }
}
