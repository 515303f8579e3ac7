//! Converts the totals of a priced cart to the API's types, for the server's response and for the browser's.

use super::{
    CartCoupon, CartTotals, CouponTotals, Currency, Extensions, ItemPrices, ItemTotals, RawPrices, ShippingRate,
    TaxLine,
};
use crate::base::format::price;
use crate::base::{Cents, Lang};
use crate::cart::coupon::credit::CreditPayment;
use crate::cart::pricing::PricedRate;
use crate::cart::shipping::FreeDelivery;
use crate::cart::tax::TaxTable;
use crate::cart::totals::printed::PrintedDiscounts;
use crate::cart::totals::{LineTotals, Totals};
use crate::catalogue::purchase::plans::Schedule;
use crate::catalogue::purchase::words::day;
use crate::platform::words::{purchase_texts, site_texts};

/// Type of store credit for clients, alongside those of coupons.
pub const STORE_CREDIT: &str = "store_credit";

/// Formats an amount as in the API.
pub fn minor(cents: Cents) -> String {
    cents.0.to_string()
}

impl ItemPrices {
    /// Converts the prices of a piece; raw prices have the platform's precision of six decimals.
    pub fn new(price: Cents, regular: Cents, sale: Cents) -> Self {
        let raw = |c: Cents| c.0.saturating_mul(10_000).to_string();
        Self {
            price: minor(price),
            regular_price: minor(regular),
            sale_price: minor(sale),
            price_range: None,
            raw_prices: RawPrices {
                precision: 6,
                price: raw(price),
                regular_price: raw(regular),
                sale_price: raw(sale),
            },
            currency: Currency::default(),
        }
    }
}

impl ItemTotals {
    /// Converts the totals of a line.
    pub fn from_line(totals: &LineTotals) -> Self {
        Self {
            line_subtotal: minor(totals.subtotal),
            line_subtotal_tax: minor(totals.subtotal_tax),
            line_total: minor(totals.total),
            line_total_tax: minor(totals.total_tax),
            currency: Currency::default(),
        }
    }
}

impl CartCoupon {
    /// Converts a coupon and its discount.
    pub fn new(code: &str, kind: &str, discount: Cents, tax: Cents) -> Self {
        Self {
            code: code.to_owned(),
            discount_type: kind.to_owned(),
            totals: CouponTotals {
                total_discount: minor(discount),
                total_discount_tax: minor(tax),
                currency: Currency::default(),
            },
        }
    }

    /// Converts an applied credit and the amount that it pays.
    pub fn from_credit(code: &str, credit: &CreditPayment) -> Self {
        let used = credit.uses.iter().find(|one| one.code == code).map_or(Cents::ZERO, |one| one.used_cents);
        Self::new(code, STORE_CREDIT, used, Cents::ZERO)
    }
}

impl CartTotals {
    /// Converts totals so that they add up for clients: credits count as discounts without tax, and the price is the remainder.
    /// `discount`: all coupons, net and tax. `named`: the rates, if each tax is listed by name.
    pub fn from_totals(
        totals: &Totals,
        discount: (Cents, Cents),
        credit: &CreditPayment,
        named: Option<&TaxTable>,
    ) -> Self {
        let used: Cents = credit.uses.iter().map(|one| one.used_cents).sum();
        let line = |(index, cents): &(usize, Cents)| {
            let rate = named?.rates.get(*index).filter(|_| *cents != Cents::ZERO)?;
            Some(TaxLine { name: rate.name.clone(), price: minor(*cents), rate: rate.percent() })
        };
        Self {
            total_items: minor(totals.items),
            total_items_tax: minor(totals.items_tax),
            total_fees: "0".into(),
            total_fees_tax: "0".into(),
            total_discount: minor(discount.0 + used),
            total_discount_tax: minor(discount.1),
            total_shipping: totals.shipping.map(minor),
            total_shipping_tax: totals.shipping.map(|_| minor(totals.shipping_tax)),
            total_price: minor(credit.to_pay_cents),
            total_tax: minor(totals.tax),
            tax_lines: totals.tax_by_rate.iter().filter_map(line).collect(),
            currency: Currency::default(),
        }
    }
}

impl ShippingRate {
    /// Converts a delivery method. `name` and `description` are HTML.
    pub fn from_rate(rate: &PricedRate<'_>, name: String, description: String) -> Self {
        Self {
            rate_id: rate.method.rate_id(),
            name,
            description,
            delivery_time: String::new(),
            price: minor(rate.cost),
            taxes: minor(rate.tax),
            instance_id: rate.method.instance_id,
            method_id: rate.method.kind.as_str().into(),
            meta_data: Vec::new(),
            selected: rate.selected,
            currency: Currency::default(),
        }
    }
}

/// Returns the name of the single package with all goods of a cart.
pub fn package_name(lang: Lang) -> String {
    purchase_texts::shipment(lang).into()
}

/// Builds the shop's own extensions, in minor units: the printed discount of each coupon by its code, and the remaining rounding
/// difference; the progress towards free delivery; the amounts due with the order and later, with formatted days.
pub fn sum_extensions<'a>(
    free: Option<FreeDelivery>,
    due: &Schedule,
    coupons: impl Iterator<Item = &'a str>,
    printed: &PrintedDiscounts,
    lang: Lang,
) -> Extensions {
    let mut out = Extensions::new();
    for (code, off) in coupons.zip(&printed.each) {
        out.insert(format!("bottega_discount_{code}"), minor(*off));
    }
    if printed.rounding != Cents::ZERO {
        out.insert("bottega_rounding".into(), minor(printed.rounding));
    }
    if let Some(offer) = free {
        out.insert("bottega_free_delivery_from".into(), minor(offer.from));
        out.insert("bottega_free_delivery_reached".into(), minor(offer.from - offer.missing));
        out.insert("bottega_free_delivery_missing".into(), minor(offer.missing));
    }
    if !due.later.is_empty() {
        let parts = due.later.iter().map(|one| {
            let (cents, due) = (price(one.cents, lang), day(&one.due, lang));
            site_texts::due_by(lang, cents, due)
        });
        out.insert("bottega_due_now".into(), minor(due.now));
        out.insert("bottega_due_later".into(), minor(due.later_cents()));
        out.insert("bottega_due_later_words".into(), parts.collect::<Vec<_>>().join(", "));
    }
    out
}
