//! Browsing: amounts, lists, product pages, quick view, reviews and comments, adding to the cart. Every visitor loads this table.

use super::Integer;
use crate::base::format;
pub use crate::base::{Cents, FieldError, ImageId, Lang, ProductId};
pub use crate::cart::add_queue::{AddQueue, AddQueueEvent, AddQueueStep};
pub use crate::cart::fragments::{AddAnswer, AddContext, AfterCartCall, KeptFragments};
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
    /// An amount of money: "72,00 €".
    formatPrice = fn format_price(cents: Cents, lang: Lang) -> String { format::price(cents, lang) }

    /// An amount as the store API writes it, minor units as text: "7200" is "72,00 €". Other text is left as it is.
    formatMinor = fn format_minor(minor: String, lang: Lang) -> String {
        minor.parse().map_or(minor, |cents| format::price(Cents(cents), lang))
    }

    /// Net and tax as the store API writes them, together as an amount: "5902" and "1298" are "72,00 €".
    formatGross = fn format_gross(net: String, tax: String, lang: Lang) -> String { format::gross(&net, &tax, lang) }

    /// A whole number with thousands separators: "12.345".
    formatInteger = fn format_integer(value: Integer, lang: Lang) -> String { format::integer(value.0, lang) }

    /// A decimal text in the language's notation: "0.5" is "0,5".
    formatDecimal = fn format_decimal(text: String, lang: Lang) -> String { format::decimal(&text, lang) }

    /// The variation form after the page has loaded.
    variationFormState = fn variation_form_state(form: VariationForm) -> VariationFormState {
        VariationIndex::new(form).start()
    }

    /// What a typed quantity comes to, and what is said where it is another one than was typed.
    fitQuantity = fn fit_quantity(name: String, typed: String, bounds: QuantityBounds) -> FittedQuantity {
        catalogue::quantity::fit(&name, &typed, &bounds)
    }

    /// What a quantity typed into a line that has `present` pieces comes to; 0 removes the line.
    fitLineQuantity = fn fit_line_quantity(name: String, typed: String, present: Integer, bounds: QuantityBounds) -> FittedQuantity {
        catalogue::quantity::fit_line(&name, &typed, present.0, &bounds)
    }

    /// The refusals of a review.
    checkReview = fn check_review(form: ReviewForm, rules: ReviewRules) -> [Vec<FieldError>] { review::errors(&form, &rules) }

    /// The refusals of a comment.
    checkComment = fn check_comment(form: CommentForm) -> [Vec<FieldError>] { comment::errors(&form) }

    /// What a grouped product's form comes to.
    groupedChoice = fn grouped_choice(children: [Vec<GroupedChildForm>]) -> GroupedChoice { cart::grouped::choose(&children) }

    /// Waits and movements of listings and product pages.
    catalogueTimings = fn catalogue_timings() -> CatalogueTimings { catalogue::timings::TIMINGS }

    /// Waits and lifetimes of the cart's parts of a page.
    cartTimings = fn cart_timings() -> CartTimings { cart::timings::TIMINGS }

    /// Waits and thresholds of the quick view.
    quickViewTimings = fn quick_view_timings() -> QuickViewTimings { quick_view::timings::TIMINGS }

    /// Waits, movements and thresholds of the parts that every page has.
    widgetTimings = fn widget_timings() -> WidgetTimings { widget::timings::TIMINGS }

    /// Label of a star of the review form: "1 stella su 5".
    starLabel = fn star_label(stars: Integer, lang: Lang) -> String { review::star_label(stars.0, lang) }

    /// Whether the button to the top is shown; `header_height` is null where the header stays in place.
    scrollTopShown = fn scroll_top_shown(scrolled: Integer, header_height: [Option<Integer>]) -> bool {
        let pixels = |number: Integer| u32::try_from(number.0.max(0)).unwrap_or(u32::MAX);
        widget::scroll_top::scroll_top_shown(pixels(scrolled), header_height.map(pixels))
    }

    /// The tab of a product page that an address opens, among those that there are.
    openedTab = fn opened_tab(address: String, tabs: [Vec<ProductTab>]) -> [Option<ProductTab>] {
        catalogue::tabs::opened(&address, &tabs)
    }

    /// The tab that an address asks for, among those that there are; null: none.
    askedTab = fn asked_tab(address: String, tabs: [Vec<ProductTab>]) -> [Option<ProductTab>] {
        catalogue::tabs::asked(&address, &tabs)
    }

    /// The tab that a key moves to, counted from 0; null: none.
    movedTab = fn moved_tab(key: String, current: Integer, tabs: Integer) -> [Option<Integer>] {
        let number = |number: Integer| usize::try_from(number.0).unwrap_or(0);
        let moved = catalogue::tabs::moved(&key, number(current), number(tabs));
        moved.and_then(|tab| i64::try_from(tab).ok()).map(Integer)
    }

    /// The picture to show after a variation is chosen (the number of its picture, 0 for none) or taken back (null), counted
    /// from 0; null: it stays.
    galleryPicture = fn gallery_picture(pictures: [Vec<ImageId>], chosen: [Option<ImageId>]) -> [Option<Integer>] {
        catalogue::gallery::shown(&pictures, chosen).and_then(|at| i64::try_from(at).ok()).map(Integer)
    }

    /// Whether a picture can be enlarged, widths in pixels.
    galleryZooms = fn gallery_zooms(picture_width: Integer, gallery_width: Integer) -> bool {
        catalogue::gallery::zooms(picture_width.0, gallery_width.0)
    }

    /// The product that a button or link opens in the quick view; null: none.
    quickViewProduct = fn quick_view_product(link: QuickViewLink) -> [Option<ProductId>] { quick_view::product(&link) }

    /// The quick view after an event.
    quickViewStep = fn quick_view_step(before: QuickView, event: QuickViewEvent, products: [Vec<ProductId>], settings: QuickViewSettings) -> QuickView {
        quick_view::step(&before, &event, &products, &settings)
    }

    /// Where adding from the quick view leads.
    quickViewRedirect = fn quick_view_redirect(settings: QuickViewSettings, page: String) -> String { settings.redirect(&page).to_owned() }

    /// Whether the kept parts of a page can be shown; the time is in milliseconds.
    fragmentsUsable = fn fragments_usable(kept: KeptFragments, cart_hash: String, now_ms: Integer) -> bool {
        cart::fragments::usable(&kept, &cart_hash, now_ms.0)
    }

    /// Whether an add button adds by a call; otherwise it is a link.
    addsByCall = fn adds_by_call(product_id: String) -> bool { cart::fragments::adds_by_call(&product_id) }

    /// What follows the answer to adding.
    afterAdd = fn after_add(answer: AddAnswer, context: AddContext) -> AfterCartCall { cart::fragments::after_add(&answer, &context) }

    /// What follows the answer to removing.
    afterRemove = fn after_remove(has_fragments: bool, link: String) -> AfterCartCall { cart::fragments::after_remove(has_fragments, &link) }

    /// The add-to-cart buttons of a page after an event.
    addQueueStep = fn add_queue_step(queue: AddQueue, event: AddQueueEvent) -> AddQueueStep { cart::add_queue::step(queue, event) }

    /// Whether the contents of the mini-cart are shown.
    miniCartShown = fn mini_cart_shown(items: Integer) -> bool { cart::fragments::mini_cart_shown(items.0) }

    /// Whether the shop is asked for the variation of the chosen options.
    asksForVariation = fn asks_for_variation(variations_on_page: bool, chosen: [Vec<String>]) -> bool {
        catalogue::variation_form::asks_server(variations_on_page, &chosen)
    }
}
