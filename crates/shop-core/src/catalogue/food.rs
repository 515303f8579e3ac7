//! Food labels (Reg. (EU) 1169/2011 art. 9 and 14): which fields a variation overrides, and which are required before sale.

use super::alcohol::is_alcoholic;
use super::product::{Item, Product, ProductKind, PublishStatus, Variation};
use crate::base::{Lang, ProductId};
use crate::catalogue::price::PackSize;

/// Fields that only a food has, named as columns of the catalogue file.
pub const FOOD_FIELDS: [&str; 11] = [
    "food_name",
    "ingredients",
    "allergens",
    "may_contain",
    "nutrition",
    "drained_weight_g",
    "storage",
    "abv",
    "cites",
    "perishable",
    "assortment",
];
/// Fields with the content of a pack, which belong together.
const PACK: [&str; 3] = ["net_weight_g", "net_volume_ml", "drained_weight_g"];

/// The label of a product or of one of its variations. A field that a variation does not have is the product's.
#[derive(Clone, Copy, Debug)]
pub struct Label<'a> {
    product: &'a Item,
    own: Option<&'a Item>,
}

impl<'a> Label<'a> {
    /// Creates the label of a product, or of one of its variations.
    pub fn new(product: &'a Product, variation: Option<&'a Variation>) -> Self {
        Self { product: &product.item, own: variation.map(|variation| &variation.item) }
    }

    /// Returns the item that provides these fields: the variation if it has one of them.
    fn source(&self, names: &[&str]) -> &'a Item {
        self.own.filter(|item| names.iter().any(|name| !value(item, name).is_empty())).unwrap_or(self.product)
    }

    /// Returns a field; empty if it is missing.
    pub fn text(&self, name: &str) -> &'a str {
        value(self.source(&[name]), name)
    }

    /// Returns a field in a language: the Italian text if there is no English one. The product's English text never replaces a
    /// variation's own.
    pub fn text_in(&self, name: &str, lang: Lang) -> &'a str {
        let english = format!("{name}_en");
        let source = self.source(&[name, &english]);
        match (lang, value(source, &english)) {
            (Lang::En, words) if !words.is_empty() => words,
            _ => value(source, name),
        }
    }

    /// Returns whether a non-empty field has a text in a language.
    pub fn is_translated(&self, name: &str, lang: Lang) -> bool {
        let english = format!("{name}_en");
        let source = self.source(&[name, &english]);
        lang == Lang::It || !value(source, &english).is_empty() || value(source, name).is_empty()
    }

    /// Returns the codes of the allergens that it contains.
    pub fn allergens(&self) -> Vec<&'a str> {
        codes(self.text("allergens"))
    }

    /// Returns the codes of possible traces, without the allergens that it contains anyway.
    pub fn may_contain(&self) -> Vec<&'a str> {
        let inside = self.allergens();
        codes(self.text("may_contain")).into_iter().filter(|code| !inside.contains(code)).collect()
    }

    /// Returns the content of the pack.
    pub fn pack(&self) -> PackSize {
        let source = self.source(&PACK);
        let amount = |name: &str| value(source, name).parse::<i64>().ok().filter(|amount| *amount > 0);
        PackSize {
            drained_weight_g: amount("drained_weight_g"),
            net_weight_g: amount("net_weight_g"),
            net_volume_ml: amount("net_volume_ml"),
        }
    }

    /// Returns whether the goods are perishable: no withdrawal (Codice del consumo art. 59, letter d), no price of the last 30
    /// days.
    pub fn perishable(&self) -> bool {
        self.text("perishable") == "1"
    }

    /// Returns whether it is several foods in one pack, such as a gift basket. Its text states the quantity of each, and no total
    /// weight is required: a price per kilogram would be meaningless (Codice del consumo art. 16).
    pub fn assortment(&self) -> bool {
        self.text("assortment") == "1"
    }

    /// Returns the required fields that are empty. Drinks with more than 1.2 % of alcohol need no list of ingredients (art. 16,
    /// par. 4).
    pub fn missing(&self) -> Vec<&'static str> {
        let mut out = Vec::new();
        if self.text("food_name").is_empty() {
            out.push("food_name");
        }
        if self.text("ingredients").is_empty() && !is_alcoholic(self.text("abv")) {
            out.push("ingredients");
        }
        let pack = self.pack();
        if pack.net_weight_g.or(pack.net_volume_ml).is_none() && !self.assortment() {
            out.push("net_weight_g");
        }
        if self.text("producer").is_empty() {
            out.push("producer");
        }
        out
    }
}

fn value<'a>(item: &'a Item, name: &str) -> &'a str {
    item.meta.get(name).map(|text| text.trim()).unwrap_or_default()
}

fn codes(list: &str) -> Vec<&str> {
    list.split(',').map(str::trim).filter(|code| !code.is_empty()).collect()
}

/// Returns whether a product is a food: it or one of its variations has a field that only foods have.
pub fn is_food(product: &Product) -> bool {
    let mut items = std::iter::once(&product.item).chain(product.variations.iter().map(|one| &one.item));
    items.any(|item| FOOD_FIELDS.iter().any(|name| !value(item, name).is_empty()))
}

/// Returns the labels that shoppers see, with the variation's id: one for each published variation, or the product's own.
pub fn labels<'a>(product: &'a Product) -> Vec<(Option<ProductId>, Label<'a>)> {
    let shown = product.variations.iter().filter(|one| one.item.status == PublishStatus::Publish);
    let of = |one: &'a Variation| (Some(one.item.id), Label::new(product, Some(one)));
    match product.kind {
        ProductKind::Variable => shown.map(of).collect(),
        ProductKind::Simple => vec![(None, Label::new(product, None))],
        ProductKind::Grouped | ProductKind::External => Vec::new(),
    }
}

/// Returns the required fields that are empty, without duplicates; with the variation if only some of the variations lack it.
pub fn missing_fields(product: &Product) -> Vec<(Option<ProductId>, &'static str)> {
    let labels = labels(product);
    let lacks: Vec<(Option<ProductId>, Vec<&'static str>)> =
        labels.iter().map(|(id, label)| (*id, label.missing())).collect();
    let mut out: Vec<(Option<ProductId>, &'static str)> = Vec::new();
    for (id, fields) in &lacks {
        for field in fields {
            let all = lacks.iter().all(|(_, fields)| fields.contains(field));
            let place = (id.filter(|_| !all), *field);
            if !out.contains(&place) {
                out.push(place);
            }
        }
    }
    out
}

/// Names of the allergens (Reg. (EU) 1169/2011, annex II) by code, Italian and English.
const ALLERGENS: [(&str, &str, &str); 15] = [
    ("gluten", "glutine", "gluten"),
    ("crustaceans", "crostacei", "crustaceans"),
    ("eggs", "uova", "eggs"),
    ("fish", "pesce", "fish"),
    ("peanuts", "arachidi", "peanuts"),
    ("soy", "soia", "soya"),
    ("soybeans", "soia", "soya"),
    ("milk", "latte", "milk"),
    ("nuts", "frutta a guscio", "nuts"),
    ("celery", "sedano", "celery"),
    ("mustard", "senape", "mustard"),
    ("sesame", "sesamo", "sesame"),
    ("sulphites", "anidride solforosa e solfiti", "sulphur dioxide and sulphites"),
    ("lupin", "lupini", "lupin"),
    ("molluscs", "molluschi", "molluscs"),
];

/// Returns the name of an allergen; an unknown code is returned as it is.
///
/// ```
/// use shop_core::catalogue::food::allergen_name;
/// use shop_core::base::Lang;
/// assert_eq!(allergen_name("nuts", Lang::It), "frutta a guscio");
/// ```
pub fn allergen_name(code: &str, lang: Lang) -> &str {
    let found = ALLERGENS.iter().find(|(known, ..)| *known == code);
    found.map_or(code, |(_, it, en)| if lang == Lang::It { it } else { en })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(id: i64, fields: &[(&str, &str)]) -> Item {
        let meta = fields.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Item { id: ProductId(id), meta, ..Item::default() }
    }

    /// Builds a panettone with candied fruit, and one with pistachios.
    fn panettone() -> Product {
        let shared = [
            ("food_name", "Panettone"),
            ("ingredients", "farina"),
            ("ingredients_en", "flour"),
            ("allergens", "gluten, eggs"),
            ("may_contain", "nuts,soy"),
            ("producer", "Forno, Milano"),
            ("perishable", "1"),
        ];
        let plain = item(2, &[("net_weight_g", "500")]);
        let own = [("ingredients", "farina, pistacchi"), ("allergens", "gluten,eggs,nuts"), ("net_weight_g", "1000")];
        Product {
            kind: ProductKind::Variable,
            item: item(1, &shared),
            variations: [plain, item(3, &own)].map(|item| Variation { item, ..Variation::default() }).into(),
            ..Product::default()
        }
    }

    #[test]
    fn what_a_variation_does_not_say_its_product_says() {
        let product = panettone();
        let [plain, pistachio] = [0, 1].map(|n| Label::new(&product, product.variations.get(n)));
        assert_eq!((plain.text("ingredients"), plain.allergens()), ("farina", vec!["gluten", "eggs"]));
        assert_eq!((pistachio.text("ingredients"), pistachio.text("food_name")), ("farina, pistacchi", "Panettone"));
        assert_eq!(plain.may_contain(), ["nuts", "soy"]);
        assert_eq!(pistachio.may_contain(), ["soy"], "nuts are in it: no trace");
        assert!(pistachio.perishable());
    }

    #[test]
    fn the_english_words_of_the_product_never_stand_for_a_variation_of_its_own() {
        let product = panettone();
        let [plain, pistachio] = [0, 1].map(|n| Label::new(&product, product.variations.get(n)));
        assert_eq!(plain.text_in("ingredients", Lang::En), "flour");
        assert_eq!(pistachio.text_in("ingredients", Lang::En), "farina, pistacchi");
        let english =
            |label: Label<'_>| ["ingredients", "producer", "origin"].map(|name| label.is_translated(name, Lang::En));
        assert_eq!(english(plain), [true, false, true], "what is not said needs no translation");
        assert_eq!(english(pistachio), [false, false, true]);
        assert!(pistachio.is_translated("ingredients", Lang::It));
    }

    #[test]
    fn what_is_in_the_pack_is_told_by_one_of_them() {
        let mut product = panettone();
        product.item.meta.insert("drained_weight_g".into(), "300".into());
        let label = Label::new(&product, product.variations.first());
        assert_eq!(label.pack(), PackSize { net_weight_g: Some(500), ..PackSize::default() });
        assert_eq!(Label::new(&product, None).pack().drained_weight_g, Some(300));
    }

    #[test]
    fn a_food_lacks_what_its_label_must_say() {
        let mut product = panettone();
        assert_eq!(missing_fields(&product), []);
        product.item.meta.remove("producer");
        product.variations[0].item.meta.clear();
        assert_eq!(missing_fields(&product), [(Some(ProductId(2)), "net_weight_g"), (None, "producer")]);
        product.variations[0].item.status = PublishStatus::Draft;
        assert_eq!(missing_fields(&product), [(None, "producer")], "what nobody sees lacks nothing");
        let wine = Product { item: item(9, &[("abv", "13"), ("net_volume_ml", "750")]), ..Product::default() };
        assert_eq!(missing_fields(&wine), [(None, "food_name"), (None, "producer")], "wine needs no ingredients");
    }

    #[test]
    fn a_basket_of_several_foods_needs_no_weight_of_the_whole() {
        let mut fields =
            vec![("food_name", "Cesto"), ("ingredients", "vino, salame"), ("producer", "Bottega"), ("assortment", "1")];
        let basket = |fields: &[(&str, &str)]| Product { item: item(9, fields), ..Product::default() };
        assert_eq!(missing_fields(&basket(&fields)), []);
        fields.pop();
        assert_eq!(missing_fields(&basket(&fields)), [(None, "net_weight_g")]);
    }

    #[test]
    fn a_weight_alone_makes_no_food() {
        assert!(is_food(&panettone()));
        let soap = Product { item: item(9, &[("net_weight_g", "100"), ("origin", "Italia")]), ..Product::default() };
        assert!(!is_food(&soap));
    }
}
