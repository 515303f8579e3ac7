//! Lists of conversations, and read markers.

use sea_orm::sea_query::{Expr, ExprTrait, Func, IntoCondition};
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait, RelationTrait, Select,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, ConversationId, CustomerId};
use shop_services::ports::{Conversation, ConversationFile, ConversationFilter, StoreError, WrittenMessage};

use crate::db::Db;
use crate::db::fetch::{Fetch, FetchSome};
use crate::entity::conversations::{Column, Entity};
use crate::entity::{Stored, conversation_files, conversation_messages, conversation_reads};
use crate::search::matches;
use crate::trade::conversations::rows::ConversationRow;
use crate::trade::selects::company_name;

/// Finds a conversation that also meets a condition.
pub(super) async fn find(
    db: &Db,
    id: ConversationId,
    condition: Option<Expr>,
) -> Result<Option<Conversation>, StoreError> {
    let found = Entity::find_by_id(Stored(id))
        .expr_as(company_name(Column::CompanyId), "company_name")
        .apply_if(condition, QueryFilter::filter);
    found.into_model::<ConversationRow>().fetch_record(db).await
}

/// A company's conversations: at most `limit`, skipping `offset`.
pub(super) async fn of_company(
    db: &Db,
    company_id: CompanyId,
    page: (u64, u64),
) -> Result<(Vec<Conversation>, u64), StoreError> {
    let own = Entity::find().filter(Column::CompanyId.eq(Stored(company_id)));
    Ok((fetch_latest(db, own.clone(), page).await?, own.fetch_count(db).await?))
}

pub(super) async fn inbox(db: &Db, filter: &ConversationFilter) -> Result<(Vec<Conversation>, u64), StoreError> {
    let kind = Some(&filter.kind).filter(|kind| !kind.is_empty());
    // `12` and `#12` also match the conversation with that number.
    let number = filter.search.trim().trim_start_matches('#').parse().unwrap_or(-1_i64);
    let found = matches(&filter.search, [Column::Search.into_expr(), company_name(Column::CompanyId)])
        .map(|found| found.or(Column::Id.eq(number)));
    let wanted = Entity::find()
        .apply_if(filter.state, |query, state| query.filter(Column::State.eq(Stored(state))))
        .apply_if(kind, |query, kind| query.filter(Column::Kind.eq(kind)))
        .apply_if(filter.company_id, |query, id| query.filter(Column::CompanyId.eq(Stored(id))))
        .apply_if(found, QueryFilter::filter);
    let unread_first = wanted.clone().order_by_desc(Column::Unread);
    let rows = fetch_latest(db, unread_first, (filter.offset, filter.limit)).await?;
    Ok((rows, wanted.fetch_count(db).await?))
}

/// Fetches conversations with the names of their companies, those with the latest messages first.
async fn fetch_latest(
    db: &Db,
    query: Select<Entity>,
    (offset, limit): (u64, u64),
) -> Result<Vec<Conversation>, StoreError> {
    let rows = query
        .expr_as(company_name(Column::CompanyId), "company_name")
        .order_by_desc(Column::LastMessageAt)
        .order_by_desc(Column::Id)
        .limit(limit)
        .offset(offset)
        .into_model::<ConversationRow>();
    rows.fetch_records(db).await
}

pub(super) async fn unread_by_shop(db: &Db) -> Result<u64, StoreError> {
    Entity::find().filter(Column::Unread.eq(true)).fetch_count(db).await
}

pub(super) async fn unread_by_customer(
    db: &Db,
    company_id: CompanyId,
    customer_id: CustomerId,
) -> Result<u64, StoreError> {
    use conversation_reads::Column::{CustomerId, MessageId};
    let reads = conversation_reads::Relation::Conversations
        .def()
        .rev()
        .on_condition(move |_, reads| Expr::col((reads, CustomerId)).eq(Stored(customer_id)).into_condition());
    let read_up_to = Func::coalesce([MessageId.into_expr(), Expr::value(0_i64)]);
    Entity::find()
        .join(JoinType::LeftJoin, reads)
        .filter(Column::CompanyId.eq(Stored(company_id)))
        .filter(Column::LastShopMessageId.into_expr().gt(read_up_to))
        .fetch_count(db)
        .await
}

pub(super) async fn read_up_to(
    db: &Db,
    customer_id: CustomerId,
    ids: &[ConversationId],
) -> Result<Vec<(ConversationId, i64)>, StoreError> {
    use conversation_reads::Column::{ConversationId as Conversation, CustomerId, MessageId};
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let reads = conversation_reads::Entity::find()
        .select_only()
        .columns([Conversation, MessageId])
        .filter(CustomerId.eq(Stored(customer_id)))
        .filter(Conversation.is_in(ids.iter().copied().map(Stored)))
        .into_tuple::<(Stored<ConversationId>, i64)>();
    Ok(reads.fetch_all(db).await?.into_iter().map(|(id, message)| (id.0, message)).collect())
}

/// Messages written by an account, with the titles of their conversations.
pub(super) async fn written_by(db: &Db, customer_id: CustomerId) -> Result<Vec<WrittenMessage>, StoreError> {
    use conversation_messages::Column::{Body, ConversationId as Conversation, CreatedAt, CustomerId, Id};
    let messages = conversation_messages::Entity::find()
        .left_join(Entity)
        .select_only()
        .column(Conversation)
        .column(Column::Title)
        .columns([Body, CreatedAt])
        .filter(CustomerId.eq(Stored(customer_id)))
        .order_by_asc(Id)
        .into_tuple::<(Stored<ConversationId>, String, String, UnixSeconds)>();
    let message = |(id, title, body, created_at): (Stored<_>, _, _, _)| WrittenMessage {
        conversation_id: id.0,
        title,
        body,
        created_at,
    };
    Ok(messages.fetch_all(db).await?.into_iter().map(message).collect())
}

pub(super) async fn files_of(db: &Db, message_ids: &[i64]) -> Result<Vec<ConversationFile>, StoreError> {
    use conversation_files::Column::{Id, MessageId};
    if message_ids.is_empty() {
        return Ok(Vec::new());
    }
    let of_messages =
        conversation_files::Entity::find().filter(MessageId.is_in(message_ids.iter().copied())).order_by_asc(Id);
    of_messages.fetch_records(db).await
}

pub(super) async fn known_files(db: &Db, files: &[String]) -> Result<Vec<String>, StoreError> {
    use conversation_files::Column::File;
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let known = conversation_files::Entity::find().select_only().column(File).filter(File.is_in(files));
    known.into_tuple::<String>().fetch_all(db).await
}
