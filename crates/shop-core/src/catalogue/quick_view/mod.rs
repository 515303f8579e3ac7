//! The quick view of a product on a listing: which product a link means, how it opens, moves on and closes (storefront
//! specification, sections 2, 4 and 7).

pub mod timings;

use serde::{Deserialize, Serialize};

use crate::base::ProductId;

/// The hash of an address while the view is open.
pub const OPEN_HASH: &str = "#woosq";
/// What comes before the product's number in a link that opens the view.
const LINK_HASH: &str = "#woosq-";

/// What a button or link says of its product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct QuickViewLink {
    /// Attribute `data-product_id`; empty: none.
    pub data_product_id: String,
    /// Attribute `data-pid`.
    pub data_pid: String,
    /// Attribute `data-id`.
    pub data_id: String,
    /// Where it leads.
    pub href: String,
}

/// The product that a button or link opens: `data-product_id` if there is one, else `data-pid`, else `data-id`, else the
/// number after `#woosq-` in its address. `None`: it opens none.
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

/// The shop's settings of the quick view. "yes" on the wire is true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct QuickViewSettings {
    /// Arrows to the next and the previous product (`next_prev`).
    pub next_prev: bool,
    /// Opening sets the address's hash (`hashchange`).
    pub hash_change: bool,
    /// The view closes when something was put into the cart (`auto_close`).
    pub auto_close: bool,
    /// Adding leads to the cart (`cart_redirect`).
    pub cart_redirect: bool,
    /// The cart's address; empty: none.
    pub cart_url: String,
}

impl QuickViewSettings {
    /// Value of the form's hidden field `woosq-redirect`: the cart where adding leads there, else the page.
    pub fn redirect<'a>(&'a self, page: &'a str) -> &'a str {
        if self.cart_redirect && !self.cart_url.is_empty() { &self.cart_url } else { page }
    }
}

/// What happens to the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "snake_case")]
pub enum QuickViewEvent {
    /// A button or link of the page is followed, or the configured product opens by itself.
    Open(ProductId),
    /// An arrow, or a movement of the gallery, leads to another product.
    Move(ProductId),
    /// The close button or the overlay is pressed.
    Close,
    /// The address has another hash now; empty: none.
    Hash(String),
    /// The cart reports that something was added.
    AddedToCart,
}

/// What the page does to its history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum QuickViewHistory {
    #[default]
    Keep,
    /// Sets the hash [`OPEN_HASH`], which is a step of its own.
    SetHash,
    /// Goes back one step.
    Back,
}

/// The view as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct QuickView {
    /// The product shown; `None`: the view is closed.
    pub product: Option<ProductId>,
    /// The product that the "previous" arrow leads to; `None`: no such arrow.
    pub previous: Option<ProductId>,
    /// The product that the "next" arrow leads to.
    pub next: Option<ProductId>,
    /// What the page does to its history now.
    pub history: QuickViewHistory,
}

/// The view after an event. `products` are those of the page in page order: the gallery that the arrows move through.
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
        // The visitor has gone back: the step is gone from the history already.
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

/// Pages on which nothing opens by itself: there the visitor buys, or looks after what he has bought.
const UNDISTURBED: [&str; 3] = ["cart", "checkout", "my-account"];

/// Whether the configured product may open by itself on a page; `path` is without the code of the language.
///
/// ```
/// use shop_core::catalogue::quick_view::opens_on;
/// assert!(opens_on("/negozio/") && !opens_on("/checkout/order-pay/7/?key=a"));
/// ```
pub fn opens_on(path: &str) -> bool {
    let first = path.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or_default();
    !UNDISTURBED.contains(&first)
}

/// Whether a request of the page is one for the content of a quick view, after which analytics data is read from it.
pub fn is_content_request(url: &str) -> bool {
    url.contains("wc-api=WC_Quick_View")
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
