//! The product page, and its plain form that adds to the cart.

use std::sync::Arc;

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
use shop_services::trade::buying_terms::BuyerShop;

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::page_data::catalogue::product_view::product_content;
use crate::page_data::catalogue::reviews::{new_address, published_product, reviews};
use crate::page_data::content::moderation::Reader;
use crate::page_data::context::{Context, notices, unavailable};
use crate::render::{PageContent, PageFailure, PageRequest};
use crate::site::moderated_form::FormSender;

/// Button that shows the time slots of the chosen day without scripts.
const SHOW_DAY: &str = "wc_bookings_show_day";

/// `/prodotto/{slug}/`
pub(super) async fn show(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    Path(slug): Path<String>,
    uri: Uri,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let path = uri.path().to_owned();
    Visit { storefront, session, headers, request, raw, path, slug, reviews_page: None }.respond().await
}

/// `/prodotto/{slug}/comment-page-{number}/`: the same page with further reviews.
pub(super) async fn show_reviews(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    Path((slug, part)): Path<(String, String)>,
    uri: Uri,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    // A part that is not a number maps to page 0, which does not exist.
    let number = part.strip_prefix("comment-page-").and_then(|number| number.parse().ok()).unwrap_or(0);
    let path = uri.path().to_owned();
    Visit { storefront, session, headers, request, raw, path, slug, reviews_page: Some(number) }.respond().await
}

/// A visit to a product page.
struct Visit {
    storefront: Arc<Storefront>,
    session: Session,
    headers: HeaderMap,
    request: PageRequest,
    raw: Option<String>,
    path: String,
    slug: String,
    /// Page of reviews in the path; `None` uses the query, or the first page.
    reviews_page: Option<i64>,
}

impl Visit {
    /// Guests get the cached page. The page is rendered for a customer, whom the review form names; for a session with stored notices; for
    /// the author of a review that awaits moderation; and for bookable products.
    async fn respond(self) -> Response {
        let Self { storefront, session, request, .. } = &self;
        let query = Pairs::parse(self.raw.as_deref().unwrap_or_default());
        let notices = self.stored_notices().await;
        let reader = match Reader::<Review>::of(storefront, session, &query).await {
            Ok(reader) => reader,
            Err(error) => {
                return storefront
                    .pages
                    .respond_uncached(request, storefront.web.lang(), || async { Err(unavailable(error)) })
                    .await;
            }
        };
        if !notices.is_empty() || reader.is_somebody() || self.is_bookable().await {
            let lang = storefront.web.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
            return storefront.pages.respond_uncached(request, lang, || self.content(&query, &reader, notices)).await;
        }
        let context = match Context::load(storefront, &session.buyer).await {
            Ok(context) => context,
            Err(error) => {
                return storefront
                    .pages
                    .respond_uncached(request, storefront.web.lang(), || async { Err(unavailable(error)) })
                    .await;
            }
        };
        let key = context.key(&self.path, self.raw.as_deref(), &["attribute_*", "cpage"]);
        let query = Pairs::parse(key.address().split_once('?').map_or("", |(_, query)| query));
        storefront.pages.respond(request, key, || self.content(&query, &reader, Vec::new())).await
    }

    /// Whether the product is bookable: its free slots change with every order, and depend on the query.
    async fn is_bookable(&self) -> bool {
        let Ok(shop) = self.storefront.web.context.shop_for(&self.session.buyer).await else { return false };
        shop.catalogue.by_slug(&self.slug).is_some_and(|product| product.purchase.booking.is_some())
    }

    async fn stored_notices(&self) -> Vec<Notice> {
        let Self { storefront, session, headers, .. } = self;
        if !session.exists()
            || crate::app::visitor::session::cookie(headers, crate::app::visitor::session::ITEMS_COOKIE).is_none()
        {
            return Vec::new();
        }
        match storefront.carts.open_cart(&session.key, session.customer_id).await {
            Ok(mut open) if !open.record.content.notices.is_empty() => {
                let stored = storefront.carts.collect_notices(&mut open).await.unwrap_or_default();
                notices(&stored, open.settings.lang())
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
        let context = Context::load(&self.storefront, &self.session.buyer).await.map_err(unavailable)?;
        let Some(product) = published_product(&context, &self.slug) else {
            return match new_address(&context, &self.slug, &self.path, self.raw.as_deref()) {
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

/// Handles the plain forms of the page: a review, or adding to the cart.
pub(super) async fn submit(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    Path(slug): Path<String>,
    request: PageRequest,
    connection: axum::http::Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let form = Pairs(pairs);
    if form.get("comment_post_ID").is_some() {
        let (storefront, session, headers, connection, request) =
            (&storefront, &session, &headers, &connection, &request);
        let sender = FormSender { storefront, session, headers, connection, request };
        return super::review_form::send(sender, Some(&slug), &form).await;
    }
    add(storefront, session, headers, slug, request, form).await
}

/// Adds to the cart and redirects to the product with a notice; from the quick view, to the page that it covered or to the cart.
async fn add(
    storefront: Arc<Storefront>,
    mut session: Session,
    headers: HeaderMap,
    slug: String,
    request: PageRequest,
    form: Pairs,
) -> Response {
    if !crate::app::visitor::session::is_same_origin(&headers, &storefront.web.public_address) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Ok(BuyerShop { catalogue, .. }) = storefront.web.context.shop_for(&session.buyer).await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    // A page that was open while its address changed still posts to the old one.
    let Some(product) = catalogue.by_slug(&slug).or_else(|| catalogue.moved_product(&slug)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let slug = product.slug.clone();
    if form.get(SHOW_DAY).is_some() {
        return redirect_to_day(&slug, &form);
    }
    let items = items_to_add(product, &form);
    let key = session.ensure(storefront.web.context.random()).to_owned();
    let Added { notices, field_errors, cart } = match add_items(&storefront, &session, &key, &items).await {
        Ok(added) => added,
        Err(StoreError::TooManyCarts) => return crate::app::limits::cart_gate::refusal(storefront.web.lang()),
        Err(error) => return crate::site::plain_form::error_response(&error),
    };
    let has_failed = !field_errors.is_empty() || notices.iter().any(|n| n.kind == "error");
    if has_failed {
        let lang = storefront.web.context.settings().await.map(|s| s.lang()).unwrap_or_default();
        let mut page_notices = crate::page_data::context::notices(&notices, lang);
        page_notices.extend(crate::site::plain_form::error_notices(&field_errors, lang));
        return refused_page(&storefront, &session, &request, &slug, &form, page_notices).await;
    }
    let _ = storefront.carts.leave_notices(&key, session.customer_id, &notices).await;
    let return_path =
        form.get("woosq-redirect").and_then(|target| same_origin_path(storefront.web.public_address.as_str(), target));
    let mut response = Redirect::to(&return_path.unwrap_or_else(|| format!("/prodotto/{slug}/"))).into_response();
    if let Some(open) = cart {
        let hash = open.view().hash();
        session.write_cookies(response.headers_mut(), &headers, &open, &hash, &storefront.web);
    }
    response
}

/// Redirects to the time slots of another day, and keeps the other values of the form.
fn redirect_to_day(slug: &str, form: &Pairs) -> Response {
    let values: Vec<(&str, &str)> = form
        .0
        .iter()
        .filter(|(name, value)| (is_choice(name) || name == "quantity") && name != SLOT_FIELD && !value.is_empty())
        .filter(|(name, _)| name != SHOW_DAY)
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let query = serde_urlencoded::to_string(values).unwrap_or_default();
    Redirect::to(&format!("/prodotto/{slug}/?{query}#prenota")).into_response()
}

/// Reads the items to add: the product as configured, or the products of a group that have a quantity.
fn items_to_add(product: &Product, form: &Pairs) -> Vec<AddItem> {
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

/// Outcome of adding items to the cart.
#[derive(Default)]
struct Added {
    notices: Vec<StoredNotice>,
    field_errors: Vec<FieldError>,
    /// The cart after the last item; `None` if there were no items.
    cart: Option<OpenCart>,
}

async fn add_items(
    storefront: &Arc<Storefront>,
    session: &Session,
    key: &str,
    items: &[AddItem],
) -> Result<Added, StoreError> {
    let mut out = Added::default();
    if items.is_empty() {
        out.notices.push(StoredNotice {
            kind: "error".into(),
            code: codes::GROUPED_NOTHING_CHOSEN.into(),
            params: Default::default(),
        });
    }
    for add in items {
        match storefront.carts.add_to_cart(key, session.customer_id, add).await? {
            Ok((open, line)) => {
                let view = open.view();
                let added = view.lines.iter().find(|l| l.line.key == line);
                let params = added.map(|l| l.product.item.name_params()).unwrap_or_default();
                out.notices.push(StoredNotice { kind: "success".into(), code: codes::ADDED_TO_CART.into(), params });
                out.cart = Some(open);
            }
            Err((open, refusal)) => {
                if refusal.fields.is_empty() {
                    out.notices.push(StoredNotice {
                        kind: "error".into(),
                        code: refusal.code.into(),
                        params: refusal.params,
                    });
                }
                out.field_errors.extend(refusal.fields);
                out.cart = Some(open);
            }
        }
    }
    Ok(out)
}

/// Responds with the page itself, so that the form keeps its values.
async fn refused_page(
    storefront: &Arc<Storefront>,
    session: &Session,
    request: &PageRequest,
    slug: &str,
    form: &Pairs,
    page_notices: Vec<Notice>,
) -> Response {
    let is_form_value = |name: &str| name.starts_with("attribute_") || name == "quantity" || is_choice(name);
    let chosen: Vec<(String, String)> =
        form.0.iter().filter(|(n, v)| is_form_value(n) && !v.is_empty()).cloned().collect();
    let path = format!("/prodotto/{slug}/");
    let mut response = storefront
        .pages
        .respond_uncached(request, storefront.web.lang(), || async {
            let context = Context::load(storefront, &session.buyer).await.map_err(unavailable)?;
            let Some(product) = published_product(&context, slug) else { return Ok(context.not_found(&path)) };
            let reader = Reader::of(storefront, session, &Pairs::default()).await.map_err(unavailable)?;
            let reviews = reviews(&context, product, 1, &reader, None).await.map_err(unavailable)?;
            product_content(&context, product, &path, &chosen, reviews.unwrap_or_default(), page_notices)
                .await
                .map_err(unavailable)
        })
        .await;
    *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    response
}
