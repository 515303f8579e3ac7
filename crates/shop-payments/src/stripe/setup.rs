//! Account, webhook endpoints and wallet domains at Stripe.

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::{Map, Value};
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::setup::{AccountFacts, DomainFacts, WebhookFacts};
use shop_services::ports::{GatewayError, GatewaySetup, ProviderDomain, ProviderWebhook, Secret};

use super::client::{API_VERSION, Fields};
use super::responses::ListBody;
use super::{StripeGateway, path};

/// More than the maximum number of webhook endpoints of an account (16), and than a shop's domains.
const ALL: &str = "100";
/// Description of the webhook in Stripe's dashboard.
const DESCRIPTION: &str = "Bottega";

#[derive(Deserialize)]
struct AccountBody {
    #[serde(default)]
    country: Option<String>,
    #[serde(default)]
    default_currency: Option<String>,
    #[serde(default)]
    charges_enabled: bool,
}

/// Configuration of payment methods: each type is a field with `available`.
#[derive(Deserialize)]
struct ConfigurationBody {
    #[serde(default)]
    is_default: bool,
    #[serde(default)]
    active: bool,
    #[serde(flatten)]
    kinds: Map<String, Value>,
}

impl ConfigurationBody {
    fn available(&self) -> impl Iterator<Item = PaymentMethod> {
        let on = self.kinds.iter().filter(|(_, about)| about.get("available").and_then(Value::as_bool) == Some(true));
        on.filter_map(|(id, _)| PaymentMethod::from_id(id))
    }
}

#[derive(Deserialize)]
struct WebhookBody {
    id: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    enabled_events: Vec<String>,
    #[serde(default)]
    secret: Option<String>,
}

impl From<WebhookBody> for ProviderWebhook {
    fn from(body: WebhookBody) -> Self {
        Self {
            id: body.id,
            facts: WebhookFacts { enabled: body.status == "enabled", events: body.enabled_events },
            secret: body.secret.map(Secret),
        }
    }
}

/// A domain: each wallet is a field with `status`.
#[derive(Deserialize)]
struct DomainBody {
    id: String,
    #[serde(default)]
    enabled: bool,
    #[serde(flatten)]
    wallets: Map<String, Value>,
}

impl From<DomainBody> for ProviderDomain {
    fn from(body: DomainBody) -> Self {
        let inactive = |about: &Value| about.get("status").and_then(Value::as_str) == Some("inactive");
        // Only the wallets that the shop has buttons for.
        let inactive_wallets = ["apple_pay", "google_pay", "amazon_pay", "link"].into_iter();
        let inactive_wallets =
            inactive_wallets.filter(|wallet| body.wallets.get(*wallet).is_some_and(inactive)).map(str::to_owned);
        let facts = DomainFacts { enabled: body.enabled, refused: inactive_wallets.collect() };
        Self { id: body.id, facts }
    }
}

fn field(name: &str, value: impl Into<String>) -> (String, String) {
    (name.to_owned(), value.into())
}

fn events(kinds: &[&str]) -> impl Iterator<Item = (String, String)> {
    kinds.iter().map(|kind| field("enabled_events[]", *kind))
}

#[async_trait]
impl GatewaySetup for StripeGateway {
    fn knows_signatures(&self) -> bool {
        self.webhook_secrets.iter().any(|secret| !secret.0.is_empty())
    }

    async fn account(&self) -> Result<AccountFacts, GatewayError> {
        let account: AccountBody = self.client.get("/v1/account", &Fields::new()).await?;
        let query = vec![field("limit", ALL)];
        let list: ListBody<ConfigurationBody> = self.client.get("/v1/payment_method_configurations", &query).await?;
        // The account's own configuration. Intents of the shop name their payment method types, for which activation is enough.
        let own = list.data.iter().find(|one| one.is_default && one.active).or(list.data.first());
        Ok(AccountFacts {
            country: account.country.unwrap_or_default(),
            currency: account.default_currency.unwrap_or_default(),
            charges_enabled: account.charges_enabled,
            activated: own.map(|own| own.available().collect()).unwrap_or_default(),
        })
    }

    async fn webhook(&self, url: &str) -> Result<Option<ProviderWebhook>, GatewayError> {
        let query = vec![field("limit", ALL)];
        let list: ListBody<WebhookBody> = self.client.get("/v1/webhook_endpoints", &query).await?;
        let mut ours: Vec<_> = list.data.into_iter().filter(|one| one.url == url).map(ProviderWebhook::from).collect();
        // A stable sort: among equals the newest stays first.
        ours.sort_by_key(|one| !one.facts.enabled);
        Ok(ours.into_iter().next())
    }

    async fn create_webhook(&self, url: &str, kinds: &[&str], key: &str) -> Result<ProviderWebhook, GatewayError> {
        let mut fields = vec![field("url", url), field("description", DESCRIPTION), field("api_version", API_VERSION)];
        fields.extend(events(kinds));
        Ok(self.client.post::<WebhookBody>("/v1/webhook_endpoints", &fields, key).await?.into())
    }

    async fn change_webhook(&self, id: &str, kinds: &[&str], key: &str) -> Result<(), GatewayError> {
        let path = path("/v1/webhook_endpoints", id, "")?;
        let mut fields = vec![field("disabled", kinds.is_empty().to_string())];
        fields.extend(events(kinds));
        self.client.post::<WebhookBody>(&path, &fields, key).await.map(|_| ())
    }

    async fn domain(&self, name: &str) -> Result<Option<ProviderDomain>, GatewayError> {
        let query = vec![field("domain_name", name), field("limit", "1")];
        let list: ListBody<DomainBody> = self.client.get("/v1/payment_method_domains", &query).await?;
        Ok(list.data.into_iter().next().map(ProviderDomain::from))
    }

    async fn register_domain(&self, name: &str, key: &str) -> Result<ProviderDomain, GatewayError> {
        let fields = vec![field("domain_name", name)];
        Ok(self.client.post::<DomainBody>("/v1/payment_method_domains", &fields, key).await?.into())
    }

    async fn check_domain(&self, id: &str, key: &str) -> Result<ProviderDomain, GatewayError> {
        let own = path("/v1/payment_method_domains", id, "")?;
        let on = vec![field("enabled", "true")];
        self.client.post::<DomainBody>(&own, &on, &format!("{key}-on")).await?;
        let checked = path("/v1/payment_method_domains", id, "/validate")?;
        Ok(self.client.post::<DomainBody>(&checked, &Fields::new(), key).await?.into())
    }
}
