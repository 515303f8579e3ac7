//! Endpoints of the account: its data, the activated payment methods, webhook endpoints and domains of wallets.
//!
//! Webhook endpoints that are created by the API are only stored; this sandbox sends its events to the webhook in its options.

use serde_json::{Value, json};
use shop_core::payments::method::PaymentMethod;

use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::http::list;
use crate::ids::{DomainId, WebhookId, random_word};
use crate::objects::{Domain, Webhook, with};
use crate::store::Tx;
use crate::webhooks::event_types::check_types;

/// Maximum number of webhook endpoints per account.
const MAX_WEBHOOKS: usize = 16;

pub(crate) fn retrieve(tx: &Tx<'_>) -> Value {
    let account = tx.account();
    json!({
        "id": "acct_1BottegaSandbox00", "object": "account", "type": "standard", "email": null,
        "business_profile": { "name": "Bottega", "url": null }, "country": account.country,
        "default_currency": account.currency, "charges_enabled": account.charges_enabled,
        "payouts_enabled": account.charges_enabled, "details_submitted": true, "capabilities": {}, "metadata": {},
    })
}

/// The single configuration that every account has.
pub(crate) fn configurations(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["application", "limit", "starting_after", "ending_before"])?;
    let own = json!({
        "id": "pmc_1BottegaSandbox00", "object": "payment_method_configuration", "active": true, "application": null,
        "is_default": true, "livemode": false, "name": "Default", "parent": null,
    });
    let about = |kind: &PaymentMethod| {
        let on = !tx.is_inactive(*kind);
        let value = if on { "on" } else { "off" };
        let preference = json!({ "overridable": null, "preference": value, "value": value });
        (kind.as_str(), json!({ "available": on, "display_preference": preference }))
    };
    let own = with(own, PaymentMethod::ALL.iter().map(about));
    Ok(json!({
        "object": "list", "url": "/v1/payment_method_configurations", "has_more": false, "data": [own],
    }))
}

pub(crate) fn webhooks(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["limit", "starting_after", "ending_before"])?;
    list::page(tx, form, "/v1/webhook_endpoints", &[], list::all, Webhook::view)
}

pub(crate) fn create_webhook(tx: &mut Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["url", "enabled_events", "api_version", "connect", "description", "metadata"])?;
    let url = public_url(form.required("url")?)?;
    let events = event_types(form)?;
    if events.is_empty() {
        return Err(ApiError::missing("enabled_events"));
    }
    if tx.newest::<Webhook>(&[]).count() >= MAX_WEBHOOKS {
        return Err(ApiError::invalid(None, "You have reached the maximum of 16 test webhook endpoints."));
    }
    let created = Webhook {
        id: WebhookId::new(tx.random()),
        created: tx.now(),
        url,
        description: form.owned("description"),
        api_version: form.owned("api_version"),
        events,
        enabled: true,
    };
    // The secret is returned only on creation.
    let secret = json!(format!("whsec_{}", random_word(tx.random(), 32)));
    let view = with(created.view(), [("secret", secret)]);
    tx.put(&created);
    Ok(view)
}

pub(crate) fn update_webhook(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(&["url", "enabled_events", "disabled", "description", "metadata"])?;
    let before = tx.find::<Webhook>(id)?;
    let url = form.filled("url").map(public_url).transpose()?.unwrap_or(before.url);
    let events = event_types(form)?;
    let enabled = form.flag("disabled")?.map_or(before.enabled, |off| !off);
    let events = if events.is_empty() { before.events } else { events };
    let after = Webhook { url, events, enabled, ..before };
    let view = after.view();
    tx.put(&after);
    Ok(view)
}

pub(crate) fn delete_webhook(tx: &mut Tx<'_>, id: &str) -> ApiResult<Value> {
    tx.find::<Webhook>(id)?;
    tx.remove::<Webhook>(id);
    Ok(json!({ "id": id, "object": "webhook_endpoint", "deleted": true }))
}

fn event_types(form: &Form) -> ApiResult<Vec<String>> {
    let kinds: Vec<String> = form.list("enabled_events").into_iter().map(str::to_owned).collect();
    check_types(&kinds)?;
    Ok(kinds)
}

/// Validates a URL that must be reachable from the internet.
fn public_url(text: &str) -> ApiResult<String> {
    let refuse = |why: &str| Err(ApiError::param("url", "url_invalid", format!("Invalid URL: {why}")));
    let Some((scheme, rest)) = text.split_once("://") else {
        return refuse("An explicit scheme (such as https) must be provided.");
    };
    if !matches!(scheme, "http" | "https") {
        return refuse("URL must begin with 'http' or 'https'.");
    }
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    if is_local(host) || rest.starts_with('[') {
        return refuse(
            "URL must be publicly accessible. Consider using a tool to forward webhooks to your local machine.",
        );
    }
    Ok(text.to_owned())
}

/// Whether a host is only reachable from this machine or its network.
fn is_local(host: &str) -> bool {
    let private = |ip: std::net::Ipv4Addr| ip.is_loopback() || ip.is_private() || ip.is_unspecified();
    !host.contains('.') || host.rsplit('.').next() == Some("local") || host.parse().is_ok_and(private)
}

fn domain_view(tx: &Tx<'_>, domain: &Domain) -> Value {
    domain.view(&tx.account().unverified)
}

pub(crate) fn domains(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["domain_name", "enabled", "limit", "starting_after", "ending_before"])?;
    let (name, enabled) = (form.filled("domain_name"), form.flag("enabled")?);
    let fits = |domain: &Domain| enabled.is_none_or(|on| domain.enabled == on);
    list::page(tx, form, "/v1/payment_method_domains", &[("name", name)], fits, |domain| domain_view(tx, domain))
}

pub(crate) fn retrieve_domain(tx: &Tx<'_>, id: &str) -> ApiResult<Value> {
    tx.find::<Domain>(id).map(|domain| domain_view(tx, &domain))
}

pub(crate) fn create_domain(tx: &mut Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["domain_name", "enabled"])?;
    let name = form.required("domain_name")?.to_lowercase();
    let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'));
    if !is_name || is_local(&name) {
        let why = "The domain name must be a public one, without a scheme or a path.";
        return Err(ApiError::param("domain_name", "parameter_invalid", why));
    }
    let known = tx.newest::<Domain>(&[("name", Some(&name))]).next();
    let enabled = form.flag("enabled")?;
    // Registering a domain twice returns the first registration.
    let created = match known {
        Some(known) => Domain { enabled: enabled.unwrap_or(known.enabled), ..known },
        None => Domain { id: DomainId::new(tx.random()), created: tx.now(), name, enabled: enabled.unwrap_or(true) },
    };
    let view = domain_view(tx, &created);
    tx.put(&created);
    Ok(view)
}

pub(crate) fn update_domain(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(&["enabled"])?;
    let before = tx.find::<Domain>(id)?;
    let after = Domain { enabled: form.flag("enabled")?.unwrap_or(before.enabled), ..before };
    let view = domain_view(tx, &after);
    tx.put(&after);
    Ok(view)
}

pub(crate) fn validate_domain(tx: &Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(&[])?;
    retrieve_domain(tx, id)
}
