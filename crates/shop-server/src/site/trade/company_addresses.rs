//! The delivery addresses of the account's company.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{CustomerId, FieldError, Params};
use shop_core::checkout::address::Address;
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountSection, CompanyAddressForm};
use shop_services::accounts::buyer::TradeRefusal;
use shop_services::ports::StoreError;
use shop_services::trade::companies::AddressesError;

use super::company::{PATH, forbidden, parse_index, require_main_account};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::checkout::checkout_form_from_pairs;
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, form_expired_errors, is_genuine, notice, redirect_with_notice, respond,
};

const NONCE: &str = "company_address";

/// The form of a new address.
pub(super) async fn add(request: AccountRequest) -> Response {
    show_form(&request, None).await
}

/// The form of an address.
pub(super) async fn edit(request: AccountRequest, path: Path<String>) -> Response {
    match parse_index(path) {
        Ok(at) => show_form(&request, Some(at)).await,
        Err(response) => response,
    }
}

async fn show_form(request: &AccountRequest, at: Option<usize>) -> Response {
    let address = match require_address(request, at).await {
        Ok(address) => address,
        Err(response) => return response,
    };
    match form(request, at, address).await {
        Ok(view) => respond(request, view).await,
        Err(error) => error_response(&error),
    }
}

/// Returns an address of the visitor's own company, or a prefilled new one; the error response otherwise.
async fn require_address(request: &AccountRequest, at: Option<usize>) -> Result<Address, Response> {
    let id = require_main_account(request, &address_path(at)).await?;
    match load_address(request, id, at).await {
        Ok(Some(address)) => Ok(address),
        Ok(None) if at.is_none() => Err(forbidden(request, TradeRefusal::NotTrade, &address_path(at)).await),
        Ok(None) => Err(StatusCode::NOT_FOUND.into_response()),
        Err(error) => Err(error_response(&error)),
    }
}

fn address_path(at: Option<usize>) -> String {
    at.map_or_else(|| format!("{PATH}address/"), |at| format!("{PATH}address/{at}/"))
}

/// Loads an address of the company; a new one is prefilled with its name and country. `None` if there is no such address or company.
async fn load_address(
    request: &AccountRequest,
    id: CustomerId,
    at: Option<usize>,
) -> Result<Option<Address>, StoreError> {
    let Some(company) = request.state.shop.companies.own_company(id).await? else { return Ok(None) };
    Ok(match at {
        Some(at) => company.content.delivery_addresses.into_iter().nth(at),
        None => Some(Address { company: company.name, country: company.country, ..Address::default() }),
    })
}

async fn form(request: &AccountRequest, at: Option<usize>, address: Address) -> Result<AccountView, StoreError> {
    let rules = request.state.shop.context.settings().await?.checkout_rules(true, false, false);
    let path = address_path(at);
    let form = CompanyAddressForm { path: path.clone(), address, rules, stored: at.is_some() };
    let section = AccountSection::CompanyAddress(Box::new(form));
    Ok(AccountView::new(site_texts::company_address, &path, section).with_form(NONCE))
}

/// Adds an address.
pub(super) async fn save_new(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    save_at(&request, None, &Pairs(pairs)).await
}

/// Saves or deletes an address.
pub(super) async fn save(
    request: AccountRequest,
    path: Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    match parse_index(path) {
        Ok(at) => save_at(&request, Some(at), &Pairs(pairs)).await,
        Err(response) => response,
    }
}

async fn save_at(request: &AccountRequest, at: Option<usize>, posted: &Pairs) -> Response {
    if let Err(response) = require_address(request, at).await {
        return response;
    }
    save_form(request, at, posted).await.unwrap_or_else(|error| error_response(&error))
}

async fn save_form(request: &AccountRequest, at: Option<usize>, posted: &Pairs) -> Result<Response, StoreError> {
    let typed = checkout_form_from_pairs(&posted.0).shipping;
    if !is_genuine(request, posted, NONCE) {
        return show_form_with_errors(request, at, typed, form_expired_errors()).await;
    }
    let address = posted.get("delete").is_none().then_some(&typed);
    match request.state.shop.companies.save_delivery_address(&request.session.buyer, at, address).await {
        Ok(()) => {
            let notice = notice("success", codes::ADDRESS_SAVED, Params::new());
            redirect_with_notice(&request.state.shop.carts, &request.session, HeaderMap::new(), PATH, notice).await
        }
        Err(AddressesError::Account(refusal)) => Ok(forbidden(request, refusal, &address_path(at)).await),
        Err(AddressesError::Store(error)) => Err(error),
        Err(AddressesError::Unknown) => Ok(StatusCode::NOT_FOUND.into_response()),
        Err(AddressesError::Fields(errors)) => show_form_with_errors(request, at, typed, errors).await,
    }
}

async fn show_form_with_errors(
    request: &AccountRequest,
    at: Option<usize>,
    typed: Address,
    errors: Vec<FieldError>,
) -> Result<Response, StoreError> {
    Ok(respond(request, form(request, at, typed).await?.with_errors(errors)).await)
}
