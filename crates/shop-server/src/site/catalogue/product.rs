//! The product page, and adding to the cart from it without scripts.

use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{FieldError, ProductId};
use shop_core::catalogue::product::{Product, ProductKind};
use shop_core::catalogue::purchase::{SLOT_FIELD, is_choice};
use shop_core::payments::redirect::same_origin_path;
use shop_core::platform::messages::codes;
use shop_core::view::Notice;
use shop_services::cart::{AddItem, OpenCart};
use shop_services::ports::{Review, StoreError};
use shop_services::records::StoredNotice;
use shop_services::trade::buying_terms::ShopSeen;

use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::page_data::context::{Context, notices, unavailable};
use crate::page_data::product_view::product_content;
use crate::page_data::reader::Reader;
use crate::page_data::reviews::{moved_path, published_product, reviews};
use crate::render::{PageContent, PageFailure, PageRequest};
use crate::site::moderated_form::Sender;

/// Button that shows the times of the chosen day without scripts.
const SHOW_DAY: &str = "wc_bookings_show_day";

/// `/prodotto/{slug}/`
pub(super) async fn show(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    Path(slug): Path<String>,
    uri: Uri,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let path = uri.path().to_owned();
    Visit { state, session, headers, request, raw, path, slug, reviews_page: None }.answer().await
}

/// `/prodotto/{slug}/comment-page-{number}/`: the same page with further reviews.
pub(super) async fn show_reviews(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    Path((slug, part)): Path<(String, String)>,
    uri: Uri,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    // What is no number is a page that there is not: 0.
    let number = part.strip_prefix("comment-page-").and_then(|number| number.parse().ok()).unwrap_or(0);
    let path = uri.path().to_owned();
    Visit { state, session, headers, request, raw, path, slug, reviews_page: Some(number) }.answer().await
}

/// A visit of a product's page.
struct Visit {
    state: AppState,
    session: Session,
    headers: HeaderMap,
    request: PageRequest,
    raw: Option<String>,
    path: String,
    slug: String,
    /// Asked for by the path; `None`: by the query, or the first.
    reviews_page: Option<i64>,
}

impl Visit {
    /// Guests get the page that all guests get. A page of one's own: for a customer, who is named in the review form; with
    /// messages waiting; and with the own review that waits.
    async fn answer(self) -> Response {
        let Self { state, session, request, .. } = &self;
        let query = Pairs::parse(self.raw.as_deref().unwrap_or_default());
        let notices = self.waiting_notices().await;
        let reader = match Reader::<Review>::of(state, session, &query).await {
            Ok(reader) => reader,
            Err(error) => {
                return state.pages.respond_uncached(request, state.lang(), || async { Err(unavailable(error)) }).await;
            }
        };
        if !notices.is_empty() || reader.is_somebody() || self.is_booked().await {
            let lang = state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
            return state.pages.respond_uncached(request, lang, || self.content(&query, &reader, notices)).await;
        }
        let context = match Context::load(state, &session.buyer).await {
            Ok(context) => context,
            Err(error) => {
                return state.pages.respond_uncached(request, state.lang(), || async { Err(unavailable(error)) }).await;
            }
        };
        let key = context.key(&self.path, self.raw.as_deref(), &["attribute_*", "cpage"]);
        let query = Pairs::parse(key.address().split_once('?').map_or("", |(_, query)| query));
        state.pages.respond(request, key, || self.content(&query, &reader, Vec::new())).await
    }

    /// Times and places of bookings change with every order, and what is asked of them stands in the address.
    async fn is_booked(&self) -> bool {
        let Ok(shop) = self.state.shop.context.shop_for(&self.session.buyer).await else { return false };
        shop.catalogue.by_slug(&self.slug).is_some_and(|product| product.purchase.booking.is_some())
    }

    async fn waiting_notices(&self) -> Vec<Notice> {
        let Self { state, session, headers, .. } = self;
        if !session.exists() || crate::app::session::cookie(headers, crate::app::session::ITEMS_COOKIE).is_none() {
            return Vec::new();
        }
        match state.shop.carts.open_cart(&session.key, session.customer_id).await {
            Ok(mut open) if !open.record.content.notices.is_empty() => {
                let waiting = state.shop.carts.collect_notices(&mut open).await.unwrap_or_default();
                notices(&waiting, open.settings.lang())
            }
            _ => Vec::new(),
        }
    }

    async fn content(
        &self,
        query: &Pairs,
        reader: &Reader<Review>,
        notices: Vec<Notice>,
    ) -> Result<PageContent, PageFailure> {
        let context = Context::load(&self.state, &self.session.buyer).await.map_err(unavailable)?;
        let Some(product) = published_product(&context, &self.slug) else {
            return match moved_path(&context, &self.slug, &self.path, self.raw.as_deref()) {
                Some(location) => Err(PageFailure::Redirect { location, permanent: true }),
                None => Ok(context.not_found(&self.path)),
            };
        };
        let by_query = || query.get("cpage").and_then(|page| page.parse().ok()).unwrap_or(1);
        let page = self.reviews_page.unwrap_or_else(by_query);
        let Some(reviews) = reviews(&context, product, page, reader, None).await.map_err(unavailable)? else {
            return Ok(context.not_found(&self.path));
        };
        product_content(&context, product, &self.path, &query.0, reviews, notices).await.map_err(unavailable)
    }
}

/// A form of the page without scripts: a review, or something for the cart.
pub(super) async fn submit(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    Path(slug): Path<String>,
    request: PageRequest,
    connection: axum::http::Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let form = Pairs(pairs);
    if form.get("comment_post_ID").is_some() {
        let (state, session, headers, connection, request) = (&state, &session, &headers, &connection, &request);
        let sender = Sender { state, session, headers, connection, request };
        return super::review_form::send(sender, Some(&slug), &form).await;
    }
    add(state, session, headers, slug, request, form).await
}

/// Adds and comes back with a message; from the quick view to the page that it lay over, or to the cart.
async fn add(
    state: AppState,
    mut session: Session,
    headers: HeaderMap,
    slug: String,
    request: PageRequest,
    form: Pairs,
) -> Response {
    if !crate::app::session::is_same_origin(&headers, &state) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Ok(ShopSeen { catalogue, .. }) = state.shop.context.shop_for(&session.buyer).await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    // A page that was open while its address changed still sends to the old one.
    let Some(product) = catalogue.by_slug(&slug).or_else(|| catalogue.moved_product(&slug)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let slug = product.slug.clone();
    if form.get(SHOW_DAY).is_some() {
        return another_day(&slug, &form);
    }
    let wanted = wanted(product, &form);
    let key = session.ensure(state.shop.context.random()).to_owned();
    let Added { notices, refused, last } = match put_into_cart(&state, &session, &key, &wanted).await {
        Ok(added) => added,
        Err(StoreError::TooManyCarts) => return crate::app::cart_gate::refusal(state.lang()),
        Err(error) => return crate::site::plain_form::failed(&error),
    };
    let failed = !refused.is_empty() || notices.iter().any(|n| n.kind == "error");
    if failed {
        let lang = state.shop.context.settings().await.map(|s| s.lang()).unwrap_or_default();
        let mut shown = crate::page_data::context::notices(&notices, lang);
        shown.extend(crate::site::plain_form::refusals(&refused, lang));
        return refused_page(&state, &session, &request, &slug, &form, shown).await;
    }
    let _ = state.shop.carts.leave_notices(&key, session.customer_id, &notices).await;
    let asked = form.get("woosq-redirect").and_then(|target| same_origin_path(&state.public_url, target));
    let mut response = Redirect::to(&asked.unwrap_or_else(|| format!("/prodotto/{slug}/"))).into_response();
    if let Some(open) = last {
        let hash = open.view().hash();
        session.write_cookies(response.headers_mut(), &headers, &open, &hash, &state);
    }
    response
}

/// To the times of another day, with everything else as it was filled in.
fn another_day(slug: &str, form: &Pairs) -> Response {
    let kept: Vec<(&str, &str)> = form
        .0
        .iter()
        .filter(|(name, value)| (is_choice(name) || name == "quantity") && name != SLOT_FIELD && !value.is_empty())
        .filter(|(name, _)| name != SHOW_DAY)
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let query = serde_urlencoded::to_string(kept).unwrap_or_default();
    Redirect::to(&format!("/prodotto/{slug}/?{query}#prenota")).into_response()
}

/// What the form asks for: the product as it is chosen; of a group, those of its products that have a quantity.
fn wanted(product: &Product, form: &Pairs) -> Vec<AddItem> {
    let milli = |text: Option<&str>| text.and_then(|t| shop_core::base::text::parse_fixed(t, 3));
    if product.kind == ProductKind::Grouped {
        form.map("quantity")
            .into_iter()
            .filter_map(|(id, quantity)| {
                let quantity = milli(Some(&quantity)).filter(|q| *q > 0)?;
                let id = ProductId(id.parse().ok()?);
                product.grouped_ids.contains(&id).then(|| AddItem {
                    id,
                    quantity_milli: Some(quantity),
                    ..AddItem::default()
                })
            })
            .collect()
    } else {
        let variation = form.0.iter().filter(|(n, v)| n.starts_with("attribute_") && !v.is_empty()).cloned().collect();
        let quantity_milli = milli(form.get("quantity")).or(Some(1000));
        vec![AddItem { id: product.item.id, quantity_milli, variation, choices: form.choices() }]
    }
}

/// What came of adding.
#[derive(Default)]
struct Added {
    notices: Vec<StoredNotice>,
    refused: Vec<FieldError>,
    /// The cart after the last of them; `None`: nothing was asked for.
    last: Option<OpenCart>,
}

async fn put_into_cart(
    state: &AppState,
    session: &Session,
    key: &str,
    wanted: &[AddItem],
) -> Result<Added, StoreError> {
    let mut out = Added::default();
    if wanted.is_empty() {
        out.notices.push(StoredNotice {
            kind: "error".into(),
            code: codes::GROUPED_NOTHING_CHOSEN.into(),
            params: Default::default(),
        });
    }
    for add in wanted {
        match state.shop.carts.add_to_cart(key, session.customer_id, add).await? {
            Ok((open, line)) => {
                let view = open.view();
                let added = view.lines.iter().find(|l| l.line.key == line);
                let params = added.map(|l| l.product.item.named()).unwrap_or_default();
                out.notices.push(StoredNotice { kind: "success".into(), code: codes::ADDED_TO_CART.into(), params });
                out.last = Some(open);
            }
            Err((open, refusal)) => {
                if refusal.fields.is_empty() {
                    out.notices.push(StoredNotice {
                        kind: "error".into(),
                        code: refusal.code.into(),
                        params: refusal.params,
                    });
                }
                out.refused.extend(refusal.fields);
                out.last = Some(open);
            }
        }
    }
    Ok(out)
}

/// The page itself answers, so that the choice made is still there.
async fn refused_page(
    state: &AppState,
    session: &Session,
    request: &PageRequest,
    slug: &str,
    form: &Pairs,
    shown: Vec<Notice>,
) -> Response {
    let kept = |name: &str| name.starts_with("attribute_") || name == "quantity" || is_choice(name);
    let chosen: Vec<(String, String)> = form.0.iter().filter(|(n, v)| kept(n) && !v.is_empty()).cloned().collect();
    let path = format!("/prodotto/{slug}/");
    let mut response = state
        .pages
        .respond_uncached(request, state.lang(), || async {
            let context = Context::load(state, &session.buyer).await.map_err(unavailable)?;
            let Some(product) = published_product(&context, slug) else { return Ok(context.not_found(&path)) };
            let reader = Reader::of(state, session, &Pairs::default()).await.map_err(unavailable)?;
            let reviews = reviews(&context, product, 1, &reader, None).await.map_err(unavailable)?;
            product_content(&context, product, &path, &chosen, reviews.unwrap_or_default(), shown)
                .await
                .map_err(unavailable)
        })
        .await;
    *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    response
}
