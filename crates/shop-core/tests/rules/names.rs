//! One word for one concept, and the usual one: abandoned names do not return, in any crate.

use std::path::Path;

use crate::sources::{code, files};

/// Abandoned names with their replacements.
const GIVEN_UP: [(&str, &str); 13] = [
    ("Letter", "MailTemplate"),
    ("Occasion", "AccountMail"),
    ("Wished", "PaymentInput"),
    ("wished", "payment_input"),
    ("EarlierOrder", "replay::Earlier"),
    ("PaperFailure", "DocumentFailure"),
    ("papers", "documents"),
    ("ToldEvent", "WebhookEvent"),
    ("events_to_fold", "events_to_apply"),
    ("take_in", "apply_event"),
    ("SettingsDesk", "SettingsService"),
    ("settings_desk", "settings_service"),
    ("order_of_attempt", "order_by_idempotency_key"),
];

/// Returns the abandoned names in a source.
fn given_up(code: &str) -> Vec<(&'static str, &'static str)> {
    let mut words = code.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect::<Vec<_>>();
    words.sort_unstable();
    GIVEN_UP.into_iter().filter(|(name, _)| words.binary_search(name).is_ok()).collect()
}

#[test]
fn no_name_that_was_given_up_is_used() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut looked_at = 0;
    for folder in std::fs::read_dir(crates).unwrap() {
        let sources = folder.unwrap().path().join("src");
        for file in if sources.is_dir() { files(&sources) } else { Vec::new() } {
            looked_at += 1;
            let found = given_up(&code(&std::fs::read_to_string(&file).unwrap()));
            assert!(found.is_empty(), "{}: {found:?}", file.display());
        }
    }
    assert!(looked_at > 500, "this test looks in the wrong place: {looked_at} files");
}

#[test]
fn a_name_is_found_in_code_and_not_within_a_longer_one() {
    assert_eq!(given_up("fn write(letter: &Letter)"), [("Letter", "MailTemplate")]);
    assert_eq!(given_up("struct Letters; let unwished = 1;"), []);
    assert_eq!(given_up(&code("// a Letter\nlet text = \"Occasion\";")), []);
}
