//! Full-text search: Italian stems, folded accents, parts of words, and mistyped words.
//!
//! The index is built from the snapshot and lives beside it, so that SQLite and PostgreSQL give the same results, and a
//! search costs no statement. Rules, word by word (every word must match):
//! 1. a word matches where it stands inside a name, text or SKU, accents and case aside ("hood" finds "Hoodie");
//! 2. and where its Italian stem equals a stem ("caviali" finds "caviale"), in categories and tags too;
//! 3. a word that matches nothing is compared with all words known, one mistake for every four letters allowed.

use std::collections::BTreeMap;

use rust_stemmers::{Algorithm, Stemmer};
use shop_core::catalogue::product::Product;
use shop_core::text::fold;

use super::bits::Bits;
use crate::ports::{Category, Tag};

/// Longest text that is searched for: more is cut, so that a request costs little.
pub(super) const MAX_SEARCH_CHARS: usize = 100;

/// The index.
#[derive(Debug, Default)]
pub struct SearchIndex {
    count: usize,
    words: BTreeMap<String, Bits>,
    stems: BTreeMap<String, Bits>,
    names: Vec<String>,
    skus: Vec<String>,
    /// SKUs of variations find their product when they are typed whole.
    variation_skus: BTreeMap<String, Bits>,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// Products.
    pub found: Bits,
    /// The words that were searched instead, when some were mistyped.
    pub corrected: Option<String>,
    /// Folded words, for ranking.
    words: Vec<String>,
}

impl SearchIndex {
    /// Builds the index over products by position.
    pub fn build(products: &[Product], categories: &[Category], tags: &[Tag]) -> Self {
        let stemmer = Stemmer::create(Algorithm::Italian);
        let mut out = Self { count: products.len(), ..Self::default() };
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
            for sku in
                product.variations.iter().map(|variation| fold(&variation.item.sku)).filter(|sku| !sku.is_empty())
            {
                out.variation_skus.entry(sku).or_default().insert(n);
            }
            let text = fold(&plain_text(&text));
            for word in text.split_whitespace() {
                out.add_word(trim(word), n);
                for part in word.split(|c: char| !c.is_alphanumeric()) {
                    out.add_word(part, n);
                    out.add_stem(&stemmer, part, n);
                }
            }
            let names = product
                .category_ids
                .iter()
                .filter_map(|id| categories.iter().find(|c| c.id == *id).map(|c| &c.name))
                .chain(product.tag_ids.iter().filter_map(|id| tags.iter().find(|t| t.id == *id).map(|t| &t.name)));
            for word in names.flat_map(|name| {
                fold(name).split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>()
            }) {
                out.add_stem(&stemmer, &word, n);
            }
            out.names.push(fold(&format!("{} {}", product.item.name, meta("name_en"))));
            out.skus.push(fold(&product.item.sku));
        }
        out
    }

    fn add_word(&mut self, word: &str, n: usize) {
        if !word.is_empty() && word.len() <= 40 {
            self.words.entry(word.to_owned()).or_default().insert(n);
        }
    }

    fn add_stem(&mut self, stemmer: &Stemmer, word: &str, n: usize) {
        if word.chars().count() >= 3 {
            self.stems.entry(stemmer.stem(word).into_owned()).or_default().insert(n);
        }
    }

    /// Products that match all words. An empty text matches everything.
    pub fn find(&self, text: &str) -> SearchResult {
        let text: String = text.chars().take(MAX_SEARCH_CHARS).collect();
        let words: Vec<String> =
            fold(&text).split_whitespace().map(|w| trim(w).to_owned()).filter(|w| !w.is_empty()).collect();
        let mut found = Bits::all(self.count);
        let mut corrected = Vec::new();
        let mut any_corrected = false;
        let stemmer = Stemmer::create(Algorithm::Italian);
        for word in &words {
            let bits = self.matching(&stemmer, word);
            if bits.count() > 0 {
                found.keep(&bits);
                corrected.push(word.clone());
                continue;
            }
            match self.nearest(word) {
                Some(known) => {
                    found.keep(&self.matching(&stemmer, &known));
                    corrected.push(known);
                    any_corrected = true;
                }
                None => return SearchResult { found: Bits::default(), corrected: None, words },
            }
        }
        if found.count() == 0 {
            return SearchResult { found, corrected: None, words };
        }
        let corrected_text = any_corrected.then(|| corrected.join(" "));
        SearchResult { found, corrected: corrected_text, words: corrected }
    }

    fn matching(&self, stemmer: &Stemmer, word: &str) -> Bits {
        let mut out = self.variation_skus.get(word).cloned().unwrap_or_default();
        for (known, bits) in &self.words {
            if known.contains(word) {
                out.add_all(bits);
            }
        }
        if word.chars().count() >= 3
            && let Some(bits) = self.stems.get(stemmer.stem(word).as_ref())
        {
            out.add_all(bits);
        }
        out
    }

    /// The known word with the fewest differences, the commonest of equals; `None` beyond one mistake for four letters.
    fn nearest(&self, word: &str) -> Option<String> {
        let letters: Vec<char> = word.chars().collect();
        let allowed = (letters.len() / 4).min(3);
        if allowed == 0 {
            return None;
        }
        self.words
            .iter()
            .filter(|(known, _)| known.chars().all(char::is_alphabetic))
            .filter_map(|(known, bits)| {
                let distance = edit_distance(&letters, &known.chars().collect::<Vec<_>>(), allowed)?;
                Some((distance, usize::MAX - bits.count(), known))
            })
            .min()
            .map(|(_, _, known)| known.clone())
    }

    /// How well a product fits the words: matches in the SKU and the name before matches in texts.
    pub fn score(&self, result: &SearchResult, n: usize) -> u32 {
        let empty = String::new();
        let name = self.names.get(n).unwrap_or(&empty);
        let sku = self.skus.get(n).unwrap_or(&empty);
        let mut score = 0;
        for word in &result.words {
            score += if sku == word {
                200
            } else if name.split(|c: char| !c.is_alphanumeric()).any(|w| w == word) {
                100
            } else if name.starts_with(word.as_str()) {
                80
            } else if name.split(|c: char| !c.is_alphanumeric()).any(|w| w.starts_with(word.as_str())) {
                60
            } else if name.contains(word.as_str()) {
                40
            } else {
                1
            };
        }
        if *name == result.words.join(" ") || name.starts_with(&result.words.join(" ")) {
            score += 50;
        }
        score
    }
}

fn trim(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Text without HTML tags.
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

/// Edits (insertion, deletion, exchange, neighbours swapped) between two words, if at most `limit`.
fn edit_distance(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let width = b.len() + 1;
    let mut before_last: Vec<usize> = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut row = vec![i + 1; width];
        let mut best = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let at = |row: &[usize], k: usize| row.get(k).copied().unwrap_or(usize::MAX / 2);
            let mut cost = (at(&last, j + 1) + 1).min(at(&row, j) + 1).min(at(&last, j) + usize::from(ca != cb));
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(cb) && b.get(j - 1) == Some(ca);
            if swapped {
                cost = cost.min(at(&before_last, j - 1) + 1);
            }
            if let Some(cell) = row.get_mut(j + 1) {
                *cell = cost;
            }
            best = best.min(cost);
        }
        if best > limit {
            return None;
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|d| *d <= limit)
}

#[cfg(test)]
mod tests {
    use shop_core::catalogue::product::Item;

    use super::*;

    fn index(names: &[&str]) -> SearchIndex {
        let products: Vec<Product> = names
            .iter()
            .map(|name| Product { item: Item { name: (*name).into(), ..Item::default() }, ..Product::default() })
            .collect();
        SearchIndex::build(&products, &[], &[])
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
        assert!(index.score(&result, 1) > index.score(&result, 0));
    }
}
