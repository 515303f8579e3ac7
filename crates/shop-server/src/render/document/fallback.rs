//! The error page for when rendering fails; nothing in it can fail.

use shop_core::base::Lang;
use shop_core::platform::words::site_texts;

use super::element;
use super::segments::{Document, Writer};
use crate::render::content::lang_code;

const STYLE: &str = include_str!("fallback.css");

/// Reason for the error page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FallbackReason {
    /// Too many requests wait for the renderer.
    Busy,
    /// The database is unreachable or cannot write, which may pass.
    DatabaseDown,
    /// A bug: trying again will hardly help.
    Bug,
}

fn title_and_text(lang: Lang, reason: FallbackReason) -> (&'static str, &'static str) {
    match reason {
        FallbackReason::Busy => (site_texts::busy_title(lang), site_texts::busy(lang)),
        FallbackReason::Bug => (site_texts::bug_title(lang), site_texts::bug(lang)),
        FallbackReason::DatabaseDown => (site_texts::database_down_title(lang), site_texts::database_down(lang)),
    }
}

/// Builds the error page, a document without scripts.
pub(crate) fn fallback(lang: Lang, reason: FallbackReason) -> Document {
    let (title, text) = title_and_text(lang, reason);
    let mut writer = Writer::default();
    let out = writer.out();
    out.push_str("<!DOCTYPE html><html lang=\"");
    out.push_str(lang_code(lang));
    out.push_str(
        "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
    );
    element(out, "title", title);
    out.push_str("<meta name=\"robots\" content=\"noindex\"><link rel=\"icon\" href=\"data:,\"><style");
    writer.nonce();
    let out = writer.out();
    out.push('>');
    out.push_str(STYLE);
    out.push_str("</style></head><body><main>");
    element(out, "h1", title);
    element(out, "p", text);
    // An empty address is the page itself, with its query.
    out.push_str("<p><a href=\"\">");
    out.push_str(site_texts::try_again(lang));
    // Always with a language prefix: the prefix of the shop's own language redirects to the plain address.
    out.push_str("</a> · <a href=\"/");
    out.push_str(lang_code(lang));
    out.push_str("/\">");
    out.push_str(site_texts::to_home_page(lang));
    out.push_str("</a></p></main></body></html>");
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fallback_speaks_the_shoppers_language_and_needs_no_file() {
        for (lang, reason, title) in [
            (Lang::It, FallbackReason::Bug, "Qualcosa non ha funzionato"),
            (Lang::En, FallbackReason::Busy, "One moment, please"),
            (Lang::It, FallbackReason::DatabaseDown, "Torniamo subito"),
        ] {
            let html = String::from_utf8(fallback(lang, reason).with_nonce("N").joined()).unwrap();
            assert!(html.contains(&format!("<h1>{title}</h1>")));
            assert!(html.contains(&format!("href=\"/{}/\"", lang_code(lang))), "home stays in the visitor's language");
            assert!(html.contains("<style nonce=\"N\">"));
            assert!(!html.contains("<script") && !html.contains("rel=\"stylesheet\""));
        }
    }
}
