use shop_core::base::Lang;
use shop_core::view::{Alternate, PageData, TextPage};

use super::*;
use crate::render::assets::tests::small;

fn content() -> PageContent {
    let data = PageData {
        shell: Shell { lang: Lang::En, shop_name: "Bottega & Co".into(), ..Shell::default() },
        head: Head {
            title: "Caviar <croccante>".into(),
            description: "Says \"yes\"".into(),
            canonical: "https://shop.example/p/?a=1&b=2".into(),
            alternates: vec![Alternate { hreflang: "it".into(), href: "https://shop.example/p/".into() }],
            ..Head::default()
        },
        page: Page::Text(TextPage { html: "</script><b>x</b>".into(), ..TextPage::default() }),
    };
    PageContent { json_ld: vec![r#"{"name":"</script>"}"#.into()], data }
}

fn html(content: &PageContent) -> String {
    let json = serde_json::to_string(&content.data).unwrap();
    let document = document(content, &json, "<h1>Hello</h1>", &small());
    String::from_utf8(document.with_nonce("N0nce").joined()).unwrap()
}

#[test]
fn the_head_has_what_browsers_and_search_engines_read() {
    let html = html(&content());
    for part in [
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">",
        "<title>Caviar &lt;croccante&gt;</title>",
        "<meta name=\"description\" content=\"Says &quot;yes&quot;\">",
        "<link rel=\"canonical\" href=\"https://shop.example/p/?a=1&amp;b=2\">",
        "<link rel=\"alternate\" hreflang=\"it\" href=\"https://shop.example/p/\">",
        "<meta property=\"og:site_name\" content=\"Bottega &amp; Co\">",
        "<meta property=\"og:locale\" content=\"en_GB\">",
        "<link rel=\"icon\" type=\"image/svg+xml\" href=\"/favicon.svg\">",
        "<script type=\"application/ld+json\">{\"name\":\"\\u003c/script\\u003e\"}</script>",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    let (head, _) = html.split_once("</head>").unwrap();
    assert!(!head.contains("noindex") && !head.contains("og:image"));
}

#[test]
fn a_page_kept_out_of_search_engines_says_so() {
    let mut content = content();
    content.data.head.noindex = true;
    content.data.head.image = Some("https://shop.example/a.webp".into());
    let html = html(&content);
    assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(html.contains("<meta property=\"og:image\" content=\"https://shop.example/a.webp\">"));
}

#[test]
fn the_rendered_page_stands_alone_in_its_root_and_its_data_follows() {
    let content = content();
    let html = html(&content);
    assert!(html.contains("<div id=\"root\"><h1>Hello</h1></div><script type=\"application/json\" id=\"page-data\">{"));
    let data = html.split("id=\"page-data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data, serde_json::to_value(&content.data).unwrap());
}

#[test]
fn styles_and_scripts_carry_the_nonce() {
    let html = html(&content());
    assert!(html.contains("<link rel=\"stylesheet\" href=\"/assets/a-C0vIXtxq.css\" nonce=\"N0nce\">"));
    assert!(html.contains("<script type=\"module\" src=\"/assets/entry-DTpfv4ed.js\" nonce=\"N0nce\"></script>"));
    let executable = html.matches("<script").count() - html.matches("<script type=\"application/").count();
    assert_eq!(executable, 1);
}

#[test]
fn with_a_script_that_begins_nothing_else_is_fetched_before_the_page_is_painted() {
    let text = |text: &str| text.to_owned();
    let files = PageFiles {
        bootstrap: Some(text("/b.js")),
        entry: text("/e.js"),
        modules: vec![text("/m.js"), text("/n.js")],
        wasm: vec![text("/w.wasm")],
        ..PageFiles::default()
    };
    let html = String::from_utf8(back_office_document(&files, Lang::It, "x").with_nonce("n").joined()).unwrap();
    let begin = "<script type=\"module\" src=\"/b.js\" fetchpriority=\"low\" data-modules=\"/e.js /m.js /n.js\" data-wasm=\"/w.wasm\" nonce=\"n\"></script>";
    assert!(html.contains(begin), "{html}");
    assert!(!html.contains("preload"), "{html}");
}

#[test]
fn the_fonts_of_the_first_view_are_fetched_early_as_style_sheets_fetch_them() {
    let fonts = vec!["/assets/figtree-latin-12.woff2".to_owned()];
    let files = PageFiles { entry: "/a.js".into(), fonts, ..PageFiles::default() };
    let html = back_office_document(&files, Lang::It, "x").with_nonce("n").joined();
    let preload =
        "<link rel=\"preload\" as=\"font\" type=\"font/woff2\" href=\"/assets/figtree-latin-12.woff2\" crossorigin>";
    assert_eq!(String::from_utf8(html).unwrap().matches(preload).count(), 1);
}

#[test]
fn what_react_wants_fetched_early_moves_to_the_head() {
    let first = "<link rel=\"preload\" as=\"image\" href=\"/a.webp?x=&gt;\"/>";
    let (preloads, rest) = split_preloads("PP<p>è</p>".replace('P', first).leak());
    assert_eq!(preloads, [first, first].concat());
    assert_eq!(rest, "<p>è</p>");
    for odd in ["", "<p></p>", "<link rel=\"preload\"", "<link rel=\"next\">"] {
        assert_eq!(split_preloads(odd), ("", odd));
    }
}
