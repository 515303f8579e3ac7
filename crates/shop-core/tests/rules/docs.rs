//! Doc comments have at least three words, and every public item of the rules has one.

use std::path::{Path, PathBuf};

use crate::sources::files;

/// Keywords before the name of an item, as opposed to a field or a variant.
const ITEMS: [&str; 7] = ["fn", "struct", "enum", "trait", "type", "const", "static"];

/// A line of code with its doc comment, without the slashes.
struct Documented<'a> {
    line_number: usize,
    docs: Vec<&'a str>,
    code: &'a str,
}

/// Returns the first line of code after each doc comment, and all other lines of code. Attributes are skipped.
fn documented(text: &str) -> Vec<Documented<'_>> {
    let mut found = Vec::new();
    let (mut docs, mut in_attribute) = (Vec::new(), false);
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(doc) = line.strip_prefix("///") {
            docs.push(doc.trim());
        } else if in_attribute || line.starts_with("#[") {
            in_attribute = !line.ends_with(']');
        } else {
            found.push(Documented { line_number: index + 1, docs: std::mem::take(&mut docs), code: line });
        }
    }
    found
}

fn is_too_short(docs: &[&str]) -> bool {
    let is_example = docs.iter().any(|line| line.contains(['`', '"']));
    !docs.is_empty() && !is_example && docs.iter().map(|line| line.split_whitespace().count()).sum::<usize>() <= 2
}

/// Items in the body of a macro do not count: the comment comes from the macro's caller.
fn is_public_item(code: &str) -> bool {
    code.strip_prefix("pub ").is_some_and(|rest| {
        let words = || rest.split_whitespace();
        words().take(3).any(|word| ITEMS.contains(&word)) && words().next() != Some("use") && !rest.contains('$')
    })
}

/// Returns the Rust files of a crate, without its tests.
fn sources(name: &str) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
    if source.is_dir() { files(&source).into_iter().filter(|file| !is_test(file)).collect() } else { Vec::new() }
}

fn is_test(file: &Path) -> bool {
    let name = file.file_stem().unwrap().to_str().unwrap();
    name.ends_with("tests") || file.iter().any(|part| part == "tests")
}

#[test]
fn no_doc_comment_has_fewer_than_three_words() {
    let mut short = Vec::new();
    for folder in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap() {
        for file in sources(folder.unwrap().file_name().to_str().unwrap()) {
            let text = std::fs::read_to_string(&file).unwrap();
            let lines = documented(&text).into_iter().filter(|line| is_too_short(&line.docs));
            short.extend(lines.map(|line| format!("{}:{}: {}", file.display(), line.line_number, line.docs.join(" "))));
        }
    }
    assert!(short.is_empty(), "{} comments say nothing:\n{}", short.len(), short.join("\n"));
}

#[test]
fn every_public_item_of_the_rules_has_a_doc_comment() {
    let (mut bare, mut looked_at) = (Vec::new(), 0);
    for file in sources("shop-core") {
        let text = std::fs::read_to_string(&file).unwrap();
        for line in documented(&text).into_iter().filter(|line| is_public_item(line.code)) {
            looked_at += 1;
            if line.docs.is_empty() {
                bare.push(format!("{}:{}: {}", file.display(), line.line_number, line.code));
            }
        }
    }
    assert!(looked_at > 1500, "this test looks in the wrong place: {looked_at} items");
    assert!(bare.is_empty(), "{} items have no comment:\n{}", bare.len(), bare.join("\n"));
}

#[test]
fn a_comment_belongs_to_the_line_after_its_attributes() {
    let found = documented("/// A price.\n#[derive(\n    Debug,\n)]\npub struct Price;\nimpl Price {\n");
    assert_eq!(found.len(), 2);
    assert!(is_too_short(&found[0].docs) && is_public_item(found[0].code));
    assert!(!is_too_short(&found[1].docs) && !is_public_item(found[1].code));
    assert!(is_public_item("pub const fn cents(self) -> i64 {") && !is_public_item("pub name: String,"));
    assert!(!is_public_item("pub struct $name(pub i64);"));
}
