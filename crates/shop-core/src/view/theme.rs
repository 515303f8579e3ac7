//! The merchant's theme as pages have it.

use serde::Serialize;

use crate::content::theme::ThemeLogo;

/// How the shop's theme changes a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ShopTheme {
    /// Address of its style sheet; empty: it has none.
    pub style_path: String,
    /// The logo; none: the shop's name is written.
    pub logo: Option<ThemeLogo>,
    /// Colour of the browser's own bars: that of buttons.
    pub bar_color: String,
    /// Files of letters that nothing is written in: they are not fetched early.
    pub unused_fonts: Vec<String>,
}

/// What a page knows that is shown as a preview in a frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PreviewFrame {
    /// Origins whose messages it reads, beside the shop's own.
    pub origins: Vec<String>,
    /// Paths that begin so are shown in no preview.
    pub closed: Vec<String>,
}
