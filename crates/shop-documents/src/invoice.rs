//! The courtesy copy of an invoice: the original goes through the exchange system.

use shop_core::base::calendar::day;
use shop_core::base::{Cents, Lang};
use shop_core::orders::document::{InvoiceLine, IssuedInvoice};
use shop_core::platform::words::documents;

use crate::DocumentError;
use crate::fonts::{Fonts, Style};
use crate::layout::{Align, Column, INNER, Layout, MARGIN};
use crate::pdf;
use crate::words::{block, letterhead, money, rate};

/// Renders an invoice as PDF.
pub fn invoice(issued: &IssuedInvoice) -> Result<Vec<u8>, DocumentError> {
    let lang = issued.invoice.lang;
    let title = documents::invoice_title(lang, issued.number);
    let seller = issued.invoice.seller.lines.first().cloned().unwrap_or_default();
    pdf::write(lay_out(issued, &title)?, &title, &seller, lang)
}

fn lay_out(issued: &IssuedInvoice, title: &str) -> Result<Layout, DocumentError> {
    let content = &issued.invoice;
    let lang = content.lang;
    let mut layout = Layout::new(Fonts::load()?);
    let half = INNER / 2.0;
    let date = documents::dated(lang, day(issued.issued_at, lang));
    let order = documents::order_of(lang, day(content.ordered_at, lang), &content.order);
    let mut heading = vec![(title.to_owned(), Style::TITLE), (date, Style::TEXT), (order, Style::TEXT)];
    if !content.buyer_reference.is_empty() {
        heading.push((documents::buyer_reference(lang, &content.buyer_reference), Style::TEXT));
    }
    layout.side_by_side(&[
        (MARGIN, half - 10.0, Align::Left, letterhead(&content.seller)),
        (MARGIN + half, half, Align::Right, heading),
    ]);
    layout.space(18.0);
    let buyer = block(documents::customer(lang), &content.buyer.lines);
    let facts = content.buyer.facts.iter().map(|(label, value)| (format!("{label}: {value}"), Style::TEXT));
    let mut numbers = vec![(documents::invoice_data(lang).to_owned(), Style::LABEL)];
    numbers.extend(facts);
    if numbers.len() == 1 {
        numbers.clear();
    }
    layout.side_by_side(&[(MARGIN, half - 10.0, Align::Left, buyer), (MARGIN + half, half, Align::Left, numbers)]);
    layout.space(18.0);
    let discounted = content.lines.iter().any(|line| line.discount != Cents::ZERO);
    let rows: Vec<Vec<String>> = content.lines.iter().map(|line| row(line, discounted, lang)).collect();
    layout.table(&columns(discounted, lang), &rows, false);
    sums(&mut layout, issued, lang);
    for note in &content.notes {
        layout.space(8.0);
        layout.paragraph(note, Style::TEXT);
    }
    layout.space(14.0);
    layout.paragraph(documents::invoice_note(lang), Style::SMALL);
    let seller = content.seller.lines.first().map(String::as_str).unwrap_or_default();
    layout.add_footers(&format!("{seller} · {title}"), |page, pages| documents::page_of(lang, page, pages));
    Ok(layout)
}

fn columns(discounted: bool, lang: Lang) -> Vec<Column> {
    let right = |title, width| Column { title, width, align: Align::Right };
    let mut out = vec![right(documents::quantity(lang), 42.0), right(documents::vat(lang), 48.0)];
    if discounted {
        out.push(right(documents::net_price(lang), 76.0));
        out.push(right(documents::discount(lang), 68.0));
    }
    out.push(right(documents::net(lang), 80.0));
    let rest = INNER - out.iter().map(|column| column.width).sum::<f32>();
    out.insert(0, Column { title: documents::description(lang), width: rest, align: Align::Left });
    out
}

fn row(line: &InvoiceLine, discounted: bool, lang: Lang) -> Vec<String> {
    let mut out = vec![line.text.clone(), line.quantity.to_string(), rate_or_none(&line.rate, lang)];
    if discounted {
        out.push(money(line.price, lang));
        out.push(if line.discount == Cents::ZERO { String::new() } else { money(-line.discount, lang) });
    }
    out.push(money(line.net, lang));
    out
}

fn rate_or_none(text: &str, lang: Lang) -> String {
    if text.is_empty() { "–".into() } else { rate(text, lang) }
}

/// Net, tax by rate, total, and payment.
fn sums(layout: &mut Layout, issued: &IssuedInvoice, lang: Lang) {
    let content = &issued.invoice;
    let rows: Vec<Vec<String>> = content
        .vat
        .iter()
        .map(|row| {
            let untaxed = documents::untaxed(lang);
            let name = if row.rate.is_empty() { untaxed.to_owned() } else { rate(&row.rate, lang) };
            vec![name, money(row.net, lang), money(row.tax, lang)]
        })
        .collect();
    let third = INNER / 3.0;
    let columns = [
        Column { title: documents::vat_summary(lang), width: third, align: Align::Left },
        Column { title: documents::net(lang), width: third, align: Align::Right },
        Column { title: documents::tax(lang), width: third, align: Align::Right },
    ];
    layout.space(6.0);
    layout.table(&columns, &rows, false);
    layout.ensure_space(7.0 * Style::STRONG.leading());
    layout.sum(documents::net_total(lang), &money(content.net, lang), Style::TEXT);
    layout.sum(documents::vat_total(lang), &money(content.tax, lang), Style::TEXT);
    if content.rounding != Cents::ZERO {
        layout.sum(documents::rounding(lang), &money(content.rounding, lang), Style::TEXT);
    }
    layout.sum(documents::invoice_total(lang), &money(content.total, lang), Style::STRONG);
    if content.credit != Cents::ZERO {
        let words = documents::paid_with_credit(lang);
        layout.sum(words, &money(content.credit, lang), Style::TEXT);
    }
    if !content.payment.is_empty() {
        let words = documents::payment_by(lang, &content.payment);
        layout.sum(&words, &money(content.total - content.credit, lang), Style::TEXT);
    }
}

#[cfg(test)]
mod tests {
    use shop_core::orders::document::vat::VatRow;
    use shop_core::orders::document::{Invoice, InvoiceNumber, Party};

    use super::*;
    use crate::layout::texts;

    fn sample(lines: usize) -> IssuedInvoice {
        let line = |n: usize| InvoiceLine {
            text: format!("Olio extravergine «Riviera» n. {n}, Formato: 750 ml"),
            quantity: 2,
            rate: "4%".into(),
            price: Cents(1000),
            discount: Cents(100),
            net: Cents(900),
        };
        let net = Cents(900).times(u32::try_from(lines).unwrap());
        let tax = Cents(36).times(u32::try_from(lines).unwrap());
        IssuedInvoice {
            number: InvoiceNumber { year: 2026, number: 12 },
            issued_at: 1_795_248_900,
            invoice: Invoice {
                order: "142".into(),
                ordered_at: 1_795_219_200,
                seller: Party {
                    lines: vec!["Bottega Alimentari S.r.l.".into(), "Via dei Fornari 18, 43121 Parma PR".into()],
                    facts: vec![("P. IVA".into(), "IT99991230345".into())],
                },
                buyer: Party {
                    lines: vec!["Caffè Nicolò".into(), "Via Po 1".into(), "10121 Torino TO".into()],
                    facts: vec![("Codice destinatario".into(), "ABC1234".into())],
                },
                lines: (1..=lines).map(line).collect(),
                vat: vec![VatRow { rate: "4%".into(), name: "IVA 4".into(), net, tax }],
                net,
                tax,
                total: net + tax,
                payment: "Bonifico bancario".into(),
                buyer_reference: "ODA 118".into(),
                notes: vec!["Operazione non imponibile".into()],
                ..Invoice::default()
            },
        }
    }

    #[test]
    fn an_invoice_says_all_that_the_law_asks_and_that_it_is_a_copy() {
        let layout = lay_out(&sample(3), "Fattura n. 12/2026").unwrap();
        let text = texts(layout.pages.iter().flatten()).join("\n");
        for part in [
            "Fattura n. 12/2026",
            "Data: 21 novembre 2026",
            "Vostro riferimento: ODA 118",
            "P. IVA IT99991230345",
            "Caffè Nicolò",
            "Codice destinatario: ABC1234",
            "27,00\u{a0}€",
            "1,08\u{a0}€",
            "28,08\u{a0}€",
            "-1,00\u{a0}€",
            "Operazione non imponibile",
            "Copia di cortesia, priva di valore fiscale.",
            "Pagina 1 di 1",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }

    #[test]
    fn the_same_invoice_is_the_same_file_to_the_byte() {
        let one = invoice(&sample(60)).unwrap();
        assert!(one.starts_with(b"%PDF-"));
        assert_eq!(one, invoice(&sample(60)).unwrap());
        assert!(one.len() < 120_000, "{} bytes: the fonts are cut down to what is used", one.len());
    }

    #[test]
    fn what_a_buyer_may_type_breaks_nothing() {
        for text in ["", "\u{202e}abc", "مرحبا", "漢字", "a\u{0}b\tc", "👩‍🍳", &"x".repeat(3000)] {
            let mut issued = sample(1);
            issued.invoice.buyer.lines = vec![text.to_owned()];
            issued.invoice.lines[0].text = text.to_owned();
            assert!(invoice(&issued).is_ok(), "{text}");
        }
    }
}
