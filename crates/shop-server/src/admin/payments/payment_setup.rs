//! Set-up of the payment provider: findings, fixes and API keys.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use shop_core::base::Lang;
use shop_core::payments::setup::{Finding, KeyMode, ProviderKeysForm, Remedy};
use shop_core::platform::messages::codes;
use shop_services::Context;
use shop_services::payments::{KeyInfo, KeysFrom, PaymentSetup, ProviderKeysError, ProviderSetup, SetupError};
use shop_services::ports::ProviderErrorRecord;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Admin;
use crate::admin::messages::{self, sentence};
use crate::admin::problem::{Body, Problem, Refusal, language};
use crate::app::limits::Limits;
use crate::app::storefront::WebContext;

/// Requests to the provider per person and minute: enough for manual clicks, too few to test stolen keys in bulk.
const MAX_REQUESTS: u32 = 12;
const REQUESTS_WINDOW_S: i64 = 60;

/// Set-up status of the payment provider.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PaymentSetupDetail {
    /// `stripe`, `sandbox` (needs no set-up) or `none`.
    provider: &'static str,
    /// `test` or `live`; `null` without a provider.
    mode: Option<&'static str>,
    /// Country of the account; empty if it could not be read.
    country: String,
    /// Payout currency of the account; empty if it could not be read.
    currency: String,
    /// Problems found, most severe first.
    findings: Vec<SetupFinding>,
    /// Why the provider could not be queried, or only in part; empty if it could.
    failure: String,
    /// URL that the provider sends webhooks to.
    webhook_url: String,
    /// Domain to register for wallets; `null` if the shop's address has no public domain.
    domain: Option<String>,
    /// Type of the last webhook event received; empty if none was.
    last_event: String,
    last_event_at: Option<i64>,
    /// Recent errors, newest first.
    errors: Vec<ProviderErrorRow>,
    keys: PaymentKeys,
}

/// A problem found in the set-up.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SetupFinding {
    /// `error`, `warning` or `note`.
    severity: &'static str,
    code: &'static str,
    /// The finding as a sentence.
    message: String,
    /// Fix that one click applies: `webhook` or `domain`; `null` if there is none.
    remedy: Option<&'static str>,
}

/// A recent error between the shop and the provider.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ProviderErrorRow {
    at: i64,
    /// API call (`POST /v1/refunds`), or `webhook`.
    call: String,
    /// The provider's code, or `unavailable`, `unknown`, `signature`, `stale`, `unreadable`.
    code: String,
    /// The provider's message.
    message: String,
}

/// Status of the API keys, without the secrets.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PaymentKeys {
    /// Source of the keys: `environment`, `back_office`, `unreadable`, `sandbox` or `nowhere`.
    from: &'static str,
    publishable_key: String,
    /// Last characters of the secret key; empty if there is none.
    secret_key_end: String,
    has_webhook_secret: bool,
    /// Whether keys can be stored through the back office.
    can_store: bool,
}

/// Keys as entered. An empty secret keeps the stored one, as long as the publishable key stays the same.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(in crate::admin) struct PaymentKeysForm {
    secret_key: String,
    publishable_key: String,
    webhook_secret: String,
}

impl From<KeyInfo> for PaymentKeys {
    fn from(keys: KeyInfo) -> Self {
        Self {
            from: match keys.from {
                KeysFrom::Environment => "environment",
                KeysFrom::BackOffice => "back_office",
                KeysFrom::Unreadable => "unreadable",
                KeysFrom::Sandbox => "sandbox",
                KeysFrom::Nowhere => "nowhere",
            },
            publishable_key: keys.publishable_key,
            secret_key_end: keys.secret_key_end,
            has_webhook_secret: keys.has_webhook_secret,
            can_store: keys.can_store,
        }
    }
}

impl From<ProviderErrorRecord> for ProviderErrorRow {
    fn from(record: ProviderErrorRecord) -> Self {
        Self { at: record.at, call: record.call, code: record.code, message: record.message }
    }
}

/// Queries the provider and returns its set-up status.
#[utoipa::path(get, path = "/api/admin/payment-setup",
    responses((status = 200, body = PaymentSetupDetail), (status = 429, body = Problem)))]
pub(in crate::admin) async fn show(
    State(context): State<Arc<Context>>,
    State(provider_setup): State<ProviderSetup>,
    State(limits): State<Arc<Limits>>,
    admin: Admin,
    headers: HeaderMap,
) -> Result<Json<PaymentSetupDetail>, Refusal> {
    count_request(&context, &limits, &admin)?;
    load_setup(&provider_setup, language(&headers)).await
}

/// Creates the webhook, or repairs the existing one.
#[utoipa::path(post, path = "/api/admin/payment-setup/webhook",
    responses((status = 200, body = PaymentSetupDetail), (status = 409, body = Problem), (status = 429, body = Problem)))]
pub(in crate::admin) async fn set_up_webhook(
    State(provider_setup): State<ProviderSetup>,
    State(limits): State<Arc<Limits>>,
    State(web): State<WebContext>,
    admin: Admin,
    headers: HeaderMap,
) -> Result<Json<PaymentSetupDetail>, Refusal> {
    count_request(&web.context, &limits, &admin)?;
    let done = provider_setup.set_up_webhook(&admin.person.username).await;
    done.map_err(|error| to_refusal(&error, web.public_address.as_str()))?;
    load_setup(&provider_setup, language(&headers)).await
}

/// Registers the shop's domain for wallets, or verifies it again.
#[utoipa::path(post, path = "/api/admin/payment-setup/domain",
    responses((status = 200, body = PaymentSetupDetail), (status = 409, body = Problem), (status = 429, body = Problem)))]
pub(in crate::admin) async fn set_up_domain(
    State(provider_setup): State<ProviderSetup>,
    State(limits): State<Arc<Limits>>,
    State(web): State<WebContext>,
    admin: Admin,
    headers: HeaderMap,
) -> Result<Json<PaymentSetupDetail>, Refusal> {
    count_request(&web.context, &limits, &admin)?;
    let done = provider_setup.set_up_domain().await;
    done.map_err(|error| to_refusal(&error, web.public_address.as_str()))?;
    load_setup(&provider_setup, language(&headers)).await
}

/// Stores API keys after the provider has accepted them.
#[utoipa::path(put, path = "/api/admin/payment-keys",
    request_body = PaymentKeysForm,
    responses((status = 200, body = PaymentSetupDetail), (status = 409, body = Problem), (status = 429, body = Problem)))]
pub(in crate::admin) async fn change_keys(
    State(context): State<Arc<Context>>,
    State(provider_setup): State<ProviderSetup>,
    State(limits): State<Arc<Limits>>,
    admin: Admin,
    headers: HeaderMap,
    Body(typed): Body<PaymentKeysForm>,
) -> Result<Json<PaymentSetupDetail>, Refusal> {
    count_request(&context, &limits, &admin)?;
    let PaymentKeysForm { secret_key, publishable_key, webhook_secret } = typed;
    let form = ProviderKeysForm { secret_key, publishable_key, webhook_secret };
    provider_setup.change_provider_keys(&form, &admin.person.username).await?;
    load_setup(&provider_setup, language(&headers)).await
}

/// Deletes the stored API keys.
#[utoipa::path(delete, path = "/api/admin/payment-keys",
    responses((status = 200, body = PaymentSetupDetail), (status = 409, body = Problem), (status = 429, body = Problem)))]
pub(in crate::admin) async fn forget_keys(
    State(context): State<Arc<Context>>,
    State(provider_setup): State<ProviderSetup>,
    State(limits): State<Arc<Limits>>,
    admin: Admin,
    headers: HeaderMap,
) -> Result<Json<PaymentSetupDetail>, Refusal> {
    count_request(&context, &limits, &admin)?;
    provider_setup.forget_provider_keys(&admin.person.username).await?;
    load_setup(&provider_setup, language(&headers)).await
}

fn count_request(context: &Context, limits: &Limits, admin: &Admin) -> Result<(), Refusal> {
    let who = admin.person.id.to_string();
    let counted = limits.count("payment_setup", &who, MAX_REQUESTS, REQUESTS_WINDOW_S, context.now());
    counted.map(|_| ()).map_err(|seconds| Refusal {
        retry_after: Some(seconds),
        ..Refusal::new(StatusCode::TOO_MANY_REQUESTS, messages::TOO_MANY_TRIES).with("minutes", &1)
    })
}

async fn load_setup(provider_setup: &ProviderSetup, lang: Lang) -> Result<Json<PaymentSetupDetail>, Refusal> {
    let setup = provider_setup.payment_setup().await?;
    let keys = provider_setup.key_info().await?;
    Ok(Json(detail(setup, keys, lang)))
}

fn detail(setup: PaymentSetup, keys: KeyInfo, lang: Lang) -> PaymentSetupDetail {
    let account = setup.account.unwrap_or_default();
    let (last_event, last_event_at) = setup.last_event.map(|one| (one.kind, one.received_at)).unzip();
    let failure = setup.failure.map(|error| describe(&SetupError::from(error), lang));
    PaymentSetupDetail {
        provider: match setup.mode {
            None => "none",
            Some(_) if setup.is_sandbox => "sandbox",
            Some(_) => "stripe",
        },
        mode: setup.mode.map(KeyMode::as_str),
        country: account.country,
        currency: account.currency.to_uppercase(),
        findings: setup.findings.iter().map(|one| finding(one, lang)).collect(),
        failure: failure.unwrap_or_default(),
        webhook_url: setup.webhook_url,
        domain: setup.domain,
        last_event: last_event.unwrap_or_default(),
        last_event_at,
        errors: setup.errors.into_iter().map(ProviderErrorRow::from).collect(),
        keys: keys.into(),
    }
}

fn finding(found: &Finding, lang: Lang) -> SetupFinding {
    SetupFinding {
        severity: found.severity.as_str(),
        code: found.code,
        message: sentence(found.code, &found.params, lang),
        remedy: found.remedy.map(Remedy::as_str),
    }
}

fn describe(error: &SetupError, lang: Lang) -> String {
    let refusal = to_refusal(error, "");
    sentence(refusal.code, &refusal.params, lang)
}

fn to_refusal(error: &SetupError, address: &str) -> Refusal {
    let conflict = |code| Refusal::new(StatusCode::CONFLICT, code);
    match error {
        SetupError::NoProvider => conflict(messages::SETUP_NO_PROVIDER),
        SetupError::NotSealed => conflict(messages::KEYS_NOT_SEALED),
        SetupError::NoDomain => conflict(messages::SETUP_NO_DOMAIN).with("address", &address),
        SetupError::Refused(error) => {
            let reason = if error.message.is_empty() { &error.code } else { &error.message };
            conflict(messages::CAPTURE_REFUSED).with("reason", reason)
        }
        SetupError::Unreachable => Refusal::new(StatusCode::SERVICE_UNAVAILABLE, messages::SETUP_UNREACHABLE),
        SetupError::Store(error) => error.clone().into(),
    }
}

impl From<ProviderKeysError> for Refusal {
    fn from(error: ProviderKeysError) -> Self {
        let conflict = |code| Self::new(StatusCode::CONFLICT, code);
        match error {
            ProviderKeysError::Fields(errors) => Self::fields(errors),
            ProviderKeysError::NotSealed => conflict(messages::KEYS_NOT_SEALED),
            ProviderKeysError::FromEnvironment => conflict(messages::KEYS_FROM_ENVIRONMENT),
            ProviderKeysError::Unreachable => Self::new(StatusCode::SERVICE_UNAVAILABLE, messages::SETUP_UNREACHABLE),
            ProviderKeysError::Changed => conflict(codes::OFFICE_CHANGED),
            ProviderKeysError::Store(error) => error.into(),
        }
    }
}
