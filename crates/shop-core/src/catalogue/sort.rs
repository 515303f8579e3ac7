//! Sort orders of a listing: which are offered, and which one a URL selects (storefront specification, section 2; names of the
//! platform's listings).

use crate::base::wire_enum;

wire_enum! {
    /// A sort order of a listing, by the value of the field `orderby`.
    SortKey {
        /// Relevance for the search term. Only in searches.
        Relevance = "relevance",
        /// Order set by the shop.
        MenuOrder = "menu_order",
        /// Best-selling products first.
        Popularity = "popularity",
        /// Best-rated products first.
        Rating = "rating",
        /// Newest products first.
        Date = "date",
        Price = "price",
        PriceDescending = "price-desc",
    } default MenuOrder
}

impl SortKey {
    /// Returns the offered orders, as the select lists them.
    pub fn on_offer(searching: bool) -> &'static [Self] {
        Self::ALL.get(usize::from(!searching)..).unwrap_or_default()
    }

    /// Returns the order that a value of `orderby` selects; the first one if it is not offered.
    ///
    /// ```
    /// use shop_core::catalogue::sort::SortKey;
    /// assert_eq!(SortKey::chosen("price-desc", false), SortKey::PriceDescending);
    /// assert_eq!(SortKey::chosen("relevance", false), SortKey::MenuOrder);
    /// ```
    pub fn chosen(orderby: &str, searching: bool) -> Self {
        let offer = Self::on_offer(searching);
        let wanted = Self::parse(orderby).filter(|key| offer.contains(key));
        wanted.or_else(|| offer.first().copied()).unwrap_or_default()
    }

    /// Returns whether the order is ascending.
    pub fn ascending(self) -> bool {
        matches!(self, Self::MenuOrder | Self::Price)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_that_is_not_on_offer_is_the_first_one() {
        for (orderby, searching, chosen) in [
            ("", false, "menu_order"),
            ("", true, "relevance"),
            ("relevance", false, "menu_order"),
            ("PRICE", false, "menu_order"),
            ("price; drop", true, "relevance"),
            ("menu_order", true, "menu_order"),
            ("rating", false, "rating"),
        ] {
            assert_eq!(SortKey::chosen(orderby, searching).as_str(), chosen, "{orderby} {searching}");
        }
    }

    #[test]
    fn only_a_search_is_ordered_by_relevance() {
        assert_eq!(SortKey::on_offer(true).len(), 7);
        assert!(!SortKey::on_offer(false).contains(&SortKey::Relevance));
        assert!(SortKey::Price.ascending() && !SortKey::PriceDescending.ascending() && !SortKey::Date.ascending());
    }
}
