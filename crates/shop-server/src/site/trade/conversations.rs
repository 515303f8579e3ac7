//! Conversations: `/my-account/conversation/` and one conversation, as plain forms. A company's conversations need a login; a guest or
//! consumer opens one with the key in its emailed link.

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

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::posted_form::PostedForm;
use crate::page_data::context::notices;
use crate::page_data::trade::conversation as conversation_view;
use crate::site::accounts::access::require_trade_buyer;
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, form_expired_errors, is_genuine, notice, redirect_with_notice, respond,
};
use crate::trade::attachments::{Folder, download};
use crate::trade::{count_messages, files_allowed, too_many};

const PATH: &str = "/my-account/conversation/";
/// Nonce action of the forms.
const NONCE: &str = "conversation";
/// Value of `done` in the address after a message was sent with the key of a link.
const SENT: &str = "sent";
/// Conversations per page.
const PER_PAGE: u64 = 15;

/// `/my-account/conversation/`, with `?page=2`; with `?new=1` the form of a new inquiry is open.
pub(super) async fn list(request: AccountRequest, RawQuery(raw): RawQuery) -> Response {
    if let Err(response) = require_trade_buyer(&request, TradeAction::ViewConversations, PATH).await {
        return response;
    }
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let page = query.get("page").and_then(|page| page.parse().ok()).filter(|page| (1..100_000).contains(page));
    let form = InquiryFormView { open: query.get("new").is_some(), ..InquiryFormView::default() };
    match list_view(&request, page.unwrap_or(1), form).await {
        Ok(view) => respond(&request, view).await,
        Err(error) => error_response(&error),
    }
}

/// A page of the list. Only the open flag and the typed values of `typed` are used.
async fn list_view(request: &AccountRequest, page: u64, typed: InquiryFormView) -> Result<AccountView, StoreError> {
    let shop = &request.state.shop;
    let settings = shop.context.settings().await?;
    let lang = settings.lang();
    let found = shop.conversations.conversations(&request.session.buyer, page, PER_PAGE).await?;
    let (rows, total) = found.unwrap_or_default();
    let number = |n: u64| i64::try_from(n).unwrap_or(1);
    let empty = conversation_view::inquiry_form(&settings, lang);
    let inquiry = InquiryFormView { kinds: empty.kinds, vendors: empty.vendors, files: empty.files, ..typed };
    let section = AccountSection::Conversations(Box::new(ConversationList {
        conversations: rows.iter().map(|one| conversation_view::row(one, &settings, lang)).collect(),
        page: number(page),
        pages: number(total.div_ceil(PER_PAGE).max(1)),
        inquiry,
    }));
    Ok(AccountView::new(site_texts::my_conversations, PATH, section).with_form(NONCE))
}

/// Starts an inquiry. A refused form is shown again with its values; without title or message the form stays open without an error.
pub(super) async fn start(request: AccountRequest, body: Request) -> Response {
    if let Err(response) = require_trade_buyer(&request, TradeAction::StartInquiry, PATH).await {
        return response;
    }
    let accepts_files = files_allowed(&request.state.shop.context, &request.state.limits, &request.client_ip);
    match PostedForm::read(body, accepts_files).await {
        Ok(posted) => start_inquiry(&request, &posted).await.unwrap_or_else(|error| error_response(&error)),
        Err(response) => response,
    }
}

async fn start_inquiry(request: &AccountRequest, posted: &PostedForm) -> Result<Response, StoreError> {
    let text = |name: &str| posted.pairs.get(name).unwrap_or_default();
    let folder = Folder::of(&request.state.config);
    let form = SentInquiry {
        title: text("title"),
        kind: text("type"),
        vendor: text("vendor"),
        sent: SentMessage { message: text("message"), files: &posted.files, folder: &folder },
    };
    let outcome = if !is_genuine(request, &posted.pairs, NONCE) {
        Err(ConversationRefusal::Fields(form_expired_errors()))
    } else if let Err(wait_s) =
        count_messages(&request.state.shop.context, &request.state.limits, &request.session, &request.client_ip)
    {
        Err(ConversationRefusal::Fields(vec![too_many(wait_s)]))
    } else {
        request.state.shop.conversations.start_inquiry(&request.session.buyer, &form).await?
    };
    let errors = match outcome {
        Ok(Some(id)) => {
            let notice = notice("success", codes::CONVERSATION_STARTED, Params::new());
            let path = conversation_path(id, "");
            return redirect_with_notice(&request.state.shop.carts, &request.session, HeaderMap::new(), &path, notice)
                .await;
        }
        Ok(None) => Vec::new(),
        Err(refusal) => refusal_errors(&refusal),
    };
    let typed = InquiryFormView {
        open: true,
        title: form.title.to_owned(),
        message: form.sent.message.to_owned(),
        kind: form.kind.to_owned(),
        vendor: form.vendor.to_owned(),
        ..InquiryFormView::default()
    };
    Ok(respond(request, list_view(request, 1, typed).await?.with_errors(errors)).await)
}

fn refusal_errors(refusal: &ConversationRefusal) -> Vec<FieldError> {
    match refusal {
        ConversationRefusal::Trade(reason) => vec![crate::trade::error(*reason)],
        other => shop_services::trade::conversations::refused_fields(other).unwrap_or_default(),
    }
}

/// Identifies the visitor by the key in the address, or else by login; returns the error response if the visitor has no access.
async fn require_party<'a>(
    request: &'a AccountRequest,
    query: &'a Pairs,
    id: ConversationId,
) -> Result<(Party<'a>, &'a str), Response> {
    if let Some(key) = query.get("key") {
        return Ok((Party::Key(key), key));
    }
    require_trade_buyer(request, TradeAction::ViewConversations, &conversation_path(id, "")).await?;
    Ok((Party::Account(&request.session.buyer), ""))
}

fn sent_notice() -> StoredNotice {
    notice("success", codes::CONVERSATION_SENT, Params::new())
}

fn parse_id(text: &str) -> ConversationId {
    ConversationId(text.parse().unwrap_or(0))
}

/// `/my-account/conversation/{id}/`. Somebody else's conversation looks like one that does not exist.
pub(super) async fn show(request: AccountRequest, Path(id): Path<String>, RawQuery(raw): RawQuery) -> Response {
    let (id, query) = (parse_id(&id), Pairs::parse(raw.as_deref().unwrap_or_default()));
    let (party, key) = match require_party(&request, &query, id).await {
        Ok(party) => party,
        Err(response) => return response,
    };
    let before = query.get("before").and_then(|text| text.parse().ok());
    match thread_view(&request, id, (party, key), before).await {
        Ok(Ok(mut view)) => {
            if !key.is_empty() && query.get("done") == Some(SENT) {
                let lang =
                    request.state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
                view.notices = notices(&[sent_notice()], lang);
            }
            respond(&request, view).await
        }
        Ok(Err(_)) => respond_not_found(&request, id).await,
        Err(error) => error_response(&error),
    }
}

async fn respond_not_found(request: &AccountRequest, id: ConversationId) -> Response {
    crate::page_data::texts::missing(&request.state.storefront, &request.page_request, &conversation_path(id, "")).await
}

async fn thread_view(
    request: &AccountRequest,
    id: ConversationId,
    (party, key): (Party<'_>, &str),
    before: Option<i64>,
) -> Answered<AccountView> {
    let shop = &request.state.shop;
    let thread = match shop.conversations.thread(id, party, before).await? {
        Ok(thread) => thread,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let settings = shop.context.settings().await?;
    let section = conversation_view::thread(&thread, key, &settings, settings.lang());
    let section = AccountSection::Conversation(Box::new(section));
    Ok(Ok(AccountView::new(site_texts::my_conversation, &conversation_path(id, ""), section).with_form(NONCE)))
}

/// Posts a message to a conversation. A refused message is shown again with its text.
pub(super) async fn reply(
    request: AccountRequest,
    Path(id): Path<String>,
    RawQuery(raw): RawQuery,
    body: Request,
) -> Response {
    let (id, query) = (parse_id(&id), Pairs::parse(raw.as_deref().unwrap_or_default()));
    let party = match require_party(&request, &query, id).await {
        Ok(party) => party,
        Err(response) => return response,
    };
    // Checked before the body is read: a visitor without access uploads no files.
    match request.state.shop.conversations.opens(id, party.0).await {
        Ok(true) => {}
        Ok(false) => return respond_not_found(&request, id).await,
        Err(error) => return error_response(&error),
    }
    let accepts_files = files_allowed(&request.state.shop.context, &request.state.limits, &request.client_ip);
    match PostedForm::read(body, accepts_files).await {
        Ok(posted) => send_reply(&request, id, party, &posted).await.unwrap_or_else(|error| error_response(&error)),
        Err(response) => response,
    }
}

async fn send_reply(
    request: &AccountRequest,
    id: ConversationId,
    (party, key): (Party<'_>, &str),
    posted: &PostedForm,
) -> Result<Response, StoreError> {
    let folder = Folder::of(&request.state.config);
    let typed = posted.pairs.get("message").unwrap_or_default();
    let sent = SentMessage { message: typed, files: &posted.files, folder: &folder };
    let outcome = if !is_genuine(request, &posted.pairs, NONCE) {
        Err(ConversationRefusal::Fields(form_expired_errors()))
    } else if let Err(wait_s) =
        count_messages(&request.state.shop.context, &request.state.limits, &request.session, &request.client_ip)
    {
        Err(ConversationRefusal::Fields(vec![too_many(wait_s)]))
    } else {
        request.state.shop.conversations.reply(id, party, &sent).await?
    };
    let errors = match outcome {
        // A visitor who came by a link may have no session to store a notice in: the address carries it.
        Ok(()) if !key.is_empty() => {
            let path = format!("{}&done={SENT}#messaggio", conversation_path(id, key));
            return Ok(Redirect::to(&path).into_response());
        }
        Ok(()) => {
            let path = format!("{}#messaggio", conversation_path(id, key));
            return redirect_with_notice(
                &request.state.shop.carts,
                &request.session,
                HeaderMap::new(),
                &path,
                sent_notice(),
            )
            .await;
        }
        Err(ConversationRefusal::Unknown) => return Ok(respond_not_found(request, id).await),
        Err(refusal) => refusal_errors(&refusal),
    };
    let Ok(mut view) = thread_view(request, id, (party, key), None).await? else {
        return Ok(respond_not_found(request, id).await);
    };
    if let AccountSection::Conversation(section) = &mut view.section {
        typed.clone_into(&mut section.message);
    }
    Ok(respond(request, view.with_errors(errors)).await)
}

/// `/my-account/conversation/{id}/file/{file}/`
pub(super) async fn file(
    request: AccountRequest,
    Path((id, file)): Path<(String, String)>,
    RawQuery(raw): RawQuery,
) -> Response {
    let (id, query) = (parse_id(&id), Pairs::parse(raw.as_deref().unwrap_or_default()));
    let (party, _) = match require_party(&request, &query, id).await {
        Ok(party) => party,
        Err(response) => return response,
    };
    match request.state.shop.conversations.file(id, party, file.parse().unwrap_or(0)).await {
        Ok(Ok(found)) => download(&request.state.config, &found).await,
        Ok(Err(_)) => respond_not_found(&request, id).await,
        Err(error) => error_response(&error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_names_no_conversation() {
        for text in ["", "x", "1.5", "99999999999999999999"] {
            assert_eq!(parse_id(text), ConversationId(0), "{text}");
        }
        assert_eq!(parse_id("7"), ConversationId(7));
    }
}
