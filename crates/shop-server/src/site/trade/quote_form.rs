//! The quote request of the cart page without scripts: one button, whose first press shows the fields and whose next one sends them
//! (storefront, section 4).

use std::collections::BTreeMap;

use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::FieldError;
use shop_core::platform::messages::codes;
use shop_core::trade::quote::QuoteForm;
use shop_services::ports::StoreError;
use shop_services::trade::conversations::{
    ConversationRefusal, QuoteSender, SentMessage, SentQuote, conversation_path, refused_fields,
};

use crate::app::pairs::Pairs;
use crate::render::PageRequest;
use crate::site::cart::form::Asked;
use crate::site::cart::form::expired;
use crate::site::cart::form::notice;
use crate::site::cart::page::Tried;
use crate::site::cart::page::page;
use crate::trade::attachments::Folder;
use crate::trade::{count_quotes, error, too_many};

/// Longest field that is read, in characters: the rules tell about shorter limits.
const MAX_CHARS: usize = 6000;

/// The button was pressed: `open` shows the fields, anything else sends them.
pub(in crate::site) async fn press(
    asked: &Asked<'_>,
    request: &PageRequest,
    address: &str,
    pressed: &str,
    form: &Pairs,
) -> Response {
    if pressed == "open" {
        return page(asked, request, Some(Tried::Quote(QuoteForm::default(), Vec::new()))).await;
    }
    let text = |name: &str| form.get(name).unwrap_or_default().chars().take(MAX_CHARS).collect::<String>();
    let typed = QuoteForm {
        message: text("quote_message"),
        name: text("quote_name"),
        email: text("quote_email"),
        ..QuoteForm::default()
    };
    match sent(asked, address, &typed).await {
        // Who has no conversations of a company's reads the answer by mail.
        Ok(Ok(quote)) if !quote.key.is_empty() => {
            asked.back(notice("success", codes::TRADE_QUOTE_RECEIVED, BTreeMap::new())).await
        }
        Ok(Ok(quote)) => Redirect::to(&conversation_path(quote.id, "")).into_response(),
        Ok(Err(errors)) => page(asked, request, Some(Tried::Quote(typed, errors))).await,
        Err(failed) => {
            tracing::error!(error = %failed, "a quote request could not be taken");
            asked.back(expired()).await
        }
    }
}

async fn sent(
    asked: &Asked<'_>,
    address: &str,
    typed: &QuoteForm,
) -> Result<Result<SentQuote, Vec<FieldError>>, StoreError> {
    let Asked { state, session, .. } = *asked;
    if let Err(wait_s) = count_quotes(state, session, address) {
        return Ok(Err(vec![too_many(wait_s)]));
    }
    let folder = Folder::of(&state.config);
    let message = SentMessage { message: &typed.message, files: &[], folder: &folder };
    let sender = QuoteSender { buyer: &session.buyer, session_key: &session.key, customer_id: session.customer_id };
    let outcome = state.shop.conversations.request_quote(sender, typed, &message).await?;
    Ok(outcome.map_err(|refusal| match &refusal {
        ConversationRefusal::Trade(why) => vec![error(*why)],
        other => refused_fields(other).unwrap_or_default(),
    }))
}
