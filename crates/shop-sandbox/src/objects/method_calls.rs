//! The calls on payment methods.

use serde_json::Value;
use shop_core::payment::method::PaymentMethod;

use super::method_new::billing;
use super::{Details, Method, from_data};
use crate::auth::Caller;
use crate::error::{ApiError, ApiResult};
use crate::form::Form;
use crate::intents::{Attempt, Failure, card_verdict};
use crate::list;
use crate::objects::{calls, for_use};
use crate::state::Tx;
use crate::strict::no_empty_texts;

pub(crate) fn find(tx: &Tx<'_>, id: &str) -> ApiResult<Method> {
    tx.get::<Method>(id).cloned().ok_or_else(|| ApiError::not_found("PaymentMethod", "payment_method", id))
}

pub(crate) fn create(tx: &mut Tx<'_>, form: &Form, caller: Caller) -> ApiResult<Value> {
    no_empty_texts(form, true)?;
    let method = from_data(tx, form, caller)?;
    let view = method.view();
    tx.put(method);
    Ok(view)
}

pub(crate) fn update(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(&["billing_details", "metadata", "card", "allow_redisplay"])?;
    let mut method = find(tx, id)?;
    if method.customer.is_none() {
        return Err(ApiError::invalid(
            Some("payment_method_unexpected_state"),
            "You must save this PaymentMethod to a customer before you can update it.",
        ));
    }
    if form.has("billing_details") {
        let new = billing(&form.below("billing_details"))?;
        let old = &mut method.billing;
        for (old, new) in [(&mut old.name, new.name), (&mut old.email, new.email), (&mut old.phone, new.phone)] {
            if new.is_some() {
                *old = new;
            }
        }
        old.address.extend(new.address);
    }
    if let Details::Card { month, year, .. } = &mut method.details {
        let part = |name: &str| form.int(&format!("card[{name}]"));
        if let Some(new) = part("exp_month")? {
            *month = u8::try_from(new).ok().filter(|month| (1..=12).contains(month)).ok_or_else(|| {
                ApiError::card("invalid_expiry_month", "card[exp_month]", "Your card's expiration month is invalid.")
            })?;
        }
        if let Some(new) = part("exp_year")? {
            *year = u16::try_from(new).ok().filter(|year| *year >= 2000).ok_or_else(|| {
                ApiError::card("invalid_expiry_year", "card[exp_year]", "Your card's expiration year is invalid.")
            })?;
        }
    }
    method.metadata = form.metadata(std::mem::take(&mut method.metadata))?;
    let view = method.view();
    tx.put(method);
    tx.emit("payment_method.updated", view.clone());
    Ok(view)
}

/// Keeps a method for a customer. The bank is asked whether the card is good.
pub(crate) fn attach(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(&["customer"])?;
    let customer = calls::customers::find(tx, form.required("customer")?)?.id;
    let mut method = for_use(tx, id, Caller::Server)?;
    match &method.customer {
        Some(own) if *own == customer => return Ok(method.view()),
        Some(_) => {
            return Err(ApiError::invalid(
                Some("payment_method_unexpected_state"),
                "The payment method you provided has already been attached to a customer.",
            ));
        }
        None => {}
    }
    if method.kind.saved_as() != Some(method.kind) {
        return Err(not_reusable(method.kind));
    }
    if let Attempt::Refused(failure) = card_verdict(&method, true) {
        return Err(ApiError::failed(&Failure { method: None, ..failure }));
    }
    method.customer = Some(customer);
    let view = method.view();
    tx.put(method);
    tx.emit("payment_method.attached", view.clone());
    Ok(view)
}

pub(crate) fn not_reusable(kind: PaymentMethod) -> ApiError {
    ApiError::param(
        "payment_method",
        "payment_method_not_reusable",
        format!("Payment methods of type {} cannot be saved to customers.", kind.as_str()),
    )
}

/// Lets a kept method go; it cannot be used again.
pub(crate) fn detach(tx: &mut Tx<'_>, id: &str) -> ApiResult<Value> {
    let method = find(tx, id)?;
    if method.customer.is_none() {
        return Err(ApiError::invalid(
            Some("payment_method_unexpected_state"),
            "The payment method you provided is not attached to a customer so detachment is impossible.",
        ));
    }
    let method = Method { customer: None, spent: true, ..method };
    let view = method.view();
    tx.put(method);
    tx.emit("payment_method.detached", view.clone());
    Ok(view)
}

/// The methods of a customer.
pub(crate) fn list_of(tx: &Tx<'_>, customer: &str, form: &Form, url: &str) -> ApiResult<Value> {
    form.only(&["customer", "type", "limit", "starting_after", "ending_before"])?;
    calls::customers::find(tx, customer)?;
    let kind = form.filled("type");
    let fits = |method: &&Method| {
        method.customer.as_ref().is_some_and(|own| own.as_str() == customer)
            && kind.is_none_or(|kind| method.kind.as_str() == kind)
    };
    list::page(form, url, tx.table::<Method>().newest().filter(fits), Method::view)
}

pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    list_of(tx, form.required("customer")?, form, "/v1/payment_methods")
}
