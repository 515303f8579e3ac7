//! Saving a payment method: who can, when the box is shown, when a method is saved without it, and the terms in the form.

use serde::{Deserialize, Serialize};

use super::method::{MethodGroup, PaymentMethod};
use crate::base::wire_enum;

wire_enum! {
    /// Visibility of the provider's form or one of its parts.
    Shown {
        /// It is always shown.
        Always = "always",
        /// Visible if the provider considers it necessary.
        Auto = "auto",
        /// It is never shown.
        Never = "never",
    } default Auto
}

/// Input for the decisions about saving.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct SavingForm {
    /// The chosen method by the provider's id.
    pub method: String,
    /// Methods in the form, by id; terms are returned for the reusable ones.
    pub methods: Vec<String>,
    /// Whether the shop allows saving methods.
    pub saving_enabled: bool,
    /// Whether the shopper is logged in.
    pub logged_in: bool,
    /// Whether "Create an account" is ticked.
    pub creates_account: bool,
    /// Whether accounts can be created at checkout.
    pub signup_allowed: bool,
    /// Whether the box "save the method" is ticked.
    pub ticked: bool,
    /// Whether a saved method is chosen and the form for a new one hidden.
    pub uses_saved: bool,
    /// Whether the cart contains a subscription.
    pub subscription: bool,
    /// Whether renewals of subscriptions are paid manually.
    pub manual_renewal: bool,
    /// The setting `forceSavePaymentMethod`.
    pub forced_by_shop: bool,
    /// Whether the one-click feature is on.
    pub one_click: bool,
    /// Whether the form sets up the method for later payments: nothing is paid now.
    pub sets_up: bool,
}

/// Visibility of a method's terms: the agreement to save it, and the mandate of a debit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SavingTerms {
    pub method: PaymentMethod,
    /// Visibility: "always", "never", or "auto" for the mandate of a debit.
    pub terms: Shown,
}

/// How a method is saved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SavingPlan {
    /// Whether the box is shown.
    pub box_visible: bool,
    /// Whether the method is saved regardless of the box.
    pub forced: bool,
    /// Whether the method is saved.
    pub saves: bool,
    /// The reusable methods' terms, in the requested order.
    pub terms: Vec<SavingTerms>,
    /// Future usage reported to the provider: "off_session", or `None`.
    pub setup_future_usage: Option<String>,
}

/// Decides about saving (payments, sections 4 and 5).
///
/// - The box needs a reusable method and a shopper with an account or one being created; it is hidden while a saved method is
///   used. Methods that a wallet stores itself (one-click, marketplace) have no box: the specification leaves the list open.
/// - Terms are always shown for a subscription that renews automatically, with the box ticked, if saving is forced, and if the
///   form sets the method up, since the provider's setup is for payments without the payer.
/// - Debits show theirs in all other cases too (the specification says never): the text is their mandate, without which no
///   account may be debited, not even once.
/// - Only with the one-click feature on is the provider informed about later use in this way.
///
/// ```
/// use shop_core::payments::saving::{SavingForm, saving_plan};
/// let guest = SavingForm { method: "card".into(), saving_enabled: true, ticked: true, ..SavingForm::default() };
/// let shopper = SavingForm { logged_in: true, ..guest.clone() };
/// assert!(saving_plan(&shopper).saves && !saving_plan(&guest).saves);
/// assert!(!saving_plan(&SavingForm { method: "klarna".into(), ..shopper }).box_visible);
/// ```
pub fn saving_plan(form: &SavingForm) -> SavingPlan {
    let method = PaymentMethod::from_id(&form.method);
    let reusable = method.is_some_and(|method| method.saved_as().is_some());
    let keeps_itself = matches!(method, Some(PaymentMethod::Link | PaymentMethod::AmazonPay));
    let may_save = form.logged_in || (form.creates_account && form.signup_allowed);
    let renews = form.subscription && !form.manual_renewal;
    let forced = form.forced_by_shop || renews;
    let box_visible = form.saving_enabled && reusable && !keeps_itself && may_save && !form.uses_saved;
    let ticked = form.ticked && box_visible;
    let will_save = forced || ticked || form.sets_up;
    let terms = |method: PaymentMethod| match method.group() {
        _ if will_save => Shown::Always,
        MethodGroup::BankDebit => Shown::Auto,
        _ => Shown::Never,
    };
    let listed = form.methods.iter().filter_map(|id| PaymentMethod::from_id(id));
    SavingPlan {
        box_visible,
        forced: forced && reusable && may_save,
        saves: reusable && may_save && !form.uses_saved && (forced || ticked),
        terms: listed
            .filter(|method| method.saved_as().is_some())
            .map(|method| SavingTerms { method, terms: terms(method) })
            .collect(),
        setup_future_usage: (form.one_click && (ticked || form.subscription)).then(|| "off_session".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> SavingForm {
        SavingForm {
            method: "card".into(),
            methods: vec!["card".into(), "klarna".into(), "link".into()],
            saving_enabled: true,
            logged_in: true,
            ..SavingForm::default()
        }
    }

    #[test]
    fn the_box_is_hidden_for_one_reason_alone() {
        assert!(saving_plan(&form()).box_visible);
        for hidden in [
            SavingForm { saving_enabled: false, ..form() },
            SavingForm { logged_in: false, ..form() },
            SavingForm { logged_in: false, creates_account: true, ..form() },
            SavingForm { uses_saved: true, ..form() },
            SavingForm { method: "klarna".into(), ..form() },
            SavingForm { method: "link".into(), ..form() },
            SavingForm { method: "bitcoin".into(), ..form() },
        ] {
            assert!(!saving_plan(&hidden).box_visible, "{hidden:?}");
        }
        let signing_up = SavingForm { logged_in: false, creates_account: true, signup_allowed: true, ..form() };
        assert!(saving_plan(&signing_up).box_visible);
    }

    #[test]
    fn nothing_is_saved_unasked_nor_for_a_guest() {
        for unsaved in [
            form(),
            SavingForm { ticked: true, logged_in: false, ..form() },
            SavingForm { forced_by_shop: true, logged_in: false, ..form() },
            SavingForm { ticked: true, method: "klarna".into(), ..form() },
            SavingForm { subscription: true, manual_renewal: true, ..form() },
            SavingForm { ticked: true, uses_saved: true, ..form() },
        ] {
            assert!(!saving_plan(&unsaved).saves, "{unsaved:?}");
        }
    }

    #[test]
    fn a_box_that_is_hidden_does_not_count_as_ticked() {
        let plan = saving_plan(&SavingForm { ticked: true, logged_in: false, one_click: true, ..form() });
        assert_eq!(plan.setup_future_usage, None);
        assert!(plan.terms.iter().all(|row| row.terms == Shown::Never));
    }

    #[test]
    fn terms_stand_with_every_reusable_method_that_will_be_kept() {
        for saved in [
            SavingForm { ticked: true, ..form() },
            SavingForm { subscription: true, ..form() },
            SavingForm { forced_by_shop: true, ..form() },
        ] {
            let plan = saving_plan(&saved);
            assert!(plan.saves, "{saved:?}");
            let expected = [PaymentMethod::Card, PaymentMethod::Link];
            assert_eq!(plan.terms.iter().map(|row| row.method).collect::<Vec<_>>(), expected);
            assert!(plan.terms.iter().all(|row| row.terms == Shown::Always));
        }
    }

    #[test]
    fn a_form_that_sets_a_method_up_shows_its_terms_whatever_is_ticked() {
        let adding = SavingForm { sets_up: true, ..form() };
        assert!(saving_plan(&adding).terms.iter().all(|row| row.terms == Shown::Always));
    }

    #[test]
    fn a_debit_shows_its_mandate_with_every_payment_and_nothing_else_does() {
        let debits = ["sepa_debit", "us_bank_account", "acss_debit", "bacs_debit", "au_becs_debit"];
        let others = ["card", "link", "ideal", "bancontact", "cashapp", "amazon_pay"];
        let methods = debits.iter().chain(&others).map(|id| (*id).to_owned()).collect();
        let plan = saving_plan(&SavingForm { methods, ..form() });
        assert_eq!(plan.terms.len(), debits.len() + others.len());
        for SavingTerms { method, terms } in plan.terms {
            let expected = if debits.contains(&method.as_str()) { Shown::Auto } else { Shown::Never };
            assert_eq!(terms, expected, "{method:?}");
        }
    }

    #[test]
    fn later_use_is_told_with_the_one_click_feature_only() {
        let usage = |form: SavingForm| saving_plan(&form).setup_future_usage;
        assert_eq!(usage(SavingForm { ticked: true, ..form() }), None);
        assert_eq!(usage(SavingForm { one_click: true, ..form() }), None);
        let manual = SavingForm { one_click: true, subscription: true, manual_renewal: true, ..form() };
        assert_eq!(usage(manual).as_deref(), Some("off_session"));
    }
}
