//! Data parsed from a row before it becomes a product: cells, key and references.

use shop_core::catalogue::product::ProductKind;

use super::attributes::AttributeDraft;

/// A record and the line on which it starts.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) line: u64,
    pub(super) cells: csv::StringRecord,
}

/// Value of the Type column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RowKind {
    /// No type: the product keeps its type in the shop, or becomes a simple one.
    #[default]
    Unsaid,
    Product(ProductKind),
    Variation,
}

/// A reference to a product in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// `id:44`: the row with that ID.
    Id(i64),
    /// A SKU; if it is unknown and a number, the row with that ID.
    Sku(String),
}

impl Reference {
    /// Parses a reference; `None` for an empty text.
    pub(super) fn parse(text: &str) -> Option<Self> {
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

/// References of a row to other items. `None`: the file has no such column.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) categories: Option<Vec<Vec<String>>>,
    pub(super) tags: Option<Vec<String>>,
    pub(super) grouped: Option<Vec<Reference>>,
    pub(super) upsells: Option<Vec<Reference>>,
    pub(super) cross_sells: Option<Vec<Reference>>,
    pub(super) attributes: Option<Vec<AttributeDraft>>,
}

/// Fields that identify a row.
#[derive(Debug, Default)]
pub(super) struct RowKey {
    pub(super) line: u64,
    pub(super) kind: RowKind,
    pub(super) id: Option<i64>,
    pub(super) sku: String,
    pub(super) name: String,
    /// Empty if the file lacks the column or the cell is empty.
    pub(super) slug: String,
    pub(super) parent: Option<Reference>,
}
