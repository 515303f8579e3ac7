//! `shop import` on files as merchants have them, in a shop that was never served.

use shop_tests::{Database, Place, Ran};

/// An empty shop and a file for it.
async fn import(place: &Place, content: impl AsRef<[u8]>) -> Ran {
    let path = place.data().join("file.csv");
    std::fs::create_dir_all(place.data()).expect("a folder");
    std::fs::write(&path, content).expect("a file");
    place.run(&["import", path.to_str().expect("a path")], &[]).await
}

async fn empty_shop() -> Place {
    let place = Place::empty(&Database::Sqlite);
    assert_eq!(place.run(&["migrate"], &[]).await.code, 0);
    place
}

async fn export(place: &Place) -> String {
    place.run(&["export", "-"], &[]).await.out
}

#[tokio::test]
async fn an_import_of_which_nothing_comes_in_ends_with_an_error() {
    let place = empty_shop().await;
    for (content, words) in [
        ("SKU,Name,Regular price\nn-1,,1\nn-2,,1\n", "none of the rows is valid"),
        ("SKU,Name\n", "no rows"),
        ("SKU,Prezo\nn-1,1\n", "“Prezo”"),
        ("Ordine,Totale\n1,2\n", "“Ordine”, “Totale”"),
        ("SKU,Name,Weight (stone)\nn-1,A,1\n", "“stone”"),
        ("PK\u{3}\u{4}", "workbook"),
    ] {
        let ran = import(&place, content).await;
        assert_ne!(ran.code, 0, "{content}: {}", ran.out);
        assert!(ran.err.contains(words), "{content}: {}", ran.err);
    }
    assert_eq!(export(&place).await.lines().count(), 1);
}

#[tokio::test]
async fn a_partly_broken_file_lists_line_column_and_reason_of_each_row_and_succeeds() {
    let place = empty_shop().await;
    let ran = import(&place, "SKU;Nome;Prezzo di listino\na;A;1,00\nb;B;gratis\nc;;2,00\nd;D;3,00;4\n").await;
    assert_eq!(ran.code, 0, "{}", ran.err);
    for line in ["line 3, Prezzo di listino: “gratis”", "line 4, Nome: ", "line 5: the row has 4 cells"] {
        assert!(ran.out.contains(line), "{}", ran.out);
    }
    assert!(ran.out.contains("4 rows: 1 added, 0 updated, 0 unchanged, 3 failed"), "{}", ran.out);
}

#[tokio::test]
async fn a_shop_that_was_never_served_converts_the_units_of_a_file() {
    let place = empty_shop().await;
    let ran = import(&place, "SKU,Name,Weight (g),Height (in)\na,A,750,10\n").await;
    assert_eq!(ran.code, 0, "{}", ran.err);
    let exported = export(&place).await;
    assert!(exported.contains("Weight (kg)") && exported.contains(",0.75,,,25.4,"), "{exported}");
}
