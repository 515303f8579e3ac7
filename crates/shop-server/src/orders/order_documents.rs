//! PDF documents of orders and offers as responses.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use shop_core::base::CustomerId;
use shop_documents::DocumentError;
use shop_services::Context;
use shop_services::orders::documents::{Documents, order_summary, packing_slip};
use shop_services::platform::boundary::run_blocking;
use shop_services::ports::{OfferRecord, OrderRecord, StoreError};
use shop_services::trade::offers::{Offers, offer_paper};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// For the parcel; staff only.
    PackingSlip,
    Summary,
    /// As it was issued.
    Invoice,
}

impl Kind {
    /// Returns the document's file name.
    pub(crate) const fn file(self) -> &'static str {
        match self {
            Self::PackingSlip => "distinta.pdf",
            Self::Summary => "riepilogo.pdf",
            Self::Invoice => "fattura.pdf",
        }
    }

    /// Parses a file name.
    pub(crate) fn of_file(file: &str) -> Option<Self> {
        [Self::PackingSlip, Self::Summary, Self::Invoice].into_iter().find(|kind| kind.file() == file)
    }
}

/// Error of creating a document.
#[derive(Debug)]
pub(crate) enum DocumentFailure {
    Store(StoreError),
    /// The document could not be rendered, which is logged.
    Document,
}

impl From<StoreError> for DocumentFailure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Responds with an order's document; `None` when its invoice was not issued. The caller must have checked access.
pub(crate) async fn document(
    context: &Context,
    documents: &Documents,
    order: &OrderRecord,
    kind: Kind,
) -> Result<Option<Response>, DocumentFailure> {
    let settings = context.settings().await?;
    let (name, made): (String, Result<Vec<u8>, DocumentError>) = match kind {
        Kind::PackingSlip => {
            let slip = packing_slip(order, &settings);
            (format!("distinta-{}.pdf", order.id), render_pdf(move || shop_documents::packing_slip(&slip)).await)
        }
        Kind::Summary => {
            let summary = order_summary(order, &settings);
            (format!("ordine-{}.pdf", order.id), render_pdf(move || shop_documents::order_summary(&summary)).await)
        }
        Kind::Invoice => {
            let Some(issued) = documents.invoice_of(order.id).await? else { return Ok(None) };
            let name = format!("fattura-{}-{}.pdf", issued.number.year, issued.number.number);
            (name, render_pdf(move || shop_documents::invoice(&issued)).await)
        }
    };
    match made {
        Ok(bytes) => Ok(Some(pdf_response(&name, bytes))),
        Err(error) => {
            tracing::error!(%error, order = %order.id, "a document could not be made");
            Err(DocumentFailure::Document)
        }
    }
}

/// Responds with an offer's document for an account, whose address determines the taxes; `None` means the shop's own address. The
/// caller must have checked access.
pub(crate) async fn offer_document(
    context: &Context,
    offers: &Offers,
    record: &OfferRecord,
    customer: Option<CustomerId>,
) -> Result<Response, DocumentFailure> {
    let settings = context.settings().await?;
    let sums = offers.sums(&record.offer.content, record.id, customer).await?;
    let document = offer_paper(record, &sums, &settings);
    match render_pdf(move || shop_documents::offer(&document)).await {
        Ok(bytes) => Ok(pdf_response(&format!("offerta-{}.pdf", record.id), bytes)),
        Err(error) => {
            tracing::error!(%error, offer = %record.id, "a document could not be made");
            Err(DocumentFailure::Document)
        }
    }
}

/// Renders on a blocking thread, as it takes its time.
async fn render_pdf(
    make: impl FnOnce() -> Result<Vec<u8>, DocumentError> + Send + 'static,
) -> Result<Vec<u8>, DocumentError> {
    run_blocking(make).await.unwrap_or_else(|error| Err(DocumentError::Pdf(error.to_string())))
}

fn pdf_response(name: &str, bytes: Vec<u8>) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}
