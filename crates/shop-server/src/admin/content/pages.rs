//! Lists, edits, previews and deletes pages and posts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shop_core::base::time::{civil, seconds_of_day};
use shop_core::base::{FieldError, ProductId};
use shop_core::content::block::Block;
use shop_core::content::page::{PageForm, PageKind, PageStatus, path};
use shop_core::platform::messages::codes;
use shop_services::Context;
use shop_services::content::page_management::{Content, PageFilter, PageRefusal};
use shop_services::ports::PageRecord;
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::catalogue::names::{NamedEntry, named_products};
use crate::admin::messages;
use crate::admin::problem::{Body, Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, search_text};

const DAY_S: i64 = 86_400;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct PagesQuery {
    /// Words contained in the title or path.
    search: Option<String>,
    /// `home`, `page` or `post`; any if empty.
    #[param(pattern = "^(home|page|post)?$")]
    kind: Option<String>,
    /// `draft` or `published`; any if empty.
    #[param(pattern = "^(draft|published)?$")]
    state: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PageRow {
    id: i64,
    kind: String,
    title: String,
    /// Path in the shop.
    path: String,
    /// `draft` or `published`.
    status: String,
    updated_at: i64,
}

/// A page of the list, last modified first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PageList {
    rows: Vec<PageRow>,
    total: u64,
    page: u64,
    pages: u64,
}

/// A product block below the text of a page.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(in crate::admin) struct BlockFields {
    /// `handpicked`, `best_sellers`, `category`, `newest`, `on_sale`, `attribute`, `tag` or `top_rated`.
    kind: String,
    title: String,
    title_en: String,
    /// Largest number of products.
    count: String,
    /// Columns on a wide screen.
    columns: String,
    /// Products of `handpicked`; defaults to the featured products.
    ids: Vec<i64>,
    /// Categories of `category`, tags of `tag`.
    slugs: Vec<String>,
    /// Taxonomy of `attribute`.
    taxonomy: String,
    /// Values of `attribute`.
    terms: Vec<String>,
}

/// Editable fields of a page.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(in crate::admin) struct PageFields {
    /// `home`, `page` or `post`.
    kind: String,
    /// Slug; derived from the title if empty.
    slug: String,
    title: String,
    title_en: String,
    body: String,
    body_en: String,
    blocks: Vec<BlockFields>,
    seo_title: String,
    seo_title_en: String,
    seo_description: String,
    seo_description_en: String,
    /// `draft` or `published`.
    status: String,
    /// First day on which it is published: "2026-12-24"; immediately if empty.
    published_on: String,
    in_footer: bool,
    in_menu: bool,
    /// Position among the links.
    position: String,
    /// Whether readers may comment; never on the home page.
    comments: bool,
}

/// A page with all its editable fields.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PageDetail {
    #[serde(flatten)]
    row: PageRow,
    /// Version to send back when saving.
    version: i64,
    fields: PageFields,
    /// Names of the products in its blocks.
    products: Vec<NamedEntry>,
}

/// Changes to a page.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PageChange {
    /// Version that the changes are based on.
    version: i64,
    fields: PageFields,
}

/// Texts to preview.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PreviewRequest {
    body: String,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct Preview {
    /// HTML reduced to the allowed tags.
    html: String,
}

/// Lists pages and posts.
#[utoipa::path(get, path = "/api/admin/pages", params(PagesQuery),
    responses((status = 200, body = PageList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(content): State<Content>,
    _staff: Staff,
    QueryParams(query): QueryParams<PagesQuery>,
) -> Result<Json<PageList>, Refusal> {
    let page = query.page.unwrap_or(1);
    let size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let filter = PageFilter {
        kind: parse_optional_choice("kind", query.kind.as_deref(), PageKind::parse)?,
        status: parse_optional_choice("state", query.state.as_deref(), PageStatus::parse)?,
        search: search_text(query.search),
        offset: size((page - 1).saturating_mul(PER_PAGE)),
        limit: size(PER_PAGE),
    };
    let found = content.list_pages(&filter).await?;
    let total = u64::try_from(found.total).unwrap_or(u64::MAX);
    Ok(Json(PageList { rows: found.rows.iter().map(row).collect(), total, page, pages: page_count(total) }))
}

#[utoipa::path(get, path = "/api/admin/pages/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = PageDetail)))]
pub(in crate::admin) async fn read(
    State(context): State<Arc<Context>>,
    State(content): State<Content>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<PageDetail>, Refusal> {
    let record = content.page(id).await?.ok_or_else(Refusal::not_found)?;
    detail(&context, &record).await.map(Json)
}

/// Creates a page.
#[utoipa::path(post, path = "/api/admin/pages", request_body = PageFields,
    responses((status = 201, body = PageDetail)))]
pub(in crate::admin) async fn add(
    State(context): State<Arc<Context>>,
    State(content): State<Content>,
    _staff: Staff,
    Body(fields): Body<PageFields>,
) -> Result<(StatusCode, Json<PageDetail>), Refusal> {
    let record = content.save_page(None, &fields.form(None)?).await?.map_err(to_refusal)?;
    Ok((StatusCode::CREATED, Json(detail(&context, &record).await?)))
}

/// Replaces all fields of a page. Nothing is saved if someone else saved it in the meantime.
#[utoipa::path(put, path = "/api/admin/pages/{id}", request_body = PageChange, params(("id" = i64, Path)),
    responses((status = 200, body = PageDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn save(
    State(context): State<Arc<Context>>,
    State(content): State<Content>,
    _staff: Staff,
    Id(id): Id,
    Body(change): Body<PageChange>,
) -> Result<Json<PageDetail>, Refusal> {
    let before = content.page(id).await?.ok_or_else(Refusal::not_found)?;
    let form = change.fields.form(Some(&before.page))?;
    let record = content.save_page(Some((id, change.version)), &form).await?.map_err(to_refusal)?;
    detail(&context, &record).await.map(Json)
}

/// Deletes a page. The home page cannot be deleted.
#[utoipa::path(delete, path = "/api/admin/pages/{id}", params(("id" = i64, Path)),
    responses((status = 204), (status = 422, body = Problem)))]
pub(in crate::admin) async fn delete(
    State(content): State<Content>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    content.delete_page(id).await?.map_err(to_refusal)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Renders a text as shoppers would see it. Nothing is saved.
#[utoipa::path(post, path = "/api/admin/pages/preview", request_body = PreviewRequest,
    responses((status = 200, body = Preview)))]
pub(in crate::admin) async fn preview(_staff: Staff, Body(of): Body<PreviewRequest>) -> Json<Preview> {
    Json(Preview { html: shop_services::content::rich_text::clean(of.body.trim()) })
}

fn to_refusal(refusal: PageRefusal) -> Refusal {
    match refusal {
        PageRefusal::Gone => Refusal::not_found(),
        PageRefusal::Conflict => Refusal::new(StatusCode::CONFLICT, codes::PAGE_CHANGED),
        PageRefusal::HomeStays => Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, codes::PAGE_HOME_STAYS),
        other @ PageRefusal::Fields(_) => Refusal::fields(other.errors()),
    }
}

fn unknown_value(field: &str, value: &str) -> FieldError {
    FieldError::new(field, messages::VALUE_UNKNOWN).with("value", value)
}

fn parse_optional_choice<T>(
    field: &str,
    text: Option<&str>,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, Refusal> {
    match text {
        None | Some("") => Ok(None),
        Some(text) => parse(text).map(Some).ok_or_else(|| Refusal::field(unknown_value(field, text))),
    }
}

fn row(record: &PageRecord) -> PageRow {
    PageRow {
        id: record.id,
        kind: record.page.kind.as_str().into(),
        title: record.page.title.clone(),
        path: path(record.page.kind, &record.page.slug),
        status: record.page.status.as_str().into(),
        updated_at: record.updated_at,
    }
}

fn day_of(moment: i64) -> String {
    let (year, month, day) = civil(moment.div_euclid(DAY_S));
    format!("{year:04}-{month:02}-{day:02}")
}

async fn detail(context: &Context, record: &PageRecord) -> Result<PageDetail, Refusal> {
    let page = record.page.clone();
    let catalogue = context.catalogue().await?;
    let blocks: Vec<BlockFields> = page.blocks.iter().map(block_fields).collect();
    let products: Vec<ProductId> = blocks.iter().flat_map(|block| &block.ids).copied().map(ProductId).collect();
    Ok(PageDetail {
        row: row(record),
        products: named_products(&products, &catalogue),
        version: record.version,
        fields: PageFields {
            kind: page.kind.as_str().into(),
            slug: page.slug,
            title: page.title,
            title_en: page.title_en,
            body: page.body,
            body_en: page.body_en,
            blocks,
            seo_title: page.seo_title,
            seo_title_en: page.seo_title_en,
            seo_description: page.seo_description,
            seo_description_en: page.seo_description_en,
            status: page.status.as_str().into(),
            published_on: page.published_at.map(day_of).unwrap_or_default(),
            in_footer: page.in_footer,
            in_menu: page.in_menu,
            position: page.position.to_string(),
            comments: page.comments,
        },
    })
}

/// Builds the form of a block; fields that its kind lacks stay empty.
fn block_fields(block: &Block) -> BlockFields {
    let mut value = serde_json::to_value(block).unwrap_or_default();
    if let Some(map) = value.as_object_mut() {
        map.insert("count".into(), block.count.to_string().into());
        map.insert("columns".into(), block.columns.to_string().into());
    }
    serde_json::from_value(value).unwrap_or_default()
}

impl BlockFields {
    fn block(&self, field: &str, errors: &mut Vec<FieldError>) -> Block {
        let mut number = |name: &str, code, text: &str, maximum: u8| {
            text.trim().parse::<u8>().unwrap_or_else(|_| {
                let error = FieldError::new(format!("{field}.{name}"), code);
                errors.push(error.with("minimum", 1).with("maximum", maximum));
                1
            })
        };
        let count = number("count", codes::BLOCK_COUNT_INVALID, &self.count, shop_core::content::block::MAX_COUNT);
        let columns =
            number("columns", codes::BLOCK_COLUMNS_INVALID, &self.columns, shop_core::content::block::MAX_COLUMNS);
        let value = serde_json::json!({
            "kind": self.kind, "title": self.title.trim(), "title_en": self.title_en.trim(), "count": count,
            "columns": columns, "ids": self.ids, "slugs": self.slugs, "taxonomy": self.taxonomy, "terms": self.terms,
        });
        parse_block(value).unwrap_or_else(|| {
            errors.push(unknown_value(&format!("{field}.kind"), &self.kind));
            Block::default()
        })
    }
}

fn parse_block(value: Value) -> Option<Block> {
    serde_json::from_value(value).ok()
}

impl PageFields {
    /// Builds the form that the core validates; `before` is the stored page.
    fn form(&self, before: Option<&PageForm>) -> Result<PageForm, Refusal> {
        let mut errors = Vec::new();
        let kind = PageKind::parse(&self.kind).unwrap_or_else(|| {
            errors.push(unknown_value("kind", &self.kind));
            PageKind::default()
        });
        // The home page is the only one of its kind and cannot become another.
        let was_home = before.is_some_and(|page| page.kind == PageKind::Home);
        if was_home != (kind == PageKind::Home) {
            errors.push(unknown_value("kind", &self.kind));
        }
        let status = PageStatus::parse(&self.status).unwrap_or_else(|| {
            errors.push(unknown_value("status", &self.status));
            PageStatus::default()
        });
        let published_at = match self.published_on.trim() {
            "" => None,
            // An unchanged day retains its time of publication.
            day => {
                let unchanged = before.and_then(|page| page.published_at).filter(|at| day_of(*at) == day);
                let start = unchanged.or_else(|| seconds_of_day(day));
                if start.is_none() {
                    errors.push(FieldError::new("published_on", codes::MERCHANT_DAY_INVALID));
                }
                start
            }
        };
        let position = match self.position.trim() {
            "" => 0,
            typed => typed.parse().ok().filter(|n| (-1000..=1000).contains(n)).unwrap_or_else(|| {
                let error = FieldError::new("position", codes::MERCHANT_NUMBER_INVALID);
                errors.push(error.with("minimum", -1000).with("maximum", 1000));
                0
            }),
        };
        let blocks = self.blocks.iter().enumerate();
        let blocks = blocks.map(|(n, one)| one.block(&format!("blocks.{n}"), &mut errors)).collect();
        if !errors.is_empty() {
            return Err(Refusal::fields(errors));
        }
        Ok(PageForm {
            kind,
            slug: self.slug.clone(),
            title: self.title.clone(),
            title_en: self.title_en.clone(),
            body: self.body.clone(),
            body_en: self.body_en.clone(),
            blocks,
            seo_title: self.seo_title.clone(),
            seo_title_en: self.seo_title_en.clone(),
            seo_description: self.seo_description.clone(),
            seo_description_en: self.seo_description_en.clone(),
            status,
            published_at,
            in_footer: self.in_footer,
            in_menu: self.in_menu,
            position,
            comments: self.comments,
        })
    }
}
