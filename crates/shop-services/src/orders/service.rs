//! Access to orders and changes of their status.

use std::sync::Arc;

use shop_core::base::{Lang, OrderId};
use shop_core::orders::OrderStatus;
use shop_core::platform::messages::codes;

use super::mail_links::MailLinks;
use super::order_file::order_files;
use super::{legal, mails};
use crate::accounts::buyer::Buyer;
use crate::orders::subscriptions::Subscriptions;
use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{
    AccountStore, CartStore, InstalmentStore, NewMail, NewOrderLine, OrderOwner, OrderRecord, OrderStore, OutboxStore,
    PaymentStore, StockTarget, StoreError, Transition, TransitionPayment, TransitionRefusal, ports,
};

/// A status change of an order.
pub(crate) struct Move<'a> {
    pub(crate) to: OrderStatus,
    /// Effect on stock.
    pub(crate) stock: StockTarget,
    /// Note for the history.
    pub(crate) note: &'a str,
    pub(crate) author: &'a str,
    /// Whether the buyer gets an e-mail.
    pub(crate) mails: bool,
    /// New payment method.
    pub(crate) payment: Option<TransitionPayment>,
}

/// Why access to an order is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessRefusal {
    pub code: &'static str,
    /// The order is unknown, as opposed to forbidden.
    pub unknown: bool,
}

ports! {
    pub(crate) trait OrdersPorts: AccountStore + CartStore + InstalmentStore + OrderStore + OutboxStore + PaymentStore
}

/// Orders: read for their buyers, changed, paid.
#[derive(Clone)]
pub struct Orders {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn OrdersPorts>,
    pub(crate) subscriptions: Subscriptions,
}

impl Orders {
    /// Returns an order to its buyer: by login, or with the order's key and (unless only the page is shown) its e-mail. The key
    /// gives a sub-account no more access than its main account does: of the company's orders it only opens those that it placed
    /// itself.
    pub async fn order_for_buyer(
        &self,
        id: OrderId,
        key: &str,
        email: Option<&str>,
        buyer: &Buyer,
    ) -> Result<Result<OrderRecord, AccessRefusal>, StoreError> {
        let Some(order) = self.store.order(id).await? else {
            return Ok(Err(AccessRefusal { code: codes::INVALID_ORDER, unknown: true }));
        };
        if buyer.sees(&order) {
            return Ok(Ok(order));
        }
        let of_its_company = order.company_id.is_some() && order.company_id == buyer.company_id;
        let withheld = buyer.is_subaccount() && of_its_company && !buyer.placed(&order);
        if withheld || !constant_time_eq(key.as_bytes(), order.order_key.as_bytes()) {
            return Ok(Err(AccessRefusal { code: codes::INVALID_ORDER, unknown: false }));
        }
        if let Some(email) = email
            && !email.trim().eq_ignore_ascii_case(order.content.billing.email.trim())
        {
            return Ok(Err(AccessRefusal { code: codes::INVALID_BILLING_EMAIL, unknown: false }));
        }
        Ok(Ok(order))
    }

    /// Performs an allowed status change, with everything that belongs to it.
    pub(crate) async fn move_order(
        &self,
        order: &OrderRecord,
        step: Move<'_>,
    ) -> Result<Result<(), TransitionRefusal>, StoreError> {
        let (id, to) = (order.id, step.to);
        let settings = self.context.settings().await?;
        let (subscriptions, subscription_mails) = self.subscriptions.subscriptions_after(id, to).await?;
        let mut mails = Vec::new();
        if step.mails {
            mails = self.mails_of_status(order, to, &settings).await?;
        }
        mails.extend(subscription_mails);
        let transition = Transition {
            stock: step.stock,
            payment: step.payment,
            subscriptions,
            note: step.note.to_owned(),
            mails,
            ..order.step(to, step.author)
        };
        let done = self.store.transition_order(&transition, self.context.now()).await?;
        self.context.catalogue_changed();
        Ok(done)
    }

    /// E-mails about an order that enters a status.
    pub(super) async fn mails_of_status(
        &self,
        order: &OrderRecord,
        to: OrderStatus,
        settings: &ShopSettings,
    ) -> Result<Vec<NewMail>, StoreError> {
        let mut legal = Vec::new();
        if mails::confirms(order.status, to) {
            legal = legal::sections(
                &order.lines,
                order.content.lang,
                &*self.context.pages().await?,
                settings,
                self.context.now(),
            );
        }
        Ok(mails::for_status(order, to, settings, &self.mail_links(&order.lines, order.content.lang).await?, &legal))
    }

    /// Loads the data for links in e-mails about an order with these lines, to pages in its language.
    pub(crate) async fn mail_links(&self, lines: &[NewOrderLine], lang: Lang) -> Result<MailLinks, StoreError> {
        let files = if lines.iter().any(|line| line.content.downloadable) {
            order_files(lines, self.context.catalogue().await?.as_ref())
        } else {
            Vec::new()
        };
        Ok(MailLinks { base: self.context.addresses().base(lang), files })
    }

    /// Returns an owner's order; `None` if it is unknown or somebody else's, which look alike.
    pub async fn own_order(&self, id: OrderId, owner: OrderOwner) -> Result<Option<OrderRecord>, StoreError> {
        self.store.order_of(owner, id).await
    }
}

/// Compares in constant time, so that the duration does not reveal where the difference is.
pub(crate) fn constant_time_eq(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |acc, (x, y)| acc | (x ^ y)) == 0
}
