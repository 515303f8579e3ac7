//! Changes of the cart without scripts: links that remove and put back, the form with quantities and coupon, the shipping
//! calculator. Each is told on the cart page that follows.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::catalogue::quantity::{FittedQuantity, fit_line};
use shop_core::checkout::destination::{self, DestinationForm};
use shop_core::platform::messages::codes;
use shop_services::cart::{AddressChange, CartRefusal, CartView, CouponDenial, CouponDone, OpenCart};
use shop_services::ports::StoreError;
use shop_services::records::{CartLine, StoredNotice};

use super::page::CALCULATOR_NONCE;
use super::page::Tried;
use crate::app::client::client_ip;
use crate::app::nonces;
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::render::PageRequest;

/// Who asks for a change.
#[derive(Clone, Copy)]
pub(in crate::site) struct Asked<'a> {
    pub state: &'a AppState,
    pub session: &'a Session,
    pub headers: &'a HeaderMap,
}

pub(in crate::site) fn notice(kind: &str, code: &str, params: BTreeMap<String, String>) -> StoredNotice {
    StoredNotice { kind: kind.into(), code: code.into(), params }
}

pub(in crate::site) fn expired() -> StoredNotice {
    notice("error", codes::FORM_EXPIRED, BTreeMap::new())
}

fn refusal(refusal: CartRefusal) -> StoredNotice {
    notice("error", refusal.code, refusal.params)
}

fn about(open: &OpenCart, code: &str, product: shop_core::base::ProductId) -> StoredNotice {
    notice("success", code, open.catalogue.product(product).map(|p| p.item.named()).unwrap_or_default())
}

/// The message about a removed line, which offers to put it back.
fn removed(open: &OpenCart, line: &CartLine, nonce: &str) -> StoredNotice {
    let mut notice = about(open, codes::REMOVED_FROM_CART, line.product_id);
    notice.params.insert("undo".into(), format!("/cart/?undo_item={}&_wpnonce={nonce}", line.key));
    notice
}

/// The message about a coupon or credit that was asked for.
fn coupon_notice(done: Result<CouponDone, (OpenCart, CouponDenial)>) -> StoredNotice {
    match done {
        Ok((_, success)) => notice("success", success, BTreeMap::new()),
        Err((_, denial)) => {
            let (code, params) = denial.message();
            notice("error", code, params)
        }
    }
}

/// The code that a plain form asks for: a clicked offer's (`apply_code`), or the typed one when its button was pressed.
pub(in crate::site) fn wanted_code(form: &Pairs) -> Option<&str> {
    let typed = form.get("apply_coupon").map(|_| form.get("coupon_code").unwrap_or_default());
    form.get("apply_code").or(typed)
}

/// Applies a code for a plain form; gives what is told.
pub(in crate::site) async fn apply_code(
    state: &AppState,
    session: &Session,
    address: &str,
    code: &str,
) -> StoredNotice {
    let now = state.shop.context.now();
    if state.limits.coupon_guess_allowed(address, now).is_err() {
        return notice("error", codes::COUPON_TOO_MANY_TRIES, BTreeMap::new());
    }
    match state.shop.cart_coupons.apply_coupon(&session.key, session.customer_id, code, None).await {
        Ok(done) => {
            if let Err((_, denial)) = &done {
                state.limits.count_coupon_guess(denial, address, now);
            }
            coupon_notice(done)
        }
        Err(_) => expired(),
    }
}

/// The present quantity of a line, and the typed one within its limits; `None`: the cart has no such line.
fn fitted(view: &CartView<'_>, key: &str, typed: &str) -> Option<(i64, FittedQuantity)> {
    let line = view.lines.iter().find(|line| line.line.key == key)?;
    let present = line.line.quantity;
    Some((present, fit_line(line.name, typed, present, &line.bounds)))
}

/// Orders the rows of a cart form as the cart's lines, but those with more pieces last: the others leave them stock.
fn lowered_first(open: &OpenCart, mut rows: Vec<(String, String)>) -> Vec<(String, String)> {
    let view = open.view();
    rows.sort_by_cached_key(|(key, typed)| {
        let line = view.lines.iter().position(|line| line.line.key == *key);
        let grows = fitted(&view, key, typed).is_some_and(|(present, fitted)| fitted.value > present);
        (grows, line)
    });
    rows
}

impl Asked<'_> {
    fn has_nonce(&self, nonce: &str, action: &str) -> bool {
        self.state.secrets.nonce_is_valid(nonce, action, &self.session.key, self.state.shop.context.now())
    }

    /// Back to the cart, which tells what happened.
    pub(in crate::site) async fn back(&self, notice: StoredNotice) -> Response {
        self.back_with(&[notice]).await
    }

    async fn back_with(&self, notices: &[StoredNotice]) -> Response {
        let Self { state, session, headers } = *self;
        let _ = state.shop.carts.leave_notices(&session.key, session.customer_id, notices).await;
        let mut response = Redirect::to("/cart/").into_response();
        if let Ok(open) = state.shop.carts.open_cart(&session.key, session.customer_id).await {
            let hash = open.view().hash();
            session.write_cookies(response.headers_mut(), headers, &open, &hash, state);
        }
        response
    }

    /// A change by a link, which needs a session and the form's nonce.
    async fn by_link(&self, nonce: &str, change: impl AsyncFnOnce() -> StoredNotice) -> Response {
        if !self.session.exists() {
            return Redirect::to("/cart/").into_response();
        }
        let told = if self.has_nonce(nonce, nonces::CART) { change().await } else { expired() };
        self.back(told).await
    }

    /// Removes a line; the message offers to put it back.
    pub(super) async fn remove(&self, key: &str, nonce: &str) -> Response {
        let Self { state, session, .. } = *self;
        self.by_link(nonce, async || {
            match state.shop.carts.remove_cart_line(&session.key, session.customer_id, key).await {
                Ok(Ok((open, line))) => removed(&open, &line, nonce),
                Ok(Err((_, refused))) => refusal(refused),
                Err(_) => expired(),
            }
        })
        .await
    }

    /// Puts a removed line back.
    pub(super) async fn undo(&self, key: &str, nonce: &str) -> Response {
        let Self { state, session, .. } = *self;
        self.by_link(nonce, async || {
            match state.shop.carts.restore_cart_line(&session.key, session.customer_id, key).await {
                Ok(Ok((open, line))) => {
                    let lines = &open.record.content.lines;
                    let product = lines.iter().find(|one| one.key == line).map(|one| one.product_id);
                    about(&open, codes::RESTORED_TO_CART, product.unwrap_or_default())
                }
                Ok(Err((_, refused))) => refusal(refused),
                Err(_) => expired(),
            }
        })
        .await
    }

    /// Takes a coupon off.
    pub(super) async fn remove_coupon(&self, code: &str, nonce: &str) -> Response {
        let Self { state, session, .. } = *self;
        self.by_link(nonce, async || {
            match state.shop.cart_coupons.remove_coupon(&session.key, session.customer_id, code).await {
                Ok(done) => coupon_notice(done),
                Err(_) => expired(),
            }
        })
        .await
    }

    /// Sets quantities by line as the page with scripts does: 0 removes a line, and more than the stock becomes the stock. Returns a
    /// notice for each line that was removed or got another quantity than was typed; without any, that the cart is updated.
    async fn set_quantities(&self, rows: Vec<(String, String)>, nonce: &str) -> Vec<StoredNotice> {
        let Self { state, session, .. } = *self;
        let Ok(mut open) = state.shop.carts.open_cart(&session.key, session.customer_id).await else {
            return vec![expired()];
        };
        let mut notices = Vec::new();
        for row in lowered_first(&open, rows) {
            let Ok(notice) = self.set_quantity(&mut open, &row, nonce).await else { return vec![expired()] };
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
        let Self { state, session, .. } = *self;
        let (carts, session, id) = (&state.shop.carts, &session.key, session.customer_id);
        let Some((present, fitted)) = fitted(&open.view(), key, typed) else { return Ok(None) };
        let adjusted = fitted.notice.map(|said| notice("info", &said.code, said.params));
        let done = match fitted.value {
            same if same == present => return Ok(adjusted),
            0 => carts.remove_cart_line(session, id, key).await?.map(|(open, line)| {
                let notice = removed(&open, &line, nonce);
                (open, Some(notice))
            }),
            pieces => {
                let milli = pieces.saturating_mul(1000);
                carts.update_cart_line(session, id, key, milli).await?.map(|(open, ())| (open, adjusted))
            }
        };
        Ok(match done {
            Ok((changed, notice)) => {
                *open = changed;
                notice
            }
            Err((_, refused)) => Some(refusal(refused)),
        })
    }

    /// The shipping calculator: where the cart goes to, and how. A refusal shows the page with the form as it was sent.
    async fn calculate(&self, form: &Pairs, request: &PageRequest) -> Response {
        let Self { state, session, .. } = *self;
        let (shop, key, id) = (&state.shop, &session.key, session.customer_id);
        let Ok(open) = shop.carts.open_cart(key, id).await else { return self.back(expired()).await };
        let text = |name: &str| form.get(name).unwrap_or_default().chars().take(200).collect::<String>();
        let sent = DestinationForm {
            country: text("calc_shipping_country"),
            state: text("calc_shipping_state"),
            city: text("calc_shipping_city"),
            postcode: text("calc_shipping_postcode"),
            state_of: form
                .get("calc_shipping_state_of")
                .map_or_else(|| open.record.content.shipping.country.clone(), str::to_owned),
        };
        let checked = match destination::check(&sent, &open.settings.checkout_rules(true, false, true)) {
            Ok(checked) => checked,
            Err(errors) => return super::page::page(self, request, Some(Tried::Calculator(sent, errors))).await,
        };
        let [country, region, city, postcode] = checked.parts().map(|part| Some(part.to_owned()));
        let change = AddressChange { country, state: region, city, postcode, ..AddressChange::default() };
        if let Some((_, rate)) = form.map("shipping_method").into_iter().find(|(package, _)| package == "0") {
            let _ = shop.carts.select_shipping_rate(key, id, &rate).await;
        }
        let told = match shop.carts.update_customer(key, id, None, Some(&change)).await {
            Ok(Ok(_)) => notice("success", codes::DESTINATION_UPDATED, BTreeMap::new()),
            Ok(Err((_, _, refused))) => notice("error", refused.code, refused.params()),
            Err(_) => expired(),
        };
        self.back(told).await
    }
}

/// The forms of the cart page: quantities (`cart[KEY][qty]`), a typed coupon, the shipping calculator.
pub(super) async fn update(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    request: PageRequest,
    connection: axum::http::Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let form = Pairs(pairs);
    let asked = Asked { state: &state, session: &session, headers: &headers };
    let calculates = form.get("calc_shipping").is_some();
    let (field, action) = if calculates {
        ("woocommerce-shipping-calculator-nonce", CALCULATOR_NONCE)
    } else {
        ("woocommerce-cart-nonce", nonces::CART)
    };
    if !session.exists() || !asked.has_nonce(form.get(field).unwrap_or_default(), action) {
        return asked.back(expired()).await;
    }
    if let Some(pressed) = form.get("request_quote") {
        return crate::site::trade::quote_form::press(&asked, &request, &client_ip(&connection), pressed, &form).await;
    }
    if calculates {
        return asked.calculate(&form, &request).await;
    }
    match wanted_code(&form) {
        Some(code) => asked.back(apply_code(&state, &session, &client_ip(&connection), code).await).await,
        None => {
            asked.back_with(&asked.set_quantities(form.map("cart"), form.get(field).unwrap_or_default()).await).await
        }
    }
}
