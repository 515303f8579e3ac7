//! Customers: who keeps methods.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::CustomerId;

/// A customer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Customer {
    pub(crate) id: CustomerId,
    pub(crate) created: i64,
    pub(crate) email: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) phone: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) metadata: BTreeMap<String, String>,
}

impl Customer {
    pub(crate) fn view(&self) -> Value {
        json!({
            "id": self.id, "object": "customer", "created": self.created, "email": self.email, "name": self.name,
            "phone": self.phone, "description": self.description, "metadata": self.metadata, "livemode": false,
            "address": null, "balance": 0, "currency": null, "default_source": null, "delinquent": false,
            "invoice_settings": {"default_payment_method": null}, "shipping": null, "tax_exempt": "none",
        })
    }
}

/// The calls on customers.
pub(crate) mod calls {
    use super::{BTreeMap, Customer, CustomerId, Value, json};
    use crate::error::{ApiError, ApiResult};
    use crate::form::Form;
    use crate::list;
    use crate::objects::Method;
    use crate::state::Tx;
    use crate::strict::{check_texts, no_empty_texts};

    const FIELDS: &[&str] = &["email", "name", "phone", "description", "metadata", "address", "shipping"];

    pub(crate) fn find(tx: &Tx<'_>, id: &str) -> ApiResult<Customer> {
        tx.get::<Customer>(id).cloned().ok_or_else(|| ApiError::not_found("customer", "customer", id))
    }

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
        let customer = find(tx, id)?;
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
        let view = customer.view();
        tx.put(customer);
        tx.emit(event, view.clone());
        Ok(view)
    }

    /// Its methods are let go with it.
    pub(crate) fn delete(tx: &mut Tx<'_>, id: &str) -> ApiResult<Value> {
        let customer = find(tx, id)?;
        let methods: Vec<Method> = tx
            .table::<Method>()
            .newest()
            .filter(|method| method.customer.as_ref() == Some(&customer.id))
            .cloned()
            .collect();
        for method in methods {
            tx.put(Method { customer: None, spent: true, ..method });
        }
        tx.remove::<Customer>(id);
        tx.emit("customer.deleted", customer.view());
        Ok(json!({"id": id, "object": "customer", "deleted": true}))
    }

    pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
        form.only(&["email", "limit", "starting_after", "ending_before"])?;
        let email = form.filled("email");
        let fits = |customer: &&Customer| email.is_none_or(|email| customer.email.as_deref() == Some(email));
        list::page(form, "/v1/customers", tx.table::<Customer>().newest().filter(fits), Customer::view)
    }
}
