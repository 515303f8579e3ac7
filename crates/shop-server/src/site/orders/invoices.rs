//! What the buyer's company owes by invoice.

use axum::response::Response;
use shop_core::base::calendar::{day, start_of_day};
use shop_core::base::{Cents, Lang};
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::view::{AccountInvoice, AccountInvoices, AccountSection};
use shop_services::ports::{Receivable, StoreError};
use shop_services::trade::receivables::CompanyAccount;

use super::account_orders::order_path;
use crate::site::accounts::access::trade_buyer;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::respond;

const PATH: &str = "/my-account/invoices/";

/// `/my-account/invoices/`
pub(super) async fn show(asked: Asked) -> Response {
    if let Err(answer) = trade_buyer(&asked, TradeAction::ViewOrders, PATH).await {
        return answer;
    }
    match own(&asked).await {
        Ok(invoices) => {
            let section = AccountSection::Invoices(Box::new(invoices.unwrap_or_default()));
            respond(&asked, Shown::new(site_texts::open_invoices, PATH, section)).await
        }
        Err(error) => failed(&error),
    }
}

/// What the company of who asks owes; `None`: it has none that is approved, or may not see its orders.
pub(in crate::site) async fn own(asked: &Asked) -> Result<Option<AccountInvoices>, StoreError> {
    let shop = &asked.state.shop;
    let lang = shop.context.settings().await?.lang();
    let found = shop.receivables.own_account(&asked.session.buyer).await?;
    Ok(found.ok().map(|account| view(&account, lang)))
}

fn view(account: &CompanyAccount, lang: Lang) -> AccountInvoices {
    let credit = account.debt.credit;
    let cents = |amount: Option<Cents>| amount.map(|amount| amount.0);
    AccountInvoices {
        open_cents: credit.open_cents.0,
        overdue_cents: account.debt.overdue_cents.0,
        limit_cents: cents(credit.limit_cents),
        left_cents: cents(credit.left_cents()),
        orders: account.open.iter().map(|one| invoice(one, account.today, lang)).collect(),
        count: i64::try_from(account.debt.orders).unwrap_or(i64::MAX),
    }
}

fn invoice(one: &Receivable, today: i64, lang: Lang) -> AccountInvoice {
    AccountInvoice {
        number: one.order_id.to_string(),
        path: order_path(one.order_id),
        date: day(one.ordered_at, lang),
        due: day(start_of_day(one.due_day), lang),
        overdue: one.due_day < today,
        total_cents: one.total_cents.0,
        open_cents: one.open_cents.0,
    }
}
