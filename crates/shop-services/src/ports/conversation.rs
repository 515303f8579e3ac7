//! Conversations between buyers and the shop.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, ConversationId, CustomerId, Lang};
use shop_core::trade::attachment::AttachmentKind;
use shop_core::trade::conversation::{ConversationKind, ConversationState, MessageAuthor, QuotedCart};
use shop_core::trade::message_template::MessageTemplateForm;

use super::{NewMail, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    pub id: ConversationId,
    pub kind: ConversationKind,
    /// Subject in the language of its author.
    pub title: String,
    /// Vendor that it is addressed to; empty for the shop.
    pub vendor: String,
    pub state: ConversationState,
    /// Company that owns it; `None` if only its key gives access.
    pub company_id: Option<CompanyId>,
    /// Current name of that company; empty if none.
    pub company: String,
    /// The account that started it; `None` for a guest or a deleted account.
    pub customer_id: Option<CustomerId>,
    /// Name of the person who started it.
    pub name: String,
    /// E-mail address for answers when no account has one.
    pub email: String,
    /// Language of the person who started it.
    pub lang: Lang,
    /// Key that gives access without a login; empty if there is none.
    pub access_key: String,
    /// The cart of a quote request.
    pub quoted: Option<QuotedCart>,
    /// The shop has not read the newest message.
    pub unread: bool,
    pub last_message_id: i64,
    /// Id of the shop's newest message; 0 if none.
    pub last_shop_message_id: i64,
    pub last_message_at: UnixSeconds,
    pub created_at: UnixSeconds,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationMessage {
    /// Id; later messages have greater ids.
    pub id: i64,
    pub author: MessageAuthor,
    pub customer_id: Option<CustomerId>,
    /// Name of the author; empty for a deleted account.
    pub author_name: String,
    /// Plain text; may be empty when there are files.
    pub body: String,
    pub created_at: UnixSeconds,
}

/// A message in its author's data export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMessage {
    pub conversation_id: ConversationId,
    pub title: String,
    pub body: String,
    pub created_at: UnixSeconds,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationFile {
    pub id: i64,
    pub message_id: i64,
    /// Original file name.
    pub name: String,
    pub kind: AttachmentKind,
    pub size_bytes: u64,
    /// Name under which it is stored.
    pub file: String,
}

/// A file to store with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConversationFile {
    /// Original file name.
    pub name: String,
    pub kind: AttachmentKind,
    pub size_bytes: u64,
    /// Name under which it is stored.
    pub file: String,
}

/// Detects a message that was sent twice: the same message sent again soon afterwards shares one of these two keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentKey {
    /// Key for the current time window, under which the message is stored.
    pub now: String,
    /// Key for the previous time window.
    pub before: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    pub author: MessageAuthor,
    /// The author's account; `None` for a guest or staff.
    pub customer_id: Option<CustomerId>,
    pub author_name: String,
    pub body: String,
    pub files: Vec<NewConversationFile>,
    pub sent_key: SentKey,
}

/// A new conversation with its first message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConversation {
    pub kind: ConversationKind,
    pub title: String,
    /// Vendor that it is addressed to; empty for the shop.
    pub vendor: String,
    /// Company that owns it; `None` if only its key gives access.
    pub company_id: Option<CompanyId>,
    /// The account that starts it.
    pub customer_id: Option<CustomerId>,
    /// Name of the person who starts it.
    pub name: String,
    /// E-mail address for answers.
    pub email: String,
    /// Language of the person who starts it.
    pub lang: Lang,
    /// Key that gives access without a login; empty if there is none.
    pub access_key: String,
    /// The cart of a quote request.
    pub quoted: Option<QuotedCart>,
}

/// Result of sending a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageAdded {
    /// Stored in this conversation.
    New(ConversationId),
    /// A duplicate of a message in this conversation.
    Same(ConversationId),
}

impl MessageAdded {
    pub const fn conversation(self) -> ConversationId {
        match self {
            Self::New(id) | Self::Same(id) => id,
        }
    }
}

/// Builds the e-mails about a conversation once its id is known.
pub type MailsOfConversation<'a> = &'a (dyn Fn(ConversationId) -> Vec<NewMail> + Send + Sync);

/// Filter for the merchant's list of conversations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConversationFilter {
    /// Substring of title, name, address or company, or the conversation's id.
    pub search: String,
    pub state: Option<ConversationState>,
    /// Type by its database name; empty for all.
    pub kind: String,
    pub company_id: Option<CompanyId>,
    pub offset: u64,
    pub limit: u64,
}

/// A canned answer of the merchant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageTemplate {
    pub id: i64,
    pub name: String,
    /// Text with placeholders.
    pub body: String,
    /// Version for optimistic locking.
    pub version: i64,
}

/// Result of changing a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateChanged {
    Saved,
    Unknown,
    /// Somebody else has changed it meanwhile.
    Stale,
}

/// Stores conversations. Those of a company are only found together with its id.
#[async_trait]
pub trait ConversationStore: Send + Sync {
    /// Lists a company's conversations, the one with the newest message first, and the total count.
    async fn conversations_of(
        &self,
        company_id: CompanyId,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<Conversation>, u64), StoreError>;

    async fn conversation_of(
        &self,
        company_id: CompanyId,
        id: ConversationId,
    ) -> Result<Option<Conversation>, StoreError>;

    /// Finds the conversation that a key gives access to.
    async fn conversation_by_key(&self, id: ConversationId, key: &str) -> Result<Option<Conversation>, StoreError>;

    /// Returns any conversation, for the merchant.
    async fn conversation(&self, id: ConversationId) -> Result<Option<Conversation>, StoreError>;

    /// Lists the merchant's conversations, unread ones first, then by newest message, and the total count.
    async fn inbox(&self, filter: &ConversationFilter) -> Result<(Vec<Conversation>, u64), StoreError>;

    /// Counts conversations that the shop has not read.
    async fn unread_by_shop(&self) -> Result<u64, StoreError>;

    /// Counts a company's conversations with an answer that the person has not read.
    async fn unread_by_customer(&self, company_id: CompanyId, customer_id: CustomerId) -> Result<u64, StoreError>;

    /// Returns the last message that the person has read, for each of these conversations where there is one.
    async fn read_up_to(
        &self,
        customer_id: CustomerId,
        ids: &[ConversationId],
    ) -> Result<Vec<(ConversationId, i64)>, StoreError>;

    /// Marks a conversation as read by a person up to a message.
    async fn mark_read(&self, id: ConversationId, customer_id: CustomerId, message_id: i64) -> Result<(), StoreError>;

    /// Marks a conversation as read by the shop up to a message; newer messages stay unread.
    async fn mark_read_by_shop(&self, id: ConversationId, message_id: i64) -> Result<(), StoreError>;

    /// Returns the newest messages before one (`None`: the newest of all), oldest first.
    async fn messages(
        &self,
        id: ConversationId,
        before: Option<i64>,
        limit: u64,
    ) -> Result<Vec<ConversationMessage>, StoreError>;

    /// Lists all messages of an account, oldest first.
    async fn messages_written_by(&self, customer_id: CustomerId) -> Result<Vec<WrittenMessage>, StoreError>;

    async fn message_files(&self, message_ids: &[i64]) -> Result<Vec<ConversationFile>, StoreError>;

    async fn conversation_file(&self, id: ConversationId, file: i64) -> Result<Option<ConversationFile>, StoreError>;

    /// Returns which of these names are stored files.
    async fn known_files(&self, files: &[String]) -> Result<Vec<String>, StoreError>;

    /// Starts a conversation, with the e-mails about it.
    async fn begin_conversation(
        &self,
        new: &NewConversation,
        first: &NewMessage,
        mails: MailsOfConversation<'_>,
        now: UnixSeconds,
    ) -> Result<MessageAdded, StoreError>;

    /// Adds a message, with the e-mails about it. A buyer's message reopens a closed conversation. Returns `None` if there is no
    /// such conversation.
    async fn add_message(
        &self,
        id: ConversationId,
        message: &NewMessage,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<Option<MessageAdded>, StoreError>;

    /// Closes or reopens a conversation; `false` if there is no such one.
    async fn set_conversation_state(&self, id: ConversationId, state: ConversationState) -> Result<bool, StoreError>;

    /// Returns the main account of a company.
    async fn company_owner(&self, company_id: CompanyId) -> Result<Option<CustomerId>, StoreError>;

    /// Lists the canned answers by name.
    async fn message_templates(&self) -> Result<Vec<MessageTemplate>, StoreError>;

    /// Adds a canned answer; returns its id.
    async fn add_message_template(&self, form: &MessageTemplateForm) -> Result<i64, StoreError>;

    /// Changes a canned answer if it still has this version.
    async fn change_message_template(
        &self,
        id: i64,
        version: i64,
        form: &MessageTemplateForm,
    ) -> Result<TemplateChanged, StoreError>;

    /// Deletes a canned answer; `false` if there is none with this id.
    async fn delete_message_template(&self, id: i64) -> Result<bool, StoreError>;
}
