//! The HTML document around a rendered page.
//!
//! The app itself reports to the style sheets that scripts run (`data-hydrated` on the root element). Until then, and always
//! without scripts, pages are styled for use without scripts. So no inline script is needed, and the content security policy
//! allows none.

pub(super) mod escape;
pub(super) mod fallback;
pub(super) mod segments;
pub(super) mod slices;

use shop_core::view::{Head, Page, Shell};

use super::assets::Assets;
use super::assets::manifest::PageFiles;
use super::content::{PageContent, kind_of, lang_code};
use escape::{push_script_json, push_text};
use segments::{Document, Writer};

/// Icons in the bundle's top folder that documents link to when they exist: file name and tag up to its address.
const ICONS: [(&str, &str); 3] = [
    ("favicon.ico", r#"<link rel="icon" sizes="32x32" href="#),
    ("favicon.svg", r#"<link rel="icon" type="image/svg+xml" href="#),
    ("apple-touch-icon.png", r#"<link rel="apple-touch-icon" href="#),
];

/// Builds the document. `page_json` is the page's data as JSON, `html` what the app rendered from it: no character may come
/// between the root element's tags and it, or hydration fails.
pub(crate) fn document(content: &PageContent, page_json: &str, html: &str, assets: &Assets) -> Document {
    let files = assets.page_files(kind_of(&content.data.page), lang_code(content.data.shell.lang));
    let mut writer = Writer::default();
    writer.out().reserve(html.len() + page_json.len() + page_json.len() / 8 + 4096);
    writer.out().push_str("<!DOCTYPE html><html lang=\"");
    writer.out().push_str(lang_code(content.data.shell.lang));
    writer.out().push_str("\"><head><meta charset=\"utf-8\">");
    writer.out().push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    element(writer.out(), "title", &content.data.head.title);
    let theme = &content.data.shell.theme;
    links_to_files(&mut writer, &files, &theme.unused_fonts);
    if !theme.style_path.is_empty() {
        // After the shop's own sheets, because the theme overrides some of their custom properties.
        attributes(writer.out(), "<link", &[("rel", "stylesheet"), ("href", &theme.style_path)]);
        writer.nonce();
        writer.out().push('>');
    }
    if !theme.bar_color.is_empty() {
        meta(writer.out(), "name", "theme-color", &theme.bar_color);
    }
    tags(writer.out(), content);
    icons(writer.out(), &content.data.shell, assets);
    let (preloads, html) = split_preloads(html);
    writer.out().push_str(preloads);
    for json in &content.json_ld {
        // JSON-LD is data, not script, so the policy requires no nonce.
        writer.out().push_str("<script type=\"application/ld+json\">");
        push_script_json(writer.out(), json);
        writer.out().push_str("</script>");
    }
    let out = writer.out();
    out.push_str("</head><body><div id=\"root\">");
    out.push_str(html);
    out.push_str("</div><script type=\"application/json\" id=\"page-data\">");
    push_script_json(out, page_json);
    out.push_str("</script></body></html>");
    writer.finish()
}

/// Splits off the preload tags that React writes before a page without a head of its own, outside the markup that hydration
/// compares. In the document's head the browser finds them earlier.
fn split_preloads(html: &str) -> (&str, &str) {
    let mut end = 0;
    while let Some(rest) = html.get(end..).filter(|rest| rest.starts_with("<link rel=\"preload\"")) {
        // React escapes `>` in attributes as `&gt;`.
        let Some(length) = rest.find('>') else { break };
        end += length + 1;
    }
    html.split_at(end)
}

/// Links style sheets, fonts and scripts. They come early, so that the browser fetches them while the rest arrives; a module
/// script runs only after the whole document was parsed. `unused_fonts`: parts of the names of fonts to leave out.
fn links_to_files(writer: &mut Writer, files: &PageFiles, unused_fonts: &[String]) {
    for style in &files.styles {
        attributes(writer.out(), "<link", &[("rel", "stylesheet"), ("href", style)]);
        writer.nonce();
        writer.out().push('>');
    }
    for font in files.fonts.iter().filter(|font| !unused_fonts.iter().any(|unused| font.contains(unused.as_str()))) {
        let preload = [("rel", "preload"), ("as", "font"), ("type", "font/woff2"), ("href", font)];
        attributes(writer.out(), "<link", &preload);
        // Style sheets fetch fonts without cookies; with another mode the browser would fetch the font twice.
        writer.out().push_str(" crossorigin>");
    }
    let Some(bootstrap) = &files.bootstrap else { return scripts_at_once(writer, files) };
    // On a page rendered by the server, visible content has priority over hydration (web/src/bootstrap/bootstrap.ts).
    let modules = std::iter::once(&files.entry).chain(&files.modules).cloned().collect::<Vec<_>>().join(" ");
    let later = [("data-modules", modules.as_str()), ("data-wasm", &files.wasm.join(" "))];
    attributes(writer.out(), "<script", &[("type", "module"), ("src", bootstrap), ("fetchpriority", "low")]);
    attributes(writer.out(), "", &later);
    writer.nonce();
    writer.out().push_str("></script>");
}

fn scripts_at_once(writer: &mut Writer, files: &PageFiles) {
    attributes(writer.out(), "<script", &[("type", "module"), ("src", &files.entry)]);
    writer.nonce();
    writer.out().push_str("></script>");
    for module in &files.modules {
        attributes(writer.out(), "<link", &[("rel", "modulepreload"), ("href", module)]);
        writer.nonce();
        writer.out().push('>');
    }
    for wasm in &files.wasm {
        // The same mode as the module's loader, or the browser would fetch it twice.
        let preload = [("rel", "preload"), ("as", "fetch"), ("type", "application/wasm"), ("href", wasm)];
        attributes(writer.out(), "<link", &preload);
        writer.out().push_str(" crossorigin>");
    }
}

/// Writes the tags for search engines and link previews. Description and canonical are always present, because the app updates
/// them when it navigates.
fn tags(out: &mut String, content: &PageContent) {
    let Head { title, description, canonical, alternates, noindex, image } = &content.data.head;
    let shell = &content.data.shell;
    meta(out, "name", "description", description);
    tag(out, "<link", &[("rel", "canonical"), ("href", canonical)]);
    if *noindex {
        meta(out, "name", "robots", "noindex");
    }
    for one in alternates {
        tag(out, "<link", &[("rel", "alternate"), ("hreflang", &one.hreflang), ("href", &one.href)]);
    }
    let kind = if matches!(content.data.page, Page::Product(_)) { "product" } else { "website" };
    let locale = match shell.lang {
        shop_core::base::Lang::It => "it_IT",
        shop_core::base::Lang::En => "en_GB",
    };
    for (property, value) in [
        ("og:site_name", shell.shop_name.as_str()),
        ("og:type", kind),
        ("og:title", title),
        ("og:description", description),
        ("og:url", canonical),
        ("og:locale", locale),
        ("og:image", image.as_deref().unwrap_or("")),
    ] {
        if !value.is_empty() {
            meta(out, "property", property, value);
        }
    }
    meta(out, "name", "twitter:card", if image.is_some() { "summary_large_image" } else { "summary" });
}

fn icons(out: &mut String, shell: &Shell, assets: &Assets) {
    let manifest = format!("{}/site.webmanifest", shell.prefix);
    tag(out, "<link", &[("rel", "manifest"), ("href", &manifest)]);
    let mut any = false;
    for (name, start) in ICONS {
        if assets.has_file(name) {
            out.push_str(start);
            out.push_str("\"/");
            out.push_str(name);
            out.push_str("\">");
            any |= name.starts_with("favicon");
        }
    }
    if !any {
        // Without an icon browsers request /favicon.ico and report that it is missing.
        let address = shell.theme.logo.as_ref().map_or("data:,", |logo| &logo.src);
        tag(out, "<link", &[("rel", "icon"), ("href", address)]);
    }
}

/// Builds the back office's document, which is not rendered on the server. `title` is plain text.
pub fn back_office_document(files: &PageFiles, lang: shop_core::base::Lang, title: &str) -> Document {
    let mut writer = Writer::default();
    writer.out().push_str("<!DOCTYPE html><html lang=\"");
    writer.out().push_str(lang_code(lang));
    writer.out().push_str("\"><head><meta charset=\"utf-8\">");
    writer.out().push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    element(writer.out(), "title", title);
    meta(writer.out(), "name", "robots", "noindex");
    tag(writer.out(), "<link", &[("rel", "icon"), ("href", "data:,")]);
    links_to_files(&mut writer, files, &[]);
    writer.out().push_str("</head><body><div id=\"root\"></div></body></html>");
    writer.finish()
}

pub(super) fn element(out: &mut String, name: &str, text: &str) {
    out.push('<');
    out.push_str(name);
    out.push('>');
    push_text(out, text);
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

fn meta(out: &mut String, key: &str, name: &str, content: &str) {
    tag(out, "<meta", &[(key, name), ("content", content)]);
}

fn tag(out: &mut String, start: &str, pairs: &[(&str, &str)]) {
    attributes(out, start, pairs);
    out.push('>');
}

fn attributes(out: &mut String, start: &str, pairs: &[(&str, &str)]) {
    out.push_str(start);
    for (name, value) in pairs {
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        push_text(out, value);
        out.push('"');
    }
}

#[cfg(test)]
mod tests;
