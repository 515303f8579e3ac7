//! Switches for tests, below `/_sandbox/` and with the secret key: faults, webhooks, time, disputes, a fresh start.

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
use crate::schedule::settle::{ARRIVING, LAPSING, settle};

pub(super) fn router() -> Router<Sandbox> {
    let post = |work| with_key(MethodFilter::POST, work);
    let faults = with_key(MethodFilter::GET, |sandbox, _| Ok(planned(sandbox)));
    let webhooks = with_key(MethodFilter::GET, |sandbox, _| Ok(json!(sandbox.inner.faults.webhooks())));
    let no_faults = with_key(MethodFilter::DELETE, |sandbox, _| {
        sandbox.take_faults_back();
        Ok(planned(sandbox))
    });
    Router::new()
        .route("/_sandbox/faults", faults.merge(post(plan)).merge(no_faults))
        .route("/_sandbox/webhooks", webhooks.merge(post(set_webhooks)))
        .route("/_sandbox/settle", post(settle_now))
        .route("/_sandbox/deliver", routing::post(deliver_now))
        .route("/_sandbox/lapse", post(lapse_now))
        .route("/_sandbox/disputes", post(dispute))
        .route("/_sandbox/resend", post(resend))
        .route("/_sandbox/account", post(account))
        .route("/_sandbox/data", with_key(MethodFilter::DELETE, empty))
}

/// Does what a switch does with the body that came, for who has the secret key.
fn with_key(on: MethodFilter, work: fn(&Sandbox, &[u8]) -> ApiResult<Value>) -> MethodRouter<Sandbox> {
    routing::on(on, async move |State(sandbox): State<Sandbox>, headers: HeaderMap, body: Bytes| {
        answered(&sandbox, open(&sandbox, &headers).and_then(|()| work(&sandbox, &body)))
    })
}

/// Only with the secret key.
fn open(sandbox: &Sandbox, headers: &HeaderMap) -> ApiResult<()> {
    match caller(headers, &Form::default(), &sandbox.inner.options)? {
        Caller::Server => Ok(()),
        Caller::Browser => Err(ApiError::forbidden_key()),
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> ApiResult<T> {
    serde_json::from_slice(body).map_err(|error| ApiError::invalid(Some("parameter_invalid"), error.to_string()))
}

fn answered(sandbox: &Sandbox, result: ApiResult<Value>) -> Response {
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
    sandbox.inner.faults.plan(read::<Planned>(body)?);
    Ok(planned(sandbox))
}

fn planned(sandbox: &Sandbox) -> Value {
    json!({ "planned": sandbox.inner.faults.planned() })
}

/// `{"paused": true}`, `{"reversed": true}`, `{"times": 3}`; what is not named goes back to as it is usually.
fn set_webhooks(sandbox: &Sandbox, body: &[u8]) -> ApiResult<Value> {
    let plan: WebhookPlan = read(body)?;
    sandbox.tell_by(plan);
    Ok(json!(plan))
}

/// What is on its way arrives now: debits, codes, refunds, disputes.
fn settle_now(sandbox: &Sandbox, _: &[u8]) -> ApiResult<Value> {
    sandbox.settle_now().map(|count| json!({ "settled": count }))
}

/// The messages that are due are sent now; answers once none is on its way.
async fn deliver_now(State(sandbox): State<Sandbox>, headers: HeaderMap) -> Response {
    let sent = match open(&sandbox, &headers) {
        Ok(()) => Ok(sandbox.delivered().await),
        Err(error) => Err(error),
    };
    answered(&sandbox, sent.map(|count| json!({ "sent": count })))
}

/// What nobody came for is given up now: slips, codes, amounts that are set aside.
fn lapse_now(sandbox: &Sandbox, _: &[u8]) -> ApiResult<Value> {
    sandbox.change(|tx| Ok(settle(tx, LAPSING))).map(|count| json!({ "lapsed": count }))
}

/// A payment, and whether its dispute is decided.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DisputeForm {
    #[serde(default)]
    charge: String,
    #[serde(default)]
    payment_intent: String,
    /// `won` or `lost`: the open one is closed so. None: one is opened.
    close: Option<Decided>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Decided {
    Won,
    Lost,
}

fn dispute(sandbox: &Sandbox, body: &[u8]) -> ApiResult<Value> {
    let form: DisputeForm = read(body)?;
    sandbox.change(|tx| disputed(tx, &form))
}

fn disputed(tx: &mut Tx<'_>, form: &DisputeForm) -> ApiResult<Value> {
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
    disputes::close(tx, &id, matches!(decided, Decided::Won))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResendForm {
    event: String,
}

fn resend(sandbox: &Sandbox, body: &[u8]) -> ApiResult<Value> {
    let form: ResendForm = read(body)?;
    sandbox.change(|tx| webhooks::resend(tx, &form.event)).map(|()| json!({ "event": form.event }))
}

fn account(sandbox: &Sandbox, body: &[u8]) -> ApiResult<Value> {
    let account: Account = read(body)?;
    let inactive = json!(account.inactive);
    sandbox.lock().account = account;
    Ok(json!({ "inactive": inactive }))
}

fn empty(sandbox: &Sandbox, _: &[u8]) -> ApiResult<Value> {
    sandbox.empty().map(|()| json!({ "deleted": true }))
}

impl Sandbox {
    /// Changes the state by what may refuse; then nothing is changed.
    pub(super) fn change<T>(&self, work: impl FnOnce(&mut Tx<'_>) -> ApiResult<T>) -> ApiResult<T> {
        let done = self.write(|tx| work(tx).inspect_err(|_| tx.roll_back()));
        done.unwrap_or_else(|error| {
            tracing::error!(%error, "the sandbox could not write its database");
            Err(ApiError::internal("The state could not be stored."))
        })
    }

    /// Lets what is on its way arrive now. Gives how many things happened.
    pub(super) fn settle_now(&self) -> ApiResult<usize> {
        self.change(|tx| Ok(settle(tx, ARRIVING)))
    }

    /// Takes back whatever was planned to go wrong.
    pub(super) fn take_faults_back(&self) {
        self.inner.faults.clear();
        self.inner.wake.notify_one();
    }

    /// Sends messages in another way from now on.
    pub(super) fn tell_by(&self, plan: WebhookPlan) {
        self.inner.faults.set_webhooks(plan);
        self.inner.wake.notify_one();
    }

    /// Forgets everything: objects, events, kept answers, faults.
    fn empty(&self) -> ApiResult<()> {
        self.lock().clear().map_err(|error| {
            tracing::error!(%error, "the sandbox could not empty its database");
            ApiError::internal("The state could not be emptied.")
        })?;
        self.take_faults_back();
        Ok(())
    }
}
