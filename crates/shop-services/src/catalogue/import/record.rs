//! What is read of a row before it is a product: its cells, its key, and what it says about other things.

use shop_core::catalogue::product::ProductKind;

use super::attributes::AttributeDraft;

/// A record and the line on which it starts.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) line: u64,
    pub(super) cells: csv::StringRecord,
}

/// What the Type column says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RowKind {
    /// No type: a product as it is in the shop, or a simple one.
    #[default]
    Unsaid,
    Product(ProductKind),
    Variation,
}

/// A product named in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// `id:44`: the row with that ID.
    Id(i64),
    /// A SKU; if nothing has it and it is a number, the row with that ID.
    Sku(String),
}

impl Reference {
    /// Reads a reference; `None` for an empty text.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let id = text.get(..3).filter(|start| start.eq_ignore_ascii_case("id:")).and_then(|_| text.get(3..));
        match id.and_then(|id| id.trim().parse().ok()) {
            Some(id) => Some(Self::Id(id)),
            None => (!text.is_empty()).then(|| Self::Sku(text.to_owned())),
        }
    }
}

impl std::fmt::Display for Reference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Id(id) => write!(f, "id:{id}"),
            Self::Sku(sku) => f.write_str(sku),
        }
    }
}

/// What a row says about other things than the product itself. `None`: the file has no such column.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) categories: Option<Vec<Vec<String>>>,
    pub(super) tags: Option<Vec<String>>,
    pub(super) grouped: Option<Vec<Reference>>,
    pub(super) upsells: Option<Vec<Reference>>,
    pub(super) cross_sells: Option<Vec<Reference>>,
    pub(super) attributes: Option<Vec<AttributeDraft>>,
}

/// By what a row is recognised.
#[derive(Debug, Default)]
pub(super) struct RowKey {
    pub(super) line: u64,
    pub(super) kind: RowKind,
    pub(super) id: Option<i64>,
    pub(super) sku: String,
    pub(super) name: String,
    /// Empty when the file has no such column or the cell is empty.
    pub(super) slug: String,
    pub(super) parent: Option<Reference>,
}
