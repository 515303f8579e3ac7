//! Writing subscriptions: with their order, and from one state to the next.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, OrderId, SubscriptionId};
use shop_services::ports::{
    MethodSetup, NewMail, NewOrder, OrderListRow, PaymentChange, StoreError, SubscriptionChange, SubscriptionFilter,
    SubscriptionRecord, SubscriptionStore,
};

use crate::db::{Db, Write, to_json};
use crate::outbox;
use crate::statement::{set, values};
use crate::subscription_payments::{write_card_check, write_setup, write_subscription_payment};
use crate::subscriptions_read::{read_subscription_list, read_subscription_orders};

#[async_trait]
impl SubscriptionStore for Db {
    async fn subscription(&self, id: SubscriptionId) -> Result<Option<SubscriptionRecord>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn subscription_of(
        &self,
        customer: CustomerId,
        id: SubscriptionId,
    ) -> Result<Option<SubscriptionRecord>, StoreError> {
        self.find("WHERE id = $1 AND customer_id = $2", values![id, customer]).await
    }

    async fn subscriptions_of(&self, customer: CustomerId) -> Result<Vec<SubscriptionRecord>, StoreError> {
        self.list("WHERE customer_id = $1 ORDER BY id DESC LIMIT 100", values![customer]).await
    }

    async fn subscriptions_of_order(&self, order: OrderId) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let rest = "WHERE order_id = $1 OR id IN (SELECT subscription_id FROM subscription_orders WHERE order_id = $1) \
                         ORDER BY id";
        self.list(rest, values![order]).await
    }

    async fn list_subscriptions(
        &self,
        filter: &SubscriptionFilter,
    ) -> Result<(Vec<SubscriptionRecord>, u64), StoreError> {
        read_subscription_list(self, filter).await
    }

    async fn orders_of_subscription(&self, id: SubscriptionId) -> Result<Vec<OrderListRow>, StoreError> {
        read_subscription_orders(self, id).await
    }

    async fn change_subscription(
        &self,
        wanted: &SubscriptionChange,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        if !change(&write, wanted, now).await? {
            return Ok(false);
        }
        outbox::queue(&write, None, mails, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn due_subscriptions(&self, today: i64, limit: u64) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let rest = "WHERE status = 'active' AND next_day <= $1 AND retry_day <= $1 AND open_order_id IS NULL \
                         ORDER BY next_day, id LIMIT $2";
        self.list(rest, values![today, limit]).await
    }

    async fn unpaid_subscriptions(
        &self,
        made_before: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let rest = "WHERE status = 'active' AND open_order_id IN (SELECT id FROM orders \
                         WHERE status IN ('pending', 'failed') AND created_at <= $1) ORDER BY id LIMIT $2";
        self.list(rest, values![made_before, limit]).await
    }

    async fn subscriptions_to_remind(
        &self,
        (first, last): (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        // Of the years alone: others are paid too often to be forgotten.
        let rest = "WHERE status = 'active' AND next_day >= $1 AND next_day <= $2 AND reminded_day < next_day \
                         AND terms LIKE '%\"year\"%' ORDER BY id LIMIT $3";
        self.list(rest, values![first, last, limit]).await
    }

    async fn remind_subscription(
        &self,
        id: SubscriptionId,
        day: i64,
        mail: &NewMail,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let sql =
            "UPDATE subscriptions SET reminded_day = $2 WHERE id = $1 AND reminded_day < $2 AND status = 'active'";
        if write.run(sql, values![id, day]).await? != 1 {
            return Ok(false);
        }
        outbox::queue(&write, None, std::slice::from_ref(mail), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn subscriptions_to_charge(
        &self,
        now: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let rest = "WHERE status = 'active' AND automatic AND open_order_id IS NOT NULL AND try_at <= $1 \
                         ORDER BY try_at, id LIMIT $2";
        self.list(rest, values![now, limit]).await
    }

    async fn change_subscription_payment(&self, change: &PaymentChange, now: UnixSeconds) -> Result<u64, StoreError> {
        write_subscription_payment(self, change, now).await
    }

    async fn subscriptions_to_check_cards(
        &self,
        (first, last): (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let rest = "WHERE status = 'active' AND automatic AND open_order_id IS NULL AND next_day >= $1 AND next_day <= $2 \
                         AND card_told_day < next_day ORDER BY next_day, id LIMIT $3";
        self.list(rest, values![first, last, limit]).await
    }

    async fn note_card_check(
        &self,
        id: SubscriptionId,
        day: i64,
        mail: Option<&NewMail>,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        write_card_check(self, id, day, mail, now).await
    }

    async fn keep_setup(&self, setup: &MethodSetup, now: UnixSeconds) -> Result<(), StoreError> {
        write_setup(self, setup, now).await
    }

    async fn setup_done(&self, intent_id: &str) -> Result<(), StoreError> {
        self.run("UPDATE method_setups SET done = TRUE WHERE intent_id = $1", values![intent_id]).await.map(|_| ())
    }

    async fn setup(&self, intent_id: &str) -> Result<Option<MethodSetup>, StoreError> {
        self.find("WHERE intent_id = $1", values![intent_id]).await
    }
}

/// Brings a subscription into its next state if it still has the expected version; `false`: it has not, and nothing changed.
pub(crate) async fn change(
    write: &Write<'_>,
    change: &SubscriptionChange,
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    let state = &change.state;
    let next = set! {
        status: state.status,
        started_day: state.started_day,
        made: state.made,
        period: state.period,
        next_day: state.next_day,
        open_order_id: state.open_order,
        retry_day: state.retry_day,
        waits_for: &state.waits_for,
        changed_at: now,
        tries: state.tries,
        try_at: state.try_at,
        trying: state.trying,
        refusal: &state.refusal,
        version = "version + 1",
    };
    let as_read = values![change.id, change.version];
    if write.update("subscriptions", next, "id = $1 AND version = $2", as_read).await? != 1 {
        return Ok(false);
    }
    if let Some(order) = change.gives_up {
        let sql = "UPDATE subscription_orders SET number = NULL WHERE order_id = $1";
        write.run(sql, values![order]).await?;
    }
    Ok(true)
}

/// Writes the subscriptions that begin with an order. `account`: the one that was made with it.
pub(crate) async fn begin(
    write: &Write<'_>,
    id: OrderId,
    order: &NewOrder,
    account: Option<CustomerId>,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let Some(customer) = account.or(order.customer_id) else {
        return if order.subscriptions.is_empty() {
            Ok(())
        } else {
            Err(StoreError::Refused("a subscription belongs to an account".into()))
        };
    };
    let billing = &order.content.billing;
    for new in &order.subscriptions {
        let state = &new.state;
        let row = set! {
            customer_id: customer,
            order_id: id,
            status: state.status,
            terms: to_json(&new.terms)?,
            content: to_json(&new.content)?,
            billing_email: &billing.email,
            billing_name: format!("{} {}", billing.first_name, billing.last_name),
            payment_method: &new.payment_method,
            started_day: state.started_day,
            made: state.made,
            period: state.period,
            next_day: state.next_day,
            retry_day = "0",
            waits_for = "''",
            version = "1",
            created_at: now,
            changed_at: now,
        };
        write.insert("subscriptions", row).await?;
    }
    Ok(())
}

/// Ties a renewal to its subscription: there is one for each payment.
pub(crate) async fn note_renewal(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    let Some(renewal) = &order.renewal else { return Ok(()) };
    let subscription = renewal.change.id;
    let row = set! { order_id: id, subscription_id: subscription, number: renewal.number };
    write.insert("subscription_orders", row).await?;
    if !order.status.is_paid() {
        write.update("subscriptions", set! { open_order_id: id }, "id = $1", values![subscription]).await?;
    }
    Ok(())
}
