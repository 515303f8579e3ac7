//! The adapter to Stripe's HTTP API, and to anything compatible.

mod client;
mod requests;
mod responses;
mod scope;
mod server_time;
mod setup;
mod webhook;

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;
use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;
use shop_core::payments::error::PaymentError;
use shop_services::ports::{
    Confirmation, Gateway, GatewayError, GatewayEvent, GatewayMethod, GatewayPublic, GatewayRefund, Intent,
    IntentChange, NewIntent, ProviderWatch, Secret, WebhookError,
};
use shop_services::{Clock, Random};

pub use client::{API_VERSION, BASE_URL};
pub use scope::scope;
pub use server_time::server_time;
pub use webhook::TOLERANCE_S;

use client::{Fields, StripeClient};
use responses::{GeneratedDebit, IntentBody, ListBody, MethodBody, REFUND_KEY, RefundBody, WithId};

/// Options of the adapter. Keys are never printed.
#[derive(Clone)]
pub struct StripeOptions {
    /// Base URL of the API: [`BASE_URL`], or the sandbox's.
    pub base_url: String,
    /// Secret API key, Secret key: `sk_…`.
    pub secret_key: Secret,
    /// Webhook secrets (`whsec_…`); several while one is being replaced.
    pub webhook_secrets: Vec<Secret>,
    /// Settings that pages may know.
    pub public: GatewayPublic,
    /// Clock for the pauses between retries.
    pub clock: Arc<dyn Clock>,
    /// Randomness for the pauses between retries.
    pub random: Arc<dyn Random>,
    /// Notified of failed calls.
    pub watch: Arc<dyn ProviderWatch>,
}

impl std::fmt::Debug for StripeOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StripeOptions").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

/// The gateway that implements the port with Stripe.
pub struct StripeGateway {
    client: StripeClient,
    webhook_secrets: Vec<Secret>,
    public: GatewayPublic,
}

impl std::fmt::Debug for StripeGateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StripeGateway").finish_non_exhaustive()
    }
}

impl StripeGateway {
    /// Creates the client without sending anything.
    ///
    /// # Errors
    /// The machine cannot make TLS connections.
    pub fn new(options: StripeOptions) -> Result<Self, GatewayError> {
        // Fails if another part of the program has installed a provider already; either one works.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Ok(Self {
            client: StripeClient::new(&options)?,
            webhook_secrets: options.webhook_secrets,
            public: options.public,
        })
    }
}

/// Collection path for an intent id.
fn intents(id: &str) -> &'static str {
    if id.starts_with("seti_") { "/v1/setup_intents" } else { "/v1/payment_intents" }
}

/// Path that contains an id. Ids come from forms too, so an invalid one must not change the path.
fn path(collection: &str, id: &str, action: &str) -> Result<String, GatewayError> {
    let is_id = !id.is_empty() && id.len() <= 255 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if is_id {
        return Ok(format!("{collection}/{id}{action}"));
    }
    let error =
        PaymentError { kind: "invalid_request_error".into(), code: "resource_missing".into(), ..Default::default() };
    Err(GatewayError::Refused { error: Box::new(error) })
}

/// Maximum number of pages of events that are read, with a hundred events each.
const MAX_EVENT_PAGES: usize = 20;

fn known_kind(body: MethodBody) -> Result<GatewayMethod, GatewayError> {
    body.into_method().ok_or_else(|| GatewayError::Refused {
        error: Box::new(PaymentError { code: "payment_method_unsupported".into(), ..Default::default() }),
    })
}

#[async_trait]
impl Gateway for StripeGateway {
    fn public(&self) -> &GatewayPublic {
        &self.public
    }

    async fn create_intent(&self, new: &NewIntent, key: &str) -> Result<Intent, GatewayError> {
        let (collection, fields) = if new.amount == Cents::ZERO {
            ("/v1/setup_intents", requests::setup(new))
        } else {
            ("/v1/payment_intents", requests::payment(new))
        };
        Ok(self.client.post::<IntentBody>(collection, &fields, key).await?.into())
    }

    async fn intent(&self, id: &str) -> Result<Intent, GatewayError> {
        let path = path(intents(id), id, "")?;
        Ok(self.client.get::<IntentBody>(&path, &Fields::new()).await?.into())
    }

    async fn debit_of(&self, id: &str) -> Result<Option<String>, GatewayError> {
        let path = path(intents(id), id, "")?;
        let wanted = if id.starts_with("seti_") { "latest_attempt" } else { "latest_charge" };
        let fields = vec![("expand[]".to_owned(), wanted.to_owned())];
        Ok(self.client.get::<GeneratedDebit>(&path, &fields).await?.debit())
    }

    async fn update_intent(&self, id: &str, change: &IntentChange, key: &str) -> Result<Intent, GatewayError> {
        let path = path(intents(id), id, "")?;
        let fields = requests::update(change, id.starts_with("seti_"));
        Ok(self.client.post::<IntentBody>(&path, &fields, key).await?.into())
    }

    async fn confirm_intent(&self, id: &str, how: &Confirmation, key: &str) -> Result<Intent, GatewayError> {
        let path = path(intents(id), id, "/confirm")?;
        let fields = requests::confirm(how, id.starts_with("seti_"));
        Ok(self.client.post::<IntentBody>(&path, &fields, key).await?.into())
    }

    async fn cancel_intent(&self, id: &str, key: &str) -> Result<Intent, GatewayError> {
        let path = path(intents(id), id, "/cancel")?;
        Ok(self.client.post::<IntentBody>(&path, &Fields::new(), key).await?.into())
    }

    async fn capture_intent(&self, id: &str, amount: Cents, key: &str) -> Result<Intent, GatewayError> {
        let path = path("/v1/payment_intents", id, "/capture")?;
        let fields = vec![("amount_to_capture".to_owned(), amount.0.to_string())];
        Ok(self.client.post::<IntentBody>(&path, &fields, key).await?.into())
    }

    async fn refund(&self, intent: &str, amount: Cents, key: &str) -> Result<GatewayRefund, GatewayError> {
        let fields = vec![
            ("payment_intent".to_owned(), intent.to_owned()),
            ("amount".to_owned(), amount.0.to_string()),
            (format!("metadata[{REFUND_KEY}]"), key.to_owned()),
        ];
        Ok(self.client.post::<RefundBody>("/v1/refunds", &fields, key).await?.into())
    }

    async fn refunds(&self, intent: &str) -> Result<Vec<GatewayRefund>, GatewayError> {
        let query = vec![("payment_intent".to_owned(), intent.to_owned()), ("limit".to_owned(), "100".to_owned())];
        let list: ListBody<RefundBody> = self.client.get("/v1/refunds", &query).await?;
        Ok(list.data.into_iter().map(GatewayRefund::from).collect())
    }

    async fn events_since(&self, since: UnixSeconds, kinds: &[&str]) -> Result<Vec<GatewayEvent>, GatewayError> {
        let mut query: Fields = kinds.iter().map(|kind| ("types[]".to_owned(), (*kind).to_owned())).collect();
        query.extend([("created[gte]".to_owned(), since.to_string()), ("limit".to_owned(), "100".to_owned())]);
        let mut events = Vec::new();
        for _ in 0..MAX_EVENT_PAGES {
            let page: ListBody<Value> = self.client.get("/v1/events", &query).await?;
            events.extend(page.data.iter().filter_map(|event| webhook::parse(&event.to_string()).ok()));
            let last = page.data.last().and_then(|event| event.get("id")).and_then(Value::as_str);
            let Some(last) = last.filter(|_| page.has_more) else { break };
            query.retain(|(name, _)| name != "starting_after");
            query.push(("starting_after".to_owned(), last.to_owned()));
        }
        Ok(events)
    }

    async fn create_customer(&self, email: &str, name: &str, key: &str) -> Result<String, GatewayError> {
        // Stripe rejects an empty value.
        let known = [("email", requests::receipt_address(email)), ("name", name)]
            .into_iter()
            .filter(|(_, text)| !text.is_empty());
        let fields = known.map(|(part, text)| (part.to_owned(), text.to_owned())).collect();
        Ok(self.client.post::<WithId>("/v1/customers", &fields, key).await?.id)
    }

    async fn delete_customer(&self, id: &str) -> Result<(), GatewayError> {
        match self.client.delete::<WithId>(&path("/v1/customers", id, "")?).await {
            Ok(_) => Ok(()),
            Err(GatewayError::Refused { error }) if error.code == "resource_missing" => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn method(&self, id: &str) -> Result<GatewayMethod, GatewayError> {
        let path = path("/v1/payment_methods", id, "")?;
        known_kind(self.client.get(&path, &Fields::new()).await?)
    }

    async fn attach_method(&self, id: &str, customer: &str, key: &str) -> Result<GatewayMethod, GatewayError> {
        let path = path("/v1/payment_methods", id, "/attach")?;
        let fields = vec![("customer".to_owned(), customer.to_owned())];
        known_kind(self.client.post(&path, &fields, key).await?)
    }

    async fn detach_method(&self, id: &str, key: &str) -> Result<(), GatewayError> {
        let path = path("/v1/payment_methods", id, "/detach")?;
        self.client.post::<WithId>(&path, &Fields::new(), key).await.map(|_| ())
    }

    fn read_event(&self, signature: &str, body: &str, now: UnixSeconds) -> Result<GatewayEvent, WebhookError> {
        webhook::verify(signature, body, &self.webhook_secrets, now)?;
        webhook::parse(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_id_never_becomes_a_path() {
        for id in ["", "pi_1/cancel", "pi_1?x=1", "../customers", "pi 1", "pi_%2e", &"a".repeat(256)] {
            assert!(matches!(path("/v1/payment_intents", id, ""), Err(GatewayError::Refused { .. })), "{id}");
        }
        assert_eq!(path("/v1/refunds", "re_1", "/cancel").unwrap(), "/v1/refunds/re_1/cancel");
    }

    #[test]
    fn keys_are_never_printed() {
        let secret = |text: &str| Secret(text.into());
        let options = StripeOptions {
            base_url: BASE_URL.into(),
            secret_key: secret("sk_test_hidden"),
            webhook_secrets: vec![secret("whsec_hidden")],
            public: GatewayPublic::default(),
            clock: Arc::new(shop_services::SystemClock),
            random: Arc::new(shop_services::SystemRandom),
            watch: Arc::new(shop_services::payments::provider::ProviderErrorLog::new(Arc::new(
                shop_services::SystemClock,
            ))),
        };
        assert!(!format!("{options:?} {:?}", StripeGateway::new(options.clone()).unwrap()).contains("hidden"));
    }
}
