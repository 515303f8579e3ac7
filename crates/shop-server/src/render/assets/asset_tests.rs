use std::io::Read;

use super::*;

fn script() -> Asset {
    Asset::new("assets/entry-DTpfv4ed.js", Cow::Owned("const a = 1;".repeat(200).into_bytes()), None)
}

fn request(pairs: &[(&'static str, &str)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
}

fn header<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

async fn body(response: Response<Body>) -> Bytes {
    axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap()
}

#[test]
fn names_with_a_hash_are_kept_for_ever_and_others_are_asked_about() {
    for (path, hashed) in [
        ("assets/entry-DTpfv4ed.js", true),
        ("assets/Notices-De-WLENj.js", true),
        ("assets/button.module-CCZ9-Lxh.js", true),
        ("assets/pages-BmRNEIe-.js", true),
        ("assets/entry-standard.js", false),
        ("favicon.svg", false),
        ("-DTpfv4ed.js", false),
        ("è-DTpfv4e.js", false),
    ] {
        assert_eq!(has_hashed_name(path), hashed, "{path}");
    }
    assert!(header(&script().respond(&HeaderMap::new()), "cache-control").contains("immutable"));
    let icon = Asset::new("favicon.svg", Cow::Borrowed(b"<svg/>"), None);
    assert_eq!(header(&icon.respond(&HeaderMap::new()), "cache-control"), "public, no-cache");
}

#[test]
fn each_file_says_what_it_is() {
    for (path, kind) in [
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.svg", "image/svg+xml"),
        ("a.webp", "image/webp"),
        ("a.woff2", "font/woff2"),
        ("a", "application/octet-stream"),
    ] {
        assert_eq!(content_type(path), kind, "{path}");
    }
}

#[tokio::test]
async fn the_best_form_that_is_ready_and_accepted_is_sent() {
    let asset = script();
    let both = request(&[("accept-encoding", "gzip, deflate, br, zstd")]);
    let first = asset.respond(&both);
    assert_eq!(header(&first, "content-encoding"), "gzip", "the build made no brotli form");
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(&body(first).await[..]).read_to_end(&mut plain).unwrap();
    assert_eq!(&plain, asset.bytes());

    let asset = Asset::new("a.js", Cow::Borrowed(b"script"), Some(Cow::Borrowed(b"made")));
    let second = asset.respond(&both);
    assert_eq!((header(&second, "content-encoding"), header(&second, "vary")), ("br", "Accept-Encoding"));
    assert_eq!(body(second).await, "made");

    let none = asset.respond(&request(&[("accept-encoding", "br;q=0, identity")]));
    assert_eq!((header(&none, "content-encoding"), header(&none, "vary")), ("", "Accept-Encoding"));
    assert_eq!(body(none).await, "script");
}

#[test]
fn pictures_fonts_and_small_files_are_sent_as_they_are() {
    let accepted = request(&[("accept-encoding", "gzip")]);
    for (path, size) in [("a.webp", 5000), ("a.woff2", 5000), ("a.js", 100)] {
        let asset = Asset::new(path, Cow::Owned(vec![b'a'; size]), None);
        assert_eq!(header(&asset.respond(&accepted), "content-encoding"), "", "{path}");
    }
}

#[tokio::test]
async fn an_unchanged_file_is_not_sent_again() {
    let asset = script();
    let etag = header(&asset.respond(&HeaderMap::new()), "etag").to_owned();
    let again = asset.respond(&request(&[("if-none-match", &etag)]));
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert!(body(again).await.is_empty());
    let compressed = asset.respond(&request(&[("if-none-match", &etag), ("accept-encoding", "gzip")]));
    assert_eq!(compressed.status(), StatusCode::OK, "another form is another entity");
}

#[test]
fn fonts_may_be_read_by_the_providers_pages_and_nothing_else_may() {
    for (path, readable) in [("a-DTpfv4ed.woff2", "*"), ("a-DTpfv4ed.js", ""), ("a-DTpfv4ed.css", ""), ("a.wasm", "")] {
        let asset = Asset::new(path, Cow::Borrowed(b"x"), None);
        assert_eq!(header(&asset.respond(&HeaderMap::new()), "access-control-allow-origin"), readable, "{path}");
        let known = request(&[("if-none-match", header(&asset.respond(&HeaderMap::new()), "etag"))]);
        assert_eq!(header(&asset.respond(&known), "access-control-allow-origin"), readable, "{path} unchanged");
    }
}
