//! How the waits, thresholds and sizes of a subject are written down: one table a subject, a constant for Rust and a plain
//! object for scripts.

/// Declares a type whose fields are measures, and its constant `TIMINGS` with their values.
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
