//! The price list of a trade buyer, as a file.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::Lang;
use shop_core::orders::document::{PriceList, PriceListLine};
use shop_core::platform::words::documents;
use shop_core::trade::price::{price_text, tier_text};
use shop_services::orders::documents::price_list;
use shop_services::platform::boundary::run_blocking;

use crate::platform::csv;
use crate::site::accounts::access::member;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::failed;

/// Files of one account in an hour: each is made anew.
const FILES: u32 = 30;
const SPAN_S: i64 = 3600;
/// Longest list that is drawn, some two hundred pages; a longer one is given as a table.
const MAX_DRAWN: usize = 6000;
const TABLE: &str = "/my-account/price-list.csv";
const PAPER: &str = "/my-account/price-list.pdf";

/// `/my-account/price-list.csv`: what the buyer pays, without tax.
pub(super) async fn table(asked: Asked) -> Response {
    download(asked, TABLE, |list| csv::answer("listino.csv", rows(list))).await
}

/// `/my-account/price-list.pdf`: the same on paper.
pub(super) async fn paper(asked: Asked) -> Response {
    download(asked, PAPER, drawn).await
}

async fn download(asked: Asked, path: &str, make: fn(&PriceList) -> Response) -> Response {
    let buyer = match member(&asked, path).await {
        Ok(buyer) => buyer,
        Err(answer) => return answer,
    };
    let context = &asked.state.shop.context;
    let now = context.now();
    if asked.state.limits.count("price_list", &buyer.customer_id.to_string(), FILES, SPAN_S, now).is_err() {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    let seen = match context.shop_for(&asked.session.buyer).await {
        Ok(seen) => seen,
        Err(error) => return failed(&error),
    };
    // Beside the requests, as it takes its time.
    let made = run_blocking(move || make(&price_list(&seen, now)));
    let mut response = made.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a price list could not be made");
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    });
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}

fn rows(list: &PriceList) -> String {
    let heading = headings(list.lang);
    let cells = |line: &PriceListLine| {
        let tiers: Vec<String> = line.tiers.iter().map(|(quantity, cents)| tier_text(*quantity, *cents)).collect();
        vec![line.sku.clone(), line.text.clone(), price_text(line.price), tiers.join(" ")]
    };
    csv::file(&heading, list.lines.iter().map(cells))
}

fn headings(lang: Lang) -> [&'static str; 4] {
    ["SKU", documents::item(lang), documents::net_price(lang), documents::price_tiers(lang)]
}

fn drawn(list: &PriceList) -> Response {
    if list.lines.len() > MAX_DRAWN {
        return Redirect::to(TABLE).into_response();
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
