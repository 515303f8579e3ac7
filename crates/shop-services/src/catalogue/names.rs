//! Names of products: by their words, their beginnings and any part.

use std::collections::HashMap;
use std::sync::Arc;

use imbl::Vector;
use shop_core::base::text::fold;
use shop_core::catalogue::product::Product;

use super::bits::Bits;
use super::search::runs;
use super::words::{Gathered, Gram, Words, grams};

/// The folded names, Italian and English.
#[derive(Debug, Default)]
pub(super) struct NameIndex {
    names: Vec<Box<str>>,
    words: Words,
    /// The first word of names that begin with one.
    first_words: Words,
    /// Names by three characters in a row that are not all of one word.
    seams: HashMap<Gram, Bits>,
}

/// Whether a text is one run of letters and digits.
fn is_run(text: &str) -> bool {
    text.chars().all(char::is_alphanumeric)
}

/// Whether characters are more than a piece of one word.
fn joins(gram: &Gram) -> bool {
    !gram.iter().all(|c| c.is_alphanumeric())
}

impl NameIndex {
    pub(super) fn build(products: &Vector<Arc<Product>>) -> Self {
        let (mut words, mut first_words) = (Gathered::default(), Gathered::default());
        let mut seams: HashMap<Gram, Vec<u32>> = HashMap::new();
        let mut names = Vec::with_capacity(products.len());
        for (n, product) in products.iter().enumerate() {
            let english = product.item.meta.get("name_en").map(String::as_str).unwrap_or_default();
            let name = fold(&format!("{} {english}", product.item.name));
            runs(&name).for_each(|run| words.add(run, n));
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
            names.push(name.into());
        }
        let seams = seams.into_iter().map(|(gram, holders)| (gram, Bits::of_sorted(&holders))).collect();
        Self { names, words: words.into_words(), first_words: first_words.into_words(), seams }
    }

    /// Words of names.
    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    fn name_of(&self, n: usize) -> &str {
        self.names.get(n).map_or("", AsRef::as_ref)
    }

    /// Those of a set whose names begin with a text, itself beginning with a letter or digit.
    pub(super) fn beginning_with(&self, text: &str, of: &Bits) -> Bits {
        if is_run(text) {
            return self.first_words.starting(text);
        }
        let first = runs(text).next().and_then(|first| self.first_words.whole(first));
        first.map(|first| of.common(first).that(|n| self.name_of(n).starts_with(text))).unwrap_or_default()
    }

    /// Those of a set that have a text in their names.
    pub(super) fn containing(&self, text: &str, of: &Bits) -> Bits {
        if is_run(text) {
            return self.words.containing(text);
        }
        // Each run of it is in the name, and what joins the runs: few are left to be looked at.
        let mut left = of.clone();
        let chars: Vec<char> = text.chars().collect();
        for gram in grams(&chars).filter(joins) {
            match self.seams.get(&gram) {
                Some(names) => left.keep(names),
                None => return Bits::default(),
            }
        }
        runs(text).for_each(|run| left.keep(&self.words.containing(run)));
        left.that(|n| self.name_of(n).contains(text))
    }
}
