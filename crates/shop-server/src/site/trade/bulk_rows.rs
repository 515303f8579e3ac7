//! Rows of the bulk order form and of purchase lists: as a page shows them, and as a form without scripts posts them.

use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{FieldError, ProductId};
use shop_core::platform::messages::codes;
use shop_core::trade::account::TradeAction;
use shop_core::trade::bulk_order::{BulkEvent, BulkLine, BulkOrder, FilledLine, pieces, step};
use shop_core::trade::pasted::BulkReport;
use shop_core::trade::product_string;
use shop_core::trade::product_string::ProductLine;
use shop_core::trade::search_answer::SearchBy;
use shop_core::view::BulkRowsView;
use shop_services::accounts::buyer::TradeRefusal;
use shop_services::ports::StoreError;

use crate::app::forms::form_fields::Pairs;
use crate::site::accounts::account_page::AccountRequest;
use crate::trade::bulk::notices;
use crate::trade::error;

/// Empty rows of a new form.
const EMPTY_ROWS: usize = 5;

/// Rows that a form posted.
pub(super) struct PostedRows {
    /// The rows; a row whose text resolves to no product keeps the text, with its error.
    pub form: BulkOrder,
    /// Outcome of typed products; `None` when all products were chosen from suggestions.
    pub report: Option<BulkReport>,
    /// Errors of chosen products that are missing from the rows because they are no longer sold.
    pub unsold: Vec<FieldError>,
}

impl PostedRows {
    /// Rows without errors or report.
    pub(super) fn from_form(form: BulkOrder) -> Self {
        Self { form, report: None, unsold: Vec::new() }
    }

    /// Errors of the rows; empty when they can be used.
    pub(super) fn errors(&self) -> Vec<FieldError> {
        let report = self.report.iter().flat_map(|report| &report.lines);
        let unresolved = report.filter(|line| line.product.is_none()).filter_map(|line| line.notice.clone());
        self.unsold.iter().cloned().chain(unresolved).collect()
    }
}

/// A form with empty rows.
pub(super) fn new_form() -> BulkOrder {
    (0..EMPTY_ROWS).fold(BulkOrder::default(), |form, _| step(form, BulkEvent::NewLine))
}

/// Fills a form with the lines of a product string that are still sold.
pub(super) async fn load_rows(
    request: &AccountRequest,
    products: &str,
) -> Result<Result<BulkOrder, TradeRefusal>, StoreError> {
    let ids: Vec<ProductId> = product_string::parse(products).into_iter().map(|line| line.product_id).collect();
    let sold = request.state.shop.bulk_orders.sold(&request.session.buyer, ids.into_iter()).await?;
    Ok(sold.map(|found| {
        let load = BulkEvent::Load { product_string: products.to_owned(), found };
        step(BulkOrder::default(), load)
    }))
}

/// View of the rows.
pub(super) async fn rows_view(
    request: &AccountRequest,
    form: BulkOrder,
    report: Option<BulkReport>,
) -> Result<BulkRowsView, StoreError> {
    let buyer = &request.session.buyer;
    Ok(BulkRowsView {
        form,
        pasted: String::new(),
        report,
        search_by: SearchBy::ALL.to_vec(),
        server_subtotals: request.state.shop.context.settings().await?.bulk.accounting_subtotals,
        may_order: buyer.trade(TradeAction::BulkOrder).is_ok(),
        may_save: buyer.trade(TradeAction::UseLists).is_ok(),
    })
}

/// Reads the posted rows: `product` (the id of a chosen product), `text` and `quantity` of each, and in `rest` the lines that the page did
/// not show.
pub(super) async fn read_rows(
    request: &AccountRequest,
    posted: &Pairs,
) -> Result<Result<PostedRows, TradeRefusal>, StoreError> {
    let values =
        |name: &'static str| posted.0.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.as_str());
    let (mut chosen, mut typed) = (Vec::new(), String::new());
    for ((product, text), quantity) in values("product").zip(values("text")).zip(values("quantity")) {
        match product.parse().ok().filter(|id: &i64| *id > 0) {
            Some(id) => chosen.push(ProductLine { product_id: ProductId(id), quantity: pieces(quantity) }),
            None if text.trim().is_empty() => {}
            None => typed.push_str(&format!("{}\t{quantity}\n", text.replace(['\t', '\n', '\r', '"'], " "))),
        }
    }
    chosen.extend(product_string::parse(posted.get("rest").unwrap_or_default()));
    let form = match load_rows(request, &product_string::format(&chosen)).await? {
        Ok(form) => form,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let unsold = match request.state.shop.bulk_orders.refusals(&request.session.buyer, &form.left_out).await? {
        Ok(unsold) => unsold,
        Err(refusal) => return Ok(Err(refusal)),
    };
    Ok(add_lines(request, form, &typed).await?.map(|rows| PostedRows { unsold, ..rows }))
}

/// Adds typed or pasted lines to a form.
pub(super) async fn add_lines(
    request: &AccountRequest,
    form: BulkOrder,
    text: &str,
) -> Result<Result<PostedRows, TradeRefusal>, StoreError> {
    if text.trim().is_empty() {
        return Ok(Ok(PostedRows::from_form(form)));
    }
    let resolved = request.state.shop.bulk_orders.read(&request.session.buyer, text).await?;
    Ok(resolved.map(|report| {
        let filled = report
            .lines
            .iter()
            .filter_map(|line| line.product.clone().map(|product| FilledLine { product, quantity: line.quantity }));
        let mut form = step(form, BulkEvent::Fill { lines: filled.collect() });
        let unknown = report.lines.iter().filter(|line| line.product.is_none());
        form.lines.extend(unknown.map(|line| BulkLine {
            text: line.text.clone(),
            notice: line.notice.clone(),
            ..BulkLine::default()
        }));
        PostedRows { report: Some(report), ..PostedRows::from_form(form) }
    }))
}

/// Adds lines to the cart and redirects there; the caller shows the error.
pub(super) async fn add_to_cart(
    request: &AccountRequest,
    products: &str,
) -> Result<Result<Response, FieldError>, StoreError> {
    let AccountRequest { state, session, headers, .. } = request;
    let lines = product_string::parse(products);
    if lines.is_empty() {
        return Ok(Err(FieldError::new("", codes::TRADE_LIST_EMPTY)));
    }
    let added = match state.shop.bulk_orders.add_to_cart(&session.buyer, &lines).await? {
        Ok(added) => added,
        Err(refusal) => return Ok(Err(error(refusal))),
    };
    state.shop.carts.leave_notices(&session.key, session.customer_id, &notices(&added)).await?;
    let mut response = Redirect::to("/cart/").into_response();
    let hash = added.open.view().hash();
    session.write_cookies(response.headers_mut(), headers, &added.open, &hash, &state.storefront.web);
    Ok(Ok(response))
}
