//! Recording of received payments by the merchant.

use shop_core::base::calendar::{day, day_named, local_day, start_of_day};
use shop_core::base::format::price;
use shop_core::base::{Cents, CompanyId, FieldError, OrderId};
use shop_core::checkout::address::one_line;
use shop_core::platform::messages::codes;
use shop_core::platform::words::order_texts;
use shop_core::trade::company::MAX_NOTE_CHARS;
use shop_core::trade::credit_line::MAX_REFERENCE_CHARS;

use super::{Receivables, ReceivedPaymentError};
use crate::ports::{Customer, NewReceivedPayment, PaymentReversal, RecordPaymentError};

/// Maximum length of an idempotency key in characters.
const MAX_KEY_CHARS: usize = 100;
/// Maximum age of a payment in days when it is recorded.
const MAX_AGE_DAYS: i64 = 3660;

/// The form of a received payment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReceivedPaymentForm {
    /// Idempotency key of the request.
    pub key: String,
    /// Number of the order that it pays; empty for those that are due first.
    pub order: String,
    /// Amount, formatted as "120,50".
    pub amount: String,
    /// Day of arrival: "2026-11-25".
    pub day: String,
    pub reference: String,
}

/// The form that reverses a payment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReversalForm {
    pub note: String,
}

impl Receivables {
    /// Records a payment of a company, for one order or for those that are due first, once per key. An order that is paid in full
    /// gets its payment date.
    pub async fn record_payment(
        &self,
        company_id: CompanyId,
        form: &ReceivedPaymentForm,
        by: &Customer,
    ) -> Result<(), ReceivedPaymentError> {
        let new = self.read(company_id, form, by).await?;
        let lang = self.context.settings().await?.lang();
        let one = |error: FieldError| Err(ReceivedPaymentError::Fields(vec![error]));
        match self.store.record_payment(&new, self.context.now()).await? {
            Ok(()) => Ok(()),
            Err(RecordPaymentError::UnknownCompany) => Err(ReceivedPaymentError::Unknown),
            Err(RecordPaymentError::UnknownOrder) => one(FieldError::new("order", codes::TRADE_PAYMENT_ORDER_UNKNOWN)),
            Err(RecordPaymentError::KeyReused) => one(FieldError::new("key", codes::TRADE_PAYMENT_KEY_REUSED)),
            Err(RecordPaymentError::AboveOpen { open }) => {
                one(FieldError::new("amount", codes::TRADE_PAYMENT_ABOVE_OPEN).with("open", price(open, lang)))
            }
        }
    }

    /// Reverses a payment recorded by mistake, so that its orders have an open amount again.
    pub async fn take_back(
        &self,
        company_id: CompanyId,
        payment_id: i64,
        form: &ReversalForm,
        by: &Customer,
    ) -> Result<(), ReceivedPaymentError> {
        let note = form.note.trim();
        let refuse = |code| {
            let error = FieldError::new("note", code).with("max", MAX_NOTE_CHARS);
            Err(ReceivedPaymentError::Fields(vec![error]))
        };
        if note.is_empty() {
            return refuse(codes::TRADE_PAYMENT_NOTE_REQUIRED);
        }
        if note.chars().count() > MAX_NOTE_CHARS {
            return refuse(codes::FIELD_TOO_LONG);
        }
        let lang = self.context.settings().await?.lang();
        let reversal = PaymentReversal {
            company_id,
            payment_id,
            author: by.username.clone(),
            reason: note.to_owned(),
            note: order_texts::payment_taken_back(lang, note),
        };
        let done = self.store.reverse_payment(&reversal, self.context.now()).await?;
        if done { Ok(()) } else { Err(ReceivedPaymentError::Unknown) }
    }

    async fn read(
        &self,
        company_id: CompanyId,
        form: &ReceivedPaymentForm,
        by: &Customer,
    ) -> Result<NewReceivedPayment, ReceivedPaymentError> {
        let today = local_day(self.context.now());
        let lang = self.context.settings().await?.lang();
        let (key, reference) = (form.key.trim(), one_line(&form.reference));
        let amount = Cents::parse(form.amount.trim()).filter(|cents| *cents > Cents::ZERO);
        let received = day_named(form.day.trim()).filter(|day| (today - MAX_AGE_DAYS..=today).contains(day));
        let order = form.order.trim();
        let order_id = order.parse::<i64>().ok().filter(|id| *id > 0).map(OrderId);
        let mut errors = Vec::new();
        if key.is_empty() || key.chars().count() > MAX_KEY_CHARS {
            errors.push(FieldError::new("key", codes::TRADE_PAYMENT_KEY_MISSING));
        }
        if amount.is_none() {
            errors.push(FieldError::new("amount", codes::TRADE_AMOUNT_INVALID));
        }
        if received.is_none() {
            errors.push(FieldError::new("day", codes::TRADE_PAYMENT_DAY_INVALID));
        }
        if reference.chars().count() > MAX_REFERENCE_CHARS {
            errors.push(FieldError::new("reference", codes::FIELD_TOO_LONG).with("max", MAX_REFERENCE_CHARS));
        }
        if !order.is_empty() && order_id.is_none() {
            errors.push(FieldError::new("order", codes::TRADE_PAYMENT_ORDER_UNKNOWN));
        }
        let (Some(amount_cents), Some(received_day), true) = (amount, received, errors.is_empty()) else {
            return Err(ReceivedPaymentError::Fields(errors));
        };
        Ok(NewReceivedPayment {
            company_id,
            idempotency_key: key.to_owned(),
            order_id,
            amount_cents,
            received_day,
            note: order_texts::paid_in_full_on(lang, day(start_of_day(received_day), lang)),
            reference,
            author: by.username.clone(),
        })
    }
}
