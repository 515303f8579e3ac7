//! Purchase lists: `/my-account/purchase-lists/`, one list, and the translations of their table.

use axum::Json;
use axum::extract::{Path, RawQuery};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use shop_core::base::format::date;
use shop_core::base::{FieldError, Lang, Params};
use shop_core::catalogue::purchase::words::day_with_weekday;
use shop_core::platform::messages::codes;
use shop_core::platform::words::list_texts;
use shop_core::trade::account::TradeAction;
use shop_core::trade::product_string;
use shop_core::trade::standing_order::StandingState;
use shop_core::view::{AccountSection, PurchaseListColumn, PurchaseListEntry, PurchaseListView, PurchaseListsView};
use shop_services::ports::{PurchaseList, PurchaseListFilter, PurchaseListOrder, PurchaseListRow, StoreError};
use shop_services::trade::purchase_lists::PurchaseListError;

use super::bulk_rows::{PostedRows, read_rows};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::site::accounts::access::{require_form_customer, require_trade_buyer};
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, notice, redirect_with_notice, respond,
};
use crate::site::trade::bulk_rows;
use crate::trade::bulk::table_texts;
use crate::trade::{error, status};

const PATH: &str = "/my-account/purchase-lists/";
/// Nonce action of the form of one list.
const NONCE: &str = "purchase_list";
/// Lists per page.
const PER_PAGE: u64 = 10;
/// Longest search, in characters.
const MAX_SEARCH_CHARS: usize = 100;
/// Sort orders of the table: name in the query, order, and whether a heading sorts ascending first.
const ORDERS: [(&str, PurchaseListOrder, bool); 3] = [
    ("title", PurchaseListOrder::Title, true),
    ("lines", PurchaseListOrder::Lines, false),
    ("changed", PurchaseListOrder::Changed, false),
];

/// Path of a list's page.
pub(super) fn list_path(id: i64) -> String {
    format!("{PATH}{id}/")
}

/// `/my-account/purchase-lists/`, searched by `s`, sorted by `orderby` and `order`, page `page`.
pub(super) async fn list(request: AccountRequest, RawQuery(query): RawQuery) -> Response {
    if let Err(response) = require_trade_buyer(&request, TradeAction::UseLists, PATH).await {
        return response;
    }
    let query = Pairs::parse(query.as_deref().unwrap_or_default());
    let filter = parse_filter(&query);
    let loading = async {
        let lang = request.state.shop.context.settings().await?.lang();
        let (rows, total) = request.state.shop.purchase_lists.list(&request.session.buyer, &filter).await?;
        Ok::<_, PurchaseListError>(lists_view(&filter, &rows, total, lang))
    };
    match loading.await {
        Ok(view) => {
            let section = AccountSection::PurchaseLists(Box::new(view));
            respond(&request, AccountView::new(list_texts::lists, PATH, section)).await
        }
        Err(denied) => refusal_response(&request, PATH, denied).await,
    }
}

fn parse_filter(query: &Pairs) -> PurchaseListFilter {
    let named = ORDERS.iter().find(|(name, ..)| query.get("orderby") == Some(*name));
    let (_, order, ascending_first) = named.copied().unwrap_or(("", PurchaseListOrder::Changed, false));
    let ascending = query.get("order").map_or(ascending_first, |order| order == "asc");
    PurchaseListFilter {
        search: query.get("s").unwrap_or_default().trim().chars().take(MAX_SEARCH_CHARS).collect(),
        order,
        ascending,
        page: query.get("page").and_then(|page| page.parse().ok()).unwrap_or(1).clamp(1, 1_000_000),
        per_page: PER_PAGE,
    }
}

fn lists_view(filter: &PurchaseListFilter, rows: &[PurchaseListRow], total: u64, lang: Lang) -> PurchaseListsView {
    let number = |n: u64| i64::try_from(n).unwrap_or(1);
    let name =
        |order: PurchaseListOrder| ORDERS.iter().find(|(_, own, _)| *own == order).map_or("", |(name, ..)| *name);
    let address = |by: &str, ascending: bool| {
        let order = if ascending { "asc" } else { "desc" };
        let pairs = [("s", filter.search.as_str()), ("orderby", by), ("order", order)];
        let pairs = pairs.into_iter().filter(|(_, value)| !value.is_empty()).collect::<Vec<_>>();
        format!("{PATH}?{}", serde_urlencoded::to_string(pairs).unwrap_or_default())
    };
    let column = |label: &str, order: Option<PurchaseListOrder>| {
        let Some(order) = order else {
            return PurchaseListColumn { label: label.to_owned(), ..PurchaseListColumn::default() };
        };
        let now = (order == filter.order).then_some(filter.ascending);
        let ascending_first =
            ORDERS.iter().find(|(_, own, _)| *own == order).is_some_and(|(.., ascending_first)| *ascending_first);
        let next = now.map_or(ascending_first, |ascending| !ascending);
        let direction = |ascending: bool| if ascending { "ascending" } else { "descending" }.to_owned();
        PurchaseListColumn {
            label: label.to_owned(),
            path: address(name(order), next),
            order: now.map(direction).unwrap_or_default(),
            next_order: direction(next),
        }
    };
    let first = address(name(filter.order), filter.ascending);
    PurchaseListsView {
        lists: rows.iter().map(|row| entry_view(row, lang)).collect(),
        search: filter.search.clone(),
        columns: vec![
            column(list_texts::column_name(lang), Some(PurchaseListOrder::Title)),
            column(list_texts::column_lines(lang), Some(PurchaseListOrder::Lines)),
            column(list_texts::column_made_by(lang), None),
            column(list_texts::column_changed(lang), Some(PurchaseListOrder::Changed)),
        ],
        page: number(filter.page),
        pages: number(total.div_ceil(PER_PAGE).max(1)),
        info: range_text(filter, rows.len(), total, lang),
        page_path_template: format!("{first}&page={{page}}"),
        first_page_path: first,
        texts: table_texts(lang),
    }
}

/// "1 to 10 of 12 lists".
fn range_text(filter: &PurchaseListFilter, row_count: usize, total: u64, lang: Lang) -> String {
    let before = (filter.page - 1) * filter.per_page;
    let last = before + u64::try_from(row_count).unwrap_or(0);
    let texts = table_texts(lang);
    let (start, end) = ((before + 1).to_string(), last.to_string());
    texts.info.replace("_START_", &start).replace("_END_", &end).replace("_TOTAL_", &total.to_string())
}

fn entry_view(row: &PurchaseListRow, lang: Lang) -> PurchaseListEntry {
    PurchaseListEntry {
        id: row.id,
        title: row.title.clone(),
        lines: i64::try_from(row.line_count).unwrap_or(0),
        made_by: row.made_by.clone(),
        changed: date(row.updated_at, lang),
        path: list_path(row.id),
    }
}

/// The page of one list. Returns 404 for another company's list.
pub(super) async fn show(request: AccountRequest, Path(number): Path<String>) -> Response {
    let id = number.parse().unwrap_or(0);
    let path = list_path(id);
    if let Err(response) = require_trade_buyer(&request, TradeAction::UseLists, &path).await {
        return response;
    }
    let loading = async {
        let list = request.state.shop.purchase_lists.one(&request.session.buyer, id).await?;
        let form = bulk_rows::load_rows(&request, &product_string::format(&list.lines)).await??;
        Ok::<_, PurchaseListError>((list, form))
    };
    match loading.await {
        Ok((list, form)) => page(&request, &list, PostedRows::from_form(form), Vec::new()).await,
        Err(denied) => refusal_response(&request, &path, denied).await,
    }
}

async fn page(request: &AccountRequest, list: &PurchaseList, rows: PostedRows, errors: Vec<FieldError>) -> Response {
    match bulk_rows::rows_view(request, rows.form, rows.report).await {
        Ok(rows) => {
            let (standing_orders, next_standing_order) = match standing_orders(request, list.id).await {
                Ok(found) => found,
                Err(error) => return error_response(&error),
            };
            let list_view = PurchaseListView {
                id: list.id,
                title: list.title.clone(),
                version: list.version,
                rows,
                standing_orders,
                next_standing_order,
            };
            let section = AccountSection::PurchaseList(Box::new(list_view));
            let view = AccountView::new(list_texts::lists, &list_path(list.id), section).with_form(NONCE);
            respond(request, if errors.is_empty() { view } else { view.with_errors(errors) }).await
        }
        Err(error) => error_response(&error),
    }
}

/// Counts the standing orders of a list, and formats the next delivery day of the active ones.
async fn standing_orders(request: &AccountRequest, list_id: i64) -> Result<(i64, String), StoreError> {
    let found = request.state.shop.standing_orders.of_list(&request.session.buyer, list_id).await?;
    let lang = request.state.shop.context.settings().await?.lang();
    let next = found.iter().filter(|order| order.state == StandingState::Active).map(|order| order.next_on).min();
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    Ok((count, next.map(|day| day_with_weekday(day, lang)).unwrap_or_default()))
}

/// Handles the form of one list without scripts: `action=update`, `delete` or `add`.
pub(super) async fn act(
    request: AccountRequest,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = number.parse().unwrap_or(0);
    let posted = Pairs(pairs);
    if let Err(response) = require_trade_buyer(&request, TradeAction::UseLists, &list_path(id)).await {
        return response;
    }
    if let Err(response) = require_form_customer(&request, &posted, &list_path(id), NONCE).await {
        return response;
    }
    run_action(&request, id, &posted).await.unwrap_or_else(|error| error_response(&error))
}

async fn run_action(request: &AccountRequest, id: i64, posted: &Pairs) -> Result<Response, StoreError> {
    let (lists, buyer) = (&request.state.shop.purchase_lists, &request.session.buyer);
    let mut list = match lists.one(buyer, id).await {
        Ok(list) => list,
        Err(denied) => return Ok(refusal_response(request, PATH, denied).await),
    };
    if posted.get("action") == Some("delete") {
        return delete_list(request, &list, posted).await;
    }
    let rows = match read_rows(request, posted).await? {
        Ok(rows) => rows,
        Err(refusal) => return Ok(status(refusal).into_response()),
    };
    // The form keeps its posted title and version.
    list.version = posted.get("version").and_then(|version| version.parse().ok()).unwrap_or(list.version);
    list.title = posted.get("title").unwrap_or(&list.title).to_owned();
    let errors = rows.errors();
    if !errors.is_empty() {
        return Ok(page(request, &list, rows, errors).await);
    }
    let products = &rows.form.product_string;
    let error = match posted.get("action") {
        Some("add") => match bulk_rows::add_to_cart(request, products).await? {
            Ok(response) => return Ok(response),
            Err(error) => error,
        },
        _ => match lists.update(buyer, id, Some(list.version), Some(&list.title), products).await {
            Ok(()) => return redirect_with_success(request, &list_path(id), codes::TRADE_LIST_UPDATED).await,
            Err(PurchaseListError::Wrong(error)) => error,
            Err(denied) => return Ok(refusal_response(request, PATH, denied).await),
        },
    };
    Ok(page(request, &list, rows, vec![error]).await)
}

/// Deletes a list if the form named the current number of its standing orders; otherwise shows the page again with the new number.
async fn delete_list(request: &AccountRequest, list: &PurchaseList, posted: &Pairs) -> Result<Response, StoreError> {
    let shown_count = posted.get("standing_orders").and_then(|count| count.parse().ok()).unwrap_or(0);
    if standing_orders(request, list.id).await?.0 != shown_count {
        let form = match bulk_rows::load_rows(request, &product_string::format(&list.lines)).await? {
            Ok(form) => form,
            Err(refusal) => return Ok(status(refusal).into_response()),
        };
        let error = FieldError::new("", codes::TRADE_LIST_STANDING_ORDERS);
        return Ok(page(request, list, PostedRows::from_form(form), vec![error]).await);
    }
    match request.state.shop.purchase_lists.delete(&request.session.buyer, list.id).await {
        Ok(()) => redirect_with_success(request, PATH, codes::TRADE_LIST_DELETED).await,
        Err(denied) => Ok(refusal_response(request, PATH, denied).await),
    }
}

async fn redirect_with_success(
    request: &AccountRequest,
    path: &str,
    code: &'static str,
) -> Result<Response, StoreError> {
    let notice = notice("success", code, Params::new());
    redirect_with_notice(&request.state.shop.carts, &request.session, HeaderMap::new(), path, notice).await
}

async fn refusal_response(request: &AccountRequest, path: &str, denied: PurchaseListError) -> Response {
    match denied {
        PurchaseListError::Missing => {
            crate::page_data::texts::missing(&request.state.storefront, &request.page_request, path).await
        }
        PurchaseListError::Refused(refusal) => (status(refusal), error(refusal).code.into_owned()).into_response(),
        PurchaseListError::Store(error) => error_response(&error),
        PurchaseListError::Wrong(error) => (StatusCode::UNPROCESSABLE_ENTITY, error.code.into_owned()).into_response(),
    }
}

/// `/my-account/purchase-lists/i18n/{language}.json`: the table's translations, by language (`it`, `it-IT`, `Italian`).
pub(super) async fn texts(Path(file): Path<String>) -> Response {
    let name = file.strip_suffix(".json").map(|name| name.to_ascii_lowercase().replace('_', "-"));
    let lang = match name.as_deref() {
        Some("it" | "it-it" | "italian") => Lang::It,
        Some("en" | "en-gb" | "en-us" | "english") => Lang::En,
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    ([(header::CACHE_CONTROL, "public, max-age=3600")], Json(table_texts(lang))).into_response()
}
