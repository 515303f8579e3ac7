//! Conversations of buyers with the shop.

mod reading;
mod templates;
mod writing;

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, ConversationId, CustomerId, Lang};
use shop_core::trade::conversation::{ConversationKind, ConversationState};
use shop_core::trade::message_template::MessageTemplateForm;
use shop_services::ports::{
    Conversation, ConversationFile, ConversationFilter, ConversationMessage, ConversationStore, MailsOfConversation,
    MessageAdded, MessageTemplate, NewConversation, NewMail, NewMessage, StoreError, TemplateChanged, WrittenMessage,
};

use crate::db::Db;
use crate::row::row;
use crate::statement::{set, values};

row! {
    Conversation: conversations(id) {
        id,
        kind: kind => ConversationKind::of,
        title, vendor, state, company_id,
        company: "COALESCE((SELECT c.name FROM companies c WHERE c.id = conversations.company_id), '')",
        customer_id, name, email,
        lang: lang => language,
        access_key, quoted, unread, last_message_id, last_shop_message_id, last_message_at, created_at,
    }
}

row! {
    ConversationMessage: conversation_messages(id) { id, author, customer_id, author_name, body, created_at, }
}

row! {
    WrittenMessage: conversation_messages(+id) {
        conversation_id,
        title: "(SELECT c.title FROM conversations c WHERE c.id = conversation_messages.conversation_id)",
        body, created_at,
    }
}

row! {
    ConversationFile: conversation_files(id) { id, message_id, name, kind, size_bytes, file, }
}

fn language(code: String) -> Lang {
    if code == Lang::En.as_str() { Lang::En } else { Lang::It }
}

#[async_trait]
impl ConversationStore for Db {
    async fn conversations_of(
        &self,
        company_id: CompanyId,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<Conversation>, u64), StoreError> {
        reading::of_company(self, company_id, (offset, limit)).await
    }

    async fn conversation_of(
        &self,
        company_id: CompanyId,
        id: ConversationId,
    ) -> Result<Option<Conversation>, StoreError> {
        self.find("WHERE id = $1 AND company_id = $2", values![id, company_id]).await
    }

    async fn conversation_by_key(&self, id: ConversationId, key: &str) -> Result<Option<Conversation>, StoreError> {
        self.find("WHERE id = $1 AND access_key = $2 AND access_key <> ''", values![id, key]).await
    }

    async fn conversation(&self, id: ConversationId) -> Result<Option<Conversation>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn inbox(&self, filter: &ConversationFilter) -> Result<(Vec<Conversation>, u64), StoreError> {
        reading::inbox(self, filter).await
    }

    async fn unread_by_shop(&self) -> Result<u64, StoreError> {
        reading::unread_by_shop(self).await
    }

    async fn unread_by_customer(&self, company_id: CompanyId, customer_id: CustomerId) -> Result<u64, StoreError> {
        reading::unread_by_customer(self, company_id, customer_id).await
    }

    async fn read_up_to(
        &self,
        customer_id: CustomerId,
        ids: &[ConversationId],
    ) -> Result<Vec<(ConversationId, i64)>, StoreError> {
        reading::read_up_to(self, customer_id, ids).await
    }

    async fn mark_read(&self, id: ConversationId, customer_id: CustomerId, message_id: i64) -> Result<(), StoreError> {
        let row = set! { conversation_id: id, customer_id, message_id };
        let further = "ON CONFLICT (conversation_id, customer_id) DO UPDATE SET message_id = excluded.message_id \
                       WHERE excluded.message_id > conversation_reads.message_id";
        self.insert_or("conversation_reads", row, further).await.map(|_| ())
    }

    async fn mark_read_by_shop(&self, id: ConversationId, message_id: i64) -> Result<(), StoreError> {
        let as_read = "id = $1 AND last_message_id <= $2";
        self.update("conversations", set! { unread: false }, as_read, values![id, message_id]).await.map(|_| ())
    }

    async fn messages(
        &self,
        id: ConversationId,
        before: Option<i64>,
        limit: u64,
    ) -> Result<Vec<ConversationMessage>, StoreError> {
        let before = before.unwrap_or(i64::MAX);
        let rest = "WHERE conversation_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3";
        let mut found = self.list::<ConversationMessage>(rest, values![id, before, limit]).await?;
        found.reverse();
        Ok(found)
    }

    async fn messages_written_by(&self, customer_id: CustomerId) -> Result<Vec<WrittenMessage>, StoreError> {
        self.list("WHERE customer_id = $1 ORDER BY id", values![customer_id]).await
    }

    async fn message_files(&self, message_ids: &[i64]) -> Result<Vec<ConversationFile>, StoreError> {
        reading::files_of(self, message_ids).await
    }

    async fn conversation_file(&self, id: ConversationId, file: i64) -> Result<Option<ConversationFile>, StoreError> {
        let own =
            "WHERE id = $1 AND message_id IN (SELECT m.id FROM conversation_messages m WHERE m.conversation_id = $2)";
        self.find(own, values![file, id]).await
    }

    async fn known_files(&self, files: &[String]) -> Result<Vec<String>, StoreError> {
        reading::known_files(self, files).await
    }

    async fn begin_conversation(
        &self,
        new: &NewConversation,
        first: &NewMessage,
        mails: MailsOfConversation<'_>,
        now: UnixSeconds,
    ) -> Result<MessageAdded, StoreError> {
        writing::begin(self, new, first, mails, now).await
    }

    async fn add_message(
        &self,
        id: ConversationId,
        message: &NewMessage,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<Option<MessageAdded>, StoreError> {
        writing::add(self, id, message, mails, now).await
    }

    async fn set_conversation_state(&self, id: ConversationId, state: ConversationState) -> Result<bool, StoreError> {
        Ok(self.update("conversations", set! { state }, "id = $1", values![id]).await? == 1)
    }

    async fn company_owner(&self, company_id: CompanyId) -> Result<Option<CustomerId>, StoreError> {
        self.row("SELECT owner_id FROM companies WHERE id = $1", values![company_id]).await
    }

    async fn message_templates(&self) -> Result<Vec<MessageTemplate>, StoreError> {
        templates::all(self).await
    }

    async fn add_message_template(&self, form: &MessageTemplateForm) -> Result<i64, StoreError> {
        templates::add(self, form).await
    }

    async fn change_message_template(
        &self,
        id: i64,
        version: i64,
        form: &MessageTemplateForm,
    ) -> Result<TemplateChanged, StoreError> {
        templates::change(self, id, version, form).await
    }

    async fn delete_message_template(&self, id: i64) -> Result<bool, StoreError> {
        Ok(self.run("DELETE FROM message_templates WHERE id = $1", values![id]).await? == 1)
    }
}
