//! Endpoints of charges.

use serde_json::Value;

use crate::http::error::ApiResult;
use crate::http::form::Form;
use crate::http::list;
use crate::objects::Charge;
use crate::store::Tx;

pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["customer", "payment_intent", "limit", "starting_after", "ending_before"])?;
    let with = [("customer", form.filled("customer")), ("intent", form.filled("payment_intent"))];
    list::page(tx, form, "/v1/charges", &with, list::all, |charge: &Charge| charge.view(tx))
}
