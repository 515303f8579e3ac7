//! A priced cart, as pages show it.

use shop_core::base::text::md5_hex;
use shop_core::base::{Cents, FieldError, Lang};
use shop_core::cart::coupon::Coupon;
use shop_core::cart::coupon::credit::CreditPayment;
use shop_core::cart::pricing::{PricedRate, choice};
use shop_core::cart::shipping::{DeliveryChoice, FreeDelivery};
use shop_core::cart::totals::Totals;
use shop_core::cart::totals::cart::PricedCoupon;
use shop_core::cart::totals::printed::PrintedDiscounts;
use shop_core::catalogue::food::Label;
use shop_core::catalogue::purchase::plans::Schedule;
use shop_core::orders::subscription::words;
use shop_core::platform::words::subscription_texts;

use super::priced_line::{PricedLine, min_age_years};
use super::recurring::Recurring;
use crate::platform::settings::{ShopSettings, TaxDisplay};
use crate::records::CartContent;

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
        self.lines.iter().any(|line| Label::new(line.product, line.variation).perishable())
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
        PrintedDiscounts::from_totals(&self.totals, self.coupons.iter().map(|(_, off)| off), self.shows_net())
    }

    pub fn selected_rate(&self) -> Option<&PricedRate<'_>> {
        self.packages.first().and_then(|p| p.rates.iter().find(|r| r.selected))
    }

    /// The effective delivery choice; `None` if nothing is delivered.
    pub fn delivery_choice(&self) -> Option<DeliveryChoice> {
        self.needs_shipping.then(|| choice(self.packages.first().map(|package| &*package.rates).unwrap_or_default()))
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

/// Describes how to cancel recurring payments, and what applies to the first payment only; empty if there are none.
pub fn recurring_terms(view: &CartView<'_>) -> String {
    let Some(first) = view.recurring.first() else { return String::new() };
    let conditions = words::conditions(&first.terms, view.lang);
    subscription_texts::counted_from_payment(view.lang, conditions)
}
