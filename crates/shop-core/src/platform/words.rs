//! Texts that the server itself writes in documents, e-mails and pages: a function for each text in the folders `words/*/server`
//! of this crate, in a module for each of their files. `build.rs` generates them.

use crate::base::Lang;

/// A text without placeholders, by language.
pub type Text = fn(Lang) -> &'static str;

include!(concat!(env!("OUT_DIR"), "/words.rs"));
