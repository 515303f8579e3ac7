//! Creates intents at the provider.

use std::sync::Arc;

use shop_core::payments::method::PaymentMethod;

use crate::ports::{Gateway, GatewayError, Intent, NewIntent};

/// Creates an intent. If an additional method is rejected, for example because it is not activated at the provider, the intent is
/// created with the chosen method alone.
pub(super) async fn make_intent(
    gateway: &Arc<dyn Gateway>,
    new: &NewIntent,
    key: &str,
) -> Result<Intent, GatewayError> {
    let error = match gateway.create_intent(new, key).await {
        Err(GatewayError::Refused { error }) if new.kinds.len() > 1 => error,
        other => return other,
    };
    let chosen: Vec<PaymentMethod> = new.kinds.iter().take(1).copied().collect();
    tracing::warn!(code = %error.code, param = %error.param, "the provider refused what stands beside a method: it is asked alone");
    gateway.create_intent(&NewIntent { kinds: chosen, ..new.clone() }, &format!("{key}-alone")).await
}
