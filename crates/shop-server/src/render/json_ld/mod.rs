//! Structured data for search engines (schema.org as JSON-LD), built from the same views as the pages, so that both agree. Pure
//! functions; each returns a JSON string for [`super::PageContent::json_ld`].

use serde_json::{Map, Value, json};
use shop_core::base::{Cents, Lang, localised_url};
use shop_core::catalogue::price::UnitPrice;
use shop_core::view::{Breadcrumb, Picture, PriceView, ProductCard, ProductPage, VariationView};

const CONTEXT: &str = "https://schema.org";

/// Facts about the shop that every page's structured data needs.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Public address, without a trailing slash.
    pub base_url: String,
    /// Language prefix of the pages' addresses; `None` when they have none.
    pub prefix: Option<Lang>,
    pub name: String,
    /// Full name of the business, when it differs.
    pub legal_name: String,
    /// Full address or path of the logo; empty when there is none.
    pub logo: String,
    /// E-mail; may be empty.
    pub email: String,
    /// Telephone; may be empty.
    pub phone: String,
    /// VAT number with country; may be empty.
    pub vat_id: String,
    /// Currency of all prices (ISO 4217).
    pub currency: String,
}

impl Site {
    /// Full address of a page.
    fn page(&self, path: &str) -> String {
        self.url(&localised_url::under(self.prefix, path))
    }

    /// Full address of a file; a full address is returned unchanged.
    pub fn url(&self, path: &str) -> String {
        if path.starts_with("https://") || path.starts_with("http://") {
            return path.to_owned();
        }
        format!("{}{path}", self.base_url)
    }

    fn id(&self, part: &str) -> String {
        format!("{}/#{part}", self.base_url)
    }
}

/// Describes the seller, on the home page.
pub fn organization(site: &Site) -> String {
    let mut out = object("OnlineStore");
    out.insert("@id".into(), site.id("organization").into());
    out.insert("name".into(), site.name.clone().into());
    out.insert("url".into(), site.page("/").into());
    for (name, value) in
        [("legalName", &site.legal_name), ("email", &site.email), ("telephone", &site.phone), ("vatID", &site.vat_id)]
    {
        put(&mut out, name, value);
    }
    if !site.logo.is_empty() {
        out.insert("logo".into(), site.url(&site.logo).into());
    }
    document(out)
}

/// Describes the site with its search, on the home page. `search_path`: address of the results with `{search_term_string}` in
/// place of the query.
pub fn web_site(site: &Site, search_path: &str) -> String {
    let mut out = object("WebSite");
    out.insert("@id".into(), site.id("website").into());
    out.insert("name".into(), site.name.clone().into());
    out.insert("url".into(), site.page("/").into());
    out.insert("publisher".into(), json!({"@id": site.id("organization")}));
    let target = json!({"@type": "EntryPoint", "urlTemplate": site.page(search_path)});
    let search = json!({"@type": "SearchAction", "target": target, "query-input": "required name=search_term_string"});
    out.insert("potentialAction".into(), search);
    document(out)
}

/// Describes the breadcrumb; `None` for a single step, which is the page itself.
pub fn breadcrumb_list(site: &Site, steps: &[Breadcrumb]) -> Option<String> {
    if steps.len() < 2 {
        return None;
    }
    let items: Vec<Value> = steps
        .iter()
        .enumerate()
        .map(|(number, step)| {
            let mut item = typed("ListItem");
            item.insert("position".into(), (number + 1).into());
            item.insert("name".into(), step.label.clone().into());
            // The last step is the current page and has no address.
            if !step.path.is_empty() {
                item.insert("item".into(), site.page(&step.path).into());
            }
            Value::Object(item)
        })
        .collect();
    let mut out = object("BreadcrumbList");
    out.insert("itemListElement".into(), items.into());
    Some(document(out))
}

/// Describes a product with its offer; a variable product is a group with an offer for each variation shown.
pub fn product(site: &Site, page: &ProductPage, description: &str) -> String {
    let shown: Vec<&VariationView> =
        page.variations.iter().filter(|one| one.variation_is_visible && one.price.price_cents.is_some()).collect();
    let mut out = object(if shown.is_empty() { "Product" } else { "ProductGroup" });
    let card = &page.card;
    out.insert("name".into(), card.name.clone().into());
    out.insert("url".into(), site.page(&card.path).into());
    put(&mut out, "description", description);
    put(&mut out, "sku", &card.sku);
    put(&mut out, "category", card.categories.first().map_or("", String::as_str));
    let pictures: Vec<Value> = page.pictures.iter().map(|picture| image(site, picture)).collect();
    if !pictures.is_empty() {
        out.insert("image".into(), pictures.into());
    }
    if let Some(producer) = page.food.as_ref().map(|food| &food.producer).filter(|producer| !producer.is_empty()) {
        out.insert("manufacturer".into(), json!({"@type": "Organization", "name": producer}));
    }
    if let Some(rating) = card.rating_tenths.filter(|_| card.review_count > 0) {
        let value = decimal(rating, 1);
        let rating = json!({"@type": "AggregateRating", "ratingValue": value, "reviewCount": card.review_count, "bestRating": 5});
        out.insert("aggregateRating".into(), rating);
    }
    if shown.is_empty() {
        if let Some(offer) = card_offer(site, card) {
            out.insert("offers".into(), offer);
        }
    } else {
        let group = if card.sku.is_empty() { card.id.to_string() } else { card.sku.clone() };
        out.insert("productGroupID".into(), group.into());
        let labels: Vec<&str> = page.attributes.iter().map(|attribute| attribute.label.as_str()).collect();
        out.insert("variesBy".into(), labels.into());
        let variants: Vec<Value> = shown.iter().map(|one| variant(site, page, one)).collect();
        out.insert("hasVariant".into(), variants.into());
    }
    document(out)
}

fn variant(site: &Site, page: &ProductPage, one: &VariationView) -> Value {
    let chosen: Vec<(&str, &str)> =
        page.attributes.iter().filter_map(|attribute| chosen_value(attribute, one)).collect();
    let words: Vec<&str> = chosen.iter().map(|(_, words)| *words).collect();
    let mut out = typed("Product");
    let name =
        if words.is_empty() { page.card.name.clone() } else { format!("{} {}", page.card.name, words.join(", ")) };
    out.insert("name".into(), name.into());
    put(&mut out, "sku", &one.sku);
    if let Some(picture) = one.picture.as_ref().or(page.card.picture.as_ref()) {
        out.insert("image".into(), image(site, picture));
    }
    let properties: Vec<Value> =
        chosen.iter().map(|(label, words)| json!({"@type": "PropertyValue", "name": label, "value": words})).collect();
    if !properties.is_empty() {
        out.insert("additionalProperty".into(), properties.into());
    }
    let url = site.page(&variation_path(&page.card.path, one));
    let availability = availability(one.is_in_stock && one.is_purchasable, false);
    if let Some(cents) = one.price.price_cents {
        out.insert("offers".into(), offer(site, &url, cents, &one.price, one.unit_price.as_ref(), availability));
    }
    Value::Object(out)
}

/// Returns an attribute's label and the label of a variation's value; `None` where the variation accepts any value.
fn chosen_value<'a>(
    attribute: &'a shop_core::view::VariationAttribute,
    one: &VariationView,
) -> Option<(&'a str, &'a str)> {
    let wanted = one.attributes.get(&attribute.name).filter(|value| !value.is_empty())?;
    let (_, words) = attribute.options.iter().find(|(value, _)| value == wanted)?;
    Some((&attribute.label, words))
}

/// Address of the product with this variation selected.
fn variation_path(path: &str, one: &VariationView) -> String {
    let fields: Vec<(&String, &String)> = one.attributes.iter().filter(|(_, value)| !value.is_empty()).collect();
    let query = serde_urlencoded::to_string(fields).unwrap_or_default();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

/// Describes the offer of a product without variations: one price, or a range for a group.
fn card_offer(site: &Site, card: &ProductCard) -> Option<Value> {
    let low = card.price.price_cents?;
    let url = site.page(&card.path);
    let availability = availability(card.in_stock, card.on_backorder);
    match card.price.max_cents.filter(|high| *high > low) {
        Some(high) => {
            let mut out = typed("AggregateOffer");
            out.insert("url".into(), url.into());
            out.insert("priceCurrency".into(), site.currency.clone().into());
            out.insert("lowPrice".into(), low.to_decimal().into());
            out.insert("highPrice".into(), high.to_decimal().into());
            out.insert("availability".into(), availability.into());
            Some(Value::Object(out))
        }
        None => Some(offer(site, &url, low, &card.price, card.unit_price.as_ref(), availability)),
    }
}

fn offer(
    site: &Site,
    url: &str,
    cents: Cents,
    price: &PriceView,
    unit: Option<&UnitPrice>,
    availability: &str,
) -> Value {
    let mut out = typed("Offer");
    out.insert("url".into(), url.into());
    out.insert("price".into(), cents.to_decimal().into());
    out.insert("priceCurrency".into(), site.currency.clone().into());
    out.insert("availability".into(), availability.into());
    out.insert("itemCondition".into(), "https://schema.org/NewCondition".into());
    out.insert("seller".into(), json!({"@type": "Organization", "@id": site.id("organization"), "name": site.name}));
    let mut specifications = Vec::new();
    if let Some(code) = unit.and_then(|unit| unit_code(&unit.unit)) {
        let mut specification = price_specification(site, unit.map_or(Cents::ZERO, |unit| unit.cents));
        specification
            .insert("referenceQuantity".into(), json!({"@type": "QuantitativeValue", "value": 1, "unitCode": code}));
        specifications.push(Value::Object(specification));
    }
    if let Some(regular) = price.regular_cents.filter(|regular| *regular > cents) {
        let mut specification = price_specification(site, regular);
        specification.insert("priceType".into(), "https://schema.org/StrikethroughPrice".into());
        specifications.push(Value::Object(specification));
    }
    if !specifications.is_empty() {
        out.insert("priceSpecification".into(), specifications.into());
    }
    Value::Object(out)
}

fn price_specification(site: &Site, cents: Cents) -> Map<String, Value> {
    let mut out = typed("UnitPriceSpecification");
    out.insert("price".into(), cents.to_decimal().into());
    out.insert("priceCurrency".into(), site.currency.clone().into());
    // All prices of the views include tax.
    out.insert("valueAddedTaxIncluded".into(), true.into());
    out
}

/// UN/CEFACT codes of the units of unit prices.
fn unit_code(unit: &str) -> Option<&'static str> {
    match unit {
        "kg" => Some("KGM"),
        "l" => Some("LTR"),
        _ => None,
    }
}

fn availability(in_stock: bool, on_backorder: bool) -> &'static str {
    match (in_stock, on_backorder) {
        (_, true) => "https://schema.org/BackOrder",
        (true, false) => "https://schema.org/InStock",
        (false, false) => "https://schema.org/OutOfStock",
    }
}

fn image(site: &Site, picture: &Picture) -> Value {
    let best = if picture.full_src.is_empty() { &picture.src } else { &picture.full_src };
    site.url(best).into()
}

/// Formats a number with its last `places` digits after the point: 7200 with two becomes `72.00`.
fn decimal(amount: i64, places: u32) -> String {
    let one = 10_u64.pow(places);
    let (whole, rest) = (amount.unsigned_abs() / one, amount.unsigned_abs() % one);
    let sign = if amount < 0 { "-" } else { "" };
    format!("{sign}{whole}.{rest:0width$}", width = usize::try_from(places).unwrap_or(2))
}

fn object(kind: &str) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("@context".into(), CONTEXT.into());
    out.insert("@type".into(), kind.into());
    out
}

fn typed(kind: &str) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("@type".into(), kind.into());
    out
}

fn put(out: &mut Map<String, Value>, name: &str, value: &str) {
    if !value.is_empty() {
        out.insert(name.into(), value.into());
    }
}

fn document(out: Map<String, Value>) -> String {
    Value::Object(out).to_string()
}

#[cfg(test)]
mod tests;
