//! The summary of an order for who needs no invoice.

use shop_core::base::calendar::day;
use shop_core::document::OrderSummary;

use crate::DocumentError;
use crate::fonts::{Fonts, Style};
use crate::layout::{Align, Column, INNER, Layout, MARGIN};
use crate::pdf;
use crate::words::{block, letterhead, money, page_of, pick};

/// Said under every summary.
const NOTE: (&str, &str) = (
    "Questo riepilogo non è una fattura né un documento fiscale.",
    "This summary is neither an invoice nor a fiscal document.",
);

/// The summary of an order as PDF.
pub fn order_summary(order: &OrderSummary) -> Result<Vec<u8>, DocumentError> {
    let lang = order.lang;
    let title = format!("{} {}", pick(lang, "Riepilogo dell'ordine", "Summary of order"), order.order);
    let seller = order.seller.lines.first().cloned().unwrap_or_default();
    let mut layout = Layout::new(Fonts::load()?);
    let half = INNER / 2.0;
    let heading = vec![(title.clone(), Style::TITLE), (day(order.ordered_at, lang), Style::TEXT)];
    layout.side_by_side(&[
        (MARGIN, half - 10.0, Align::Left, letterhead(&order.seller)),
        (MARGIN + half, half, Align::Right, heading),
    ]);
    layout.space(18.0);
    let mut places = vec![(MARGIN, half - 10.0, Align::Left, block(pick(lang, "Cliente", "Customer"), &order.buyer))];
    if !order.delivery.is_empty() {
        let words = block(pick(lang, "Consegna", "Delivery"), &order.delivery);
        places.push((MARGIN + half, half, Align::Left, words));
    }
    layout.side_by_side(&places);
    layout.space(18.0);
    let right = |title, width| Column { title, width, align: Align::Right };
    let columns = [
        Column { title: pick(lang, "Articolo", "Item"), width: INNER - 138.0, align: Align::Left },
        right(pick(lang, "Q.tà", "Qty"), 48.0),
        right(pick(lang, "Totale", "Total"), 90.0),
    ];
    let rows: Vec<Vec<String>> = order
        .lines
        .iter()
        .map(|line| vec![line.text.clone(), line.quantity.to_string(), money(line.total, lang)])
        .collect();
    layout.table(&columns, &rows, false);
    for (kind, label, amount) in &order.totals {
        let style = match kind.as_str() {
            "total" => Style::STRONG,
            "tax" => Style::SMALL,
            _ => Style::TEXT,
        };
        layout.sum(label, &money(*amount, lang), style);
    }
    layout.space(10.0);
    for (label, value) in
        [(pick(lang, "Pagamento", "Payment"), &order.payment), (pick(lang, "Spedizione", "Delivery"), &order.shipping)]
    {
        if !value.is_empty() {
            layout.paragraph(&format!("{label}: {value}"), Style::TEXT);
        }
    }
    layout.space(10.0);
    layout.paragraph(pick(lang, NOTE.0, NOTE.1), Style::SMALL);
    layout.feet(&format!("{seller} · {title}"), page_of(lang));
    pdf::write(layout, &title, &seller, lang)
}

#[cfg(test)]
mod tests {
    use shop_core::base::Cents;
    use shop_core::document::PaperLine;

    use super::*;

    #[test]
    fn a_summary_is_a_pdf_also_of_an_empty_order() {
        let line = PaperLine { text: "Caviale".into(), quantity: 1, total: Cents(7200), ..PaperLine::default() };
        let totals = vec![("total".into(), "Totale".into(), Cents(7200))];
        for order in [OrderSummary::default(), OrderSummary { lines: vec![line], totals, ..OrderSummary::default() }] {
            assert!(order_summary(&order).unwrap().starts_with(b"%PDF-"));
        }
    }
}
