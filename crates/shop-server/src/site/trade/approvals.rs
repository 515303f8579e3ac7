//! Carts that wait for approval: a sub-account asks, its main account answers.

use axum::extract::RawQuery;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{ApprovalId, FieldError, Lang, OfferId, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::trade::approval::ApprovalLine;
use shop_core::view::{AccountApproval, AccountApprovalCart, AccountApprovals, AccountSection};
use shop_services::accounts::buyer::TradeBuyer;
use shop_services::ports::{ApprovalDecision, ApprovalRecord, StoreError};
use shop_services::records::StoredNotice;
use shop_services::trade::approvals::{ApprovalStanding, Restored, approval_lines, goods_cents};
use shop_services::trade::offers::TakeRefusal;

use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::site::accounts::access::trade_buyer;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::expired;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::is_genuine;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;
use crate::site::orders::account_orders::order_path;
use crate::trade::take_refusal;

const PATH: &str = "/my-account/approvals/";
/// Action of the page's forms.
const NONCE: &str = "approvals";
/// Requests on a page.
const PER_PAGE: u64 = 10;
/// Who may buy may ask, and a main account may do all.
const ACTION: TradeAction = TradeAction::Buy;

/// `/my-account/approvals/`
pub(super) async fn list(asked: Asked, RawQuery(raw): RawQuery) -> Response {
    let buyer = match trade_buyer(&asked, ACTION, PATH).await {
        Ok(buyer) => buyer,
        Err(answer) => return answer,
    };
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let page = query.get("pagina").and_then(|n| n.parse().ok()).filter(|n| (1..1_000_000).contains(n)).unwrap_or(1);
    match listed(&asked, &buyer, page, "").await {
        Ok(shown) => respond(&asked, shown).await,
        Err(error) => failed(&error),
    }
}

async fn listed(asked: &Asked, buyer: &TradeBuyer, page: u64, note: &str) -> Result<Shown, StoreError> {
    let lang = asked.state.shop.context.settings().await?.lang();
    let (found, total) = asked.state.shop.approvals.list(buyer, page, PER_PAGE).await?;
    let sees = asked.session.buyer.orders().is_ok();
    let number = |n: u64| i64::try_from(n).unwrap_or(1);
    let section = AccountSection::Approvals(Box::new(AccountApprovals {
        decides: buyer.account.may(TradeAction::ManageSubaccounts),
        cart: own_cart(asked, buyer, note).await?,
        requests: found.iter().map(|one| view(one, sees, lang)).collect(),
        page: number(page),
        pages: number(total.div_ceil(PER_PAGE).max(1)),
    }));
    Ok(Shown::new(site_texts::approvals, PATH, section).with_form(NONCE))
}

/// The account's cart, where it may not be ordered as it is and was not asked for yet. `note`: as it was typed and refused.
async fn own_cart(asked: &Asked, buyer: &TradeBuyer, note: &str) -> Result<Option<AccountApprovalCart>, StoreError> {
    let (shop, session) = (&asked.state.shop, &asked.session);
    let open = shop.carts.open_cart(&session.key, session.customer_id).await?;
    let ApprovalStanding::Missing { above } = shop.approvals.standing(&session.buyer, &open).await? else {
        return Ok(None);
    };
    if note.is_empty() && shop.approvals.waits(buyer, &open).await? {
        return Ok(None);
    }
    let cart = open.view();
    Ok(Some(AccountApprovalCart {
        lines: approval_lines(&cart).iter().map(words).collect(),
        goods_cents: goods_cents(&cart).0,
        above_cents: above.0,
        note: note.to_owned(),
    }))
}

fn view(one: &ApprovalRecord, sees_orders: bool, lang: Lang) -> AccountApproval {
    AccountApproval {
        id: one.id.0,
        username: one.username.clone(),
        date: shop_core::base::format::date(one.created_at, lang),
        state: one.state,
        lines: one.lines.iter().map(words).collect(),
        goods_cents: one.goods_cents.0,
        note: one.note.clone(),
        answer: one.answer.clone(),
        order_path: one.order_id.filter(|_| sees_orders).map(order_path).unwrap_or_default(),
    }
}

fn words(line: &ApprovalLine) -> String {
    let mut out = format!("{} × {}", line.quantity, line.name);
    for (label, value) in &line.details {
        out.push_str(&format!(", {label}: {value}"));
    }
    out
}

/// Asks, answers, or puts a request's products into the cart again.
pub(super) async fn act(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    match trade_buyer(&asked, ACTION, PATH).await {
        Err(answer) => answer,
        Ok(buyer) => acted(&asked, &buyer, &Pairs(pairs)).await.unwrap_or_else(|error| failed(&error)),
    }
}

async fn acted(asked: &Asked, buyer: &TradeBuyer, posted: &Pairs) -> Result<Response, StoreError> {
    let (state, session) = (&asked.state, &asked.session);
    let text = |name: &str| posted.get(name).unwrap_or_default();
    if !is_genuine(asked, posted, NONCE) {
        let shown = listed(asked, buyer, 1, text("note")).await?.refused(expired());
        return Ok(respond(asked, shown).await);
    }
    let id = ApprovalId(text("approval").parse().unwrap_or(0));
    let approvals = &state.shop.approvals;
    let (done, code) = match text("action") {
        "ask" => (approvals.ask(&session.buyer, text("note")).await?, codes::APPROVAL_ASKED),
        action @ ("approve" | "refuse") => {
            let decision = ApprovalDecision { approved: action == "approve", answer: text("answer").trim().to_owned() };
            let code = if decision.approved { codes::APPROVAL_GIVEN } else { codes::APPROVAL_REFUSED };
            (approvals.decide(&session.buyer, id, &decision).await?, code)
        }
        "restore" => return restored(asked, id).await,
        _ => return Ok(StatusCode::BAD_REQUEST.into_response()),
    };
    match done {
        Ok(()) => go_with_notice(state, session, HeaderMap::new(), PATH, notice("success", code, Params::new())).await,
        Err(refusal) => {
            let shown = listed(asked, buyer, 1, text("note")).await?.refused(vec![refusal.error()]);
            Ok(respond(asked, shown).await)
        }
    }
}

async fn restored(asked: &Asked, id: ApprovalId) -> Result<Response, StoreError> {
    let (state, session) = (&asked.state, &asked.session);
    let (path, kind, code) = match state.shop.approvals.restore(&session.buyer, id).await? {
        Some(Restored { whole: true, .. }) => ("/cart/", "success", codes::APPROVAL_RESTORED),
        Some(Restored { refused_offers, .. }) => {
            let told: Vec<StoredNotice> = refused_offers.into_iter().map(refused_offer).collect();
            state.shop.carts.leave_notices(&session.key, session.customer_id, &told).await?;
            ("/cart/", "info", codes::APPROVAL_RESTORED_PARTLY)
        }
        None => (PATH, "error", codes::APPROVAL_GONE),
    };
    go_with_notice(state, session, HeaderMap::new(), path, notice(kind, code, Params::new())).await
}

/// Why an offer's goods did not come back, with the offer's name.
fn refused_offer((id, refusal): (OfferId, TakeRefusal)) -> StoredNotice {
    let error = match refusal {
        TakeRefusal::Unknown | TakeRefusal::Buyer(_) => {
            FieldError::new("offer", codes::APPROVAL_OFFER_GONE).with("number", id)
        }
        over_or_goods => take_refusal(over_or_goods).1,
    };
    StoredNotice { kind: "error".into(), code: error.code.into_owned(), params: error.params }
}
