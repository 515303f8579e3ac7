//! Product blocks: the eight kinds of listing blocks, each with its settings.

use serde::{Deserialize, Serialize};

use crate::base::{FieldError, ProductId};
use crate::platform::messages::codes;

/// Maximum number of products of a block: two full pages on a phone.
pub const MAX_COUNT: u8 = 24;
/// Maximum number of columns.
pub const MAX_COLUMNS: u8 = 6;
/// Maximum number of products, categories, tags or values that a block names.
const MAX_CHOICES: usize = 100;

/// A block of products in a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Block {
    /// Heading in Italian; empty: none.
    pub title: String,
    /// Heading in English; empty: the Italian one.
    pub title_en: String,
    /// Maximum number of products, 1 to [`MAX_COUNT`].
    pub count: u8,
    /// Number of columns on a wide window, 1 to [`MAX_COLUMNS`].
    pub columns: u8,
    #[serde(flatten)]
    pub shows: BlockProducts,
}

impl Default for Block {
    fn default() -> Self {
        Self { title: String::new(), title_en: String::new(), count: 8, columns: 4, shows: BlockProducts::Newest }
    }
}

/// Which products a block shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BlockProducts {
    /// Products chosen one by one, in their order; none chosen: the featured products.
    Handpicked {
        #[serde(default)]
        ids: Vec<ProductId>,
    },
    /// Best-selling products; empty before the first sale.
    BestSellers,
    /// Products of categories, including their subcategories.
    Category {
        slugs: Vec<String>,
    },
    Newest,
    /// Products on sale.
    OnSale,
    /// Products with one of these values of an attribute.
    Attribute {
        /// Taxonomy such as `pa_formato`.
        taxonomy: String,
        /// Slugs of the values.
        terms: Vec<String>,
    },
    /// Products with one of these tags.
    Tag {
        slugs: Vec<String>,
    },
    /// Best-rated products; empty before the first rating.
    TopRated,
}

impl Block {
    /// Returns the errors of the block; field names begin with `field` (`blocks.0`).
    pub fn errors(&self, field: &str) -> Vec<FieldError> {
        let mut out = Vec::new();
        let range = |name: &str, code, value: u8, maximum: u8| {
            let error = || FieldError::new(format!("{field}.{name}"), code).with("minimum", 1).with("maximum", maximum);
            (!(1..=maximum).contains(&value)).then(error)
        };
        out.extend(range("count", codes::BLOCK_COUNT_INVALID, self.count, MAX_COUNT));
        out.extend(range("columns", codes::BLOCK_COLUMNS_INVALID, self.columns, MAX_COLUMNS));
        let named = |list: &[String]| !list.is_empty() && list.len() <= MAX_CHOICES;
        let (name, chosen) = match &self.shows {
            BlockProducts::Handpicked { ids } => ("ids", ids.len() <= MAX_CHOICES),
            BlockProducts::Category { slugs } | BlockProducts::Tag { slugs } => ("slugs", named(slugs)),
            BlockProducts::Attribute { taxonomy, terms } => ("terms", !taxonomy.is_empty() && named(terms)),
            BlockProducts::BestSellers | BlockProducts::Newest | BlockProducts::OnSale | BlockProducts::TopRated => {
                ("kind", true)
            }
        };
        if !chosen {
            out.push(FieldError::new(format!("{field}.{name}"), codes::BLOCK_CHOICE_MISSING));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(block: &Block) -> Vec<String> {
        block.errors("blocks.2").into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn a_block_reads_back_as_it_was_written() {
        for shows in [
            BlockProducts::Handpicked { ids: vec![ProductId(7), ProductId(3)] },
            BlockProducts::BestSellers,
            BlockProducts::Category { slugs: vec!["olio".into()] },
            BlockProducts::Newest,
            BlockProducts::OnSale,
            BlockProducts::Attribute { taxonomy: "pa_regione".into(), terms: vec!["liguria".into()] },
            BlockProducts::Tag { slugs: vec!["bio".into()] },
            BlockProducts::TopRated,
        ] {
            let block = Block { title: "Scelti".into(), shows, ..Block::default() };
            let text = serde_json::to_string(&block).unwrap();
            assert_eq!(serde_json::from_str::<Block>(&text).unwrap(), block, "{text}");
        }
    }

    #[test]
    fn a_block_of_an_unknown_kind_does_not_read() {
        for text in [r#"{"kind":"boh"}"#, r#"{"kind":"category"}"#, r#"{"kind":"tag","slugs":"bio"}"#] {
            assert!(serde_json::from_str::<Block>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_columns_and_choices_are_bounded() {
        let block = |count, columns, shows| Block { count, columns, shows, ..Block::default() };
        assert!(fields(&block(24, 6, BlockProducts::TopRated)).is_empty());
        assert!(fields(&block(1, 1, BlockProducts::Handpicked { ids: Vec::new() })).is_empty());
        assert_eq!(fields(&block(0, 7, BlockProducts::OnSale)), ["blocks.2.count", "blocks.2.columns"]);
        assert_eq!(fields(&block(25, 4, BlockProducts::OnSale)), ["blocks.2.count"]);
        assert_eq!(fields(&block(8, 4, BlockProducts::Category { slugs: Vec::new() })), ["blocks.2.slugs"]);
        let without = BlockProducts::Attribute { taxonomy: String::new(), terms: vec!["x".into()] };
        assert_eq!(fields(&block(8, 4, without)), ["blocks.2.terms"]);
        let many = BlockProducts::Tag { slugs: vec!["x".into(); 101] };
        assert_eq!(fields(&block(8, 4, many)), ["blocks.2.slugs"]);
    }
}
