//! The client of VIES.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::{Client, Response, redirect};
use shop_core::trade::tax_ids::vat::VatNumber;
use shop_core::trade::vat_check::VatSilence;
use shop_services::ports::{RegisterAnswer, RegisterEntry, VatRegister};

use crate::shapes::{Answer, Failure, NOT_TOLD, Question, Reply};

/// Nobody waits longer for the register, whatever is set: a checkout waits for it.
pub const MAX_TIME_LIMIT: Duration = Duration::from_secs(5);
/// Largest answer that is read, in bytes.
const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// Longest text kept of a name, an address or a consultation number, in characters.
const MAX_CHARS: usize = 300;

/// Where the register is, and how long it is waited for.
#[derive(Clone, Debug)]
pub struct ViesOptions {
    /// Address of its REST interface, without a slash at the end.
    pub base_url: String,
    /// How long an answer may take in all; more than [`MAX_TIME_LIMIT`] counts as that.
    pub time_limit: Duration,
}

/// The client cannot be made.
#[derive(Debug, thiserror::Error)]
#[error("no connection to VIES can be made: {0}")]
pub struct ViesError(#[from] reqwest::Error);

/// VIES, or what speaks its interface.
#[derive(Clone, Debug)]
pub struct Vies {
    client: Client,
    url: String,
    time_limit: Duration,
}

impl Vies {
    /// Makes the client; nothing is sent yet.
    ///
    /// # Errors
    /// The machine cannot make TLS connections.
    pub fn new(options: &ViesOptions) -> Result<Self, ViesError> {
        // Another part of the program may have chosen one already, which serves as well.
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

    /// One question, and a second one without who asks where the register does not know him.
    async fn ask(&self, number: &VatNumber, requester: Option<&VatNumber>) -> RegisterAnswer {
        match self.put(&question(number, requester)).await {
            Err(silence) => RegisterAnswer::Unanswered(silence),
            Ok(Reply::Answer(answer)) => read(answer, number),
            Ok(Reply::Failure(failure)) if requester.is_some() && names(&failure, "INVALID_REQUESTER_INFO") => {
                tracing::warn!("VIES does not know the shop's own VAT number: answers have no consultation number");
                Box::pin(self.ask(number, None)).await
            }
            Ok(Reply::Failure(failure)) => refused(&failure),
        }
    }

    async fn put(&self, question: &Question) -> Result<Reply, VatSilence> {
        let body = serde_json::to_vec(question).map_err(|_| VatSilence::Unreadable)?;
        let request = self.client.post(&self.url).header("content-type", "application/json");
        let response = request.header("accept", "application/json").body(body).send().await;
        let response = response.map_err(|_| VatSilence::Unreachable)?;
        let unread =
            if response.status().is_server_error() { VatSilence::ServiceUnavailable } else { VatSilence::Unreadable };
        let text = whole(response).await?;
        serde_json::from_slice(&text).map_err(|_| unread)
    }
}

#[async_trait]
impl VatRegister for Vies {
    async fn look_up(&self, number: &VatNumber, requester: Option<&VatNumber>) -> RegisterAnswer {
        let asked = tokio::time::timeout(self.time_limit, self.ask(number, requester)).await;
        asked.unwrap_or(RegisterAnswer::Unanswered(VatSilence::TimedOut))
    }
}

fn question(number: &VatNumber, requester: Option<&VatNumber>) -> Question {
    Question {
        country_code: number.prefix().to_owned(),
        vat_number: number.body().to_owned(),
        requester_member_state_code: requester.map(|own| own.prefix().to_owned()),
        requester_number: requester.map(|own| own.body().to_owned()),
    }
}

/// An answer to its end, as far as one may be long. One that breaks off is none.
async fn whole(mut response: Response) -> Result<Vec<u8>, VatSilence> {
    let mut text = Vec::new();
    while let Some(part) = response.chunk().await.map_err(|_| VatSilence::Unreadable)? {
        if text.len() + part.len() > MAX_ANSWER_BYTES {
            return Err(VatSilence::Unreadable);
        }
        text.extend_from_slice(&part);
    }
    Ok(text)
}

/// An answer that is about another number says nothing of this one.
fn read(answer: Answer, number: &VatNumber) -> RegisterAnswer {
    if answer.country_code != number.prefix() || answer.vat_number != number.body() {
        return RegisterAnswer::Unanswered(VatSilence::Unreadable);
    }
    if !answer.valid {
        return RegisterAnswer::Invalid;
    }
    RegisterAnswer::Valid(RegisterEntry {
        name: told(&answer.name),
        address: told(&answer.address),
        consultation: told(&answer.request_identifier),
    })
}

/// A text of the register in one line; empty: the state does not tell it.
fn told(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().filter(|word| *word != NOT_TOLD).collect();
    line.join(" ").chars().filter(|c| !c.is_control()).take(MAX_CHARS).collect()
}

fn names(failure: &Failure, error: &str) -> bool {
    failure.error_wrappers.iter().any(|one| one.error == error)
}

fn refused(failure: &Failure) -> RegisterAnswer {
    let error = failure.error_wrappers.first().map(|one| one.error.as_str()).unwrap_or_default();
    RegisterAnswer::Unanswered(match error {
        // Its state gives out no such numbers.
        "INVALID_INPUT" => return RegisterAnswer::Invalid,
        "MS_UNAVAILABLE" => VatSilence::StateUnavailable,
        "TIMEOUT" => VatSilence::TimedOut,
        name if name.contains("MAX_CONCURRENT_REQ") => VatSilence::Busy,
        _ => VatSilence::ServiceUnavailable,
    })
}
