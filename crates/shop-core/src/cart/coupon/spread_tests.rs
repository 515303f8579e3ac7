//! Rules for distributing discounts.

use proptest::prelude::*;

use super::*;
use crate::base::ProductId;

fn line(cents: i64, quantity: u32) -> SpreadLine {
    SpreadLine { cents: Cents(cents), quantity, ..SpreadLine::default() }
}

fn coupon(kind: CouponKind, amount_hundredths: i64) -> Coupon {
    Coupon { kind, amount_hundredths, ..Coupon::default() }
}

fn amounts(lines: &[SpreadLine], coupons: &[Coupon], sequential: bool) -> Vec<Vec<i64>> {
    spread(lines, coupons, sequential).into_iter().map(|row| row.into_iter().map(|cents| cents.0).collect()).collect()
}

#[test]
fn missing_cents_of_a_percentage_go_to_the_dearest_piece() {
    assert_eq!(amounts(&[line(733, 1), line(3600, 2)], &[coupon(CouponKind::Percent, 3333)], false), [[244, 1200]]);
}

#[test]
fn nothing_is_taken_off_a_price_that_was_agreed_upon() {
    let agreed = SpreadLine { goods: CouponGoods { agreed_price: true, ..CouponGoods::default() }, ..line(9000, 3) };
    for kind in [CouponKind::Percent, CouponKind::FixedCart, CouponKind::FixedProduct] {
        for sequential in [false, true] {
            let taken = amounts(&[agreed.clone(), line(1000, 1)], &[coupon(kind, 5000)], sequential);
            assert_eq!(taken, [[0, if kind == CouponKind::Percent { 500 } else { 1000 }]], "{kind:?}");
        }
    }
}

#[test]
fn a_sum_larger_than_the_cart_takes_the_cart_and_no_more() {
    assert_eq!(amounts(&[line(733, 1), line(3600, 2)], &[coupon(CouponKind::FixedCart, 50_000)], false), [[733, 3600]]);
}

#[test]
fn coupons_act_per_piece_first_then_in_percent_then_on_the_whole() {
    let coupons =
        [coupon(CouponKind::FixedCart, 9000), coupon(CouponKind::Percent, 5000), coupon(CouponKind::FixedProduct, 600)];
    assert_eq!(amounts(&[line(1000, 1)], &coupons, false), [[0], [400], [600]]);
}

#[test]
fn sequentially_a_percentage_sees_what_is_left() {
    let coupons = [coupon(CouponKind::Percent, 1000), coupon(CouponKind::Percent, 5000)];
    assert_eq!(amounts(&[line(1000, 1)], &coupons, false), [[100], [500]]);
    assert_eq!(amounts(&[line(1000, 1)], &coupons, true), [[100], [450]]);
}

#[test]
fn an_item_limit_counts_the_dearest_pieces() {
    let limited = |kind, amount| Coupon { item_limit: Some(2), ..coupon(kind, amount) };
    assert_eq!(amounts(&[line(300, 1), line(3000, 1)], &[limited(CouponKind::Percent, 5000)], false), [[150, 1500]]);
    assert_eq!(amounts(&[line(3000, 3), line(300, 1)], &[limited(CouponKind::FixedProduct, 150)], false), [[300, 0]]);
}

#[test]
fn lines_outside_the_conditions_are_left_alone() {
    let mut lines = [line(1000, 1), line(1000, 1)];
    lines[1].goods.product_id = ProductId(7);
    lines[1].goods.on_sale = true;
    let only = Coupon { product_ids: vec![ProductId(7)], ..coupon(CouponKind::Percent, 1000) };
    assert_eq!(amounts(&lines, &[only], false), [[0, 100]]);
    let not = Coupon { excludes_sale_items: true, ..coupon(CouponKind::Percent, 1000) };
    assert_eq!(amounts(&lines, &[not], false), [[100, 0]]);
}

#[test]
fn nothing_to_take_from_takes_nothing() {
    for kind in [CouponKind::Percent, CouponKind::FixedCart, CouponKind::FixedProduct] {
        assert_eq!(amounts(&[line(0, 3), line(500, 0), line(-5, 1)], &[coupon(kind, 10_000)], false), [[0, 0, 0]]);
        assert_eq!(amounts(&[line(500, 1)], &[coupon(kind, -10)], false), [[0]]);
    }
}

fn any_coupon() -> impl Strategy<Value = Coupon> {
    (prop::sample::select(vec![CouponKind::Percent, CouponKind::FixedCart, CouponKind::FixedProduct]), 0_i64..15_000)
        .prop_flat_map(|(kind, amount)| {
            prop::option::of(1_i64..5).prop_map(move |item_limit| Coupon { item_limit, ..coupon(kind, amount) })
        })
}

proptest! {
    #[test]
    fn no_line_gives_more_than_it_costs(
        lines in prop::collection::vec((0_i64..20_000, 0_u32..9), 0..8),
        coupons in prop::collection::vec(any_coupon(), 0..5), sequential: bool
    ) {
        let lines: Vec<SpreadLine> = lines.into_iter().map(|(cents, quantity)| line(cents, quantity)).collect();
        let rows = spread(&lines, &coupons, sequential);
        for (at, line) in lines.iter().enumerate() {
            let sum: Cents = rows.iter().map(|row| row[at]).sum();
            prop_assert!(sum <= line.cents);
            prop_assert!(rows.iter().all(|row| row[at] >= Cents::ZERO));
        }
    }

    #[test]
    fn a_sum_that_each_piece_could_bear_is_given_to_the_cent(
        lines in prop::collection::vec((1000_i64..20_000, 1_u32..9), 1..8), amount in 0_i64..1000
    ) {
        let lines: Vec<SpreadLine> =
            lines.into_iter().map(|(cents, quantity)| line(cents * i64::from(quantity), quantity)).collect();
        let given: Cents = spread(&lines, &[coupon(CouponKind::FixedCart, amount)], false).into_iter().flatten().sum();
        prop_assert_eq!(given, Cents(amount));
    }
}
