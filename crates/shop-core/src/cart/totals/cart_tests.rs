//! Rules of a cart with coupons.

use proptest::prelude::*;

use super::*;
use crate::cart::coupon::CouponKind;
use crate::cart::tax::{TaxClass, TaxRate};
use crate::cart::totals::printed::PrintedDiscounts;

fn form(lines: &[(i64, u32, &str)], coupons: Vec<Coupon>, country: &str) -> CartForm {
    let rate = |country: &str, rate: i64, class: &str| TaxRate {
        country: country.into(),
        rate,
        class: class.into(),
        priority: 1,
        shipping: true,
        ..TaxRate::default()
    };
    let place = |country: &str| TaxPlace { country: country.into(), ..TaxPlace::default() };
    let line = |(cents, quantity, class): &(i64, u32, &str)| CartLineForm {
        line: LineInput {
            unit_price: Cents(*cents),
            quantity: *quantity,
            taxable: true,
            tax_class: (*class).into(),
            needs_shipping: true,
            discount: Cents::ZERO,
        },
        goods: CouponGoods::default(),
    };
    CartForm {
        lines: lines.iter().map(line).collect(),
        coupons,
        sequential_coupons: false,
        shipping: Some(ShippingInput { cost: Cents(500), taxable: true }),
        taxes: TaxTable {
            classes: vec![TaxClass::named_by_slug("ten")],
            rates: vec![rate("IT", 220_000, ""), rate("IT", 100_000, "ten"), rate("DE", 190_000, "")],
        },
        rules: TotalsRules {
            taxes: true,
            prices_include_tax: true,
            base: place("IT"),
            round_at_subtotal: false,
            shipping_tax_class: None,
            shipping_prices_include_tax: false,
        },
        place: place(country),
        exempt: false,
        credits: Vec::new(),
        now: 0,
    }
}

fn coupon(kind: CouponKind, amount_hundredths: i64) -> Coupon {
    Coupon { kind, amount_hundredths, ..Coupon::default() }
}

fn of(out: &PricedCart) -> ((i64, i64), i64) {
    ((out.coupons[0].discount.0, out.coupons[0].discount_tax.0), out.totals.total.0)
}

#[test]
fn each_kind_gives_the_cents_of_the_platform() {
    let cart = [(1800, 2, ""), (733, 1, "ten")];
    for (kind, amount, expected) in [
        (CouponKind::Percent, 1000, ((361, 72), 4510)),
        (CouponKind::Percent, 3333, ((1205, 239), 3499)),
        (CouponKind::FixedCart, 500, ((425, 75), 4443)),
        (CouponKind::FixedCart, 50_000, ((3617, 716), 610)),
        (CouponKind::FixedProduct, 200, ((510, 90), 4343)),
    ] {
        assert_eq!(of(&cart_totals(&form(&cart, vec![coupon(kind, amount)], "IT"))), expected, "{kind:?} {amount}");
    }
}

#[test]
fn several_coupons_are_rounded_once_together() {
    let pair = vec![coupon(CouponKind::Percent, 1000), coupon(CouponKind::FixedCart, 250)];
    let out = cart_totals(&form(&[(1800, 2, ""), (733, 1, "ten")], pair, "IT"));
    assert_eq!((out.coupons[0].discount, out.coupons[1].discount), (Cents(361), Cents(212)));
    assert_eq!((out.discount, out.discount_tax, out.totals.total), (Cents(574), Cents(109), Cents(4260)));
    let fifth = cart_totals(&form(&[(733, 1, "ten")], vec![coupon(CouponKind::Percent, 2000)], "IT"));
    assert_eq!((fifth.discount, fifth.totals.discount), (Cents(134), Cents(133)));
}

#[test]
fn an_item_limit_takes_a_part_of_a_line() {
    let cart = [(5500, 1, ""), (333, 4, "ten")];
    let limited = |kind, amount, limit| Coupon { item_limit: Some(limit), ..coupon(kind, amount) };
    let two = cart_totals(&form(&cart, vec![limited(CouponKind::Percent, 5000, 2)], "IT"));
    assert_eq!(of(&two), ((2405, 511), 4526));
    let one = cart_totals(&form(&cart, vec![limited(CouponKind::FixedProduct, 150, 1)], "IT"));
    assert_eq!(of(&one), ((123, 27), 7292));
}

#[test]
fn abroad_a_coupon_acts_on_the_price_with_the_buyers_tax() {
    let mut abroad = form(&[(5500, 1, "")], vec![coupon(CouponKind::Percent, 1000)], "DE");
    abroad.shipping = Some(ShippingInput { cost: Cents(1500), taxable: true });
    let out = cart_totals(&abroad);
    assert_eq!(of(&out), ((450, 86), 6614));
    assert_eq!((out.totals.lines[0].total, out.totals.lines[0].total_tax), (Cents(4058), Cents(771)));
}

#[test]
fn store_credit_pays_taxes_and_delivery_too_and_changes_neither() {
    let mut cart = form(&[(1000, 1, "")], Vec::new(), "IT");
    let credit = StoreCredit { code: "dono".into(), balance_cents: Cents(5000), expires_at: None };
    cart.credits = vec![credit];
    let out = cart_totals(&cart);
    assert_eq!((out.totals.total, out.payment.to_pay_cents), (Cents(1610), Cents::ZERO));
    assert_eq!(out.payment.uses[0].remaining_cents, Cents(3390));
}

#[test]
fn prices_without_tax_are_reduced_before_it_is_added() {
    let mut net = form(&[(1000, 1, "")], vec![coupon(CouponKind::Percent, 1000)], "IT");
    net.rules.prices_include_tax = false;
    net.shipping = None;
    assert_eq!(of(&cart_totals(&net)), ((100, 22), 1098));
}

#[test]
fn rounded_once_the_buyer_pays_the_prices_shown() {
    let mut cart = form(&[(23_278, 3, "ten"), (97, 1, ""), (109, 6, "")], Vec::new(), "IT");
    cart.rules.round_at_subtotal = true;
    cart.shipping = None;
    assert_eq!(cart_totals(&cart).totals.total, Cents(3 * 23_278 + 97 + 6 * 109));
}

proptest! {
    #[test]
    fn a_coupon_never_makes_a_cart_dearer_nor_a_total_negative(
        lines in prop::collection::vec((0_i64..20_000, 1_u32..9, prop::sample::select(vec!["", "ten"])), 0..6),
        kind in prop::sample::select(vec![CouponKind::Percent, CouponKind::FixedCart, CouponKind::FixedProduct]),
        amount in 0_i64..20_000, country in prop::sample::select(vec!["IT", "DE", "US"]), exempt: bool
    ) {
        let mut cart = form(&lines, Vec::new(), country);
        cart.exempt = exempt;
        let before = cart_totals(&cart).totals;
        cart.coupons = vec![coupon(kind, amount)];
        let after = cart_totals(&cart);
        prop_assert!(after.totals.total <= before.total);
        prop_assert!(after.totals.total >= Cents::ZERO);
        prop_assert!(after.totals.lines.iter().all(|line| line.total >= Cents::ZERO && line.total_tax >= Cents::ZERO));
        let net: Cents = after.totals.lines.iter().map(|line| line.total).sum();
        let shipping = after.totals.shipping.unwrap_or_default();
        prop_assert_eq!(after.totals.total, net + shipping + after.totals.tax);
        prop_assert_eq!(after.coupons[0].entered, after.line_discounts.iter().copied().sum::<Cents>());
    }

    #[test]
    fn printed_rows_add_up_to_the_total_whatever_is_taken_off_and_however_it_is_rounded(
        lines in prop::collection::vec((0_i64..20_000, 1_u32..12, prop::sample::select(vec!["", "ten"])), 0..6),
        coupons in prop::collection::vec(
            (prop::sample::select(vec![CouponKind::Percent, CouponKind::FixedCart, CouponKind::FixedProduct]), 0_i64..6_000),
            0..4,
        ),
        country in prop::sample::select(vec!["IT", "DE", "US"]),
        (exempt, with_tax, once, in_turn, net) in any::<(bool, bool, bool, bool, bool)>(),
    ) {
        let coupons = coupons.into_iter().map(|(kind, amount)| coupon(kind, amount)).collect();
        let mut cart = form(&lines, coupons, country);
        (cart.exempt, cart.sequential_coupons) = (exempt, in_turn);
        (cart.rules.prices_include_tax, cart.rules.round_at_subtotal) = (with_tax, once);
        let PricedCart { totals, coupons, .. } = cart_totals(&cart);
        let printed = PrintedDiscounts::from_totals(&totals, coupons.iter(), net);
        let delivery = totals.shipping.unwrap_or_default();
        let above = if net { totals.items + delivery + totals.tax } else { totals.items + totals.items_tax + delivery + totals.shipping_tax };
        let off: Cents = printed.each.iter().copied().sum();
        prop_assert_eq!(above - off + printed.rounding, totals.total);
        prop_assert!(printed.each.iter().all(|one| *one >= Cents::ZERO));
        for (one, coupon) in printed.each.iter().zip(&coupons) {
            let apart = if net { coupon.discount } else { coupon.discount + coupon.discount_tax };
            prop_assert!((one.0 - apart.0).abs() <= 2 + i64::try_from(lines.len()).unwrap(), "{one:?} {apart:?}");
        }
    }
}
