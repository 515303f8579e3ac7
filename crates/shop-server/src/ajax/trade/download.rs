//! Purchase list download: `?action=b2bkingdownloadpurchaselist&list=…&security=…`, CSV unless `format=xlsx`.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use shop_core::base::text::slugify;
use shop_documents::spreadsheet::{csv, xlsx};
use shop_services::ports::StoreError;

use super::lists::denial;
use super::{Call, not_allowed};
use crate::trade::bulk::sheet;

/// Name of the call, which uses GET.
pub(in super::super) const DOWNLOAD: &str = "b2bkingdownloadpurchaselist";

pub(super) async fn fetch(call: &Call) -> Result<Response, StoreError> {
    let shop = &call.state.shop;
    let buyer = &call.session.buyer;
    let list = match shop.purchase_lists.one(buyer, call.text("list").parse().unwrap_or(0)).await {
        Ok(list) => list,
        Err(denied) => return denial(call, denied).await,
    };
    let sold = match shop.bulk_orders.sold(buyer, list.lines.iter().map(|line| line.product_id)).await? {
        Ok(sold) => sold,
        Err(refusal) => return not_allowed(call, refusal).await,
    };
    let seen = shop.context.shop_for(buyer).await?;
    let lang = seen.settings.lang();
    let table = sheet(&list.lines, &sold, &seen.catalogue, lang);
    let (body, kind, end) = if call.text("format") == "xlsx" {
        match xlsx(&table) {
            Ok(file) => (file, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
            Err(error) => {
                tracing::error!(%error, "a purchase list is no spreadsheet");
                return Ok(StatusCode::INTERNAL_SERVER_ERROR.into_response());
            }
        }
    } else {
        (csv(&table, lang).into_bytes(), "text/csv; charset=utf-8", "csv")
    };
    let name = slugify(&list.title);
    let name = if name.is_empty() { list.id.to_string() } else { name };
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(disposition) = HeaderValue::from_str(&format!("attachment; filename=\"{name}.{end}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok(response)
}
