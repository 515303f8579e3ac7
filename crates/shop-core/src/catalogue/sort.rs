//! The orders of a listing: which are on offer, and which one an address asks for (storefront specification, section 2;
//! names of the platform's listings).

use crate::base::wire_enum;

wire_enum! {
    /// An order of a listing, by the value of the field `orderby`.
    SortKey {
        /// How well a product fits the words searched for. Only in searches.
        Relevance = "relevance",
        /// As the shop arranges them.
        MenuOrder = "menu_order",
        /// Most sold first.
        Popularity = "popularity",
        /// Best rated first.
        Rating = "rating",
        /// Newest come first.
        Date = "date",
        Price = "price",
        PriceDescending = "price-desc",
    } default MenuOrder
}

impl SortKey {
    /// The orders on offer, as the select lists them.
    pub fn on_offer(searching: bool) -> &'static [Self] {
        Self::ALL.get(usize::from(!searching)..).unwrap_or_default()
    }

    /// The order that a value of `orderby` asks for; one that is not on offer is the first.
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

    /// Whether small values come first.
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
