//! Conversations: `/my-account/conversation/` and one of them, as plain forms. A company's are opened by a login; one of a guest or a
//! consumer by the key of its link.

use axum::extract::{Path, RawQuery, Request};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{ConversationId, FieldError, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::view::{AccountSection, ConversationList, InquiryFormView};
use shop_services::ports::StoreError;
use shop_services::records::StoredNotice;
use shop_services::trade::conversations::{
    Answered, ConversationRefusal, Party, SentInquiry, SentMessage, conversation_path,
};

use crate::app::pairs::Pairs;
use crate::app::posted_form::PostedForm;
use crate::page_data::context::notices;
use crate::page_data::conversation as view;
use crate::site::accounts::access::trade_buyer;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::expired;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::is_genuine;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;
use crate::trade::attachments::{Folder, download};
use crate::trade::{count_messages, files_allowed, too_many};

const PATH: &str = "/my-account/conversation/";
/// Action of the forms' nonce.
const NONCE: &str = "conversation";
/// What the address says after a message was sent by the key of a link.
const SENT: &str = "sent";
/// Conversations on a page.
const PER_PAGE: u64 = 15;

/// `/my-account/conversation/`, with `?page=2`; with `?new=1` the form of a new inquiry is open.
pub(super) async fn list(asked: Asked, RawQuery(raw): RawQuery) -> Response {
    if let Err(answer) = trade_buyer(&asked, TradeAction::ViewConversations, PATH).await {
        return answer;
    }
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let page = query.get("page").and_then(|page| page.parse().ok()).filter(|page| (1..100_000).contains(page));
    let form = InquiryFormView { open: query.get("new").is_some(), ..InquiryFormView::default() };
    match listed(&asked, page.unwrap_or(1), form).await {
        Ok(shown) => respond(&asked, shown).await,
        Err(error) => failed(&error),
    }
}

/// A page of the list; of the form, whether it is open and what was typed are read.
async fn listed(asked: &Asked, page: u64, typed: InquiryFormView) -> Result<Shown, StoreError> {
    let shop = &asked.state.shop;
    let settings = shop.context.settings().await?;
    let lang = settings.lang();
    let found = shop.conversations.conversations(&asked.session.buyer, page, PER_PAGE).await?;
    let (rows, total) = found.unwrap_or_default();
    let number = |n: u64| i64::try_from(n).unwrap_or(1);
    let empty = view::inquiry_form(&settings, lang);
    let inquiry = InquiryFormView { kinds: empty.kinds, vendors: empty.vendors, files: empty.files, ..typed };
    let section = AccountSection::Conversations(Box::new(ConversationList {
        conversations: rows.iter().map(|one| view::row(one, &settings, lang)).collect(),
        page: number(page),
        pages: number(total.div_ceil(PER_PAGE).max(1)),
        inquiry,
    }));
    Ok(Shown::new(site_texts::my_conversations, PATH, section).with_form(NONCE))
}

/// Begins an inquiry. A refused one is shown again as it was typed; without title or message the form stays open, and nothing is said.
pub(super) async fn start(asked: Asked, request: Request) -> Response {
    if let Err(answer) = trade_buyer(&asked, TradeAction::StartInquiry, PATH).await {
        return answer;
    }
    let keeps_files = files_allowed(&asked.state, &asked.address);
    match PostedForm::read(request, keeps_files).await {
        Ok(posted) => started(&asked, &posted).await.unwrap_or_else(|error| failed(&error)),
        Err(answer) => answer,
    }
}

async fn started(asked: &Asked, posted: &PostedForm) -> Result<Response, StoreError> {
    let text = |name: &str| posted.pairs.get(name).unwrap_or_default();
    let folder = Folder::of(&asked.state.config);
    let form = SentInquiry {
        title: text("title"),
        kind: text("type"),
        vendor: text("vendor"),
        sent: SentMessage { message: text("message"), files: &posted.files, folder: &folder },
    };
    let outcome = if !is_genuine(asked, &posted.pairs, NONCE) {
        Err(ConversationRefusal::Fields(expired()))
    } else if let Err(wait_s) = count_messages(&asked.state, &asked.session, &asked.address) {
        Err(ConversationRefusal::Fields(vec![too_many(wait_s)]))
    } else {
        asked.state.shop.conversations.start_inquiry(&asked.session.buyer, &form).await?
    };
    let errors = match outcome {
        Ok(Some(id)) => {
            let told = notice("success", codes::CONVERSATION_STARTED, Params::new());
            let path = conversation_path(id, "");
            return go_with_notice(&asked.state, &asked.session, HeaderMap::new(), &path, told).await;
        }
        Ok(None) => Vec::new(),
        Err(refusal) => errors_of(&refusal),
    };
    let typed = InquiryFormView {
        open: true,
        title: form.title.to_owned(),
        message: form.sent.message.to_owned(),
        kind: form.kind.to_owned(),
        vendor: form.vendor.to_owned(),
        ..InquiryFormView::default()
    };
    Ok(respond(asked, listed(asked, 1, typed).await?.refused(errors)).await)
}

fn errors_of(refusal: &ConversationRefusal) -> Vec<FieldError> {
    match refusal {
        ConversationRefusal::Trade(why) => vec![crate::trade::error(*why)],
        other => shop_services::trade::conversations::refused_fields(other).unwrap_or_default(),
    }
}

/// Who opens a conversation's page: by the key of its address, else by login. `Err`: what is answered to who may not.
async fn party<'a>(asked: &'a Asked, query: &'a Pairs, id: ConversationId) -> Result<(Party<'a>, &'a str), Response> {
    if let Some(key) = query.get("key") {
        return Ok((Party::Key(key), key));
    }
    trade_buyer(asked, TradeAction::ViewConversations, &conversation_path(id, "")).await?;
    Ok((Party::Account(&asked.session.buyer), ""))
}

fn sent_notice() -> StoredNotice {
    notice("success", codes::CONVERSATION_SENT, Params::new())
}

fn number(text: &str) -> ConversationId {
    ConversationId(text.parse().unwrap_or(0))
}

/// `/my-account/conversation/{id}/`: somebody else's looks like one that is not there.
pub(super) async fn show(asked: Asked, Path(id): Path<String>, RawQuery(raw): RawQuery) -> Response {
    let (id, query) = (number(&id), Pairs::parse(raw.as_deref().unwrap_or_default()));
    let (party, key) = match party(&asked, &query, id).await {
        Ok(party) => party,
        Err(answer) => return answer,
    };
    let before = query.get("before").and_then(|text| text.parse().ok());
    match thread(&asked, id, (party, key), before).await {
        Ok(Ok(mut shown)) => {
            if !key.is_empty() && query.get("done") == Some(SENT) {
                let lang =
                    asked.state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
                shown.notices = notices(&[sent_notice()], lang);
            }
            respond(&asked, shown).await
        }
        Ok(Err(_)) => missing(&asked, id).await,
        Err(error) => failed(&error),
    }
}

async fn missing(asked: &Asked, id: ConversationId) -> Response {
    crate::page_data::texts::missing(&asked.state, &asked.request, &conversation_path(id, "")).await
}

async fn thread(
    asked: &Asked,
    id: ConversationId,
    (party, key): (Party<'_>, &str),
    before: Option<i64>,
) -> Answered<Shown> {
    let shop = &asked.state.shop;
    let thread = match shop.conversations.thread(id, party, before).await? {
        Ok(thread) => thread,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let settings = shop.context.settings().await?;
    let section = view::thread(&thread, key, &settings, settings.lang());
    let shown = AccountSection::Conversation(Box::new(section));
    Ok(Ok(Shown::new(site_texts::my_conversation, &conversation_path(id, ""), shown).with_form(NONCE)))
}

/// Writes in a conversation. A refused message is shown again as it was typed.
pub(super) async fn reply(asked: Asked, Path(id): Path<String>, RawQuery(raw): RawQuery, request: Request) -> Response {
    let (id, query) = (number(&id), Pairs::parse(raw.as_deref().unwrap_or_default()));
    let party = match party(&asked, &query, id).await {
        Ok(party) => party,
        Err(answer) => return answer,
    };
    // Who may not read it sends no files.
    match asked.state.shop.conversations.opens(id, party.0).await {
        Ok(true) => {}
        Ok(false) => return missing(&asked, id).await,
        Err(error) => return failed(&error),
    }
    let keeps_files = files_allowed(&asked.state, &asked.address);
    match PostedForm::read(request, keeps_files).await {
        Ok(posted) => replied(&asked, id, party, &posted).await.unwrap_or_else(|error| failed(&error)),
        Err(answer) => answer,
    }
}

async fn replied(
    asked: &Asked,
    id: ConversationId,
    (party, key): (Party<'_>, &str),
    posted: &PostedForm,
) -> Result<Response, StoreError> {
    let folder = Folder::of(&asked.state.config);
    let typed = posted.pairs.get("message").unwrap_or_default();
    let sent = SentMessage { message: typed, files: &posted.files, folder: &folder };
    let outcome = if !is_genuine(asked, &posted.pairs, NONCE) {
        Err(ConversationRefusal::Fields(expired()))
    } else if let Err(wait_s) = count_messages(&asked.state, &asked.session, &asked.address) {
        Err(ConversationRefusal::Fields(vec![too_many(wait_s)]))
    } else {
        asked.state.shop.conversations.reply(id, party, &sent).await?
    };
    let errors = match outcome {
        // Who came by a link may have no session that a notice could wait in: the address says it.
        Ok(()) if !key.is_empty() => {
            let path = format!("{}&done={SENT}#messaggio", conversation_path(id, key));
            return Ok(Redirect::to(&path).into_response());
        }
        Ok(()) => {
            let path = format!("{}#messaggio", conversation_path(id, key));
            return go_with_notice(&asked.state, &asked.session, HeaderMap::new(), &path, sent_notice()).await;
        }
        Err(ConversationRefusal::Unknown) => return Ok(missing(asked, id).await),
        Err(refusal) => errors_of(&refusal),
    };
    let Ok(mut shown) = thread(asked, id, (party, key), None).await? else { return Ok(missing(asked, id).await) };
    if let AccountSection::Conversation(section) = &mut shown.section {
        typed.clone_into(&mut section.message);
    }
    Ok(respond(asked, shown.refused(errors)).await)
}

/// `/my-account/conversation/{id}/file/{file}/`
pub(super) async fn file(asked: Asked, Path((id, file)): Path<(String, String)>, RawQuery(raw): RawQuery) -> Response {
    let (id, query) = (number(&id), Pairs::parse(raw.as_deref().unwrap_or_default()));
    let (party, _) = match party(&asked, &query, id).await {
        Ok(party) => party,
        Err(answer) => return answer,
    };
    match asked.state.shop.conversations.file(id, party, file.parse().unwrap_or(0)).await {
        Ok(Ok(found)) => download(&asked.state.config, &found).await,
        Ok(Err(_)) => missing(&asked, id).await,
        Err(error) => failed(&error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_names_no_conversation() {
        for text in ["", "x", "1.5", "99999999999999999999"] {
            assert_eq!(number(text), ConversationId(0), "{text}");
        }
        assert_eq!(number("7"), ConversationId(7));
    }
}
