//! The cart page.

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use shop_core::base::{FieldError, Lang, Params};
use shop_core::checkout::address::locale::{FieldOptions, fields_for};
use shop_core::checkout::address::states::state_field;
use shop_core::checkout::address::{AddressField, AddressKind, country};
use shop_core::checkout::destination::DestinationForm;
use shop_core::payments::bnpl::widget::WidgetKind;
use shop_core::platform::messages::{codes, text};
use shop_core::platform::words::{order_texts, site_texts};
use shop_core::trade::account::TradeAction;
use shop_core::trade::purchase_list::CartToListButton;
use shop_core::trade::quote::{QuoteButton, QuoteForm};
use shop_core::view::{
    CartPage, CartToListView, Link, Notice, Page, ProductCard, QuoteRequestView, ShippingCalculator,
};
use shop_services::cart::OpenCart;
use shop_services::platform::settings::ExpressPlace;

use super::form::Asked;
use super::offers::offers_for;
use crate::app::nonces;
use crate::app::pairs::Pairs;
use crate::app::session::Session;
use crate::app::shapes::page_cart;
use crate::app::state::AppState;
use crate::page_data::bnpl;
use crate::page_data::card::cards;
use crate::page_data::context::{Context, notices, unavailable};
use crate::page_data::express::Asked as ExpressAsked;
use crate::render::PageRequest;
use crate::site::catalogue::search::suggested_products;
use crate::site::plain_form::refusals;

/// Nonce of the shipping calculator.
pub(super) const CALCULATOR_NONCE: &str = "woocommerce-shipping-calculator";
/// Products offered under the cart.
const SUGGESTIONS: usize = 4;

/// `/cart/`. With `?remove_item=KEY`, `?undo_item=KEY` or `?remove_coupon=CODE`, and `&_wpnonce=…`, it changes the cart first.
pub(super) async fn show(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let asked = Asked { state: &state, session: &session, headers: &headers };
    let nonce = query.get("_wpnonce").unwrap_or_default();
    if let Some(key) = query.get("remove_item") {
        return asked.remove(key, nonce).await;
    }
    if let Some(key) = query.get("undo_item") {
        return asked.undo(key, nonce).await;
    }
    if let Some(code) = query.get("remove_coupon") {
        return asked.remove_coupon(code, nonce).await;
    }
    page(&asked, &request, None).await
}

/// A form of the page that is shown as it was sent, with what is wrong with it.
pub(in crate::site) enum Tried {
    /// The shipping calculator.
    Calculator(DestinationForm, Vec<FieldError>),
    /// The quote request; nothing need be wrong with it.
    Quote(QuoteForm, Vec<FieldError>),
}

/// The page; `tried`: a form as it was just sent.
pub(in crate::site) async fn page(asked: &Asked<'_>, request: &PageRequest, tried: Option<Tried>) -> Response {
    let Asked { state, session, headers } = *asked;
    let mut open = match state.shop.carts.open_cart(&session.key, session.customer_id).await {
        Ok(open) => open,
        Err(error) => {
            return state.pages.respond_uncached(request, state.lang(), || async { Err(unavailable(error)) }).await;
        }
    };
    let (calculated, quoted) = match tried {
        Some(Tried::Calculator(form, errors)) => (Some((form, errors)), None),
        Some(Tried::Quote(form, errors)) => (None, Some((form, errors))),
        None => (None, None),
    };
    let quote = quote_request(state, session, &open, quoted).await;
    let waiting = state.shop.carts.collect_notices(&mut open).await.unwrap_or_default();
    let lang = open.settings.lang();
    let mut notices = notices(&waiting, lang);
    notices.extend(just_placed(state, &open).await);
    let now = state.shop.context.now();
    let asked = ExpressAsked { state, session, shop: &open.settings, place: ExpressPlace::Cart, back: "/cart/" };
    let express = asked.of_cart(&open);
    let form_nonce = state.secrets.nonce(nonces::CART, &session.key, now);
    // Who lends for one purchase does not lend for those that follow it.
    let renews = !open.view().recurring.is_empty();
    let page = CartPage {
        cart: page_cart(&open, state),
        offers: offers_for(state, &open, session).await,
        store_nonce: state.secrets.nonce(nonces::STORE_API, "", now),
        form_nonce,
        apply_coupon_nonce: state.secrets.nonce("apply-coupon", &session.key, now),
        remove_coupon_nonce: state.secrets.nonce("remove-coupon", &session.key, now),
        update_shipping_method_nonce: state.secrets.nonce("update-shipping-method", &session.key, now),
        notices,
        suggestions: Vec::new(),
        bnpl: if renews { String::new() } else { bnpl::widget(&open.settings, WidgetKind::Cart, 0) },
        calculator: calculator(&open, calculated, state.secrets.nonce(CALCULATOR_NONCE, &session.key, now)),
        express,
        quote,
        to_list: to_list(state, session, lang),
    };
    let mut response = state
        .pages
        .respond_uncached(request, lang, || async {
            let context = Context::load(state, &session.buyer).await.map_err(unavailable)?;
            let mut page = page;
            page.suggestions = if page.cart.items.is_empty() {
                suggested_products(&context, SUGGESTIONS)
            } else {
                going_well(&context, &open)
            };
            let mut head = context.head(site_texts::cart(lang), "", "/cart/");
            head.noindex = true;
            Ok(context.page("/cart/", head, Page::Cart(Box::new(page)), &[]))
        })
        .await;
    let hash = open.view().hash();
    session.write_cookies(response.headers_mut(), headers, &open, &hash, state);
    response
}

/// Tells a buyer with an empty cart of the order that has just emptied it: its response may have been lost.
async fn just_placed(state: &AppState, open: &OpenCart) -> Option<Notice> {
    // The page is shown without it where the order cannot be read.
    let order = state.shop.orders.recent_order(&open.record.content).await.ok().flatten()?;
    let lang = open.settings.lang();
    let params = Params::from([("number".to_owned(), order.id.to_string())]);
    let link = Link { label: order_texts::see_your_order(lang).to_owned(), path: order.next_path() };
    Some(Notice {
        kind: "info".into(),
        text: text(codes::ORDER_JUST_PLACED, &params, lang),
        link: Some(link),
        ..Notice::default()
    })
}

/// The quote request as it opens, or as it was just sent; `None`: the visit may ask for none.
async fn quote_request(
    state: &AppState,
    session: &Session,
    open: &OpenCart,
    tried: Option<(QuoteForm, Vec<FieldError>)>,
) -> Option<QuoteRequestView> {
    // The page is shown without it where the account cannot be read.
    let form = state.shop.conversations.quote_form(&session.buyer, open).await.ok().flatten()?;
    let opened = tried.is_some();
    let (typed, errors) = tried.unwrap_or_default();
    let kept = if typed == QuoteForm::default() {
        form
    } else {
        QuoteForm { message: typed.message, name: typed.name, email: typed.email, ..form }
    };
    let lang = open.settings.lang();
    let said = |button: QuoteButton| text(button.label(), &Params::new(), lang);
    Some(QuoteRequestView {
        token: crate::trade::token(state, session),
        request_label: said(QuoteButton::Closed),
        send_label: said(QuoteButton::Open),
        open: opened,
        form: kept,
        errors: refusals(&errors, lang),
    })
}

/// The button that saves the cart as a purchase list, for who may use lists.
fn to_list(state: &AppState, session: &Session, lang: Lang) -> Option<CartToListView> {
    session.buyer.trade(TradeAction::UseLists).ok()?;
    let words = |code| text(code, &Params::new(), lang);
    Some(CartToListView {
        token: crate::trade::token(state, session),
        label: words(CartToListButton::Ready.label()),
        name_label: words(codes::TRADE_LIST_NAME),
    })
}

/// The calculator as it opens: what the cart knows of the destination, or what was just sent and refused.
fn calculator(
    open: &OpenCart,
    refused: Option<(DestinationForm, Vec<FieldError>)>,
    nonce: String,
) -> Option<ShippingCalculator> {
    if !open.view().needs_shipping {
        return None;
    }
    let lang = open.settings.lang();
    let (form, errors) = refused.unwrap_or_else(|| {
        let to = &open.record.content.shipping;
        // The shop's own province is no answer of the buyer's.
        let known = !to.postcode.is_empty() || !to.city.is_empty() || to.country != open.settings.shop.country;
        let form = DestinationForm {
            country: to.country.clone(),
            state: if known { to.state.clone() } else { String::new() },
            city: to.city.clone(),
            postcode: to.postcode.clone(),
            state_of: to.country.clone(),
        };
        (form, Vec::new())
    });
    let fields = fields_for(&form.country, AddressKind::Shipping, FieldOptions::default(), lang);
    let label = |wanted: AddressField| {
        fields.iter().find(|rule| rule.field == wanted).map(|rule| rule.label.clone()).unwrap_or_default()
    };
    Some(ShippingCalculator {
        nonce,
        countries: country::country_options(&open.settings.places.shipped_to, lang),
        state_field: state_field(&form.country, lang),
        state_label: label(AddressField::State),
        postcode_label: label(AddressField::Postcode),
        country: form.country,
        state: form.state,
        city: form.city,
        postcode: form.postcode,
        errors,
    })
}

/// What the merchant has put beside the products of a cart, without those that are in it.
fn going_well(context: &Context, open: &OpenCart) -> Vec<ProductCard> {
    let view = open.view();
    let mut ids = Vec::new();
    for id in view.lines.iter().flat_map(|line| &line.product.cross_sell_ids) {
        if !ids.contains(id) && !view.lines.iter().any(|line| line.product.item.id == *id) {
            ids.push(*id);
        }
    }
    cards(
        context,
        &shop_services::catalogue::ProductQuery {
            include: Some(ids),
            orderby: shop_services::catalogue::OrderBy::Include,
            visibility: Some(shop_core::catalogue::product::Visibility::Catalog),
            page: 1,
            per_page: SUGGESTIONS,
            ..shop_services::catalogue::ProductQuery::default()
        },
    )
}
