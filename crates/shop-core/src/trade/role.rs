//! Roles of customers: on which terms who has one buys.

use serde::{Deserialize, Serialize};

use crate::base::{CategoryId, Cents, Lang, ProductId};

/// Terms of a role, as the merchant sets them. Those of a role without any are a consumer's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RoleTerms {
    /// Name in Italian.
    pub name: String,
    /// Name in English; empty: as in Italian.
    pub name_en: String,
    /// Whether who registers with it waits for the merchant's approval.
    pub needs_approval: bool,
    /// Whether prices are shown without VAT.
    pub net_prices: bool,
    /// Least value of goods of an order, net; 0: none.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub minimum_order_cents: Cents,
    /// Days within which an order is paid by invoice; `None`: this way of paying is not offered.
    pub invoice_days: Option<u16>,
    /// Ids of payment methods that are not offered.
    pub hidden_payment_methods: Vec<String>,
    /// Ids of ways of delivery that are not offered.
    pub hidden_shipping_methods: Vec<String>,
    /// Categories whose products are not sold, with those below them.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<i64>))]
    pub hidden_category_ids: Vec<CategoryId>,
    /// Products that are not sold.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<i64>))]
    pub hidden_product_ids: Vec<ProductId>,
}

impl RoleTerms {
    /// Whether who has it sees and buys as a consumer does.
    pub fn is_plain(&self) -> bool {
        let Self { name, name_en, needs_approval, invoice_days, .. } = self.clone();
        *self == Self { name, name_en, needs_approval, invoice_days, ..Self::default() }
    }

    /// Its name in a language.
    pub fn name(&self, lang: Lang) -> &str {
        if lang == Lang::En && !self.name_en.is_empty() { &self.name_en } else { &self.name }
    }
}
