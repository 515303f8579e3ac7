//! Payment of an existing order. It keeps its lines and prices.

use shop_core::base::time::UnixSeconds;
use shop_core::orders::OrderStatus;
use shop_core::orders::payment::{BY_INVOICE, ChosenPayment, PaymentRules, status_paid_by};
use shop_core::payments::availability::is_gateway_method;

use crate::orders::Orders;
use crate::platform::settings::{PaymentMethodSettings, ShopSettings};
use crate::ports::{OrderRecord, StockTarget, StoreError, Transition, TransitionPayment, TransitionRefusal};

/// Payment methods for an existing order: those without a page of their own, and the provider's. Payment by invoice is only
/// available at checkout, because it uses the company's credit.
pub fn later_payment_methods(settings: &ShopSettings) -> impl Iterator<Item = &PaymentMethodSettings> {
    let at_once = |id: &str| id != BY_INVOICE && status_paid_by(id) != OrderStatus::Pending;
    let ready = move |id: &str| at_once(id) || is_gateway_method(id);
    settings.enabled_payment_methods().filter(move |method| ready(&method.id))
}

/// Validation rules for the payment form of an order.
pub fn later_payment_rules(settings: &ShopSettings) -> PaymentRules {
    PaymentRules {
        methods: later_payment_methods(settings).map(|method| method.id.clone()).collect(),
        terms_required: settings.checkout.terms_page.is_some(),
    }
}

/// Until when an order in this status reserves its stock without payment; `None` for no limit.
pub(crate) fn hold_until(status: OrderStatus, settings: &ShopSettings, now: UnixSeconds) -> Option<UnixSeconds> {
    match status {
        OrderStatus::Pending if settings.stock.hold_minutes > 0 => Some(now + settings.stock.hold_minutes * 60),
        OrderStatus::OnHold if settings.stock.hold_transfer_days > 0 => {
            Some(now + settings.stock.hold_transfer_days * 86_400)
        }
        _ => None,
    }
}

impl Orders {
    /// Pays an order: it moves to the status of the chosen payment method. Released stock is reserved again, and the payment is
    /// refused if it is gone. Only called by [`Settlement::pay_offline`](crate::payments::Settlement::pay_offline), which cancels
    /// earlier attempts first.
    pub(crate) async fn pay_order(
        &self,
        order: &OrderRecord,
        chosen: &ChosenPayment,
    ) -> Result<Result<(), TransitionRefusal>, StoreError> {
        let to = chosen.status();
        if !order.status.needs_payment(order.due_now_cents()) || !order.status.can_become(to) {
            return Ok(Err(TransitionRefusal::Changed));
        }
        let settings = self.context.settings().await?;
        let method = settings.payment_methods.iter().find(|method| method.id == chosen.method());
        let title = method.map(|method| method.title_in(order.content.lang).to_owned()).unwrap_or_default();
        let mut paid = order.clone();
        paid.payment_method = chosen.method().to_owned();
        paid.content.payment_title.clone_from(&title);
        let now = self.context.now();
        let (subscriptions, subscription_mails) = self.subscriptions.subscriptions_after(order.id, to).await?;
        let mut mails = self.mails_of_status(&paid, to, &settings).await?;
        mails.extend(subscription_mails);
        let transition = Transition {
            stock: StockTarget::Yes,
            payment: Some(TransitionPayment {
                method: paid.payment_method.clone(),
                title: title.clone(),
                hold_until: hold_until(to, &settings, now),
            }),
            subscriptions,
            note: title,
            mails,
            ..order.step(to, "customer")
        };
        let done = self.store.transition_order(&transition, now).await?;
        self.context.catalogue_changed();
        Ok(done)
    }
}
