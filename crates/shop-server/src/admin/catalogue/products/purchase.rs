//! Purchase options of a product in the product form; amounts and numbers are strings of form fields.

use serde::{Deserialize, Serialize};
use shop_core::base::FieldError;
use shop_core::base::text::{format_fixed, slugify};
use shop_core::catalogue::product::ProductKind;
use shop_core::catalogue::purchase::PurchaseRules;
use shop_core::catalogue::purchase::add_on_price::AddOn;
use shop_core::catalogue::purchase::add_ons::{AddOnField, AddOnInput, AddOnOption};
use shop_core::catalogue::purchase::deposit::{Deposit, PlanPart};
use shop_core::catalogue::purchase::plans::{DepositOffer, PaymentPlan};
use utoipa::ToSchema;

use super::booking::BookingForm;
use super::form_parser::FormParser;
use super::subscription::SubscriptionForm;
use crate::admin::messages;

/// Add-ons, payment plans, booking rules and subscription of a product. Amounts are decimals, numbers are strings; empty keys are
/// derived from the labels.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PurchaseForm {
    add_ons: Vec<AddOnForm>,
    /// Payment in parts; `null` if it is paid at once.
    deposit: Option<DepositForm>,
    /// Booking rules; `null` if it cannot be booked.
    booking: Option<BookingForm>,
    /// Subscription terms; `null` if it is a single purchase.
    subscription: Option<SubscriptionForm>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct AddOnForm {
    key: String,
    label: String,
    label_en: String,
    /// `check`, `choice` or `text`.
    kind: String,
    required: bool,
    /// Keys of the add-ons that it requires.
    needs: Vec<String>,
    /// Keys of the add-ons that it excludes.
    excludes: Vec<String>,
    /// `none`, `flat`, `per_piece` or `percent`.
    price_kind: String,
    price: String,
    max_chars: String,
    options: Vec<OptionForm>,
}

/// A value of a choice.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct OptionForm {
    key: String,
    label: String,
    label_en: String,
    /// `none`, `flat`, `per_piece` or `percent`.
    price_kind: String,
    price: String,
}

/// Payment in parts.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct DepositForm {
    /// Whether paying at once is not possible.
    required: bool,
    plans: Vec<PlanForm>,
}

/// A payment plan.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PlanForm {
    key: String,
    label: String,
    label_en: String,
    /// `percent` or `fixed`.
    deposit_kind: String,
    deposit: String,
    /// Instalments; if there are none, the rest is due a month later.
    parts: Vec<PartForm>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PartForm {
    /// Share of the amount left after the deposit, in per cent.
    share: String,
    months: String,
    days: String,
}

/// Returns the key, which stays as it is because carts and orders refer to it; a new one is derived from the label.
fn key(typed: String, label: &str) -> String {
    if typed.is_empty() { slugify(label).chars().take(60).collect() } else { typed }
}

impl PurchaseForm {
    /// Converts the form to purchase rules. `sent` tells whether the product is shipped.
    ///
    /// # Errors
    /// Returns every invalid field, prefixed with `purchase.`.
    pub(super) fn into_rules(self, kind: ProductKind, sent: bool) -> Result<PurchaseRules, Vec<FieldError>> {
        let mut parser = FormParser::default();
        let rules = PurchaseRules {
            add_ons: self.add_ons.into_iter().enumerate().map(|(at, form)| parser.add_on(at, form)).collect(),
            deposit: self.deposit.map(|form| DepositOffer {
                required: form.required,
                plans: form.plans.into_iter().enumerate().map(|(at, plan)| parser.plan(at, plan)).collect(),
            }),
            booking: self.booking.map(|form| form.into_offer(&mut parser)),
            subscription: self.subscription.map(|form| form.into_terms(&mut parser)),
        };
        let mut errors = parser.errors;
        if sent {
            errors.extend(rules.problems_of_sent_goods());
        }
        // A text that could not be parsed is reported only once.
        let further = rules.problems().into_iter().filter(|one| errors.iter().all(|known| known.field != one.field));
        let further: Vec<FieldError> = further.collect();
        errors.extend(further);
        let sold = matches!(kind, ProductKind::Simple | ProductKind::Variable);
        if !sold && !rules.is_empty() {
            errors.push(FieldError::new("add_ons", messages::PURCHASE_NOT_HERE));
        }
        for error in &mut errors {
            error.field.insert_str(0, "purchase.");
        }
        if errors.is_empty() { Ok(rules) } else { Err(errors) }
    }

    /// Fills the form from purchase rules.
    pub(super) fn from_rules(rules: &PurchaseRules) -> Self {
        Self {
            add_ons: rules.add_ons.iter().map(add_on_form).collect(),
            deposit: rules.deposit.as_ref().map(|offer| DepositForm {
                required: offer.required,
                plans: offer.plans.iter().map(plan_form).collect(),
            }),
            booking: rules.booking.as_ref().map(BookingForm::from_offer),
            subscription: rules.subscription.as_ref().map(SubscriptionForm::from_terms),
        }
    }
}

fn price_texts(price: Option<AddOn>) -> (String, String) {
    let (kind, text) = match price {
        None => ("none", String::new()),
        Some(AddOn::Flat { cents }) => ("flat", cents.to_decimal()),
        Some(AddOn::PerPiece { cents }) => ("per_piece", cents.to_decimal()),
        Some(AddOn::Percent { hundredths }) => ("percent", format_fixed(hundredths, 2)),
    };
    (kind.to_owned(), text)
}

fn add_on_form(field: &AddOnField) -> AddOnForm {
    let (kind, price, max_chars, options) = match &field.input {
        AddOnInput::Check { price } => ("check", *price, String::new(), &[][..]),
        AddOnInput::Text { max_chars, price } => ("text", *price, max_chars.to_string(), &[][..]),
        AddOnInput::Choice { options } => ("choice", None, String::new(), options.as_slice()),
    };
    let (price_kind, price) = price_texts(price);
    AddOnForm {
        key: field.key.clone(),
        label: field.label.clone(),
        label_en: field.label_en.clone(),
        kind: kind.to_owned(),
        required: field.required,
        needs: field.needs.clone(),
        excludes: field.excludes.clone(),
        price_kind,
        price,
        max_chars,
        options: options.iter().map(option_form).collect(),
    }
}

fn option_form(option: &AddOnOption) -> OptionForm {
    let (price_kind, price) = price_texts(option.price);
    OptionForm {
        key: option.key.clone(),
        label: option.label.clone(),
        label_en: option.label_en.clone(),
        price_kind,
        price,
    }
}

fn plan_form(plan: &PaymentPlan) -> PlanForm {
    let (deposit_kind, deposit) = match plan.deposit {
        Deposit::Percent { hundredths } => ("percent", format_fixed(hundredths, 2)),
        Deposit::Fixed { cents } => ("fixed", cents.to_decimal()),
    };
    let part = |part: &PlanPart| PartForm {
        share: format_fixed(part.share_hundredths, 2),
        months: part.months_after.to_string(),
        days: part.days_after.to_string(),
    };
    PlanForm {
        key: plan.key.clone(),
        label: plan.label.clone(),
        label_en: plan.label_en.clone(),
        deposit_kind: deposit_kind.to_owned(),
        deposit,
        parts: plan.parts.iter().map(part).collect(),
    }
}

impl FormParser {
    fn add_on(&mut self, at: usize, form: AddOnForm) -> AddOnField {
        let name = format!("add_ons.{at}");
        let input = match form.kind.as_str() {
            "check" => AddOnInput::Check { price: self.price(&format!("{name}.price"), &form.price_kind, &form.price) },
            "text" => AddOnInput::Text {
                max_chars: u32::try_from(self.number(&format!("{name}.max_chars"), &form.max_chars, 200)).unwrap_or(0),
                price: self.price(&format!("{name}.price"), &form.price_kind, &form.price),
            },
            kind => {
                if kind != "choice" {
                    self.refuse_choice(&format!("{name}.kind"), kind);
                }
                let options = form.options.into_iter().enumerate();
                AddOnInput::Choice {
                    options: options
                        .map(|(n, option)| AddOnOption {
                            price: self.price(&format!("{name}.options.{n}.price"), &option.price_kind, &option.price),
                            key: key(option.key, &option.label),
                            label: option.label.trim().to_owned(),
                            label_en: option.label_en.trim().to_owned(),
                        })
                        .collect(),
                }
            }
        };
        AddOnField {
            key: key(form.key, &form.label),
            label: form.label.trim().to_owned(),
            label_en: form.label_en.trim().to_owned(),
            input,
            required: form.required,
            needs: form.needs,
            excludes: form.excludes,
        }
    }

    fn plan(&mut self, at: usize, form: PlanForm) -> PaymentPlan {
        let name = format!("deposit.plans.{at}");
        let field = format!("{name}.deposit");
        let deposit = match form.deposit_kind.as_str() {
            "fixed" => Deposit::Fixed { cents: self.cents(&field, &form.deposit) },
            kind => {
                if kind != "percent" {
                    self.refuse_choice(&format!("{field}_kind"), kind);
                }
                Deposit::Percent { hundredths: self.hundredths(&field, &form.deposit) }
            }
        };
        let parts = form.parts.into_iter().enumerate().map(|(n, part)| {
            let name = format!("{name}.parts.{n}");
            PlanPart {
                share_hundredths: self.hundredths(&format!("{name}.share"), &part.share),
                months_after: self.number(&format!("{name}.months"), &part.months, 0),
                days_after: self.number(&format!("{name}.days"), &part.days, 0),
            }
        });
        let parts = parts.collect();
        PaymentPlan {
            key: key(form.key, &form.label),
            label: form.label.trim().to_owned(),
            label_en: form.label_en.trim().to_owned(),
            deposit,
            parts,
        }
    }
}
