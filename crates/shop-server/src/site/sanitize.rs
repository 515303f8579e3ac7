//! Clean HTML of merchants' texts: a few tags without attributes; everything else is shown as text.

use shop_core::text::escape_html;

const TAGS: [&str; 14] =
    ["p", "br", "b", "strong", "i", "em", "ul", "ol", "li", "h2", "h3", "h4", "blockquote", "small"];

/// Keeps the allowed tags, without attributes; other tags vanish, other characters are escaped.
pub(super) fn clean(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut open: Vec<&'static str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, tail) = rest.split_at(at);
        push_text(&mut out, text);
        let Some(end) = tail.find('>') else {
            push_text(&mut out, tail);
            rest = "";
            break;
        };
        let (tag, after) = tail.split_at(end + 1);
        let inner = tag.trim_start_matches('<').trim_end_matches('>').trim();
        let closing = inner.starts_with('/');
        let name: String = inner
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase();
        if let Some(known) = TAGS.iter().copied().find(|t| *t == name) {
            if known == "br" {
                out.push_str("<br>");
            } else if !closing {
                open.push(known);
                out.push_str(&format!("<{known}>"));
            } else if let Some(n) = open.iter().rposition(|t| *t == known) {
                for tag in open.drain(n..).rev() {
                    out.push_str(&format!("</{tag}>"));
                }
            }
        } else if matches!(name.as_str(), "script" | "style") && !closing {
            // Their content is no text for people.
            let close = format!("</{name}");
            rest = after.to_ascii_lowercase().find(&close).and_then(|n| after.get(n..)).unwrap_or("");
            continue;
        }
        rest = after;
    }
    push_text(&mut out, rest);
    for tag in open.iter().rev() {
        out.push_str(&format!("</{tag}>"));
    }
    out
}

/// Entities that the text has already stay as they are.
fn push_text(out: &mut String, text: &str) {
    for (n, part) in text.split('&').enumerate() {
        if n > 0 {
            let is_entity = part.find(';').is_some_and(|end| {
                end > 0
                    && end < 10
                    && part.get(..end).is_some_and(|e| e.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#'))
            });
            out.push_str(if is_entity { "&" } else { "&amp;" });
        }
        out.push_str(&escape_html(part));
    }
}

/// Paragraphs around a text that has none.
pub(super) fn paragraphs(html: &str) -> String {
    let cleaned = clean(html);
    if cleaned.is_empty() || cleaned.contains("<p>") { cleaned } else { format!("<p>{cleaned}</p>") }
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn scripts_handlers_and_unknown_tags_do_not_pass() {
        for (given, wanted) in [
            ("<p onclick=\"x()\">Ciao <b>mondo</b></p>", "<p>Ciao <b>mondo</b></p>"),
            ("<script>alert(1)</script>dopo", "dopo"),
            ("<img src=x onerror=alert(1)>", ""),
            ("a < b & c &amp; d", "a &lt; b &amp; c &amp; d"),
            ("<b>aperto", "<b>aperto</b>"),
            ("</p>testo", "testo"),
            ("<ScRiPt src=//x>y", ""),
            ("<a href=\"javascript:x\">link</a>", "link"),
        ] {
            assert_eq!(clean(given), wanted, "{given}");
        }
    }
}
