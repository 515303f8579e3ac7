//! Files as spreadsheets save them: encodings, separators, line ends, rows that end early.

use encoding_rs::WINDOWS_1252;

use super::*;

async fn imported(bytes: &[u8]) -> (ImportReport, String) {
    let store = MemoryStore::default();
    let options = ImportOptions {
        on_error: OnError::KeepGood,
        now: NOW,
        weight_unit: "kg",
        dimension_unit: "cm",
        pictures: None,
        progress: &mut |_| {},
    };
    let report = import_products(&store, bytes, options).await.unwrap();
    (report, export(&store.data()))
}

const SAMPLE: &str =
    "SKU;Nome;Prezzo di listino;Categorie;Tag\r\ncaf;Caffè «Crema»;3,90;Caffè e tè;\r\nlat;Latte;1,20\r\n;;;;\r\n";

#[tokio::test]
async fn encodings_separators_and_line_ends_give_the_same_catalogue() {
    let (report, expected) = imported(SAMPLE.as_bytes()).await;
    assert_eq!((counts(&report), &report.errors, &report.warnings), ([2, 0, 0, 0], &vec![], &vec![]));
    let utf_16 = |mark: &str, little: bool| -> Vec<u8> {
        let units = format!("{mark}{SAMPLE}");
        let units = units.encode_utf16();
        units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
    };
    let with = |separator: &str| SAMPLE.replace(',', ".").replace(';', separator).into_bytes();
    let files = [
        format!("\u{feff}{SAMPLE}").into_bytes(),
        WINDOWS_1252.encode(SAMPLE).0.into_owned(),
        utf_16("\u{feff}", true),
        utf_16("\u{feff}", false),
        utf_16("", true),
        utf_16("", false),
        format!("sep=;\r\n{SAMPLE}").into_bytes(),
        format!("\u{feff}sep=;\r\n{SAMPLE}").into_bytes(),
        with(","),
        with("\t"),
        with("|"),
        SAMPLE.replace("\r\n", "\n").into_bytes(),
        SAMPLE.replace("\r\n", "\r").into_bytes(),
    ];
    for (at, file) in files.iter().enumerate() {
        let (report, exported) = imported(file).await;
        assert_eq!((report.errors, report.warnings, exported == expected), (vec![], vec![], true), "file {at}");
    }
}

#[tokio::test]
async fn rows_that_end_early_are_whole() {
    let mut text = "SKU,Name,Published,Regular price,Tags,Description,Meta: nota\n".to_owned();
    for row in 1..=40 {
        let end = if row <= 16 { ",,," } else { "" };
        text.push_str(&format!("c-{row},Prova {row},1,1.00{end}\n"));
    }
    let (report, _) = imported(text.as_bytes()).await;
    assert_eq!((counts(&report), report.errors), ([40, 0, 0, 0], vec![]));
}

#[tokio::test]
async fn a_row_with_too_many_cells_stays_an_error_at_its_line() {
    let (report, _) = imported(b"sep=;\nSKU;Name\na;A\nb;B;\nc;C;x\nd;D\n").await;
    assert_eq!(codes(&report.errors), [(4, ProblemCode::CellCount), (5, ProblemCode::CellCount)]);
    assert_eq!(counts(&report), [2, 0, 0, 2]);
}

#[tokio::test]
async fn numbers_that_can_be_read_in_two_ways_follow_their_column_then_the_file() {
    let price_of = |text: &str| {
        let text = text.to_owned();
        async move {
            let store = MemoryStore::default();
            let report = import(&store, &text).await;
            let price = store.data().products.first().and_then(|product| product.item.prices.regular);
            (price.map(|price| price.0), codes(&report.errors))
        }
    };
    assert_eq!(price_of("SKU;Name;Price\na;A;1.234\nb;B;3,90\n").await, (Some(123_400), vec![]));
    assert_eq!(price_of("SKU;Name;Price\na;A;1.234\nb;B;3.90\n").await, (Some(123), vec![]));
    assert_eq!(price_of("SKU;Name;Price;Weight\na;A;1.234;0,5\n").await, (Some(123_400), vec![]));
    let column_first = price_of("SKU;Name;Price;Weight\na;A;1.234;0.5\nb;B;3,90;0.25\n").await;
    assert_eq!(column_first, (Some(123_400), vec![]));
    let unclear = vec![(2, ProblemCode::AmbiguousNumber)];
    assert_eq!(price_of("SKU;Name;Price\na;A;1.234\n").await, (None, unclear.clone()));
    assert_eq!(price_of("SKU;Name;Price\na;A;1.234\nb;;3.90\nc;;3,90\n").await.1[0], unclear[0]);
}
