//! VAT by rate, for one order and for all orders of a period. It is computed from the data stored with the orders, so that it
//! stays correct when rates change.

use shop_core::base::Cents;
use shop_core::base::calendar::{end_of_day, start_of_day};
use shop_core::orders::document::vat::{VatRow, VatSummary};
use shop_core::orders::document::vat_sums::{RefundAmounts, add_rows, less_rows, part_of, refund_rows};

use super::charged_vat::charged;
use crate::orders::documents::Documents;
use crate::ports::{OrderRecord, RefundRecord, StoreError, TaxedOrder};
use crate::records::OrderContent;

/// Orders per batch: a few megabytes.
const BATCH: u64 = 500;

/// VAT by rate, with net amounts and tax separately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VatReport {
    pub charged: Vec<VatRow>,
    pub refunded: Vec<VatRow>,
    pub left: Vec<VatRow>,
}

impl VatReport {
    fn of(charged: Vec<VatRow>, refunded: Vec<VatRow>) -> Self {
        let left = less_rows(&charged, &refunded);
        Self { charged, refunded, left }
    }
}

/// Returns an order's VAT by rate, and the amounts deducted by its refunds.
pub fn vat_of_order(order: &OrderRecord) -> VatReport {
    let summary = charged(&order.content, order.lines.iter().map(|line| &line.content));
    let (sums, off) = totals_and_refunds(&order.content, summary, &order.refunds);
    let mut refunded = Vec::new();
    for rows in &off {
        add_rows(&mut refunded, rows);
    }
    VatReport::of(sums, refunded)
}

/// Returns an order's totals by rate, and the amounts deducted by each refund. The uncaptured part of an authorised amount was
/// never paid and is deducted from the totals from the start.
fn totals_and_refunds(
    paid: &OrderContent,
    summary: VatSummary,
    refunds: &[RefundRecord],
) -> (Vec<VatRow>, Vec<Vec<VatRow>>) {
    let let_go = RefundAmounts { total: paid.uncaptured_cents, ..RefundAmounts::default() };
    let all: Vec<RefundAmounts> = std::iter::once(let_go).chain(refunds.iter().map(given_back)).collect();
    let ordered = paid.total_cents + paid.credit_cents() + paid.uncaptured_cents;
    let mut off = refund_rows(&summary, ordered, &all);
    let never_paid = off.remove(0);
    let mut sums = Vec::new();
    add_rows(&mut sums, &less_rows(&summary.rows, &never_paid));
    (sums, off)
}

/// Returns the uncaptured amount of an order by rate: it was never paid.
pub(crate) fn never_paid(order: &OrderRecord, summary: &VatSummary) -> Vec<VatRow> {
    let (left, _) = totals_and_refunds(&order.content, summary.clone(), &[]);
    if order.content.uncaptured_cents == Cents::ZERO { Vec::new() } else { less_rows(&summary.rows, &left) }
}

/// Returns what one of an order's refunds deducts from its totals by rate.
pub(crate) fn deducted_by(order: &OrderRecord, refund: i64) -> Vec<VatRow> {
    let summary = charged(&order.content, order.lines.iter().map(|line| &line.content));
    let (_, off) = totals_and_refunds(&order.content, summary, &order.refunds);
    let found = order.refunds.iter().zip(off).find(|(one, _)| one.id == refund);
    found.map(|(_, rows)| rows).unwrap_or_default()
}

/// The part of a refund that did not fail.
fn given_back(refund: &RefundRecord) -> RefundAmounts {
    let lines = refund.lines.iter().filter_map(|line| Some((usize::try_from(line.position).ok()?, line.cents)));
    let whole = RefundAmounts { lines: lines.collect(), shipping: refund.shipping, total: refund.cents };
    part_of(whole, refund.cents - refund.failed)
}

impl Documents {
    /// Returns the VAT by rate of a range of days in Europe/Rome, both ends included: paid orders (processing, completed, or
    /// refunded later) count on the day they were placed, refunds (also as credit) on the day they were recorded.
    pub async fn vat_of_days(&self, first: i64, last: i64) -> Result<VatReport, StoreError> {
        let (from, until) = (start_of_day(first), end_of_day(last));
        let (mut sums, mut refunded) = (Vec::new(), Vec::new());
        let mut after = None;
        loop {
            let batch = self.store.taxed_orders(from, until, after, BATCH).await?;
            for order in &batch {
                add_rows(&mut sums, &rows_of(order, &[]).0);
            }
            match batch.last().filter(|_| batch.len() as u64 == BATCH) {
                Some(last) => after = Some((last.created_at, last.id)),
                None => break,
            }
        }
        let mut after = None;
        loop {
            let batch = self.store.refunded_orders(from, until, after, BATCH).await?;
            for order in &batch {
                let (_, off) = rows_of(order, &order.refunds);
                let booked = |refund: &RefundRecord| (from..until).contains(&refund.created_at);
                let of_these_days = order.refunds.iter().zip(off).filter(|(refund, _)| booked(refund));
                of_these_days.for_each(|(_, rows)| add_rows(&mut refunded, &rows));
            }
            match batch.last().filter(|_| batch.len() as u64 == BATCH) {
                Some(last) => after = Some(last.id),
                None => break,
            }
        }
        Ok(VatReport::of(sums, refunded))
    }
}

fn rows_of(order: &TaxedOrder, refunds: &[RefundRecord]) -> (Vec<VatRow>, Vec<Vec<VatRow>>) {
    totals_and_refunds(&order.content, charged(&order.content, order.lines.iter()), refunds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{OrderCredit, OrderLineContent, OrderTax};

    /// Wine of 12.20 with its 22 % VAT, part of which was paid by credit or never captured.
    fn wine(total: i64, credit: i64, let_go: i64) -> (OrderContent, VatSummary) {
        let tax =
            OrderTax { name: "IVA".into(), percent: "22%".into(), items_cents: Cents(220), ..OrderTax::default() };
        let credit = OrderCredit { used_cents: Cents(credit), ..OrderCredit::default() };
        let content = OrderContent {
            taxes: vec![tax],
            total_cents: Cents(total),
            credits: vec![credit],
            uncaptured_cents: Cents(let_go),
            ..OrderContent::default()
        };
        let line =
            OrderLineContent { total_cents: Cents(1000), total_tax_cents: Cents(220), ..OrderLineContent::default() };
        let summary = charged(&content, std::iter::once(&line));
        (content, summary)
    }

    #[test]
    fn goods_without_tax_are_told_from_taxed_ones_of_their_class() {
        let (content, _) = wine(1220, 0, 0);
        let line = |net, tax| OrderLineContent {
            total_cents: Cents(net),
            total_tax_cents: Cents(tax),
            ..OrderLineContent::default()
        };
        let found = charged(&content, [line(1000, 220), line(500, 0)].iter());
        assert_eq!(
            (found.lines, amounts(&found.rows)),
            (vec!["22%".to_owned(), String::new()], vec![(1000, 220), (500, 0)])
        );
    }

    fn refund(cents: i64, failed: i64) -> RefundRecord {
        RefundRecord { cents: Cents(cents), failed: Cents(failed), ..RefundRecord::default() }
    }

    fn amounts(rows: &[VatRow]) -> Vec<(i64, i64)> {
        rows.iter().map(|row| (row.net.0, row.tax.0)).collect()
    }

    #[test]
    fn what_is_paid_with_credit_is_taxed_and_given_back_like_money() {
        let (content, summary) = wine(920, 300, 0);
        let (sums, off) = totals_and_refunds(&content, summary, &[refund(920, 0), refund(300, 0)]);
        assert_eq!(amounts(&sums), [(1000, 220)]);
        assert_eq!((amounts(&off[0]), amounts(&off[1])), (vec![(754, 166)], vec![(246, 54)]));
    }

    #[test]
    fn what_was_let_go_was_never_charged_and_what_failed_was_never_given_back() {
        let (content, summary) = wine(610, 0, 610);
        let (sums, off) = totals_and_refunds(&content, summary, &[refund(122, 122), refund(122, 0), refund(488, 0)]);
        assert_eq!(amounts(&sums), [(500, 110)]);
        assert_eq!(
            off.iter().map(|rows| amounts(rows)).collect::<Vec<_>>(),
            [vec![], vec![(100, 22)], vec![(400, 88)]]
        );
    }
}
