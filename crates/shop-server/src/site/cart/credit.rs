//! A customer's store credit: `/my-account/store-credit/`.

use std::collections::BTreeSet;

use axum::response::Response;
use shop_core::base::{CustomerId, Lang, OrderId, calendar};
use shop_core::cart::coupon::offer::ends;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountCredit, AccountCreditMove, AccountSection};
use shop_services::ports::{CreditRecord, LedgerEntry, StoreError};

use crate::site::accounts::access::require_customer;
use crate::site::accounts::account_page::{AccountRequest, AccountView, error_response, respond};
use crate::site::orders::account_orders::order_path;

const PATH: &str = "/my-account/store-credit/";
/// Credits on the page, newest first.
const MAX_CREDITS: u64 = 50;

/// `/my-account/store-credit/`
pub(super) async fn show(request: AccountRequest) -> Response {
    let id = match require_customer(&request.session, PATH) {
        Ok(id) => id,
        Err(response) => return response,
    };
    match load_section(&request, id).await {
        Ok(section) => respond(&request, AccountView::new(site_texts::my_store_credit, PATH, section)).await,
        Err(error) => error_response(&error),
    }
}

async fn load_section(request: &AccountRequest, id: CustomerId) -> Result<AccountSection, StoreError> {
    let shop = &request.state.shop;
    let (lang, now) = (shop.context.settings().await?.lang(), shop.context.now());
    let (found, _) = shop.credits.credits_of_account(id, MAX_CREDITS).await?;
    let mut credits = Vec::with_capacity(found.len());
    for credit in &found {
        let mut moves = shop.credits.credit_ledger(credit.id).await?;
        moves.reverse();
        let named: BTreeSet<OrderId> = moves.iter().filter_map(|entry| entry.order_id).collect();
        let mut own = BTreeSet::new();
        for order in named {
            if let Ok(owner) = request.session.buyer.orders()
                && shop.orders.own_order(order, owner).await?.is_some()
            {
                own.insert(order);
            }
        }
        credits.push(credit_view(credit, moves.iter().map(|entry| move_view(entry, &own, lang)).collect(), lang, now));
    }
    credits.sort_by_key(|credit| !credit.open);
    let balance_cents = credits.iter().filter(|credit| credit.open).map(|credit| credit.balance_cents).sum();
    Ok(AccountSection::Credit { balance_cents, credits })
}

fn credit_view(record: &CreditRecord, moves: Vec<AccountCreditMove>, lang: Lang, now: i64) -> AccountCredit {
    let credit = &record.credit;
    let is_expired = credit.expires_at.is_some_and(|end| end <= now);
    AccountCredit {
        code: credit.code.clone(),
        balance_cents: credit.balance_cents,
        issued_cents: record.issued,
        end: ends(credit.expires_at, lang),
        reason: record.reason.clone(),
        open: credit.balance_cents.0 > 0 && !is_expired,
        moves,
    }
}

fn move_view(entry: &LedgerEntry, own: &BTreeSet<OrderId>, lang: Lang) -> AccountCreditMove {
    let label = match entry.kind.as_str() {
        "issued" => site_texts::received(lang),
        "used" => site_texts::used(lang),
        "given_back" => site_texts::given_back(lang),
        "expired" => site_texts::expired(lang),
        _ => site_texts::withdrawn(lang),
    };
    let order = entry.order_id.filter(|order| own.contains(order));
    AccountCreditMove {
        date: calendar::day(entry.created_at, lang),
        label: label.into(),
        cents: entry.cents,
        order_number: order.map(|order| order.to_string()).unwrap_or_default(),
        order_path: order.map(order_path).unwrap_or_default(),
    }
}
