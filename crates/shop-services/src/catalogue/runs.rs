//! Splits texts into the parts that a search compares.

/// The runs of letters and digits of a text.
pub(super) fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty())
}

/// A folded text with apostrophes as word boundaries.
pub(super) fn parted(folded: &str) -> String {
    folded.replace('\'', " ")
}

/// A folded text without apostrophes, as many type it.
pub(super) fn joined(folded: &str) -> String {
    folded.replace('\'', "")
}
