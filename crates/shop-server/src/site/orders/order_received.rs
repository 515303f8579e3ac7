//! The order confirmation page, and what the other order pages share with it.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{Cents, Lang, OrderId, Params, ProductId, calendar};
use shop_core::platform::messages::text;
use shop_core::platform::words::site_texts;
use shop_core::view::{DownloadView, Link, OrderPage, Page};
use shop_services::Context as ShopContext;
use shop_services::orders::subscriptions::title;
use shop_services::orders::{GrantedFile, Orders, next_part, order_page};
use shop_services::payments::Settlement;
use shop_services::ports::{OrderRecord, StoreError, SubscriptionRecord};

use crate::app::forms::form_fields::{Pairs, keyed};
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::page_data::context::{Context, picture, unavailable};
use crate::render::PageRequest;
use crate::site::payments::provider_return::{
    add_pending_payment, is_provider_return, refresh_unpaid_order, retry_path,
};

/// `/checkout/order-received/{id}/?key=…`: for visitors with the order's key; 404 otherwise.
pub(super) async fn show(
    State(settlement): State<Settlement>,
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    Path(id): Path<String>,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let pairs = Pairs::parse(raw.as_deref().unwrap_or_default());
    let key = pairs.get("key").unwrap_or_default();
    let number = OrderId(id.parse().unwrap_or(0));
    if is_provider_return(&pairs) {
        match retry_after_return(&storefront.web.context, &storefront.orders, &settlement, &session, number, &pairs)
            .await
        {
            Ok(Some(path)) => return Redirect::to(&path).into_response(),
            Ok(None) => {}
            Err(error) => {
                tracing::error!(%error, order = %number, "a returning payment could not be checked");
            }
        }
    }
    let path = format!("/checkout/order-received/{number}/");
    let lang = storefront.web.context.settings().await.map(|s| s.lang()).unwrap_or_default();
    storefront
        .pages
        .respond_uncached(&request, lang, || async {
            let context = Context::load(&storefront, &session.buyer).await.map_err(unavailable)?;
            let found =
                storefront.orders.order_for_buyer(number, key, None, &session.buyer).await.map_err(unavailable)?;
            let Ok(order) = found else { return Ok(context.not_found(&path)) };
            if order.content.total_cents == Cents::ZERO && order.content.credits.is_empty() && session.exists() {
                storefront.carts.forget_ordered_cart(&session.key, &order).await.map_err(unavailable)?;
            }
            if !order.status.needs_payment(order.due_now_cents()) {
                storefront.payment_sessions.clear_paying_order(&session.key, number).await.map_err(unavailable)?;
            }
            let page = buyer_order_page(&order, &context).await.map_err(unavailable)?;
            let mut head = context.head(site_texts::order_received(lang), "", &path);
            head.noindex = true;
            let address = keyed(&path, key);
            Ok(context.page(&address, head, Page::OrderReceived(Box::new(page)), &[]))
        })
        .await
}

/// Refreshes the order from the provider when a browser returns from its page; returns the path to pay an unpaid order. Without the
/// order's key it does nothing.
async fn retry_after_return(
    context: &ShopContext,
    orders: &Orders,
    settlement: &Settlement,
    session: &Session,
    number: OrderId,
    query: &Pairs,
) -> Result<Option<String>, StoreError> {
    let key = query.get("key").unwrap_or_default();
    let Ok(order) = orders.order_for_buyer(number, key, None, &session.buyer).await? else {
        return Ok(None);
    };
    let order = refresh_unpaid_order(context, orders, settlement, order).await?;
    Ok(retry_path(&order, query))
}

/// The buyer's view of an order, with the actions that are available now.
pub(in crate::site) async fn buyer_order_page(order: &OrderRecord, context: &Context) -> Result<OrderPage, StoreError> {
    let storefront = &context.storefront;
    let mut page = with_pictures(order_page(order, &context.settings, context.lang), order, context);
    if next_part(order).is_some() {
        page.pay_path = order.pay_path();
    }
    if order.needs_payment() {
        page.pay_path = order.pay_path();
        // The payment method is chosen again there: the instructions of the first one no longer apply.
        page.payment_details.clear();
        page.payment_instructions.clear();
    }
    add_pending_payment(&storefront.payment_histories, order, context.lang, &mut page).await?;
    if storefront.withdrawals.withdrawal_state(order).await?.is_open() {
        page.withdrawal_path = format!("/recesso/{}/?key={}", order.id, order.order_key);
    }
    if order.customer_id.is_some() && (!order.content.recurring.is_empty() || order.content.renewal.is_some()) {
        let found = storefront.subscriptions.subscriptions_of_order(order.id).await?;
        let word = site_texts::subscription(context.lang);
        let link = |one: &SubscriptionRecord| Link {
            label: format!("{word} {}: {}", one.id, title(&one.content)),
            path: format!("/my-account/view-subscription/{}/", one.id),
        };
        page.subscriptions = found.iter().map(link).collect();
    }
    page.documents = super::document::document_links(&storefront.documents, order, context.lang).await?;
    let (files, now) = (storefront.order_files.files_of(order).await?, storefront.web.context.now());
    page.downloads = files.iter().map(|file| download_view(file, order, now, context.lang)).collect();
    Ok(page)
}

/// The buyer's view of a file.
pub(in crate::site) fn download_view(file: &GrantedFile, order: &OrderRecord, now: i64, lang: Lang) -> DownloadView {
    let refusal = file.grant.refusal(now);
    let note = if let Some(code) = refusal {
        text(code, &Params::new(), lang)
    } else {
        let times = file.grant.remaining().map(|left| match (lang, left) {
            (Lang::It, 1) => "ancora una volta".to_owned(),
            (Lang::It, left) => format!("ancora {left} volte"),
            (Lang::En, 1) => "once more".to_owned(),
            (Lang::En, left) => format!("{left} more times"),
        });
        let until = file.grant.ends_at().map(|end| {
            let day = calendar::moment(end, lang);
            site_texts::until(lang, day)
        });
        times.into_iter().chain(until).collect::<Vec<_>>().join(" · ")
    };
    let path = format!("{}?key={}", file.file.path(order.id), order.order_key);
    DownloadView {
        product: file.file.product.clone(),
        name: if file.file.file.name.is_empty() { file.file.product.clone() } else { file.file.file.name.clone() },
        path: if refusal.is_none() { path } else { String::new() },
        note,
        order_number: order.id.to_string(),
        order_path: order.received_path(),
    }
}

/// Adds the current pictures of the products to an order's page.
pub(in crate::site) fn with_pictures(mut page: OrderPage, order: &OrderRecord, context: &Context) -> OrderPage {
    for (view, line) in page.lines.iter_mut().zip(&order.lines) {
        let product = context.catalogue.product(ProductId(line.content.parent_id));
        let own = product
            .and_then(|p| p.variations.iter().find(|v| v.item.id == line.product_id))
            .and_then(|v| v.item.images.first());
        view.picture = own.or(product.and_then(|p| p.item.images.first())).and_then(|i| picture(i, &view.name));
    }
    page
}
