//! The merchant's theme in pages.

use serde::Serialize;

use crate::content::theme::ThemeLogo;

/// Effect of the shop's theme on a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ShopTheme {
    /// URL of its style sheet; empty: it has none.
    pub style_path: String,
    /// The logo; `None`: the shop's name is shown as text.
    pub logo: Option<ThemeLogo>,
    /// Colour of the browser's own interface, taken from the buttons.
    pub bar_color: String,
    /// Font files that the theme does not use, so that they are not preloaded.
    pub unused_fonts: Vec<String>,
}

/// Data of a page that is shown as a preview in a frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PreviewFrame {
    /// Origins whose messages it accepts, besides the shop's own.
    pub origins: Vec<String>,
    /// Path prefixes that are excluded from previews.
    pub closed: Vec<String>,
}
