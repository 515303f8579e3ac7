//! The cart page.

use std::sync::Arc;

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

use super::cart_request::CartRequest;
use super::offers::load_offers;
use crate::app::forms::form_fields::Pairs;
use crate::app::responses::page_cart;
use crate::app::storefront::Storefront;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;
use crate::page_data::catalogue::card::cards;
use crate::page_data::context::{Context, notices, unavailable};
use crate::page_data::payments::bnpl;
use crate::page_data::payments::express::ExpressContext;
use crate::render::PageRequest;
use crate::site::catalogue::search::suggested_products;
use crate::site::plain_form::error_notices;

/// Nonce of the shipping calculator.
pub(super) const CALCULATOR_NONCE: &str = "woocommerce-shipping-calculator";
/// Suggested products below the cart.
const SUGGESTIONS: usize = 4;

/// `/cart/`. The links `?remove_item=KEY`, `?undo_item=KEY` and `?remove_coupon=CODE`, with `&_wpnonce=…`, change the cart and redirect.
pub(super) async fn show(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let cart_request = CartRequest { storefront: &storefront, session: &session, headers: &headers };
    let nonce = query.get("_wpnonce").unwrap_or_default();
    if let Some(key) = query.get("remove_item") {
        return cart_request.remove(key, nonce).await;
    }
    if let Some(key) = query.get("undo_item") {
        return cart_request.undo(key, nonce).await;
    }
    if let Some(code) = query.get("remove_coupon") {
        return cart_request.remove_coupon(code, nonce).await;
    }
    page(&cart_request, &request, None).await
}

/// A posted form that the page shows again, with its errors.
pub(in crate::site) enum SubmittedForm {
    /// The shipping calculator.
    Calculator(DestinationForm, Vec<FieldError>),
    /// The quote request, perhaps without errors: its fields were just opened.
    Quote(QuoteForm, Vec<FieldError>),
}

/// Renders the cart page, with the form that was just posted.
pub(in crate::site) async fn page(
    request: &CartRequest<'_>,
    page_request: &PageRequest,
    submitted: Option<SubmittedForm>,
) -> Response {
    let CartRequest { storefront, session, headers } = *request;
    let mut open = match storefront.carts.open_cart(&session.key, session.customer_id).await {
        Ok(open) => open,
        Err(error) => {
            let failed = || async { Err(unavailable(error)) };
            return storefront.pages.respond_uncached(page_request, storefront.web.lang(), failed).await;
        }
    };
    let (calculated, quoted) = match submitted {
        Some(SubmittedForm::Calculator(form, errors)) => (Some((form, errors)), None),
        Some(SubmittedForm::Quote(form, errors)) => (None, Some((form, errors))),
        None => (None, None),
    };
    let quote = quote_request_view(storefront, session, &open, quoted).await;
    let stored = storefront.carts.collect_notices(&mut open).await.unwrap_or_default();
    let lang = open.settings.lang();
    let mut notices = notices(&stored, lang);
    notices.extend(recent_order_notice(storefront, &open).await);
    let now = storefront.web.context.now();
    let express =
        ExpressContext { storefront, session, shop: &open.settings, place: ExpressPlace::Cart, back: "/cart/" };
    let express = express.of_cart(&open);
    let nonce = |action: &str| storefront.web.secrets.nonce(action, &session.key, now);
    // Instalment lenders finance a single purchase, not its renewals.
    let renews = !open.view().recurring.is_empty();
    let page = CartPage {
        cart: page_cart(&open, &storefront.web),
        offers: load_offers(&storefront.cart_coupons, &open, session).await,
        store_nonce: storefront.web.secrets.nonce(nonces::STORE_API, "", now),
        form_nonce: nonce(nonces::CART),
        apply_coupon_nonce: nonce("apply-coupon"),
        remove_coupon_nonce: nonce("remove-coupon"),
        update_shipping_method_nonce: nonce("update-shipping-method"),
        notices,
        suggestions: Vec::new(),
        bnpl: if renews { String::new() } else { bnpl::widget(&open.settings, WidgetKind::Cart, 0) },
        calculator: shipping_calculator(&open, calculated, nonce(CALCULATOR_NONCE)),
        express,
        quote,
        to_list: cart_to_list_view(storefront, session, lang),
    };
    let mut response = storefront
        .pages
        .respond_uncached(page_request, lang, || async {
            let context = Context::load(storefront, &session.buyer).await.map_err(unavailable)?;
            let mut page = page;
            page.suggestions = if page.cart.items.is_empty() {
                suggested_products(&context, SUGGESTIONS)
            } else {
                cross_sells(&context, &open)
            };
            let mut head = context.head(site_texts::cart(lang), "", "/cart/");
            head.noindex = true;
            Ok(context.page("/cart/", head, Page::Cart(Box::new(page)), &[]))
        })
        .await;
    let hash = open.view().hash();
    session.write_cookies(response.headers_mut(), headers, &open, &hash, &storefront.web);
    response
}

/// Notice for a buyer with an empty cart about the order that has just emptied it: its response may have been lost.
async fn recent_order_notice(storefront: &Arc<Storefront>, open: &OpenCart) -> Option<Notice> {
    // If the order cannot be read, the page is shown without the notice.
    let order = storefront.orders.recent_order(&open.record.content).await.ok().flatten()?;
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

/// The quote request, prefilled or as it was just posted; `None` if the visitor may not request quotes.
async fn quote_request_view(
    storefront: &Arc<Storefront>,
    session: &Session,
    open: &OpenCart,
    submitted: Option<(QuoteForm, Vec<FieldError>)>,
) -> Option<QuoteRequestView> {
    // If the account cannot be read, the page is shown without the form.
    let form = storefront.conversations.quote_form(&session.buyer, open).await.ok().flatten()?;
    let is_open = submitted.is_some();
    let (typed, errors) = submitted.unwrap_or_default();
    let filled = if typed == QuoteForm::default() {
        form
    } else {
        QuoteForm { message: typed.message, name: typed.name, email: typed.email, ..form }
    };
    let lang = open.settings.lang();
    let label = |button: QuoteButton| text(button.label(), &Params::new(), lang);
    Some(QuoteRequestView {
        token: crate::trade::token(&storefront.web, session),
        request_label: label(QuoteButton::Closed),
        send_label: label(QuoteButton::Open),
        open: is_open,
        form: filled,
        errors: error_notices(&errors, lang),
    })
}

/// The button that saves the cart as a purchase list; `None` if the visitor may not use lists.
fn cart_to_list_view(storefront: &Arc<Storefront>, session: &Session, lang: Lang) -> Option<CartToListView> {
    session.buyer.trade(TradeAction::UseLists).ok()?;
    let words = |code| text(code, &Params::new(), lang);
    Some(CartToListView {
        token: crate::trade::token(&storefront.web, session),
        label: words(CartToListButton::Ready.label()),
        name_label: words(codes::TRADE_LIST_NAME),
    })
}

/// The shipping calculator, filled with the cart's destination or with the form that was just refused.
fn shipping_calculator(
    open: &OpenCart,
    submitted: Option<(DestinationForm, Vec<FieldError>)>,
    nonce: String,
) -> Option<ShippingCalculator> {
    if !open.view().needs_shipping {
        return None;
    }
    let lang = open.settings.lang();
    let (form, errors) = submitted.unwrap_or_else(|| {
        let to = &open.record.content.shipping;
        // A cart starts with the shop's own province, which the buyer has not chosen.
        let is_chosen = !to.postcode.is_empty() || !to.city.is_empty() || to.country != open.settings.shop.country;
        let form = DestinationForm {
            country: to.country.clone(),
            state: if is_chosen { to.state.clone() } else { String::new() },
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

/// Cross-sells of the cart's products, without those that are in the cart.
fn cross_sells(context: &Context, open: &OpenCart) -> Vec<ProductCard> {
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
