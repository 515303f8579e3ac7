//! Machine translation by the HTTP API of LibreTranslate, which can be self-hosted.
//!
//! | request | response |
//! | --- | --- |
//! | `POST {url}/translate`: `{"q": [texts], "source": "it", "target": "en", "format": "text" or "html", "api_key": "…"}` | 200: `{"translatedText": [texts]}`; 400, 413, 422: `{"error": "…"}`, these texts are rejected; 403: everything is |
//!
//! Any other response is temporary. A service with another API needs an adapter of its own.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::{Client, StatusCode, Url};
use serde::Deserialize;
use serde_json::json;
use shop_core::base::Lang;
use shop_services::content::translations::{SourceText, Translator, TranslatorError};

/// Timeout of a request: long texts take their time.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Longest response that is read.
const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;

/// Client of a LibreTranslate server.
pub struct LibreTranslate {
    http: Client,
    url: Url,
    key: String,
}

#[derive(Deserialize)]
struct Translated {
    #[serde(rename = "translatedText")]
    texts: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorResponse {
    error: String,
}

impl LibreTranslate {
    /// Creates a client for an address and API key; an empty key when none is required.
    ///
    /// # Errors
    /// The reason why the address is invalid.
    pub fn new(url: &str, key: &str) -> Result<Self, String> {
        // Another part of the process may already have installed it.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let url = Url::parse(&format!("{}/translate", url.trim_end_matches('/')))
            .map_err(|error| format!("translate_url: {error}"))?;
        let http = Client::builder()
            .connect_timeout(Duration::from_secs(5))
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("bottega/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Self { http, url, key: key.to_owned() })
    }

    async fn send_request(&self, texts: &[&str], html: bool, to: Lang) -> Result<Vec<String>, TranslatorError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let mut body = json!({
            "q": texts,
            "source": Lang::It.as_str(),
            "target": to.as_str(),
            "format": if html { "html" } else { "text" },
        });
        if let Some(fields) = body.as_object_mut().filter(|_| !self.key.is_empty()) {
            fields.insert("api_key".to_owned(), self.key.as_str().into());
        }
        let away = |error: reqwest::Error| TranslatorError::Unavailable(error.without_url().to_string());
        let mut answer = self.http.post(self.url.clone()).json(&body).send().await.map_err(away)?;
        let status = answer.status();
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(away)? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > MAX_ANSWER_BYTES {
                return Err(TranslatorError::Unavailable("its answer is too long".to_owned()));
            }
        }
        match status {
            StatusCode::OK => {
                let translated: Translated = serde_json::from_slice(&bytes)
                    .map_err(|error| TranslatorError::Unavailable(format!("its answer cannot be read: {error}")))?;
                if translated.texts.len() != texts.len() {
                    return Err(TranslatorError::Unavailable("it left texts out".to_owned()));
                }
                Ok(translated.texts)
            }
            StatusCode::FORBIDDEN => Err(TranslatorError::Closed(error_message(status, &bytes))),
            StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNPROCESSABLE_ENTITY => {
                Err(TranslatorError::Refused(error_message(status, &bytes)))
            }
            other => Err(TranslatorError::Unavailable(format!("it answered {other}"))),
        }
    }
}

/// Returns the server's error message, or the status.
fn error_message(status: StatusCode, bytes: &[u8]) -> String {
    let response: ErrorResponse = serde_json::from_slice(bytes).unwrap_or_default();
    let words = if response.error.is_empty() { status.to_string() } else { response.error };
    words.chars().take(200).collect()
}

#[async_trait]
impl Translator for LibreTranslate {
    async fn translate(&self, texts: &[SourceText], to: Lang) -> Result<Vec<String>, TranslatorError> {
        let of = |html: bool| -> Vec<&str> {
            texts.iter().filter(|one| one.html == html).map(|one| one.text.as_str()).collect()
        };
        let mut plain = self.send_request(&of(false), false, to).await?.into_iter();
        let mut html = self.send_request(&of(true), true, to).await?.into_iter();
        let next = |one: &SourceText| if one.html { html.next() } else { plain.next() };
        Ok(texts.iter().filter_map(next).collect())
    }
}
