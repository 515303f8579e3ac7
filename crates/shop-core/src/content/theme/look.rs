//! Effects of a theme on a page.

use serde::Serialize;

use super::{HexColor, MIN_CONTRAST, MIN_RING_CONTRAST, Theme, ThemeFont};
use crate::base::text::format_fixed;

/// Colour of errors in every theme: `--error` of the style sheets.
pub(super) const ERROR: HexColor = HexColor([0x9c, 0x1c, 0x1c]);

/// A picture in place of the shop's name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ThemeLogo {
    /// URL of one of the shop's own pictures.
    pub src: String,
    /// Width of the file, in pixels.
    pub width: i64,
    /// Height of the file, in pixels.
    pub height: i64,
}

/// A custom property of a style sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct CssVariable {
    /// Name including the two hyphens.
    pub name: String,
    pub value: String,
}

/// All changes of a theme to a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ThemeLook {
    /// Custom properties of the root element.
    pub variables: Vec<CssVariable>,
    /// The logo; `None`: the shop's name is shown as text.
    pub logo: Option<ThemeLogo>,
}

/// Contrast of a text on a colour of a theme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ThemeContrast {
    /// Form field of the deciding colour.
    pub field: String,
    /// Text and background: a name for the back office's texts, such as `ink_on_paper`.
    pub pair: String,
    /// Contrast ratio to one: `4.47`.
    pub ratio: String,
    pub minimum: String,
    /// Whether the required ratio is reached.
    pub enough: bool,
}

impl Theme {
    /// Returns a softer text colour for secondary information.
    fn ink_soft(&self) -> HexColor {
        self.ink.mixed(self.paper, 25)
    }

    /// Returns a darker background than that of pages.
    fn paper_deep(&self) -> HexColor {
        self.paper.mixed(self.ink, 5)
    }

    /// Returns the colour of header and footer, and of buttons on hover.
    fn brand_deep(&self) -> HexColor {
        self.brand.mixed(HexColor::BLACK, 27)
    }

    /// Returns a tint of the brand colour for backgrounds of text: marks, selected rows.
    fn brand_soft(&self) -> HexColor {
        self.paper.mixed(self.brand, 10)
    }

    /// Returns the text colour on the accent: the shop's default, or white if it has more contrast.
    fn on_accent(&self) -> HexColor {
        if self.ink.contrast(self.accent) >= HexColor::WHITE.contrast(self.accent) { self.ink } else { HexColor::WHITE }
    }

    /// Returns the contrast of each text with its background, and of focus rings, in the order of the form.
    pub fn contrasts(&self) -> Vec<ThemeContrast> {
        let pairs = [
            ("paper", "error_on_paper", ERROR, self.paper, MIN_CONTRAST),
            ("ink", "ink_on_paper", self.ink, self.paper, MIN_CONTRAST),
            ("ink", "ink_on_card", self.ink, HexColor::WHITE, MIN_CONTRAST),
            ("ink", "soft_ink_on_paper", self.ink_soft(), self.paper_deep(), MIN_CONTRAST),
            ("ink", "soft_ink_on_tint", self.ink_soft(), self.brand_soft(), MIN_CONTRAST),
            ("brand", "brand_on_paper", self.brand, self.paper_deep(), MIN_CONTRAST),
            ("brand", "brand_on_tint", self.brand, self.brand_soft(), MIN_CONTRAST),
            ("brand", "white_on_brand", HexColor::WHITE, self.brand, MIN_CONTRAST),
            ("highlight", "highlight_on_paper", self.highlight, self.paper_deep(), MIN_CONTRAST),
            ("highlight", "white_on_highlight", HexColor::WHITE, self.highlight, MIN_CONTRAST),
            ("accent", "ring_on_brand", self.accent, self.brand_deep(), MIN_RING_CONTRAST),
            ("accent", "text_on_accent", self.on_accent(), self.accent, MIN_CONTRAST),
        ];
        let fixed = |hundredths: u32| format_fixed(i64::from(hundredths), 2);
        let contrast = |(field, pair, text, ground, minimum): (&str, &str, HexColor, HexColor, u32)| {
            let ratio = text.contrast(ground);
            ThemeContrast {
                field: field.into(),
                pair: pair.into(),
                ratio: fixed(ratio),
                minimum: fixed(minimum),
                enough: ratio >= minimum,
            }
        };
        pairs.into_iter().map(contrast).collect()
    }

    /// Returns the custom properties for pages. Derived colours are calculated here; unchanged values are left to the shop's own
    /// style sheets.
    pub fn variables(&self) -> Vec<CssVariable> {
        let usual = Self::default();
        let mut out: Vec<CssVariable> = Vec::new();
        let mut put = |name: &str, value: String| out.push(CssVariable { name: name.into(), value });
        if (self.paper, self.ink) != (usual.paper, usual.ink) {
            put("--paper", self.paper.hex());
            put("--paper-deep", self.paper_deep().hex());
            put("--line", self.paper.mixed(self.ink, 14).hex());
            put("--line-strong", self.paper.mixed(self.ink, 55).hex());
            put("--ink", self.ink.hex());
            put("--ink-soft", self.ink_soft().hex());
        }
        if (self.paper, self.brand) != (usual.paper, usual.brand) {
            put("--green", self.brand.hex());
            put("--green-deep", self.brand_deep().hex());
            put("--green-soft", self.brand_soft().hex());
        }
        if (self.paper, self.highlight) != (usual.paper, usual.highlight) {
            put("--aubergine", self.highlight.hex());
            put("--aubergine-soft", self.paper.mixed(self.highlight, 10).hex());
        }
        if (self.ink, self.accent) != (usual.ink, usual.accent) {
            put("--accent", self.accent.hex());
            put("--on-accent", self.on_accent().hex());
        }
        if self.heading_font != usual.heading_font {
            put("--serif", self.heading_font.families().into());
        }
        if self.text_font != usual.text_font {
            put("--sans", self.text_font.families().into());
        }
        if self.text_size != usual.text_size {
            put("--text-base", format!("{}%", self.text_size));
        }
        if self.corner_px != usual.corner_px {
            put("--radius-s", format!("{}px", self.corner_px / 2));
            put("--radius-m", format!("{}px", self.corner_px));
            put("--radius-l", format!("{}px", self.corner_px * 7 / 4));
        }
        if self.logo_size_px != usual.logo_size_px {
            put("--logo-size", format!("{}px", self.logo_size_px));
        }
        out
    }

    /// Returns the shop's font files that the theme does not use.
    pub fn unused_fonts(&self) -> Vec<String> {
        let own = ThemeFont::ALL.iter().filter(|font| **font != self.heading_font && **font != self.text_font);
        own.filter_map(|font| font.file()).map(str::to_owned).collect()
    }

    /// Returns all changes to a page.
    pub fn look(&self) -> ThemeLook {
        ThemeLook { variables: self.variables(), logo: self.logo.clone() }
    }

    /// Returns the style sheet with its custom properties; empty: it changes none.
    pub fn style_sheet(&self) -> String {
        let rules: Vec<String> = self.variables().iter().map(|one| format!("{}:{};", one.name, one.value)).collect();
        let rules = rules.concat();
        if rules.is_empty() { rules } else { format!(":root{{{rules}}}\n") }
    }
}
