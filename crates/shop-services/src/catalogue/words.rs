//! Index of the words of many texts and the products that have them: by whole word, prefix, substring, or with typos. The cost of
//! a look-up depends on its result, not on the index.

use std::collections::HashMap;

use super::bits::Bits;

/// Length of the character n-grams by which words are found.
const GRAM: usize = 3;
/// N-grams with more words than this have their products in one set, because uniting the sets of the words takes longer.
const MANY_HOLDERS: usize = if cfg!(test) { 2 } else { 64 };
/// One or two consecutive characters; the second of one is NUL.
type Short = [char; 2];

/// Words while they are collected.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    numbers: HashMap<Box<str>, usize>,
    products: Vec<Vec<u32>>,
}

impl Gathered {
    /// Adds a word of a product. Products come in ascending order.
    pub(super) fn add(&mut self, word: &str, product: usize) {
        let number = if let Some(number) = self.numbers.get(word) {
            *number
        } else {
            self.numbers.insert(word.into(), self.products.len());
            self.products.push(Vec::new());
            self.products.len() - 1
        };
        let product = u32::try_from(product).unwrap_or(u32::MAX);
        if let Some(products) = self.products.get_mut(number)
            && products.last() != Some(&product)
        {
            products.push(product);
        }
    }

    /// Each word with its products.
    pub(super) fn into_sets(self) -> HashMap<Box<str>, Bits> {
        let products = self.products;
        let set = |number: usize| {
            products.get(number).map(|all| Bits::of_sorted(all).without_spare_room()).unwrap_or_default()
        };
        self.numbers.into_iter().map(|(word, number)| (word, set(number))).collect()
    }

    /// Builds the index.
    pub(super) fn into_words(self) -> Words {
        let mut all: Vec<(Box<str>, Bits)> = self.into_sets().into_iter().collect();
        all.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut out = Words::default();
        let mut parts = Parts::default();
        for (number, (word, _)) in all.iter().enumerate() {
            parts.note(number, word);
        }
        (out.sorted, out.products) = all.into_iter().unzip();
        let many = parts.grams.iter().filter(|(_, holders)| holders.len() > MANY_HOLDERS);
        out.common_grams = many.map(|(gram, holders)| (*gram, out.of_all(holders))).collect();
        out.grams = parts.grams;
        out.short_parts = parts.short.iter().map(|(part, holders)| (*part, out.of_all(holders))).collect();
        out.short_starts = parts.starts.iter().map(|(start, holders)| (*start, out.of_all(holders))).collect();
        out
    }
}

/// Words in alphabetical order.
#[derive(Debug, Default)]
pub(super) struct Words {
    sorted: Vec<Box<str>>,
    products: Vec<Bits>,
    /// Words that contain an n-gram, ascending.
    grams: HashMap<Gram, Vec<u32>>,
    /// Products of those words, where they are many.
    common_grams: HashMap<Gram, Bits>,
    /// Products of words that contain one or two characters.
    short_parts: HashMap<Short, Bits>,
    /// Products of words that start with one or two characters.
    short_starts: HashMap<Short, Bits>,
}

/// Converts one or two characters; `None` for more, or none.
fn short(text: &str) -> Option<Short> {
    let mut chars = text.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(first), second, None) => Some([first, second.unwrap_or_default()]),
        _ => None,
    }
}

pub(super) type Gram = [char; GRAM];

/// All n-grams of a text.
pub(super) fn grams(chars: &[char]) -> impl Iterator<Item = Gram> + '_ {
    chars.windows(GRAM).filter_map(|window| window.try_into().ok())
}

/// Numbers of words by their parts, ascending.
#[derive(Default)]
struct Parts {
    grams: HashMap<Gram, Vec<u32>>,
    short: HashMap<Short, Vec<u32>>,
    starts: HashMap<Short, Vec<u32>>,
}

impl Parts {
    fn note(&mut self, number: usize, word: &str) {
        let chars: Vec<char> = word.chars().collect();
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let hold = |holders: &mut Vec<u32>| {
            if holders.last() != Some(&number) {
                holders.push(number);
            }
        };
        for gram in grams(&chars) {
            hold(self.grams.entry(gram).or_default());
        }
        let pairs = chars.windows(2).filter_map(|pair| pair.try_into().ok());
        for part in chars.iter().map(|one| [*one, '\0']).chain(pairs) {
            hold(self.short.entry(part).or_default());
        }
        let starts = [chars.get(..1), chars.get(..2)];
        for start in starts.into_iter().flatten().filter_map(|start| short(&start.iter().collect::<String>())) {
            hold(self.starts.entry(start).or_default());
        }
    }
}

impl Words {
    /// Products that have any of these words.
    fn of_all<'a>(&self, numbers: impl IntoIterator<Item = &'a u32>) -> Bits {
        Bits::union(numbers.into_iter().filter_map(|number| self.of(*number as usize)))
    }

    fn of(&self, number: usize) -> Option<&Bits> {
        self.products.get(number)
    }

    pub(super) fn exact(&self, word: &str) -> Option<&Bits> {
        let number = self.sorted.binary_search_by(|known| known.as_ref().cmp(word)).ok()?;
        self.of(number)
    }

    /// Products that have a word with this prefix.
    pub(super) fn with_prefix(&self, start: &str) -> Bits {
        if let Some(short) = short(start) {
            return self.short_starts.get(&short).cloned().unwrap_or_default();
        }
        let from = self.sorted.partition_point(|word| word.as_ref() < start);
        let known = self.sorted.iter().zip(&self.products).skip(from);
        Bits::union(known.take_while(|(word, _)| word.starts_with(start)).map(|(_, products)| products))
    }

    /// Products that have a word with this substring.
    pub(super) fn containing(&self, part: &str) -> Bits {
        if let Some(short) = short(part) {
            return self.short_parts.get(&short).cloned().unwrap_or_default();
        }
        let chars: Vec<char> = part.chars().collect();
        if let Some(products) = Gram::try_from(chars.as_slice()).ok().and_then(|gram| self.common_grams.get(&gram)) {
            return products.clone();
        }
        let mut rarest: Option<&[u32]> = None;
        for gram in grams(&chars) {
            let holders = self.grams.get(&gram).map_or(&[] as &[u32], Vec::as_slice);
            if rarest.is_none_or(|known| holders.len() < known.len()) {
                rarest = Some(holders);
            }
        }
        let holds = |number: &&u32| self.sorted.get(**number as usize).is_some_and(|word| word.contains(part));
        self.of_all(rarest.unwrap_or_default().iter().filter(holds))
    }

    /// The nearest word that consists of letters alone (a letter inserted, removed, replaced, or two neighbours swapped), the
    /// most frequent one if several are equally near; `None` beyond `limit`.
    pub(super) fn nearest(&self, letters: &[char], limit: usize) -> Option<&str> {
        let mut best: Option<(usize, usize, &str)> = None;
        let mut search = Distances::to(letters);
        let mut at = 0;
        while let Some(word) = self.sorted.get(at).map(AsRef::as_ref) {
            match search.walk(word, limit) {
                Walk::Beyond(start) => {
                    // No word with this prefix is near enough.
                    let rest = self.sorted.get(at..).unwrap_or_default();
                    at += rest.partition_point(|word| word.starts_with(start)).max(1);
                }
                Walk::Distance(distance) => {
                    let rarity = usize::MAX - self.of(at).map_or(0, Bits::count);
                    if distance <= limit && best.is_none_or(|known| (distance, rarity, word) < known) {
                        best = Some((distance, rarity, word));
                    }
                    at += 1;
                }
            }
        }
        best.map(|(_, _, word)| word)
    }
}

/// Result of comparing a word.
enum Walk<'a> {
    Distance(usize),
    /// No word with this prefix is within the limit, or they are not made of letters alone.
    Beyond(&'a str),
}

/// Edit distances between the search word and consecutive words; a common prefix of two of them is compared once.
struct Distances<'a> {
    letters: &'a [char],
    /// Letters of the last compared word, as far as it was compared.
    word: Vec<char>,
    /// Distance between each prefix of it and each prefix of the search word.
    rows: Vec<Vec<usize>>,
}

impl<'a> Distances<'a> {
    fn to(letters: &'a [char]) -> Self {
        Self { letters, word: Vec::new(), rows: vec![(0..=letters.len()).collect()] }
    }

    fn walk<'w>(&mut self, word: &'w str, limit: usize) -> Walk<'w> {
        let same = word.chars().zip(&self.word).take_while(|(a, b)| a == *b).count();
        self.word.truncate(same);
        self.rows.truncate(same + 1);
        for (at, letter) in word.char_indices().skip(same) {
            let beginning = word.get(..at + letter.len_utf8()).unwrap_or(word);
            if !letter.is_alphabetic() {
                return Walk::Beyond(beginning);
            }
            let row = self.next_row(letter);
            let least = row.iter().min().copied().unwrap_or_default();
            self.word.push(letter);
            self.rows.push(row);
            if least > limit {
                return Walk::Beyond(beginning);
            }
        }
        Walk::Distance(self.rows.last().and_then(|row| row.last()).copied().unwrap_or(usize::MAX))
    }

    fn next_row(&self, letter: char) -> Vec<usize> {
        let at = |row: Option<&Vec<usize>>, n: usize| row.and_then(|row| row.get(n)).copied().unwrap_or(usize::MAX / 2);
        let above = self.rows.last();
        let before = self.rows.len().checked_sub(2).and_then(|n| self.rows.get(n));
        let mut row = vec![self.rows.len()];
        for (n, wanted) in self.letters.iter().enumerate() {
            let exchanged = at(above, n) + usize::from(*wanted != letter);
            let mut least = exchanged.min(at(above, n + 1) + 1).min(at(Some(&row), n) + 1);
            let swapped = n > 0 && self.letters.get(n - 1) == Some(&letter) && self.word.last() == Some(wanted);
            if swapped {
                least = least.min(at(before, n - 1) + 1);
            }
            row.push(least);
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Distance by the plain rule.
    fn distance(a: &[char], b: &[char]) -> usize {
        let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                rows[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let mut least = (rows[i - 1][j] + 1)
                        .min(rows[i][j - 1] + 1)
                        .min(rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        least = least.min(rows[i - 2][j - 2] + 1);
                    }
                    least
                };
            }
        }
        rows[a.len()][b.len()]
    }

    fn chars(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    prop_compose! {
        fn texts()(texts in prop::collection::vec("[abc1]{1,6}", 0..60)) -> (Vec<String>, Words) {
            let mut gathered = Gathered::default();
            for (n, text) in texts.iter().enumerate() {
                gathered.add(text, n);
            }
            (texts, gathered.into_words())
        }
    }

    fn those(texts: &[String], test: impl Fn(&str) -> bool) -> Vec<usize> {
        texts.iter().enumerate().filter(|(_, text)| test(text)).map(|(n, _)| n).collect()
    }

    proptest! {
        #[test]
        fn words_are_found_whole_by_their_beginning_and_by_any_part((texts, words) in texts(), wanted in "[abc1]{1,5}") {
            let list = |bits: Bits| bits.iter().collect::<Vec<_>>();
            prop_assert_eq!(list(words.containing(&wanted)), those(&texts, |text| text.contains(&wanted)));
            prop_assert_eq!(list(words.with_prefix(&wanted)), those(&texts, |text| text.starts_with(&wanted)));
            prop_assert_eq!(list(words.exact(&wanted).cloned().unwrap_or_default()), those(&texts, |text| text == wanted));
        }

        #[test]
        fn the_nearest_word_is_that_of_the_plain_rule((texts, words) in texts(), wanted in "[abc]{4,8}", limit in 1_usize..4) {
            let count = |word: &str| texts.iter().filter(|text| *text == word).count();
            let nearest = texts
                .iter()
                .filter(|text| text.chars().all(char::is_alphabetic))
                .map(|text| (distance(&chars(&wanted), &chars(text)), usize::MAX - count(text), text.as_str()))
                .filter(|(distance, ..)| *distance <= limit)
                .min();
            prop_assert_eq!(words.nearest(&chars(&wanted), limit), nearest.map(|(.., word)| word));
        }
    }
}
