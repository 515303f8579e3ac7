//! A page or post as written by the merchant, and its validation.

use serde::{Deserialize, Serialize};

use super::block::Block;
use crate::base::text::slugify;
use crate::base::time::UnixSeconds;
use crate::base::{FieldError, wire_enum};
use crate::platform::messages::codes;

/// Longest title and address, in characters: what search engines and address bars still show in full.
const MAX_TITLE: usize = 200;
/// Longest description for search engines, in characters.
const MAX_DESCRIPTION: usize = 500;
/// Longest text of a page, in characters.
const MAX_BODY: usize = 200_000;
/// Maximum number of blocks of a page.
const MAX_BLOCKS: usize = 20;

/// First path segments that the shop itself uses.
const RESERVED: [&str; 32] = [
    "admin",
    "api",
    "assets",
    "avviso",
    "blog",
    "cart",
    "categoria-prodotto",
    "checkout",
    "consenso",
    "csp-report",
    "download",
    "favicon",
    "feed",
    "healthz",
    "home",
    "images",
    "immagini",
    "media",
    "metrics",
    "my-account",
    "negozio",
    "newsletter",
    "ordine",
    "pictures",
    "prodotto",
    "readyz",
    "recesso",
    "shop",
    "tag-prodotto",
    "uploads",
    "wp-admin",
    "wp-json",
];

wire_enum! {
    /// Type of a page.
    PageKind {
        /// The home page: there is one.
        Home = "home",
        /// A page at `/{slug}/`.
        Page = "page",
        /// A post at `/blog/{slug}/`.
        Post = "post",
    } default Page
}

wire_enum! {
    /// Publication status of a page.
    PageStatus {
        /// Only its author sees it.
        Draft = "draft",
        /// Visible from its time of publication on.
        Published = "published",
    } default Draft
}

/// A page as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageForm {
    /// Type of the page.
    pub kind: PageKind,
    /// Last segment of its URL; empty: derived from the title.
    pub slug: String,
    pub title: String,
    /// Title in English; empty: the Italian one.
    pub title_en: String,
    /// Text as HTML.
    pub body: String,
    /// Text in English as HTML; empty: the Italian one.
    pub body_en: String,
    /// Product blocks under the text.
    pub blocks: Vec<Block>,
    /// Title for search engines; empty: the title.
    pub seo_title: String,
    /// Title for search engines, in English.
    pub seo_title_en: String,
    /// Description for search engines; empty: the beginning of the text.
    pub seo_description: String,
    /// Description for search engines, in English.
    pub seo_description_en: String,
    /// Whether it is published.
    pub status: PageStatus,
    /// Time of publication; `None`: when it is saved as published.
    pub published_at: Option<UnixSeconds>,
    /// Whether it is linked in the footer of every page.
    pub in_footer: bool,
    /// Whether it is linked in the main menu.
    pub in_menu: bool,
    /// Sort position among the links, smallest first.
    pub position: i64,
    /// Whether readers can comment. The home page has no comments.
    pub comments: bool,
}

/// A valid page: trimmed texts, and a slug. Its text is HTML as entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedPage(PageForm);

impl CheckedPage {
    /// Returns the fields.
    pub fn fields(&self) -> &PageForm {
        &self.0
    }

    /// Returns the fields for storage.
    pub fn into_fields(self) -> PageForm {
        self.0
    }
}

/// Returns the path of a page.
///
/// ```
/// use shop_core::content::page::{PageKind, path};
/// assert_eq!(path(PageKind::Post, "olio-nuovo"), "/blog/olio-nuovo/");
/// assert_eq!(path(PageKind::Home, "home"), "/");
/// ```
pub fn path(kind: PageKind, slug: &str) -> String {
    match kind {
        PageKind::Home => "/".to_owned(),
        PageKind::Page => format!("/{slug}/"),
        PageKind::Post => format!("/blog/{slug}/"),
    }
}

/// Validates a page. The storage checks whether its address is available.
pub fn check(form: &PageForm) -> Result<CheckedPage, Vec<FieldError>> {
    let mut errors = Vec::new();
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = line(&form.title);
    if title.is_empty() {
        errors.push(FieldError::new("title", codes::PAGE_TITLE_MISSING));
    }
    let slug = match (form.kind, form.slug.trim()) {
        (PageKind::Home, _) => "home".to_owned(),
        (_, "") => slugify(&title),
        (_, typed) => typed.to_owned(),
    };
    if form.kind != PageKind::Home && !(title.is_empty() && slug.is_empty()) {
        errors.extend(slug_error(form.kind, &slug));
    }
    for (name, text, maximum) in [
        ("title", &form.title, MAX_TITLE),
        ("title_en", &form.title_en, MAX_TITLE),
        ("seo_title", &form.seo_title, MAX_TITLE),
        ("seo_title_en", &form.seo_title_en, MAX_TITLE),
        ("seo_description", &form.seo_description, MAX_DESCRIPTION),
        ("seo_description_en", &form.seo_description_en, MAX_DESCRIPTION),
        ("body", &form.body, MAX_BODY),
        ("body_en", &form.body_en, MAX_BODY),
    ] {
        if text.chars().count() > maximum {
            errors.push(FieldError::new(name, codes::PAGE_TEXT_TOO_LONG).with("maximum", maximum));
        }
    }
    if form.blocks.len() > MAX_BLOCKS {
        errors.push(FieldError::new("blocks", codes::PAGE_TOO_MANY_BLOCKS).with("maximum", MAX_BLOCKS));
    }
    for (n, block) in form.blocks.iter().take(MAX_BLOCKS).enumerate() {
        errors.extend(block.errors(&format!("blocks.{n}")));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(CheckedPage(PageForm {
        slug,
        title,
        title_en: line(&form.title_en),
        body: form.body.trim().to_owned(),
        body_en: form.body_en.trim().to_owned(),
        seo_title: line(&form.seo_title),
        seo_title_en: line(&form.seo_title_en),
        seo_description: line(&form.seo_description),
        seo_description_en: line(&form.seo_description_en),
        comments: form.comments && form.kind != PageKind::Home,
        ..form.clone()
    }))
}

fn slug_error(kind: PageKind, slug: &str) -> Option<FieldError> {
    let letters = slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let edges = slug.starts_with('-') || slug.ends_with('-') || slug.contains("--");
    if slug.is_empty() || !letters || edges || slug.len() > MAX_TITLE {
        return Some(FieldError::new("slug", codes::PAGE_SLUG_INVALID));
    }
    let taken = kind == PageKind::Page && RESERVED.contains(&slug);
    // `/blog/page/2/` is the second page of the list.
    let taken = taken || (kind == PageKind::Post && slug == "page");
    taken.then(|| FieldError::new("slug", codes::PAGE_SLUG_RESERVED).with("slug", slug))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> PageForm {
        PageForm { title: " Olio  nuovo ".into(), body: " <p>Ciao</p>\n".into(), ..PageForm::default() }
    }

    fn field_errors(form: &PageForm) -> Vec<(String, String)> {
        let errors = check(form).expect_err("refused");
        errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
    }

    #[test]
    fn texts_are_trimmed_and_the_address_is_made_from_the_title() {
        let page = check(&form()).unwrap().into_fields();
        assert_eq!(
            (page.title.as_str(), page.slug.as_str(), page.body.as_str()),
            ("Olio nuovo", "olio-nuovo", "<p>Ciao</p>")
        );
    }

    #[test]
    fn a_page_without_a_title_or_with_a_wrong_address_is_refused() {
        assert_eq!(field_errors(&PageForm { title: "  ".into(), ..form() })[0].0, "title");
        for slug in ["Olio", "olio nuovo", "-olio", "olio-", "olio--nuovo", "olio/nuovo", "caffè", "a.b"] {
            let errors = field_errors(&PageForm { slug: slug.into(), ..form() });
            assert_eq!(errors, [("slug".to_owned(), "page_slug_invalid".to_owned())], "{slug}");
        }
        for slug in RESERVED {
            let errors = field_errors(&PageForm { slug: slug.into(), ..form() });
            assert_eq!(errors, [("slug".to_owned(), "page_slug_reserved".to_owned())], "{slug}");
        }
        let post = PageForm { kind: PageKind::Post, slug: "cart".into(), ..form() };
        assert!(check(&post).is_ok(), "posts have addresses of their own");
        assert_eq!(field_errors(&PageForm { slug: "page".into(), ..post })[0].1, "page_slug_reserved");
    }

    #[test]
    fn what_is_too_long_is_named() {
        let long = PageForm {
            seo_title: "x".repeat(201),
            body_en: "x".repeat(200_001),
            blocks: vec![Block::default(); 21],
            ..form()
        };
        let fields: Vec<String> = field_errors(&long).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["seo_title", "body_en", "blocks"]);
    }

    #[test]
    fn the_front_has_its_own_address_whatever_is_typed() {
        let home = PageForm { kind: PageKind::Home, slug: "altro".into(), ..form() };
        assert_eq!(check(&home).unwrap().fields().slug, "home");
    }
}
