//! The cart page and its plain form.

use axum::Form;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::messages::codes;
use shop_core::view::{CartPage, Page};
use shop_services::cart::{CouponDenial, CouponDone, OpenCart, StoredNotice};
use shop_services::catalogue::{OrderBy, ProductQuery};

use super::context::{Context, notices, unavailable};
use super::offers::offers_for;
use super::words::pick;
use crate::render::PageRequest;
use crate::session::{Session, client_ip};
use crate::state::AppState;
use crate::store_api::{Pairs, cart_answer};

/// Nonce of the form.
pub(super) const CART_NONCE: &str = "woocommerce-cart";

/// `/cart/`; `?remove_item=KEY&_wpnonce=…` and `?remove_coupon=CODE&_wpnonce=…` remove first.
pub(super) async fn show(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    if let Some(key) = query.get("remove_item") {
        return remove(&state, &session, &headers, key, query.get("_wpnonce").unwrap_or_default()).await;
    }
    if let Some(code) = query.get("remove_coupon") {
        return remove_coupon(&state, &session, &headers, code, query.get("_wpnonce").unwrap_or_default()).await;
    }
    let mut open = match state.shop.open_cart(&session.key, session.customer_id).await {
        Ok(open) => open,
        Err(error) => {
            return state
                .pages
                .respond_uncached(&request, shop_core::Lang::It, || async { Err(unavailable(error)) })
                .await;
        }
    };
    let waiting = state.shop.collect_notices(&mut open).await.unwrap_or_default();
    let lang = open.settings.lang();
    let now = state.shop.now();
    let page = CartPage {
        cart: cart_answer(&open, &state),
        offers: offers_for(&state, &open, &session).await,
        store_nonce: state.secrets.nonce(crate::store_api::NONCE_ACTION, "", now),
        form_nonce: state.secrets.nonce(CART_NONCE, &session.key, now),
        notices: notices(&waiting, lang),
        suggestions: Vec::new(),
    };
    let mut response = state
        .pages
        .respond_uncached(&request, lang, || async {
            let context = Context::load(&state).await.map_err(unavailable)?;
            let mut page = page;
            if page.cart.items.is_empty() {
                page.suggestions = context.cards(&ProductQuery {
                    orderby: OrderBy::Popularity,
                    visibility: Some(shop_core::catalogue::product::Visibility::Visible),
                    per_page: 4,
                    ..ProductQuery::default()
                });
            }
            let mut head = context.head(pick(lang, "Carrello", "Cart"), "", "/cart/");
            head.noindex = true;
            Ok(context.page("/cart/", head, Page::Cart(Box::new(page)), &[]))
        })
        .await;
    let hash = open.view().hash();
    session.write_cookies(response.headers_mut(), &headers, &open, &hash, &state);
    response
}

async fn back(state: &AppState, session: &Session, headers: &HeaderMap, notice: StoredNotice) -> Response {
    let _ = state.shop.leave_notices(&session.key, session.customer_id, &[notice]).await;
    let mut response = Redirect::to("/cart/").into_response();
    if let Ok(open) = state.shop.open_cart(&session.key, session.customer_id).await {
        let hash = open.view().hash();
        session.write_cookies(response.headers_mut(), headers, &open, &hash, state);
    }
    response
}

fn expired() -> StoredNotice {
    StoredNotice { kind: "error".into(), code: codes::FORM_EXPIRED.into(), params: Default::default() }
}

async fn remove(state: &AppState, session: &Session, headers: &HeaderMap, key: &str, nonce: &str) -> Response {
    if !session.exists() {
        return Redirect::to("/cart/").into_response();
    }
    if !state.secrets.nonce_is_valid(nonce, CART_NONCE, &session.key, state.shop.now()) {
        return back(state, session, headers, expired()).await;
    }
    let notice = match state.shop.remove_cart_line(&session.key, session.customer_id, key).await {
        Ok(Ok((open, line))) => {
            let name = open.catalogue.product(line.product_id).map(|p| p.item.name.clone()).unwrap_or_default();
            StoredNotice {
                kind: "success".into(),
                code: codes::REMOVED_FROM_CART.into(),
                params: [("name".to_owned(), name)].into(),
            }
        }
        Ok(Err((_, refusal))) => {
            StoredNotice { kind: "error".into(), code: refusal.code.into(), params: refusal.params }
        }
        Err(_) => expired(),
    };
    back(state, session, headers, notice).await
}

async fn remove_coupon(state: &AppState, session: &Session, headers: &HeaderMap, code: &str, nonce: &str) -> Response {
    if !session.exists() {
        return Redirect::to("/cart/").into_response();
    }
    if !state.secrets.nonce_is_valid(nonce, CART_NONCE, &session.key, state.shop.now()) {
        return back(state, session, headers, expired()).await;
    }
    let notice = match state.shop.remove_coupon(&session.key, session.customer_id, code).await {
        Ok(done) => coupon_notice(done),
        Err(_) => expired(),
    };
    back(state, session, headers, notice).await
}

/// The message about a coupon or credit that was asked for.
fn coupon_notice(done: Result<CouponDone, (OpenCart, CouponDenial)>) -> StoredNotice {
    match done {
        Ok((_, success)) => StoredNotice { kind: "success".into(), code: success.into(), params: Default::default() },
        Err((_, denial)) => {
            let (code, params) = denial.message();
            StoredNotice { kind: "error".into(), code: code.into(), params }
        }
    }
}

/// The code that a plain form asks for: a clicked offer's (`apply_code`), or the typed one when its button was pressed.
pub(super) fn wanted_code(form: &Pairs) -> Option<&str> {
    let typed = form.get("apply_coupon").map(|_| form.get("coupon_code").unwrap_or_default());
    form.get("apply_code").or(typed)
}

/// Applies a code for a plain form; gives what is told.
pub(super) async fn apply_code(state: &AppState, session: &Session, address: &str, code: &str) -> StoredNotice {
    let now = state.shop.now();
    if state.limits.coupon_guess_allowed(address, now).is_err() {
        let code = codes::COUPON_TOO_MANY_TRIES.into();
        return StoredNotice { kind: "error".into(), code, params: Default::default() };
    }
    match state.shop.apply_coupon(&session.key, session.customer_id, code, None).await {
        Ok(done) => {
            if let Err((_, denial)) = &done {
                state.limits.count_coupon_guess(denial, address, now);
            }
            coupon_notice(done)
        }
        Err(_) => expired(),
    }
}

/// The form: quantities by line, `cart[KEY][qty]`; 0 removes. Or a typed or clicked coupon.
pub(super) async fn update(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    connection: axum::http::Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let form = Pairs(pairs);
    let nonce = form.get("woocommerce-cart-nonce").unwrap_or_default();
    if !session.exists() || !state.secrets.nonce_is_valid(nonce, CART_NONCE, &session.key, state.shop.now()) {
        return back(&state, &session, &headers, expired()).await;
    }
    if let Some(code) = wanted_code(&form) {
        let notice = apply_code(&state, &session, &client_ip(&connection), code).await;
        return back(&state, &session, &headers, notice).await;
    }
    let mut refused = None;
    for (key, value) in form.map("cart") {
        let Some(milli) = shop_core::text::parse_fixed(&value, 3) else { continue };
        let done = if milli <= 0 {
            state
                .shop
                .remove_cart_line(&session.key, session.customer_id, &key)
                .await
                .map(|d| d.map(|_| ()).map_err(|e| e.1))
        } else {
            state
                .shop
                .update_cart_line(&session.key, session.customer_id, &key, milli)
                .await
                .map(|d| d.map(|_| ()).map_err(|e| e.1))
        };
        if let Ok(Err(refusal)) = done {
            refused = Some(StoredNotice { kind: "error".into(), code: refusal.code.into(), params: refusal.params });
        }
    }
    let notice = refused.unwrap_or(StoredNotice {
        kind: "success".into(),
        code: codes::CART_UPDATED.into(),
        params: Default::default(),
    });
    back(&state, &session, &headers, notice).await
}
