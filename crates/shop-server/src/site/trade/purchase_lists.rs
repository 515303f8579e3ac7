//! Purchase lists: `/my-account/purchase-lists/`, one of them, and the texts of their table.

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
use shop_services::trade::purchase_lists::ListDenied;

use super::bulk_rows::SentRows;
use super::bulk_rows::sent;
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::site::accounts::access::poster;
use crate::site::accounts::access::trade_buyer;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;
use crate::site::trade::bulk_order;
use crate::site::trade::bulk_rows;
use crate::trade::bulk::table_texts;
use crate::trade::{error, status};

const PATH: &str = "/my-account/purchase-lists/";
/// Action of the form of one list.
const NONCE: &str = "purchase_list";
/// Lists on a page.
const PER_PAGE: u64 = 10;
/// Longest search, in characters.
const MAX_SEARCH_CHARS: usize = 100;
/// By what the table is ordered: name in the address, order, which way a heading begins with.
const ORDERS: [(&str, PurchaseListOrder, bool); 3] = [
    ("title", PurchaseListOrder::Title, true),
    ("lines", PurchaseListOrder::Lines, false),
    ("changed", PurchaseListOrder::Changed, false),
];

/// Path of a list's page.
pub(super) fn list_path(id: i64) -> String {
    format!("{PATH}{id}/")
}

/// `/my-account/purchase-lists/`, searched by `s`, ordered by `orderby` and `order`, page `page`.
pub(super) async fn list(asked: Asked, RawQuery(query): RawQuery) -> Response {
    if let Err(answer) = trade_buyer(&asked, TradeAction::UseLists, PATH).await {
        return answer;
    }
    let query = Pairs::parse(query.as_deref().unwrap_or_default());
    let filter = filter(&query);
    let shown = async {
        let lang = asked.state.shop.context.settings().await?.lang();
        let found = asked.state.shop.purchase_lists.list(&asked.session.buyer, &filter).await?;
        Ok::<_, StoreError>(found.map(|(rows, total)| table(&filter, &rows, total, lang)))
    };
    match shown.await {
        Ok(Ok(view)) => {
            let section = AccountSection::PurchaseLists(Box::new(view));
            respond(&asked, Shown::new(list_texts::lists, PATH, section)).await
        }
        Ok(Err(denied)) => denial(&asked, PATH, denied).await,
        Err(error) => failed(&error),
    }
}

fn filter(query: &Pairs) -> PurchaseListFilter {
    let named = ORDERS.iter().find(|(name, ..)| query.get("orderby") == Some(*name));
    let (_, order, begins_ascending) = named.copied().unwrap_or(("", PurchaseListOrder::Changed, false));
    let ascending = query.get("order").map_or(begins_ascending, |order| order == "asc");
    PurchaseListFilter {
        search: query.get("s").unwrap_or_default().trim().chars().take(MAX_SEARCH_CHARS).collect(),
        order,
        ascending,
        page: query.get("page").and_then(|page| page.parse().ok()).unwrap_or(1).clamp(1, 1_000_000),
        per_page: PER_PAGE,
    }
}

fn table(filter: &PurchaseListFilter, rows: &[PurchaseListRow], total: u64, lang: Lang) -> PurchaseListsView {
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
        let begins = ORDERS.iter().find(|(_, own, _)| *own == order).is_some_and(|(.., begins)| *begins);
        let next = now.map_or(begins, |ascending| !ascending);
        let word = |ascending: bool| if ascending { "ascending" } else { "descending" }.to_owned();
        PurchaseListColumn {
            label: label.to_owned(),
            path: address(name(order), next),
            order: now.map(word).unwrap_or_default(),
            next_order: word(next),
        }
    };
    let first = address(name(filter.order), filter.ascending);
    PurchaseListsView {
        lists: rows.iter().map(|row| entry(row, lang)).collect(),
        search: filter.search.clone(),
        columns: vec![
            column(list_texts::column_name(lang), Some(PurchaseListOrder::Title)),
            column(list_texts::column_lines(lang), Some(PurchaseListOrder::Lines)),
            column(list_texts::column_made_by(lang), None),
            column(list_texts::column_changed(lang), Some(PurchaseListOrder::Changed)),
        ],
        page: number(filter.page),
        pages: number(total.div_ceil(PER_PAGE).max(1)),
        info: info(filter, rows.len(), total, lang),
        page_path_template: format!("{first}&page={{page}}"),
        first_page_path: first,
        texts: table_texts(lang),
    }
}

/// "1 to 10 of 12 lists".
fn info(filter: &PurchaseListFilter, shown: usize, total: u64, lang: Lang) -> String {
    let before = (filter.page - 1) * filter.per_page;
    let last = before + u64::try_from(shown).unwrap_or(0);
    let texts = table_texts(lang);
    let (start, end) = ((before + 1).to_string(), last.to_string());
    texts.info.replace("_START_", &start).replace("_END_", &end).replace("_TOTAL_", &total.to_string())
}

fn entry(row: &PurchaseListRow, lang: Lang) -> PurchaseListEntry {
    PurchaseListEntry {
        id: row.id,
        title: row.title.clone(),
        lines: i64::try_from(row.line_count).unwrap_or(0),
        made_by: row.made_by.clone(),
        changed: date(row.updated_at, lang),
        path: list_path(row.id),
    }
}

/// The page of one list. Another company's is as if it were not there.
pub(super) async fn show(asked: Asked, Path(number): Path<String>) -> Response {
    let id = number.parse().unwrap_or(0);
    let path = list_path(id);
    if let Err(answer) = trade_buyer(&asked, TradeAction::UseLists, &path).await {
        return answer;
    }
    let shown = async {
        let list = match asked.state.shop.purchase_lists.one(&asked.session.buyer, id).await? {
            Ok(list) => list,
            Err(denied) => return Ok(Err(denied)),
        };
        let form = bulk_rows::loaded(&asked, &product_string::format(&list.lines)).await?;
        Ok::<_, StoreError>(form.map(|form| (list, form)).map_err(ListDenied::from))
    };
    match shown.await {
        Ok(Ok((list, form))) => page(&asked, &list, SentRows::of(form), Vec::new()).await,
        Ok(Err(denied)) => denial(&asked, &path, denied).await,
        Err(error) => failed(&error),
    }
}

async fn page(asked: &Asked, list: &PurchaseList, rows: SentRows, errors: Vec<FieldError>) -> Response {
    match bulk_rows::view(asked, rows.form, rows.report).await {
        Ok(rows) => {
            let (standing_orders, next_standing_order) = match standing_orders(asked, list.id).await {
                Ok(found) => found,
                Err(error) => return failed(&error),
            };
            let view = PurchaseListView {
                id: list.id,
                title: list.title.clone(),
                version: list.version,
                rows,
                standing_orders,
                next_standing_order,
            };
            let section = AccountSection::PurchaseList(Box::new(view));
            let shown = Shown::new(list_texts::lists, &list_path(list.id), section).with_form(NONCE);
            respond(asked, if errors.is_empty() { shown } else { shown.refused(errors) }).await
        }
        Err(error) => failed(&error),
    }
}

/// How many standing orders go along with a list, and the next day of delivery of those that go on, written out.
async fn standing_orders(asked: &Asked, list_id: i64) -> Result<(i64, String), StoreError> {
    let found = asked.state.shop.standing_orders.of_list(&asked.session.buyer, list_id).await?.unwrap_or_default();
    let lang = asked.state.shop.context.settings().await?.lang();
    let next = found.iter().filter(|order| order.state == StandingState::Active).map(|order| order.next_on).min();
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    Ok((count, next.map(|day| day_with_weekday(day, lang)).unwrap_or_default()))
}

/// The form of one list sent without scripts: `action=update`, `delete` or `add`.
pub(super) async fn act(
    asked: Asked,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = number.parse().unwrap_or(0);
    let posted = Pairs(pairs);
    if let Err(answer) = trade_buyer(&asked, TradeAction::UseLists, &list_path(id)).await {
        return answer;
    }
    if let Err(answer) = poster(&asked, &posted, &list_path(id), NONCE).await {
        return answer;
    }
    acted(&asked, id, &posted).await.unwrap_or_else(|error| failed(&error))
}

async fn acted(asked: &Asked, id: i64, posted: &Pairs) -> Result<Response, StoreError> {
    let (lists, buyer) = (&asked.state.shop.purchase_lists, &asked.session.buyer);
    let mut list = match lists.one(buyer, id).await? {
        Ok(list) => list,
        Err(denied) => return Ok(denial(asked, PATH, denied).await),
    };
    if posted.get("action") == Some("delete") {
        return deleted(asked, &list, posted).await;
    }
    let rows = match sent(asked, posted).await? {
        Ok(rows) => rows,
        Err(refusal) => return Ok(status(refusal).into_response()),
    };
    // What was sent stays in the form: its name, and the state that it was made from.
    list.version = posted.get("version").and_then(|version| version.parse().ok()).unwrap_or(list.version);
    list.title = posted.get("title").unwrap_or(&list.title).to_owned();
    let wrong = rows.errors();
    if !wrong.is_empty() {
        return Ok(page(asked, &list, rows, wrong).await);
    }
    let products = &rows.form.product_string;
    let refused = match posted.get("action") {
        Some("add") => match bulk_order::add(asked, products).await? {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        },
        _ => match lists.update(buyer, id, Some(list.version), Some(&list.title), products).await? {
            Ok(()) => return tell(asked, &list_path(id), codes::TRADE_LIST_UPDATED).await,
            Err(ListDenied::Wrong(error)) => error,
            Err(denied) => return Ok(denial(asked, PATH, denied).await),
        },
    };
    Ok(page(asked, &list, rows, vec![refused]).await)
}

/// Deletes a list whose standing orders the form named; more or fewer than that are named first.
async fn deleted(asked: &Asked, list: &PurchaseList, posted: &Pairs) -> Result<Response, StoreError> {
    let told = posted.get("standing_orders").and_then(|count| count.parse().ok()).unwrap_or(0);
    if standing_orders(asked, list.id).await?.0 != told {
        let form = match bulk_rows::loaded(asked, &product_string::format(&list.lines)).await? {
            Ok(form) => form,
            Err(refusal) => return Ok(status(refusal).into_response()),
        };
        let error = FieldError::new("", codes::TRADE_LIST_STANDING_ORDERS);
        return Ok(page(asked, list, SentRows::of(form), vec![error]).await);
    }
    match asked.state.shop.purchase_lists.delete(&asked.session.buyer, list.id).await? {
        Ok(()) => tell(asked, PATH, codes::TRADE_LIST_DELETED).await,
        Err(denied) => Ok(denial(asked, PATH, denied).await),
    }
}

async fn tell(asked: &Asked, path: &str, code: &'static str) -> Result<Response, StoreError> {
    let told = notice("success", code, Params::new());
    go_with_notice(&asked.state, &asked.session, HeaderMap::new(), path, told).await
}

async fn denial(asked: &Asked, path: &str, denied: ListDenied) -> Response {
    match denied {
        ListDenied::Missing => crate::page_data::texts::missing(&asked.state, &asked.request, path).await,
        ListDenied::Refused(refusal) => (status(refusal), error(refusal).code.into_owned()).into_response(),
        ListDenied::Wrong(error) => (StatusCode::UNPROCESSABLE_ENTITY, error.code.into_owned()).into_response(),
    }
}

/// `/my-account/purchase-lists/i18n/{language}.json`: the table's texts, by language (`it`, `it-IT`, `Italian`).
pub(super) async fn texts(Path(file): Path<String>) -> Response {
    let name = file.strip_suffix(".json").map(|name| name.to_ascii_lowercase().replace('_', "-"));
    let lang = match name.as_deref() {
        Some("it" | "it-it" | "italian") => Lang::It,
        Some("en" | "en-gb" | "en-us" | "english") => Lang::En,
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    ([(header::CACHE_CONTROL, "public, max-age=3600")], Json(table_texts(lang))).into_response()
}
