//! The checkout form without scripts: places the order, or shows the form again with its values.

use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{FieldError, Lang};
use shop_core::platform::messages::{codes, sentence};
use shop_core::view::Notice;
use shop_services::cart::OpenCart;
use shop_services::checkout::{FormOrder, Outcome, PaymentOutcome, PlacedOrder, Refusal, Refused};
use shop_services::ports::StoreError;
use shop_services::records::StoredNotice;

use super::page::{CheckoutView, page};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::state::AppState;
use crate::app::visitor::client::client_ip;
use crate::app::visitor::nonces;
use crate::app::visitor::session::{Session, append_headers};
use crate::checkout::{Host, form_order, request_of_form};
use crate::page_data::context::notices;
use crate::render::PageRequest;
use crate::site::cart::cart_request::{apply_coupon_code, requested_coupon_code};
use crate::site::plain_form::error_response;
use crate::site::redirects::redirect_to;
use crate::trade;

/// A posted checkout form, with the request that carried it.
struct Submission {
    state: AppState,
    session: Session,
    headers: HeaderMap,
    request: PageRequest,
    ip: String,
    pairs: Pairs,
}

/// `POST /checkout/`
pub(super) async fn place(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    request: PageRequest,
    connection: Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let submission = Submission { state, session, headers, request, ip: client_ip(&connection), pairs: Pairs(pairs) };
    let order_form = form_order(&submission.pairs);
    submission.respond(&order_form).await.unwrap_or_else(|error| error_response(&error))
}

impl Submission {
    async fn respond(&self, order_form: &FormOrder) -> Result<Response, StoreError> {
        let (state, session) = (&self.state, &self.session);
        let nonce = self.pairs.get("woocommerce-process-checkout-nonce").unwrap_or_default();
        let has_valid_nonce =
            state.secrets.nonce_is_valid(nonce, nonces::CHECKOUT, &session.key, state.shop.context.now());
        if !has_valid_nonce {
            let open = self.open_cart_as_typed(order_form).await?;
            let form_notices = vec![error_notice(&FieldError::new("", codes::FORM_EXPIRED), open.settings.lang())];
            return Ok(self.show_again(StatusCode::FORBIDDEN, &open, order_form, Vec::new(), form_notices).await);
        }
        // Enter in any field presses the form's first button, perhaps the coupon button with an empty code: only the totals are updated.
        let code = requested_coupon_code(&self.pairs);
        let update_buttons = ["woocommerce_checkout_update_totals", "validate_vat"];
        if code.is_some() || update_buttons.iter().any(|button| self.pairs.get(button).is_some()) {
            return self.update(order_form, code.unwrap_or_default()).await;
        }
        Box::pin(self.submit(order_form)).await
    }

    /// Opens the cart with the typed addresses. The chosen shipping rate is stored with the cart.
    async fn open_cart_as_typed(&self, order_form: &FormOrder) -> Result<OpenCart, StoreError> {
        let (shop, session) = (&self.state.shop, &self.session);
        let typed = order_form.typed();
        if let Some(rate) = &typed.rate
            && session.exists()
        {
            shop.carts.select_shipping_rate(&session.key, session.customer_id, rate).await?;
        }
        shop.checkout.open_cart_at(&session.key, session.customer_id, &typed).await
    }

    /// Shows the form with updated totals, after applying a coupon code if there is one.
    async fn update(&self, order_form: &FormOrder, code: &str) -> Result<Response, StoreError> {
        let (shop, session) = (&self.state.shop, &self.session);
        let vat_error = self.check_vat(order_form).await?;
        let mut open = self.open_cart_as_typed(order_form).await?;
        let mut form_notices = Vec::new();
        if !open.record.content.lines.is_empty() && !code.trim().is_empty() {
            // The typed address is stored with the cart first: a coupon may be restricted to certain buyers.
            shop.checkout.remember_checkout_form(&session.key, session.customer_id, &order_form.typed()).await?;
            let applied = apply_coupon_code(&self.state.storefront, session, &self.ip, code).await;
            form_notices = notices(&[applied], open.settings.lang());
            open = shop.carts.open_cart(&session.key, session.customer_id).await?;
        }
        let status = if vat_error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        Ok(self.show_again(status, &open, order_form, vat_error.into_iter().collect(), form_notices).await)
    }

    /// Validates a typed VAT number, which may remove the tax; returns its error.
    async fn check_vat(&self, order_form: &FormOrder) -> Result<Option<FieldError>, StoreError> {
        let Some(typed) = order_form.vat_number.as_deref().filter(|typed| !typed.trim().is_empty()) else {
            return Ok(None);
        };
        let host = Host::new(&self.state, &self.session, &self.headers, &self.ip);
        self.state.shop.checkout.check_typed_vat(&host, Some(typed), &order_form.typed().billing).await
    }

    async fn submit(&self, order_form: &FormOrder) -> Result<Response, StoreError> {
        let request = request_of_form(&self.session.key, &self.pairs, order_form.clone());
        let mut host = Host::new(&self.state, &self.session, &self.headers, &self.ip);
        let outcome = self.state.shop.checkout.submit(&mut host, &request).await?;
        let (session, cookies) = host.into_parts();
        let (order, payment) = match outcome {
            Outcome::Placed { order, payment } => (order, payment),
            Outcome::Refused(refused) => return self.refuse(refused, order_form).await,
        };
        let mut response = match redirect_target(&order, payment) {
            (to, true) => redirect_to(&self.state.storefront, &self.request, "/checkout/", &to).await,
            (to, false) => Redirect::to(&to).into_response(),
        };
        append_headers(response.headers_mut(), cookies);
        if let Ok(open) = self.state.shop.carts.open_cart(&session.key, session.customer_id).await {
            let hash = open.view().hash();
            session.write_cookies(response.headers_mut(), &self.headers, &open, &hash, &self.state.storefront.web);
        }
        Ok(response)
    }

    async fn refuse(&self, refused: Refused, order_form: &FormOrder) -> Result<Response, StoreError> {
        let shop = &self.state.shop;
        let (key, customer) = (&self.session.key, self.session.customer_id);
        let open = match refused.open {
            Some(open) => *open,
            None => shop.carts.open_cart(key, customer).await?,
        };
        if open.record.content.lines.is_empty() {
            if let Refusal::Order(refusal) = refused.reason {
                let form_notices =
                    StoredNotice { kind: "error".into(), code: refusal.code.into(), params: refusal.params };
                let _ = shop.carts.leave_notices(key, customer, &[form_notices]).await;
            }
            return Ok(Redirect::to("/cart/").into_response());
        }
        let lang = open.settings.lang();
        let errors = refused.reason.errors();
        let as_notices =
            |status, errors: &[FieldError]| (status, errors.iter().map(|e| error_notice(e, lang)).collect());
        let (status, form_notices) = match refused.reason {
            Refusal::Order(_) => as_notices(StatusCode::CONFLICT, &errors),
            Refusal::Trade(refusal) => as_notices(trade::status(refusal), &errors),
            Refusal::TooMany => as_notices(StatusCode::TOO_MANY_REQUESTS, &errors),
            _ => (StatusCode::UNPROCESSABLE_ENTITY, Vec::new()),
        };
        let errors = if form_notices.is_empty() { errors } else { Vec::new() };
        Ok(self.show_again(status, &open, order_form, errors, form_notices).await)
    }

    /// Shows the form again; redirects to the cart page if the cart is empty.
    async fn show_again(
        &self,
        status: StatusCode,
        open: &OpenCart,
        order_form: &FormOrder,
        errors: Vec<FieldError>,
        notices: Vec<Notice>,
    ) -> Response {
        if open.record.content.lines.is_empty() {
            return Redirect::to("/cart/").into_response();
        }
        let (form, invoice, vat_number) =
            (order_form.form.clone(), order_form.invoice.clone(), order_form.vat_number.clone());
        let view = CheckoutView { form, invoice, vat_number, errors, notices };
        let mut response = page(&self.state, &self.session, &self.headers, &self.request, open, view).await;
        if response.status() == StatusCode::OK {
            *response.status_mut() = status;
        }
        response
    }
}

fn error_notice(error: &FieldError, lang: Lang) -> Notice {
    Notice { kind: "error".into(), text: sentence(error, lang), ..Notice::default() }
}

/// Where to redirect a browser without scripts, and whether the target may be the provider's. The order-pay page handles hash routes
/// and retries of refused payments.
fn redirect_target(order: &PlacedOrder, payment: PaymentOutcome) -> (String, bool) {
    let order_pay = || format!("/checkout/order-pay/{}/?pay_for_order=true&key={}", order.id, order.order_key);
    match payment {
        PaymentOutcome::Offline => (order.received_path(), false),
        PaymentOutcome::Begun(to) if to.starts_with('#') => (order_pay() + &to, true),
        PaymentOutcome::Begun(to) => (to, true),
        PaymentOutcome::Refused(_) => (order_pay(), true),
    }
}
