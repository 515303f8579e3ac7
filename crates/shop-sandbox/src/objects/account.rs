//! The account itself: what it is, which methods are activated, its webhooks and the domains of its wallets.
//!
//! Webhooks made by the API are kept and shown; this sandbox's events go to the shop that it was started with.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shop_core::payment::method::PaymentMethod;

use crate::ids::{DomainId, WebhookId};

/// What tests change of the account.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) country: String,
    pub(crate) currency: String,
    pub(crate) charges_enabled: bool,
    /// Kinds of methods that are not activated.
    pub(crate) inactive: Vec<PaymentMethod>,
    /// Wallets that do not accept the shop's domain.
    pub(crate) unverified: Vec<String>,
    /// Calls (`webhook_endpoints`) that the key has no right to.
    pub(crate) forbidden: Vec<String>,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            country: "IT".into(),
            currency: "eur".into(),
            charges_enabled: true,
            inactive: Vec::new(),
            unverified: Vec::new(),
            forbidden: Vec::new(),
        }
    }
}

/// A webhook that was made by the API.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Webhook {
    pub(crate) id: WebhookId,
    pub(crate) created: i64,
    pub(crate) url: String,
    pub(crate) description: Option<String>,
    pub(crate) api_version: Option<String>,
    pub(crate) events: Vec<String>,
    pub(crate) enabled: bool,
}

impl Webhook {
    pub(crate) fn view(&self) -> Value {
        json!({
            "id": self.id, "object": "webhook_endpoint", "api_version": self.api_version, "application": null,
            "created": self.created, "description": self.description, "enabled_events": self.events, "livemode": false,
            "metadata": {}, "status": if self.enabled { "enabled" } else { "disabled" }, "url": self.url,
        })
    }
}

/// A domain on which wallets are shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Domain {
    pub(crate) id: DomainId,
    pub(crate) created: i64,
    pub(crate) name: String,
    pub(crate) enabled: bool,
}

const WALLETS: [&str; 5] = ["amazon_pay", "apple_pay", "google_pay", "link", "paypal"];

impl Domain {
    pub(crate) fn view(&self, unverified: &[String]) -> Value {
        let view = json!({
            "id": self.id, "object": "payment_method_domain", "created": self.created, "domain_name": self.name,
            "enabled": self.enabled, "livemode": false,
        });
        let why = json!({ "error_message": "The domain could not be verified." });
        with(
            view,
            WALLETS.into_iter().map(|wallet| {
                let refused = unverified.iter().any(|own| own == wallet);
                let state = if refused {
                    json!({ "status": "inactive", "status_details": why })
                } else {
                    json!({ "status": "active" })
                };
                (wallet, state)
            }),
        )
    }
}

/// The object with further fields.
fn with<'a>(mut object: Value, fields: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    if let Some(own) = object.as_object_mut() {
        own.extend(fields.into_iter().map(|(name, value)| (name.to_owned(), value)));
    }
    object
}

/// The calls on the account.
pub(crate) mod calls {
    use super::{Domain, DomainId, PaymentMethod, Value, Webhook, WebhookId, json, with};
    use crate::error::{ApiError, ApiResult};
    use crate::events::check_kinds;
    use crate::form::Form;
    use crate::ids::random_word;
    use crate::list;
    use crate::state::Tx;

    /// Webhooks of an account.
    const MOST_WEBHOOKS: usize = 16;

    pub(crate) fn retrieve(tx: &Tx<'_>) -> Value {
        let account = tx.account();
        json!({
            "id": "acct_1BottegaSandbox00", "object": "account", "type": "standard", "email": null,
            "business_profile": { "name": "Bottega", "url": null }, "country": account.country,
            "default_currency": account.currency, "charges_enabled": account.charges_enabled,
            "payouts_enabled": account.charges_enabled, "details_submitted": true, "capabilities": {}, "metadata": {},
        })
    }

    /// The one configuration that every account has.
    pub(crate) fn configurations(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
        form.only(&["application", "limit", "starting_after", "ending_before"])?;
        let own = json!({
            "id": "pmc_1BottegaSandbox00", "object": "payment_method_configuration", "active": true, "application": null,
            "is_default": true, "livemode": false, "name": "Default", "parent": null,
        });
        let about = |kind: &PaymentMethod| {
            let on = !tx.is_inactive(*kind);
            let value = if on { "on" } else { "off" };
            let preference = json!({ "overridable": null, "preference": value, "value": value });
            (kind.as_str(), json!({ "available": on, "display_preference": preference }))
        };
        let own = with(own, PaymentMethod::ALL.iter().map(about));
        Ok(json!({
            "object": "list", "url": "/v1/payment_method_configurations", "has_more": false, "data": [own],
        }))
    }

    pub(crate) fn webhooks(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
        form.only(&["limit", "starting_after", "ending_before"])?;
        list::page(form, "/v1/webhook_endpoints", tx.table::<Webhook>().newest(), Webhook::view)
    }

    pub(crate) fn webhook(tx: &Tx<'_>, id: &str) -> ApiResult<Webhook> {
        tx.get::<Webhook>(id).cloned().ok_or_else(|| ApiError::not_found("webhook endpoint", "webhook_endpoint", id))
    }

    pub(crate) fn create_webhook(tx: &mut Tx<'_>, form: &Form) -> ApiResult<Value> {
        form.only(&["url", "enabled_events", "api_version", "connect", "description", "metadata"])?;
        let url = public_url(form.required("url")?)?;
        let events = kinds(form)?;
        if events.is_empty() {
            return Err(ApiError::missing("enabled_events"));
        }
        if tx.table::<Webhook>().len() >= MOST_WEBHOOKS {
            return Err(ApiError::invalid(None, "You have reached the maximum of 16 test webhook endpoints."));
        }
        let made = Webhook {
            id: WebhookId::new(tx.random()),
            created: tx.now(),
            url,
            description: form.owned("description"),
            api_version: form.owned("api_version"),
            events,
            enabled: true,
        };
        // Told this once.
        let secret = json!(format!("whsec_{}", random_word(tx.random(), 32)));
        let view = with(made.view(), [("secret", secret)]);
        tx.put(made);
        Ok(view)
    }

    pub(crate) fn update_webhook(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
        form.only(&["url", "enabled_events", "disabled", "description", "metadata"])?;
        let before = webhook(tx, id)?;
        let url = form.filled("url").map(public_url).transpose()?.unwrap_or(before.url);
        let events = kinds(form)?;
        let enabled = form.flag("disabled")?.map_or(before.enabled, |off| !off);
        let events = if events.is_empty() { before.events } else { events };
        let after = Webhook { url, events, enabled, ..before };
        let view = after.view();
        tx.put(after);
        Ok(view)
    }

    pub(crate) fn delete_webhook(tx: &mut Tx<'_>, id: &str) -> ApiResult<Value> {
        webhook(tx, id)?;
        tx.remove::<Webhook>(id);
        Ok(json!({ "id": id, "object": "webhook_endpoint", "deleted": true }))
    }

    fn kinds(form: &Form) -> ApiResult<Vec<String>> {
        let kinds: Vec<String> = form.list("enabled_events").into_iter().map(str::to_owned).collect();
        check_kinds(&kinds)?;
        Ok(kinds)
    }

    /// An address that the provider can call from outside.
    fn public_url(text: &str) -> ApiResult<String> {
        let refuse = |why: &str| Err(ApiError::param("url", "url_invalid", format!("Invalid URL: {why}")));
        let Some((scheme, rest)) = text.split_once("://") else {
            return refuse("An explicit scheme (such as https) must be provided.");
        };
        if !matches!(scheme, "http" | "https") {
            return refuse("URL must begin with 'http' or 'https'.");
        }
        let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
        if is_local(host) || rest.starts_with('[') {
            return refuse(
                "URL must be publicly accessible. Consider using a tool to forward webhooks to your local machine.",
            );
        }
        Ok(text.to_owned())
    }

    /// A name or a number that only this machine or its network knows.
    fn is_local(host: &str) -> bool {
        let private = |ip: std::net::Ipv4Addr| ip.is_loopback() || ip.is_private() || ip.is_unspecified();
        !host.contains('.') || host.rsplit('.').next() == Some("local") || host.parse().is_ok_and(private)
    }

    fn shown(tx: &Tx<'_>, domain: &Domain) -> Value {
        domain.view(&tx.account().unverified)
    }

    pub(crate) fn domains(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
        form.only(&["domain_name", "enabled", "limit", "starting_after", "ending_before"])?;
        let (name, enabled) = (form.owned("domain_name"), form.flag("enabled")?);
        let fits = |domain: &&Domain| {
            name.as_ref().is_none_or(|name| domain.name == *name) && enabled.is_none_or(|on| domain.enabled == on)
        };
        let rows = tx.table::<Domain>().newest().filter(fits);
        list::page(form, "/v1/payment_method_domains", rows, |domain| shown(tx, domain))
    }

    pub(crate) fn domain(tx: &Tx<'_>, id: &str) -> ApiResult<Domain> {
        let found = tx.get::<Domain>(id).cloned();
        found.ok_or_else(|| ApiError::not_found("payment method domain", "payment_method_domain", id))
    }

    pub(crate) fn retrieve_domain(tx: &Tx<'_>, id: &str) -> ApiResult<Value> {
        domain(tx, id).map(|domain| shown(tx, &domain))
    }

    pub(crate) fn create_domain(tx: &mut Tx<'_>, form: &Form) -> ApiResult<Value> {
        form.only(&["domain_name", "enabled"])?;
        let name = form.required("domain_name")?.to_lowercase();
        let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'));
        if !is_name || is_local(&name) {
            let why = "The domain name must be a public one, without a scheme or a path.";
            return Err(ApiError::param("domain_name", "parameter_invalid", why));
        }
        let known = tx.table::<Domain>().oldest().find(|domain| domain.name == name).cloned();
        let enabled = form.flag("enabled")?;
        // Registering twice gives the first one.
        let made = match known {
            Some(known) => Domain { enabled: enabled.unwrap_or(known.enabled), ..known },
            None => {
                Domain { id: DomainId::new(tx.random()), created: tx.now(), name, enabled: enabled.unwrap_or(true) }
            }
        };
        let view = shown(tx, &made);
        tx.put(made);
        Ok(view)
    }

    pub(crate) fn update_domain(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
        form.only(&["enabled"])?;
        let before = domain(tx, id)?;
        let after = Domain { enabled: form.flag("enabled")?.unwrap_or(before.enabled), ..before };
        let view = shown(tx, &after);
        tx.put(after);
        Ok(view)
    }

    pub(crate) fn validate_domain(tx: &Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
        form.only(&[])?;
        retrieve_domain(tx, id)
    }
}
