//! Errors of deserialisation. The error type is empty, and its texts are static and stored aside: formatting and passing on
//! messages would be a third of a small module.

use std::cell::Cell;
use std::fmt::{self, Display};

use serde::de::{Expected, Unexpected};

thread_local! {
    static FIELD: Cell<&'static str> = const { Cell::new("") };
    static REASON: Cell<&'static str> = const { Cell::new("") };
}

/// The value's shape does not match its type.
#[derive(Debug)]
pub(crate) struct WrongShape;

impl WrongShape {
    #[inline(never)]
    pub(crate) fn new(reason: &'static str) -> Self {
        REASON.set(reason);
        Self
    }
}

/// Records the field that is read next; empty: a value begins.
pub(crate) fn reading(field: &'static str) {
    FIELD.set(field);
}

/// Returns the field read last, and the reason of the last error.
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
