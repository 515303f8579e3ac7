//! A customer's store credit: `/my-account/store-credit/`.

use std::collections::BTreeSet;

use axum::response::Response;
use shop_core::base::{CustomerId, Lang, OrderId, calendar};
use shop_core::cart::coupon::offer::ends;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountCredit, AccountCreditMove, AccountSection};
use shop_services::ports::{CreditRecord, LedgerEntry, StoreError};

use crate::site::accounts::access::customer_or_entry;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::respond;
use crate::site::orders::account_orders::order_path;

const PATH: &str = "/my-account/store-credit/";
/// Credits on the page, newest first.
const SHOWN: u64 = 50;

/// `/my-account/store-credit/`
pub(super) async fn show(asked: Asked) -> Response {
    let id = match customer_or_entry(&asked.session, PATH) {
        Ok(id) => id,
        Err(answer) => return answer,
    };
    match owned(&asked, id).await {
        Ok(section) => respond(&asked, Shown::new(site_texts::my_store_credit, PATH, section)).await,
        Err(error) => failed(&error),
    }
}

async fn owned(asked: &Asked, id: CustomerId) -> Result<AccountSection, StoreError> {
    let shop = &asked.state.shop;
    let (lang, now) = (shop.context.settings().await?.lang(), shop.context.now());
    let (found, _) = shop.credits.credits_of_account(id, SHOWN).await?;
    let mut credits = Vec::with_capacity(found.len());
    for credit in &found {
        let mut moves = shop.credits.credit_ledger(credit.id).await?;
        moves.reverse();
        let named: BTreeSet<OrderId> = moves.iter().filter_map(|entry| entry.order_id).collect();
        let mut own = BTreeSet::new();
        for order in named {
            if let Ok(owner) = asked.session.buyer.orders()
                && shop.orders.own_order(order, owner).await?.is_some()
            {
                own.insert(order);
            }
        }
        credits.push(view(credit, moves.iter().map(|entry| moved(entry, &own, lang)).collect(), lang, now));
    }
    credits.sort_by_key(|credit| !credit.open);
    let balance_cents = credits.iter().filter(|credit| credit.open).map(|credit| credit.balance_cents).sum();
    Ok(AccountSection::Credit { balance_cents, credits })
}

fn view(record: &CreditRecord, moves: Vec<AccountCreditMove>, lang: Lang, now: i64) -> AccountCredit {
    let credit = &record.credit;
    let over = credit.expires_at.is_some_and(|end| end <= now);
    AccountCredit {
        code: credit.code.clone(),
        balance_cents: credit.balance_cents.0,
        issued_cents: record.issued.0,
        end: ends(credit.expires_at, lang),
        reason: record.reason.clone(),
        open: credit.balance_cents.0 > 0 && !over,
        moves,
    }
}

fn moved(entry: &LedgerEntry, own: &BTreeSet<OrderId>, lang: Lang) -> AccountCreditMove {
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
        cents: entry.cents.0,
        order_number: order.map(|order| order.to_string()).unwrap_or_default(),
        order_path: order.map(order_path).unwrap_or_default(),
    }
}
