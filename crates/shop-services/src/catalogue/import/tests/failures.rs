//! Files from which nothing is imported fail and explain why.

use shop_core::base::Lang;

use super::*;

async fn failure(store: &MemoryStore, text: &str, on_error: OnError) -> (Option<ImportFailure>, String) {
    let report = try_import(store, text, on_error, NOW).await.unwrap();
    assert_eq!(report.imported, report.failure.is_none());
    (report.failure, report.failure_sentence(Lang::En).unwrap_or_default())
}

#[tokio::test]
async fn a_file_whose_rows_are_all_broken_is_no_import() {
    let store = MemoryStore::default();
    for text in [
        "SKU,Name,Regular price\na,,1\nb,,1\n",
        "SKU,Name,Regular price\na,A,x\n",
        "SKU,Name\na,A,too,many\n",
        "SKU,Regular price\nnobody,5\n",
        "Type,SKU,Name\nvariation,v,V\n",
    ] {
        let (failure, sentence) = failure(&store, text, OnError::KeepGood).await;
        assert_eq!(failure, Some(ImportFailure::AllBroken), "{text}");
        assert!(sentence.starts_with("nothing was imported: none of the rows is valid"), "{sentence}");
    }
    assert!(store.data().products.is_empty() && store.saves.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_file_without_rows_is_no_import() {
    for text in ["SKU,Name\n", "SKU,Name", "SKU;Name\n;;\n\n"] {
        let (failure, sentence) = failure(&MemoryStore::default(), text, OnError::KeepGood).await;
        assert_eq!(failure, Some(ImportFailure::NoRows), "{text}");
        assert!(sentence.contains("no rows"), "{sentence}");
    }
}

#[tokio::test]
async fn all_or_nothing_says_how_many_rows_are_broken() {
    let text = "SKU,Name,Regular price\na,A,1\nb,B,x\n";
    let (failure, sentence) = failure(&MemoryStore::default(), text, OnError::AllOrNothing).await;
    assert_eq!(failure, Some(ImportFailure::SomeBroken));
    assert!(sentence.contains("1 of 2"), "{sentence}");
}

#[tokio::test]
async fn an_update_that_changes_nothing_because_of_the_name_of_a_column_says_so() {
    let store = MemoryStore::default();
    import(&store, "SKU,Name,Regular price\na,A,1\nb,B,2\n").await;
    let (failed, sentence) = failure(&store, "SKU,Name,Prezo\na,A,5\nb,B,6\n", OnError::KeepGood).await;
    assert_eq!(failed, Some(ImportFailure::NothingKnown));
    assert!(sentence.contains("“Prezo”"), "{sentence}");
    let error = try_import(&store, "SKU,Prezo\na,5\n", OnError::KeepGood, NOW).await.unwrap_err();
    assert!(error.sentence(Lang::It).contains("“Prezo”"), "{error}");
    // Other columns agree with the shop; whether one of them should have changed is unknowable.
    let report = import(&store, "SKU,Name,Regular price,Prezo\na,A,1,5\n").await;
    assert!(report.imported);
    assert_eq!(codes(&report.warnings), [(1, ProblemCode::ColumnIgnored), (1, ProblemCode::NothingChanged)]);
}

#[tokio::test]
async fn a_file_that_agrees_with_the_shop_is_an_import() {
    let store = MemoryStore::default();
    let text = "SKU,Name,Regular price\na,A,1\n";
    import(&store, text).await;
    assert_eq!(failure(&store, text, OnError::KeepGood).await, (None, String::new()));
    assert_eq!(failure(&store, "SKU,Name\na,A\n", OnError::KeepGood).await.0, None);
}

#[tokio::test]
async fn rows_of_unknown_products_in_a_file_without_names_say_which() {
    let store = MemoryStore::default();
    import(&store, "SKU,Name,Regular price\na,A,1\n").await;
    let report = import(&store, "SKU,Regular price\na,5\nnobody,6\n").await;
    assert_eq!((counts(&report), codes(&report.errors)), ([0, 1, 0, 1], vec![(3, ProblemCode::ProductUnknown)]));
    assert!(report.imported && report.errors[0].sentence(Lang::En).contains("nobody"));
}

#[tokio::test]
async fn a_partly_broken_file_names_line_column_and_reason_of_every_row() {
    let text = "SKU,Nome,Prezzo di listino,Peso (kg)\na,A,1,1\nb,B,x,1\nc,C,-1,1\nd,D,1,y\ne,E,1,1\n";
    let report = import(&MemoryStore::default(), text).await;
    let problems: Vec<_> = report.errors.iter().map(|one| (one.line, one.column.as_str(), one.code)).collect();
    let expected = [
        (3, "Prezzo di listino", ProblemCode::NotAPrice),
        (4, "Prezzo di listino", ProblemCode::NotAPrice),
        (5, "Peso (kg)", ProblemCode::NotAMeasure),
    ];
    assert_eq!((problems, report.added, report.imported), (expected.to_vec(), 2, true));
}
