//! `sitemap.xml` and `robots.txt` as text. Pure functions: callers bring full addresses.

use std::fmt::Write;

use super::escape::{push_text, text};

/// Addresses in one file, by the protocol's limit.
pub const MAX_URLS: usize = 50_000;
/// Pictures of one address, by Google's limit.
const MAX_IMAGES: usize = 1000;

/// One page of the shop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SitemapUrl {
    /// Full address.
    pub loc: String,
    /// Last change: a date (`2026-01-31`) or a time of RFC 3339. `None`: not known, which is better than a guess.
    pub lastmod: Option<String>,
    /// Full addresses of its pictures.
    pub images: Vec<String>,
    /// The page in other languages, itself included: language code and full address.
    pub alternates: Vec<(String, String)>,
}

/// A sitemap. Addresses beyond [`MAX_URLS`] are left out: cut the list with [`parts`] and give each its file.
pub fn sitemap(urls: &[SitemapUrl]) -> String {
    let mut out = String::with_capacity(urls.len() * 300 + 300);
    out.push_str(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"",
    );
    out.push_str(" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"");
    out.push_str(" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n");
    for url in urls.iter().take(MAX_URLS) {
        out.push_str("<url>");
        element(&mut out, "loc", &url.loc);
        if let Some(lastmod) = &url.lastmod {
            element(&mut out, "lastmod", lastmod);
        }
        for (lang, address) in &url.alternates {
            let (lang, address) = (text(lang), text(address));
            let _ = write!(out, "<xhtml:link rel=\"alternate\" hreflang=\"{lang}\" href=\"{address}\"/>");
        }
        for image in url.images.iter().take(MAX_IMAGES) {
            out.push_str("<image:image>");
            element(&mut out, "image:loc", image);
            out.push_str("</image:image>");
        }
        out.push_str("</url>\n");
    }
    out.push_str("</urlset>\n");
    out
}

/// The list cut into files. Empty lists give one empty file.
pub fn parts(urls: &[SitemapUrl]) -> Vec<&[SitemapUrl]> {
    if urls.is_empty() { vec![urls] } else { urls.chunks(MAX_URLS).collect() }
}

/// The list of sitemaps of a shop that needs several: full addresses with their last changes.
pub fn sitemap_index(sitemaps: &[(String, Option<String>)]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.push_str("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for (address, lastmod) in sitemaps {
        out.push_str("<sitemap>");
        element(&mut out, "loc", address);
        if let Some(lastmod) = lastmod {
            element(&mut out, "lastmod", lastmod);
        }
        out.push_str("</sitemap>\n");
    }
    out.push_str("</sitemapindex>\n");
    out
}

fn element(out: &mut String, name: &str, content: &str) {
    let _ = write!(out, "<{name}>");
    push_text(out, content);
    let _ = write!(out, "</{name}>");
}

/// What `robots.txt` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robots {
    /// Whether search engines may visit at all: not while a shop is being set up.
    pub indexable: bool,
    /// Paths that crawlers have nothing to gain from, as the file writes them (`/cart/`, `/*?*add-to-cart=`).
    pub disallow: Vec<String>,
    /// Full address of the sitemap.
    pub sitemap: String,
}

/// `robots.txt`. Values with line breaks are left out: they would be lines of their own.
pub fn robots_txt(robots: &Robots) -> String {
    let mut out = String::from("User-agent: *\n");
    if !robots.indexable {
        out.push_str("Disallow: /\n");
        return out;
    }
    let is_one_line = |value: &&String| !value.contains(['\n', '\r']);
    for path in robots.disallow.iter().filter(is_one_line) {
        let _ = writeln!(out, "Disallow: {path}");
    }
    if robots.disallow.is_empty() {
        out.push_str("Disallow:\n");
    }
    if Some(&robots.sitemap).filter(is_one_line).is_some_and(|address| !address.is_empty()) {
        let _ = writeln!(out, "\nSitemap: {}", robots.sitemap);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_listed_with_what_is_known_of_them() {
        let urls = [
            SitemapUrl {
                loc: "https://shop.example/prodotto/a/?x=1&y=<2>".into(),
                lastmod: Some("2026-01-31".into()),
                images: vec!["https://shop.example/a.webp".into()],
                alternates: vec![("en".into(), "https://shop.example/en/".into())],
            },
            SitemapUrl { loc: "https://shop.example/".into(), ..SitemapUrl::default() },
        ];
        let xml = sitemap(&urls);
        assert!(
            xml.contains(
                "<loc>https://shop.example/prodotto/a/?x=1&amp;y=&lt;2&gt;</loc><lastmod>2026-01-31</lastmod>"
            )
        );
        assert!(xml.contains("<image:image><image:loc>https://shop.example/a.webp</image:loc></image:image>"));
        assert!(xml.contains("hreflang=\"en\" href=\"https://shop.example/en/\"/>"));
        assert!(xml.contains("<url><loc>https://shop.example/</loc></url>"));
    }

    #[test]
    fn no_file_is_longer_than_allowed() {
        let urls = vec![SitemapUrl::default(); 50_001];
        assert_eq!(sitemap(&urls).matches("<url>").count(), 50_000);
        assert_eq!(parts(&urls).iter().map(|part| part.len()).collect::<Vec<_>>(), [50_000, 1]);
        assert_eq!(parts(&[]).len(), 1);
    }

    #[test]
    fn several_sitemaps_have_an_index() {
        let xml = sitemap_index(&[("https://shop.example/sitemap-1.xml".into(), Some("2026-01-31".into()))]);
        assert!(
            xml.contains(
                "<sitemap><loc>https://shop.example/sitemap-1.xml</loc><lastmod>2026-01-31</lastmod></sitemap>"
            )
        );
    }

    #[test]
    fn robots_are_told_where_to_go_and_a_hidden_shop_says_only_that() {
        let robots = Robots {
            indexable: true,
            disallow: vec!["/cart/".into(), "/x\nAllow: /".into()],
            sitemap: "https://shop.example/sitemap.xml".into(),
        };
        assert_eq!(
            robots_txt(&robots),
            "User-agent: *\nDisallow: /cart/\n\nSitemap: https://shop.example/sitemap.xml\n"
        );
        assert_eq!(robots_txt(&Robots { indexable: false, ..robots }), "User-agent: *\nDisallow: /\n");
    }
}
