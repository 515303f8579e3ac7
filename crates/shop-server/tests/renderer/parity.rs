//! The rules answer inside the page renderer as they do natively and in WebAssembly: the same cases, compared to the
//! byte. `tests/parity/wasm.mjs` is the other half.

use std::path::{Path, PathBuf};

use serde_json::Value;
use shop_server::render::EngineOptions;
use shop_server::render::engine::Engine;

/// JSON with sorted keys: what "equal to the byte" means for values whose keys have no order.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            let fields: Vec<_> = fields
                .into_iter()
                .map(|(name, value)| format!("{}:{}", Value::from(name.as_str()), canonical(value)))
                .collect();
            format!("{{{}}}", fields.join(","))
        }
        Value::Array(values) => format!("[{}]", values.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

fn case_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/parity/cases");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

#[tokio::test]
async fn every_case_answers_in_the_renderer_as_in_native_code() {
    // The same way from script to core and back as the pages bundle's `core()` takes.
    let bundle = r"globalThis.renderPage = (json) => {
      const { call, args } = JSON.parse(json);
      return JSON.stringify(JSON.parse(__coreCall(call, JSON.stringify(args))));
    };";
    let engine = Engine::start(bundle.into(), EngineOptions { threads: 1, ..EngineOptions::default() });
    let mut compared = 0;
    for file in case_files() {
        let cases: Vec<Value> = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        for case in &cases {
            let answer = engine.render(case.to_string().into()).await.unwrap_or_else(|error| panic!("{error}\n{case}"));
            let answer: Value = serde_json::from_str(&answer).unwrap();
            assert_eq!(canonical(&answer), canonical(&case["expect"]), "{}: {case:.400}", file.display());
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared} cases were found");
}
