//! The account's company: its data and delivery addresses. Only its main account may open these pages; a customer without a company
//! applies for one here.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{CustomerId, FieldError, Params};
use shop_core::checkout::address::format::lines;
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::company::{Approval, MAX_DELIVERY_ADDRESSES};
use shop_core::trade::registration::RegistrationForm;
use shop_core::view::{AccountCompany, AccountSection, CompanyAddress, StoredFile};
use shop_services::accounts::buyer::TradeRefusal;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{CompanyRecord, StoreError};
use shop_services::trade::companies::{OwnCompanyError, RegistrationSetup};

use crate::site::accounts::access::require_customer;
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, form_expired_errors, is_genuine, notice, redirect_with_notice, respond,
};
use crate::site::accounts::registration;
use crate::site::accounts::registration::RegistrationInput;
use crate::site::accounts::upload_form::UploadForm;
use crate::trade::{error, status};

pub(super) const PATH: &str = "/my-account/company/";
const NONCE: &str = "company";

/// Returns the customer if it is the main account of a company or may apply for one; responds like `require_customer`, or with
/// [`forbidden`], otherwise.
pub(super) async fn require_main_account(request: &AccountRequest, path: &str) -> Result<CustomerId, Response> {
    let id = require_customer(&request.session, path)?;
    let own = async {
        let buyer = &request.session.buyer;
        Ok::<_, StoreError>(buyer.approval.is_none() || request.state.shop.companies.own_company(id).await?.is_some())
    };
    match own.await {
        Ok(true) => Ok(id),
        Ok(false) => Err(forbidden(request, TradeRefusal::NotAllowed, path).await),
        Err(error) => Err(error_response(&error)),
    }
}

/// Shows the company page with the reason why `path` is forbidden.
pub(super) async fn forbidden(request: &AccountRequest, refusal: TradeRefusal, path: &str) -> Response {
    let view = AccountView::new(site_texts::company, path, AccountSection::Forbidden);
    respond(request, AccountView { status: status(refusal), errors: vec![error(refusal)], ..view }).await
}

/// `/my-account/company/`
pub(super) async fn show(request: AccountRequest, axum::extract::RawQuery(raw): axum::extract::RawQuery) -> Response {
    let id = match require_main_account(&request, PATH).await {
        Ok(id) => id,
        Err(response) => return response,
    };
    let query = crate::app::forms::form_fields::Pairs::parse(raw.as_deref().unwrap_or_default());
    match load_view(&request, id, query.get("role").unwrap_or_default()).await {
        Ok(view) => respond(&request, view).await,
        Err(error) => error_response(&error),
    }
}

/// The page with the stored data, or with the role that the query preselects.
async fn load_view(request: &AccountRequest, id: CustomerId, role: &str) -> Result<AccountView, StoreError> {
    let setup = request.state.shop.companies.registration_setup().await?;
    let company = request.state.shop.companies.own_company(id).await?;
    let input = match &company {
        None => RegistrationInput::with_role(role),
        Some(company) => {
            let mut input = stored_input(request, company, &setup).await?;
            if !role.is_empty() && company.approval != Approval::Approved {
                role.clone_into(&mut input.form.role);
            }
            input
        }
    };
    company_view(request, company.as_ref(), &setup, input).await
}

/// Fills the form with the stored company.
async fn stored_input(
    request: &AccountRequest,
    company: &CompanyRecord,
    setup: &RegistrationSetup,
) -> Result<RegistrationInput, StoreError> {
    let fields = &company.content.fields;
    let files = request.state.shop.companies.company_files(company.id).await?;
    let stored_file = |(field, stored): (&String, &String)| {
        let file = files.iter().find(|file| file.stored_name == *stored)?;
        Some(StoredFile { field: field.clone(), name: file.name.clone(), stored_name: stored.clone() })
    };
    Ok(RegistrationInput {
        form: RegistrationForm {
            role: setup.slug(company.role_id).to_owned(),
            country: company.country.clone(),
            checked: fields.iter().filter(|(_, value)| *value == "1").map(|(name, _)| name.clone()).collect(),
            values: fields.clone(),
            ..RegistrationForm::default()
        },
        stored_files: fields.iter().filter_map(stored_file).collect(),
        file_errors: Vec::new(),
    })
}

async fn company_view(
    request: &AccountRequest,
    company: Option<&CompanyRecord>,
    setup: &RegistrationSetup,
    input: RegistrationInput,
) -> Result<AccountView, StoreError> {
    let settings = request.state.shop.context.settings().await?;
    let mut form = registration::form_view(request, setup, input, true, settings.lang());
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
    section.invoices = crate::site::orders::invoices::own_invoices(request).await?;
    Ok(AccountView::new(site_texts::company, PATH, AccountSection::Company(Box::new(section))).with_form(NONCE))
}

fn addresses(company: &CompanyRecord, settings: &ShopSettings) -> Vec<CompanyAddress> {
    let views = company.content.delivery_addresses.iter().enumerate().map(|(at, address)| CompanyAddress {
        lines: lines(address, &settings.shop.country, settings.lang()),
        path: format!("{PATH}address/{at}/"),
    });
    views.collect()
}

/// Saves the company's data, or applies for a company.
pub(super) async fn save(request: AccountRequest, posted: UploadForm) -> Response {
    match require_main_account(&request, PATH).await {
        Err(response) => response,
        Ok(id) => save_form(&request, id, &posted).await.unwrap_or_else(|error| error_response(&error)),
    }
}

async fn save_form(request: &AccountRequest, id: CustomerId, posted: &UploadForm) -> Result<Response, StoreError> {
    let companies = &request.state.shop.companies;
    if !is_genuine(request, &posted.pairs, NONCE) {
        return Ok(respond(request, load_view(request, id, "").await?.with_errors(form_expired_errors())).await);
    }
    let lang = request.state.shop.context.settings().await?.lang();
    let setup = companies.registration_setup().await?;
    let company = companies.own_company(id).await?;
    let input = registration::read_form(request, posted, &setup, company.as_ref().map(|one| one.id), lang).await?;
    let outcome = if input.file_errors.is_empty() {
        companies.save_own(&request.session.buyer, &input.form).await
    } else {
        Err(OwnCompanyError::Fields(Vec::new()))
    };
    match outcome {
        Ok(id) => {
            registration::check_vat(request, id).await;
            let needs_approval = company.is_none_or(|before| before.approval != Approval::Approved);
            let code = if needs_approval { codes::TRADE_APPLIED } else { codes::TRADE_SAVED };
            let notice = notice("success", code, Params::new());
            redirect_with_notice(&request.state.shop.carts, &request.session, HeaderMap::new(), PATH, notice).await
        }
        Err(OwnCompanyError::Store(error)) => Err(error),
        Err(OwnCompanyError::Account(refusal)) => Ok(forbidden(request, refusal, PATH).await),
        Err(OwnCompanyError::Fields(errors)) => {
            let errors: Vec<FieldError> = input.control_errors(errors);
            Ok(respond(request, company_view(request, company.as_ref(), &setup, input).await?.with_errors(errors))
                .await)
        }
    }
}

/// Parses the index of an address in the page's path; 404 for anything else.
pub(super) fn parse_index(Path(at): Path<String>) -> Result<usize, Response> {
    at.parse().map_err(|_| StatusCode::NOT_FOUND.into_response())
}
