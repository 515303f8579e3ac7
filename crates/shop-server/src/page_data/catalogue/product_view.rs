//! A product for its page and its quick view.

use shop_core::base::{Lang, Params};
use shop_core::catalogue::food::Label;
use shop_core::catalogue::gallery;
use shop_core::catalogue::product::{Item, Product, ProductKind, PublishStatus, StockStatus, Variation};
use shop_core::catalogue::quantity::line_bounds;
use shop_core::orders::withdrawal::Goods;
use shop_core::payments::bnpl::widget::WidgetKind;
use shop_core::platform::messages::text as message;
use shop_core::view::{
    GroupedChild, Head, Link, Notice, Page, Picture, PriceView, ProductCard, ProductPage, VariationAttribute,
    VariationView,
};
use shop_services::cart::{min_age_years, stock_item};
use shop_services::catalogue::{Catalogue, OrderBy, ProductQuery, TermFilter, variation_price};
use shop_services::content::rich_text::paragraphs;
use shop_services::ports::StoreError;

use super::card::{card, cards, period, price_view, reduced, shown_unit_price};
use super::food::{food, food_of, net_quantity};
use super::purchase::purchase;
use super::reviews::ReviewsPart;
use super::variation_attributes::choices;
use crate::app::responses::alt_of;
use crate::page_data::context::{Context, picture};
use crate::page_data::payments::bnpl;
use crate::page_data::payments::express::express;
use crate::page_data::words::{availability, marked, text};
use crate::render::PageContent;

/// Builds the page of a published product; `chosen` are the values of its form: selected options and choices beside them.
pub(crate) async fn product_content(
    context: &Context,
    product: &Product,
    path: &str,
    chosen: &[(String, String)],
    reviews: ReviewsPart,
    notices: Vec<Notice>,
) -> Result<PageContent, StoreError> {
    let item = &product.item;
    let lang = context.lang;
    let card = card(context, product);
    let breadcrumbs = breadcrumbs(context, product, &card);
    let short = product.short_description_in(lang);
    let long = item.description_in(lang);
    let head = product_head(context, item, &card, short, long);
    let holder = stock_item(product, None);
    let left = holder.stock.managed.then_some(holder.stock.quantity);
    let on_demand = variations_on_demand(context, product);
    let attributes = choices(context, product, chosen);
    // Choices beside the variation are priced by a request of their own.
    let purchase = purchase(context, product, chosen).await?;
    let priced = !context.catalogue.hides_prices && purchase.is_none();
    let lent = priced && !matches!(product.kind, ProductKind::External | ProductKind::Grouped);
    let page = ProductPage {
        bnpl: if lent { bnpl::widget(&context.settings, WidgetKind::Product, item.id.0) } else { String::new() },
        express: express(context, product, chosen).await?,
        breadcrumbs: breadcrumbs.clone(),
        pictures: pictures(context, item, &card.name),
        short_description_html: marked(lang, item.is_translated(lang, "short_description"), paragraphs(short)),
        description_html: marked(lang, item.is_translated(lang, "description"), paragraphs(long)),
        availability: availability_words(context, context.catalogue.availability_of(item.id), holder, left),
        bounds: line_bounds(product, None, left),
        variations: variations(context, product, on_demand, &attributes),
        attributes,
        variations_on_demand: on_demand,
        grouped: grouped(context, product),
        external: external(product),
        details: details(context, product),
        food: food(context, product),
        min_age_years: min_age_years(&product.item),
        weight: item
            .weight_milli
            .map(|_| crate::app::responses::shown_weight(item, context.settings.lang(), &context.settings))
            .unwrap_or_default(),
        dimensions: dimensions(context, item, None),
        categories: category_links(context, product),
        tags: tag_links(context, product),
        reviews: reviews.list,
        reviews_allowed: reviews.open,
        review_rules: reviews.rules,
        rating_bars: reviews.bars,
        reviews_page: reviews.page,
        reviews_pages: reviews.pages,
        reviews_first_path: format!("{}#reviews", card.path),
        reviews_path_template: format!("{}comment-page-{{page}}/#reviews", card.path),
        review_form: reviews.form,
        upsells: upsells(context, product),
        related: related(context, product),
        notices,
        purchase,
        digital: item.is_virtual && product.purchase.booking.is_none(),
        withdrawal: withdrawal_words(product, &context.catalogue, lang),
        card,
    };
    Ok(context.page(path, head, Page::Product(Box::new(page)), &breadcrumbs))
}

/// Builds the breadcrumb from the home page through the product's first category.
fn breadcrumbs(context: &Context, product: &Product, card: &ProductCard) -> Vec<Link> {
    let mut breadcrumbs = vec![context.home_link()];
    if let Some(id) = product.category_ids.first() {
        breadcrumbs.extend(
            context
                .catalogue
                .terms()
                .category_path(*id)
                .iter()
                .map(|c| Link { label: context.category_name(c), path: context.category_path(c) }),
        );
    }
    breadcrumbs.push(Link { label: card.name.clone(), path: card.path.clone() });
    breadcrumbs
}

/// Builds the head tags from the merchant's SEO texts, or from the page's own.
fn product_head(context: &Context, item: &Item, card: &ProductCard, short: &str, long: &str) -> Head {
    let meta = |name: &str| item.meta.get(name);
    let seo = |name: &str| {
        let english = meta(&format!("{name}_en"));
        text(context.lang, meta(name).map(String::as_str).unwrap_or_default(), english)
    };
    let title = Some(seo("seo_title")).filter(|title| !title.is_empty()).unwrap_or(&card.name);
    let meta_description =
        [seo("seo_description"), short, long].into_iter().find(|text| !text.is_empty()).unwrap_or_default();
    let mut head = context.head(title, meta_description, &card.path);
    head.image = card.picture.as_ref().map(|p| context.storefront.web.public_address.url(&p.full_src));
    head
}

/// Returns the best sellers of the product's first category.
fn related(context: &Context, product: &Product) -> Vec<ProductCard> {
    let same_kind =
        product.category_ids.first().map(|id| TermFilter { terms: vec![id.to_string()], ..TermFilter::default() });
    cards(
        context,
        &ProductQuery {
            categories: same_kind,
            exclude: std::iter::once(product.item.id).chain(product.upsell_ids.iter().copied()).collect(),
            visibility: Some(shop_core::catalogue::product::Visibility::Visible),
            orderby: OrderBy::Popularity,
            per_page: 4,
            ..ProductQuery::default()
        },
    )
}

fn upsells(context: &Context, product: &Product) -> Vec<ProductCard> {
    product.upsell_ids.iter().filter_map(|id| context.catalogue.product(*id)).map(|p| card(context, p)).collect()
}

/// Returns the variations that the page embeds. If they are too many (`on_demand`), only the one in its address.
fn variations(
    context: &Context,
    product: &Product,
    on_demand: bool,
    chosen: &[VariationAttribute],
) -> Vec<VariationView> {
    offered(product)
        .filter(|v| !on_demand || chosen_fits(product, v, chosen))
        .take(if on_demand { 1 } else { usize::MAX })
        .map(|v| variation_of(context, product, v))
        .collect()
}

/// Lists the attributes shown among the details: name and values.
fn details(context: &Context, product: &Product) -> Vec<(String, String)> {
    let visible = product.attributes.iter().filter(|a| a.visible).map(|a| {
        let (label, values) = context.catalogue.terms().wording(context.lang).attribute(product, a);
        (label, values.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(", "))
    });
    visible.collect()
}

fn category_links(context: &Context, product: &Product) -> Vec<Link> {
    product
        .category_ids
        .iter()
        .filter_map(|id| context.catalogue.terms().categories().iter().find(|c| c.id == *id))
        .map(|c| Link { label: context.category_name(c), path: context.category_path(c) })
        .collect()
}

fn tag_links(context: &Context, product: &Product) -> Vec<Link> {
    product
        .tag_ids
        .iter()
        .filter_map(|id| context.catalogue.terms().tags().iter().find(|t| t.id == *id))
        .map(|t| Link { label: t.name_in(context.lang).replace('-', " "), path: format!("/tag-prodotto/{}/", t.slug) })
        .collect()
}

/// Returns the variations for the form, in order; disabled ones are shown and cannot be chosen.
fn offered(product: &Product) -> impl Iterator<Item = &Variation> {
    product.variations.iter().filter(|v| v.is_shown())
}

/// Tells whether a product has too many variations to embed.
pub(crate) fn variations_on_demand(context: &Context, product: &Product) -> bool {
    i64::try_from(offered(product).count()).unwrap_or(i64::MAX) > context.settings.listings.variations_on_page
}

/// Returns the pictures of a product, with its name as the caption: the files have none.
fn pictures(context: &Context, item: &Item, name: &str) -> Vec<Picture> {
    let captioned = |picture: Picture| Picture { caption: gallery::caption("", name).to_owned(), ..picture };
    item.images.iter().filter_map(|image| picture(image, alt_of(image, name, context.lang))).map(captioned).collect()
}

/// Formats dimensions, "10 × 5 × 2 cm", each side the variation's own or else the product's; empty when none is known.
fn dimensions(context: &Context, item: &Item, parent: Option<&Item>) -> String {
    let side = |own: Option<i64>, of: fn(&Item) -> Option<i64>| own.or_else(|| parent.and_then(of));
    let sized = Item {
        length_milli: side(item.length_milli, |p| p.length_milli),
        width_milli: side(item.width_milli, |p| p.width_milli),
        height_milli: side(item.height_milli, |p| p.height_milli),
        ..Item::default()
    };
    let known = [sized.length_milli, sized.width_milli, sized.height_milli].iter().any(Option::is_some);
    if known {
        crate::app::responses::shown_dimensions(&sized, context.settings.lang(), &context.settings)
    } else {
        String::new()
    }
}

fn availability_words(context: &Context, status: StockStatus, holder: &Item, left: Option<i64>) -> String {
    let threshold = holder.stock.low_amount.unwrap_or(context.settings.stock.low_amount);
    availability(status, left.filter(|l| *l <= threshold && *l > 0), context.lang)
}

/// Converts a variation for the form.
pub(crate) fn variation_of(context: &Context, product: &Product, v: &Variation) -> VariationView {
    let item = &v.item;
    let price =
        price_view(context, &variation_price(v, context.catalogue.built_at), item, Some(&reduced(context, product, v)));
    let price = PriceView { period: period(context, product), ..price };
    let holder = stock_item(product, Some(v));
    let left = holder.stock.managed.then_some(holder.stock.quantity);
    let status = context.catalogue.variation_availability(product, v);
    let bounds = line_bounds(product, Some(v), left);
    let weighed = Item { weight_milli: item.weight_milli.or(product.item.weight_milli), ..Default::default() };
    VariationView {
        variation_id: item.id.0,
        attributes: product
            .attributes
            .iter()
            .filter(|a| a.variation)
            .map(|a| (format!("attribute_{}", a.key()), v.attributes.get(&a.key()).cloned().unwrap_or_default()))
            .collect(),
        display_name: context.catalogue.terms().wording(context.lang).full_name(product, Some(v)),
        sku: if item.sku.is_empty() { product.item.sku.clone() } else { item.sku.clone() },
        variation_is_visible: item.prices.regular.is_some(),
        variation_is_active: v.is_switched_on(),
        is_purchasable: v.is_switched_on() && item.prices.regular.is_some(),
        is_in_stock: status != StockStatus::OutOfStock,
        is_sold_individually: if product.item.sold_individually { "yes" } else { "no" }.into(),
        min_qty: bounds.min,
        max_qty: bounds.max,
        qty_step: bounds.step,
        unit_price: shown_unit_price(price.price_cents, product, Some(v)),
        price,
        availability: availability_words(context, status, holder, left),
        net_quantity: net_quantity(context, &Label::new(product, Some(v)).pack()),
        food: food_of(context, product, Some(v)),
        weight: weighed
            .weight_milli
            .map(|_| crate::app::responses::shown_weight(&weighed, context.settings.lang(), &context.settings))
            .unwrap_or_default(),
        dimensions: dimensions(context, item, Some(&product.item)),
        description_html: paragraphs(item.description_in(context.lang)),
        picture: pictures(context, item, product.item.name_in(context.lang)).into_iter().next(),
    }
}

fn grouped(context: &Context, product: &Product) -> Vec<GroupedChild> {
    product
        .grouped_ids
        .iter()
        .filter_map(|id| context.catalogue.product(*id))
        .filter(|p| p.item.status == PublishStatus::Publish)
        .map(|p| {
            let left = p.item.stock.managed.then_some(p.item.stock.quantity);
            GroupedChild { card: card(context, p), bounds: line_bounds(p, None, left) }
        })
        .collect()
}

/// Returns the link to the shop that sells an external product.
fn external(product: &Product) -> Option<Link> {
    (product.kind == ProductKind::External)
        .then(|| Link { label: product.button_text.clone(), path: product.external_url.clone() })
}

/// Tells whether the selection names this variation, with nothing left to choose.
fn chosen_fits(product: &Product, v: &Variation, chosen: &[VariationAttribute]) -> bool {
    product.attributes.iter().filter(|a| a.variation).zip(chosen).all(|(attribute, made)| {
        let wanted = v.attributes.get(&attribute.key()).map(String::as_str).unwrap_or_default();
        !made.selected.is_empty() && (wanted.is_empty() || wanted == made.selected)
    })
}

/// Returns the product page's withdrawal information, in the wording of the withdrawal form. For a group, that of its products.
fn withdrawal_words(product: &Product, catalogue: &Catalogue, lang: Lang) -> Vec<String> {
    let goods: Vec<&Product> = match product.kind {
        ProductKind::External => Vec::new(),
        ProductKind::Grouped => product.grouped_ids.iter().filter_map(|id| catalogue.product(*id)).collect(),
        ProductKind::Simple | ProductKind::Variable => vec![product],
    };
    let mut codes: Vec<&str> = Vec::new();
    for code in goods.into_iter().flat_map(|one| Goods::from_product(one).page_message_codes()) {
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes.into_iter().map(|code| message(code, &Params::new(), lang)).collect()
}
