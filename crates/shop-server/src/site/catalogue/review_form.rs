//! Sending a review: the plain form of the product page, and the address under which the platform's clients send it.

use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{FieldError, ProductId};
use shop_core::catalogue::product::{Product, PublishStatus};
use shop_core::catalogue::review::{MAX_A_DAY, ReviewForm};
use shop_core::platform::messages::codes;
use shop_services::catalogue::reviews::Reviews;
use shop_services::ports::{Review, StoreError};
use shop_services::trade::buying_terms::ShopSeen;

use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::page_data::context::{Context, unavailable};
use crate::page_data::product_view::product_content;
use crate::page_data::reader::{Reader, waiting_address};
use crate::page_data::reviews::{TriedReview, published_product, reviews};
use crate::render::PageRequest;
use crate::site::content::comment_form;
use crate::site::moderated_form::Budget;
use crate::site::moderated_form::Refusal;
use crate::site::moderated_form::Sender;
use crate::site::moderated_form::post_id;
use crate::site::moderated_form::reply;
use crate::site::moderated_form::text;
use crate::site::moderated_form::typed;

const BUDGET: Budget = Budget {
    actions: ["review-address", "review-session", "review-account"],
    limit: MAX_A_DAY,
    span_s: 86_400,
    used_up: codes::REVIEW_TOO_MANY,
};

/// POST `/wp-comments-post.php`: a review or a comment; product and page are named by their number alone.
pub(super) async fn send_by_number(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    request: PageRequest,
    connection: Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let fields = Pairs(pairs);
    let sender =
        Sender { state: &state, session: &session, headers: &headers, connection: &connection, request: &request };
    if comment_form::is_comment(&state, &session, &fields).await {
        return comment_form::send(sender, None, &fields).await;
    }
    send(sender, None, &fields).await
}

/// Takes the form `rating`, `comment`, `author`, `email`, `comment_post_ID`, `comment_parent`, `nonce`. A review that is taken
/// leads back to the page, where its writer sees it; a refused one comes back with what was typed and what is wrong. `slug`: the
/// product that it was sent to; `None`: it is named by its number alone.
pub(super) async fn send(sender: Sender<'_>, slug: Option<&str>, fields: &Pairs) -> Response {
    sender.answer(taken(sender, slug, fields)).await
}

async fn taken(sender: Sender<'_>, slug: Option<&str>, fields: &Pairs) -> Result<Response, StoreError> {
    let Sender { state, session, .. } = sender;
    let ShopSeen { catalogue, settings, .. } = state.shop.context.shop_for(&session.buyer).await?;
    let Some(product) = catalogue.product(ProductId(post_id(fields))).filter(|p| is_shown(p, slug)) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let reader = Reader::<Review>::of(state, session, &Pairs::default()).await?;
    let form = read(fields);
    let errors = match reply(fields) {
        Some(reply) if reply.answers().is_none() => Reviews::review_form_errors(&settings, &form, reader.is_known()),
        _ => vec![FieldError::new("", codes::REVIEW_NO_REPLIES)],
    };
    // Counted before the shop looks up who bought what: tries cannot be used to ask about other people's orders.
    let sent = match sender.admit(&reader, fields, errors, &BUDGET) {
        Ok(()) => {
            state.shop.reviews.send_review(product, &form, session.customer_id).await?.map_err(Refusal::of_fields)
        }
        Err(refusal) => Err(refusal),
    };
    let path = format!("/prodotto/{}/", product.slug);
    match sent {
        Ok(sent) if sent.status.counts() => Ok(Redirect::to(&format!("{path}#comment-{}", sent.id)).into_response()),
        Ok(sent) => Ok(Redirect::to(&waiting_address::<Review>(state, &path, sent.id)).into_response()),
        Err(refusal) => {
            let page = |context: Context, errors| async move {
                let Some(product) = published_product(&context, &product.slug) else {
                    return Ok(context.not_found(&path));
                };
                let tried = Some(TriedReview { form, errors });
                let shown = reviews(&context, product, 1, &reader, tried).await.map_err(unavailable)?;
                product_content(&context, product, &path, &[], shown.unwrap_or_default(), Vec::new())
                    .await
                    .map_err(unavailable)
            };
            Ok(sender.refused(refusal, page).await)
        }
    }
}

fn is_shown(product: &Product, slug: Option<&str>) -> bool {
    product.item.status == PublishStatus::Publish && slug.is_none_or(|slug| slug == product.slug)
}

/// The form under its field names on the wire.
fn read(fields: &Pairs) -> ReviewForm {
    ReviewForm {
        // What is no number is a rating that does not exist, not a missing one.
        rating: fields.get("rating").map(str::trim).filter(|t| !t.is_empty()).map(|t| t.parse().unwrap_or(0)),
        name: typed(fields, "author"),
        email: typed(fields, "email"),
        text: text(fields),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_that_is_no_number_is_a_wrong_one_and_an_empty_one_is_none() {
        for (typed, rating) in [("", None), (" ", None), ("4", Some(4)), ("5.5", Some(0)), ("x", Some(0))] {
            let fields = Pairs(vec![("rating".into(), typed.into())]);
            assert_eq!(read(&fields).rating, rating, "{typed}");
        }
        assert_eq!(read(&Pairs::default()).rating, None);
    }
}
