//! Sets and sort orders of products, as positions in the snapshot.

use std::collections::HashMap;
use std::sync::Arc;

use shop_core::base::{AttributeId, CategoryId, TagId};
use shop_core::catalogue::product::{ProductKind, StockStatus};

use super::bits::Bits;
use super::order::Order;

/// Products by their properties: unchanged by sales, until the catalogue or a price changes.
#[derive(Clone, Debug, Default)]
pub struct Index {
    pub(super) category_bits: HashMap<CategoryId, Bits>,
    pub(super) tag_bits: HashMap<TagId, Bits>,
    pub(super) term_bits: HashMap<(AttributeId, String), Bits>,
    pub(super) published: Bits,
    pub(super) in_lists: Bits,
    pub(super) in_search: Bits,
    pub(super) featured: Bits,
    pub(super) on_sale: Bits,
    /// By rounded rating, 1 to 5; products without reviews are in none.
    pub(super) rated: HashMap<i64, Bits>,
    pub(super) kinds: HashMap<ProductKind, Bits>,
    pub(super) orders: Orders,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    pub date: Arc<Order>,
    pub title: Arc<Order>,
    pub slug: Arc<Order>,
    /// By the lowest price; a missing one counts as zero.
    pub price: Arc<Order>,
    /// By the highest price; a missing one counts as zero.
    pub price_max: Arc<Order>,
    /// By average rating, then by number of ratings.
    pub rating: Arc<Order>,
    /// By number of ratings.
    pub reviews: Arc<Order>,
    pub menu: Arc<Order>,
    pub modified: Arc<Order>,
}

/// Index of an availability among the sets by stock.
pub(super) fn stock_slot(availability: StockStatus) -> usize {
    match availability {
        StockStatus::InStock => 0,
        StockStatus::OutOfStock => 1,
        StockStatus::OnBackorder => 2,
    }
}

impl Index {
    /// Published products directly in a category.
    pub(crate) fn direct_category_products(&self, id: CategoryId) -> Option<&Bits> {
        self.category_bits.get(&id)
    }

    pub fn tag_products(&self, id: TagId) -> Option<&Bits> {
        self.tag_bits.get(&id)
    }

    /// Published products with an attribute's value.
    pub fn term_products(&self, id: AttributeId, slug: &str) -> Option<&Bits> {
        self.term_bits.get(&(id, slug.to_owned()))
    }

    /// A copy without some products.
    pub(super) fn without(&self, hidden: &Bits) -> Self {
        let mut out = self.clone();
        if hidden.is_empty() {
            return out;
        }
        let flags = [&mut out.published, &mut out.in_lists, &mut out.in_search, &mut out.featured, &mut out.on_sale];
        let sets = flags.into_iter().chain(out.category_bits.values_mut()).chain(out.tag_bits.values_mut());
        let sets = sets.chain(out.term_bits.values_mut()).chain(out.rated.values_mut()).chain(out.kinds.values_mut());
        for set in sets {
            set.remove_all(hidden);
        }
        out
    }
}
