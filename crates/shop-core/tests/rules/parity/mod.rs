//! Cases that prove that native code, the WebAssembly package and the page renderer return the same:
//! `tests/parity/cases/*.json`, one call with its arguments and result per line.
//!
//! The calls are made here; the results are those of the native rules. So a difference in the files is a changed rule: review it,
//! then write the files anew with `UPDATE_PARITY=1 cargo test -p shop-core --features host --test rules parity`. Other tests check
//! whether the rules are correct (`variation_vectors.rs` and the modules' own tests).

mod cart;
mod catalogue;
mod forms;
mod money;
mod payment;
mod trade;
mod visit;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Value, json};
use shop_core::exports::names;
use shop_core::host::call;

fn tests_folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests"))
}

fn vectors(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(tests_folder().join("vectors").join(name)).unwrap()).unwrap()
}

/// The calls of one file with their results.
#[derive(Default)]
struct Cases(Vec<(&'static str, String)>);

impl Cases {
    fn ask(&mut self, name: &'static str, args: &[Value]) -> Value {
        let answer = call(name, &json!(args).to_string()).unwrap_or_else(|error| panic!("{error}"));
        let answer: Value = serde_json::from_str(&answer).unwrap();
        self.0.push((name, json!({ "call": name, "args": args, "expect": answer }).to_string()));
        answer
    }

    fn text(&self) -> String {
        let mut text = String::from("[\n");
        for (at, (_, line)) in self.0.iter().enumerate() {
            let comma = if at + 1 < self.0.len() { "," } else { "" };
            writeln!(text, "{line}{comma}").unwrap();
        }
        text + "]\n"
    }
}

fn all_files() -> Vec<(&'static str, Cases)> {
    vec![
        ("addresses.json", forms::addresses()),
        ("analytics.json", visit::analytics()),
        ("attribution.json", visit::attribution()),
        ("carts.json", cart::carts()),
        ("checkout.json", forms::checkout()),
        ("checkout_steps.json", forms::checkout_steps()),
        ("consent.json", visit::consent()),
        ("formatting.json", catalogue::formatting()),
        ("identifiers.json", forms::identifiers()),
        ("messages.json", forms::messages()),
        ("money.json", money::money()),
        ("pages.json", catalogue::pages()),
        ("passwords.json", forms::passwords()),
        ("payment_flows.json", payment::payment_flows()),
        ("payment_states.json", payment::payment_states()),
        ("payments.json", payment::payments()),
        ("quantities.json", catalogue::quantities()),
        ("reviews.json", catalogue::reviews()),
        ("themes.json", visit::themes()),
        ("trade.json", trade::trade()),
        ("variations.json", catalogue::variations()),
        ("wallets.json", payment::wallets()),
    ]
}

/// Returns the placeholders of every message as TypeScript types.
fn message_types() -> String {
    let mut text = String::from(
        "/**\n * The placeholders of each message: `messageText(code, params, lang)` fills them.\n */\n\
         export interface MessagePlaceholders {\n",
    );
    for message in shop_core::platform::messages::all() {
        let names: BTreeSet<&str> =
            message.it.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect();
        let fields: Vec<String> = names.iter().map(|name| format!("{name}: string")).collect();
        let fields =
            if fields.is_empty() { "Record<string, never>".into() } else { format!("{{ {} }}", fields.join("; ")) };
        writeln!(text, "    \"{}\": {fields};", message.code).unwrap();
    }
    text + "}\n\n/**\n * The code of a message.\n */\nexport type MessageCode = keyof MessagePlaceholders;\n"
}

#[test]
fn the_files_hold_what_the_native_rules_answer() {
    let folder = tests_folder().join("parity");
    let names = serde_json::to_string_pretty(&names().collect::<Vec<_>>()).unwrap() + "\n";
    let mut files = vec![(folder.join("exports.json"), names)];
    files.extend(all_files().iter().map(|(name, cases)| (folder.join("cases").join(name), cases.text())));
    files.push((tests_folder().join("../crates/shop-wasm/src/messages.d.ts"), message_types()));
    let update = std::env::var_os("UPDATE_PARITY").is_some();
    for (path, text) in files {
        if update {
            std::fs::write(&path, text).unwrap();
            continue;
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        let different = stored.lines().zip(text.lines()).find(|(stored, now)| stored != now);
        let shown = "write the files anew with UPDATE_PARITY=1 if the change is meant";
        assert!(
            different.is_none(),
            "{}: {shown}\nstored: {}\nnow:    {}",
            path.display(),
            different.unwrap().0,
            different.unwrap().1
        );
        assert!(stored == text, "{}: {shown}: the number of cases differs", path.display());
    }
}

#[test]
fn every_export_has_cases() {
    let files = all_files();
    let called: BTreeSet<&str> = files.iter().flat_map(|(_, cases)| cases.0.iter().map(|(name, _)| *name)).collect();
    assert_eq!(called, names().collect());
}
