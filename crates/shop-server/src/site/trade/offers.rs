//! Offers to the buyer's company: list, document, and the form that adds an offer to the cart.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::calendar::day;
use shop_core::base::{Lang, OfferId, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::trade::offer::{OfferLine, OfferStatus};
use shop_core::view::{AccountOffer, AccountOfferLine, AccountOffers, AccountSection};
use shop_services::accounts::buyer::TradeBuyer;
use shop_services::ports::{OfferRecord, StoreError};
use shop_services::trade::offers::{OfferSums, TakeRefusal};

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::visitor::session::is_same_origin;
use crate::orders::order_documents::{DocumentFailure, offer_document};
use crate::page_data::texts::missing;
use crate::site::accounts::access::require_trade_buyer;
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, notice, redirect_with_notice, respond,
};
use crate::trade::{offer_refusal, token_is_valid};

const PATH: &str = "/my-account/offers/";
/// Offers per page.
const PER_PAGE: u64 = 10;
/// Documents rendered for one account in the span below: each takes some milliseconds of CPU time.
const DOCUMENTS: u32 = 60;
/// Span in which documents are counted.
const DOCUMENTS_SPAN_S: i64 = 600;

/// `/my-account/offers/`
pub(super) async fn list_first_page(request: AccountRequest) -> Response {
    list(request, Path("1".to_owned())).await
}

/// `/my-account/offers/{page}/`
pub(super) async fn list(request: AccountRequest, Path(page): Path<String>) -> Response {
    let buyer = match require_trade_buyer(&request, TradeAction::ViewOffers, PATH).await {
        Ok(buyer) => buyer,
        Err(response) => return response,
    };
    let Some(page) = page.parse::<u64>().ok().filter(|page| (1..1_000_000).contains(page)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match load_section(&request, &buyer, page).await {
        Ok(section) => {
            let path = if page == 1 { PATH.to_owned() } else { format!("{PATH}{page}/") };
            respond(&request, AccountView::new(site_texts::my_offers, &path, section)).await
        }
        Err(error) => error_response(&error),
    }
}

async fn load_section(request: &AccountRequest, buyer: &TradeBuyer, page: u64) -> Result<AccountSection, StoreError> {
    let shop = &request.state.shop;
    let (lang, now) = (shop.context.settings().await?.lang(), shop.context.now());
    let (found, total) = shop.offers.of_buyer(buyer, page, PER_PAGE).await?;
    let mut offers = Vec::with_capacity(found.len());
    for record in &found {
        let sums = shop.offers.sums(&record.offer.content, record.id, Some(buyer.customer_id)).await?;
        offers.extend(offer_view(record, &sums, lang, now));
    }
    shop.offers.seen(&found).await?;
    let number = |n: u64| i64::try_from(n).unwrap_or(1);
    let pages = number(total.div_ceil(PER_PAGE).max(1));
    let can_take = buyer.account.may(TradeAction::TakeOffer);
    Ok(AccountSection::Offers(Box::new(AccountOffers { offers, page: number(page), pages, can_take })))
}

fn offer_view(record: &OfferRecord, sums: &OfferSums, lang: Lang, now: i64) -> Option<AccountOffer> {
    let offer = &record.offer;
    let standing = OfferStatus::from_state(record.state, offer.valid_until, now)?;
    let standing_label = match standing {
        OfferStatus::Open if offer.once => site_texts::offer_open_once(lang),
        OfferStatus::Open => site_texts::offer_open(lang),
        OfferStatus::Ended => site_texts::offer_ended(lang),
        OfferStatus::Withdrawn => site_texts::offer_withdrawn(lang),
        OfferStatus::Used => site_texts::offer_used(lang),
    };
    Some(AccountOffer {
        id: record.id.0,
        title: offer.title.clone(),
        standing,
        standing_label: standing_label.to_owned(),
        is_new: record.seen_at.is_none() && standing == OfferStatus::Open,
        sent: record.sent_at.map(|at| day(at, lang)).unwrap_or_default(),
        validity: match offer.valid_until {
            Some(end) => site_texts::offer_until(lang, day(end - 1, lang)),
            None => site_texts::offer_no_end(lang).to_owned(),
        },
        lines: offer.content.lines.iter().enumerate().map(|(at, line)| line_view(at, line, sums, lang)).collect(),
        net_cents: sums.net,
        tax_cents: sums.tax,
        total_cents: sums.total(),
        notes: offer.content.notes.clone(),
        pdf_path: format!("/my-account/offers/{}/offerta.pdf", record.id),
    })
}

fn line_view(at: usize, line: &OfferLine, sums: &OfferSums, lang: Lang) -> AccountOfferLine {
    match (line, sums.of_line(at)) {
        (OfferLine::Text { text }, _) => AccountOfferLine { text: text.clone(), ..AccountOfferLine::default() },
        (OfferLine::Goods(_), Some(sum)) => AccountOfferLine {
            text: sum.name.clone(),
            path: sum.path.clone(),
            quantity: sum.quantity,
            unit_cents: sum.unit_net,
            net_cents: sum.net,
        },
        (OfferLine::Goods(goods), None) => AccountOfferLine {
            text: site_texts::no_longer_sold(lang).to_owned(),
            quantity: goods.quantity.into(),
            ..AccountOfferLine::default()
        },
    }
}

/// `/my-account/offers/{id}/offerta.pdf`. Another company's offer looks like one that does not exist.
pub(super) async fn document(request: AccountRequest, Path(number): Path<String>) -> Response {
    let buyer = match require_trade_buyer(&request, TradeAction::ViewOffers, PATH).await {
        Ok(buyer) => buyer,
        Err(response) => return response,
    };
    let (state, id) = (&request.state, OfferId(number.parse().unwrap_or(0)));
    let customer = buyer.customer_id.to_string();
    if state.limits.count("offer", &customer, DOCUMENTS, DOCUMENTS_SPAN_S, state.shop.context.now()).is_err() {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    match render_document(&request, &buyer, id).await {
        Ok(Some(response)) => response,
        Ok(None) => missing(&state.storefront, &request.page_request, PATH).await,
        Err(DocumentFailure::Store(error)) => error_response(&error),
        Err(DocumentFailure::Document) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn render_document(
    request: &AccountRequest,
    buyer: &TradeBuyer,
    id: OfferId,
) -> Result<Option<Response>, DocumentFailure> {
    let Some(record) = request.state.shop.offers.own_offer(buyer, id).await? else { return Ok(None) };
    offer_document(&request.state.shop.context, &request.state.shop.offers, &record, Some(buyer.customer_id))
        .await
        .map(Some)
}

/// Adds an offer to the cart. The form carries the trade token, as the AJAX call does.
pub(super) async fn take(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    if let Err(response) = require_trade_buyer(&request, TradeAction::TakeOffer, PATH).await {
        return response;
    }
    add_to_cart(&request, &Pairs(pairs)).await.unwrap_or_else(|error| error_response(&error))
}

async fn add_to_cart(request: &AccountRequest, posted: &Pairs) -> Result<Response, StoreError> {
    let (state, session) = (&request.state, &request.session);
    let text = |name: &str| posted.get(name).unwrap_or_default();
    let redirect = |kind: &str, code: &str, params: Params, path| {
        let notice = notice(kind, code, params);
        async move { redirect_with_notice(&state.shop.carts, session, HeaderMap::new(), path, notice).await }
    };
    if !is_same_origin(&request.headers, &state.public_address)
        || !token_is_valid(&state.storefront.web, session, text("security"))
    {
        return redirect("error", codes::FORM_EXPIRED, Params::new(), PATH).await;
    }
    let id = OfferId(text("offer").trim().parse().unwrap_or(0));
    match state.shop.offers.take(&session.key, &session.buyer, id).await? {
        Ok((_, title)) => {
            redirect("success", codes::TRADE_OFFER_ADDED, [("title".to_owned(), title)].into(), "/cart/").await
        }
        Err(TakeRefusal::Unknown) => Ok(missing(&state.storefront, &request.page_request, PATH).await),
        Err(refusal) => {
            let (_, error) = offer_refusal(refusal);
            redirect("error", &error.code, error.params, PATH).await
        }
    }
}
