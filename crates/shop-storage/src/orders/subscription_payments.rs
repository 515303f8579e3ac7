//! Payment of subscriptions: the saved method, due charges, and setups that change the method.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait, UpdateMany};
use shop_core::base::SubscriptionId;
use shop_core::base::time::UnixSeconds;
use shop_core::orders::subscription::SubscriptionStatus;
use shop_services::ports::{MethodSetup, NewMail, PaymentChange, StoreError};

use crate::db::Db;
use crate::db::fetch::Run;
use crate::entity::subscriptions::{Column, Entity};
use crate::entity::{Stored, method_setups, payments, record_from};
use crate::platform::outbox;

/// Age at which an abandoned setup is deleted; the provider cancels it by then as well.
const SETUP_RETENTION_S: i64 = 30 * 86_400;
/// Statuses in which a subscription may still be charged.
const OPEN: [SubscriptionStatus; 3] =
    [SubscriptionStatus::Pending, SubscriptionStatus::Active, SubscriptionStatus::OnHold];

record_from! {
    |row: method_setups::Model| MethodSetup {
        intent_id,
        customer: row.customer_id.0,
        subscription: row.subscription_id.map(|id| id.0),
        all: row.all_subscriptions,
        done,
    }
}

pub(crate) async fn write_subscription_payment(
    db: &Db,
    change: &PaymentChange,
    now: UnixSeconds,
) -> Result<u64, StoreError> {
    let write = db.begin(true).await?;
    let mut changed = 0;
    for id in &change.ids {
        changed += payment_update(*id, change, now).run(&write).await?;
    }
    write.commit().await?;
    Ok(changed)
}

/// Changes how one subscription is paid. A charge in progress finishes first; it then finds another version and is checked again.
fn payment_update(id: SubscriptionId, change: &PaymentChange, now: UnixSeconds) -> UpdateMany<Entity> {
    use Column::{Automatic, ChangedAt, CustomerId, Id, MethodId, OpenOrderId, Status, Tries, TryAt, Trying, Version};
    let never = Expr::value(None::<UnixSeconds>);
    let try_at = Expr::case(OpenOrderId.is_null().or(!change.automatic), never)
        .case(Expr::col(Trying), Expr::col(TryAt))
        .case(Expr::value(change.charge_open), now)
        .finally(Expr::col(TryAt));
    let tries =
        Expr::case(Expr::value(change.charge_open).and(Expr::col(Trying).not()), 0_i64).finally(Expr::col(Tries));
    let paid_with = |payment: i64| {
        payments::Entity::find()
            .select_only()
            .column(payments::Column::Id)
            .filter(payments::Column::Id.eq(payment))
            .filter(payments::Column::SavesMethod.eq(true))
            .into_query()
    };
    Entity::update_many()
        .col_expr(Automatic, Expr::value(change.automatic))
        .col_expr(MethodId, Expr::value(change.method))
        .col_expr(ChangedAt, Expr::value(now))
        .col_expr(Version, Expr::col(Version).add(1_i64))
        .col_expr(TryAt, try_at.into())
        .col_expr(Tries, tries.into())
        .col_expr(Trying, Expr::col(Trying).and(change.automatic))
        .filter(Id.eq(Stored(id)))
        .filter(CustomerId.eq(Stored(change.customer)))
        .filter(Status.is_in(OPEN.map(Stored)))
        .apply_if(change.paid_with, |update, payment| update.filter(Expr::exists(paid_with(payment))))
}

pub(crate) async fn write_card_check(
    db: &Db,
    id: SubscriptionId,
    day: i64,
    mail: Option<&NewMail>,
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    let write = db.begin(true).await?;
    let checked = Entity::update_many()
        .col_expr(Column::CardNotifiedDay, Expr::value(day))
        .filter(Column::Id.eq(Stored(id)))
        .filter(Column::CardNotifiedDay.lt(day))
        .filter(Column::Status.eq(Stored(SubscriptionStatus::Active)));
    if checked.run(&write).await? != 1 {
        return Ok(false);
    }
    outbox::queue(&write, None, mail.map_or(&[][..], std::slice::from_ref), now).await?;
    write.commit().await?;
    Ok(true)
}

pub(crate) async fn write_setup(db: &Db, setup: &MethodSetup, now: UnixSeconds) -> Result<(), StoreError> {
    use method_setups::{ActiveModel, Column, Entity};
    Entity::delete_many().filter(Column::CreatedAt.lt(now - SETUP_RETENTION_S)).run(db).await?;
    // A second click requests the same setup again.
    let row = ActiveModel {
        intent_id: Set(setup.intent_id.clone()),
        customer_id: Set(Stored(setup.customer)),
        subscription_id: Set(setup.subscription.map(Stored)),
        all_subscriptions: Set(setup.all),
        created_at: Set(now),
        ..Default::default()
    };
    Entity::insert(row).on_conflict_do_nothing().run(db).await.map(|_| ())
}
