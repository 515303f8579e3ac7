//! Companies: approval, terms, notes and registration data.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use shop_core::base::calendar::name_of_day;
use shop_core::base::text::format_fixed;
use shop_core::base::{CompanyId, CustomerRoleId};
use shop_core::checkout::address::Address;
use shop_core::checkout::address::format::lines;
use shop_core::trade::account::TradePermissions;
use shop_core::trade::company::{Approval, CompanyNote};
use shop_services::Context;
use shop_services::ports::{
    CompanyFilter, CompanyMember, CompanyRecord, CompanyRow, FieldRecord, RegistrationFile, StandingOrderRecord,
};
use shop_services::trade::companies::{Companies, CompanyError};
use shop_services::trade::roles::Roles;
use shop_services::trade::standing_orders::StandingOrders;
use utoipa::{IntoParams, ToSchema};

use super::roles::amount;
use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Body, Id, IdAndName, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_choice, parse_optional_choice, search_text};
use crate::platform::config::Config;
use crate::trade::registration_files;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct CompaniesQuery {
    /// Text contained in the name, VAT number or e-mail.
    search: Option<String>,
    /// `pending`, `approved` or `rejected`; any if empty.
    #[param(pattern = "^(pending|approved|rejected)?$")]
    state: Option<String>,
    /// Id of a role; any if omitted.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    role: Option<u64>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of companies, those awaiting approval first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CompanyList {
    companies: Vec<CompanyInList>,
    total: u64,
    page: u64,
    pages: u64,
    /// Companies awaiting approval, regardless of the filter.
    waiting: u64,
}

/// A company in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CompanyInList {
    id: i64,
    name: String,
    country: String,
    vat_number: String,
    /// `unchecked`, `valid`, `invalid` or `unanswered`.
    vat_status: String,
    role_id: i64,
    /// Name of its role.
    role: String,
    /// `pending`, `approved` or `rejected`.
    state: String,
    /// E-mail address of the main account.
    email: String,
    /// When its data was changed after the approval; `null` if it was not.
    changed_at: Option<i64>,
    created_at: i64,
}

/// A company with everything the shop knows about it.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CompanyDetail {
    #[serde(flatten)]
    row: CompanyInList,
    /// Id of the main account.
    owner_id: i64,
    tax_code: String,
    sdi_code: String,
    pec: String,
    /// Credit limit for orders on account: "5000.00"; unlimited if empty.
    credit_limit: String,
    /// Reason of a rejection; otherwise empty.
    rejection_reason: String,
    /// Registration fields as filled in, in page order.
    fields: Vec<CompanyField>,
    people: Vec<CompanyPerson>,
    delivery_addresses: Vec<Vec<String>>,
    /// Standing orders, the next one first.
    standing_orders: Vec<CompanyStandingOrder>,
    /// Notes, oldest first.
    notes: Vec<Note>,
    /// Roles that can be assigned.
    roles: Vec<TradeRole>,
}

/// A registration field as filled in.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CompanyField {
    label: String,
    /// `text`, `checkbox`, `file` and so on; `text` if the field was deleted.
    kind: String,
    /// Stored value; for a file its original name.
    value: String,
    /// Download path of a file; otherwise empty.
    path: String,
}

/// A member of a company.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CompanyPerson {
    id: i64,
    email: String,
    /// Name permissions by the main account, or the user name.
    name: String,
    job_title: String,
    /// Whether this is the main account.
    main: bool,
    /// Permissions of a sub-account, by the field names of its form.
    rights: Vec<String>,
}

/// A recurring order of a company.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CompanyStandingOrder {
    id: i64,
    /// Name of the purchase list.
    list: String,
    /// `weekly`, `two_weeks`, `four_weeks` or `monthly`.
    repeats: String,
    /// `active` or `paused`.
    state: String,
    /// Next delivery day, as 2026-12-31.
    next_on: String,
}

impl From<StandingOrderRecord> for CompanyStandingOrder {
    fn from(order: StandingOrderRecord) -> Self {
        Self {
            id: order.id,
            list: order.list_title,
            repeats: order.repeats.as_str().into(),
            state: order.state.as_str().into(),
            next_on: name_of_day(order.next_on),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct Note {
    at: i64,
    /// Author; empty if the shop added the note automatically.
    author: String,
    text: String,
}

/// A role for trade customers.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct TradeRole {
    id: i64,
    name: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct CompanyDecision {
    /// `pending`, `approved` or `rejected`.
    #[schema(pattern = "^(pending|approved|rejected)$")]
    state: String,
    /// Reason of a rejection, which the main account can read.
    #[serde(default)]
    #[schema(max_length = 2000)]
    reason: String,
}

/// Role and credit limit.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct CompanyTerms {
    role_id: i64,
    /// Credit limit for orders on account: "5000.00"; unlimited if empty.
    #[schema(max_length = 20)]
    credit_limit: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewCompanyNote {
    #[schema(min_length = 1, max_length = 2000)]
    text: String,
}

#[utoipa::path(get, path = "/api/admin/companies", params(CompaniesQuery),
    responses((status = 200, body = CompanyList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(roles): State<Roles>,
    State(companies): State<Companies>,
    _staff: Staff,
    QueryParams(query): QueryParams<CompaniesQuery>,
) -> Result<Json<CompanyList>, Refusal> {
    let approval = parse_optional_choice("state", query.state.as_deref(), Approval::parse)?;
    let page = query.page.unwrap_or(1);
    let filter = CompanyFilter {
        search: search_text(query.search),
        approval,
        role_id: query.role.map(|id| CustomerRoleId(i64::try_from(id).unwrap_or(0))),
        page,
        per_page: PER_PAGE,
    };
    let (found, total) = companies.list_companies(&filter).await?;
    let waiting = companies.waiting_companies().await?;
    let roles = trade_roles(&context, &roles).await?;
    let companies = found.into_iter().map(|company| row(company, &roles)).collect();
    Ok(Json(CompanyList { companies, total, page, pages: page_count(total), waiting }))
}

#[utoipa::path(get, path = "/api/admin/companies/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = CompanyDetail)))]
pub(in crate::admin) async fn detail(
    State(context): State<Arc<Context>>,
    State(standing_orders): State<StandingOrders>,
    State(roles): State<Roles>,
    State(companies): State<Companies>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<CompanyDetail>, Refusal> {
    load_detail(&context, &standing_orders, &roles, &companies, CompanyId(id)).await
}

/// Approves a company, rejects it with a reason, or sets it back to pending. Its main account is notified.
#[utoipa::path(post, path = "/api/admin/companies/{id}/state", request_body = CompanyDecision, params(("id" = i64, Path)),
    responses((status = 200, body = CompanyDetail)))]
pub(in crate::admin) async fn decide(
    State(context): State<Arc<Context>>,
    State(standing_orders): State<StandingOrders>,
    State(roles): State<Roles>,
    State(companies): State<Companies>,
    staff: Staff,
    Id(id): Id,
    Body(decision): Body<CompanyDecision>,
) -> Result<Json<CompanyDetail>, Refusal> {
    let approval = parse_choice("state", &decision.state, Approval::parse)?;
    companies.decide(CompanyId(id), approval, &decision.reason, &staff.person).await?;
    tracing::info!(by = staff.person.id.0, company = id, state = approval.as_str(), "back office: company decided on");
    load_detail(&context, &standing_orders, &roles, &companies, CompanyId(id)).await
}

/// Sets the role and credit limit of a company.
#[utoipa::path(put, path = "/api/admin/companies/{id}/terms", request_body = CompanyTerms, params(("id" = i64, Path)),
    responses((status = 200, body = CompanyDetail)))]
pub(in crate::admin) async fn set_terms(
    State(context): State<Arc<Context>>,
    State(standing_orders): State<StandingOrders>,
    State(roles): State<Roles>,
    State(companies): State<Companies>,
    staff: Staff,
    Id(id): Id,
    Body(terms): Body<CompanyTerms>,
) -> Result<Json<CompanyDetail>, Refusal> {
    let role = CustomerRoleId(terms.role_id);
    let typed = terms.credit_limit.trim();
    let limit = if typed.is_empty() { None } else { Some(amount("credit_limit", typed)?) };
    companies.set_terms(CompanyId(id), role, limit).await?;
    tracing::info!(by = staff.person.id.0, company = id, "back office: role or credit limit of a company set");
    load_detail(&context, &standing_orders, &roles, &companies, CompanyId(id)).await
}

/// Adds a note that only staff can read.
#[utoipa::path(post, path = "/api/admin/companies/{id}/notes", request_body = NewCompanyNote, params(("id" = i64, Path)),
    responses((status = 200, body = CompanyDetail)))]
pub(in crate::admin) async fn add_note(
    State(context): State<Arc<Context>>,
    State(standing_orders): State<StandingOrders>,
    State(roles): State<Roles>,
    State(companies): State<Companies>,
    staff: Staff,
    Id(id): Id,
    Body(note): Body<NewCompanyNote>,
) -> Result<Json<CompanyDetail>, Refusal> {
    companies.add_note(CompanyId(id), &note.text, &staff.person).await?;
    load_detail(&context, &standing_orders, &roles, &companies, CompanyId(id)).await
}

/// Returns a file that a company uploaded when registering, as an attachment.
#[utoipa::path(get, path = "/api/admin/companies/{id}/files/{file}", params(("id" = i64, Path), ("file" = String, Path, pattern = "^[A-Za-z0-9._-]+$")),
    responses((status = 200, body = Vec<u8>, content_type = "*/*")))]
pub(in crate::admin) async fn file(
    State(companies): State<Companies>,
    State(config): State<Arc<Config>>,
    _staff: Staff,
    IdAndName(id, file): IdAndName,
) -> Result<Response, Refusal> {
    let found = companies.company_file(CompanyId(id), &file).await?.ok_or_else(Refusal::not_found)?;
    let content = registration_files::read(&config, &found).await.ok_or_else(Refusal::not_found)?;
    let mut response = content.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(found.kind.media_type()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    // The original name is untrusted, so the file is offered under its stored name.
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{}\"", found.stored_name)) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

async fn trade_roles(context: &Context, roles: &Roles) -> Result<Vec<TradeRole>, Refusal> {
    let lang = context.settings().await?.lang();
    let roles = roles.roles().await?.into_iter().filter(|role| role.is_trade);
    Ok(roles.map(|role| TradeRole { id: role.id.0, name: role.terms.name(lang).to_owned() }).collect())
}

fn row(company: CompanyRow, roles: &[TradeRole]) -> CompanyInList {
    CompanyInList {
        id: company.id.0,
        name: company.name,
        country: company.country,
        vat_number: company.vat_number,
        vat_status: company.vat_status.as_str().to_owned(),
        role_id: company.role_id.0,
        role: roles.iter().find(|role| role.id == company.role_id.0).map(|role| role.name.clone()).unwrap_or_default(),
        state: company.approval.as_str().to_owned(),
        email: company.email,
        changed_at: company.changed_at,
        created_at: company.created_at,
    }
}

async fn load_detail(
    context: &Context,
    standing_orders: &StandingOrders,
    roles: &Roles,
    companies: &Companies,
    id: CompanyId,
) -> Result<Json<CompanyDetail>, Refusal> {
    let company = companies.company(id).await?.ok_or_else(Refusal::not_found)?;
    let settings = context.settings().await?;
    let members = companies.company_members(id).await?;
    let files = companies.company_files(id).await?;
    let registration_fields = roles.fields().await?;
    let roles = trade_roles(context, roles).await?;
    let standing_orders = standing_orders.of_company(id).await?;
    let printed = |address: &Address| lines(address, &settings.shop.country, settings.lang());
    let owner = members.iter().find(|member| member.id == company.owner_id);
    Ok(Json(CompanyDetail {
        owner_id: company.owner_id.0,
        tax_code: company.content.tax_code.clone(),
        sdi_code: company.content.sdi_code.clone(),
        pec: company.content.pec.clone(),
        credit_limit: company.credit_limit.map(|limit| format_fixed(limit.0, 2)).unwrap_or_default(),
        rejection_reason: company.content.rejection_reason.clone(),
        fields: registration_data(&company, &registration_fields, &files, settings.lang()),
        people: members.iter().map(|member| person(member, company.owner_id)).collect(),
        delivery_addresses: company.content.delivery_addresses.iter().map(printed).collect(),
        standing_orders: standing_orders.into_iter().map(CompanyStandingOrder::from).collect(),
        notes: company.content.notes.iter().map(note).collect(),
        row: row(in_list(&company, owner.map(|owner| owner.email.clone()).unwrap_or_default()), &roles),
        roles,
    }))
}

fn in_list(company: &CompanyRecord, email: String) -> CompanyRow {
    CompanyRow {
        id: company.id,
        name: company.name.clone(),
        country: company.country.clone(),
        vat_number: company.vat_number.clone(),
        vat_status: company.vat_status,
        role_id: company.role_id,
        approval: company.approval,
        email,
        changed_at: company.changed_at,
        created_at: company.created_at,
    }
}

/// Returns the registration data of a company: existing fields in their order, then deleted ones.
fn registration_data(
    company: &CompanyRecord,
    registration_fields: &[FieldRecord],
    files: &[RegistrationFile],
    lang: shop_core::base::Lang,
) -> Vec<CompanyField> {
    let values = &company.content.fields;
    let field_view = |label: &str, kind: &str, value: &String| {
        let file = files.iter().find(|file| file.stored_name == *value);
        CompanyField {
            label: label.to_owned(),
            kind: kind.to_owned(),
            value: file.map_or_else(|| value.clone(), |file| file.name.clone()),
            path: file.map_or_else(String::new, |file| {
                format!("/api/admin/companies/{}/files/{}", company.id, file.stored_name)
            }),
        }
    };
    let existing = registration_fields.iter().filter_map(|one| {
        values.get(&one.name).map(|value| field_view(one.field.label(lang), one.field.kind.as_str(), value))
    });
    let deleted = values.iter().filter(|(name, _)| registration_fields.iter().all(|one| one.name != **name));
    existing.chain(deleted.map(|(name, value)| field_view(name, "text", value))).collect()
}

fn person(member: &CompanyMember, owner: shop_core::base::CustomerId) -> CompanyPerson {
    let sub = member.subaccount.as_ref();
    let named = sub.map(|sub| sub.name.clone()).filter(|name| !name.is_empty());
    CompanyPerson {
        id: member.id.0,
        email: member.email.clone(),
        name: named.unwrap_or_else(|| member.username.clone()),
        job_title: sub.map(|sub| sub.job_title.clone()).unwrap_or_default(),
        main: member.id == owner,
        rights: sub.map(|sub| permission_names(sub.permissions)).unwrap_or_default(),
    }
}

fn permission_names(permissions: TradePermissions) -> Vec<String> {
    let all = [
        ("buy", permissions.buy),
        ("view_orders", permissions.view_orders),
        ("view_offers", permissions.view_offers),
        ("view_conversations", permissions.view_conversations),
        ("view_lists", permissions.view_lists),
    ];
    all.into_iter().filter(|(_, permissions)| *permissions).map(|(name, _)| name.to_owned()).collect()
}

fn note(note: &CompanyNote) -> Note {
    Note { at: note.at, author: note.author.clone(), text: note.text.clone() }
}

impl From<CompanyError> for Refusal {
    fn from(error: CompanyError) -> Self {
        match error {
            CompanyError::Unknown => Self::not_found(),
            CompanyError::Fields(errors) => Self::fields(errors),
            CompanyError::Store(error) => error.into(),
        }
    }
}
