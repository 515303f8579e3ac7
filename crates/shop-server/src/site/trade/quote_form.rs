//! The quote request of the cart page without scripts: the button first shows the fields, and then sends them (storefront, section 4).

use std::collections::BTreeMap;

use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::FieldError;
use shop_core::platform::messages::codes;
use shop_core::trade::quote::QuoteForm;
use shop_services::ports::StoreError;
use shop_services::trade::conversations::{
    ConversationRefusal, QuoteSender, SentMessage, SentQuote, conversation_path, refused_fields,
};

use crate::app::forms::form_fields::Pairs;
use crate::render::PageRequest;
use crate::site::cart::cart_request::{CartRequest, expired_notice, notice};
use crate::site::cart::page::{SubmittedForm, page};
use crate::trade::attachments::Folder;
use crate::trade::{count_quotes, error, too_many};

/// Characters read from a field. The form's rules have shorter limits and report them.
const MAX_CHARS: usize = 6000;

/// Handles the button: `open` shows the fields, anything else sends them.
pub(in crate::site) async fn handle_button(
    request: &CartRequest<'_>,
    page_request: &PageRequest,
    address: &str,
    pressed: &str,
    form: &Pairs,
) -> Response {
    if pressed == "open" {
        return page(request, page_request, Some(SubmittedForm::Quote(QuoteForm::default(), Vec::new()))).await;
    }
    let text = |name: &str| form.get(name).unwrap_or_default().chars().take(MAX_CHARS).collect::<String>();
    let typed = QuoteForm {
        message: text("quote_message"),
        name: text("quote_name"),
        email: text("quote_email"),
        ..QuoteForm::default()
    };
    match send_request(request, address, &typed).await {
        // A buyer without an account's conversations gets the answer by email.
        Ok(Ok(quote)) if !quote.key.is_empty() => {
            request.redirect_to_cart(notice("success", codes::TRADE_QUOTE_RECEIVED, BTreeMap::new())).await
        }
        Ok(Ok(quote)) => Redirect::to(&conversation_path(quote.id, "")).into_response(),
        Ok(Err(errors)) => page(request, page_request, Some(SubmittedForm::Quote(typed, errors))).await,
        Err(store_error) => {
            tracing::error!(error = %store_error, "a quote request could not be taken");
            request.redirect_to_cart(expired_notice()).await
        }
    }
}

async fn send_request(
    request: &CartRequest<'_>,
    address: &str,
    typed: &QuoteForm,
) -> Result<Result<SentQuote, Vec<FieldError>>, StoreError> {
    let CartRequest { storefront, session, .. } = *request;
    if let Err(wait_s) = count_quotes(&storefront.web.context, &storefront.limits, session, address) {
        return Ok(Err(vec![too_many(wait_s)]));
    }
    let folder = Folder::of(&storefront.config);
    let message = SentMessage { message: &typed.message, files: &[], folder: &folder };
    let sender = QuoteSender { buyer: &session.buyer, session_key: &session.key, customer_id: session.customer_id };
    let outcome = storefront.conversations.request_quote(sender, typed, &message).await?;
    Ok(outcome.map_err(|refusal| match &refusal {
        ConversationRefusal::Trade(reason) => vec![error(*reason)],
        other => refused_fields(other).unwrap_or_default(),
    }))
}
