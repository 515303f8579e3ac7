//! The checkout page.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::FieldError;
use shop_core::checkout::address::Address;
use shop_core::checkout::address::format::lines;
use shop_core::checkout::form::CheckoutForm;
use shop_core::checkout::invoice::InvoiceForm;
use shop_core::orders::payment::BY_INVOICE;
use shop_core::platform::words::site_texts;
use shop_core::privacy::attribution::AttributionFields;
use shop_core::trade::account::TradeAction;
use shop_core::trade::credit_line::CreditLine;
use shop_core::view::{
    CheckoutPage, CompanyDelivery, ExtraFieldView, GatewayCustomer, GatewaySettings, Notice, Page, PaymentMethodView,
};
use shop_services::cart::OpenCart;
use shop_services::checkout::checkout_rules;
use shop_services::platform::settings::{ExpressPlace, ShopSettings};
use shop_services::ports::Account;
use shop_services::trade::approvals::ApprovalStatus;
use shop_services::trade::companies::Companies;
use shop_services::trade::receivables::Receivables;

use crate::app::forms::form_fields::Pairs;
use crate::app::responses::page_cart;
use crate::app::state::AppState;
use crate::app::storefront::Storefront;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;
use crate::page_data::context::{Context, notices, unavailable};
use crate::page_data::payments::express::ExpressContext;
use crate::page_data::payments::gateway;
use crate::page_data::trade::vat_field;
use crate::render::PageRequest;
use crate::site::accounts::access::forbidden_page;
use crate::site::accounts::login::LOGIN_NONCE;
use crate::site::cart::offers::load_offers;
use crate::site::payments::provider_return::pending_payment_path;
use crate::site::plain_form::error_response;

/// Query field with the index of one of the company's delivery addresses.
const DELIVER_TO: &str = "deliver_to";

/// Prefills the form from the cart. A cart starts with the shop's own province, which the buyer has not chosen.
fn form_from_cart(open: &OpenCart) -> CheckoutForm {
    let content = &open.record.content;
    let without_default_state = |address: &Address| {
        let untouched = address.address_1.is_empty() && address.city.is_empty() && address.postcode.is_empty();
        Address { state: if untouched { String::new() } else { address.state.clone() }, ..address.clone() }
    };
    let billing = without_default_state(&content.billing);
    let shipping = without_default_state(&content.shipping);
    let ships_elsewhere = !shipping.address_1.is_empty()
        && Address { email: String::new(), ..shipping.clone() } != Address { email: String::new(), ..billing.clone() };
    let view = open.view();
    let methods: Vec<&str> = view.payment_methods().map(|m| m.id.as_str()).collect();
    let payment =
        methods.iter().find(|m| **m == content.payment_method).or(methods.first()).copied().unwrap_or_default();
    CheckoutForm {
        billing,
        shipping,
        ship_to_different_address: ships_elsewhere,
        order_comments: content.order_note.clone(),
        buyer_reference: content.buyer_reference.clone(),
        delivery_day: content.delivery_day.clone(),
        payment_method: payment.to_owned(),
        shipping_method: view.selected_rate().map(|r| ("0".to_owned(), r.method.rate_id())).into_iter().collect(),
        ..CheckoutForm::default()
    }
}

/// Fills fields that the cart leaves empty from the account.
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
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let mut open = match state.shop.carts.open_cart(&session.key, session.customer_id).await {
        Ok(open) => open,
        Err(error) => {
            return state
                .pages
                .respond_uncached(&request, state.storefront.web.lang(), || async { Err(unavailable(error)) })
                .await;
        }
    };
    if open.record.content.lines.is_empty() {
        // The cart has been ordered already: redirect to the payment of that order.
        let paying = pending_payment_path(
            &state.shop.context,
            &state.shop.orders,
            &state.shop.settlement,
            &state.shop.payment_sessions,
            &session,
        )
        .await
        .unwrap_or_else(|error| {
            tracing::error!(%error, "the order of a session could not be read");
            None
        });
        return Redirect::to(paying.as_deref().unwrap_or("/cart/")).into_response();
    }
    if let Some(response) = blocked_response(&state, &session, &request, &open).await {
        return response;
    }
    let stored = state.shop.carts.collect_notices(&mut open).await.unwrap_or_default();
    let shown_notices = notices(&stored, open.settings.lang());
    let mut form = form_from_cart(&open);
    if let Some(id) = session.customer_id
        && let Ok(Some(account)) = state.shop.accounts.account(id).await
    {
        fill_from_account(&mut form, account);
    }
    fill_from_company(&mut form, &state.shop.companies, &session, raw.as_deref()).await;
    let view = CheckoutView { form, notices: shown_notices, ..CheckoutView::default() };
    page(&state, &session, &headers, &request, &open, view).await
}

/// Returns the response to a buyer who may not order, or whose cart needs an approval first.
async fn blocked_response(
    state: &AppState,
    session: &Session,
    request: &PageRequest,
    open: &OpenCart,
) -> Option<Response> {
    if let Err(refusal) = session.buyer.check(TradeAction::Buy) {
        return Some(forbidden_page(state, session, request, "/checkout/", refusal).await);
    }
    match state.shop.approvals.standing(&session.buyer, open).await {
        // The approvals page requests the approval and shows its state.
        Ok(ApprovalStatus::Missing { .. }) => Some(Redirect::to("/my-account/approvals/").into_response()),
        Ok(ApprovalStatus::NotNeeded | ApprovalStatus::Approved(_)) => None,
        Err(error) => Some(error_response(&error)),
    }
}

/// Prefills the company's delivery address whose index (from 0) the query names.
async fn fill_from_company(form: &mut CheckoutForm, companies: &Companies, session: &Session, raw: Option<&str>) {
    let query = Pairs::parse(raw.unwrap_or_default());
    let Some(at) = query.get(DELIVER_TO).and_then(|text| text.parse::<usize>().ok()) else { return };
    if let Ok(addresses) = companies.delivery_addresses(&session.buyer).await
        && let Some(address) = addresses.into_iter().nth(at)
    {
        form.shipping = address;
        form.ship_to_different_address = true;
    }
}

/// Values of the form, with errors and notices.
#[derive(Default)]
pub(super) struct CheckoutView {
    pub form: CheckoutForm,
    pub invoice: InvoiceForm,
    /// The posted VAT number; `None` shows the stored one.
    pub vat_number: Option<String>,
    pub errors: Vec<FieldError>,
    pub notices: Vec<Notice>,
}

/// Renders the checkout page of a cart that is not empty.
pub(super) async fn page(
    state: &AppState,
    session: &Session,
    headers: &HeaderMap,
    request: &PageRequest,
    open: &OpenCart,
    view: CheckoutView,
) -> Response {
    let mut view = view;
    let form = &mut view.form;
    if form.shipping_method.is_empty()
        && let Some(rate) = open.view().selected_rate()
    {
        form.shipping_method.insert("0".into(), rate.method.rate_id());
    }
    let lang = open.settings.lang();
    let gateway = gateway_settings(&state.storefront, session, open, &view.form).await;
    let gateway_on_page = gateway.clone();
    let page = checkout_page(state, session, open, gateway, view).await;
    let mut response = state
        .pages
        .respond_uncached(request, lang, || async {
            let context = Context::load(&state.storefront, &session.buyer).await.map_err(unavailable)?;
            let mut head = context.head(site_texts::checkout(lang), "", "/checkout/");
            head.noindex = true;
            Ok(context.page("/checkout/", head, Page::Checkout(Box::new(page)), &[]))
        })
        .await;
    if let Some(gateway) = gateway_on_page {
        gateway::allow(&mut response, &gateway);
    }
    let hash = open.view().hash();
    session.write_cookies(response.headers_mut(), headers, open, &hash, &state.storefront.web);
    response
}

async fn gateway_settings(
    storefront: &Arc<Storefront>,
    session: &Session,
    open: &OpenCart,
    form: &CheckoutForm,
) -> Option<Box<GatewaySettings>> {
    let view = open.view();
    let methods: Vec<_> = view.payment_methods().collect();
    let asking = gateway::GatewayPage {
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
    };
    gateway::settings(storefront, session, asking).await
}

/// Collects the data of the page.
async fn checkout_page(
    state: &AppState,
    session: &Session,
    open: &OpenCart,
    gateway: Option<Box<GatewaySettings>>,
    view: CheckoutView,
) -> CheckoutPage {
    let now = state.shop.context.now();
    let guest = session.customer_id.is_none();
    let nonce = |action: &str| state.secrets.nonce(action, &session.key, now);
    let express = ExpressContext {
        storefront: &state.storefront,
        session,
        shop: &open.settings,
        place: ExpressPlace::Checkout,
        back: "/checkout/",
    };
    let vat =
        vat_field::of_checkout(&state.storefront, session, open, &view.form.billing.country, view.vat_number).await;
    CheckoutPage {
        gateway,
        vat,
        express: express.of_cart(open),
        cart: page_cart(open, &state.storefront.web),
        form: CheckoutForm { account_password: String::new(), ..view.form },
        invoice: view.invoice,
        invoices: open.settings.checkout.invoices,
        form_kind: open.settings.checkout.form,
        attempt: state.shop.context.random().hex(16),
        attribution_fields: AttributionFields::NAMES.map(str::to_owned).to_vec(),
        extra_fields: extra_fields(&open.settings),
        rules: checkout_rules(open, &session.buyer),
        delivery_choices: delivery_choices(&state.shop.companies, session, &open.settings).await,
        errors: view.errors,
        notices: view.notices,
        payment_methods: payment_methods(open),
        credit: credit(&state.shop.receivables, session, open).await,
        offers: load_offers(&state.shop.cart_coupons, open, session).await,
        store_nonce: state.secrets.nonce(nonces::STORE_API, "", now),
        process_checkout_nonce: nonce(nonces::CHECKOUT),
        update_order_review_nonce: nonce("update-order-review"),
        apply_coupon_nonce: nonce("apply-coupon"),
        remove_coupon_nonce: nonce("remove-coupon"),
        choices_nonce: nonce(nonces::CHOICES),
        login_offered: open.settings.checkout.login,
        login_nonce: if guest { state.secrets.nonce(LOGIN_NONCE, "", now) } else { String::new() },
        terms_path: open.settings.checkout.terms_page.clone().unwrap_or_else(|| "/condizioni-di-vendita/".into()),
        privacy_path: "/privacy/".into(),
    }
}

/// The delivery addresses of the buyer's company.
async fn delivery_choices(companies: &Companies, session: &Session, settings: &ShopSettings) -> Vec<CompanyDelivery> {
    let found = companies.delivery_addresses(&session.buyer).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a company's delivery addresses could not be read");
        Vec::new()
    });
    let choice = |(at, address): (usize, Address)| CompanyDelivery {
        label: lines(&address, &settings.shop.country, settings.lang()).join(", "),
        path: format!("/checkout/?{DELIVER_TO}={at}"),
        address,
    };
    found.into_iter().enumerate().map(choice).collect()
}

fn extra_fields(settings: &ShopSettings) -> Vec<ExtraFieldView> {
    let fields = settings.checkout.extra.iter().map(|field| ExtraFieldView {
        name: field.name.clone(),
        label: field.words(settings.lang()).to_owned(),
        location: field.location,
        required: field.required,
        kind: field.kind,
        options: field.options.clone(),
        option_labels: field.option_words(settings.lang()),
    });
    fields.collect()
}

/// The company's credit line, if the cart can be paid by invoice.
async fn credit(receivables: &Receivables, session: &Session, open: &OpenCart) -> Option<CreditLine> {
    if !open.view().payment_methods().any(|method| method.id == BY_INVOICE) {
        return None;
    }
    receivables.own_credit(&session.buyer).await.unwrap_or_else(|error| {
        tracing::error!(%error, "what a company owes could not be read");
        None
    })
}

fn payment_methods(open: &OpenCart) -> Vec<PaymentMethodView> {
    let (view, settings) = (open.view(), &open.settings);
    let methods = view.payment_methods().map(|m| PaymentMethodView {
        id: m.id.clone(),
        title: localised(settings, &m.title, &m.title_en),
        description: localised(settings, &m.description, &m.description_en),
    });
    methods.collect()
}

/// The merchant's text in the visitor's language; Italian if the English one is empty.
fn localised(settings: &ShopSettings, it: &str, en: &str) -> String {
    settings.lang().select(it, en).to_owned()
}
