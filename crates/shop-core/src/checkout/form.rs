//! The submitted checkout form and the shop's rules for it, both unvalidated; [`super::check`] validates the form.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::delivery_day::DeliveryDay;
use super::extra_field::ExtraFieldRule;
use crate::checkout::address::Address;
use crate::checkout::address::locale::{FieldOptions, Presence};

/// Longest order note, in characters: a page of delivery instructions, and little enough to print on a packing slip.
pub const MAX_COMMENT_CHARS: usize = 2000;

/// Section of the checkout that a field belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum FieldLocation {
    /// With the address.
    #[default]
    Address,
    /// With e-mail and telephone.
    Contact,
    /// With the notes.
    Order,
}

impl FieldLocation {
    /// All locations, in page order.
    pub const ALL: [Self; 3] = [Self::Address, Self::Contact, Self::Order];

    /// Returns its name in API documents.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Contact => "contact",
            Self::Order => "order",
        }
    }
}

/// The checkout form as submitted. Missing fields are empty.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CheckoutForm {
    pub billing: Address,
    /// Separate delivery address. Ignored unless `ship_to_different_address`.
    pub shipping: Address,
    /// Whether the goods are sent to `shipping`.
    pub ship_to_different_address: bool,
    /// Note for the order; may have several lines.
    pub order_comments: String,
    /// The buyer's own reference of the order, if the shop has that field.
    pub buyer_reference: String,
    /// Requested delivery day, as `2026-12-02`; empty: as soon as possible.
    pub delivery_day: String,
    /// Id of the chosen payment method.
    pub payment_method: String,
    /// Chosen shipping rate by package ("0" for a cart that ships as one).
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub shipping_method: BTreeMap<String, String>,
    /// Whether the terms were accepted.
    pub terms: bool,
    /// Whether the buyer confirmed the required age.
    pub age_confirmed: bool,
    /// Whether the buyer wants digital content immediately, which ends the right of withdrawal. Never required.
    pub files_consent: bool,
    /// Additional billing fields by name, such as "billing_field_285".
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub extra: BTreeMap<String, String>,
    /// Whether a guest wants an account.
    pub create_account: bool,
    /// Password for that account, as typed. Left out of `Debug` output.
    pub account_password: String,
}

impl std::fmt::Debug for CheckoutForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CheckoutForm")
            .field("billing", &self.billing)
            .field("shipping", &self.shipping)
            .field("ship_to_different_address", &self.ship_to_different_address)
            .field("order_comments", &self.order_comments)
            .field("buyer_reference", &self.buyer_reference)
            .field("delivery_day", &self.delivery_day)
            .field("payment_method", &self.payment_method)
            .field("shipping_method", &self.shipping_method)
            .field("terms", &self.terms)
            .field("age_confirmed", &self.age_confirmed)
            .field("files_consent", &self.files_consent)
            .field("extra", &self.extra)
            .field("create_account", &self.create_account)
            .finish_non_exhaustive()
    }
}

/// Requirements for a checkout form, set by the shop, the cart and the visitor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CheckoutRules {
    /// Codes of the billing countries; empty: all countries.
    pub sold_to: Vec<String>,
    /// Codes of the countries that goods are sent to; empty: all countries.
    pub shipped_to: Vec<String>,
    /// Whether the cart contains goods to send. True by default.
    pub needs_shipping: bool,
    /// Whether there is something to pay. True by default.
    pub needs_payment: bool,
    /// Whether the terms must be accepted. True by default.
    pub terms_required: bool,
    /// Minimum age in years that the buyer must confirm, as for [alcoholic drinks](crate::catalogue::alcohol); `None`: any.
    pub min_age_years: Option<i64>,
    /// Whether the cart contains digital content, whose immediate delivery the buyer may consent to.
    pub has_files: bool,
    /// Company name. Optional by default.
    pub company: Presence,
    /// Second address line. Optional by default.
    pub address_2: Presence,
    /// Billing telephone. Required by default.
    pub phone: Presence,
    /// Ids of the offered payment methods.
    pub payment_methods: Vec<String>,
    /// Ids of the offered rates by package. Empty while they are unknown (the choice is not validated then); a package without
    /// rates cannot be sent to the address.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string[]>"))]
    pub shipping_rates: BTreeMap<String, Vec<String>>,
    /// Whether the form has a field for the buyer's own reference. Off by default; a submitted value is then dropped.
    pub buyer_reference: bool,
    /// The offered delivery days; `None`: the form has no such field, and a submitted value is dropped.
    pub delivery_days: Option<Vec<DeliveryDay>>,
    /// The additional billing fields, in page order; other submitted ones are dropped.
    pub extra_fields: Vec<ExtraFieldRule>,
    /// Account creation: hidden if none can be created (a logged-in shopper, or a shop without accounts), optional behind the
    /// checkbox, required if guests cannot order. Hidden by default.
    pub account: Presence,
    /// Whether a new account's password is chosen in the form, not sent by e-mail. True by default.
    pub password_needed: bool,
    /// Whether a weak password of a new account prevents the order. Off by default.
    pub stop_checkout: bool,
}

impl Default for CheckoutRules {
    fn default() -> Self {
        Self {
            sold_to: Vec::new(),
            shipped_to: Vec::new(),
            needs_shipping: true,
            needs_payment: true,
            terms_required: true,
            min_age_years: None,
            has_files: false,
            company: Presence::Optional,
            address_2: Presence::Optional,
            phone: Presence::Required,
            payment_methods: Vec::new(),
            shipping_rates: BTreeMap::new(),
            buyer_reference: false,
            delivery_days: None,
            extra_fields: Vec::new(),
            account: Presence::Hidden,
            password_needed: true,
            stop_checkout: false,
        }
    }
}

impl CheckoutRules {
    /// Returns the address fields that the shop can switch, as [`crate::checkout::address::locale::fields_for`] expects them.
    pub fn field_options(&self) -> FieldOptions {
        FieldOptions { company: self.company, address_2: self.address_2, phone: self.phone }
    }

    /// Returns whether goods go to the form's shipping address.
    pub(super) fn ships_elsewhere(&self, form: &CheckoutForm) -> bool {
        self.needs_shipping && form.ship_to_different_address
    }

    /// Returns whether the order creates an account.
    pub(super) fn makes_account(&self, form: &CheckoutForm) -> bool {
        match self.account {
            Presence::Hidden => false,
            Presence::Optional => form.create_account,
            Presence::Required => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_parts_of_a_form_are_empty() {
        let form: CheckoutForm = serde_json::from_str(r#"{"billing": {"country": "IT"}, "terms": true}"#).unwrap();
        assert_eq!(form.billing.country, "IT");
        assert!(form.terms && form.shipping.is_empty() && form.extra.is_empty());
    }

    #[test]
    fn rules_left_out_are_the_strict_ones() {
        let rules: CheckoutRules = serde_json::from_str("{}").unwrap();
        assert_eq!(rules, CheckoutRules::default());
        assert!(rules.needs_shipping && rules.needs_payment && rules.terms_required && rules.password_needed);
    }

    #[test]
    fn a_password_is_never_printed() {
        let form = CheckoutForm { account_password: "segreta".to_owned(), ..CheckoutForm::default() };
        assert!(!format!("{form:?}").contains("segreta"));
    }
}
