//! OpenAPI description of the back-office API; the types of its browser client are generated from it.

use serde_json::Value;
use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Object, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{OpenApi, Required};
use utoipa::{Modify, OpenApi as _};

use super::accounts::{auth, customers};
use super::cart::{coupons, credits};
use super::catalogue::{categories, products, reviews, terms, transfer};
use super::content::{comments, newsletter, pages, theme};
use super::orders::{
    bookings, documents, einvoices, instalments, order as orders, order_list, refunds, subscriptions, vat,
};
use super::payments::{order_payments, payment_setup};
use super::platform::{dashboard, mail, settings};
use super::privacy::{analytics, breaches, captured_emails, consents, origins, personal_data};
use super::trade::{companies, conversations, message_templates, offers, receivables, roles, trade_prices, vat_checks};
use crate::app::openapi_document::{self, ErrorResponses, Operation};

#[derive(utoipa::OpenApi)]
#[openapi(
    modifiers(&Session),
    info(title = "Bottega back office", description = "What the back office asks of the shop. No text holds the character NUL."),
    paths(
        auth::login,
        auth::logout,
        auth::me,
        dashboard::show,
        analytics::show,
        vat::show,
        vat::export,
        origins::show,
        origins::export,
        vat_checks::list,
        vat_checks::again,
        bookings::list,
        bookings::export,
        captured_emails::list,
        captured_emails::export,
        captured_emails::unsubscribe,
        captured_emails::forget,
        consents::list,
        consents::export,
        consents::services,
        consents::change_services,
        theme::show,
        theme::change,
        theme::add_logo,
        newsletter::list,
        newsletter::export,
        newsletter::unsubscribe,
        newsletter::forget,
        personal_data::list,
        personal_data::erasure_done,
        breaches::list,
        breaches::add,
        breaches::save,
        order_list::list,
        order_list::export,
        orders::detail,
        orders::set_status,
        orders::add_note,
        documents::issue,
        documents::fetch,
        einvoices::list,
        einvoices::export,
        einvoices::detail,
        einvoices::file,
        einvoices::send,
        einvoices::mark,
        einvoices::correct,
        refunds::refund,
        refunds::preview,
        refunds::again,
        order_payments::capture,
        order_payments::release,
        instalments::book,
        conversations::list,
        conversations::unread,
        conversations::detail,
        conversations::answer,
        conversations::set_state,
        conversations::file,
        message_templates::list,
        message_templates::add,
        message_templates::save,
        message_templates::delete,
        coupons::list,
        coupons::detail,
        coupons::add,
        coupons::save,
        coupons::duplicate,
        coupons::delete,
        coupons::bulk,
        offers::list,
        offers::buyers,
        offers::detail,
        offers::preview,
        offers::add,
        offers::save,
        offers::delete,
        offers::send,
        offers::withdraw,
        offers::duplicate,
        offers::document,
        credits::list,
        credits::detail,
        credits::issue,
        credits::withdraw,
        subscriptions::list,
        subscriptions::detail,
        subscriptions::step,
        categories::list,
        products::list,
        products::act,
        products::detail,
        products::save,
        products::add,
        products::duplicate,
        products::generate,
        products::add_picture,
        products::order_pictures,
        products::put_variation_picture,
        reviews::list,
        reviews::decide,
        reviews::forget,
        settings::read,
        settings::change,
        settings::changes,
        settings::payments,
        settings::change_payments,
        payment_setup::show,
        payment_setup::set_up_webhook,
        payment_setup::set_up_domain,
        payment_setup::change_keys,
        payment_setup::forget_keys,
        settings::zones,
        settings::change_zones,
        settings::try_address,
        settings::taxes,
        settings::change_taxes,
        terms::categories,
        terms::category,
        terms::add_category,
        terms::change_category,
        terms::put_category_picture,
        terms::delete_category_picture,
        terms::order_categories,
        terms::delete_category,
        terms::tags,
        terms::add_tag,
        terms::change_tag,
        terms::delete_tag,
        terms::attributes,
        terms::add_attribute,
        terms::change_attribute,
        terms::delete_attribute,
        terms::add_value,
        terms::order_values,
        terms::change_value,
        terms::delete_value,
        pages::list,
        pages::read,
        pages::add,
        pages::save,
        pages::delete,
        pages::preview,
        comments::list,
        comments::decide,
        comments::answer,
        comments::forget,
        trade_prices::owners,
        trade_prices::list,
        trade_prices::change,
        trade_prices::discount,
        trade_prices::export,
        trade_prices::import,
        transfer::start,
        transfer::read,
        transfer::last,
        transfer::export,
        reviews::reply,
        roles::list,
        roles::add,
        roles::save,
        roles::delete,
        roles::add_field,
        roles::save_field,
        roles::delete_field,
        roles::order_fields,
        companies::list,
        companies::detail,
        companies::decide,
        companies::set_terms,
        companies::add_note,
        companies::file,
        receivables::account,
        receivables::record_payment,
        receivables::take_back,
        customers::list,
        customers::detail,
        customers::set_role,
        customers::block,
        customers::send_password_link,
        mail::list,
        mail::detail,
        mail::html,
        mail::resend,
    )
)]
struct Description;

/// Path of the only operation that needs no login.
const LOGIN: &str = "/api/admin/login";

/// Adds the session cookie that every operation but the login needs, and the nonce header that writes need.
struct Session;

impl Modify for Session {
    fn modify(&self, description: &mut OpenApi) {
        let about = "Set by logging in; `__Host-bottega_admin` where the shop is served by HTTPS.";
        let cookie = ApiKey::Cookie(ApiKeyValue::with_description("bottega_admin", about));
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
        for (path, item) in &mut description.paths.paths {
            let all = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
            for operation in all.into_iter().flatten().filter(|_| path != LOGIN) {
                operation.security = Some(vec![SecurityRequirement::new("session", Vec::<String>::new())]);
            }
            let writing = [&mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
            for operation in writing.into_iter().flatten().filter(|_| path != LOGIN) {
                let nonce = ParameterBuilder::new().name("X-Admin-Nonce").parameter_in(ParameterIn::Header);
                let nonce = nonce.required(Required::True).schema(Some(Object::with_type(Type::String))).build();
                operation.parameters.get_or_insert_default().push(nonce.into());
            }
        }
    }
}

/// Error statuses that follow from what an operation takes. Handlers only declare the statuses that are their own (409, 429).
fn implied_statuses(operation: &Operation<'_>) -> Vec<u16> {
    let mut out = vec![500, 503];
    if operation.path != LOGIN {
        out.extend([401, 403]);
    }
    if operation.takes("path") {
        out.extend([400, 404]);
    }
    if operation.takes("query") {
        out.push(400);
    }
    if operation.has_body() {
        out.extend([400, 413, 415, 422]);
    }
    out
}

/// Returns the OpenAPI document as JSON with a trailing newline.
pub fn openapi() -> String {
    let mut description = serde_json::to_value(Description::openapi()).unwrap_or_default();
    // An empty list matches both of the list variants, which `oneOf` would reject.
    if let Some(setting) = description.pointer_mut("/components/schemas/SettingInput").and_then(Value::as_object_mut)
        && let Some(kinds) = setting.remove("oneOf")
    {
        setting.insert("anyOf".into(), kinds);
    }
    openapi_document::text(&openapi_document::completed(
        description,
        &ErrorResponses { schema: "Problem", of: implied_statuses },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOMS: [&str; 9] = [
        include_str!("accounts/mod.rs"),
        include_str!("cart/mod.rs"),
        include_str!("catalogue/mod.rs"),
        include_str!("content/mod.rs"),
        include_str!("orders/mod.rs"),
        include_str!("payments/mod.rs"),
        include_str!("platform/mod.rs"),
        include_str!("privacy/mod.rs"),
        include_str!("trade/mod.rs"),
    ];

    #[test]
    fn all_routes_are_described() {
        let description: serde_json::Value = serde_json::from_str(&openapi()).unwrap();
        let routes = ROOMS.iter().flat_map(|room| room.split(".route(").skip(1));
        let routes: Vec<&str> = routes.filter_map(|route| route.split('"').nth(1)).collect();
        assert!(routes.len() > 120, "{routes:?}");
        for route in routes {
            assert!(description["paths"].get(route).is_some(), "{route} is not described");
        }
    }
}
