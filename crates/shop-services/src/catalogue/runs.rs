//! The parts of a text that a search compares.

/// The letters and digits of a text, run by run.
pub(super) fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty())
}

/// A folded text with its apostrophes as the ends of words.
pub(super) fn parted(folded: &str) -> String {
    folded.replace('\'', " ")
}

/// A folded text with its apostrophes left out, as many type it.
pub(super) fn joined(folded: &str) -> String {
    folded.replace('\'', "")
}
