//! The mail outbox.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_services::orders::mails::REQUEST_TO_PAY;
use shop_services::ports::{MailMessage, NewMail, OutboxStore, StoreError};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::returning::returning;
use crate::db::{Db, Write};
use crate::entity::outbox::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, record_from};

/// Number of attempts after which a mail is given up.
const MAX_ATTEMPTS: i64 = 10;

record_from! {
    |row: Model| MailMessage {
        id, kind, order_id, recipient, subject, body_html, body_text, unsubscribe_url, attempts, sent_at, last_error,
        created_at,
    }
}

/// Queues mails about an order. There is one per order and kind; a second one is dropped.
pub(crate) async fn queue(
    write: &Write<'_>,
    order_id: Option<OrderId>,
    mails: &[NewMail],
    now: UnixSeconds,
) -> Result<(), StoreError> {
    if mails.is_empty() {
        return Ok(());
    }
    let row = |mail: &NewMail| ActiveModel {
        kind: Set(mail.kind.clone()),
        order_id: Set(order_id.map(Stored)),
        recipient: Set(mail.recipient.clone()),
        subject: Set(mail.subject.clone()),
        body_html: Set(mail.body_html.clone()),
        body_text: Set(mail.body_text.clone()),
        unsubscribe_url: Set(mail.unsubscribe_url.clone()),
        attempts: Set(0),
        next_attempt_at: Set(now.saturating_add(mail.delay_s)),
        last_error: Set(String::new()),
        created_at: Set(now),
        ..Default::default()
    };
    let once = OnConflict::columns([Column::OrderId, Column::Kind]).do_nothing().to_owned();
    Entity::insert_many(mails.iter().map(row)).on_conflict(once).run(write).await.map(|_| ())
}

/// Adds a number to the kind of mails about one of several things of an order, such as its refunds, because there is one mail of
/// a kind per order.
pub(crate) fn with_number(mails: &[NewMail], number: i64) -> Vec<NewMail> {
    mails.iter().map(|mail| NewMail { kind: format!("{}_{number}", mail.kind), ..mail.clone() }).collect()
}

/// Deletes the payment reminder of an order that is still scheduled.
pub(crate) async fn drop_request_to_pay(write: &Write<'_>, order_id: OrderId) -> Result<(), StoreError> {
    let waiting = Entity::delete_many()
        .filter(Column::OrderId.eq(Stored(order_id)))
        .filter(Column::Kind.eq(REQUEST_TO_PAY))
        .filter(Column::SentAt.is_null())
        .filter(Column::Attempts.eq(0_i64));
    waiting.run(write).await.map(|_| ())
}

#[async_trait]
impl OutboxStore for Db {
    async fn queue_mail(&self, mail: &NewMail, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        queue(&write, None, std::slice::from_ref(mail), now).await?;
        write.commit().await
    }

    async fn queue_order_mail(&self, order: OrderId, mail: &NewMail, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let same = Entity::find().filter(Column::OrderId.eq(Stored(order))).filter(Column::Kind.eq(&mail.kind));
        if same.fetch_exists(&write).await? {
            return Ok(false);
        }
        queue(&write, Some(order), std::slice::from_ref(mail), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn claim_due_mail(&self, now: UnixSeconds, lease_s: i64, limit: u64) -> Result<Vec<MailMessage>, StoreError> {
        // SQLite has a single writer, and its query builder omits the lock.
        let due = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::SentAt.is_null())
            .filter(Column::NextAttemptAt.lte(now))
            .filter(Column::Attempts.lt(MAX_ATTEMPTS))
            .order_by_asc(Column::Id)
            .limit(limit)
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
        let claimed = Entity::update_many()
            .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1_i64))
            .col_expr(Column::NextAttemptAt, Expr::value(now.saturating_add(lease_s)))
            .filter(Column::Id.in_subquery(due.into_query()));
        let write = self.begin(false).await?;
        let mut mails = returning(claimed, &write).await?;
        write.commit().await?;
        // RETURNING guarantees no order, and the buyer should receive earlier mails before later ones.
        mails.sort_by_key(|mail| mail.id);
        Ok(mails.into_iter().map(MailMessage::from).collect())
    }

    async fn mark_mail_sent(&self, id: i64, now: UnixSeconds) -> Result<(), StoreError> {
        let sent = ActiveModel { sent_at: Set(Some(now)), last_error: Set(String::new()), ..Default::default() };
        Entity::update_many().set(sent).filter(Column::Id.eq(id)).run(self).await.map(|_| ())
    }

    async fn mark_mail_failed(&self, id: i64, error: &str, next_attempt_at: UnixSeconds) -> Result<(), StoreError> {
        let failed = ActiveModel {
            last_error: Set(error.to_owned()),
            next_attempt_at: Set(next_attempt_at),
            ..Default::default()
        };
        Entity::update_many().set(failed).filter(Column::Id.eq(id)).run(self).await.map(|_| ())
    }

    async fn list_mail(&self, page: u64, per_page: u64) -> Result<(Vec<MailMessage>, u64), StoreError> {
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        let mails = Entity::find().order_by_desc(Column::Id).limit(per_page).offset(offset).fetch_records(self).await?;
        let count = Entity::find().fetch_count(self).await?;
        Ok((mails, count))
    }

    async fn mail(&self, id: i64) -> Result<Option<MailMessage>, StoreError> {
        Entity::find_by_id(id).fetch_record(self).await
    }
}
