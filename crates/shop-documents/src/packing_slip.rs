//! The packing slip: contents of the parcel, without prices.

use shop_core::base::calendar::day;
use shop_core::orders::document::PackingSlip;
use shop_core::platform::words::documents;

use crate::DocumentError;
use crate::fonts::{Fonts, Style};
use crate::layout::{Align, Column, INNER, Layout, MARGIN};
use crate::pdf;
use crate::words::{block, letterhead};

/// Renders a packing slip as PDF.
pub fn packing_slip(slip: &PackingSlip) -> Result<Vec<u8>, DocumentError> {
    let lang = slip.lang;
    let title = documents::slip_title(lang, &slip.order);
    let seller = slip.seller.lines.first().cloned().unwrap_or_default();
    pdf::write(lay_out(slip, &title, &seller)?, &title, &seller, lang)
}

fn lay_out(slip: &PackingSlip, title: &str, seller: &str) -> Result<Layout, DocumentError> {
    let lang = slip.lang;
    let mut layout = Layout::new(Fonts::load()?);
    let half = INNER / 2.0;
    let order = documents::order(lang, &slip.order);
    let heading = vec![
        (documents::slip(lang).to_owned(), Style::TITLE),
        (order, Style::STRONG),
        (day(slip.ordered_at, lang), Style::TEXT),
    ];
    layout.side_by_side(&[
        (MARGIN, half - 10.0, Align::Left, letterhead(&slip.seller)),
        (MARGIN + half, half, Align::Right, heading),
    ]);
    layout.space(18.0);
    let mut ways = vec![(documents::shipping(lang).to_owned(), Style::LABEL)];
    ways.extend(
        [&slip.shipping, &slip.phone]
            .into_iter()
            .filter(|line| !line.is_empty())
            .map(|line| (line.clone(), Style::TEXT)),
    );
    ways.extend(slip.wishes.iter().map(|(label, value)| (format!("{label}: {value}"), Style::STRONG)));
    let delivery = block(documents::recipient(lang), &slip.delivery);
    layout.side_by_side(&[(MARGIN, half - 10.0, Align::Left, delivery), (MARGIN + half, half, Align::Left, ways)]);
    layout.space(18.0);
    let columns = [
        Column { title: "", width: 24.0, align: Align::Left },
        Column { title: documents::quantity(lang), width: 40.0, align: Align::Left },
        Column { title: documents::item(lang), width: INNER - 184.0, align: Align::Left },
        Column { title: "SKU", width: 120.0, align: Align::Left },
    ];
    let rows: Vec<Vec<String>> = slip
        .lines
        .iter()
        .map(|line| vec![String::new(), line.quantity.to_string(), line.text.clone(), line.sku.clone()])
        .collect();
    layout.table(&columns, &rows, true);
    let pieces: i64 = slip.lines.iter().map(|line| line.quantity).fold(0, i64::saturating_add);
    layout.paragraph(&documents::pieces(lang, pieces), Style::STRONG);
    if !slip.note.trim().is_empty() {
        layout.space(12.0);
        layout.paragraph(documents::customer_note(lang), Style::LABEL);
        layout.paragraph(&slip.note, Style::TEXT);
    }
    layout.add_footers(&format!("{seller} · {title}"), |page, pages| documents::page_of(lang, page, pages));
    Ok(layout)
}

#[cfg(test)]
mod tests {
    use shop_core::base::Cents;
    use shop_core::orders::document::DocumentLine;

    use super::*;
    use crate::layout::texts;

    #[test]
    fn a_parcel_tells_no_price() {
        let line = DocumentLine { text: "Caviale".into(), sku: "CAV-35".into(), quantity: 3, total: Cents(7200) };
        let wishes = vec![("Giorno di consegna desiderato".to_owned(), "venerdì 4 dicembre 2026".to_owned())];
        let slip = PackingSlip { order: "142".into(), lines: vec![line], wishes, ..PackingSlip::default() };
        let layout = lay_out(&slip, "Distinta", "Bottega").unwrap();
        let texts = texts(layout.pages.iter().flatten());
        assert!(texts.contains(&"CAV-35") && texts.contains(&"Pezzi in tutto: 3"), "{texts:?}");
        assert!(texts.join(" ").contains("venerdì 4 dicembre 2026"), "{texts:?}");
        assert!(texts.iter().all(|text| !text.contains('€') && !text.contains("72")), "{texts:?}");
        assert!(packing_slip(&slip).unwrap().starts_with(b"%PDF-"));
    }
}
