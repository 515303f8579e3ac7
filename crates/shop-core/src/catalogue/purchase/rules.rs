//! Validation of the merchant's purchase rules, the same for the back office and the catalogue file.

use std::collections::BTreeSet;

use super::PurchaseRules;
use super::add_ons::{AddOnField, AddOnInput, AddOnOption};
use super::plans::{DepositOffer, PaymentPlan};
use super::slots::BookingOffer;
use crate::base::time::seconds_of_day;
use crate::base::{Cents, FieldError};
use crate::catalogue::purchase::add_on_price::AddOn;
use crate::catalogue::purchase::deposit::{Deposit, plan};
use crate::orders::subscription::SubscriptionTerms;
use crate::platform::messages::codes;

/// Maximum number of add-ons of a product, options of a list, and plans: more than a shopper would read.
pub const MAX_ENTRIES: usize = 20;
/// Maximum number of slots in a weekly timetable.
pub const MAX_TIMES: usize = 100;
/// Longest label, in characters.
pub const MAX_LABEL_CHARS: usize = 120;
/// Highest length limit of a buyer's text, in characters.
pub const MAX_ASKED_CHARS: u32 = 2000;
/// Highest price of an add-on: a hundred thousand euros, far from arithmetic overflow.
pub const MAX_PRICE: Cents = Cents(10_000_000);

impl PurchaseRules {
    /// Returns the errors by field: `add_ons.0.label`, `deposit.plans.1.parts`, `booking.capacity`, … Empty: the rules are valid.
    pub fn problems(&self) -> Vec<FieldError> {
        let mut out = Problems::default();
        out.add_ons(&self.add_ons);
        if let Some(offer) = &self.deposit {
            out.deposit(offer);
        }
        if let Some(offer) = &self.booking {
            out.booking(offer);
        }
        if let Some(terms) = &self.subscription {
            out.subscription(terms);
            for (field, other) in [("deposit", self.deposit.is_some()), ("booking", self.booking.is_some())] {
                if other {
                    out.refuse(field, codes::RULE_SUBSCRIPTION_ALONE);
                }
            }
        }
        out.0
    }

    /// Returns the errors for goods that are shipped: they must be paid before they are sent.
    pub fn problems_of_sent_goods(&self) -> Vec<FieldError> {
        let tried = self.subscription.as_ref().is_some_and(|terms| terms.trial_days > 0);
        tried.then(|| FieldError::new("subscription.trial_days", codes::RULE_TRIAL_SENT)).into_iter().collect()
    }
}

/// Maximum number of periods between two payments.
pub const MAX_EVERY: i64 = 12;
/// Longest trial, in days.
pub const MAX_TRIAL_DAYS: i64 = 365;
/// Maximum number of payments of a subscription that ends automatically: ten years of months.
pub const MAX_PAYMENTS: i64 = 120;

#[derive(Default)]
struct Problems(Vec<FieldError>);

impl Problems {
    fn refuse(&mut self, field: &str, code: &'static str) {
        self.0.push(FieldError::new(field, code));
    }

    fn range(&mut self, field: &str, value: i64, least: i64, most: i64) {
        if !(least..=most).contains(&value) {
            let error = FieldError::new(field, codes::RULE_NUMBER_RANGE);
            self.0.push(error.with("minimum", least).with("maximum", most));
        }
    }

    fn label(&mut self, field: &str, label: &str, english: &str) {
        if label.trim().is_empty() {
            self.refuse(&format!("{field}.label"), codes::RULE_LABEL_REQUIRED);
        }
        for (name, text) in [("label", label), ("label_en", english)] {
            if text.chars().count() > MAX_LABEL_CHARS {
                let error = FieldError::new(format!("{field}.{name}"), codes::RULE_LABEL_TOO_LONG);
                self.0.push(error.with("maximum", MAX_LABEL_CHARS));
            }
        }
    }

    fn keys<'a>(&mut self, field: &str, keys: impl Iterator<Item = &'a str>) {
        let mut seen = BTreeSet::new();
        for (at, key) in keys.enumerate() {
            let letters = |one: char| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-';
            if key.is_empty() || key.len() > 60 || !key.chars().all(letters) || !seen.insert(key) {
                self.refuse(&format!("{field}.{at}.key"), codes::RULE_KEY_INVALID);
            }
        }
    }

    fn count(&mut self, field: &str, count: usize, least: usize, most: usize) {
        let number = |value| i64::try_from(value).unwrap_or(i64::MAX);
        self.range(field, number(count), number(least), number(most));
    }

    fn price(&mut self, field: &str, price: Option<AddOn>) {
        let holds = match price {
            None => true,
            Some(AddOn::Flat { cents } | AddOn::PerPiece { cents }) => (-MAX_PRICE..=MAX_PRICE).contains(&cents),
            Some(AddOn::Percent { hundredths }) => (-10_000..=100_000).contains(&hundredths),
        };
        if !holds {
            self.refuse(&format!("{field}.price"), codes::RULE_PRICE_RANGE);
        }
    }

    fn add_ons(&mut self, fields: &[AddOnField]) {
        self.count("add_ons", fields.len(), 0, MAX_ENTRIES);
        self.keys("add_ons", fields.iter().map(|field| field.key.as_str()));
        for (at, field) in fields.iter().enumerate() {
            let name = format!("add_ons.{at}");
            self.label(&name, &field.label, &field.label_en);
            match &field.input {
                AddOnInput::Check { price } => self.price(&name, *price),
                AddOnInput::Text { max_chars, price } => {
                    self.range(&format!("{name}.max_chars"), i64::from(*max_chars), 1, i64::from(MAX_ASKED_CHARS));
                    self.price(&name, *price);
                }
                AddOnInput::Choice { options } => self.options(&name, options),
            }
            for (list, keys) in [("needs", &field.needs), ("excludes", &field.excludes)] {
                let known = |key: &String| *key != field.key && fields.iter().any(|other| other.key == *key);
                if !keys.iter().all(known) {
                    self.refuse(&format!("{name}.{list}"), codes::RULE_ADD_ON_UNKNOWN);
                }
            }
            // Such an add-on could never be chosen; a required one would make the product unavailable.
            if field.needs.iter().any(|key| field.excludes.contains(key)) {
                self.refuse(&format!("{name}.excludes"), codes::RULE_ADD_ON_CONTRADICTION);
            }
        }
    }

    fn options(&mut self, name: &str, options: &[AddOnOption]) {
        let list = format!("{name}.options");
        self.count(&list, options.len(), 1, MAX_ENTRIES);
        self.keys(&list, options.iter().map(|option| option.key.as_str()));
        for (at, option) in options.iter().enumerate() {
            let name = format!("{list}.{at}");
            self.label(&name, &option.label, &option.label_en);
            self.price(&name, option.price);
        }
    }

    fn deposit(&mut self, offer: &DepositOffer) {
        self.count("deposit.plans", offer.plans.len(), 1, MAX_ENTRIES);
        self.keys("deposit.plans", offer.plans.iter().map(|plan| plan.key.as_str()));
        for (at, plan) in offer.plans.iter().enumerate() {
            let name = format!("deposit.plans.{at}");
            self.label(&name, &plan.label, &plan.label_en);
            self.plan(&name, plan);
        }
    }

    fn plan(&mut self, name: &str, chosen: &PaymentPlan) {
        let holds = match chosen.deposit {
            Deposit::Percent { hundredths } => (1..10_000).contains(&hundredths),
            Deposit::Fixed { cents } => cents > Cents::ZERO && cents <= MAX_PRICE,
        };
        if !holds {
            self.refuse(&format!("{name}.deposit"), codes::RULE_DEPOSIT_RANGE);
        }
        self.count(&format!("{name}.parts"), chosen.parts.len(), 0, MAX_ENTRIES);
        // The parts are validated by dividing an amount with a valid deposit: only the parts can cause an error then.
        let half = Deposit::Percent { hundredths: 5000 };
        for error in plan(Cents(1_000_000), half, &chosen.parts, "2026-01-01").errors {
            self.0.push(FieldError { field: format!("{name}.parts"), ..error });
        }
    }

    fn subscription(&mut self, terms: &SubscriptionTerms) {
        self.range("subscription.every", terms.every, 1, MAX_EVERY);
        self.range("subscription.trial_days", terms.trial_days, 0, MAX_TRIAL_DAYS);
        if let Some(payments) = terms.payments {
            self.range("subscription.payments", payments, 1, MAX_PAYMENTS);
        }
        if !(Cents::ZERO..=MAX_PRICE).contains(&terms.sign_up_cents) {
            self.refuse("subscription.sign_up_cents", codes::RULE_PRICE_RANGE);
        }
    }

    fn booking(&mut self, offer: &BookingOffer) {
        self.count("booking.times", offer.times.len(), 1, MAX_TIMES);
        let mut seen = BTreeSet::new();
        let wrong =
            |time: &super::slots::WeeklyTime| !(1..=7).contains(&time.weekday) || !(0..24 * 60).contains(&time.minute);
        if offer.times.iter().any(|time| wrong(time) || !seen.insert((time.weekday, time.minute))) {
            self.refuse("booking.times", codes::RULE_TIMES_INVALID);
        }
        self.range("booking.duration_minutes", offer.duration_minutes, 5, 24 * 60);
        self.range("booking.capacity", offer.capacity, 1, 10_000);
        self.range("booking.min_persons", offer.min_persons, 1, offer.capacity.max(1));
        if let Some(most) = offer.max_persons {
            self.range("booking.max_persons", most, offer.min_persons.max(1), offer.capacity.max(1));
        }
        self.range("booking.base_cents", offer.base_cents.0, 0, MAX_PRICE.0);
        self.range("booking.notice_hours", offer.notice_hours, 0, 24 * 365);
        self.range("booking.days_ahead", offer.days_ahead, 1, 731);
        if offer.closed_days.len() > 366 || offer.closed_days.iter().any(|day| seconds_of_day(day).is_none()) {
            self.refuse("booking.closed_days", codes::RULE_DAYS_INVALID);
        }
    }
}
