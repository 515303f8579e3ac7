//! Reads and changes the shop's settings section by section, and lists the changes.

mod payments;
mod shipping;
mod taxes;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use shop_core::base::{Lang, ProductId};
use shop_core::checkout::address::country::country_options;
use shop_core::checkout::address::states::state_field;
use shop_core::content::page::{PageKind, path};
use shop_core::platform::merchant::setting::{ExtraFieldForm, SettingChoice, SettingKind, SettingValue};
use shop_services::Context;
use shop_services::platform::settings::sections::section;
use shop_services::platform::settings::{CheckoutSettings, DeliveryClass, localized};
use shop_services::platform::settings_service::SettingsService;
use utoipa::{IntoParams, ToSchema};

pub(in crate::admin) use payments::{__path_change_payments, __path_payments, change_payments, payments};
pub(in crate::admin) use shipping::{
    __path_change_zones, __path_try_address, __path_zones, change_zones, try_address, zones,
};
pub(in crate::admin) use taxes::{__path_change_taxes, __path_taxes, change_taxes, taxes};

use crate::admin::accounts::auth::Admin;
use crate::admin::catalogue::names::product_label;
use crate::admin::platform::mirror::mirror;
use crate::admin::problem::{Body, QueryParams, Refusal, language};
use crate::admin::query::{PER_PAGE, page_count, page_number};

mirror! {
    /// An additional field of the checkout.
    ExtraFieldRow = ExtraFieldForm {
        /// Form field name; empty for a new field.
        name: String,
        label: String,
        label_en: String,
        /// `address`, `contact` or `order`; defaults to `address`.
        location: String,
        /// Whether checkout requires a value; a checkbox must then be ticked.
        required: bool,
        /// `text`, `select` or `checkbox`; defaults to `text`.
        kind: String,
        /// Choices of a `select`, one per line.
        options: String,
        /// Choices in English in the same order; a missing or empty one falls back to Italian.
        options_en: String,
    }
}

/// A setting as entered: a flag, a text, a list of countries, or the additional checkout fields.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::admin) enum SettingInput {
    Flag(bool),
    /// Any other single value.
    Text(String),
    List(Vec<String>),
    /// Additional checkout fields.
    Fields(Vec<ExtraFieldRow>),
}

/// An option of a choice.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::admin) struct Choice {
    value: String,
    label: String,
}

/// A setting in a form.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SettingField {
    name: String,
    label: String,
    /// Help text shown beside the field; may be empty.
    hint: String,
    /// Heading of the group that starts with this field; empty if none starts here.
    part: String,
    /// `line`, `lines`, `email`, `flag`, `choice`, `number`, `money`, `countries`, `product` or `extra_fields`.
    kind: String,
    value: SettingInput,
    options: Vec<Choice>,
}

/// Settings of a section.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SettingSection {
    section: String,
    fields: Vec<SettingField>,
}

/// Changed settings by name; omitted ones stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct SettingsChange {
    values: BTreeMap<String, SettingInput>,
}

/// A recorded change of a setting.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ChangeRow {
    section: String,
    /// Setting that changed; for zones and rates, the name of the zone or rate.
    field: String,
    /// Label of the setting; empty if no section has it.
    label: String,
    /// Previous value; a product is given by its name.
    before: String,
    after: String,
    author: String,
    changed_at: i64,
}

/// A page of changes, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ChangeList {
    changes: Vec<ChangeRow>,
    total: u64,
    page: u64,
    pages: u64,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct ChangesQuery {
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

impl From<SettingInput> for SettingValue {
    fn from(input: SettingInput) -> Self {
        match input {
            SettingInput::Flag(flag) => Self::Flag(flag),
            SettingInput::Text(text) => Self::Text(text),
            SettingInput::List(list) => Self::List(list),
            SettingInput::Fields(list) => Self::Fields(list.into_iter().map(Into::into).collect()),
        }
    }
}

impl From<SettingValue> for SettingInput {
    fn from(value: SettingValue) -> Self {
        match value {
            SettingValue::Flag(flag) => Self::Flag(flag),
            SettingValue::Text(text) => Self::Text(text),
            SettingValue::List(list) => Self::List(list),
            SettingValue::Fields(list) => Self::Fields(list.into_iter().map(Into::into).collect()),
        }
    }
}

/// Returns the settings of a section: `shop`, `checkout`, `payments`, `express`, `accounts`, `stock`, `reviews`, `quick_view`,
/// `listings`, `mail`, `conversations`, `consent`, `taxes` or `trade`.
#[utoipa::path(get, path = "/api/admin/settings/{section}", params(("section" = String, Path, pattern = "^[a-z_-]+$")),
    responses((status = 200, body = SettingSection)))]
pub(in crate::admin) async fn read(
    State(context): State<Arc<Context>>,
    _admin: Admin,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Json<SettingSection>, Refusal> {
    load_section(&context, &name, language(&headers)).await.map(Json)
}

/// Changes settings of a section. They take effect immediately.
#[utoipa::path(put, path = "/api/admin/settings/{section}",
    request_body = SettingsChange, params(("section" = String, Path, pattern = "^[a-z_-]+$")),
    responses((status = 200, body = SettingSection)))]
pub(in crate::admin) async fn change(
    State(context): State<Arc<Context>>,
    State(settings_service): State<SettingsService>,
    admin: Admin,
    Path(name): Path<String>,
    headers: HeaderMap,
    Body(change): Body<SettingsChange>,
) -> Result<Json<SettingSection>, Refusal> {
    if section(&name).next().is_none() {
        return Err(Refusal::not_found());
    }
    let typed = change.values.into_iter().map(|(name, value)| (name, value.into())).collect();
    settings_service.change_settings(&name, &typed, &admin.person.username).await?;
    load_section(&context, &name, language(&headers)).await.map(Json)
}

/// Lists who changed which setting, and when.
#[utoipa::path(get, path = "/api/admin/setting-changes", params(ChangesQuery),
    responses((status = 200, body = ChangeList)))]
pub(in crate::admin) async fn changes(
    State(context): State<Arc<Context>>,
    State(settings_service): State<SettingsService>,
    _admin: Admin,
    headers: HeaderMap,
    QueryParams(query): QueryParams<ChangesQuery>,
) -> Result<Json<ChangeList>, Refusal> {
    let page = query.page.unwrap_or(1);
    let (found, total) = settings_service.logged_changes((page - 1).saturating_mul(PER_PAGE), PER_PAGE).await?;
    let (catalogue, lang) = (context.catalogue().await?, language(&headers));
    let row = |noted: shop_services::ports::LoggedChange| {
        let change = noted.change;
        let changed = section(&change.section).find(|setting| setting.name == change.field);
        let of_product = changed.is_some_and(|setting| matches!(setting.kind, SettingKind::Product));
        let words = |value: String| match value.parse::<i64>() {
            Ok(id) if of_product && id > 0 => product_label(ProductId(id), &catalogue, lang),
            _ => value,
        };
        ChangeRow {
            before: words(change.before),
            after: words(change.after),
            label: changed.map_or("", |setting| localized(setting.label, lang)).into(),
            section: change.section,
            field: change.field,
            author: noted.author,
            changed_at: noted.changed_at,
        }
    };
    Ok(Json(ChangeList { changes: found.into_iter().map(row).collect(), total, page, pages: page_count(total) }))
}

async fn load_section(context: &Context, name: &str, lang: Lang) -> Result<SettingSection, Refusal> {
    let settings = context.settings().await?;
    let to_choice = |one: &SettingChoice| choice(one.value, localized(one.label, lang));
    let mut fields = Vec::new();
    for setting in section(name) {
        let (kind, options) = match setting.kind {
            SettingKind::Choice(words) => ("choice", words.iter().map(to_choice).collect()),
            SettingKind::Line { .. }
            | SettingKind::VatNumber
            | SettingKind::Postcode
            | SettingKind::Tag(_)
            | SettingKind::ChatAddress => ("line", Vec::new()),
            SettingKind::Lines { .. }
            | SettingKind::Selectors
            | SettingKind::PaymentSentences
            | SettingKind::ClosedDays => ("lines", Vec::new()),
            SettingKind::Email => ("email", Vec::new()),
            SettingKind::Flag => ("flag", Vec::new()),
            SettingKind::Number { .. } => ("number", Vec::new()),
            SettingKind::Money { .. } => ("money", Vec::new()),
            SettingKind::Country => ("choice", countries(lang)),
            SettingKind::Countries => ("countries", countries(lang)),
            SettingKind::Province => provinces(&settings.shop.country, lang),
            SettingKind::Page => ("choice", shop_pages(context, lang).await?),
            SettingKind::Product => ("product", chosen_product(context, &setting.shown(&settings)).await?),
            SettingKind::TaxClass => {
                let own = settings.tax.classes.iter().map(|class| choice(&class.slug, &class.name));
                ("choice", DeliveryClass::CHOICES.iter().map(to_choice).chain(own).collect())
            }
            SettingKind::ExtraFields => ("extra_fields", Vec::new()),
        };
        fields.push(SettingField {
            name: setting.name.into(),
            label: localized(setting.label, lang).into(),
            hint: setting.hint.map_or("", |hint| localized(hint, lang)).into(),
            part: setting.part.map_or("", |part| localized(part, lang)).into(),
            kind: kind.into(),
            value: setting.shown(&settings).into(),
            options,
        });
    }
    if fields.is_empty() { Err(Refusal::not_found()) } else { Ok(SettingSection { section: name.into(), fields }) }
}

fn choice(value: &str, label: &str) -> Choice {
    Choice { value: value.into(), label: label.into() }
}

fn countries(lang: Lang) -> Vec<Choice> {
    country_options(&[], lang).into_iter().map(|one| choice(&one.code, &one.name)).collect()
}

/// Provinces of a country as choices, or a text line for a country without a list.
fn provinces(country: &str, lang: Lang) -> (&'static str, Vec<Choice>) {
    let options = states_of(country, lang);
    if options.is_empty() { ("line", options) } else { ("choice", options) }
}

/// Provinces of a country; empty for a country without a list.
fn states_of(country: &str, lang: Lang) -> Vec<Choice> {
    match state_field(country, lang) {
        shop_core::checkout::address::states::StateField::Select { options } => {
            options.into_iter().map(|one| choice(&one.code, &one.name)).collect()
        }
        _ => Vec::new(),
    }
}

/// The currently chosen product with its name.
async fn chosen_product(context: &Context, value: &SettingValue) -> Result<Vec<Choice>, Refusal> {
    let SettingValue::Text(id) = value else { return Ok(Vec::new()) };
    let catalogue = context.catalogue().await?;
    let product = id.parse().ok().and_then(|id: i64| catalogue.product(id.into()));
    Ok(product.map(|product| choice(id, &product.item.name)).into_iter().collect())
}

async fn shop_pages(context: &Context, lang: Lang) -> Result<Vec<Choice>, Refusal> {
    let (pages, none) = (context.pages().await?, CheckoutSettings::NO_PAGE);
    let choices = pages.shown(PageKind::Page, context.now()).map(|record| {
        let page = &record.page;
        let title = lang.select(&page.title, &page.title_en);
        choice(&path(PageKind::Page, &page.slug), title)
    });
    Ok(std::iter::once(choice(none.value, localized(none.label, lang))).chain(choices).collect())
}
