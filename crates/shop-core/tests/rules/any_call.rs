//! JavaScript can call any exported function with any arguments: the result is a value or an error, never a panic. The calls of
//! `tests/parity/cases` are mutated in a few places each, so that they reach further than random input would.

use std::panic::catch_unwind;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use shop_core::exports::call::HostError;
use shop_core::exports::names;
use shop_core::host::call;

/// The stored calls by function: functions with few cases are called as often as those with many.
static CALLS: LazyLock<Vec<(String, Vec<Value>)>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/parity/cases");
    let mut calls: Vec<(String, Vec<Value>)> = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let cases: Vec<Value> = serde_json::from_slice(&std::fs::read(entry.unwrap().path()).unwrap()).unwrap();
        for case in cases {
            let name = case["call"].as_str().unwrap();
            match calls.iter_mut().find(|(own, _)| own == name) {
                Some((_, args)) => args.push(case["args"].clone()),
                None => calls.push((name.to_owned(), vec![case["args"].clone()])),
            }
        }
    }
    calls.sort_by(|(a, _), (b, _)| a.cmp(b));
    calls
});

/// A mutation of a value.
#[derive(Clone, Debug)]
enum Spoil {
    /// Replaces a number by another.
    Number(i64),
    /// Replaces a string or a number by another string.
    Text(String),
    /// Inserts a text into a string.
    Insert(String, Index),
    /// Replaces a value by `null`, or by one of another type.
    Other(Value),
    /// Doubles a list, or adds an entry to an object.
    Grow,
    /// Removes the first entry of a list or object.
    Shrink,
}

fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => prop::sample::select(vec![0, 1, -1, 2, 100, -100, 1_000_000, -1_000_000, 9_007_199_254_740_991, i64::MAX, i64::MIN]),
        2 => -1_000_i64..10_000,
        1 => any::<i64>(),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => any::<String>(),
        2 => prop::sample::select(vec![
            "", " ", "0", "-1", "+1", "1e9", "1.5", "99999999999999999999", "%", "%2", "%ff", "è", "İ", "ß", "\0", "\r\n",
            "a;b=c", "|||", ":", "://", "IT", "it", "DE", "GR", "2024-02-30", "9999-12-31", "0000-00-00", "\u{202e}", "😀",
        ]).prop_map(str::to_owned),
        2 => "[0-9A-Z.,:/|=%&?# @-]{0,40}",
        1 => (prop::sample::select(vec!["a", "9", "%", "è", " ", "|", "=", "."]), 1_usize..5_000).prop_map(|(sign, times)| sign.repeat(times)),
    ]
}

fn spoil() -> impl Strategy<Value = Spoil> {
    prop_oneof![
        3 => number().prop_map(Spoil::Number),
        3 => text().prop_map(Spoil::Text),
        2 => (text(), any::<Index>()).prop_map(|(text, at)| Spoil::Insert(text, at)),
        1 => prop::sample::select(vec![json!(null), json!(true), json!(1.5), json!([]), json!({}), json!("")]).prop_map(Spoil::Other),
        1 => Just(Spoil::Grow),
        1 => Just(Spoil::Shrink),
    ]
}

impl Spoil {
    /// Returns whether the mutation applies to the value; the arguments themselves remain a list.
    fn fits(&self, place: &Value) -> bool {
        match self {
            Self::Number(_) => place.is_number(),
            Self::Text(_) | Self::Insert(..) => place.is_string(),
            Self::Other(_) => true,
            Self::Grow | Self::Shrink => place.is_array() || place.is_object(),
        }
    }

    fn apply(&self, place: &mut Value) {
        match (self, place) {
            (Self::Number(number), place) => *place = json!(number),
            (Self::Text(text), place) => *place = json!(text),
            (Self::Insert(text, at), Value::String(place)) => {
                let ends: Vec<usize> = place.char_indices().map(|(at, _)| at).chain([place.len()]).collect();
                place.insert_str(ends[at.index(ends.len())], text);
            }
            (Self::Other(other), place) => *place = other.clone(),
            (Self::Grow, Value::Array(list)) => list.extend(list.clone()),
            (Self::Grow, Value::Object(fields)) => drop(fields.insert("\u{e8}".to_owned(), json!(1))),
            (Self::Shrink, Value::Array(list)) if !list.is_empty() => drop(list.remove(0)),
            (Self::Shrink, Value::Object(fields)) => {
                let first = fields.keys().next().cloned();
                fields.remove(&first.unwrap_or_default());
            }
            _ => {}
        }
    }
}

/// Calls `visit` with every value inside a value.
fn each_place(value: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|inner| {
            visit(inner);
            each_place(inner, visit);
        }),
        Value::Object(fields) => fields.values_mut().for_each(|inner| {
            visit(inner);
            each_place(inner, visit);
        }),
        _ => {}
    }
}

fn spoilt(mut args: Value, spoils: &[(Spoil, Index)]) -> Value {
    for (spoil, at) in spoils {
        let mut count = 0;
        each_place(&mut args, &mut |place| count += usize::from(spoil.fits(place)));
        if count == 0 {
            continue;
        }
        let (wanted, mut seen) = (at.index(count), 0);
        each_place(&mut args, &mut |place| {
            if spoil.fits(place) {
                if seen == wanted {
                    spoil.apply(place);
                }
                seen += 1;
            }
        });
    }
    args
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn whatever_a_function_is_called_with_it_answers_or_refuses(
        function in any::<Index>(), case in any::<Index>(), spoils in prop::collection::vec((spoil(), any::<Index>()), 1..5)
    ) {
        let (name, cases) = &CALLS[function.index(CALLS.len())];
        let args = spoilt(cases[case.index(cases.len())].clone(), &spoils).to_string();
        let answer = catch_unwind(|| call(name, &args));
        prop_assert!(answer.is_ok(), "{name}({args}) failed");
        match answer.unwrap() {
            Ok(answer) => prop_assert!(serde_json::from_str::<Value>(&answer).is_ok(), "{name}({args}) gave {answer}"),
            Err(error) => prop_assert!(matches!(error, HostError::BadArguments { .. }), "{name}({args}): {error}"),
        }
    }
}

#[test]
fn text_that_is_no_json_is_refused_by_every_function() {
    for name in names() {
        for args in ["", "[", "{}", "null", "[null", "[\"\u{0}\"]", "\u{feff}[]", "[[[[[[[[[[[["] {
            assert!(call(name, args).is_err(), "{name}({args})");
        }
    }
}
