//! Applies the outcome of an attempt: the intent's next state, its charge, the saved method, and the events about them.

use super::decide::AttemptOutcome;
use super::view::view;
use crate::cards::Verdict;
use crate::ids::{ChargeId, MethodId};
use crate::objects::intent::{Failure, Intent, Purpose, State};
use crate::objects::{ActionKind, AppAnswer, Charge, ChargeState, DebitOutcome, Details, Method, Review};
use crate::schedule::due::ChangeKind;
use crate::store::Tx;

/// Stores an intent and emits events about it.
pub(super) fn store(tx: &mut Tx<'_>, intent: &Intent, events: &[&str]) {
    tx.put(intent);
    for event in events {
        let object = view(tx, intent, &[]);
        tx.emit(&format!("{}.{event}", intent.noun()), &object);
    }
}

/// Applies the outcome of an attempt.
pub(super) fn apply(tx: &mut Tx<'_>, mut intent: Intent, method: &Method, attempt: AttemptOutcome) -> Intent {
    match attempt {
        AttemptOutcome::Approved => apply_approval(tx, intent, method),
        AttemptOutcome::Declined(failure) => apply_failure(tx, intent, failure),
        AttemptOutcome::RequiresAction(act) => {
            let timings = &tx.options.timings;
            let (what, after) = match &act.kind {
                ActionKind::BankApp { answers: AppAnswer::Nothing } => {
                    (ChangeKind::AnswerCode, Some(timings.unanswered_ms))
                }
                ActionKind::BankApp { .. } => (ChangeKind::AnswerCode, Some(timings.bank_code_ms)),
                ActionKind::Voucher { .. } => (ChangeKind::Expire, Some(timings.voucher_ms)),
                ActionKind::Code(_) => (ChangeKind::Expire, Some(timings.qr_ms)),
                ActionKind::Authenticate { .. } | ActionKind::Redirect(_) => (ChangeKind::Expire, None),
            };
            if let Some(after) = after {
                tx.schedule(intent.id.as_str(), what, after);
            }
            intent.state = State::RequiresAction(act);
            intent.failure = None;
            store(tx, &intent, &["requires_action"]);
            intent
        }
        AttemptOutcome::Wait(after) => {
            intent.state = State::Processing;
            intent.failure = None;
            new_charge(tx, &mut intent, ChargeState::Pending);
            if let Some(after) = after {
                let after = if after == 0 { tx.options.timings.debit_ms } else { after };
                tx.schedule(intent.id.as_str(), ChangeKind::SettleDebit, after);
            }
            emit_charge(tx, &intent, "charge.pending");
            store(tx, &intent, &["processing"]);
            intent
        }
    }
}

fn apply_approval(tx: &mut Tx<'_>, mut intent: Intent, method: &Method) -> Intent {
    intent.failure = None;
    let left_behind = save_method(tx, &mut intent, method);
    let held = match &mut intent.purpose {
        Purpose::Setup { left_behind: own } => {
            *own = left_behind;
            intent.state = State::Succeeded;
            store(tx, &intent, &["succeeded"]);
            return intent;
        }
        Purpose::Payment(payment) if payment.manual_capture => true,
        Purpose::Payment(payment) => {
            payment.received = payment.amount;
            false
        }
    };
    let amount = intent.payment().map_or(0, |payment| payment.amount);
    let state = if held { ChargeState::Authorised } else { ChargeState::Captured(amount) };
    intent.state = if held { State::RequiresCapture } else { State::Succeeded };
    let waiting = charge_of(tx, &intent).filter(|charge| charge.state == ChargeState::Pending);
    let charge = match waiting {
        Some(charge) => Some(Charge { state, ..charge }),
        None => new_charge(tx, &mut intent, state),
    };
    if let Some(charge) = charge {
        let charge = Charge { left_behind, ..charge };
        tx.put(&charge);
        after_approval(tx, &charge, method, held);
    }
    emit_charge(tx, &intent, "charge.succeeded");
    store(tx, &intent, &[if held { "amount_capturable_updated" } else { "succeeded" }]);
    let needs_review = method.test_card().is_some_and(|card| card.verdict == Verdict::Elevated);
    if let Some(charge) = charge_of(tx, &intent).filter(|_| needs_review) {
        Review::open(tx, &charge);
    }
    intent
}

/// Schedules what follows an approved charge: a dispute, or the expiry of the authorisation.
fn after_approval(tx: &mut Tx<'_>, charge: &Charge, method: &Method, held: bool) {
    let disputed = method.test_card().is_some_and(|card| card.disputed)
        || matches!(&method.details, Details::Account { course: DebitOutcome::Disputed, .. });
    if held {
        tx.schedule(charge.intent.as_str(), ChangeKind::ExpireAuthorisation, tx.options.timings.authorisation_ms);
    } else if disputed {
        tx.schedule(charge.id.as_str(), ChangeKind::OpenDispute, tx.options.timings.dispute_ms);
    }
}

/// Saves the method for the customer if that was requested, otherwise marks it as used up. Returns the debit method that a bank
/// redirect generates.
fn save_method(tx: &mut Tx<'_>, intent: &mut Intent, method: &Method) -> Option<MethodId> {
    let saves = intent.is_setup() || intent.usage.is_some();
    let mut method = method.clone();
    if !saves {
        if method.customer.is_none() {
            method.spent = true;
            tx.put(&method);
        }
        return None;
    }
    if method.kind.saved_as() != Some(method.kind) {
        method.spent = true;
        let debit = method.kind.saved_as().map(|kind| Method {
            id: MethodId::new(tx.random()),
            created: tx.now(),
            kind,
            customer: intent.customer.clone(),
            details: Details::Account {
                last4: "3000".into(),
                country: "DE".into(),
                bank: "37040044".into(),
                course: DebitOutcome::Succeeds,
            },
            spent: false,
            set_up: true,
            ..method.clone()
        });
        tx.put(&method);
        let id = debit.as_ref().map(|debit| debit.id.clone());
        if let Some(debit) = debit {
            let object = debit.view();
            let attached = debit.customer.is_some();
            tx.put(&debit);
            if attached {
                tx.emit("payment_method.attached", &object);
            }
        }
        return id;
    }
    method.set_up = true;
    let attaches = method.customer.is_none() && intent.customer.is_some();
    method.customer = method.customer.or_else(|| intent.customer.clone());
    let object = method.view();
    tx.put(&method);
    if attaches {
        tx.emit("payment_method.attached", &object);
    }
    None
}

/// Applies a failed attempt: the intent requires another method.
pub(super) fn apply_failure(tx: &mut Tx<'_>, mut intent: Intent, failure: Failure) -> Intent {
    let failure = Failure { method: intent.method.clone(), ..failure };
    intent.failure = Some(failure.clone());
    if intent.is_setup() {
        intent.state = State::RequiresPaymentMethod;
        intent.method = None;
        store(tx, &intent, &["setup_failed"]);
        return intent;
    }
    match charge_of(tx, &intent).filter(|charge| charge.state == ChargeState::Pending) {
        Some(charge) => tx.put(&Charge { state: ChargeState::Failed(failure), ..charge }),
        None => {
            new_charge(tx, &mut intent, ChargeState::Failed(failure));
        }
    }
    intent.state = State::RequiresPaymentMethod;
    intent.method = None;
    emit_charge(tx, &intent, "charge.failed");
    store(tx, &intent, &["payment_failed"]);
    intent
}

/// The charge of the latest attempt.
pub(super) fn charge_of(tx: &Tx<'_>, intent: &Intent) -> Option<Charge> {
    tx.get::<Charge>(intent.payment()?.charge.as_ref()?.as_str())
}

/// Emits an event with the current state of the latest charge.
pub(super) fn emit_charge(tx: &mut Tx<'_>, intent: &Intent, event: &str) {
    if let Some(charge) = charge_of(tx, intent) {
        let object = charge.view(tx);
        tx.emit(event, &object);
    }
}

/// Stores a new charge and makes it the intent's latest.
fn new_charge(tx: &mut Tx<'_>, intent: &mut Intent, state: ChargeState) -> Option<Charge> {
    let payment = intent.payment()?;
    let charge = Charge {
        id: ChargeId::new(tx.random()),
        created: tx.now(),
        intent: intent.id.clone(),
        customer: intent.customer.clone(),
        method: intent.method.clone()?,
        amount: payment.amount,
        currency: payment.currency.clone(),
        description: intent.description.clone(),
        metadata: intent.metadata.clone(),
        receipt_email: payment.receipt_email.clone(),
        state,
        refunded: 0,
        disputed: false,
        left_behind: None,
    };
    tx.put(&charge);
    intent.payment_mut()?.charge = Some(charge.id.clone());
    Some(charge)
}
