//! Full-text search: Italian stems, folded spelling, substrings, SKUs, and typo correction.
//!
//! The index is built from the snapshot and stored beside it, so that SQLite and PostgreSQL give the same results, and a search
//! needs no SQL statement. Rules, word by word (every word must match):
//!
//! 1. a word matches as a substring of a name, text or SKU, whatever its spelling ("hood" finds "Hoodie");
//! 2. and if its Italian stem equals a stem ("caviali" finds "caviale"), in categories and tags too;
//! 3. a word that matches nothing is compared with all known words, allowing one error per four letters;
//! 4. a text that is a SKU, of a product or of a variation, finds it first of all.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::thread::ScopedJoinHandle;

use imbl::Vector;
use rust_stemmers::{Algorithm, Stemmer};
use shop_core::base::search_text::{fold_for_search, search_words, trim_word};
use shop_core::base::{CategoryId, TagId};
use shop_core::catalogue::product::Product;

use super::bits::Bits;
use super::names::NameIndex;
use super::runs::{joined, parted, runs};
use super::words::{Gathered, Words};
use crate::ports::{Category, Tag};

/// Maximum length of a search text: longer ones are truncated, so that a request costs little.
pub(super) const MAX_SEARCH_CHARS: usize = 100;
/// Maximum length of an indexed word in bytes.
const MAX_WORD_BYTES: usize = 40;
/// Minimum length of a word with a stem, in characters.
const MIN_STEM_CHARS: usize = 3;

#[derive(Debug, Default)]
pub struct SearchIndex {
    count: usize,
    words: Words,
    stems: HashMap<Box<str>, Bits>,
    names: NameIndex,
    skus: HashMap<Box<str>, Bits>,
    /// SKUs of variations find their product if they are typed completely.
    variation_skus: HashMap<Box<str>, Bits>,
}

/// Result of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    pub found: Bits,
    /// The corrected search text, if some words were mistyped.
    pub corrected: Option<String>,
    /// Folded words, for ranking.
    words: Vec<String>,
    /// Products for which the whole text is a SKU, for ranking.
    exact: Bits,
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_SEARCH_CHARS).collect()
}

/// Whether a word has no symbols except hyphens. Others are typed on purpose: "cr%e" is no typo of "creme", nor of "cr" and "e".
fn is_plain(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || c == '-')
}

/// The nearest known word, the most frequent one if several are equally near; `None` beyond one error per four letters.
fn nearest<'a>(known: &'a Words, word: &str) -> Option<&'a str> {
    if !is_plain(word) {
        return None;
    }
    let letters: Vec<char> = word.chars().collect();
    let allowed = (letters.len() / 4).min(3);
    if allowed == 0 { None } else { known.nearest(&letters, allowed) }
}

impl SearchIndex {
    /// Builds the index over products by position.
    pub fn build(products: &Vector<Arc<Product>>, categories: &[Category], tags: &[Tag]) -> Self {
        std::thread::scope(|threads| {
            let names = threads.spawn(|| NameIndex::build(products));
            let (words, stemmed) = gather_texts(products, categories, tags);
            let stems = threads.spawn(move || stems(&stemmed.into_sets()));
            let words = words.into_words();
            let (skus, variation_skus) = gather_skus(products);
            Self {
                count: products.len(),
                words,
                stems: done(stems),
                names: done(names),
                skus: skus.into_sets(),
                variation_skus: variation_skus.into_sets(),
            }
        })
    }

    /// Products that match all words. An empty text matches everything.
    pub fn find(&self, text: &str) -> SearchResult {
        let stemmer = Stemmer::create(Algorithm::Italian);
        let text = cut(text);
        let exact = self.with_sku(&text);
        let matching = |word: &str| self.matching(&stemmer, word);
        let mut result = self.find_words(&text, &self.words, matching);
        if !exact.is_empty() {
            result.corrected = None;
            result.found.add_all(&exact);
        }
        SearchResult { exact, ..result }
    }

    /// Products whose names contain all words, including words that distinguish their variations.
    pub fn find_named(&self, text: &str) -> SearchResult {
        let matching = |word: &str| {
            let mut out = self.names.containing(word, &Bits::all(self.count));
            out.add_all(&self.names.words_of_variations().containing(word));
            out
        };
        self.find_words(&cut(text), self.names.words(), matching)
    }

    /// Products that contain all words of a text; an unknown word is replaced by the nearest known one.
    fn find_words(&self, text: &str, known: &Words, matching: impl Fn(&str) -> Bits) -> SearchResult {
        let mut found = Bits::all(self.count);
        let mut words = Vec::new();
        let mut any_corrected = false;
        for word in search_words(text) {
            let parts: Vec<&str> = runs(&word).collect();
            let mut bits = matching(&word);
            if bits.is_empty() && parts.len() > 1 && is_plain(&word) {
                // "caviale-croccante" is typed for "Caviale croccante".
                bits = parts.iter().map(|part| matching(part)).reduce(|all, one| all.common(&one)).unwrap_or_default();
            }
            if bits.is_empty() {
                let Some(near) = nearest(known, &word) else {
                    return SearchResult {
                        found: Bits::default(),
                        words: search_words(text),
                        ..SearchResult::default()
                    };
                };
                bits = matching(near);
                words.push(near.to_owned());
                any_corrected = true;
            } else {
                words.push(word);
            }
            found.intersect_with(&bits);
        }
        let corrected = (any_corrected && !found.is_empty()).then(|| words.join(" "));
        SearchResult { found, corrected, words, exact: Bits::default() }
    }

    /// Products for which this text is exactly the SKU, or that of a variation.
    fn with_sku(&self, text: &str) -> Bits {
        let sku = fold_for_search(text);
        let known = [self.skus.get(sku.trim()), self.variation_skus.get(sku.trim())];
        Bits::union(known.into_iter().flatten())
    }

    fn matching(&self, stemmer: &Stemmer, word: &str) -> Bits {
        let mut out = self.words.containing(word);
        if let Some(bits) = self.variation_skus.get(word) {
            out.add_all(bits);
        }
        if word.chars().count() >= MIN_STEM_CHARS
            && let Some(bits) = self.stems.get(stemmer.stem(word).as_ref())
        {
            out.add_all(bits);
        }
        out
    }

    /// Groups the products of a search by relevance, best first: matches in SKU and name precede matches in texts. Products in
    /// the same set are equally relevant.
    pub fn ranked(&self, result: &SearchResult, found: &Bits) -> Vec<Bits> {
        let mut ranked = BTreeMap::from([(0, found.clone())]);
        for word in &result.words {
            ranked = self.by_word(word, &ranked);
        }
        let joined = result.words.join(" ");
        if !joined.is_empty() {
            let first = self.names.beginning_with(&joined, found);
            let mut with_first: BTreeMap<u32, Bits> = BTreeMap::new();
            for (score, mut set) in ranked {
                add(&mut with_first, score + 50, set.common(&first));
                set.remove_all(&first);
                add(&mut with_first, score, set);
            }
            ranked = with_first;
        }
        let mut best: Vec<Bits> = ranked.into_values().rev().collect();
        let exact = result.exact.common(found);
        if !exact.is_empty() {
            for set in &mut best {
                set.remove_all(&exact);
            }
            best.insert(0, exact);
            best.retain(|set| !set.is_empty());
        }
        best
    }

    /// Adds the score of a word to each product.
    fn by_word(&self, word: &str, scored: &BTreeMap<u32, Bits>) -> BTreeMap<u32, Bits> {
        let found = Bits::union(scored.values());
        let levels = [
            (200, self.skus.get(word).cloned().unwrap_or_default()),
            (100, self.names.words().exact(word).cloned().unwrap_or_default()),
            (80, self.names.beginning_with(word, &found)),
            (60, self.names.words().with_prefix(word)),
            (40, self.names.containing(word, &found)),
        ];
        let mut out = BTreeMap::new();
        for (score, set) in scored {
            let mut rest = set.clone();
            for (points, level) in &levels {
                let there = rest.common(level);
                if !there.is_empty() {
                    rest.remove_all(&there);
                    add(&mut out, score + points, there);
                }
            }
            add(&mut out, score + 1, rest);
        }
        out
    }
}

/// Joins a thread; its panic continues here.
pub(super) fn done<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Words of all texts, and words with stems, including names of categories and tags.
fn gather_texts(products: &Vector<Arc<Product>>, categories: &[Category], tags: &[Tag]) -> (Gathered, Gathered) {
    let categories: HashMap<CategoryId, String> =
        categories.iter().map(|one| (one.id, fold_for_search(&one.name))).collect();
    let tags: HashMap<TagId, String> = tags.iter().map(|one| (one.id, fold_for_search(&one.name))).collect();
    let (mut words, mut stemmed) = (Gathered::default(), Gathered::default());
    for (n, product) in products.iter().enumerate() {
        let meta = |name: &str| product.item.meta.get(name).map(String::as_str).unwrap_or_default();
        let mut text = String::new();
        for part in [
            &product.item.name,
            meta("name_en"),
            &product.item.sku,
            &product.short_description,
            &product.item.description,
            meta("ingredients"),
            meta("origin"),
        ] {
            text.push_str(part);
            text.push(' ');
        }
        let text = fold_for_search(&plain_text(&text));
        let (parted, joined) = (parted(&text), joined(&text));
        for whole in parted.split_whitespace().chain(joined.split_whitespace()).map(trim_word) {
            if !whole.is_empty() && whole.len() <= MAX_WORD_BYTES {
                words.add(whole, n);
            }
        }
        for run in runs(&parted) {
            if run.len() <= MAX_WORD_BYTES {
                words.add(run, n);
            }
            stemmed.add(run, n);
        }
        let of_categories = product.category_ids.iter().filter_map(|id| categories.get(id));
        for name in of_categories.chain(product.tag_ids.iter().filter_map(|id| tags.get(id))) {
            runs(name).for_each(|run| stemmed.add(run, n));
        }
    }
    (words, stemmed)
}

/// SKUs of products, and those of their variations.
fn gather_skus(products: &Vector<Arc<Product>>) -> (Gathered, Gathered) {
    let (mut own, mut of_variations) = (Gathered::default(), Gathered::default());
    for (n, product) in products.iter().enumerate() {
        own.add(fold_for_search(&product.item.sku).trim(), n);
        for sku in product.variations.iter().map(|one| fold_for_search(&one.item.sku)).filter(|sku| !sku.is_empty()) {
            of_variations.add(&sku, n);
        }
    }
    (own, of_variations)
}

fn add(scored: &mut BTreeMap<u32, Bits>, score: u32, set: Bits) {
    if !set.is_empty() {
        scored.entry(score).or_default().add_all(&set);
    }
}

/// Products by the stems of their words. Each word is stemmed once, in however many texts it occurs.
fn stems(words: &HashMap<Box<str>, Bits>) -> HashMap<Box<str>, Bits> {
    let stemmer = Stemmer::create(Algorithm::Italian);
    let mut out: HashMap<Box<str>, Bits> = HashMap::new();
    for (word, products) in words {
        if word.chars().count() < MIN_STEM_CHARS {
            continue;
        }
        let stem = stemmer.stem(word);
        match out.get_mut(stem.as_ref()) {
            Some(known) => known.add_all(products),
            None => {
                out.insert(stem.as_ref().into(), products.clone());
            }
        }
    }
    out
}

pub fn plain_text(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' if inside => {
                inside = false;
                out.push(' ');
            }
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
