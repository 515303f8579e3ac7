//! Deferred invoices: all that a company received in a month with delivery notes, in one document (D.P.R. 633/1972 art.
//! 21(4)(a)).
//!
//! The packing slip travels with the goods and names both parties, the goods and their quantity: it is the delivery note (D.P.R.
//! 472/1996), with the order's number and the date on which the order was completed.

use std::collections::BTreeMap;

use shop_core::base::calendar::{local_day, start_of_day};
use shop_core::base::time::{UnixSeconds, civil};
use shop_core::base::{Cents, CompanyId, OrderId};
use shop_core::orders::document::einvoice::EInvoiceKind;
use shop_einvoice::{DeliveryNote, Document};

use super::content::InvoicedOrder;
use super::parties::{display_name, invoiced_as, names_its_buyer};
use super::{AUTHOR, EInvoices};
use crate::ports::{NewEInvoice, StoreError};

/// Orders per batch.
const AT_ONCE: u64 = 500;
/// Orders per document; further ones go into another document.
const PER_DOCUMENT: usize = 100;

/// Builds one document for several orders of a company, each with the date of its delivery note (days since 1970-01-01).
pub fn deferred(orders: &[(InvoicedOrder<'_>, i64)], day: i64) -> Option<Document> {
    let mut all: Option<Document> = None;
    for (order, delivered) in orders {
        let mut one = order.invoice(day);
        let before = all.as_ref().map_or(0, |all| all.lines.len());
        let note = DeliveryNote {
            number: order.order.id.to_string(),
            day: *delivered,
            lines: (before + 1..=before + one.lines.len()).collect(),
        };
        one.kind = EInvoiceKind::Deferred;
        one.reasons.clear();
        one.delivery_notes.push(note);
        match &mut all {
            None => all = Some(one),
            Some(all) => join(all, one),
        }
    }
    all
}

fn join(all: &mut Document, one: Document) {
    all.lines.extend(one.lines);
    all.taxes.extend(one.taxes);
    all.total += one.total;
    all.orders.extend(one.orders);
    all.delivery_notes.extend(one.delivery_notes);
    for payment in one.payments {
        match all.payments.iter_mut().find(|known| (known.means, known.due) == (payment.means, payment.due)) {
            Some(known) => known.cents += payment.cents,
            None => all.payments.push(payment),
        }
    }
}

impl EInvoices {
    /// Issues the deferred invoices of past months, dated on the last day of their month; returns how many.
    pub(super) async fn issue_deferred(&self) -> Result<usize, StoreError> {
        let today = local_day(self.context.now());
        let (_, _, day_of_month) = civil(today);
        let first = today - day_of_month + 1;
        let mut companies: BTreeMap<(CompanyId, i64), Vec<(OrderId, UnixSeconds)>> = BTreeMap::new();
        for (company, order, completed_at) in self.store.orders_to_defer(start_of_day(first), AT_ONCE).await? {
            companies.entry((company, last_of_month(local_day(completed_at)))).or_default().push((order, completed_at));
        }
        let mut issued = 0;
        for ((_, last_day), orders) in companies {
            for some in orders.chunks(PER_DOCUMENT) {
                issued += usize::from(self.defer(some, last_day).await?);
            }
        }
        Ok(issued)
    }

    async fn defer(&self, orders: &[(OrderId, UnixSeconds)], day: i64) -> Result<bool, StoreError> {
        let settings = self.context.settings().await?;
        let mut read = Vec::with_capacity(orders.len());
        for (id, completed_at) in orders {
            let Some(order) = self.store.order(*id).await? else { continue };
            let company = self.store.invoiced_company(*id).await?;
            let Some(requested) = invoiced_as(&order, company.as_ref()) else { continue };
            if names_its_buyer(&requested, &order.content.billing) {
                read.push((order, company, requested, local_day(*completed_at)));
            }
        }
        let invoiced: Vec<_> = read
            .iter()
            .map(|(order, company, requested, delivered)| {
                let company = company.as_ref();
                (InvoicedOrder { order, requested, company, settings: &settings }, *delivered)
            })
            .collect();
        let Some(document) = deferred(&invoiced, day).filter(|document| document.total > Cents::ZERO) else {
            return Ok(false);
        };
        let (year, _, _) = civil(day);
        let new = NewEInvoice {
            buyer: display_name(&document.buyer.name),
            document,
            year,
            orders: read.iter().map(|(order, ..)| order.id).collect(),
            refund: None,
            courtesy: None,
            carrier: settings.einvoices.carrier,
            author: AUTHOR.to_owned(),
        };
        Ok(self.store.issue_einvoice(&new, self.context.now()).await?.is_some())
    }
}

/// Last day of a day's month.
fn last_of_month(day: i64) -> i64 {
    let (_, month, _) = civil(day);
    (day..day + 31).take_while(|next| civil(*next).1 == month).last().unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use shop_core::base::calendar::day_named;

    use super::*;

    #[test]
    fn a_month_ends_on_its_last_day() {
        for (day, last) in [("2028-02-01", "2028-02-29"), ("2026-12-31", "2026-12-31"), ("2026-11-03", "2026-11-30")] {
            assert_eq!(last_of_month(day_named(day).unwrap()), day_named(last).unwrap());
        }
    }
}
