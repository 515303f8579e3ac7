//! By what subscriptions are paid: the kept method, charges that are due, setups that change it.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, SubscriptionId};
use shop_services::ports::{MethodSetup, NewMail, PaymentChange, StoreError, SubscriptionRecord};

use crate::db::{Db, col};
use crate::outbox;
use crate::subscriptions::number;

/// A setup that nobody came back to is forgotten after this long: the provider gives it up as well.
const SETUP_KEPT_S: i64 = 30 * 86_400;

impl Db {
    pub(crate) async fn read_subscriptions_to_charge(
        &self,
        now: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let condition = "status = 'active' AND automatic AND open_order_id IS NOT NULL AND try_at <= $1 \
                         ORDER BY try_at, id LIMIT $2";
        self.read_subscriptions(condition, vec![now.into(), number(limit).into()]).await
    }

    pub(crate) async fn write_subscription_payment(
        &self,
        change: &PaymentChange,
        now: UnixSeconds,
    ) -> Result<u64, StoreError> {
        let write = self.begin(true).await?;
        let mut changed = 0;
        for id in &change.ids {
            // A charge that has begun ends by itself first; its end finds another version and is looked after anew.
            changed += write
                .run(
                    "UPDATE subscriptions SET automatic = $3, method_id = $4, changed_at = $5, version = version + 1, \
                     try_at = CASE WHEN open_order_id IS NULL OR NOT $3 THEN NULL WHEN trying THEN try_at \
                     WHEN $6 THEN $5 ELSE try_at END, \
                     tries = CASE WHEN $6 AND NOT trying THEN 0 ELSE tries END, \
                     trying = (trying AND $3) \
                     WHERE id = $1 AND customer_id = $2 AND status IN ('pending', 'active', 'on-hold') \
                     AND (CAST($7 AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM payments WHERE id = $7 AND saves_method))",
                    vec![
                        id.0.into(),
                        change.customer.0.into(),
                        change.automatic.into(),
                        change.method.into(),
                        now.into(),
                        change.charge_open.into(),
                        change.paid_with.into(),
                    ],
                )
                .await?;
        }
        write.commit().await?;
        Ok(changed)
    }

    pub(crate) async fn read_subscriptions_to_check(
        &self,
        (first, last): (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let condition = "status = 'active' AND automatic AND open_order_id IS NULL AND next_day >= $1 AND next_day <= $2 \
                         AND card_told_day < next_day ORDER BY next_day, id LIMIT $3";
        self.read_subscriptions(condition, vec![first.into(), last.into(), number(limit).into()]).await
    }

    pub(crate) async fn write_card_check(
        &self,
        id: SubscriptionId,
        day: i64,
        mail: Option<&NewMail>,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let sql =
            "UPDATE subscriptions SET card_told_day = $2 WHERE id = $1 AND card_told_day < $2 AND status = 'active'";
        if write.run(sql, vec![id.0.into(), day.into()]).await? != 1 {
            return Ok(false);
        }
        outbox::queue(&write, None, mail.map_or(&[][..], std::slice::from_ref), now).await?;
        write.commit().await?;
        Ok(true)
    }

    pub(crate) async fn write_setup(&self, setup: &MethodSetup, now: UnixSeconds) -> Result<(), StoreError> {
        self.run("DELETE FROM method_setups WHERE created_at < $1", vec![(now - SETUP_KEPT_S).into()]).await?;
        // The same setup asked for again, by a second click, is the same wish.
        let sql = "INSERT INTO method_setups (intent_id, customer_id, subscription_id, all_subscriptions, created_at) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (intent_id) DO NOTHING";
        let values = vec![
            setup.intent_id.as_str().into(),
            setup.customer.0.into(),
            setup.subscription.map(|id| id.0).into(),
            setup.all.into(),
            now.into(),
        ];
        self.run(sql, values).await?;
        Ok(())
    }

    pub(crate) async fn read_setup(&self, intent_id: &str) -> Result<Option<MethodSetup>, StoreError> {
        let sql =
            "SELECT customer_id, subscription_id, all_subscriptions, done FROM method_setups WHERE intent_id = $1";
        let Some(row) = self.one(sql, vec![intent_id.into()]).await? else { return Ok(None) };
        Ok(Some(MethodSetup {
            intent_id: intent_id.to_owned(),
            customer: CustomerId(col(&row, "customer_id")?),
            subscription: col::<Option<i64>>(&row, "subscription_id")?.map(SubscriptionId),
            all: col(&row, "all_subscriptions")?,
            done: col(&row, "done")?,
        }))
    }
}
