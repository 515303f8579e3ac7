//! Rules for pricing a cart.

use proptest::prelude::*;

use super::*;
use crate::cart::coupon::CouponKind;
use crate::cart::shipping::{ShippingKind, ShippingMethod};
use crate::cart::tax::TaxRate;
use crate::cart::totals::ShippingInput;
use crate::cart::totals::cart::{CartForm, CartLineForm, cart_totals};
use crate::catalogue::purchase::deposit::Deposit;
use crate::checkout::address::Address;

fn italy() -> Address {
    Address { country: "IT".into(), state: "TO".into(), postcode: "10121".into(), ..Address::default() }
}

fn taxes() -> TaxTable {
    let rate = |country: &str, rate| TaxRate {
        country: country.into(),
        rate,
        priority: 1,
        shipping: true,
        ..TaxRate::default()
    };
    TaxTable { classes: Vec::new(), rates: vec![rate("IT", 220_000), rate("DE", 190_000)] }
}

fn zones() -> Vec<ShippingZone> {
    let flat = ShippingMethod { instance_id: 1, cost_cents: Cents(590), taxable: true, ..ShippingMethod::default() };
    let fetched = ShippingMethod { instance_id: 2, kind: ShippingKind::LocalPickup, ..ShippingMethod::default() };
    vec![ShippingZone {
        countries: vec!["IT".into(), "DE".into()],
        methods: vec![flat, fetched],
        ..ShippingZone::default()
    }]
}

fn goods(cents: i64, quantity: u32) -> CartGoods {
    let priced = Priced { unit: Cents(cents), once: Cents::ZERO };
    CartGoods {
        key: String::new(),
        quantity,
        priced,
        regular: priced,
        each: priced,
        taxable: true,
        tax_class: String::new(),
        needs_shipping: true,
        weight_milli: 0,
        shipping_class: String::new(),
        coupon_goods: CouponGoods::default(),
        plan: None,
    }
}

/// Settings of the test shop, and its buyer's choices.
struct Shop {
    taxes: TaxTable,
    zones: Vec<ShippingZone>,
    to: Address,
    choice: DeliveryChoice,
}

impl Shop {
    fn new() -> Self {
        Self { taxes: taxes(), zones: zones(), to: italy(), choice: DeliveryChoice::default() }
    }

    fn input<'a>(&'a self, goods: Vec<CartGoods>, coupons: Vec<&'a Coupon>) -> CartInput<'a> {
        CartInput {
            rules: CartRules {
                taxes: &self.taxes,
                totals: TotalsRules {
                    taxes: true,
                    prices_include_tax: true,
                    base: TaxPlace { country: "IT".into(), state: "PR".into(), ..TaxPlace::default() },
                    round_at_subtotal: false,
                    shipping_tax_class: None,
                    shipping_prices_include_tax: false,
                },
                taxed_at: TaxedAt::Delivery,
                shows_tax: true,
                sequential_coupons: false,
                zones: &self.zones,
                shipped_to: &[],
                waits_for_address: true,
            },
            goods,
            coupons,
            billing: Place::from(&self.to),
            shipping: Place::from(&self.to),
            vat_number: String::new(),
            address_open: false,
            delivery: &self.choice,
            credits: Vec::new(),
            now: 1_700_000_000,
            today: "2026-11-21".into(),
        }
    }
}

fn tenth() -> Coupon {
    Coupon { code: "dieci".into(), kind: CouponKind::Percent, amount_hundredths: 1000, ..Coupon::default() }
}

#[test]
fn delivery_is_not_told_before_it_is_known_where_to() {
    let mut shop = Shop::new();
    shop.to.postcode.clear();
    let priced = price(&shop.input(vec![goods(1000, 1)], Vec::new()));
    assert!(!priced.shows_delivery && priced.rates.is_empty());
    assert_eq!(priced.totals.total, Cents(1000));
    shop.to = italy();
    let priced = price(&shop.input(vec![goods(1000, 1)], Vec::new()));
    assert_eq!((priced.rates.len(), priced.totals.total), (2, Cents(1000 + 590 + 130)));
    let typing = CartInput { address_open: true, ..shop.input(vec![goods(1000, 1)], Vec::new()) };
    assert!(!price(&typing).shows_delivery);
}

#[test]
fn a_country_that_is_not_sent_to_has_no_delivery() {
    let shop = Shop::new();
    let allowed = ["DE".to_owned()];
    let mut input = shop.input(vec![goods(1000, 1)], Vec::new());
    input.rules.shipped_to = &allowed;
    assert!(price(&input).rates.is_empty());
}

#[test]
fn what_is_fetched_is_taxed_at_the_shop() {
    let mut shop = Shop::new();
    shop.to = Address { country: "DE".into(), postcode: "10115".into(), ..Address::default() };
    let sent = price(&shop.input(vec![goods(12_200, 1)], Vec::new()));
    assert_eq!((sent.place.country.as_str(), sent.totals.items_tax), ("DE", Cents(1900)));
    let offered = vec!["flat_rate:1".to_owned(), "local_pickup:2".to_owned()];
    shop.choice = DeliveryChoice { rate_id: "local_pickup:2".into(), offered };
    let fetched = price(&shop.input(vec![goods(12_200, 1)], Vec::new()));
    assert_eq!((fetched.place.country.as_str(), fetched.totals.items_tax), ("IT", Cents(2200)));
}

#[test]
fn what_is_not_sent_asks_for_no_delivery() {
    let shop = Shop::new();
    let file = CartGoods { needs_shipping: false, ..goods(1000, 2) };
    let priced = price(&shop.input(vec![file], Vec::new()));
    assert!(!priced.needs_shipping && priced.rates.is_empty() && priced.totals.shipping.is_none());
}

#[test]
fn a_coupon_acts_on_what_is_paid_once_too() {
    let shop = Shop::new();
    let engraved = Priced { unit: Cents(1000), once: Cents(500) };
    let line = CartGoods { priced: engraved, regular: engraved, needs_shipping: false, ..goods(1000, 2) };
    let coupon = tenth();
    let priced = price(&shop.input(vec![line], vec![&coupon]));
    assert_eq!(priced.totals.total, Cents(2250));
}

#[test]
fn a_renewal_knows_no_coupon_and_has_the_delivery_of_its_own_goods() {
    let shop = Shop::new();
    let coupon = tenth();
    let input = shop.input(vec![goods(1000, 1), goods(2000, 1)], vec![&coupon]);
    let again = renewal(&input, &input.goods[..1], &input.tax_place());
    assert_eq!((again.totals.items + again.totals.items_tax, again.totals.discount), (Cents(1000), Cents::ZERO));
    assert_eq!(again.rate.map(|rate| rate.cost), Some(Cents(590)));
}

prop_compose! {
    fn lines()(lines in prop::collection::vec((1_i64..20_000, 1_u32..9), 1..6)) -> Vec<(i64, u32)> { lines }
}

proptest! {
    #[test]
    fn without_add_ons_it_is_the_plain_sum_of_the_lines(lines in lines(), with_coupon: bool, abroad: bool) {
        let mut shop = Shop::new();
        if abroad {
            shop.to = Address { country: "DE".into(), postcode: "10115".into(), ..Address::default() };
        }
        let coupon = tenth();
        let coupons: Vec<&Coupon> = with_coupon.then_some(&coupon).into_iter().collect();
        let input = shop.input(lines.iter().map(|(cents, quantity)| goods(*cents, *quantity)).collect(), coupons);
        let priced = price(&input);
        let line = |(cents, quantity): &(i64, u32)| CartLineForm {
            line: LineInput {
                unit_price: Cents(*cents),
                quantity: *quantity,
                taxable: true,
                needs_shipping: true,
                ..LineInput::default()
            },
            goods: CouponGoods::default(),
        };
        let plain = cart_totals(&CartForm {
            lines: lines.iter().map(line).collect(),
            coupons: input.coupons.iter().map(|coupon| (*coupon).clone()).collect(),
            sequential_coupons: false,
            shipping: Some(ShippingInput { cost: Cents(590), taxable: true }),
            taxes: shop.taxes.clone(),
            rules: input.rules.totals.clone(),
            place: input.tax_place(),
            exempt: false,
            credits: Vec::new(),
            now: 0,
        });
        prop_assert_eq!(&priced.totals, &plain.totals);
        prop_assert_eq!(priced.discount, (plain.discount, plain.discount_tax));
    }

    #[test]
    fn credit_now_and_later_add_up_to_the_total(lines in lines(), credit in 0_i64..30_000, percent in 1_i64..100) {
        let shop = Shop::new();
        let plan = PaymentPlan {
            key: "acconto".into(),
            label: "Acconto".into(),
            label_en: String::new(),
            deposit: Deposit::Percent { hundredths: percent * 100 },
            parts: Vec::new(),
        };
        let parts = lines.iter().enumerate().map(|(n, (cents, quantity))| {
            CartGoods { plan: (n % 2 == 0).then(|| plan.clone()), ..goods(*cents, *quantity) }
        });
        let mut input = shop.input(parts.collect(), Vec::new());
        if credit > 0 {
            input.credits = vec![StoreCredit { code: "dono".into(), balance_cents: Cents(credit), expires_at: None }];
        }
        let priced = price(&input);
        let by_credit: Cents = priced.credit.uses.iter().map(|one| one.used_cents).sum();
        prop_assert_eq!(by_credit + priced.credit.to_pay_cents, priced.totals.total);
        prop_assert_eq!(priced.due.now + priced.due.later_cents(), priced.credit.to_pay_cents);
        prop_assert!(priced.due.now >= Cents::ZERO);
    }
}

/// Returns a cart with these addresses and a validated VAT number.
fn with_number<'a>(shop: &'a Shop, number: &str, billing: &str, shipping: Place) -> CartInput<'a> {
    let billing = Place { country: billing.into(), ..Place::default() };
    CartInput { vat_number: number.into(), billing, shipping, ..shop.input(vec![goods(1220, 1)], Vec::new()) }
}

fn in_country(country: &str) -> Place {
    Place { country: country.into(), ..Place::default() }
}

#[test]
fn only_a_buyer_in_the_numbers_country_whose_goods_go_abroad_is_exempt() {
    let shop = Shop::new();
    let northern = Place { postcode: "BT1 5GS".into(), ..in_country("GB") };
    for (number, billing, shipping, exempt) in [
        ("DE129273398", "DE", in_country("DE"), true),
        ("DE129273398", "DE", in_country("FR"), true),
        ("EL094943585", "GR", in_country("GR"), true),
        ("FR40303265045", "MC", in_country("MC"), true),
        ("XI110305878", "GB", northern.clone(), true),
        ("XI110305878", "GB", in_country("GB"), false),
        ("GB110305878", "GB", northern, false),
        ("DE129273398", "FR", in_country("FR"), false),
        ("DE129273398", "DE", in_country("IT"), false),
        ("DE129273398", "DE", in_country("US"), false),
        ("IT00743110157", "IT", in_country("IT"), false),
        ("IT00743110157", "IT", in_country("DE"), false),
        ("CHE116281710MWST", "CH", in_country("CH"), false),
        ("", "DE", in_country("DE"), false),
        ("é", "DE", in_country("DE"), false),
    ] {
        let input = with_number(&shop, number, billing, shipping.clone());
        assert_eq!(input.is_exempt(), exempt, "{number} {billing} {shipping:?}");
        let price = price(&input);
        assert_eq!((price.exempt, price.totals.tax == Cents::ZERO && exempt), (exempt, exempt), "{number} {billing}");
    }
}

#[test]
fn an_exempt_buyer_pays_the_net_of_home_and_delivery_without_tax() {
    let shop = Shop::new();
    let berlin = Place { postcode: "10115".into(), ..in_country("DE") };
    let price = price(&with_number(&shop, "DE129273398", "DE", berlin));
    assert_eq!((price.totals.total, price.totals.tax), (Cents(1000 + 590), Cents::ZERO));
    assert!(price.rates.iter().all(|rate| rate.tax == Cents::ZERO));
    assert_eq!(price.goods.first().map(|goods| (goods.unit_price, goods.shop_price)), Some((Cents(1000), Cents(1220))));
}

#[test]
fn what_is_fetched_is_taxed_where_the_shop_is_and_what_is_not_delivered_where_the_buyer_is() {
    let mut shop = Shop::new();
    shop.choice = DeliveryChoice { rate_id: "local_pickup:2".into(), offered: Vec::new() };
    assert!(!with_number(&shop, "DE129273398", "DE", in_country("DE")).is_exempt());
    let shop = Shop::new();
    let mut file = goods(1220, 1);
    file.needs_shipping = false;
    let input = CartInput { goods: vec![file], ..with_number(&shop, "DE129273398", "DE", in_country("IT")) };
    assert!(input.is_exempt());
}

#[test]
fn a_browser_prices_an_exempt_cart_as_the_server_does() {
    let shop = Shop::new();
    let input = with_number(&shop, "DE129273398", "DE", in_country("DE"));
    let travelled = input::PricingInput::from_cart(&input, true, crate::base::Lang::It);
    assert_eq!(price(&travelled.cart()).totals, price(&input).totals);
    let moved = input::PricingInput { billing: in_country("IT"), ..travelled };
    assert_ne!(price(&moved.cart()).totals.tax, Cents::ZERO);
}

proptest! {
    #[test]
    fn goods_at_agreed_prices_come_to_what_was_agreed_whatever_coupons_say(
        offer in prop::collection::vec((0_i64..20_000, 1_u32..50), 1..8),
        other in prop::collection::vec((1_i64..20_000, 1_u32..5), 0..4),
        amounts in prop::collection::vec((0_usize..3, 1_i64..10_000), 0..3),
        sequential: bool,
    ) {
        let agreed = |(cents, quantity): &(i64, u32)| CartGoods {
            coupon_goods: CouponGoods { agreed_price: true, ..CouponGoods::default() },
            ..goods(*cents, *quantity)
        };
        let kinds = [CouponKind::Percent, CouponKind::FixedCart, CouponKind::FixedProduct];
        let coupons: Vec<Coupon> = amounts
            .iter()
            .enumerate()
            .map(|(n, (kind, amount))| Coupon {
                code: n.to_string(),
                kind: kinds[*kind],
                amount_hundredths: *amount,
                ..Coupon::default()
            })
            .collect();
        let all: Vec<CartGoods> =
            offer.iter().map(agreed).chain(other.iter().map(|(cents, quantity)| goods(*cents, *quantity))).collect();
        let shop = Shop::new();
        let mut input = shop.input(all, coupons.iter().collect());
        input.rules.sequential_coupons = sequential;
        let priced = price(&input);
        let paid: Cents = priced.goods.iter().take(offer.len()).map(|one| one.totals.total + one.totals.total_tax).sum();
        let sum: i64 = offer.iter().map(|(cents, quantity)| cents * i64::from(*quantity)).sum();
        prop_assert_eq!(paid, Cents(sum));
    }
}
