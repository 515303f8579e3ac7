//! Declares the delays, thresholds and sizes of a subject: one table for each subject, as a constant for Rust and a plain object
//! for JavaScript.

/// Declares a struct of numbers, and its constant `TIMINGS` with their values.
macro_rules! timings {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $ty:ty = $value:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
        pub struct $name { $($(#[$fdoc])* pub $field: $ty,)* }

        $(#[$doc])*
        pub const TIMINGS: $name = $name { $($field: $value,)* };
    };
}
pub(crate) use timings;
