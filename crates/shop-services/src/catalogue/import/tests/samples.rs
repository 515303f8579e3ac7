//! Real files: our own fixture, the seed, WooCommerce's sample and the products of the recorded journeys.

use std::path::PathBuf;

use shop_core::catalogue::product::ProductKind;

use super::*;

fn workspace() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

async fn import_in_pounds(store: &MemoryStore, text: &str) -> ImportReport {
    let options = ImportOptions {
        on_error: OnError::AllOrNothing,
        now: NOW,
        weight_unit: "lbs",
        dimension_unit: "in",
        pictures: None,
        progress: &mut |_| {},
    };
    import_products(store, text.as_bytes(), options).await.unwrap()
}

#[tokio::test]
async fn our_fixture_of_all_kinds_of_rows_imports_whole_and_comes_out_again() {
    let text = std::fs::read_to_string(workspace().join("tests/fixtures/products.csv")).unwrap();
    let store = MemoryStore::default();
    let report = import(&store, &text).await;
    // One food in it is on sale with an incomplete label, which is reported.
    let warnings: Vec<_> = report.warnings.iter().map(|one| (one.line, one.code)).collect();
    assert_eq!((report.errors, warnings), (vec![], vec![(25, ProblemCode::LabelMissing); 3]));
    assert_eq!(report.added, report.rows);
    let kinds: std::collections::BTreeSet<_> = store.data().products.iter().map(|product| product.kind).collect();
    assert_eq!(kinds.len(), ProductKind::ALL.len(), "every kind of product");
    assert_eq!(import(&store, &text).await.unchanged, report.rows);
    let exported = export(&store.data());
    let again = MemoryStore::default();
    assert_eq!(import(&again, &exported).await.added, report.rows);
    assert_eq!(export(&again.data()), exported);
    assert_eq!(import(&store, &exported).await.unchanged, report.rows);
}

#[tokio::test]
async fn the_seed_catalogue_imports_whole_and_each_food_of_it_has_its_label() {
    let text = std::fs::read_to_string(workspace().join("crates/shop-server/seed/products.csv")).unwrap();
    let store = MemoryStore::default();
    let report = import(&store, &text).await;
    assert_eq!((report.errors, report.warnings), (vec![], vec![]));
    assert_eq!(import(&store, &text).await.unchanged, report.rows);
}

#[tokio::test]
async fn the_platforms_sample_and_the_golden_products_import_whole() {
    let golden = workspace().join("tests/golden");
    let sample = std::fs::read_to_string(golden.join("sample-products.csv")).unwrap();
    let extra = std::fs::read_to_string(golden.join("extra-products.csv")).unwrap();
    let store = MemoryStore::default();
    for text in [&sample, &extra] {
        let report = import_in_pounds(&store, text).await;
        assert_eq!((report.errors, report.warnings), (vec![], vec![]));
        assert_eq!(report.added, report.rows);
    }
    let data = store.data();
    let by_sku = |sku: &str| data.products.iter().find(|product| product.item.sku == sku).unwrap();
    let hoodie = by_sku("woo-hoodie");
    assert_eq!(hoodie.variations.len(), 4);
    assert_eq!(hoodie.variations[0].attributes["pa_color"], "blue");
    assert_eq!(hoodie.variations[0].attributes["logo"], "Yes");
    assert_eq!(by_sku("woo-vneck-tee").variations[0].attributes["pa_size"], "", "any size");
    assert_eq!(by_sku("logo-collection").grouped_ids.len(), 3);
    assert_eq!(by_sku("woo-album").item.downloads.len(), 2);
    assert_eq!(by_sku("woo-beanie").item.weight_milli, Some(200));
    assert_eq!(by_sku("wp-pennant").kind, ProductKind::External);
    for text in [&sample, &extra] {
        let report = import_in_pounds(&store, text).await;
        assert_eq!(report.unchanged, report.rows);
    }
}
