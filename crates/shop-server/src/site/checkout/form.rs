//! The checkout's form sent without scripts: places the order, or shows the form again with everything that was typed.

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

use super::page::Shown;
use super::page::page;
use crate::app::client::client_ip;
use crate::app::nonces;
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::{Session, append_headers};
use crate::app::state::AppState;
use crate::checkout::{Host, form_order, request_of_form};
use crate::page_data::context::notices;
use crate::render::PageRequest;
use crate::site::cart::form::apply_code;
use crate::site::cart::form::wanted_code;
use crate::site::plain_form::failed;
use crate::site::redirects::go_on;
use crate::trade;

/// What the form came with.
struct Posted {
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
    let posted = Posted { state, session, headers, request, ip: client_ip(&connection), pairs: Pairs(pairs) };
    let sent = form_order(&posted.pairs);
    posted.answer(&sent).await.unwrap_or_else(|error| failed(&error))
}

impl Posted {
    async fn answer(&self, sent: &FormOrder) -> Result<Response, StoreError> {
        let (state, session) = (&self.state, &self.session);
        let nonce = self.pairs.get("woocommerce-process-checkout-nonce").unwrap_or_default();
        let genuine = state.secrets.nonce_is_valid(nonce, nonces::CHECKOUT, &session.key, state.shop.context.now());
        if !genuine {
            let open = self.cart_as_typed(sent).await?;
            let told = vec![error_notice(&FieldError::new("", codes::FORM_EXPIRED), open.settings.lang())];
            return Ok(self.again(StatusCode::FORBIDDEN, &open, sent, Vec::new(), told).await);
        }
        // Enter in any field presses the form's first button, which may be that of an empty code: then only the sums are wanted.
        let code = wanted_code(&self.pairs);
        let only_sums = ["woocommerce_checkout_update_totals", "validate_vat"];
        if code.is_some() || only_sums.iter().any(|button| self.pairs.get(button).is_some()) {
            return self.update(sent, code.unwrap_or_default()).await;
        }
        Box::pin(self.submit(sent)).await
    }

    /// The cart with what was typed. The chosen delivery is kept.
    async fn cart_as_typed(&self, sent: &FormOrder) -> Result<OpenCart, StoreError> {
        let (shop, session) = (&self.state.shop, &self.session);
        let typed = sent.typed();
        if let Some(rate) = &typed.rate
            && session.exists()
        {
            shop.carts.select_shipping_rate(&session.key, session.customer_id, rate).await?;
        }
        shop.checkout.open_cart_at(&session.key, session.customer_id, &typed).await
    }

    /// Shows the sums of what was typed, with a coupon's code where there is one.
    async fn update(&self, sent: &FormOrder, code: &str) -> Result<Response, StoreError> {
        let (shop, session) = (&self.state.shop, &self.session);
        let wrong_vat = self.check_vat(sent).await?;
        let mut open = self.cart_as_typed(sent).await?;
        let mut told = Vec::new();
        if !open.record.content.lines.is_empty() && !code.trim().is_empty() {
            // The typed address is kept with the cart first: a coupon may be for certain buyers only.
            shop.checkout.remember_checkout_form(&session.key, session.customer_id, &sent.typed()).await?;
            let applied = apply_code(&self.state, session, &self.ip, code).await;
            told = notices(&[applied], open.settings.lang());
            open = shop.carts.open_cart(&session.key, session.customer_id).await?;
        }
        let status = if wrong_vat.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        Ok(self.again(status, &open, sent, wrong_vat.into_iter().collect(), told).await)
    }

    /// Checks the VAT number, if one was typed, which may take the tax off; gives what is wrong with it.
    async fn check_vat(&self, sent: &FormOrder) -> Result<Option<FieldError>, StoreError> {
        let Some(typed) = sent.vat_number.as_deref().filter(|typed| !typed.trim().is_empty()) else { return Ok(None) };
        let host = Host::new(&self.state, &self.session, &self.headers, &self.ip);
        self.state.shop.checkout.check_typed_vat(&host, Some(typed), &sent.typed().billing).await
    }

    async fn submit(&self, sent: &FormOrder) -> Result<Response, StoreError> {
        let request = request_of_form(&self.session.key, &self.pairs, sent.clone());
        let mut host = Host::new(&self.state, &self.session, &self.headers, &self.ip);
        let outcome = self.state.shop.checkout.submit(&mut host, &request).await?;
        let (session, cookies) = host.into_parts();
        let (order, payment) = match outcome {
            Outcome::Placed { order, payment } => (order, payment),
            Outcome::Refused(refused) => return self.refuse(refused, sent).await,
        };
        let mut response = match next_address(&order, payment) {
            (to, true) => go_on(&self.state, &self.request, "/checkout/", &to).await,
            (to, false) => Redirect::to(&to).into_response(),
        };
        append_headers(response.headers_mut(), cookies);
        if let Ok(open) = self.state.shop.carts.open_cart(&session.key, session.customer_id).await {
            let hash = open.view().hash();
            session.write_cookies(response.headers_mut(), &self.headers, &open, &hash, &self.state);
        }
        Ok(response)
    }

    async fn refuse(&self, refused: Refused, sent: &FormOrder) -> Result<Response, StoreError> {
        let shop = &self.state.shop;
        let (key, customer) = (&self.session.key, self.session.customer_id);
        let open = match refused.open {
            Some(open) => *open,
            None => shop.carts.open_cart(key, customer).await?,
        };
        if open.record.content.lines.is_empty() {
            if let Refusal::Order(refusal) = refused.reason {
                let told = StoredNotice { kind: "error".into(), code: refusal.code.into(), params: refusal.params };
                let _ = shop.carts.leave_notices(key, customer, &[told]).await;
            }
            return Ok(Redirect::to("/cart/").into_response());
        }
        let lang = open.settings.lang();
        let errors = refused.reason.errors();
        let above = |status, errors: &[FieldError]| (status, errors.iter().map(|e| error_notice(e, lang)).collect());
        let (status, told) = match refused.reason {
            Refusal::Order(_) => above(StatusCode::CONFLICT, &errors),
            Refusal::Trade(refusal) => above(trade::status(refusal), &errors),
            Refusal::TooMany => above(StatusCode::TOO_MANY_REQUESTS, &errors),
            _ => (StatusCode::UNPROCESSABLE_ENTITY, Vec::new()),
        };
        let errors = if told.is_empty() { errors } else { Vec::new() };
        Ok(self.again(status, &open, sent, errors, told).await)
    }

    /// The form again; without a cart there is none.
    async fn again(
        &self,
        status: StatusCode,
        open: &OpenCart,
        sent: &FormOrder,
        errors: Vec<FieldError>,
        notices: Vec<Notice>,
    ) -> Response {
        if open.record.content.lines.is_empty() {
            return Redirect::to("/cart/").into_response();
        }
        let (form, invoice, vat_number) = (sent.form.clone(), sent.invoice.clone(), sent.vat_number.clone());
        let shown = Shown { form, invoice, vat_number, errors, notices };
        let mut response = page(&self.state, &self.session, &self.headers, &self.request, open, shown).await;
        if response.status() == StatusCode::OK {
            *response.status_mut() = status;
        }
        response
    }
}

fn error_notice(error: &FieldError, lang: Lang) -> Notice {
    Notice { kind: "error".into(), text: sentence(error, lang), ..Notice::default() }
}

/// Where a browser that sent the form itself goes on, and whether by way of the provider: hash routes are read on the order's page
/// for paying, where a refused payment is tried again too.
fn next_address(order: &PlacedOrder, payment: PaymentOutcome) -> (String, bool) {
    let order_pay = || format!("/checkout/order-pay/{}/?pay_for_order=true&key={}", order.id, order.order_key);
    match payment {
        PaymentOutcome::Offline => (order.received_path(), false),
        PaymentOutcome::Begun(to) if to.starts_with('#') => (order_pay() + &to, true),
        PaymentOutcome::Begun(to) => (to, true),
        PaymentOutcome::Refused(_) => (order_pay(), true),
    }
}
