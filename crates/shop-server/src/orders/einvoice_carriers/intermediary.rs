//! HTTP API of an intermediary.
//!
//! | request | response |
//! | --- | --- |
//! | `POST {url}/invoices`: the file as `application/xml`, its name as `Idempotency-Key` | 200, 201: `{"id": "…"}`; 400, 409, 422: `{"code": "00423", "message": "…"}`, permanently rejected |
//! | `GET {url}/invoices/{id}` | `{"state": "pending"}`, or `delivered`, `undelivered`, `rejected` with `code` and `message` |
//!
//! Both with `Authorization: Bearer {token}`. Any other response is retried later. Intermediaries differ: one with another API
//! needs a carrier of its own.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url, header};
use serde::Deserialize;
use shop_core::orders::document::einvoice::EInvoiceState;
use shop_services::orders::einvoices::{Answer, CarrierError, InvoiceCarrier, InvoiceFile};

/// Timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Longest response that is read.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// Client of an intermediary.
pub struct Intermediary {
    http: Client,
    url: Url,
    token: String,
}

#[derive(Deserialize)]
struct AcceptedResponse {
    id: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StatusResponse {
    state: String,
    code: String,
    message: String,
}

impl Intermediary {
    /// Creates a client for an address and token.
    ///
    /// # Errors
    /// The reason why the address is invalid.
    pub fn new(url: &str, token: &str) -> Result<Self, String> {
        // Another part of the process may already have installed it.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let url =
            Url::parse(&format!("{}/", url.trim_end_matches('/'))).map_err(|error| format!("einvoice_url: {error}"))?;
        let http = Client::builder()
            .connect_timeout(Duration::from_secs(5))
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("bottega/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Self { http, url, token: token.to_owned() })
    }

    fn endpoint(&self, path: &[&str]) -> Result<Url, CarrierError> {
        let mut url = self.url.clone();
        let steps = url.path_segments_mut().map_err(|()| CarrierError::Unavailable("einvoice_url has no path".into()));
        steps?.pop_if_empty().extend(path);
        Ok(url)
    }

    async fn send(&self, request: RequestBuilder) -> Result<Response, CarrierError> {
        let response = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token)).send().await;
        response.map_err(|error| CarrierError::Unavailable(error.without_url().to_string()))
    }
}

/// Reads a response's body up to a limit that no honest one exceeds.
async fn body(mut answer: Response) -> Result<Vec<u8>, CarrierError> {
    let mut bytes = Vec::new();
    while let Some(chunk) =
        answer.chunk().await.map_err(|error| CarrierError::Unavailable(error.without_url().to_string()))?
    {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_ANSWER_BYTES {
            return Err(CarrierError::Unavailable("its answer is too long".into()));
        }
    }
    Ok(bytes)
}

fn parse<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, CarrierError> {
    serde_json::from_slice(bytes)
        .map_err(|error| CarrierError::Unavailable(format!("its answer cannot be read: {error}")))
}

#[async_trait]
impl InvoiceCarrier for Intermediary {
    async fn carry(&self, file: &InvoiceFile) -> Result<String, CarrierError> {
        let request = self
            .http
            .post(self.endpoint(&["invoices"])?)
            .header(header::CONTENT_TYPE, "application/xml")
            .header("Idempotency-Key", &file.name)
            .body(file.xml.clone());
        let answer = self.send(request).await?;
        let status = answer.status();
        let bytes = body(answer).await?;
        match status {
            StatusCode::OK | StatusCode::CREATED => {
                let taken: AcceptedResponse = parse(&bytes)?;
                if taken.id.is_empty() || taken.id.len() > 200 {
                    return Err(CarrierError::Unavailable("its answer names no document".into()));
                }
                Ok(taken.id)
            }
            StatusCode::BAD_REQUEST | StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY => {
                let reply: StatusResponse = serde_json::from_slice(&bytes).unwrap_or_default();
                let code = if reply.code.is_empty() { status.as_str().to_owned() } else { reply.code };
                Err(CarrierError::Refused { code, words: reply.message })
            }
            other => Err(CarrierError::Unavailable(format!("it answered {other}"))),
        }
    }

    async fn ask(&self, reference: &str) -> Result<Option<Answer>, CarrierError> {
        let answer = self.send(self.http.get(self.endpoint(&["invoices", reference])?)).await?;
        if answer.status() != StatusCode::OK {
            return Err(CarrierError::Unavailable(format!("it answered {}", answer.status())));
        }
        let bytes = body(answer).await?;
        let reply: StatusResponse = parse(&bytes)?;
        let state = match reply.state.as_str() {
            "pending" => None,
            "delivered" => Some(EInvoiceState::Delivered),
            "undelivered" => Some(EInvoiceState::Undelivered),
            "rejected" => Some(EInvoiceState::Rejected),
            other => return Err(CarrierError::Unavailable(format!("its state `{other}` is unknown"))),
        };
        Ok(Some(Answer { state, code: reply.code, words: reply.message }))
    }
}
