//! The shop as a progressive web app: its manifest, the service worker that caches pages for offline use, and the page shown offline for
//! addresses that are not cached.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use shop_core::base::Lang;
use shop_core::platform::words::site_texts;
use shop_core::view::{Link, Page, TextPage};
use shop_services::platform::settings::ShopSettings;

use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::render::PageRequest;
use crate::site::cached_page::respond_cached;

/// The page that is shown offline.
const OFFLINE: &str = "/offline/";

/// Revalidated on every request, so that a new name or colour shows at once.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The service worker may only fetch from the shop.
const WORKER_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; connect-src 'self'");

/// `/site.webmanifest`, in the language of its address.
pub(super) async fn manifest(State(storefront): State<Arc<Storefront>>) -> Response {
    let Ok(settings) = storefront.web.context.settings().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let kind = HeaderValue::from_static("application/manifest+json");
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, REVALIDATE)], Json(manifest_json(&settings)))
        .into_response()
}

fn manifest_json(settings: &ShopSettings) -> Value {
    let lang = settings.lang();
    let at = |path: &str| settings.shop.page_path(lang, path);
    let icon = |size: &str, purpose: &str| {
        let name = if purpose == "maskable" { "icon-maskable" } else { "icon" };
        json!({ "src": format!("/{name}-{size}.png"), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose })
    };
    let shortcut = |name: &str, path: &str| json!({ "name": name, "url": at(path) });
    json!({
        "id": "/",
        "name": settings.shop.name,
        "short_name": settings.shop.name,
        "description": lang.select(&settings.shop.tagline, &settings.shop.tagline_en),
        "lang": lang.as_str(),
        "dir": "ltr",
        "start_url": at("/"),
        "scope": "/",
        "display": "standalone",
        "theme_color": settings.theme.theme.brand.hex(),
        "background_color": settings.theme.theme.paper.hex(),
        "categories": ["food", "shopping"],
        "icons": [icon("192", "any"), icon("512", "any"), icon("512", "maskable")],
        "shortcuts": [
            shortcut(site_texts::whole_shop(lang), "/negozio/"),
            shortcut(site_texts::view_cart(lang), "/cart/"),
        ],
    })
}

/// `/service-worker.js`: the service worker's script with its release. A new release changes the script, so browsers install it.
pub(super) async fn worker(State(storefront): State<Arc<Storefront>>) -> Response {
    let assets = storefront.pages.assets();
    let (Some(script), Ok(settings)) = (assets.worker(), storefront.web.context.settings().await) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let offline: Vec<String> = Lang::ALL.into_iter().map(|lang| settings.shop.page_path(lang, OFFLINE)).collect();
    let config = json!({ "release": assets.version(), "offline": offline });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8")),
        (header::CACHE_CONTROL, REVALIDATE),
        (header::CONTENT_SECURITY_POLICY, WORKER_POLICY),
        (HeaderName::from_static("service-worker-allowed"), HeaderValue::from_static("/")),
    ];
    (headers, format!("self.bottega={config};\n{script}")).into_response()
}

/// `/offline/`
pub(super) async fn page(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    request: PageRequest,
) -> Response {
    respond_cached((&storefront, &session), &request, OFFLINE, None, &[], |context, path| {
        let title = site_texts::offline_title(context.lang);
        let mut head = context.head(title, title, path);
        head.noindex = true;
        let page = TextPage {
            title: title.into(),
            html: site_texts::offline_text(context.lang).into(),
            links: vec![
                context.home_link(),
                Link { label: site_texts::whole_shop(context.lang).into(), path: "/negozio/".into() },
            ],
            button: None,
        };
        Ok(context.page(path, head, Page::Text(page), &[]))
    })
    .await
}
