//! When the parts that every page has act, and at which sizes (storefront specification, sections 4, 8 and 9).

crate::base::timings! {
    /// Waits, movements and thresholds of the parts that every page has. Times in milliseconds, sizes in CSS pixels.
    WidgetTimings {
        /// Notices of the shop are focused so long after the page has loaded.
        notice_focus_after_ms: u32 = 500,
        /// The page scrolls to a notice, leaving so much space above it …
        notice_scroll_offset_px: u32 = 100,
        /// … for so long.
        notice_scroll_ms: u32 = 1_000,
        /// A page's part slides for so long.
        page_slide_ms: u32 = 400,
        /// The chat's field gains focus so long after it is opened.
        chat_focus_after_ms: u32 = 100,
        /// The search field gains focus so long after it is opened.
        search_focus_after_ms: u32 = 200,
        /// Suggestions are asked for so long after the last letter: most people type the next one sooner.
        search_typing_wait_ms: u32 = 150,
        /// … and only for so many characters or more: one letter suits nearly every product.
        search_min_chars: u32 = 2,
        /// The language switcher tries again so long after it has found no translator.
        translator_retry_ms: u32 = 500,
        /// Below this width the header is the one for phones.
        header_breakpoint_px: u32 = 921,
        /// The button to the top appears after scrolling more than this where the header stays in place.
        scroll_top_after_px: u32 = 300,
        /// … and otherwise after the header's height and this.
        scroll_top_after_header_px: u32 = 100,
        /// Pictures of backgrounds are loaded when they come so near to the window, above and below.
        lazy_background_margin_px: u32 = 200,
        /// Width of a window that opens over the page unless it says otherwise.
        modal_width_px: u32 = 630,
        modal_height_px: u32 = 440,
    }
}
