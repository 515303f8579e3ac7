//! Cart totals: lines with live stock, priced by the rules ([`shop_core::cart::pricing`]).

use std::collections::BTreeMap;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, Lang, OfferId, ProductId};
use shop_core::cart::coupon::applied::UsedCoupon;
use shop_core::cart::coupon::credit::StoreCredit;
use shop_core::cart::coupon::{Coupon, CouponGoods};
use shop_core::cart::pricing::{self, CartGoods, CartInput, GoodsPrice, Place};
use shop_core::cart::tax::TaxPlace;
use shop_core::cart::totals::{LineTotals, displayed_unit_price};
use shop_core::catalogue::product::{Backorders, StockStatus, TaxStatus};
use shop_core::catalogue::purchase::check;
use shop_core::catalogue::purchase::money::Priced;
use shop_core::catalogue::purchase::words::{Fact, facts};
use shop_core::catalogue::quantity::QuantityBounds;
use shop_core::platform::words::order_texts;

use super::priced_line::{PricedLine, left_for, line_limits, resolve, stock_item};
use super::purchases::{self, StockNow, day_text};
use super::recurring;
use super::view::{CartView, PricedPackage};
use crate::catalogue::Catalogue;
use crate::platform::settings::ShopSettings;
use crate::records::{CartContent, CartLine};

/// Prices a cart with its credits. Lines that can no longer be bought are left out: opening a cart removes them and reports it.
pub fn price<'a>(
    content: &'a CartContent,
    catalogue: &'a Catalogue,
    stock: &StockNow,
    coupons: &'a [UsedCoupon],
    credits: Vec<StoreCredit>,
    settings: &'a ShopSettings,
    now: UnixSeconds,
) -> CartView<'a> {
    let mut lines: Vec<PricedLine<'a>> =
        content.lines.iter().filter_map(|line| resolved(line, catalogue, stock, settings, now)).collect();
    limit_to_stock(&mut lines);
    let mut applied: Vec<&Coupon> =
        coupons.iter().map(|one| &one.coupon).filter(|coupon| content.coupons.contains(&coupon.code)).collect();
    let input = cart_input(&lines, content, catalogue, applied.clone(), credits, settings, now);
    let priced = pricing::price(&input);
    for (line, sums) in lines.iter_mut().zip(&priced.goods) {
        show(line, sums, &input, &priced.place, settings.lang());
    }
    let recurring = recurring::schedules(&lines, &input, &priced.place);
    let order = |coupon: &Coupon| content.coupons.iter().position(|code| *code == coupon.code);
    applied.sort_by_key(|coupon| order(coupon));
    let off = |coupon: &'a Coupon| Some((coupon, priced.coupons.iter().find(|off| off.code == coupon.code)?.clone()));
    CartView {
        lang: settings.lang(),
        short_of_stock: short_lines(&lines),
        unbookable: purchases::unbookable(&lines, stock, now),
        coupons: applied.into_iter().filter_map(off).collect(),
        lines,
        exempt: priced.exempt,
        credit: priced.credit,
        totals: priced.totals,
        discount: priced.discount,
        packages: if priced.shows_delivery { vec![PricedPackage { rates: priced.rates }] } else { Vec::new() },
        needs_shipping: priced.needs_shipping,
        free_delivery: priced.free_delivery,
        settings,
        content,
        due: priced.due,
        recurring,
    }
}

/// The input of the pricing rules.
pub(super) fn cart_input<'a>(
    lines: &[PricedLine<'a>],
    content: &'a CartContent,
    catalogue: &Catalogue,
    coupons: Vec<&'a Coupon>,
    credits: Vec<StoreCredit>,
    settings: &'a ShopSettings,
    now: UnixSeconds,
) -> CartInput<'a> {
    CartInput {
        rules: settings.cart_rules(),
        goods: lines.iter().map(|line| goods(line, catalogue, !coupons.is_empty())).collect(),
        coupons,
        billing: Place::from(&content.billing),
        shipping: Place::from(&content.shipping),
        vat_number: content.valid_vat_number().to_owned(),
        address_open: content.address_open,
        delivery: &content.delivery,
        credits,
        now,
        today: day_text(now),
    }
}

/// A line with its product and stock, not yet priced; `None` if it can no longer be bought.
fn resolved<'a>(
    line: &'a CartLine,
    catalogue: &'a Catalogue,
    stock: &StockNow,
    settings: &ShopSettings,
    now: UnixSeconds,
) -> Option<PricedLine<'a>> {
    let (product, variation) = resolve(catalogue, line)?;
    let item = variation.map_or(&product.item, |v| &v.item);
    let entered = item.prices.of_quantity(line.quantity, now)?;
    let purchase = check(&product.purchase, &line.choices).ok()?;
    // The price of an offer is final: nothing is added or deducted.
    let agreed = line.offer.map(|offer| Priced { unit: offer.price_cents, once: Cents::ZERO });
    let each = agreed.unwrap_or_else(|| purchases::priced(product, entered, &purchase));
    let terms = purchases::terms_of(product, item);
    let priced = purchases::first_payment(each, terms.as_ref());
    let full = || purchases::priced(product, item.prices.regular.unwrap_or(entered), &purchase);
    let regular = agreed.unwrap_or_else(full);
    let holder = stock_item(product, variation);
    let left = holder.stock.managed.then(|| stock.get(&holder.id).copied().unwrap_or(holder.stock.quantity));
    let mut live = holder.stock.clone();
    live.quantity = left.unwrap_or(live.quantity);
    Some(PricedLine {
        line,
        product,
        variation,
        // Set by `limit_to_stock`, which knows the other lines.
        bounds: QuantityBounds::default(),
        stock_left: left,
        availability: live.availability(settings.stock.no_stock_amount),
        on_sale: agreed.is_none() && item.prices.on_sale(now),
        entered_price: priced.line_price(1).unit_cents,
        regular: purchases::first_payment(regular, terms.as_ref()),
        unit_price: Cents::ZERO,
        unit_regular: Cents::ZERO,
        shop_price: Cents::ZERO,
        shop_regular: Cents::ZERO,
        totals: LineTotals::default(),
        purchase,
        priced,
        terms,
        each,
        facts: Vec::new(),
        name: product.item.name_in(settings.lang()),
        full_name: catalogue.terms().wording(settings.lang()).full_name(product, variation),
        chosen: catalogue.terms().wording(settings.lang()).chosen(product, &line.variation),
    })
}

/// Limits each line to the pieces that the other lines of the same stock leave.
fn limit_to_stock(lines: &mut [PricedLine<'_>]) {
    let mut in_cart: BTreeMap<ProductId, i64> = BTreeMap::new();
    for line in lines.iter() {
        *in_cart.entry(line.stock_item().id).or_default() += line.line.quantity;
    }
    for line in lines {
        let quantity = line.line.quantity;
        let others = in_cart.get(&line.stock_item().id).map_or(0, |all| all - quantity);
        let left = line.stock_left.map(|left| left_for(quantity, left, others));
        line.bounds = line_limits(line.line, line.product, line.variation, left);
    }
}

/// The pricing input of a line. `for_coupons`: there are coupons, which need its categories.
fn goods(line: &PricedLine<'_>, catalogue: &Catalogue, for_coupons: bool) -> CartGoods {
    let item = line.item();
    let own_class = line.variation.map(|variation| variation.item.shipping_class.as_str()).unwrap_or_default();
    CartGoods {
        key: line.line.key.clone(),
        quantity: u32::try_from(line.line.quantity).unwrap_or(0),
        priced: line.priced,
        regular: line.regular,
        each: line.each,
        taxable: item.tax_status == TaxStatus::Taxable,
        tax_class: item.tax_class.clone(),
        needs_shipping: line.needs_shipping(),
        weight_milli: item.weight_milli.or(line.product.item.weight_milli).unwrap_or(0),
        shipping_class: if own_class.is_empty() { &line.product.item.shipping_class } else { own_class }.to_owned(),
        coupon_goods: if for_coupons { coupon_goods(line, catalogue) } else { CouponGoods::default() },
        plan: line.purchase.plan.cloned(),
    }
}

fn show(line: &mut PricedLine<'_>, sums: &GoodsPrice, input: &CartInput<'_>, place: &TaxPlace, lang: Lang) {
    line.unit_price = sums.unit_price;
    line.unit_regular = sums.unit_regular;
    line.shop_price = sums.shop_price;
    line.shop_regular = sums.shop_regular;
    line.totals = sums.totals.clone();
    let item = line.item();
    let context = input.context(item.tax_status == TaxStatus::Taxable, &item.tax_class, place);
    let displayed = |cents| displayed_unit_price(cents, &context, input.rules.shows_tax);
    let mut words = facts(&line.purchase, &displayed, lang);
    words.extend(line.line.offer.map(|offer| offer_fact(offer.id, lang)));
    words.extend(recurring::facts_of(line, &displayed, lang));
    line.facts = words;
}

/// A line's data for coupon rules.
pub(super) fn coupon_goods(line: &PricedLine<'_>, catalogue: &Catalogue) -> CouponGoods {
    let paths = line.product.category_ids.iter().flat_map(|id| catalogue.terms().category_path(*id));
    CouponGoods {
        product_id: line.item().id,
        parent_id: line.variation.map(|_| line.product.item.id),
        category_ids: paths.map(|category| category.id).collect(),
        on_sale: line.on_sale,
        agreed_price: line.line.offer.is_some(),
    }
}

/// A fact that names the line's offer.
fn offer_fact(id: OfferId, lang: Lang) -> Fact {
    Fact { name: "offer".into(), label: order_texts::offer(lang).into(), value: order_texts::offer_number(lang, id) }
}

/// Lines that need more than the remaining stock; earlier lines are served first.
fn short_lines(lines: &[PricedLine<'_>]) -> Vec<(usize, i64)> {
    let mut wanted: BTreeMap<ProductId, i64> = BTreeMap::new();
    let mut out = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let holder = line.stock_item();
        let Some(left) = line.stock_left else {
            if holder.stock.status == StockStatus::OutOfStock {
                out.push((n, 0));
            }
            continue;
        };
        if holder.stock.backorders != Backorders::No {
            continue;
        }
        let used = wanted.entry(holder.id).or_default();
        let available = (left - *used).max(0);
        *used += line.line.quantity;
        if line.line.quantity > available {
            out.push((n, available));
        }
    }
    out
}
