//! The price list of a trade customer.

use shop_core::base::calendar::day;
use shop_core::orders::document::{PriceList, PriceListLine};
use shop_core::platform::words::documents;

use crate::DocumentError;
use crate::fonts::{Fonts, Style};
use crate::layout::{Align, Column, INNER, Layout, MARGIN};
use crate::pdf;
use crate::words::{letterhead, money};

/// Renders a price list as PDF.
pub fn price_list(list: &PriceList) -> Result<Vec<u8>, DocumentError> {
    let title = documents::price_list_title(list.lang, day(list.made_at, list.lang));
    let seller = list.seller.lines.first().cloned().unwrap_or_default();
    pdf::write(lay_out(list, &title, &seller)?, &title, &seller, list.lang)
}

fn lay_out(list: &PriceList, title: &str, seller: &str) -> Result<Layout, DocumentError> {
    let lang = list.lang;
    let mut layout = Layout::new(Fonts::load()?);
    let half = INNER / 2.0;
    let heading = vec![(documents::price_list(lang).to_owned(), Style::TITLE), (day(list.made_at, lang), Style::TEXT)];
    layout.side_by_side(&[
        (MARGIN, half - 10.0, Align::Left, letterhead(&list.seller)),
        (MARGIN + half, half, Align::Right, heading),
    ]);
    layout.space(18.0);
    layout.paragraph(documents::price_list_note(lang), Style::SMALL);
    layout.space(12.0);
    let columns = [
        Column { title: "SKU", width: 100.0, align: Align::Left },
        Column { title: documents::item(lang), width: INNER - 310.0, align: Align::Left },
        Column { title: documents::net_price(lang), width: 90.0, align: Align::Right },
        Column { title: documents::price_tiers(lang), width: 120.0, align: Align::Left },
    ];
    let row = |line: &PriceListLine| {
        let tiers: Vec<String> = line
            .tiers
            .iter()
            .map(|(count, price)| documents::from_quantity(lang, count, money(*price, lang)))
            .collect();
        vec![line.sku.clone(), line.text.clone(), money(line.price, lang), tiers.join(", ")]
    };
    let rows: Vec<Vec<String>> = list.lines.iter().map(row).collect();
    layout.table(&columns, &rows, false);
    layout.add_footers(&format!("{seller} · {title}"), |page, pages| documents::page_of(lang, page, pages));
    Ok(layout)
}

#[cfg(test)]
mod tests {
    use shop_core::base::Cents;

    use super::*;
    use crate::layout::texts;

    #[test]
    fn each_line_tells_its_price_and_what_many_pieces_cost() {
        let line = PriceListLine {
            sku: "OLIO".into(),
            text: "Olio".into(),
            price: Cents(909),
            tiers: vec![(6, Cents(850)), (12, Cents(800))],
        };
        let list = PriceList { lines: vec![line; 90], ..PriceList::default() };
        let layout = lay_out(&list, "Listino", "Bottega").unwrap();
        let texts = texts(layout.pages.iter().flatten());
        assert_eq!(texts.iter().filter(|text| **text == "OLIO").count(), 90);
        assert!(texts.iter().any(|text| text.contains("9,09")) && texts.iter().any(|text| text.contains("da 6")));
        assert!(price_list(&list).unwrap().starts_with(b"%PDF-"));
    }
}
