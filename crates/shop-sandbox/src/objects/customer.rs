//! Customers, who own saved payment methods.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::CustomerId;
use crate::store::row;

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
row!(Customer, "customers", |row| row.id.as_str(), "customer" in "customer");

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
