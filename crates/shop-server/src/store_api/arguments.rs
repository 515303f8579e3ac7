//! Request arguments as WordPress reads them: from a JSON or form body, and from the query. Forms and queries may nest names in
//! brackets: `variation[0][attribute]=x`, `ids[]=1`.

use serde_json::{Map, Value};

/// Deepest nesting of a name. No argument of the API is deeper than three.
const MAX_DEPTH: usize = 6;
/// Key of `[]`, for which PHP uses the next position.
const NEXT: &str = "";

/// Parses pairs of names and values. The last value of a name wins; malformed names are skipped.
pub(super) fn read_pairs(pairs: Vec<(String, String)>) -> Map<String, Value> {
    let mut arguments = Map::new();
    for (name, value) in pairs {
        if let Some(path) = split(&name) {
            insert(&mut arguments, &path, value);
        }
    }
    arguments.into_iter().map(|(name, value)| (name, with_lists(value))).collect()
}

/// Adds arguments of the query that the body lacks: the body has priority, as in WordPress.
pub(super) fn add_query(body: &mut Map<String, Value>, query: Vec<(String, String)>) {
    for (name, value) in read_pairs(query) {
        body.entry(name).or_insert(value);
    }
}

/// Splits `a[b][0]` into its parts; `None` when the brackets do not match or are nested too deep.
fn split(name: &str) -> Option<Vec<&str>> {
    let Some((first, rest)) = name.split_once('[') else { return Some(vec![name]) };
    let rest = rest.strip_suffix(']')?;
    let parts: Vec<&str> = std::iter::once(first).chain(rest.split("][")).collect();
    let plain = parts.iter().all(|part| !part.contains(['[', ']']));
    (plain && !first.is_empty() && parts.len() <= MAX_DEPTH).then_some(parts)
}

fn insert(into: &mut Map<String, Value>, path: &[&str], value: String) {
    let Some((first, rest)) = path.split_first() else { return };
    let name = if *first == NEXT { next_position(into) } else { (*first).to_owned() };
    if rest.is_empty() {
        into.insert(name, Value::from(value));
        return;
    }
    let inner = into.entry(name).or_insert_with(|| Value::Object(Map::new()));
    // A nested value replaces a plain value of the same name.
    if !inner.is_object() {
        *inner = Value::Object(Map::new());
    }
    if let Value::Object(inner) = inner {
        insert(inner, rest, value);
    }
}

fn next_position(list: &Map<String, Value>) -> String {
    let taken = list.keys().filter_map(|name| name.parse::<u32>().ok()).max();
    taken.map_or(0, |taken| taken.saturating_add(1)).to_string()
}

/// Converts objects whose keys are the positions 0 to n - 1 to arrays.
fn with_lists(value: Value) -> Value {
    let Value::Object(map) = value else { return value };
    let position = |name: &str| name.parse::<usize>().ok().filter(|at| at.to_string() == name && *at < map.len());
    if !map.is_empty() && map.keys().all(|name| position(name).is_some()) {
        let mut list: Vec<(usize, Value)> =
            map.iter().filter_map(|(name, value)| Some((position(name)?, value.clone()))).collect();
        list.sort_by_key(|(at, _)| *at);
        return list.into_iter().map(|(_, value)| with_lists(value)).collect();
    }
    map.into_iter().map(|(name, value)| (name, with_lists(value))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::app::forms::form_fields::Pairs;

    fn read(query: &str) -> Value {
        Value::Object(read_pairs(Pairs::parse(query).0))
    }

    #[test]
    fn brackets_nest_and_positions_make_lists() {
        for (query, value) in [
            ("id=1&quantity=2", json!({ "id": "1", "quantity": "2" })),
            ("ids[]=1&ids[]=2", json!({ "ids": ["1", "2"] })),
            (
                "variation[0][attribute]=pa_peso&variation[0][value]=30-g&variation[1][attribute]=pa_tipo",
                json!({ "variation": [{ "attribute": "pa_peso", "value": "30-g" }, { "attribute": "pa_tipo" }] }),
            ),
            ("variation%5B0%5D%5Bvalue%5D=a", json!({ "variation": [{ "value": "a" }] })),
            ("billing_address[city]=Roma", json!({ "billing_address": { "city": "Roma" } })),
            ("a[1]=x&a[0]=y", json!({ "a": ["y", "x"] })),
            ("a[1]=x&a[3]=y", json!({ "a": { "1": "x", "3": "y" } })),
            ("a[00]=x", json!({ "a": { "00": "x" } })),
        ] {
            assert_eq!(read(query), value, "{query}");
        }
    }

    #[test]
    fn the_last_value_of_a_name_counts() {
        assert_eq!(read("a=1&a=2"), json!({ "a": "2" }));
        assert_eq!(read("a=1&a[b]=2"), json!({ "a": { "b": "2" } }));
        assert_eq!(read("a[b]=2&a=1"), json!({ "a": "1" }));
    }

    #[test]
    fn names_that_are_none_are_left_out() {
        for query in ["a[b=1", "a[b]]=1", "[b]=1", "a[b]c=1", "a[[b]]=1", "a[b][c][d][e][f][g]=1"] {
            assert_eq!(read(query), json!({}), "{query}");
        }
    }

    #[test]
    fn the_body_counts_before_the_query() {
        let mut body = read_pairs(Pairs::parse("quantity=1").0);
        add_query(&mut body, Pairs::parse("quantity=5&id=7").0);
        assert_eq!(Value::Object(body), json!({ "quantity": "1", "id": "7" }));
    }
}
