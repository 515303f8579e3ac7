//! Open invoices of the buyer's company.

use axum::response::Response;
use shop_core::base::Lang;
use shop_core::base::calendar::{day, start_of_day};
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::view::{AccountInvoice, AccountInvoices, AccountSection};
use shop_services::ports::{Receivable, StoreError};
use shop_services::trade::receivables::CompanyAccount;

use super::account_orders::order_path;
use crate::site::accounts::access::require_trade_buyer;
use crate::site::accounts::account_page::{AccountRequest, AccountView, error_response, respond};

const PATH: &str = "/my-account/invoices/";

/// `/my-account/invoices/`
pub(super) async fn show(request: AccountRequest) -> Response {
    if let Err(response) = require_trade_buyer(&request, TradeAction::ViewOrders, PATH).await {
        return response;
    }
    match own_invoices(&request).await {
        Ok(invoices) => {
            let section = AccountSection::Invoices(Box::new(invoices.unwrap_or_default()));
            respond(&request, AccountView::new(site_texts::open_invoices, PATH, section)).await
        }
        Err(error) => error_response(&error),
    }
}

/// Loads the open invoices of the visitor's company; `None` without an approved company, or if the account may not see orders.
pub(in crate::site) async fn own_invoices(request: &AccountRequest) -> Result<Option<AccountInvoices>, StoreError> {
    let shop = &request.state.shop;
    let lang = shop.context.settings().await?.lang();
    let found = shop.receivables.own_account(&request.session.buyer).await?;
    Ok(found.ok().map(|account| invoices_view(&account, lang)))
}

fn invoices_view(account: &CompanyAccount, lang: Lang) -> AccountInvoices {
    let credit = account.debt.credit;
    AccountInvoices {
        open_cents: credit.open_cents,
        overdue_cents: account.debt.overdue_cents,
        limit_cents: credit.limit_cents,
        left_cents: credit.left_cents(),
        orders: account.open.iter().map(|receivable| invoice_view(receivable, account.today, lang)).collect(),
        count: i64::try_from(account.debt.orders).unwrap_or(i64::MAX),
    }
}

fn invoice_view(receivable: &Receivable, today: i64, lang: Lang) -> AccountInvoice {
    AccountInvoice {
        number: receivable.order_id.to_string(),
        path: order_path(receivable.order_id),
        date: day(receivable.ordered_at, lang),
        due: day(start_of_day(receivable.due_day), lang),
        overdue: receivable.due_day < today,
        total_cents: receivable.total_cents,
        open_cents: receivable.open_cents,
    }
}
