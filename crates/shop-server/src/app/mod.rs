//! The whole application: routes and the layers around them.

pub(crate) mod capabilities;
pub(crate) mod failure_codes;
mod failures;
pub mod forms;
pub(crate) mod language;
mod layers;
pub mod limits;
pub(crate) mod openapi_document;
pub mod responses;
pub(crate) mod routing;
pub mod state;
pub(crate) mod storefront;
pub(crate) mod theme;
pub mod visitor;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use shop_core::base::Lang;
use shop_services::payments::provider::ProviderSource;
use shop_services::ports::{StoreError, VatRegister};
use shop_services::{Clock, Random, Shop, ShopEnvironment, SpokenShops};
use shop_storage::Db;
use tokio_util::task::TaskTracker;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::timeout::TimeoutLayer;

use crate::app::limits::cart_gate::NewCarts;
use crate::app::responses::cached_responses::CachedResponses;
use crate::app::routing::to;
use crate::app::state::{AppState, Inner};
use crate::app::storefront::{PublicAddress, WebContext};
use crate::platform::config::Config;
use crate::platform::secrets::Secrets;
use crate::render::security::csp_report::{CspReports, csp_report};
use crate::render::{self, CacheLimits, Metrics, PageService, Renderer};

/// Largest request body; routes for uploads have their own limit.
const MAX_BODY_BYTES: usize = 1024 * 1024;
/// Timeout of a request.
const REQUEST_LIMIT: Duration = Duration::from_secs(30);

/// Why the application cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Dependencies of the application.
pub struct Parts {
    /// The migrated store.
    pub store: Arc<Db>,
    /// Configuration of the process.
    pub config: Config,
    /// Public address of the shop, without a trailing slash.
    pub public_url: String,
    /// The payment provider.
    pub provider: ProviderSource,
    /// Client of the VAT register.
    pub vat_register: Arc<dyn VatRegister>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Source of randomness.
    pub random: Arc<dyn Random>,
    /// React renderer; several applications of one process may share it.
    pub renderer: Renderer,
}

/// Builds the application state.
pub async fn state(parts: Parts) -> Result<AppState, StartError> {
    let Parts { store, config, public_url, provider, vat_register, clock, random, renderer } = parts;
    let secrets = Secrets::load(store.as_ref(), random.as_ref()).await?;
    let surroundings = ShopEnvironment::new(clock)
        .with_random(random)
        .with_public_url(&public_url)
        .with_provider(provider)
        .with_vat_register(vat_register)
        .with_cart_gate(Arc::new(NewCarts::new(config.new_cart_limit)));
    let shops = SpokenShops::within(store, surroundings);
    let pages = Arc::new(PageService::new(renderer, CacheLimits::default(), Arc::new(Metrics::default())));
    Ok(AppState::new(Inner {
        shops,
        config: Arc::new(config),
        secrets,
        public_address: PublicAddress::new(&public_url),
        pages,
        limits: Arc::default(),
        cached_responses: CachedResponses::default(),
        background: TaskTracker::new(),
    }))
}

/// Prepares the application before the first request: adds the pages that every shop has and loads the catalogue, so that no
/// visitor waits for it.
pub async fn prepare(state: &AppState) -> Result<(), StoreError> {
    let Shop { context, content, saved_methods, .. } = state.shop.as_ref();
    // Loads the stored provider keys, if there are any.
    context.settings().await?;
    saved_methods.adopt_unscoped_methods().await?;
    content.add_first_pages(&crate::platform::seed::first_pages()?).await?;
    context.catalogue().await?;
    Ok(())
}

/// Builds all routes with their layers, in all languages.
pub fn router(state: &AppState) -> Router {
    let whole = localized_routes(state)
        .merge(crate::platform::files::router())
        .merge(theme::router())
        .merge(render::assets::routes(state.pages.assets()))
        .route("/csp-report", post(csp_report).with_state(CspReports::default()))
        .route("/healthz", get(to(crate::platform::ops::healthz)))
        .route("/readyz", get(to(crate::platform::ops::readyz)));
    let routers = language::LanguageRouters {
        state: state.clone(),
        own: with_layers(whole, state),
        back_office: Arc::default(),
        by_language: Lang::ALL.into_iter().map(|lang| (lang, OnceLock::new())).collect(),
    };
    with_observability(Router::new().fallback(language::serve).with_state(routers), &state.pages, &state.storefront.web)
}

/// Adds what every response needs: a request id, a log line, the security headers.
fn with_observability(routes: Router, pages: &PageService, web: &WebContext) -> Router {
    let security =
        render::security::Security { https: web.public_address.is_https(), random: web.context.shared_random() };
    let observer =
        render::request_id::Observer { metrics: Arc::clone(pages.metrics()), random: web.context.shared_random() };
    routes
        .layer(from_fn_with_state(security, render::security::headers))
        .layer(from_fn_with_state(observer, render::request_id::observe))
}

/// Routes whose responses depend on the visitor's language: pages, and the APIs they call.
fn localized_routes(state: &AppState) -> Router<AppState> {
    let pages = crate::site::router(state).layer(from_fn_with_state(state.clone(), layers::pages));
    pages.merge(crate::ajax::router()).merge(crate::store_api::router(state))
}

fn back_office(state: &AppState) -> Router {
    with_layers(crate::admin::router(), state)
}

/// Builds pages and APIs for the language of a state.
fn router_in(state: &AppState) -> Router {
    with_layers(localized_routes(state), state)
}

fn with_layers(routes: Router<AppState>, state: &AppState) -> Router {
    // Brotli's default level costs more time than the smaller size saves: level 4 is nearly as small and ten times as fast.
    // Fonts, like pictures, are already compressed.
    let compressed = DefaultPredicate::new().and(NotForContentType::const_new("font/"));
    let compression = CompressionLayer::new().quality(CompressionLevel::Precise(4)).compress_when(compressed);
    // One `ServiceBuilder`, because each call of `layer` boxes all routes again, and the boxes are cloned for each request.
    let around = ServiceBuilder::new()
        .layer(from_fn_with_state(state.clone(), layers::whole))
        .layer(CatchPanicLayer::custom(failures::after_panic))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST_LIMIT))
        .layer(compression)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES));
    routes.layer(around).with_state(state.clone())
}
