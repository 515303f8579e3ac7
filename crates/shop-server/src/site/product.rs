//! The product page, and adding to the cart from it without scripts.

use axum::Form;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::catalogue::product::{Product, ProductKind, PublishStatus, StockStatus, Variation};
use shop_core::ids::ProductId;
use shop_core::messages::codes;
use shop_core::view::{FoodFacts, GroupedChild, Link, Nutrition, Page, ProductPage, VariationAttribute, VariationView};
use shop_services::cart::{AddItem, StoredNotice, stock_item};
use shop_services::catalogue::{OrderBy, ProductQuery, TermFilter, variation_price};

use super::context::{Context, notices, picture, unavailable};
use super::listing::guest;
use super::sanitize::{clean, paragraphs};
use super::words::{availability, text};
use crate::render::{PageContent, PageRequest};
use crate::session::Session;
use crate::state::AppState;
use crate::store_api::Pairs;

/// `/prodotto/{slug}/`; a visitor with messages waiting gets a page of his own.
pub(super) async fn show(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    Path(slug): Path<String>,
    uri: Uri,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    if session.exists()
        && crate::session::cookie(&headers, crate::session::ITEMS_COOKIE).is_some()
        && let Ok(mut open) = state.shop.open_cart(&session.key, None).await
        && !open.record.content.notices.is_empty()
    {
        let waiting = state.shop.collect_notices(&mut open).await.unwrap_or_default();
        let lang = open.settings.lang();
        return state
            .pages
            .respond_uncached(&request, lang, || async {
                let context = Context::load(&state).await.map_err(unavailable)?;
                Ok(context.product(&slug, uri.path(), &[], notices(&waiting, lang)))
            })
            .await;
    }
    guest(&state, &request, uri.path(), raw.as_deref(), &["attribute_*"], |context, address| {
        let chosen = Pairs::parse(address.split_once('?').map_or("", |(_, q)| q));
        Ok(context.product(&slug, uri.path(), &chosen.0, Vec::new()))
    })
    .await
}

/// The form without scripts: adds and comes back with a message.
pub(super) async fn add(
    State(state): State<AppState>,
    mut session: Session,
    headers: HeaderMap,
    Path(slug): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    if !crate::session::is_same_origin(&headers, &state) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let form = Pairs(pairs);
    let Ok(catalogue) = state.shop.catalogue().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let Some(product) = catalogue.by_slug(&slug) else { return StatusCode::NOT_FOUND.into_response() };
    let milli = |text: Option<&str>| text.and_then(|t| shop_core::text::parse_fixed(t, 3));
    let wanted: Vec<AddItem> = if product.kind == ProductKind::Grouped {
        form.map("quantity")
            .into_iter()
            .filter_map(|(id, quantity)| {
                let quantity = milli(Some(&quantity)).filter(|q| *q > 0)?;
                let id = ProductId(id.parse().ok()?);
                product.grouped_ids.contains(&id).then(|| AddItem {
                    id,
                    quantity_milli: Some(quantity),
                    variation: Vec::new(),
                })
            })
            .collect()
    } else {
        let variation = form.0.iter().filter(|(n, v)| n.starts_with("attribute_") && !v.is_empty()).cloned().collect();
        vec![AddItem { id: product.item.id, quantity_milli: milli(form.get("quantity")).or(Some(1000)), variation }]
    };
    let key = session.ensure().to_owned();
    let mut notices = Vec::new();
    if wanted.is_empty() {
        notices.push(StoredNotice {
            kind: "error".into(),
            code: codes::GROUPED_NOTHING_CHOSEN.into(),
            params: Default::default(),
        });
    }
    let mut last = None;
    for add in &wanted {
        match state.shop.add_to_cart(&key, None, add).await {
            Ok(Ok((open, line))) => {
                let name = open
                    .view()
                    .lines
                    .iter()
                    .find(|l| l.line.key == line)
                    .map(|l| l.product.item.name.clone())
                    .unwrap_or_default();
                notices.push(StoredNotice {
                    kind: "success".into(),
                    code: codes::ADDED_TO_CART.into(),
                    params: [("name".to_owned(), name)].into(),
                });
                last = Some(open);
            }
            Ok(Err((open, refusal))) => {
                notices.push(StoredNotice { kind: "error".into(), code: refusal.code.into(), params: refusal.params });
                last = Some(open);
            }
            Err(_) => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
        }
    }
    let failed = notices.iter().any(|n| n.kind == "error");
    if failed {
        // The page itself answers, so that the choice made is still there.
        let shown =
            super::context::notices(&notices, state.shop.settings().await.map(|s| s.lang()).unwrap_or_default());
        let chosen: Vec<(String, String)> =
            form.0.iter().filter(|(n, v)| n.starts_with("attribute_") && !v.is_empty()).cloned().collect();
        let path = format!("/prodotto/{slug}/");
        let mut response = state
            .pages
            .respond_uncached(&PageRequest::default(), shop_core::Lang::It, || async {
                let context = Context::load(&state).await.map_err(unavailable)?;
                Ok(context.product(&slug, &path, &chosen, shown))
            })
            .await;
        *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        return response;
    }
    let _ = state.shop.leave_notices(&key, None, &notices).await;
    let mut response = Redirect::to(&format!("/prodotto/{slug}/")).into_response();
    if let Some(open) = last {
        let hash = open.view().hash();
        session.write_cookies(response.headers_mut(), &headers, &open, &hash, &state);
    }
    response
}

impl Context {
    fn product(
        &self,
        slug: &str,
        path: &str,
        chosen: &[(String, String)],
        notices: Vec<shop_core::view::Notice>,
    ) -> PageContent {
        let Some(product) = self.catalogue.by_slug(slug).filter(|p| p.item.status == PublishStatus::Publish) else {
            return self.not_found(path);
        };
        let item = &product.item;
        let lang = self.lang;
        let card = self.card(product);
        let mut breadcrumbs = vec![self.home_link()];
        if let Some(id) = product.category_ids.first() {
            breadcrumbs.extend(
                self.catalogue
                    .category_path(*id)
                    .iter()
                    .map(|c| Link { label: self.category_name(c), path: self.category_path(c) }),
            );
        }
        breadcrumbs.push(Link { label: card.name.clone(), path: card.path.clone() });
        let meta = |name: &str| item.meta.get(name);
        let short = text(lang, &product.short_description, meta("short_description_en"));
        let long = text(lang, &item.description, meta("description_en"));
        let holder = stock_item(product, None);
        let left = holder.stock.managed.then_some(holder.stock.quantity);
        let mut head = self.head(&card.name, if short.is_empty() { long } else { short }, &card.path);
        head.image = card.picture.as_ref().map(|p| self.state.url(&p.full_src));
        let same_kind =
            product.category_ids.first().map(|id| TermFilter { terms: vec![id.to_string()], ..TermFilter::default() });
        let related = self.cards(&ProductQuery {
            categories: same_kind,
            exclude: std::iter::once(item.id).chain(product.upsell_ids.iter().copied()).collect(),
            visibility: Some(shop_core::catalogue::product::Visibility::Visible),
            orderby: OrderBy::Popularity,
            per_page: 4,
            ..ProductQuery::default()
        });
        let page = ProductPage {
            breadcrumbs: breadcrumbs.clone(),
            pictures: item.images.iter().filter_map(|i| picture(i, &card.name)).collect(),
            short_description_html: paragraphs(short),
            description_html: paragraphs(long),
            availability: self.availability_words(self.catalogue.availability_of(item.id), holder, left),
            min_qty: 1,
            max_qty: if item.sold_individually { Some(1) } else { holder.stock.limit() },
            sold_individually: item.sold_individually,
            attributes: Self::choices(product, chosen),
            variations: product
                .variations
                .iter()
                .filter(|v| v.item.status == PublishStatus::Publish)
                .map(|v| self.variation(product, v))
                .collect(),
            grouped: self.grouped(product),
            external: (product.kind == ProductKind::External)
                .then(|| Link { label: product.button_text.clone(), path: product.external_url.clone() }),
            details: product
                .attributes
                .iter()
                .filter(|a| a.visible)
                .map(|a| (a.name.clone(), a.values.iter().map(|v| v.name.as_str()).collect::<Vec<_>>().join(", ")))
                .collect(),
            food: self.food(product),
            weight: item.weight_milli.map(|_| crate::store_api::shown_weight(item, &self.settings)).unwrap_or_default(),
            dimensions: String::new(),
            categories: product
                .category_ids
                .iter()
                .filter_map(|id| self.catalogue.categories().iter().find(|c| c.id == *id))
                .map(|c| Link { label: self.category_name(c), path: self.category_path(c) })
                .collect(),
            tags: product
                .tag_ids
                .iter()
                .filter_map(|id| self.catalogue.tags().iter().find(|t| t.id == *id))
                .map(|t| Link { label: t.name.replace('-', " "), path: format!("/tag-prodotto/{}/", t.slug) })
                .collect(),
            reviews: Vec::new(),
            reviews_allowed: false,
            upsells: product
                .upsell_ids
                .iter()
                .filter_map(|id| self.catalogue.product(*id))
                .map(|p| self.card(p))
                .collect(),
            related,
            notices,
            card,
        };
        self.page(path, head, Page::Product(Box::new(page)), &breadcrumbs)
    }

    fn availability_words(
        &self,
        status: StockStatus,
        holder: &shop_core::catalogue::product::Item,
        left: Option<i64>,
    ) -> String {
        let threshold = holder.stock.low_amount.unwrap_or(self.settings.low_stock_amount);
        availability(status, left.filter(|l| *l <= threshold && *l > 0), self.lang)
    }

    fn choices(product: &Product, chosen: &[(String, String)]) -> Vec<VariationAttribute> {
        if product.kind != ProductKind::Variable {
            return Vec::new();
        }
        product
            .attributes
            .iter()
            .filter(|a| a.variation)
            .map(|a| {
                let name = format!("attribute_{}", a.key());
                let options: Vec<(String, String)> =
                    a.values.iter().map(|v| (a.wire_value(v).to_owned(), v.name.clone())).collect();
                let selected = chosen
                    .iter()
                    .find(|(n, _)| *n == name)
                    .map(|(_, v)| v.clone())
                    .or_else(|| a.default.clone())
                    .filter(|v| options.iter().any(|(o, _)| o == v))
                    .unwrap_or_default();
                VariationAttribute { name, label: a.name.clone(), options, selected }
            })
            .collect()
    }

    fn variation(&self, product: &Product, v: &Variation) -> VariationView {
        let item = &v.item;
        let price = self.price_view(&variation_price(v, self.catalogue.built_at), item);
        let holder = stock_item(product, Some(v));
        let left = holder.stock.managed.then_some(holder.stock.quantity);
        let status = self.catalogue.variation_availability(product, v);
        let weighed = shop_core::catalogue::product::Item {
            weight_milli: item.weight_milli.or(product.item.weight_milli),
            ..Default::default()
        };
        VariationView {
            variation_id: item.id.0,
            attributes: product
                .attributes
                .iter()
                .filter(|a| a.variation)
                .map(|a| (format!("attribute_{}", a.key()), v.attributes.get(&a.key()).cloned().unwrap_or_default()))
                .collect(),
            sku: if item.sku.is_empty() { product.item.sku.clone() } else { item.sku.clone() },
            variation_is_visible: item.prices.regular.is_some(),
            variation_is_active: true,
            is_purchasable: item.prices.regular.is_some(),
            is_in_stock: status != StockStatus::OutOfStock,
            is_sold_individually: if product.item.sold_individually { "yes" } else { "no" }.into(),
            min_qty: 1,
            max_qty: holder.stock.limit().filter(|l| *l > 0),
            unit_price: Self::unit_price(price.price_cents, item, product),
            price,
            availability: self.availability_words(status, holder, left),
            net_quantity: self.net_quantity(item),
            weight: weighed
                .weight_milli
                .map(|_| crate::store_api::shown_weight(&weighed, &self.settings))
                .unwrap_or_default(),
            dimensions: String::new(),
            description_html: paragraphs(&item.description),
            picture: item.images.first().and_then(|i| picture(i, &item.name)),
        }
    }

    fn grouped(&self, product: &Product) -> Vec<GroupedChild> {
        product
            .grouped_ids
            .iter()
            .filter_map(|id| self.catalogue.product(*id))
            .filter(|p| p.item.status == PublishStatus::Publish)
            .map(|p| GroupedChild {
                card: self.card(p),
                max_qty: p.item.stock.limit(),
                sold_individually: p.item.sold_individually,
            })
            .collect()
    }

    fn food(&self, product: &Product) -> Option<FoodFacts> {
        let meta = |name: &str| product.item.meta.get(name).map(String::as_str).unwrap_or_default();
        let both = |name: &str| {
            let english = product.item.meta.get(&format!("{name}_en"));
            text(self.lang, meta(name), english).to_owned()
        };
        if meta("ingredients").is_empty() && meta("food_name").is_empty() {
            return None;
        }
        let list = |name: &str| meta(name).split(',').map(|c| c.trim().to_owned()).filter(|c| !c.is_empty()).collect();
        Some(FoodFacts {
            food_name: both("food_name"),
            ingredients_html: clean(&both("ingredients")),
            allergens: list("allergens"),
            may_contain: list("may_contain"),
            nutrition: serde_json::from_str::<Nutrition>(meta("nutrition")).ok(),
            net_quantity: self.net_quantity(&product.item),
            drained_weight: meta("drained_weight_g").parse::<i64>().map(|g| format!("{g} g")).unwrap_or_default(),
            origin: both("origin"),
            storage: both("storage"),
            producer: meta("producer").to_owned(),
            abv: meta("abv").to_owned(),
            cites: meta("cites").to_owned(),
            perishable: meta("perishable") == "1",
        })
    }
}
