//! A request to change the cart: by a link of its page, or by a form.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::catalogue::quantity::{FittedQuantity, fit_line};
use shop_core::platform::messages::codes;
use shop_services::cart::{CartRefusal, CartView, CouponDenial, CouponDone, OpenCart};
use shop_services::ports::StoreError;
use shop_services::records::{CartLine, StoredNotice};

use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::Storefront;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;

/// A request to change the cart.
#[derive(Clone, Copy)]
pub(in crate::site) struct CartRequest<'a> {
    pub storefront: &'a Arc<Storefront>,
    pub session: &'a Session,
    pub headers: &'a HeaderMap,
}

pub(in crate::site) fn notice(kind: &str, code: &str, params: BTreeMap<String, String>) -> StoredNotice {
    StoredNotice { kind: kind.into(), code: code.into(), params }
}

pub(in crate::site) fn expired_notice() -> StoredNotice {
    notice("error", codes::FORM_EXPIRED, BTreeMap::new())
}

pub(super) fn error_notice(refusal: CartRefusal) -> StoredNotice {
    notice("error", refusal.code, refusal.params)
}

fn product_notice(open: &OpenCart, code: &str, product: shop_core::base::ProductId) -> StoredNotice {
    notice("success", code, open.catalogue.product(product).map(|p| p.item.name_params()).unwrap_or_default())
}

/// Notice about a removed line, with the link that restores it.
fn removed_notice(open: &OpenCart, line: &CartLine, nonce: &str) -> StoredNotice {
    let mut notice = product_notice(open, codes::REMOVED_FROM_CART, line.product_id);
    notice.params.insert("undo".into(), format!("/cart/?undo_item={}&_wpnonce={nonce}", line.key));
    notice
}

/// Notice about a coupon or store credit that was applied or refused.
pub(super) fn coupon_notice(outcome: Result<CouponDone, (OpenCart, CouponDenial)>) -> StoredNotice {
    match outcome {
        Ok((_, success)) => notice("success", success, BTreeMap::new()),
        Err((_, denial)) => {
            let (code, params) = denial.message();
            notice("error", code, params)
        }
    }
}

/// The coupon code that a plain form applies: a clicked offer's (`apply_code`), or the typed one if its button was pressed.
pub(in crate::site) fn requested_coupon_code(form: &Pairs) -> Option<&str> {
    let typed = form.get("apply_coupon").map(|_| form.get("coupon_code").unwrap_or_default());
    form.get("apply_code").or(typed)
}

/// Applies a coupon code for a plain form and returns the notice about it.
pub(in crate::site) async fn apply_coupon_code(
    storefront: &Arc<Storefront>,
    session: &Session,
    address: &str,
    code: &str,
) -> StoredNotice {
    let now = storefront.web.context.now();
    if storefront.limits.coupon_guess_allowed(address, now).is_err() {
        return notice("error", codes::COUPON_TOO_MANY_TRIES, BTreeMap::new());
    }
    match storefront.cart_coupons.apply_coupon(&session.key, session.customer_id, code, None).await {
        Ok(outcome) => {
            if let Err((_, denial)) = &outcome {
                storefront.limits.count_coupon_guess(denial, address, now);
            }
            coupon_notice(outcome)
        }
        Err(_) => expired_notice(),
    }
}

/// Returns the current quantity of a line, and the typed one clamped to its limits; `None` if the cart has no such line.
fn fit_quantity(view: &CartView<'_>, key: &str, typed: &str) -> Option<(i64, FittedQuantity)> {
    let line = view.lines.iter().find(|line| line.line.key == key)?;
    let current = line.line.quantity;
    Some((current, fit_line(line.name, typed, current, &line.bounds)))
}

/// Sorts the rows of a cart form like the cart's lines, but puts increases last, so that reductions free their stock first.
fn sort_increases_last(open: &OpenCart, mut rows: Vec<(String, String)>) -> Vec<(String, String)> {
    let view = open.view();
    rows.sort_by_cached_key(|(key, typed)| {
        let line = view.lines.iter().position(|line| line.line.key == *key);
        let grows = fit_quantity(&view, key, typed).is_some_and(|(current, fitted)| fitted.value > current);
        (grows, line)
    });
    rows
}

impl CartRequest<'_> {
    pub(super) fn has_nonce(&self, nonce: &str, action: &str) -> bool {
        self.storefront.web.secrets.nonce_is_valid(nonce, action, &self.session.key, self.storefront.web.context.now())
    }

    /// Redirects to the cart page, which shows the notice.
    pub(in crate::site) async fn redirect_to_cart(&self, notice: StoredNotice) -> Response {
        self.redirect_with_notices(&[notice]).await
    }

    pub(super) async fn redirect_with_notices(&self, notices: &[StoredNotice]) -> Response {
        let Self { storefront, session, headers } = *self;
        let _ = storefront.carts.leave_notices(&session.key, session.customer_id, notices).await;
        let mut response = Redirect::to("/cart/").into_response();
        if let Ok(open) = storefront.carts.open_cart(&session.key, session.customer_id).await {
            let hash = open.view().hash();
            session.write_cookies(response.headers_mut(), headers, &open, &hash, &storefront.web);
        }
        response
    }

    /// Applies a change requested by a link, which needs a session and the cart nonce.
    async fn change_by_link(&self, nonce: &str, change: impl AsyncFnOnce() -> StoredNotice) -> Response {
        if !self.session.exists() {
            return Redirect::to("/cart/").into_response();
        }
        let notice = if self.has_nonce(nonce, nonces::CART) { change().await } else { expired_notice() };
        self.redirect_to_cart(notice).await
    }

    /// Removes a line; the notice links to restoring it.
    pub(super) async fn remove(&self, key: &str, nonce: &str) -> Response {
        let Self { storefront, session, .. } = *self;
        self.change_by_link(nonce, async || {
            match storefront.carts.remove_cart_line(&session.key, session.customer_id, key).await {
                Ok(Ok((open, line))) => removed_notice(&open, &line, nonce),
                Ok(Err((_, refusal))) => error_notice(refusal),
                Err(_) => expired_notice(),
            }
        })
        .await
    }

    /// Restores a removed line.
    pub(super) async fn undo(&self, key: &str, nonce: &str) -> Response {
        let Self { storefront, session, .. } = *self;
        self.change_by_link(nonce, async || {
            match storefront.carts.restore_cart_line(&session.key, session.customer_id, key).await {
                Ok(Ok((open, line))) => {
                    let lines = &open.record.content.lines;
                    let product = lines.iter().find(|one| one.key == line).map(|one| one.product_id);
                    product_notice(&open, codes::RESTORED_TO_CART, product.unwrap_or_default())
                }
                Ok(Err((_, refusal))) => error_notice(refusal),
                Err(_) => expired_notice(),
            }
        })
        .await
    }

    /// Removes a coupon.
    pub(super) async fn remove_coupon(&self, code: &str, nonce: &str) -> Response {
        let Self { storefront, session, .. } = *self;
        self.change_by_link(nonce, async || {
            match storefront.cart_coupons.remove_coupon(&session.key, session.customer_id, code).await {
                Ok(outcome) => coupon_notice(outcome),
                Err(_) => expired_notice(),
            }
        })
        .await
    }

    /// Sets quantities by line as the page with scripts does: 0 removes a line, and more than the stock becomes the stock. Returns a
    /// notice for each line that was removed or got another quantity than was typed; without any, that the cart is updated.
    pub(super) async fn set_quantities(&self, rows: Vec<(String, String)>, nonce: &str) -> Vec<StoredNotice> {
        let Self { storefront, session, .. } = *self;
        let Ok(mut open) = storefront.carts.open_cart(&session.key, session.customer_id).await else {
            return vec![expired_notice()];
        };
        let mut notices = Vec::new();
        for row in sort_increases_last(&open, rows) {
            let Ok(notice) = self.set_quantity(&mut open, &row, nonce).await else { return vec![expired_notice()] };
            notices.extend(notice);
        }
        if notices.is_empty() { vec![notice("success", codes::CART_UPDATED, BTreeMap::new())] } else { notices }
    }

    /// Sets the quantity of the line with a key as it was typed; returns a notice if the line was removed or got another quantity.
    async fn set_quantity(
        &self,
        open: &mut OpenCart,
        (key, typed): &(String, String),
        nonce: &str,
    ) -> Result<Option<StoredNotice>, StoreError> {
        let Self { storefront, session, .. } = *self;
        let (carts, session, id) = (&storefront.carts, &session.key, session.customer_id);
        let Some((current, fitted)) = fit_quantity(&open.view(), key, typed) else { return Ok(None) };
        let adjusted = fitted.notice.map(|error| notice("info", &error.code, error.params));
        let outcome = match fitted.value {
            same if same == current => return Ok(adjusted),
            0 => carts.remove_cart_line(session, id, key).await?.map(|(open, line)| {
                let notice = removed_notice(&open, &line, nonce);
                (open, Some(notice))
            }),
            pieces => {
                let milli = pieces.saturating_mul(1000);
                carts.update_cart_line(session, id, key, milli).await?.map(|(open, ())| (open, adjusted))
            }
        };
        Ok(match outcome {
            Ok((changed, notice)) => {
                *open = changed;
                notice
            }
            Err((_, refusal)) => Some(error_notice(refusal)),
        })
    }
}
