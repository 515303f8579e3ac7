//! Replacements for the tables, clock and feedback of the `zxcvbn` crate. A module of its compact copy.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::feedback::Feedback;
use crate::{Match, Score, words};

static WORDS: &[u8] = include_bytes!("words.bin");
static GRAPHS: &str = include_str!("graphs.txt");
static YEAR: AtomicI32 = AtomicI32::new(0);

/// Sets the reference year for dates and years. The module does not read the clock.
pub fn set_reference_year(year: i32) {
    YEAR.store(year, Ordering::Relaxed);
}

pub(crate) fn reference_year() -> i32 {
    YEAR.load(Ordering::Relaxed)
}

pub(crate) fn untimed<R>(work: impl FnOnce() -> R) -> (R, Duration) {
    (work(), Duration::ZERO)
}

pub(crate) fn no_advice(_: Score, _: &[Match]) -> Option<Feedback> {
    None
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["String", "prototype", "toLowerCase"], js_name = call)]
    fn script_lowercase(text: &str) -> String;
}

/// Lower case like `str::to_lowercase`. Only the Greek sigma depends on its position in a word; that would take tables of 5 KB,
/// which the script engine has.
pub(crate) fn lowercase(text: &str) -> String {
    if text.chars().any(|c| c == 'Σ') {
        script_lowercase(text)
    } else {
        text.chars().flat_map(char::to_lowercase).collect()
    }
}

/// A word list by its position in the source: comma-separated words in order of falling frequency.
pub(crate) fn list(at: usize) -> &'static str {
    static LISTS: OnceLock<String> = OnceLock::new();
    let lists = LISTS.get_or_init(|| String::from_utf8(words::unpack(WORDS)).unwrap_or_default());
    lists.split('\n').nth(at).unwrap_or_default()
}

/// A keyboard by its position in the source: a page per keyboard, a line per key with its tab-separated neighbours.
pub(crate) fn graph(at: usize) -> HashMap<char, Vec<Option<&'static str>>> {
    let keys = GRAPHS.split('\u{c}').nth(at).unwrap_or_default().lines();
    keys.filter_map(|line| {
        let (key, neighbours) = line.split_once('\t')?;
        let neighbours = neighbours.split('\t').map(|keys| (!keys.is_empty()).then_some(keys));
        Some((key.chars().next()?, neighbours.collect()))
    })
    .collect()
}
