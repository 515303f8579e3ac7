//! Lists, exports, sends, marks and corrects electronic invoices.

mod shapes;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use shop_core::base::FieldError;
use shop_core::base::calendar::{local_day, name_of_day};
use shop_services::Context;
use shop_services::orders::einvoices::{EInvoiceError, EInvoices};
use shop_services::ports::EInvoiceFilter;

use self::shapes::{CorrectionForm, EInvoiceDetail, EInvoiceList, EInvoiceMark, EInvoicesQuery};
use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::platform::zip::Zip;
use crate::admin::problem::{Body, Id, Problem, QueryParams, Refusal};
use crate::orders::einvoice_carriers::Carriers;
use crate::platform::config::Config;

/// Most documents in an archive, which is built in memory at about 1 KB each.
const MAX_FILES: u64 = 5000;
/// Documents loaded per query for the archive.
const BATCH: u64 = 100;

#[utoipa::path(get, path = "/api/admin/einvoices", params(EInvoicesQuery),
    responses((status = 200, body = EInvoiceList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(einvoices): State<EInvoices>,
    _staff: Staff,
    QueryParams(query): QueryParams<EInvoicesQuery>,
) -> Result<Json<EInvoiceList>, Refusal> {
    let filter = query.filter()?;
    let (found, total) = einvoices.list(&filter).await?;
    Ok(Json(EInvoiceList::from_records(&found, total, filter.page)))
}

/// Exports the files of all matching documents as a ZIP archive.
#[utoipa::path(get, path = "/api/admin/einvoices/export", params(EInvoicesQuery),
    responses((status = 200, body = Vec<u8>, content_type = "application/zip"), (status = 422, body = Problem)))]
pub(in crate::admin) async fn export(
    State(context): State<Arc<Context>>,
    State(einvoices): State<EInvoices>,
    _staff: Staff,
    QueryParams(query): QueryParams<EInvoicesQuery>,
) -> Result<Response, Refusal> {
    let mut filter = EInvoiceFilter { page: 1, per_page: BATCH, ..query.filter()? };
    let mut zip = Zip::default();
    let failed = |error: std::io::Error| {
        tracing::error!(%error, "an archive of electronic invoices could not be made");
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNKNOWN_ERROR)
    };
    loop {
        let (found, total) = einvoices.list(&filter).await?;
        if total > MAX_FILES {
            let error = FieldError::new("from", messages::EINVOICES_TOO_MANY).with("maximum", MAX_FILES);
            return Err(Refusal::field(error));
        }
        for record in &found {
            let file = EInvoices::file(record);
            zip.add(&file.name, file.xml.as_bytes()).map_err(failed)?;
        }
        if (found.len() as u64) < BATCH {
            break;
        }
        filter.page += 1;
    }
    let name = format!("fatture-{}.zip", name_of_day(local_day(context.now())));
    Ok(download_response(&name, "application/zip", zip.finish().map_err(failed)?))
}

#[utoipa::path(get, path = "/api/admin/einvoices/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = EInvoiceDetail)))]
pub(in crate::admin) async fn detail(
    State(context): State<Arc<Context>>,
    State(einvoices): State<EInvoices>,
    State(config): State<Arc<Config>>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<EInvoiceDetail>, Refusal> {
    load_detail(&context, &einvoices, &config, id).await
}

/// Returns the FatturaPA XML of a document.
#[utoipa::path(get, path = "/api/admin/einvoices/{id}/file", params(("id" = i64, Path)),
    responses((status = 200, body = String, content_type = "application/xml")))]
pub(in crate::admin) async fn file(
    State(einvoices): State<EInvoices>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Response, Refusal> {
    let record = einvoices.einvoice(id).await?.ok_or_else(Refusal::not_found)?;
    let file = EInvoices::file(&record);
    Ok(download_response(&file.name, "application/xml", file.xml.into_bytes()))
}

/// Sends a document through the configured carrier; with manual delivery, records that it was sent.
#[utoipa::path(post, path = "/api/admin/einvoices/{id}/send", params(("id" = i64, Path)),
    responses((status = 200, body = EInvoiceDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn send(
    State(context): State<Arc<Context>>,
    State(einvoices): State<EInvoices>,
    State(config): State<Arc<Config>>,
    staff: Staff,
    Id(id): Id,
) -> Result<Json<EInvoiceDetail>, Refusal> {
    let carrier = context.settings().await?.einvoices.carrier;
    if !Carriers::has(&config, carrier) {
        return Err(Refusal::new(StatusCode::CONFLICT, messages::EINVOICE_CARRIER_MISSING));
    }
    einvoices.send(id, &staff.person.username).await?;
    load_detail(&context, &einvoices, &config, id).await
}

/// Records the answer of the exchange system (SdI) to a sent document.
#[utoipa::path(post, path = "/api/admin/einvoices/{id}/mark", request_body = EInvoiceMark, params(("id" = i64, Path)),
    responses((status = 200, body = EInvoiceDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn mark(
    State(context): State<Arc<Context>>,
    State(einvoices): State<EInvoices>,
    State(config): State<Arc<Config>>,
    staff: Staff,
    Id(id): Id,
    Body(mark): Body<EInvoiceMark>,
) -> Result<Json<EInvoiceDetail>, Refusal> {
    einvoices.mark(id, mark.parse()?, &staff.person.username).await?;
    load_detail(&context, &einvoices, &config, id).await
}

/// Corrects a rejected document, which becomes ready again under the same number and date.
#[utoipa::path(put, path = "/api/admin/einvoices/{id}/correction", request_body = CorrectionForm,
    params(("id" = i64, Path)), responses((status = 200, body = EInvoiceDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn correct(
    State(context): State<Arc<Context>>,
    State(einvoices): State<EInvoices>,
    State(config): State<Arc<Config>>,
    staff: Staff,
    Id(id): Id,
    Body(form): Body<CorrectionForm>,
) -> Result<Json<EInvoiceDetail>, Refusal> {
    einvoices.correct(id, &form.into(), &staff.person.username).await?;
    load_detail(&context, &einvoices, &config, id).await
}

impl From<EInvoiceError> for Refusal {
    fn from(error: EInvoiceError) -> Self {
        match error {
            EInvoiceError::Unknown => Self::not_found(),
            EInvoiceError::State => Self::new(StatusCode::CONFLICT, messages::EINVOICE_STATE),
            EInvoiceError::Fields(errors) => Self::fields(errors),
            EInvoiceError::Store(error) => error.into(),
        }
    }
}

async fn load_detail(
    context: &Context,
    einvoices: &EInvoices,
    config: &Config,
    id: i64,
) -> Result<Json<EInvoiceDetail>, Refusal> {
    let record = einvoices.einvoice(id).await?.ok_or_else(Refusal::not_found)?;
    let events = einvoices.events(id).await?;
    let carrier = context.settings().await?.einvoices.carrier;
    Ok(Json(EInvoiceDetail::from_record(&record, events, Carriers::has(config, carrier))))
}

/// Builds a download response; the name must need no escaping.
fn download_response(name: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}
