//! When listings, product pages and the variation form act (storefront specification, sections 2, 4 and 9).

crate::base::timings! {
    /// Waits and movements of listings and product pages. Times in milliseconds.
    CatalogueTimings {
        /// The number of results is announced to screen readers again so long after the page has loaded.
        result_count_after_ms: u32 = 2_000,
        /// The variation form is checked for the first time so long after it has loaded.
        variation_check_after_ms: u32 = 100,
        /// The variation's panel is shown so long after the choice.
        variation_panel_after_ms: u32 = 300,
        /// It slides for so long.
        variation_panel_slide_ms: u32 = 200,
        /// The shop is asked what the choices of a product's form come to so long after the last change.
        purchase_price_after_ms: u32 = 250,
        /// A picture of the gallery slides for so long.
        gallery_slide_ms: u32 = 500,
        /// Movements of the full-screen gallery: none.
        lightbox_animation_ms: u32 = 0,
    }
}
