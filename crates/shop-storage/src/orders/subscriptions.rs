//! Writes subscriptions: creation with their order, and status changes.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, OrderId, SubscriptionId};
use shop_core::orders::OrderStatus;
use shop_core::orders::subscription::SubscriptionStatus;
use shop_services::ports::{
    MethodSetup, NewMail, NewOrder, OrderListRow, PaymentChange, StoreError, SubscriptionChange, SubscriptionFilter,
    SubscriptionRecord, SubscriptionStore,
};

use crate::db::fetch::{Fetch, Run};
use crate::db::{Db, Write};
use crate::entity::subscriptions::{ActiveModel, Column, Entity};
use crate::entity::{Rest, Stored, method_setups, orders, subscription_orders};
use crate::orders::subscription_payments::{write_card_check, write_setup, write_subscription_payment};
use crate::orders::subscriptions_read::{read_subscription_list, read_subscription_orders};
use crate::platform::outbox;

#[async_trait]
impl SubscriptionStore for Db {
    async fn subscription(&self, id: SubscriptionId) -> Result<Option<SubscriptionRecord>, StoreError> {
        Entity::find_by_id(Stored(id)).fetch_record(self).await
    }

    async fn subscription_of(
        &self,
        customer: CustomerId,
        id: SubscriptionId,
    ) -> Result<Option<SubscriptionRecord>, StoreError> {
        let own = Entity::find_by_id(Stored(id)).filter(Column::CustomerId.eq(Stored(customer)));
        own.fetch_record(self).await
    }

    async fn subscriptions_of(&self, customer: CustomerId) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let own = Entity::find().filter(Column::CustomerId.eq(Stored(customer)));
        own.order_by_desc(Column::Id).limit(100).fetch_records(self).await
    }

    async fn subscriptions_of_order(&self, order: OrderId) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let renewed = subscription_orders::Entity::find()
            .select_only()
            .column(subscription_orders::Column::SubscriptionId)
            .filter(subscription_orders::Column::OrderId.eq(Stored(order)))
            .into_query();
        let of_order = Column::OrderId.eq(Stored(order)).or(Column::Id.in_subquery(renewed));
        Entity::find().filter(of_order).order_by_asc(Column::Id).fetch_records(self).await
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
        let due = active()
            .filter(Column::NextDay.lte(today))
            .filter(Column::RetryDay.lte(today))
            .filter(Column::OpenOrderId.is_null());
        due.order_by_asc(Column::NextDay).order_by_asc(Column::Id).limit(limit).fetch_records(self).await
    }

    async fn unpaid_subscriptions(
        &self,
        made_before: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let unpaid = orders::Entity::find()
            .select_only()
            .column(orders::Column::Id)
            .filter(orders::Column::Status.is_in([OrderStatus::Pending, OrderStatus::Failed].map(Stored)))
            .filter(orders::Column::CreatedAt.lte(made_before))
            .into_query();
        let waiting = active().filter(Column::OpenOrderId.in_subquery(unpaid));
        waiting.order_by_asc(Column::Id).limit(limit).fetch_records(self).await
    }

    async fn subscriptions_to_remind(
        &self,
        (first, last): (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        // Only yearly subscriptions: the others are charged too often to be forgotten.
        let unreminded = next_between(active(), first, last)
            .filter(Expr::col(Column::RemindedDay).lt(Expr::col(Column::NextDay)))
            .filter(Column::Terms.like("%\"year\"%"));
        unreminded.order_by_asc(Column::Id).limit(limit).fetch_records(self).await
    }

    async fn remind_subscription(
        &self,
        id: SubscriptionId,
        day: i64,
        mail: &NewMail,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let reminded = Entity::update_many()
            .col_expr(Column::RemindedDay, Expr::value(day))
            .filter(Column::Id.eq(Stored(id)))
            .filter(Column::RemindedDay.lt(day))
            .filter(Column::Status.eq(Stored(SubscriptionStatus::Active)));
        if reminded.run(&write).await? != 1 {
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
        let due = active()
            .filter(Column::Automatic.eq(true))
            .filter(Column::OpenOrderId.is_not_null())
            .filter(Column::TryAt.lte(now));
        due.order_by_asc(Column::TryAt).order_by_asc(Column::Id).limit(limit).fetch_records(self).await
    }

    async fn change_subscription_payment(&self, change: &PaymentChange, now: UnixSeconds) -> Result<u64, StoreError> {
        write_subscription_payment(self, change, now).await
    }

    async fn subscriptions_to_check_cards(
        &self,
        (first, last): (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError> {
        let unchecked = next_between(active(), first, last)
            .filter(Column::Automatic.eq(true))
            .filter(Column::OpenOrderId.is_null())
            .filter(Expr::col(Column::CardNotifiedDay).lt(Expr::col(Column::NextDay)));
        unchecked.order_by_asc(Column::NextDay).order_by_asc(Column::Id).limit(limit).fetch_records(self).await
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

    async fn save_setup(&self, setup: &MethodSetup, now: UnixSeconds) -> Result<(), StoreError> {
        write_setup(self, setup, now).await
    }

    async fn setup_done(&self, intent_id: &str) -> Result<(), StoreError> {
        let done = method_setups::Entity::update_many().col_expr(method_setups::Column::Done, Expr::value(true));
        done.filter(method_setups::Column::IntentId.eq(intent_id)).run(self).await.map(|_| ())
    }

    async fn setup(&self, intent_id: &str) -> Result<Option<MethodSetup>, StoreError> {
        method_setups::Entity::find_by_id(intent_id).fetch_record(self).await
    }
}

fn active() -> Select<Entity> {
    Entity::find().filter(Column::Status.eq(Stored(SubscriptionStatus::Active)))
}

/// Narrows subscriptions to those whose next payment is within a range of days.
fn next_between(wanted: Select<Entity>, first: i64, last: i64) -> Select<Entity> {
    wanted.filter(Condition::all().add(Column::NextDay.gte(first)).add(Column::NextDay.lte(last)))
}

/// Changes a subscription if it still has the expected version; returns `false` otherwise, without changes.
pub(crate) async fn change(
    write: &Write<'_>,
    change: &SubscriptionChange,
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    let state = &change.state;
    let next = ActiveModel {
        status: Set(Stored(state.status)),
        started_day: Set(state.started_day),
        made: Set(state.made),
        period: Set(state.period),
        next_day: Set(state.next_day),
        open_order_id: Set(state.open_order.map(Stored)),
        retry_day: Set(state.retry_day),
        waits_for: Set(state.waits_for.clone()),
        changed_at: Set(now),
        tries: Set(state.tries),
        try_at: Set(state.try_at),
        trying: Set(state.trying),
        refusal: Set(state.refusal.clone()),
        ..Default::default()
    };
    let changed = Entity::update_many()
        .set(next)
        .col_expr(Column::Version, Expr::col(Column::Version).add(1_i64))
        .filter(Column::Id.eq(Stored(change.id)))
        .filter(Column::Version.eq(change.version));
    if changed.run(write).await? != 1 {
        return Ok(false);
    }
    if let Some(order) = change.gives_up {
        let row = subscription_orders::ActiveModel { number: Set(None), ..Default::default() };
        let unnumbered = subscription_orders::Entity::update_many().set(row);
        unnumbered.filter(subscription_orders::Column::OrderId.eq(Stored(order))).run(write).await?;
    }
    Ok(true)
}

/// Inserts the subscriptions that begin with an order. `account`: the account that was created with it.
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
        let row = ActiveModel {
            customer_id: Set(Stored(customer)),
            order_id: Set(Stored(id)),
            status: Set(Stored(state.status)),
            terms: Set(Stored(new.terms.clone())),
            content: Set(Stored(Rest(new.content.clone()))),
            billing_email: Set(billing.email.clone()),
            billing_name: Set(format!("{} {}", billing.first_name, billing.last_name)),
            payment_method: Set(new.payment_method.clone()),
            started_day: Set(state.started_day),
            made: Set(state.made),
            period: Set(state.period),
            next_day: Set(state.next_day),
            retry_day: Set(0),
            waits_for: Set(String::new()),
            version: Set(1),
            created_at: Set(now),
            changed_at: Set(now),
            ..Default::default()
        };
        Entity::insert(row).run(write).await?;
    }
    Ok(())
}

/// Links a renewal order to its subscription, once per payment.
pub(crate) async fn link_renewal(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    let Some(renewal) = &order.renewal else { return Ok(()) };
    let subscription = Stored(renewal.change.id);
    let row = subscription_orders::ActiveModel {
        order_id: Set(Stored(id)),
        subscription_id: Set(subscription),
        number: Set(Some(renewal.number)),
    };
    subscription_orders::Entity::insert(row).run(write).await?;
    if !order.status.is_paid() {
        let waiting = ActiveModel { open_order_id: Set(Some(Stored(id))), ..Default::default() };
        Entity::update_many().set(waiting).filter(Column::Id.eq(subscription)).run(write).await?;
    }
    Ok(())
}
