//! Switches for tests, below `/_sandbox/` and with the secret key: faults, webhooks, time, disputes, a fresh start.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use shop_core::payment::method::PaymentMethod;

use super::Sandbox;
use super::auth::{Caller, caller};
use super::error::{ApiError, ApiResult};
use super::faults::{Planned, WebhookPlan};
use super::form::Form;
use super::idempotency::salt;
use super::ids::random_word;
use super::objects::calls::{charges, disputes};
use super::objects::{Account, Dispute, DisputeState};
use super::settle::{ARRIVING, LAPSING, settle};
use super::state::Tx;
use super::{intents, webhooks};

pub(super) fn router() -> Router<Sandbox> {
    Router::new()
        .route("/_sandbox/faults", post(plan).get(planned).delete(no_faults))
        .route("/_sandbox/webhooks", post(set_webhooks).get(show_webhooks))
        .route("/_sandbox/settle", post(settle_now))
        .route("/_sandbox/deliver", post(deliver_now))
        .route("/_sandbox/lapse", post(lapse_now))
        .route("/_sandbox/disputes", post(dispute))
        .route("/_sandbox/resend", post(resend))
        .route("/_sandbox/account", post(account))
        .route("/_sandbox/data", delete(empty))
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
async fn plan(State(sandbox): State<Sandbox>, headers: HeaderMap, body: Bytes) -> Response {
    answered(
        &sandbox,
        open(&sandbox, &headers).and_then(|()| {
            sandbox.inner.faults.plan(read::<Planned>(&body)?);
            Ok(json!({ "planned": sandbox.inner.faults.planned() }))
        }),
    )
}

async fn planned(State(sandbox): State<Sandbox>, headers: HeaderMap) -> Response {
    answered(&sandbox, open(&sandbox, &headers).map(|()| json!({ "planned": sandbox.inner.faults.planned() })))
}

async fn no_faults(State(sandbox): State<Sandbox>, headers: HeaderMap) -> Response {
    answered(
        &sandbox,
        open(&sandbox, &headers).map(|()| {
            sandbox.inner.faults.clear();
            sandbox.inner.wake.notify_one();
            json!({ "planned": [] })
        }),
    )
}

/// `{"paused": true}`, `{"reversed": true}`, `{"times": 3}`; what is not named goes back to as it is usually.
async fn set_webhooks(State(sandbox): State<Sandbox>, headers: HeaderMap, body: Bytes) -> Response {
    answered(
        &sandbox,
        open(&sandbox, &headers).and_then(|()| {
            let plan: WebhookPlan = read(&body)?;
            sandbox.inner.faults.set_webhooks(plan);
            sandbox.inner.wake.notify_one();
            Ok(json!(plan))
        }),
    )
}

async fn show_webhooks(State(sandbox): State<Sandbox>, headers: HeaderMap) -> Response {
    answered(&sandbox, open(&sandbox, &headers).map(|()| json!(sandbox.inner.faults.webhooks())))
}

/// What is on its way arrives now: debits, codes, refunds, disputes.
async fn settle_now(State(sandbox): State<Sandbox>, headers: HeaderMap) -> Response {
    answered(
        &sandbox,
        open(&sandbox, &headers).and_then(|()| sandbox.settle_now().map(|count| json!({ "settled": count }))),
    )
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
async fn lapse_now(State(sandbox): State<Sandbox>, headers: HeaderMap) -> Response {
    let lapsed = || sandbox.change(|tx| Ok(settle(tx, LAPSING)));
    answered(&sandbox, open(&sandbox, &headers).and_then(|()| lapsed().map(|count| json!({ "lapsed": count }))))
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

async fn dispute(State(sandbox): State<Sandbox>, headers: HeaderMap, body: Bytes) -> Response {
    answered(
        &sandbox,
        open(&sandbox, &headers).and_then(|()| {
            let form: DisputeForm = read(&body)?;
            sandbox.change(|tx| disputed(tx, &form))
        }),
    )
}

fn disputed(tx: &mut Tx<'_>, form: &DisputeForm) -> ApiResult<Value> {
    let charge = match form.payment_intent.as_str() {
        "" => charges::find(tx, &form.charge)?.id.0,
        intent => {
            let found = intents::find(tx, intent)?;
            let charge = found.payment().and_then(|payment| payment.charge.clone());
            charge.ok_or_else(|| ApiError::not_found("charge", "payment_intent", intent))?.0
        }
    };
    let Some(decided) = form.close else { return disputes::open(tx, &charge) };
    let is_open =
        |dispute: &&Dispute| dispute.charge.as_str() == charge && dispute.state == DisputeState::NeedsResponse;
    let found = tx.table::<Dispute>().newest().find(is_open).map(|dispute| dispute.id.0.clone());
    let id = found.ok_or_else(|| ApiError::not_found("dispute", "charge", &charge))?;
    disputes::close(tx, &id, matches!(decided, Decided::Won))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResendForm {
    event: String,
}

async fn resend(State(sandbox): State<Sandbox>, headers: HeaderMap, body: Bytes) -> Response {
    answered(
        &sandbox,
        open(&sandbox, &headers).and_then(|()| {
            let form: ResendForm = read(&body)?;
            sandbox.change(|tx| webhooks::resend(tx, &form.event)).map(|()| json!({ "event": form.event }))
        }),
    )
}

/// What is not named is as usual.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct AccountForm {
    /// Kinds of methods that are not activated.
    inactive: Vec<String>,
    country: String,
    currency: String,
    charges_enabled: bool,
    /// Wallets that do not accept the shop's domain.
    unverified: Vec<String>,
    /// Calls that the key has no right to.
    forbidden: Vec<String>,
}

impl Default for AccountForm {
    fn default() -> Self {
        let Account { country, currency, charges_enabled, unverified, forbidden, .. } = Account::default();
        Self { inactive: Vec::new(), country, currency, charges_enabled, unverified, forbidden }
    }
}

async fn account(State(sandbox): State<Sandbox>, headers: HeaderMap, body: Bytes) -> Response {
    answered(
        &sandbox,
        open(&sandbox, &headers).and_then(|()| {
            let AccountForm { inactive, country, currency, charges_enabled, unverified, forbidden } = read(&body)?;
            let kinds = inactive.iter().filter_map(|id| PaymentMethod::from_id(id)).collect();
            sandbox.lock().account =
                Account { inactive: kinds, country, currency, charges_enabled, unverified, forbidden };
            Ok(json!({ "inactive": inactive }))
        }),
    )
}

async fn empty(State(sandbox): State<Sandbox>, headers: HeaderMap) -> Response {
    answered(&sandbox, open(&sandbox, &headers).and_then(|()| sandbox.empty().map(|()| json!({ "deleted": true }))))
}

impl Sandbox {
    /// Changes the state by what may refuse; then nothing is changed.
    pub(super) fn change<T>(&self, work: impl FnOnce(&mut Tx<'_>) -> ApiResult<T>) -> ApiResult<T> {
        let done = self.write(|tx| work(tx).inspect_err(|_| tx.roll_back()));
        done.unwrap_or_else(|error| {
            tracing::error!(%error, "the sandbox could not write its journal");
            Err(ApiError::internal("The state could not be stored."))
        })
    }

    /// Lets what is on its way arrive now. Gives how many things happened.
    pub(super) fn settle_now(&self) -> ApiResult<usize> {
        self.change(|tx| Ok(settle(tx, ARRIVING)))
    }

    /// Forgets everything: objects, events, kept answers, faults.
    fn empty(&self) -> ApiResult<()> {
        let mut state = self.lock();
        state.journal.clear().map_err(|error| {
            tracing::error!(%error, "the sandbox could not empty its journal");
            ApiError::internal("The state could not be emptied.")
        })?;
        state.data = Default::default();
        state.account = Account::default();
        drop(state);
        self.inner.faults.clear();
        self.inner.wake.notify_one();
        self.change(|tx| Ok(salt(tx))).map(|_| ())
    }
}
