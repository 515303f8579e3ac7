//! What machines read: `robots.txt` and the sitemap for search engines, the proof of the domain for Apple Pay.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use shop_core::base::{Lang, spoken_address};
use shop_core::content::page::{PageKind, path};

use crate::page_data::context::Context;
use crate::render::sitemap::{Robots, SitemapUrl, robots_txt};
use crate::state::AppState;
use shop_services::buyer::Buyer;
use shop_services::catalogue::published;

/// `/robots.txt`
pub(super) async fn robots(State(state): State<AppState>) -> Response {
    let pages = ["/cart/", "/checkout/", "/my-account/", "/download/"];
    let own = state.shop.context.settings().await.map(|settings| settings.shop.language).unwrap_or_default();
    let prefixes = Lang::ALL.into_iter().map(|lang| Some(lang).filter(|lang| *lang != own));
    let spoken = prefixes.flat_map(|prefix| pages.map(|path| spoken_address::under(prefix, path)));
    let text = robots_txt(&Robots {
        disallow: spoken.chain(["/admin/", "/api/", "/*?s=", "/*add-to-cart="].map(str::to_owned)).collect(),
        sitemap: state.url("/sitemap.xml"),
        indexable: true,
    });
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// `/.well-known/apple-developer-merchantid-domain-association`, where the merchant has put the file into the data folder.
pub(super) async fn apple_pay_domain(State(state): State<AppState>) -> Response {
    match tokio::fs::read(state.config.apple_pay_domain_file()).await {
        Ok(file) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], file).into_response(),
        Err(error) => {
            if error.kind() != std::io::ErrorKind::NotFound {
                tracing::error!(%error, "the file of the domain for Apple Pay cannot be read");
            }
            StatusCode::NOT_FOUND.into_response()
        }
    }
}

/// `/sitemap.xml`
pub(super) async fn sitemap(State(state): State<AppState>) -> Response {
    let context = match Context::load(&state, &Buyer::GUEST).await {
        Ok(context) => context,
        Err(error) => {
            return super::plain_form::failed(&error);
        }
    };
    let pages = listed(&context);
    let urls: Vec<SitemapUrl> = Lang::ALL
        .into_iter()
        .flat_map(|lang| pages.iter().map(move |page| (lang, page)))
        .map(|(lang, page)| SitemapUrl {
            loc: state.shop.context.addresses().page_in(lang, &page.loc),
            alternates: context.alternates(&page.loc).into_iter().map(|one| (one.hreflang, one.href)).collect(),
            ..page.clone()
        })
        .collect();
    ([(header::CONTENT_TYPE, "application/xml")], crate::render::sitemap::sitemap(&urls)).into_response()
}

/// The pages that search engines are told of, by their paths.
fn listed(context: &Context) -> Vec<SitemapUrl> {
    let day = |seconds: i64| {
        let (year, month, day) = shop_core::base::time::civil(seconds.div_euclid(86_400));
        format!("{year:04}-{month:02}-{day:02}")
    };
    let page = |path: String| SitemapUrl { loc: path, ..SitemapUrl::default() };
    let mut pages = vec![page("/".to_owned()), page("/negozio/".to_owned())];
    for category in context.catalogue.terms().categories() {
        if context.catalogue.category_products(category.id).count() > 0 {
            pages.push(page(context.category_path(category)));
        }
    }
    let products = published(&context.catalogue)
        .filter(|product| product.visibility != shop_core::catalogue::product::Visibility::Hidden);
    for product in products {
        let pictures = product.item.images.iter().filter_map(|i| crate::page_data::context::picture(i, ""));
        pages.push(SitemapUrl {
            lastmod: Some(day(product.updated_at)),
            images: pictures.map(|picture| context.state.url(&picture.full_src)).collect(),
            ..page(format!("/prodotto/{}/", product.slug))
        });
    }
    let (written, posts) = (context.pages.shown(PageKind::Page, context.now), context.pages.posts(context.now));
    if !posts.is_empty() {
        pages.push(page("/blog/".to_owned()));
    }
    pages.extend(written.chain(posts).map(|record| SitemapUrl {
        lastmod: Some(day(record.updated_at)),
        ..page(path(record.page.kind, &record.page.slug))
    }));
    pages
}
