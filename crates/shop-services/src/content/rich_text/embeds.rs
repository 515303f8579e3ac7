//! Content of others in a text that somebody wrote: frames and scripts are taken out of it, so that the page can ask before they
//! are loaded, and `{consent}` becomes the place of the choices about cookies.

use shop_core::base::text::{decode_entities, escape_html};
use shop_core::view::EmbedKind;

use super::clean;

/// Most pieces of content of others in a text; further ones vanish, as they do where none is allowed.
const MAX_EMBEDS: usize = 50;
/// Longest tag that is looked at, in bytes.
const MAX_TAG_BYTES: usize = 4096;
/// Elements that load something, the attribute with its address, and whether an end tag follows.
const LOADERS: [(&str, &str, EmbedKind); 4] = [
    ("iframe", "src", EmbedKind::Frame),
    ("script", "src", EmbedKind::Script),
    ("embed", "src", EmbedKind::Frame),
    ("object", "data", EmbedKind::Frame),
];
/// The place of the choices about cookies.
const CONSENT: &str = "{consent}";

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// HTML as it was written, to be cleaned.
    Html(&'a str),
    /// Content of others.
    Embed {
        /// What loads it.
        kind: EmbedKind,
        /// Its address, of any kind.
        address: String,
        /// What it shows; may be empty.
        title: String,
    },
    /// The choices about cookies.
    Consent,
}

/// The pieces of a text in their order.
///
/// ```
/// use shop_services::content::rich_text::{Piece, pieces};
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

/// A text as it is stored: clean, with the content of others in its places, where it waits to be allowed.
///
/// ```
/// use shop_services::content::rich_text::clean_with_embeds;
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

/// An element that loads something, at the beginning of a text: what, from where, its title, and how long it is with its end.
/// One without an address is none: it is left to the cleaning.
fn loader(text: &str) -> Option<(EmbedKind, String, String, usize)> {
    let (name, attribute, kind) = LOADERS.into_iter().find(|(name, ..)| {
        let head = text.get(1..=name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name));
        head && text.as_bytes().get(name.len() + 1).is_some_and(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'>'))
    })?;
    let (attributes, tag) = attributes(text, name.len() + 1)?;
    let value =
        |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.trim().to_owned());
    let address = value(attribute).filter(|address| !address.is_empty())?;
    // `embed` has no end; that of the others is looked for without regard to case.
    let rest = text.get(tag..).unwrap_or_default();
    let end = if name == "embed" { None } else { end_of(rest, name) };
    Some((kind, address, value("title").unwrap_or_default(), tag + end.unwrap_or(0)))
}

/// Attributes of a tag with their values, and where it ends. Read as browsers do: names without case, values with or without quotes.
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

/// Where an element ends whose content is not shown: behind its end tag.
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

    fn told(html: &str) -> Vec<String> {
        let tell = |piece: Piece<'_>| match piece {
            Piece::Html(html) => html.to_owned(),
            Piece::Embed { kind, address, title } => format!("{kind:?} {address} {title}"),
            Piece::Consent => "consent".to_owned(),
        };
        pieces(html).into_iter().map(tell).collect()
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
            assert_eq!(told(html), expected, "{html}");
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
            assert_eq!(told(html), [html], "{html}");
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
