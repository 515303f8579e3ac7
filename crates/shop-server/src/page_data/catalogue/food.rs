//! Food information that the law requires before the purchase: of a product, of each variation, and of all of them while none is
//! chosen.

use shop_core::catalogue::food::{Label, is_food};
use shop_core::catalogue::nutrition::Nutrition;
use shop_core::catalogue::price::PackSize;
use shop_core::catalogue::product::{Product, ProductKind, PublishStatus, Variation};
use shop_core::view::{FoodFacts, Link, VariantFood};
use shop_services::content::rich_text::clean;

use crate::page_data::context::Context;
use crate::page_data::words::{marked, own_lang};

fn owned(codes: Vec<&str>) -> Vec<String> {
    codes.into_iter().map(str::to_owned).collect()
}

/// Appends the codes that are not yet in the list.
fn add_new(to: &mut Vec<String>, codes: &[String]) {
    for code in codes {
        if !to.contains(code) {
            to.push(code.clone());
        }
    }
}

/// Returns the facts of a product or of the given variation; `None` when it is not food.
pub(crate) fn food_of(context: &Context, product: &Product, variation: Option<&Variation>) -> Option<FoodFacts> {
    if !is_food(product) {
        return None;
    }
    let label = Label::new(product, variation);
    let text = |name: &str| label.text_in(name, context.lang).to_owned();
    let translated = |name: &str| label.is_translated(name, context.lang);
    let lang = |name: &str| own_lang(context.lang, translated(name));
    let pack = label.pack();
    Some(FoodFacts {
        food_name: text("food_name"),
        food_name_lang: lang("food_name"),
        ingredients_html: marked(
            context.lang,
            translated("ingredients"),
            clean(label.text_in("ingredients", context.lang)),
        ),
        allergens: owned(label.allergens()),
        may_contain: owned(label.may_contain()),
        nutrition: serde_json::from_str::<Nutrition>(label.text("nutrition")).ok(),
        net_quantity: net_quantity(context, &pack),
        drained_weight: pack.drained_weight_g.map(|grams| format!("{grams} g")).unwrap_or_default(),
        origin: text("origin"),
        origin_lang: lang("origin"),
        storage: text("storage"),
        storage_lang: lang("storage"),
        producer: text("producer"),
        producer_lang: lang("producer"),
        abv: text("abv"),
        cites: text("cites"),
        perishable: label.perishable(),
        variants: Vec::new(),
    })
}

/// Returns the facts for a product's page before a variation is chosen. Where variations differ, each lists its ingredients, and
/// the allergens are those of all of them: never fewer than the buyer may get.
pub(crate) fn food(context: &Context, product: &Product) -> Option<FoodFacts> {
    let shared = food_of(context, product, None)?;
    let all: Vec<(Link, FoodFacts)> = product
        .variations
        .iter()
        .filter(|one| product.kind == ProductKind::Variable && one.item.status == PublishStatus::Publish)
        .filter_map(|one| Some((variation_link(context, product, one), food_of(context, product, Some(one))?)))
        .collect();
    if all.is_empty() {
        return Some(shared);
    }
    let variants = group_by_ingredients(&all);
    let (allergens, may_contain) = combined_allergens(&variants);
    let first = all.first().map(|(_, food)| food.clone()).unwrap_or_default();
    let differ = variants.len() > 1;
    Some(FoodFacts {
        food_name: common_text(&all, |food| &food.food_name),
        food_name_lang: all.iter().find_map(|(_, food)| food.food_name_lang),
        ingredients_html: if differ { String::new() } else { first.ingredients_html },
        allergens,
        may_contain,
        nutrition: if differ { None } else { first.nutrition },
        net_quantity: distinct_texts(&all, |food| &food.net_quantity),
        drained_weight: distinct_texts(&all, |food| &food.drained_weight),
        origin: common_text(&all, |food| &food.origin),
        origin_lang: all.iter().find_map(|(_, food)| food.origin_lang),
        storage: common_text(&all, |food| &food.storage),
        storage_lang: all.iter().find_map(|(_, food)| food.storage_lang),
        producer: common_text(&all, |food| &food.producer),
        producer_lang: all.iter().find_map(|(_, food)| food.producer_lang),
        abv: shared.abv,
        cites: common_text(&all, |food| &food.cites),
        perishable: all.iter().any(|(_, food)| food.perishable),
        variants: if differ { variants } else { Vec::new() },
    })
}

/// Formats a net quantity: "35 g", "1,5 kg", "500 ml".
pub(crate) fn net_quantity(context: &Context, pack: &PackSize) -> String {
    let write = |value: i64, small: &str, big: &str| {
        if value >= 1000 && value % 100 == 0 {
            let text = shop_core::base::text::format_fixed(value, 3);
            format!("{} {big}", shop_core::base::format::decimal(&text, context.lang))
        } else {
            format!("{value} {small}")
        }
    };
    match (pack.net_weight_g, pack.net_volume_ml) {
        (Some(g), _) => write(g, "g", "kg"),
        (None, Some(ml)) => write(ml, "ml", "l"),
        _ => String::new(),
    }
}

/// Groups variations with the same ingredients.
fn group_by_ingredients(all: &[(Link, FoodFacts)]) -> Vec<VariantFood> {
    let mut variants: Vec<VariantFood> = Vec::new();
    for (link, food) in all {
        let of = VariantFood {
            variations: Vec::new(),
            ingredients_html: food.ingredients_html.clone(),
            allergens: food.allergens.clone(),
            may_contain: food.may_contain.clone(),
            nutrition: food.nutrition.clone(),
        };
        let same = |one: &VariantFood| VariantFood { variations: Vec::new(), ..one.clone() } == of;
        match variants.iter_mut().find(|one| same(one)) {
            Some(known) => known.variations.push(link.clone()),
            None => variants.push(VariantFood { variations: vec![link.clone()], ..of }),
        }
    }
    variants
}

/// Returns the allergens and possible traces of all variations.
fn combined_allergens(variants: &[VariantFood]) -> (Vec<String>, Vec<String>) {
    let mut allergens = Vec::new();
    let mut may_contain = Vec::new();
    for one in variants {
        add_new(&mut allergens, &one.allergens);
        add_new(&mut may_contain, &one.may_contain);
    }
    may_contain.retain(|code| !allergens.contains(code));
    (allergens, may_contain)
}

/// Returns the text if all variations share it, or an empty string: differing texts are listed with their variations.
fn common_text(all: &[(Link, FoodFacts)], get: fn(&FoodFacts) -> &str) -> String {
    let mut texts: Vec<&str> = all.iter().map(|(_, food)| get(food)).filter(|text| !text.is_empty()).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.join("; ")
}

/// Joins the distinct texts in the order of the variations.
fn distinct_texts(all: &[(Link, FoodFacts)], get: fn(&FoodFacts) -> &str) -> String {
    let mut texts: Vec<&str> = Vec::new();
    for (_, food) in all {
        let text = get(food);
        if !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join(", ")
}

/// Returns a variation's label, and the product's address with it selected.
fn variation_link(context: &Context, product: &Product, one: &Variation) -> Link {
    let fixed: Vec<(String, String)> = product
        .attributes
        .iter()
        .filter(|attribute| attribute.variation)
        .filter_map(|attribute| {
            let wire = one.attributes.get(&attribute.key()).filter(|wire| !wire.is_empty())?;
            Some((attribute.key(), wire.clone()))
        })
        .collect();
    let chosen = context.catalogue.terms().wording(context.lang).chosen(product, &fixed);
    let words: Vec<String> = chosen.into_iter().map(|(_, _, words)| words).collect();
    let fields: Vec<(String, String)> =
        fixed.into_iter().map(|(key, wire)| (format!("attribute_{key}"), wire)).collect();
    let query = serde_urlencoded::to_string(fields).unwrap_or_default();
    let label = if words.is_empty() { one.item.name.clone() } else { words.join(", ") };
    Link { label, path: format!("/prodotto/{}/?{query}#alimento", product.slug) }
}
