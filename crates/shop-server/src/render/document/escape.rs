//! Escaping of text for HTML, XML and script elements.

/// Appends text to HTML or XML, as content or inside a double-quoted attribute.
pub(crate) fn push_text(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        let mut characters = special.chars();
        out.push_str(match characters.next() {
            Some('&') => "&amp;",
            Some('<') => "&lt;",
            Some('>') => "&gt;",
            Some('"') => "&quot;",
            _ => "&#39;",
        });
        rest = characters.as_str();
    }
    out.push_str(rest);
}

/// Escapes text for HTML or XML.
pub(crate) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_text(&mut out, text);
    out
}

/// Appends JSON to the content of a script element. `<`, `>`, `&` and the two line separators that older script engines do not
/// accept occur only inside JSON strings, where `\u` means the same; everything else is unchanged, so that a client that searches
/// the page for `"…_nonce":"…"` finds it.
pub(crate) fn push_script_json(out: &mut String, json: &str) {
    let mut rest = json;
    while let Some(at) = rest.find(['<', '>', '&', '\u{2028}', '\u{2029}']) {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        let mut characters = special.chars();
        out.push_str(match characters.next() {
            Some('<') => "\\u003c",
            Some('>') => "\\u003e",
            Some('&') => "\\u0026",
            Some('\u{2028}') => "\\u2028",
            _ => "\\u2029",
        });
        rest = characters.as_str();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_leave_its_place() {
        assert_eq!(text(r#"<b a="x" b='y'>&amp; caffè"#), "&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp; caffè");
        assert_eq!(text(""), "");
    }

    #[test]
    fn json_cannot_close_its_script_and_means_the_same() {
        let json = "{\"a\":\"</script><!-- & \u{2028}\u{2029}\",\"update_order_review_nonce\":\"12ab\"}";
        let mut out = String::new();
        push_script_json(&mut out, json);
        assert!(!out.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{out}");
        assert!(out.contains(r#""update_order_review_nonce":"12ab""#));
        let before: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&out).unwrap(), before);
    }
}
