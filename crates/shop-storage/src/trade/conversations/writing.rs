//! Writes messages. A message that is sent twice is stored once.

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, Select, TryInsertResult};
use shop_core::base::ConversationId;
use shop_core::base::time::UnixSeconds;
use shop_core::trade::conversation::{ConversationState, MessageAuthor};
use shop_services::ports::{
    MailsOfConversation, MessageAdded, NewConversation, NewConversationFile, NewMail, NewMessage, SentKey, StoreError,
};

use crate::db::fetch::{Fetch, FetchId, Run, lock_row};
use crate::db::{Db, Write, store_error};
use crate::entity::conversations::{ActiveModel, Column, Entity};
use crate::entity::{Stored, conversation_files, conversation_messages};
use crate::platform::outbox;

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
    let id = Entity::insert(columns(new, now)).fetch_id(&write).await?.0;
    if insert(&write, id, first, now).await? {
        outbox::queue(&write, None, &mails(id), now).await?;
        write.commit().await?;
        return Ok(MessageAdded::New(id));
    }
    // The same message was stored while this request waited: dropping the transaction discards the new conversation.
    drop(write);
    let other = conversation_ids().filter(conversation_messages::Column::SentKey.eq(&first.sent_key.now));
    let found = other.into_tuple::<Stored<ConversationId>>().fetch_one(db).await?;
    found
        .map(|id| MessageAdded::Same(id.0))
        .ok_or_else(|| StoreError::Unavailable("a message was taken back meanwhile".into()))
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
    // Locks the conversation, so that of two identical messages the second one finds the first.
    if !lock_row(Entity::find_by_id(Stored(id)), &write).await? {
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

/// Ids of the conversations of messages.
fn conversation_ids() -> Select<conversation_messages::Entity> {
    conversation_messages::Entity::find().select_only().column(conversation_messages::Column::ConversationId)
}

/// Finds the conversation of a message that was sent before.
async fn sent_before(write: &Write<'_>, key: &SentKey) -> Result<Option<ConversationId>, StoreError> {
    let known = conversation_ids().filter(conversation_messages::Column::SentKey.is_in([&key.now, &key.before]));
    Ok(known.into_tuple::<Stored<ConversationId>>().fetch_one(write).await?.map(|id| id.0))
}

/// Inserts a message with its files, and updates its conversation; returns `false` if the message exists already.
async fn insert(
    write: &Write<'_>,
    id: ConversationId,
    message: &NewMessage,
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    let row = conversation_messages::ActiveModel {
        conversation_id: Set(Stored(id)),
        author: Set(Stored(message.author)),
        customer_id: Set(message.customer_id.map(Stored)),
        author_name: Set(message.author_name.clone()),
        body: Set(message.body.clone()),
        sent_key: Set(message.sent_key.now.clone()),
        created_at: Set(now),
        ..Default::default()
    };
    let once =
        conversation_messages::Entity::insert(row).on_conflict_do_nothing_on([conversation_messages::Column::SentKey]);
    let TryInsertResult::Inserted(made) = once.exec(write).await.map_err(store_error)? else { return Ok(false) };
    let message_id = made.last_insert_id;
    let file = |file: &NewConversationFile| conversation_files::ActiveModel {
        message_id: Set(message_id),
        name: Set(file.name.clone()),
        kind: Set(Stored(file.kind)),
        size_bytes: Set(Stored(file.size_bytes)),
        file: Set(file.file.clone()),
        ..Default::default()
    };
    if !message.files.is_empty() {
        conversation_files::Entity::insert_many(message.files.iter().map(file)).run(write).await?;
    }
    let mut change = ActiveModel { last_message_id: Set(message_id), last_message_at: Set(now), ..Default::default() };
    match message.author {
        MessageAuthor::Buyer => {
            change.unread = Set(true);
            change.state = Set(Stored(ConversationState::Open));
        }
        MessageAuthor::Shop => change.last_shop_message_id = Set(message_id),
    }
    Entity::update_many().set(change).filter(Column::Id.eq(Stored(id))).run(write).await?;
    Ok(true)
}

fn columns(new: &NewConversation, now: UnixSeconds) -> ActiveModel {
    ActiveModel {
        kind: Set(new.kind.as_str().to_owned()),
        title: Set(new.title.clone()),
        vendor: Set(new.vendor.clone()),
        state: Set(Stored(ConversationState::Open)),
        company_id: Set(new.company_id.map(Stored)),
        customer_id: Set(new.customer_id.map(Stored)),
        name: Set(new.name.clone()),
        email: Set(new.email.clone()),
        lang: Set(Stored(new.lang)),
        access_key: Set(new.access_key.clone()),
        quoted: Set(new.quoted.clone().map(Stored)),
        search: Set(format!("{} {} {}", new.title, new.name, new.email).to_lowercase()),
        unread: Set(true),
        last_message_at: Set(now),
        created_at: Set(now),
        ..Default::default()
    }
}
