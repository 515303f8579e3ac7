//! The page that thanks the buyer.

use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use shop_core::ids::{OrderId, ProductId};
use shop_core::view::{OrderPage, Page};
use shop_services::orders::order_page;
use shop_services::ports::OrderRecord;

use super::context::{Context, picture, unavailable};
use super::words::pick;
use crate::render::PageRequest;
use crate::session::Session;
use crate::state::AppState;
use crate::store_api::Pairs;

/// `/checkout/order-received/{id}/?key=…`: for who has the key. Anything else looks like a page that is not there.
pub(super) async fn received(
    State(state): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let pairs = Pairs::parse(raw.as_deref().unwrap_or_default());
    let key = pairs.get("key").unwrap_or_default();
    let number = OrderId(id.parse().unwrap_or(0));
    let path = format!("/checkout/order-received/{number}/");
    let lang = state.shop.settings().await.map(|s| s.lang()).unwrap_or_default();
    state
        .pages
        .respond_uncached(&request, lang, || async {
            let context = Context::load(&state).await.map_err(unavailable)?;
            let found =
                state.shop.order_for_buyer(number, key, None, session.customer_id).await.map_err(unavailable)?;
            let Ok(order) = found else { return Ok(context.not_found(&path)) };
            if order.total_cents == 0 && order.content.credits.is_empty() && session.exists() {
                state.shop.forget_ordered_cart(&session.key, &order).await.map_err(unavailable)?;
            }
            let page = with_pictures(order_page(&order, &context.settings, lang), &order, &context);
            let mut head = context.head(pick(lang, "Ordine ricevuto", "Order received"), "", &path);
            head.noindex = true;
            Ok(context.page(&path, head, Page::OrderReceived(Box::new(page)), &[]))
        })
        .await
}

/// The order's page with the pictures of its products as they are now.
pub(super) fn with_pictures(mut page: OrderPage, order: &OrderRecord, context: &Context) -> OrderPage {
    for (view, line) in page.lines.iter_mut().zip(&order.lines) {
        let product = context.catalogue.product(ProductId(line.content.parent_id));
        let own = product
            .and_then(|p| p.variations.iter().find(|v| v.item.id == line.product_id))
            .and_then(|v| v.item.images.first());
        view.picture = own.or(product.and_then(|p| p.item.images.first())).and_then(|i| picture(i, &view.name));
    }
    page
}
