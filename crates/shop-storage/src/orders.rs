//! Writing orders.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::Value;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId, ProductId};
use shop_core::order::OrderStatus;
use shop_core::payment::express::wallet::ExpressWallet;
use shop_services::ports::{
    NewMail, NewOrder, NewRefund, OrderEvent, OrderFilter, OrderListRow, OrderPageResult, OrderRecord, OrderStore,
    OrderedCart, PlaceRefusal, Placed, StockTaken, StoreError, Transition, TransitionPayment, TransitionRefusal,
};
use shop_services::records::OrderContent;

use crate::db::{Db, Write, col, json, placeholders, to_json};
use crate::refunds::refund_rest;
use crate::stock::count_stock_change;
use crate::{bookings, coupons, credit_moves, customers, instalments, outbox, subscriptions};

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
            let earlier = write
                .one("SELECT id, order_key FROM orders WHERE idempotency_key = $1", vec![key.as_str().into()])
                .await?;
            if let Some(row) = earlier {
                return Ok(Ok(Placed {
                    id: OrderId(col(&row, "id")?),
                    new: false,
                    order_key: col(&row, "order_key")?,
                    account: None,
                }));
            }
        }
        // The cart first: of two requests that order the same cart one finds it changed and writes nothing.
        if let Some(cart) = &order.cart
            && !empty_cart(&write, cart, now).await?
        {
            return Ok(Err(PlaceRefusal::CartChanged));
        }
        if let Some(renewal) = &order.renewal
            && !subscriptions::change(&write, &renewal.change, now).await?
        {
            return Ok(Err(PlaceRefusal::SubscriptionChanged));
        }
        if let Some(refusal) = take_stock(&write, order).await? {
            return Ok(Err(refusal));
        }
        if let Some(refusal) = bookings::take_places(&write, order).await? {
            return Ok(Err(refusal));
        }
        let coupons = match coupons::take_uses(&write, order).await? {
            Ok(ids) => ids,
            Err(code) => return Ok(Err(PlaceRefusal::CouponUsedUp { code })),
        };
        let credits = match credit_moves::take(&write, &order.credits, now).await? {
            Ok(taken) => taken,
            Err(code) => return Ok(Err(PlaceRefusal::CreditShort { code })),
        };
        let account = match &order.account {
            None => None,
            Some(new) => match customers::add_under_free_name(&write, new, now).await? {
                None => return Ok(Err(PlaceRefusal::EmailTaken)),
                some => some,
            },
        };
        let id = insert_order(&write, order, account, now).await?;
        insert_lines(&write, id, order).await?;
        bookings::note_places(&write, id, order).await?;
        instalments::insert(&write, id, &order.instalments, now).await?;
        subscriptions::begin(&write, id, order, account, now).await?;
        subscriptions::note_renewal(&write, id, order).await?;
        coupons::note_uses(&write, id, &coupons, &order.content.billing.email).await?;
        credit_moves::note(&write, id, &credits, "customer", now).await?;
        let author = if order.renewal.is_some() { "system" } else { "customer" };
        insert_event(&write, id, ("status", None, Some(order.status)), "", author, now).await?;
        outbox::queue(&write, Some(id), &mails(id), now).await?;
        count_stock_change(&write).await?;
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
        let changed = write
            .run(
                "UPDATE orders SET billing_email = $2, billing_name = $3, payment_method = $4, idempotency_key = $5, \
                 content = $6, updated_at = $7 WHERE id = $1 AND status IN ('pending', 'failed')",
                vec![
                    id.0.into(),
                    billing.email.as_str().into(),
                    format!("{} {}", billing.first_name, billing.last_name).into(),
                    order.payment_method.as_str().into(),
                    order.idempotency_key.clone().into(),
                    to_json(&order.content)?.into(),
                    now.into(),
                ],
            )
            .await?;
        if changed == 0 || !empty_cart(&write, cart, now).await? {
            return Ok(false);
        }
        write.commit().await?;
        Ok(true)
    }

    async fn order_by_idempotency_key(&self, idempotency_key: &str) -> Result<Option<OrderId>, StoreError> {
        let row = self.one("SELECT id FROM orders WHERE idempotency_key = $1", vec![idempotency_key.into()]).await?;
        row.map(|row| Ok(OrderId(col(&row, "id")?))).transpose()
    }

    async fn order(&self, id: OrderId) -> Result<Option<OrderRecord>, StoreError> {
        self.read_order(id).await
    }

    async fn list_orders(&self, filter: &OrderFilter) -> Result<OrderPageResult, StoreError> {
        self.read_order_list(filter).await
    }

    async fn orders_matching(&self, filter: &OrderFilter, limit: u64) -> Result<Vec<OrderListRow>, StoreError> {
        self.read_orders_matching(filter, limit).await
    }

    async fn order_events(&self, id: OrderId) -> Result<Vec<OrderEvent>, StoreError> {
        self.read_order_events(id).await
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
        if write.one("SELECT id FROM orders WHERE id = $1", vec![id.0.into()]).await?.is_none() {
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
        let sql = "UPDATE orders SET updated_at = updated_at WHERE id = $1 RETURNING content";
        let Some(row) = write.one(sql, vec![id.0.into()]).await? else { return Ok(()) };
        let mut content: OrderContent = json(&col::<String>(&row, "content")?, "orders", id)?;
        content.wallet = wallet;
        title.clone_into(&mut content.payment_title);
        let sql = "UPDATE orders SET content = $2 WHERE id = $1";
        write.run(sql, vec![id.0.into(), to_json(&content)?.into()]).await?;
        write.commit().await
    }

    async fn transition_order(
        &self,
        transition: &Transition,
        now: UnixSeconds,
    ) -> Result<Result<(), TransitionRefusal>, StoreError> {
        let write = self.begin(true).await?;
        let changed = write
            .one(
                "UPDATE orders SET status = $3, updated_at = $4, hold_until = $5 WHERE id = $1 AND status = $2 RETURNING stock_taken, billing_email, credit_refunded_cents",
                vec![
                    transition.id.0.into(),
                    transition.from.as_str().into(),
                    transition.to.as_str().into(),
                    now.into(),
                    transition.payment.as_ref().and_then(|payment| payment.hold_until).into(),
                ],
            )
            .await?;
        let Some(row) = changed else { return Ok(Err(TransitionRefusal::Changed)) };
        if let Some(payment) = &transition.payment {
            change_payment(&write, transition.id, payment).await?;
        }
        for change in &transition.subscriptions {
            if !subscriptions::change(&write, change, now).await? {
                return Ok(Err(TransitionRefusal::Changed));
            }
        }
        let taken: bool = col(&row, "stock_taken")?;
        let wanted = match transition.stock {
            StockTaken::Yes => true,
            StockTaken::No => false,
            StockTaken::Unchanged => taken,
        };
        if wanted != taken {
            if let Some(refusal) = move_stock(&write, transition.id, wanted).await? {
                return Ok(Err(refusal));
            }
            if let Some(refusal) = bookings::move_places(&write, transition.id, wanted).await? {
                return Ok(Err(refusal));
            }
            write
                .run("UPDATE orders SET stock_taken = $2 WHERE id = $1", vec![transition.id.0.into(), wanted.into()])
                .await?;
            count_stock_change(&write).await?;
        }
        let author = transition.author.as_str();
        let given_up = |status| matches!(status, OrderStatus::Cancelled | OrderStatus::Failed);
        if given_up(transition.to) {
            coupons::release_uses(&write, transition.id).await?;
            let in_other_ways = Cents(col(&row, "credit_refunded_cents")?);
            credit_moves::give_back(&write, transition.id, in_other_ways, author, now).await?;
        } else if transition.to == OrderStatus::Refunded {
            refund_rest(&write, transition.id, author, &transition.note, now).await?;
        } else if given_up(transition.from) {
            let email: String = col(&row, "billing_email")?;
            coupons::retake_uses(&write, transition.id, &transition.coupons, &email).await?;
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
        self.write_refund(refund, now).await
    }

    async fn orders_past_hold(&self, now: UnixSeconds, limit: u64) -> Result<Vec<OrderId>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(100);
        let sql = "SELECT id FROM orders WHERE hold_until IS NOT NULL AND hold_until <= $1 ORDER BY id LIMIT $2";
        self.all(sql, vec![now.into(), limit.into()]).await?.iter().map(|row| col(row, "id").map(OrderId)).collect()
    }
}

/// Takes the lines out of a cart, keeping addresses and choices; `false` when it changed since it was priced.
async fn empty_cart(write: &Write<'_>, cart: &OrderedCart, now: UnixSeconds) -> Result<bool, StoreError> {
    let changed = write
        .run(
            "UPDATE carts SET content = $3, version = version + 1, updated_at = $4 WHERE session_key = $1 AND version = $2",
            vec![cart.session_key.as_str().into(), cart.version.into(), to_json(&cart.emptied)?.into(), now.into()],
        )
        .await?;
    Ok(changed == 1)
}

/// Pieces by whose stock they are, in ascending order so that two orders never wait for each other in a circle.
async fn take_stock(write: &Write<'_>, order: &NewOrder) -> Result<Option<PlaceRefusal>, StoreError> {
    let mut wanted: BTreeMap<ProductId, (i64, bool, ProductId)> = BTreeMap::new();
    let mut sold: BTreeMap<i64, i64> = BTreeMap::new();
    for line in &order.lines {
        if let Some(id) = line.stock_product_id {
            let entry = wanted.entry(id).or_insert((0, line.backorders_allowed, line.product_id));
            entry.0 += line.quantity;
        }
        *sold.entry(line.content.parent_id).or_default() += line.quantity;
    }
    for (id, (quantity, backorders, product_id)) in &wanted {
        let changed = write
            .run(
                "UPDATE products SET stock_quantity = stock_quantity - $2 WHERE id = $1 AND (stock_quantity >= $2 OR $3)",
                vec![id.0.into(), (*quantity).into(), (*backorders).into()],
            )
            .await?;
        if changed == 0 {
            let row = write.one("SELECT stock_quantity FROM products WHERE id = $1", vec![id.0.into()]).await?;
            let available: i64 = row.map_or(Ok(0), |row| col(&row, "stock_quantity"))?;
            return Ok(Some(PlaceRefusal::NotEnoughStock { product_id: *product_id, available: available.max(0) }));
        }
    }
    count_sales(write, &sold).await?;
    Ok(None)
}

const GIVE_BACK: &str = "UPDATE products SET stock_quantity = stock_quantity + \
    (SELECT SUM(quantity - restocked) FROM order_lines WHERE order_id = $1 AND stock_product_id = $2) WHERE id = $2";
const TAKE_AGAIN: &str = "UPDATE products SET stock_quantity = stock_quantity - \
    (SELECT SUM(quantity - restocked) FROM order_lines WHERE order_id = $1 AND stock_product_id = $2) WHERE id = $2 AND (backorders <> 'no' \
    OR stock_quantity >= (SELECT SUM(quantity - restocked) FROM order_lines WHERE order_id = $1 AND stock_product_id = $2))";

/// Adds sold pieces to the sales of their products, in one statement.
async fn count_sales(write: &Write<'_>, sold: &BTreeMap<i64, i64>) -> Result<(), StoreError> {
    let rows: Vec<String> =
        (0..sold.len()).map(|n| format!("(CAST(${} AS BIGINT), CAST(${} AS BIGINT))", n * 2 + 1, n * 2 + 2)).collect();
    let sql = format!(
        "UPDATE products SET total_sales = total_sales + sold.column2 FROM (VALUES {}) AS sold WHERE id = sold.column1",
        rows.join(", ")
    );
    let values = sold.iter().flat_map(|(id, quantity)| [(*id).into(), (*quantity).into()]).collect();
    write.run(&sql, values).await.map(|_| ())
}

/// Writes another way of payment into an order.
async fn change_payment(write: &Write<'_>, id: OrderId, payment: &TransitionPayment) -> Result<(), StoreError> {
    let row = write.one("SELECT content FROM orders WHERE id = $1", vec![id.0.into()]).await?;
    let Some(row) = row else { return Ok(()) };
    let mut content: OrderContent = json(&col::<String>(&row, "content")?, "orders", id)?;
    content.payment_title.clone_from(&payment.title);
    let sql = "UPDATE orders SET payment_method = $2, content = $3 WHERE id = $1";
    write.run(sql, vec![id.0.into(), payment.method.as_str().into(), to_json(&content)?.into()]).await.map(|_| ())
}

/// Gives an order's pieces back, or takes them again.
async fn move_stock(write: &Write<'_>, id: OrderId, take: bool) -> Result<Option<TransitionRefusal>, StoreError> {
    let rows = write
        .all(
            "SELECT stock_product_id, MIN(name) AS name FROM order_lines \
             WHERE order_id = $1 AND stock_product_id IS NOT NULL GROUP BY stock_product_id ORDER BY stock_product_id",
            vec![id.0.into()],
        )
        .await?;
    for row in rows {
        let product: i64 = col(&row, "stock_product_id")?;
        let changed = write.run(if take { TAKE_AGAIN } else { GIVE_BACK }, vec![id.0.into(), product.into()]).await?;
        if take && changed == 0 {
            let left = "SELECT stock_quantity FROM products WHERE id = $1";
            let available = match write.one(left, vec![product.into()]).await? {
                Some(row) => col::<i64>(&row, "stock_quantity")?,
                // A product that is gone has no stock to be taken from.
                None => continue,
            };
            return Ok(Some(TransitionRefusal::NotEnoughStock {
                name: col(&row, "name")?,
                available: available.max(0),
            }));
        }
    }
    Ok(None)
}

async fn insert_order(
    write: &Write<'_>,
    order: &NewOrder,
    account: Option<CustomerId>,
    now: UnixSeconds,
) -> Result<OrderId, StoreError> {
    let billing = &order.content.billing;
    let row = write
        .one(
            "INSERT INTO orders (order_key, status, customer_id, billing_email, billing_name, total_cents, payment_method, \
             stock_taken, cart_hash, idempotency_key, content, created_at, updated_at, hold_until) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13) RETURNING id",
            vec![
                order.order_key.as_str().into(),
                order.status.as_str().into(),
                account.or(order.customer_id).map(|id| id.0).into(),
                billing.email.as_str().into(),
                format!("{} {}", billing.first_name, billing.last_name).into(),
                order.total_cents.into(),
                order.payment_method.as_str().into(),
                true.into(),
                order.cart_hash.as_str().into(),
                order.idempotency_key.clone().into(),
                to_json(&order.content)?.into(),
                now.into(),
                order.hold_until.into(),
            ],
        )
        .await?;
    let row = row.ok_or_else(|| StoreError::Refused("an inserted order returned no id".into()))?;
    Ok(OrderId(col(&row, "id")?))
}

async fn insert_lines(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    if order.lines.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO order_lines (order_id, position, product_id, stock_product_id, quantity, sku, name, content) VALUES {}",
        placeholders(order.lines.len(), 8)
    );
    let mut values: Vec<Value> = Vec::with_capacity(order.lines.len() * 8);
    for (n, line) in order.lines.iter().enumerate() {
        values.extend([
            id.0.into(),
            i64::try_from(n).unwrap_or(i64::MAX).into(),
            line.product_id.0.into(),
            line.stock_product_id.map(|id| id.0).into(),
            line.quantity.into(),
            line.sku.as_str().into(),
            line.name.as_str().into(),
            to_json(&line.content)?.into(),
        ]);
    }
    write.run(&sql, values).await.map(|_| ())
}

pub(crate) async fn insert_event(
    write: &Write<'_>,
    id: OrderId,
    (kind, from, to): (&str, Option<OrderStatus>, Option<OrderStatus>),
    note: &str,
    author: &str,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    write
        .run(
            "INSERT INTO order_events (order_id, kind, from_status, to_status, note, author, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            vec![
                id.0.into(),
                kind.into(),
                from.map(|s| s.as_str().to_owned()).into(),
                to.map(|s| s.as_str().to_owned()).into(),
                note.into(),
                author.into(),
                now.into(),
            ],
        )
        .await
        .map(|_| ())
}
