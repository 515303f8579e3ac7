//! The summary of an order for buyers who need no invoice.

use shop_core::base::calendar::day;
use shop_core::orders::document::OrderSummary;
use shop_core::platform::words::documents;

use crate::DocumentError;
use crate::fonts::{Fonts, Style};
use crate::layout::{Align, Column, INNER, Layout, MARGIN};
use crate::pdf;
use crate::words::{block, letterhead, money};

/// Renders the summary of an order as PDF.
pub fn order_summary(order: &OrderSummary) -> Result<Vec<u8>, DocumentError> {
    let lang = order.lang;
    let title = documents::summary_title(lang, &order.order);
    let seller = order.seller.lines.first().cloned().unwrap_or_default();
    let mut layout = Layout::new(Fonts::load()?);
    let half = INNER / 2.0;
    let heading = vec![(title.clone(), Style::TITLE), (day(order.ordered_at, lang), Style::TEXT)];
    layout.side_by_side(&[
        (MARGIN, half - 10.0, Align::Left, letterhead(&order.seller)),
        (MARGIN + half, half, Align::Right, heading),
    ]);
    layout.space(18.0);
    let mut places = vec![(MARGIN, half - 10.0, Align::Left, block(documents::customer(lang), &order.buyer))];
    if !order.delivery.is_empty() {
        let words = block(documents::delivery(lang), &order.delivery);
        places.push((MARGIN + half, half, Align::Left, words));
    }
    layout.side_by_side(&places);
    layout.space(18.0);
    let right = |title, width| Column { title, width, align: Align::Right };
    let columns = [
        Column { title: documents::item(lang), width: INNER - 138.0, align: Align::Left },
        right(documents::quantity(lang), 48.0),
        right(if order.net_prices { documents::net(lang) } else { documents::total(lang) }, 90.0),
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
    for (label, value) in [(documents::payment(lang), &order.payment), (documents::shipping(lang), &order.shipping)] {
        if !value.is_empty() {
            layout.paragraph(&format!("{label}: {value}"), Style::TEXT);
        }
    }
    layout.space(10.0);
    layout.paragraph(documents::summary_note(lang), Style::SMALL);
    layout.add_footers(&format!("{seller} · {title}"), |page, pages| documents::page_of(lang, page, pages));
    pdf::write(layout, &title, &seller, lang)
}

#[cfg(test)]
mod tests {
    use shop_core::base::Cents;
    use shop_core::orders::document::DocumentLine;

    use super::*;

    #[test]
    fn a_summary_is_a_pdf_also_of_an_empty_order() {
        let line = DocumentLine { text: "Caviale".into(), quantity: 1, total: Cents(7200), ..DocumentLine::default() };
        let totals = vec![("total".into(), "Totale".into(), Cents(7200))];
        for order in [OrderSummary::default(), OrderSummary { lines: vec![line], totals, ..OrderSummary::default() }] {
            assert!(order_summary(&order).unwrap().starts_with(b"%PDF-"));
        }
    }
}
