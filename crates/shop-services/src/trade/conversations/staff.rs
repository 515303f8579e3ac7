//! Conversations in the back office: reading, answering, closing, and canned answers.

use std::sync::Arc;

use shop_core::base::ConversationId;
use shop_core::trade::conversation::{ConversationState, MessageAuthor};
use shop_core::trade::message_template::{MessageTemplateForm, check, filled};

use super::mails::{MessageFacts, to_buyer};
use super::sending::{Writer, prepare, validate};
use super::{Answered, ConversationRefusal, ConversationsPorts, SentMessage, Thread, thread_of};
use crate::platform::context::Context;
use crate::ports::{
    Conversation, ConversationFile, ConversationFilter, Customer, FormError, MessageAdded, MessageTemplate, StoreError,
    TemplateChanged,
};

/// A conversation as staff see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffThread {
    pub thread: Thread,
    /// Canned answers with their placeholders filled in: name and text.
    pub ready: Vec<(String, String)>,
}

/// Conversations for staff.
#[derive(Clone)]
pub struct StaffConversations {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ConversationsPorts>,
}

impl StaffConversations {
    /// Lists conversations, unread ones first, and the total count.
    pub async fn inbox(&self, filter: &ConversationFilter) -> Result<(Vec<Conversation>, u64), StoreError> {
        self.store.inbox(filter).await
    }

    /// Counts unread conversations.
    pub async fn unread(&self) -> Result<u64, StoreError> {
        self.store.unread_by_shop().await
    }

    /// Returns a conversation with its newest messages, or with those before one. Loading the newest marks it as read. Returns
    /// `None` if there is no such conversation.
    pub async fn thread(&self, id: ConversationId, before: Option<i64>) -> Result<Option<StaffThread>, StoreError> {
        let Some(conversation) = self.store.conversation(id).await? else { return Ok(None) };
        if before.is_none() && conversation.unread {
            self.store.mark_read_by_shop(id, conversation.last_message_id).await?;
        }
        let (templates, name) = (self.store.message_templates().await?, conversation.name.clone());
        let ready = templates.into_iter().map(|one| (one.name, filled(&one.body, &name, id.0))).collect();
        Ok(Some(StaffThread { thread: thread_of(self.store.as_ref(), conversation, before).await?, ready }))
    }

    pub async fn file(&self, id: ConversationId, file: i64) -> Result<Option<ConversationFile>, StoreError> {
        self.store.conversation_file(id, file).await
    }

    /// Sends an answer; the buyer is notified by e-mail in the language of the conversation.
    pub async fn answer(&self, id: ConversationId, staff: &Customer, sent: &SentMessage<'_>) -> Answered<()> {
        let Some(conversation) = self.store.conversation(id).await? else {
            return Ok(Err(ConversationRefusal::Unknown));
        };
        let checked = match validate(sent, false) {
            Ok(checked) => checked,
            Err(errors) => return Ok(Err(ConversationRefusal::Fields(errors))),
        };
        let number = id.to_string();
        let about = [number.as_str()];
        let name = super::sending::person_name(staff);
        let writer = Writer { author: MessageAuthor::Shop, person: Some(staff), name, about: &about };
        let prepared = prepare(&self.context, sent, checked, writer).await?;
        let settings = self.context.settings().await?;
        let recipient = self.recipient(&conversation).await?;
        let facts = MessageFacts {
            title: &conversation.title,
            name: &conversation.name,
            email: &recipient,
            body: &prepared.message.body,
            files: &prepared.file_names(),
            quoted: None,
        };
        let to = (recipient.as_str(), conversation.lang);
        let mail = to_buyer(&facts, (id, &conversation.access_key), to, &settings, self.context.public_url());
        let mails = if recipient.is_empty() { Vec::new() } else { vec![mail] };
        let done = self.store.add_message(id, &prepared.message, &mails, self.context.now()).await;
        let done = prepared.keep_or_delete_files(done, |added| matches!(added, Some(MessageAdded::New(_)))).await?;
        Ok(done.map(|_| ()).ok_or(ConversationRefusal::Unknown))
    }

    /// Returns the recipient of answers: the account that started the conversation, else its company's main account, else the
    /// address that was typed.
    async fn recipient(&self, conversation: &Conversation) -> Result<String, StoreError> {
        let Some(company_id) = conversation.company_id else { return Ok(conversation.email.clone()) };
        let begun_by = match conversation.customer_id {
            Some(id) => self.store.customer(id).await?,
            None => None,
        };
        if let Some(person) =
            begun_by.filter(|person| !person.blocked && person.membership.company_id == Some(company_id))
        {
            return Ok(person.email);
        }
        let Some(owner) = self.store.company_owner(company_id).await? else { return Ok(String::new()) };
        Ok(self.store.customer(owner).await?.map(|person| person.email).unwrap_or_default())
    }

    /// Closes or reopens a conversation; `false` if there is no such one.
    pub async fn set_state(&self, id: ConversationId, state: ConversationState) -> Result<bool, StoreError> {
        self.store.set_conversation_state(id, state).await
    }

    /// Lists the canned answers by name.
    pub async fn templates(&self) -> Result<Vec<MessageTemplate>, StoreError> {
        self.store.message_templates().await
    }

    /// Adds a canned answer; returns its id.
    pub async fn add_template(&self, form: &MessageTemplateForm) -> Result<i64, FormError> {
        let form = check(form).map_err(FormError::Fields)?;
        Ok(self.store.add_message_template(&form).await?)
    }

    /// Changes a canned answer if it still has this version.
    pub async fn change_template(
        &self,
        id: i64,
        version: i64,
        form: &MessageTemplateForm,
    ) -> Result<TemplateChanged, FormError> {
        let form = check(form).map_err(FormError::Fields)?;
        Ok(self.store.change_message_template(id, version, &form).await?)
    }

    /// Deletes a canned answer; `false` if there is none with this id.
    pub async fn delete_template(&self, id: i64) -> Result<bool, StoreError> {
        self.store.delete_message_template(id).await
    }
}
