//! Rules of totals.

use proptest::prelude::*;

use super::*;
use crate::cart::tax::TaxClass;

fn rate(country: &str, rate: i64, class: &str) -> TaxRate {
    TaxRate { country: country.into(), rate, class: class.into(), priority: 1, shipping: true, ..TaxRate::default() }
}

fn table() -> TaxTable {
    TaxTable {
        classes: ["reduced-10", "reduced-5", "reduced-4"].map(TaxClass::named_by_slug).to_vec(),
        rates: vec![
            rate("IT", 220_000, ""),
            rate("IT", 100_000, "reduced-10"),
            rate("IT", 50_000, "reduced-5"),
            rate("IT", 40_000, "reduced-4"),
            rate("DE", 190_000, ""),
        ],
    }
}

fn rules() -> TotalsRules {
    TotalsRules {
        taxes: true,
        prices_include_tax: true,
        base: place("IT"),
        round_at_subtotal: false,
        shipping_tax_class: None,
        shipping_prices_include_tax: false,
    }
}

fn place(country: &str) -> TaxPlace {
    TaxPlace { country: country.into(), ..TaxPlace::default() }
}

fn line(cents: i64, quantity: u32, class: &str) -> LineInput {
    LineInput {
        unit_price: Cents(cents),
        quantity,
        taxable: true,
        tax_class: class.into(),
        needs_shipping: true,
        discount: Cents::ZERO,
    }
}

const FLAT: Option<ShippingInput> = Some(ShippingInput { cost: Cents(500), taxable: true });

#[test]
fn a_price_with_tax_is_split_so_that_the_buyer_pays_what_was_shown() {
    let out = totals(&[line(1800, 3, ""), line(733, 1, "reduced-10")], FLAT, &table(), &rules(), &place("IT"), false);
    assert_eq!((out.items, out.items_tax), (Cents(5092), Cents(1041)));
    assert_eq!(out.tax_by_rate, [(0, Cents(974 + 110)), (1, Cents(67))]);
    assert_eq!(out.total, Cents(5400 + 733 + 610));
}

#[test]
fn abroad_the_net_price_stays_and_the_local_tax_comes_on_top() {
    let out = totals(&[line(1800, 1, ""), line(733, 2, "reduced-10")], None, &table(), &rules(), &place("DE"), false);
    assert_eq!((out.lines[0].total, out.lines[0].total_tax), (Cents(1475), Cents(280)));
    assert_eq!(
        (out.lines[1].total, out.lines[1].total_tax),
        (Cents(1333), Cents(0)),
        "a class without a rate there is untaxed"
    );
    assert_eq!(out.total, Cents(1475 + 280 + 1333));
}

#[test]
fn an_exempt_business_pays_the_net_price() {
    let out = totals(&[line(1220, 1, "")], FLAT, &table(), &rules(), &place("DE"), true);
    assert_eq!((out.total, out.tax), (Cents(1000 + 500), Cents::ZERO));
}

#[test]
fn goods_free_of_tax_cost_the_same_everywhere() {
    let voucher = LineInput { taxable: false, needs_shipping: false, ..line(2500, 1, "") };
    for country in ["IT", "DE", "US"] {
        assert_eq!(
            totals(std::slice::from_ref(&voucher), None, &table(), &rules(), &place(country), false).total,
            Cents(2500)
        );
    }
}

#[test]
fn the_shown_price_of_one_piece_follows_the_buyer() {
    let table = table();
    let rules = rules();
    let shown = |cents, class, country| {
        let place = place(country);
        displayed_unit_price(Cents(cents), &PriceContext::new(true, class, &table, &rules, &place, false), true)
    };
    assert_eq!(shown(1800, "", "IT"), Cents(1800));
    assert_eq!(shown(1800, "", "DE"), Cents(1755));
    assert_eq!(shown(2000, "", "DE"), Cents(1950));
    assert_eq!(shown(733, "reduced-10", "DE"), Cents(666));
    assert_eq!(shown(1800, "", "US"), Cents(1475));
}

fn rounded_once(prices_include_tax: bool) -> TotalsRules {
    TotalsRules { round_at_subtotal: true, prices_include_tax, ..rules() }
}

#[test]
fn rounded_once_the_tax_of_the_delivery_is_rounded_with_the_goods() {
    let (goods, delivery) = ([line(102, 1, "")], Some(ShippingInput { cost: Cents(102), taxable: true }));
    // 22 % of 1.02 is 0.2244, twice 0.4488: rounded separately 0.22 and 0.22, together 0.45.
    let together = totals(&goods, delivery, &table(), &rounded_once(false), &place("IT"), false);
    assert_eq!((together.tax, together.total), (Cents(45), Cents(249)));
    assert_eq!(together.tax_by_rate, [(0, Cents(45))]);
    let apart = totals(
        &goods,
        delivery,
        &table(),
        &TotalsRules { round_at_subtotal: false, ..rounded_once(false) },
        &place("IT"),
        false,
    );
    assert_eq!((apart.tax, apart.total), (Cents(44), Cents(248)));
}

#[test]
fn rounded_once_half_a_cent_of_delivery_tax_goes_up() {
    let delivery = Some(ShippingInput { cost: Cents(25), taxable: true });
    let out = totals(&[line(110, 1, "reduced-10")], delivery, &table(), &rounded_once(true), &place("IT"), false);
    assert_eq!((out.shipping_tax, out.total), (Cents(3), Cents(110 + 25 + 3)));
}

fn with_delivery(class: &str, place_of: &str, exempt: bool, rules: &TotalsRules) -> ShippingPrice {
    let courier = ShippingInput { cost: Cents(700), taxable: true };
    shipping_price(&[line(1000, 1, class)], courier, &table(), rules, &place(place_of), exempt)
}

#[test]
fn a_courier_entered_with_tax_shows_one_price_whatever_lies_in_the_cart() {
    let with_tax = TotalsRules { shipping_prices_include_tax: true, ..rules() };
    for (class, tax) in [("", 126), ("reduced-10", 64), ("reduced-5", 33), ("reduced-4", 27)] {
        let price = with_delivery(class, "IT", false, &with_tax);
        assert_eq!((price.net, price.tax()), (Cents(700 - tax), Cents(tax)), "{class}");
        let without = with_delivery(class, "IT", false, &rules());
        assert_eq!(without.net, Cents(700), "entered without tax it comes on top: {class}");
    }
}

#[test]
fn half_a_cent_of_the_deliverys_tax_goes_down_where_what_was_entered_has_it_within_and_up_otherwise() {
    // 15.5 cents of tax are in 403 cents at 4 %, and on 155 cents at 10 %.
    for (cost, class, delivery_with_tax, goods_with_tax, once, tax) in [
        (403, "reduced-4", true, true, false, 15),
        (403, "reduced-4", true, false, false, 15),
        (403, "reduced-4", true, false, true, 15),
        (155, "reduced-10", false, true, false, 15),
        (155, "reduced-10", false, false, false, 16),
        (155, "reduced-10", false, true, true, 16),
    ] {
        let rules = TotalsRules {
            prices_include_tax: goods_with_tax,
            shipping_prices_include_tax: delivery_with_tax,
            round_at_subtotal: once,
            ..rules()
        };
        let courier = ShippingInput { cost: Cents(cost), taxable: true };
        let price = shipping_price(&[line(1000, 1, class)], courier, &table(), &rules, &place("IT"), false);
        assert_eq!(price.tax(), Cents(tax), "{rules:?}");
    }
}

#[test]
fn a_delivery_entered_with_tax_is_what_buyers_of_its_place_pay() {
    let with_tax = TotalsRules { shipping_prices_include_tax: true, ..rules() };
    assert_eq!(with_delivery("", "DE", false, &with_tax).tax(), Cents(112));
    assert_eq!(with_delivery("", "DE", false, &with_tax).net, Cents(588));
    let untaxed = with_delivery("", "US", false, &with_tax);
    assert_eq!((untaxed.net, untaxed.tax()), (Cents(700), Cents::ZERO));
    let exempt = with_delivery("", "DE", true, &with_tax);
    assert_eq!((exempt.net, exempt.tax()), (Cents(588), Cents::ZERO), "he owes the tax himself");
    let no_taxes = TotalsRules { taxes: false, ..with_tax.clone() };
    assert_eq!(with_delivery("", "IT", false, &no_taxes).net, Cents(700));
    let pickup = ShippingInput { cost: Cents(700), taxable: false };
    let free_of_tax = shipping_price(&[line(1000, 1, "")], pickup, &table(), &with_tax, &place("IT"), false);
    assert_eq!((free_of_tax.net, free_of_tax.tax()), (Cents(700), Cents::ZERO));
}

proptest! {
    #[test]
    fn rounded_once_the_total_is_never_a_cent_off_the_exact_sum(
        lines in prop::collection::vec((0_i64..100_000, 1_u32..50, 0_usize..4), 0..12), cost in 0_i64..5_000, include: bool
    ) {
        let classes = ["", "reduced-10", "reduced-5", "reduced-4"];
        let input: Vec<LineInput> = lines.iter().map(|(cents, quantity, class)| line(*cents, *quantity, classes[*class])).collect();
        let delivery = Some(ShippingInput { cost: Cents(cost), taxable: true });
        let out = totals(&input, delivery, &table(), &rounded_once(include), &place("IT"), false);
        let gross: Cents = input.iter().map(|line| line.unit_price.times(line.quantity)).sum();
        if include {
            prop_assert_eq!(out.total, gross + Cents(cost) + out.shipping_tax);
        } else {
            prop_assert_eq!(out.total, gross + Cents(cost) + out.tax);
        }
    }

    #[test]
    fn at_home_lines_add_up_to_the_prices_shown(
        lines in prop::collection::vec((0_i64..100_000, 1_u32..50, 0_usize..4), 1..12)
    ) {
        let classes = ["", "reduced-10", "reduced-5", "reduced-4"];
        let input: Vec<LineInput> = lines.iter().map(|(cents, quantity, class)| line(*cents, *quantity, classes[*class])).collect();
        let out = totals(&input, FLAT, &table(), &rules(), &place("IT"), false);
        let shown: i64 = lines.iter().map(|(cents, quantity, _)| cents * i64::from(*quantity)).sum();
        prop_assert_eq!(out.total - Cents(500) - out.shipping_tax, Cents(shown));
        prop_assert_eq!(out.items + out.items_tax, Cents(shown));
        prop_assert_eq!(out.tax, out.tax_by_rate.iter().map(|(_, tax)| *tax).sum::<Cents>());
        for line in &out.lines {
            prop_assert_eq!(line.total_tax, line.taxes.iter().map(|(_, tax)| *tax).sum::<Cents>());
        }
    }

    #[test]
    fn the_total_is_always_the_sum_of_its_parts(
        lines in prop::collection::vec((0_i64..100_000, 1_u32..50, 0_usize..4), 0..12), country in prop::sample::select(vec!["IT", "DE", "US"])
    ) {
        let classes = ["", "reduced-10", "reduced-5", "reduced-4"];
        let input: Vec<LineInput> = lines.iter().map(|(cents, quantity, class)| line(*cents, *quantity, classes[*class])).collect();
        let out = totals(&input, FLAT, &table(), &rules(), &place(country), false);
        let net: Cents = out.lines.iter().map(|line| line.total).sum();
        prop_assert_eq!(out.total, net + Cents(500) + out.tax);
    }
}
