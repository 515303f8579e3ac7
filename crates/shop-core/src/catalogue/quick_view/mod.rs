//! The quick view of a product in a listing: the product of a link, and opening, moving on and closing (storefront specification,
//! sections 2, 4 and 7).

pub mod timings;

use serde::{Deserialize, Serialize};

use crate::base::ProductId;

/// Hash of the URL while the view is open.
pub const OPEN_HASH: &str = "#woosq";
/// Prefix of the product id in a link that opens the view.
const LINK_HASH: &str = "#woosq-";

/// Attributes of a button or link that identify its product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct QuickViewLink {
    /// Attribute `data-product_id`; empty: missing.
    pub data_product_id: String,
    /// Attribute `data-pid`; empty: missing.
    pub data_pid: String,
    /// Attribute `data-id`; empty: missing.
    pub data_id: String,
    /// Target URL of the link.
    pub href: String,
}

/// Returns the product that a button or link opens: `data-product_id` if there is one, else `data-pid`, else `data-id`, else the
/// number after `#woosq-` in its URL. `None`: it opens none.
///
/// ```
/// use shop_core::catalogue::quick_view::{QuickViewLink, product};
/// let link = QuickViewLink { href: "/negozio/#woosq-12".into(), ..QuickViewLink::default() };
/// assert_eq!(product(&link).unwrap().0, 12);
/// ```
pub fn product(link: &QuickViewLink) -> Option<ProductId> {
    let attributes = [&link.data_product_id, &link.data_pid, &link.data_id];
    if let Some(text) = attributes.into_iter().find(|text| !text.trim().is_empty()) {
        return number(text.trim());
    }
    let (_, rest) = link.href.split_once(LINK_HASH)?;
    number(rest.split(|c: char| !c.is_ascii_digit()).next()?)
}

fn number(text: &str) -> Option<ProductId> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|id| digits && *id > 0).map(ProductId)
}

/// The shop's settings for the quick view. "yes" on the wire is true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct QuickViewSettings {
    /// Whether there are arrows to the next and the previous product (`next_prev`).
    pub next_prev: bool,
    /// Whether opening sets the URL's hash (`hashchange`).
    pub hash_change: bool,
    /// Whether the view closes after a product was added to the cart (`auto_close`).
    pub auto_close: bool,
    /// Whether adding redirects to the cart (`cart_redirect`).
    pub cart_redirect: bool,
    /// URL of the cart; empty: none.
    pub cart_url: String,
}

impl QuickViewSettings {
    /// Returns the value of the form's hidden field `woosq-redirect`: the cart if adding redirects there, else the page.
    pub fn redirect<'a>(&'a self, page: &'a str) -> &'a str {
        if self.cart_redirect && !self.cart_url.is_empty() { &self.cart_url } else { page }
    }
}

/// An event of the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "snake_case")]
pub enum QuickViewEvent {
    /// The visitor follows a button or link of the page, or the configured product opens automatically.
    Open(ProductId),
    /// An arrow, or a movement of the gallery, leads to another product.
    Move(ProductId),
    /// The visitor presses the close button or the overlay.
    Close,
    /// The hash of the URL has changed; empty: none.
    Hash(String),
    /// The cart reports that a product was added.
    AddedToCart,
}

/// Change to the browser's history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum QuickViewHistory {
    #[default]
    Keep,
    /// Set the hash [`OPEN_HASH`], which adds a history entry.
    SetHash,
    /// Go back one entry.
    Back,
}

/// View of the quick view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct QuickView {
    /// The product shown; `None`: the view is closed.
    pub product: Option<ProductId>,
    /// Target of the "previous" arrow; `None`: no such arrow.
    pub previous: Option<ProductId>,
    /// Target of the "next" arrow; `None`: no such arrow.
    pub next: Option<ProductId>,
    /// Change to make to the history now.
    pub history: QuickViewHistory,
}

/// Applies an event. `products` are those of the page in page order: the gallery for the arrows.
///
/// ```
/// use shop_core::base::ProductId;
/// use shop_core::catalogue::quick_view::{QuickView, QuickViewEvent, QuickViewSettings, step};
/// let settings = QuickViewSettings { next_prev: true, ..QuickViewSettings::default() };
/// let after = |event| step(&QuickView::default(), &event, &[ProductId(7), ProductId(8)], &settings);
/// let open = after(QuickViewEvent::Open(ProductId(8)));
/// assert_eq!((open.product, open.previous, open.next), (Some(ProductId(8)), Some(ProductId(7)), None));
/// assert_eq!(after(QuickViewEvent::Move(ProductId(8))).product, None);
/// ```
pub fn step(
    before: &QuickView,
    event: &QuickViewEvent,
    products: &[ProductId],
    settings: &QuickViewSettings,
) -> QuickView {
    let was_open = before.product.is_some();
    let (product, by_user) = match event {
        QuickViewEvent::Open(id) => (Some(*id), true),
        QuickViewEvent::Move(id) => (before.product.map(|_| *id), true),
        QuickViewEvent::Close => (None, true),
        // The visitor has gone back: the entry is gone from the history already.
        QuickViewEvent::Hash(hash) if settings.hash_change && hash != OPEN_HASH => (None, false),
        QuickViewEvent::AddedToCart if settings.auto_close => (None, true),
        QuickViewEvent::Hash(_) | QuickViewEvent::AddedToCart => (before.product, false),
    };
    let history = match (was_open, product.is_some()) {
        _ if !settings.hash_change || !by_user => QuickViewHistory::Keep,
        (false, true) => QuickViewHistory::SetHash,
        (true, false) => QuickViewHistory::Back,
        _ => QuickViewHistory::Keep,
    };
    let place = product.and_then(|id| products.iter().position(|own| *own == id)).filter(|_| settings.next_prev);
    let at = |place: Option<usize>| place.and_then(|place| products.get(place)).copied();
    QuickView {
        product,
        previous: at(place.and_then(|place| place.checked_sub(1))),
        next: at(place.map(|place| place + 1)),
        history,
    }
}

/// Pages on which nothing opens automatically: there the visitor is buying, or managing orders.
const UNDISTURBED: [&str; 3] = ["cart", "checkout", "my-account"];

/// Returns whether the configured product may open automatically on a page; `path` is without the language code.
///
/// ```
/// use shop_core::catalogue::quick_view::opens_on;
/// assert!(opens_on("/negozio/") && !opens_on("/checkout/order-pay/7/?key=a"));
/// ```
pub fn opens_on(path: &str) -> bool {
    let first = path.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or_default();
    !UNDISTURBED.contains(&first)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
