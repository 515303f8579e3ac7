//! Parts of many pages: links, pictures, notices.

use serde::Serialize;

/// A link with its words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Link {
    pub label: String,
    pub path: String,
}

/// A step of the way from the home page to this one.
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
    /// Text for those who do not see it.
    pub alt: String,
    /// Address of a middle size.
    pub src: String,
    /// All sizes in `srcset` notation; empty when there is only one.
    pub srcset: String,
    /// Size of the largest file.
    pub width: u32,
    /// Size of the largest file.
    pub height: u32,
    /// Address of the largest file.
    pub full_src: String,
    /// Address of the smallest file.
    pub thumbnail_src: String,
    /// Text under it in the full-screen gallery; may be empty.
    pub caption: String,
}

/// A message at the top of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Notice {
    /// `error`, `success` or `info`.
    pub kind: String,
    pub text: String,
    /// Field it concerns; empty for none.
    pub field: String,
    /// A way on, such as the cart.
    pub link: Option<Link>,
}
