use shop_core::base::Cents;
use shop_core::catalogue::product::{Backorders, ImageRef, StockStatus, Variation};

use super::super::file::read_file;
use super::*;

type Refusals = Vec<(String, ProblemCode)>;

fn with_reader<T>(header: &str, row: &str, read: impl FnOnce(&mut RowReader<'_>) -> T) -> (T, Refusals) {
    let file = read_file(format!("{header}\n{row}\n").as_bytes()).unwrap();
    let (mut columns, _) = Columns::from_header(&file.header, 1, "kg", "cm").unwrap();
    columns.find_decimal_marks(&file.records);
    let mut reader = RowReader::new(&columns, &file.records[0]);
    let value = read(&mut reader);
    (value, reader.problems.into_iter().map(|problem| (problem.column, problem.code)).collect())
}

fn product(header: &str, row: &str) -> (Product, Links, Refusals) {
    let mut product = Product::default();
    let (links, refusals) = with_reader(header, row, |reader| reader.read_product(&mut product));
    (product, links, refusals)
}

fn variation(header: &str, row: &str) -> (Variation, Refusals) {
    let mut variation = Variation::default();
    let (_, refusals) =
        with_reader(header, row, |reader| reader.read_variation(&mut variation.item, &mut variation.stock_of_parent));
    (variation, refusals)
}

/// The only problem of a row with one invalid cell.
fn refusal(column: &str, cell: &str) -> ProblemCode {
    let (_, _, refusals) = product(&format!("SKU,\"{column}\""), &format!("x,\"{cell}\""));
    assert_eq!(refusals.len(), 1, "{column}: {cell}: {refusals:?}");
    assert_eq!(refusals[0].0, column);
    refusals[0].1
}

#[test]
fn prices_are_cents_as_people_write_them() {
    for (cell, cents) in [
        ("72", 7200),
        ("72.00", 7200),
        ("72,5", 7250),
        ("0", 0),
        (".05", 5),
        (" 9.90 ", 990),
        ("9.9000", 990),
        ("1.234,50", 123_450),
        ("1,234.50", 123_450),
        ("€ 3,90", 390),
        ("3,90 EUR", 390),
        ("€3.90", 390),
        ("3,90\u{a0}€", 390),
        ("eur 3", 300),
        ("12,345678", 1235),
        ("0.004", 0),
        ("0.005", 1),
        ("3.5", 350),
        ("1'234.50", 123_450),
        ("1 234,50", 123_450),
        ("5,-", 500),
        ("5.– €", 500),
    ] {
        let (product, _, refusals) = product("SKU,Regular price", &format!("x,\"{cell}\""));
        assert!(refusals.is_empty(), "{cell}: {refusals:?}");
        assert_eq!(product.item.prices.regular, Some(Cents(cents)), "{cell}");
    }
    assert_eq!(product("SKU,Regular price", "x,").0.item.prices.regular, None);
}

#[test]
fn what_is_no_price_is_refused() {
    for cell in [
        "-1",
        "free",
        "gratis",
        "1e3",
        "99999999999",
        "'-5",
        "+5",
        "10000000.01",
        "$ 5",
        "5 USD",
        "£5",
        "€",
        "€ €5",
        "-0,01",
        "-0.001",
        "€ -5",
        "-5 €",
        "5 kg",
        "1.2.3",
        "-",
        "n/a",
        "12,50 / 13,50",
    ] {
        assert_eq!(refusal("Regular price", cell), ProblemCode::NotAPrice, "{cell}");
        assert_eq!(refusal("Sale price", cell), ProblemCode::NotAPrice, "{cell}");
    }
    for cell in ["1.234", "1,234", "€ 1.234"] {
        assert_eq!(refusal("Regular price", cell), ProblemCode::AmbiguousNumber, "{cell}");
    }
}

#[test]
fn a_price_that_can_be_read_in_two_ways_follows_the_other_numbers_of_the_file() {
    let read =
        |sale: &str| product("SKU,Sale price,Regular price", &format!("x,\"{sale}\",1.234")).0.item.prices.regular;
    assert_eq!(read("3,90"), Some(Cents(123_400)));
    assert_eq!(read("3.90"), Some(Cents(123)));
    assert_eq!(read("1.234.567,00"), Some(Cents(123_400)));
}

#[test]
fn measures_are_rounded_thousandths_and_may_name_their_unit() {
    for (cell, milli) in [
        ("1.5", 1500),
        ("0,75", 750),
        ("1.2345", 1235),
        ("1.234", 1234),
        ("1 kg", 1000),
        ("500 g", 500),
        ("2 lbs", 907),
    ] {
        let (product, _, refusals) = product("SKU,Weight (kg)", &format!("x,\"{cell}\""));
        assert!(refusals.is_empty(), "{cell}: {refusals:?}");
        assert_eq!(product.item.weight_milli, Some(milli), "{cell}");
    }
    assert_eq!(product("SKU,Weight (g)", "x,750").0.item.weight_milli, Some(750));
    assert_eq!(product("SKU,Height (in)", "x,10").0.item.height_milli, Some(25_400));
}

#[test]
fn what_is_no_measure_number_word_or_date_is_refused() {
    for cell in ["-1", "-0.0001", "abc", "1 cm", "1 stone", "kg", "3000000", "1x2"] {
        assert_eq!(refusal("Weight (kg)", cell), ProblemCode::NotAMeasure, "{cell}");
    }
    for cell in ["1.5", "many", "3000000000", "parent", "1.234.5", "12 pz"] {
        assert_eq!(refusal("Stock", cell), ProblemCode::NotANumber, "{cell}");
    }
    assert_eq!(refusal("Stock", "1.000"), ProblemCode::AmbiguousNumber, "not one piece");
    for cell in ["8,00123E+12", "ABC", "80012345678901234567890", "80.012", "978-88-X6-1234"] {
        assert_eq!(refusal("GTIN, UPC, EAN, or ISBN", cell), ProblemCode::NotAGtin, "{cell}");
    }
    for (column, cell) in [("Low stock amount", "-1"), ("Position", "x"), ("Download limit", "-2")] {
        assert_eq!(refusal(column, cell), ProblemCode::NotANumber, "{column}");
    }
    for column in ["Is featured?", "Sold individually?", "Allow customer reviews?", "In stock?", "Backorders allowed?"]
    {
        assert_eq!(refusal(column, "maybe"), ProblemCode::NotYesNo, "{column}");
    }
    for column in ["Published", "Visibility in catalog", "Tax status"] {
        assert_eq!(refusal(column, "2"), ProblemCode::UnknownWord, "{column}");
    }
    assert_eq!(refusal("Date sale price starts", "31/12/2026"), ProblemCode::NotADate);
    assert_eq!(refusal("Categories", "Olio > > Extra"), ProblemCode::EmptyCategory);
}

#[test]
fn types_that_are_not_known_or_contradict_are_refused() {
    for cell in ["bundle", "simple, variable", "variation, simple", "semplice"] {
        let ((), refusals) = with_reader("SKU,Type", &format!("x,\"{cell}\""), |reader| {
            reader.read_key();
        });
        assert_eq!(refusals, [("Type".to_owned(), ProblemCode::UnknownType)], "{cell}");
    }
}

#[test]
fn a_row_reports_every_broken_cell() {
    let (_, _, refusals) = product("SKU,Regular price,Stock,Published,Weight", "x,abc,abc,abc,abc");
    assert_eq!(refusals.len(), 4);
}

#[test]
fn cells_that_cannot_be_stored_are_refused() {
    let long = "x".repeat(101);
    for (row, column, code) in [
        ("a\0b,Name,1".to_owned(), "SKU", ProblemCode::NulCharacter),
        (format!("{long},Name,1"), "SKU", ProblemCode::TooLong),
        (format!("s,{},1", "é".repeat(301)), "Name", ProblemCode::TooLong),
        ("s,Name,0".to_owned(), "ID", ProblemCode::NotANumber),
    ] {
        let ((), refusals) = with_reader("SKU,Name,ID", &row, |reader| {
            reader.read_key();
        });
        assert_eq!(refusals, [(column.to_owned(), code)]);
    }
}

#[test]
fn a_reduction_that_ends_before_it_starts_is_refused() {
    let header = "SKU,Date sale price starts,Date sale price ends";
    let (_, _, refusals) = product(header, "x,2026-12-02,2026-12-01");
    assert_eq!(refusals, [("Date sale price ends".to_owned(), ProblemCode::SaleEndsFirst)]);
    assert!(product(header, "x,2026-12-01,2026-12-01").2.is_empty(), "one day is long enough");
}

#[test]
fn attributes_without_name_or_named_twice_are_refused() {
    let header = "SKU,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)";
    assert_eq!(product(header, "x,,Red,,").2[0].1, ProblemCode::AttributeName);
    assert_eq!(product(header, "x,***,Red,,").2[0].1, ProblemCode::AttributeName);
    assert_eq!(product(header, "x,Tè,Red,te,Blue").2[0].1, ProblemCode::DuplicateAttribute);
    assert_eq!(variation(header, "x,Color,\"Red, Blue\",,").1[0].1, ProblemCode::SeveralValues);
    assert_eq!(variation(header, "x,Color,Red,color,").1[0].1, ProblemCode::DuplicateAttribute);
}

#[test]
fn published_is_one_private_zero_and_draft_minus_one() {
    for (cell, status) in [
        ("1", PublishStatus::Publish),
        ("0", PublishStatus::Private),
        ("-1", PublishStatus::Draft),
        ("draft", PublishStatus::Draft),
    ] {
        assert_eq!(product("SKU,Published", &format!("x,{cell}")).0.item.status, status, "{cell}");
    }
    // WooCommerce writes -1 for all variations of a draft.
    assert_eq!(variation("SKU,Published", "x,-1").0.item.status, PublishStatus::Publish);
}

#[test]
fn an_empty_stock_is_not_counted_a_number_is_and_variations_may_share() {
    let empty = product("SKU,Stock,In stock?", "x,,0").0.item.stock;
    assert_eq!((empty.managed, empty.status), (false, StockStatus::OutOfStock));
    let counted = product("SKU,Stock,Backorders allowed?", "x,-3,notify").0.item.stock;
    assert_eq!((counted.managed, counted.quantity, counted.backorders), (true, -3, Backorders::Notify));
    let (shared, refusals) = variation("SKU,Stock", "x,parent");
    assert!(refusals.is_empty() && shared.stock_of_parent && !shared.item.stock.managed);
    assert_eq!(product("SKU,In stock?", "x,backorder").0.item.stock.status, StockStatus::OnBackorder);
}

#[test]
fn tax_classes_are_read_by_slug_or_name() {
    for (cell, class) in [("reduced-10", "reduced-10"), ("Reduced 10", "reduced-10"), ("Standard", ""), ("", "")] {
        assert_eq!(product("SKU,Tax class", &format!("x,{cell}")).0.item.tax_class, class);
    }
    assert_eq!(variation("SKU,Tax class", "x,Parent").0.item.tax_class, "parent");
}

#[test]
fn columns_that_the_file_lacks_leave_the_product_alone() {
    let mut before = Product { purchase_note: "note".to_owned(), featured: true, ..Product::default() };
    before.item.prices.regular = Some(Cents(500));
    before.item.meta.insert("origin".to_owned(), "Italia".to_owned());
    let mut after = before.clone();
    let (_, refusals) = with_reader("SKU,Stock", ",7", |reader| reader.read_product(&mut after));
    assert!(refusals.is_empty());
    before.item.stock = shop_core::catalogue::product::Stock { managed: true, quantity: 7, ..Default::default() };
    assert_eq!(after, before);
}

#[test]
fn trade_item_numbers_and_brands_are_further_fields() {
    let header = "SKU,\"GTIN, UPC, EAN, or ISBN\",Brands";
    let (read, _, refusals) = product(header, r#"x,0801234567890,"Rossi &amp; Figli, Bianchi\, Srl""#);
    assert!(refusals.is_empty(), "{refusals:?}");
    assert_eq!(read.item.meta["gtin"], "0801234567890");
    assert_eq!(read.item.meta["brands"], r"Rossi & Figli, Bianchi\, Srl");
    assert!(product(header, "x,,").0.item.meta.is_empty());
    for cell in ["978-88-06-21234-5", "88 06 21234 X", "'00012345"] {
        let stored = &product(header, &format!("x,{cell},")).0.item.meta["gtin"];
        assert_eq!(stored, cell.trim_start_matches('\''), "{cell}");
    }
}

#[test]
fn entities_in_names_are_characters_and_texts_in_html_keep_theirs() {
    let header = "SKU,Name,Description,Categories,Tags,Attribute 1 name,Attribute 1 value(s),Attribute 1 default";
    let row = r#"a&amp;b,Pane &amp; olio,<p>Pane &amp; olio</p>,"Oli &amp; Aceti > Extra\, bio &#38; DOP, Oli & Aceti > Extra\, bio & DOP","caff&egrave;, caffè",Gusto &amp; aroma,"Dolce &lt;5&gt;, Forte",Dolce &lt;5&gt;"#;
    let (product, links, refusals) = product(header, row);
    assert!(refusals.is_empty(), "{refusals:?}");
    assert_eq!(product.item.name, "Pane & olio");
    // Codes and HTML are stored unchanged.
    assert_eq!((product.item.sku.as_str(), product.item.description.as_str()), ("a&amp;b", "<p>Pane &amp; olio</p>"));
    assert_eq!(links.categories.unwrap(), [["Oli & Aceti", "Extra, bio & DOP"]]);
    assert_eq!(links.tags.unwrap(), ["caffè"]);
    let attribute = &links.attributes.unwrap()[0];
    assert_eq!((attribute.name.as_str(), attribute.default.as_deref()), ("Gusto & aroma", Some("Dolce <5>")));
    assert_eq!(attribute.values, ["Dolce <5>", "Forte"]);
}

#[test]
fn a_picture_that_was_loaded_stays_loaded_while_its_name_stays() {
    let loaded = ImageRef { source: "a.png".to_owned(), file: "a-1".to_owned(), width_px: 9, ..ImageRef::default() };
    let mut after = Product::default();
    after.item.images = vec![loaded.clone()];
    with_reader("SKU,Images", "x,\"b.png, a.png\"", |reader| reader.read_product(&mut after));
    assert_eq!(after.item.images[1], loaded);
    assert_eq!(after.item.images[0].file, "");
}

#[test]
fn references_are_skus_or_numbers() {
    assert_eq!(Reference::parse(" id:44 "), Some(Reference::Id(44)));
    assert_eq!(Reference::parse("ID: 7"), Some(Reference::Id(7)));
    for sku in ["44", "id:", "id:x", "idea", "è"] {
        assert_eq!(Reference::parse(sku), Some(Reference::Sku(sku.to_owned())));
    }
    assert_eq!(Reference::parse("  "), None);
}
