//! The delivery addresses of an account's company.

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
use shop_services::trade::companies::AddressesDenied;

use super::company::PATH;
use super::company::forbidden;
use super::company::keeper;
use super::company::place;
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::checkout::checkout_form_from_pairs;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::expired;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::is_genuine;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;

const NONCE: &str = "company_address";

/// The form of a new address.
pub(super) async fn add(asked: Asked) -> Response {
    open(&asked, None).await
}

/// The form of an address.
pub(super) async fn edit(asked: Asked, path: Path<String>) -> Response {
    match place(path) {
        Ok(at) => open(&asked, Some(at)).await,
        Err(answer) => answer,
    }
}

async fn open(asked: &Asked, at: Option<usize>) -> Response {
    let address = match own_address(asked, at).await {
        Ok(address) => address,
        Err(answer) => return answer,
    };
    match form(asked, at, address).await {
        Ok(shown) => respond(asked, shown).await,
        Err(error) => failed(&error),
    }
}

/// An address of the visitor's own company, or what a new one begins with; else what is answered.
async fn own_address(asked: &Asked, at: Option<usize>) -> Result<Address, Response> {
    let id = keeper(asked, &path_of(at)).await?;
    match stored(asked, id, at).await {
        Ok(Some(address)) => Ok(address),
        Ok(None) if at.is_none() => Err(forbidden(asked, TradeRefusal::NotTrade, &path_of(at)).await),
        Ok(None) => Err(StatusCode::NOT_FOUND.into_response()),
        Err(error) => Err(failed(&error)),
    }
}

fn path_of(at: Option<usize>) -> String {
    at.map_or_else(|| format!("{PATH}address/"), |at| format!("{PATH}address/{at}/"))
}

/// An address of the company; a new one begins with the company's name and country. `None`: there is no such address, or company.
async fn stored(asked: &Asked, id: CustomerId, at: Option<usize>) -> Result<Option<Address>, StoreError> {
    let Some(company) = asked.state.shop.companies.own_company(id).await? else { return Ok(None) };
    Ok(match at {
        Some(at) => company.content.delivery_addresses.into_iter().nth(at),
        None => Some(Address { company: company.name, country: company.country, ..Address::default() }),
    })
}

async fn form(asked: &Asked, at: Option<usize>, address: Address) -> Result<Shown, StoreError> {
    let rules = asked.state.shop.context.settings().await?.checkout_rules(true, false, false);
    let path = path_of(at);
    let form = CompanyAddressForm { path: path.clone(), address, rules, stored: at.is_some() };
    let section = AccountSection::CompanyAddress(Box::new(form));
    Ok(Shown::new(site_texts::company_address, &path, section).with_form(NONCE))
}

/// Adds an address.
pub(super) async fn save_new(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    save_at(&asked, None, &Pairs(pairs)).await
}

/// Changes an address, or takes it away.
pub(super) async fn save(asked: Asked, path: Path<String>, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    match place(path) {
        Ok(at) => save_at(&asked, Some(at), &Pairs(pairs)).await,
        Err(answer) => answer,
    }
}

async fn save_at(asked: &Asked, at: Option<usize>, posted: &Pairs) -> Response {
    if let Err(answer) = own_address(asked, at).await {
        return answer;
    }
    saved(asked, at, posted).await.unwrap_or_else(|error| failed(&error))
}

async fn saved(asked: &Asked, at: Option<usize>, posted: &Pairs) -> Result<Response, StoreError> {
    let typed = checkout_form_from_pairs(&posted.0).shipping;
    if !is_genuine(asked, posted, NONCE) {
        return refused(asked, at, typed, expired()).await;
    }
    let address = posted.get("delete").is_none().then_some(&typed);
    match asked.state.shop.companies.save_delivery_address(&asked.session.buyer, at, address).await? {
        Ok(()) => {
            let told = notice("success", codes::ADDRESS_SAVED, Params::new());
            go_with_notice(&asked.state, &asked.session, HeaderMap::new(), PATH, told).await
        }
        Err(AddressesDenied::Account(refusal)) => Ok(forbidden(asked, refusal, &path_of(at)).await),
        Err(AddressesDenied::Unknown) => Ok(StatusCode::NOT_FOUND.into_response()),
        Err(AddressesDenied::Fields(errors)) => refused(asked, at, typed, errors).await,
    }
}

async fn refused(
    asked: &Asked,
    at: Option<usize>,
    typed: Address,
    errors: Vec<FieldError>,
) -> Result<Response, StoreError> {
    Ok(respond(asked, form(asked, at, typed).await?.refused(errors)).await)
}
