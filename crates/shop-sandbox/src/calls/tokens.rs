//! Endpoints of confirmation tokens.

use serde_json::Value;

use crate::http::auth::Caller;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::ids::TokenId;
use crate::intents::return_url;
use crate::objects::{ConfirmationToken, Usage, for_use, from_data};
use crate::store::Tx;
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
            tx.put(&method);
            method
        }
        None => return Err(ApiError::missing("payment_method_data")),
    };
    let token = ConfirmationToken {
        id: TokenId::new(tx.random()),
        created: tx.now(),
        method: method.id.clone(),
        return_url: return_url(form)?,
        usage: Usage::from_form(form)?,
        used_by: None,
    };
    let view = token.view(Some(&method));
    tx.put(&token);
    Ok(view)
}

pub(crate) fn retrieve(tx: &Tx<'_>, id: &str) -> ApiResult<Value> {
    let token = tx.find::<ConfirmationToken>(id)?;
    Ok(token.view(tx.get(token.method.as_str()).as_ref()))
}
