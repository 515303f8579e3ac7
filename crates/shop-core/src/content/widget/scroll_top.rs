//! The back-to-top button beside the header (storefront specification, sections 4 and 9).

use super::timings::TIMINGS;

/// Returns whether the back-to-top button is shown after scrolling this many pixels. `header_height`: that of a header that
/// scrolls away with the page; `None`: it stays in place.
///
/// ```
/// use shop_core::content::widget::scroll_top::scroll_top_shown;
/// assert!(scroll_top_shown(301, None) && !scroll_top_shown(300, None));
/// assert!(scroll_top_shown(181, Some(80)) && !scroll_top_shown(180, Some(80)));
/// ```
pub fn scroll_top_shown(scrolled: u32, header_height: Option<u32>) -> bool {
    let limit = header_height
        .map_or(TIMINGS.scroll_top_after_px, |height| height.saturating_add(TIMINGS.scroll_top_after_header_px));
    scrolled > limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_to_the_top_comes_after_its_limit() {
        for (scrolled, header, shown) in [
            (300, None, false),
            (301, None, true),
            (180, Some(80), false),
            (181, Some(80), true),
            (u32::MAX, Some(u32::MAX), false),
        ] {
            assert_eq!(scroll_top_shown(scrolled, header), shown, "{scrolled} {header:?}");
        }
    }
}
