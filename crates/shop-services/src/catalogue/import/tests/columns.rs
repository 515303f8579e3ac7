use super::*;

fn read(titles: &[&str]) -> Result<(Columns, Vec<Problem>), HeaderError> {
    Columns::from_header(&csv::StringRecord::from(titles.to_vec()), 1, "kg", "cm")
}

#[test]
fn names_are_read_without_regard_to_case_spaces_and_byte_order_mark() {
    let (columns, ignored) =
        read(&["\u{feff}id", " SKU ", "nAmE", "Weight (KG)", "Length", "attribute 2 Value(s)", "Meta: Name_EN"])
            .unwrap();
    assert!(ignored.is_empty(), "{ignored:?}");
    assert_eq!(columns.position(Column::Id), Some(0));
    assert_eq!(columns.position(Column::Weight), Some(3));
    assert_eq!(columns.position(Column::Length), Some(4));
    assert_eq!(columns.attributes[&2].values, Some(5));
    assert_eq!(columns.meta, [("Name_EN".to_owned(), 6)]);
}

#[test]
fn columns_that_are_not_known_are_named_and_kept_out() {
    let (columns, ignored) =
        read(&["SKU", "Colour", "Attribute 0 name", "Stock", "Name (old)", "", "Download 1 ID", "Meta:"]).unwrap();
    let named: Vec<_> = ignored.iter().map(|problem| problem.column.as_str()).collect();
    assert_eq!(named, ["Colour", "Attribute 0 name", "Name (old)", "Meta:"]);
    assert!(!columns.has(Column::Name));
}

#[test]
fn another_unit_of_the_same_quantity_is_converted() {
    for title in ["Weight (lbs)", "peso (g)", "Weight (oz)", "Height (in)", "Width (m)", "Länge (yd)"] {
        let (columns, ignored) = read(&["SKU", title]).unwrap();
        assert!(ignored.is_empty(), "{title}");
        assert_eq!(columns.conversions.len(), 1, "{title}");
    }
}

#[test]
fn a_unit_that_is_not_known_or_of_another_quantity_is_refused() {
    for title in ["Weight (stone)", "Weight (cm)", "Height (kg)", "Peso ()", "Peso (lordo)"] {
        assert!(matches!(read(&["SKU", title]), Err(HeaderError::Unit { .. })), "{title}");
    }
}

#[test]
fn headers_that_contradict_themselves_are_refused() {
    for titles in [
        ["SKU", "sku"],
        ["SKU", "Artikelnummer"],
        ["Nome", "Nombre"],
        ["Meta: a", "Meta: a"],
        ["Meta: a", "Méta : a"],
        ["Attribute 1 name", "attribute 1 NAME"],
        ["Attribute 1 values", "Attribute 1 value(s)"],
        ["Attributo 1 nome", "Attribute 1 name"],
        ["Weight (kg)", "Weight (g)"],
    ] {
        let titles = [titles[0], titles[1], "Type"];
        assert!(matches!(read(&titles), Err(HeaderError::Twice { .. })), "{titles:?}");
    }
}

#[test]
fn a_general_name_counts_only_where_the_proper_one_is_missing() {
    let (columns, ignored) = read(&["Title", "SKU", "Price", "Quantity"]).unwrap();
    assert!(ignored.is_empty());
    assert_eq!((columns.position(Column::Name), columns.position(Column::RegularPrice)), (Some(0), Some(2)));
    let (columns, ignored) =
        read(&["Price", "SKU", "Name", "Regular price", "EAN", "GTIN, UPC, EAN, or ISBN"]).unwrap();
    assert_eq!((columns.position(Column::RegularPrice), columns.position(Column::Gtin)), (Some(3), Some(5)));
    let named: Vec<_> = ignored.iter().map(|problem| problem.column.as_str()).collect();
    assert_eq!(named, ["Price", "EAN"]);
}

#[test]
fn a_price_may_name_the_currency_of_the_shop_and_no_other() {
    for title in ["Regular price (€)", "Prezzo di listino [EUR]", "Price (eur)", "Prezzo €", "Price EUR"] {
        assert!(read(&["SKU", title]).unwrap().0.has(Column::RegularPrice), "{title}");
    }
    for title in ["Regular price ($)", "Prezzo (USD)", "Price (net)", "Prezzo $", "Prezzo USD", "Price ()", "Price %"] {
        assert!(matches!(read(&["SKU", title]), Err(HeaderError::NothingToImport(_))), "{title}");
    }
}

#[test]
fn a_file_without_products_is_refused_with_its_columns_and_the_known_ones() {
    let error = read(&["Order", "Total", ""]).unwrap_err();
    assert_eq!(error, HeaderError::NoProducts(vec!["Order".into(), "Total".into(), String::new()]));
    for words in ["“Order”, “Total”", "SKU", "Regular price", "Brands"] {
        assert!(error.to_string().contains(words), "{error}");
    }
    assert_eq!(read(&["", "  "]).unwrap_err(), HeaderError::Empty);
}

#[test]
fn a_file_that_only_says_which_products_it_is_about_is_refused_with_the_unknown_columns() {
    for titles in [&["SKU", "Prezo"][..], &["ID", "SKU", "Type", "Costo", "Nuovo prezzo"]] {
        let error = read(titles).unwrap_err();
        assert!(matches!(error, HeaderError::NothingToImport(_)), "{titles:?}");
        let sentence = error.sentence(shop_core::base::Lang::It);
        assert!(sentence.contains(titles.last().unwrap()) && sentence.contains("Prezzo di listino"), "{sentence}");
    }
    assert!(read(&["SKU"]).is_ok(), "nothing is unknown");
}
