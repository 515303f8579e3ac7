//! HTTP to the provider: keys, time limits, tries.
//!
//! A write has an idempotency key, so that it may be sent again when its answer was lost. What is still not known after the
//! tries is told as such, never as a failure.

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
use super::read::ErrorBody;

/// The version of the API that requests name and answers are read by.
pub const API_VERSION: &str = "2024-06-20";
/// Where the API lives.
pub const BASE_URL: &str = "https://api.stripe.com";

/// Time for one answer.
const TRY_LIMIT: Duration = Duration::from_secs(10);
/// Time for all tries of a call: a shopper waits for it.
const CALL_LIMIT: Duration = Duration::from_secs(12);
const TRIES: u32 = 4;
const FIRST_WAIT: Duration = Duration::from_millis(150);
/// Calls at the same time; further ones wait, so that a slow provider does not fill the shop.
const AT_ONCE: usize = 64;

/// Fields of a request, in Stripe's bracket notation.
pub(super) type Fields = Vec<(String, String)>;

/// What one try came to.
enum Try<T> {
    Done(T),
    /// A final answer.
    Final(GatewayError),
    /// To be tried again, after this time at least; the error stands if there is no further try.
    Again(Option<Duration>, GatewayError),
}

pub(super) struct StripeClient {
    http: Client,
    base_url: String,
    secret_key: Secret,
    turns: Semaphore,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    watch: Arc<dyn ProviderWatch>,
}

impl StripeClient {
    pub(super) fn new(options: &StripeOptions) -> Result<Self, GatewayError> {
        let mut builder = Client::builder()
            .connect_timeout(Duration::from_secs(4))
            .timeout(TRY_LIMIT)
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
            turns: Semaphore::new(AT_ONCE),
            clock: Arc::clone(&options.clock),
            random: Arc::clone(&options.random),
            watch: Arc::clone(&options.watch),
        })
    }

    /// Reads an object.
    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str, query: &Fields) -> Result<T, GatewayError> {
        self.call(Method::GET, path, query, None).await
    }

    /// Writes. The same key never does it twice.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        fields: &Fields,
        key: &str,
    ) -> Result<T, GatewayError> {
        self.call(Method::POST, path, fields, Some(key)).await
    }

    /// Deletes an object; a second time it is not known.
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
        let done = self.try_call(&method, path, fields, key).await;
        done.inspect_err(|error| self.watch.failed(&format!("{method} {path}"), error))
    }

    async fn try_call<T: DeserializeOwned>(
        &self,
        method: &Method,
        path: &str,
        fields: &Fields,
        key: Option<&str>,
    ) -> Result<T, GatewayError> {
        let since = Instant::now();
        let _turn = self.turns.acquire().await.map_err(|_| GatewayError::Unavailable("closing".into()))?;
        let mut tried = 0;
        loop {
            tried += 1;
            let call = Operation::ProviderCall { method: method.as_str(), path };
            let (wait, error) = match cross(call, self.attempt(method, path, fields, key), lost).await {
                Try::Done(answer) => return Ok(answer),
                Try::Final(error) => return Err(error),
                Try::Again(wait, error) => (wait, error),
            };
            // A reading that failed did nothing, whatever became of it; what is deleted twice is gone.
            let error = match error {
                GatewayError::Unknown(why) if key.is_none() => GatewayError::Unavailable(why),
                other => other,
            };
            let wait = wait.unwrap_or_default().max(backoff(tried, self.random.as_ref()));
            if tried >= TRIES || since.elapsed() + wait >= CALL_LIMIT {
                tracing::warn!(path, tried, %error, "the payment provider did not answer as it should");
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
    ) -> Try<T> {
        let request = self.request(method, path, fields, key);
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) => {
                let why = error.without_url();
                // Without a connection nothing was sent.
                let told = if why.is_connect() {
                    GatewayError::Unavailable("no connection".into())
                } else {
                    GatewayError::Unknown(if why.is_timeout() { "time limit" } else { "connection lost" }.into())
                };
                return Try::Again(None, told);
            }
        };
        let status = response.status();
        let wait = retry_after(response.headers());
        let Ok(body) = response.bytes().await else {
            return Try::Again(None, GatewayError::Unknown("answer cut off".into()));
        };
        if status.is_success() {
            return match serde_json::from_slice(&body) {
                Ok(answer) => Try::Done(answer),
                Err(_) => Try::Again(None, GatewayError::Unknown("unreadable answer".into())),
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

fn lost<T>(what: Lost) -> Try<T> {
    Try::Again(
        None,
        match what {
            Lost::Request => GatewayError::Unavailable("no connection".into()),
            Lost::Response => GatewayError::Unknown("connection lost".into()),
        },
    )
}

fn failed<T>(status: StatusCode, wait: Option<Duration>, body: &[u8]) -> Try<T> {
    let Ok(ErrorBody { error }) = serde_json::from_slice::<ErrorBody>(body) else {
        return Try::Again(wait, GatewayError::Unknown(format!("status {status}")));
    };
    let in_flight = status == StatusCode::CONFLICT;
    if status == StatusCode::TOO_MANY_REQUESTS {
        return Try::Again(wait, GatewayError::Unavailable("asked to come later".into()));
    }
    if status.is_server_error() || in_flight {
        return Try::Again(wait, GatewayError::Unknown(format!("status {status}")));
    }
    let intent = error.intent().map(Box::new);
    let mut error: Box<PaymentError> = Box::new(error.into());
    // Both are told as requests that are wrong; the status says what is.
    match status {
        StatusCode::UNAUTHORIZED => "authentication_error".clone_into(&mut error.kind),
        StatusCode::FORBIDDEN => "permission_error".clone_into(&mut error.kind),
        _ => {}
    }
    if error.kind == "card_error" || status == StatusCode::PAYMENT_REQUIRED {
        return Try::Final(GatewayError::Declined { error, intent });
    }
    Try::Final(GatewayError::Refused { error })
}

/// Doubles, with a random part, so that many that failed together do not come again together.
fn backoff(tried: u32, random: &dyn Random) -> Duration {
    let whole = FIRST_WAIT * 2_u32.pow(tried.saturating_sub(1).min(5));
    whole / 2 + whole.mul_f64(f64::from(random.below(500)) / 1000.0)
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}
