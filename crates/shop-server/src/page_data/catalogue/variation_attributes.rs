//! The attributes that select a variation in a product's form.

use shop_core::catalogue::product::{Product, ProductKind};
use shop_core::view::VariationAttribute;

use crate::page_data::context::Context;

pub(crate) fn choices(context: &Context, product: &Product, chosen: &[(String, String)]) -> Vec<VariationAttribute> {
    if product.kind != ProductKind::Variable {
        return Vec::new();
    }
    product
        .attributes
        .iter()
        .filter(|a| a.variation)
        .map(|a| {
            let name = format!("attribute_{}", a.key());
            let (label, options) = context.catalogue.terms().wording(context.lang).attribute(product, a);
            let selected = chosen
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(_, v)| v.clone())
                .or_else(|| a.default.clone())
                .filter(|v| options.iter().any(|(o, _)| o == v))
                .unwrap_or_default();
            VariationAttribute { name, label, options, selected }
        })
        .collect()
}
