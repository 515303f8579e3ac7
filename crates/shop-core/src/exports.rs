//! The functions that scripts can call: one table for all hosts.
//!
//! A row names the function as scripts know it, its arguments, its result and what it does. From the rows come
//!
//! - a Rust function of the same meaning in this module,
//! - [`EXPORTS`], the names,
//! - `host::call` (feature `host`): the function by name with JSON in and out, for the page renderer and the tests,
//! - the macro `for_each_export!`, by which `shop-wasm` makes the WebAssembly package's functions.
//!
//! **Adding an export is adding a row.** A type in a row is one word (`String`, `bool`, or a type with `Tsify` that is in
//! scope here with `pub use`, as `shop-wasm` takes its names from this module), or in square brackets `Option<T>` or
//! `Vec<T>` of such a type. Bare integers would be `bigint` in JavaScript: use [`Integer`] or a type of the rules.
//! Bodies are one call: rules live in the modules. A function must not fail; expected refusals are results. Then run
//! `scripts/build-wasm` and add cases to `crates/shop-core/tests/parity.rs`.

use serde::{Deserialize, Serialize};

pub use crate::account::password::{PasswordMeter, PasswordPage, PasswordTyped};
pub use crate::address::country::CountryOption;
pub use crate::address::locale::{FieldOptions, FieldRule};
pub use crate::address::states::StateField;
pub use crate::address::{Address, AddressKind};
pub use crate::catalogue::quantity::{ClampedQuantity, QuantityBounds};
pub use crate::catalogue::variation::{VariationForm, VariationIndex};
pub use crate::catalogue::variation_form::{VariationChoice, VariationFormState};
pub use crate::checkout::form::{CheckoutForm, CheckoutRules};
pub use crate::{Cents, FieldError, Lang};
use crate::{Params, account, address, catalogue, checkout, format, messages};

/// A whole number, `number` in JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct Integer(pub i64);

/// Values for a message's placeholders, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(transparent)]
pub struct MessageParams(#[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))] pub Params);

/// The Rust type of a row's type.
macro_rules! plain {
    ([$ty:ty]) => {
        $ty
    };
    ($ty:ident) => {
        $ty
    };
}

macro_rules! exports {
    ($d:tt $($(#[$($doc:tt)*])* $js:ident = fn $name:ident($($arg:ident: $ty:tt),*) -> $ret:tt $body:block)*) => {
        /// Names of all functions, as scripts call them.
        pub const EXPORTS: &[&str] = &[$(stringify!($js),)*];

        $(
            $(#[$($doc)*])*
            pub fn $name($($arg: plain!($ty)),*) -> plain!($ret) $body
        )*

        #[cfg(feature = "host")]
        pub(crate) fn dispatch(name: &str, args: &str) -> Result<String, crate::host::HostError> {
            $(
                if name == stringify!($js) {
                    let ($($arg,)*): ($(plain!($ty),)*) = crate::host::read(name, args)?;
                    return crate::host::write(name, &$name($($arg),*));
                }
            )*
            Err(crate::host::HostError::UnknownFunction { name: name.to_owned() })
        }

        /// Hands the rows of the table, without bodies, to a macro.
        #[macro_export]
        macro_rules! for_each_export {
            ($d callback:ident) => {
                $d callback! { $($(#[$($doc)*])* $js = fn $name($($arg: $ty),*) -> $ret;)* }
            };
        }
    };
}

exports! { $
    /// An amount of money: "72,00 €".
    formatPrice = fn format_price(cents: Cents, lang: Lang) -> String { format::price(cents, lang) }

    /// An amount as the store API writes it, minor units as text: "7200" is "72,00 €". Other text is left as it is.
    formatMinor = fn format_minor(minor: String, lang: Lang) -> String {
        minor.parse().map_or(minor, |cents| format::price(Cents(cents), lang))
    }

    /// A whole number with thousands separators: "12.345".
    formatInteger = fn format_integer(value: Integer, lang: Lang) -> String { format::integer(value.0, lang) }

    /// A decimal text in the language's notation: "0.5" is "0,5".
    formatDecimal = fn format_decimal(text: String, lang: Lang) -> String { format::decimal(&text, lang) }

    /// The sentence of a message code with its placeholders filled; the code itself when there is no such message.
    messageText = fn message_text(code: String, params: MessageParams, lang: Lang) -> String {
        messages::text(&code, &params.0, lang)
    }

    /// The variation form after the page has loaded.
    variationFormState = fn variation_form_state(form: VariationForm) -> VariationFormState {
        VariationIndex::new(form).start()
    }

    /// The variation form after an option is chosen; an empty option takes the choice back. Builds the index anew: a page
    /// that stays open uses `VariationMatcher`.
    chooseOption = fn choose_option(form: VariationForm, before: VariationChoice, attribute: String, option: String) -> VariationFormState {
        VariationIndex::new(form).choose(before, &attribute, &option)
    }

    /// The variation form after its reset link is followed.
    resetOptions = fn reset_options(form: VariationForm, before: VariationChoice) -> VariationFormState {
        VariationIndex::new(form).reset(before)
    }

    /// The variation form after a quantity is typed.
    setVariationQuantity = fn set_variation_quantity(form: VariationForm, before: VariationChoice, typed: String) -> VariationFormState {
        VariationIndex::new(form).set_quantity(before, &typed)
    }

    /// What a typed quantity comes to in the cart.
    clampQuantity = fn clamp_quantity(typed: String, bounds: QuantityBounds) -> ClampedQuantity {
        catalogue::quantity::clamp(&typed, &bounds)
    }

    /// The choices of a country field; no codes: all countries.
    countryOptions = fn country_options(codes: [Vec<String>], lang: Lang) -> [Vec<CountryOption>] {
        address::country::country_options(&codes, lang)
    }

    /// What the state field of a country is: a list, free text or nothing.
    stateField = fn state_field(country: String, lang: Lang) -> StateField { address::states::state_field(&country, lang) }

    /// The state that stays in the field when the country changes; empty when the old one does not fit.
    keptState = fn kept_state(country: String, previous: String) -> String { address::states::kept_state(&country, &previous) }

    /// The fields of a country's address form in page order, hidden ones included.
    addressFields = fn address_fields(kind: AddressKind, country: String, lang: Lang, options: FieldOptions) -> [Vec<FieldRule>] {
        address::locale::fields_for(&country, kind, options, lang)
    }

    /// A postcode in its country's layout.
    normalisePostcode = fn normalise_postcode(country: String, text: String) -> String {
        address::postcode::normalise(&country, &text)
    }

    /// The errors of one checkout field, named as in errors ("billing_postcode", "terms"): for checking while it is typed
    /// in. Exactly what the whole check says about the field.
    checkCheckoutField = fn check_checkout_field(name: String, form: CheckoutForm, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::check_field(&name, &form, &rules)
    }

    /// All errors of a checkout form in page order; none: it can be sent.
    checkCheckout = fn check_checkout(form: CheckoutForm, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::errors(&form, &rules)
    }

    /// The errors of one address on its own, as account pages check it.
    checkAddress = fn check_address(kind: AddressKind, address: Address, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::address_errors(kind, &address, &rules)
    }

    /// The words of a page that weaken a password: what its checker is given besides the password.
    passwordWords = fn password_words(page: PasswordPage) -> [Vec<String>] { account::password::words(&page) }

    /// The password meter for what is typed and the checker's score.
    passwordMeter = fn password_meter(typed: PasswordTyped, lang: Lang) -> PasswordMeter {
        account::password::meter(&typed, lang)
    }
}
