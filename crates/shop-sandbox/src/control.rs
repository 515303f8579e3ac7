//! Endpoints for tests below `/_sandbox/`, with the secret key: faults, webhooks, time, disputes, reset.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{self, MethodFilter, MethodRouter};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Sandbox;
use super::calls::disputes;
use super::ids::random_word;
use super::objects::{Charge, Dispute, Intent};
use super::options::Account;
use super::store::Tx;
use super::webhooks;
use crate::http::auth::{Caller, caller};
use crate::http::error::{ApiError, ApiResult};
use crate::http::faults::{Planned, WebhookPlan};
use crate::http::form::Form;
use crate::schedule::settle::{COMPLETIONS, EXPIRIES, run_due};

pub(super) fn router() -> Router<Sandbox> {
    let post = |work| with_key(MethodFilter::POST, work);
    let faults = with_key(MethodFilter::GET, |sandbox, _| Ok(planned(sandbox)));
    let webhooks = with_key(MethodFilter::GET, |sandbox, _| Ok(json!(sandbox.inner.faults.webhooks())));
    let no_faults = with_key(MethodFilter::DELETE, |sandbox, _| {
        sandbox.clear_faults();
        Ok(planned(sandbox))
    });
    Router::new()
        .route("/_sandbox/faults", faults.merge(post(plan)).merge(no_faults))
        .route("/_sandbox/webhooks", webhooks.merge(post(set_webhooks)))
        .route("/_sandbox/settle", post(settle_now))
        .route("/_sandbox/deliver", routing::post(deliver_now))
        .route("/_sandbox/lapse", post(expire_now))
        .route("/_sandbox/disputes", post(dispute))
        .route("/_sandbox/resend", post(resend))
        .route("/_sandbox/account", post(account))
        .route("/_sandbox/data", with_key(MethodFilter::DELETE, delete_all))
}

/// Route that runs `work` with the request body if the secret key was sent.
fn with_key(on: MethodFilter, work: fn(&Sandbox, &[u8]) -> ApiResult<Value>) -> MethodRouter<Sandbox> {
    routing::on(on, async move |State(sandbox): State<Sandbox>, headers: HeaderMap, body: Bytes| {
        respond(&sandbox, require_secret_key(&sandbox, &headers).and_then(|()| work(&sandbox, &body)))
    })
}

/// Requires the secret key.
fn require_secret_key(sandbox: &Sandbox, headers: &HeaderMap) -> ApiResult<()> {
    match caller(headers, &Form::default(), &sandbox.inner.options)? {
        Caller::Server => Ok(()),
        Caller::Browser => Err(ApiError::forbidden_key()),
    }
}

fn parse_body<T: DeserializeOwned>(body: &[u8]) -> ApiResult<T> {
    serde_json::from_slice(body).map_err(|error| ApiError::invalid(Some("parameter_invalid"), error.to_string()))
}

fn respond(sandbox: &Sandbox, result: ApiResult<Value>) -> Response {
    let (status, body) = match result {
        Ok(value) => (StatusCode::OK, value),
        Err(error) => {
            (error.status, error.body(&format!("req_{}", random_word(sandbox.inner.options.random.as_ref(), 14))))
        }
    };
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, body.to_string()).into_response()
}

/// `{"calls": "POST /v1/payment_intents*", "times": 1, "kind": "late", "ms": 500}`.
fn plan(sandbox: &Sandbox, body: &[u8]) -> ApiResult<Value> {
    sandbox.inner.faults.plan(parse_body::<Planned>(body)?);
    Ok(planned(sandbox))
}

fn planned(sandbox: &Sandbox) -> Value {
    json!({ "planned": sandbox.inner.faults.planned() })
}

/// `{"paused": true}`, `{"reversed": true}`, `{"times": 3}`; fields that are not named go back to their defaults.
fn set_webhooks(sandbox: &Sandbox, body: &[u8]) -> ApiResult<Value> {
    let plan: WebhookPlan = parse_body(body)?;
    sandbox.set_webhook_plan(plan);
    Ok(json!(plan))
}

/// Completes pending debits, codes, refunds and disputes now.
fn settle_now(sandbox: &Sandbox, _: &[u8]) -> ApiResult<Value> {
    sandbox.settle_now().map(|count| json!({ "settled": count }))
}

/// Sends the due events now; responds once none is in flight.
async fn deliver_now(State(sandbox): State<Sandbox>, headers: HeaderMap) -> Response {
    let sent = match require_secret_key(&sandbox, &headers) {
        Ok(()) => Ok(sandbox.delivered().await),
        Err(error) => Err(error),
    };
    respond(&sandbox, sent.map(|count| json!({ "sent": count })))
}

/// Expires vouchers, QR codes and authorisations now.
fn expire_now(sandbox: &Sandbox, _: &[u8]) -> ApiResult<Value> {
    sandbox.change(|tx| Ok(run_due(tx, EXPIRIES))).map(|count| json!({ "lapsed": count }))
}

/// Charge to dispute, or whose dispute to close.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DisputeForm {
    #[serde(default)]
    charge: String,
    #[serde(default)]
    payment_intent: String,
    /// Closes the open dispute as `won` or `lost`. `None`: opens one.
    close: Option<DisputeDecision>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DisputeDecision {
    Won,
    Lost,
}

fn dispute(sandbox: &Sandbox, body: &[u8]) -> ApiResult<Value> {
    let form: DisputeForm = parse_body(body)?;
    sandbox.change(|tx| open_or_close_dispute(tx, &form))
}

fn open_or_close_dispute(tx: &mut Tx<'_>, form: &DisputeForm) -> ApiResult<Value> {
    let charge = match form.payment_intent.as_str() {
        "" => tx.find::<Charge>(&form.charge)?.id.0,
        intent => {
            let found = tx.find::<Intent>(intent)?;
            let charge = found.payment().and_then(|payment| payment.charge.clone());
            charge.ok_or_else(|| ApiError::not_found("charge", "payment_intent", intent))?.0
        }
    };
    let Some(decided) = form.close else { return disputes::open(tx, &charge) };
    let open = [("charge", Some(charge.as_str())), ("state", Some("needs_response"))];
    let found: Option<Dispute> = tx.newest(&open).next();
    let id = found.map(|dispute| dispute.id.0).ok_or_else(|| ApiError::not_found("dispute", "charge", &charge))?;
    disputes::close(tx, &id, matches!(decided, DisputeDecision::Won))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResendForm {
    event: String,
}

fn resend(sandbox: &Sandbox, body: &[u8]) -> ApiResult<Value> {
    let form: ResendForm = parse_body(body)?;
    sandbox.change(|tx| webhooks::resend(tx, &form.event)).map(|()| json!({ "event": form.event }))
}

fn account(sandbox: &Sandbox, body: &[u8]) -> ApiResult<Value> {
    let account: Account = parse_body(body)?;
    let inactive = json!(account.inactive);
    sandbox.lock().account = account;
    Ok(json!({ "inactive": inactive }))
}

fn delete_all(sandbox: &Sandbox, _: &[u8]) -> ApiResult<Value> {
    sandbox.delete_all().map(|()| json!({ "deleted": true }))
}

impl Sandbox {
    /// Changes the state in one transaction, which is rolled back on an error.
    pub(super) fn change<T>(&self, work: impl FnOnce(&mut Tx<'_>) -> ApiResult<T>) -> ApiResult<T> {
        let result = self.write(|tx| work(tx).inspect_err(|_| tx.roll_back()));
        result.unwrap_or_else(|error| {
            tracing::error!(%error, "the sandbox could not write its database");
            Err(ApiError::internal("The state could not be stored."))
        })
    }

    /// Completes what is pending now. Returns the number of completed items.
    pub(super) fn settle_now(&self) -> ApiResult<usize> {
        self.change(|tx| Ok(run_due(tx, COMPLETIONS)))
    }

    /// Clears all planned faults.
    pub(super) fn clear_faults(&self) {
        self.inner.faults.clear();
        self.inner.wake.notify_one();
    }

    /// Changes how webhooks are sent from now on.
    pub(super) fn set_webhook_plan(&self, plan: WebhookPlan) {
        self.inner.faults.set_webhooks(plan);
        self.inner.wake.notify_one();
    }

    /// Deletes everything: objects, events, stored responses and faults.
    fn delete_all(&self) -> ApiResult<()> {
        self.lock().clear().map_err(|error| {
            tracing::error!(%error, "the sandbox could not empty its database");
            ApiError::internal("The state could not be emptied.")
        })?;
        self.clear_faults();
        Ok(())
    }
}
