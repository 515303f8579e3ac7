use proptest::prelude::*;
use shop_core::catalogue::product::Item;

use super::*;

fn index(names: &[&str]) -> SearchIndex {
    let products: Vec<Product> = names
        .iter()
        .map(|name| Product { item: Item { name: (*name).into(), ..Item::default() }, ..Product::default() })
        .collect();
    SearchIndex::build(&products.into_iter().map(Arc::new).collect(), &[], &[])
}

fn found(index: &SearchIndex, text: &str) -> Vec<usize> {
    index.find(text).found.iter().collect()
}

#[test]
fn accents_case_and_plural_do_not_matter() {
    let index = index(&["Caffè macinato", "Caviale croccante", "Tartufi neri"]);
    assert_eq!(found(&index, "caffe"), [0]);
    assert_eq!(found(&index, "CAVIALI"), [1]);
    assert_eq!(found(&index, "tartufo nero"), [2]);
}

#[test]
fn the_way_a_name_is_written_does_not_matter() {
    let index = index(&["Crema dell’alveare", "Biscotti d'avena", "Œuf & Straße", "T-shirt 70%", "Olio e aceto"]);
    for (typed, at) in [
        ("dell'alveare", 0),
        ("dell’alveare", 0),
        ("dellalveare", 0),
        ("dell alveare", 0),
        ("ALVEARE dell`", 0),
        ("d’avena", 1),
        ("davena", 1),
        ("oeuf e strasse", 2),
        ("œuf & straße", 2),
        ("t–shirt", 3),
        ("t shirt", 3),
        ("70%", 3),
        ("olio & aceto", 4),
        ("olio and aceto", 4),
    ] {
        assert_eq!(found(&index, typed), [at], "{typed}");
    }
    for typed in ["%", "70_", "t%shirt", "_"] {
        assert!(found(&index, typed).iter().all(|at| *at == 3), "{typed}");
    }
    assert_eq!(found(&index, "_"), [] as [usize; 0]);
}

#[test]
fn words_joined_by_a_hyphen_are_found_apart() {
    let index = index(&["Caviale croccante", "Pane croccante"]);
    assert_eq!(found(&index, "caviale-croccante"), [0]);
}

fn with_skus() -> SearchIndex {
    let variation = |sku: &str, size: &str| shop_core::catalogue::product::Variation {
        item: Item { sku: sku.into(), name: format!("Caviale - {size}"), ..Item::default() },
        ..Default::default()
    };
    let product = |name: &str, sku: &str| Product {
        item: Item { name: name.into(), sku: sku.into(), ..Item::default() },
        ..Product::default()
    };
    let sized = Product {
        variations: vec![variation("CAV-15", "15 g"), variation("CAV-35", "35 g")],
        ..product("Caviale", "CAV")
    };
    let products = [product("Crema CAV-35 di prova", "X-1"), sized, product("Burro", "B 1'2")];
    SearchIndex::build(&products.into_iter().map(Arc::new).collect(), &[], &[])
}

#[test]
fn a_whole_sku_comes_first_also_that_of_a_variation() {
    let index = with_skus();
    for typed in ["CAV-35", "cav–35", "cav-35", " CAV-35 "] {
        let result = index.find(typed);
        let best: Vec<usize> = index.ranked(&result, &result.found)[0].iter().collect();
        assert_eq!(best, [1], "{typed}");
    }
    assert_eq!(found(&index, "b 1’2"), [2]);
}

#[test]
fn names_alone_are_searched_with_those_of_variations() {
    let index = with_skus();
    let named = |text: &str| index.find_named(text).found.iter().collect::<Vec<_>>();
    assert_eq!(named("caviale 35"), [1]);
    assert_eq!(named("cavaile"), [1], "mistyped");
    assert_eq!(named("X-1"), [] as [usize; 0], "a SKU is no name");
}

#[test]
fn all_words_must_match() {
    let index = index(&["Caviale croccante", "Pane croccante"]);
    assert_eq!(found(&index, "croccante caviale"), [0]);
    assert_eq!(found(&index, "croccante zafferano"), [] as [usize; 0]);
}

#[test]
fn a_mistyped_word_is_corrected_and_told() {
    let index = index(&["Caviale croccante", "Bottarga di muggine"]);
    let result = index.find("cavaile");
    assert_eq!(result.found.iter().collect::<Vec<_>>(), [0]);
    assert_eq!(result.corrected.as_deref(), Some("caviale"));
    assert_eq!(found(&index, "botarga"), [1]);
    assert_eq!(found(&index, "xqzw"), [] as [usize; 0]);
}

#[test]
fn names_rank_before_texts() {
    let index = index(&["Riso al caviale", "Caviale"]);
    let result = index.find("caviale");
    assert_eq!(ranked(&index, &result), [vec![1], vec![0]]);
}

fn ranked(index: &SearchIndex, result: &SearchResult) -> Vec<Vec<usize>> {
    index.ranked(result, &result.found).iter().map(|set| set.iter().collect()).collect()
}

/// Relevance of a product by the plain rule.
fn score(name: &str, sku: &str, words: &[String]) -> u32 {
    let each = words.iter().map(|word| {
        let mut runs = name.split(|c: char| !c.is_alphanumeric());
        if sku == word {
            200
        } else if runs.clone().any(|run| run == word) {
            100
        } else if name.starts_with(word.as_str()) {
            80
        } else if runs.any(|run| run.starts_with(word.as_str())) {
            60
        } else if name.contains(word.as_str()) {
            40
        } else {
            1
        }
    });
    each.sum::<u32>() + if name.starts_with(&words.join(" ")) { 50 } else { 0 }
}

proptest! {
    #[test]
    fn a_product_is_found_by_every_variant_of_its_name(
        words in prop::collection::vec("[a-z]{2,8}", 1..4), stored in "[ '’`´ʼ-]", typed in "[ '’`´ʼ]", upper: bool
    ) {
        let index = index(&[&words.join(&stored), "Altro"]);
        let text = words.join(&typed);
        let text = if upper { text.to_uppercase() } else { text };
        prop_assert!(index.find(&text).found.contains(0), "{} {}", words.join(&stored), text);
    }

    #[test]
    fn products_rank_by_the_plain_rule(
        names in prop::collection::vec("[ab]{1,3}([ -][ab1]{1,3}){0,3}", 1..40), text in "[ab1]{1,3}([ -][ab1]{1,3}){0,2}"
    ) {
        let products: Vector<Arc<Product>> = names
            .iter()
            .enumerate()
            .map(|(n, name)| {
                let sku = if n % 3 == 0 { name.split(' ').next().unwrap_or_default() } else { "" };
                let item = Item { name: name.clone(), sku: sku.into(), ..Item::default() };
                Arc::new(Product { item, ..Product::default() })
            })
            .collect();
        let index = SearchIndex::build(&products, &[], &[]);
        let result = index.find(&text);
        let mut plain: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for n in result.found.iter() {
            let product = &products[n].item;
            plain.entry(score(&format!("{} ", product.name), &product.sku, &result.words)).or_default().push(n);
        }
        prop_assert_eq!(ranked(&index, &result), plain.into_values().rev().collect::<Vec<_>>());
    }
}
