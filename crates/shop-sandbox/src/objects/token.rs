//! Confirmation tokens: data that a payment form or a wallet's sheet collected for one confirmation by the server.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Method, Usage};
use crate::ids::{IntentId, MethodId, TokenId};
use crate::store::row;

/// Validity of a token: 12 hours, as at the provider.
const LIFE_S: i64 = 12 * 3600;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ConfirmationToken {
    pub(crate) id: TokenId,
    pub(crate) created: i64,
    pub(crate) method: MethodId,
    pub(crate) return_url: Option<String>,
    /// `off_session` or `on_session`.
    pub(crate) usage: Option<Usage>,
    /// The intent that it confirmed.
    pub(crate) used_by: Option<IntentId>,
}
row!(ConfirmationToken, "tokens", |row| row.id.as_str(), "confirmation_token" in "confirmation_token");

impl ConfirmationToken {
    pub(crate) fn expires(&self) -> i64 {
        self.created + LIFE_S
    }

    pub(crate) fn view(&self, method: Option<&Method>) -> Value {
        let mut preview = method.map(Method::view).unwrap_or_default();
        if let Some(object) = preview.as_object_mut() {
            for name in ["id", "object", "created", "livemode", "metadata"] {
                object.remove(name);
            }
        }
        let setup = self.used_by.as_ref().is_some_and(|id| id.as_str().starts_with("seti_"));
        let used_by = |wanted: bool| self.used_by.as_ref().filter(|_| setup == wanted);
        json!({
            "id": self.id, "object": "confirmation_token", "created": self.created, "expires_at": self.expires(),
            "livemode": false, "mandate_data": null, "payment_intent": used_by(false), "setup_intent": used_by(true),
            "payment_method_options": null, "payment_method_preview": preview, "return_url": self.return_url,
            "setup_future_usage": self.usage, "shipping": null, "use_stripe_sdk": true,
        })
    }
}
