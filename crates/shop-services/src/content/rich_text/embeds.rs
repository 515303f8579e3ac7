//! Third-party content in a text: frames and scripts are extracted, so that the page can ask for consent before loading them, and
//! `{consent}` becomes the consent form.

use shop_core::base::text::{decode_entities, escape_html};
use shop_core::view::EmbedKind;

use super::clean;

/// Maximum number of embeds in a text; further ones are removed, as they are where none is allowed.
const MAX_EMBEDS: usize = 50;
/// Maximum length of an inspected tag in bytes.
const MAX_TAG_BYTES: usize = 4096;
/// Elements that load something: name, attribute with the URL, kind, and whether an end tag follows.
const LOADERS: [(&str, &str, EmbedKind); 4] = [
    ("iframe", "src", EmbedKind::Frame),
    ("script", "src", EmbedKind::Script),
    ("embed", "src", EmbedKind::Frame),
    ("object", "data", EmbedKind::Frame),
];
/// Placeholder of the consent form.
const CONSENT: &str = "{consent}";

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// HTML as written, to be sanitised.
    Html(&'a str),
    Embed {
        kind: EmbedKind,
        /// URL with any scheme.
        address: String,
        /// Title; may be empty.
        title: String,
    },
    /// The consent form.
    Consent,
}

/// Splits a text into its parts, in order.
///
/// ```
/// use shop_services::content::rich_text::{Piece, pieces};
///
/// let found = pieces("<p>Video:</p><iframe src='https://example.com/1' title=Olio></iframe>");
/// assert_eq!(found.len(), 2);
/// assert!(matches!(&found[1], Piece::Embed { address, .. } if address == "https://example.com/1"));
/// ```
pub fn pieces(html: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let (mut from, mut at, mut embeds) = (0, 0, 0);
    while let Some(found) = html.get(at..).and_then(|rest| rest.find(['<', '{'])) {
        let start = at + found;
        let rest = html.get(start..).unwrap_or_default();
        at = start + 1;
        let (piece, length) = if rest.starts_with(CONSENT) {
            (Piece::Consent, CONSENT.len())
        } else if let Some((kind, address, title, length)) = (embeds < MAX_EMBEDS).then(|| loader(rest)).flatten() {
            embeds += 1;
            (Piece::Embed { kind, address, title }, length)
        } else {
            continue;
        };
        push_html(&mut out, html.get(from..start));
        out.push(piece);
        from = start + length;
        at = from;
    }
    push_html(&mut out, html.get(from..));
    out
}

/// Sanitises a text for storage, keeping the third-party content in place, where it waits for consent.
///
/// ```
/// use shop_services::content::rich_text::clean_with_embeds;
///
/// let text = "<p onclick=x>a</p><iframe onload=x src='https://example.com/'></iframe>";
/// assert_eq!(clean_with_embeds(text), r#"<p>a</p><iframe src="https://example.com/" title=""></iframe>"#);
/// ```
pub fn clean_with_embeds(html: &str) -> String {
    let written = |piece: Piece<'_>| match piece {
        Piece::Html(html) => clean(html),
        Piece::Consent => CONSENT.to_owned(),
        Piece::Embed { kind, address, title } => {
            let name = if kind == EmbedKind::Script { "script" } else { "iframe" };
            format!("<{name} src=\"{}\" title=\"{}\"></{name}>", escape_html(&address), escape_html(&title))
        }
    };
    pieces(html).into_iter().map(written).collect()
}

fn push_html<'a>(out: &mut Vec<Piece<'a>>, html: Option<&'a str>) {
    out.extend(html.filter(|html| !html.trim().is_empty()).map(Piece::Html));
}

/// Parses an element that loads something at the start of a text: kind, URL, title, and its length including the end tag. One
/// without a URL is left to the sanitiser.
fn loader(text: &str) -> Option<(EmbedKind, String, String, usize)> {
    let (name, attribute, kind) = LOADERS.into_iter().find(|(name, ..)| {
        let head = text.get(1..=name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name));
        head && text.as_bytes().get(name.len() + 1).is_some_and(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'>'))
    })?;
    let (attributes, tag) = attributes(text, name.len() + 1)?;
    let value =
        |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.trim().to_owned());
    let address = value(attribute).filter(|address| !address.is_empty())?;
    // `embed` has no end tag; the others' is searched case-insensitively.
    let rest = text.get(tag..).unwrap_or_default();
    let end = if name == "embed" { None } else { end_of(rest, name) };
    Some((kind, address, value("title").unwrap_or_default(), tag + end.unwrap_or(0)))
}

/// Parses the attributes of a tag as browsers do (case-insensitive names, quoted or unquoted values); also returns where the tag
/// ends.
fn attributes(text: &str, from: usize) -> Option<(Vec<(String, String)>, usize)> {
    let bytes = text.as_bytes().get(..text.len().min(MAX_TAG_BYTES))?;
    let is_space = |b: u8| b.is_ascii_whitespace() || b == b'/';
    let mut out = Vec::new();
    let mut at = from;
    loop {
        while bytes.get(at).is_some_and(|b| is_space(*b)) {
            at += 1;
        }
        if *bytes.get(at)? == b'>' {
            return Some((out, at + 1));
        }
        let start = at;
        while bytes.get(at).is_some_and(|b| !is_space(*b) && !matches!(b, b'=' | b'>')) {
            at += 1;
        }
        let name = text.get(start..at)?.to_ascii_lowercase();
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let mut value = String::new();
        if bytes.get(at) == Some(&b'=') {
            at += 1;
            while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
                at += 1;
            }
            let quote = bytes.get(at).copied().filter(|b| matches!(b, b'"' | b'\''));
            at += usize::from(quote.is_some());
            let start = at;
            while bytes
                .get(at)
                .is_some_and(|b| quote.map_or(!b.is_ascii_whitespace() && *b != b'>', |quote| *b != quote))
            {
                at += 1;
            }
            value = decode_entities(text.get(start..at)?);
            at += usize::from(quote.is_some());
        }
        out.push((name, value));
    }
}

/// End of an element whose content is not displayed, behind its end tag.
fn end_of(text: &str, name: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find("</")) {
        let start = at + found;
        if text.get(start + 2..start + 2 + name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name)) {
            return text.get(start..).and_then(|rest| rest.find('>')).map(|end| start + end + 1);
        }
        at = start + 2;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(html: &str) -> Vec<String> {
        let describe_piece = |piece: Piece<'_>| match piece {
            Piece::Html(html) => html.to_owned(),
            Piece::Embed { kind, address, title } => format!("{kind:?} {address} {title}"),
            Piece::Consent => "consent".to_owned(),
        };
        pieces(html).into_iter().map(describe_piece).collect()
    }

    #[test]
    fn frames_and_scripts_are_taken_out_and_the_text_around_them_stays() {
        for (html, expected) in [
            ("<p>a</p>", vec!["<p>a</p>"]),
            ("a<iframe src=\"https://x.it/1\"></iframe>b", vec!["a", "Frame https://x.it/1 ", "b"]),
            (
                "<IFRAME\nSRC = 'https://x.it/1?a=1&amp;b=2' title=\"L'olio\">dentro</IFRAME >",
                vec!["Frame https://x.it/1?a=1&b=2 L'olio"],
            ),
            ("<script async src=https://x.it/a.js></script>", vec!["Script https://x.it/a.js "]),
            ("<object data='https://x.it/2'><p>x</p></object>c", vec!["Frame https://x.it/2 ", "c"]),
            ("<embed src='https://x.it/3'>d", vec!["Frame https://x.it/3 ", "d"]),
            ("<p>1</p>{consent}<p>2</p>", vec!["<p>1</p>", "consent", "<p>2</p>"]),
        ] {
            assert_eq!(describe(html), expected, "{html}");
        }
    }

    #[test]
    fn what_loads_nothing_or_never_ends_is_left_to_the_cleaning() {
        for html in [
            "<iframe></iframe>",
            "<iframe src=''></iframe>",
            "<iframe srcdoc='<p>x</p>'></iframe>",
            "<script>x()</script>",
            "<iframes src='https://x.it'>",
            "<iframe src='https://x.it",
            "{consenso} < 3 <",
            "<iframe",
        ] {
            assert_eq!(describe(html), [html], "{html}");
        }
    }

    #[test]
    fn a_text_of_nothing_but_frames_has_some_of_them() {
        let many = "<embed src=https://x.it/>".repeat(1000);
        let embeds = pieces(&many).into_iter().filter(|piece| matches!(piece, Piece::Embed { .. }));
        assert_eq!(embeds.count(), MAX_EMBEDS);
        assert_eq!(clean_with_embeds(&many).matches("<iframe").count(), MAX_EMBEDS, "the others vanish");
        assert_eq!(pieces(&"<iframe src='https://x.it/'".repeat(2000)).len(), 1);
    }
}
