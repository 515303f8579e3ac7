//! Objects of the account itself: webhook endpoints and payment method domains.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::{DomainId, WebhookId};
use crate::store::row;

/// A webhook endpoint that was created by the API.
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
row!(Webhook, "webhooks", |row| row.id.as_str(), "webhook endpoint" in "webhook_endpoint");

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
row!(Domain, "domains", |row| row.id.as_str(), "payment method domain" in "payment_method_domain");

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
                let is_unverified = unverified.iter().any(|own| own == wallet);
                let state = if is_unverified {
                    json!({ "status": "inactive", "status_details": why })
                } else {
                    json!({ "status": "active" })
                };
                (wallet, state)
            }),
        )
    }
}

/// Adds fields to a JSON object.
pub(crate) fn with<'a>(mut object: Value, fields: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    if let Some(own) = object.as_object_mut() {
        own.extend(fields.into_iter().map(|(name, value)| (name.to_owned(), value)));
    }
    object
}
