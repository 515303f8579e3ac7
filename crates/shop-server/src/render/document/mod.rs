//! The HTML document around a rendered page.
//!
//! Whether scripts run is told to the style sheets by the app itself (`data-hydrated` on the root element): until then,
//! and without scripts for ever, pages look as they work without them. So no inline script is needed, and the policy
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

/// Files of the bundle's top folder that documents link to, when they are there: name and tag up to its address.
const ICONS: [(&str, &str); 3] = [
    ("favicon.ico", r#"<link rel="icon" sizes="32x32" href="#),
    ("favicon.svg", r#"<link rel="icon" type="image/svg+xml" href="#),
    ("apple-touch-icon.png", r#"<link rel="apple-touch-icon" href="#),
];

/// Puts a document together. `page_json` is the page's data as JSON, `html` what the app rendered from it: not a
/// character may come between the root element's tags and it, or the browser's first render differs.
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
        // After the shop's own sheets: it says some of their values anew.
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
        // Data, not script: the policy asks no nonce of it.
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

/// React writes what it wants fetched early before a page that has no head of its own, outside of what it will look at
/// again in the browser. In the document's head the browser finds it earlier.
fn split_preloads(html: &str) -> (&str, &str) {
    let mut end = 0;
    while let Some(rest) = html.get(end..).filter(|rest| rest.starts_with("<link rel=\"preload\"")) {
        // Inside attributes React writes `&gt;`.
        let Some(length) = rest.find('>') else { break };
        end += length + 1;
    }
    html.split_at(end)
}

/// Styles, fonts and scripts. They stand early, so that the browser fetches them while the rest arrives; a module script runs
/// when the whole document has been read, wherever it stands. `unused_fonts`: parts of the names of those that are left out.
fn links_to_files(writer: &mut Writer, files: &PageFiles, unused_fonts: &[String]) {
    for style in &files.styles {
        attributes(writer.out(), "<link", &[("rel", "stylesheet"), ("href", style)]);
        writer.nonce();
        writer.out().push('>');
    }
    for font in files.fonts.iter().filter(|font| !unused_fonts.iter().any(|unused| font.contains(unused.as_str()))) {
        let preload = [("rel", "preload"), ("as", "font"), ("type", "font/woff2"), ("href", font)];
        attributes(writer.out(), "<link", &preload);
        // Style sheets fetch fonts without cookies: asked for otherwise, the browser fetches it twice.
        writer.out().push_str(" crossorigin>");
    }
    let Some(begin) = &files.begin else { return scripts_at_once(writer, files) };
    // On a page that is rendered already, what is seen of it goes before what makes it answer (web/src/bootstrap/bootstrap.ts).
    let modules = std::iter::once(&files.entry).chain(&files.modules).cloned().collect::<Vec<_>>().join(" ");
    let later = [("data-modules", modules.as_str()), ("data-wasm", &files.wasm.join(" "))];
    attributes(writer.out(), "<script", &[("type", "module"), ("src", begin), ("fetchpriority", "low")]);
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
        // As the module's loader will fetch it, or the browser fetches it twice.
        let preload = [("rel", "preload"), ("as", "fetch"), ("type", "application/wasm"), ("href", wasm)];
        attributes(writer.out(), "<link", &preload);
        writer.out().push_str(" crossorigin>");
    }
}

/// Tags for search engines and previews. Description and canonical are always there: the app changes them when it moves
/// to another page.
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
        // Else browsers ask for /favicon.ico and report what they do not find.
        let address = shell.theme.logo.as_ref().map_or("data:,", |logo| &logo.src);
        tag(out, "<link", &[("rel", "icon"), ("href", address)]);
    }
}

/// The back office's document: its app has no server rendering. `title` is plain text.
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
