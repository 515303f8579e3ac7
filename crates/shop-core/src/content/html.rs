//! Clean HTML of merchants' texts: few tags, fewer attributes; everything else vanishes or is shown as text.

use crate::text::{decode_entities, escape_html};

/// Tags that stay, without attributes.
const TAGS: [&str; 14] =
    ["p", "br", "b", "strong", "i", "em", "ul", "ol", "li", "h2", "h3", "h4", "blockquote", "small"];

/// Which tags may have an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Addresses {
    /// None: links and pictures vanish, their text stays.
    None,
    /// Links (`a href`) and the shop's own pictures (`img src alt`).
    Safe,
}

/// Keeps the allowed tags, without attributes; other tags vanish, other characters are escaped.
///
/// ```
/// use shop_core::content::html::clean;
/// assert_eq!(clean("<p onclick=\"x()\">Ciao <a href=\"/\">mondo</a></p>"), "<p>Ciao mondo</p>");
/// ```
pub fn clean(html: &str) -> String {
    cleaned(html, Addresses::None)
}

/// The same for pages: links stay when they lead to a page, a mail address or a telephone, pictures when they are the
/// shop's own.
///
/// ```
/// use shop_core::content::html::clean_page;
/// assert_eq!(clean_page("<a href=\"/cart/\" onclick=\"x()\">qui</a>"), "<a href=\"/cart/\">qui</a>");
/// assert_eq!(clean_page("<a href=\"javascript:x()\">qui</a>"), "qui");
/// ```
pub fn clean_page(html: &str) -> String {
    cleaned(html, Addresses::Safe)
}

fn cleaned(html: &str, addresses: Addresses) -> String {
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
        rest = after;
        if let Some(known) = known_tag(&name, addresses) {
            if closing {
                close(&mut out, &mut open, known);
            } else if let Some(written) = opening(known, inner) {
                out.push_str(&written);
                if !matches!(known, "br" | "img") {
                    open.push(known);
                }
            }
        } else if matches!(name.as_str(), "script" | "style") && !closing {
            // Their content is no text for people.
            let close = format!("</{name}");
            rest = after.to_ascii_lowercase().find(&close).and_then(|n| after.get(n..)).unwrap_or("");
        }
    }
    push_text(&mut out, rest);
    for tag in open.iter().rev() {
        out.push_str(&format!("</{tag}>"));
    }
    out
}

fn known_tag(name: &str, addresses: Addresses) -> Option<&'static str> {
    let more: &[&'static str] = if addresses == Addresses::Safe { &["a", "img"] } else { &[] };
    TAGS.iter().chain(more).copied().find(|known| *known == name)
}

fn close(out: &mut String, open: &mut Vec<&'static str>, tag: &str) {
    if let Some(n) = open.iter().rposition(|known| *known == tag) {
        for tag in open.drain(n..).rev() {
            out.push_str(&format!("</{tag}>"));
        }
    }
}

/// The opening tag as it stays; `None`: a link or picture whose address is not safe.
fn opening(tag: &str, inner: &str) -> Option<String> {
    match tag {
        "a" => {
            let href = attribute(inner, "href").filter(|href| is_safe_link(href))?;
            let foreign = href.starts_with("http://") || href.starts_with("https://");
            let rel = if foreign { " rel=\"noopener\"" } else { "" };
            Some(format!("<a href=\"{}\"{rel}>", escape_html(&href)))
        }
        "img" => {
            let src = attribute(inner, "src").filter(|src| is_own_picture(src))?;
            let alt = attribute(inner, "alt").unwrap_or_default();
            Some(format!("<img src=\"{}\" alt=\"{}\" loading=\"lazy\">", escape_html(&src), escape_html(&alt)))
        }
        _ => Some(format!("<{tag}>")),
    }
}

/// The value of an attribute of a tag, entities decoded.
fn attribute(inner: &str, wanted: &str) -> Option<String> {
    let mut rest = inner.split_once(char::is_whitespace)?.1;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        let end = rest.find(|c: char| c.is_whitespace() || c == '=' || c == '/').unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        let (name, after) = rest.split_at(end);
        let Some(value) = after.trim_start().strip_prefix('=') else {
            rest = after;
            continue;
        };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, after) = match quote {
            Some(quote) => value.get(1..)?.split_once(quote)?,
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        if name.eq_ignore_ascii_case(wanted) {
            return Some(decode_entities(value).trim().to_owned());
        }
        rest = after;
    }
}

/// Control characters and backslashes are read in different ways by different browsers: such an address is none.
fn is_plain(address: &str) -> bool {
    !address.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\')
}

fn is_safe_link(href: &str) -> bool {
    let here = (href.starts_with('/') && !href.starts_with("//")) || href.starts_with('#');
    let known = ["https://", "http://", "mailto:", "tel:"].iter().any(|scheme| href.starts_with(scheme));
    is_plain(href) && (here || known)
}

fn is_own_picture(src: &str) -> bool {
    is_plain(src) && src.starts_with("/pictures/") && !src.contains("..")
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

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(clean_page(given), wanted, "{given}");
        }
    }

    #[test]
    fn links_lead_to_pages_mails_and_telephones_only() {
        for (given, wanted) in [
            ("<a href='/spedizioni/'>qui</a>", "<a href=\"/spedizioni/\">qui</a>"),
            ("<a class=x href=#alto>su</a>", "<a href=\"#alto\">su</a>"),
            ("<A HREF=\"mailto:a@b.it\">a</A>", "<a href=\"mailto:a@b.it\">a</a>"),
            (
                "<a href=\"https://x.it/?a=1&amp;b=2\">x</a>",
                "<a href=\"https://x.it/?a=1&amp;b=2\" rel=\"noopener\">x</a>",
            ),
            ("<a href=\"//evil.it\">x</a>", "x"),
            ("<a href=\"/\\evil.it\">x</a>", "x"),
            ("<a href=\"jav&#97;script:x()\">x</a>", "x"),
            ("<a href=\"java\tscript:x()\">x</a>", "x"),
            ("<a href=\" data:text/html,x\">x</a>", "x"),
            ("<a href=\"/a&quot; onclick=&quot;x()\">x</a>", "x"),
            ("<a href=\"/a&quot;onclick=&quot;x()\">x</a>", "<a href=\"/a&quot;onclick=&quot;x()\">x</a>"),
            ("<a>senza</a>", "senza"),
            ("<a href>senza</a>", "senza"),
            ("<a title=\"a>b\" href=\"/x/\">y</a>", "b&quot; href=&quot;/x/&quot;&gt;y"),
        ] {
            assert_eq!(clean_page(given), wanted, "{given}");
        }
    }

    #[test]
    fn pictures_are_the_shops_own() {
        let own = "<img src=\"/pictures/olio-640.webp\" alt=\"L'olio\" onload=\"x()\">";
        let kept = "<img src=\"/pictures/olio-640.webp\" alt=\"L&#39;olio\" loading=\"lazy\">";
        assert_eq!(clean_page(own), kept);
        for foreign in ["https://x.it/a.png", "//x.it/a.png", "/admin/", "/pictures/../admin/", "data:image/png,x"] {
            assert_eq!(clean_page(&format!("<img src=\"{foreign}\">")), "", "{foreign}");
        }
        assert_eq!(clean(own), "", "texts of products have none");
    }

    #[test]
    fn cleaning_twice_changes_nothing_more() {
        for given in ["<a href=\"/x/?a=1&b=2\">a & b</a>", "<p>x<img src='/pictures/a.webp' alt='\"'></p>", "<b><i>x"] {
            let once = clean_page(given);
            assert_eq!(clean_page(&once), once, "{given}");
        }
    }
}
