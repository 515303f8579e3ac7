//! `sitemap.xml` and `robots.txt` as text. Pure functions: callers pass full addresses.

use std::fmt::Write;
use std::ops::Range;

use super::document::escape::{push_text, text};

/// Most addresses in one file, by the protocol.
const MAX_URLS: usize = 50_000;
/// Pages in one file, each in every language: a few megabytes, well below the protocol's limits.
pub const PAGES_PER_FILE: usize = 5_000;
const _: () = assert!(PAGES_PER_FILE * shop_core::base::Lang::ALL.len() <= MAX_URLS, "a file within the limit");
/// Most pictures of one address, by Google's limit.
const MAX_IMAGES: usize = 1000;

/// A page of the shop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SitemapUrl {
    pub loc: String,
    /// Last change: a date (`2026-01-31`) or an RFC 3339 time. `None` when unknown, which is better than a guess.
    pub lastmod: Option<String>,
    /// Full addresses of the page's pictures.
    pub images: Vec<String>,
    /// The page in each language, itself included: language code and full address.
    pub alternates: Vec<(String, String)>,
}

/// Returns the range of pages in a file, counted from one; `None` when there is no such file. A shop without pages has one empty
/// file.
pub fn pages_of(file: usize, pages: usize) -> Option<Range<usize>> {
    let start = file.checked_sub(1)?.checked_mul(PAGES_PER_FILE)?;
    (start < pages || file == 1).then(|| start..pages.min(start.saturating_add(PAGES_PER_FILE)))
}

/// Writes a sitemap file.
pub fn sitemap(urls: impl IntoIterator<Item = SitemapUrl>) -> String {
    let mut out = String::new();
    out.push_str(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"",
    );
    out.push_str(" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"");
    out.push_str(" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n");
    for url in urls {
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

/// Writes the index of a shop with several sitemap files: full addresses with their last changes.
pub fn sitemap_index(sitemaps: impl IntoIterator<Item = (String, Option<String>)>) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.push_str("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for (address, lastmod) in sitemaps {
        out.push_str("<sitemap>");
        element(&mut out, "loc", &address);
        if let Some(lastmod) = &lastmod {
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

/// Content of `robots.txt`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robots {
    /// Whether search engines may index the shop; not while it is being set up.
    pub indexable: bool,
    /// Paths that are useless to crawlers, in the file's syntax (`/cart/`, `/*?*add-to-cart=`).
    pub disallow: Vec<String>,
    /// Full address of the sitemap.
    pub sitemap: String,
}

/// Writes `robots.txt`. Values with line breaks are skipped: they would be directives of their own.
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
        let xml = sitemap(urls);
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
    fn every_page_is_in_one_file_and_no_file_is_longer_than_allowed() {
        for pages in [0, 1, PAGES_PER_FILE, PAGES_PER_FILE + 1, 100_003] {
            let files: Vec<Range<usize>> = (1..).map_while(|file| pages_of(file, pages)).collect();
            assert!(!files.is_empty() && files.iter().all(|file| file.len() <= PAGES_PER_FILE));
            assert_eq!(files.into_iter().flatten().collect::<Vec<_>>(), (0..pages).collect::<Vec<_>>());
        }
        for file in [0, 3, usize::MAX] {
            assert_eq!(pages_of(file, 2 * PAGES_PER_FILE), None);
        }
    }

    #[test]
    fn several_sitemaps_have_an_index() {
        let xml = sitemap_index([("https://shop.example/sitemap.xml?part=1".into(), Some("2026-01-31".into()))]);
        assert!(xml.contains(
            "<sitemap><loc>https://shop.example/sitemap.xml?part=1</loc><lastmod>2026-01-31</lastmod></sitemap>"
        ));
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
