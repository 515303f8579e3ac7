//! Delays and sizes of the elements of every page (storefront specification, sections 4, 8 and 9).

crate::base::timings! {
    /// Delays, animations and thresholds of the elements of every page. Times in milliseconds, sizes in CSS pixels.
    WidgetTimings {
        /// Delay after the page has loaded until a notice gets the focus.
        notice_focus_after_ms: u32 = 500,
        /// Space above a notice after scrolling to it.
        notice_scroll_offset_px: u32 = 100,
        /// Duration of scrolling to a notice.
        notice_scroll_ms: u32 = 1_000,
        /// Duration of sliding a part of the page.
        page_slide_ms: u32 = 400,
        /// Delay after opening the chat until its field gets the focus.
        chat_focus_after_ms: u32 = 100,
        /// Delay after opening the search until its field gets the focus.
        search_focus_after_ms: u32 = 200,
        /// Delay after the last letter until suggestions are fetched: most people type the next one sooner.
        search_typing_wait_ms: u32 = 150,
        /// Minimum number of characters for suggestions: one letter matches nearly every product.
        search_min_chars: u32 = 2,
        /// Delay until the language switcher tries again after it has found no translator.
        translator_retry_ms: u32 = 500,
        /// Width below which the header is the one for phones.
        header_breakpoint_px: u32 = 921,
        /// Scroll distance after which the back-to-top button appears, if the header stays in place.
        scroll_top_after_px: u32 = 300,
        /// Scroll distance beyond the header's height after which it appears otherwise.
        scroll_top_after_header_px: u32 = 100,
        /// Distance from the window, above and below, at which background pictures are loaded.
        lazy_background_margin_px: u32 = 200,
        /// Default width of a modal window.
        modal_width_px: u32 = 630,
        modal_height_px: u32 = 440,
    }
}
