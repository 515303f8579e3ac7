//! The checkout page and its plain form.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::address::Address;
use shop_core::address::locale::Presence;
use shop_core::checkout::form::{CheckoutForm, CheckoutRules};
use shop_core::checkout::invoice::{InvoiceForm, check_with_invoice};
use shop_core::messages::codes;
use shop_core::view::{CheckoutPage, ExtraFieldView, GatewayCustomer, Notice, Page, PaymentMethodView};
use shop_core::{Cents, FieldError};
use shop_services::cart::{OpenCart, StoredNotice};
use shop_services::orders::{Buyer, EarlierOrder, OrderInvoice, PlacedOrder, changed_meanwhile};
use shop_services::payments::GatewayPayment;
use shop_services::ports::{Account, StoreError};
use shop_services::settings::ExpressPlace;

use super::account::{LOGIN_NONCE, account_password_hash, welcome_new};
use super::cart_form::{apply_code, wanted_code};
use super::context::{Context, notices, unavailable};
use super::express::Asked as ExpressAsked;
use super::form::{checkout_form_from_pairs, invoice_form_from_pairs};
use super::gateway;
use super::leave::go_on;
use super::offers::offers_for;
use super::paying::open_payment;
use super::words::pick;
use crate::client::client_ip;
use crate::nul::Form;
use crate::payments::{Wished, pay, wished};
use crate::render::PageRequest;
use crate::session::{Session, append_headers};
use crate::state::AppState;
use crate::store_api::{Pairs, cart_answer};

/// Nonce of the form.
pub(crate) const PROCESS_NONCE: &str = "woocommerce-process_checkout";

/// Nonce of the calls that tell the chosen payment and delivery.
pub(crate) const CHOICES_NONCE: &str = "wbte-sc-checkout";

/// The invoice that is asked for, where the shop offers one.
pub(crate) fn wanted(open: &OpenCart, invoice: &InvoiceForm) -> InvoiceForm {
    InvoiceForm { requested: invoice.requested && open.settings.invoices, ..invoice.clone() }
}

/// Rules for a cart as it stands, rates included.
pub(crate) fn rules_for(open: &OpenCart, guest: bool) -> CheckoutRules {
    let view = open.view();
    let mut rules = open.settings.checkout_rules(view.needs_shipping, view.needs_payment(), guest);
    rules.min_age_years = view.min_age_years();
    if guest && view.has_subscription() {
        rules.account = Presence::Required;
    }
    rules.has_files = view.lines.iter().any(|line| line.item().downloadable);
    for (n, package) in view.packages.iter().enumerate() {
        rules.shipping_rates.insert(n.to_string(), package.rates.iter().map(|r| r.method.rate_id()).collect());
    }
    rules
}

/// The form as it opens: what the cart knows of the buyer. The shop's own province is no answer of his.
fn known_form(open: &OpenCart) -> CheckoutForm {
    let content = &open.record.content;
    let own = |address: &Address| {
        let untouched = address.address_1.is_empty() && address.city.is_empty() && address.postcode.is_empty();
        Address { state: if untouched { String::new() } else { address.state.clone() }, ..address.clone() }
    };
    let billing = own(&content.billing);
    let shipping = own(&content.shipping);
    let elsewhere = !shipping.address_1.is_empty()
        && Address { email: String::new(), ..shipping.clone() } != Address { email: String::new(), ..billing.clone() };
    let view = open.view();
    let methods: Vec<&str> = open.settings.enabled_payment_methods().map(|m| m.id.as_str()).collect();
    let payment =
        methods.iter().find(|m| **m == content.payment_method).or(methods.first()).copied().unwrap_or_default();
    CheckoutForm {
        billing,
        shipping,
        ship_to_different_address: elsewhere,
        order_comments: content.order_note.clone(),
        payment_method: payment.to_owned(),
        shipping_method: view.selected_rate().map(|r| ("0".to_owned(), r.method.rate_id())).into_iter().collect(),
        ..CheckoutForm::default()
    }
}

/// What the account knows goes where the cart knows nothing.
fn fill_from_account(form: &mut CheckoutForm, account: Account) {
    if form.billing.address_1.is_empty() && !account.details.billing.address_1.is_empty() {
        form.billing = account.details.billing;
    }
    for (field, value) in [
        (&mut form.billing.email, account.email),
        (&mut form.billing.first_name, account.first_name),
        (&mut form.billing.last_name, account.last_name),
    ] {
        if field.is_empty() {
            *field = value;
        }
    }
}

/// `/checkout/`
pub(super) async fn show(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    request: PageRequest,
) -> Response {
    let mut open = match state.shop.open_cart(&session.key, session.customer_id).await {
        Ok(open) => open,
        Err(error) => {
            return state
                .pages
                .respond_uncached(&request, shop_core::Lang::It, || async { Err(unavailable(error)) })
                .await;
        }
    };
    if open.record.content.lines.is_empty() {
        // The cart is ordered already: the order's payment goes on, and nothing is lost.
        let paying = open_payment(&state, &session).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the order of a session could not be read");
            None
        });
        return Redirect::to(paying.as_deref().unwrap_or("/cart/")).into_response();
    }
    let waiting = state.shop.collect_notices(&mut open).await.unwrap_or_default();
    let shown = notices(&waiting, open.settings.lang());
    let mut form = known_form(&open);
    if let Some(id) = session.customer_id
        && let Ok(Some(account)) = state.shop.store().account(id).await
    {
        fill_from_account(&mut form, account);
    }
    page(&state, &session, &headers, &request, &open, form, InvoiceForm::default(), Vec::new(), shown).await
}

#[allow(clippy::too_many_arguments, reason = "the page is made of these parts")]
async fn page(
    state: &AppState,
    session: &Session,
    headers: &HeaderMap,
    request: &PageRequest,
    open: &OpenCart,
    form: CheckoutForm,
    invoice: InvoiceForm,
    errors: Vec<FieldError>,
    notices: Vec<Notice>,
) -> Response {
    let now = state.shop.now();
    let lang = open.settings.lang();
    let nonce = |action: &str| state.secrets.nonce(action, &session.key, now);
    let words = |it: &str, en: &str| pick(lang, it, if en.is_empty() { it } else { en }).to_owned();
    let methods: Vec<_> = open.settings.enabled_payment_methods().collect();
    let view = open.view();
    let gateway = gateway::settings(
        state,
        session,
        gateway::Asking {
            shop: &open.settings,
            methods: &methods,
            place: gateway::Place::Checkout,
            total: view.due.now,
            subscription: view.has_subscription(),
            customer: GatewayCustomer {
                billing_country: form.billing.country.clone(),
                name: format!("{} {}", form.billing.first_name, form.billing.last_name).trim().to_owned(),
                email: form.billing.email.clone(),
            },
        },
    )
    .await;
    let asked =
        ExpressAsked { state, session, shop: &open.settings, place: ExpressPlace::Checkout, back: "/checkout/" };
    let express = asked.of_cart(open);
    let allowed = gateway.clone();
    let page = CheckoutPage {
        gateway,
        express,
        cart: cart_answer(open, state),
        form: CheckoutForm { account_password: String::new(), ..form },
        invoice,
        invoices: open.settings.invoices,
        form_kind: open.settings.checkout_form,
        attempt: state.shop.random().hex(16),
        extra_fields: open
            .settings
            .extra_billing_fields
            .iter()
            .map(|field| ExtraFieldView {
                name: field.name.clone(),
                label: words(&field.label, &field.label_en),
                location: field.location,
            })
            .collect(),
        rules: rules_for(open, session.customer_id.is_none()),
        errors,
        notices,
        payment_methods: open
            .settings
            .enabled_payment_methods()
            .map(|m| PaymentMethodView {
                id: m.id.clone(),
                title: words(&m.title, &m.title_en),
                description: words(&m.description, &m.description_en),
            })
            .collect(),
        offers: offers_for(state, open, session).await,
        store_nonce: state.secrets.nonce(crate::store_api::NONCE_ACTION, "", now),
        process_checkout_nonce: nonce(PROCESS_NONCE),
        update_order_review_nonce: nonce("update-order-review"),
        apply_coupon_nonce: nonce("apply-coupon"),
        remove_coupon_nonce: nonce("remove-coupon"),
        choices_nonce: nonce(CHOICES_NONCE),
        login_offered: open.settings.login_at_checkout,
        login_nonce: if session.customer_id.is_none() {
            state.secrets.nonce(LOGIN_NONCE, "", now)
        } else {
            String::new()
        },
        terms_path: open.settings.terms_page.clone().unwrap_or_else(|| "/condizioni-di-vendita/".into()),
        privacy_path: "/privacy/".into(),
    };
    let mut response = state
        .pages
        .respond_uncached(request, lang, || async {
            let context = Context::load(state).await.map_err(unavailable)?;
            let mut head = context.head(pick(lang, "Cassa", "Checkout"), "", "/checkout/");
            head.noindex = true;
            Ok(context.page("/checkout/", head, Page::Checkout(Box::new(page)), &[]))
        })
        .await;
    if let Some(gateway) = allowed {
        gateway::allow(&mut response, &gateway);
    }
    let hash = open.view().hash();
    session.write_cookies(response.headers_mut(), headers, open, &hash, state);
    response
}

/// The form sent without scripts: places the order, or shows the form again with everything that was typed.
pub(super) async fn place(
    State(state): State<AppState>,
    mut session: Session,
    headers: HeaderMap,
    request: PageRequest,
    connection: axum::http::Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let posted = Pairs(pairs);
    let mut form = checkout_form_from_pairs(&posted.0);
    let invoice = invoice_form_from_pairs(&posted.0);
    let failed = |error| super::plain_form::failed(&error);
    if let Some(rate) = form.shipping_method.get("0")
        && session.exists()
        && let Err(error) = state.shop.select_shipping_rate(&session.key, session.customer_id, rate).await
    {
        return failed(error);
    }
    let billing = form.billing.normalised();
    let shipping = if form.ship_to_different_address { form.shipping.normalised() } else { billing.clone() };
    let rate = form.shipping_method.get("0").cloned();
    let unchecked = Buyer { billing, shipping, rate: rate.clone(), ..Buyer::default() };
    let open = match state.shop.open_cart_at(&session.key, session.customer_id, &unchecked).await {
        Ok(open) => open,
        Err(error) => return failed(error),
    };
    let attempt = crate::attempt::of_form(&session.key, &posted.0);
    let nonce = posted.get("woocommerce-process-checkout-nonce").unwrap_or_default();
    let genuine = state.secrets.nonce_is_valid(nonce, PROCESS_NONCE, &session.key, state.shop.now());
    if genuine {
        // Before the cart, which the order of this try has emptied.
        match state.shop.earlier_order(attempt.as_ref()).await {
            Ok(Some(EarlierOrder::Same(placed))) => return Redirect::to(&placed.received_path()).into_response(),
            Ok(Some(EarlierOrder::Other(refusal))) if open.record.content.lines.is_empty() => {
                let told = StoredNotice { kind: "error".into(), code: refusal.code.into(), params: refusal.params };
                let _ = state.shop.leave_notices(&session.key, session.customer_id, &[told]).await;
            }
            Ok(_) => {}
            Err(error) => return failed(error),
        }
    }
    if open.record.content.lines.is_empty() {
        return Redirect::to("/cart/").into_response();
    }
    let lang = open.settings.lang();
    let told = |code: &str, params: &shop_core::Params| {
        vec![Notice { kind: "error".into(), text: shop_core::messages::text(code, params, lang), ..Notice::default() }]
    };
    if !genuine {
        let shown = told(codes::FORM_EXPIRED, &shop_core::Params::new());
        return with_status(
            StatusCode::FORBIDDEN,
            page(&state, &session, &headers, &request, &open, form, invoice, Vec::new(), shown).await,
        );
    }
    // Enter in any field presses the form's first button, which may be that of an empty code: then only the sums are wanted.
    let code = wanted_code(&posted);
    if let Some(code) = code.filter(|code| !code.trim().is_empty()) {
        // The typed address is kept with the cart first: a coupon may be for certain buyers only.
        let kept = state.shop.remember_buyer(&session.key, session.customer_id, &unchecked).await;
        let told = apply_code(&state, &session, &client_ip(&connection), code).await;
        let (Ok(_), Ok(open)) = (kept, state.shop.open_cart(&session.key, session.customer_id).await) else {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        };
        let shown = notices(&[told], lang);
        return page(&state, &session, &headers, &request, &open, form, invoice, Vec::new(), shown).await;
    }
    if code.is_some() || posted.get("woocommerce_checkout_update_totals").is_some() {
        return page(&state, &session, &headers, &request, &open, form, invoice, Vec::new(), Vec::new()).await;
    }
    if let Some(refusal) = changed_meanwhile(&open) {
        let shown = told(refusal.code, &refusal.params);
        return with_status(
            StatusCode::CONFLICT,
            page(&state, &session, &headers, &request, &open, form, invoice, Vec::new(), shown).await,
        );
    }
    if form.shipping_method.is_empty()
        && let Some(rate) = open.view().selected_rate()
    {
        form.shipping_method.insert("0".into(), rate.method.rate_id());
    }
    let rules = rules_for(&open, session.customer_id.is_none());
    let (checked, asked_invoice) = match check_with_invoice(&form, &rules, &wanted(&open, &invoice)) {
        Ok(checked) => checked,
        Err(errors) => {
            let answer = page(&state, &session, &headers, &request, &open, form, invoice, errors, Vec::new()).await;
            return with_status(StatusCode::UNPROCESSABLE_ENTITY, answer);
        }
    };
    // What the payment needs comes from the page's script, and is looked at before anything is ordered.
    let wish = match wished(checked.payment_method(), |name| posted.get(name).map(str::to_owned)) {
        Err(error) if open.view().needs_payment() => {
            let answer =
                page(&state, &session, &headers, &request, &open, form, invoice, vec![error], Vec::new()).await;
            return with_status(StatusCode::UNPROCESSABLE_ENTITY, answer);
        }
        wish => wish.unwrap_or(Wished::Another),
    };
    let address = client_ip(&connection);
    if state.order_allowed(&address).is_err() {
        let shown = told(codes::TOO_MANY_REQUESTS, &shop_core::Params::new());
        return with_status(
            StatusCode::TOO_MANY_REQUESTS,
            page(&state, &session, &headers, &request, &open, form, invoice, Vec::new(), shown).await,
        );
    }
    let account_password_hash = match account_password_hash(&checked, &address, &state).await {
        Ok(Ok(hash)) => hash,
        Ok(Err(error)) => {
            let errors = vec![error];
            let answer = page(&state, &session, &headers, &request, &open, form, invoice, errors, Vec::new()).await;
            return with_status(StatusCode::UNPROCESSABLE_ENTITY, answer);
        }
        Err(error) => return failed(error),
    };
    let buyer = Buyer {
        wallet: None,
        attribution: Default::default(),
        rate,
        account_password_hash,
        keeps_shipping: false,
        empties_free_cart: true,
        billing: checked.billing().clone(),
        shipping: checked.shipping().clone(),
        note: Some(checked.order_comments().to_owned()),
        payment_method: checked.payment_method().to_owned(),
        shown: posted.get("due_now_cents").and_then(|text| text.parse().ok()).map(Cents),
        age_confirmed: form.age_confirmed,
        terms: form.terms,
        files_consent: form.files_consent,
        extra_fields: checked.extra().clone(),
        invoice: asked_invoice.as_ref().map(OrderInvoice::from),
        attempt,
        ip: address.clone(),
    };
    match state.shop.place_order(&session.key, session.customer_id, &buyer).await {
        Ok(Ok(placed)) => {
            // A method is kept for the account that was made with the order.
            let mut cookies = HeaderMap::new();
            if let Some(id) = placed.account {
                welcome_new(&mut session, id, &headers, &mut cookies, &state).await;
            }
            let mut response = match wish {
                Wished::Another => Redirect::to(&placed.received_path()).into_response(),
                Wished::Gateway(wish) => match pay_and_go(&state, &session, &address, &placed, &wish).await {
                    Ok(to) => go_on(&state, &request, "/checkout/", &to).await,
                    Err(error) => return failed(error),
                },
            };
            append_headers(response.headers_mut(), cookies);
            if let Ok(open) = state.shop.open_cart(&session.key, session.customer_id).await {
                let hash = open.view().hash();
                session.write_cookies(response.headers_mut(), &headers, &open, &hash, &state);
            }
            response
        }
        Ok(Err((open, refusal))) if open.record.content.lines.is_empty() => {
            let _ = refusal;
            Redirect::to("/cart/").into_response()
        }
        Ok(Err((open, refusal))) => {
            let shown = told(refusal.code, &refusal.params);
            with_status(
                StatusCode::CONFLICT,
                page(&state, &session, &headers, &request, &open, form, invoice, Vec::new(), shown).await,
            )
        }
        Err(error) => failed(error),
    }
}

fn with_status(status: StatusCode, mut response: Response) -> Response {
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    response
}

/// Where a browser that sent the form itself goes on: hash routes are read on the order's page for paying, where a refused payment
/// is tried again too.
async fn pay_and_go(
    state: &AppState,
    session: &Session,
    address: &str,
    placed: &PlacedOrder,
    wish: &GatewayPayment,
) -> Result<String, StoreError> {
    let order_pay = format!("/checkout/order-pay/{}/?pay_for_order=true&key={}", placed.id, placed.order_key);
    Ok(match pay(state, session, address, placed.id, wish).await? {
        Ok(to) if to.starts_with('#') => order_pay + &to,
        Ok(to) => to,
        Err(_) => order_pay,
    })
}
