//! Renewals: on the due date an order is placed from the agreed content, exactly once whichever process runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use shop_core::base::Lang;
use shop_core::base::calendar::local_day;
use shop_core::catalogue::product::{Backorders, StockStatus};
use shop_core::orders::OrderStatus;
use shop_core::orders::subscription::SubscriptionStatus;
use shop_core::orders::subscription::terms::PeriodUnit;
use shop_core::payments::method::PaymentMethod;
use shop_core::platform::words::staff_texts;
use shop_core::privacy::attribution::RENEWAL;

use super::MAX_ROUNDS;
use crate::catalogue::{Catalogue, Found};
use crate::orders::order_steps::OrderSteps;
use crate::orders::subscriptions::{Subscriptions, scheduled};
use crate::orders::{Orders, mails, order_key};
use crate::payments::{MethodSetups, Payments, Settlement};
use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{
    CouponPerson, NewOrder, NewOrderLine, NewRenewal, OrderStore, PaymentStore, PlaceRefusal, StockTarget, StoreError,
    SubscriptionLine, SubscriptionRecord, SubscriptionState, SubscriptionStore, Transition, ports,
};
use crate::records::{OrderContent, OrderRenewal};

/// Days for paying a renewal before its subscription is paused.
pub const PAY_WITHIN_DAYS: i64 = 7;
/// Days before a yearly payment at which its owner is reminded.
const REMIND_DAYS: i64 = 7;
/// Subscriptions per batch.
const AT_ONCE: u64 = 50;
const DAY_S: i64 = 86_400;

/// Result of a renewal run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Renewed {
    /// Orders that were placed.
    pub made: usize,
    /// Subscriptions that wait for stock.
    pub waiting: usize,
    /// Subscriptions that were paused because a renewal was not paid.
    pub paused: usize,
    /// Owners who were reminded.
    pub reminded: usize,
    /// Renewals that were charged: paid, or processing.
    pub charged: usize,
    /// Charges that the bank declined.
    pub refused: usize,
    /// Owners who were notified that their card expires.
    pub cards_notified: usize,
}

/// Result of one renewal.
enum RenewalOutcome {
    Yes,
    Waits,
    /// Another process was faster.
    No,
}

ports! {
    pub(crate) trait RenewalsPorts: OrderStore + PaymentStore + SubscriptionStore
}

/// Renewals of subscriptions.
#[derive(Clone)]
pub struct Renewals {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn RenewalsPorts>,
    pub(crate) method_setups: MethodSetups,
    pub(crate) order_steps: OrderSteps,
    pub(crate) orders: Orders,
    pub(crate) payments: Payments,
    pub(crate) settlement: Settlement,
    pub(crate) subscriptions: Subscriptions,
}

impl Renewals {
    /// Places and charges due renewals, pauses subscriptions that were not paid in time, and sends reminders of yearly payments
    /// and expiring cards. Several processes may run this concurrently.
    pub async fn renew_subscriptions(&self) -> Result<Renewed, StoreError> {
        let (now, today) = (self.context.now(), local_day(self.context.now()));
        let mut done = Renewed::default();
        for _ in 0..MAX_ROUNDS {
            let mut overtaken = false;
            for record in self.store.due_subscriptions(today, AT_ONCE).await? {
                match self.renew(&record, today).await? {
                    RenewalOutcome::Yes => done.made += 1,
                    RenewalOutcome::Waits => done.waiting += 1,
                    RenewalOutcome::No => overtaken = true,
                }
            }
            // A concurrent change may have been unrelated: a renewal that is still due is placed now.
            if !overtaken {
                break;
            }
        }
        let charges = Box::pin(self.charge_renewals()).await?;
        (done.charged, done.refused) = (charges.paid, charges.refused);
        for record in self.store.unpaid_subscriptions(now - PAY_WITHIN_DAYS * DAY_S, AT_ONCE).await? {
            done.paused += usize::from(self.pause_unpaid(&record).await?);
        }
        let settings = self.context.settings().await?;
        for record in self.store.subscriptions_to_remind((today + 1, today + REMIND_DAYS), AT_ONCE).await? {
            let Some(day) = record.state.next_day.filter(|_| record.terms.unit == PeriodUnit::Year) else { continue };
            let mail = self.subscriptions.mails(&settings).reminder(&record, day);
            done.reminded += usize::from(self.store.remind_subscription(record.id, day, &mail, now).await?);
        }
        done.cards_notified = self.notify_expiring_cards(now).await?;
        Ok(done)
    }

    async fn renew(&self, record: &SubscriptionRecord, today: i64) -> Result<RenewalOutcome, StoreError> {
        let catalogue = self.context.catalogue().await?;
        let lines: Result<Vec<NewOrderLine>, &str> =
            record.content.lines.iter().map(|line| renewed_line(line, catalogue.as_ref())).collect();
        let lines = match lines {
            Ok(lines) => lines,
            Err(missing) => return self.wait_for(record, missing, today).await,
        };
        let settings = self.context.settings().await?;
        let kind = self.subscriptions.method_of(record).await?.map(|saved| saved.method.kind);
        let order = renewal_order(record, order_key(self.context.random()), lines, kind, &settings, self.context.now());
        let links = self.orders.mail_links(&order.lines, order.content.lang).await?;
        // The contract and its terms were confirmed with the first order.
        let make = |id| mails::for_new_order(id, &order, &settings, &links, &[]);
        match self.store.place_order(&order, &make, self.context.now()).await? {
            Ok(_) => {
                self.context.catalogue_changed();
                Ok(RenewalOutcome::Yes)
            }
            Err(PlaceRefusal::NotEnoughStock { product_id, .. }) => {
                let named = record.content.lines.iter().find(|line| line.product_id == product_id);
                let name = named.or(record.content.lines.first()).map_or("", |line| line.name.as_str());
                self.wait_for(record, name, today).await
            }
            Err(_) => Ok(RenewalOutcome::No),
        }
    }

    /// Schedules a retry for tomorrow, and records the reason once in the history of the first order, for the merchant.
    async fn wait_for(
        &self,
        record: &SubscriptionRecord,
        name: &str,
        today: i64,
    ) -> Result<RenewalOutcome, StoreError> {
        let state = SubscriptionState { retry_day: today + 1, waits_for: name.to_owned(), ..record.state.clone() };
        if !self.store.change_subscription(&record.changed(state), &[], self.context.now()).await? {
            return Ok(RenewalOutcome::No);
        }
        if record.state.waits_for != name {
            let note = staff_texts::renewal_waits(Lang::It, record.id, name);
            self.store.add_order_note(record.order_id, "note", &note, "system", self.context.now()).await?;
        }
        Ok(RenewalOutcome::Waits)
    }

    /// Pauses a subscription whose renewal was not paid in time. The order can still be paid; its stock is restored.
    async fn pause_unpaid(&self, record: &SubscriptionRecord) -> Result<bool, StoreError> {
        let Some(open) = record.state.open_order else { return Ok(false) };
        // The process that is charging it reports the result.
        if record.state.trying && record.state.try_at.is_some_and(|until| until > self.context.now()) {
            return Ok(false);
        }
        let Some(order) = self.store.order(open).await? else { return Ok(false) };
        if !matches!(order.status, OrderStatus::Pending | OrderStatus::Failed) {
            return Ok(false);
        }
        let settings = self.context.settings().await?;
        // Nothing is charged during a pause; the bank's last error remains visible.
        let state = SubscriptionState {
            status: SubscriptionStatus::OnHold,
            try_at: None,
            trying: false,
            ..record.state.clone()
        };
        let mail =
            self.subscriptions.mails(&settings).unpaid(&SubscriptionRecord { state: state.clone(), ..record.clone() });
        if order.status == OrderStatus::Failed {
            return self.store.change_subscription(&record.changed(state), &[mail], self.context.now()).await;
        }
        let transition = Transition {
            stock: StockTarget::No,
            subscriptions: vec![record.changed(state)],
            note: "unpaid_in_time".to_owned(),
            mails: vec![mail],
            ..order.step(OrderStatus::Failed, "system")
        };
        let done = self.store.transition_order(&transition, self.context.now()).await?;
        self.context.catalogue_changed();
        Ok(done.is_ok())
    }
}

/// Builds a renewal line with current stock handling and the agreed price.
///
/// # Errors
///
/// The name of a product that is no longer available.
fn renewed_line<'a>(line: &'a SubscriptionLine, catalogue: &Catalogue) -> Result<NewOrderLine, &'a str> {
    let holder = match catalogue.find(line.product_id) {
        Some(Found::Product(product)) => &product.item,
        Some(Found::Variation(product, variation)) => crate::cart::stock_item(product, Some(variation)),
        None => return Err(&line.name),
    };
    if !holder.stock.managed && holder.stock.status == StockStatus::OutOfStock {
        return Err(&line.name);
    }
    Ok(NewOrderLine {
        product_id: line.product_id,
        stock_product_id: holder.stock.managed.then_some(holder.id),
        backorders_allowed: holder.stock.backorders != Backorders::No,
        quantity: line.quantity,
        sku: line.sku.clone(),
        name: line.name.clone(),
        places: None,
        content: line.content.clone(),
    })
}

/// Builds the order of a renewal. `kind` is the method that it is charged to; `None` if its owner pays it by hand.
fn renewal_order(
    record: &SubscriptionRecord,
    order_key: String,
    lines: Vec<NewOrderLine>,
    kind: Option<PaymentMethod>,
    settings: &ShopSettings,
    now: i64,
) -> NewOrder {
    let today = local_day(now);
    let total = record.total();
    let free = total.0 <= 0;
    let kind = kind.filter(|_| !free);
    let untried = record.state.clone().untried();
    // Charged right away; if the process stops first, the charge is found due again.
    let state = SubscriptionState { waits_for: String::new(), retry_day: 0, try_at: kind.map(|_| now), ..untried };
    // Nothing is open if nothing is to be paid.
    let state = if free {
        let paid = SubscriptionState { made: state.made + 1, period: state.period + 1, ..state };
        scheduled(&record.terms, paid, today)
    } else {
        state
    };
    let lang = record.content.order.lang;
    let payment_method = kind.map(PaymentMethod::gateway_id).unwrap_or_default();
    let titled = settings.payment_methods.iter().find(|method| kind.is_some() && method.id == payment_method);
    let payment_title = titled.map(|method| method.title_in(lang).to_owned()).unwrap_or_default();
    // A renewal has no traffic source.
    let attribution = BTreeMap::from([("source_type".to_owned(), RENEWAL.to_owned())]);
    let renewal = OrderRenewal { subscription: record.id, pay_by: today + PAY_WITHIN_DAYS };
    NewOrder {
        order_key,
        status: if free { OrderStatus::Processing } else { OrderStatus::Pending },
        customer_id: Some(record.customer_id),
        // The store assigns the renewal to the subscription's company.
        company_id: None,
        ordered_by: String::new(),
        approval: None,
        account: None,
        payment_method,
        cart_hash: String::new(),
        idempotency_key: None,
        // The run that pauses unpaid subscriptions restores the stock.
        hold_until: None,
        content: OrderContent { renewal: Some(renewal), payment_title, attribution, ..record.content.order.clone() },
        lines,
        coupons: Vec::new(),
        person: CouponPerson::default(),
        credits: Vec::new(),
        offers: Vec::new(),
        instalments: Vec::new(),
        subscriptions: Vec::new(),
        renewal: Some(NewRenewal { change: record.changed(state), number: record.state.made }),
        cart: None,
    }
}
