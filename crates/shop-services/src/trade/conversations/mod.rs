//! Conversations between buyers and the shop: inquiries, quote requests and answers. Those of a company are open to its accounts
//! with the right to read them; those of a guest or a consumer are opened by a key that only the e-mails contain.

mod cleanup;
mod inquiries;
mod mails;
mod quotes;
mod sending;
mod staff;

use std::sync::Arc;

use shop_core::base::{ConversationId, FieldError};
use shop_core::platform::messages::codes;
use shop_core::trade::account::TradeAction;

pub use cleanup::MIN_UNKNOWN_AGE_S;
pub use inquiries::SentInquiry;
pub use quotes::{QuoteSender, SentQuote};
pub use sending::{ReceivedFile, SentMessage};
pub use staff::{StaffConversations, StaffThread};

use crate::accounts::buyer::{Buyer, TradeRefusal};
use crate::cart::Carts;
use crate::platform::context::Context;
use crate::ports::{
    Conversation, ConversationFile, ConversationMessage, ConversationStore, CustomerStore, StoreError, ports,
};

/// Messages per page.
const MESSAGES_PER_PAGE: u64 = 50;

/// Why a conversation was not opened or written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversationRefusal {
    /// The account lacks the right.
    Trade(TradeRefusal),
    /// It does not exist, or belongs to somebody else.
    Unknown,
    /// The input is invalid.
    Fields(Vec<FieldError>),
}

impl From<TradeRefusal> for ConversationRefusal {
    fn from(refusal: TradeRefusal) -> Self {
        Self::Trade(refusal)
    }
}

impl From<FieldError> for ConversationRefusal {
    fn from(error: FieldError) -> Self {
        Self::Fields(vec![error])
    }
}

/// Result of a use case.
pub type Answered<T> = Result<Result<T, ConversationRefusal>, StoreError>;

/// The side that opens a conversation.
#[derive(Clone, Copy, Debug)]
pub enum Party<'a> {
    Account(&'a Buyer),
    /// Anybody who has the conversation's key.
    Key(&'a str),
}

/// A conversation with a page of its messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    pub conversation: Conversation,
    /// Messages, oldest first, each with its files.
    pub messages: Vec<(ConversationMessage, Vec<ConversationFile>)>,
    pub has_earlier: bool,
}

/// A company's conversation in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedConversation {
    pub conversation: Conversation,
    /// It has an answer that the person has not read.
    pub unread: bool,
}

ports! {
    pub(crate) trait ConversationsPorts: ConversationStore + CustomerStore
}

/// Conversations for buyers.
#[derive(Clone)]
pub struct Conversations {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ConversationsPorts>,
    pub(crate) carts: Carts,
}

impl Conversations {
    /// Returns a page (from 1) of the company's conversations, the one with the newest message first, and the total count.
    pub async fn conversations(
        &self,
        buyer: &Buyer,
        page: u64,
        per_page: u64,
    ) -> Answered<(Vec<ListedConversation>, u64)> {
        let person = match buyer.trade(TradeAction::ViewConversations) {
            Ok(person) => person,
            Err(refusal) => return Ok(Err(refusal.into())),
        };
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        let (found, total) = self.store.conversations_of(person.company_id, offset, per_page).await?;
        let ids: Vec<ConversationId> = found.iter().map(|one| one.id).collect();
        let read = self.store.read_up_to(person.customer_id, &ids).await?;
        let listed = found.into_iter().map(|conversation| {
            let up_to = read.iter().find(|(id, _)| *id == conversation.id).map_or(0, |(_, message)| *message);
            ListedConversation { unread: conversation.last_shop_message_id > up_to, conversation }
        });
        Ok(Ok((listed.collect(), total)))
    }

    /// Counts conversations with an answer that the person has not read; 0 for an account without access to conversations.
    pub async fn unread(&self, buyer: &Buyer) -> Result<u64, StoreError> {
        match buyer.trade(TradeAction::ViewConversations) {
            Ok(person) => self.store.unread_by_customer(person.company_id, person.customer_id).await,
            Err(_) => Ok(0),
        }
    }

    /// Returns a conversation with its newest messages, or with those before one. Loading the newest marks them as read.
    pub async fn thread(&self, id: ConversationId, party: Party<'_>, before: Option<i64>) -> Answered<Thread> {
        let conversation = match self.find(id, party).await? {
            Ok(conversation) => conversation,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let thread = thread_of(self.store.as_ref(), conversation, before).await?;
        if let (Party::Account(Buyer { customer_id: Some(customer_id), .. }), None) = (party, before) {
            self.store.mark_read(id, *customer_id, thread.conversation.last_message_id).await?;
        }
        Ok(Ok(thread))
    }

    /// Whether a party may open a conversation.
    pub async fn opens(&self, id: ConversationId, party: Party<'_>) -> Result<bool, StoreError> {
        Ok(self.find(id, party).await?.is_ok())
    }

    pub async fn file(&self, id: ConversationId, party: Party<'_>, file: i64) -> Answered<ConversationFile> {
        match self.find(id, party).await? {
            Ok(_) => Ok(self.store.conversation_file(id, file).await?.ok_or(ConversationRefusal::Unknown)),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Returns the conversation if the party has access to it.
    async fn find(&self, id: ConversationId, party: Party<'_>) -> Answered<Conversation> {
        let found = match party {
            Party::Account(buyer) => match buyer.trade(TradeAction::ViewConversations) {
                Ok(person) => self.store.conversation_of(person.company_id, id).await?,
                Err(refusal) => return Ok(Err(refusal.into())),
            },
            Party::Key(key) => self.store.conversation_by_key(id, key).await?,
        };
        Ok(found.ok_or(ConversationRefusal::Unknown))
    }
}

/// Loads messages of a conversation: the newest, or those before one.
async fn thread_of<S: ConversationStore + ?Sized>(
    store: &S,
    conversation: Conversation,
    before: Option<i64>,
) -> Result<Thread, StoreError> {
    let mut found = store.messages(conversation.id, before, MESSAGES_PER_PAGE + 1).await?;
    let has_earlier = found.len() > usize::try_from(MESSAGES_PER_PAGE).unwrap_or(usize::MAX);
    if has_earlier {
        found.remove(0);
    }
    let ids: Vec<i64> = found.iter().map(|message| message.id).collect();
    let files = store.message_files(&ids).await?;
    let with_files = |message: ConversationMessage| {
        let own = files.iter().filter(|file| file.message_id == message.id).cloned().collect();
        (message, own)
    };
    Ok(Thread { messages: found.into_iter().map(with_files).collect(), has_earlier, conversation })
}

/// Path of a conversation's page; `key` gives access without a login, empty for logged-in readers.
pub fn conversation_path(id: ConversationId, key: &str) -> String {
    let path = format!("/my-account/conversation/{id}/");
    if key.is_empty() { path } else { format!("{path}?key={key}") }
}

/// Returns the form errors of a refusal; `None` if the account lacks a right ([`ConversationRefusal::Trade`]).
pub fn refused_fields(refusal: &ConversationRefusal) -> Option<Vec<FieldError>> {
    match refusal {
        ConversationRefusal::Trade(_) => None,
        ConversationRefusal::Unknown => Some(vec![FieldError::new("", codes::CONVERSATION_UNKNOWN)]),
        ConversationRefusal::Fields(errors) => Some(errors.clone()),
    }
}
