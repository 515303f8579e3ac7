//! Common parts of pages: links, pictures, notices.

use serde::Serialize;

/// A link with its text.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Link {
    pub label: String,
    pub path: String,
}

/// A step of the path from the home page to this one.
#[cfg_attr(feature = "ts", tsify::declare)]
pub type Breadcrumb = Link;

/// An entry of the menu with its sub-entries.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct MenuEntry {
    pub label: String,
    pub path: String,
    /// Picture of the category.
    pub picture: Option<Picture>,
    /// Number of products.
    pub count: i64,
    pub children: Vec<Link>,
}

/// A picture with its sizes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Picture {
    /// Alternative text, for readers who cannot see it.
    pub alt: String,
    /// URL of a medium size.
    pub src: String,
    /// All sizes in `srcset` notation; empty if there is only one.
    pub srcset: String,
    /// Width of the largest file.
    pub width: u32,
    /// Height of the largest file.
    pub height: u32,
    /// URL of the largest file.
    pub full_src: String,
    /// URL of the smallest file.
    pub thumbnail_src: String,
    /// Text under it in the full-screen gallery; may be empty.
    pub caption: String,
}

/// A message at the top of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Notice {
    /// Type: `error`, `success` or `info`.
    pub kind: String,
    pub text: String,
    /// Related form field; empty for none.
    pub field: String,
    /// Link to a next step, such as the cart.
    pub link: Option<Link>,
}
