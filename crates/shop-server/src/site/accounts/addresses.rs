//! The saved addresses of an account.

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

use super::access::customer_or_entry;
use super::account_page::Asked;
use super::account_page::Shown;
use super::account_page::expired;
use super::account_page::failed;
use super::account_page::go_with_notice;
use super::account_page::is_genuine;
use super::account_page::notice;
use super::account_page::respond;
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::checkout::checkout_form_from_pairs;

const PATH: &str = "/my-account/edit-address/";
const NONCE: &str = "edit_address";

fn kind_of(text: &str) -> Option<AddressKind> {
    [AddressKind::Billing, AddressKind::Shipping].into_iter().find(|kind| kind.as_str() == text)
}

const fn title(kind: AddressKind) -> Text {
    match kind {
        AddressKind::Billing => site_texts::billing_address,
        AddressKind::Shipping => site_texts::delivery_address,
    }
}

/// `/my-account/edit-address/`
pub(super) async fn both(asked: Asked) -> Response {
    let id = match customer_or_entry(&asked.session, PATH) {
        Ok(id) => id,
        Err(answer) => return answer,
    };
    let shown = async {
        let settings = asked.state.shop.context.settings().await?;
        let details = asked.state.shop.accounts.account(id).await?.map(|account| account.details).unwrap_or_default();
        let printed = |address: &Address| {
            if address.address_1.is_empty() {
                Vec::new()
            } else {
                lines(address, &settings.shop.country, settings.lang())
            }
        };
        let section =
            AccountSection::Addresses { billing: printed(&details.billing), shipping: printed(&details.shipping) };
        Ok::<_, StoreError>(Shown::new(site_texts::addresses, PATH, section))
    };
    match shown.await {
        Ok(shown) => respond(&asked, shown).await,
        Err(error) => failed(&error),
    }
}

/// The form of one address.
pub(super) async fn show(asked: Asked, Path(kind): Path<String>) -> Response {
    let Some(kind) = kind_of(&kind) else { return StatusCode::NOT_FOUND.into_response() };
    let id = match customer_or_entry(&asked.session, &format!("{PATH}{}/", kind.as_str())) {
        Ok(id) => id,
        Err(answer) => return answer,
    };
    let shown = async {
        let address = stored(&asked, id, kind).await?;
        form(&asked, kind, address).await
    };
    match shown.await {
        Ok(shown) => respond(&asked, shown).await,
        Err(error) => failed(&error),
    }
}

/// The saved address; a first one begins with what is known.
async fn stored(asked: &Asked, id: CustomerId, kind: AddressKind) -> Result<Address, StoreError> {
    let settings = asked.state.shop.context.settings().await?;
    let Some(account) = asked.state.shop.accounts.account(id).await? else { return Ok(Address::default()) };
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

async fn rules(asked: &Asked) -> Result<CheckoutRules, StoreError> {
    Ok(asked.state.shop.context.settings().await?.checkout_rules(true, false, false))
}

async fn form(asked: &Asked, kind: AddressKind, address: Address) -> Result<Shown, StoreError> {
    let section = AccountSection::Address(Box::new(AccountAddress { kind, address, rules: rules(asked).await? }));
    Ok(Shown::new(title(kind), &format!("{PATH}{}/", kind.as_str()), section).with_form(NONCE))
}

/// Saves the form of one address.
pub(super) async fn save(asked: Asked, Path(kind): Path<String>, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    let Some(kind) = kind_of(&kind) else { return StatusCode::NOT_FOUND.into_response() };
    match customer_or_entry(&asked.session, &format!("{PATH}{}/", kind.as_str())) {
        Err(answer) => answer,
        Ok(id) => saved(&asked, id, kind, &Pairs(pairs)).await.unwrap_or_else(|error| failed(&error)),
    }
}

async fn saved(asked: &Asked, id: CustomerId, kind: AddressKind, posted: &Pairs) -> Result<Response, StoreError> {
    let typed = checkout_form_from_pairs(&posted.0);
    let typed = match kind {
        AddressKind::Billing => typed.billing,
        AddressKind::Shipping => typed.shipping,
    };
    let refused: Vec<FieldError> =
        if is_genuine(asked, posted, NONCE) { address_errors(kind, &typed, &rules(asked).await?) } else { expired() };
    if !refused.is_empty() {
        return Ok(respond(asked, form(asked, kind, typed).await?.refused(refused)).await);
    }
    let address = typed.normalised();
    asked.state.shop.accounts.save_address(&asked.session.key, id, kind, &address).await?;
    let told = notice("success", codes::ADDRESS_SAVED, Params::new());
    go_with_notice(&asked.state, &asked.session, HeaderMap::new(), PATH, told).await
}
