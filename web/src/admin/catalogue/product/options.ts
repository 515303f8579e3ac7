// Options shared by several parts of the product form.

export const PUBLISH = ["publish", "draft", "private"];
export const STOCK = ["instock", "outofstock", "onbackorder"];
export const BACKORDERS = ["no", "notify", "yes"];

/** Names of the texts on the food label. */
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

/** English counterparts of the basic texts. */
export const ENGLISH_TEXTS = ["name_en", "short_description_en", "description_en", "purchase_note_en"];

export const SEO_TEXTS = ["seo_title", "seo_title_en", "seo_description", "seo_description_en"];

/** Texts that need a multi-line field. */
export const LONG_TEXTS = [
  "short_description_en",
  "description_en",
  "purchase_note_en",
  "ingredients",
  "ingredients_en",
  "seo_description",
  "seo_description_en",
];
