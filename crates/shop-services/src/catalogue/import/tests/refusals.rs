use super::*;

/// Imports rows under a header with the columns that the tests below need; returns the report and the number of stored products.
async fn import_rows(rows: &str) -> (ImportReport, usize) {
    let store = MemoryStore::default();
    let header =
        "ID,Type,SKU,Name,Regular price,Parent,Upsells,Attribute 1 name,Attribute 1 value(s),Attribute 1 default";
    let report = import(&store, &format!("{header}\n{rows}\n")).await;
    let stored = store.data().products.len();
    (report, stored)
}

#[tokio::test]
async fn a_new_product_needs_a_name() {
    let (report, stored) = import_rows(",simple,a,,5,,,,,").await;
    assert_eq!((codes(&report.errors), stored), (vec![(2, ProblemCode::NameMissing)], 0));
}

#[tokio::test]
async fn a_sku_or_number_on_two_rows_breaks_the_second() {
    let (report, stored) = import_rows("1,simple,a,A,5,,,,,\n2,simple,a,B,5,,,,,\n1,simple,c,C,5,,,,,").await;
    assert_eq!(codes(&report.errors), [(3, ProblemCode::DuplicateSku), (4, ProblemCode::DuplicateId)]);
    assert_eq!(stored, 1);
    assert_eq!(report.errors[0].params["other"], "2");
}

#[tokio::test]
async fn a_variation_needs_a_parent_that_exists_and_is_variable() {
    let (report, stored) = import_rows(
        ",simple,s,Simple,5,,,,,\n,variation,v1,V1,5,,,,,\n,variation,v2,V2,5,nobody,,,,\n,variation,v3,V3,5,s,,,,\n\
         ,variation,v4,V4,5,v1,,,,",
    )
    .await;
    assert_eq!(
        codes(&report.errors),
        [
            (3, ProblemCode::ParentMissing),
            (4, ProblemCode::ParentUnknown),
            (5, ProblemCode::ParentNotVariable),
            (6, ProblemCode::ParentBroken)
        ]
    );
    assert_eq!((stored, report.failed), (1, 4));
}

#[tokio::test]
async fn a_variation_of_a_broken_parent_is_broken_too_and_names_its_line() {
    let (report, stored) =
        import_rows(",variable,p,P,x,,,Size,\"S, M\",\n,variation,p-s,P - S,5,p,,Size,S,\n,simple,a,A,5,,,,,").await;
    assert_eq!(codes(&report.errors), [(2, ProblemCode::NotAPrice), (3, ProblemCode::ParentBroken)]);
    assert_eq!(report.errors[1].params["other"], "2");
    assert_eq!((stored, counts(&report)), (1, [1, 0, 0, 2]));
}

#[tokio::test]
async fn a_broken_variation_leaves_its_parent_and_siblings() {
    let store = MemoryStore::default();
    let report = import(
        &store,
        "Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\nvariable,p,P,,,Size,\"S, M\"\n\
         variation,p-s,P - S,x,p,Size,S\nvariation,p-m,P - M,6,p,Size,M\nvariation,p-c,P - C,6,p,Color,Red\n",
    )
    .await;
    assert_eq!(codes(&report.errors), [(3, ProblemCode::NotAPrice), (5, ProblemCode::UnknownAttribute)]);
    let products = store.data().products;
    let skus: Vec<_> = products[0].variations.iter().map(|variation| variation.item.sku.as_str()).collect();
    assert_eq!(skus, ["p-m"]);
}

#[tokio::test]
async fn all_or_nothing_writes_nothing_when_a_row_is_broken() {
    let store = MemoryStore::default();
    let text = "SKU,Name,Regular price,Tags\na,A,5,new\nb,B,five,\n";
    let report = try_import(&store, text, OnError::AllOrNothing, NOW).await.unwrap();
    assert_eq!((report.imported, report.failed, report.added), (false, 1, 0));
    let data = store.data();
    assert!(data.products.is_empty() && data.tags.is_empty());
    let report = try_import(&store, "SKU,Name\na,A\n", OnError::AllOrNothing, NOW).await.unwrap();
    assert!(report.imported);
}

#[tokio::test]
async fn the_rest_of_a_file_with_every_kind_of_broken_row_is_kept() {
    let (report, stored) =
        import_rows(",simple,a,A,5,,,,,\n,simple,b\n,bundle,c,C,5,,,,,\n,simple,d,D,1.999,,,,,\n,simple,e,E,5,,,,,")
            .await;
    let lines: Vec<_> = report.errors.iter().map(|problem| problem.line).collect();
    assert_eq!((lines, stored, counts(&report)), (vec![3, 4, 5], 2, [2, 0, 0, 3]));
    assert!(report.imported);
}

#[tokio::test]
async fn names_of_products_that_do_not_exist_are_left_out_with_a_warning() {
    let (report, stored) = import_rows(
        "7,simple,a,A,5,,\"b, nobody, id:9, id:8, broken\",,,\n8,simple,b,B,5,,,,,\n,simple,broken,X,x,,,,,",
    )
    .await;
    assert_eq!(codes(&report.warnings), [(2, ProblemCode::ReferenceUnknown); 3]);
    assert_eq!(stored, 2);
}

#[tokio::test]
async fn numbers_of_a_file_never_name_products_that_only_the_shop_has() {
    let store = MemoryStore::default();
    import(&store, "SKU,Name\nx,X\n").await;
    let report = import(&store, "SKU,Name,Upsells\ny,Y,\"id:1\"\n").await;
    assert_eq!(codes(&report.warnings), [(2, ProblemCode::ReferenceUnknown)]);
}

#[tokio::test]
async fn a_sku_of_a_variation_cannot_become_a_product_nor_the_reverse() {
    let store = MemoryStore::default();
    let header = "Type,SKU,Name,Parent,Attribute 1 name,Attribute 1 value(s)";
    import(
        &store,
        &format!("{header}\nvariable,p,P,,Size,S\nvariation,p-s,P - S,p,Size,S\nsimple,a,A,,,\nvariable,q,Q,,Size,S\n"),
    )
    .await;
    let report = import(
        &store,
        &format!("{header}\nsimple,p-s,X,,,\nvariation,a,P - A,p,Size,S\nvariation,p-s,Q - S,q,Size,S\n"),
    )
    .await;
    // The third row also repeats the first one's SKU.
    assert_eq!(
        codes(&report.errors),
        [
            (2, ProblemCode::SkuTaken),
            (3, ProblemCode::SkuTaken),
            (4, ProblemCode::DuplicateSku),
            (4, ProblemCode::SkuTaken)
        ]
    );
}

#[tokio::test]
async fn values_and_defaults_that_the_product_does_not_offer_are_told() {
    let (report, _) = import_rows(",variable,p,P,,,,Size,\"S, M\",XL\n,variation,p-l,P - L,5,p,,Size,L,").await;
    assert_eq!(codes(&report.warnings), [(2, ProblemCode::DefaultUnknown), (3, ProblemCode::ValueNotOffered)]);
    assert!(report.errors.is_empty());
}

#[tokio::test]
async fn columns_that_are_not_known_are_told_once() {
    let report = import(&MemoryStore::default(), "SKU,Name,Colour\na,A,x\nb,B,y\n").await;
    assert_eq!(codes(&report.warnings), [(1, ProblemCode::ColumnIgnored)]);
    assert_eq!(report.added, 2);
}

#[tokio::test]
async fn a_file_in_unknown_units_or_without_products_is_refused_whole() {
    let store = MemoryStore::default();
    for text in ["SKU,Weight (stone)\na,1\n", "Ordine,Totale\n1,2\n", ""] {
        let error = try_import(&store, text, OnError::KeepGood, NOW).await.unwrap_err();
        assert!(matches!(error, ImportError::Header(_)), "{error}");
    }
}

#[tokio::test]
async fn a_store_that_fails_stops_the_import_and_a_second_run_completes_it() {
    let text = generated_catalogue(1200, 3);
    let mut store = MemoryStore::default();
    store.fail_at_batch = Some(1);
    let error = try_import(&store, &text, OnError::KeepGood, NOW).await.unwrap_err();
    assert!(matches!(error, ImportError::Store(_)));
    assert_eq!(store.data().products.len(), 500);
    store.fail_at_batch = None;
    let report = import(&store, &text).await;
    assert_eq!((report.failed, store.data().products.len()), (0, 1200));
    let whole = MemoryStore::default();
    import(&whole, &text).await;
    assert_eq!(export(&store.data()), export(&whole.data()));
}
