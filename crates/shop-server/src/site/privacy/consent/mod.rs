//! Cookie consent: the plain form of banner and placeholders, and the REST calls under `/wp-json/complianz/v1/` (storefront, section 7).

mod calls;
mod form;

use axum::Router;
use axum::http::{Extensions, HeaderMap};
use axum::routing::{get, post};
use shop_core::privacy::consent::{ConsentKind, ConsentRecord, proof_cookies};
use shop_core::privacy::cookies::CookieChange;
use shop_services::Context;
use shop_services::ports::StoreError;
use shop_services::privacy::consents::Consents;

use crate::app::limits::Limits;
use crate::app::routing::to;
use crate::app::state::AppState;
use crate::app::visitor::client::client_ip;
use crate::app::visitor::session::cookie;
use crate::render::Consent;

/// Proofs of consent stored for one IP address in an hour: offices and mobile networks share an address.
const RECORDS: u32 = 200;
const RECORDS_SPAN_S: i64 = 3600;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/consenso/", post(to(form::choose)))
        .route("/wp-json/complianz/v1/banner", get(to(calls::banner)))
        .route("/wp-json/complianz/v1/track", post(to(calls::track)))
        .route("/wp-json/complianz/v1/cookie_data", get(to(calls::cookie_data)))
        .route("/wp-json/complianz/v1/manage_consent_html", get(to(calls::manage_consent_html)))
        .route("/wp-json/complianz/v1/consent-area/{post}/{block}", get(to(calls::consent_area)))
}

/// Outcome of storing a proof of consent.
enum ProofOutcome {
    /// Stored; the response sets these cookies, with the browser's random id.
    Stored(Vec<CookieChange>),
    /// The shop is configured to store none.
    NotStored,
    /// The IP address has reached the limit; seconds to wait.
    TooMany(i64),
}

/// Stores a proof of consent under the browser's random id.
async fn store_proof(
    context: &Context,
    consents: &Consents,
    limits: &Limits,
    (headers, extensions): (&HeaderMap, &Extensions),
    consent: &Consent,
    kind: ConsentKind,
    record: ConsentRecord,
) -> Result<ProofOutcome, StoreError> {
    let ip = client_ip(extensions);
    let now = context.now();
    if let Err(wait_s) = limits.count("consent", &ip, RECORDS, RECORDS_SPAN_S, now) {
        return Ok(ProofOutcome::TooMany(wait_s));
    }
    let name = format!("{}id", consent.settings.prefix);
    let known = cookie(headers, &name).unwrap_or_default();
    let stored_id = consents.record(kind, record.clone(), &known).await?;
    let cookies = stored_id.map(|id| proof_cookies(&record, &id, &consent.settings));
    Ok(cookies.map_or(ProofOutcome::NotStored, ProofOutcome::Stored))
}
