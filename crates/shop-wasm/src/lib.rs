#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![allow(clippy::needless_pass_by_value, reason = "values from scripts are handed over; references would be of no use")]

mod convert;
#[cfg(feature = "browse")]
mod matcher;
mod read;
mod wrong;

#[cfg(feature = "browse")]
pub use matcher::VariationMatcher;

use convert::{from_js, into_js, js};
// The types that the table's rows name. Functions of the same names are defined below and take precedence.
#[allow(clippy::wildcard_imports, reason = "the names are those of the table, whatever rows it has")]
use shop_core::exports::*;
use wasm_bindgen::prelude::wasm_bindgen;

/// Makes one function of the package from each row of `shop_core::exports`.
macro_rules! exports {
    ($($(#[$($doc:tt)*])* $js:ident = fn $name:ident($($arg:ident: $ty:tt),*) -> $ret:tt;)*) => {$(
        $(#[$($doc)*])*
        #[wasm_bindgen(js_name = $js)]
        pub fn $name($($arg: js!($ty)),*) -> Result<js!($ret), wasm_bindgen::JsError> {
            Ok(into_js!($ret, shop_core::exports::$name($(from_js!($ty, $arg)),*)))
        }
    )*};
}

/// The module's sentences are there before the first call.
#[cfg(feature = "buying-messages")]
#[wasm_bindgen(start, private)]
pub fn start() {
    #[cfg(feature = "every-message")]
    shop_core::platform::messages::bring_every_message();
    #[cfg(not(feature = "every-message"))]
    shop_core::platform::messages::bring_buying_messages();
}

/// What each message takes, for TypeScript: written by the parity test of `shop-core`.
#[wasm_bindgen(typescript_custom_section)]
const MESSAGES: &str = include_str!("messages.d.ts");

#[cfg(feature = "browse")]
shop_core::for_each_messages_export!(exports);
#[cfg(feature = "browse")]
shop_core::for_each_browse_export!(exports);
#[cfg(feature = "wallets")]
shop_core::for_each_wallets_export!(exports);
#[cfg(feature = "forms")]
shop_core::for_each_forms_export!(exports);
#[cfg(feature = "pricing")]
shop_core::for_each_pricing_export!(exports);
#[cfg(feature = "visit")]
shop_core::for_each_visit_export!(exports);
#[cfg(feature = "analytics")]
shop_core::for_each_analytics_export!(exports);
#[cfg(feature = "theme")]
shop_core::for_each_theme_export!(exports);
#[cfg(feature = "trade")]
shop_core::for_each_trade_export!(exports);
#[cfg(feature = "payment")]
shop_core::for_each_payment_export!(exports);
#[cfg(feature = "elsewhere")]
shop_core::for_each_elsewhere_export!(exports);
