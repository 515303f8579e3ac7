// Values of choices that several parts of the product's form offer.

export const PUBLISH = ["publish", "draft", "private"];
export const STOCK = ["instock", "outofstock", "onbackorder"];
export const BACKORDERS = ["no", "notify", "yes"];

/** Texts of the food label. */
export const FOOD_TEXTS = [
  "food_name",
  "food_name_en",
  "ingredients",
  "ingredients_en",
  "net_weight_g",
  "net_volume_ml",
  "drained_weight_g",
  "origin",
  "origin_en",
  "storage",
  "storage_en",
  "producer",
  "abv",
  "cites",
];

/** English texts beside the Italian ones of the first part. */
export const ENGLISH_TEXTS = ["name_en", "short_description_en", "description_en", "purchase_note_en"];

export const SEO_TEXTS = ["seo_title", "seo_title_en", "seo_description", "seo_description_en"];

/** Texts that need more than a line. */
export const LONG_TEXTS = [
  "short_description_en",
  "description_en",
  "purchase_note_en",
  "ingredients",
  "ingredients_en",
  "seo_description",
  "seo_description_en",
];
