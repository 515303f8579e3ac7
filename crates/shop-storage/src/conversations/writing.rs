//! Messages as they are written. One that is sent twice is stored once.

use shop_core::base::ConversationId;
use shop_core::base::time::UnixSeconds;
use shop_core::trade::conversation::{ConversationState, MessageAuthor};
use shop_services::ports::{
    MailsOfConversation, MessageAdded, NewConversation, NewConversationFile, NewMail, NewMessage, SentKey, StoreError,
};

use crate::db::{Db, Write, to_json};
use crate::outbox;
use crate::statement::{Set, set, values};

/// Begins a conversation.
pub(super) async fn begin(
    db: &Db,
    new: &NewConversation,
    first: &NewMessage,
    mails: MailsOfConversation<'_>,
    now: UnixSeconds,
) -> Result<MessageAdded, StoreError> {
    let write = db.begin(true).await?;
    if let Some(id) = sent_before(&write, &first.sent_key).await? {
        return Ok(MessageAdded::Same(id));
    }
    let id = ConversationId(write.insert_new("conversations", columns(new, now)?).await?);
    if insert(&write, id, first, now).await? {
        outbox::queue(&write, None, &mails(id), now).await?;
        write.commit().await?;
        return Ok(MessageAdded::New(id));
    }
    // The same was stored while this waited for it: the conversation that was just made goes with the transaction.
    drop(write);
    let other = "SELECT conversation_id FROM conversation_messages WHERE sent_key = $1";
    let found = db.row(other, values![&first.sent_key.now]).await?;
    found.map(MessageAdded::Same).ok_or_else(|| StoreError::Unavailable("a message was taken back meanwhile".into()))
}

/// Adds a message.
pub(super) async fn add(
    db: &Db,
    id: ConversationId,
    message: &NewMessage,
    mails: &[NewMail],
    now: UnixSeconds,
) -> Result<Option<MessageAdded>, StoreError> {
    let write = db.begin(true).await?;
    // Messages of a conversation wait for each other here, so that the same one finds the other.
    if write.run("UPDATE conversations SET state = state WHERE id = $1", values![id]).await? == 0 {
        return Ok(None);
    }
    if let Some(known) = sent_before(&write, &message.sent_key).await? {
        return Ok(Some(MessageAdded::Same(known)));
    }
    if !insert(&write, id, message, now).await? {
        return Ok(Some(MessageAdded::Same(id)));
    }
    outbox::queue(&write, None, mails, now).await?;
    write.commit().await?;
    Ok(Some(MessageAdded::New(id)))
}

/// The conversation of a message that was sent before.
async fn sent_before(write: &Write<'_>, key: &SentKey) -> Result<Option<ConversationId>, StoreError> {
    let sql = "SELECT conversation_id FROM conversation_messages WHERE sent_key IN ($1, $2)";
    write.row(sql, values![&key.now, &key.before]).await
}

/// Writes a message with its files, and what the conversation knows of it; `false`: it is there already.
async fn insert(
    write: &Write<'_>,
    id: ConversationId,
    message: &NewMessage,
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    let row = set! {
        conversation_id: id,
        author: message.author,
        customer_id: message.customer_id,
        author_name: &message.author_name,
        body: &message.body,
        sent_key: &message.sent_key.now,
        created_at: now,
    };
    let once = "ON CONFLICT (sent_key) DO NOTHING RETURNING id";
    let made: Vec<i64> = write.insert_returning("conversation_messages", vec![row], once).await?;
    let Some(message_id) = made.first().copied() else { return Ok(false) };
    let row = |file: &NewConversationFile| {
        set! { message_id, name: &file.name, kind: file.kind, size_bytes: file.size_bytes, file: &file.file }
    };
    if !message.files.is_empty() {
        write.insert_all("conversation_files", message.files.iter().map(row).collect(), "").await?;
    }
    let mut change = set! { last_message_id: message_id, last_message_at: now };
    match message.author {
        MessageAuthor::Buyer => change.append(set! { unread: true, state: ConversationState::Open }),
        MessageAuthor::Shop => change.append(set! { last_shop_message_id: message_id }),
    }
    write.update("conversations", change, "id = $1", values![id]).await?;
    Ok(true)
}

fn columns(new: &NewConversation, now: UnixSeconds) -> Result<Set, StoreError> {
    let search = format!("{} {} {}", new.title, new.name, new.email).to_lowercase();
    let quoted = new.quoted.as_ref().map(to_json).transpose()?;
    Ok(set! {
        kind: new.kind.as_str(),
        title: &new.title,
        vendor: &new.vendor,
        state: ConversationState::Open,
        company_id: new.company_id,
        customer_id: new.customer_id,
        name: &new.name,
        email: &new.email,
        lang: new.lang.as_str(),
        access_key: &new.access_key,
        quoted: &quoted,
        search: &search,
        unread: true,
        last_message_at: now,
        created_at: now,
    })
}
