use proptest::prelude::*;

use super::event::{PaymentEvent, PaymentEventForm};
use super::facts::{PaymentFacts, apply_all};
use super::outcome::{Fulfilment, PaidOrder, PaymentOutcome, PaymentState, outcome, steps};
use crate::base::Cents;
use crate::orders::OrderStatus;

const TOTAL: Cents = Cents(4720);

fn event(kind: &str, created: i64) -> PaymentEventForm {
    PaymentEventForm {
        kind: kind.into(),
        created,
        intent_id: "pi_1".into(),
        amount: TOTAL,
        captured: true,
        ..Default::default()
    }
}

fn refund(id: &str, status: &str, cents: i64) -> PaymentEventForm {
    PaymentEventForm { id: id.into(), status: status.into(), amount: Cents(cents), ..event("refund.updated", 9) }
}

fn dispute(kind: &str, status: &str) -> PaymentEventForm {
    PaymentEventForm { id: "dp_1".into(), status: status.into(), ..event(kind, 9) }
}

fn order() -> PaidOrder {
    PaidOrder { total_cents: TOTAL, ..PaidOrder::default() }
}

fn after(events: &[PaymentEventForm], order: &PaidOrder) -> PaymentOutcome {
    outcome(&apply_all(PaymentFacts::new("pi_1"), events), order)
}

fn state_after(events: &[PaymentEventForm]) -> (PaymentState, OrderStatus) {
    let outcome = after(events, &order());
    (outcome.state, outcome.status)
}

#[test]
fn a_late_failure_changes_nothing_after_success() {
    let paid = (PaymentState::Paid, OrderStatus::Processing);
    for late in
        ["payment_intent.payment_failed", "charge.failed", "payment_intent.processing", "payment_intent.canceled"]
    {
        assert_eq!(state_after(&[event("payment_intent.succeeded", 5), event(late, 99)]), paid, "{late}");
    }
}

#[test]
fn unpaid_ways_end_where_the_contract_says() {
    for (kinds, state, status) in [
        (&["payment_intent.created"][..], PaymentState::Unpaid, OrderStatus::Pending),
        (&["payment_intent.requires_action"], PaymentState::Unpaid, OrderStatus::Pending),
        (&["payment_intent.processing"], PaymentState::Delayed, OrderStatus::OnHold),
        (&["payment_intent.payment_failed"], PaymentState::Failed, OrderStatus::Failed),
        (&["payment_intent.amount_capturable_updated"], PaymentState::Authorised, OrderStatus::OnHold),
        (&["payment_intent.amount_capturable_updated", "charge.expired"], PaymentState::Failed, OrderStatus::Failed),
        (&["payment_intent.canceled"], PaymentState::Cancelled, OrderStatus::Cancelled),
        (&["setup_intent.succeeded"], PaymentState::Paid, OrderStatus::Processing),
    ] {
        let events: Vec<PaymentEventForm> = (1..).zip(kinds).map(|(at, kind)| event(kind, at)).collect();
        assert_eq!(state_after(&events), (state, status), "{kinds:?}");
    }
    let voucher = PaidOrder { by_voucher: true, ..order() };
    let slip = after(&[event("payment_intent.requires_action", 1)], &voucher);
    assert_eq!((slip.state, slip.status), (PaymentState::AwaitingVoucher, OrderStatus::OnHold));
    let uncaptured = PaymentEventForm { captured: false, ..event("charge.refunded", 2) };
    assert_eq!(
        state_after(&[event("payment_intent.amount_capturable_updated", 1), uncaptured]).0,
        PaymentState::Cancelled
    );
}

#[test]
fn another_try_follows_a_refusal_and_overtaken_news_do_not_count() {
    let tries = [event("payment_intent.payment_failed", 1), event("payment_intent.processing", 2)];
    assert_eq!(state_after(&tries).0, PaymentState::Delayed);
    let [first, second] = tries;
    assert_eq!(state_after(&[second, first]).0, PaymentState::Delayed);
}

#[test]
fn refunds_count_once_each_and_not_when_they_come_back() {
    let paid = event("payment_intent.succeeded", 5);
    let part = refund("re_1", "succeeded", 720);
    let twice = [paid.clone(), part.clone(), part.clone()];
    assert_eq!(after(&twice, &order()).refunded_cents, Cents(720));
    assert_eq!(state_after(&twice), (PaymentState::PartlyRefunded, OrderStatus::Processing));
    let whole = [paid.clone(), part.clone(), refund("re_2", "pending", 4000)];
    assert_eq!(state_after(&whole), (PaymentState::Refunded, OrderStatus::Refunded));
    let back = [paid.clone(), part.clone(), refund("re_1", "failed", 720)];
    assert_eq!(state_after(&back), (PaymentState::Paid, OrderStatus::Processing));
    assert_eq!(state_after(&[refund("re_1", "succeeded", 720)]).0, PaymentState::PartlyRefunded, "before its charge");
    let over = [paid, refund("re_1", "succeeded", 9999)];
    assert_eq!(after(&over, &order()).refunded_cents, TOTAL);
}

#[test]
fn a_dispute_holds_the_order_and_its_end_decides() {
    let paid = event("payment_intent.succeeded", 5);
    let opened = dispute("charge.dispute.created", "needs_response");
    assert_eq!(state_after(&[paid.clone(), opened.clone()]), (PaymentState::Disputed, OrderStatus::OnHold));
    for (status, state, order_status) in [
        ("won", PaymentState::Paid, OrderStatus::Processing),
        ("warning_closed", PaymentState::Paid, OrderStatus::Processing),
        ("lost", PaymentState::DisputeLost, OrderStatus::Failed),
    ] {
        let closed = dispute("charge.dispute.closed", status);
        assert_eq!(state_after(&[paid.clone(), closed.clone(), opened.clone()]), (state, order_status), "{status}");
    }
    let lost = after(&[paid, dispute("charge.dispute.closed", "lost")], &order());
    assert!(!lost.payable, "a lost dispute is not paid a second time");
    let sent = PaidOrder { fulfilment: Fulfilment::Completed, ..order() };
    let disputed = after(&[event("payment_intent.succeeded", 5), opened], &sent);
    assert_eq!(disputed.status, OrderStatus::OnHold);
    assert!(steps(OrderStatus::Completed, OrderStatus::OnHold).is_some());
}

#[test]
fn a_review_holds_back_until_it_is_closed() {
    let review = |kind: &str| PaymentEventForm { id: "prv_1".into(), ..event(kind, 9) };
    let paid = event("payment_intent.succeeded", 5);
    assert_eq!(state_after(&[paid.clone(), review("review.opened")]).1, OrderStatus::OnHold);
    assert_eq!(state_after(&[review("review.closed"), paid, review("review.opened")]).1, OrderStatus::Processing);
}

#[test]
fn another_amount_than_the_orders_is_not_paid() {
    for cents in [4719, 4721] {
        let paid = PaymentEventForm { amount: Cents(cents), ..event("payment_intent.succeeded", 5) };
        assert_eq!(state_after(&[paid]), (PaymentState::AmountDiffers, OrderStatus::OnHold), "{cents}");
    }
    let captured = PaymentEventForm { amount: Cents(4000), ..event("charge.captured", 6) };
    let partly = [event("payment_intent.amount_capturable_updated", 5), captured];
    assert_eq!(state_after(&partly), (PaymentState::Paid, OrderStatus::Processing), "a partial capture sets the total");
}

#[test]
fn money_for_an_order_that_was_given_up_is_to_be_given_back() {
    let given_up = PaidOrder { fulfilment: Fulfilment::Cancelled, ..order() };
    let late = after(&[event("payment_intent.succeeded", 5), refund("re_1", "succeeded", 720)], &given_up);
    assert_eq!((late.status, late.refund_due_cents, late.payable), (OrderStatus::Cancelled, Cents(4000), false));
    assert_eq!(after(&[event("payment_intent.processing", 5)], &given_up).refund_due_cents, Cents(0));
}

#[test]
fn events_that_say_nothing_about_this_payment_are_left_alone() {
    let mut facts = PaymentFacts::new("pi_1");
    for foreign in [
        PaymentEventForm { intent_id: "pi_2".into(), ..event("payment_intent.succeeded", 5) },
        PaymentEventForm { intent_id: String::new(), ..event("payment_intent.succeeded", 5) },
        PaymentEventForm { amount: Cents(-1), ..event("payment_intent.succeeded", 5) },
        event("account.updated", 5),
        event("", 5),
        PaymentEventForm { status: "unknown".into(), ..event("payment_intent", 5) },
        refund("", "succeeded", 5),
        refund("re_1", "unknown", 5),
        dispute("charge.dispute.funds_withdrawn", ""),
    ] {
        assert!(!facts.apply(&foreign), "{foreign:?}");
    }
    assert_eq!(facts, PaymentFacts::new("pi_1"));
    assert!(PaymentEvent::parse(&event("payment_intent.succeeded", 5)).is_some());
}

#[test]
fn an_intent_that_was_read_says_the_same_as_its_events() {
    for (status, failed, state) in [
        ("requires_payment_method", false, PaymentState::Unpaid),
        ("requires_payment_method", true, PaymentState::Failed),
        ("requires_confirmation", false, PaymentState::Unpaid),
        ("requires_action", false, PaymentState::Unpaid),
        ("processing", false, PaymentState::Delayed),
        ("requires_capture", false, PaymentState::Authorised),
        ("succeeded", true, PaymentState::Paid),
        ("canceled", false, PaymentState::Cancelled),
    ] {
        let read = PaymentEventForm { status: status.into(), failed, ..event("payment_intent", 1) };
        assert_eq!(state_after(&[read]).0, state, "{status}");
    }
}

fn any_event() -> impl Strategy<Value = PaymentEventForm> {
    let kinds = [
        "payment_intent",
        "payment_intent.created",
        "payment_intent.requires_action",
        "payment_intent.processing",
        "payment_intent.payment_failed",
        "payment_intent.amount_capturable_updated",
        "payment_intent.succeeded",
        "payment_intent.canceled",
        "charge.succeeded",
        "charge.expired",
        "charge.refunded",
        "charge.dispute.created",
        "charge.dispute.closed",
        "refund.updated",
        "review.opened",
        "review.closed",
        "account.updated",
    ];
    let statuses = ["succeeded", "failed", "pending", "lost", "won", "canceled", "requires_action", ""];
    let ids = ["re_1", "re_2", "dp_1", ""];
    let cents = prop::sample::select(vec![4720, 720, 4000, -1]);
    (prop::sample::select(kinds.to_vec()), 0_i64..4, prop::sample::select(statuses.to_vec()))
        .prop_flat_map(move |(kind, created, status)| {
            (Just((kind, created, status)), prop::sample::select(ids.to_vec()), cents.clone(), any::<(bool, bool)>())
        })
        .prop_map(|((kind, created, status), id, cents, (captured, failed))| PaymentEventForm {
            kind: kind.into(),
            created,
            intent_id: "pi_1".into(),
            status: status.into(),
            id: id.into(),
            amount: Cents(cents),
            captured,
            failed,
        })
}

proptest! {
    #[test]
    fn any_order_and_any_repetition_of_events_ends_in_the_same_state(
        (events, shuffled) in prop::collection::vec(any_event(), 0..10)
            .prop_flat_map(|events| (Just(events.clone()), Just(events).prop_shuffle())),
        again in prop::collection::vec(any::<prop::sample::Index>(), 0..10),
    ) {
        let mut repeated = shuffled;
        if !events.is_empty() {
            repeated.extend(again.iter().map(|at| at.get(&events).clone()));
        }
        let facts = apply_all(PaymentFacts::new("pi_1"), &events);
        prop_assert_eq!(&apply_all(PaymentFacts::new("pi_1"), &repeated), &facts);
        for fulfilment in Fulfilment::ALL {
            let order = PaidOrder { fulfilment: *fulfilment, ..order() };
            let outcome = outcome(&facts, &order);
            prop_assert!(outcome.refunded_cents <= outcome.captured_cents);
            prop_assert!(outcome.refund_due_cents >= Cents::ZERO);
            prop_assert!(!(outcome.payable && facts.was_paid()), "nobody pays twice");
        }
    }

    #[test]
    fn once_paid_an_order_is_never_unpaid_again(events in prop::collection::vec(any_event(), 0..10), more in any_event()) {
        let paid = [events, vec![event("payment_intent.succeeded", 1)]].concat();
        let facts = apply_all(PaymentFacts::new("pi_1"), &[paid, vec![more]].concat());
        let state = outcome(&facts, &order()).state;
        let unpaid = [PaymentState::Unpaid, PaymentState::Failed, PaymentState::Cancelled, PaymentState::Delayed, PaymentState::Authorised];
        prop_assert!(!unpaid.contains(&state), "{:?}", state);
    }

    #[test]
    fn steps_are_ways_of_the_order(from in prop::sample::select(OrderStatus::ALL), to in prop::sample::select(OrderStatus::ALL)) {
        let mut now = from;
        if let Some(way) = steps(from, to) {
            for next in way {
                prop_assert!(now.can_become(next));
                now = next;
            }
            prop_assert_eq!(now, to);
        } else {
            prop_assert!(from == OrderStatus::Refunded || to == OrderStatus::CheckoutDraft);
        }
    }
}
