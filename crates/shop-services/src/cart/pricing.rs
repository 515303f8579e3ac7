//! Cart totals: lines with live stock, priced by the rules ([`shop_core::cart::pricing`]).

use std::collections::BTreeMap;

use shop_core::base::text::md5_hex;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, FieldError, Lang, OfferId, ProductId};
use shop_core::cart::coupon::applied::UsedCoupon;
use shop_core::cart::coupon::credit::{CreditPayment, StoreCredit};
use shop_core::cart::coupon::{Coupon, CouponGoods};
use shop_core::cart::pricing::{self, CartGoods, CartInput, GoodsPrice, Place, PricedRate};
use shop_core::cart::shipping::{DeliveryChoice, FreeDelivery};
use shop_core::cart::tax::TaxPlace;
use shop_core::cart::totals::cart::PricedCoupon;
use shop_core::cart::totals::printed::PrintedDiscounts;
use shop_core::cart::totals::{LineTotals, Totals, displayed_unit_price};
use shop_core::catalogue::food::Label;
use shop_core::catalogue::product::{Backorders, StockStatus, TaxStatus};
use shop_core::catalogue::purchase::check;
use shop_core::catalogue::purchase::money::Priced;
use shop_core::catalogue::purchase::plans::Schedule;
use shop_core::catalogue::purchase::words::{Fact, facts};
use shop_core::catalogue::quantity::QuantityBounds;
use shop_core::platform::words::order_texts;

use super::lines::left_for;
use super::priced_line::{PricedLine, line_limits, min_age_years, resolve, stock_item};
use super::purchases::{self, StockNow, day_text};
use super::recurring::{self, Recurring};
use crate::catalogue::Catalogue;
use crate::platform::settings::{ShopSettings, TaxDisplay};
use crate::records::{CartContent, CartLine};

/// Goods that are delivered together.
#[derive(Clone, Debug)]
pub struct PricedPackage<'a> {
    pub rates: Vec<PricedRate<'a>>,
}

#[derive(Clone, Debug)]
pub struct CartView<'a> {
    /// Language of names.
    pub lang: Lang,
    pub lines: Vec<PricedLine<'a>>,
    pub totals: Totals,
    /// Discount of each coupon, in the order in which they were applied.
    pub coupons: Vec<(&'a Coupon, PricedCoupon)>,
    /// Discount of all coupons, net and tax, as displayed in a cart: rounded once.
    pub discount: (Cents, Cents),
    /// Reverse charge: the totals contain no tax.
    pub exempt: bool,
    /// Payment by credits, and the rest to pay by other means.
    pub credit: CreditPayment,
    /// Packages: one, or none if nothing is delivered.
    pub packages: Vec<PricedPackage<'a>>,
    pub needs_shipping: bool,
    /// Progress towards free delivery, if the shop offers it.
    pub free_delivery: Option<FreeDelivery>,
    pub settings: &'a ShopSettings,
    /// The stored cart.
    pub content: &'a CartContent,
    /// Lines with insufficient stock: line index and remaining pieces.
    pub short_of_stock: Vec<(usize, i64)>,
    /// Lines whose booked slot is unavailable: line index and reason.
    pub unbookable: Vec<(usize, FieldError)>,
    /// Amounts due with the order and later.
    pub due: Schedule,
    /// Recurring payments by schedule. The totals are those of the first payment.
    pub recurring: Vec<Recurring<'a>>,
}

impl CartView<'_> {
    /// Minimum age in years for ordering it, because of alcoholic drinks; `None` for any age.
    pub fn min_age_years(&self) -> Option<i64> {
        self.lines.iter().find_map(|line| min_age_years(line.item()).or_else(|| min_age_years(&line.product.item)))
    }

    /// Whether it contains perishable goods.
    pub fn has_fresh(&self) -> bool {
        self.lines.iter().any(|line| Label::of(line.product, line.variation).perishable())
    }

    /// Whether it contains a subscription, which requires an account.
    pub fn has_subscription(&self) -> bool {
        !self.recurring.is_empty()
    }

    /// Whether the order needs a payment method: there is something to pay beside store credit, now or later.
    pub fn needs_payment(&self) -> bool {
        self.due.now > Cents::ZERO || self.keeps_method()
    }

    /// Whether nothing is paid now, but renewals are charged to a method that is saved with the order.
    pub fn keeps_method(&self) -> bool {
        let paid_later = |one: &Recurring<'_>| one.first_day.is_some() && one.totals.total > Cents::ZERO;
        self.due.now <= Cents::ZERO && self.settings.charges_renewals() && self.recurring.iter().any(paid_later)
    }

    /// Amount to pay by other means than store credit.
    pub fn to_pay(&self) -> Cents {
        self.credit.to_pay_cents
    }

    /// Number of pieces.
    pub fn count(&self) -> i64 {
        self.lines.iter().map(|l| l.line.quantity).sum()
    }

    /// Whether prices are displayed without tax.
    pub fn shows_net(&self) -> bool {
        self.settings.taxes.cart_prices == TaxDisplay::Excluded
    }

    /// A line with or without tax, before discounts, as displayed.
    pub fn displayed_line(&self, line: &PricedLine<'_>) -> Cents {
        let totals = &line.totals;
        if self.shows_net() { totals.subtotal } else { totals.subtotal + totals.subtotal_tax }
    }

    /// Goods with or without tax, before discounts, as displayed.
    pub fn displayed_subtotal(&self) -> Cents {
        if self.shows_net() { self.totals.items } else { self.totals.items + self.totals.items_tax }
    }

    /// The discounts as displayed, so that the rows of the cart add up to its total.
    pub fn printed_discounts(&self) -> PrintedDiscounts {
        PrintedDiscounts::of_cart(&self.totals, self.coupons.iter().map(|(_, off)| off), self.shows_net())
    }

    pub fn selected_rate(&self) -> Option<&PricedRate<'_>> {
        self.packages.first().and_then(|p| p.rates.iter().find(|r| r.selected))
    }

    /// The effective delivery choice; `None` if nothing is delivered.
    pub fn delivery_choice(&self) -> Option<DeliveryChoice> {
        self.needs_shipping
            .then(|| pricing::choice(self.packages.first().map(|package| &*package.rates).unwrap_or_default()))
    }

    /// A hash that changes with lines, prices or total; empty for an empty cart.
    pub fn hash(&self) -> String {
        if self.lines.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(&format!(
                "{}:{}:{}:{};",
                line.line.key, line.line.quantity, line.totals.total.0, line.totals.total_tax.0
            ));
        }
        text.push_str(&self.to_pay().0.to_string());
        md5_hex(text.as_bytes())
    }
}

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
        entered_price: priced.of(1).unit_cents,
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
