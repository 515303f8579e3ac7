//! Additional texts of a product: those of the label, and the English ones.

/// An additional text of a product.
pub(super) struct TextField {
    /// Name of its column in the catalogue file, without `Meta: `.
    pub(super) name: &'static str,
    /// Whether it holds a positive number.
    pub(super) measure: bool,
}

const fn words(name: &'static str) -> TextField {
    TextField { name, measure: false }
}

const fn measure(name: &'static str) -> TextField {
    TextField { name, measure: true }
}

/// Additional texts that can be changed.
pub(super) const TEXTS: &[TextField] = &[
    words("name_en"),
    words("short_description_en"),
    words("description_en"),
    words("purchase_note_en"),
    words("name_en_draft"),
    words("short_description_en_draft"),
    words("description_en_draft"),
    words("food_name"),
    words("food_name_en"),
    words("ingredients"),
    words("ingredients_en"),
    words("allergens"),
    words("may_contain"),
    measure("net_weight_g"),
    measure("net_volume_ml"),
    measure("drained_weight_g"),
    words("origin"),
    words("origin_en"),
    words("storage"),
    words("storage_en"),
    words("producer"),
    words("abv"),
    words("cites"),
    words("seo_title"),
    words("seo_title_en"),
    words("seo_description"),
    words("seo_description_en"),
];

/// Texts that a variation can override.
pub(super) const VARIATION_TEXTS: &[&str] = &[
    "food_name",
    "food_name_en",
    "ingredients",
    "ingredients_en",
    "allergens",
    "may_contain",
    "net_weight_g",
    "net_volume_ml",
    "drained_weight_g",
    "origin",
    "origin_en",
    "cites",
];
