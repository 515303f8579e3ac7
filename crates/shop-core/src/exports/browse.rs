//! Browsing: amounts, listings, product pages, quick view, reviews and comments, adding to the cart. Every visitor loads this
//! table.

use super::Integer;
use crate::base::format;
pub use crate::base::{Cents, FieldError, ImageId, Lang, ProductId};
pub use crate::cart::add_queue::{AddQueue, AddQueueEvent, AddQueueStep};
pub use crate::cart::fragments::{AddAnswer, AddContext, AfterCartCall, CachedFragments};
pub use crate::cart::grouped::{GroupedChildForm, GroupedChoice};
pub use crate::cart::timings::CartTimings;
pub use crate::catalogue::quantity::{FittedQuantity, QuantityBounds};
pub use crate::catalogue::tabs::ProductTab;
pub use crate::catalogue::timings::CatalogueTimings;
pub use crate::catalogue::variation::{VariationForm, VariationIndex};
pub use crate::catalogue::variation_form::VariationFormState;
pub use crate::content::comment::CommentForm;
pub use crate::catalogue::quick_view::timings::QuickViewTimings;
pub use crate::catalogue::quick_view::{QuickView, QuickViewEvent, QuickViewLink, QuickViewSettings};
pub use crate::catalogue::review::{ReviewForm, ReviewRules};
pub use crate::content::widget::timings::WidgetTimings;
use crate::{cart, catalogue};
use crate::content::comment;
use crate::catalogue::quick_view;
use crate::catalogue::review;
use crate::content::widget;

exports! { $ for_each_browse_export;
    /// Formats an amount of money: "72,00 €".
    formatPrice = fn format_price(cents: Cents, lang: Lang) -> String { format::price(cents, lang) }

    /// Formats an amount of the store API, minor units as a string: "7200" is "72,00 €". Other text is returned unchanged.
    formatMinor = fn format_minor(minor: String, lang: Lang) -> String {
        minor.parse().map_or(minor, |cents| format::price(Cents(cents), lang))
    }

    /// Formats net plus tax of the store API as an amount: "5902" and "1298" are "72,00 €".
    formatGross = fn format_gross(net: String, tax: String, lang: Lang) -> String { format::gross(&net, &tax, lang) }

    /// Formats a whole number with thousands separators: "12.345".
    formatInteger = fn format_integer(value: Integer, lang: Lang) -> String { format::integer(value.0, lang) }

    /// Converts a decimal string to the language's notation: "0.5" is "0,5".
    formatDecimal = fn format_decimal(text: String, lang: Lang) -> String { format::decimal(&text, lang) }

    /// Returns the variation form after the page has loaded.
    variationFormState = fn variation_form_state(form: VariationForm) -> VariationFormState {
        VariationIndex::new(form).start()
    }

    /// Converts a typed quantity, with a notice if it was adjusted.
    fitQuantity = fn fit_quantity(name: String, typed: String, bounds: QuantityBounds) -> FittedQuantity {
        catalogue::quantity::fit(&name, &typed, &bounds)
    }

    /// Converts a quantity typed into a line that has `present` pieces; 0 removes the line.
    fitLineQuantity = fn fit_line_quantity(name: String, typed: String, present: Integer, bounds: QuantityBounds) -> FittedQuantity {
        catalogue::quantity::fit_line(&name, &typed, present.0, &bounds)
    }

    /// Returns the errors of a review.
    checkReview = fn check_review(form: ReviewForm, rules: ReviewRules) -> [Vec<FieldError>] { review::errors(&form, &rules) }

    /// Returns the errors of a comment.
    checkComment = fn check_comment(form: CommentForm) -> [Vec<FieldError>] { comment::errors(&form) }

    /// Parses a grouped product's form.
    groupedChoice = fn grouped_choice(children: [Vec<GroupedChildForm>]) -> GroupedChoice { cart::grouped::choose(&children) }

    /// Returns the delays and animations of listings and product pages.
    catalogueTimings = fn catalogue_timings() -> CatalogueTimings { catalogue::timings::TIMINGS }

    /// Returns the delays and lifetimes of the page's cart parts.
    cartTimings = fn cart_timings() -> CartTimings { cart::timings::TIMINGS }

    /// Returns the delays and thresholds of the quick view.
    quickViewTimings = fn quick_view_timings() -> QuickViewTimings { quick_view::timings::TIMINGS }

    /// Returns the delays, animations and thresholds of the elements of every page.
    widgetTimings = fn widget_timings() -> WidgetTimings { widget::timings::TIMINGS }

    /// Returns the label of a star in the review form: "1 stella su 5".
    starLabel = fn star_label(stars: Integer, lang: Lang) -> String { review::star_label(stars.0, lang) }

    /// Returns whether the back-to-top button is shown; `header_height` is null if the header stays in place.
    scrollTopShown = fn scroll_top_shown(scrolled: Integer, header_height: [Option<Integer>]) -> bool {
        let pixels = |number: Integer| u32::try_from(number.0.max(0)).unwrap_or(u32::MAX);
        widget::scroll_top::scroll_top_shown(pixels(scrolled), header_height.map(pixels))
    }

    /// Returns the tab of a product page that a URL opens, among those of the page.
    openedTab = fn opened_tab(address: String, tabs: [Vec<ProductTab>]) -> [Option<ProductTab>] {
        catalogue::tabs::opened(&address, &tabs)
    }

    /// Returns the tab that a URL names, among those of the page; null: none.
    tabInUrl = fn tab_in_url(address: String, tabs: [Vec<ProductTab>]) -> [Option<ProductTab>] {
        catalogue::tabs::tab_in_url(&address, &tabs)
    }

    /// Returns the index of the tab that a key moves to; null: none.
    movedTab = fn moved_tab(key: String, current: Integer, tabs: Integer) -> [Option<Integer>] {
        let number = |number: Integer| usize::try_from(number.0).unwrap_or(0);
        let moved = catalogue::tabs::moved(&key, number(current), number(tabs));
        moved.and_then(|tab| i64::try_from(tab).ok()).map(Integer)
    }

    /// Returns the index of the picture to show after a variation is chosen (the id of its picture, 0 for none) or reset (null);
    /// null: no change.
    galleryPicture = fn gallery_picture(pictures: [Vec<ImageId>], chosen: [Option<ImageId>]) -> [Option<Integer>] {
        catalogue::gallery::shown_picture(&pictures, chosen).and_then(|at| i64::try_from(at).ok()).map(Integer)
    }

    /// Returns whether a picture can be zoomed, widths in pixels.
    galleryZooms = fn gallery_zooms(picture_width: Integer, gallery_width: Integer) -> bool {
        catalogue::gallery::zooms(picture_width.0, gallery_width.0)
    }

    /// Returns the product that a button or link opens in the quick view; null: none.
    quickViewProduct = fn quick_view_product(link: QuickViewLink) -> [Option<ProductId>] { quick_view::product(&link) }

    /// Applies an event to the quick view.
    quickViewStep = fn quick_view_step(before: QuickView, event: QuickViewEvent, products: [Vec<ProductId>], settings: QuickViewSettings) -> QuickView {
        quick_view::step(&before, &event, &products, &settings)
    }

    /// Returns where adding from the quick view redirects to.
    quickViewRedirect = fn quick_view_redirect(settings: QuickViewSettings, page: String) -> String { settings.redirect(&page).to_owned() }

    /// Returns whether cached fragments can be shown; the time is in milliseconds.
    fragmentsUsable = fn fragments_usable(cached: CachedFragments, cart_hash: String, now_ms: Integer) -> bool {
        cart::fragments::usable(&cached, &cart_hash, now_ms.0)
    }

    /// Returns whether an add button adds by a call; otherwise it is a link.
    addsByCall = fn adds_by_call(product_id: String) -> bool { cart::fragments::adds_by_call(&product_id) }

    /// Returns the page's action after adding to the cart.
    afterAdd = fn after_add(answer: AddAnswer, context: AddContext) -> AfterCartCall { cart::fragments::after_add(&answer, &context) }

    /// Returns the page's action after removing from the cart.
    afterRemove = fn after_remove(has_fragments: bool, link: String) -> AfterCartCall { cart::fragments::after_remove(has_fragments, &link) }

    /// Applies an event to the add-to-cart buttons of a page.
    addQueueStep = fn add_queue_step(queue: AddQueue, event: AddQueueEvent) -> AddQueueStep { cart::add_queue::step(queue, event) }

    /// Returns whether the contents of the mini-cart are shown.
    miniCartShown = fn mini_cart_shown(items: Integer) -> bool { cart::fragments::mini_cart_shown(items.0) }

    /// Returns whether the variation of the chosen options is fetched from the shop.
    asksForVariation = fn asks_for_variation(variations_on_page: bool, chosen: [Vec<String>]) -> bool {
        catalogue::variation_form::asks_server(variations_on_page, &chosen)
    }
}
