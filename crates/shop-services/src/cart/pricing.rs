//! What a cart comes to: live stock, prices for the buyer's place, delivery, totals.

use std::collections::BTreeMap;

use shop_core::address::locale::{FieldOptions, Presence, presence};
use shop_core::address::{Address, AddressField, AddressKind};
use shop_core::catalogue::product::{Backorders, StockStatus, TaxStatus, UnixSeconds};
use shop_core::catalogue::quantity::line_bounds;
use shop_core::coupon::applied::UsedCoupon;
use shop_core::coupon::credit::CreditPayment;
use shop_core::coupon::{Coupon, CouponGoods};
use shop_core::ids::ProductId;
use shop_core::money::Cents;
use shop_core::purchase::check;
use shop_core::purchase::plans::Schedule;
use shop_core::purchase::words::facts;
use shop_core::shipping::{
    DeliveryChoice, FreeDelivery, Parcel, ShippingMethod, ShippingPlace, available_methods, free_delivery, zone_for,
};
use shop_core::tax::TaxPlace;
use shop_core::text::md5_hex;
use shop_core::totals::cart::{CartTerms, PricedCoupon, with_coupons};
use shop_core::totals::{
    LineInput, LineTotals, PriceContext, ShippingInput, Totals, displayed_unit_price, shipping_price, totals,
};
use shop_core::{FieldError, Lang};

use super::content::CartContent;
use super::priced_line::{PricedLine, min_age_years, resolve, stock_item};
use super::purchases::{self, StockNow, goods_lines, line_sums};
use super::recurring::{self, Recurring};
use crate::catalogue::Catalogue;
use crate::settings::ShopSettings;

/// A way of delivery on offer.
#[derive(Clone, Debug)]
pub struct PricedRate<'a> {
    /// The method.
    pub method: &'a ShippingMethod,
    /// What it costs for these goods, without tax.
    pub cost: Cents,
    /// Its tax.
    pub tax: Cents,
    /// Chosen.
    pub selected: bool,
}

/// What is delivered together.
#[derive(Clone, Debug)]
pub struct PricedPackage<'a> {
    /// Ways of delivery.
    pub rates: Vec<PricedRate<'a>>,
}

/// A priced cart.
#[derive(Clone, Debug)]
pub struct CartView<'a> {
    /// Language of names.
    pub lang: Lang,
    /// Lines.
    pub lines: Vec<PricedLine<'a>>,
    /// Sums.
    pub totals: Totals,
    /// What each coupon takes off, in the order in which they were applied.
    pub coupons: Vec<(&'a Coupon, PricedCoupon)>,
    /// All coupons, net and tax, as a cart shows them: rounded once.
    pub discount: (Cents, Cents),
    /// How credits pay the total, and what is left to pay by other means.
    pub credit: CreditPayment,
    /// Packages: one, or none when nothing is delivered.
    pub packages: Vec<PricedPackage<'a>>,
    /// Whether anything is delivered.
    pub needs_shipping: bool,
    /// How far the goods are from free delivery, where there is such an offer.
    pub free_delivery: Option<FreeDelivery>,
    /// Settings it was priced with.
    pub settings: &'a ShopSettings,
    /// What is stored of it.
    pub content: &'a CartContent,
    /// Lines that cannot be ordered as they are: line index and pieces left.
    pub short_of_stock: Vec<(usize, i64)>,
    /// Lines whose booked time cannot be had: line index and why.
    pub unbookable: Vec<(usize, FieldError)>,
    /// What is due with the order and what later.
    pub due: Schedule,
    /// What is paid again and again, by schedule. The totals are those of the first payment.
    pub recurring: Vec<Recurring<'a>>,
}

impl CartView<'_> {
    /// Age in years from which it may be ordered, by its alcoholic drinks; `None`: any.
    pub fn min_age_years(&self) -> Option<i64> {
        self.lines.iter().find_map(|line| min_age_years(line.item()).or_else(|| min_age_years(&line.product.item)))
    }

    /// Whether anything of it is bought by subscription: it then needs an account.
    pub fn has_subscription(&self) -> bool {
        !self.recurring.is_empty()
    }

    /// Whether a way of payment is chosen with the order: because there is something to pay by other means than store credit, or
    /// because there will be.
    pub fn needs_payment(&self) -> bool {
        self.due.now > Cents::ZERO || self.keeps_method()
    }

    /// Whether nothing is paid now, but renewals are charged to a method that is kept with the order.
    pub fn keeps_method(&self) -> bool {
        let paid_later = |one: &Recurring<'_>| one.first_day.is_some() && one.totals.total > Cents::ZERO;
        self.due.now <= Cents::ZERO && self.settings.charges_renewals() && self.recurring.iter().any(paid_later)
    }

    /// To pay by other means than store credit.
    pub fn to_pay(&self) -> Cents {
        self.credit.to_pay_cents
    }

    /// Pieces in all.
    pub fn count(&self) -> i64 {
        self.lines.iter().map(|l| l.line.quantity).sum()
    }

    /// Goods with or without tax, before discounts, as displayed.
    pub fn displayed_subtotal(&self) -> Cents {
        if self.settings.tax_display_cart == "incl" {
            self.totals.items + self.totals.items_tax
        } else {
            self.totals.items
        }
    }

    /// The chosen rate.
    pub fn selected_rate(&self) -> Option<&PricedRate<'_>> {
        self.packages.first().and_then(|p| p.rates.iter().find(|r| r.selected))
    }

    /// The choice of delivery that this comes to; `None`: nothing is delivered.
    pub fn delivery_choice(&self) -> Option<DeliveryChoice> {
        self.needs_shipping.then(|| DeliveryChoice {
            rate_id: self.selected_rate().map(|rate| rate.method.rate_id()).unwrap_or_default(),
            offered: self
                .packages
                .iter()
                .flat_map(|package| &package.rates)
                .map(|rate| rate.method.rate_id())
                .collect(),
        })
    }

    /// Changes whenever lines, prices or the total change; empty for an empty cart.
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

/// Whether an address says where to deliver: country, and what of province and postcode is asked for there.
fn says_where(to: &Address) -> bool {
    let there = |field: AddressField| {
        let asked = presence(&to.country, AddressKind::Shipping, field, FieldOptions::default());
        asked != Presence::Required || !to.get(field).is_empty()
    };
    !to.country.is_empty() && there(AddressField::State) && there(AddressField::Postcode)
}

/// Where the buyer is taxed.
pub(super) fn tax_place(
    settings: &ShopSettings,
    content: &CartContent,
    needs_shipping: bool,
    picks_up: bool,
) -> TaxPlace {
    let of = |address: &Address| TaxPlace { country: address.country.clone(), state: address.state.clone() };
    if picks_up || settings.tax_based_on == "base" {
        return settings.base_place();
    }
    let _ = needs_shipping;
    let place = if settings.tax_based_on == "billing" { of(&content.billing) } else { of(&content.shipping) };
    if place.country.is_empty() { settings.base_place() } else { place }
}

/// Prices a cart. Lines whose product is gone or can no longer be bought are left out: [`super::CartService`] removes
/// them from what is stored and tells.
pub fn price<'a>(
    content: &'a CartContent,
    catalogue: &'a Catalogue,
    stock: &StockNow,
    coupons: &'a [UsedCoupon],
    settings: &'a ShopSettings,
    now: UnixSeconds,
) -> CartView<'a> {
    let mut lines: Vec<PricedLine<'a>> = Vec::with_capacity(content.lines.len());
    for line in &content.lines {
        let Some((product, variation)) = resolve(catalogue, line) else { continue };
        let item = variation.map_or(&product.item, |v| &v.item);
        let Some(entered) = item.prices.current(now) else { continue };
        let Ok(purchase) = check(&product.purchase, &line.choices) else { continue };
        let regular = item.prices.regular.unwrap_or(entered);
        let each = purchases::priced(product, entered, &purchase);
        let terms = purchases::terms_of(product, item);
        let first = |each| purchases::first_payment(each, terms.as_ref());
        let priced = first(each.clone());
        let regular = first(purchases::priced(product, regular, &purchase));
        let (entered, regular) = (priced.of(1).unit_cents, regular.of(1).unit_cents);
        let holder = stock_item(product, variation);
        let left = holder.stock.managed.then(|| stock.get(&holder.id).copied().unwrap_or(holder.stock.quantity));
        let mut live = holder.stock.clone();
        live.quantity = left.unwrap_or(live.quantity);
        lines.push(PricedLine {
            line,
            product,
            variation,
            bounds: line_bounds(product, variation, left),
            stock_left: left,
            availability: live.availability(settings.no_stock_amount),
            unit_price: entered,
            unit_regular: regular,
            on_sale: item.prices.on_sale(now),
            shop_price: entered,
            shop_regular: regular,
            entered_price: entered,
            totals: LineTotals::default(),
            purchase,
            priced,
            terms,
            each,
            facts: Vec::new(),
        });
    }
    let needs_shipping = lines.iter().any(PricedLine::needs_shipping);
    // Tax of goods that the buyer fetches is the shop's own.
    let picked_up = needs_shipping && content.delivery.is_pickup();
    let place = tax_place(settings, content, needs_shipping, picked_up);
    let rules = settings.totals_rules();
    let with_tax = settings.tax_display_cart == "incl";
    let (mut inputs, owners) = goods_lines(&lines, |line| &line.priced);
    let home = settings.base_place();
    for line in &mut lines {
        let item = line.item();
        let taxable = item.tax_status == TaxStatus::Taxable;
        let context = |place| PriceContext::new(taxable, &item.tax_class, &settings.tax, &rules, place, false);
        let regular = line.unit_regular;
        let (there, here) = (context(&place), context(&home));
        line.unit_price = displayed_unit_price(line.entered_price, &there, with_tax);
        line.unit_regular = displayed_unit_price(regular, &there, with_tax);
        line.shop_price = displayed_unit_price(line.entered_price, &here, with_tax);
        line.shop_regular = displayed_unit_price(regular, &here, with_tax);
        let shown = |cents| displayed_unit_price(cents, &there, with_tax);
        let mut words = facts(&line.purchase, &shown, settings.lang());
        words.extend(recurring::facts_of(line, &shown, settings.lang()));
        line.facts = words;
    }
    let applied: Vec<&Coupon> =
        coupons.iter().map(|one| &one.coupon).filter(|coupon| content.coupons.contains(&coupon.code)).collect();
    let mut reductions = Vec::new();
    let mut discount = (Cents::ZERO, Cents::ZERO);
    if !applied.is_empty() {
        let at_place = |input: &LineInput| {
            PriceContext::new(input.taxable, &input.tax_class, &settings.tax, &rules, &place, false)
        };
        let mut forms =
            purchases::whole_lines(lines.len(), &inputs, &owners, |input, cents| at_place(input).discountable(cents));
        for (form, line) in forms.iter_mut().zip(&lines) {
            form.goods = coupon_goods(line, catalogue);
        }
        let terms = CartTerms {
            taxes: &settings.tax,
            rules: &rules,
            place: &place,
            exempt: false,
            sequential_coupons: settings.coupons_sequential,
        };
        let reduced = with_coupons(&forms, &applied, None, terms);
        purchases::take_off(&mut inputs, &owners, &reduced.line_discounts, |input, cents| {
            at_place(input).discountable(cents)
        });
        discount = (reduced.discount, reduced.discount_tax);
        reductions = applied.iter().copied().zip(reduced.coupons).collect();
        reductions.sort_by_key(|(coupon, _)| content.coupons.iter().position(|code| *code == coupon.code));
    }
    let free_by_coupon = applied.iter().any(|coupon| coupon.free_shipping);
    let goods = totals(&inputs, None, &settings.tax, &rules, &place, false);
    let displayed = if with_tax { goods.total } else { goods.total - goods.tax };
    let country = &content.shipping.country;
    let delivered_to = !country.is_empty() && (settings.shipped_to.is_empty() || settings.shipped_to.contains(country));
    let to = &content.shipping;
    let destination = ShippingPlace { country, state: &to.state, postcode: &to.postcode };
    let zone = if delivered_to { zone_for(&settings.zones, destination) } else { None };
    let classes = shipping_classes(&lines);
    let parcel = Parcel {
        goods_cents: displayed,
        has_free_shipping_coupon: free_by_coupon,
        weight_milli: weight_milli(&lines),
        classes: &classes,
    };
    let known = says_where(to) && !content.address_open;
    let shows_delivery = needs_shipping && (!settings.shipping_requires_address || known);
    let methods = if shows_delivery { available_methods(zone, &parcel) } else { Vec::new() };
    let selected = content.delivery.selected(&methods, &parcel);
    let input = |m: &ShippingMethod| ShippingInput { cost: m.cost_for(&parcel), taxable: m.taxable };
    let rates: Vec<PricedRate<'a>> = methods
        .iter()
        .enumerate()
        .map(|(n, method)| {
            let price = shipping_price(&inputs, input(method), &settings.tax, &rules, &place, false);
            PricedRate { method, cost: price.net, tax: price.tax(), selected: Some(n) == selected }
        })
        .collect();
    let chosen = rates.iter().find(|r| r.selected).map(|r| input(r.method));
    let mut out = totals(&inputs, chosen, &settings.tax, &rules, &place, false);
    if needs_shipping && out.shipping.is_none() {
        out.shipping = Some(Cents::ZERO);
    }
    out.lines = line_sums(lines.len(), &owners, &out.lines);
    for (line, priced) in lines.iter_mut().zip(&out.lines) {
        line.totals = priced.clone();
    }
    let short_of_stock = short_lines(&lines);
    let unbookable = purchases::unbookable(&lines, stock, now);
    let due = purchases::due(&lines, out.total, now);
    let terms = recurring::Surroundings {
        settings,
        rules: &rules,
        place: &place,
        zone,
        chosen: &content.delivery.rate_id,
        now,
    };
    let recurring = recurring::schedules(&lines, &terms);
    CartView {
        lang: settings.lang(),
        lines,
        credit: CreditPayment { uses: Vec::new(), to_pay_cents: out.total },
        totals: out,
        coupons: reductions,
        discount,
        packages: if shows_delivery { vec![PricedPackage { rates }] } else { Vec::new() },
        needs_shipping,
        free_delivery: if needs_shipping { free_delivery(zone, displayed, free_by_coupon) } else { None },
        settings,
        content,
        short_of_stock,
        unbookable,
        due,
        recurring,
    }
}

/// Weight of the goods to be delivered, in thousandths of the shop's unit; what has no weight adds nothing.
pub(super) fn weight_milli(lines: &[PricedLine<'_>]) -> i64 {
    let delivered = lines.iter().filter(|line| line.needs_shipping());
    let weights = delivered.filter_map(|line| {
        let one = line.item().weight_milli.or(line.product.item.weight_milli)?;
        Some(one.saturating_mul(line.line.quantity))
    });
    weights.fold(0, i64::saturating_add)
}

/// Shipping classes of the goods to be delivered, each once.
pub(super) fn shipping_classes<'a>(lines: &[PricedLine<'a>]) -> Vec<&'a str> {
    let delivered = lines.iter().filter(|line| line.needs_shipping());
    let mut classes: Vec<&str> = delivered
        .map(|line| match line.variation.map(|variation| variation.item.shipping_class.as_str()) {
            Some(own) if !own.is_empty() => own,
            _ => line.product.item.shipping_class.as_str(),
        })
        .filter(|class| !class.is_empty())
        .collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// What coupons ask of a line.
pub(super) fn coupon_goods(line: &PricedLine<'_>, catalogue: &Catalogue) -> CouponGoods {
    let paths = line.product.category_ids.iter().flat_map(|id| catalogue.category_path(*id));
    CouponGoods {
        product_id: line.item().id,
        parent_id: line.variation.map(|_| line.product.item.id),
        category_ids: paths.map(|category| category.id).collect(),
        on_sale: line.on_sale,
    }
}

/// Lines that want more than is left, those before them served first.
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
        let taken = wanted.entry(holder.id).or_default();
        let available = (left - *taken).max(0);
        *taken += line.line.quantity;
        if line.line.quantity > available {
            out.push((n, available));
        }
    }
    out
}
