//! Starting an inquiry.

use shop_core::base::{ConversationId, FieldError};
use shop_core::platform::messages::codes;
use shop_core::trade::account::TradeAction;
use shop_core::trade::conversation::{ConversationKind, MessageAuthor, one_of};
use shop_core::trade::quote::inquiry;

use super::mails::{MessageFacts, to_shop};
use super::sending::{Writer, person_name, prepare, validate};
use super::{Answered, ConversationRefusal, Conversations, SentMessage};
use crate::accounts::buyer::Buyer;
use crate::platform::settings::ShopSettings;
use crate::ports::{MessageAdded, NewConversation};

/// A submitted inquiry.
#[derive(Clone, Copy)]
pub struct SentInquiry<'a> {
    pub title: &'a str,
    /// Type, by its Italian name.
    pub kind: &'a str,
    /// Vendor; only used in a shop with several vendors.
    pub vendor: &'a str,
    pub sent: SentMessage<'a>,
}

impl Conversations {
    /// Starts an inquiry and notifies the shop. Returns `None`, and does nothing, if title or message is missing (storefront
    /// specification, section 5).
    pub async fn start_inquiry(&self, buyer: &Buyer, form: &SentInquiry<'_>) -> Answered<Option<ConversationId>> {
        let trade = match buyer.trade(TradeAction::StartInquiry) {
            Ok(trade) => trade,
            Err(refusal) => return Ok(Err(refusal.into())),
        };
        let settings = self.context.settings().await?;
        let (title, kind, vendor) = match headed(form, &settings) {
            Ok(Some(headed)) => headed,
            Ok(None) => return Ok(Ok(None)),
            Err(errors) => return Ok(Err(ConversationRefusal::Fields(errors))),
        };
        let checked = match validate(&form.sent, false) {
            Ok(checked) => checked,
            Err(errors) => return Ok(Err(ConversationRefusal::Fields(errors))),
        };
        let person = match self.account_of(trade).await? {
            Ok(person) => person,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let new = NewConversation {
            kind: ConversationKind::Inquiry(kind),
            title,
            vendor,
            company_id: Some(trade.company_id),
            customer_id: Some(person.id),
            name: person_name(&person),
            email: person.email.clone(),
            lang: settings.lang(),
            access_key: String::new(),
            quoted: None,
        };
        let about = [new.kind.as_str(), &new.title, &new.vendor];
        let writer =
            Writer { author: MessageAuthor::Buyer, person: Some(&person), name: new.name.clone(), about: &about };
        let prepared = prepare(&self.context, &form.sent, checked, writer).await?;
        let files = prepared.file_names();
        let mails = |id| {
            let facts = MessageFacts {
                title: &new.title,
                name: &new.name,
                email: &new.email,
                body: &prepared.message.body,
                files: &files,
                quoted: None,
            };
            to_shop(&facts, id, &settings, self.context.public_url()).into_iter().collect()
        };
        let done = self.store.begin_conversation(&new, &prepared.message, &mails, self.context.now()).await;
        let added = prepared.keep_or_delete_files(done, |added| matches!(added, MessageAdded::New(_))).await?;
        Ok(Ok(Some(added.conversation())))
    }
}

/// Validates title, type and vendor of an inquiry; `None` if nothing is to be done.
fn headed(
    form: &SentInquiry<'_>,
    settings: &ShopSettings,
) -> Result<Option<(String, String, String)>, Vec<FieldError>> {
    let Some(inquiry) = inquiry(form.title, form.sent.message)? else { return Ok(None) };
    let types: Vec<String> =
        settings.conversations.inquiry_types(settings.lang()).into_iter().map(|(name, _)| name).collect();
    let vendors = settings.conversations.vendor_names();
    let kind = one_of("type", codes::CONVERSATION_TYPE_UNKNOWN, &types, form.kind);
    let vendor = if vendors.is_empty() {
        Ok("")
    } else {
        one_of("vendor", codes::CONVERSATION_VENDOR_UNKNOWN, &vendors, form.vendor)
    };
    match (kind, vendor) {
        (Ok(kind), Ok(vendor)) => Ok(Some((inquiry.title().to_owned(), kind.to_owned(), vendor.to_owned()))),
        (kind, vendor) => Err(kind.err().into_iter().chain(vendor.err()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trade::conversations::cleanup::no_folder;

    fn codes_of(settings: &ShopSettings, title: &str, kind: &str, vendor: &str) -> Vec<String> {
        let sent = SentMessage { message: "Quanto costa?", files: &[], folder: no_folder() };
        let form = SentInquiry { title, kind, vendor, sent };
        match headed(&form, settings) {
            Ok(Some((title, kind, vendor))) => vec![title, kind, vendor],
            Ok(None) => Vec::new(),
            Err(errors) => errors.into_iter().map(|error| error.code.into_owned()).collect(),
        }
    }

    #[test]
    fn an_inquiry_has_a_type_of_the_merchants() {
        let settings = ShopSettings::default();
        assert_eq!(codes_of(&settings, " Prezzi ", "Ordine", "chiunque"), ["Prezzi", "Ordine", ""]);
        for kind in ["", "quote", "ordine", "Altro"] {
            assert_eq!(codes_of(&settings, "Prezzi", kind, ""), ["conversation_type_unknown"], "{kind}");
        }
        assert!(codes_of(&settings, " ", "Altro", "").is_empty(), "without a title nothing happens");
    }

    #[test]
    fn a_vendor_is_chosen_where_there_are_several() {
        let mut settings = ShopSettings::default();
        settings.conversations.multi_vendor = true;
        settings.conversations.vendors = "Rossi\nBianchi".into();
        assert_eq!(codes_of(&settings, "Prezzi", "Ordine", "Bianchi"), ["Prezzi", "Ordine", "Bianchi"]);
        for vendor in ["", "Verdi"] {
            assert_eq!(codes_of(&settings, "Prezzi", "Ordine", vendor), ["conversation_vendor_unknown"], "{vendor}");
        }
        assert_eq!(codes_of(&settings, "Prezzi", "x", "y").len(), 2);
    }
}
