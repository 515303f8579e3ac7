//! How the types of the export table cross: texts and booleans as they are, everything else as plain objects through
//! [`tsify::Ts`], which names the type in the package's declarations.

/// The type that crosses for a type of the table.
macro_rules! js {
    (String) => { String };
    (bool) => { bool };
    ([Option<String>]) => { Option<String> };
    ([Vec<String>]) => { Vec<String> };
    ([Option<$ty:ident>]) => { Option<tsify::Ts<$ty>> };
    ([Vec<$ty:ident>]) => { Vec<tsify::Ts<$ty>> };
    ($ty:ident) => { tsify::Ts<$ty> };
}

/// An argument as the rules take it. Fails when it has another shape than its type says.
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

/// A result as scripts get it.
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
