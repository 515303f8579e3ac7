//! The tabs of a product page: the open one, and keyboard navigation (storefront specification, section 2).

use crate::base::wire_enum;

wire_enum! {
    /// A tab of a product page.
    ProductTab {
        /// The long description.
        Description = "description",
        /// Details such as weight and attributes.
        AdditionalInformation = "additional_information",
        /// Reviews and the review form.
        Reviews = "reviews",
    } default Description
}

/// Returns the tab that a URL opens among those of the page. A hash `#reviews`, `#tab-reviews` or one with `comment-`, then a URL
/// with `comment-page-` or `cpage=`, open the reviews; `#tab-additional_information` opens the additional information; everything
/// else opens the first tab, and so does a tab that the page does not have. `None`: no tabs.
///
/// ```
/// use shop_core::catalogue::tabs::{ProductTab, opened};
/// assert_eq!(opened("https://shop.test/prodotto/x/#comment-7", ProductTab::ALL), Some(ProductTab::Reviews));
/// ```
pub fn opened(address: &str, tabs: &[ProductTab]) -> Option<ProductTab> {
    tab_in_url(address, tabs).or_else(|| tabs.first().copied())
}

/// Returns the tab that a URL names; `None`: none, so that an already rendered page leaves the open tab unchanged.
///
/// ```
/// use shop_core::catalogue::tabs::{ProductTab, tab_in_url};
/// assert_eq!(tab_in_url("/prodotto/x/#tab-reviews", ProductTab::ALL), Some(ProductTab::Reviews));
/// assert_eq!(tab_in_url("/prodotto/x/#tab-reviews", &[ProductTab::Description]), None);
/// assert_eq!(tab_in_url("/prodotto/x/", ProductTab::ALL), None);
/// ```
pub fn tab_in_url(address: &str, tabs: &[ProductTab]) -> Option<ProductTab> {
    let hash = address.find('#').and_then(|at| address.get(at..)).unwrap_or_default();
    let reviews = matches!(hash, "#reviews" | "#tab-reviews")
        || hash.contains("comment-")
        || address.contains("comment-page-")
        || address.contains("cpage=");
    let wanted = match hash {
        _ if reviews => Some(ProductTab::Reviews),
        "#tab-additional_information" => Some(ProductTab::AdditionalInformation),
        "#tab-description" => Some(ProductTab::Description),
        _ => None,
    };
    wanted.filter(|tab| tabs.contains(tab))
}

/// Returns the index of the tab that a key moves to: the arrows wrap around, Home is the first, End the last. `None`: the key
/// does not move.
///
/// ```
/// use shop_core::catalogue::tabs::moved;
/// assert_eq!(moved("ArrowRight", 2, 3), Some(0));
/// assert_eq!(moved("ArrowLeft", 0, 3), Some(2));
/// assert_eq!(moved("Enter", 0, 3), None);
/// ```
pub fn moved(key: &str, current: usize, tabs: usize) -> Option<usize> {
    let last = tabs.checked_sub(1)?;
    match key {
        "ArrowRight" | "ArrowDown" => Some(if current >= last { 0 } else { current + 1 }),
        "ArrowLeft" | "ArrowUp" => Some(if current == 0 { last } else { (current - 1).min(last) }),
        "Home" => Some(0),
        "End" => Some(last),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tab(address: &str) -> &'static str {
        opened(address, ProductTab::ALL).unwrap().as_str()
    }

    #[test]
    fn an_address_without_a_tab_asks_for_none() {
        assert_eq!(tab_in_url("/p/#top", ProductTab::ALL), None);
        assert_eq!(tab_in_url("/p/#tab-description", ProductTab::ALL), Some(ProductTab::Description));
        assert_eq!(tab_in_url("/p/#reviews", &[ProductTab::Description]), None);
    }

    #[test]
    fn the_address_opens_the_tab_it_names() {
        for (address, name) in [
            ("/p/", "description"),
            ("/p/#reviews", "reviews"),
            ("/p/#tab-reviews", "reviews"),
            ("/p/#comment-12", "reviews"),
            ("/p/#li-comment-12", "reviews"),
            ("/p/comment-page-2/", "reviews"),
            ("/p/?cpage=2#tab-additional_information", "reviews"),
            ("/p/#tab-additional_information", "additional_information"),
            ("/p/#tab-description", "description"),
            ("/p/#Reviews", "description"),
            ("/p/#reviews2", "description"),
            ("/p/comment-12/", "description"),
            ("", "description"),
        ] {
            assert_eq!(tab(address), name, "{address}");
        }
    }

    #[test]
    fn a_tab_that_the_page_does_not_have_is_the_first() {
        let without = [ProductTab::AdditionalInformation];
        assert_eq!(opened("/p/#reviews", &without), Some(ProductTab::AdditionalInformation));
        assert_eq!(opened("/p/#reviews", &[]), None);
    }

    #[test]
    fn arrows_go_round_and_other_keys_do_nothing() {
        for (key, current, to) in [
            ("ArrowRight", 0, Some(1)),
            ("ArrowRight", 2, Some(0)),
            ("ArrowLeft", 0, Some(2)),
            ("ArrowUp", 2, Some(1)),
            ("ArrowDown", 9, Some(0)),
            ("ArrowLeft", 9, Some(2)),
            ("Home", 2, Some(0)),
            ("End", 0, Some(2)),
            ("Enter", 1, None),
            ("", 1, None),
        ] {
            assert_eq!(moved(key, current, 3), to, "{key} from {current}");
        }
        assert_eq!(moved("Home", 0, 0), None);
    }
}
