//! The price list of a trade buyer, as CSV and PDF.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::Lang;
use shop_core::orders::document::{PriceList, PriceListLine};
use shop_core::platform::words::documents;
use shop_core::trade::price::{price_text, tier_text};
use shop_services::orders::documents::price_list;
use shop_services::platform::boundary::run_blocking;

use crate::platform::csv;
use crate::site::accounts::access::require_company_member;
use crate::site::accounts::account_page::{AccountRequest, error_response};

/// Files per account and hour: none is cached.
const FILES: u32 = 30;
const FILES_SPAN_S: i64 = 3600;
/// Lines of the longest list rendered as PDF, some two hundred pages; a longer list is served as CSV.
const MAX_PDF_LINES: usize = 6000;
const CSV_PATH: &str = "/my-account/price-list.csv";
const PDF_PATH: &str = "/my-account/price-list.pdf";

/// `/my-account/price-list.csv`: the buyer's prices, without tax.
pub(super) async fn csv_file(request: AccountRequest) -> Response {
    download(request, CSV_PATH, |list| csv::answer("listino.csv", csv_rows(list))).await
}

/// `/my-account/price-list.pdf`: the same as PDF.
pub(super) async fn pdf_file(request: AccountRequest) -> Response {
    download(request, PDF_PATH, pdf_response).await
}

async fn download(request: AccountRequest, path: &str, render: fn(&PriceList) -> Response) -> Response {
    let buyer = match require_company_member(&request, path).await {
        Ok(buyer) => buyer,
        Err(response) => return response,
    };
    let context = &request.state.shop.context;
    let now = context.now();
    if request.state.limits.count("price_list", &buyer.customer_id.to_string(), FILES, FILES_SPAN_S, now).is_err() {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    let shop = match context.shop_for(&request.session.buyer).await {
        Ok(shop) => shop,
        Err(error) => return error_response(&error),
    };
    // Rendered on a blocking thread, as a long list takes a while.
    let rendered = run_blocking(move || render(&price_list(&shop, now)));
    let mut response = rendered.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a price list could not be made");
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    });
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}

fn csv_rows(list: &PriceList) -> String {
    let cells = |line: &PriceListLine| {
        let tiers: Vec<String> = line.tiers.iter().map(|(quantity, cents)| tier_text(*quantity, *cents)).collect();
        vec![line.sku.clone(), line.text.clone(), price_text(line.price), tiers.join(" ")]
    };
    csv::file(&headings(list.lang).join(";"), list.lines.iter().map(cells))
}

fn headings(lang: Lang) -> [&'static str; 4] {
    ["SKU", documents::item(lang), documents::net_price(lang), documents::price_tiers(lang)]
}

fn pdf_response(list: &PriceList) -> Response {
    if list.lines.len() > MAX_PDF_LINES {
        return Redirect::to(CSV_PATH).into_response();
    }
    let bytes = match shop_documents::price_list(list) {
        Ok(bytes) => bytes,
        Err(error) => {
            tracing::error!(%error, "a price list could not be drawn");
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
    };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"listino.pdf\""));
    response
}
