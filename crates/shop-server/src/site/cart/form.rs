//! Cart changes without scripts: links that remove and restore lines, the form with quantities and coupon, the shipping calculator.
//! Each leaves a notice for the cart page that follows.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::catalogue::quantity::{FittedQuantity, fit_line};
use shop_core::checkout::destination::{self, DestinationForm};
use shop_core::platform::messages::codes;
use shop_services::cart::{AddressChange, CartRefusal, CartView, CouponDenial, CouponDone, OpenCart};
use shop_services::ports::StoreError;
use shop_services::records::{CartLine, StoredNotice};

use super::page::{CALCULATOR_NONCE, SubmittedForm};
use crate::app::capabilities::Storefront;
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::visitor::client::client_ip;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;
use crate::render::PageRequest;

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

fn error_notice(refusal: CartRefusal) -> StoredNotice {
    notice("error", refusal.code, refusal.params)
}

fn product_notice(open: &OpenCart, code: &str, product: shop_core::base::ProductId) -> StoredNotice {
    notice("success", code, open.catalogue.product(product).map(|p| p.item.named()).unwrap_or_default())
}

/// Notice about a removed line, with the link that restores it.
fn removed_notice(open: &OpenCart, line: &CartLine, nonce: &str) -> StoredNotice {
    let mut notice = product_notice(open, codes::REMOVED_FROM_CART, line.product_id);
    notice.params.insert("undo".into(), format!("/cart/?undo_item={}&_wpnonce={nonce}", line.key));
    notice
}

/// Notice about a coupon or store credit that was applied or refused.
fn coupon_notice(outcome: Result<CouponDone, (OpenCart, CouponDenial)>) -> StoredNotice {
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
    fn has_nonce(&self, nonce: &str, action: &str) -> bool {
        self.storefront.web.secrets.nonce_is_valid(nonce, action, &self.session.key, self.storefront.web.context.now())
    }

    /// Redirects to the cart page, which shows the notice.
    pub(in crate::site) async fn redirect_to_cart(&self, notice: StoredNotice) -> Response {
        self.redirect_with_notices(&[notice]).await
    }

    async fn redirect_with_notices(&self, notices: &[StoredNotice]) -> Response {
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
    async fn set_quantities(&self, rows: Vec<(String, String)>, nonce: &str) -> Vec<StoredNotice> {
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

    /// Handles the shipping calculator: sets the destination and the shipping rate. A refused form is shown again with its values.
    async fn update_destination(&self, form: &Pairs, request: &PageRequest) -> Response {
        let Self { storefront, session, .. } = *self;
        let (carts, key, id) = (&storefront.carts, &session.key, session.customer_id);
        let Ok(open) = carts.open_cart(key, id).await else {
            return self.redirect_to_cart(expired_notice()).await;
        };
        let text = |name: &str| form.get(name).unwrap_or_default().chars().take(200).collect::<String>();
        let typed = DestinationForm {
            country: text("calc_shipping_country"),
            state: text("calc_shipping_state"),
            city: text("calc_shipping_city"),
            postcode: text("calc_shipping_postcode"),
            state_of: form
                .get("calc_shipping_state_of")
                .map_or_else(|| open.record.content.shipping.country.clone(), str::to_owned),
        };
        let checked = match destination::check(&typed, &open.settings.checkout_rules(true, false, true)) {
            Ok(checked) => checked,
            Err(errors) => {
                return super::page::page(self, request, Some(SubmittedForm::Calculator(typed, errors))).await;
            }
        };
        let [country, region, city, postcode] = checked.parts().map(|part| Some(part.to_owned()));
        let change = AddressChange { country, state: region, city, postcode, ..AddressChange::default() };
        if let Some((_, rate)) = form.map("shipping_method").into_iter().find(|(package, _)| package == "0") {
            let _ = carts.select_shipping_rate(key, id, &rate).await;
        }
        let notice = match carts.update_customer(key, id, None, Some(&change)).await {
            Ok(Ok(_)) => notice("success", codes::DESTINATION_UPDATED, BTreeMap::new()),
            Ok(Err((_, _, refusal))) => notice("error", refusal.code, refusal.params()),
            Err(_) => expired_notice(),
        };
        self.redirect_to_cart(notice).await
    }
}

/// Handles the forms of the cart page: quantities (`cart[KEY][qty]`), a typed coupon, the shipping calculator.
pub(super) async fn update(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    request: PageRequest,
    connection: axum::http::Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let form = Pairs(pairs);
    let cart_request = CartRequest { storefront: &storefront, session: &session, headers: &headers };
    let is_calculator = form.get("calc_shipping").is_some();
    let (field, action) = if is_calculator {
        ("woocommerce-shipping-calculator-nonce", CALCULATOR_NONCE)
    } else {
        ("woocommerce-cart-nonce", nonces::CART)
    };
    if !session.exists() || !cart_request.has_nonce(form.get(field).unwrap_or_default(), action) {
        return cart_request.redirect_to_cart(expired_notice()).await;
    }
    if let Some(button) = form.get("request_quote") {
        return crate::site::trade::quote_form::handle_button(
            &cart_request,
            &request,
            &client_ip(&connection),
            button,
            &form,
        )
        .await;
    }
    if is_calculator {
        return cart_request.update_destination(&form, &request).await;
    }
    match requested_coupon_code(&form) {
        Some(code) => {
            cart_request
                .redirect_to_cart(apply_coupon_code(&storefront, &session, &client_ip(&connection), code).await)
                .await
        }
        None => {
            cart_request
                .redirect_with_notices(
                    &cart_request.set_quantities(form.map("cart"), form.get(field).unwrap_or_default()).await,
                )
                .await
        }
    }
}
