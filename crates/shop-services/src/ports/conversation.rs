//! Conversations of buyers with the shop.

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
    /// What it is about.
    pub kind: ConversationKind,
    /// The same in the words of who began it.
    pub title: String,
    /// Vendor that it is for; empty: the shop.
    pub vendor: String,
    /// Whether it goes on.
    pub state: ConversationState,
    /// Whose it is; `None`: it is read by its key alone.
    pub company_id: Option<CompanyId>,
    /// Name of that company now; empty: there is none.
    pub company: String,
    /// The account that began it; `None`: a guest's, or one that is deleted.
    pub customer_id: Option<CustomerId>,
    /// Who began it.
    pub name: String,
    /// Address that answers go to where no account has one.
    pub email: String,
    /// Language of who began it.
    pub lang: Lang,
    /// Opens it without a login; empty: nothing does.
    pub access_key: String,
    /// The cart that a quote was asked for.
    pub quoted: Option<QuotedCart>,
    /// The shop has not read its newest message.
    pub unread: bool,
    /// Its newest message.
    pub last_message_id: i64,
    /// The newest message of the shop's; 0: none.
    pub last_shop_message_id: i64,
    /// When the newest message was written.
    pub last_message_at: UnixSeconds,
    /// When it began.
    pub created_at: UnixSeconds,
}

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationMessage {
    /// Its number; a later message has a greater one.
    pub id: i64,
    /// Which side wrote it.
    pub author: MessageAuthor,
    /// The account that wrote it.
    pub customer_id: Option<CustomerId>,
    /// Who wrote it; empty: an account that is deleted.
    pub author_name: String,
    /// Plain text; may be empty when there are files.
    pub body: String,
    pub created_at: UnixSeconds,
}

/// A message as its writer takes it along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMessage {
    pub conversation_id: ConversationId,
    /// What it is about.
    pub title: String,
    pub body: String,
    pub created_at: UnixSeconds,
}

/// A file of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationFile {
    pub id: i64,
    pub message_id: i64,
    /// As the sender called it.
    pub name: String,
    /// What it is.
    pub kind: AttachmentKind,
    pub size_bytes: u64,
    /// Name under which it is kept.
    pub file: String,
}

/// A file to be kept with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConversationFile {
    /// As the sender called it.
    pub name: String,
    /// What it is.
    pub kind: AttachmentKind,
    pub size_bytes: u64,
    /// Name under which it is kept.
    pub file: String,
}

/// Tells a message from all others: the same one sent again soon has one of the same two keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentKey {
    /// Of this span of time: the message is stored under it.
    pub now: String,
    /// Of the span before.
    pub before: String,
}

/// A message to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    /// Which side writes.
    pub author: MessageAuthor,
    /// The account that writes; `None`: a guest, or staff.
    pub customer_id: Option<CustomerId>,
    pub author_name: String,
    pub body: String,
    pub files: Vec<NewConversationFile>,
    /// Tells it from others.
    pub sent_key: SentKey,
}

/// A conversation to be stored with its first message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConversation {
    /// What it is about.
    pub kind: ConversationKind,
    /// The same in words.
    pub title: String,
    /// Vendor that it is for; empty: the shop.
    pub vendor: String,
    /// Whose it is; `None`: it is read by its key alone.
    pub company_id: Option<CompanyId>,
    /// The account that begins it.
    pub customer_id: Option<CustomerId>,
    /// Who begins it.
    pub name: String,
    /// Address that answers go to.
    pub email: String,
    /// Language of who begins it.
    pub lang: Lang,
    /// Opens it without a login; empty: nothing does.
    pub access_key: String,
    /// The cart that a quote is asked for.
    pub quoted: Option<QuotedCart>,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageAdded {
    /// Stored in this conversation.
    New(ConversationId),
    /// It was sent before, and is in this conversation.
    Same(ConversationId),
}

impl MessageAdded {
    pub const fn conversation(self) -> ConversationId {
        match self {
            Self::New(id) | Self::Same(id) => id,
        }
    }
}

/// Makes the messages to people about a conversation that has just got its number.
pub type MailsOfConversation<'a> = &'a (dyn Fn(ConversationId) -> Vec<NewMail> + Send + Sync);

/// Which conversations the merchant lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConversationFilter {
    /// In title, name, address or company, or the number.
    pub search: String,
    /// Only in this state.
    pub state: Option<ConversationState>,
    /// Only of this type, by its name in the database; empty: all.
    pub kind: String,
    /// Only of this company.
    pub company_id: Option<CompanyId>,
    /// Left out from the start.
    pub offset: u64,
    /// At most so many.
    pub limit: u64,
}

/// An answer that the merchant keeps ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageTemplate {
    pub id: i64,
    /// What the merchant finds it by.
    pub name: String,
    /// Its text, with places to fill in.
    pub body: String,
    /// Counts its changes.
    pub version: i64,
}

/// What became of a change of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateChanged {
    Saved,
    /// There is none of that number.
    Unknown,
    /// Somebody else changed it meanwhile.
    Stale,
}

/// Stores conversations. What belongs to a company is found only with it.
#[async_trait]
pub trait ConversationStore: Send + Sync {
    /// A company's conversations, the one with the newest message first, and how many there are.
    async fn conversations_of(
        &self,
        company_id: CompanyId,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<Conversation>, u64), StoreError>;

    /// A company's conversation.
    async fn conversation_of(
        &self,
        company_id: CompanyId,
        id: ConversationId,
    ) -> Result<Option<Conversation>, StoreError>;

    /// The conversation that a key opens.
    async fn conversation_by_key(&self, id: ConversationId, key: &str) -> Result<Option<Conversation>, StoreError>;

    /// Any conversation, for the merchant.
    async fn conversation(&self, id: ConversationId) -> Result<Option<Conversation>, StoreError>;

    /// The merchant's conversations: those that wait to be read first, then by their newest message; and how many there are.
    async fn inbox(&self, filter: &ConversationFilter) -> Result<(Vec<Conversation>, u64), StoreError>;

    /// How many conversations the shop has not read.
    async fn unread_by_shop(&self) -> Result<u64, StoreError>;

    /// How many of a company's conversations have an answer that a person has not read.
    async fn unread_by_customer(&self, company_id: CompanyId, customer_id: CustomerId) -> Result<u64, StoreError>;

    /// The last message that a person has read, for each of these conversations where there is one.
    async fn read_up_to(
        &self,
        customer_id: CustomerId,
        ids: &[ConversationId],
    ) -> Result<Vec<(ConversationId, i64)>, StoreError>;

    /// A person has read a conversation up to a message.
    async fn mark_read(&self, id: ConversationId, customer_id: CustomerId, message_id: i64) -> Result<(), StoreError>;

    /// The shop has read a conversation up to a message; a newer one stays unread.
    async fn mark_read_by_shop(&self, id: ConversationId, message_id: i64) -> Result<(), StoreError>;

    /// The newest messages before one (`None`: of all), oldest first.
    async fn messages(
        &self,
        id: ConversationId,
        before: Option<i64>,
        limit: u64,
    ) -> Result<Vec<ConversationMessage>, StoreError>;

    /// All that an account wrote, oldest first.
    async fn messages_written_by(&self, customer_id: CustomerId) -> Result<Vec<WrittenMessage>, StoreError>;

    /// Files of these messages.
    async fn message_files(&self, message_ids: &[i64]) -> Result<Vec<ConversationFile>, StoreError>;

    /// A file of a conversation.
    async fn conversation_file(&self, id: ConversationId, file: i64) -> Result<Option<ConversationFile>, StoreError>;

    /// Which of these names files are kept under.
    async fn known_files(&self, files: &[String]) -> Result<Vec<String>, StoreError>;

    /// Begins a conversation, with the messages to people about it.
    async fn begin_conversation(
        &self,
        new: &NewConversation,
        first: &NewMessage,
        mails: MailsOfConversation<'_>,
        now: UnixSeconds,
    ) -> Result<MessageAdded, StoreError>;

    /// Adds a message, with the messages to people about it. A buyer's opens a closed conversation again. `None`: there is no such
    /// conversation.
    async fn add_message(
        &self,
        id: ConversationId,
        message: &NewMessage,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<Option<MessageAdded>, StoreError>;

    /// Closes a conversation or opens it again; `false`: there is no such one.
    async fn set_conversation_state(&self, id: ConversationId, state: ConversationState) -> Result<bool, StoreError>;

    /// The main account of a company.
    async fn company_owner(&self, company_id: CompanyId) -> Result<Option<CustomerId>, StoreError>;

    /// Answers that are kept ready, by name.
    async fn message_templates(&self) -> Result<Vec<MessageTemplate>, StoreError>;

    /// Keeps another one; gives its number.
    async fn add_message_template(&self, form: &MessageTemplateForm) -> Result<i64, StoreError>;

    /// Changes one that has this version.
    async fn change_message_template(
        &self,
        id: i64,
        version: i64,
        form: &MessageTemplateForm,
    ) -> Result<TemplateChanged, StoreError>;

    /// Deletes one; `false`: there is none of that number.
    async fn delete_message_template(&self, id: i64) -> Result<bool, StoreError>;
}
