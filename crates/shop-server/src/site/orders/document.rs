//! An order's documents for its buyer: `/documento/{order}/{file}`.

use std::sync::Arc;

use axum::extract::{ConnectInfo, Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::base::{Lang, OrderId};
use shop_core::platform::words::site_texts;
use shop_core::view::Link;
use shop_services::orders::documents::Documents;
use shop_services::ports::{OrderRecord, StoreError};

use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::orders::order_documents::{DocumentFailure, Kind, document};
use crate::render::PageRequest;
use crate::site::plain_form::error_response;

/// Documents rendered for one IP address in the span below: each takes some milliseconds of CPU time.
const DOCUMENTS: u32 = 60;
/// Span in which documents are counted.
const DOCUMENTS_SPAN_S: i64 = 600;

/// Serves a document to a visitor with the order's key and to the order's customer. Unknown orders and those of others look alike.
pub(super) async fn serve(
    State(documents): State<Documents>,
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    Path((order, file)): Path<(String, String)>,
    RawQuery(raw): RawQuery,
    ConnectInfo(address): ConnectInfo<std::net::SocketAddr>,
    request: PageRequest,
) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let id = OrderId(order.parse().unwrap_or(0));
    let address = address.ip().to_string();
    if storefront.limits.count("document", &address, DOCUMENTS, DOCUMENTS_SPAN_S, storefront.web.context.now()).is_err()
    {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    let kind = Kind::of_file(&file).filter(|kind| *kind != Kind::PackingSlip);
    let key = query.get("key").unwrap_or_default();
    let loading = async {
        let Some(kind) = kind else { return Ok(None) };
        let Ok(order) = storefront.orders.order_for_buyer(id, key, None, &session.buyer).await? else {
            return Ok(None);
        };
        document(&storefront.web.context, &documents, &order, kind).await
    };
    match loading.await {
        Ok(Some(response)) => response,
        Ok(None) => crate::page_data::texts::missing(&storefront, &request, &format!("/documento/{id}/")).await,
        Err(DocumentFailure::Store(error)) => error_response(&error),
        Err(DocumentFailure::Document) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Links to the available documents: the summary always, the invoice once it is issued.
pub(super) async fn document_links(
    documents: &Documents,
    order: &OrderRecord,
    lang: Lang,
) -> Result<Vec<Link>, StoreError> {
    let path = |kind: Kind| format!("/documento/{}/{}?key={}", order.id, kind.file(), order.order_key);
    let invoice = documents.invoice_of(order.id).await?.map(|issued| Link {
        label: format!("{} {} (PDF)", site_texts::invoice(lang), issued.number),
        path: path(Kind::Invoice),
    });
    let summary = Link { label: site_texts::order_summary(lang).into(), path: path(Kind::Summary) };
    Ok(invoice.into_iter().chain([summary]).collect())
}
