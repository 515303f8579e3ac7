use proptest::prelude::*;

use super::*;

fn item(name: &str, quantity: i64, cents: i64) -> SheetCartItem {
    SheetCartItem { name: name.into(), quantity, line_subtotal: Cents(cents), ..Default::default() }
}

fn cart() -> SheetCart {
    SheetCart {
        items: vec![item("Bottarga &amp; sale", 2, 4000)],
        total_price: Cents(4720),
        total_tax: Cents(420),
        total_shipping: Some(Cents(500)),
        total_discount: Cents(200),
        currency_minor_unit: 2,
        ..SheetCart::default()
    }
}

fn rate(id: &str, cents: i64, selected: bool) -> SheetRate {
    SheetRate { rate_id: id.into(), name: "Corriere".into(), price: Cents(cents), taxes: Cents(110), selected }
}

#[test]
fn a_cart_becomes_lines_that_make_its_total() {
    let sheet = sheet(&cart(), Lang::It);
    let lines: Vec<(&str, i64, Option<&str>)> =
        sheet.items.iter().map(|line| (line.name.as_str(), line.amount.0, line.key.as_deref())).collect();
    assert_eq!(
        lines,
        [
            ("Bottarga & sale (x2)", 4000, None),
            ("IVA", 420, Some("total_tax")),
            ("Spedizione", 500, Some("total_shipping")),
            ("Sconto", -200, Some("total_discount")),
        ]
    );
    assert_eq!(sheet.total, Cents(4720));
}

#[test]
fn chosen_options_stand_in_the_name_and_tags_do_not() {
    let mut one = item("&lt;b&gt;Caviale&lt;/b&gt;", 1, 100);
    one.variation = vec![SheetVariation { attribute: "Formato".into(), value: "35&nbsp;g".into() }];
    let sheet = sheet(&SheetCart { items: vec![one], total_price: Cents(100), ..cart() }, Lang::It);
    assert_eq!(sheet.items, [], "tax and delivery exceed this total");
    let mut free = item("Riso", 1, 0);
    free.variation = vec![SheetVariation { attribute: "Formato".into(), value: "35&nbsp;g".into() }];
    let line = product_line(&free, &|cents| cents);
    assert_eq!(line.label.as_deref(), Some("Riso (Formato: 35\u{a0}g)"));
}

#[test]
fn lines_beyond_the_total_are_not_sent() {
    let over = SheetCart { total_price: Cents(4719), ..cart() };
    assert_eq!(sheet(&over, Lang::It).items, []);
    let refunded = SheetCart { total_refund: Cents(4720), ..cart() };
    assert_eq!(sheet(&refunded, Lang::It).total, Cents(0));
    let negative = SheetCart { total_price: Cents(-5), ..cart() };
    assert_eq!(sheet(&negative, Lang::It), Sheet { total: Cents(0), items: vec![] });
}

#[test]
fn free_delivery_is_shown_and_unknown_delivery_is_not() {
    let shown = |shipping: Option<Cents>| {
        let cart = SheetCart { total_shipping: shipping, total_price: Cents(4220), ..cart() };
        sheet(&cart, Lang::En).items.iter().any(|line| line.key.as_deref() == Some("total_shipping"))
    };
    assert!(shown(Some(Cents(0))) && !shown(None));
}

#[test]
fn rates_that_leave_no_single_choice_are_refused() {
    for packages in [
        vec![],
        vec![vec![]],
        vec![vec![rate("flat_rate:1", 500, false), rate("flat_rate:1", 900, true)]],
        vec![vec![rate("flat_rate:1", 500, true)], vec![rate("flat_rate:2", 500, true)]],
        vec![vec![rate("", 500, true)]],
    ] {
        assert_eq!(wallet_rates(&packages, None, 2), WalletRates::InvalidShippingAddress, "{packages:?}");
    }
    assert!(!session_opens(true, 0) && session_opens(true, 1) && session_opens(false, 0));
}

#[test]
fn the_chosen_rate_comes_first() {
    let packages = [vec![rate("flat_rate:1", 500, false), rate("express:2", 900, true)]];
    let WalletRates::Success { shipping_options } = wallet_rates(&packages, Some(3), 2) else { panic!("two rates") };
    assert_eq!((shipping_options[0].id.as_str(), shipping_options[0].amount), ("express:2", Cents(10_100)));
}

proptest! {
    #[test]
    fn lines_make_the_total_or_there_are_none(
        lines in prop::collection::vec((1_i64..5, 0_i64..100_000), 0..6),
        tax in 0_i64..10_000, shipping in prop::option::of(0_i64..2000), fees in -500_i64..500, discount in 0_i64..5000, refund in 0_i64..5000,
        later in 0_i64..5000,
    ) {
        let items: Vec<SheetCartItem> = lines.iter().map(|(quantity, cents)| item("x", *quantity, *cents)).collect();
        let sum: i64 = lines.iter().map(|(_, cents)| cents).sum();
        let total = sum + tax + shipping.unwrap_or(0) + fees - discount - later;
        let cart = SheetCart {
            items, total_price: Cents(total), total_tax: Cents(tax), total_shipping: shipping.map(Cents), total_fees: Cents(fees),
            total_discount: Cents(discount), total_refund: Cents(refund), due_later: Cents(later), currency_decimals: None, currency_minor_unit: 2,
        };
        let sheet = sheet(&cart, Lang::It);
        let of_lines: Cents = sheet.items.iter().map(|line| line.amount).sum();
        prop_assert!(sheet.items.is_empty() || of_lines == Cents(total - refund));
        prop_assert!(sheet.total >= Cents::ZERO);
    }
}
