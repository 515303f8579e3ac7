//! Export and import are inverse for random catalogues.

use std::collections::BTreeMap;

use proptest::prelude::*;
use shop_core::base::text::slugify;
use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::product::*;

use super::*;
use crate::ports::{CatalogueStore, TermsWanted};

/// Names as merchants and attackers write them; trimmed, like all names in the shop.
fn name() -> impl Strategy<Value = String> {
    let usual = "[=+@'\\\\,>\"&;|-]{0,2}[a-cèłñA-C0-9 '\\\\,>\"&;|%=-]{0,7}[a-c0-9\\\\è'=]";
    // Text that looks like an entity may be the merchant's own.
    let with_entities = "(&amp;|&lt;|&#38;|&nbsp;|&|,| |>|[a-c]){0,4}[a-c;]";
    prop_oneof![usual, with_entities].prop_map(|text: String| text.trim().to_owned())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[ =+@'\\\\n,\"<>\r\n\t-]{0,4}[a-n\\\\ ]{0,5}"]
}

fn cents() -> impl Strategy<Value = Option<Cents>> {
    prop::option::of((0_i64..1_000_000_001).prop_map(Cents))
}

fn milli() -> impl Strategy<Value = Option<i64>> {
    prop::option::of(0_i64..100_000)
}

fn one_of<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    (0..all.len()).prop_map(move |at| all[at])
}

fn prices() -> impl Strategy<Value = Prices> {
    (cents(), cents(), prop::option::of(0_i64..4_000_000_000), prop::option::of(1_i64..100_000_000)).prop_map(
        |(regular, sale, sale_from, length)| {
            // Half of the ends fall on a day's end.
            let end = |length: i64| if length % 2 == 0 { length * 86_400 % 8_640_000_000 + 86_400 } else { length };
            let sale_to = length.map(|length| sale_from.unwrap_or_default() + end(length));
            Prices { regular, sale, sale_from, sale_to, ..Prices::default() }
        },
    )
}

fn stock() -> impl Strategy<Value = Stock> {
    let parts =
        (any::<bool>(), -50_i64..500, one_of(StockStatus::ALL), one_of(Backorders::ALL), prop::option::of(0_i64..9));
    parts.prop_map(|(managed, quantity, status, backorders, low_amount)| Stock {
        managed,
        quantity: if managed { quantity } else { 0 },
        status,
        backorders,
        low_amount,
    })
}

prop_compose! {
    fn item()(
        name in name(),
        status in one_of(&[PublishStatus::Publish, PublishStatus::Draft, PublishStatus::Private]),
        description in text(),
        prices in prices(),
        tax_status in one_of(TaxStatus::ALL),
        tax_class in one_of(&["", "reduced-4", "reduced-10"]),
        stock in stock(),
        flags in any::<[bool; 3]>(),
        downloads in prop::collection::vec((name(), name()), 0..3),
        limits in (prop::option::of(0_i64..9), prop::option::of(0_i64..9)),
        sizes in (milli(), milli(), milli(), milli()),
        shipping_class in one_of(&["", "fresco"]),
        images in prop::collection::btree_set(name(), 0..3),
        menu_order in -3_i64..9,
        meta in prop::collection::btree_map("[a-c_]{1,2}", text(), 0..3),
        gtin in "([0-9]{8,14}|97[89]-[0-9]{2}-[0-9]{7}|)",
        brands in prop::collection::btree_set(name(), 0..3),
    ) -> Item {
        let brands: Vec<String> = brands.into_iter().collect();
        let own = [("gtin".to_owned(), gtin), ("brands".to_owned(), text::write_list(&brands))];
        Item {
            name, status, description, prices, tax_status, stock,
            tax_class: tax_class.to_owned(),
            sold_individually: flags[0],
            is_virtual: flags[1],
            downloadable: flags[2],
            downloads: downloads.into_iter().map(|(name, url)| Download { name, url }).collect(),
            download_limit: limits.0,
            download_expiry_days: limits.1,
            weight_milli: sizes.0,
            length_milli: sizes.1,
            width_milli: sizes.2,
            height_milli: sizes.3,
            shipping_class: shipping_class.to_owned(),
            images: images.into_iter().map(|source| ImageRef { source, ..ImageRef::default() }).collect(),
            menu_order,
            meta: meta.into_iter().chain(own).filter(|(_, value)| !value.is_empty()).collect(),
            ..Item::default()
        }
    }
}

/// An attribute before terms exist: name, global, visible, values, used for variations, default.
type AttributePlan = (String, bool, bool, Vec<String>, bool, Option<usize>);

fn attributes() -> impl Strategy<Value = Vec<AttributePlan>> {
    let values = prop::collection::btree_set(name(), 1..4).prop_map(|values| values.into_iter().collect());
    let one = ("[a-d]{1,2}", any::<bool>(), any::<bool>(), values, any::<bool>(), prop::option::of(0_usize..3));
    prop::collection::btree_map("[a-d]{1,2}", one, 0..3).prop_map(|map| {
        map.into_iter().map(|(name, (_, g, v, values, buying, d))| (name, g, v, values, buying, d)).collect()
    })
}

/// A product and its references: attributes, variations (item, stock of parent, choices), categories, tags, links.
#[derive(Clone, Debug)]
struct ProductPlan {
    product: Product,
    attributes: Vec<AttributePlan>,
    variations: Vec<(Item, bool, Vec<usize>)>,
    paths: Vec<Vec<String>>,
    tags: Vec<String>,
    links: [Vec<usize>; 3],
    with_sku: Vec<bool>,
}

prop_compose! {
    fn product()(
        item in item(),
        kind in one_of(ProductKind::ALL),
        visibility in one_of(Visibility::ALL),
        flags in any::<[bool; 2]>(),
        texts in (text(), text(), name(), name()),
        attributes in attributes(),
        variations in prop::collection::vec((item(), any::<bool>(), prop::collection::vec(0_usize..5, 3)), 1..4),
        paths in prop::collection::btree_set(prop::collection::vec(name(), 1..3), 0..3),
        tags in prop::collection::btree_set(name(), 0..3),
        links in [prop::collection::vec(0_usize..9, 0..3), prop::collection::vec(0_usize..9, 0..3), prop::collection::vec(0_usize..9, 0..3)],
        with_sku in prop::collection::vec(any::<bool>(), 4),
    ) -> ProductPlan {
        let product = Product {
            item, kind, visibility,
            featured: flags[0],
            reviews_allowed: flags[1],
            short_description: texts.0,
            purchase_note: texts.1,
            external_url: texts.2,
            button_text: texts.3,
            created_at: NOW,
            updated_at: NOW,
            ..Product::default()
        };
        let variations = if kind == ProductKind::Variable { variations } else { Vec::new() };
        let (paths, tags) = (paths.into_iter().collect(), tags.into_iter().collect());
        ProductPlan { product, attributes, variations, paths, tags, links, with_sku }
    }
}

/// Stores the planned products as the back office would: terms first, then products, then links. `gap` ids are skipped before
/// each product; `own_slugs` gives slugs that do not follow the names.
#[allow(clippy::too_many_lines, reason = "a test's helper")]
async fn stocked(plans: &[ProductPlan], gap: i64, own_slugs: bool) -> MemoryStore {
    let store = MemoryStore::default();
    let mut wanted = TermsWanted::default();
    for plan in plans {
        wanted.category_paths.extend(plan.paths.clone());
        wanted.tags.extend(plan.tags.clone());
        for (name, global, _, values, ..) in &plan.attributes {
            if *global {
                wanted.attributes.entry(name.clone()).or_default().extend(values.clone());
            }
        }
    }
    let terms = store.ensure_terms(&wanted).await.unwrap();
    let (mut products, mut slugs, mut next) = (Vec::new(), Vec::<String>::new(), 1);
    for (at, plan) in plans.iter().enumerate() {
        let mut product = plan.product.clone();
        let mut number = |item: &mut Item, part: usize| {
            item.id = ProductId(next);
            next += 1;
            if plan.with_sku[part % plan.with_sku.len()] {
                item.sku = format!("{}sku {at},{part}", if part == 1 { "=" } else { "" });
            }
        };
        number(&mut product.item, 0);
        let wanted = slugify(&product.item.name);
        let wanted = if own_slugs {
            format!("x{at}")
        } else if wanted.is_empty() {
            "prodotto".to_owned()
        } else {
            wanted
        };
        product.slug = matching::numbered_slugs(&wanted).find(|slug| !slugs.contains(slug)).unwrap();
        slugs.push(product.slug.clone());
        product.category_ids = plan.paths.iter().map(|path| terms.categories[path]).collect();
        product.tag_ids = plan.tags.iter().map(|tag| terms.tags[tag]).collect();
        for (name, global, visible, values, buying, default) in &plan.attributes {
            let slug = |value: &String| {
                if *global { terms.term_slugs[&(name.clone(), value.clone())].clone() } else { slugify(value) }
            };
            let values: Vec<AttributeValue> =
                values.iter().map(|value| AttributeValue { slug: slug(value), name: value.clone() }).collect();
            let variation = *buying && product.kind == ProductKind::Variable;
            let mut attribute = ProductAttribute {
                name: name.clone(),
                taxonomy: global.then(|| terms.taxonomies[name].clone()),
                values,
                visible: *visible,
                variation,
                default: None,
            };
            let chosen = default.filter(|_| variation).and_then(|default| attribute.values.get(default).cloned());
            attribute.default = chosen.map(|value| attribute.wire_value(&value).to_owned());
            product.attributes.push(attribute);
        }
        for (part, (item, stock_of_parent, choices)) in plan.variations.iter().enumerate() {
            let mut variation =
                Variation { item: item.clone(), stock_of_parent: *stock_of_parent, ..Variation::default() };
            number(&mut variation.item, part + 1);
            if *stock_of_parent {
                variation.item.stock.managed = false;
                variation.item.stock.quantity = 0;
            }
            for (attribute, choice) in
                product.attributes.iter().zip(choices).filter(|(attribute, _)| attribute.variation)
            {
                let value = attribute.values.get(*choice).map_or("", |value| attribute.wire_value(value));
                variation.attributes.insert(attribute.key(), value.to_owned());
            }
            product.variations.push(variation);
        }
        products.push(product);
        next += gap;
    }
    let ids: Vec<ProductId> = products
        .iter()
        .flat_map(|p| std::iter::once(p.item.id).chain(p.variations.iter().map(|v| v.item.id)))
        .collect();
    for (product, plan) in products.iter_mut().zip(plans) {
        let lists = [&mut product.grouped_ids, &mut product.upsell_ids, &mut product.cross_sell_ids];
        for (list, links) in lists.into_iter().zip(&plan.links) {
            for id in links.iter().filter_map(|link| ids.get(*link)) {
                if !list.contains(id) {
                    list.push(*id);
                }
            }
        }
    }
    store.edit(|data| data.products = products);
    store
}

/// A catalogue in a form without ids: terms by name, products by index.
fn portable(data: &CatalogueData) -> Vec<(Product, Vec<String>)> {
    let mut numbers = BTreeMap::new();
    for product in &data.products {
        let mut ids: Vec<ProductId> = product.variations.iter().map(|variation| variation.item.id).collect();
        ids.sort_unstable();
        for id in std::iter::once(product.item.id).chain(ids) {
            numbers.insert(id, ProductId(i64::try_from(numbers.len()).unwrap()));
        }
    }
    let names = |product: &Product| {
        let categories =
            product.category_ids.iter().map(|id| data.categories.iter().find(|c| c.id == *id).unwrap().name.clone());
        let tags = product.tag_ids.iter().map(|id| data.tags.iter().find(|t| t.id == *id).unwrap().name.clone());
        categories.chain(tags).collect()
    };
    let plain = |product: &Product| {
        let (names, mut product) = (names(product), product.clone());
        stored::inherit_tax_classes(&mut product);
        product.category_ids.clear();
        product.tag_ids.clear();
        product.item.id = numbers[&product.item.id];
        product.variations.sort_by_key(|variation| variation.item.id);
        for variation in &mut product.variations {
            variation.item.id = numbers[&variation.item.id];
        }
        for id in product.grouped_ids.iter_mut().chain(&mut product.upsell_ids).chain(&mut product.cross_sell_ids) {
            *id = numbers[id];
        }
        // Slugs of terms depend on the order in which names were first used; the file contains names.
        let attributes = std::mem::take(&mut product.attributes);
        for variation in &mut product.variations {
            for attribute in &attributes {
                if let Some(value) = variation.attributes.get_mut(&attribute.key()) {
                    let known = attribute.values.iter().find(|known| attribute.wire_value(known) == value);
                    known.map_or("", |known| known.name.as_str()).clone_into(value);
                }
            }
        }
        for mut attribute in attributes {
            let default = attribute.default.take();
            let known = attribute.values.iter().find(|known| Some(attribute.wire_value(known)) == default.as_deref());
            attribute.default = known.map(|known| known.name.clone());
            attribute.values.iter_mut().for_each(|value| value.slug.clear());
            product.attributes.push(attribute);
        }
        (product, names)
    };
    data.products.iter().map(plain).collect()
}

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

/// Each case is a whole import: the long run sets the variable and tries as many as for anything else.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { usual } else { ProptestConfig { cases: 64, ..usual } }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn export_then_import_into_an_empty_shop_gives_the_same_catalogue_and_the_same_bytes(
        plans in prop::collection::vec(product(), 0..5),
        gap in 0_i64..2,
        own_slugs in any::<bool>(),
    ) {
        run(async {
            let first = stocked(&plans, gap, own_slugs).await;
            let exported = export(&first.data());
            let second = MemoryStore::default();
            let report = import(&second, &exported).await;
            prop_assert_eq!(&report.errors, &vec![]);
            prop_assert_eq!(&report.warnings, &vec![]);
            prop_assert_eq!(portable(&second.data()), portable(&first.data()));
            let again = export(&second.data());
            // Gaps in the ids are not preserved; without gaps every byte is the same.
            if gap == 0 {
                prop_assert_eq!(&again, &exported);
            }
            let third = MemoryStore::default();
            import(&third, &again).await;
            prop_assert_eq!(export(&third.data()), again);
            Ok(())
        })?;
    }

    #[test]
    fn export_then_import_into_the_same_shop_changes_nothing(
        plans in prop::collection::vec(product(), 0..5),
        gap in 0_i64..2,
        own_slugs in any::<bool>(),
    ) {
        run(async {
            let store = stocked(&plans, gap, own_slugs).await;
            let before = store.data();
            let report = import(&store, &export(&before)).await;
            prop_assert_eq!(counts(&report), [0, 0, report.rows, 0]);
            prop_assert_eq!(store.data().products, before.products);
            prop_assert!(store.saves.lock().unwrap().is_empty());
            Ok(())
        })?;
    }

    #[test]
    fn no_file_stops_the_import_with_anything_but_a_report(text in "(SKU|Type|Name|ID|Parent|Stock|[,\"\n=a1-])*") {
        run(async {
            let store = MemoryStore::default();
            let _ = try_import(&store, &format!("Type,SKU,Name,ID,Parent,Stock\n{text}"), OnError::KeepGood, NOW).await;
        });
    }
}

#[tokio::test]
async fn cells_that_a_spreadsheet_would_run_are_guarded_and_numbers_are_not() {
    let store = MemoryStore::default();
    import(&store, "SKU,Name,Stock,Position\n\"=cmd|' /C calc'!A0\",@SUM(A1),-2,-1\n").await;
    let exported = export(&store.data());
    assert!(exported.contains("'=cmd|") && exported.contains(",'@SUM(A1),"), "{exported}");
    assert!(exported.contains(",-2,") && !exported.contains("'-2"), "{exported}");
}
