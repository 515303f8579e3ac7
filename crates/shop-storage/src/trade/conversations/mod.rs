//! Conversations of buyers with the shop.

mod reading;
mod rows;
mod templates;
mod writing;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, ConversationId, CustomerId};
use shop_core::trade::conversation::ConversationState;
use shop_core::trade::message_template::MessageTemplateForm;
use shop_services::ports::{
    Conversation, ConversationFile, ConversationFilter, ConversationMessage, ConversationStore, MailsOfConversation,
    MessageAdded, MessageTemplate, NewConversation, NewMail, NewMessage, StoreError, TemplateChanged, WrittenMessage,
};

use crate::db::Db;
use crate::db::fetch::{Fetch, Run};
use crate::entity::{
    Stored, companies, conversation_files, conversation_messages, conversation_reads, conversations, message_templates,
};

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
        reading::find(self, id, Some(conversations::Column::CompanyId.eq(Stored(company_id)))).await
    }

    async fn conversation_by_key(&self, id: ConversationId, key: &str) -> Result<Option<Conversation>, StoreError> {
        use conversations::Column::AccessKey;
        reading::find(self, id, Some(AccessKey.eq(key).and(AccessKey.ne("")))).await
    }

    async fn conversation(&self, id: ConversationId) -> Result<Option<Conversation>, StoreError> {
        reading::find(self, id, None).await
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
        use conversation_reads::{ActiveModel, Column, Entity};
        let row = ActiveModel {
            conversation_id: Set(Stored(id)),
            customer_id: Set(Stored(customer_id)),
            message_id: Set(message_id),
        };
        let is_later = Expr::col(("excluded", Column::MessageId)).gt(Column::MessageId.into_expr());
        let further = OnConflict::columns([Column::ConversationId, Column::CustomerId])
            .update_column(Column::MessageId)
            .action_and_where(is_later)
            .to_owned();
        Entity::insert(row).on_conflict(further).run(self).await.map(|_| ())
    }

    async fn mark_read_by_shop(&self, id: ConversationId, message_id: i64) -> Result<(), StoreError> {
        use conversations::{ActiveModel, Column, Entity};
        let seen = Entity::update_many()
            .set(ActiveModel { unread: Set(false), ..Default::default() })
            .filter(Column::Id.eq(Stored(id)))
            .filter(Column::LastMessageId.lte(message_id));
        seen.run(self).await.map(|_| ())
    }

    async fn messages(
        &self,
        id: ConversationId,
        before: Option<i64>,
        limit: u64,
    ) -> Result<Vec<ConversationMessage>, StoreError> {
        use conversation_messages::{Column, Entity};
        let latest = Entity::find()
            .filter(Column::ConversationId.eq(Stored(id)))
            .filter(Column::Id.lt(before.unwrap_or(i64::MAX)))
            .order_by_desc(Column::Id)
            .limit(limit);
        Ok(latest.fetch_all(self).await?.into_iter().rev().map(ConversationMessage::from).collect())
    }

    async fn messages_written_by(&self, customer_id: CustomerId) -> Result<Vec<WrittenMessage>, StoreError> {
        reading::written_by(self, customer_id).await
    }

    async fn message_files(&self, message_ids: &[i64]) -> Result<Vec<ConversationFile>, StoreError> {
        reading::files_of(self, message_ids).await
    }

    async fn conversation_file(&self, id: ConversationId, file: i64) -> Result<Option<ConversationFile>, StoreError> {
        use conversation_messages::Column;
        let messages = conversation_messages::Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::ConversationId.eq(Stored(id)));
        let own = conversation_files::Entity::find_by_id(file)
            .filter(conversation_files::Column::MessageId.in_subquery(messages.into_query()));
        own.fetch_record(self).await
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
        use conversations::{ActiveModel, Column, Entity};
        let change = Entity::update_many()
            .set(ActiveModel { state: Set(Stored(state)), ..Default::default() })
            .filter(Column::Id.eq(Stored(id)));
        Ok(change.run(self).await? == 1)
    }

    async fn company_owner(&self, company_id: CompanyId) -> Result<Option<CustomerId>, StoreError> {
        let owner = companies::Entity::find_by_id(Stored(company_id)).select_only().column(companies::Column::OwnerId);
        Ok(owner.into_tuple::<Stored<CustomerId>>().fetch_one(self).await?.map(|id| id.0))
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
        use message_templates::{Column, Entity};
        Ok(Entity::delete_many().filter(Column::Id.eq(id)).run(self).await? == 1)
    }
}
