//! Conversion of the export table's types: strings and booleans are passed as they are, everything else as plain objects through
//! [`tsify::Ts`], which names the type in the package's declarations.

/// The JavaScript-side type for a type of the table.
macro_rules! js {
    (String) => { String };
    (bool) => { bool };
    ([Option<String>]) => { Option<String> };
    ([Vec<String>]) => { Vec<String> };
    ([Option<$ty:ident>]) => { Option<tsify::Ts<$ty>> };
    ([Vec<$ty:ident>]) => { Vec<tsify::Ts<$ty>> };
    ($ty:ident) => { tsify::Ts<$ty> };
}

/// Converts an argument for the rules. Fails if its shape does not match the type.
macro_rules! from_js {
    (String, $value:expr) => {
        $value
    };
    (bool, $value:expr) => {
        $value
    };
    ([Option<String>], $value:expr) => {
        $value
    };
    ([Vec<String>], $value:expr) => {
        $value
    };
    ([Option<$ty:ident>], $value:expr) => {
        $value.map(|value| crate::read::read(value.js_value())).transpose()?
    };
    ([Vec<$ty:ident>], $value:expr) => {
        $value.iter().map(|value| crate::read::read(value.js_value())).collect::<Result<Vec<$ty>, _>>()?
    };
    ($ty:ident, $value:expr) => {
        crate::read::read::<$ty>($value.js_value())?
    };
}

/// Converts a result for JavaScript.
macro_rules! into_js {
    (String, $value:expr) => {
        $value
    };
    (bool, $value:expr) => {
        $value
    };
    ([Option<String>], $value:expr) => {
        $value
    };
    ([Vec<String>], $value:expr) => {
        $value
    };
    ([Option<$ty:ident>], $value:expr) => {
        $value.map(|value| tsify::Tsify::into_ts(&value)).transpose()?
    };
    ([Vec<$ty:ident>], $value:expr) => {
        $value.iter().map(tsify::Tsify::into_ts).collect::<Result<Vec<tsify::Ts<$ty>>, _>>()?
    };
    ($ty:ident, $value:expr) => {
        tsify::Tsify::into_ts(&$value)?
    };
}

pub(crate) use {from_js, into_js, js};
