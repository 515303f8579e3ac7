//! An offer to a company: lines with net prices, totals and the expiry date.

use shop_core::base::Cents;
use shop_core::base::calendar::day;
use shop_core::orders::document::{OfferDocument, OfferDocumentLine};
use shop_core::platform::words::documents;

use crate::DocumentError;
use crate::fonts::{Fonts, Style};
use crate::layout::{Align, Column, INNER, Layout, MARGIN};
use crate::pdf;
use crate::words::{block, letterhead, money, rate};

/// Renders an offer as PDF.
pub fn offer(offer: &OfferDocument) -> Result<Vec<u8>, DocumentError> {
    let title = documents::offer_title(offer.lang, &offer.number);
    let seller = offer.seller.lines.first().cloned().unwrap_or_default();
    pdf::write(lay_out(offer, &title, &seller)?, &title, &seller, offer.lang)
}

fn lay_out(offer: &OfferDocument, title: &str, seller: &str) -> Result<Layout, DocumentError> {
    let lang = offer.lang;
    let mut layout = Layout::new(Fonts::load()?);
    let half = INNER / 2.0;
    let until = match offer.valid_until {
        Some(end) => documents::offer_until(lang, day(end - 1, lang)),
        None => documents::offer_no_end(lang).to_owned(),
    };
    let heading = vec![
        (title.to_owned(), Style::TITLE),
        (documents::dated(lang, day(offer.written_at, lang)), Style::TEXT),
        (until, Style::STRONG),
    ];
    layout.side_by_side(&[
        (MARGIN, half - 10.0, Align::Left, letterhead(&offer.seller)),
        (MARGIN + half, half, Align::Right, heading),
    ]);
    layout.space(18.0);
    let buyer = block(documents::customer(lang), &offer.buyer.lines);
    layout.side_by_side(&[(MARGIN, half - 10.0, Align::Left, buyer)]);
    layout.space(12.0);
    layout.paragraph(&offer.title, Style::STRONG);
    layout.space(8.0);
    let right = |title, width| Column { title, width, align: Align::Right };
    let columns = [
        Column { title: documents::description(lang), width: INNER - 268.0, align: Align::Left },
        right(documents::quantity(lang), 48.0),
        right(documents::net_price(lang), 80.0),
        right(documents::vat(lang), 50.0),
        right(documents::net(lang), 90.0),
    ];
    let rows: Vec<Vec<String>> = offer.lines.iter().map(|line| row(line, offer)).collect();
    layout.table(&columns, &rows, false);
    for vat in offer.vat.iter().filter(|vat| vat.tax != Cents::ZERO) {
        let label = format!("{} {} ({})", documents::vat(lang), rate(&vat.rate, lang), money(vat.net, lang));
        layout.sum(&label, &money(vat.tax, lang), Style::SMALL);
    }
    layout.sum(documents::net_total(lang), &money(offer.net, lang), Style::TEXT);
    layout.sum(documents::vat_total(lang), &money(offer.tax, lang), Style::TEXT);
    layout.sum(documents::total(lang), &money(offer.total, lang), Style::STRONG);
    if !offer.notes.trim().is_empty() {
        layout.space(12.0);
        layout.paragraph(documents::offer_notes(lang), Style::LABEL);
        for line in offer.notes.lines() {
            layout.paragraph(line, Style::TEXT);
        }
    }
    layout.space(10.0);
    layout.paragraph(documents::offer_note(lang), Style::SMALL);
    layout.add_footers(&format!("{seller} · {title}"), |page, pages| documents::page_of(lang, page, pages));
    Ok(layout)
}

fn row(line: &OfferDocumentLine, offer: &OfferDocument) -> Vec<String> {
    let lang = offer.lang;
    let text = if line.sku.is_empty() { line.text.clone() } else { format!("{} ({})", line.text, line.sku) };
    match line.quantity {
        None => vec![text, String::new(), String::new(), String::new(), String::new()],
        Some(quantity) => {
            vec![text, quantity.to_string(), money(line.unit, lang), rate(&line.rate, lang), money(line.net, lang)]
        }
    }
}

#[cfg(test)]
mod tests {
    use shop_core::orders::document::Party;
    use shop_core::orders::document::vat::VatRow;

    use super::*;
    use crate::layout::texts;

    fn sample() -> OfferDocument {
        let goods = OfferDocumentLine {
            text: "Olio extravergine".into(),
            sku: "OL-1".into(),
            quantity: Some(12),
            unit: Cents(990),
            rate: "4%".into(),
            net: Cents(11_880),
        };
        let words = OfferDocumentLine { text: "Raccolto 2026".into(), ..OfferDocumentLine::default() };
        OfferDocument {
            number: "31".into(),
            title: "Cena di Natale".into(),
            valid_until: Some(1_798_153_200),
            seller: Party { lines: vec!["Bottega srl".into()], ..Party::default() },
            buyer: Party { lines: vec!["Trattoria da Nicolò".into()], ..Party::default() },
            lines: vec![goods, words],
            vat: vec![VatRow { rate: "4%".into(), name: "IVA".into(), net: Cents(11_880), tax: Cents(475) }],
            net: Cents(11_880),
            tax: Cents(475),
            total: Cents(12_355),
            notes: "Pagamento a 30 giorni\nA presto".into(),
            ..OfferDocument::default()
        }
    }

    #[test]
    fn an_offer_tells_lines_sums_validity_and_notes() {
        let layout = lay_out(&sample(), "Offerta n. 31", "Bottega srl").unwrap();
        let text = texts(layout.pages.iter().flatten());
        for part in [
            "Offerta n. 31",
            "Trattoria da Nicolò",
            "Cena di Natale",
            "Olio extravergine (OL-1)",
            "Raccolto 2026",
            "9,90\u{a0}€",
            "118,80\u{a0}€",
            "4,75\u{a0}€",
            "123,55\u{a0}€",
            "Valida fino al 24 dicembre 2026",
            "A presto",
        ] {
            assert!(text.contains(&part), "{part}\n{text:?}");
        }
    }

    #[test]
    fn an_offer_is_a_pdf_also_without_end_lines_and_notes_and_with_any_words() {
        let odd = OfferDocument { title: "\u{202e}漢字👩‍🍳".repeat(40), ..sample() };
        let long = OfferDocument { lines: vec![sample().lines[0].clone(); 200], ..sample() };
        for paper in [OfferDocument::default(), odd, long] {
            assert!(offer(&paper).unwrap().starts_with(b"%PDF-"));
        }
    }
}
