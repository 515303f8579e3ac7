//! Conversations on pages.

use shop_core::base::{Cents, Lang, calendar};
use shop_core::platform::words::site_texts;
use shop_core::trade::conversation::{ConversationKind, ConversationState, MessageAuthor, QuotedLine};
use shop_core::view::{
    AttachmentLimits, ConversationRow, ConversationThread, InquiryChoice, InquiryFormView, QuotedLineView, ThreadFile,
    ThreadMessage,
};
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{ConversationFile, ConversationMessage};
use shop_services::trade::conversations::{ListedConversation, Thread, conversation_path};

/// Returns the label of a conversation's type.
pub(crate) fn kind_label(kind: &ConversationKind, settings: &ShopSettings, lang: Lang) -> String {
    match kind {
        ConversationKind::Quote => site_texts::quote_kind(lang).to_owned(),
        ConversationKind::Inquiry(name) => {
            let known = settings.conversations.inquiry_types(lang).into_iter().find(|(known, _)| known == name);
            // A type that the merchant removed keeps its former name.
            known.map_or_else(|| name.clone(), |(_, label)| label)
        }
    }
}

/// Builds a conversation's row in its company's list.
pub(crate) fn row(listed: &ListedConversation, settings: &ShopSettings, lang: Lang) -> ConversationRow {
    let one = &listed.conversation;
    ConversationRow {
        id: one.id.0,
        title: one.title.clone(),
        kind: kind_label(&one.kind, settings, lang),
        closed: one.state == ConversationState::Closed,
        unread: listed.unread,
        date: calendar::moment(one.last_message_at, lang),
        path: conversation_path(one.id, ""),
    }
}

/// Builds the form of a new inquiry, collapsed and empty.
pub(crate) fn inquiry_form(settings: &ShopSettings, lang: Lang) -> InquiryFormView {
    let choice = |(value, label)| InquiryChoice { value, label };
    let vendors = settings.conversations.vendor_names();
    InquiryFormView {
        kinds: settings.conversations.inquiry_types(lang).into_iter().map(choice).collect(),
        vendors: vendors.into_iter().map(|name| choice((name.clone(), name))).collect(),
        files: AttachmentLimits::for_messages(),
        ..InquiryFormView::default()
    }
}

/// Builds a conversation's page; `key`: the key that opened it, empty with a login.
pub(crate) fn thread(thread: &Thread, key: &str, settings: &ShopSettings, lang: Lang) -> ConversationThread {
    let one = &thread.conversation;
    let path = conversation_path(one.id, key);
    let more = if key.is_empty() { '?' } else { '&' };
    let first = thread.messages.first().filter(|_| thread.has_earlier).map(|(message, _)| message.id);
    let of = |(message, files): &(ConversationMessage, Vec<ConversationFile>)| ThreadMessage {
        id: message.id,
        from_shop: message.author == MessageAuthor::Shop,
        author: author(message, settings),
        date: calendar::moment(message.created_at, lang),
        body: message.body.clone(),
        files: files.iter().map(|file| view_of_file(file, &conversation_path(one.id, ""), key)).collect(),
    };
    ConversationThread {
        id: one.id.0,
        title: one.title.clone(),
        kind: kind_label(&one.kind, settings, lang),
        closed: one.state == ConversationState::Closed,
        messages: thread.messages.iter().map(of).collect(),
        earlier_path: first.map(|id| format!("{path}{more}before={id}")).unwrap_or_default(),
        quoted: one.quoted.iter().flat_map(|cart| &cart.lines).map(quoted_line).collect(),
        quoted_total_cents: one
            .quoted
            .as_ref()
            .map_or(Cents::ZERO, shop_core::trade::conversation::QuotedCart::total_cents),
        quoted_with_tax: one.quoted.as_ref().is_some_and(|cart| cart.with_tax),
        key: key.to_owned(),
        message: String::new(),
        files: AttachmentLimits::for_messages(),
        path,
    }
}

/// Returns a message's author: staff appear under the shop's name.
fn author(message: &ConversationMessage, settings: &ShopSettings) -> String {
    match message.author {
        MessageAuthor::Shop => settings.shop.name.clone(),
        MessageAuthor::Buyer => message.author_name.clone(),
    }
}

fn view_of_file(file: &ConversationFile, page: &str, key: &str) -> ThreadFile {
    let path = format!("{page}file/{}/", file.id);
    ThreadFile { name: file.name.clone(), path: if key.is_empty() { path } else { format!("{path}?key={key}") } }
}

fn quoted_line(line: &QuotedLine) -> QuotedLineView {
    QuotedLineView {
        name: line.name.clone(),
        choices: choices(line),
        quantity: line.quantity,
        unit_price_cents: line.unit_price_cents,
        total_cents: line.total_cents(),
    }
}

/// Describes a product's choices: "Formato: 35 g".
pub(crate) fn choices(line: &QuotedLine) -> String {
    let one = |choice: &shop_core::trade::conversation::QuotedChoice| format!("{}: {}", choice.label, choice.value);
    line.choices.iter().map(one).collect::<Vec<_>>().join(", ")
}
