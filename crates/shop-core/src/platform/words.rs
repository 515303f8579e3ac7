//! What the server writes by itself, in documents, mails and pages: a function for each text of the folders `words/*/server` of this
//! crate, in a module for each of their files. `build.rs` makes them.

use crate::base::Lang;

/// A text without placeholders, in the language that it is asked for.
pub type Text = fn(Lang) -> &'static str;

include!(concat!(env!("OUT_DIR"), "/words.rs"));
