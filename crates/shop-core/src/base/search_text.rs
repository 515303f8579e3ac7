//! Text search that ignores differences in spelling between the query and the stored text. Every search of the shop and of its
//! back office compares by these functions; the databases repeat [`search_key`] in SQL.

use super::text::fold;

/// Connecting words, folded: "Rossi & Figli" is found by "rossi e figli", and the other way around.
const CONNECTORS: [&str; 7] = ["&", "+", "e", "ed", "et", "and", "und"];
/// Characters that are part of a word, even at its ends: "70%" is a different word from "70".
const SIGNS_OF_WORDS: &str = "%_\\#@*°€$/=<>~^|+§&";

/// Folds case, accents, ligatures and full-width letters, and writes every apostrophe as `'`, every hyphen and dash as `-` and
/// every space as a plain one. Zero-width characters are dropped.
///
/// ```
/// use shop_core::base::search_text::fold_for_search;
/// assert_eq!(fold_for_search("Crème\u{a0}d’Œuf – ＣＡＦＦÈ"), "creme d'oeuf - caffe");
/// ```
pub fn fold_for_search(text: &str) -> String {
    let plain: String = text.chars().filter_map(plain_sign).collect();
    fold(&plain)
}

/// Returns the plain character for all its variants; `None` for zero-width characters.
fn plain_sign(c: char) -> Option<char> {
    Some(match c {
        '’' | '‘' | '‛' | '‚' | '´' | '`' | 'ʼ' | 'ʻ' | 'ʽ' | 'ʹ' | 'ˈ' | 'ˊ' | 'ˋ' | '′' | '‵' | '＇' | '｀' | '՚'
        | 'ꞌ' => '\'',
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '−' | '﹘' | '﹣' | '－' => '-',
        '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}'
        | '\t'
        | '\n'
        | '\r' => ' ',
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}' => return None,
        other => other,
    })
}

/// Returns the form of a stored text that is searched: folded, without apostrophes, with spaces in place of hyphens.
pub fn search_key(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in fold_for_search(text).chars() {
        match c {
            '\'' => {}
            '-' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// Removes surrounding punctuation from a word; characters that are part of a word stay.
pub fn trim_word(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && !SIGNS_OF_WORDS.contains(c))
}

/// Splits a query into folded words, each of which must match. Apostrophes and ampersands separate words; connectors are ignored
/// if there are other words. Punctuation alone is one word; blank text has none.
///
/// ```
/// use shop_core::base::search_text::search_words;
/// assert_eq!(search_words("Crema dell’alveare"), ["crema", "dell", "alveare"]);
/// assert_eq!(search_words("Olio & Aceto"), search_words("olio e aceto"));
/// ```
pub fn search_words(typed: &str) -> Vec<String> {
    let folded = fold_for_search(typed);
    let parts = |apart: fn(char) -> bool| -> Vec<String> {
        let words = folded.split(apart).map(|word| trim_word(word).to_owned());
        words.filter(|word| !word.is_empty()).collect()
    };
    let words = parts(|c| c.is_whitespace() || matches!(c, '\'' | '&'));
    let meant: Vec<String> = words.iter().filter(|word| !CONNECTORS.contains(&word.as_str())).cloned().collect();
    if !meant.is_empty() {
        return meant;
    }
    if !words.is_empty() {
        return words;
    }
    let signs = parts(char::is_whitespace);
    if !signs.is_empty() {
        return signs;
    }
    folded.split_whitespace().map(str::to_owned).collect()
}

/// A query, prepared for comparison with many texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchText {
    keys: Vec<String>,
}

impl SearchText {
    /// Prepares a query.
    pub fn new(typed: &str) -> Self {
        let keys = search_words(typed).into_iter().map(|word| search_key(&word));
        Self { keys: keys.filter(|key| !key.trim().is_empty()).collect() }
    }

    /// Returns whether the query is empty.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the parts that a [`search_key`] must all contain.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// Returns whether a text contains all words, in any position. Blank queries match everything.
    ///
    /// ```
    /// use shop_core::base::search_text::SearchText;
    /// assert!(SearchText::new("alveare dell'").matches("Crema dell’alveare"));
    /// assert!(!SearchText::new("70%").matches("Cacao 700 g"));
    /// ```
    pub fn matches(&self, text: &str) -> bool {
        if self.keys.is_empty() {
            return true;
        }
        let text = search_key(text);
        self.keys.iter().all(|key| text.contains(key.as_str()))
    }

    /// Returns whether each word is the beginning of a word of the text.
    pub fn begins_words_of(&self, text: &str) -> bool {
        let spaced = format!(" {}", fold_for_search(text).replace(['\'', '-'], " "));
        let joined = format!(" {}", search_key(text));
        let begins = |key: &String| {
            let key = format!(" {key}");
            spaced.contains(&key) || joined.contains(&key)
        };
        self.keys.iter().all(begins)
    }
}

/// Iterates over the characters that [`search_key`] changes, with their replacement. `None`: the character is dropped.
pub fn changed_characters() -> impl Iterator<Item = (char, String)> {
    ('\u{1}'..='\u{ffff}').filter_map(|c| {
        let key = search_key(c.encode_utf8(&mut [0; 4]));
        (key.chars().ne([c])).then_some((c, key))
    })
}

#[cfg(test)]
#[path = "search_text_tests.rs"]
mod tests;
