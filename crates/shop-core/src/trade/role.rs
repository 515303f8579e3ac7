//! Customer roles and the terms on which their members buy.

use serde::{Deserialize, Serialize};

use super::registration_field::{name_error, too_long};
use crate::base::{CategoryId, Cents, FieldError, Lang, ProductId};
use crate::checkout::address::one_line;
use crate::platform::messages::codes;

/// Longest payment term of an invoice, in days (D.Lgs. 198/2021, for non-perishable goods).
pub const MAX_INVOICE_DAYS: u16 = 60;
/// Highest minimum order value.
pub const MAX_MINIMUM_ORDER: Cents = Cents(100_000_000);
/// Maximum number of entries of each list of hidden items.
pub const MAX_HIDDEN: usize = 500;

/// Terms of a role, as configured by the merchant. The default terms are a consumer's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RoleTerms {
    /// Name in Italian.
    pub name: String,
    /// Name in English; empty: the Italian one.
    pub name_en: String,
    /// Whether registration with this role needs the merchant's approval.
    pub needs_approval: bool,
    /// Whether prices are shown without VAT.
    pub net_prices: bool,
    /// Minimum net goods value of an order; 0: none.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub minimum_order_cents: Cents,
    /// Days until an invoice is due; `None`: payment by invoice is not offered.
    pub invoice_days: Option<u16>,
    /// Ids of payment methods that are not offered.
    pub hidden_payment_methods: Vec<String>,
    /// Ids of delivery methods that are not offered.
    pub hidden_shipping_methods: Vec<String>,
    /// Categories whose products are not for sale, including their subcategories.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<i64>))]
    pub hidden_category_ids: Vec<CategoryId>,
    /// Products that are not for sale.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<i64>))]
    pub hidden_product_ids: Vec<ProductId>,
}

impl RoleTerms {
    /// Returns whether members see and buy the same as a consumer.
    pub fn is_plain(&self) -> bool {
        let Self { name, name_en, needs_approval, invoice_days, .. } = self.clone();
        *self == Self { name, name_en, needs_approval, invoice_days, ..Self::default() }
    }

    /// Returns its name in a language.
    pub fn name(&self, lang: Lang) -> &str {
        lang.select(&self.name, &self.name_en)
    }
}

/// A role as submitted by the merchant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoleForm {
    /// Name in forms and documents: lower-case letters, digits, `_` and `-`.
    pub slug: String,
    /// Whether members are trade buyers, with a company.
    pub is_trade: bool,
    pub terms: RoleTerms,
}

impl RoleForm {
    /// Validates the role.
    ///
    /// ```
    /// use shop_core::trade::role::RoleForm;
    /// let refused: Vec<String> = RoleForm::default().errors().into_iter().map(|error| error.field).collect();
    /// assert_eq!(refused, ["slug", "name"]);
    /// ```
    pub fn errors(&self) -> Vec<FieldError> {
        let terms = &self.terms;
        let mut out: Vec<FieldError> = name_error("slug", &self.slug).into_iter().collect();
        if one_line(&terms.name).is_empty() {
            out.push(FieldError::new("name", codes::TRADE_ROLE_NAME_REQUIRED));
        }
        out.extend(too_long("name", &terms.name));
        out.extend(too_long("name_en", &terms.name_en));
        if !(Cents::ZERO..=MAX_MINIMUM_ORDER).contains(&terms.minimum_order_cents) {
            out.push(FieldError::new("minimum_order", codes::TRADE_MINIMUM_ORDER_RANGE));
        }
        if terms.invoice_days.is_some_and(|days| !(1..=MAX_INVOICE_DAYS).contains(&days)) {
            out.push(FieldError::new("invoice_days", codes::TRADE_INVOICE_DAYS_RANGE).with("max", MAX_INVOICE_DAYS));
        }
        for (field, entries) in [
            ("hidden_payment_methods", terms.hidden_payment_methods.len()),
            ("hidden_shipping_methods", terms.hidden_shipping_methods.len()),
            ("hidden_category_ids", terms.hidden_category_ids.len()),
            ("hidden_product_ids", terms.hidden_product_ids.len()),
        ] {
            if entries > MAX_HIDDEN {
                out.push(FieldError::new(field, codes::TRADE_TOO_MANY_ENTRIES).with("max", MAX_HIDDEN));
            }
        }
        out
    }

    /// Returns the role as it is stored: one-line names; no approval unless members are trade buyers.
    #[must_use]
    pub fn normalised(&self) -> Self {
        let terms = RoleTerms {
            name: one_line(&self.terms.name),
            name_en: one_line(&self.terms.name_en),
            needs_approval: self.is_trade && self.terms.needs_approval,
            ..self.terms.clone()
        };
        Self { terms, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invalid_fields(change: impl FnOnce(&mut RoleForm)) -> Vec<String> {
        let terms = RoleTerms { name: "Ristorazione".into(), ..RoleTerms::default() };
        let mut form = RoleForm { slug: "ristorazione".into(), is_trade: true, terms };
        change(&mut form);
        form.errors().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn amounts_days_and_lists_have_limits() {
        assert_eq!(invalid_fields(|_| {}), Vec::<String>::new());
        assert_eq!(invalid_fields(|form| form.slug = "Bar!".into()), ["slug"]);
        assert_eq!(invalid_fields(|form| form.terms.minimum_order_cents = Cents(-1)), ["minimum_order"]);
        assert_eq!(invalid_fields(|form| form.terms.invoice_days = Some(0)), ["invoice_days"]);
        assert_eq!(invalid_fields(|form| form.terms.invoice_days = Some(MAX_INVOICE_DAYS + 1)), ["invoice_days"]);
        let many = vec![ProductId(1); MAX_HIDDEN + 1];
        assert_eq!(invalid_fields(|form| form.terms.hidden_product_ids = many), ["hidden_product_ids"]);
    }

    #[test]
    fn a_consumers_role_waits_for_nobody() {
        let terms = RoleTerms { needs_approval: true, ..RoleTerms::default() };
        assert!(!RoleForm { terms: terms.clone(), ..RoleForm::default() }.normalised().terms.needs_approval);
        assert!(RoleForm { is_trade: true, terms, ..RoleForm::default() }.normalised().terms.needs_approval);
    }
}
