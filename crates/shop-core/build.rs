//! Generates Rust code from the texts in the folder `words` (its README describes the format): a constant for each code, tables
//! of codes with their texts, and a function for each text without a code. A text that is missing in a language, or has other
//! placeholders there, fails the build.

#![allow(clippy::disallowed_methods, reason = "this runs while the core is built, not in it")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// Folders of messages that are sent as codes, with the table of each.
const BY_CODE: [(&str, &str); 4] =
    [("browsing", "BROWSING"), ("buying", "BUYING"), ("further", "FURTHER"), (ANSWERS, "ANSWERS")];

/// The folder of messages that only the back office uses. Its codes are separate, because it may have its own text for a code of
/// the other folders.
const ANSWERS: &str = "answers";

/// The folder of texts without a code: documents, pages and e-mails that the server itself writes.
const BY_FUNCTION: &str = "server";

/// A key and its text in Italian and English.
struct Text {
    key: String,
    it: String,
    en: String,
}

fn main() {
    let words = Path::new(env!("CARGO_MANIFEST_DIR")).join("words");
    let (mut tables, mut codes, mut answers) = (String::new(), String::new(), String::new());
    for (folder, table) in BY_CODE {
        let subjects = subjects(&words, folder);
        writeln!(tables, "static {table}: &[Message] = &[").expect("a text takes all");
        for Text { key, it, en } in subjects.iter().flat_map(|(_, texts)| texts) {
            writeln!(tables, "Message {{ code: {key:?}, it: {it:?}, en: {en:?} }},").expect("a text takes all");
            let name = key.trim_start_matches("woocommerce_rest_").replace('-', "_").to_uppercase();
            let named = if folder == ANSWERS { &mut answers } else { &mut codes };
            writeln!(named, "#[doc = {it:?}] pub const {name}: &str = {key:?};").expect("a text takes all");
        }
        tables += "];\n";
    }
    let mut functions = String::new();
    for (subject, texts) in subjects(&words, BY_FUNCTION) {
        let body: String = texts.iter().map(function).collect();
        writeln!(
            functions,
            "/// Texts of `{BY_FUNCTION}/{subject}.txt`.\npub mod {subject} {{ use super::Lang; {body} }}"
        )
        .expect("a text takes all");
    }
    let target = env::var("OUT_DIR").expect("cargo names it");
    let write = |file, text| fs::write(Path::new(&target).join(file), text).expect("cargo's folder can be written");
    let codes = format!("/// Codes of the rules' sentences.\npub mod codes {{ {codes} }}");
    let answers = format!("/// Codes of the back office's own sentences.\npub mod answers {{ {answers} }}");
    write("messages.rs", [tables, codes, answers].join("\n"));
    write("words.rs", functions);
}

/// Returns the texts of a folder by file.
fn subjects(words: &Path, folder: &str) -> Vec<(String, Vec<Text>)> {
    let (italian, english) = (words.join("it").join(folder), words.join("en").join(folder));
    println!("cargo::rerun-if-changed={}", italian.display());
    println!("cargo::rerun-if-changed={}", english.display());
    let files =
        fs::read_dir(&italian).expect("the folder can be read").map(|file| file.expect("it can be read").path());
    let names: BTreeSet<_> = files.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect();
    names
        .into_iter()
        .map(|subject| {
            let file = format!("{subject}.txt");
            let (ours, theirs) = (pairs(&italian.join(&file)), pairs(&english.join(&file)));
            let keys = |pairs: &[(String, String)]| pairs.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
            assert_eq!(keys(&ours), keys(&theirs), "{folder}/{file}: both languages have the same keys, in one order");
            let texts = ours.into_iter().zip(theirs).map(|((key, it), (_, en))| {
                assert_eq!(placeholders(&it), placeholders(&en), "{folder}/{file}: {key}");
                Text { key, it, en }
            });
            (subject, texts.collect())
        })
        .collect()
}

/// Parses the lines of a file into key and text. `\n` in a text is a line break.
fn pairs(file: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (key, text) = line.split_once(" = ").unwrap_or_else(|| panic!("{}: {line}", file.display()));
            (key.to_owned(), text.replace("\\n", "\n"))
        })
        .collect()
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
}

/// Generates a function that returns the text in a language. Its placeholders are arguments in alphabetical order, so that a
/// changed text does not change its callers. A text with a plural form also takes whether it is about one.
fn function(Text { key, it, en }: &Text) -> String {
    let names: Vec<&str> = placeholders(it).into_iter().collect();
    let forms = it.contains(" || ");
    assert_eq!(forms, en.contains(" || "), "{key}: both languages have two forms, or none");
    let form = |text: &str| match text.contains('{') {
        _ if names.is_empty() => format!("{text:?}"),
        true => format!("format!({text:?})"),
        false => format!("{text:?}.to_owned()"),
    };
    let expression = |text: &str| match text.split_once(" || ") {
        Some((one, other)) => format!("if one {{ {} }} else {{ {} }}", form(one), form(other)),
        None => form(text),
    };
    let mut takes: Vec<String> = names.iter().map(|name| format!("{name}: impl std::fmt::Display")).collect();
    takes.extend(forms.then(|| "one: bool".to_owned()));
    let gives = if names.is_empty() { "&'static str" } else { "String" };
    let body = if it == en {
        expression(it)
    } else {
        format!("match lang {{ Lang::It => {}, Lang::En => {} }}", expression(it), expression(en))
    };
    let lang = if it == en { "_: Lang" } else { "lang: Lang" };
    let takes = takes.join(", ");
    format!("#[doc = {it:?}] pub fn {key}({lang}, {takes}) -> {gives} {{ {body} }}\n")
}
