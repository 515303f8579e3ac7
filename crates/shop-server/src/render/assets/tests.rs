use std::borrow::Cow;

use super::*;

/// A renderer that shows the page's title, for tests of what stands around it.
pub(crate) const RENDERER: &str = r#"globalThis.renderPage = (json) => {
  const data = JSON.parse(json);
  if (data.head.title === "broken") throw new Error("broken page");
  return `<h1>${data.head.title}</h1>`;
};"#;

fn file(path: &str, content: &'static str) -> Embedded {
    (path.to_owned(), Cow::Borrowed(content.as_bytes()))
}

fn storefront_files() -> Vec<Embedded> {
    vec![
        file(
            MANIFEST,
            r#"{"src/entry-client.tsx": {"file": "assets/entry-DTpfv4ed.js", "isEntry": true, "css": ["assets/a-C0vIXtxq.css"]}}"#,
        ),
        file("assets/entry-DTpfv4ed.js", "start()"),
        file("assets/a-C0vIXtxq.css", "a{}"),
        file("favicon.svg", "<svg/>"),
    ]
}

/// Bundles of a very small shop.
pub(crate) fn small() -> Assets {
    Assets::new(storefront_files(), vec![file("ssr.js", RENDERER)], vec![]).unwrap()
}

#[test]
fn a_binary_without_bundles_says_what_to_run() {
    for (storefront, renderer) in [
        (vec![], vec![file("ssr.js", "")]),
        (storefront_files(), vec![]),
        (vec![file(MANIFEST, "{}")], vec![file("ssr.js", "")]),
        (vec![file(MANIFEST, "broken")], vec![file("ssr.js", "")]),
    ] {
        let error = Assets::new(storefront, renderer, vec![]).err().unwrap().to_string();
        assert!(error.contains("run scripts/build"), "{error}");
    }
}

#[test]
fn files_are_found_by_their_path_and_the_bundlers_notes_are_not() {
    let assets = small();
    let status = |path: &str| assets.storefront_file(path, &HeaderMap::new()).status();
    assert_eq!(status("assets/entry-DTpfv4ed.js"), StatusCode::OK);
    assert_eq!(status("favicon.svg"), StatusCode::OK);
    for path in [MANIFEST, "assets/../favicon.svg", "assets/nothing.js", "", "../../Cargo.toml"] {
        assert_eq!(status(path), StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(assets.top_files().collect::<Vec<_>>(), ["favicon.svg"]);
    assert!(assets.back_office_files().is_none());
}

#[tokio::test]
async fn every_file_has_its_route() {
    use tower::ServiceExt;

    let router: Router = routes(&Arc::new(small()));
    for (path, status) in
        [("/assets/entry-DTpfv4ed.js", 200), ("/favicon.svg", 200), ("/assets/x.js", 404), ("/admin/assets/x.js", 404)]
    {
        let request = axum::http::Request::get(path).body(Body::empty()).unwrap();
        assert_eq!(router.clone().oneshot(request).await.unwrap().status(), status, "{path}");
    }
}

#[test]
fn the_version_changes_with_every_bundle() {
    let first = small().version().to_owned();
    assert_eq!(first, small().version());
    let other = Assets::new(storefront_files(), vec![file("ssr.js", "1")], vec![]).unwrap();
    assert_ne!(first, other.version());
}
