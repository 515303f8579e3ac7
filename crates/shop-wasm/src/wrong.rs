//! What is wrong with a value. An error itself is nothing, and its words are ready made and kept aside: sentences made for the
//! occasion and handed on are a third of a small module.

use std::cell::Cell;
use std::fmt::{self, Display};

use serde::de::{Expected, Unexpected};

thread_local! {
    static FIELD: Cell<&'static str> = const { Cell::new("") };
    static REASON: Cell<&'static str> = const { Cell::new("") };
}

/// A value has another shape than its type says.
#[derive(Debug)]
pub(crate) struct WrongShape;

impl WrongShape {
    #[inline(never)]
    pub(crate) fn new(reason: &'static str) -> Self {
        REASON.set(reason);
        Self
    }
}

/// A field is read next; empty: a value begins.
pub(crate) fn reading(field: &'static str) {
    FIELD.set(field);
}

/// The field read last, and the reason of the last error.
pub(crate) fn words() -> [&'static str; 2] {
    let field = FIELD.get();
    [if field.is_empty() { "it" } else { field }, REASON.get()]
}

impl Display for WrongShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(REASON.get())
    }
}

impl std::error::Error for WrongShape {}

impl serde::de::Error for WrongShape {
    fn custom<T: Display>(_: T) -> Self {
        Self::new("is not allowed")
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::new("has another type")
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::new("is none of the words that it may be")
    }

    #[inline(never)]
    fn missing_field(field: &'static str) -> Self {
        reading(field);
        Self::new("is missing")
    }
}
