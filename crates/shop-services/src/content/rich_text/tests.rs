//! The oracle is the tokenizer of an HTML parser: none of the allowed elements changes how the rest is tokenized, so it finds
//! what a browser finds. `tests/browser/rich-text.spec.ts` asks a real one.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use super::*;

const ATTACKS: &str = include_str!("../../../../../tests/fixtures/html_attacks.json");

#[derive(serde::Deserialize)]
struct Attack {
    family: String,
    html: String,
}

fn attacks() -> Vec<Attack> {
    serde_json::from_str(ATTACKS).unwrap()
}

/// Checks a sanitised text for forbidden content.
#[derive(Default)]
struct ForbiddenContent {
    problems: RefCell<Vec<String>>,
}

impl TokenSink for ForbiddenContent {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut problems = self.problems.borrow_mut();
        match token {
            Token::TagToken(tag) => {
                if !HARMLESS.split(' ').any(|name| *name == *tag.name) {
                    problems.push(format!("<{}>", tag.name));
                }
                for attribute in &tag.attrs {
                    let (name, value) = (&*attribute.name.local, &*attribute.value);
                    if tag.kind == TagKind::EndTag || !is_harmless(&tag.name, name, value) {
                        problems.push(format!("{name}={value:?}"));
                    }
                }
            }
            Token::CommentToken(text) => problems.push(format!("<!--{text}-->")),
            Token::DoctypeToken(_) => problems.push("<!DOCTYPE>".into()),
            Token::NullCharacterToken => problems.push("NUL".into()),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

const HARMLESS: &str = "a abbr b blockquote br caption cite code col colgroup dd del div dl dt em figcaption figure h2 h3 h4 h5 \
    h6 hr i img ins kbd li mark ol p pre q s small strong sub sup table tbody td tfoot th thead tr u ul";

fn is_harmless(tag: &str, name: &str, value: &str) -> bool {
    let starts = |all: &[&str]| all.iter().any(|start| value.to_ascii_lowercase().starts_with(start));
    match (tag, name) {
        ("a", "href") => {
            let own = value.starts_with('/') && !value.starts_with("//") && !value.contains(['\\', '\t', '\n', '\r']);
            own || value.starts_with('#') || starts(&["http://", "https://", "mailto:", "tel:"])
        }
        ("img", "src") => value.starts_with("/pictures/") && !value.contains("..") && !value.contains('%'),
        ("img", "loading") => value == "lazy",
        ("a", "rel") => value == "noopener",
        ("a", "target") => value == "_blank",
        ("img", "alt") | ("a" | "abbr", "title") | (_, "lang") | ("th", "scope") | ("ol", "reversed") => true,
        ("img", "width" | "height") | ("td" | "th", "colspan" | "rowspan") | ("ol", "start") => value.len() < 5,
        _ => false,
    }
}

fn problems_of(html: &str) -> Vec<String> {
    let tokenizer = Tokenizer::new(ForbiddenContent::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.problems.into_inner()
}

#[test]
fn nothing_of_an_attack_is_left_but_its_text() {
    let attacks = attacks();
    assert!(attacks.len() >= 200);
    for Attack { family, html } in &attacks {
        let cleaned = clean(html);
        assert_eq!(problems_of(&cleaned), Vec::<String>::new(), "{family}: {html:?} became {cleaned:?}");
        assert_eq!(clean(&cleaned), cleaned, "{family}: {html:?} is not clean at once");
        let around = paragraphs(html);
        assert_eq!(problems_of(&around), Vec::<String>::new(), "{family}: {html:?} became {around:?}");
    }
}

#[test]
fn attacks_within_and_after_each_other_are_none_either() {
    let attacks = attacks();
    for (n, Attack { html, .. }) in attacks.iter().enumerate() {
        let next = &attacks[(n * 7 + 13) % attacks.len()].html;
        for joined in [
            format!("{html}{next}"),
            format!("<table><tr><td>{html}</td></tr>{next}"),
            format!("<p title=\"{html}\">{next}"),
        ] {
            let cleaned = clean(&joined);
            assert_eq!(problems_of(&cleaned), Vec::<String>::new(), "{joined:?} became {cleaned:?}");
            assert_eq!(clean(&cleaned), cleaned, "{joined:?}");
        }
    }
}

#[test]
fn the_judge_sees_what_is_wrong() {
    let seen = attacks().iter().filter(|attack| !problems_of(&attack.html).is_empty()).count();
    assert!(seen > 280, "{seen}");
}

#[test]
fn what_an_editor_of_a_food_shop_writes_stays() {
    for text in [
        "<h2>L'olio</h2><p>Spremuto a <strong>freddo</strong>, <em>ieri</em>.<br>Dalla Liguria</p>",
        "<ul><li>Uno</li><li>Due</li></ul><ol start=\"3\"><li>Tre</li></ol>",
        "<table><caption>Valori</caption><thead><tr><th scope=\"col\">per 100 g</th></tr></thead><tbody><tr><td colspan=\"2\">0 g</td></tr></tbody></table>",
        "<figure><img src=\"/pictures/olio-1a2b3c4d-640.webp\" alt=\"L'olio\" width=\"640\" height=\"480\" loading=\"lazy\"><figcaption>Il frantoio</figcaption></figure>",
        "<blockquote><p>Il migliore</p></blockquote><pre><code>a &lt; b</code></pre><hr>",
        "<a href=\"/spedizioni/\" rel=\"noopener\">qui</a>, <a href=\"#alto\" rel=\"noopener\">su</a>, <a href=\"tel:+390101\" rel=\"noopener\">chiama</a>",
        "<a href=\"https://x.it/?a=1&amp;b=2\" target=\"_blank\" rel=\"noopener\">x</a>",
        "50 g &amp; più, caffè &lt; tè",
    ] {
        assert_eq!(clean(text), text);
    }
}

#[test]
fn text_without_tags_is_left_alone_and_gets_a_paragraph() {
    assert_eq!(clean("L'olio \"nuovo\"\ndi ieri"), "L'olio \"nuovo\"\ndi ieri");
    assert_eq!(clean("a < b & c &amp; d"), "a &lt; b &amp; c &amp; d");
    assert_eq!(paragraphs("L'olio <b>nuovo</b>"), "<p>L'olio <b>nuovo</b></p>");
    assert_eq!(paragraphs("<ul><li>x</li></ul>"), "<ul><li>x</li></ul>");
    assert_eq!(paragraphs("<pre>x</pre>"), "<pre>x</pre>");
    assert_eq!(paragraphs("<script>x</script>"), "");
}

#[test]
fn links_and_pictures_that_are_not_safe_lose_their_address() {
    for (given, wanted) in [
        ("<a href=\"//evil.it\">x</a>", "<a rel=\"noopener\">x</a>"),
        ("<a href=\"mailto:a@b.it\">a</a>", "<a href=\"mailto:a@b.it\" rel=\"noopener\">a</a>"),
        ("<a href=\"/x/\" target=\"framename\">a</a>", "<a href=\"/x/\" rel=\"noopener\">a</a>"),
        ("<a href=\"/a\" rel=\"opener\">a</a>", "<a href=\"/a\" rel=\"noopener\">a</a>"),
        ("<img src=\"https://x.it/a.png\" alt=\"Olio\">", "<img alt=\"Olio\" loading=\"lazy\">"),
        ("<td colspan=\"99999\">x", "x"),
    ] {
        assert_eq!(clean(given), wanted, "{given}");
    }
}

#[test]
fn a_text_that_would_take_long_to_read_is_shown_without_its_tags() {
    let attributes = (0..20_000).map(|n| format!(" a{n}=1")).collect::<Vec<_>>().concat();
    let formats = (0..1000).map(|n| format!("<b title={n}><p>")).collect::<Vec<_>>().concat();
    for (name, bomb) in [
        ("elements within each other", "<div>".repeat(50_000)),
        ("tables within each other", "<table><tr><td>".repeat(20_000)),
        ("attributes", format!("<p{attributes}>x</p>")),
        ("formats that are opened again in each paragraph", formats),
        ("a very long text", "<i>x</i> ".repeat(100_000)),
    ] {
        assert!(!clean(&bomb).contains('<'), "{name}");
    }
    let table = format!("<table><tbody>{}</tbody></table>", "<tr><td><b>1</b></td><td>2</td></tr>".repeat(5000));
    assert_eq!(clean(&table), table, "a large table is none");
}

#[test]
fn what_is_remembered_is_bounded() {
    let mut cache = ResultCache::default();
    for n in 0..1000 {
        let text = format!("{n}{}", "x".repeat(50_000));
        cache.insert(&text, &text);
        cache.insert(&text, &text);
        assert!(cache.bytes <= MAX_CACHE_BYTES, "{}", cache.bytes);
    }
    let held: usize = cache.texts.iter().map(|(text, cleaned)| text.len() + cleaned.len()).sum();
    assert_eq!(cache.bytes, held);
    assert!(held > MAX_CACHE_BYTES / 2);
    assert_eq!(cache.find(&format!("999{}", "x".repeat(50_000))).map(|text| text.len()), Some(50_003));
    assert_eq!(cache.find("0"), None);
}
