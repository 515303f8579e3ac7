//! Total rows of an order: as displayed to its buyer, or with tax for the merchant.

use shop_core::base::{Cents, Lang};
use shop_core::cart::tax::label;
use shop_core::cart::totals::printed::PrintedDiscounts;
use shop_core::catalogue::purchase::deposit::Instalment;
use shop_core::catalogue::purchase::words::day;
use shop_core::platform::words::order_texts;
use shop_core::view::TotalRow;

use crate::ports::OrderRecord;
use crate::records::{OrderContent, OrderShipping};

fn row(kind: &str, label: impl Into<String>, cents: Cents) -> TotalRow {
    TotalRow { kind: kind.into(), label: label.into(), cents }
}

/// Amount for goods and delivery, whatever it was paid with.
fn charged(content: &OrderContent) -> Cents {
    content.total_cents + content.credit_cents() + content.uncaptured_cents
}

/// Subtotals including tax, with the taxes contained in them.
fn parts_with_tax(content: &OrderContent, lang: Lang) -> Vec<TotalRow> {
    let subtotal = content.items_cents + content.items_tax_cents;
    let mut rows = vec![row("subtotal", order_texts::subtotal(lang), subtotal)];
    let delivery = content.delivery.as_ref();
    let delivery_cents = delivery.map_or(Cents::ZERO, |delivery| delivery.cost_cents + delivery.tax_cents);
    let rounded_apart = content.discount_cents + content.discount_tax_cents;
    let PrintedDiscounts { each, rounding } =
        PrintedDiscounts::new(subtotal + delivery_cents, charged(content), &[rounded_apart]);
    let discount: Cents = each.into_iter().sum();
    if discount != Cents::ZERO {
        rows.push(row("discount", order_texts::discount(lang), -discount));
    }
    if let Some(delivery) = delivery {
        rows.push(row("shipping", delivery_label(delivery, lang), delivery_cents));
    }
    if rounding != Cents::ZERO {
        rows.push(row("rounding", order_texts::rounding(lang), rounding));
    }
    rows.extend(content.taxes.iter().map(|tax| {
        let words = format!("{} {}", order_texts::including(lang), label(&tax.name, &tax.percent));
        row("tax", words, tax.items_cents + tax.shipping_cents)
    }));
    rows
}

/// Subtotals without tax, then the taxes and the rounding difference. The discount is the one that the cart displayed, where all
/// taxes are one row.
fn parts_without_tax(content: &OrderContent, lang: Lang) -> Vec<TotalRow> {
    let delivery_cents = content.delivery.as_ref().map_or(Cents::ZERO, |delivery| delivery.cost_cents);
    let before = content.items_cents + delivery_cents + content.tax_cents;
    let printed = PrintedDiscounts::new(before, charged(content), &[content.discount_cents]);
    let discount: Cents = printed.each.into_iter().sum();
    let mut rows = vec![row("subtotal", order_texts::subtotal_without_tax(lang), content.items_cents)];
    if discount != Cents::ZERO {
        rows.push(row("discount", order_texts::discount(lang), -discount));
    }
    if let Some(delivery) = &content.delivery {
        rows.push(row("shipping", delivery_label(delivery, lang), delivery_cents));
    }
    rows.extend(
        content
            .taxes
            .iter()
            .map(|tax| row("added_tax", label(&tax.name, &tax.percent), tax.items_cents + tax.shipping_cents)),
    );
    // Taxes are rounded per rate, so their sum may be off by a cent.
    let rounding = charged(content) - rows.iter().map(|row| row.cents).sum();
    if rounding != Cents::ZERO {
        rows.push(row("rounding", order_texts::rounding(lang), rounding));
    }
    rows
}

fn delivery_label(delivery: &OrderShipping, lang: Lang) -> String {
    format!("{}: {}", order_texts::shipping(lang), delivery.title)
}

/// Total rows of an order as displayed to its buyer: subtotals, deductions by credit, the total, and the notes after it.
pub(super) fn total_rows(content: &OrderContent, later: &[Instalment], lang: Lang) -> Vec<TotalRow> {
    let parts = if content.net_prices { parts_without_tax } else { parts_with_tax };
    with_total(parts(content, lang), content, later, lang)
}

/// Total rows of an order with tax in each row, whatever was displayed to its buyer.
pub fn totals_with_tax(order: &OrderRecord, lang: Lang) -> Vec<TotalRow> {
    with_total(parts_with_tax(&order.content, lang), &order.content, &later_parts(order), lang)
}

pub(super) fn later_parts(order: &OrderRecord) -> Vec<Instalment> {
    order.instalments.iter().map(|one| one.instalment.clone()).collect()
}

fn with_total(mut rows: Vec<TotalRow>, content: &OrderContent, later: &[Instalment], lang: Lang) -> Vec<TotalRow> {
    for credit in &content.credits {
        let word = order_texts::paid_with_credit(lang);
        rows.push(row("credit", format!("{word} ({})", credit.code), -credit.used_cents));
    }
    if content.uncaptured_cents != Cents::ZERO {
        let word = order_texts::amount_not_charged(lang);
        rows.push(row("uncaptured", word, -content.uncaptured_cents));
    }
    rows.push(row("total", order_texts::total(lang), content.total_cents));
    if !later.is_empty() {
        let now = content.total_cents - content.due_later_cents;
        rows.push(row("due_now", order_texts::due_with_the_order(lang), now));
        let by = order_texts::by_day(lang);
        rows.extend(later.iter().map(|one| row("due_later", format!("{by} {}", day(&one.due, lang)), one.cents)));
    }
    rows.extend(content.recurring.iter().map(|(label, cents)| row("recurring", label.clone(), *cents)));
    if content.refunded_cents != Cents::ZERO {
        rows.push(row("refund", order_texts::refunded(lang), -content.refunded_cents));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{OrderCoupon, OrderCredit, OrderTax};

    /// Goods of 26.23 with 5.77 tax less 1.00 with 0.22, delivery of 5.74 with 1.26; the taxes of three rates add up to 6.81.
    fn content(net_prices: bool) -> OrderContent {
        let tax = |percent: &str, items, shipping| OrderTax {
            name: "IVA".into(),
            percent: percent.into(),
            items_cents: Cents(items),
            shipping_cents: Cents(shipping),
        };
        let delivery = OrderShipping {
            title: "Corriere".into(),
            cost_cents: Cents(574),
            tax_cents: Cents(126),
            ..OrderShipping::default()
        };
        OrderContent {
            items_cents: Cents(2623),
            items_tax_cents: Cents(577),
            discount_cents: Cents(100),
            discount_tax_cents: Cents(22),
            coupons: vec![OrderCoupon::default()],
            delivery: Some(delivery),
            taxes: vec![tax("22%", 500, 126), tax("10%", 40, 0), tax("4%", 15, 0)],
            tax_cents: Cents(681),
            total_cents: Cents(3778),
            net_prices,
            ..OrderContent::default()
        }
    }

    fn rows_of(content: &OrderContent) -> Vec<(String, i64)> {
        total_rows(content, &[], Lang::It).into_iter().map(|row| (row.kind, row.cents.0)).collect()
    }

    fn rows(rows: &[(&str, i64)]) -> Vec<(String, i64)> {
        rows.iter().map(|(kind, cents)| ((*kind).to_owned(), *cents)).collect()
    }

    #[test]
    fn tax_is_in_the_rows_or_beside_them_as_the_buyer_was_shown_prices() {
        let gross = [("subtotal", 3200), ("discount", -122), ("shipping", 700), ("tax", 626), ("tax", 40), ("tax", 15)];
        assert_eq!(rows_of(&content(false)), rows(&[&gross[..], &[("total", 3778)]].concat()));
        let net = [("subtotal", 2623), ("discount", -100), ("shipping", 574)];
        let taxes = [("added_tax", 626), ("added_tax", 40), ("added_tax", 15), ("total", 3778)];
        assert_eq!(rows_of(&content(true)), rows(&[&net[..], &taxes].concat()));
        let row = &total_rows(&content(true), &[], Lang::En)[0];
        assert_eq!(row.label, "Subtotal, excl. VAT");
    }

    #[test]
    fn what_rounding_leaves_is_told_so_that_net_rows_come_to_the_total() {
        let mut paid = content(true);
        (paid.discount_cents, paid.items_cents) = (Cents::ZERO, Cents(2523));
        paid.total_cents = Cents(3278);
        paid.credits = vec![OrderCredit { code: "C".into(), used_cents: Cents(401) }];
        paid.uncaptured_cents = Cents(100);
        let found = rows_of(&paid);
        let rounding = found.iter().find(|row| row.0 == "rounding").map(|row| row.1);
        assert_eq!(rounding, Some(1));
        let above: i64 = found.iter().take_while(|row| row.0 != "total").map(|row| row.1).sum();
        assert_eq!(above, 3278);
        assert!(rows_of(&content(true)).iter().all(|row| row.0 != "rounding"), "nothing is told of none");
    }
}
