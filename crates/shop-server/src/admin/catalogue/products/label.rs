//! Mandatory food information, which must be available before the purchase (Reg. (EU) 1169/2011 art. 14).

use shop_core::base::FieldError;
use shop_core::catalogue::food::{is_food, missing_fields};
use shop_core::catalogue::product::{Product, PublishStatus};
use shop_services::catalogue::Catalogue;

use crate::admin::messages;

/// Returns required fields that a change leaves empty on a published food: all of a food that becomes public, otherwise those
/// that are cleared. A field that was already missing does not block a change of price or stock.
pub(super) fn missing_after_change(catalogue: &Catalogue, before: &Product, after: &Product) -> Vec<FieldError> {
    let is_published = |product: &Product| product.item.status == PublishStatus::Publish;
    if !is_published(after) || !(is_food(after) || is_in_food_category(catalogue, after)) {
        return Vec::new();
    }
    let known = if is_published(before) { missing_fields(before) } else { Vec::new() };
    let missing = missing_fields(after).into_iter().filter(|one| !known.contains(one));
    missing
        .map(|(variation, field)| match variation {
            Some(id) => FieldError::new(format!("variations.{id}.texts.{field}"), messages::REQUIRED),
            None => FieldError::new(format!("texts.{field}"), messages::REQUIRED),
        })
        .collect()
}

/// Whether one of the product's categories contains only foods.
fn is_in_food_category(catalogue: &Catalogue, product: &Product) -> bool {
    product.category_ids.iter().any(|category| {
        let mut others = catalogue
            .products()
            .iter()
            .filter(|other| other.item.id != product.item.id && other.category_ids.contains(category))
            .filter(|other| other.item.status == PublishStatus::Publish)
            .peekable();
        others.peek().is_some() && others.all(|other| is_food(other))
    })
}
