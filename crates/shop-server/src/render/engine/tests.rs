use std::sync::atomic::AtomicBool;

use super::*;

#[path = "../../../../../tests/parity/carts.rs"]
mod carts;

const BUNDLE: &str = r#"
globalThis.renderPage = (json) => {
  const page = JSON.parse(json);
  if (page.loop) for (;;) {}
  for (let i = 0; i < (page.work ?? 0); i += 1) {}
  if (page.eat) { const all = []; for (;;) all.push(new Array(10000).fill(all.length)); }
  if (page.deep) { const down = (n) => [n, down(n + 1)]; down(0); }
  if (page.fail) throw new TypeError("no " + page.fail);
  if (page.odd) return { html: "odd" };
  if (page.again) { const more = () => setTimeout(more, 0); more(); }
  if (page.later) setTimeout(() => { throw new Error("later") }, 1000);
  if (page.price) return JSON.parse(__coreCall("formatPrice", JSON.stringify([page.price, "it"])));
  if (page.unknown) { try { __coreCall("nothing", "[]"); } catch (error) { return error.message; } }
  globalThis.seen = (globalThis.seen ?? 0) + 1;
  return `<p>${globalThis.seen} ${page.text}</p>`;
};
"#;

fn engine(options: EngineOptions) -> Engine {
    Engine::start(BUNDLE.into(), options)
}

fn one_thread() -> EngineOptions {
    EngineOptions { threads: 1, time_limit: Duration::from_millis(300), ..EngineOptions::default() }
}

async fn html(engine: &Engine, page: &str) -> Result<String, RenderError> {
    engine.render(page.into()).await
}

#[tokio::test]
async fn a_page_is_rendered_and_the_bundle_is_loaded_once() {
    let engine = engine(one_thread());
    assert_eq!(html(&engine, r#"{"text":"caffè 🍝"}"#).await.unwrap(), "<p>1 caffè 🍝</p>");
    assert_eq!(html(&engine, r#"{"text":"b"}"#).await.unwrap(), "<p>2 b</p>");
    assert!(engine.memory_bytes() > 0);
}

#[tokio::test]
async fn the_core_answers_inside_the_engine_and_its_errors_are_thrown() {
    let engine = engine(one_thread());
    assert_eq!(html(&engine, r#"{"price":7200}"#).await.unwrap(), "72,00\u{a0}€");
    assert_eq!(html(&engine, r#"{"unknown":1}"#).await.unwrap(), "no function `nothing`");
    assert_eq!(engine.core_call("formatInteger", r#"[7,"it"]"#).await.unwrap(), "\"7\"");
}

#[tokio::test]
async fn carts_made_up_at_random_are_priced_in_the_engine_as_natively() {
    // Unoptimised, the engine prices 350 a second: the rest is left to the long run, which sets this variable.
    let carts = if std::env::var_os("PROPTEST_CASES").is_some() { 10_000 } else { 1000 };
    let engine = engine(one_thread());
    for args in carts::calls(20_261_125, carts) {
        let args = args.to_string();
        let native = shop_core::host::call("optimisticCart", &args).unwrap();
        assert_eq!(engine.core_call("optimisticCart", &args).await.unwrap(), native, "{args}");
    }
}

#[tokio::test]
async fn a_failed_page_is_named_and_does_not_touch_the_next() {
    let engine = engine(one_thread());
    let error = html(&engine, r#"{"fail":"salt"}"#).await.unwrap_err();
    assert!(matches!(&error, RenderError::Script(said) if said.contains("no salt")), "{error}");
    assert!(matches!(html(&engine, r#"{"odd":1}"#).await, Err(RenderError::Answer(_))));
    assert!(matches!(html(&engine, r#"{"deep":1}"#).await, Err(RenderError::Script(_))));
    assert_eq!(html(&engine, r#"{"text":"a"}"#).await.unwrap(), "<p>1 a</p>", "a new runtime");
}

#[tokio::test]
async fn a_page_without_end_is_ended() {
    let engine = engine(one_thread());
    assert_eq!(html(&engine, r#"{"loop":1}"#).await, Err(RenderError::Timeout));
    assert_eq!(html(&engine, r#"{"text":"a"}"#).await.unwrap(), "<p>1 a</p>");
}

#[tokio::test]
async fn a_page_that_waits_for_a_core_is_not_ended() {
    // Short, as both take every core meanwhile.
    let limit = Duration::from_millis(200);
    let engine = engine(EngineOptions { time_limit: limit, ..one_thread() });
    assert!(html(&engine, r#"{"text":"ready"}"#).await.is_ok());
    let over = Arc::new(AtomicBool::new(false));
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    for _ in 0..cores * 16 {
        let over = Arc::clone(&over);
        std::thread::spawn(move || while !over.load(Ordering::Relaxed) {});
    }
    let page = html(&engine, r#"{"work":1000000,"text":"a"}"#).await;
    over.store(true, Ordering::Relaxed);
    assert_eq!(page.unwrap(), "<p>2 a</p>");
}

#[tokio::test]
async fn a_page_that_eats_memory_is_ended() {
    let options = EngineOptions { memory_limit: 8 << 20, time_limit: Duration::from_secs(20), ..one_thread() };
    let engine = engine(options);
    assert_eq!(html(&engine, r#"{"eat":1}"#).await, Err(RenderError::Memory));
    assert_eq!(html(&engine, r#"{"text":"a"}"#).await.unwrap(), "<p>1 a</p>");
}

#[tokio::test]
async fn what_a_page_leaves_behind_is_run_or_dropped() {
    let engine = engine(one_thread());
    assert!(html(&engine, r#"{"again":1,"text":"a"}"#).await.is_ok());
    assert_eq!(html(&engine, r#"{"text":"b"}"#).await.unwrap(), "<p>2 b</p>", "the same runtime goes on");
    assert!(html(&engine, r#"{"later":1,"text":"c"}"#).await.is_ok());
    assert_eq!(html(&engine, r#"{"text":"d"}"#).await.unwrap(), "<p>1 d</p>", "a failure afterwards costs the runtime");
}

#[tokio::test]
async fn a_full_queue_is_told_at_once() {
    let engine = Arc::new(engine(EngineOptions { queue: 2, ..one_thread() }));
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let engine = Arc::clone(&engine);
            tokio::spawn(async move { html(&engine, r#"{"loop":1}"#).await })
        })
        .collect();
    let mut busy = 0;
    for one in waiting {
        if one.await.unwrap() == Err(RenderError::Busy) {
            busy += 1;
        }
    }
    assert!(busy >= 5, "{busy} of 8 were refused");
    assert!(html(&engine, r#"{"text":"a"}"#).await.is_ok());
    assert_eq!(engine.open_jobs(), 0);
}

#[tokio::test]
async fn a_bundle_that_cannot_be_read_is_told_with_each_page() {
    for bundle in ["globalThis.nothing = 1", "throw new Error('broken')", "syntax error"] {
        let engine = Engine::start(bundle.into(), one_thread());
        assert!(matches!(html(&engine, "{}").await, Err(RenderError::Script(_))), "{bundle}");
    }
}

#[tokio::test]
async fn what_react_expects_of_its_host_is_there() {
    let bundle = r#"
      const channel = new MessageChannel();
      const got = [];
      channel.port1.onmessage = (event) => got.push(event.data);
      globalThis.renderPage = () => {
        channel.port2.postMessage("hello");
        const bytes = new TextEncoder().encode("è🍝");
        const controller = new AbortController();
        controller.signal.addEventListener("abort", () => got.push("abort"));
        controller.abort();
        console.warn("said", { a: 1 }, new Error("x"));
        return [bytes.length, new TextDecoder().decode(bytes), process.env.NODE_ENV, typeof queueMicrotask,
          typeof performance.now(), got.join("+")].join(" ");
      };"#;
    let engine = Engine::start(bundle.into(), one_thread());
    assert_eq!(html(&engine, "{}").await.unwrap(), "6 è🍝 production function number abort");
    assert_eq!(html(&engine, "{}").await.unwrap(), "6 è🍝 production function number abort+hello+abort");
}
