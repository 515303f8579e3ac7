//! Erases personal data by age.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::Cents;
use shop_core::base::calendar::{local_day, name_of_day};
use shop_core::base::time::UnixSeconds;
use shop_core::content::comment::CommentStatus;
use shop_services::ports::{ExpiredData, StoreError, SubscriberState};

use super::forget_orders::{forget_attributions, forget_buyers, forget_unsold};
use crate::db::Db;
use crate::db::fetch::{Fetch, Run};
use crate::entity::{
    Stored, captured_emails, comments, consents, conversations, early_intents, einvoice_events, einvoice_orders,
    einvoices, import_jobs, invoices, newsletter_subscribers, outbox, payment_events, reviews, setting_changes,
    store_credit, vat_checks,
};

/// Erases data that is older than a given time, oldest first, at most `most` rows; returns the number of rows.
pub(super) async fn forget(
    db: &Db,
    what: ExpiredData,
    before: UnixSeconds,
    now: UnixSeconds,
    most: u64,
) -> Result<u64, StoreError> {
    match what {
        ExpiredData::Attributions => forget_attributions(db, before, most).await,
        ExpiredData::Buyers => forget_buyers(db, before, now, most).await,
        ExpiredData::CreditOwners => forget_credit_owners(db, before, most).await,
        ExpiredData::EInvoices => forget_einvoices(db, before, most).await,
        ExpiredData::Invoices => forget_invoices(db, before, most).await,
        ExpiredData::Unsold => forget_unsold(db, before, now, most).await,
        ExpiredData::Conversations | ExpiredData::MailSent | ExpiredData::MailUnsent | ExpiredData::Subscribers => {
            delete_correspondence(db, what, before, most).await
        }
        ExpiredData::DiscardedComments => {
            use comments::Column::{CreatedAt, DiscardedAt, Id, Status};
            let old = is_discarded_since(Status, CreatedAt, DiscardedAt, before);
            delete_oldest(db, comments::Entity, old, (Id, CreatedAt), most).await
        }
        ExpiredData::DiscardedReviews => {
            use reviews::Column::{CreatedAt, DiscardedAt, Id, Status};
            let old = is_discarded_since(Status, CreatedAt, DiscardedAt, before);
            delete_oldest(db, reviews::Entity, old, (Id, CreatedAt), most).await
        }
        ExpiredData::CapturedEmails => {
            use captured_emails::Column::{Id, SeenAt, UnsubscribedAt};
            let old = UnsubscribedAt.is_null().and(SeenAt.lt(before));
            delete_oldest(db, captured_emails::Entity, old, (Id, SeenAt), most).await
        }
        ExpiredData::Consents => {
            use consents::Column::{DecidedAt, Id};
            delete_oldest(db, consents::Entity, DecidedAt.lt(before), (Id, DecidedAt), most).await
        }
        ExpiredData::EarlyPayments => {
            use early_intents::Column::{CreatedAt, IntentId};
            delete_oldest(db, early_intents::Entity, CreatedAt.lt(before), (IntentId, CreatedAt), most).await
        }
        ExpiredData::Imports => {
            use import_jobs::Column::{Id, UpdatedAt};
            delete_oldest(db, import_jobs::Entity, UpdatedAt.lt(before), (Id, UpdatedAt), most).await
        }
        ExpiredData::ProviderEvents => {
            use payment_events::Column::{ApplyAt, Id, ReceivedAt};
            let old = ReceivedAt.lt(before).and(ApplyAt.is_null());
            delete_oldest(db, payment_events::Entity, old, (Id, ReceivedAt), most).await
        }
        ExpiredData::SettingChanges => {
            use setting_changes::Column::{ChangedAt, Id};
            delete_oldest(db, setting_changes::Entity, ChangedAt.lt(before), (Id, ChangedAt), most).await
        }
        ExpiredData::VatChecks => {
            use vat_checks::Column::{CreatedAt, Id, NextTryAt};
            let old = CreatedAt.lt(before).and(NextTryAt.is_null());
            delete_oldest(db, vat_checks::Entity, old, (Id, CreatedAt), most).await
        }
    }
}

/// Deletes messages, conversations and newsletter subscriptions.
async fn delete_correspondence(db: &Db, what: ExpiredData, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    match what {
        ExpiredData::Conversations => {
            use conversations::Column::{Id, LastMessageAt, Unread};
            let old = Unread.eq(false).and(LastMessageAt.lt(before));
            delete_oldest(db, conversations::Entity, old, (Id, LastMessageAt), most).await
        }
        ExpiredData::MailSent => {
            use outbox::Column::{Id, SentAt};
            delete_oldest(db, outbox::Entity, SentAt.lt(before), (Id, SentAt), most).await
        }
        ExpiredData::MailUnsent => {
            use outbox::Column::{Id, NextAttemptAt, SentAt};
            let old = SentAt.is_null().and(NextAttemptAt.lt(before));
            delete_oldest(db, outbox::Entity, old, (Id, NextAttemptAt), most).await
        }
        _ => {
            use newsletter_subscribers::Column::{Id, LeftAt, RequestedAt, State};
            // A pending request is deleted by another job within days.
            let left = State.eq(Stored(SubscriberState::Left));
            let old = left.and(LeftAt.lt(before)).and(RequestedAt.is_null());
            delete_oldest(db, newsletter_subscribers::Entity, old, (Id, LeftAt), most).await
        }
    }
}

/// Deletes rows that meet a condition, those with the lowest second column first; the first column is their key.
async fn delete_oldest<E: EntityTrait>(
    db: &Db,
    entity: E,
    old: Expr,
    (key, age): (E::Column, E::Column),
    most: u64,
) -> Result<u64, StoreError> {
    // For a row that another transaction has just changed, PostgreSQL re-evaluates only the outer condition.
    let portion = is_among_oldest(entity, old.clone(), (key, age), most);
    E::delete_many().filter(old).filter(portion).run(db).await
}

/// Condition for rows that are among the oldest of those that meet a condition.
fn is_among_oldest<E: EntityTrait>(_: E, old: Expr, (key, age): (E::Column, E::Column), most: u64) -> Expr {
    let oldest = E::find().select_only().column(key).filter(old).order_by_asc(age).limit(most);
    key.in_subquery(oldest.into_query())
}

/// Condition for spam and trash older than a given time; some of it was classified as such when it was written.
fn is_discarded_since<C: ColumnTrait>(status: C, created_at: C, discarded_at: C, before: UnixSeconds) -> Expr {
    let discarded = CommentStatus::ALL.iter().copied().filter(|status| status.is_discarded()).map(Stored);
    let columns = [discarded_at, created_at].map(|column| Expr::col(column.as_column_ref()));
    let since = Expr::from(Func::coalesce(columns));
    status.is_in(discarded).and(created_at.lt(before)).and(since.lt(before))
}

/// The year of a time, in Rome.
fn year_of(moment: UnixSeconds) -> i64 {
    name_of_day(local_day(moment)).split('-').next().and_then(|year| year.parse().ok()).unwrap_or_default()
}

/// Deletes invoices from before a given time, which is the beginning of a year.
async fn forget_invoices(db: &Db, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    use invoices::Column::{Id, Number, Year};
    let oldest = invoices::Entity::find()
        .select_only()
        .column(Id)
        .filter(Year.lt(year_of(before)))
        .order_by_asc(Year)
        .order_by_asc(Number)
        .limit(most);
    invoices::Entity::delete_many().filter(Id.in_subquery(oldest.into_query())).run(db).await
}

/// Removes the owner of spent store credit.
async fn forget_credit_owners(db: &Db, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    use store_credit::Column::{BalanceCents, CreatedAt, Email, Id};
    let spent = BalanceCents.eq(Stored(Cents(0))).and(Email.ne("")).and(CreatedAt.lt(before));
    let portion = is_among_oldest(store_credit::Entity, spent.clone(), (Id, CreatedAt), most);
    let anonymous =
        store_credit::ActiveModel { email: Set(String::new()), customer_id: Set(None), ..Default::default() };
    store_credit::Entity::update_many().set(anonymous).filter(spent).filter(portion).run(db).await
}

async fn forget_einvoices(db: &Db, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    use einvoices::Column::{Day, Id};
    let write = db.begin(false).await?;
    let old = einvoices::Entity::find()
        .select_only()
        .column(Id)
        .filter(Day.lt(local_day(before)))
        .order_by_asc(Day)
        .order_by_asc(Id)
        .limit(most);
    let old = old.into_tuple::<i64>().fetch_all(&write).await?;
    for id in &old {
        let events = einvoice_events::Column::EinvoiceId.eq(*id);
        einvoice_events::Entity::delete_many().filter(events).run(&write).await?;
        let orders = einvoice_orders::Column::EinvoiceId.eq(*id);
        einvoice_orders::Entity::delete_many().filter(orders).run(&write).await?;
        einvoices::Entity::delete_many().filter(Id.eq(*id)).run(&write).await?;
    }
    write.commit().await?;
    Ok(u64::try_from(old.len()).unwrap_or_default())
}
