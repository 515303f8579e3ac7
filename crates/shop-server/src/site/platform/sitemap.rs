//! `robots.txt` and the sitemap for search engines.

use std::ops::Range;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use shop_core::base::{Lang, localised_url};
use shop_core::catalogue::product::{Product, Visibility};
use shop_core::content::page::{PageKind, path};
use shop_services::accounts::buyer::Buyer;
use shop_services::catalogue::published;
use shop_services::ports::{Category, PageRecord};

use crate::app::storefront::Storefront;
use crate::page_data::context::{Context, picture};
use crate::render::sitemap::{PAGES_PER_FILE, Robots, SitemapUrl, pages_of, robots_txt, sitemap_index};

/// `/robots.txt`
pub(super) async fn robots(State(storefront): State<Arc<Storefront>>) -> Response {
    let pages = ["/cart/", "/checkout/", "/my-account/", "/download/"];
    let own = storefront.web.context.settings().await.map(|settings| settings.shop.language).unwrap_or_default();
    let prefixes = Lang::ALL.into_iter().map(|lang| Some(lang).filter(|lang| *lang != own));
    let localised_paths = prefixes.flat_map(|prefix| pages.map(|path| localised_url::under(prefix, path)));
    let text = robots_txt(&Robots {
        disallow: localised_paths.chain(["/admin/", "/api/", "/*?s=", "/*add-to-cart="].map(str::to_owned)).collect(),
        sitemap: storefront.web.public_address.url("/sitemap.xml"),
        indexable: true,
    });
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// Query of the sitemap.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct SitemapQuery {
    part: Option<usize>,
}

/// `/sitemap.xml`: all pages, or a sitemap index if they are too many for one file (`?part=1`). The parts are at the root too: a sitemap in
/// a folder may list only the pages below that folder.
pub(super) async fn sitemap(State(storefront): State<Arc<Storefront>>, Query(query): Query<SitemapQuery>) -> Response {
    let context = match Context::load(&storefront, &Buyer::GUEST).await {
        Ok(context) => context,
        Err(error) => {
            return crate::site::plain_form::error_response(&error);
        }
    };
    let pages = list_pages(&context).count();
    let xml = match (query.part, pages_of(2, pages)) {
        (None, Some(_)) => index(&context),
        (part, _) => {
            let Some(pages) = pages_of(part.unwrap_or(1), pages) else { return StatusCode::NOT_FOUND.into_response() };
            file(&context, &pages)
        }
    };
    ([(header::CONTENT_TYPE, "application/xml")], xml).into_response()
}

/// The sitemap index; each part has the time of its last changed page.
fn index(context: &Context) -> String {
    let mut changes: Vec<Option<i64>> = Vec::new();
    for (number, page) in list_pages(context).enumerate() {
        if number % PAGES_PER_FILE == 0 {
            changes.push(None);
        }
        if let Some(last) = changes.last_mut() {
            *last = page.changed_at().max(*last);
        }
    }
    sitemap_index((1..).zip(changes).map(|(part, changed)| {
        let address = context.storefront.web.public_address.url(&format!("/sitemap.xml?part={part}"));
        (address, changed.map(day))
    }))
}

/// One file of the sitemap, with each page in all languages.
fn file(context: &Context, pages: &Range<usize>) -> String {
    let addresses = context.storefront.web.context.addresses();
    let pages_of_part = list_pages(context).skip(pages.start).take(pages.len());
    crate::render::sitemap::sitemap(pages_of_part.flat_map(|page| {
        let (path, images) = (page.path(context), page.images(context));
        let alternates: Vec<_> = context.alternates(&path).into_iter().map(|one| (one.hreflang, one.href)).collect();
        Lang::ALL.map(|lang| SitemapUrl {
            loc: addresses.page_in(lang, &path),
            lastmod: page.changed_at().map(day),
            images: images.clone(),
            alternates: alternates.clone(),
        })
    }))
}

fn day(seconds: i64) -> String {
    let (year, month, day) = shop_core::base::time::civil(seconds.div_euclid(86_400));
    format!("{year:04}-{month:02}-{day:02}")
}

/// A page in the sitemap.
enum SitemapPage<'a> {
    /// A page of the shop itself.
    Fixed(&'static str),
    Category(&'a Category),
    Product(&'a Product),
    Written(&'a PageRecord),
}

impl SitemapPage<'_> {
    fn path(&self, context: &Context) -> String {
        match self {
            Self::Fixed(path) => (*path).to_owned(),
            Self::Category(category) => context.category_path(category),
            Self::Product(product) => format!("/prodotto/{}/", product.slug),
            Self::Written(record) => path(record.page.kind, &record.page.slug),
        }
    }

    /// Time of the last change in Unix seconds, if known.
    fn changed_at(&self) -> Option<i64> {
        match self {
            Self::Fixed(_) | Self::Category(_) => None,
            Self::Product(product) => Some(product.updated_at),
            Self::Written(record) => Some(record.updated_at),
        }
    }

    fn images(&self, context: &Context) -> Vec<String> {
        let Self::Product(product) = self else { return Vec::new() };
        let pictures = product.item.images.iter().filter_map(|image| picture(image, ""));
        pictures.map(|picture| context.storefront.web.public_address.url(&picture.full_src)).collect()
    }
}

/// Lists all pages, in a stable order.
fn list_pages(context: &Context) -> impl Iterator<Item = SitemapPage<'_>> {
    let (catalogue, pages, now) = (&context.catalogue, &context.pages, context.now);
    let categories = catalogue.terms().categories().iter();
    let categories = categories.filter(|category| catalogue.category_products(category.id).count() > 0);
    let products = published(catalogue).filter(|product| product.visibility != Visibility::Hidden);
    let blog = pages.posts(now).first().map(|_| SitemapPage::Fixed("/blog/"));
    ["/", "/negozio/"]
        .into_iter()
        .map(SitemapPage::Fixed)
        .chain(categories.map(SitemapPage::Category))
        .chain(products.map(SitemapPage::Product))
        .chain(blog)
        .chain(pages.shown(PageKind::Page, now).chain(pages.posts(now)).map(SitemapPage::Written))
}
