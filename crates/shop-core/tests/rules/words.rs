//! Every text of the catalogue that becomes Rust code is used. A missing text does not compile.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files that list codes without using them.
const LISTS: [&str; 2] = ["shop-core/src/messages/mod.rs", "shop-wasm/src/messages.d.ts"];

/// Codes used by other users of the package `@bottega/shop-core`, which contains consent, trade, comments and the small page
/// elements in full.
const OF_OTHERS: [&str; 8] = [
    "consent_",
    "trade_",
    "review_",
    "comment_",
    "widget_",
    "checkout_failed",
    "request_upload_failed",
    "state_choose",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the contents of all files below a folder with one of these endings.
fn texts(folder: &Path, ends: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.append(&mut texts(&path, ends));
        } else if ends.iter().any(|end| path.to_str().unwrap().ends_with(end))
            && !LISTS.iter().any(|list| path.ends_with(list))
        {
            found.push(std::fs::read_to_string(&path).unwrap());
        }
    }
    found
}

/// Returns the keys of a folder of the catalogue, each with the name of its file.
fn keys(folder: &str) -> Vec<(String, String)> {
    let folder = root().join("crates/shop-core/words/it").join(folder);
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let of_file = |file: PathBuf| {
        let subject = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(file).unwrap();
        let keys: Vec<_> =
            text.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key.to_owned()).collect();
        keys.into_iter().map(move |key| (subject.clone(), key))
    };
    files.flat_map(of_file).collect()
}

/// Returns the words of all sources, with paths of two segments as words of their own: `codes::CART_FULL`, `documents::tax`.
fn used_words() -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let sources = ["crates", "web/src"].map(|folder| texts(&root().join(folder), &[".rs", ".ts", ".tsx"]));
    for source in sources.iter().flatten() {
        let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        for path in code.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || "_-:".contains(c)))) {
            let names: Vec<&str> = path.split("::").collect();
            used.extend(names.iter().map(|name| (*name).to_owned()));
            used.extend(names.windows(2).map(|pair| pair.join("::")));
        }
    }
    used
}

/// English sentences quoted verbatim from payment providers and trade plugins; the one about placeholders of a page, such as
/// `{email}`; and headings of downloaded files, whose columns keep their names.
const QUOTED: [&str; 8] = [
    "captured_emails",
    "newsletter",
    "pageFilled",
    "payment_generic",
    "payment_invalid_email",
    "subaccount_email",
    "trade_quote_email_invalid",
    "trade_subaccount_failed",
];

/// Returns the lines of all files of a language, with their folders.
fn lines(language: &str) -> Vec<(String, String)> {
    let words = root().join("crates/shop-core/words").join(language);
    let folders = std::fs::read_dir(words).unwrap().map(|folder| folder.unwrap().path());
    let of_folder = |folder: PathBuf| {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let lines: Vec<_> = texts(&folder, &[".txt"]).iter().flat_map(|text| text.lines()).map(str::to_owned).collect();
        lines.into_iter().filter(|line| !line.starts_with('#')).map(move |line| (name.clone(), line))
    };
    folders.flat_map(of_folder).collect()
}

#[test]
fn pages_write_one_apostrophe_in_italian() {
    let pages = lines("it").into_iter().filter(|(folder, _)| ["pages", "admin"].contains(&folder.as_str()));
    let straight: Vec<_> = pages.filter(|(_, line)| line.contains('\'')).collect();
    assert!(straight.is_empty(), "write ’ in {straight:#?}");
}

#[test]
fn english_texts_quote_with_curly_marks_and_write_e_mail() {
    let wrong = |text: &str| {
        let words = text.split(|c: char| !(c.is_alphanumeric() || "-@{}_".contains(c)));
        text.contains('"') || words.into_iter().any(|word| ["email", "emails"].contains(&word.to_lowercase().as_str()))
    };
    let found = lines("en")
        .into_iter()
        .filter(|(_, line)| line.split_once(" = ").is_some_and(|(key, text)| !QUOTED.contains(&key) && wrong(text)));
    assert_eq!(found.collect::<Vec<_>>(), []);
}

#[test]
fn every_text_is_said_somewhere() {
    let used = used_words();
    let mut unused = Vec::new();
    for (subject, code) in ["browsing", "buying", "further", "answers"].into_iter().flat_map(keys) {
        let name = code.trim_start_matches("woocommerce_rest_").replace('-', "_").to_uppercase();
        if !used.contains(&name) && !used.contains(&code) && !OF_OTHERS.iter().any(|start| code.starts_with(start)) {
            unused.push(format!("{subject}: {code}"));
        }
    }
    for (subject, key) in keys("server") {
        if !used.contains(&format!("{subject}::{key}")) {
            unused.push(format!("{subject}: {key}"));
        }
    }
    assert!(unused.is_empty(), "nothing says\n{}", unused.join("\n"));
}
