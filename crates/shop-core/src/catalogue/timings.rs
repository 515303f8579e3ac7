//! Delays of listings, product pages and the variation form (storefront specification, sections 2, 4 and 9).

crate::base::timings! {
    /// Delays and animations of listings and product pages. Times in milliseconds.
    CatalogueTimings {
        /// Delay after the page has loaded until the number of results is announced to screen readers again.
        result_count_after_ms: u32 = 2_000,
        /// Delay after loading until the variation form is first checked.
        variation_check_after_ms: u32 = 100,
        /// Delay after the choice until the variation's panel is shown.
        variation_panel_after_ms: u32 = 300,
        /// Duration of sliding the variation's panel.
        variation_panel_slide_ms: u32 = 200,
        /// Delay after the last change until the price of the chosen options is fetched.
        purchase_price_after_ms: u32 = 250,
        /// Duration of sliding a gallery picture.
        gallery_slide_ms: u32 = 500,
        /// Duration of animations of the full-screen gallery: none.
        lightbox_animation_ms: u32 = 0,
    }
}
