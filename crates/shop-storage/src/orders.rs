//! Writing orders.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId, ProductId};
use shop_core::order::OrderStatus;
use shop_core::payment::express::wallet::ExpressWallet;
use shop_services::ports::{
    CouponPerson, NewMail, NewOrder, NewRefund, OrderEvent, OrderFilter, OrderListRow, OrderOwner, OrderPageResult,
    OrderRecord, OrderStore, OrderedCart, PlaceRefusal, Placed, StockTaken, StoreError, Transition, TransitionPayment,
    TransitionRefusal,
};
use shop_services::records::{OrderContent, OrderLineContent};

use crate::counters::Kept;
use crate::db::{Db, Write, to_json};
use crate::order_events::insert_event;
use crate::orders_placed::{count_sales, leave_cart, take, write_order};
use crate::orders_read::{read_order, read_order_list, read_orders_matching};
use crate::refunds::{refund_rest, write_refund};
use crate::row::row;
use crate::statement::{set, values};
use crate::{bookings, coupons, credit_moves, offers_taken, outbox, subscriptions};

row! {
    /// The document of an order, for a change of it.
    pub(crate) struct OrderDocument: orders(+id) { content: OrderContent, }
}

row! {
    /// What of an order a step to another status turns on.
    struct Stepped: orders(+id) {
        stock_taken: bool, customer_id: Option<CustomerId>, billing_email: String, credit_refunded_cents: Cents,
    }
}

row! {
    /// Pieces of a line that were not given back.
    struct SoldLine: order_lines(order_id) { pieces: i64 = "quantity - restocked", content: OrderLineContent, }
}

row! {
    struct StockTakenBy: order_lines(stock_product_id) { stock_product_id: ProductId, name: String = "MIN(name)", }
}

#[async_trait]
impl OrderStore for Db {
    async fn place_order(
        &self,
        order: &NewOrder,
        mails: &(dyn Fn(OrderId) -> Vec<NewMail> + Send + Sync),
        now: UnixSeconds,
    ) -> Result<Result<Placed, PlaceRefusal>, StoreError> {
        let write = self.begin(true).await?;
        if let Some(key) = &order.idempotency_key {
            let sql = "SELECT id, order_key FROM orders WHERE idempotency_key = $1";
            if let Some((id, order_key)) = write.row(sql, values![key]).await? {
                return Ok(Ok(Placed { id, new: false, order_key, account: None }));
            }
        }
        // Each in a box: an unoptimised build would keep the futures of all their steps on the stack.
        let taken = match Box::pin(take(&write, order, now)).await? {
            Ok(taken) => taken,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let account = taken.account;
        let id = match Box::pin(write_order(&write, order, &taken, now)).await? {
            Ok(id) => id,
            Err(refusal) => return Ok(Err(refusal)),
        };
        outbox::queue(&write, Some(id), &mails(id), now).await?;
        Kept::Stock.changed(&write).await?;
        write.commit().await?;
        Ok(Ok(Placed { id, new: true, order_key: order.order_key.clone(), account }))
    }

    async fn take_up_order(
        &self,
        id: OrderId,
        order: &NewOrder,
        cart: &OrderedCart,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let billing = &order.content.billing;
        let taken_up = set! {
            billing_email: &billing.email,
            billing_name: format!("{} {}", billing.first_name, billing.last_name),
            payment_method: &order.payment_method,
            idempotency_key: &order.idempotency_key,
            content: to_json(&order.content)?,
            invoice_wanted: order.content.invoice.is_some(),
            buyer_reference: &order.content.buyer_reference,
            delivery_day: order.content.delivery_day,
            source_type: order.content.source("source_type"),
            source_name: order.content.source("utm_source"),
            source_medium: order.content.source("utm_medium"),
            source_campaign: order.content.source("utm_campaign"),
            attributed_at: order.content.is_attributed().then_some(now),
            updated_at: now,
        };
        let open = "id = $1 AND status IN ('pending', 'failed')";
        if write.update("orders", taken_up, open, values![id]).await? == 0 || !leave_cart(&write, cart, now).await? {
            return Ok(false);
        }
        write.commit().await?;
        Ok(true)
    }

    async fn order_by_idempotency_key(&self, idempotency_key: &str) -> Result<Option<OrderId>, StoreError> {
        self.row("SELECT id FROM orders WHERE idempotency_key = $1", values![idempotency_key]).await
    }

    async fn order_by_key(&self, order_key: &str) -> Result<Option<OrderId>, StoreError> {
        self.row("SELECT id FROM orders WHERE order_key = $1", values![order_key]).await
    }

    async fn order(&self, id: OrderId) -> Result<Option<OrderRecord>, StoreError> {
        read_order(self, "WHERE id = $1", values![id]).await
    }

    async fn order_of(&self, owner: OrderOwner, id: OrderId) -> Result<Option<OrderRecord>, StoreError> {
        let own = "WHERE id = $1 AND (customer_id = $2 OR company_id = $3)";
        read_order(self, own, values![id, owner.customer_id, owner.company_id]).await
    }

    async fn list_orders(&self, filter: &OrderFilter) -> Result<OrderPageResult, StoreError> {
        read_order_list(self, filter).await
    }

    async fn orders_matching(&self, filter: &OrderFilter, limit: u64) -> Result<Vec<OrderListRow>, StoreError> {
        read_orders_matching(self, filter, limit).await
    }

    async fn order_events(&self, id: OrderId) -> Result<Vec<OrderEvent>, StoreError> {
        self.list("WHERE order_id = $1 ORDER BY id", values![id]).await
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
        if !write.has("SELECT id FROM orders WHERE id = $1", values![id]).await? {
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
        // An update, so that nobody else writes the order meanwhile.
        let held = write.update_returning(set! { updated_at = "updated_at" }, "id = $1", values![id]).await?;
        let Some(OrderDocument { mut content }) = held else { return Ok(()) };
        content.wallet = wallet;
        title.clone_into(&mut content.payment_title);
        write.update("orders", set! { content: to_json(&content)? }, "id = $1", values![id]).await?;
        write.commit().await
    }

    async fn transition_order(
        &self,
        transition: &Transition,
        now: UnixSeconds,
    ) -> Result<Result<(), TransitionRefusal>, StoreError> {
        let write = self.begin(true).await?;
        let step = set! {
            status: transition.to,
            updated_at: now,
            hold_until: transition.payment.as_ref().and_then(|payment| payment.hold_until),
        };
        let as_it_was = values![transition.id, transition.from];
        let stepped = write.update_returning::<Stepped>(step, "id = $1 AND status = $2", as_it_was).await?;
        let Some(stepped) = stepped else { return Ok(Err(TransitionRefusal::Changed)) };
        if let Some(payment) = &transition.payment {
            change_payment(&write, transition.id, payment).await?;
        }
        for change in &transition.subscriptions {
            if !subscriptions::change(&write, change, now).await? {
                return Ok(Err(TransitionRefusal::Changed));
            }
        }
        let wanted = match transition.stock {
            StockTaken::Yes => true,
            StockTaken::No => false,
            StockTaken::Unchanged => stepped.stock_taken,
        };
        if wanted != stepped.stock_taken {
            if let Some(refusal) = move_stock(&write, transition.id, wanted).await? {
                return Ok(Err(refusal));
            }
            move_sales(&write, transition.id, wanted).await?;
            if let Some(refusal) = bookings::move_places(&write, transition.id, wanted).await? {
                return Ok(Err(refusal));
            }
            write.update("orders", set! { stock_taken: wanted }, "id = $1", values![transition.id]).await?;
            Kept::Stock.changed(&write).await?;
        }
        let author = transition.author.as_str();
        let given_up = |status| matches!(status, OrderStatus::Cancelled | OrderStatus::Failed);
        if given_up(transition.to) {
            coupons::release_uses(&write, transition.id).await?;
            offers_taken::release(&write, transition.id).await?;
            credit_moves::give_back(&write, transition.id, stepped.credit_refunded_cents, author, now).await?;
        } else if transition.to == OrderStatus::Refunded {
            refund_rest(&write, transition.id, author, &transition.note, now).await?;
        } else if given_up(transition.from) {
            let person =
                CouponPerson { customer_id: stepped.customer_id, emails: vec![stepped.billing_email.to_lowercase()] };
            if let Err(code) = coupons::retake_uses(&write, transition.id, &transition.coupons, &person).await? {
                return Ok(Err(TransitionRefusal::CouponUsedUp { code }));
            }
            if let Some(id) = offers_taken::retake(&write, transition.id).await? {
                return Ok(Err(TransitionRefusal::OfferUsed { id }));
            }
            let wanted = credit_moves::not_taken(&write, transition.id, &transition.credits).await?;
            match credit_moves::take(&write, &wanted, now).await? {
                Ok(taken) => credit_moves::note(&write, transition.id, &taken, author, now).await?,
                Err(code) => return Ok(Err(TransitionRefusal::CreditShort { code })),
            }
        }
        let states = ("status", Some(transition.from), Some(transition.to));
        insert_event(&write, transition.id, states, &transition.note, &transition.author, now).await?;
        // Of a refused payment the buyer is still asked for, by the link to pay.
        let unpaid = |status| matches!(status, OrderStatus::Pending | OrderStatus::Failed);
        if unpaid(transition.from) && !unpaid(transition.to) {
            outbox::drop_request_to_pay(&write, transition.id).await?;
        }
        outbox::queue(&write, Some(transition.id), &transition.mails, now).await?;
        write.commit().await?;
        Ok(Ok(()))
    }

    async fn book_refund(&self, refund: &NewRefund, now: UnixSeconds) -> Result<Option<i64>, StoreError> {
        write_refund(self, refund, now).await
    }

    async fn orders_past_hold(&self, now: UnixSeconds, limit: u64) -> Result<Vec<OrderId>, StoreError> {
        let sql = "SELECT id FROM orders WHERE hold_until IS NOT NULL AND hold_until <= $1 ORDER BY id LIMIT $2";
        self.rows(sql, values![now, limit]).await
    }
}

const GIVE_BACK: &str = "UPDATE products SET stock_quantity = stock_quantity + \
    (SELECT SUM(quantity - restocked) FROM order_lines WHERE order_id = $1 AND stock_product_id = $2) WHERE id = $2";
const TAKE_AGAIN: &str = "UPDATE products SET stock_quantity = stock_quantity - \
    (SELECT SUM(quantity - restocked) FROM order_lines WHERE order_id = $1 AND stock_product_id = $2) WHERE id = $2 AND (backorders <> 'no' \
    OR stock_quantity >= (SELECT SUM(quantity - restocked) FROM order_lines WHERE order_id = $1 AND stock_product_id = $2))";

/// Writes another way of payment into an order.
async fn change_payment(write: &Write<'_>, id: OrderId, payment: &TransitionPayment) -> Result<(), StoreError> {
    let found = write.find("WHERE id = $1", values![id]).await?;
    let Some(OrderDocument { mut content }) = found else { return Ok(()) };
    content.payment_title.clone_from(&payment.title);
    let changed = set! { payment_method: &payment.method, content: to_json(&content)? };
    write.update("orders", changed, "id = $1", values![id]).await.map(|_| ())
}

/// Takes what a given up order had sold off the sales of its products, or counts it again.
async fn move_sales(write: &Write<'_>, id: OrderId, take: bool) -> Result<(), StoreError> {
    let mut moved: BTreeMap<i64, i64> = BTreeMap::new();
    for SoldLine { pieces, content } in write.list("WHERE order_id = $1", values![id]).await? {
        *moved.entry(content.parent_id).or_default() += if take { pieces } else { -pieces };
    }
    if moved.is_empty() { Ok(()) } else { count_sales(write, &moved).await }
}

/// Gives an order's pieces back, or takes them again.
async fn move_stock(write: &Write<'_>, id: OrderId, take: bool) -> Result<Option<TransitionRefusal>, StoreError> {
    let grouped =
        "WHERE order_id = $1 AND stock_product_id IS NOT NULL GROUP BY stock_product_id ORDER BY stock_product_id";
    for StockTakenBy { stock_product_id, name } in write.list(grouped, values![id]).await? {
        let changed = write.run(if take { TAKE_AGAIN } else { GIVE_BACK }, values![id, stock_product_id]).await?;
        if take && changed == 0 {
            let left = "SELECT stock_quantity FROM products WHERE id = $1";
            // A product that is gone has no stock to be taken from.
            let Some(left) = write.row::<i64>(left, values![stock_product_id]).await? else { continue };
            return Ok(Some(TransitionRefusal::NotEnoughStock { name, available: left.max(0) }));
        }
    }
    Ok(None)
}
