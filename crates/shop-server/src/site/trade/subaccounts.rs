//! A company's sub-accounts: list, a new one, one of them.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::format::decimal;
use shop_core::base::{CustomerId, Lang, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::view::{
    AccountSection, AccountSubaccount, AccountSubaccountFields, AccountSubaccountRow, AccountSubaccounts,
};
use shop_services::accounts::buyer::TradeBuyer;
use shop_services::ports::{StoreError, SubaccountRecord};
use shop_services::trade::subaccounts::SubaccountRefusal;

use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::page_data::texts;
use crate::site::accounts::access::trade_buyer;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::expired;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::is_genuine;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;
use crate::trade::subaccounts::{NotCreated, create as create_one, details_of, form_of};

const PATH: &str = "/my-account/subaccounts/";
/// Action of both forms.
const NONCE: &str = "subaccounts";
const ACTION: TradeAction = TradeAction::ManageSubaccounts;

fn path_of(id: CustomerId) -> String {
    format!("{PATH}{id}/")
}

/// `/my-account/subaccounts/`
pub(super) async fn list(asked: Asked) -> Response {
    match trade_buyer(&asked, ACTION, PATH).await {
        Err(answer) => answer,
        Ok(main) => match listed(&asked, &main, None).await {
            Ok(shown) => respond(&asked, shown).await,
            Err(error) => failed(&error),
        },
    }
}

async fn listed(asked: &Asked, main: &TradeBuyer, typed: Option<AccountSubaccountFields>) -> Result<Shown, StoreError> {
    let (found, maximum) = asked.state.shop.subaccounts.list(main).await?;
    let section = AccountSection::Subaccounts(Box::new(AccountSubaccounts {
        room: u64::try_from(found.len()).is_ok_and(|count| count < maximum),
        subaccounts: found.into_iter().map(row).collect(),
        maximum: i64::try_from(maximum).unwrap_or(i64::MAX),
        typed,
    }));
    Ok(Shown::new(site_texts::subaccounts, PATH, section).with_form(NONCE))
}

fn row(one: SubaccountRecord) -> AccountSubaccountRow {
    let kept = one.subaccount;
    AccountSubaccountRow {
        id: one.id.0,
        name: if kept.name.is_empty() { one.username.clone() } else { kept.name },
        username: one.username,
        email: one.email,
        job_title: kept.job_title,
        permissions: kept.permissions,
        path: path_of(one.id),
    }
}

/// Makes a sub-account.
pub(super) async fn create(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    match trade_buyer(&asked, ACTION, PATH).await {
        Err(answer) => answer,
        Ok(main) => created(&asked, &main, &Pairs(pairs)).await.unwrap_or_else(|error| failed(&error)),
    }
}

async fn created(asked: &Asked, main: &TradeBuyer, posted: &Pairs) -> Result<Response, StoreError> {
    let refused = if is_genuine(asked, posted, NONCE) {
        match create_one(&asked.state, &asked.session, &asked.address, posted).await? {
            Ok(_) => {
                let told = notice("success", codes::SUBACCOUNT_CREATED, Params::new());
                return go_with_notice(&asked.state, &asked.session, HeaderMap::new(), PATH, told).await;
            }
            Err(NotCreated::Busy) => return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response()),
            Err(NotCreated::TooMany(error)) => vec![error],
            Err(NotCreated::Refused(refusal)) => refusal.errors(),
        }
    } else {
        expired()
    };
    let shown = listed(asked, main, Some(typed(posted))).await?.refused(refused);
    Ok(respond(asked, shown).await)
}

/// What was typed, the password aside.
fn typed(posted: &Pairs) -> AccountSubaccountFields {
    let (form, details) = (form_of(posted), details_of(posted));
    AccountSubaccountFields {
        username: form.username,
        email: form.email,
        name: details.name,
        job_title: details.job_title,
        phone: details.phone,
        permissions: details.permissions,
        approval_above: details.approval_above,
    }
}

/// `/my-account/subaccounts/{id}/`: another company's looks like one that is not there.
pub(super) async fn show(asked: Asked, Path(number): Path<String>) -> Response {
    let id = CustomerId(number.parse().unwrap_or(0));
    let main = match trade_buyer(&asked, ACTION, &path_of(id)).await {
        Ok(main) => main,
        Err(answer) => return answer,
    };
    match asked.state.shop.subaccounts.one(&main, id).await {
        Ok(Some(one)) => {
            let lang = asked.state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
            respond(&asked, form(&one, lang)).await
        }
        Ok(None) => texts::missing(&asked.state, &asked.request, &path_of(id)).await,
        Err(error) => failed(&error),
    }
}

fn form(one: &SubaccountRecord, lang: Lang) -> Shown {
    let kept = &one.subaccount;
    let fields = AccountSubaccountFields {
        username: one.username.clone(),
        email: one.email.clone(),
        name: kept.name.clone(),
        job_title: kept.job_title.clone(),
        phone: kept.phone.clone(),
        permissions: kept.permissions,
        approval_above: kept.approval_above_cents.map(|above| decimal(&above.to_decimal(), lang)).unwrap_or_default(),
    };
    shown(one.id, fields)
}

fn shown(id: CustomerId, fields: AccountSubaccountFields) -> Shown {
    let section = AccountSection::Subaccount(Box::new(AccountSubaccount { id: id.0, fields }));
    Shown::new(site_texts::subaccount, &path_of(id), section).with_form(NONCE)
}

/// Saves or deletes one.
pub(super) async fn act(
    asked: Asked,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = CustomerId(number.parse().unwrap_or(0));
    match trade_buyer(&asked, ACTION, &path_of(id)).await {
        Err(answer) => answer,
        Ok(main) => acted(&asked, &main, id, &Pairs(pairs)).await.unwrap_or_else(|error| failed(&error)),
    }
}

async fn acted(asked: &Asked, main: &TradeBuyer, id: CustomerId, posted: &Pairs) -> Result<Response, StoreError> {
    let (state, buyer) = (&asked.state, &asked.session.buyer);
    let Some(one) = state.shop.subaccounts.one(main, id).await? else {
        return Ok(texts::missing(state, &asked.request, &path_of(id)).await);
    };
    let as_typed = || {
        let fields =
            AccountSubaccountFields { username: one.username.clone(), email: one.email.clone(), ..typed(posted) };
        shown(id, fields)
    };
    if !is_genuine(asked, posted, NONCE) {
        return Ok(respond(asked, as_typed().refused(expired())).await);
    }
    let (done, code) = match posted.get("action") {
        Some("save") => (state.shop.subaccounts.update(buyer, id, &details_of(posted)).await?, codes::SUBACCOUNT_SAVED),
        Some("delete") => (state.shop.subaccounts.delete(buyer, id).await?, codes::SUBACCOUNT_DELETED),
        _ => return Ok(StatusCode::BAD_REQUEST.into_response()),
    };
    match done {
        Ok(()) => {
            let told = notice("success", code, Params::new());
            go_with_notice(state, &asked.session, HeaderMap::new(), PATH, told).await
        }
        Err(SubaccountRefusal::Unknown) => Ok(texts::missing(state, &asked.request, &path_of(id)).await),
        Err(refusal) => Ok(respond(asked, as_typed().refused(refusal.errors())).await),
    }
}
