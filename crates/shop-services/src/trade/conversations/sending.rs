//! Sending a message: validates it, stores its files, and detects duplicates.

use sha2::{Digest, Sha256};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{ConversationId, FieldError};
use shop_core::trade::attachment::{SentFile, check};
use shop_core::trade::conversation::{MessageAuthor, message};

use super::mails::{MessageFacts, to_shop};
use super::{Answered, ConversationRefusal, Conversations, Party};
use crate::accounts::buyer::{TradeBuyer, TradeRefusal};
use crate::platform::context::Context;
use crate::ports::{
    AttachmentFolder, Conversation, Customer, MessageAdded, NewConversationFile, NewMail, NewMessage, SentKey,
    StoreError,
};

/// Length of a time window in seconds. The same message sent again within one to two windows is a duplicate.
const SPAN_S: i64 = 60;

/// A file uploaded with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedFile {
    /// Original file name.
    pub name: String,
    pub content: Vec<u8>,
}

/// A submitted message, and the folder for its files.
#[derive(Clone, Copy)]
pub struct SentMessage<'a> {
    /// Text as typed.
    pub message: &'a str,
    pub files: &'a [ReceivedFile],
    pub folder: &'a dyn AttachmentFolder,
}

/// The author, and what distinguishes the message from others beside its text.
pub(super) struct Writer<'a> {
    pub(super) author: MessageAuthor,
    pub(super) person: Option<&'a Customer>,
    pub(super) name: String,
    /// The conversation, or subject and owner of a new one.
    pub(super) about: &'a [&'a str],
}

/// A validated message whose files are stored; they are deleted if the message is not stored in the end.
pub(super) struct Prepared<'a> {
    pub(super) message: NewMessage,
    folder: &'a dyn AttachmentFolder,
}

/// Validates the input.
pub(super) fn validate(
    sent: &SentMessage<'_>,
    may_be_empty: bool,
) -> Result<(String, Vec<NewConversationFile>), Vec<FieldError>> {
    let files: Vec<SentFile<'_>> =
        sent.files.iter().map(|file| SentFile { name: &file.name, content: &file.content }).collect();
    let body = message(sent.message, may_be_empty || !files.is_empty());
    match (body, check(&files)) {
        (Ok(body), Ok(kinds)) => {
            let stored = kinds.into_iter().zip(&files).map(|(file, sent)| NewConversationFile {
                name: file.name,
                kind: file.kind,
                size_bytes: u64::try_from(sent.content.len()).unwrap_or(u64::MAX),
                file: String::new(),
            });
            Ok((body, stored.collect()))
        }
        (body, files) => Err(body.err().into_iter().chain(files.err().unwrap_or_default()).collect()),
    }
}

/// Stores the files of a validated message.
pub(super) async fn prepare<'a>(
    context: &Context,
    sent: &SentMessage<'a>,
    (body, mut files): (String, Vec<NewConversationFile>),
    writer: Writer<'_>,
) -> Result<Prepared<'a>, StoreError> {
    let sent_key = sent_key(&writer, &body, sent.files, context.now());
    let mut stored: Vec<&str> = Vec::new();
    for (file, received) in files.iter_mut().zip(sent.files) {
        file.file = context.random().hex(16);
        if let Err(error) = sent.folder.keep(&file.file, &received.content).await {
            for name in stored {
                sent.folder.forget(name).await;
            }
            return Err(error);
        }
        stored.push(&file.file);
    }
    let message = NewMessage {
        author: writer.author,
        customer_id: writer.person.map(|person| person.id),
        author_name: writer.name,
        body,
        files,
        sent_key,
    };
    Ok(Prepared { message, folder: sent.folder })
}

impl Prepared<'_> {
    /// Original names of the files.
    pub(super) fn file_names(&self) -> Vec<String> {
        self.message.files.iter().map(|file| file.name.clone()).collect()
    }

    /// Deletes the files unless the message was stored, and returns the result.
    pub(super) async fn keep_or_delete_files<T>(
        self,
        done: Result<T, StoreError>,
        is_new: impl FnOnce(&T) -> bool,
    ) -> Result<T, StoreError> {
        if !done.as_ref().is_ok_and(is_new) {
            for file in &self.message.files {
                self.folder.forget(&file.file).await;
            }
        }
        done
    }
}

fn sent_key(writer: &Writer<'_>, body: &str, files: &[ReceivedFile], now: UnixSeconds) -> SentKey {
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update(bytes.len().to_le_bytes());
        hash.update(bytes);
    };
    part(writer.author.as_str().as_bytes());
    part(&writer.person.map_or(0, |person| person.id.0).to_le_bytes());
    for text in writer.about.iter().chain([&body]) {
        part(text.as_bytes());
    }
    for file in files {
        part(file.name.as_bytes());
        part(&file.content);
    }
    let all = hex::encode(hash.finalize());
    let span = now.div_euclid(SPAN_S);
    SentKey { now: format!("{all}{span}"), before: format!("{all}{}", span - 1) }
}

/// Name of a person: a sub-account's as its main account set it.
pub(super) fn person_name(person: &Customer) -> String {
    let given = person.membership.subaccount.as_ref().map(|one| one.name.trim().to_owned());
    let names = format!("{} {}", person.first_name.trim(), person.last_name.trim());
    given
        .into_iter()
        .chain([names.trim().to_owned(), person.username.clone()])
        .find(|name| !name.is_empty())
        .unwrap_or_default()
}

impl Conversations {
    /// Replies in a conversation and notifies the shop.
    pub async fn reply(&self, id: ConversationId, party: Party<'_>, sent: &SentMessage<'_>) -> Answered<()> {
        let conversation = match self.find(id, party).await? {
            Ok(conversation) => conversation,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let checked = match validate(sent, false) {
            Ok(checked) => checked,
            Err(errors) => return Ok(Err(ConversationRefusal::Fields(errors))),
        };
        let person = match party {
            Party::Account(buyer) => match buyer.customer_id {
                Some(customer_id) => self.store.customer(customer_id).await?,
                None => None,
            },
            Party::Key(_) => None,
        };
        let name = person.as_ref().map_or_else(|| conversation.name.clone(), person_name);
        let number = id.to_string();
        let about = [number.as_str()];
        let writer = Writer { author: MessageAuthor::Buyer, person: person.as_ref(), name, about: &about };
        let prepared = prepare(&self.context, sent, checked, writer).await?;
        let mails = self.mails_to_shop(&conversation, person.as_ref(), &prepared).await?;
        let now = self.context.now();
        let done = self.store.add_message(id, &prepared.message, &mails, now).await;
        let done = prepared.keep_or_delete_files(done, |added| matches!(added, Some(MessageAdded::New(_)))).await?;
        Ok(done.map(|_| ()).ok_or(ConversationRefusal::Unknown))
    }

    async fn mails_to_shop(
        &self,
        conversation: &Conversation,
        person: Option<&Customer>,
        prepared: &Prepared<'_>,
    ) -> Result<Vec<NewMail>, StoreError> {
        let settings = self.context.settings().await?;
        let facts = MessageFacts {
            title: &conversation.title,
            name: &prepared.message.author_name,
            email: person.map_or(&conversation.email, |person| &person.email),
            body: &prepared.message.body,
            files: &prepared.file_names(),
            quoted: None,
        };
        Ok(to_shop(&facts, conversation.id, &settings, self.context.public_url()).into_iter().collect())
    }

    /// Loads the account of a trade buyer.
    pub(super) async fn account_of(&self, buyer: TradeBuyer) -> Answered<Customer> {
        let found = self.store.customer(buyer.customer_id).await?;
        Ok(found.ok_or(ConversationRefusal::Trade(TradeRefusal::LogIn)))
    }
}
