//! Lists of conversations, and who has read what.

use shop_core::base::{CompanyId, ConversationId, CustomerId};
use shop_services::ports::{Conversation, ConversationFile, ConversationFilter, StoreError};

use crate::db::Db;
use crate::statement::{Filter, values};

/// A company's conversations: after `offset` of them, `limit` at most.
pub(super) async fn of_company(
    db: &Db,
    company_id: CompanyId,
    page: (u64, u64),
) -> Result<(Vec<Conversation>, u64), StoreError> {
    let mut own = Filter::new("1 = 1");
    own.and("company_id = ?", company_id);
    let rows = db.some(&own, "last_message_at DESC, id DESC", page).await?;
    Ok((rows, db.count("conversations", own).await?))
}

pub(super) async fn inbox(db: &Db, filter: &ConversationFilter) -> Result<(Vec<Conversation>, u64), StoreError> {
    let mut wanted = Filter::new("1 = 1");
    if let Some(state) = filter.state {
        wanted.and("state = ?", state);
    }
    if !filter.kind.is_empty() {
        wanted.and("kind = ?", &filter.kind);
    }
    if let Some(company_id) = filter.company_id {
        wanted.and("company_id = ?", company_id);
    }
    let company = "(SELECT c.name FROM companies c WHERE c.id = conversations.company_id)";
    wanted.and_search_or_id(&filter.search, &["search", company]);
    let order = "unread DESC, last_message_at DESC, id DESC";
    let rows = db.some(&wanted, order, (filter.offset, filter.limit)).await?;
    Ok((rows, db.count("conversations", wanted).await?))
}

pub(super) async fn unread_by_shop(db: &Db) -> Result<u64, StoreError> {
    let mut unread = Filter::new("1 = 1");
    unread.and("unread = ?", true);
    db.count("conversations", unread).await
}

pub(super) async fn unread_by_customer(
    db: &Db,
    company_id: CompanyId,
    customer_id: CustomerId,
) -> Result<u64, StoreError> {
    let sql = "SELECT COUNT(*) FROM conversations c \
               LEFT JOIN conversation_reads r ON r.conversation_id = c.id AND r.customer_id = $2 \
               WHERE c.company_id = $1 AND c.last_shop_message_id > COALESCE(r.message_id, 0)";
    Ok(u64::try_from(db.number(sql, values![company_id, customer_id]).await?).unwrap_or(0))
}

pub(super) async fn read_up_to(
    db: &Db,
    customer_id: CustomerId,
    ids: &[ConversationId],
) -> Result<Vec<(ConversationId, i64)>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut values = values![customer_id];
    values.extend(ids.iter().map(|id| crate::statement::value(*id)));
    let sql = format!(
        "SELECT conversation_id, message_id FROM conversation_reads WHERE customer_id = $1 AND conversation_id IN ({})",
        crate::db::list(2, ids.len())
    );
    db.rows(&sql, values).await
}

pub(super) async fn files_of(db: &Db, message_ids: &[i64]) -> Result<Vec<ConversationFile>, StoreError> {
    if message_ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut of_messages = Filter::new("1 = 1");
    of_messages.and_one_of("message_id", message_ids.iter().copied());
    db.list_by(of_messages, "ORDER BY id").await
}

pub(super) async fn known_files(db: &Db, files: &[String]) -> Result<Vec<String>, StoreError> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let values = files.iter().map(crate::statement::value).collect();
    let sql = format!("SELECT file FROM conversation_files WHERE file IN ({})", crate::db::list(1, files.len()));
    db.rows(&sql, values).await
}
