//! The functions that scripts can call: a table for each occasion, the same for all hosts.
//!
//! A row names the function as scripts know it, its arguments, its result and what it does. From the rows come
//!
//! - a Rust function of the same meaning in this module,
//! - the table's names ([`names`] has all),
//! - `host::call` (feature `host`): the function by name with JSON in and out, for the page renderer and the tests,
//! - a macro, `for_each_browse_export!` and so on, by which `shop-wasm` makes the WebAssembly package's functions.
//!
//! Each table is a feature of `shop-wasm`, and a page loads one WebAssembly module with all tables that it needs, so what
//! visitors load first stays small. **Adding an export is adding a row.** A type in a row is one word (`String`, `bool`, or
//! a type with `Tsify` that is in scope there with `pub use`, as `shop-wasm` takes its names from this module), or in square
//! brackets `Option<T>` or `Vec<T>` of such a type. Bare integers would be `bigint` in JavaScript: use [`Integer`] or a type
//! of the rules. Bodies are one call: rules live in the modules. A function must not fail; expected refusals are results.
//! Then run `scripts/build-wasm` and add cases to `crates/shop-core/tests/rules/parity`.
#![warn(missing_docs)]

#[cfg(feature = "host")]
pub mod call;

use serde::{Deserialize, Serialize};

use crate::base::Params;

/// A whole number, which is a `number` in JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct Integer(pub i64);

/// Values for a message's placeholders, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(transparent)]
pub struct MessageParams(#[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))] pub Params);

/// Countries that something is restricted to; `null`: no restriction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct CountryLimit(#[cfg_attr(feature = "ts", tsify(type = "string[] | null"))] pub Option<Vec<String>>);

/// A registered customer; `null`: a guest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct OptionalCustomer(
    #[cfg_attr(feature = "ts", tsify(type = "number | null"))] pub Option<crate::base::CustomerId>,
);

/// Converts a row's type to the Rust type.
macro_rules! plain {
    ([$ty:ty]) => {
        $ty
    };
    ($ty:ident) => {
        $ty
    };
}

/// Calls a row's function with arguments parsed from a JSON array.
#[cfg(feature = "host")]
macro_rules! called {
    ($js:ident, $json:ident, $name:ident,) => {{
        // JSON has no empty tuple: it is an empty list.
        let []: [u8; 0] = crate::exports::call::parse_arguments($js, $json)?;
        $name()
    }};
    ($js:ident, $json:ident, $name:ident, $($arg:ident: $ty:tt),+) => {{
        let ($($arg,)+): ($(plain!($ty),)+) = crate::exports::call::parse_arguments($js, $json)?;
        $name($($arg),+)
    }};
}

macro_rules! exports {
    ($d:tt $for_each:ident; $($(#[$($doc:tt)*])* $js:ident = fn $name:ident($($arg:ident: $ty:tt),*) -> $ret:tt $body:block)*) => {
        /// Names of the functions of the table, as JavaScript calls them.
        pub(super) const NAMES: &[&str] = &[$(stringify!($js),)*];

        $(
            $(#[$($doc)*])*
            pub fn $name($($arg: plain!($ty)),*) -> plain!($ret) $body
        )*

        #[cfg(feature = "host")]
        pub(super) fn dispatch(name: &str, args: &str) -> Result<String, crate::exports::call::HostError> {
            $(
                if name == stringify!($js) {
                    return crate::exports::call::serialize_result(name, &called!(name, args, $name, $($arg: $ty),*));
                }
            )*
            Err(crate::exports::call::HostError::UnknownFunction { name: name.to_owned() })
        }

        /// Passes the rows of the table, without bodies, to a macro.
        #[macro_export]
        macro_rules! $for_each {
            ($d callback:ident) => {
                $d callback! { $($(#[$($doc)*])* $js = fn $name($($arg: $ty),*) -> $ret;)* }
            };
        }
    };
}

/// Includes the tables.
macro_rules! tables {
    ($($table:ident)*) => {
        $(
            pub mod $table;
            pub use $table::*;
        )*

        /// Iterates over the names of all functions, as JavaScript calls them, table by table.
        pub fn names() -> impl Iterator<Item = &'static str> {
            [$($table::NAMES,)*].into_iter().flatten().copied()
        }

        /// Calls a function of any table by name.
        #[cfg(feature = "host")]
        pub(crate) fn dispatch(name: &str, args: &str) -> Result<String, crate::exports::call::HostError> {
            $(
                match $table::dispatch(name, args) {
                    Err(crate::exports::call::HostError::UnknownFunction { .. }) => {}
                    answer => return answer,
                }
            )*
            Err(crate::exports::call::HostError::UnknownFunction { name: name.to_owned() })
        }
    };
}

tables! { messages browse wallets forms pricing visit analytics theme trade payment elsewhere }
