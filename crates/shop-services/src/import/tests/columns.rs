use super::*;

fn read(titles: &[&str]) -> Result<(Columns, Vec<Problem>), HeaderError> {
    Columns::read(&csv::StringRecord::from(titles.to_vec()), "kg", "cm")
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
        read(&["SKU", "Brands", "Attribute 0 name", "Attribute x name", "Name (old)", "", "Download 1 ID", "Meta:"])
            .unwrap();
    let named: Vec<_> = ignored.iter().map(|problem| problem.column.as_str()).collect();
    assert_eq!(named, ["Brands", "Attribute 0 name", "Attribute x name", "Name (old)", "Meta:"]);
    assert!(!columns.has(Column::Name));
}

#[test]
fn a_foreign_unit_is_refused() {
    for title in ["Weight (lbs)", "weight (g)", "Height (in)"] {
        assert!(matches!(read(&["SKU", title]), Err(HeaderError::Unit { .. })), "{title}");
    }
}

#[test]
fn headers_that_contradict_themselves_are_refused() {
    for titles in [
        ["SKU", "sku"],
        ["Meta: a", "Meta: a"],
        ["Attribute 1 name", "attribute 1 NAME"],
        ["Attribute 1 values", "Attribute 1 value(s)"],
    ] {
        let titles = [titles[0], titles[1], "Name"];
        assert!(matches!(read(&titles), Err(HeaderError::Twice(_))), "{titles:?}");
    }
}

#[test]
fn a_file_without_products_is_refused() {
    assert_eq!(read(&["Order", "Total"]).unwrap_err(), HeaderError::NoProducts);
    assert_eq!(read(&["", "  "]).unwrap_err(), HeaderError::Empty);
}

#[test]
fn a_shop_without_units_takes_any() {
    let header = csv::StringRecord::from(vec!["SKU", "Weight (lbs)", "Height (in)"]);
    let (columns, _) = Columns::read(&header, "", "").unwrap();
    assert!(columns.has(Column::Weight) && columns.has(Column::Height));
}
