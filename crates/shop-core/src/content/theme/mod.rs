//! The theme of a shop: logo, colours, fonts (storefront, sections 1 and 2). All input, from the back office or from a message to
//! the preview, becomes a [`Theme`] by the same check, and a theme can only become [`variables`](Theme::variables) of a style
//! sheet whose names and values are generated here: no user text reaches a page.

mod color;
mod font;
mod look;
mod preview;

use serde::{Deserialize, Serialize};

pub use self::color::HexColor;
pub use self::font::ThemeFont;
pub use self::look::{CssVariable, ThemeContrast, ThemeLogo, ThemeLook};
pub use self::preview::{MAX_MESSAGE_CHARS, check_preview_origin, preview};
use crate::base::FieldError;
use crate::platform::input::Check;
use crate::platform::messages::codes;

/// Minimum contrast of text and background, in hundredths (WCAG 2.2, 1.4.3 at level AA).
pub const MIN_CONTRAST: u32 = 450;
/// Minimum contrast of the focus ring, in hundredths (WCAG 2.2, 1.4.11).
pub const MIN_RING_CONTRAST: u32 = 300;

/// Longest URL of a logo, in characters.
const MAX_LOGO_CHARS: usize = 200;

/// A theme as entered, sent and stored. Empty fields mean the shop's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(default, deny_unknown_fields)]
pub struct ThemeForm {
    /// URL of the logo: one of the shop's own pictures. Empty: the shop's name is shown as text.
    pub logo: String,
    /// Width of its file, in pixels.
    pub logo_width: String,
    /// Height of its file, in pixels.
    pub logo_height: String,
    /// Display height, in pixels.
    pub logo_size: String,
    /// Background of pages: `#fbf8f2`.
    pub paper: String,
    pub ink: String,
    /// Colour of buttons, links, header and footer.
    pub brand: String,
    /// Colour of offers, marks and the focus ring.
    pub highlight: String,
    /// Fill colour behind text: the number at the cart, a selected line.
    pub accent: String,
    /// Font of headings: a name of [`ThemeFont`].
    pub heading_font: String,
    /// Font of other text.
    pub text_font: String,
    /// Font size, in hundredths of the default.
    pub text_size: String,
    /// Corner radius, in pixels.
    pub corner: String,
}

/// A valid theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The logo; `None`: the shop's name is shown as text.
    pub logo: Option<ThemeLogo>,
    /// Display height of the logo, in pixels.
    pub logo_size_px: i64,
    /// Background of pages.
    pub paper: HexColor,
    pub ink: HexColor,
    /// Colour of buttons, links, header and footer.
    pub brand: HexColor,
    /// Colour of offers, marks and the focus ring.
    pub highlight: HexColor,
    /// Fill colour behind text.
    pub accent: HexColor,
    /// Font of headings.
    pub heading_font: ThemeFont,
    /// Font of other text.
    pub text_font: ThemeFont,
    /// Font size, in hundredths of the default.
    pub text_size: i64,
    /// Corner radius, in pixels.
    pub corner_px: i64,
}

impl Default for Theme {
    /// Returns the shop's default: the values of its style sheets.
    fn default() -> Self {
        Self {
            logo: None,
            logo_size_px: 40,
            paper: HexColor([0xfb, 0xf8, 0xf2]),
            ink: HexColor([0x1e, 0x27, 0x22]),
            brand: HexColor([0x1f, 0x46, 0x36]),
            highlight: HexColor([0x6d, 0x1f, 0x3f]),
            accent: HexColor([0x3a, 0xb1, 0xe4]),
            heading_font: ThemeFont::Cormorant,
            text_font: ThemeFont::Figtree,
            text_size: 100,
            corner_px: 8,
        }
    }
}

impl Theme {
    /// Parses a form and checks the contrast of its colours.
    ///
    /// # Errors
    /// All invalid fields: an invalid colour, an unknown font, a picture that is not the shop's, and colours on which text is
    /// unreadable.
    pub fn check(form: &ThemeForm) -> Result<Self, Vec<FieldError>> {
        let theme = Self::parse(form)?;
        let mut check = Check::default();
        for pair in theme.contrasts().into_iter().filter(|pair| !pair.enough) {
            check.push(
                FieldError::new(pair.field, codes::THEME_CONTRAST)
                    .with("ratio", pair.ratio.replace('.', ","))
                    .with("minimum", pair.minimum.replace('.', ",")),
            );
        }
        check.done(theme)
    }

    /// Parses a form without checking the contrast: stored themes remain usable.
    ///
    /// # Errors
    /// All invalid fields.
    pub fn parse(form: &ThemeForm) -> Result<Self, Vec<FieldError>> {
        let mut check = Check::default();
        let made = Self::default();
        let mut colour = |field: &str, typed: &str, usual: HexColor| match typed.trim() {
            "" => usual,
            text => HexColor::parse(text).unwrap_or_else(|| {
                check.refuse(field, codes::THEME_COLOR);
                usual
            }),
        };
        let paper = colour("paper", &form.paper, made.paper);
        let ink = colour("ink", &form.ink, made.ink);
        let brand = colour("brand", &form.brand, made.brand);
        let highlight = colour("highlight", &form.highlight, made.highlight);
        let accent = colour("accent", &form.accent, made.accent);
        let mut font = |field: &str, typed: &str, usual: ThemeFont| match typed.trim() {
            "" => usual,
            name => ThemeFont::parse(name).unwrap_or_else(|| {
                check.refuse(field, codes::THEME_FONT);
                usual
            }),
        };
        let heading_font = font("heading_font", &form.heading_font, made.heading_font);
        let text_font = font("text_font", &form.text_font, made.text_font);
        let theme = Self {
            logo: logo(&mut check, form),
            logo_size_px: check.whole("logo_size", &form.logo_size, 24, 44).unwrap_or(made.logo_size_px),
            text_size: check.whole("text_size", &form.text_size, 90, 115).unwrap_or(made.text_size),
            corner_px: check.whole("corner", &form.corner, 0, 16).unwrap_or(made.corner_px),
            paper,
            ink,
            brand,
            highlight,
            accent,
            heading_font,
            text_font,
        };
        check.done(theme)
    }

    /// Converts it to the form, for editing and storage.
    pub fn form(&self) -> ThemeForm {
        let logo = self.logo.clone().unwrap_or_default();
        let pixels = |of: i64| if self.logo.is_some() { of.to_string() } else { String::new() };
        ThemeForm {
            logo_width: pixels(logo.width),
            logo_height: pixels(logo.height),
            logo: logo.src,
            logo_size: self.logo_size_px.to_string(),
            paper: self.paper.hex(),
            ink: self.ink.hex(),
            brand: self.brand.hex(),
            highlight: self.highlight.hex(),
            accent: self.accent.hex(),
            heading_font: self.heading_font.as_str().into(),
            text_font: self.text_font.as_str().into(),
            text_size: self.text_size.to_string(),
            corner: self.corner_px.to_string(),
        }
    }
}

/// Parses the logo of a form.
fn logo(check: &mut Check, form: &ThemeForm) -> Option<ThemeLogo> {
    let src = form.logo.trim();
    if src.is_empty() {
        return None;
    }
    if !is_own_picture(src) {
        check.refuse("logo", codes::THEME_LOGO);
        return None;
    }
    let width = check.whole("logo_width", &form.logo_width, 1, 10_000);
    let height = check.whole("logo_height", &form.logo_height, 1, 10_000);
    // Without its size the page would jump once the logo has loaded.
    let (Some(width), Some(height)) = (width, height) else {
        check.refuse("logo", codes::THEME_LOGO);
        return None;
    };
    Some(ThemeLogo { src: src.to_owned(), width, height })
}

/// Returns whether a URL is that of a picture that the shop generated and serves.
fn is_own_picture(address: &str) -> bool {
    let name = address.strip_prefix("/pictures/").and_then(|name| name.strip_suffix(".webp"));
    let sign = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_');
    name.is_some_and(|name| !name.is_empty() && address.len() <= MAX_LOGO_CHARS && name.bytes().all(sign))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
