use proptest::prelude::*;

use super::*;

fn order() -> Refundable {
    Refundable {
        status: OrderStatus::Processing,
        lines: vec![
            RefundableLine {
                position: 0,
                name: "Olio".into(),
                quantity: 3,
                paid: Cents(1000),
                ..RefundableLine::default()
            },
            RefundableLine {
                position: 1,
                name: "Riso".into(),
                quantity: 1,
                paid: Cents(500),
                ..RefundableLine::default()
            },
        ],
        shipping: Cents(700),
        money: Cents(1700),
        credit: Cents(500),
        ..Refundable::default()
    }
}

fn pieces(position: i64, quantity: &str, amount: &str) -> RefundForm {
    let lines = vec![RefundLineForm { position, quantity: quantity.into(), amount: amount.into() }];
    RefundForm { lines, ..RefundForm::default() }
}

fn field_errors(form: &RefundForm, order: &Refundable) -> Vec<(String, String)> {
    let errors = check(form, order, Lang::It).unwrap_err();
    errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
}

fn one(field: &str, code: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), code.to_owned())]
}

#[test]
fn pieces_are_worth_their_share_and_the_last_one_the_rest() {
    let mut order = order();
    let mut given = Vec::new();
    for _ in 0..3 {
        let refund = check(&pieces(0, "1", ""), &order, Lang::It).unwrap();
        given.push(refund.total.0);
        order.lines[0].returned += 1;
        order.lines[0].refunded += refund.total;
    }
    assert_eq!(given, [333, 333, 334]);
}

#[test]
fn what_was_not_paid_or_is_given_back_already_is_refused() {
    let typed = |other: &str| RefundForm { other: other.into(), ..RefundForm::default() };
    assert_eq!(field_errors(&RefundForm::default(), &order()), one("", codes::REFUND_NOTHING));
    assert_eq!(field_errors(&typed("22,01"), &order()), one("other", codes::REFUND_TOO_MUCH));
    assert_eq!(field_errors(&typed("-1"), &order()), one("other", codes::MERCHANT_AMOUNT_INVALID));
    assert_eq!(field_errors(&pieces(0, "4", ""), &order()), one("lines.0.quantity", codes::REFUND_PIECES));
    assert_eq!(field_errors(&pieces(0, "-1", ""), &order()), one("lines.0.quantity", codes::REFUND_PIECES));
    assert_eq!(field_errors(&pieces(1, "", "5,01"), &order()), one("lines.1.amount", codes::REFUND_TOO_MUCH));
    assert_eq!(field_errors(&pieces(9, "1", ""), &order()), one("lines.9.quantity", codes::REFUND_LINE_UNKNOWN));
    let shipping = RefundForm { shipping: "7,01".into(), ..RefundForm::default() };
    assert_eq!(field_errors(&shipping, &order()), one("shipping", codes::REFUND_TOO_MUCH));
    let mut twice = pieces(0, "1", "");
    twice.lines.push(twice.lines[0].clone());
    assert_eq!(field_errors(&twice, &order()), one("lines", codes::REFUND_LINE_UNKNOWN));
    let spent = Refundable { money_refunded: Cents(1700), credit_refunded: Cents(500), ..order() };
    assert_eq!(field_errors(&typed("0,01"), &spent), one("other", codes::REFUND_TOO_MUCH));
}

#[test]
fn what_was_paid_with_credit_comes_back_as_credit() {
    let typed = |as_credit| RefundForm { other: "22".into(), as_credit, ..RefundForm::default() };
    assert_eq!(field_errors(&typed(false), &order()), one("", codes::REFUND_MONEY_ONLY));
    assert_eq!(check(&typed(true), &order(), Lang::It).unwrap().total, Cents(2200));
}

#[test]
fn only_paid_orders_are_refunded() {
    let typed = RefundForm { other: "1".into(), ..RefundForm::default() };
    for status in OrderStatus::ALL.iter().filter(|status| !status.is_paid()) {
        let order = Refundable { status: *status, ..order() };
        assert_eq!(field_errors(&typed, &order), one("", codes::REFUND_NOT_PAID), "{status:?}");
        assert!(!order.is_open());
    }
}

#[test]
fn all_that_is_left_goes_one_way_at_a_time_and_leaves_nothing_in_the_end() {
    let with_fees = Refundable { money: Cents(1900), by_gateway: Some(Cents(1200)), ..order() };
    let mut order = with_fees;
    let mut given = Vec::new();
    while order.is_open() {
        let form = order.everything();
        let refund = check(&form, &order, Lang::It).unwrap();
        given.push((refund.total.0, refund.by_gateway, form.by_hand, refund.as_credit));
        for line in &refund.lines {
            let of = &mut order.lines[usize::try_from(line.position).unwrap()];
            of.returned += line.quantity;
            of.refunded += line.cents;
        }
        order.shipping_refunded += refund.shipping;
        if refund.as_credit {
            order.credit_refunded += refund.total;
        } else {
            order.money_refunded += refund.total;
        }
        if refund.by_gateway {
            order.by_gateway = order.by_gateway.map(|left| left - refund.total);
        }
    }
    assert_eq!(given, [(1200, true, false, false), (700, false, true, false), (500, false, false, true)]);
    assert_eq!(order.refundable_cents(), Cents::ZERO);
    assert!(order.lines.iter().all(|line| line.returned == line.quantity && line.refunded == line.paid));
    assert_eq!(order.shipping_refunded, order.shipping);
}

#[test]
fn what_was_given_back_as_a_sum_before_is_not_given_back_again() {
    let order = Refundable { credit: Cents::ZERO, money_refunded: Cents(1500), ..order() };
    let form = order.everything();
    let refund = check(&form, &order, Lang::It).unwrap();
    assert_eq!((refund.total, form.lines[0].amount.as_str()), (Cents(200), "2.00"));
    assert_eq!((form.lines[1].quantity.as_str(), form.lines[1].amount.as_str()), ("1", "0.00"));
}

proptest! {
    #[test]
    fn all_that_is_left_is_never_refused(
        given in (0_i64..1000, 0_i64..500, 0_i64..700), money in 0_i64..1700, credit in 0_i64..500, gateway in prop::option::of(0_i64..1700)
    ) {
        let mut order = Refundable {
            shipping_refunded: Cents(given.2), money_refunded: Cents(money), credit_refunded: Cents(credit),
            by_gateway: gateway.map(Cents), ..order()
        };
        order.lines[0].refunded = Cents(given.0);
        order.lines[1].refunded = Cents(given.1);
        prop_assert!(check(&order.everything(), &order, Lang::It).is_ok());
    }

    #[test]
    fn refunds_of_any_kind_never_add_up_to_more_than_was_paid(
        typed in prop::collection::vec((0_i64..3, 0_i64..4, 0_i64..1500, 0_i64..900, any::<bool>()), 1..8)
    ) {
        let mut order = order();
        for (position, quantity, amount, shipping, as_credit) in typed {
            let mut form = pieces(position, &quantity.to_string(), &Cents(amount).to_decimal());
            form.shipping = Cents(shipping).to_decimal();
            form.as_credit = as_credit;
            let Ok(refund) = check(&form, &order, Lang::It) else { continue };
            for line in &refund.lines {
                let of = &mut order.lines[usize::try_from(line.position).unwrap()];
                of.returned += line.quantity;
                of.refunded += line.cents;
            }
            order.shipping_refunded += refund.shipping;
            if as_credit {
                order.credit_refunded += refund.total;
            } else {
                order.money_refunded += refund.total;
            }
        }
        prop_assert!(order.money_refunded <= order.money);
        prop_assert!(order.money_refunded + order.credit_refunded <= order.money + order.credit);
        prop_assert!(order.lines.iter().all(|line| line.returned <= line.quantity && line.refunded <= line.paid));
    }
}
