//! Endpoints of customers.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::http::list;
use crate::ids::CustomerId;
use crate::objects::{Customer, Method};
use crate::store::Tx;
use crate::strict::{check_texts, no_empty_texts};

const FIELDS: &[&str] = &["email", "name", "phone", "description", "metadata", "address", "shipping"];

pub(crate) fn create(tx: &mut Tx<'_>, form: &Form) -> ApiResult<Value> {
    no_empty_texts(form, true)?;
    let empty = Customer {
        id: CustomerId::new(tx.random()),
        created: tx.now(),
        email: None,
        name: None,
        phone: None,
        description: None,
        metadata: BTreeMap::new(),
    };
    store(tx, form, empty, "customer.created")
}

pub(crate) fn update(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    let customer = tx.find::<Customer>(id)?;
    store(tx, form, customer, "customer.updated")
}

fn store(tx: &mut Tx<'_>, form: &Form, mut customer: Customer, event: &str) -> ApiResult<Value> {
    form.only(FIELDS)?;
    check_texts(form)?;
    if let Some(email) = form.filled("email").filter(|email| email.chars().filter(|c| *c == '@').count() != 1) {
        return Err(ApiError::param("email", "email_invalid", format!("Invalid email address: {email}")));
    }
    let fields = [
        ("email", &mut customer.email),
        ("name", &mut customer.name),
        ("phone", &mut customer.phone),
        ("description", &mut customer.description),
    ];
    for (name, field) in fields {
        if form.text(name).is_some() {
            *field = form.owned(name);
        }
    }
    customer.metadata = form.metadata(std::mem::take(&mut customer.metadata))?;
    Ok(tx.put_and_emit(&customer, Customer::view, event))
}

/// Deletes a customer and detaches its methods.
pub(crate) fn delete(tx: &mut Tx<'_>, id: &str) -> ApiResult<Value> {
    let customer = tx.find::<Customer>(id)?;
    let methods: Vec<Method> = tx.newest(&[("customer", Some(id))]).collect();
    for method in methods {
        tx.put(&Method { customer: None, spent: true, ..method });
    }
    tx.remove::<Customer>(id);
    tx.emit("customer.deleted", &customer.view());
    Ok(json!({"id": id, "object": "customer", "deleted": true}))
}

pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["email", "limit", "starting_after", "ending_before"])?;
    list::page(tx, form, "/v1/customers", &[("email", form.filled("email"))], list::all, Customer::view)
}
