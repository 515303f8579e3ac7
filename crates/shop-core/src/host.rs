//! Every function that the WebAssembly package exports, by name, with JSON in and out: for the page renderer's script
//! engine and the parity tests. The functions are the rows of [`crate::exports`].

use crate::exports::call::HostError;

/// Calls an export with its arguments as a JSON array and gives its result as JSON.
///
/// ```
/// use shop_core::host::call;
/// assert_eq!(call("formatPrice", r#"[7200, "en"]"#).unwrap(), r#""€72.00""#);
/// assert!(call("formatPrice", "[1.5, \"en\"]").is_err());
/// ```
pub fn call(name: &str, args_json: &str) -> Result<String, HostError> {
    crate::exports::dispatch(name, args_json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exports::names;

    #[test]
    fn a_wrong_call_says_what_is_wrong() {
        for (name, args, message) in [
            ("formatprice", "[]", "no function `formatprice`"),
            ("formatPrice", "[]", "bad arguments for `formatPrice`: invalid length 0"),
            ("formatPrice", "[1, \"de\"]", "bad arguments for `formatPrice`: unknown variant `de`"),
            ("formatPrice", "[1, \"it\", 3]", "bad arguments for `formatPrice`: trailing characters"),
            ("formatPrice", "{", "bad arguments for `formatPrice`: "),
        ] {
            let error = call(name, args).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn names_are_unique() {
        let all: Vec<&str> = names().collect();
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), all.len());
    }
}
