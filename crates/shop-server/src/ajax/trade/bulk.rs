//! Calls of the bulk order form.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use maud::html;
use shop_core::base::text::parse_fixed;
use shop_core::base::{Cents, FieldError, format};
use shop_core::platform::messages::codes;
use shop_core::trade::account::TradeAction;
use shop_core::trade::product_string;
use shop_core::trade::search_answer::{SearchAnswer, SearchBy};
use shop_services::ports::StoreError;
use shop_services::trade::bulk_orders::BulkFound;

use super::{Call, field_error, not_allowed, success_response, too_many};
use crate::trade::bulk::{count_search, count_write, notices};

/// Media type that the shop's own pages accept: they show packs and keep the order of the results.
const FOUND_JSON: &str = "application/vnd.bottega.found+json";
/// Search string that loads a saved list: the products of its lines.
const LIST_LOADING: &str = "purchaseListLoading";

/// Finds products for a row, or, when a list is loaded, those of its products that are on sale.
pub(super) async fn search(call: &Call) -> Result<Response, StoreError> {
    if let Err(wait_s) = count_search(&call.state.shop.context, &call.state.limits, &call.session) {
        return too_many(call, wait_s).await;
    }
    let (buyer, bulk) = (&call.session.buyer, &call.state.shop.bulk_orders);
    let typed = call.text("searchValue");
    let loading = call.text("searchType") == LIST_LOADING;
    let found = if loading {
        let lines = product_string::parse(typed);
        bulk.sold(buyer, lines.into_iter().map(|line| line.product_id))
            .await?
            .map(|products| BulkFound { products, ..BulkFound::default() })
    } else {
        let by = SearchBy::parse(call.text("searchby")).unwrap_or_default();
        bulk.search(buyer, typed, by).await?
    };
    let BulkFound { products, exact } = match found {
        Ok(found) => found,
        Err(refusal) => return not_allowed(call, refusal).await,
    };
    if wants_found(&call.headers) {
        return Ok(Json(products).into_response());
    }
    // WooCommerce's response has no order: a SKU typed in full is returned alone, so that no other product is chosen.
    let found = if exact.is_empty() { products } else { exact };
    let answer = if loading { SearchAnswer::from_list(&found) } else { SearchAnswer::from_search(&found) };
    Ok(Json(answer).into_response())
}

fn wants_found(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains(FOUND_JSON))
}

/// Adds all lines to the cart. Notices about them are shown on the cart page, where the browser goes next.
pub(super) async fn add_to_cart(call: Call) -> Result<Response, StoreError> {
    if let Err(wait_s) = count_write(&call.state.shop.context, &call.state.limits, &call.session) {
        return too_many(&call, wait_s).await;
    }
    let lines = product_string::parse(call.text("productstring"));
    let (state, session) = (&call.state, &call.session);
    let added = match state.shop.bulk_orders.add_to_cart(&session.buyer, &lines).await? {
        Ok(added) => added,
        Err(refusal) => return not_allowed(&call, refusal).await,
    };
    if lines.is_empty() {
        let error = FieldError::new("productstring", codes::TRADE_LIST_EMPTY);
        return field_error(&call, StatusCode::UNPROCESSABLE_ENTITY, &error).await;
    }
    state.shop.carts.leave_notices(&session.key, session.customer_id, &notices(&added)).await?;
    Ok(call.finish_response(success_response(), &added.open))
}

/// Formats a sum as the shop writes prices.
pub(super) async fn subtotal(call: &Call) -> Result<Response, StoreError> {
    let buyer = &call.session.buyer;
    let may = buyer.trade(TradeAction::BulkOrder).or_else(|_| buyer.trade(TradeAction::UseLists));
    if let Err(refusal) = may {
        return not_allowed(call, refusal).await;
    }
    let Some(cents) = parse_fixed(call.text("pricesent"), 2) else {
        let error = FieldError::new("pricesent", codes::TRADE_BULK_QUANTITY).with("text", call.text("pricesent"));
        return field_error(call, StatusCode::UNPROCESSABLE_ENTITY, &error).await;
    };
    let words = format::price(Cents(cents), call.state.shop.context.settings().await?.lang());
    Ok(Html(html! { span class="woocommerce-Price-amount amount" { (words) } }.into_string()).into_response())
}
