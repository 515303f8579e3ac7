//! The company of an account: its data, and where its goods may go. Its main account alone opens these pages; who has no company
//! asks for one here.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{CustomerId, FieldError, Params};
use shop_core::checkout::address::format::lines;
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::company::{Approval, MAX_DELIVERY_ADDRESSES};
use shop_core::trade::registration::RegistrationForm;
use shop_core::view::{AccountCompany, AccountSection, CompanyAddress, KeptFile};
use shop_services::accounts::buyer::TradeRefusal;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{CompanyRecord, StoreError};
use shop_services::trade::companies::{OwnDenied, RegistrationSetup};

use crate::site::accounts::access::customer_or_entry;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::expired;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::is_genuine;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;
use crate::site::accounts::registration;
use crate::site::accounts::registration::Filled;
use crate::site::accounts::upload_form::Posted;
use crate::trade::{error, status};

pub(super) const PATH: &str = "/my-account/company/";
const NONCE: &str = "company";

/// The account that keeps a company or may ask for one; else what is answered.
pub(super) async fn keeper(asked: &Asked, path: &str) -> Result<CustomerId, Response> {
    let id = customer_or_entry(&asked.session, path)?;
    let own = async {
        let buyer = &asked.session.buyer;
        // Who has no company may ask for one; of the people of a company its main account alone opens this.
        Ok::<_, StoreError>(buyer.approval.is_none() || asked.state.shop.companies.own_company(id).await?.is_some())
    };
    match own.await {
        Ok(true) => Ok(id),
        Ok(false) => Err(forbidden(asked, TradeRefusal::NotAllowed, path).await),
        Err(error) => Err(failed(&error)),
    }
}

/// The page that says why another one cannot be opened.
pub(super) async fn forbidden(asked: &Asked, refusal: TradeRefusal, path: &str) -> Response {
    let shown = Shown::new(site_texts::company, path, AccountSection::Forbidden);
    respond(asked, Shown { status: status(refusal), errors: vec![error(refusal)], ..shown }).await
}

/// `/my-account/company/`
pub(super) async fn show(asked: Asked, axum::extract::RawQuery(raw): axum::extract::RawQuery) -> Response {
    let id = match keeper(&asked, PATH).await {
        Ok(id) => id,
        Err(answer) => return answer,
    };
    let query = crate::app::pairs::Pairs::parse(raw.as_deref().unwrap_or_default());
    match opened(&asked, id, query.get("role").unwrap_or_default()).await {
        Ok(shown) => respond(&asked, shown).await,
        Err(error) => failed(&error),
    }
}

/// The page as it opens: filled with what is stored, or with a role that is asked for.
async fn opened(asked: &Asked, id: CustomerId, role: &str) -> Result<Shown, StoreError> {
    let setup = asked.state.shop.companies.registration_setup().await?;
    let company = asked.state.shop.companies.own_company(id).await?;
    let filled = match &company {
        None => Filled::of_role(role),
        Some(company) => {
            let mut filled = stored(asked, company, &setup).await?;
            if !role.is_empty() && company.approval != Approval::Approved {
                role.clone_into(&mut filled.form.role);
            }
            filled
        }
    };
    shown(asked, company.as_ref(), &setup, filled).await
}

/// What is stored of a company, as its form shows it.
async fn stored(asked: &Asked, company: &CompanyRecord, setup: &RegistrationSetup) -> Result<Filled, StoreError> {
    let fields = &company.content.fields;
    let files = asked.state.shop.companies.company_files(company.id).await?;
    let kept = |(field, stored): (&String, &String)| {
        let file = files.iter().find(|file| file.stored_name == *stored)?;
        Some(KeptFile { field: field.clone(), name: file.name.clone(), stored_name: stored.clone() })
    };
    Ok(Filled {
        form: RegistrationForm {
            role: setup.slug(company.role_id).to_owned(),
            country: company.country.clone(),
            checked: fields.iter().filter(|(_, value)| *value == "1").map(|(name, _)| name.clone()).collect(),
            values: fields.clone(),
            ..RegistrationForm::default()
        },
        kept_files: fields.iter().filter_map(kept).collect(),
        refused: Vec::new(),
    })
}

async fn shown(
    asked: &Asked,
    company: Option<&CompanyRecord>,
    setup: &RegistrationSetup,
    filled: Filled,
) -> Result<Shown, StoreError> {
    let settings = asked.state.shop.context.settings().await?;
    let mut form = registration::view(asked, setup, filled, true, settings.lang());
    let mut section = AccountCompany { may_add: false, ..AccountCompany::default() };
    if let Some(company) = company {
        section.approval = Some(company.approval);
        section.rejection_reason.clone_from(&company.content.rejection_reason);
        let role = setup.roles.iter().find(|role| role.id == company.role_id);
        section.role_name = role.map(|role| role.terms.name(settings.lang()).to_owned()).unwrap_or_default();
        section.addresses = addresses(company, &settings);
        section.may_add = company.content.delivery_addresses.len() < MAX_DELIVERY_ADDRESSES;
        if company.approval == Approval::Approved {
            form.roles.retain(|choice| role.is_some_and(|role| role.slug == choice.slug));
        }
    }
    section.form = form;
    section.invoices = crate::site::orders::invoices::own(asked).await?;
    Ok(Shown::new(site_texts::company, PATH, AccountSection::Company(Box::new(section))).with_form(NONCE))
}

fn addresses(company: &CompanyRecord, settings: &ShopSettings) -> Vec<CompanyAddress> {
    let shown = company.content.delivery_addresses.iter().enumerate().map(|(at, address)| CompanyAddress {
        lines: lines(address, &settings.shop.country, settings.lang()),
        path: format!("{PATH}address/{at}/"),
    });
    shown.collect()
}

/// Saves the company's data, or asks for a company.
pub(super) async fn save(asked: Asked, posted: Posted) -> Response {
    match keeper(&asked, PATH).await {
        Err(answer) => answer,
        Ok(id) => saved(&asked, id, &posted).await.unwrap_or_else(|error| failed(&error)),
    }
}

async fn saved(asked: &Asked, id: CustomerId, posted: &Posted) -> Result<Response, StoreError> {
    let companies = &asked.state.shop.companies;
    if !is_genuine(asked, &posted.pairs, NONCE) {
        return Ok(respond(asked, opened(asked, id, "").await?.refused(expired())).await);
    }
    let lang = asked.state.shop.context.settings().await?.lang();
    let setup = companies.registration_setup().await?;
    let company = companies.own_company(id).await?;
    let filled = registration::read(asked, posted, &setup, company.as_ref().map(|one| one.id), lang).await?;
    let outcome = if filled.refused.is_empty() {
        companies.save_own(&asked.session.buyer, &filled.form).await?
    } else {
        Err(OwnDenied::Fields(Vec::new()))
    };
    match outcome {
        Ok(id) => {
            registration::check_vat(asked, id).await;
            let waits = company.is_none_or(|before| before.approval != Approval::Approved);
            let told = if waits { codes::TRADE_APPLIED } else { codes::TRADE_SAVED };
            let told = notice("success", told, Params::new());
            go_with_notice(&asked.state, &asked.session, HeaderMap::new(), PATH, told).await
        }
        Err(OwnDenied::Account(refusal)) => Ok(forbidden(asked, refusal, PATH).await),
        Err(OwnDenied::Fields(errors)) => {
            let errors: Vec<FieldError> = filled.refusals(errors);
            Ok(respond(asked, shown(asked, company.as_ref(), &setup, filled).await?.refused(errors)).await)
        }
    }
}

/// A number of an address in the page's path.
pub(super) fn place(Path(at): Path<String>) -> Result<usize, Response> {
    at.parse().map_err(|_| StatusCode::NOT_FOUND.into_response())
}
