use proptest::prelude::*;

use super::*;

/// Returns line, names and quantity or code of each line.
fn plain(text: &str) -> Vec<(u32, String, String)> {
    let quantity = |line: &PastedLine| match &line.quantity {
        Ok(None) => String::new(),
        Ok(Some(PastedQuantity { count, unit: QuantityUnit::Pieces })) => count.to_string(),
        Ok(Some(PastedQuantity { count, unit: QuantityUnit::Packs })) => format!("{count} packs"),
        Err(error) => error.code.strip_prefix("trade_bulk_").unwrap_or(&error.code).to_owned(),
    };
    parse_lines(text).0.iter().map(|line| (line.line, line.names.join("/"), quantity(line))).collect()
}

fn one(name: &str, quantity: &str) -> Vec<(u32, String, String)> {
    vec![(1, name.to_owned(), quantity.to_owned())]
}

/// Returns the quantities or codes alone.
fn quantities(text: &str) -> Vec<String> {
    plain(text).into_iter().map(|(.., quantity)| quantity).collect()
}

#[test]
fn tabs_semicolons_bars_and_commas_separate() {
    for text in
        ["CAV-35\t3", "CAV-35;3", "CAV-35,3", "CAV-35|3", "| CAV-35 | 3 |", " CAV-35 ; 3 \r\n", "\u{feff}CAV-35;3"]
    {
        assert_eq!(plain(text), one("CAV-35", "3"), "{text:?}");
    }
    assert_eq!(plain("Olio, extra vergine\t2"), one("Olio, extra vergine", "2"), "a tab leaves commas to the name");
    assert_eq!(quantities("| SKU | Qty |\n|---|:-:|\n| A | 2 |"), ["2"]);
}

#[test]
fn cells_in_quotation_marks_keep_what_is_in_them() {
    assert_eq!(plain("\"Olio; \"\"fruttato\"\"\";4"), one("Olio; \"fruttato\"", "4"));
    assert_eq!(plain("\"Olio\nextra\";4"), one("Olio extra", "4"));
    assert_eq!(plain("Olio 5\" largo;4"), one("Olio 5\" largo", "4"), "a mark inside a cell is a mark");
    assert_eq!(plain("\"Olio;4"), one("Olio;4", ""), "one that never ends takes the rest");
    assert_eq!(plain("A,Prova,\"100,00\",2"), one("A", "2"));
}

#[test]
fn a_header_says_which_column_is_which() {
    let text = "Nome;Prezzo;SKU;Quantità\nCaviale;72,00;CAV-35;3\nOlio;5,00;;2\n;1,00;;9\n";
    let lines = plain(text);
    assert_eq!(lines[0], (2, "CAV-35/Caviale".to_owned(), "3".to_owned()));
    assert_eq!(lines[1], (3, "Olio".to_owned(), "2".to_owned()));
    assert_eq!((lines[2].0, lines[2].2.as_str()), (4, "unknown"), "a line without a product is reported");
    assert_eq!(plain("sku\nCAV-35"), [(2, "CAV-35".to_owned(), String::new())]);
    assert_eq!(quantities("Ordine di maggio\n\nSKU;Q.tà\nA;2"), ["", "2"], "a title may stand above");
}

#[test]
fn prices_are_no_quantities() {
    for text in ["A\tProva\t100,00\t2", "A;100.00;2", "A;€ 100;2", "A;Prova;2;72,00;144,00", "A;72,5;2", "A;2 pz;100"]
    {
        assert_eq!(quantities(text), ["2"], "{text}");
    }
    for text in ["A;Prova;100,00", "A;2,00", "A;100 €"] {
        assert_eq!(quantities(text), ["maybe_price"], "{text}");
    }
}

#[test]
fn two_numbers_that_could_each_be_the_quantity_are_reported() {
    for text in ["A;Prova;100;2", "A,Prova,100,00,2", "A;1.000;2", "A;2 pz;3 pz", "A;-1;2"] {
        assert_eq!(quantities(text), ["two_numbers"], "{text}");
    }
    assert_eq!(quantities("A;2;2"), ["2"]);
    assert_eq!(quantities("SKU;Q.tà;Pezzi\nA;2;12\nB;3;3\nC;;4"), ["two_numbers", "3", "4"]);
    assert_eq!(quantities("SKU;Colli;Pezzi\nA;2;12"), ["two_numbers"]);
}

#[test]
fn numbers_that_are_read_in_two_ways_or_count_nothing_are_reported() {
    for number in ["1.000", "1,000"] {
        assert_eq!(quantities(&format!("A;{number}")), ["unclear"], "{number}");
        assert_eq!(quantities(&format!("SKU;Qty\nA;{number}")), ["unclear"], "{number}");
    }
    for number in ["0", "-2", "(2)", "2,5", "due", "2 €", "123456789"] {
        assert_eq!(quantities(&format!("SKU;Qty\nA;{number}")), ["quantity"], "{number}");
    }
    for number in ["0", "-2", "due"] {
        assert_eq!(quantities(&format!("A;{number}")), ["quantity"], "{number}");
    }
    for (number, read) in [("2,00", "2"), ("1.000,00", "1000"), ("1,000.00", "1000"), ("1'000", "1000"), ("2 pz", "2")]
    {
        assert_eq!(quantities(&format!("SKU;Qty\nA;{number}")), [read]);
    }
}

#[test]
fn unknown_headings_are_reported_where_they_may_be_those_of_the_quantity() {
    assert_eq!(
        plain("SKU;Fabbisogno\nA;3"),
        [(1, "Fabbisogno".into(), "heading".into()), (2, "A".into(), "no_quantity".into())]
    );
    assert_eq!(quantities("SKU;Qty;Fabbisogno\nA;3;7"), ["heading", "3"]);
    assert_eq!(quantities("SKU;Qty;Colonna\nA;3;rosso"), ["3"], "words are no quantity");
    assert_eq!(plain("Materiale;Qty\nA;3"), [(2, "A".into(), "3".into())], "what stands first is the product");
}

#[test]
fn an_empty_or_shifted_cell_is_reported() {
    assert_eq!(quantities("SKU;Qty\nA;\nB;2"), ["no_quantity", "2"]);
    assert_eq!(quantities("SKU,Prezzo,Qty\nA,100,50,2"), ["columns"]);
    assert_eq!(quantities("SKU;Qty\nA;2;;\n"), ["2"], "empty cells at the end are none");
    assert_eq!(quantities(";3"), ["unknown"]);
}

#[test]
fn columns_of_packs_count_packs() {
    assert_eq!(quantities("SKU;Colli\nA;2\nB;3 pz"), ["2 packs", "3"]);
}

#[test]
fn a_quantity_beside_the_product_is_read_with_it() {
    for text in ["2 x CAV-35", "CAV-35 x 2", "CAV-35 2 pz"] {
        let (lines, _) = parse_lines(text);
        let (name, quantity) = lines[0].embedded.clone().unwrap();
        assert_eq!((lines[0].names[0].as_str(), name.as_str(), quantity.count), (text, "CAV-35", 2));
    }
}

#[test]
fn without_a_header_the_product_stands_first() {
    assert_eq!(plain("CAV-35;Caviale croccante;3;72,00"), one("CAV-35", "3"));
    assert_eq!(plain("CAV-35"), one("CAV-35", ""));
    assert_eq!(plain("CAV-35;8001234567890;3"), one("CAV-35", "two_numbers"));
}

#[test]
fn empty_lines_are_skipped_and_keep_their_number() {
    assert_eq!(plain("\n;;\n\nCAV-35;3\n"), [(4, "CAV-35".to_owned(), "3".to_owned())]);
    assert_eq!(plain(""), []);
}

#[test]
fn lines_beyond_the_most_are_counted_and_not_read() {
    let (lines, cut) = parse_lines(&"A;1\n".repeat(MAX_LINES + 7));
    assert_eq!((lines.len(), cut), (MAX_LINES, 7));
}

proptest! {
    #[test]
    fn any_text_is_read(text in "[\"a;,|\t\r\n1 .è-]{0,80}") {
        for line in parse_lines(&text).0 {
            prop_assert!(!line.names.is_empty() && line.names.iter().all(|name| !name.is_empty()));
        }
    }

    #[test]
    fn a_quantity_is_the_meant_one_or_an_error_wherever_it_stands(
        count in 1_u32..10_000, cents in 0_u32..1_000_000, column in 1_usize..4, separator in "[\t;|,]",
        price_mark in "[.,]", quoted: bool, named: bool, heading in prop::sample::select(vec!["Quantità", "Q.tà", "QTY", "Order qty", "Ordine"]),
    ) {
        let quote = |cell: String| if quoted { format!("\"{cell}\"") } else { cell };
        let mut cells = vec![quote("Prova".into()), quote(format!("{}{price_mark}{:02}", cents / 100, cents % 100))];
        let mut headings = vec!["Nome".to_owned(), "Prezzo".to_owned()];
        let at = (column - 1).min(cells.len());
        cells.insert(at, count.to_string());
        headings.insert(at, heading.to_owned());
        let row = format!("A{separator}{}", cells.join(&separator));
        let text = if named { format!("SKU{separator}{}\n{row}", headings.join(&separator)) } else { row };
        let (lines, _) = parse_lines(&text);
        prop_assert_eq!(lines.len(), 1);
        match &lines[0].quantity {
            Ok(quantity) => prop_assert_eq!(quantity.map(|one| one.count), Some(count), "{}", text),
            Err(_) => prop_assert!(separator == "," && price_mark == "," && !quoted, "{} should be understood", text),
        }
    }
}
