//! What the server has: the operations that its interfaces describe, the routes that its sources register beside them, and the calls
//! that its two endpoints know.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};
use shop_server::{admin, store_api};

const METHODS: [&str; 6] = ["get", "post", "put", "patch", "delete", "any"];
/// Routes of an address of its own, which the public does not reach.
const NOT_PUBLIC: &str = "platform/ops.rs";

/// The sentences by which the trade layer refuses.
pub(super) fn refusals() -> Vec<String> {
    let said = [codes::TRADE_NOT_ALLOWED, codes::TRADE_NOT_TRADE, codes::TRADE_PENDING, codes::TRADE_LOG_IN];
    said.iter().map(|code| text(code, &Params::new(), Lang::It)).collect()
}

/// All of them, as rows name them: `GET /cart/`, `AJAX add_to_cart`, `CALL woosq_quickview`.
pub(super) fn routes_and_calls() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/shop-server/src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let mut found = described_operations();
    for file in files {
        let source = fs::read_to_string(&file).expect("a source");
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        let name = file.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
        if name != NOT_PUBLIC {
            found.extend(routes(source).map(|(method, path)| format!("{method} {path}")));
        }
        match name.as_str() {
            "ajax/mod.rs" | "ajax/payments/mod.rs" => found.extend(arms(source).map(|arm| format!("AJAX {arm}"))),
            "ajax/payments/express/mod.rs" => found.extend(arms(source).map(|arm| format!("AJAX wc_stripe_{arm}"))),
            "ajax/general.rs" | "ajax/trade/mod.rs" => found.extend(arms(source).map(|arm| format!("CALL {arm}"))),
            _ => {}
        }
    }
    found
}

/// The operations of the back office and of the store API.
fn described_operations() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for description in [admin::openapi(), store_api::openapi()] {
        let description: Value = serde_json::from_str(&description).expect("a description is JSON");
        for (path, operations) in description["paths"].as_object().expect("it has paths") {
            let methods = operations.as_object().expect("a path has operations").keys();
            found.extend(methods.map(|method| format!("{} {path}", method.to_uppercase())));
        }
    }
    found
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The routes that a source registers by a text of its own, with their methods.
fn routes(source: &str) -> impl Iterator<Item = (String, String)> + '_ {
    source.split(".route(").skip(1).flat_map(|rest| {
        let call = balanced(rest);
        let path = call.trim_start().strip_prefix('"').and_then(|text| text.split('"').next());
        let path = path.unwrap_or_default().to_owned();
        let methods = METHODS.iter().filter(|method| !path.is_empty() && calls(call, method));
        methods.map(|method| (method.to_uppercase(), path.clone())).collect::<Vec<_>>()
    })
}

/// The text up to the bracket that closes the one before it.
fn balanced(text: &str) -> &str {
    let mut open = 1;
    for (at, c) in text.char_indices() {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if open == 0 {
            return text.get(..at).unwrap_or_default();
        }
    }
    text
}

/// Whether a text calls a function of this name.
fn calls(text: &str, name: &str) -> bool {
    let call = format!("{name}(");
    text.match_indices(&call).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':')
    })
}

/// The names in the arms of a match: `"name" =>` and `"name" | "other" =>`.
fn arms(source: &str) -> impl Iterator<Item = String> + '_ {
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let parts: Vec<&str> = source.split('"').collect();
    let named = move |pair: &[&str]| {
        let (name, behind) = (*pair.first()?, pair.get(1)?.trim_start());
        let arm = behind.starts_with("=>") || behind.starts_with("| ");
        (arm && is_name(name)).then(|| name.to_owned())
    };
    parts.windows(2).filter_map(named).collect::<Vec<_>>().into_iter()
}

#[test]
fn routes_and_arms_are_read_as_rustfmt_writes_them() {
    let source = r#"
        Router::new()
            .route("/one/", get(a::show).post(a::send))
            .route(
                "/two/{id}",
                put(terms::delete_value).delete(terms::get),
            )
            .route(&format!("/{name}"), get(serve))
    "#;
    let found: Vec<String> = routes(source).map(|(method, path)| format!("{method} {path}")).collect();
    assert_eq!(found, ["GET /one/", "POST /one/", "PUT /two/{id}", "DELETE /two/{id}"]);
    let source = r#"match name { "a_b" => one(), "c" | "d" => two("e"), _ => three("=>") }"#;
    assert_eq!(arms(source).collect::<Vec<_>>(), ["a_b", "c", "d"]);
}
