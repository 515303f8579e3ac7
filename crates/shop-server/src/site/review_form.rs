//! Sending a review: the plain form of the product page, and the address under which the platform's clients send it.

use axum::extract::State;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{FieldError, Lang, ProductId};
use shop_core::catalogue::product::Product;
use shop_core::comment::ReplyForm;
use shop_core::messages::{codes, sentence};
use shop_core::review::{MAX_A_DAY, ReviewForm, ReviewStatus};
use shop_core::view::Notice;
use shop_services::buying_terms::ShopSeen;
use shop_services::ports::StoreError;
use shop_services::reviews::Reviews;

use super::comment_form::{self, Sender};
use crate::nul::Form;
use crate::page_data::context::{Context, unavailable};
use crate::page_data::product_view::product_content;
use crate::page_data::reviews::{FORM_NONCE, Reader, TriedReview, published_product, reviews, waiting_address};
use crate::pairs::Pairs;
use crate::render::PageRequest;
use crate::session::Session;
use crate::state::AppState;

const DAY_S: i64 = 86_400;
/// Longest text that is read, in characters: the rules tell about shorter limits.
const MAX_CHARS: usize = 6000;

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
    if comment_form::is_comment(&state, &session, &fields).await {
        let (state, session, headers, connection, request) = (&state, &session, &headers, &connection, &request);
        return comment_form::send(Sender { state, session, headers, connection, request }, None, &fields).await;
    }
    let address = crate::client::client_ip(&connection);
    send(&state, &session, &headers, &request, &address, None, &fields).await
}

/// Takes the form `rating`, `comment`, `author`, `email`, `comment_post_ID`, `comment_parent`, `nonce`. A review that is taken
/// leads back to the page, where its writer sees it; a refused one comes back with what was typed and what is wrong.
pub(super) async fn send(
    state: &AppState,
    session: &Session,
    headers: &HeaderMap,
    request: &PageRequest,
    address: &str,
    slug: Option<&str>,
    fields: &Pairs,
) -> Response {
    if !crate::session::is_same_origin(headers, state) {
        return StatusCode::FORBIDDEN.into_response();
    }
    match taken(state, session, address, slug, fields).await {
        Ok(Outcome::Sent(to)) => Redirect::to(&to).into_response(),
        Ok(Outcome::NoProduct) => StatusCode::NOT_FOUND.into_response(),
        Ok(Outcome::Refused(refusal)) => page(state, session, request, *refusal).await,
        Err(error) => {
            tracing::error!(%error, "a review could not be taken");
            crate::failures::status_of(&error).into_response()
        }
    }
}

enum Outcome {
    /// Where the writer is sent.
    Sent(String),
    NoProduct,
    Refused(Box<Refusal>),
}

struct Refusal {
    status: StatusCode,
    slug: String,
    form: ReviewForm,
    errors: Vec<FieldError>,
    /// Seconds until another try.
    wait_s: Option<i64>,
}

async fn taken(
    state: &AppState,
    session: &Session,
    address: &str,
    slug: Option<&str>,
    fields: &Pairs,
) -> Result<Outcome, StoreError> {
    let ShopSeen { catalogue, settings, .. } = state.shop.context.shop_for(&session.buyer).await?;
    let number = fields.get("comment_post_ID").and_then(|id| id.trim().parse::<i64>().ok()).unwrap_or(0);
    let Some(product) = catalogue.product(ProductId(number)).filter(|p| is_shown(p, slug)) else {
        return Ok(Outcome::NoProduct);
    };
    let reader = Reader::of(state, session, &Pairs::default()).await?;
    let form = read(fields);
    let refused = |status: StatusCode, errors: Vec<FieldError>, wait_s: Option<i64>| {
        let refusal = Refusal { status, slug: product.slug.clone(), form: form.clone(), errors, wait_s };
        Ok(Outcome::Refused(Box::new(refusal)))
    };
    let nonce = fields.get("nonce").unwrap_or_default();
    if !state.secrets.nonce_is_valid(nonce, FORM_NONCE, &reader.nonce_owner(), state.shop.context.now()) {
        return refused(StatusCode::FORBIDDEN, vec![FieldError::new("", codes::FORM_EXPIRED)], None);
    }
    let parent = fields.get("comment_parent").and_then(|id| id.trim().parse().ok()).map(ReplyForm::under);
    if parent.is_some_and(|reply| reply.answers().is_some()) {
        let error = FieldError::new("", codes::REVIEW_NO_REPLIES);
        return refused(StatusCode::UNPROCESSABLE_ENTITY, vec![error], None);
    }
    let errors = Reviews::review_form_errors(&settings, &form, reader.is_known());
    if !errors.is_empty() {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, errors, None);
    }
    // Counted before the shop looks up who bought what: tries cannot be used to ask about other people's orders.
    if let Err(wait_s) = count(state, session, address) {
        let error = FieldError::new("", codes::REVIEW_TOO_MANY).with("max", MAX_A_DAY);
        return refused(StatusCode::TOO_MANY_REQUESTS, vec![error], Some(wait_s));
    }
    match state.shop.reviews.send_review(product, &form, session.customer_id).await? {
        Ok(sent) if sent.status == ReviewStatus::Approved => {
            Ok(Outcome::Sent(format!("/prodotto/{}/#comment-{}", product.slug, sent.id)))
        }
        Ok(sent) => Ok(Outcome::Sent(waiting_address(state, &product.slug, sent.id))),
        Err(errors) => refused(StatusCode::UNPROCESSABLE_ENTITY, errors, None),
    }
}

fn is_shown(product: &Product, slug: Option<&str>) -> bool {
    product.item.status == shop_core::catalogue::product::PublishStatus::Publish
        && slug.is_none_or(|slug| slug == product.slug)
}

/// The budget of a day, by session, account and address: whichever is used up first.
fn count(state: &AppState, session: &Session, address: &str) -> Result<(), i64> {
    let now = state.shop.context.now();
    let account = session.customer_id.map(|id| id.0.to_string());
    let session = session.exists().then(|| session.key.clone());
    let who = [("review-address", Some(address.to_owned())), ("review-session", session), ("review-account", account)];
    for (action, who) in who.into_iter().filter_map(|(action, who)| Some((action, who?))) {
        state.limits.count(action, &who, MAX_A_DAY, DAY_S, now)?;
    }
    Ok(())
}

/// The form under its field names on the wire.
fn read(fields: &Pairs) -> ReviewForm {
    let text = |name: &str| fields.get(name).unwrap_or_default().chars().take(MAX_CHARS).collect::<String>();
    ReviewForm {
        // What is no number is a rating that does not exist, not a missing one.
        rating: fields.get("rating").map(str::trim).filter(|t| !t.is_empty()).map(|t| t.parse().unwrap_or(0)),
        name: text("author"),
        email: text("email"),
        text: text("comment").replace("\r\n", "\n"),
    }
}

/// The name of a field on the wire.
fn wire_field(field: &str) -> &str {
    match field {
        "text" => "comment",
        "name" => "author",
        other => other,
    }
}

async fn page(state: &AppState, session: &Session, request: &PageRequest, refusal: Refusal) -> Response {
    let Refusal { status, slug, form, errors, wait_s } = refusal;
    let build = || async {
        let context = Context::load(state, &session.buyer).await.map_err(unavailable)?;
        let path = format!("/prodotto/{slug}/");
        let Some(product) = published_product(&context, &slug) else { return Ok(context.not_found(&path)) };
        let reader = Reader::of(state, session, &Pairs::default()).await.map_err(unavailable)?;
        let tried = TriedReview { form, errors: errors.iter().map(|error| notice(error, context.lang)).collect() };
        let reviews = reviews(&context, product, 1, &reader, Some(tried)).await.map_err(unavailable)?;
        product_content(&context, product, &path, &[], reviews.unwrap_or_default(), Vec::new())
            .await
            .map_err(unavailable)
    };
    let mut response = state.pages.respond_uncached(request, state.lang(), build).await;
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    if let Some(wait) = wait_s.and_then(|wait_s| HeaderValue::from_str(&wait_s.to_string()).ok()) {
        response.headers_mut().insert(header::RETRY_AFTER, wait);
    }
    response
}

fn notice(error: &FieldError, lang: Lang) -> Notice {
    Notice { kind: "error".into(), text: sentence(error, lang), field: wire_field(&error.field).to_owned(), link: None }
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
