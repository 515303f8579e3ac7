//! Effect on a subscription when one of its orders is paid, cancelled or refunded. Pure.

use shop_core::base::OrderId;
use shop_core::base::calendar::local_day;
use shop_core::base::time::UnixSeconds;
use shop_core::orders::OrderStatus;
use shop_core::orders::subscription::{SubscriptionStatus, SubscriptionStep, SubscriptionTerms};

use crate::ports::{SubscriptionChange, SubscriptionRecord, SubscriptionState};

/// State of a subscription that starts now. Its days are counted from here, so that paying by transfer loses none of them.
pub(crate) fn started(terms: &SubscriptionTerms, now: UnixSeconds) -> SubscriptionState {
    let today = local_day(now);
    let made = terms.paid_with_order();
    let state = SubscriptionState {
        status: SubscriptionStatus::Active,
        started_day: Some(today),
        made,
        period: made,
        ..SubscriptionState::default()
    };
    scheduled(terms, state, today)
}

/// Sets the next payment day: the first one that has not passed, or the end after the last payment.
pub(crate) fn scheduled(terms: &SubscriptionTerms, state: SubscriptionState, today: i64) -> SubscriptionState {
    if terms.ends_after(state.made) {
        let status = state.status.after(SubscriptionStep::Expire).unwrap_or(state.status);
        return SubscriptionState { status, next_day: None, ..state };
    }
    let started = state.started_day.unwrap_or(today);
    match terms.period_from(started, state.period, today) {
        Some((period, day)) => SubscriptionState { period, next_day: Some(day), ..state },
        None => SubscriptionState { next_day: None, ..state },
    }
}

/// State of a subscription that ends.
pub(crate) fn ended(state: &SubscriptionState) -> SubscriptionState {
    SubscriptionState {
        status: SubscriptionStatus::Cancelled,
        next_day: None,
        waits_for: String::new(),
        ..state.clone().untried()
    }
}

/// Returns the effect of an order's status change on one of its subscriptions; `None` for no effect.
pub(super) fn after_order(
    record: &SubscriptionRecord,
    order: OrderId,
    to: OrderStatus,
    now: UnixSeconds,
) -> Option<SubscriptionChange> {
    if record.order_id == order { after_first(record, to, now) } else { after_renewal(record, order, to, now) }
}

fn after_first(record: &SubscriptionRecord, to: OrderStatus, now: UnixSeconds) -> Option<SubscriptionChange> {
    let state = &record.state;
    let cancelled = || state.status.after(SubscriptionStep::Cancel).map(|_| record.changed(ended(state)));
    match to {
        OrderStatus::Processing | OrderStatus::Completed => {
            state.status.after(SubscriptionStep::Start)?;
            Some(record.changed(started(&record.terms, now)))
        }
        OrderStatus::Cancelled => cancelled(),
        // Withdrawing from the first order withdraws from the contract; a later goodwill refund leaves the subscription alone.
        OrderStatus::Refunded if state.made <= record.terms.paid_with_order() => cancelled(),
        _ => None,
    }
}

fn after_renewal(
    record: &SubscriptionRecord,
    order: OrderId,
    to: OrderStatus,
    now: UnixSeconds,
) -> Option<SubscriptionChange> {
    let state = record.state.clone();
    if state.open_order != Some(order) {
        return None;
    }
    match to {
        OrderStatus::Processing | OrderStatus::Completed => {
            // Paying the open renewal resumes the subscription, also after a pause.
            let status = state.status.after(SubscriptionStep::Resume).unwrap_or(state.status);
            let paid = SubscriptionState {
                status,
                made: state.made + 1,
                period: state.period + 1,
                open_order: None,
                next_day: None,
                waits_for: String::new(),
                ..state.untried()
            };
            let goes_on = status == SubscriptionStatus::Active;
            let next = if goes_on { scheduled(&record.terms, paid, local_day(now)) } else { paid };
            Some(record.changed(next))
        }
        OrderStatus::Cancelled => {
            let status = state.status.after(SubscriptionStep::Suspend).unwrap_or(state.status);
            let given_up = SubscriptionState { status, open_order: None, ..state.untried() };
            Some(SubscriptionChange { gives_up: Some(order), ..record.changed(given_up) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use shop_core::base::Cents;
    use shop_core::orders::subscription::terms::PeriodUnit;

    use super::*;
    use crate::ports::SubscriptionContent;

    const DAY: i64 = 86_400;
    const FIRST: OrderId = OrderId(1);
    const RENEWAL: OrderId = OrderId(2);

    fn record(payments: Option<i64>, trial_days: i64) -> SubscriptionRecord {
        SubscriptionRecord {
            id: 7.into(),
            customer_id: 3.into(),
            order_id: FIRST,
            terms: SubscriptionTerms {
                every: 1,
                unit: PeriodUnit::Week,
                trial_days,
                sign_up_cents: Cents::ZERO,
                payments,
            },
            content: SubscriptionContent::default(),
            state: SubscriptionState::default(),
            payment_method: String::new(),
            automatic: true,
            method: None,
            version: 4,
            created_at: 0,
            changed_at: 0,
        }
    }

    fn after(record: &SubscriptionRecord, order: OrderId, to: OrderStatus, day: i64) -> SubscriptionState {
        after_order(record, order, to, day * DAY).expect("a change").state
    }

    #[test]
    fn days_are_counted_from_the_first_payment() {
        let state = after(&record(None, 0), FIRST, OrderStatus::Processing, 100);
        assert_eq!((state.status, state.started_day), (SubscriptionStatus::Active, Some(100)));
        assert_eq!((state.made, state.period, state.next_day), (1, 1, Some(107)));
        let tried = after(&record(None, 30), FIRST, OrderStatus::Completed, 100);
        assert_eq!((tried.made, tried.next_day), (0, Some(130)));
    }

    #[test]
    fn a_single_payment_ends_it_at_once() {
        let state = after(&record(Some(1), 0), FIRST, OrderStatus::Processing, 100);
        assert_eq!((state.status, state.next_day), (SubscriptionStatus::Expired, None));
    }

    #[test]
    fn a_first_order_that_fails_waits_and_one_that_is_cancelled_ends() {
        let new = record(None, 0);
        assert_eq!(after_order(&new, FIRST, OrderStatus::Failed, 0), None);
        assert_eq!(after_order(&new, FIRST, OrderStatus::OnHold, 0), None);
        assert_eq!(after(&new, FIRST, OrderStatus::Cancelled, 1).status, SubscriptionStatus::Cancelled);
        let mut later = new;
        later.state = SubscriptionState { status: SubscriptionStatus::Active, made: 3, ..SubscriptionState::default() };
        assert_eq!(after_order(&later, FIRST, OrderStatus::Refunded, 0), None, "goodwill");
        later.state.made = 1;
        assert_eq!(after(&later, FIRST, OrderStatus::Refunded, 0).status, SubscriptionStatus::Cancelled);
    }

    fn waiting(payments: Option<i64>, status: SubscriptionStatus) -> SubscriptionRecord {
        let state = SubscriptionState {
            status,
            started_day: Some(100),
            made: 1,
            period: 1,
            next_day: Some(107),
            open_order: Some(RENEWAL),
            tries: 2,
            try_at: Some(1),
            trying: true,
            refusal: "insufficient_funds".into(),
            ..SubscriptionState::default()
        };
        SubscriptionRecord { state, ..record(payments, 0) }
    }

    #[test]
    fn a_paid_renewal_moves_to_the_next_day_and_the_last_one_ends_it() {
        let active = SubscriptionStatus::Active;
        let state = after(&waiting(None, active), RENEWAL, OrderStatus::Processing, 108);
        assert_eq!((state.made, state.period, state.next_day, state.open_order), (2, 2, Some(114), None));
        assert_eq!((state.tries, state.try_at, state.trying, state.refusal.as_str()), (0, None, false, ""));
        let late = after(&waiting(None, SubscriptionStatus::OnHold), RENEWAL, OrderStatus::Processing, 120);
        assert_eq!((late.status, late.made, late.next_day), (active, 2, Some(121)), "what passed is not paid");
        let last = after(&waiting(Some(2), active), RENEWAL, OrderStatus::Completed, 108);
        assert_eq!((last.status, last.next_day), (SubscriptionStatus::Expired, None));
        assert_eq!(after_order(&waiting(None, active), OrderId(9), OrderStatus::Processing, 0), None, "not its own");
    }

    #[test]
    fn a_renewal_that_is_cancelled_pauses_it_and_frees_its_payment() {
        let change =
            after_order(&waiting(None, SubscriptionStatus::Active), RENEWAL, OrderStatus::Cancelled, 0).unwrap();
        assert_eq!((change.state.status, change.state.open_order), (SubscriptionStatus::OnHold, None));
        assert_eq!((change.gives_up, change.version), (Some(RENEWAL), 4));
        let ended = waiting(None, SubscriptionStatus::Cancelled);
        assert_eq!(after(&ended, RENEWAL, OrderStatus::Cancelled, 0).status, SubscriptionStatus::Cancelled);
    }
}
