//! By what subscriptions are paid: the kept method, charges that are due, setups that change it.

use shop_core::base::SubscriptionId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{MethodSetup, NewMail, PaymentChange, StoreError};

use crate::db::Db;
use crate::outbox;
use crate::row::row;
use crate::statement::{set, values};

row! {
    MethodSetup: method_setups(intent_id) {
        intent_id, customer: customer_id, subscription: subscription_id, all: all_subscriptions, done,
    }
}

/// A setup that nobody came back to is forgotten after this long: the provider gives it up as well.
const SETUP_KEPT_S: i64 = 30 * 86_400;

pub(crate) async fn write_subscription_payment(
    db: &Db,
    change: &PaymentChange,
    now: UnixSeconds,
) -> Result<u64, StoreError> {
    let write = db.begin(true).await?;
    let mut changed = 0;
    for id in &change.ids {
        // A charge that has begun ends by itself first; its end finds another version and is looked after anew.
        let sql = "UPDATE subscriptions SET automatic = $3, method_id = $4, changed_at = $5, version = version + 1, \
                       try_at = CASE WHEN open_order_id IS NULL OR NOT $3 THEN NULL WHEN trying THEN try_at \
                       WHEN $6 THEN $5 ELSE try_at END, \
                       tries = CASE WHEN $6 AND NOT trying THEN 0 ELSE tries END, \
                       trying = (trying AND $3) \
                       WHERE id = $1 AND customer_id = $2 AND status IN ('pending', 'active', 'on-hold') \
                       AND (CAST($7 AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM payments WHERE id = $7 AND saves_method))";
        let (customer, automatic, method) = (change.customer, change.automatic, change.method);
        let values = values![*id, customer, automatic, method, now, change.charge_open, change.paid_with];
        changed += write.run(sql, values).await?;
    }
    write.commit().await?;
    Ok(changed)
}

pub(crate) async fn write_card_check(
    db: &Db,
    id: SubscriptionId,
    day: i64,
    mail: Option<&NewMail>,
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    let write = db.begin(true).await?;
    let sql = "UPDATE subscriptions SET card_told_day = $2 WHERE id = $1 AND card_told_day < $2 AND status = 'active'";
    if write.run(sql, values![id, day]).await? != 1 {
        return Ok(false);
    }
    outbox::queue(&write, None, mail.map_or(&[][..], std::slice::from_ref), now).await?;
    write.commit().await?;
    Ok(true)
}

pub(crate) async fn write_setup(db: &Db, setup: &MethodSetup, now: UnixSeconds) -> Result<(), StoreError> {
    db.run("DELETE FROM method_setups WHERE created_at < $1", values![now - SETUP_KEPT_S]).await?;
    // The same setup asked for again, by a second click, is the same wish.
    let row = set! {
        intent_id: &setup.intent_id,
        customer_id: setup.customer,
        subscription_id: setup.subscription,
        all_subscriptions: setup.all,
        created_at: now,
    };
    db.insert_or("method_setups", row, "ON CONFLICT (intent_id) DO NOTHING").await.map(|_| ())
}
