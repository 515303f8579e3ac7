//! Customers and staff accounts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::{Cents, CustomerId};
use shop_core::checkout::address::format::lines;
use shop_services::Context;
use shop_services::accounts::people::{People, PersonCompany, PersonError};
use shop_services::accounts::{Accounts, Logins};
use shop_services::cart::credit::Credits;
use shop_services::orders::Orders;
use shop_services::ports::{Customer, OrderOwner, PersonFilter, PersonRow, Role};
use utoipa::{IntoParams, ToSchema};

use super::auth::{Admin, Staff};
use crate::accounts::password_link;
use crate::admin::cart::credits::{CreditRow, row as credit_row};
use crate::admin::messages;
use crate::admin::orders::order_list::{OrderRow, order_row};
use crate::admin::problem::{Body, Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_choice, search_text};
use crate::app::capabilities::bundle;
use crate::app::limits::Limits;
use crate::app::storefront::WebContext;

/// Recent orders shown on a customer's page.
const RECENT_ORDERS: u64 = 20;
/// Store credits shown on a customer's page.
const MAX_CREDITS: u64 = 100;
/// Password links that staff may send to one person per [`PASSWORD_LINKS_WINDOW_S`].
const MAX_PASSWORD_LINKS: u32 = 3;
const PASSWORD_LINKS_WINDOW_S: i64 = 3600;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct CustomersQuery {
    /// Text contained in the name, e-mail or user name.
    search: Option<String>,
    /// `customer`, `shop_manager` or `admin` for that role; `blocked` for blocked accounts; all if empty.
    #[param(pattern = "^(customer|shop_manager|admin|blocked)?$")]
    state: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of accounts, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CustomerList {
    customers: Vec<CustomerRow>,
    /// Number of matching accounts.
    total: u64,
    page: u64,
    pages: u64,
}

/// An account in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CustomerRow {
    id: i64,
    email: String,
    username: String,
    /// First and last name; may be empty.
    name: String,
    /// `customer`, `shop_manager` or `admin`.
    #[schema(pattern = "^(customer|shop_manager|admin)$")]
    role: String,
    /// When the account was blocked; `null` if it can log in.
    blocked_at: Option<i64>,
    orders: i64,
    /// Total of paid orders, less refunds in money.
    spent_cents: Cents,
    last_order_at: Option<i64>,
    created_at: i64,
    /// Company that the account belongs to.
    company_id: Option<i64>,
    /// Name of the company; empty if there is none.
    company_name: String,
}

/// An account with everything the shop knows about it.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CustomerDetail {
    #[serde(flatten)]
    row: CustomerRow,
    /// When the person confirmed the e-mail address.
    email_confirmed_at: Option<i64>,
    /// Billing address as printed; empty if none is saved.
    billing_lines: Vec<String>,
    /// Shipping address as printed; empty if none is saved.
    shipping_lines: Vec<String>,
    phone: String,
    recent_orders: Vec<OrderRow>,
    credits: Vec<CreditRow>,
    /// Balance of all credits.
    credit_cents: Cents,
    /// Coupons that the person used or that are restricted to the e-mail address.
    coupons: Vec<CustomerCoupon>,
    /// Logged-in browsers, newest first.
    logins: Vec<CustomerLogin>,
    /// Company that the account belongs to.
    company: Option<CustomerCompany>,
    /// Whether the requesting member of staff may block the person or send a password link.
    can_manage: bool,
    /// Whether the requesting member of staff may change the role.
    can_change_role: bool,
}

/// Company of an account.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CustomerCompany {
    id: i64,
    name: String,
    /// Id of its main account.
    main_account: i64,
    /// `pending`, `approved` or `rejected`.
    #[schema(pattern = "^(pending|approved|rejected)$")]
    approval: String,
    /// Permissions of a sub-account; `null` for the main account.
    subaccount: Option<CustomerSubaccount>,
}

/// Permissions and limits of a sub-account.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CustomerSubaccount {
    /// Name given by the main account.
    name: String,
    job_title: String,
    phone: String,
    buy: bool,
    view_orders: bool,
    view_offers: bool,
    view_conversations: bool,
    view_lists: bool,
    /// Carts whose goods exceed this amount need the main account's approval; `null` if none do.
    approval_above_cents: Option<Cents>,
}

/// A coupon that concerns the person.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CustomerCoupon {
    id: i64,
    code: String,
}

/// A logged-in browser.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CustomerLogin {
    /// Browser name from its user agent; may be empty.
    browser: String,
    since: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct RoleChange {
    /// `customer`, `shop_manager` or `admin`.
    role: String,
}

/// Whether an account is blocked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct Block {
    blocked: bool,
}

#[utoipa::path(get, path = "/api/admin/customers", params(CustomersQuery),
    responses((status = 200, body = CustomerList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(people): State<People>,
    _staff: Staff,
    QueryParams(query): QueryParams<CustomersQuery>,
) -> Result<Json<CustomerList>, Refusal> {
    let state_filter = query.state.unwrap_or_default();
    let (role, blocked) = match state_filter.as_str() {
        "" => (None, false),
        "blocked" => (None, true),
        text => (Some(parse_choice("state", text, Role::parse)?), false),
    };
    let page = query.page.unwrap_or(1);
    let filter = PersonFilter { search: search_text(query.search), role, blocked, page, per_page: PER_PAGE };
    let (found, total) = people.list_people(&filter).await?;
    Ok(Json(CustomerList { customers: found.into_iter().map(row).collect(), total, page, pages: page_count(total) }))
}

#[utoipa::path(get, path = "/api/admin/customers/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = CustomerDetail)))]
pub(in crate::admin) async fn detail(
    State(details): State<CustomerDetails>,
    staff: Staff,
    Id(id): Id,
) -> Result<Json<CustomerDetail>, Refusal> {
    details.load(&staff.person, CustomerId(id)).await
}

/// Changes a person's role and ends the person's logins.
#[utoipa::path(post, path = "/api/admin/customers/{id}/role", request_body = RoleChange, params(("id" = i64, Path)),
    responses((status = 200, body = CustomerDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn set_role(
    State(details): State<CustomerDetails>,
    State(people): State<People>,
    admin: Admin,
    Id(id): Id,
    Body(change): Body<RoleChange>,
) -> Result<Json<CustomerDetail>, Refusal> {
    let role = parse_choice("role", &change.role, Role::parse)?;
    people.set_person_role(&admin.person, CustomerId(id), role).await?;
    tracing::info!(by = admin.person.id.0, person = id, role = role.as_str(), "back office: role changed");
    details.load(&admin.person, CustomerId(id)).await
}

/// Blocks a person, which ends the logins, or unblocks the person.
#[utoipa::path(post, path = "/api/admin/customers/{id}/block", request_body = Block, params(("id" = i64, Path)),
    responses((status = 200, body = CustomerDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn block(
    State(details): State<CustomerDetails>,
    State(people): State<People>,
    staff: Staff,
    Id(id): Id,
    Body(change): Body<Block>,
) -> Result<Json<CustomerDetail>, Refusal> {
    people.set_person_blocked(&staff.person, CustomerId(id), change.blocked).await?;
    tracing::info!(
        by = staff.person.id.0,
        person = id,
        blocked = change.blocked,
        "back office: account blocked or freed"
    );
    details.load(&staff.person, CustomerId(id)).await
}

/// E-mails a person the link to set a new password.
#[utoipa::path(post, path = "/api/admin/customers/{id}/password-link", params(("id" = i64, Path)),
    responses((status = 204), (status = 409, body = Problem), (status = 429, body = Problem)))]
pub(in crate::admin) async fn send_password_link(
    State(people): State<People>,
    State(limits): State<Arc<Limits>>,
    State(web): State<WebContext>,
    staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    let now = web.context.now();
    let (who, span_s) = (id.to_string(), PASSWORD_LINKS_WINDOW_S);
    limits.count("staff_password_link", &who, MAX_PASSWORD_LINKS, span_s, now).map_err(|wait_s| {
        let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, messages::TOO_MANY_TRIES)
            .with("minutes", &((wait_s + 59) / 60));
        Refusal { retry_after: Some(wait_s), ..refusal }
    })?;
    let link = password_link(&web);
    people.send_person_password_link(&staff.person, CustomerId(id), &link).await?;
    Ok(StatusCode::NO_CONTENT)
}

bundle! {
    /// What a person's page is loaded from.
    pub(in crate::admin) struct CustomerDetails {
        context: Arc<Context>,
        people: People,
        accounts: Accounts,
        orders: Orders,
        credits: Credits,
        logins: Logins,
    }
}

impl CustomerDetails {
    async fn load(&self, by: &Customer, id: CustomerId) -> Result<Json<CustomerDetail>, Refusal> {
        let person = self.people.person(id).await?.ok_or_else(Refusal::not_found)?;
        let account = self.accounts.account(id).await?.ok_or_else(Refusal::not_found)?;
        let (settings, now) = (self.context.settings().await?, self.context.now());
        let lang = settings.lang();
        let (orders, _) = self.orders.orders_of(OrderOwner::account(id), 1, RECENT_ORDERS).await?;
        let (credits, left) = self.credits.credits_of_account(id, MAX_CREDITS).await?;
        let logins = self.logins.open_logins(id).await?;
        let coupons = self.people.coupons_of(id).await?;
        let company = self.people.company_of(id).await?.map(company_view);
        let other = by.id != id;
        Ok(Json(CustomerDetail {
            can_manage: other && by.role.may_manage(person.role),
            can_change_role: other && by.role == Role::Admin,
            company,
            row: row(person),
            email_confirmed_at: account.email_confirmed_at,
            billing_lines: lines(&account.details.billing, &settings.shop.country, lang),
            shipping_lines: lines(&account.details.shipping, &settings.shop.country, lang),
            phone: account.details.billing.phone,
            recent_orders: orders.into_iter().map(|one| order_row(one, &settings)).collect(),
            credits: credits.into_iter().map(|one| credit_row(one, now)).collect(),
            credit_cents: left,
            coupons: coupons.into_iter().map(|(id, code)| CustomerCoupon { id, code }).collect(),
            logins: logins
                .into_iter()
                .map(|one| CustomerLogin { browser: one.browser, since: one.created_at })
                .collect(),
        }))
    }
}

fn company_view(company: PersonCompany) -> CustomerCompany {
    CustomerCompany {
        id: company.id.0,
        name: company.name,
        main_account: company.main_account.0,
        approval: company.approval.as_str().into(),
        subaccount: company.subaccount.map(|one| CustomerSubaccount {
            name: one.name,
            job_title: one.job_title,
            phone: one.phone,
            buy: one.permissions.buy,
            view_orders: one.permissions.view_orders,
            view_offers: one.permissions.view_offers,
            view_conversations: one.permissions.view_conversations,
            view_lists: one.permissions.view_lists,
            approval_above_cents: one.approval_above_cents,
        }),
    }
}

fn row(person: PersonRow) -> CustomerRow {
    CustomerRow {
        id: person.id.0,
        email: person.email,
        username: person.username,
        name: person.name,
        role: person.role.as_str().into(),
        blocked_at: person.blocked_at,
        orders: person.orders,
        spent_cents: person.spent,
        last_order_at: person.last_order_at,
        created_at: person.created_at,
        company_id: person.company_id.map(|id| id.0),
        company_name: person.company,
    }
}

impl From<PersonError> for Refusal {
    fn from(error: PersonError) -> Self {
        match error {
            PersonError::Unknown => Self::not_found(),
            PersonError::Yourself => Self::new(StatusCode::CONFLICT, messages::PERSON_YOURSELF),
            PersonError::NotAllowed => Self::new(StatusCode::FORBIDDEN, messages::ADMIN_ROLE_ONLY),
            PersonError::LastAdmin => Self::new(StatusCode::CONFLICT, messages::PERSON_LAST_ADMIN),
            PersonError::Blocked => Self::new(StatusCode::CONFLICT, messages::PERSON_BLOCKED),
            PersonError::Store(error) => error.into(),
        }
    }
}
