//! Posting a review: the plain form of the product page, and the address that WordPress clients post to.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{FieldError, ProductId};
use shop_core::catalogue::product::{Product, PublishStatus};
use shop_core::catalogue::review::{MAX_A_DAY, ReviewForm};
use shop_core::platform::messages::codes;
use shop_services::catalogue::reviews::Reviews;
use shop_services::ports::{Review, StoreError};
use shop_services::trade::buying_terms::BuyerShop;

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::page_data::catalogue::product_view::product_content;
use crate::page_data::catalogue::reviews::{RejectedReview, published_product, reviews};
use crate::page_data::content::moderation::{Reader, pending_address};
use crate::page_data::context::{Context, unavailable};
use crate::render::PageRequest;
use crate::site::content::comment_form;
use crate::site::moderated_form::{FormSender, RateLimit, Refusal, parse_reply, post_id, read_field, read_text};

const RATE_LIMIT: RateLimit = RateLimit {
    actions: ["review-address", "review-session", "review-account"],
    limit: MAX_A_DAY,
    span_s: 86_400,
    exceeded_code: codes::REVIEW_TOO_MANY,
};

/// POST `/wp-comments-post.php`: a review or a comment; only its id names the product or page.
pub(super) async fn send_by_id(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    request: PageRequest,
    connection: Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let fields = Pairs(pairs);
    let sender = FormSender {
        storefront: &storefront,
        session: &session,
        headers: &headers,
        connection: &connection,
        request: &request,
    };
    if comment_form::is_comment(&storefront, &session, &fields).await {
        return comment_form::send(sender, None, &fields).await;
    }
    send(sender, None, &fields).await
}

/// Handles the form `rating`, `comment`, `author`, `email`, `comment_post_ID`, `comment_parent`, `nonce`. An accepted review redirects to
/// the page, where its author sees it; a refused one is shown again with its errors. `slug` is the product it was posted to, `None` if
/// only the id names the product.
pub(super) async fn send(sender: FormSender<'_>, slug: Option<&str>, fields: &Pairs) -> Response {
    sender.run(submit(sender, slug, fields)).await
}

async fn submit(sender: FormSender<'_>, slug: Option<&str>, fields: &Pairs) -> Result<Response, StoreError> {
    let FormSender { storefront, session, .. } = sender;
    let BuyerShop { catalogue, settings, .. } = storefront.web.context.shop_for(&session.buyer).await?;
    let Some(product) = catalogue.product(ProductId(post_id(fields))).filter(|p| is_published(p, slug)) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let reader = Reader::<Review>::of(storefront, session, &Pairs::default()).await?;
    let form = read_form(fields);
    let errors = match parse_reply(fields) {
        Some(reply) if reply.answers().is_none() => Reviews::review_form_errors(&settings, &form, reader.is_known()),
        _ => vec![FieldError::new("", codes::REVIEW_NO_REPLIES)],
    };
    // Counted before the shop looks up who bought what, so that attempts cannot probe other people's orders.
    let sent = match sender.admit(&reader, fields, errors, &RATE_LIMIT) {
        Ok(()) => {
            storefront.reviews.send_review(product, &form, session.customer_id).await?.map_err(Refusal::invalid_fields)
        }
        Err(refusal) => Err(refusal),
    };
    let path = format!("/prodotto/{}/", product.slug);
    match sent {
        Ok(sent) if sent.status.counts() => Ok(Redirect::to(&format!("{path}#comment-{}", sent.id)).into_response()),
        Ok(sent) => Ok(Redirect::to(&pending_address::<Review>(storefront, &path, sent.id)).into_response()),
        Err(refusal) => {
            let page = |context: Context, errors| async move {
                let Some(product) = published_product(&context, &product.slug) else {
                    return Ok(context.not_found(&path));
                };
                let resubmitted = Some(RejectedReview { form, errors });
                let review_section = reviews(&context, product, 1, &reader, resubmitted).await.map_err(unavailable)?;
                product_content(&context, product, &path, &[], review_section.unwrap_or_default(), Vec::new())
                    .await
                    .map_err(unavailable)
            };
            Ok(sender.refusal_page(refusal, page).await)
        }
    }
}

fn is_published(product: &Product, slug: Option<&str>) -> bool {
    product.item.status == PublishStatus::Publish && slug.is_none_or(|slug| slug == product.slug)
}

/// Reads the form by its WordPress field names.
fn read_form(fields: &Pairs) -> ReviewForm {
    ReviewForm {
        // A value that is not a number is an invalid rating, not a missing one.
        rating: fields.get("rating").map(str::trim).filter(|t| !t.is_empty()).map(|t| t.parse().unwrap_or(0)),
        name: read_field(fields, "author"),
        email: read_field(fields, "email"),
        text: read_text(fields),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_that_is_no_number_is_a_wrong_one_and_an_empty_one_is_none() {
        for (typed, rating) in [("", None), (" ", None), ("4", Some(4)), ("5.5", Some(0)), ("x", Some(0))] {
            let fields = Pairs(vec![("rating".into(), typed.into())]);
            assert_eq!(read_form(&fields).rating, rating, "{typed}");
        }
        assert_eq!(read_form(&Pairs::default()).rating, None);
    }
}
