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

#[async_trait]
impl SubscriptionStore for Db {
    async fn subscription(&self, id: SubscriptionId) -> Result<Option<SubscriptionRecord>, StoreError> {
        self.read_subscription(id).await
    }

    async fn subscriptions_of(&self, customer: CustomerId) -> Result<Vec<SubscriptionRecord>, StoreError> {
        self.read_subscriptions("customer_id = $1 ORDER BY id DESC LIMIT 100", vec![customer.0.into()]).await
    }

    async fn subscriptions_of_order(&self, order: OrderId) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let condition = "order_id = $1 OR id IN (SELECT subscription_id FROM subscription_orders WHERE order_id = $1) \
                         ORDER BY id";
        self.read_subscriptions(condition, vec![order.0.into()]).await
    }

    async fn list_subscriptions(
        &self,
        filter: &SubscriptionFilter,
    ) -> Result<(Vec<SubscriptionRecord>, u64), StoreError> {
        self.read_subscription_list(filter).await
    }

    async fn orders_of_subscription(&self, id: SubscriptionId) -> Result<Vec<OrderListRow>, StoreError> {
        self.read_subscription_orders(id).await
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
        let condition = "status = 'active' AND next_day <= $1 AND retry_day <= $1 AND open_order_id IS NULL \
                         ORDER BY next_day, id LIMIT $2";
        self.read_subscriptions(condition, vec![today.into(), number(limit).into()]).await
    }

    async fn unpaid_subscriptions(
        &self,
        made_before: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let condition = "status = 'active' AND open_order_id IN (SELECT id FROM orders \
                         WHERE status IN ('pending', 'failed') AND created_at <= $1) ORDER BY id LIMIT $2";
        self.read_subscriptions(condition, vec![made_before.into(), number(limit).into()]).await
    }

    async fn subscriptions_to_remind(
        &self,
        (first, last): (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        // Of the years alone: others are paid too often to be forgotten.
        let condition = "status = 'active' AND next_day >= $1 AND next_day <= $2 AND reminded_day < next_day \
                         AND terms LIKE '%\"year\"%' ORDER BY id LIMIT $3";
        self.read_subscriptions(condition, vec![first.into(), last.into(), number(limit).into()]).await
    }

    async fn remind_subscription(
        &self,
        id: SubscriptionId,
        day: i64,
        mail: &NewMail,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let noted = write
            .run(
                "UPDATE subscriptions SET reminded_day = $2 WHERE id = $1 AND reminded_day < $2 AND status = 'active'",
                vec![id.0.into(), day.into()],
            )
            .await?;
        if noted != 1 {
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
        self.read_subscriptions_to_charge(now, limit).await
    }

    async fn change_subscription_payment(&self, change: &PaymentChange, now: UnixSeconds) -> Result<u64, StoreError> {
        self.write_subscription_payment(change, now).await
    }

    async fn subscriptions_to_check_cards(
        &self,
        days: (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        self.read_subscriptions_to_check(days, limit).await
    }

    async fn note_card_check(
        &self,
        id: SubscriptionId,
        day: i64,
        mail: Option<&NewMail>,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        self.write_card_check(id, day, mail, now).await
    }

    async fn keep_setup(&self, setup: &MethodSetup, now: UnixSeconds) -> Result<(), StoreError> {
        self.write_setup(setup, now).await
    }

    async fn setup_done(&self, intent_id: &str) -> Result<(), StoreError> {
        self.run("UPDATE method_setups SET done = TRUE WHERE intent_id = $1", vec![intent_id.into()]).await?;
        Ok(())
    }

    async fn setup(&self, intent_id: &str) -> Result<Option<MethodSetup>, StoreError> {
        self.read_setup(intent_id).await
    }
}

pub(crate) fn number(limit: u64) -> i64 {
    i64::try_from(limit).unwrap_or(100)
}

/// Brings a subscription into its next state if it still has the expected version; `false`: it has not, and nothing changed.
pub(crate) async fn change(
    write: &Write<'_>,
    change: &SubscriptionChange,
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    let state = &change.state;
    let changed = write
        .run(
            "UPDATE subscriptions SET status = $3, started_day = $4, made = $5, period = $6, next_day = $7, \
             open_order_id = $8, retry_day = $9, waits_for = $10, changed_at = $11, tries = $12, try_at = $13, \
             trying = $14, refusal = $15, version = version + 1 WHERE id = $1 AND version = $2",
            vec![
                change.id.0.into(),
                change.version.into(),
                state.status.as_str().into(),
                state.started_day.into(),
                state.made.into(),
                state.period.into(),
                state.next_day.into(),
                state.open_order.map(|id| id.0).into(),
                state.retry_day.into(),
                state.waits_for.as_str().into(),
                now.into(),
                state.tries.into(),
                state.try_at.into(),
                state.trying.into(),
                state.refusal.as_str().into(),
            ],
        )
        .await?;
    if changed != 1 {
        return Ok(false);
    }
    if let Some(order) = change.gives_up {
        let sql = "UPDATE subscription_orders SET number = NULL WHERE order_id = $1";
        write.run(sql, vec![order.0.into()]).await?;
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
        write
            .run(
                "INSERT INTO subscriptions (customer_id, order_id, status, terms, content, billing_email, billing_name, \
                 payment_method, started_day, made, period, next_day, open_order_id, retry_day, waits_for, version, \
                 created_at, changed_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, NULL, 0, '', 1, $13, $13)",
                vec![
                    customer.0.into(),
                    id.0.into(),
                    state.status.as_str().into(),
                    to_json(&new.terms)?.into(),
                    to_json(&new.content)?.into(),
                    billing.email.as_str().into(),
                    format!("{} {}", billing.first_name, billing.last_name).into(),
                    new.payment_method.as_str().into(),
                    state.started_day.into(),
                    state.made.into(),
                    state.period.into(),
                    state.next_day.into(),
                    now.into(),
                ],
            )
            .await?;
    }
    Ok(())
}

/// Ties a renewal to its subscription: there is one for each payment.
pub(crate) async fn note_renewal(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    let Some(renewal) = &order.renewal else { return Ok(()) };
    let subscription = renewal.change.id.0;
    let sql = "INSERT INTO subscription_orders (order_id, subscription_id, number) VALUES ($1, $2, $3)";
    write.run(sql, vec![id.0.into(), subscription.into(), renewal.number.into()]).await?;
    if !order.status.is_paid() {
        let sql = "UPDATE subscriptions SET open_order_id = $2 WHERE id = $1";
        write.run(sql, vec![subscription.into(), id.0.into()]).await?;
    }
    Ok(())
}
