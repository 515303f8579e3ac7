//! Subscription terms of a product in the product form.

use serde::{Deserialize, Serialize};
use shop_core::orders::subscription::SubscriptionTerms;
use shop_core::orders::subscription::terms::PeriodUnit;
use utoipa::ToSchema;

use super::form_parser::FormParser;

/// Billing interval and duration of a subscription. Numbers are strings.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct SubscriptionForm {
    /// Number of units between two payments.
    every: String,
    /// `week`, `month` or `year`.
    unit: String,
    /// Trial days before the first payment; for virtual products only.
    trial_days: String,
    /// Fee paid once, with the order.
    sign_up_cents: String,
    /// Number of payments; empty for a subscription that runs until it is cancelled.
    payments: String,
}

impl SubscriptionForm {
    pub(super) fn into_terms(self, parser: &mut FormParser) -> SubscriptionTerms {
        let unit = PeriodUnit::parse(&self.unit).unwrap_or_else(|| {
            parser.refuse_choice("subscription.unit", &self.unit);
            PeriodUnit::Month
        });
        let payments = self.payments.trim();
        SubscriptionTerms {
            every: parser.number("subscription.every", &self.every, 0),
            unit,
            trial_days: parser.number("subscription.trial_days", &self.trial_days, 0),
            sign_up_cents: parser.cents("subscription.sign_up_cents", &self.sign_up_cents),
            payments: (!payments.is_empty()).then(|| parser.number("subscription.payments", payments, 0)),
        }
    }

    pub(super) fn from_terms(terms: &SubscriptionTerms) -> Self {
        let nothing = shop_core::base::Cents::ZERO;
        Self {
            every: terms.every.to_string(),
            unit: terms.unit.as_str().to_owned(),
            trial_days: if terms.trial_days == 0 { String::new() } else { terms.trial_days.to_string() },
            sign_up_cents: if terms.sign_up_cents == nothing {
                String::new()
            } else {
                terms.sign_up_cents.to_decimal()
            },
            payments: terms.payments.map(|count| count.to_string()).unwrap_or_default(),
        }
    }
}
