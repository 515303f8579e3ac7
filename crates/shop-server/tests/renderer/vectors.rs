//! The answers of other software (`tests/vectors`), asked inside the page renderer: the same cases, in the same words
//! (`tests/parity/vectors/*.mjs`), that `scripts/vectors` asks natively and of the WebAssembly package.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use shop_server::render::EngineOptions;
use shop_server::render::engine::Engine;

/// Files of a folder under `tests`, in the order of their names.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|own| own == extension));
    files.sort();
    files
}

/// A module as an expression that gives its exports: the engine loads scripts, and none of these modules imports anything.
fn module(path: &Path, exports: &str) -> String {
    let source = std::fs::read_to_string(path).unwrap();
    assert!(!source.contains("\nimport "), "{} imports: it could not run in the renderer", path.display());
    let plain: Vec<&str> = source.lines().map(|line| line.strip_prefix("export ").unwrap_or(line)).collect();
    format!("(() => {{\n{}\nreturn {exports};\n}})()", plain.join("\n"))
}

/// A script whose pages are files of cases and whose answers are the differences.
fn bundle() -> String {
    let judge = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/parity/judge.mjs");
    let mut script = format!("const {{ judge }} = {};\nconst formats = [];\n", module(&judge, "{ judge }"));
    for path in files("parity/vectors", "mjs") {
        writeln!(script, "formats.push({});", module(&path, "{ fits, cases }")).unwrap();
    }
    script
        + r#"
      const run = (one) => {
        const judging = judge(one);
        let next = judging.next();
        while (!next.done) {
          const { call, args } = next.value;
          next = judging.next(JSON.parse(__coreCall(call, JSON.stringify(args))));
        }
        return next.value;
      };
      globalThis.renderPage = (json) => {
        const data = JSON.parse(json);
        const fitting = formats.filter((format) => format.fits(data));
        const outcome = { formats: fitting.length, cases: 0, differences: [] };
        for (const format of fitting) {
          for (const one of format.cases(data)) {
            outcome.cases += 1;
            let difference;
            try {
              difference = run(one);
            } catch (error) {
              difference = { expected: "an answer", got: String(error) };
            }
            if (difference) outcome.differences.push(`${one.id}\n  expected ${difference.expected}\n  got      ${difference.got}`);
          }
        }
        return JSON.stringify(outcome);
      };"#
}

fn engine() -> Engine {
    let time_limit = Duration::from_mins(2);
    Engine::start(
        bundle().into(),
        EngineOptions { threads: 1, time_limit, wait_limit: time_limit, ..EngineOptions::default() },
    )
}

/// What the script said of a file.
#[derive(Deserialize)]
struct Outcome {
    formats: usize,
    cases: usize,
    differences: Vec<String>,
}

async fn ask(engine: &Engine, data: &str) -> Outcome {
    serde_json::from_str(&engine.render(data.into()).await.unwrap()).unwrap()
}

/// File and case of each line of the list.
fn known_differences() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/differences.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let named = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" | "));
    named.map(|(name, _)| name.to_owned()).collect()
}

#[tokio::test]
async fn every_vector_answers_in_the_renderer_as_expected_but_the_listed_differences() {
    let engine = engine();
    let known = known_differences();
    let mut met = 0;
    let (mut cases, mut differences) = (0, Vec::new());
    for path in files("vectors", "json") {
        let name = path.file_name().unwrap().display();
        let outcome = ask(&engine, &std::fs::read_to_string(&path).unwrap()).await;
        assert!(outcome.formats > 0 && outcome.cases > 0, "no format of tests/parity/vectors has a case in {name}");
        cases += outcome.cases;
        for difference in outcome.differences {
            let shown = format!("{name}: {difference}");
            let case = shown.split(' ').take(2).collect::<Vec<_>>().join(" ");
            if known.contains(&case) { met += 1 } else { differences.push(shown) }
        }
    }
    assert!(differences.is_empty(), "{} of {cases} cases differ:\n{}", differences.len(), differences.join("\n"));
    assert_eq!(met, known.len(), "cases of tests/vectors/differences.txt no longer differ: take them off the list");
}

#[tokio::test]
async fn a_wrong_answer_is_shown_with_its_case() {
    let wrong = json!({ "cases": [{ "country": "IT", "postcode": "00100", "valid": false }] });
    let outcome = ask(&engine(), &Value::to_string(&wrong)).await;
    assert_eq!((outcome.formats, outcome.cases, outcome.differences.len()), (1, 1, 1));
    let shown = &outcome.differences[0];
    assert!(shown.starts_with("cases[0] IT 00100\n  expected {"), "{shown}");
}
