//! No Rust file is unused: the compiler only reads files that a module declares, so an undeclared file of tests would never run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::sources::files;

/// Returns the Rust files of the workspace and its `Cargo.toml`s with their contents.
fn texts() -> BTreeMap<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut texts = BTreeMap::new();
    for folder in ["crates", "migrations", "tests"] {
        for file in files(&root.join(folder)).into_iter().filter(|file| !is_built(file)) {
            for manifest in file.ancestors().map(|folder| folder.join("Cargo.toml")).filter(|path| path.is_file()) {
                texts.entry(manifest).or_default();
            }
            texts.insert(file, String::new());
        }
    }
    for (path, text) in &mut texts {
        *text = std::fs::read_to_string(path).unwrap();
    }
    texts
}

/// Skips cargo's output, and the copy of a library by `scripts/lib/compact-zxcvbn.mjs`.
fn is_built(file: &Path) -> bool {
    file.components().any(|part| matches!(part.as_os_str().to_str(), Some("target" | "node_modules" | "compact")))
}

/// Returns whether a text contains a whole word.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).any(|part| part == word)
}

/// Returns whether a file is part of a program: declared by its module's name in the module above it, by its path, or by its
/// location.
fn is_part_of_a_program(file: &Path, texts: &BTreeMap<PathBuf, String>) -> bool {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let folder = file.parent().unwrap();
    if matches!(name(file).as_str(), "main.rs" | "lib.rs" | "build.rs") {
        return true;
    }
    let (module, above) = match name(file).as_str() {
        "mod.rs" => (name(folder), folder.parent().unwrap()),
        other => (other.trim_end_matches(".rs").to_owned(), folder),
    };
    let by_place = matches!(name(above).as_str(), "tests" | "examples" | "benches" | "bin");
    if by_place && above.parent().unwrap().join("Cargo.toml").is_file() {
        return true;
    }
    let inside = ["mod.rs", "main.rs", "lib.rs"].map(|name| above.join(name));
    let beside_it = above.with_extension("rs");
    let mut by_name = inside.iter().chain([&beside_it]).filter_map(|parent| texts.get(parent));
    let path = format!("{}/{}\"", name(folder), name(file));
    let beside = format!("path = \"{}\"", name(file));
    let mut by_path = texts.iter().filter(|(other, _)| other.starts_with(folder) || other.ends_with("Cargo.toml"));
    by_name.any(|text| has_word(text, &module))
        || by_path.any(|(_, text)| text.contains(&beside) || text.contains(&path))
        || texts.values().any(|text| text.contains("#[path") && text.contains(&path))
}

#[test]
fn every_file_is_part_of_a_program() {
    let texts = texts();
    assert!(texts.len() > 1000, "this test looks in the wrong place: {} files", texts.len());
    let sources = texts.keys().filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
    let beside: Vec<_> = sources.filter(|file| !is_part_of_a_program(file, &texts)).collect();
    assert!(beside.is_empty(), "no module declares {beside:#?}");
}

#[test]
fn a_file_that_no_module_declares_is_found() {
    let texts: BTreeMap<PathBuf, String> = [
        ("/s/src/lib.rs", "mod cart;\n#[path = \"further/odd.rs\"]\nmod even;"),
        ("/s/src/cart/mod.rs", "rooms! { lines }"),
        ("/s/src/cart/lines.rs", "#[path = \"lines_tests.rs\"] mod tests;"),
        ("/s/src/cart/lines_tests.rs", ""),
        ("/s/src/cart/line.rs", "// lines"),
        ("/s/src/further/odd.rs", ""),
        ("/s/src/lost/mod.rs", ""),
    ]
    .into_iter()
    .map(|(path, text)| (PathBuf::from(path), text.to_owned()))
    .collect();
    let lost: Vec<_> = texts.keys().filter(|file| !is_part_of_a_program(file, &texts)).collect();
    assert_eq!(lost, [Path::new("/s/src/cart/line.rs"), Path::new("/s/src/lost/mod.rs")]);
}
