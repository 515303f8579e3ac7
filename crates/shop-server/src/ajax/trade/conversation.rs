//! Conversations and quotes: `b2bkingconversationmessage`, `b2bkingsendinquiry`, `b2bkingrequestquotecart`. Each may include
//! files, as `files`.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::base::{ConversationId, Lang};
use shop_core::trade::quote::QuoteForm;
use shop_services::ports::StoreError;
use shop_services::trade::conversations::{
    ConversationRefusal, Party, QuoteSender, SentInquiry, SentMessage, conversation_path, refused_fields,
};

use super::{error_response, too_many_requests};
use crate::ajax::Call;
use crate::trade::attachments::Folder;
use crate::trade::{self, count_messages, count_quotes};

async fn language(call: &Call) -> Result<Lang, StoreError> {
    Ok(call.state.shop.context.settings().await?.lang())
}

/// Responds to a refusal: 401 or 403 about the account, 404 about the conversation, 422 about fields.
async fn refusal(call: &Call, refusal: &ConversationRefusal) -> Result<Response, StoreError> {
    let lang = language(call).await?;
    let status = match refusal {
        ConversationRefusal::Trade(why) => return Ok(error_response(trade::status(*why), &[trade::error(*why)], lang)),
        ConversationRefusal::Unknown => StatusCode::NOT_FOUND,
        ConversationRefusal::Fields(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Ok(error_response(status, &refused_fields(refusal).unwrap_or_default(), lang))
}

fn sent_message<'a>(call: &'a Call, folder: &'a Folder) -> SentMessage<'a> {
    SentMessage { message: call.text("message"), files: &call.files, folder }
}

/// Adds a message to a conversation; responds `1`.
pub(super) async fn message(call: &Call) -> Result<Response, StoreError> {
    if let Err(wait_s) = count_messages(&call.state.shop.context, &call.state.limits, &call.session, &call.ip) {
        return Ok(too_many_requests(wait_s, language(call).await?));
    }
    let folder = Folder::of(&call.state.config);
    let id = ConversationId(call.text("conversationid").trim().parse().unwrap_or(0));
    let party = Party::Account(&call.session.buyer);
    match call.state.shop.conversations.reply(id, party, &sent_message(call, &folder)).await? {
        Ok(()) => Ok("1".into_response()),
        Err(why) => refusal(call, &why).await,
    }
}

/// Starts an inquiry; responds with its address. Without title or message nothing happens, and no error is reported.
pub(super) async fn inquiry(call: &Call) -> Result<Response, StoreError> {
    if let Err(wait_s) = count_messages(&call.state.shop.context, &call.state.limits, &call.session, &call.ip) {
        return Ok(too_many_requests(wait_s, language(call).await?));
    }
    let folder = Folder::of(&call.state.config);
    let form = SentInquiry {
        title: call.text("title"),
        kind: call.text("type"),
        vendor: call.text("vendor"),
        sent: sent_message(call, &folder),
    };
    match call.state.shop.conversations.start_inquiry(&call.session.buyer, &form).await? {
        Ok(Some(id)) => Ok(call.state.shop.context.addresses().page(&conversation_path(id, "")).into_response()),
        Ok(None) => Ok(error_response(StatusCode::UNPROCESSABLE_ENTITY, &[], language(call).await?)),
        Err(why) => refusal(call, &why).await,
    }
}

/// Requests a quote for the cart; responds with the conversation's address, which opens it without a login as well.
pub(super) async fn quote(call: &Call) -> Result<Response, StoreError> {
    if let Err(wait_s) = count_quotes(&call.state.shop.context, &call.state.limits, &call.session, &call.ip) {
        return Ok(too_many_requests(wait_s, language(call).await?));
    }
    let folder = Folder::of(&call.state.config);
    let text = |name: &str| call.text(name).to_owned();
    let form = QuoteForm { message: text("message"), name: text("name"), email: text("email"), ..QuoteForm::default() };
    let session = &call.session;
    let sender = QuoteSender { buyer: &session.buyer, session_key: &session.key, customer_id: session.customer_id };
    match call.state.shop.conversations.request_quote(sender, &form, &sent_message(call, &folder)).await? {
        Ok(quote) => {
            Ok(call.state.shop.context.addresses().page(&conversation_path(quote.id, &quote.key)).into_response())
        }
        Err(why) => refusal(call, &why).await,
    }
}
