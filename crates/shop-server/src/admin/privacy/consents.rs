//! Cookie consent: the consent records, and the services that need consent.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use shop_core::base::calendar::{day_named, end_of_day, moment, start_of_day};
use shop_core::base::{FieldError, Lang};
use shop_core::platform::words::file_texts;
use shop_core::privacy::consent::{Category, ConsentService};
use shop_services::Context;
use shop_services::platform::settings_service::SettingsService;
use shop_services::ports::{ConsentFilter, StoredConsent};
use shop_services::privacy::consents::Consents;
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::{Admin, Staff};
use crate::admin::messages;
use crate::admin::problem::{Body, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, search_text};
use crate::platform::csv;

#[derive(Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct ConsentsQuery {
    /// First day in the time zone of Rome, as 2026-12-31.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// Last day in the time zone of Rome.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
    /// Text contained in the browser's random id.
    search: Option<String>,
    /// Counted from 1.
    #[serde(deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of consent records, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ConsentList {
    consents: Vec<ConsentRow>,
    total: u64,
    page: u64,
    pages: u64,
}

/// A recorded choice.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ConsentRow {
    id: i64,
    /// Random id of the browser.
    visitor_id: String,
    /// `accept_all`, `deny_all`, `save_preferences`, …
    kind: String,
    /// Allowed categories: `functional`, `preferences`, `statistics`, `marketing`.
    categories: Vec<String>,
    /// Individually allowed services.
    services_allowed: Vec<String>,
    /// Individually refused services.
    services_refused: Vec<String>,
    policy_id: i64,
    region: String,
    /// Hash of the text that was shown.
    text_hash: String,
    decided_at: i64,
}

impl From<StoredConsent> for ConsentRow {
    fn from(stored: StoredConsent) -> Self {
        let named = |is_allowed: bool| {
            let chosen = stored.record.consented_services.iter().filter(|(_, allowed)| **allowed == is_allowed);
            chosen.map(|(name, _)| name.clone()).collect()
        };
        Self {
            id: stored.id,
            kind: stored.kind.as_str().into(),
            categories: stored.record.consented_categories.iter().map(|category| category.name().into()).collect(),
            services_allowed: named(true),
            services_refused: named(false),
            policy_id: stored.record.policy_id,
            region: stored.record.region.clone(),
            decided_at: stored.decided_at,
            visitor_id: stored.visitor_id,
            text_hash: stored.text_hash,
        }
    }
}

/// A service that sets cookies or embeds content. An empty English text falls back to Italian.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(in crate::admin) struct ServiceFields {
    /// Id in cookies and records: letters, digits and `-_.`.
    id: String,
    /// `functional`, `preferences`, `statistics` or `marketing`.
    category: String,
    name: String,
    name_en: String,
    purpose: String,
    purpose_en: String,
    /// Cookie names, one per line; `*` matches any text.
    cookies: String,
    retention: String,
    retention_en: String,
    /// URL prefixes of its scripts and frames, one per line.
    sources: String,
}

impl From<ConsentService> for ServiceFields {
    fn from(service: ConsentService) -> Self {
        Self {
            id: service.id,
            category: service.category.name().into(),
            name: service.name,
            name_en: service.name_en,
            purpose: service.purpose,
            purpose_en: service.purpose_en,
            cookies: service.cookies,
            retention: service.retention,
            retention_en: service.retention_en,
            sources: service.sources,
        }
    }
}

/// Services in their order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ServiceList {
    services: Vec<ServiceFields>,
}

/// All services in their new order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct ServicesChange {
    services: Vec<ServiceFields>,
}

/// Lists consent records.
#[utoipa::path(get, path = "/api/admin/consents", params(ConsentsQuery),
    responses((status = 200, body = ConsentList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(consents): State<Consents>,
    _staff: Staff,
    QueryParams(query): QueryParams<ConsentsQuery>,
) -> Result<Json<ConsentList>, Refusal> {
    let page = query.page.unwrap_or(1);
    let filter = ConsentFilter { offset: (page - 1).saturating_mul(PER_PAGE), limit: PER_PAGE, ..filter(query)? };
    let (found, total) = consents.list(&filter).await?;
    let consents = found.into_iter().map(ConsentRow::from).collect();
    Ok(Json(ConsentList { consents, total, page, pages: page_count(total) }))
}

/// Exports all matching consent records as CSV, one row per record.
#[utoipa::path(get, path = "/api/admin/consents/export", params(ConsentsQuery),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422, body = Problem)))]
pub(in crate::admin) async fn export(
    State(context): State<Arc<Context>>,
    State(consents): State<Consents>,
    _staff: Staff,
    QueryParams(query): QueryParams<ConsentsQuery>,
) -> Result<Response, Refusal> {
    let filter = filter(query)?;
    let lang = context.settings().await?.lang();
    let heading = file_texts::consents(lang);
    let portion = move |below: i64| {
        let filter = ConsentFilter { before_id: Some(below), limit: csv::PORTION, ..filter.clone() };
        let consents = consents.clone();
        async move {
            let (found, _) = consents.list(&filter).await?;
            Ok(found.into_iter().map(|stored| (stored.id, cells(stored, lang))).collect())
        }
    };
    Ok(csv::streamed("consensi.csv", heading, portion).await?)
}

fn cells(stored: StoredConsent, lang: Lang) -> Vec<String> {
    let row = ConsentRow::from(stored);
    vec![
        moment(row.decided_at, lang),
        row.visitor_id,
        row.kind,
        row.categories.join(" "),
        row.services_allowed.join(" "),
        row.services_refused.join(" "),
        row.policy_id.to_string(),
        row.region,
        row.text_hash,
    ]
}

fn filter(query: ConsentsQuery) -> Result<ConsentFilter, Refusal> {
    let day = |field: &'static str, text: &Option<String>| match text.as_deref().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => {
            day_named(text).map(Some).ok_or_else(|| Refusal::field(FieldError::new(field, messages::DATE_INVALID)))
        }
    };
    let (from, to) = (day("from", &query.from)?, day("to", &query.to)?);
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        return Err(Refusal::field(FieldError::new("to", messages::DATES_REVERSED)));
    }
    Ok(ConsentFilter {
        from: from.map(start_of_day),
        until: to.map(end_of_day),
        search: search_text(query.search),
        ..ConsentFilter::default()
    })
}

/// Lists the services that set cookies or embed content.
#[utoipa::path(get, path = "/api/admin/consent-services", responses((status = 200, body = ServiceList)))]
pub(in crate::admin) async fn services(
    State(context): State<Arc<Context>>,
    _admin: Admin,
) -> Result<Json<ServiceList>, Refusal> {
    load_services(&context).await.map(Json)
}

/// Replaces the services. They take effect immediately; new services raise the policy version, so that visitors are asked for
/// consent again.
#[utoipa::path(put, path = "/api/admin/consent-services", request_body = ServicesChange,
    responses((status = 200, body = ServiceList)))]
pub(in crate::admin) async fn change_services(
    State(context): State<Arc<Context>>,
    State(settings_service): State<SettingsService>,
    admin: Admin,
    Body(change): Body<ServicesChange>,
) -> Result<Json<ServiceList>, Refusal> {
    let mut forms = Vec::with_capacity(change.services.len());
    let mut unknown = Vec::new();
    for (n, fields) in change.services.into_iter().enumerate() {
        let category = Category::from_name(&fields.category);
        if category.is_none() {
            let echoed: String = fields.category.chars().take(40).collect();
            unknown
                .push(FieldError::new(format!("services.{n}.category"), messages::VALUE_UNKNOWN).with("value", echoed));
        }
        forms.push(form(fields, category.unwrap_or(Category::Marketing)));
    }
    if !unknown.is_empty() {
        return Err(Refusal::fields(unknown));
    }
    settings_service.change_consent_services(&forms, &admin.person.username).await?;
    load_services(&context).await.map(Json)
}

fn form(fields: ServiceFields, category: Category) -> ConsentService {
    ConsentService {
        id: fields.id,
        category,
        name: fields.name,
        name_en: fields.name_en,
        purpose: fields.purpose,
        purpose_en: fields.purpose_en,
        cookies: fields.cookies,
        retention: fields.retention,
        retention_en: fields.retention_en,
        sources: fields.sources,
    }
}

async fn load_services(context: &Context) -> Result<ServiceList, Refusal> {
    let settings = context.settings().await?;
    Ok(ServiceList { services: settings.visits().services().cloned().map(Into::into).collect() })
}
