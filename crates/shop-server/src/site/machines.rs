//! What machines read: `robots.txt` and the sitemap for search engines, the proof of the domain for Apple Pay.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use shop_core::content::page::{PageKind, path};

use crate::page_data::context::Context;
use crate::render::sitemap::{Robots, SitemapUrl, robots_txt};
use crate::state::AppState;
use shop_services::buyer::Buyer;
use shop_services::catalogue::published;

/// `/robots.txt`
pub(super) async fn robots(State(state): State<AppState>) -> Response {
    let text = robots_txt(&Robots {
        disallow: ["/cart/", "/checkout/", "/my-account/", "/download/", "/admin/", "/api/", "/*?s=", "/*add-to-cart="]
            .map(str::to_owned)
            .to_vec(),
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
    let day = |seconds: i64| {
        let (year, month, day) = shop_core::base::time::civil(seconds.div_euclid(86_400));
        format!("{year:04}-{month:02}-{day:02}")
    };
    let mut urls = vec![
        SitemapUrl { loc: state.url("/"), ..SitemapUrl::default() },
        SitemapUrl { loc: state.url("/negozio/"), ..SitemapUrl::default() },
    ];
    for category in context.catalogue.terms().categories() {
        if context.catalogue.category_products(category.id).count() > 0 {
            urls.push(SitemapUrl { loc: state.url(&context.category_path(category)), ..SitemapUrl::default() });
        }
    }
    for product in published(&context.catalogue) {
        let listed = product.visibility != shop_core::catalogue::product::Visibility::Hidden;
        if listed {
            urls.push(SitemapUrl {
                loc: state.url(&format!("/prodotto/{}/", product.slug)),
                lastmod: Some(day(product.updated_at)),
                images: product
                    .item
                    .images
                    .iter()
                    .filter_map(|i| crate::page_data::context::picture(i, ""))
                    .map(|p| state.url(&p.full_src))
                    .collect(),
                alternates: Vec::new(),
            });
        }
    }
    let (pages, posts) = (context.pages.shown(PageKind::Page, context.now), context.pages.posts(context.now));
    if !posts.is_empty() {
        urls.push(SitemapUrl { loc: state.url("/blog/"), ..SitemapUrl::default() });
    }
    urls.extend(pages.chain(posts).map(|record| SitemapUrl {
        loc: state.url(&path(record.page.kind, &record.page.slug)),
        lastmod: Some(day(record.updated_at)),
        ..SitemapUrl::default()
    }));
    ([(header::CONTENT_TYPE, "application/xml")], crate::render::sitemap::sitemap(&urls)).into_response()
}
