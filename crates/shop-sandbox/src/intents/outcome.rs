//! What a try leaves behind: the intent's next state, its charge, what is saved, and the events that tell of it.

use super::decide::Attempt;
use super::view::view;
use crate::cards::Verdict;
use crate::ids::{ChargeId, MethodId};
use crate::objects::intent::{Failure, Intent, Purpose, State};
use crate::objects::{ActKind, AppAnswer, Charge, ChargeState, DebitCourse, Details, Method, Review};
use crate::schedule::due::What;
use crate::store::Tx;

/// Stores an intent and tells of it.
pub(super) fn store(tx: &mut Tx<'_>, intent: &Intent, events: &[&str]) {
    tx.put(intent);
    for event in events {
        let object = view(tx, intent, &[]);
        tx.emit(&format!("{}.{event}", intent.noun()), &object);
    }
}

/// What a try leaves behind.
pub(super) fn apply(tx: &mut Tx<'_>, mut intent: Intent, method: &Method, attempt: Attempt) -> Intent {
    match attempt {
        Attempt::Approved => approved(tx, intent, method),
        Attempt::Refused(failure) => refused(tx, intent, failure),
        Attempt::Act(act) => {
            let timings = &tx.options.timings;
            let (what, after) = match &act.kind {
                ActKind::BankApp { answers: AppAnswer::Nothing } => (What::AnswerCode, Some(timings.unanswered_ms)),
                ActKind::BankApp { .. } => (What::AnswerCode, Some(timings.bank_code_ms)),
                ActKind::Voucher { .. } => (What::Lapse, Some(timings.voucher_ms)),
                ActKind::Code(_) => (What::Lapse, Some(timings.qr_ms)),
                ActKind::Authenticate { .. } | ActKind::Redirect(_) => (What::Lapse, None),
            };
            if let Some(after) = after {
                tx.later(intent.id.as_str(), what, after);
            }
            intent.state = State::RequiresAction(act);
            intent.failure = None;
            store(tx, &intent, &["requires_action"]);
            intent
        }
        Attempt::Wait(after) => {
            intent.state = State::Processing;
            intent.failure = None;
            new_charge(tx, &mut intent, ChargeState::Pending);
            if let Some(after) = after {
                let after = if after == 0 { tx.options.timings.debit_ms } else { after };
                tx.later(intent.id.as_str(), What::SettleDebit, after);
            }
            tell_charge(tx, &intent, "charge.pending");
            store(tx, &intent, &["processing"]);
            intent
        }
    }
}

fn approved(tx: &mut Tx<'_>, mut intent: Intent, method: &Method) -> Intent {
    intent.failure = None;
    let left_behind = keep_method(tx, &mut intent, method);
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
    tell_charge(tx, &intent, "charge.succeeded");
    store(tx, &intent, &[if held { "amount_capturable_updated" } else { "succeeded" }]);
    let doubtful = method.test_card().is_some_and(|card| card.verdict == Verdict::Elevated);
    if let Some(charge) = charge_of(tx, &intent).filter(|_| doubtful) {
        Review::open(tx, &charge);
    }
    intent
}

/// What follows a charge by itself: a dispute, or the end of what was set aside.
fn after_approval(tx: &mut Tx<'_>, charge: &Charge, method: &Method, held: bool) {
    let disputed = method.test_card().is_some_and(|card| card.disputed)
        || matches!(&method.details, Details::Account { course: DebitCourse::Disputed, .. });
    if held {
        tx.later(charge.intent.as_str(), What::LapseAuthorisation, tx.options.timings.authorisation_ms);
    } else if disputed {
        tx.later(charge.id.as_str(), What::OpenDispute, tx.options.timings.dispute_ms);
    }
}

/// Keeps the method for the customer where that was asked, or marks it as used up. Gives the debit method that a bank
/// redirect leaves behind.
fn keep_method(tx: &mut Tx<'_>, intent: &mut Intent, method: &Method) -> Option<MethodId> {
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
                course: DebitCourse::Succeeds,
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

/// A try that failed: the intent waits for another method.
pub(super) fn refused(tx: &mut Tx<'_>, mut intent: Intent, failure: Failure) -> Intent {
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
    tell_charge(tx, &intent, "charge.failed");
    store(tx, &intent, &["payment_failed"]);
    intent
}

/// The charge of the latest try.
pub(super) fn charge_of(tx: &Tx<'_>, intent: &Intent) -> Option<Charge> {
    tx.get::<Charge>(intent.payment()?.charge.as_ref()?.as_str())
}

/// Tells of the latest charge as it is now.
pub(super) fn tell_charge(tx: &mut Tx<'_>, intent: &Intent, event: &str) {
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
