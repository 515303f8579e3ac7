//! Password strength for scripts. The dictionaries are large: load this module when a password field is focused.

use shop_password::Strength;
use wasm_bindgen::prelude::wasm_bindgen;

/// How hard a password is to guess: 0 to 4, and the decimal logarithm of the guesses. The words (of the page and of its account fields)
/// count as known to the guesser.
#[wasm_bindgen(js_name = passwordStrength)]
#[allow(clippy::needless_pass_by_value, reason = "values from scripts are handed over; references would be of no use")]
pub fn password_strength(password: String, words: Vec<String>) -> Result<tsify::Ts<Strength>, wasm_bindgen::JsError> {
    Ok(tsify::Ts::from_rust(&shop_password::score(&password, &words))?)
}
