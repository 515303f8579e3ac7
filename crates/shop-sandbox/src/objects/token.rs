//! Confirmation tokens: what a payment form or a wallet's sheet gathered, for one confirmation by the server.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Method;
use crate::ids::{IntentId, MethodId, TokenId};

/// How long a token is good for: 12 hours, as the provider's.
const LIFE_S: i64 = 12 * 3600;

/// A confirmation token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ConfirmationToken {
    pub(crate) id: TokenId,
    pub(crate) created: i64,
    pub(crate) method: MethodId,
    pub(crate) return_url: Option<String>,
    /// `off_session` or `on_session`.
    pub(crate) usage: Option<crate::intents::Usage>,
    /// The intent that it confirmed.
    pub(crate) used_by: Option<IntentId>,
}

impl ConfirmationToken {
    pub(crate) fn expires(&self) -> i64 {
        self.created + LIFE_S
    }

    fn view(&self, method: Option<&Method>) -> Value {
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

/// The calls on confirmation tokens.
pub(crate) mod calls {
    use super::{ConfirmationToken, Method, TokenId, Value};
    use crate::auth::Caller;
    use crate::error::{ApiError, ApiResult};
    use crate::form::Form;
    use crate::intents::{Usage, return_url};
    use crate::objects::{for_use, from_data};
    use crate::state::Tx;
    use crate::strict::no_empty_texts;

    const FIELDS: &[&str] = &[
        "payment_method",
        "payment_method_data",
        "payment_method_options",
        "return_url",
        "setup_future_usage",
        "shipping",
        "mandate_data",
        "use_stripe_sdk",
    ];

    pub(crate) fn create(tx: &mut Tx<'_>, form: &Form, caller: Caller) -> ApiResult<Value> {
        form.only(FIELDS)?;
        no_empty_texts(form, true)?;
        let method = match form.filled("payment_method") {
            Some(id) => for_use(tx, id, caller)?,
            None if form.has("payment_method_data") => {
                let method = from_data(tx, &form.below("payment_method_data"), caller)?;
                tx.put(method.clone());
                method
            }
            None => return Err(ApiError::missing("payment_method_data")),
        };
        let token = ConfirmationToken {
            id: TokenId::new(tx.random()),
            created: tx.now(),
            method: method.id.clone(),
            return_url: return_url(form)?,
            usage: Usage::read(form)?,
            used_by: None,
        };
        let view = token.view(Some(&method));
        tx.put(token);
        Ok(view)
    }

    pub(crate) fn retrieve(tx: &Tx<'_>, id: &str) -> ApiResult<Value> {
        let token = find(tx, id)?;
        Ok(token.view(tx.get::<Method>(token.method.as_str())))
    }

    pub(crate) fn find(tx: &Tx<'_>, id: &str) -> ApiResult<ConfirmationToken> {
        let found = tx.get::<ConfirmationToken>(id).cloned();
        found.ok_or_else(|| ApiError::not_found("confirmation_token", "confirmation_token", id))
    }
}
