//! Charges renewals: once per due date, whichever process runs and wherever it is interrupted.

use shop_core::base::{OrderId, SubscriptionId};
use shop_core::orders::OrderStatus;
use shop_core::orders::subscription::SubscriptionStatus;
use shop_core::payments::error::PaymentError;
use shop_core::payments::renewal::{RenewalDecline, next_try, refusal_code, renewal_decline};

use super::MAX_ROUNDS;
use super::dunning::DeclinedCharge;
use crate::orders::mails;
use crate::orders::renewals::Renewals;
use crate::payments::Charged;
use crate::ports::{
    NewMail, OrderRecord, SavedMethod, StoreError, SubscriptionRecord, SubscriptionState, TransitionRefusal,
};

/// How long a worker holds a started charge exclusively: longer than all its calls to the provider take.
const LEASE_S: i64 = 300;
/// Retry interval while the provider is unreachable, without a limit.
const LATER_S: i64 = 15 * 60;
/// Interval of checks on a payment that takes days to settle.
const WAITING_S: i64 = 6 * 3600;
/// Retry interval for a product that is out of stock.
const SOLD_OUT_S: i64 = 86_400;
/// Renewals per batch.
const AT_ONCE: u64 = 50;

/// Result of a charging run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Charges {
    /// Renewals that were paid, or whose payment is processing.
    pub paid: usize,
    /// Charges that the bank declined.
    pub refused: usize,
}

enum End {
    /// There is nothing to charge any more.
    Settled,
    /// The payment is processing.
    Waiting,
    /// The result is unknown: the charge stays started.
    InDoubt,
    Later,
    SoldOut(String),
    /// The bank declined this method.
    Refused(Box<PaymentError>, Option<SavedMethod>),
    /// There is no method to charge.
    ByHand,
}

impl Renewals {
    /// Charges due renewals. Several processes may run this concurrently.
    pub(super) async fn charge_renewals(&self) -> Result<Charges, StoreError> {
        let mut done = Charges::default();
        for _ in 0..MAX_ROUNDS {
            let mut overtaken = false;
            for record in self.store.subscriptions_to_charge(self.context.now(), AT_ONCE).await? {
                match self.charge_renewal(&record).await? {
                    Some(End::Settled | End::Waiting) => done.paid += 1,
                    Some(End::Refused(..)) => done.refused += 1,
                    Some(_) => {}
                    None => overtaken = true,
                }
            }
            // A concurrent change may have been unrelated: the renewal is still due and gets its turn now.
            if !overtaken {
                break;
            }
        }
        Ok(done)
    }

    /// Charges the open renewal of a subscription now, at the request of its owner or staff; `false` if there is none, it has no
    /// method, or a charge is in progress.
    pub async fn charge_open_renewal(&self, id: SubscriptionId) -> Result<bool, StoreError> {
        for _ in 0..MAX_ROUNDS {
            let Some(record) = self.store.subscription(id).await? else { return Ok(false) };
            let state = &record.state;
            let running = state.trying && state.try_at.is_some_and(|until| until > self.context.now());
            let goes = matches!(state.status, SubscriptionStatus::Active | SubscriptionStatus::OnHold);
            if running || !goes || state.open_order.is_none() || self.subscriptions.method_of(&record).await?.is_none()
            {
                return Ok(false);
            }
            if self.charge_renewal(&record).await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Performs one charge; `None` if another process was faster.
    async fn charge_renewal(&self, record: &SubscriptionRecord) -> Result<Option<End>, StoreError> {
        let Some(open) = record.state.open_order else { return Ok(None) };
        // The process that writes this first holds the charge. If it is killed, the state stays and the charge is resumed after
        // the lease.
        let started =
            SubscriptionState { trying: true, try_at: Some(self.context.now() + LEASE_S), ..record.state.clone() };
        if !self.store.change_subscription(&record.changed(started), &[], self.context.now()).await? {
            return Ok(None);
        }
        let end = self.charged(record, open).await?;
        self.end_charge(record.id, open, &end).await?;
        Ok(Some(end))
    }

    async fn charged(&self, record: &SubscriptionRecord, open: OrderId) -> Result<End, StoreError> {
        // An earlier charge may have succeeded or been declined without a record.
        self.settlement.check_order_payments(open, None).await?;
        let Some(order) = self.store.order(open).await? else { return Ok(End::Settled) };
        if order.status == OrderStatus::OnHold {
            return Ok(End::Waiting);
        }
        if !order.needs_payment() {
            return Ok(End::Settled);
        }
        // Only a decline of that charge: earlier ones are already counted.
        let since = record.state.try_at.unwrap_or(0) - WAITING_S;
        if record.state.trying
            && let Some(error) = self.payments.last_refusal(open, since).await?
        {
            return Ok(End::Refused(Box::new(error), self.subscriptions.method_of(record).await?));
        }
        let Some(method) = self.subscriptions.method_of(record).await? else { return Ok(End::ByHand) };
        let refused = |error| Ok(End::Refused(Box::new(error), Some(method.clone())));
        match self.payments.charge_saved_method(&order, &method).await? {
            Charged::Done => {
                let now = self.store.order(open).await?;
                let waits = now.is_some_and(|order| order.status == OrderStatus::OnHold);
                Ok(if waits { End::Waiting } else { End::Settled })
            }
            Charged::InDoubt => Ok(End::InDoubt),
            Charged::Refused(error) => refused(*error),
            Charged::BuyerNeeded => {
                refused(PaymentError { code: "authentication_required".into(), ..PaymentError::default() })
            }
            Charged::Gone(TransitionRefusal::NotEnoughStock { name, .. }) => Ok(End::SoldOut(name)),
            Charged::Later | Charged::Gone(_) => Ok(End::Later),
            Charged::MethodUnsupported => Ok(End::ByHand),
        }
    }

    /// Records the result of a charge on the current state, with the e-mail about it.
    async fn end_charge(&self, id: SubscriptionId, open: OrderId, end: &End) -> Result<(), StoreError> {
        for _ in 0..MAX_ROUNDS {
            let Some(record) = self.store.subscription(id).await? else { return Ok(()) };
            // A paid or cancelled renewal has already moved on.
            let mine = record.state.open_order == Some(open) && record.state.trying;
            if !mine || matches!(end, End::InDoubt) {
                return Ok(());
            }
            let (state, mail) = self.after_charge(&record, open, end).await?;
            let mails: Vec<NewMail> = mail.into_iter().collect();
            if self.store.change_subscription(&record.changed(state), &mails, self.context.now()).await? {
                return Ok(());
            }
        }
        Err(StoreError::Unavailable("a subscription changes too often".into()))
    }

    async fn after_charge(
        &self,
        record: &SubscriptionRecord,
        open: OrderId,
        end: &End,
    ) -> Result<(SubscriptionState, Option<NewMail>), StoreError> {
        let now = self.context.now();
        let idle = SubscriptionState { trying: false, try_at: None, waits_for: String::new(), ..record.state.clone() };
        let at = |seconds: i64| SubscriptionState { try_at: Some(now + seconds), ..idle.clone() };
        Ok(match end {
            End::Settled | End::InDoubt => (idle, None),
            // It stays started, so that a debit that is returned later counts as a decline of this attempt.
            End::Waiting => (SubscriptionState { trying: true, ..at(WAITING_S) }, None),
            End::Later => (at(LATER_S), None),
            End::SoldOut(name) => (SubscriptionState { waits_for: name.clone(), ..at(SOLD_OUT_S) }, None),
            End::ByHand => {
                let Some(order) = self.store.order(open).await? else { return Ok((idle, None)) };
                (idle, Some(self.renewal_to_pay(&order).await?))
            }
            End::Refused(error, method) => {
                let Some(order) = self.store.order(open).await? else { return Ok((idle, None)) };
                let tries = record.state.tries + 1;
                let meaning = renewal_decline(error);
                let next = match meaning {
                    RenewalDecline::Passing => next_try(order.created_at, tries, now),
                    RenewalDecline::Lasting | RenewalDecline::Authentication => None,
                };
                let settings = self.context.settings().await?;
                let refused = DeclinedCharge { order: &order, method: method.as_ref(), error, meaning, next };
                let mail = self.subscriptions.mails(&settings).declined(record, &refused);
                let refusal = refusal_code(error).to_owned();
                (SubscriptionState { tries, try_at: next, refusal, ..idle }, Some(mail))
            }
        })
    }

    /// The e-mail that asks to pay a renewal by hand.
    pub(super) async fn renewal_to_pay(&self, order: &OrderRecord) -> Result<NewMail, StoreError> {
        let settings = self.context.settings().await?;
        Ok(mails::for_renewal(order, &settings, &self.orders.mail_links(&order.lines, order.content.lang).await?))
    }
}
