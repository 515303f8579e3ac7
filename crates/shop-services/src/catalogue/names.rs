//! Index of product names: by words, prefixes and substrings.

use std::collections::HashMap;
use std::sync::Arc;

use imbl::Vector;
use shop_core::base::search_text::fold_for_search;
use shop_core::catalogue::product::Product;

use super::bits::Bits;
use super::runs::{joined, parted, runs};
use super::words::{Gathered, Gram, Words, grams};

/// The folded names, Italian and English.
#[derive(Debug, Default)]
pub(super) struct NameIndex {
    names: Vec<Box<str>>,
    words: Words,
    /// First words of names that start with a word.
    first_words: Words,
    /// Words that distinguish variations: their own names, and the values of their attributes.
    of_variations: Words,
    /// Names by three consecutive characters that cross a word boundary.
    seams: HashMap<Gram, Bits>,
}

/// Whether a text is a single run of letters and digits.
fn is_run(text: &str) -> bool {
    text.chars().all(char::is_alphanumeric)
}

/// Whether characters cross a word boundary.
fn joins(gram: &Gram) -> bool {
    !gram.iter().all(|c| c.is_alphanumeric())
}

impl NameIndex {
    pub(super) fn build(products: &Vector<Arc<Product>>) -> Self {
        let (mut words, mut first_words, mut of_variations) =
            (Gathered::default(), Gathered::default(), Gathered::default());
        let mut seams: HashMap<Gram, Vec<u32>> = HashMap::new();
        let mut names = Vec::with_capacity(products.len());
        for (n, product) in products.iter().enumerate() {
            let english = product.item.meta.get("name_en").map(String::as_str).unwrap_or_default();
            let folded = fold_for_search(&format!("{} {english}", product.item.name));
            let name = parted(&folded);
            runs(&name).chain(runs(&joined(&folded))).for_each(|run| words.add(run, n));
            for variation in &product.variations {
                let values = variation.attributes.values().map(String::as_str);
                for text in std::iter::once(variation.item.name.as_str()).chain(values) {
                    let folded = fold_for_search(text);
                    runs(&parted(&folded)).chain(runs(&joined(&folded))).for_each(|run| of_variations.add(run, n));
                }
            }
            if name.starts_with(char::is_alphanumeric)
                && let Some(first) = runs(&name).next()
            {
                first_words.add(first, n);
            }
            let chars: Vec<char> = name.chars().collect();
            let number = u32::try_from(n).unwrap_or(u32::MAX);
            for gram in grams(&chars).filter(joins) {
                let holders = seams.entry(gram).or_default();
                if holders.last() != Some(&number) {
                    holders.push(number);
                }
            }
            if let Some(first) = runs(&joined(&folded)).next().filter(|_| name.starts_with(char::is_alphanumeric)) {
                first_words.add(first, n);
            }
            names.push(name.into());
        }
        let seams = seams.into_iter().map(|(gram, holders)| (gram, Bits::of_sorted(&holders))).collect();
        let (words, first_words) = (words.into_words(), first_words.into_words());
        Self { names, words, first_words, of_variations: of_variations.into_words(), seams }
    }

    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    /// Words that distinguish variations.
    pub(super) fn words_of_variations(&self) -> &Words {
        &self.of_variations
    }

    fn name_of(&self, n: usize) -> &str {
        self.names.get(n).map_or("", AsRef::as_ref)
    }

    /// Members of a set whose names start with a text, which itself starts with a letter or digit.
    pub(super) fn beginning_with(&self, text: &str, of: &Bits) -> Bits {
        if is_run(text) {
            return self.first_words.with_prefix(text);
        }
        let first = runs(text).next().and_then(|first| self.first_words.exact(first));
        first.map(|first| of.common(first).filtered(|n| self.name_of(n).starts_with(text))).unwrap_or_default()
    }

    /// Members of a set whose names contain a text.
    pub(super) fn containing(&self, text: &str, of: &Bits) -> Bits {
        if is_run(text) {
            return self.words.containing(text);
        }
        // A match contains each of its runs, and what joins the runs: few candidates are left to inspect.
        let mut left = of.clone();
        let chars: Vec<char> = text.chars().collect();
        for gram in grams(&chars).filter(joins) {
            match self.seams.get(&gram) {
                Some(names) => left.intersect_with(names),
                None => return Bits::default(),
            }
        }
        runs(text).for_each(|run| left.intersect_with(&self.words.containing(run)));
        left.filtered(|n| self.name_of(n).contains(text))
    }
}
