//! Calls the crate's function by name with JSON arguments and results, for script engines and parity tests.

/// Error of a call whose arguments are not valid.
pub type HostError = serde_json::Error;

/// Calls `passwordStrength` with a JSON array of the password and the words; `None` for any other name.
///
/// ```
/// use shop_password::host::call;
/// let answer = call("passwordStrength", r#"["123456", []]"#).unwrap().unwrap();
/// assert!(answer.starts_with(r#"{"score":0,"#));
/// assert!(call("passwordStrenght", "[]").is_none());
/// assert!(call("passwordStrength", "[1]").unwrap().is_err());
/// ```
pub fn call(name: &str, args_json: &str) -> Option<Result<String, HostError>> {
    (name == "passwordStrength").then(|| {
        let (password, words): (String, Vec<String>) = serde_json::from_str(args_json)?;
        serde_json::to_string(&crate::score(&password, &words))
    })
}
