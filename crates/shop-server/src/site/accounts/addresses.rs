//! The account's billing and delivery addresses.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{CustomerId, FieldError, Params};
use shop_core::checkout::address::format::lines;
use shop_core::checkout::address::{Address, AddressKind};
use shop_core::checkout::check::address_errors;
use shop_core::checkout::form::CheckoutRules;
use shop_core::platform::messages::codes;
use shop_core::platform::words::{Text, site_texts};
use shop_core::view::{AccountAddress, AccountSection};
use shop_services::ports::StoreError;

use super::access::require_customer;
use super::account_page::{
    AccountRequest, AccountView, error_response, form_expired_errors, is_genuine, notice, redirect_with_notice, respond,
};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::checkout::checkout_form_from_pairs;

const PATH: &str = "/my-account/edit-address/";
const NONCE: &str = "edit_address";

fn parse_kind(text: &str) -> Option<AddressKind> {
    [AddressKind::Billing, AddressKind::Shipping].into_iter().find(|kind| kind.as_str() == text)
}

const fn title(kind: AddressKind) -> Text {
    match kind {
        AddressKind::Billing => site_texts::billing_address,
        AddressKind::Shipping => site_texts::delivery_address,
    }
}

/// `/my-account/edit-address/`
pub(super) async fn list(request: AccountRequest) -> Response {
    let id = match require_customer(&request.session, PATH) {
        Ok(id) => id,
        Err(response) => return response,
    };
    let loading = async {
        let settings = request.state.shop.context.settings().await?;
        let details = request.state.shop.accounts.account(id).await?.map(|account| account.details).unwrap_or_default();
        let address_lines = |address: &Address| {
            if address.address_1.is_empty() {
                Vec::new()
            } else {
                lines(address, &settings.shop.country, settings.lang())
            }
        };
        let section = AccountSection::Addresses {
            billing: address_lines(&details.billing),
            shipping: address_lines(&details.shipping),
        };
        Ok::<_, StoreError>(AccountView::new(site_texts::addresses, PATH, section))
    };
    match loading.await {
        Ok(view) => respond(&request, view).await,
        Err(error) => error_response(&error),
    }
}

/// `/my-account/edit-address/{kind}/`
pub(super) async fn show(request: AccountRequest, Path(kind): Path<String>) -> Response {
    let Some(kind) = parse_kind(&kind) else { return StatusCode::NOT_FOUND.into_response() };
    let id = match require_customer(&request.session, &format!("{PATH}{}/", kind.as_str())) {
        Ok(id) => id,
        Err(response) => return response,
    };
    let loading = async {
        let address = load_address(&request, id, kind).await?;
        form(&request, kind, address).await
    };
    match loading.await {
        Ok(view) => respond(&request, view).await,
        Err(error) => error_response(&error),
    }
}

/// Loads the saved address; the first one is prefilled with the account's name and the shop's country.
async fn load_address(request: &AccountRequest, id: CustomerId, kind: AddressKind) -> Result<Address, StoreError> {
    let settings = request.state.shop.context.settings().await?;
    let Some(account) = request.state.shop.accounts.account(id).await? else { return Ok(Address::default()) };
    let saved = match kind {
        AddressKind::Billing => account.details.billing,
        AddressKind::Shipping => account.details.shipping,
    };
    if !saved.country.is_empty() {
        return Ok(saved);
    }
    Ok(Address {
        first_name: account.first_name,
        last_name: account.last_name,
        country: settings.shop.country.clone(),
        email: if kind == AddressKind::Billing { account.email } else { String::new() },
        ..Address::default()
    })
}

async fn rules(request: &AccountRequest) -> Result<CheckoutRules, StoreError> {
    Ok(request.state.shop.context.settings().await?.checkout_rules(true, false, false))
}

async fn form(request: &AccountRequest, kind: AddressKind, address: Address) -> Result<AccountView, StoreError> {
    let section = AccountSection::Address(Box::new(AccountAddress { kind, address, rules: rules(request).await? }));
    Ok(AccountView::new(title(kind), &format!("{PATH}{}/", kind.as_str()), section).with_form(NONCE))
}

pub(super) async fn save(
    request: AccountRequest,
    Path(kind): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let Some(kind) = parse_kind(&kind) else { return StatusCode::NOT_FOUND.into_response() };
    match require_customer(&request.session, &format!("{PATH}{}/", kind.as_str())) {
        Err(response) => response,
        Ok(id) => save_form(&request, id, kind, &Pairs(pairs)).await.unwrap_or_else(|error| error_response(&error)),
    }
}

async fn save_form(
    request: &AccountRequest,
    id: CustomerId,
    kind: AddressKind,
    posted: &Pairs,
) -> Result<Response, StoreError> {
    let typed = checkout_form_from_pairs(&posted.0);
    let typed = match kind {
        AddressKind::Billing => typed.billing,
        AddressKind::Shipping => typed.shipping,
    };
    let errors: Vec<FieldError> = if is_genuine(request, posted, NONCE) {
        address_errors(kind, &typed, &rules(request).await?)
    } else {
        form_expired_errors()
    };
    if !errors.is_empty() {
        return Ok(respond(request, form(request, kind, typed).await?.with_errors(errors)).await);
    }
    let address = typed.normalised();
    request.state.shop.accounts.save_address(&request.session.key, id, kind, &address).await?;
    let notice = notice("success", codes::ADDRESS_SAVED, Params::new());
    redirect_with_notice(&request.state.shop.carts, &request.session, HeaderMap::new(), PATH, notice).await
}
