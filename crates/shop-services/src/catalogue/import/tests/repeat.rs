use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::product::{ProductKind, Visibility};

use super::*;

#[tokio::test]
async fn importing_twice_changes_nothing() {
    let store = MemoryStore::default();
    let text = generated_catalogue(700, 5);
    let first = import(&store, &text).await;
    assert_eq!((first.added, first.failed, first.warnings.len()), (first.rows, 0, 0));
    let before = store.data();
    store.saves.lock().unwrap().clear();
    let second = try_import(&store, &text, OnError::KeepGood, NOW + 99).await.unwrap();
    assert_eq!(second.unchanged, second.rows);
    assert!(store.saves.lock().unwrap().is_empty(), "nothing is written");
    assert_eq!(store.data().products, before.products);
}

#[tokio::test]
async fn only_what_differs_is_saved_and_gets_the_time() {
    let store = MemoryStore::default();
    import(&store, "SKU,Name,Regular price\na,A,1\nb,B,2\n").await;
    let report =
        try_import(&store, "SKU,Name,Regular price\na,A,1\nb,B,3\n", OnError::KeepGood, NOW + 50).await.unwrap();
    assert_eq!(counts(&report), [0, 1, 1, 0]);
    let products = store.data().products;
    assert_eq!((products[0].updated_at, products[1].updated_at), (NOW, NOW + 50));
    assert_eq!(products[1].created_at, NOW);
    assert_eq!(*store.saves.lock().unwrap(), [2, 1]);
}

#[tokio::test]
async fn a_file_of_few_columns_changes_only_those() {
    let store = MemoryStore::default();
    import(
        &store,
        "Type,SKU,Name,Regular price,Parent,Categories,Stock,Attribute 1 name,Attribute 1 value(s)\n\
         variable,p,P,,,Shirts,,Size,\"S, M\"\nvariation,p-s,P - S,5,p,,1,Size,S\nvariation,p-m,P - M,5,p,,1,Size,M\n",
    )
    .await;
    let before = store.data().products;
    let report = import(&store, "SKU,Stock\np-m,9\n").await;
    assert_eq!((counts(&report), report.errors), ([0, 1, 0, 0], vec![]));
    let mut expected = before;
    expected[0].variations[1].item.stock.quantity = 9;
    assert_eq!(store.data().products, expected);
}

#[tokio::test]
async fn variations_that_the_file_leaves_out_stay() {
    let store = MemoryStore::default();
    let header = "Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)";
    import(&store, &format!("{header}\nvariable,p,P,,,Size,\"S, M\"\nvariation,p-s,P - S,5,p,Size,S\n")).await;
    import(&store, &format!("{header}\nvariable,p,Q,,,Size,\"S, M\"\n")).await;
    import(&store, &format!("{header}\nvariation,p-m,P - M,6,p,Size,M\n")).await;
    let product = store.data().products.remove(0);
    assert_eq!((product.item.name.as_str(), product.variations.len()), ("Q", 2));
    assert!(product.attributes[0].variation, "still chosen when buying");
}

#[tokio::test]
async fn products_without_sku_are_recognised_by_number_or_address() {
    let store = MemoryStore::default();
    let text = "Type,Name,Regular price\nsimple,Pane,1\nsimple,Pane,2\nsimple,***,3\n";
    import(&store, text).await;
    let slugs: Vec<_> = store.data().products.iter().map(|product| product.slug.clone()).collect();
    assert_eq!(slugs, ["pane", "pane-2", "prodotto"]);
    assert_eq!(import(&store, text).await.unchanged, 3);
    // Only the second Pane, by its id.
    let report = import(&store, "ID,Name,Regular price\n2,Pane,9\n").await;
    assert_eq!(report.updated, 1);
    assert_eq!(store.data().products[1].item.prices.regular, Some(Cents(900)));
}

#[tokio::test]
async fn a_number_from_another_shop_does_not_hit_a_product_of_another_name() {
    let store = MemoryStore::default();
    import(&store, "SKU,Name\na,Pane\n").await;
    let report = import(&store, "ID,SKU,Name\n1,b,Vino\n").await;
    assert_eq!((report.added, store.data().products.len()), (1, 2));
}

#[tokio::test]
async fn a_sku_may_change_when_number_and_name_agree() {
    let store = MemoryStore::default();
    import(&store, "SKU,Name\na,Pane\nb,Vino\n").await;
    let report = import(&store, "ID,SKU,Name\n1,a-new,Pane\n").await;
    assert_eq!((report.updated, store.data().products[0].item.sku.as_str()), (1, "a-new"));
}

#[tokio::test]
async fn a_product_keeps_its_address_when_its_name_changes() {
    let store = MemoryStore::default();
    import(&store, "SKU,Name\na,Pane\n").await;
    import(&store, "SKU,Name\na,Pane nero\nb,Pane\n").await;
    let slugs: Vec<_> = store.data().products.iter().map(|product| product.slug.clone()).collect();
    assert_eq!(slugs, ["pane", "pane-2"]);
}

#[tokio::test]
async fn ids_rise_in_file_order_and_products_may_name_later_ones() {
    let store = MemoryStore::default();
    let report = import(
        &store,
        "ID,Type,SKU,Name,Grouped products,Upsells,Cross-sells\n90,grouped,g,G,\"c, id:92\",,\n91,simple,c,C,,g,90\n92,simple,,D,,,\n",
    )
    .await;
    assert_eq!((counts(&report), report.warnings), ([3, 0, 0, 0], vec![]));
    let products = store.data().products;
    assert_eq!(products[0].kind, ProductKind::Grouped);
    assert_eq!(products[0].grouped_ids, [ProductId(2), ProductId(3)]);
    assert_eq!((products[1].upsell_ids[0], products[1].cross_sell_ids[0]), (ProductId(1), ProductId(1)));
}

#[tokio::test]
async fn variations_may_come_before_their_parent_and_name_it_by_number() {
    let store = MemoryStore::default();
    for (parent, start) in [("44", 1), ("id:44", 1), ("p", 1)] {
        let text = format!(
            "ID,Type,SKU,Name,Parent,Attribute 1 name,Attribute 1 value(s)\n45,variation,,P - S,{parent},size,s\n44,variable,p,P,,Size,S\n"
        );
        let report = import(&store, &text).await;
        assert!(report.errors.is_empty() && report.warnings.is_empty(), "{parent}: {:?}", report.errors);
        let products = store.data().products;
        assert_eq!((products.len(), products[0].variations.len()), (start, 1));
        assert_eq!(products[0].variations[0].attributes["size"], "S", "in the parent's spelling");
    }
}

#[tokio::test]
async fn shared_attributes_get_slugs_and_own_ones_keep_their_text() {
    let store = MemoryStore::default();
    import(
        &store,
        "Type,SKU,Name,Parent,Tax class,Attribute 1 name,Attribute 1 value(s),Attribute 1 global,Attribute 2 name,Attribute 2 value(s),Attribute 2 default\n\
         variable,p,P,,reduced-4,Formato,\"500 g, 1 kg\",1,Gusto,\"Al limone, Liscio\",Liscio\nvariation,,P - 1,p,parent,Formato,1 kg,1,Gusto,,\n",
    )
    .await;
    let product = store.data().products.remove(0);
    assert_eq!(product.attributes[0].taxonomy.as_deref(), Some("pa_formato"));
    assert_eq!(product.attributes[0].values[1].slug, "1-kg");
    assert_eq!(product.attributes[1].default.as_deref(), Some("Liscio"));
    let variation = &product.variations[0];
    assert_eq!(variation.attributes["pa_formato"], "1-kg");
    assert_eq!(variation.attributes["gusto"], "", "any");
    assert_eq!(variation.item.prices.regular, None, "kept, not purchasable");
}

#[tokio::test]
async fn progress_is_told_by_stage_and_in_batches() {
    let store = MemoryStore::default();
    let mut reports = Vec::new();
    let text = generated_catalogue(1100, 1);
    let options = ImportOptions {
        on_error: OnError::KeepGood,
        now: NOW,
        weight_unit: "kg",
        dimension_unit: "cm",
        pictures: None,
        progress: &mut |progress| reports.push(progress),
    };
    import_products(&store, text.as_bytes(), options).await.unwrap();
    let saving: Vec<_> = reports.iter().filter(|p| p.stage == Stage::Saving).map(|p| (p.done, p.total)).collect();
    assert_eq!(saving, [(500, 1100), (1000, 1100), (1100, 1100)]);
    assert_eq!(reports[0].stage, Stage::Reading);
    assert!(reports.iter().any(|p| p.stage == Stage::Linking), "some products name later ones");
}

#[tokio::test]
async fn a_changed_tax_class_reaches_the_variations_that_follow_it() {
    let store = MemoryStore::default();
    import(&store, "Type,SKU,Name,Parent,Tax class\nvariable,p,P,,reduced-4\nvariation,v,V,p,parent\n").await;
    import(&store, "SKU,Tax class\np,reduced-10\n").await;
    let product = store.data().products.remove(0);
    assert_eq!(
        (product.item.tax_class.as_str(), product.variations[0].item.tax_class.as_str()),
        ("reduced-10", "reduced-10")
    );
    assert_eq!(product.visibility, Visibility::Visible);
}

#[tokio::test]
async fn other_tags_or_categories_are_a_change_and_another_order_of_them_is_not() {
    let store = MemoryStore::default();
    import(&store, "SKU,Name,Tags,Categories\na,A,\"x, y\",\"P, Q\"\n").await;
    for (tags, categories, updated) in [("y, x", "Q, P", 0), ("x", "P, Q", 1), ("x", "P", 1), ("", "", 1)] {
        let report = import(&store, &format!("SKU,Name,Tags,Categories\na,A,\"{tags}\",\"{categories}\"\n")).await;
        assert_eq!(report.updated, updated, "{tags}; {categories}");
    }
}

#[tokio::test]
async fn a_number_does_not_take_a_product_whose_sku_another_row_has() {
    let store = MemoryStore::default();
    import(&store, "SKU,Name\na,Pane\n").await;
    let report = import(&store, "ID,SKU,Name\n1,b,Pane\n,a,Pane\n").await;
    assert_eq!(counts(&report), [1, 0, 1, 0]);
}
