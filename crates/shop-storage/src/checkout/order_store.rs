//! Writes orders.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::orders::OrderStatus;
use shop_core::payments::express::wallet::ExpressWallet;
use shop_services::ports::{
    NewMail, NewOrder, NewRefund, OrderEvent, OrderFilter, OrderListRow, OrderOwner, OrderPageResult, OrderRecord,
    OrderStore, OrderedCart, PlaceRefusal, Placed, StoreError, Transition, TransitionRefusal,
};
use shop_services::records::OrderContent;

use crate::checkout::order_placement::{claim_resources, write_order, write_ordered_cart};
use crate::checkout::transitions;
use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write};
use crate::entity::orders::{ActiveModel, Column, Entity};
use crate::entity::{Rest, Stored, order_events};
use crate::orders::order_events::insert_event;
use crate::orders::orders_read::{lock_order_content, owned_by, read_order, read_order_list, read_orders_matching};
use crate::orders::refunds::write_refund;
use crate::platform::counters::ChangeCounter;
use crate::platform::outbox;

#[async_trait]
impl OrderStore for Db {
    async fn place_order(
        &self,
        order: &NewOrder,
        mails: &(dyn Fn(OrderId) -> Vec<NewMail> + Send + Sync),
        now: UnixSeconds,
    ) -> Result<Result<Placed, PlaceRefusal>, StoreError> {
        let write = self.begin(true).await?;
        if let Some(key) = &order.idempotency_key
            && let Some(placed) = placed_before(&write, key).await?
        {
            return Ok(Ok(placed));
        }
        // Boxed, because an unoptimised build would keep the futures of all steps on the stack.
        let claimed = match Box::pin(claim_resources(&write, order, now)).await? {
            Ok(claimed) => claimed,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let account = claimed.account;
        let id = match Box::pin(write_order(&write, order, &claimed, now)).await? {
            Ok(id) => id,
            Err(refusal) => return Ok(Err(refusal)),
        };
        outbox::queue(&write, Some(id), &mails(id), now).await?;
        ChangeCounter::Stock.increment(&write).await?;
        write.commit().await?;
        Ok(Ok(Placed { id, new: true, order_key: order.order_key.clone(), account }))
    }

    async fn reuse_unpaid_order(
        &self,
        id: OrderId,
        order: &NewOrder,
        cart: &OrderedCart,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let open = [OrderStatus::Pending, OrderStatus::Failed].map(Stored);
        let row = ActiveModel {
            payment_method: Set(order.payment_method.clone()),
            idempotency_key: Set(order.idempotency_key.clone()),
            updated_at: Set(now),
            ..ActiveModel::of_content(&order.content).with_attribution(&order.content, now)
        };
        let update =
            Entity::update_many().set(row).filter(Column::Id.eq(Stored(id))).filter(Column::Status.is_in(open));
        if update.run(&write).await? == 0 || !write_ordered_cart(&write, cart, now).await? {
            return Ok(false);
        }
        write.commit().await?;
        Ok(true)
    }

    async fn order_by_idempotency_key(&self, idempotency_key: &str) -> Result<Option<OrderId>, StoreError> {
        find_id(self, Column::IdempotencyKey.eq(idempotency_key)).await
    }

    async fn order_by_key(&self, order_key: &str) -> Result<Option<OrderId>, StoreError> {
        find_id(self, Column::OrderKey.eq(order_key)).await
    }

    async fn order(&self, id: OrderId) -> Result<Option<OrderRecord>, StoreError> {
        read_order(self, Column::Id.eq(Stored(id))).await
    }

    async fn order_of(&self, owner: OrderOwner, id: OrderId) -> Result<Option<OrderRecord>, StoreError> {
        read_order(self, Condition::all().add(Column::Id.eq(Stored(id))).add(owned_by(owner))).await
    }

    async fn list_orders(&self, filter: &OrderFilter) -> Result<OrderPageResult, StoreError> {
        read_order_list(self, filter).await
    }

    async fn orders_matching(&self, filter: &OrderFilter, limit: u64) -> Result<Vec<OrderListRow>, StoreError> {
        read_orders_matching(self, filter, limit).await
    }

    async fn order_events(&self, id: OrderId) -> Result<Vec<OrderEvent>, StoreError> {
        let events = order_events::Entity::find()
            .filter(order_events::Column::OrderId.eq(Stored(id)))
            .order_by_asc(order_events::Column::Id);
        events.fetch_records(self).await
    }

    async fn add_order_note(
        &self,
        id: OrderId,
        kind: &str,
        note: &str,
        author: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        if !Entity::find_by_id(Stored(id)).fetch_exists(&write).await? {
            return Ok(false);
        }
        insert_event(&write, id, (kind, None, None), note, author, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn set_order_wallet(
        &self,
        id: OrderId,
        wallet: Option<ExpressWallet>,
        title: &str,
    ) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let Some(content) = lock_order_content(&write, id).await? else { return Ok(()) };
        let content = OrderContent { wallet, payment_title: title.to_owned(), ..content };
        let changed = ActiveModel { content: Set(Stored(Rest(content))), ..Default::default() };
        Entity::update_many().set(changed).filter(Column::Id.eq(Stored(id))).run(&write).await?;
        write.commit().await
    }

    async fn transition_order(
        &self,
        transition: &Transition,
        now: UnixSeconds,
    ) -> Result<Result<(), TransitionRefusal>, StoreError> {
        transitions::transition_order(self, transition, now).await
    }

    async fn book_refund(&self, refund: &NewRefund, now: UnixSeconds) -> Result<Option<i64>, StoreError> {
        write_refund(self, refund, now).await
    }

    async fn orders_past_hold(&self, now: UnixSeconds, limit: u64) -> Result<Vec<OrderId>, StoreError> {
        let ids = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::HoldUntil.is_not_null())
            .filter(Column::HoldUntil.lte(now))
            .order_by_asc(Column::Id)
            .limit(limit)
            .into_tuple::<Stored<OrderId>>();
        Ok(ids.fetch_all(self).await?.into_iter().map(|id| id.0).collect())
    }
}

/// Finds the order that an earlier request with the same idempotency key has placed.
async fn placed_before(write: &Write<'_>, idempotency_key: &str) -> Result<Option<Placed>, StoreError> {
    let placed = Entity::find()
        .select_only()
        .columns([Column::Id, Column::OrderKey])
        .filter(Column::IdempotencyKey.eq(idempotency_key))
        .into_tuple::<(Stored<OrderId>, String)>();
    let placed = placed.fetch_one(write).await?;
    Ok(placed.map(|(id, order_key)| Placed { id: id.0, new: false, order_key, account: None }))
}

/// Finds the id of the order that meets a condition.
async fn find_id(db: &Db, which: Expr) -> Result<Option<OrderId>, StoreError> {
    let id = Entity::find().select_only().column(Column::Id).filter(which).into_tuple::<Stored<OrderId>>();
    Ok(id.fetch_one(db).await?.map(|id| id.0))
}
