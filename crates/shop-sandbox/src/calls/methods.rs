//! Endpoints of payment methods.

use serde_json::Value;

use crate::http::auth::Caller;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::http::list;
use crate::intents::{AttemptOutcome, card_verdict};
use crate::objects::{Customer, Details, Method, billing, for_use, from_data};
use crate::store::Tx;
use crate::strict::{no_empty_texts, not_reusable};

pub(crate) fn create(tx: &mut Tx<'_>, form: &Form, caller: Caller) -> ApiResult<Value> {
    no_empty_texts(form, true)?;
    let method = from_data(tx, form, caller)?;
    let view = method.view();
    tx.put(&method);
    Ok(view)
}

pub(crate) fn update(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(&["billing_details", "metadata", "card", "allow_redisplay"])?;
    let mut method = tx.find::<Method>(id)?;
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
    Ok(tx.put_and_emit(&method, Method::view, "payment_method.updated"))
}

/// Attaches a method to a customer, after verifying the card with the bank.
pub(crate) fn attach(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(&["customer"])?;
    let customer = tx.find::<Customer>(form.required("customer")?)?.id;
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
    if let AttemptOutcome::Declined(failure) = card_verdict(&method, true) {
        return Err(ApiError::from(&failure));
    }
    method.customer = Some(customer);
    Ok(tx.put_and_emit(&method, Method::view, "payment_method.attached"))
}

/// Detaches a saved method; it cannot be used again.
pub(crate) fn detach(tx: &mut Tx<'_>, id: &str) -> ApiResult<Value> {
    let method = tx.find::<Method>(id)?;
    if method.customer.is_none() {
        return Err(ApiError::invalid(
            Some("payment_method_unexpected_state"),
            "The payment method you provided is not attached to a customer so detachment is impossible.",
        ));
    }
    let method = Method { customer: None, spent: true, ..method };
    Ok(tx.put_and_emit(&method, Method::view, "payment_method.detached"))
}

/// Lists the methods of a customer.
pub(crate) fn list_for_customer(tx: &Tx<'_>, customer: &str, form: &Form, url: &str) -> ApiResult<Value> {
    form.only(&["customer", "type", "limit", "starting_after", "ending_before"])?;
    tx.find::<Customer>(customer)?;
    let with = [("customer", Some(customer)), ("kind", form.filled("type"))];
    list::page(tx, form, url, &with, list::all, Method::view)
}

pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    list_for_customer(tx, form.required("customer")?, form, "/v1/payment_methods")
}
