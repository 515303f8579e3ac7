//! Rows of the bulk order form and of purchase lists: as a page opens with them, and as a form sends them without scripts.

use shop_core::base::{FieldError, ProductId};
use shop_core::trade::account::TradeAction;
use shop_core::trade::bulk_order::{BulkEvent, BulkLine, BulkOrder, FilledLine, pieces, step};
use shop_core::trade::pasted::BulkReport;
use shop_core::trade::product_string::{self, ProductLine};
use shop_core::trade::search_answer::SearchBy;
use shop_core::view::BulkRowsView;
use shop_services::accounts::buyer::TradeRefusal;
use shop_services::ports::StoreError;

use crate::app::pairs::Pairs;
use crate::site::accounts::account_page::Asked;

/// Empty rows of a new form.
const EMPTY_ROWS: usize = 5;

/// Rows that a form sent.
pub(super) struct SentRows {
    /// The rows; those whose text means no product keep it, with what is wrong.
    pub form: BulkOrder,
    /// What became of typed products; `None`: all rows were chosen ones.
    pub report: Option<BulkReport>,
    /// Why chosen products are not among the rows: they are no longer sold.
    pub refused: Vec<FieldError>,
}

impl SentRows {
    /// Rows of which nothing is to be told.
    pub(super) fn of(form: BulkOrder) -> Self {
        Self { form, report: None, refused: Vec::new() }
    }

    /// What is wrong with the rows; empty: they can be used.
    pub(super) fn errors(&self) -> Vec<FieldError> {
        let report = self.report.iter().flat_map(|report| &report.lines);
        let unread = report.filter(|line| line.product.is_none()).filter_map(|line| line.told.clone());
        self.refused.iter().cloned().chain(unread).collect()
    }
}

/// A form with some empty rows.
pub(super) fn new_form() -> BulkOrder {
    (0..EMPTY_ROWS).fold(BulkOrder::default(), |form, _| step(form, BulkEvent::NewLine))
}

/// A form with the lines of a text, as far as they are sold.
pub(super) async fn loaded(asked: &Asked, products: &str) -> Result<Result<BulkOrder, TradeRefusal>, StoreError> {
    let ids: Vec<ProductId> = product_string::parse(products).into_iter().map(|line| line.product_id).collect();
    let sold = asked.state.shop.bulk_orders.sold(&asked.session.buyer, ids.into_iter()).await?;
    Ok(sold.map(|found| {
        let load = BulkEvent::Load { product_string: products.to_owned(), found };
        step(BulkOrder::default(), load)
    }))
}

/// What a page shows of rows.
pub(super) async fn view(
    asked: &Asked,
    form: BulkOrder,
    report: Option<BulkReport>,
) -> Result<BulkRowsView, StoreError> {
    let buyer = &asked.session.buyer;
    Ok(BulkRowsView {
        form,
        pasted: String::new(),
        report,
        search_by: SearchBy::ALL.to_vec(),
        server_subtotals: asked.state.shop.context.settings().await?.bulk.accounting_subtotals,
        may_order: buyer.trade(TradeAction::BulkOrder).is_ok(),
        may_save: buyer.trade(TradeAction::UseLists).is_ok(),
    })
}

/// The rows that a form sent: of each `product` (its id, when it was chosen), `text` and `quantity`, and as `rest` the lines that its
/// page did not show.
pub(super) async fn sent(asked: &Asked, posted: &Pairs) -> Result<Result<SentRows, TradeRefusal>, StoreError> {
    let of = |name: &'static str| posted.0.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.as_str());
    let (mut chosen, mut typed) = (Vec::new(), String::new());
    for ((product, text), quantity) in of("product").zip(of("text")).zip(of("quantity")) {
        match product.parse().ok().filter(|id: &i64| *id > 0) {
            Some(id) => chosen.push(ProductLine { product_id: ProductId(id), quantity: pieces(quantity) }),
            None if text.trim().is_empty() => {}
            None => typed.push_str(&format!("{}\t{quantity}\n", text.replace(['\t', '\n', '\r', '"'], " "))),
        }
    }
    chosen.extend(product_string::parse(posted.get("rest").unwrap_or_default()));
    let form = match loaded(asked, &product_string::format(&chosen)).await? {
        Ok(form) => form,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let refused = match asked.state.shop.bulk_orders.refusals(&asked.session.buyer, &form.left_out).await? {
        Ok(refused) => refused,
        Err(refusal) => return Ok(Err(refusal)),
    };
    Ok(with_lines(asked, form, &typed).await?.map(|rows| SentRows { refused, ..rows }))
}

/// A form with further lines, as they are typed or come from a spreadsheet.
pub(super) async fn with_lines(
    asked: &Asked,
    form: BulkOrder,
    text: &str,
) -> Result<Result<SentRows, TradeRefusal>, StoreError> {
    if text.trim().is_empty() {
        return Ok(Ok(SentRows::of(form)));
    }
    let read = asked.state.shop.bulk_orders.read(&asked.session.buyer, text).await?;
    Ok(read.map(|report| {
        let filled = report
            .lines
            .iter()
            .filter_map(|line| line.product.clone().map(|product| FilledLine { product, quantity: line.quantity }));
        let mut form = step(form, BulkEvent::Fill { lines: filled.collect() });
        let unknown = report.lines.iter().filter(|line| line.product.is_none());
        form.lines.extend(unknown.map(|line| BulkLine {
            text: line.text.clone(),
            notice: line.told.clone(),
            ..BulkLine::default()
        }));
        SentRows { report: Some(report), ..SentRows::of(form) }
    }))
}
