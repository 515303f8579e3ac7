//! Password strength for scripts. The dictionaries are large: load this module when a password field is focused.
#![warn(missing_docs)]

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const STRENGTH: &str = r"
/** Strength of a password. */
export interface Strength {
    /** From 0 (guessed at once) to 4 (over 10^10 guesses). */
    score: 0 | 1 | 2 | 3 | 4;
    /** Decimal logarithm of the guesses, at most 19.27; 0 for an empty password. For display and logs, not for decisions. */
    guesses_log10: number;
}
";

/// Default reference year for dates in passwords. Years within twenty of it count alike.
pub const REFERENCE_YEAR: i32 = 2026;

#[wasm_bindgen]
extern "C" {
    /// A plain object with the fields of `Strength`.
    #[wasm_bindgen(js_name = Object, typescript_type = "Strength")]
    pub type StrengthObject;

    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> StrengthObject;

    #[wasm_bindgen(js_namespace = Reflect, js_name = set)]
    fn set(target: &StrengthObject, field: &str, value: f64) -> bool;
}

/// Estimates how hard a password is to guess: a score from 0 to 4, and the decimal logarithm of the guesses. The words (of the
/// page and of its account fields) count as known to the attacker. Dates are counted from the year, by default 2026: pass the
/// current year, because this module does not read the clock. The first call decodes the word lists, which takes longer than the
/// others.
#[wasm_bindgen(js_name = passwordStrength)]
#[cfg_attr(not(target_arch = "wasm32"), allow(unused_variables, reason = "native code takes the year from the clock"))]
#[allow(clippy::needless_pass_by_value, reason = "values from scripts are handed over; references would be of no use")]
pub fn password_strength(password: String, words: Vec<String>, year: Option<i32>) -> StrengthObject {
    #[cfg(target_arch = "wasm32")]
    zxcvbn::compact::set_reference_year(year.unwrap_or(REFERENCE_YEAR));
    let strength = shop_password::score(&password, &words);
    let object = StrengthObject::new();
    set(&object, "score", f64::from(strength.score));
    set(&object, "guesses_log10", strength.guesses_log10);
    object
}

// Files that scripts/lib/compact-zxcvbn.mjs puts into its copy of the crate, tested here beside the originals.
#[cfg(test)]
#[path = "../compact"]
#[allow(
    clippy::pedantic,
    clippy::indexing_slicing,
    clippy::single_range_in_vec_init,
    clippy::needless_range_loop,
    dead_code,
    reason = "modules of a crate with rules of its own"
)]
mod compact {
    mod patterns;
    mod patterns_tests;
    mod words;
    mod words_tests;
}
