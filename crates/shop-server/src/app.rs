//! The whole application: routes and the layers around them.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use shop_services::Shop;
use shop_services::ports::{Gateway, Store};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::timeout::TimeoutLayer;

use crate::config::Config;
use crate::limits::Limits;
use crate::render::{self, Assets, CacheLimits, EngineOptions, Metrics, PageService};
use crate::secrets::Secrets;
use crate::state::{AppState, Inner};
use crate::store_api::KeptAnswers;

/// Largest body of a request; uploads have their own routes.
const MAX_BODY_BYTES: usize = 1024 * 1024;
/// A request that takes longer is given up.
const REQUEST_LIMIT: Duration = Duration::from_secs(30);

/// The time of the machine. Builds for development can be ahead of it by the seconds of `SHOP_CLOCK_AHEAD_S`, so that tests see
/// what runs out; a released shop knows no such thing.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

/// How far this process is ahead, in milliseconds.
fn ahead_ms() -> i64 {
    static AHEAD_MS: std::sync::OnceLock<i64> = std::sync::OnceLock::new();
    let read = || std::env::var("SHOP_CLOCK_AHEAD_S").ok().and_then(|text| text.parse::<i64>().ok());
    *AHEAD_MS.get_or_init(|| if cfg!(debug_assertions) { read().unwrap_or(0) * 1000 } else { 0 })
}

impl shop_services::Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        i64::try_from(now.as_millis()).unwrap_or(i64::MAX).saturating_add(ahead_ms())
    }
}

/// Why the application cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The pages are not in the binary.
    #[error(transparent)]
    Assets(#[from] render::AssetsError),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] shop_services::ports::StoreError),
}

/// Puts the state together over a migrated store.
pub async fn state(
    store: Arc<dyn Store>,
    config: Config,
    public_url: String,
    gateway: Option<Arc<dyn Gateway>>,
) -> Result<AppState, StartError> {
    let secrets = Secrets::load(store.as_ref()).await?;
    let shop = Shop::new(store, Arc::new(SystemClock)).with_public_url(&public_url);
    let shop = Arc::new(match gateway {
        Some(gateway) => shop.with_gateway(gateway),
        None => shop,
    });
    let assets = Arc::new(Assets::load()?);
    let engine = EngineOptions { threads: config.render_threads, ..EngineOptions::default() };
    let pages = PageService::start(assets, engine, CacheLimits::default(), Arc::new(Metrics::default()));
    Ok(AppState::new(Inner {
        shop,
        config,
        secrets,
        public_url,
        pages,
        limits: Limits::default(),
        answers: KeptAnswers::default(),
    }))
}

/// All routes with their layers.
pub fn router(state: &AppState) -> Router {
    let security = render::security::Security { https: state.is_https() };
    // Brotli at its usual level costs more than the line it saves: level 4 is near in size and ten times as fast.
    let compression = CompressionLayer::new().quality(CompressionLevel::Precise(4));
    Router::new()
        .merge(crate::site::router(state))
        .merge(crate::ajax::router())
        .merge(crate::store_api::router(state))
        .merge(crate::admin::router())
        .merge(crate::files::router())
        .merge(render::assets::routes(state.pages.assets()))
        .route("/csp-report", post(render::csp_report::csp_report))
        .route("/healthz", get(crate::ops::healthz))
        .route("/readyz", get(crate::ops::readyz))
        .route("/metrics", get(crate::ops::metrics))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(compression)
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST_LIMIT))
        .layer(from_fn_with_state(security, render::security::headers))
        .layer(from_fn_with_state(Arc::clone(state.pages.metrics()), render::request_id::observe))
        .layer(from_fn(crate::ops::no_control_characters))
        .layer(from_fn_with_state(state.clone(), crate::client::resolve))
        .layer(CatchPanicLayer::new())
        .with_state(state.clone())
}
