//! Cart approvals: a sub-account requests one, its main account decides.

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
use shop_services::trade::approvals::{ApprovalStatus, Restored, approval_lines, goods_cents};
use shop_services::trade::offers::TakeRefusal;

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::site::accounts::access::require_trade_buyer;
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, form_expired_errors, is_genuine, notice, redirect_with_notice, respond,
};
use crate::site::orders::account_orders::order_path;
use crate::trade::offer_refusal;

const PATH: &str = "/my-account/approvals/";
/// Nonce action of the page's forms.
const NONCE: &str = "approvals";
/// Requests per page.
const PER_PAGE: u64 = 10;
/// A sub-account that may buy may request approval; a main account may do everything.
const ACTION: TradeAction = TradeAction::Buy;

/// `/my-account/approvals/`
pub(super) async fn list(request: AccountRequest, RawQuery(raw): RawQuery) -> Response {
    let buyer = match require_trade_buyer(&request, ACTION, PATH).await {
        Ok(buyer) => buyer,
        Err(response) => return response,
    };
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let page = query.get("pagina").and_then(|n| n.parse().ok()).filter(|n| (1..1_000_000).contains(n)).unwrap_or(1);
    match list_view(&request, &buyer, page, "").await {
        Ok(view) => respond(&request, view).await,
        Err(error) => error_response(&error),
    }
}

async fn list_view(
    request: &AccountRequest,
    buyer: &TradeBuyer,
    page: u64,
    note: &str,
) -> Result<AccountView, StoreError> {
    let lang = request.state.shop.context.settings().await?.lang();
    let (found, total) = request.state.shop.approvals.list(buyer, page, PER_PAGE).await?;
    let sees_orders = request.session.buyer.orders().is_ok();
    let number = |n: u64| i64::try_from(n).unwrap_or(1);
    let section = AccountSection::Approvals(Box::new(AccountApprovals {
        decides: buyer.account.may(TradeAction::ManageSubaccounts),
        cart: own_cart(request, buyer, note).await?,
        requests: found.iter().map(|one| approval_view(one, sees_orders, lang)).collect(),
        page: number(page),
        pages: number(total.div_ceil(PER_PAGE).max(1)),
    }));
    Ok(AccountView::new(site_texts::approvals, PATH, section).with_form(NONCE))
}

/// The account's cart, if it needs an approval that has not been requested yet. `note` is the posted text of a refused request.
async fn own_cart(
    request: &AccountRequest,
    buyer: &TradeBuyer,
    note: &str,
) -> Result<Option<AccountApprovalCart>, StoreError> {
    let (shop, session) = (&request.state.shop, &request.session);
    let open = shop.carts.open_cart(&session.key, session.customer_id).await?;
    let ApprovalStatus::Missing { above } = shop.approvals.standing(&session.buyer, &open).await? else {
        return Ok(None);
    };
    if note.is_empty() && shop.approvals.waits(buyer, &open).await? {
        return Ok(None);
    }
    let cart = open.view();
    Ok(Some(AccountApprovalCart {
        lines: approval_lines(&cart).iter().map(line_text).collect(),
        goods_cents: goods_cents(&cart),
        above_cents: above,
        note: note.to_owned(),
    }))
}

fn approval_view(one: &ApprovalRecord, sees_orders: bool, lang: Lang) -> AccountApproval {
    AccountApproval {
        id: one.id.0,
        username: one.username.clone(),
        date: shop_core::base::format::date(one.created_at, lang),
        state: one.state,
        lines: one.lines.iter().map(line_text).collect(),
        goods_cents: one.goods_cents,
        note: one.note.clone(),
        answer: one.answer.clone(),
        order_path: one.order_id.filter(|_| sees_orders).map(order_path).unwrap_or_default(),
    }
}

fn line_text(line: &ApprovalLine) -> String {
    let mut out = format!("{} × {}", line.quantity, line.name);
    for (label, value) in &line.details {
        out.push_str(&format!(", {label}: {value}"));
    }
    out
}

/// Requests or decides an approval, or adds a request's products to the cart again.
pub(super) async fn act(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    match require_trade_buyer(&request, ACTION, PATH).await {
        Err(response) => response,
        Ok(buyer) => run_action(&request, &buyer, &Pairs(pairs)).await.unwrap_or_else(|error| error_response(&error)),
    }
}

async fn run_action(request: &AccountRequest, buyer: &TradeBuyer, posted: &Pairs) -> Result<Response, StoreError> {
    let (state, session) = (&request.state, &request.session);
    let text = |name: &str| posted.get(name).unwrap_or_default();
    if !is_genuine(request, posted, NONCE) {
        let view = list_view(request, buyer, 1, text("note")).await?.with_errors(form_expired_errors());
        return Ok(respond(request, view).await);
    }
    let id = ApprovalId(text("approval").parse().unwrap_or(0));
    let approvals = &state.shop.approvals;
    let (outcome, code) = match text("action") {
        "ask" => (approvals.ask(&session.buyer, text("note")).await?, codes::APPROVAL_ASKED),
        action @ ("approve" | "refuse") => {
            let decision = ApprovalDecision { approved: action == "approve", answer: text("answer").trim().to_owned() };
            let code = if decision.approved { codes::APPROVAL_GIVEN } else { codes::APPROVAL_REFUSED };
            (approvals.decide(&session.buyer, id, &decision).await?, code)
        }
        "restore" => return restore_cart(request, id).await,
        _ => return Ok(StatusCode::BAD_REQUEST.into_response()),
    };
    match outcome {
        Ok(()) => {
            redirect_with_notice(
                &state.shop.carts,
                session,
                HeaderMap::new(),
                PATH,
                notice("success", code, Params::new()),
            )
            .await
        }
        Err(refusal) => {
            let view = list_view(request, buyer, 1, text("note")).await?.with_errors(vec![refusal.error()]);
            Ok(respond(request, view).await)
        }
    }
}

async fn restore_cart(request: &AccountRequest, id: ApprovalId) -> Result<Response, StoreError> {
    let (state, session) = (&request.state, &request.session);
    let (path, kind, code) = match state.shop.approvals.restore(&session.buyer, id).await? {
        Some(Restored { whole: true, .. }) => ("/cart/", "success", codes::APPROVAL_RESTORED),
        Some(Restored { unavailable_offers, .. }) => {
            let notices: Vec<StoredNotice> = unavailable_offers.into_iter().map(refused_offer_notice).collect();
            state.shop.carts.leave_notices(&session.key, session.customer_id, &notices).await?;
            ("/cart/", "info", codes::APPROVAL_RESTORED_PARTLY)
        }
        None => (PATH, "error", codes::APPROVAL_GONE),
    };
    redirect_with_notice(&state.shop.carts, session, HeaderMap::new(), path, notice(kind, code, Params::new())).await
}

/// Notice that an offer's goods could not be added again, with the offer's name.
fn refused_offer_notice((id, refusal): (OfferId, TakeRefusal)) -> StoredNotice {
    let error = match refusal {
        TakeRefusal::Unknown | TakeRefusal::Buyer(_) => {
            FieldError::new("offer", codes::APPROVAL_OFFER_GONE).with("number", id)
        }
        refusal => offer_refusal(refusal).1,
    };
    StoredNotice { kind: "error".into(), code: error.code.into_owned(), params: error.params }
}
