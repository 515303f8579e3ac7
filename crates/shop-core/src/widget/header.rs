//! The header and the button to the top (storefront specification, sections 4 and 9).

use super::timings::TIMINGS;

/// Whether the header is the one for phones: the window is narrower than the breakpoint.
pub fn is_mobile(window_width: u32) -> bool {
    window_width < TIMINGS.header_breakpoint_px
}

/// Whether menus and drawer close after the window has changed its size: only a change of the width closes them, as the
/// keyboard and the address bar of a phone change the height.
pub fn closes_on_resize(width_before: u32, width_now: u32) -> bool {
    width_before != width_now
}

/// Whether a key closes the login window and the cart drawer.
pub fn closes_on_key(key: &str) -> bool {
    key == "Escape"
}

/// Whether the button to the top is shown after scrolling so many pixels. `header_height`: that of a header that scrolls away
/// with the page; `None`: it stays in place.
///
/// ```
/// use shop_core::widget::header::scroll_top_shown;
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
    fn the_breakpoint_itself_is_a_wide_window() {
        assert!(is_mobile(920) && !is_mobile(921));
        assert!(!closes_on_resize(400, 400) && closes_on_resize(400, 401));
        assert!(closes_on_key("Escape") && !closes_on_key("Esc ") && !closes_on_key("Enter"));
    }

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
