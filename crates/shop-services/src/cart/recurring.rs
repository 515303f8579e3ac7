//! What of a cart is paid again and again: one sum for each schedule, with the delivery of its own goods.

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
use super::pricing::CartView;

/// What is paid each period for the lines of one schedule.
#[derive(Clone, Debug)]
pub struct Recurring<'a> {
    /// When it is paid.
    pub terms: SubscriptionTerms,
    /// Its lines, by their place in the cart.
    pub lines: Vec<usize>,
    /// Sums of a renewal; its lines are in the order of [`Self::lines`].
    pub totals: Totals,
    /// How a renewal is delivered; `None`: not at all, or nowhere yet.
    pub rate: Option<PricedRate<'a>>,
    /// Whether its goods are delivered.
    pub needs_shipping: bool,
    /// The day of the first renewal of an order that is paid today; `None`: the order makes the only payment.
    pub first_day: Option<i64>,
}

/// What is paid again, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecurringWords {
    /// Formatted as "ogni mese".
    pub period: String,
    /// Formatted as "15,80 €".
    pub amount: String,
    /// What it is made of, the day of the first renewal, how long it lasts.
    pub note: String,
}

impl Recurring<'_> {
    /// "Totale ricorrente ogni mese, dal 21 dicembre 2026": the row of an order's sums.
    pub fn row_label(&self, lang: Lang) -> String {
        let period = words::period(&self.terms, lang);
        let first = self.first_day.map(|day| date(day.saturating_mul(86_400), lang));
        match first {
            Some(day) => subscription_texts::recurring_from(lang, day, period),
            None => subscription_texts::no_renewal(lang).to_owned(),
        }
    }

    /// It in words.
    pub fn words(&self, lang: Lang) -> RecurringWords {
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
        RecurringWords {
            period: words::period(&self.terms, lang),
            amount: money(self.totals.total),
            note: format!("{}. {first}. {lasts}.", parts.join(", ")),
        }
    }
}

/// How what a cart pays again is cancelled, and what counts for its first payment alone; empty: nothing is paid again.
pub fn recurring_terms(view: &CartView<'_>) -> String {
    let Some(first) = view.recurring.first() else { return String::new() };
    let conditions = words::conditions(&first.terms, view.lang);
    subscription_texts::counted_from_payment(view.lang, conditions)
}

/// The schedules of a cart, in the order of its lines. Coupons and store credit are for the first payment alone: renewals know
/// none of them.
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

/// What a line says of its subscription; `shown`: an amount as entered in the terms in which prices are displayed.
pub(super) fn facts_of(line: &PricedLine<'_>, shown: &dyn Fn(Cents) -> Cents, lang: Lang) -> Vec<Fact> {
    let Some(terms) = &line.terms else { return Vec::new() };
    let quantity = u32::try_from(line.line.quantity).unwrap_or(0);
    let cost = line.each.of(quantity);
    let each = shown(cost.unit_cents).times(quantity) + shown(cost.once_cents);
    subscription_facts(terms, each, shown(terms.sign_up_cents), lang)
}
