//! Query strings and forms in the notations of WooCommerce clients: `a=1,2`, `a[]=1`, `a[0][b]=x`.

use shop_core::base::Lang;
use shop_core::platform::words::rest_texts;

use super::nul_bytes::without;
use crate::app::language::localized_message::LocalizedMessage;

/// Most pairs parsed from one request.
const MAX_PAIRS: usize = 1000;

/// Decoded name-value pairs, in their order.
#[derive(Clone, Debug, Default)]
pub struct Pairs(pub Vec<(String, String)>);

/// A query or form value that its parameter does not accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongValue {
    pub name: String,
    /// Code of the error in WooCommerce's REST API: `rest_…`.
    pub code: &'static str,
    /// Message for the client.
    pub message: LocalizedMessage,
}

impl WrongValue {
    fn new(name: &str, code: &'static str, write: impl Fn(Lang) -> String) -> Self {
        Self { name: name.to_owned(), code, message: LocalizedMessage::new(write) }
    }
}

impl Pairs {
    /// Decodes a query string or form body, skipping pairs that do not decode.
    pub fn parse(text: &str) -> Self {
        let mut pairs: Vec<(String, String)> = serde_urlencoded::from_str(text).unwrap_or_default();
        pairs.truncate(MAX_PAIRS);
        without(&mut pairs);
        Self(pairs)
    }

    /// Returns the last value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// Returns the choices beside a variation: fields whose names begin with `addon-` or `wc_`.
    pub fn choices(&self) -> Vec<(String, String)> {
        let named = self.0.iter().filter(|(name, _)| shop_core::catalogue::purchase::is_choice(name));
        named.take(shop_core::catalogue::purchase::MAX_CHOICES).cloned().collect()
    }

    /// Tells whether a name occurs, alone or as a list.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(n, _)| n == name || n.strip_prefix(name).is_some_and(|rest| rest.starts_with('[')))
    }

    /// Returns all values of a name: repeated, as a list, and separated by commas.
    pub fn list(&self, name: &str) -> Vec<String> {
        self.0
            .iter()
            .filter(|(n, _)| {
                n == name || n.strip_prefix(name).is_some_and(|rest| rest.starts_with('[') && rest.ends_with(']'))
            })
            .flat_map(|(_, v)| v.split(','))
            .map(|v| v.trim().to_owned())
            .filter(|v| !v.is_empty())
            .collect()
    }

    /// Returns the entries of `name[KEY]=value` and `name[KEY][]=value` by key.
    pub fn map(&self, name: &str) -> Vec<(String, String)> {
        self.0
            .iter()
            .filter_map(|(n, v)| {
                let rest = n.strip_prefix(name)?.strip_prefix('[')?;
                let (key, _) = rest.split_once(']')?;
                Some((key.to_owned(), v.clone()))
            })
            .collect()
    }

    /// Returns the rows of `name[0][field]=…` by number, each with its fields; `field[]` repeats.
    pub fn rows(&self, name: &str) -> Vec<Vec<(String, String)>> {
        let mut out: Vec<(String, Vec<(String, String)>)> = Vec::new();
        for (n, v) in &self.0 {
            let Some((row, rest)) =
                n.strip_prefix(name).and_then(|r| r.strip_prefix('[')).and_then(|r| r.split_once(']'))
            else {
                continue;
            };
            let field = rest.trim_start_matches('[').split(']').next().unwrap_or_default();
            match out.iter_mut().find(|(r, _)| r == row) {
                Some((_, fields)) => fields.push((field.to_owned(), v.clone())),
                None => out.push((row.to_owned(), vec![(field.to_owned(), v.clone())])),
            }
        }
        out.into_iter().map(|(_, fields)| fields).collect()
    }

    /// Parses all ids of a name, found as by [`Self::list`]. As in WooCommerce, what is not a number becomes 0, which matches
    /// nothing.
    pub fn ids(&self, name: &str) -> Vec<i64> {
        self.list(name).iter().map(|text| text.parse().unwrap_or(0)).collect()
    }

    /// Parses an integer; `None` when the name is missing. An empty value is an error, as in WooCommerce.
    pub fn whole(&self, name: &str) -> Result<Option<i64>, WrongValue> {
        let Some(text) = self.get(name) else { return Ok(None) };
        text.trim().parse().map(Some).map_err(|_| not_whole(name))
    }

    /// Parses an integer within bounds, or returns the default.
    pub fn number(&self, name: &str, default: i64, min: i64, max: i64) -> Result<i64, WrongValue> {
        let Some(text) = self.get(name) else { return Ok(default) };
        let Ok(value) = text.trim().parse::<i64>() else {
            return Err(not_whole(name));
        };
        if value < min || value > max {
            let write = |lang| rest_texts::not_in_bounds(lang, max, min, name);
            return Err(WrongValue::new(name, "rest_out_of_bounds", write));
        }
        Ok(value)
    }

    /// Parses one of the allowed words; `None` when the name is missing.
    pub fn word<'a>(&self, name: &str, allowed: &[&'a str]) -> Result<Option<&'a str>, WrongValue> {
        let Some(text) = self.get(name) else { return Ok(None) };
        match allowed.iter().find(|word| **word == text) {
            Some(word) => Ok(Some(word)),
            None => Err(not_in_enum(name, allowed)),
        }
    }

    /// Parses a list of allowed words.
    pub fn words(&self, name: &str, allowed: &[&str]) -> Result<Vec<String>, WrongValue> {
        let given = self.list(name);
        if given.iter().all(|word| allowed.contains(&word.as_str())) {
            Ok(given)
        } else {
            Err(not_in_enum(name, allowed))
        }
    }

    /// Parses `true` or `false`; `None` when the name is missing. An empty value is an error, as in WooCommerce.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, WrongValue> {
        match self.get(name) {
            None => Ok(None),
            Some("true" | "1") => Ok(Some(true)),
            Some("false" | "0") => Ok(Some(false)),
            Some(_) => Err(WrongValue::new(name, "rest_invalid_type", |lang| rest_texts::not_a_flag(lang, name))),
        }
    }
}

fn not_whole(name: &str) -> WrongValue {
    WrongValue::new(name, "rest_invalid_type", |lang| rest_texts::not_a_whole_number(lang, name))
}

/// Appends an order or conversation key to the path that it unlocks, so that links to other languages and back work too. Without
/// a key, returns the path alone.
pub(crate) fn keyed(path: &str, key: &str) -> String {
    if key.is_empty() {
        return path.to_owned();
    }
    format!("{path}?{}", serde_urlencoded::to_string([("key", key)]).unwrap_or_default())
}

pub(crate) fn not_in_enum(name: &str, allowed: &[&str]) -> WrongValue {
    let allowed = allowed.join(", ");
    WrongValue::new(name, "rest_not_in_enum", |lang| rest_texts::not_among(lang, &allowed, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_in_all_their_spellings() {
        let pairs = Pairs::parse("a=1,2&a[]=3&a[0]=4&b=x&ab=9");
        assert_eq!(pairs.list("a"), ["1", "2", "3", "4"]);
        assert!(pairs.has("a") && !pairs.has("c"));
    }

    #[test]
    fn rows_keep_their_fields_together() {
        let pairs = Pairs::parse(
            "attributes[0][attribute]=pa_color&attributes[0][slug][]=red&attributes[0][slug][]=blue&attributes[1][attribute]=pa_size",
        );
        let rows = pairs.rows("attributes");
        assert_eq!(rows.len(), 2);
        assert_eq!(
            rows[0],
            [("attribute", "pa_color"), ("slug", "red"), ("slug", "blue")].map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
    }

    #[test]
    fn numbers_outside_their_bounds_are_refused() {
        let pairs = Pairs::parse("page=0&per_page=abc&order=up");
        assert!(pairs.number("page", 1, 1, 100).is_err());
        assert!(pairs.number("per_page", 10, 1, 100).is_err());
        assert!(pairs.word("order", &["asc", "desc"]).is_err());
        assert_eq!(pairs.number("offset", 7, 0, 100).unwrap(), 7);
    }

    #[test]
    fn nothing_is_no_number_and_no_flag_but_an_empty_list() {
        let pairs = Pairs::parse("parent=&hide_empty=&stock_status=&stock_status=,");
        assert!(pairs.whole("parent").is_err());
        assert!(pairs.flag("hide_empty").is_err());
        assert!(pairs.words("stock_status", &["instock"]).unwrap().is_empty());
        assert_eq!((pairs.whole("page").unwrap(), pairs.flag("featured").unwrap()), (None, None));
    }
}
