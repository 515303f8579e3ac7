//! HTTP client of the provider: keys, timeouts, retries.
//!
//! A write has an idempotency key, so that it can be retried if its response was lost. If the outcome is still unknown after the
//! retries, it is reported as unknown, never as a failure.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;
use shop_core::payments::error::PaymentError;
use shop_services::platform::boundary::{Lost, Operation, cross};
use shop_services::ports::{GatewayError, ProviderWatch, Secret};
use shop_services::{Clock, Random};
use tokio::sync::Semaphore;

use super::StripeOptions;
use super::responses::ErrorBody;

/// API version of the requests and responses.
pub const API_VERSION: &str = "2024-06-20";
/// Base URL of the API.
pub const BASE_URL: &str = "https://api.stripe.com";

/// Timeout of one attempt.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout of a call with all retries: a shopper waits for it.
const CALL_TIMEOUT: Duration = Duration::from_secs(12);
const MAX_ATTEMPTS: u32 = 4;
const FIRST_WAIT: Duration = Duration::from_millis(150);
/// Maximum number of concurrent calls; further ones wait, so that a slow provider does not use up the shop's resources.
const MAX_CONCURRENT_CALLS: usize = 64;

/// Fields of a request, in Stripe's bracket notation.
pub(super) type Fields = Vec<(String, String)>;

/// Outcome of one attempt.
enum AttemptResult<T> {
    Done(T),
    /// An error that is not retried.
    Final(GatewayError),
    /// Retry after at least this time; the error is returned if there is no further attempt.
    Retry(Option<Duration>, GatewayError),
}

pub(super) struct StripeClient {
    http: Client,
    base_url: String,
    secret_key: Secret,
    permits: Semaphore,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    watch: Arc<dyn ProviderWatch>,
}

impl StripeClient {
    pub(super) fn new(options: &StripeOptions) -> Result<Self, GatewayError> {
        let mut builder = Client::builder()
            .connect_timeout(Duration::from_secs(4))
            .timeout(ATTEMPT_TIMEOUT)
            .user_agent(concat!("bottega/", env!("CARGO_PKG_VERSION")));
        if options.base_url.starts_with("http://") {
            // Parsing the system's certificates is the slowest part of a start, and the sandbox has no TLS.
            builder = builder.tls_certs_only([]);
        }
        let http = builder.build().map_err(|error| GatewayError::Unavailable(error.without_url().to_string()))?;
        Ok(Self {
            http,
            base_url: options.base_url.trim_end_matches('/').to_owned(),
            secret_key: options.secret_key.clone(),
            permits: Semaphore::new(MAX_CONCURRENT_CALLS),
            clock: Arc::clone(&options.clock),
            random: Arc::clone(&options.random),
            watch: Arc::clone(&options.watch),
        })
    }

    /// Fetches an object.
    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str, query: &Fields) -> Result<T, GatewayError> {
        self.call(Method::GET, path, query, None).await
    }

    /// Sends a write. The same idempotency key is never executed twice.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        fields: &Fields,
        key: &str,
    ) -> Result<T, GatewayError> {
        self.call(Method::POST, path, fields, Some(key)).await
    }

    /// Deletes an object; deleting it again is a "not found" error.
    pub(super) async fn delete<T: DeserializeOwned>(&self, path: &str) -> Result<T, GatewayError> {
        self.call(Method::DELETE, path, &Fields::new(), None).await
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        fields: &Fields,
        key: Option<&str>,
    ) -> Result<T, GatewayError> {
        let result = self.try_call(&method, path, fields, key).await;
        result.inspect_err(|error| self.watch.failed(&format!("{method} {path}"), error))
    }

    async fn try_call<T: DeserializeOwned>(
        &self,
        method: &Method,
        path: &str,
        fields: &Fields,
        key: Option<&str>,
    ) -> Result<T, GatewayError> {
        let since = Instant::now();
        let _permit = self.permits.acquire().await.map_err(|_| GatewayError::Unavailable("closing".into()))?;
        let mut attempts = 0;
        loop {
            attempts += 1;
            let call = Operation::ProviderCall { method: method.as_str(), path };
            let (wait, error) = match cross(call, self.attempt(method, path, fields, key), lost).await {
                AttemptResult::Done(answer) => return Ok(answer),
                AttemptResult::Final(error) => return Err(error),
                AttemptResult::Retry(wait, error) => (wait, error),
            };
            // A failed read has changed nothing, and a repeated deletion is harmless, so the outcome of neither is unknown.
            let error = match error {
                GatewayError::Unknown(why) if key.is_none() => GatewayError::Unavailable(why),
                other => other,
            };
            let wait = wait.unwrap_or_default().max(backoff(attempts, self.random.as_ref()));
            if attempts >= MAX_ATTEMPTS || since.elapsed() + wait >= CALL_TIMEOUT {
                tracing::warn!(path, attempts, %error, "the payment provider did not answer as it should");
                return Err(error);
            }
            self.clock.pause(wait).await;
        }
    }

    async fn attempt<T: DeserializeOwned>(
        &self,
        method: &Method,
        path: &str,
        fields: &Fields,
        key: Option<&str>,
    ) -> AttemptResult<T> {
        let request = self.request(method, path, fields, key);
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) => {
                let why = error.without_url();
                // Without a connection, nothing was sent.
                let error = if why.is_connect() {
                    GatewayError::Unavailable("no connection".into())
                } else {
                    GatewayError::Unknown(if why.is_timeout() { "time limit" } else { "connection lost" }.into())
                };
                return AttemptResult::Retry(None, error);
            }
        };
        let status = response.status();
        let wait = retry_after(response.headers());
        let Ok(body) = response.bytes().await else {
            return AttemptResult::Retry(None, GatewayError::Unknown("answer cut off".into()));
        };
        if status.is_success() {
            return match serde_json::from_slice(&body) {
                Ok(answer) => AttemptResult::Done(answer),
                Err(_) => AttemptResult::Retry(None, GatewayError::Unknown("unreadable answer".into())),
            };
        }
        failed(status, wait, &body)
    }

    fn request(&self, method: &Method, path: &str, fields: &Fields, key: Option<&str>) -> RequestBuilder {
        let request = self
            .http
            .request(method.clone(), format!("{}{path}", self.base_url))
            .bearer_auth(&self.secret_key.0)
            .header("Stripe-Version", API_VERSION);
        let request = match key {
            Some(key) => request.header("Idempotency-Key", key),
            None => request,
        };
        if *method == Method::GET { request.query(fields) } else { request.form(fields) }
    }
}

fn lost<T>(what: Lost) -> AttemptResult<T> {
    AttemptResult::Retry(
        None,
        match what {
            Lost::Request => GatewayError::Unavailable("no connection".into()),
            Lost::Response => GatewayError::Unknown("connection lost".into()),
        },
    )
}

fn failed<T>(status: StatusCode, wait: Option<Duration>, body: &[u8]) -> AttemptResult<T> {
    let Ok(ErrorBody { error }) = serde_json::from_slice::<ErrorBody>(body) else {
        return AttemptResult::Retry(wait, GatewayError::Unknown(format!("status {status}")));
    };
    let in_flight = status == StatusCode::CONFLICT;
    if status == StatusCode::TOO_MANY_REQUESTS {
        return AttemptResult::Retry(wait, GatewayError::Unavailable("asked to come later".into()));
    }
    if status.is_server_error() || in_flight {
        return AttemptResult::Retry(wait, GatewayError::Unknown(format!("status {status}")));
    }
    let intent = error.intent().map(Box::new);
    let mut error: Box<PaymentError> = Box::new(error.into());
    // Stripe uses the same error type for both; only the status tells them apart.
    match status {
        StatusCode::UNAUTHORIZED => "authentication_error".clone_into(&mut error.kind),
        StatusCode::FORBIDDEN => "permission_error".clone_into(&mut error.kind),
        _ => {}
    }
    if error.kind == "card_error" || status == StatusCode::PAYMENT_REQUIRED {
        return AttemptResult::Final(GatewayError::Declined { error, intent });
    }
    AttemptResult::Final(GatewayError::Refused { error })
}

/// Exponential backoff with jitter, so that many failed calls are not retried at the same moment.
fn backoff(attempts: u32, random: &dyn Random) -> Duration {
    let whole = FIRST_WAIT * 2_u32.pow(attempts.saturating_sub(1).min(5));
    whole / 2 + whole.mul_f64(f64::from(random.below(500)) / 1000.0)
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}
