//! Form-encoded parameters with brackets: `card[number]=…`, `expand[]=…`, `metadata[order]=…`.

use std::collections::BTreeMap;

use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::http::error::{ApiError, ApiResult};

/// Maximum number of parameters; more than any call has.
const MAX_PARAMETERS: usize = 500;
/// Maximum length of a value, as the provider documents it for metadata.
const MAX_VALUE_LENGTH: usize = 5000;
/// Maximum number of metadata entries.
const MAX_METADATA: usize = 50;

/// Parameters of a call, in the order in which they were sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    /// Parses the query and the body.
    pub(crate) fn parse(query: &str, body: &[u8]) -> ApiResult<Self> {
        let pairs = |bytes| form_urlencoded::parse(bytes).map(|(name, value)| (name.into_owned(), value.into_owned()));
        let all: Vec<_> = pairs(query.as_bytes()).chain(pairs(body)).take(MAX_PARAMETERS + 1).collect();
        if all.len() > MAX_PARAMETERS {
            return Err(ApiError::invalid(None, "Too many parameters."));
        }
        if let Some((name, _)) = all.iter().find(|(_, value)| value.chars().count() > MAX_VALUE_LENGTH) {
            return Err(ApiError::param(name, "parameter_invalid_string", "The text is too long."));
        }
        Ok(Self(all))
    }

    /// Value of a parameter; the last one wins.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Trimmed value of a parameter; `None` if it is empty.
    pub(crate) fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).map(str::trim).filter(|text| !text.is_empty())
    }

    pub(crate) fn owned(&self, name: &str) -> Option<String> {
        self.filled(name).map(str::to_owned)
    }

    /// Value of a required parameter.
    pub(crate) fn required(&self, name: &str) -> ApiResult<&str> {
        self.filled(name).ok_or_else(|| ApiError::missing(name))
    }

    pub(crate) fn int(&self, name: &str) -> ApiResult<Option<i64>> {
        self.filled(name).map(|text| text.parse().map_err(|_| invalid_integer(name, text))).transpose()
    }

    pub(crate) fn flag(&self, name: &str) -> ApiResult<Option<bool>> {
        self.filled(name)
            .map(|text| match text {
                "true" => Ok(true),
                "false" => Ok(false),
                other => Err(ApiError::param(name, "parameter_invalid", format!("Invalid boolean: {other}"))),
            })
            .transpose()
    }

    /// Values of a list: `name[]=a&name[]=b` or `name[0]=a`.
    pub(crate) fn list(&self, name: &str) -> Vec<&str> {
        self.0
            .iter()
            .filter_map(|(own, value)| {
                let index = own.strip_prefix(name)?.strip_prefix('[')?.strip_suffix(']')?;
                index.bytes().all(|byte| byte.is_ascii_digit()).then_some(value.as_str())
            })
            .collect()
    }

    /// Nested parameters: `below("card")` contains `number` for `card[number]`.
    pub(crate) fn below(&self, name: &str) -> Self {
        Self(
            self.0
                .iter()
                .filter_map(|(own, value)| {
                    let (first, rest) = own.strip_prefix(name)?.strip_prefix('[')?.split_once(']')?;
                    Some((format!("{first}{rest}"), value.clone()))
                })
                .collect(),
        )
    }

    /// Names of the parameters with an empty value.
    pub(crate) fn names_of_empty(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, value)| value.is_empty()).map(|(name, _)| name.as_str())
    }

    pub(crate) fn pairs(&self) -> &[(String, String)] {
        &self.0
    }

    /// Whether there is a parameter of this name or nested below it.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(own, _)| root(own) == name)
    }

    /// Merges the given metadata into an object's: entries are set, empty ones are removed.
    pub(crate) fn metadata(&self, mut before: BTreeMap<String, String>) -> ApiResult<BTreeMap<String, String>> {
        if self.text("metadata") == Some("") {
            before.clear();
        }
        for (name, value) in self.below("metadata").0 {
            if value.is_empty() {
                before.remove(&name)
            } else {
                before.insert(name, value)
            };
        }
        if before.len() > MAX_METADATA {
            return Err(ApiError::param("metadata", "parameter_invalid", "Metadata can have up to 50 keys."));
        }
        Ok(before)
    }

    /// Rejects parameters that the call does not have.
    pub(crate) fn only(&self, known: &[&str]) -> ApiResult<()> {
        match self.0.iter().find(|(own, _)| root(own) != "expand" && !known.contains(&root(own))) {
            None => Ok(()),
            Some((name, _)) => Err(ApiError::param(
                root(name),
                "parameter_unknown",
                format!("Received unknown parameter: {}", root(name)),
            )),
        }
    }

    /// Keyed hash of the request: it distinguishes requests without revealing their contents.
    pub(crate) fn fingerprint(&self, key: &str, call: &str) -> String {
        let Ok(mut mac) = <Hmac<Sha256> as Mac>::new_from_slice(key.as_bytes()) else { return String::new() };
        let mut sorted: Vec<_> = self.0.iter().collect();
        sorted.sort();
        for part in std::iter::once(call).chain(sorted.into_iter().flat_map(|(name, value)| [name.as_str(), value])) {
            mac.update(&part.len().to_le_bytes());
            mac.update(part.as_bytes());
        }
        hex::encode(mac.finalize().into_bytes())
    }
}

fn root(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
}

pub(crate) fn invalid_integer(name: &str, text: &str) -> ApiError {
    ApiError::param(name, "parameter_invalid_integer", format!("Invalid integer: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Form {
        Form::parse("", text.as_bytes()).expect("few parameters")
    }

    #[test]
    fn what_is_no_number_or_no_boolean_is_refused_by_name() {
        let form = form("amount=4,20&confirm=yes&metadata=");
        assert_eq!(form.int("amount").unwrap_err().body("r")["error"]["param"], "amount");
        assert_eq!(form.flag("confirm").unwrap_err().body("r")["error"]["param"], "confirm");
        assert_eq!(form.required("metadata").unwrap_err().body("r")["error"]["code"], "parameter_missing");
    }

    #[test]
    fn unknown_parameters_are_refused_and_expand_is_known_everywhere() {
        let form = form("amount=1&expand[]=customer&card[number]=1");
        assert!(form.only(&["amount", "card"]).is_ok());
        assert_eq!(form.only(&["amount"]).unwrap_err().body("r")["error"]["param"], "card");
    }

    #[test]
    fn brackets_name_what_lies_below() {
        let form = form("a[b][c]=1&a[d]=2&list[]=x&list[1]=y&list[z]=no");
        assert_eq!(form.below("a").text("b[c]"), Some("1"));
        assert_eq!(form.below("a").below("b").text("c"), Some("1"));
        assert_eq!(form.list("list"), ["x", "y"]);
    }

    #[test]
    fn metadata_is_merged_and_empty_entries_go() {
        let before = BTreeMap::from([("a".to_owned(), "1".to_owned()), ("b".to_owned(), "2".to_owned())]);
        let after = form("metadata[a]=&metadata[c]=3").metadata(before.clone()).unwrap();
        assert_eq!(after.keys().collect::<Vec<_>>(), ["b", "c"]);
        assert!(form("metadata=").metadata(before).unwrap().is_empty());
    }

    #[test]
    fn the_fingerprint_tells_parameters_apart_whatever_their_order() {
        let print = |text: &str| form(text).fingerprint("k", "POST /v1/refunds");
        assert_eq!(print("a=1&b=2"), print("b=2&a=1"));
        assert_ne!(print("a=1&b=2"), print("a=12&b="));
        assert_ne!(print("a=1"), form("a=1").fingerprint("k", "POST /v1/customers"));
    }
}
