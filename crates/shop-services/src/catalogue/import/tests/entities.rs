use proptest::prelude::*;

use super::*;

#[test]
fn named_and_numbered_entities_are_characters() {
    for (written, text) in [
        ("Oli &amp; Aceti", "Oli & Aceti"),
        ("Caff&egrave; &#8211; T&egrave;", "Caffè – Tè"),
        ("d&#039;oliva", "d'oliva"),
        ("d&rsquo;oliva", "d’oliva"),
        ("d&#146;oliva", "d’oliva"),
        ("&#x20AC; &#X41;", "€ A"),
        ("Sale&nbsp;fino&#160;", "Sale fino "),
        ("&lt;5&gt; &quot;x&quot;", "<5> \"x\""),
        ("&NotEqualTilde;", "≂\u{338}"),
    ] {
        assert_eq!(decode_entities(written), text, "{written}");
    }
}

#[test]
fn an_entity_is_read_once() {
    assert_eq!(decode_entities("&amp;amp;"), "&amp;");
    assert_eq!(decode_entities("&amp;#38;"), "&#38;");
    assert_eq!(decode_entities("&#38;lt;"), "&lt;");
}

#[test]
fn what_is_no_entity_stays_as_it_is() {
    for text in [
        "AT&T",
        "R&D;",
        "&",
        "&&",
        "&;",
        "&#;",
        "&#x;",
        "&#0;",
        "&#7;",
        "&#xD800;",
        "&#1114112;",
        "&#99999999999;",
        "&amp",
        "&copy 2026",
        "&unknown;",
        "&#-38;",
        "&#+38;",
        "&a b;",
        "Pane & olio; vino",
        "&#129;",
    ] {
        assert_eq!(decode_entities(text), text);
    }
}

#[test]
fn only_ampersands_that_would_be_read_as_entities_are_escaped() {
    for (text, written) in [
        ("Oli & Aceti", "Oli & Aceti"),
        ("&amp;", "&amp;amp;"),
        ("AT&T; &lt;", "AT&T; &amp;lt;"),
        ("&#38;", "&amp;#38;"),
    ] {
        assert_eq!(encode_entities(text), written);
    }
}

proptest! {
    #[test]
    fn any_text_survives_escaping(text in "(&|&amp;|&lt;|&#38;|&#x26;|&nbsp;|amp;|#|;|.){0,12}") {
        prop_assert_eq!(decode_entities(&encode_entities(&text)), text);
    }
}
