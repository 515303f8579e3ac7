//! The home page and product lists.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::ProductId;
use shop_core::catalogue::product::Visibility;
use shop_core::catalogue::sort::SortKey;
use shop_core::content::page::PageKind;
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::view::{HomePage, Link, ListingPage, Page, ProductCard};
use shop_services::cart::AddItem;
use shop_services::catalogue::{ProductQuery, TermFilter};
use shop_services::content::rich_text::paragraphs;
use shop_services::ports::StoreError;
use shop_services::records::StoredNotice;

use super::filters::{Address, KNOWN, build_filters, parse_query};
use super::search::{largest_categories, narrower_searches, suggested_products};
use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::page_data::catalogue::card::card;
use crate::page_data::content::content_pages::{blocks, body, page_head, writing};
use crate::page_data::context::{Context, unavailable};
use crate::page_data::words::own_lang;
use crate::render::{PageContent, PageFailure, PageRequest};
use crate::site::cached_page::respond_cached;

/// `/`
pub(super) async fn home(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    request: PageRequest,
) -> Response {
    respond_cached((&storefront, &session), &request, "/", None, &[], |context, path| {
        let first = crate::platform::seed::first_pages().map_err(unavailable)?;
        let own = context.pages.home(context.now).map(|record| &record.page);
        let Some(front) = own.or(first.iter().find(|page| page.kind == PageKind::Home)) else {
            return Ok(context.not_found(path));
        };
        let page = HomePage {
            hero: Context::stored_picture(&context.settings.hero_image, &context.settings.shop.tagline),
            categories: context.top_categories(),
            title: writing(context, &front.title, &front.title_en).to_owned(),
            title_lang: own_lang(context.lang, !front.title_en.is_empty()),
            html: body(context, front),
            blocks: blocks(context, &front.blocks),
        };
        // The home page's title is the shop's name unless the merchant has set an SEO title.
        let mut head = page_head(context, front, "/");
        if writing(context, &front.seo_title, &front.seo_title_en).is_empty() {
            head.title = context.head(&context.settings.shop.name, "", "/").title;
        }
        Ok(context.page(path, head, Page::Home(page), &[]))
    })
    .await
}

/// `/negozio/`: all products, or the results of a search.
pub(super) async fn shop(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    uri: Uri,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    if let Some(response) = add_by_link(&storefront, session.clone(), &headers, &uri).await {
        return response;
    }
    respond_cached((&storefront, &session), &request, "/negozio/", raw.as_deref(), &KNOWN, |context, address| {
        let title = site_texts::shop(context.lang).to_owned();
        Ok(listing_content(context, "/negozio/", address, &title, "", &[], Vec::new(), ProductQuery::default(), false))
    })
    .await
}

/// `/categoria-prodotto/…/`: the last slug names the category.
pub(super) async fn category(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    uri: Uri,
    Path(path): Path<String>,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    if let Some(response) = add_by_link(&storefront, session.clone(), &headers, &uri).await {
        return response;
    }
    respond_cached((&storefront, &session), &request, uri.path(), raw.as_deref(), &KNOWN, |context, address| {
        let slug = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let here = context.catalogue.terms().categories().iter().find(|c| c.slug == slug);
        let Some(category) = here.or_else(|| context.catalogue.terms().moved_category(slug)) else {
            return Ok(context.not_found(address));
        };
        let proper = context.category_path(category);
        if uri.path() != proper {
            return Err(PageFailure::Redirect { location: with_query(&proper, uri.query()), permanent: true });
        }
        let trail: Vec<Link> = context
            .catalogue
            .terms()
            .category_path(category.id)
            .iter()
            .map(|c| Link { label: context.category_name(c), path: context.category_path(c) })
            .collect();
        let description = context.lang.select(&category.description, &category.description_en);
        let base = ProductQuery {
            categories: Some(TermFilter { terms: vec![category.slug.clone()], ..TermFilter::default() }),
            ..ProductQuery::default()
        };
        let subs = context.subcategories(category);
        Ok(listing_content(
            context,
            &proper,
            address,
            &context.category_name(category),
            description,
            &trail,
            subs,
            base,
            true,
        ))
    })
    .await
}

/// `/tag-prodotto/{slug}/`
pub(super) async fn tag(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    uri: Uri,
    Path(slug): Path<String>,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    respond_cached((&storefront, &session), &request, uri.path(), raw.as_deref(), &KNOWN, |context, address| {
        let Some(tag) = context.catalogue.terms().tags().iter().find(|t| t.slug == slug) else {
            let Some(moved) = context.catalogue.terms().moved_tag(&slug) else { return Ok(context.not_found(address)) };
            let location = with_query(&format!("/tag-prodotto/{}/", moved.slug), uri.query());
            return Err(PageFailure::Redirect { location, permanent: true });
        };
        let base = ProductQuery {
            tags: Some(TermFilter { terms: vec![tag.slug.clone()], ..TermFilter::default() }),
            ..ProductQuery::default()
        };
        let path = format!("/tag-prodotto/{}/", tag.slug);
        let name = tag.name_in(context.lang);
        let trail = [Link { label: name.to_owned(), path: path.clone() }];
        Ok(listing_content(context, &path, address, name, "", &trail, Vec::new(), base, false))
    })
    .await
}

fn with_query(path: &str, query: Option<&str>) -> String {
    query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"))
}

/// Handles WooCommerce's `?add-to-cart=ID` links, which work without scripts. Only from the shop's own pages.
async fn add_by_link(
    storefront: &Arc<Storefront>,
    mut session: Session,
    headers: &HeaderMap,
    uri: &Uri,
) -> Option<Response> {
    let pairs = Pairs::parse(uri.query().unwrap_or_default());
    let id = pairs.get("add-to-cart")?.parse::<i64>().ok()?;
    // A prefetched link adds nothing.
    let is_prefetch = ["sec-purpose", "purpose", "x-moz"].iter().any(|name| headers.contains_key(*name));
    if is_prefetch || !crate::app::visitor::session::is_same_origin(headers, &storefront.web.public_address) {
        return None;
    }
    let key = session.ensure(storefront.web.context.random()).to_owned();
    let add = AddItem { id: ProductId(id), ..AddItem::default() };
    let outcome = match storefront.carts.add_to_cart(&key, session.customer_id, &add).await {
        Ok(outcome) => outcome,
        Err(StoreError::TooManyCarts) => {
            return Some(crate::app::limits::cart_gate::refusal(storefront.web.lang()));
        }
        Err(_) => return None,
    };
    let (open, notice, to) = match outcome {
        Ok((open, line)) => {
            let view = open.view();
            let added = view.lines.iter().find(|l| l.line.key == line);
            let params = added.map(|l| l.product.item.name_params()).unwrap_or_default();
            let notice = StoredNotice { kind: "success".into(), code: codes::ADDED_TO_CART.into(), params };
            (open, notice, "/cart/".to_owned())
        }
        Err((open, refusal)) => {
            let to =
                open.catalogue.product(ProductId(id)).map_or("/cart/".to_owned(), |p| format!("/prodotto/{}/", p.slug));
            (open, StoredNotice { kind: "error".into(), code: refusal.code.into(), params: refusal.params }, to)
        }
    };
    let _ = storefront.carts.leave_notices(&key, session.customer_id, &[notice]).await;
    let mut response = Redirect::to(&to).into_response();
    let hash = open.view().hash();
    session.write_cookies(response.headers_mut(), headers, &open, &hash, &storefront.web);
    Some(response)
}

#[allow(clippy::too_many_arguments, reason = "each kind of list fixes its own parts")]
fn listing_content(
    context: &Context,
    path: &str,
    address: &str,
    title: &str,
    description: &str,
    trail: &[Link],
    subcategories: Vec<Link>,
    base: ProductQuery,
    fixed_category: bool,
) -> PageContent {
    let raw = address.split_once('?').map_or("", |(_, q)| q);
    let list = Address { path, pairs: Pairs::parse(raw) };
    let product_query = parse_query(context, &list, base);
    let searching = !product_query.search.is_empty();
    let product_query = ProductQuery {
        visibility: Some(if searching { Visibility::Search } else { Visibility::Catalog }),
        ..product_query
    };
    let found = context.catalogue.query(&product_query);
    let cards: Vec<ProductCard> =
        found.ids.iter().filter_map(|id| context.catalogue.product(*id)).map(|p| card(context, p)).collect();
    let chosen = SortKey::chosen(list.pairs.get("orderby").unwrap_or_default(), searching);
    let mut breadcrumbs = vec![context.home_link()];
    breadcrumbs.extend(trail.iter().cloned());
    if trail.is_empty() {
        breadcrumbs.push(Link { label: title.to_owned(), path: path.to_owned() });
    }
    let title = if searching {
        format!("{}: «{}»", site_texts::search(context.lang), product_query.search)
    } else {
        title.to_owned()
    };
    let number = |n: usize| i64::try_from(n).unwrap_or(0);
    let nothing = cards.is_empty();
    let filters = build_filters(context, &list, &product_query, fixed_category);
    let mut head = context.head(&title, description, path);
    head.noindex = searching || filters.active.len() > 1 || product_query.page > 1;
    let page = ListingPage {
        title,
        description_html: paragraphs(description),
        breadcrumbs: breadcrumbs.clone(),
        subcategories,
        cards,
        total: number(found.total),
        page: number(product_query.page),
        pages: number(found.total.div_ceil(product_query.per_page.max(1))),
        per_page: number(product_query.per_page),
        orderby: chosen.as_str().to_owned(),
        orderby_options: SortKey::on_offer(searching).iter().map(|key| key.as_str().to_owned()).collect(),
        search: searching.then(|| product_query.search.clone()),
        corrected_search: found.corrected_search,
        filters,
        page_path_template: list.page_template(),
        first_page_path: list.first_page(),
        clear_path: list.without_filters(),
        suggestions: if nothing { suggested_products(context, 4) } else { Vec::new() },
        suggested_searches: if nothing { narrower_searches(context, &product_query.search) } else { Vec::new() },
        suggested_categories: if nothing { largest_categories(context, 6) } else { Vec::new() },
    };
    context.page(address, head, Page::Listing(Box::new(page)), &breadcrumbs)
}
