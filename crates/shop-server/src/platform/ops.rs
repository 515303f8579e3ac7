//! Health and metrics for the operator.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use shop_services::platform::health::Health;
use shop_storage::StatementFigures;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::app::routing::to;
use crate::app::state::AppState;
use crate::platform::config::{Config, METRICS_LISTEN};
use crate::render::PageService;

/// Liveness: the process responds.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// Readiness: the database responds. The public does not learn the reason of a failure.
pub(crate) async fn readyz(State(health): State<Health>) -> (StatusCode, &'static str) {
    match health.ping().await {
        Ok(()) => (StatusCode::OK, "ready"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "not ready"),
    }
}

/// Routes for the operator alone, on an address of their own: metrics, and the reason why the shop is not ready.
pub fn router(state: &AppState) -> Router {
    Router::new()
        .route("/healthz", get(to(healthz)))
        .route("/readyz", get(to(readyz_in_detail)))
        .route("/metrics", get(to(metrics)))
        .with_state(state.clone())
}

/// Serves [`router`], unless it is disabled. Another shop on this machine may use the default address: that is printed and does
/// not prevent the start; a configured address must be free.
pub(crate) async fn listen(
    config: &Config,
    state: &AppState,
    mut stopped: watch::Receiver<bool>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let wanted = config.metrics_listen.as_str();
    if wanted == "off" {
        return Ok(());
    }
    let listener = match TcpListener::bind(wanted).await {
        Ok(listener) => listener,
        Err(error) if wanted == METRICS_LISTEN => {
            return writeln!(out, "figures:     none, {wanted}: {error}; SHOP_METRICS_LISTEN sets another address");
        }
        Err(error) => return Err(std::io::Error::new(error.kind(), format!("cannot listen on {wanted}: {error}"))),
    };
    writeln!(out, "figures:     http://{}/metrics", listener.local_addr()?)?;
    let service = router(state).into_make_service();
    tokio::spawn(async move {
        let stop = async move {
            let _ = stopped.wait_for(|stopped| *stopped).await;
        };
        axum::serve(listener, service).with_graceful_shutdown(stop).await
    });
    Ok(())
}

/// Reports whether the database responds, its latency, or its error.
async fn readyz_in_detail(State(health): State<Health>) -> (StatusCode, String) {
    let start = Instant::now();
    match health.ping().await {
        Ok(()) => {
            // A server that cannot write can still serve pages; the operator gets a warning.
            let writes = health.write_trouble();
            let writes = writes.map_or_else(String::new, |why| format!("writing: the last one failed: {why}\n"));
            (StatusCode::OK, format!("ready\ndatabase: answered in {} ms\n{writes}", start.elapsed().as_millis()))
        }
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready\ndatabase: {error}\n")),
    }
}

/// Responds with the metrics in Prometheus's text format.
async fn metrics(State(health): State<Health>, State(pages): State<Arc<PageService>>) -> Response {
    let mut text = pages.metrics().text(&pages.gauges());
    text.push_str(&format!(
        "# TYPE shop_sql_statements_total counter\nshop_sql_statements_total {}\n",
        shop_storage::sql_statements()
    ));
    push_statements(&mut text);
    text.push_str(&format!(
        "# HELP shop_database_write_trouble The last write failed, as of a full disk.\n\
         # TYPE shop_database_write_trouble gauge\nshop_database_write_trouble {}\n",
        i32::from(health.write_trouble().is_some())
    ));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// Appends how often each statement ran, how often it failed and how long it took.
fn push_statements(text: &mut String) {
    let figures = shop_storage::statement_figures();
    let mut series = |name: &str, help: &str, value: &dyn Fn(&StatementFigures) -> String| {
        text.push_str(&format!("# HELP {name} {help}\n# TYPE {name} counter\n"));
        for of in &figures {
            text.push_str(&format!("{name}{{statement=\"{}\"}} {}\n", of.name, value(of)));
        }
    };
    series("shop_sql_statement_runs_total", "Statements by what they do to which table.", &|of| of.count.to_string());
    series("shop_sql_statement_failures_total", "Those that failed.", &|of| of.failed.to_string());
    let seconds = |of: &StatementFigures| format!("{:.6}", of.elapsed.as_secs_f64());
    series("shop_sql_statement_seconds_total", "The time that they took together.", &seconds);
}

/// Tells whether an address contains encoded control characters: no page's does, and they only serve to confuse logs and headers.
pub(crate) fn has_control_characters(request: &Request) -> bool {
    let path = request.uri().path().as_bytes();
    path.windows(3).any(|code| [b"%00", b"%0a", b"%0d"].iter().any(|control| code.eq_ignore_ascii_case(*control)))
}
