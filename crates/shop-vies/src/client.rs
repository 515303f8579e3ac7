//! Client of the VIES REST interface.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::{Client, Response, redirect};
use shop_core::trade::tax_ids::vat::VatNumber;
use shop_core::trade::vat_check::RegisterFailure;
use shop_services::ports::{RegisterAnswer, RegisterEntry, VatRegister};

use crate::messages::{UNDISCLOSED, VatFailure, VatReply, VatRequest, VatResponse};

/// Upper bound of the timeout, whatever is configured, because a checkout waits for the response.
pub const MAX_TIME_LIMIT: Duration = Duration::from_secs(5);
/// Maximum size of a response, in bytes.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;
/// Maximum length of a stored name, address or consultation number, in characters.
const MAX_CHARS: usize = 300;

/// Address and timeout of the register.
#[derive(Clone, Debug)]
pub struct ViesOptions {
    /// Base URL of the REST interface, without a trailing slash.
    pub base_url: String,
    /// Timeout of a lookup; capped at [`MAX_TIME_LIMIT`].
    pub time_limit: Duration,
}

/// Why the client could not be created.
#[derive(Debug, thiserror::Error)]
#[error("no connection to VIES can be made: {0}")]
pub struct ViesError(#[from] reqwest::Error);

/// A client for VIES, or for anything with its interface.
#[derive(Clone, Debug)]
pub struct Vies {
    client: Client,
    url: String,
    time_limit: Duration,
}

impl Vies {
    /// Creates the client without sending anything.
    ///
    /// # Errors
    /// The machine cannot make TLS connections.
    pub fn new(options: &ViesOptions) -> Result<Self, ViesError> {
        // Fails if another part of the program has installed a provider already; either one works.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder().redirect(redirect::Policy::none()).no_proxy();
        if options.base_url.starts_with("http://") {
            // Parsing the system's certificates is slow, and the stand-in has no TLS.
            builder = builder.tls_certs_only([]);
        }
        let client = builder.build()?;
        let url = format!("{}/check-vat-number", options.base_url);
        Ok(Self { client, url, time_limit: options.time_limit.min(MAX_TIME_LIMIT) })
    }

    /// Sends a request. If the register does not know the requester, sends it again without one.
    async fn request(&self, number: &VatNumber, requester: Option<&VatNumber>) -> RegisterAnswer {
        match self.send_request(&build_request(number, requester)).await {
            Err(failure) => RegisterAnswer::Unanswered(failure),
            Ok(VatReply::Response(answer)) => convert_response(answer, number),
            Ok(VatReply::Failure(failure)) if requester.is_some() && has_code(&failure, "INVALID_REQUESTER_INFO") => {
                tracing::warn!("VIES does not know the shop's own VAT number: answers have no consultation number");
                Box::pin(self.request(number, None)).await
            }
            Ok(VatReply::Failure(failure)) => convert_failure(&failure),
        }
    }

    async fn send_request(&self, request_body: &VatRequest) -> Result<VatReply, RegisterFailure> {
        let body = serde_json::to_vec(request_body).map_err(|_| RegisterFailure::Unreadable)?;
        let request = self.client.post(&self.url).header("content-type", "application/json");
        let response = request.header("accept", "application/json").body(body).send().await;
        let response = response.map_err(|_| RegisterFailure::Unreachable)?;
        let parse_error = if response.status().is_server_error() {
            RegisterFailure::ServiceUnavailable
        } else {
            RegisterFailure::Unreadable
        };
        let text = read_body(response).await?;
        serde_json::from_slice(&text).map_err(|_| parse_error)
    }
}

#[async_trait]
impl VatRegister for Vies {
    async fn look_up(&self, number: &VatNumber, requester: Option<&VatNumber>) -> RegisterAnswer {
        let result = tokio::time::timeout(self.time_limit, self.request(number, requester)).await;
        result.unwrap_or(RegisterAnswer::Unanswered(RegisterFailure::TimedOut))
    }
}

fn build_request(number: &VatNumber, requester: Option<&VatNumber>) -> VatRequest {
    VatRequest {
        country_code: number.prefix().to_owned(),
        vat_number: number.body().to_owned(),
        requester_member_state_code: requester.map(|own| own.prefix().to_owned()),
        requester_number: requester.map(|own| own.body().to_owned()),
    }
}

/// Reads the body up to the size limit. An interrupted response is an error.
async fn read_body(mut response: Response) -> Result<Vec<u8>, RegisterFailure> {
    let mut text = Vec::new();
    while let Some(part) = response.chunk().await.map_err(|_| RegisterFailure::Unreadable)? {
        if text.len() + part.len() > MAX_RESPONSE_BYTES {
            return Err(RegisterFailure::Unreadable);
        }
        text.extend_from_slice(&part);
    }
    Ok(text)
}

/// Converts the response. One about another number is treated as unreadable.
fn convert_response(answer: VatResponse, number: &VatNumber) -> RegisterAnswer {
    if answer.country_code != number.prefix() || answer.vat_number != number.body() {
        return RegisterAnswer::Unanswered(RegisterFailure::Unreadable);
    }
    if !answer.valid {
        return RegisterAnswer::Invalid;
    }
    RegisterAnswer::Valid(RegisterEntry {
        name: normalise(&answer.name),
        address: normalise(&answer.address),
        consultation: normalise(&answer.request_identifier),
    })
}

/// Normalises a text to one line; empty if the state does not disclose it.
fn normalise(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().filter(|word| *word != UNDISCLOSED).collect();
    line.join(" ").chars().filter(|c| !c.is_control()).take(MAX_CHARS).collect()
}

fn has_code(failure: &VatFailure, error: &str) -> bool {
    failure.error_wrappers.iter().any(|one| one.error == error)
}

fn convert_failure(failure: &VatFailure) -> RegisterAnswer {
    let error = failure.error_wrappers.first().map(|one| one.error.as_str()).unwrap_or_default();
    RegisterAnswer::Unanswered(match error {
        // The state does not issue numbers of this format.
        "INVALID_INPUT" => return RegisterAnswer::Invalid,
        "MS_UNAVAILABLE" => RegisterFailure::StateUnavailable,
        "TIMEOUT" => RegisterFailure::TimedOut,
        name if name.contains("MAX_CONCURRENT_REQ") => RegisterFailure::Busy,
        _ => RegisterFailure::ServiceUnavailable,
    })
}
