//! Creates, sends and withdraws offers to companies.

mod view;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use shop_core::base::{CompanyId, OfferId};
use shop_core::trade::offer::OfferState;
use shop_core::trade::offer_form::OfferForm;
use shop_services::Context;
use shop_services::ports::OfferFilter;
use shop_services::trade::offers::{OfferError, Offers};
use utoipa::{IntoParams, ToSchema};
use view::{OfferBuyer, OfferDetail, OfferPreview, OfferRow};

use crate::admin::accounts::auth::Staff;
use crate::admin::created::Made;
use crate::admin::messages;
use crate::admin::problem::{Body, Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_optional_choice, search_text};
use crate::orders::order_documents::{DocumentFailure, offer_document};

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct OffersQuery {
    /// Text contained in the title or company name.
    search: Option<String>,
    /// `draft`, `sent`, `withdrawn` or `accepted`; any if empty.
    #[param(pattern = "^(draft|sent|withdrawn|accepted)?$")]
    state: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of offers, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferList {
    offers: Vec<OfferRow>,
    total: u64,
    page: u64,
    pages: u64,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct BuyersQuery {
    /// Text contained in the company name or an account's e-mail.
    search: Option<String>,
    /// Id of a company.
    company: Option<i64>,
}

/// Changes to a draft.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct OfferChange {
    /// Version that the changes are based on.
    version: i64,
    fields: OfferForm,
}

/// Version of the offer to act on.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct OfferVersion {
    version: i64,
}

#[utoipa::path(get, path = "/api/admin/offers", params(OffersQuery),
    responses((status = 200, body = OfferList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(offers): State<Offers>,
    _staff: Staff,
    QueryParams(query): QueryParams<OffersQuery>,
) -> Result<Json<OfferList>, Refusal> {
    let by_state = parse_optional_choice("state", query.state.as_deref(), OfferState::parse)?;
    let page = query.page.unwrap_or(1);
    let filter = OfferFilter { search: search_text(query.search), state: by_state, page, per_page: PER_PAGE };
    let now = context.now();
    let (found, total) = offers.list(&filter).await?;
    let offers = found.iter().map(|record| view::row(record, now)).collect();
    Ok(Json(OfferList { offers, total, page, pages: page_count(total) }))
}

/// Lists the first twenty companies that can receive an offer, by name.
#[utoipa::path(get, path = "/api/admin/offer-buyers", params(BuyersQuery),
    responses((status = 200, body = Vec<OfferBuyer>), (status = 422, body = Problem)))]
pub(in crate::admin) async fn buyers(
    State(offers): State<Offers>,
    _staff: Staff,
    QueryParams(query): QueryParams<BuyersQuery>,
) -> Result<Json<Vec<OfferBuyer>>, Refusal> {
    let found = match query.company {
        Some(id) => offers.company(CompanyId(id)).await?.into_iter().collect(),
        None => offers.companies(&search_text(query.search)).await?,
    };
    Ok(Json(found.into_iter().map(view::buyer).collect()))
}

#[utoipa::path(get, path = "/api/admin/offers/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = OfferDetail)))]
pub(in crate::admin) async fn detail(
    State(context): State<Arc<Context>>,
    State(offers): State<Offers>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<OfferDetail>, Refusal> {
    view::detail(&context, &offers, OfferId(id)).await.map(Json)
}

/// Calculates the totals of an offer as entered, beside the list prices of its goods. Nothing is saved; invalid lines are
/// skipped.
#[utoipa::path(post, path = "/api/admin/offers/preview", request_body = OfferForm,
    responses((status = 200, body = OfferPreview)))]
pub(in crate::admin) async fn preview(
    State(context): State<Arc<Context>>,
    State(offers): State<Offers>,
    _staff: Staff,
    Body(fields): Body<OfferForm>,
) -> Result<Json<OfferPreview>, Refusal> {
    view::preview(&context, &offers, &fields).await.map(Json)
}

/// Creates an offer as a draft.
#[utoipa::path(post, path = "/api/admin/offers", request_body = OfferForm, responses((status = 201, body = Made)))]
pub(in crate::admin) async fn add(
    State(offers): State<Offers>,
    _staff: Staff,
    Body(fields): Body<OfferForm>,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = offers.add(&fields).await?;
    Ok((StatusCode::CREATED, Json(Made { id: id.0 })))
}

/// Replaces all fields of a draft.
#[utoipa::path(put, path = "/api/admin/offers/{id}", request_body = OfferChange, params(("id" = i64, Path)),
    responses((status = 200, body = OfferDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn save(
    State(context): State<Arc<Context>>,
    State(offers): State<Offers>,
    _staff: Staff,
    Id(id): Id,
    Body(change): Body<OfferChange>,
) -> Result<Json<OfferDetail>, Refusal> {
    let id = OfferId(id);
    offers.save(id, change.version, &change.fields).await?;
    view::detail(&context, &offers, id).await.map(Json)
}

/// Deletes a draft.
#[utoipa::path(delete, path = "/api/admin/offers/{id}", params(("id" = i64, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
pub(in crate::admin) async fn delete(
    State(offers): State<Offers>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    offers.delete(OfferId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a draft to its company and e-mails the recipients.
#[utoipa::path(post, path = "/api/admin/offers/{id}/send", request_body = OfferVersion, params(("id" = i64, Path)),
    responses((status = 200, body = OfferDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn send(
    State(context): State<Arc<Context>>,
    State(offers): State<Offers>,
    _staff: Staff,
    Id(id): Id,
    Body(body): Body<OfferVersion>,
) -> Result<Json<OfferDetail>, Refusal> {
    let id = OfferId(id);
    offers.send(id, body.version).await?;
    view::detail(&context, &offers, id).await.map(Json)
}

/// Withdraws an offer and removes it from carts.
#[utoipa::path(post, path = "/api/admin/offers/{id}/withdraw", params(("id" = i64, Path)),
    responses((status = 200, body = OfferDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn withdraw(
    State(context): State<Arc<Context>>,
    State(offers): State<Offers>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<OfferDetail>, Refusal> {
    let id = OfferId(id);
    offers.withdraw(id).await?;
    view::detail(&context, &offers, id).await.map(Json)
}

/// Creates a draft as a copy of an offer.
#[utoipa::path(post, path = "/api/admin/offers/{id}/duplicate", params(("id" = i64, Path)),
    responses((status = 201, body = Made)))]
pub(in crate::admin) async fn duplicate(
    State(offers): State<Offers>,
    _staff: Staff,
    Id(id): Id,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = offers.duplicate(OfferId(id)).await?;
    Ok((StatusCode::CREATED, Json(Made { id: id.0 })))
}

/// Returns an offer as PDF.
#[utoipa::path(get, path = "/api/admin/offers/{id}/offerta.pdf", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
pub(in crate::admin) async fn document(
    State(context): State<Arc<Context>>,
    State(offers): State<Offers>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Response, Refusal> {
    let record = offers.offer(OfferId(id)).await?.ok_or_else(Refusal::not_found)?;
    let company = offers.company(record.offer.company_id).await?;
    let main = company.and_then(|company| company.main());
    offer_document(&context, &offers, &record, main).await.map_err(|failure| match failure {
        DocumentFailure::Store(error) => error.into(),
        DocumentFailure::Document => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNKNOWN_ERROR),
    })
}

impl From<OfferError> for Refusal {
    fn from(error: OfferError) -> Self {
        match error {
            OfferError::Unknown => Self::not_found(),
            OfferError::Changed => Self::new(StatusCode::CONFLICT, messages::OFFER_CHANGED),
            OfferError::NotSent => Self::new(StatusCode::CONFLICT, messages::OFFER_NOT_SENT),
            OfferError::Fields(errors) => Self::fields(errors),
            OfferError::Store(error) => error.into(),
        }
    }
}
