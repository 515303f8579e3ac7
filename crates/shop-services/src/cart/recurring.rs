//! Recurring payments of a cart: one total for each schedule, with the delivery of its own goods.

use shop_core::base::calendar::local_day;
use shop_core::base::format::{date, price};
use shop_core::base::{Cents, Lang};
use shop_core::cart::pricing::{CartGoods, CartInput, PricedRate, renewal};
use shop_core::cart::tax::TaxPlace;
use shop_core::cart::totals::Totals;
use shop_core::catalogue::purchase::words::{Fact, subscription_facts};
use shop_core::orders::subscription::{SubscriptionTerms, words};
use shop_core::platform::words::subscription_texts;

use super::priced_line::PricedLine;

/// The payment of each period for the lines of one schedule.
#[derive(Clone, Debug)]
pub struct Recurring<'a> {
    pub terms: SubscriptionTerms,
    /// Indices of its lines in the cart.
    pub lines: Vec<usize>,
    /// Totals of a renewal, with lines in the order of [`Self::lines`].
    pub totals: Totals,
    /// Delivery of a renewal; `None` if there is none, or no address yet.
    pub rate: Option<PricedRate<'a>>,
    pub needs_shipping: bool,
    /// Day of the first renewal of an order paid today; `None` if the order is the only payment.
    pub first_day: Option<i64>,
}

/// Recurring payments for display.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecurringText {
    /// Formatted as "ogni mese".
    pub period: String,
    /// Formatted as "15,80 €".
    pub amount: String,
    /// Composition, day of the first renewal, duration.
    pub note: String,
}

impl Recurring<'_> {
    /// "Totale ricorrente ogni mese, dal 21 dicembre 2026": label of the row in an order's totals.
    pub fn row_label(&self, lang: Lang) -> String {
        let period = words::period(&self.terms, lang);
        let first = self.first_day.map(|day| date(day.saturating_mul(86_400), lang));
        match first {
            Some(day) => subscription_texts::recurring_from(lang, day, period),
            None => subscription_texts::no_renewal(lang).to_owned(),
        }
    }

    /// Describes it for display.
    pub fn words(&self, lang: Lang) -> RecurringText {
        let money = |cents: Cents| price(cents, lang);
        let goods = money(self.totals.items + self.totals.items_tax);
        let mut parts = vec![subscription_texts::goods(lang, goods)];
        if let Some(rate) = &self.rate {
            let cost = rate.cost + self.totals.shipping_tax;
            parts.push(if cost > Cents::ZERO {
                subscription_texts::shipping_cost(lang, money(cost))
            } else {
                subscription_texts::free_shipping(lang).to_owned()
            });
        }
        parts.push(subscription_texts::vat_included(lang, money(self.totals.tax)));
        let first = self.first_day.map(|day| date(day.saturating_mul(86_400), lang));
        let first = match first {
            // After a trial it is no renewal: nothing of the price was paid before.
            Some(day) if self.terms.trial_days > 0 => subscription_texts::first_payment_on(lang, day),
            Some(day) => subscription_texts::first_renewal_on(lang, day),
            None => subscription_texts::no_renewal(lang).to_owned(),
        };
        let lasts = words::duration(&self.terms, lang);
        let lasts = subscription_texts::lasting(lang, lasts);
        RecurringText {
            period: words::period(&self.terms, lang),
            amount: money(self.totals.total),
            note: format!("{}. {first}. {lasts}.", parts.join(", ")),
        }
    }
}

/// The schedules of a cart, in the order of its lines. Coupons and store credit only apply to the first payment.
pub(super) fn schedules<'a>(lines: &[PricedLine<'a>], input: &CartInput<'a>, place: &TaxPlace) -> Vec<Recurring<'a>> {
    let mut groups: Vec<(SubscriptionTerms, Vec<usize>)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(terms) = line.terms.as_ref().map(SubscriptionTerms::schedule) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == terms) {
            Some((_, members)) => members.push(at),
            None => groups.push((terms, vec![at])),
        }
    }
    let schedule = |(terms, members): (SubscriptionTerms, Vec<usize>)| {
        let goods: Vec<CartGoods> = members.iter().filter_map(|at| input.goods.get(*at).cloned()).collect();
        let sums = renewal(input, &goods, place);
        let first_day = terms.payment_day(local_day(input.now), terms.paid_with_order());
        Recurring {
            terms,
            lines: members,
            totals: sums.totals,
            rate: sums.rate,
            needs_shipping: sums.needs_shipping,
            first_day,
        }
    };
    groups.into_iter().map(schedule).collect()
}

/// Subscription facts of a line; `displayed` converts an entered amount to a displayed one.
pub(super) fn facts_of(line: &PricedLine<'_>, displayed: &dyn Fn(Cents) -> Cents, lang: Lang) -> Vec<Fact> {
    let Some(terms) = &line.terms else { return Vec::new() };
    let quantity = u32::try_from(line.line.quantity).unwrap_or(0);
    let cost = line.each.line_price(quantity);
    let each = displayed(cost.unit_cents).times(quantity) + displayed(cost.once_cents);
    subscription_facts(terms, each, displayed(terms.sign_up_cents), lang)
}
