//! A shopper pays an order.

use std::sync::Arc;

use shop_core::base::{Cents, CustomerId, FieldError};
use shop_core::payments::availability::{MethodOffer, refusals};
use shop_core::payments::error::PaymentError;
use shop_core::payments::express::wallet::ExpressWallet;
use shop_core::payments::method::PaymentMethod;

use super::notes::PaymentNotes;
use crate::orders::next_part;
use crate::orders::subscriptions::Subscriptions;
use crate::payments::saved_methods::SavedMethods;
use crate::payments::{MethodSetups, Settlement};
use crate::platform::context::Context;
use crate::platform::settings::CURRENCY;
use crate::ports::{
    Agreement, Gateway, NextAction, OrderRecord, OrderStore, PaidWith, PaymentFormStore, PaymentStore, Secret,
    StoreError, TransitionRefusal, ports,
};

/// How long an attempt excludes others: longer than the retries of two calls to the provider take.
pub(super) const BUSY_S: i64 = 30;

/// What an order is to be paid with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PayWith {
    /// A method from the payment form or a wallet.
    New(PaidWith),
    /// A saved method of the buyer, by its id.
    Saved(i64),
}

/// A shopper's payment request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayPayment {
    pub method: PaymentMethod,
    pub with: PayWith,
    /// Save the method in the account.
    pub save: bool,
    /// Code from the bank's app (BLIK).
    pub code: Option<String>,
    /// The wallet of an express button; `None` for other methods.
    pub wallet: Option<ExpressWallet>,
    /// The intent that the form was opened with; `None` to create it with the order.
    pub intent: Option<String>,
    /// Index of the instalment to pay; `None` for the order itself. A repeated request never pays another one.
    pub part: Option<i64>,
    /// Hash of the request; empty if the order itself shows whether it was paid.
    pub request_hash: String,
    /// How the shopper submitted the request.
    pub agreed: Agreement,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentStep {
    /// Paid, or processing.
    Done,
    /// The provider did not respond in time; the worker checks again.
    Checking,
    /// Redirect the shopper to the provider's or the bank's page.
    Leave { url: String },
    /// The page's script continues.
    Confirm {
        /// The script's action.
        action: NextAction,
        method: PaymentMethod,
        /// A method is saved, nothing paid.
        setup: bool,
        client_secret: Secret,
    },
}

/// Why nothing was paid. The order remains, and the payment may be retried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentRefusal {
    /// The shop has no provider, or does not offer this method.
    Unsupported,
    /// The method is not available for this order: its country or amount.
    NotOffered(Box<FieldError>),
    /// The order is not payable (any more).
    NotPayable,
    /// Another attempt to pay it is in progress.
    Busy,
    /// The saved method is not this buyer's.
    UnknownMethod,
    /// The provider refused, in its own words.
    Declined(Box<PaymentError>),
    /// The provider is unreachable; nothing was paid.
    Unavailable,
    /// The ordered goods are no longer available.
    Gone(TransitionRefusal),
    /// The form's intent does not belong to this shopper.
    UnknownIntent,
    /// Rate limit: this shopper has made too many attempts.
    TooMany,
}

ports! {
    pub(crate) trait PaymentsPorts: OrderStore + PaymentFormStore + PaymentStore
}

/// Payments of orders by the provider.
#[derive(Clone)]
pub struct Payments {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PaymentsPorts>,
    pub(crate) method_setups: MethodSetups,
    pub(crate) notes: PaymentNotes,
    pub(crate) saved_methods: SavedMethods,
    pub(crate) settlement: Settlement,
    pub(crate) subscriptions: Subscriptions,
}

impl Payments {
    /// Pays a placed order, or retries.
    pub async fn pay_by_gateway(
        &self,
        order: &OrderRecord,
        request: &GatewayPayment,
        customer: Option<CustomerId>,
    ) -> Result<Result<PaymentStep, PaymentRefusal>, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(Err(PaymentRefusal::Unsupported)) };
        let kinds = self.method_setups.gateway_kinds().await?;
        if !kinds.contains(&request.method) {
            return Ok(Err(PaymentRefusal::Unsupported));
        }
        let Some(due) = due_of(order, request.part) else { return Ok(Err(PaymentRefusal::NotPayable)) };
        // An earlier attempt may have succeeded without the shop knowing.
        if self.settlement.check_order_payments(order.id, due.part).await? {
            return Ok(Ok(PaymentStep::Done));
        }
        let Some(mut order) = self.store.order(order.id).await? else { return Ok(Err(PaymentRefusal::NotPayable)) };
        if due_of(&order, request.part) != Some(due) {
            return Ok(Err(PaymentRefusal::NotPayable));
        }
        let Some(with) = self.chosen_method(&request.with, customer).await? else {
            return Ok(Err(PaymentRefusal::UnknownMethod));
        };
        let offer = offer(&*gateway, request.method, &order.content.billing.country, due.cents);
        if let Some(refusal) = refusals(&offer).into_iter().next() {
            return Ok(Err(PaymentRefusal::NotOffered(Box::new(refusal))));
        }
        if order.content.wallet != request.wallet {
            order.content.wallet = request.wallet;
            order.content.payment_title = self.settlement.payment_title(&order, request.method).await?;
            self.store.set_order_wallet(order.id, request.wallet, &order.content.payment_title).await?;
        }
        self.give_up_waiting(&gateway, order.id).await?;
        // Renewals are charged to the method of the first order, which is saved whatever the checkbox says (payments
        // specification, section 4); so is any method if the merchant configured it.
        let is_saved = request.method.saved_as().is_some()
            && (self.context.settings().await?.payments.save_always
                || self.subscriptions.renews_by_itself(order.id).await?);
        let attempt = Attempt {
            due,
            method: request.method,
            with,
            save: (request.save || is_saved) && customer.is_some(),
            code: request.code.clone(),
            customer,
            request_hash: request.request_hash.clone(),
            off_session: false,
            intent: request.intent.clone(),
            agreed: Some(request.agreed.clone()),
        };
        Box::pin(self.attempt(&gateway, &order, attempt)).await
    }

    /// Whether a payment by this method is only authorised, for the merchant to capture.
    pub(super) async fn captures_later(&self, kind: PaymentMethod) -> Result<bool, StoreError> {
        Ok(kind.captures_later() && self.context.settings().await?.payments.capture_later)
    }

    async fn chosen_method(
        &self,
        with: &PayWith,
        customer: Option<CustomerId>,
    ) -> Result<Option<PaidWith>, StoreError> {
        match (with, customer) {
            (PayWith::New(with), _) => Ok(Some(with.clone())),
            (PayWith::Saved(_), None) => Ok(None),
            (PayWith::Saved(id), Some(customer)) => {
                let mine = self.saved_methods.saved_methods(customer).await?;
                Ok(mine.into_iter().find(|one| one.id == *id).map(|one| PaidWith::Method(one.method.id)))
            }
        }
    }
}

/// The data that determines whether an enabled method is available.
pub(super) fn offer(gateway: &dyn Gateway, kind: PaymentMethod, billing_country: &str, amount: Cents) -> MethodOffer {
    MethodOffer {
        method: kind.as_str().to_owned(),
        enabled: vec![kind.as_str().to_owned()],
        billing_country: billing_country.to_owned(),
        currency: CURRENCY.to_owned(),
        any_currency: gateway.public().any_currency,
        amount: amount.0,
        ..MethodOffer::default()
    }
}

/// The amount to pay next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Due {
    /// Index of the instalment; `None` for the order itself.
    pub part: Option<i64>,
    pub cents: Cents,
}

/// Returns the amount due for the order itself, or for one of its instalments. `None` if it is paid, or not due yet.
pub(super) fn due_of(order: &OrderRecord, part: Option<i64>) -> Option<Due> {
    if part.is_some() {
        let next = next_part(order).filter(|next| Some(next.position) == part);
        return next.map(|next| Due { part, cents: next.instalment.cents });
    }
    order.needs_payment().then(|| Due { part: None, cents: order.due_now_cents() })
}

/// One attempt to pay an order.
pub(super) struct Attempt {
    pub due: Due,
    pub method: PaymentMethod,
    pub with: PaidWith,
    /// Save the method, or update a saved one, once it was paid.
    pub save: bool,
    pub code: Option<String>,
    pub customer: Option<CustomerId>,
    pub request_hash: String,
    /// The shopper is absent and cannot authenticate.
    pub off_session: bool,
    /// The intent that the form was opened with.
    pub intent: Option<String>,
    /// `None` for off-session payments; a saved method has its mandate.
    pub agreed: Option<Agreement>,
}
