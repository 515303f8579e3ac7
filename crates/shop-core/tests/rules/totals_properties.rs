//! Properties of every cart: nothing is negative, the lines add up to the total, a coupon never makes a cart more expensive and
//! store credit never falls below zero. For prices with and without tax and both ways of rounding.

use proptest::prelude::*;
use shop_core::base::{Cents, ProductId};
use shop_core::cart::coupon::credit::StoreCredit;
use shop_core::cart::coupon::{Coupon, CouponGoods, CouponKind};
use shop_core::cart::tax::{TaxClass, TaxPlace, TaxRate, TaxTable};
use shop_core::cart::totals::cart::{CartForm, CartLineForm, PricedCart, cart_totals};
use shop_core::cart::totals::{LineInput, ShippingInput, TotalsRules};

/// Tax rates: one for each class and country, but two in Canada, one on top of the other. `odd`: rates with fractions of a
/// percent.
fn table(odd: bool) -> TaxTable {
    let rate = |country: &str, class: &str, rate: i64, priority: i64, compound: bool| TaxRate {
        country: country.into(),
        rate,
        class: class.into(),
        priority,
        compound,
        shipping: true,
        ..TaxRate::default()
    };
    let sales = if odd { 88_753 } else { 80_000 };
    TaxTable {
        classes: ["reduced", "least"].map(TaxClass::named_by_slug).to_vec(),
        rates: vec![
            rate("IT", "", 220_000, 1, false),
            rate("IT", "reduced", 100_000, 1, false),
            rate("IT", "least", if odd { 40_001 } else { 40_000 }, 1, false),
            rate("DE", "", 190_000, 1, false),
            rate("DE", "reduced", 70_000, 1, false),
            rate("CA", "", 50_000, 1, false),
            rate("CA", "", sales, 2, true),
            rate("US", "least", 10_000, 1, false),
        ],
    }
}

fn lines() -> impl Strategy<Value = Vec<CartLineForm>> {
    let class = prop::sample::select(vec!["", "reduced", "least", "unknown"]);
    let line = (0_i64..30_000, 1_u32..12, class, any::<bool>(), any::<bool>(), 1_i64..4, prop::bool::weighted(0.9));
    let line = line.prop_map(|(price, quantity, class, needs_shipping, on_sale, product, taxable)| CartLineForm {
        line: LineInput {
            unit_price: Cents(price),
            quantity,
            taxable,
            tax_class: class.into(),
            needs_shipping,
            discount: Cents::ZERO,
        },
        goods: CouponGoods { product_id: ProductId(product), on_sale, ..CouponGoods::default() },
    });
    prop::collection::vec(line, 0..7)
}

fn coupon() -> impl Strategy<Value = Coupon> {
    let kind = prop::sample::select(vec![CouponKind::Percent, CouponKind::FixedCart, CouponKind::FixedProduct]);
    (kind, 0_i64..15_000, prop::option::of(1_i64..4), prop::option::of(1_i64..6), any::<bool>()).prop_map(
        |(kind, amount_hundredths, product, item_limit, excludes_sale_items)| Coupon {
            kind,
            amount_hundredths,
            product_ids: product.map(ProductId).into_iter().collect(),
            item_limit,
            excludes_sale_items,
            ..Coupon::default()
        },
    )
}

fn rules() -> impl Strategy<Value = TotalsRules> {
    let class = prop::option::of(prop::sample::select(vec![String::new(), "reduced".to_owned()]));
    (any::<bool>(), any::<bool>(), prop::bool::weighted(0.9), class, any::<bool>()).prop_map(
        |(prices_include_tax, round_at_subtotal, taxes, shipping_tax_class, shipping_prices_include_tax)| TotalsRules {
            taxes,
            prices_include_tax,
            base: TaxPlace { country: "IT".into(), ..TaxPlace::default() },
            round_at_subtotal,
            shipping_tax_class,
            shipping_prices_include_tax,
        },
    )
}

fn credits() -> impl Strategy<Value = Vec<StoreCredit>> {
    let credit = (-500_i64..30_000, prop::option::of(0_i64..200)).prop_map(|(balance, expires_at)| StoreCredit {
        code: "dono".into(),
        balance_cents: Cents(balance),
        expires_at,
    });
    prop::collection::vec(credit, 0..4)
}

prop_compose! {
    fn carts()(
        lines in lines(), coupons in prop::collection::vec(coupon(), 0..4), sequential_coupons: bool, rules in rules(),
        shipping in prop::option::of((0_i64..3_000, any::<bool>())), credits in credits(), odd: bool,
        country in prop::sample::select(vec!["IT", "IT", "DE", "CA", "US", ""]), exempt in prop::bool::weighted(0.2),
    ) -> CartForm {
        CartForm {
            lines,
            coupons,
            sequential_coupons,
            shipping: shipping.map(|(cost, taxable)| ShippingInput { cost: Cents(cost), taxable }),
            taxes: table(odd),
            rules,
            place: TaxPlace { country: country.into(), ..TaxPlace::default() },
            exempt,
            credits,
            now: 100,
        }
    }
}

fn sum(amounts: impl IntoIterator<Item = Cents>) -> Cents {
    amounts.into_iter().sum()
}

/// Returns the total of a cart without its delivery.
fn goods(out: &PricedCart) -> Cents {
    out.totals.total - out.totals.shipping.unwrap_or_default() - out.totals.shipping_tax
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn no_amount_is_negative(cart in carts()) {
        let out = cart_totals(&cart);
        let totals = &out.totals;
        let mut amounts = vec![
            totals.items, totals.items_tax, totals.discount, totals.discount_tax, totals.shipping.unwrap_or_default(),
            totals.shipping_tax, totals.tax, totals.total, out.discount, out.discount_tax, out.payment.to_pay_cents,
        ];
        amounts.extend(totals.lines.iter().flat_map(|line| [line.subtotal, line.subtotal_tax, line.total, line.total_tax]));
        amounts.extend(totals.tax_by_rate.iter().map(|(_, tax)| *tax));
        amounts.extend(out.coupons.iter().flat_map(|coupon| [coupon.entered, coupon.discount, coupon.discount_tax]));
        amounts.extend(&out.line_discounts);
        prop_assert!(amounts.iter().all(|amount| *amount >= Cents::ZERO), "{:?}", out);
    }

    #[test]
    fn the_lines_add_up_to_the_total(cart in carts()) {
        let out = cart_totals(&cart);
        let totals = &out.totals;
        let whole = sum(totals.lines.iter().flat_map(|line| [line.total, line.total_tax]));
        let by_rate = sum(totals.tax_by_rate.iter().map(|(_, tax)| *tax));
        for line in &totals.lines {
            prop_assert_eq!(line.total_tax, sum(line.taxes.iter().map(|(_, tax)| *tax)));
        }
        prop_assert_eq!(totals.items - totals.discount, sum(totals.lines.iter().map(|line| line.total)));
        if cart.rules.round_at_subtotal {
            // Rounded once: each line's net and taxes, each rounded, may differ by half a cent, and so may the sum itself.
            let roundings = totals.lines.iter().map(|line| 1 + line.taxes.len()).sum::<usize>() + 1;
            prop_assert!(2 * (goods(&out) - whole).0.unsigned_abs() <= u64::try_from(roundings).unwrap(), "{} {}", goods(&out).0, whole.0);
            let rates = u64::try_from(totals.tax_by_rate.len() + 1).unwrap();
            prop_assert!(2 * (totals.tax - by_rate).0.unsigned_abs() <= rates, "{} {}", totals.tax.0, by_rate.0);
        } else {
            prop_assert_eq!(goods(&out), whole);
            prop_assert_eq!(totals.tax, by_rate);
        }
    }

    #[test]
    fn at_home_the_buyer_pays_the_prices_shown_less_the_coupons_to_the_cent(mut cart in carts()) {
        cart.place = cart.rules.base.clone();
        cart.rules.taxes = true;
        cart.exempt = false;
        let out = cart_totals(&cart);
        let shown = sum(cart.lines.iter().map(|one| one.line.unit_price.times(one.line.quantity)));
        let reduced = shown - sum(out.line_discounts.iter().copied());
        if cart.rules.prices_include_tax {
            prop_assert_eq!(goods(&out), reduced);
        } else {
            prop_assert_eq!(goods(&out) - (out.totals.tax - out.totals.shipping_tax), reduced);
        }
    }

    #[test]
    fn a_delivery_entered_with_tax_costs_that_whatever_it_goes_with(mut cart in carts()) {
        cart.rules.shipping_prices_include_tax = true;
        cart.exempt = false;
        let out = cart_totals(&cart).totals;
        let entered = cart.shipping.map(|shipping| shipping.cost);
        prop_assert_eq!(out.shipping.map(|net| net + out.shipping_tax), entered);
    }

    #[test]
    fn coupons_give_what_their_lines_lose_and_no_line_loses_more_than_it_costs(cart in carts()) {
        let out = cart_totals(&cart);
        prop_assert_eq!(sum(out.coupons.iter().map(|coupon| coupon.entered)), sum(out.line_discounts.iter().copied()));
        let bare = cart_totals(&CartForm { coupons: Vec::new(), ..cart.clone() });
        for (line, full) in out.totals.lines.iter().zip(&bare.totals.lines) {
            prop_assert!(line.total <= full.total && line.total_tax <= full.total_tax);
            prop_assert_eq!((line.subtotal, line.subtotal_tax), (full.subtotal, full.subtotal_tax));
        }
        prop_assert!(bare.line_discounts.iter().all(|discount| *discount == Cents::ZERO));
    }

    #[test]
    fn coupons_never_make_a_cart_dearer(cart in carts()) {
        let with = cart_totals(&cart).totals.total;
        let without = cart_totals(&CartForm { coupons: Vec::new(), ..cart }).totals.total;
        prop_assert!(with <= without, "{} > {}", with.0, without.0);
    }

    #[test]
    fn a_larger_coupon_never_gives_less(mut cart in carts(), one in coupon(), more in 1_i64..5_000) {
        cart.coupons = vec![one.clone()];
        let small = cart_totals(&cart).totals.total;
        cart.coupons = vec![Coupon { amount_hundredths: one.amount_hundredths + more, ..one }];
        prop_assert!(cart_totals(&cart).totals.total <= small);
    }

    #[test]
    fn an_exempt_buyer_pays_no_tax_and_the_net_prices_of_home(mut cart in carts()) {
        cart.exempt = true;
        let out = cart_totals(&cart);
        prop_assert_eq!(out.totals.tax, Cents::ZERO);
        prop_assert!(out.totals.tax_by_rate.is_empty());
    }

    #[test]
    fn store_credit_never_falls_below_zero_and_pays_nothing_twice(cart in carts()) {
        let out = cart_totals(&cart);
        let paid = sum(out.payment.uses.iter().map(|one| one.used_cents));
        prop_assert_eq!(paid + out.payment.to_pay_cents, out.totals.total);
        prop_assert!(out.payment.uses.iter().all(|one| one.used_cents > Cents::ZERO && one.remaining_cents >= Cents::ZERO));
        let usable = cart.credits.iter().filter(|credit| credit.expires_at.is_none_or(|end| end > cart.now));
        let usable = sum(usable.map(|credit| credit.balance_cents.max(Cents::ZERO)));
        prop_assert_eq!(paid, usable.min(out.totals.total));
        let bare = cart_totals(&CartForm { credits: Vec::new(), ..cart });
        prop_assert_eq!(bare.totals, out.totals, "credit changes neither prices nor taxes");
    }
}
