//! Rules of a coupon's conditions.

use super::*;
use crate::base::{CategoryId, ProductId};

fn goods(id: i64, parent: Option<i64>, category: i64, on_sale: bool) -> CouponGoods {
    CouponGoods {
        product_id: ProductId(id),
        parent_id: parent.map(ProductId),
        category_ids: vec![CategoryId(category)],
        on_sale,
        agreed_price: false,
    }
}

/// Goods 1 (reduced, category 10) and variation 21 of 20 (category 11), 50.00 € in all.
fn cart() -> CouponCart {
    CouponCart {
        goods: vec![goods(1, None, 10, true), goods(21, Some(20), 11, false)],
        subtotal_cents: Cents(5000),
        emails: vec!["Anna@Shop.example".into()],
        now: 1000,
    }
}

fn number(coupon: &Coupon, cart: &CouponCart, uses: CouponUses) -> u16 {
    refusal(coupon, cart, &uses, Lang::It).map_or(200, |refusal| refusal.number)
}

fn plain(coupon: &Coupon) -> u16 {
    number(coupon, &cart(), CouponUses::default())
}

fn percent() -> Coupon {
    Coupon { kind: CouponKind::Percent, ..Coupon::default() }
}

#[test]
fn spend_is_compared_with_the_displayed_sum_to_the_cent() {
    let least = |cents| Coupon { minimum_cents: Some(Cents(cents)), ..Coupon::default() };
    let most = |cents| Coupon { maximum_cents: Some(Cents(cents)), ..Coupon::default() };
    assert_eq!((plain(&least(5000)), plain(&least(5001))), (200, 108));
    assert_eq!((plain(&most(5000)), plain(&most(4999)), plain(&most(0))), (200, 112, 200));
}

#[test]
fn a_coupon_ends_in_the_second_of_its_expiry() {
    let until = |end| Coupon { expires_at: Some(end), ..Coupon::default() };
    assert_eq!((plain(&until(1001)), plain(&until(1000))), (200, 107));
}

#[test]
fn uses_are_counted_in_all_and_by_person() {
    let once = Coupon { usage_limit: Some(1), ..Coupon::default() };
    let uses = |held_by_person, logged_in| CouponUses { total: 1, by_person: 1, held_by_person, logged_in };
    assert_eq!(number(&once, &cart(), uses(false, true)), 106);
    assert_eq!(number(&once, &cart(), uses(true, true)), 115);
    assert_eq!(number(&once, &cart(), uses(true, false)), 116);
    let each = Coupon { usage_limit_per_user: Some(1), ..Coupon::default() };
    assert_eq!(number(&each, &cart(), uses(false, true)), 106);
    assert_eq!(number(&each, &cart(), CouponUses { total: 9, ..CouponUses::default() }), 200);
}

#[test]
fn a_variation_counts_as_its_parent_too() {
    let only = |id| Coupon { product_ids: vec![ProductId(id)], ..percent() };
    assert_eq!((plain(&only(20)), plain(&only(21)), plain(&only(22))), (200, 200, 109));
}

#[test]
fn a_line_coupon_needs_one_line_on_which_it_acts() {
    let alone = CouponCart { goods: vec![goods(1, None, 10, true)], ..cart() };
    let no_sale = Coupon { excludes_sale_items: true, ..percent() };
    assert_eq!(plain(&no_sale), 200);
    assert_eq!(number(&no_sale, &alone, CouponUses::default()), 109);
    let excluded = Coupon { excluded_product_ids: vec![ProductId(1)], ..percent() };
    assert_eq!((plain(&excluded), number(&excluded, &alone, CouponUses::default())), (200, 109));
    let category = |id| Coupon { category_ids: vec![CategoryId(id)], ..percent() };
    assert_eq!((plain(&category(11)), plain(&category(12))), (200, 109));
    let reduced_only = Coupon { excludes_sale_items: true, ..category(10) };
    assert_eq!(plain(&reduced_only), 109);
}

#[test]
fn one_excluded_line_refuses_a_whole_cart_coupon() {
    let sale = Coupon { excludes_sale_items: true, ..Coupon::default() };
    let product = Coupon { excluded_product_ids: vec![ProductId(20)], ..Coupon::default() };
    let category = Coupon { excluded_category_ids: vec![CategoryId(11)], ..Coupon::default() };
    assert_eq!((plain(&sale), plain(&product), plain(&category)), (110, 113, 114));
}

#[test]
fn addresses_match_whole_with_stars_for_any_part() {
    for (pattern, fits) in [
        ("anna@shop.example", true),
        ("*@shop.example", true),
        ("*@*.example", true),
        ("anna*", true),
        ("*", true),
        ("*nna@shop.exampl", false),
        ("bea@shop.example", false),
        ("*@hop.example", false),
        ("", false),
    ] {
        let coupon = Coupon { emails: vec![pattern.into()], ..Coupon::default() };
        assert_eq!(plain(&coupon) == 200, fits, "{pattern}");
        assert_eq!(number(&coupon, &CouponCart { emails: vec![], ..cart() }, CouponUses::default()), 102);
    }
}

#[test]
fn of_several_reasons_the_first_in_order_is_given() {
    let mut coupon = Coupon {
        usage_limit: Some(1),
        usage_limit_per_user: Some(1),
        expires_at: Some(1),
        minimum_cents: Some(Cents(9000)),
        maximum_cents: Some(Cents(1)),
        product_ids: vec![ProductId(99)],
        excludes_sale_items: true,
        excluded_product_ids: vec![ProductId(1)],
        excluded_category_ids: vec![CategoryId(10)],
        emails: vec!["x@y.example".into()],
        ..Coupon::default()
    };
    let mut uses = CouponUses { total: 1, by_person: 1, ..CouponUses::default() };
    let mut seen = Vec::new();
    for lift in [
        |c: &mut Coupon| c.usage_limit = None,
        |c: &mut Coupon| c.usage_limit_per_user = None,
        |c: &mut Coupon| c.expires_at = None,
        |c: &mut Coupon| c.minimum_cents = None,
        |c: &mut Coupon| c.maximum_cents = None,
        |c: &mut Coupon| c.product_ids.clear(),
        |c: &mut Coupon| c.excludes_sale_items = false,
        |c: &mut Coupon| c.excluded_product_ids.clear(),
        |c: &mut Coupon| c.excluded_category_ids.clear(),
        |c: &mut Coupon| c.emails.clear(),
    ] {
        seen.push(number(&coupon, &cart(), uses));
        lift(&mut coupon);
    }
    uses.total = 0;
    seen.push(number(&coupon, &cart(), uses));
    assert_eq!(seen, [106, 106, 107, 108, 112, 109, 110, 113, 114, 102, 200]);
}

#[test]
fn goods_at_an_agreed_price_are_no_goods_for_a_coupon() {
    let agreed = |mut cart: CouponCart, all: bool| {
        cart.goods.iter_mut().take(if all { 2 } else { 1 }).for_each(|one| one.agreed_price = true);
        cart
    };
    let of_product = |id: i64, kind| Coupon { kind, product_ids: vec![ProductId(id)], ..Coupon::default() };
    for kind in [CouponKind::Percent, CouponKind::FixedCart, CouponKind::FixedProduct] {
        let judged = |coupon: &Coupon, all| number(coupon, &agreed(cart(), all), CouponUses::default());
        let any = Coupon { kind, ..Coupon::default() };
        assert_eq!((judged(&any, false), judged(&any, true)), (200, 109), "{kind:?}");
        assert_eq!((judged(&of_product(1, kind), false), judged(&of_product(20, kind), false)), (109, 200), "{kind:?}");
        let of_category = Coupon { kind, category_ids: vec![CategoryId(10)], ..Coupon::default() };
        assert_eq!(judged(&of_category, false), 109, "{kind:?}");
    }
}
