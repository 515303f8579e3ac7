//! Offers to a trade buyer's company: list, document, and the form that puts one into the cart.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::calendar::day;
use shop_core::base::{Lang, OfferId, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::trade::offer::{OfferLine, OfferStanding};
use shop_core::view::{AccountOffer, AccountOfferLine, AccountOffers, AccountSection};
use shop_services::accounts::buyer::TradeBuyer;
use shop_services::ports::{OfferRecord, StoreError};
use shop_services::trade::offers::{OfferSums, TakeRefusal};

use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::is_same_origin;
use crate::orders::order_documents::{DocumentFailure, offer_document};
use crate::page_data::texts::missing;
use crate::site::accounts::access::trade_buyer;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;
use crate::trade::{take_refusal, token_is_valid};

const PATH: &str = "/my-account/offers/";
/// Offers on a page.
const PER_PAGE: u64 = 10;
/// Documents made for one account in the span below: each takes some milliseconds of a processor.
const DOCUMENTS: u32 = 60;
/// Span in which they are counted.
const DOCUMENTS_SPAN_S: i64 = 600;

/// `/my-account/offers/`
pub(super) async fn first(asked: Asked) -> Response {
    list(asked, Path("1".to_owned())).await
}

/// `/my-account/offers/{page}/`
pub(super) async fn list(asked: Asked, Path(page): Path<String>) -> Response {
    let buyer = match trade_buyer(&asked, TradeAction::ViewOffers, PATH).await {
        Ok(buyer) => buyer,
        Err(answer) => return answer,
    };
    let Some(page) = page.parse::<u64>().ok().filter(|page| (1..1_000_000).contains(page)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match listed(&asked, &buyer, page).await {
        Ok(section) => {
            let path = if page == 1 { PATH.to_owned() } else { format!("{PATH}{page}/") };
            respond(&asked, Shown::new(site_texts::my_offers, &path, section)).await
        }
        Err(error) => failed(&error),
    }
}

async fn listed(asked: &Asked, buyer: &TradeBuyer, page: u64) -> Result<AccountSection, StoreError> {
    let shop = &asked.state.shop;
    let (lang, now) = (shop.context.settings().await?.lang(), shop.context.now());
    let (found, total) = shop.offers.of_buyer(buyer, page, PER_PAGE).await?;
    let mut offers = Vec::with_capacity(found.len());
    for record in &found {
        let sums = shop.offers.sums(&record.offer.content, record.id, Some(buyer.customer_id)).await?;
        offers.extend(view(record, &sums, lang, now));
    }
    shop.offers.seen(&found).await?;
    let number = |n: u64| i64::try_from(n).unwrap_or(1);
    let pages = number(total.div_ceil(PER_PAGE).max(1));
    let can_take = buyer.account.may(TradeAction::TakeOffer);
    Ok(AccountSection::Offers(Box::new(AccountOffers { offers, page: number(page), pages, can_take })))
}

fn view(record: &OfferRecord, sums: &OfferSums, lang: Lang, now: i64) -> Option<AccountOffer> {
    let offer = &record.offer;
    let standing = OfferStanding::of(record.state, offer.valid_until, now)?;
    let standing_label = match standing {
        OfferStanding::Open if offer.once => site_texts::offer_open_once(lang),
        OfferStanding::Open => site_texts::offer_open(lang),
        OfferStanding::Ended => site_texts::offer_ended(lang),
        OfferStanding::Withdrawn => site_texts::offer_withdrawn(lang),
        OfferStanding::Used => site_texts::offer_used(lang),
    };
    Some(AccountOffer {
        id: record.id.0,
        title: offer.title.clone(),
        standing,
        standing_label: standing_label.to_owned(),
        is_new: record.seen_at.is_none() && standing == OfferStanding::Open,
        sent: record.sent_at.map(|at| day(at, lang)).unwrap_or_default(),
        validity: match offer.valid_until {
            Some(end) => site_texts::offer_until(lang, day(end - 1, lang)),
            None => site_texts::offer_no_end(lang).to_owned(),
        },
        lines: offer.content.lines.iter().enumerate().map(|(at, line)| line_view(at, line, sums, lang)).collect(),
        net_cents: sums.net.0,
        tax_cents: sums.tax.0,
        total_cents: sums.total().0,
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
            unit_cents: sum.unit_net.0,
            net_cents: sum.net.0,
        },
        (OfferLine::Goods(goods), None) => AccountOfferLine {
            text: site_texts::no_longer_sold(lang).to_owned(),
            quantity: goods.quantity.into(),
            ..AccountOfferLine::default()
        },
    }
}

/// `/my-account/offers/{id}/offerta.pdf`: another company's looks like one that is not there.
pub(super) async fn document(asked: Asked, Path(number): Path<String>) -> Response {
    let buyer = match trade_buyer(&asked, TradeAction::ViewOffers, PATH).await {
        Ok(buyer) => buyer,
        Err(answer) => return answer,
    };
    let (state, id) = (&asked.state, OfferId(number.parse().unwrap_or(0)));
    let who = buyer.customer_id.to_string();
    if state.limits.count("offer", &who, DOCUMENTS, DOCUMENTS_SPAN_S, state.shop.context.now()).is_err() {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    match drawn(&asked, &buyer, id).await {
        Ok(Some(response)) => response,
        Ok(None) => missing(state, &asked.request, PATH).await,
        Err(DocumentFailure::Store(error)) => failed(&error),
        Err(DocumentFailure::Document) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn drawn(asked: &Asked, buyer: &TradeBuyer, id: OfferId) -> Result<Option<Response>, DocumentFailure> {
    let Some(record) = asked.state.shop.offers.own_offer(buyer, id).await? else { return Ok(None) };
    offer_document(&asked.state, &record, Some(buyer.customer_id)).await.map(Some)
}

/// The form that puts an offer into the cart; it carries the trade layer's token, as the call does.
pub(super) async fn take(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    if let Err(answer) = trade_buyer(&asked, TradeAction::TakeOffer, PATH).await {
        return answer;
    }
    taken(&asked, &Pairs(pairs)).await.unwrap_or_else(|error| failed(&error))
}

async fn taken(asked: &Asked, posted: &Pairs) -> Result<Response, StoreError> {
    let (state, session) = (&asked.state, &asked.session);
    let text = |name: &str| posted.get(name).unwrap_or_default();
    let told = |kind: &str, code: &str, params: Params, path| {
        let told = notice(kind, code, params);
        async move { go_with_notice(state, session, HeaderMap::new(), path, told).await }
    };
    if !is_same_origin(&asked.headers, state) || !token_is_valid(state, session, text("security")) {
        return told("error", codes::FORM_EXPIRED, Params::new(), PATH).await;
    }
    let id = OfferId(text("offer").trim().parse().unwrap_or(0));
    match state.shop.offers.take(&session.key, &session.buyer, id).await? {
        Ok((_, title)) => {
            told("success", codes::TRADE_OFFER_ADDED, [("title".to_owned(), title)].into(), "/cart/").await
        }
        Err(TakeRefusal::Unknown) => Ok(missing(state, &asked.request, PATH).await),
        Err(refusal) => {
            let (_, error) = take_refusal(refusal);
            told("error", &error.code, error.params, PATH).await
        }
    }
}
