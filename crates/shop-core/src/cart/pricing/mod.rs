//! Prices of a cart, calculated by one function for every host: goods with their coupons, tax at the buyer's location, delivery,
//! and the amounts due now, later and with each renewal.

mod delivery;
mod exemption;
pub mod input;
mod parts;
mod place;

use serde::{Deserialize, Serialize};

use crate::base::Cents;
use crate::base::time::UnixSeconds;
use crate::cart::coupon::credit::{CreditPayment, StoreCredit, pay};
use crate::cart::coupon::{Coupon, CouponGoods};
use crate::cart::shipping::{DeliveryChoice, FreeDelivery, ShippingZone};
use crate::cart::tax::{TaxPlace, TaxTable};
use crate::cart::totals::cart::{CartTerms, PricedCoupon, with_coupons};
use crate::cart::totals::{LineInput, LineTotals, PriceContext, Totals, TotalsRules, displayed_unit_price, totals};
use crate::catalogue::purchase::money::Priced;
use crate::catalogue::purchase::plans::{PaymentPlan, PlanLine, Schedule, schedule};

pub use delivery::{PricedRate, choice};
pub use place::{Place, TaxedAt, tax_place};

/// Settings of the shop that affect prices.
#[derive(Clone, Debug)]
pub struct CartRules<'a> {
    pub taxes: &'a TaxTable,
    /// Rounding and tax settings.
    pub totals: TotalsRules,
    /// Address that determines the tax.
    pub taxed_at: TaxedAt,
    /// Whether prices in the cart are shown with tax.
    pub shows_tax: bool,
    /// Whether each coupon applies to the prices that the ones before it left.
    pub sequential_coupons: bool,
    /// Delivery zones and methods.
    pub zones: &'a [ShippingZone],
    /// Codes of the countries that goods are sent to; empty: all.
    pub shipped_to: &'a [String],
    /// Whether delivery is hidden until the address is known.
    pub waits_for_address: bool,
}

/// A line of the cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CartGoods {
    /// Key of the line.
    pub key: String,
    pub quantity: u32,
    /// Price paid with the order, as entered.
    pub priced: Priced,
    /// Regular price, without a reduction.
    pub regular: Priced,
    /// Price of each payment of a subscription, as entered; equals [`Self::priced`] for a single purchase.
    pub each: Priced,
    /// Whether it is taxed.
    pub taxable: bool,
    /// Slug of its tax class; empty: the standard one.
    pub tax_class: String,
    /// Whether it is delivered.
    pub needs_shipping: bool,
    /// Weight of a piece, in thousandths of the shop's unit; 0: unknown.
    pub weight_milli: i64,
    /// Slug of its shipping class; empty: none.
    pub shipping_class: String,
    /// Properties for coupons; may be empty if there are none.
    pub coupon_goods: CouponGoods,
    /// Payment plan; `None`: paid at once.
    pub plan: Option<PaymentPlan>,
}

impl CartGoods {
    /// Returns the unit price with add-ons, as entered.
    pub fn entered_price(&self) -> Cents {
        self.priced.line_price(1).unit_cents
    }
}

/// A cart to price. The validity of its coupons is checked before ([`crate::cart::coupon::validity`]).
#[derive(Clone, Debug)]
pub struct CartInput<'a> {
    /// Settings of the shop.
    pub rules: CartRules<'a>,
    pub goods: Vec<CartGoods>,
    /// Coupons, in the order of their creation.
    pub coupons: Vec<&'a Coupon>,
    pub billing: Place,
    /// Destination of the goods.
    pub shipping: Place,
    /// The buyer's VAT number, validated at its register and in its normal form; empty: none. See [`Self::is_exempt`].
    pub vat_number: String,
    /// Whether the address is still being entered.
    pub address_open: bool,
    /// The current choice of delivery.
    pub delivery: &'a DeliveryChoice,
    /// Applied store credits.
    pub credits: Vec<StoreCredit>,
    /// Current time, for credits that expire.
    pub now: UnixSeconds,
    /// Current date, "2026-11-21".
    pub today: String,
}

/// Prices of a line as shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoodsPrice {
    /// Unit price shown to the buyer.
    pub unit_price: Cents,
    /// Regular unit price.
    pub unit_regular: Cents,
    /// Unit price at the shop's own location.
    pub shop_price: Cents,
    /// Regular unit price at the shop's own location.
    pub shop_regular: Cents,
    pub totals: LineTotals,
}

/// Calculated prices of a cart.
#[derive(Clone, Debug)]
pub struct CartPrice<'a> {
    /// Location for taxing the buyer.
    pub place: TaxPlace,
    /// Whether the buyer is exempt (reverse charge): the sums contain no tax.
    pub exempt: bool,
    pub goods: Vec<GoodsPrice>,
    pub totals: Totals,
    /// Discount of each coupon, in the given order.
    pub coupons: Vec<PricedCoupon>,
    /// Discount of all coupons, net and tax, as a cart shows them: rounded once.
    pub discount: (Cents, Cents),
    /// Whether anything is delivered.
    pub needs_shipping: bool,
    /// Whether delivery methods are shown.
    pub shows_delivery: bool,
    /// Offered delivery methods.
    pub rates: Vec<PricedRate<'a>>,
    /// Amount missing to free delivery, if there is such an offer.
    pub free_delivery: Option<FreeDelivery>,
    /// Payment of the total by credits, and the remaining amount.
    pub credit: CreditPayment,
    /// Parts of the remaining amount that are due with the order and later.
    pub due: Schedule,
}

impl CartPrice<'_> {
    /// Returns the resulting choice of delivery; `None`: nothing is delivered.
    pub fn delivery_choice(&self) -> Option<DeliveryChoice> {
        self.needs_shipping.then(|| choice(&self.rates))
    }
}

/// Prices of a renewal.
#[derive(Clone, Debug)]
pub struct RenewalPrice<'a> {
    /// Totals; the lines are in the order of the goods.
    pub totals: Totals,
    /// Delivery method; `None`: no delivery, or none available yet.
    pub rate: Option<PricedRate<'a>>,
    /// Whether its goods are delivered.
    pub needs_shipping: bool,
}

impl CartInput<'_> {
    /// Returns the location for taxing the buyer.
    pub fn tax_place(&self) -> TaxPlace {
        let picks_up = self.goods.iter().any(|goods| goods.needs_shipping) && self.delivery.is_pickup();
        tax_place(self.rules.taxed_at, &self.billing, &self.shipping, &self.rules.totals.base, picks_up)
    }

    /// Returns whether the buyer is exempt (reverse charge), by [`Self::vat_number`] and the locations of the cart.
    pub fn is_exempt(&self) -> bool {
        !self.vat_number.is_empty() && exemption::is_exempt(self)
    }

    /// Returns the rates for a line at a location.
    pub fn context(&self, taxable: bool, tax_class: &str, place: &TaxPlace) -> PriceContext<'_> {
        PriceContext::new(taxable, tax_class, self.rules.taxes, &self.rules.totals, place, self.is_exempt())
    }

    /// Returns the rates for a line at the shop's own location, where nobody is exempt.
    fn context_here(&self, goods: &CartGoods) -> PriceContext<'_> {
        let rules = &self.rules.totals;
        PriceContext::new(goods.taxable, &goods.tax_class, self.rules.taxes, rules, &rules.base, false)
    }

    fn displayed(&self, goods: &Totals) -> Cents {
        if self.rules.shows_tax { goods.total } else { goods.total - goods.tax }
    }
}

/// Calculates the prices of a cart.
pub fn price<'a>(input: &CartInput<'a>) -> CartPrice<'a> {
    let (place, exempt) = (input.tax_place(), input.is_exempt());
    let (mut parts, owners) = parts::parts_of(&input.goods, |goods| &goods.priced);
    let reduced = take_coupons(input, &place, &mut parts, &owners);
    let (taxes, rules) = (input.rules.taxes, &input.rules.totals);
    let goods = totals(&parts, None, taxes, rules, &place, exempt);
    let delivery = delivery::deliveries(input, &place, &parts, input.displayed(&goods));
    let mut sums = totals(&parts, delivery.chosen, taxes, rules, &place, exempt);
    let needs_shipping = input.goods.iter().any(|goods| goods.needs_shipping);
    if needs_shipping && sums.shipping.is_none() {
        sums.shipping = Some(Cents::ZERO);
    }
    sums.lines = parts::line_sums(input.goods.len(), &owners, &sums.lines);
    let credit = payment(input, sums.total);
    let due = payment_schedule(&input.goods, &sums, credit.to_pay_cents, &input.today);
    let goods =
        input.goods.iter().zip(&sums.lines).map(|(goods, sums)| goods_price(input, goods, sums, &place)).collect();
    let (coupons, discount) = reduced;
    CartPrice {
        place,
        exempt,
        goods,
        totals: sums,
        coupons,
        discount,
        needs_shipping,
        shows_delivery: delivery.shown,
        rates: delivery.rates,
        free_delivery: delivery.free,
        credit,
        due,
    }
}

/// Calculates the prices of a renewal of some of the cart's goods. Coupons and store credit apply only to the first payment, not
/// to renewals.
pub fn renewal<'a>(input: &CartInput<'a>, goods: &[CartGoods], place: &TaxPlace) -> RenewalPrice<'a> {
    let (parts, owners) = parts::parts_of(goods, |goods| &goods.each);
    let (taxes, rules) = (input.rules.taxes, &input.rules.totals);
    let exempt = input.is_exempt();
    let alone = totals(&parts, None, taxes, rules, place, exempt);
    let delivery = delivery::renewal_delivery(input, goods, place, &parts, input.displayed(&alone));
    let (rate, chosen) = delivery.unzip();
    let mut sums = totals(&parts, chosen, taxes, rules, place, exempt);
    sums.lines = parts::line_sums(goods.len(), &owners, &sums.lines);
    RenewalPrice { totals: sums, rate, needs_shipping: goods.iter().any(|goods| goods.needs_shipping) }
}

/// Subtracts the coupons from the parts and returns the discount of each, and of all together.
fn take_coupons(
    input: &CartInput<'_>,
    place: &TaxPlace,
    parts: &mut [LineInput],
    owners: &[usize],
) -> (Vec<PricedCoupon>, (Cents, Cents)) {
    if input.coupons.is_empty() {
        return (Vec::new(), (Cents::ZERO, Cents::ZERO));
    }
    let worth =
        |part: &LineInput, cents: Cents| input.context(part.taxable, &part.tax_class, place).discountable(cents);
    let mut forms = parts::whole_lines(input.goods.len(), parts, owners, worth);
    for (form, goods) in forms.iter_mut().zip(&input.goods) {
        form.goods = goods.coupon_goods.clone();
    }
    let terms = CartTerms {
        taxes: input.rules.taxes,
        rules: &input.rules.totals,
        place,
        exempt: input.is_exempt(),
        sequential_coupons: input.rules.sequential_coupons,
    };
    let reduced = with_coupons(&forms, &input.coupons, None, terms);
    parts::take_off(parts, owners, &reduced.line_discounts, worth);
    (reduced.coupons, (reduced.discount, reduced.discount_tax))
}

fn goods_price(input: &CartInput<'_>, goods: &CartGoods, sums: &LineTotals, place: &TaxPlace) -> GoodsPrice {
    let with_tax = input.rules.shows_tax;
    let there = input.context(goods.taxable, &goods.tax_class, place);
    let here = input.context_here(goods);
    let (entered, regular) = (goods.entered_price(), goods.regular.line_price(1).unit_cents);
    GoodsPrice {
        unit_price: displayed_unit_price(entered, &there, with_tax),
        unit_regular: displayed_unit_price(regular, &there, with_tax),
        shop_price: displayed_unit_price(entered, &here, with_tax),
        shop_regular: displayed_unit_price(regular, &here, with_tax),
        totals: sums.clone(),
    }
}

fn payment(input: &CartInput<'_>, total: Cents) -> CreditPayment {
    if input.credits.is_empty() {
        return CreditPayment { uses: Vec::new(), to_pay_cents: total };
    }
    pay(total, &input.credits, input.now)
}

fn payment_schedule(goods: &[CartGoods], sums: &Totals, to_pay: Cents, today: &str) -> Schedule {
    let lines: Vec<PlanLine<'_>> = goods
        .iter()
        .zip(&sums.lines)
        .map(|(goods, sums)| PlanLine {
            cents: sums.total + sums.total_tax,
            quantity: goods.quantity,
            plan: goods.plan.as_ref(),
        })
        .collect();
    schedule(to_pay, &lines, today)
}

#[cfg(test)]
mod tests;
